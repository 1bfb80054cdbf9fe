import { fail, ok, type Result } from '../../lib/result.ts';
import type { VideoBytes, Watch } from '../container.ts';
import {
  type Cue,
  createReader,
  createSlices,
  decode,
  type FoundText,
  guessedEnds,
  lettersOf,
  readPieces,
  type Slices,
} from '../reading.ts';
import { type Box, boxesIn, contentOfBox, createWalk, u8, u16, u32 } from './boxes.ts';
import { codecOf, type Edit, type Movie, type MovieTrack, readMovie, textKindOf, webVttHead } from './movie.ts';
import { type Sample, samplesOf, sizesOf } from './samples.ts';
import { readTtmlSample, tagged } from './ttml.ts';

/** Reads MP4, M4V and MOV (ISO/IEC 14496-12, QuickTime File Format); see docs/containers.md. */
export const mp4Reader = createReader<MovieTrack>(async (bytes) => {
  const slices = createSlices(bytes, 32 * 1024);
  const opened = await openFilm(slices);
  if (!opened.ok) return opened;
  const { movie, isCutOff } = opened.value;
  return ok({
    isCutOff,
    tracks: movie.tracks,
    codecOf: ({ entry }) => codecOf(entry),
    textKindOf: ({ entry }) => textKindOf(entry),
    countOf: (track) => countOf(slices, movie, track),
    textOf: (track, _, progress) => textOf(bytes, movie, track, progress),
  });
});

/** An unfragmented video has only a few top-level boxes. Of a fragmented video, boxes after the list of tracks are not read here. */
const MOST_TOP_BOXES = 10_000;
const MOST_BEHIND_MOVIE = 50;
/** A Timed Text sample with a text of length zero fills the time between phrases. */
const EMPTY_BYTES = 2;

const CUT_OFF =
  'The video is incomplete: its list of tracks, which is at the end, is missing. Get the whole file again.';
const DAMAGED = 'This MP4 or MOV video is damaged: its list of tracks cannot be read. Try another copy.';
const SEGMENT =
  'This file is only one piece of a video. The list of tracks is in another piece (often named "init"). Join the pieces first.';
const PACKED =
  'An old version of QuickTime compressed the list of tracks of this video in a way that cannot be read. Save the video again with a newer program.';

async function openFilm(slices: Slices) {
  const boxes = await topBoxes(slices);
  const moov = boxes.find(({ type }) => type === 'moov');
  const isCutOff = boxes.some(({ isCut }) => isCut);
  if (moov === undefined) {
    if (boxes.some(({ type }) => type === 'moof')) return fail(SEGMENT);
    return fail(isCutOff ? CUT_OFF : DAMAGED);
  }
  const movie = await readMovie(slices, moov);
  if (movie === undefined) return fail(PACKED);
  return movie.tracks.length === 0 && moov.isCut ? fail(CUT_OFF) : ok({ movie, isCutOff });
}

/** The boxes up to the list of tracks, and some after it: the last one shows whether the file is cut off. */
async function topBoxes(slices: Slices): Promise<readonly Box[]> {
  const boxes: Box[] = [];
  let left = MOST_TOP_BOXES;
  for await (const box of createWalk(slices, MOST_TOP_BOXES)(0, slices.size)) {
    boxes.push(box);
    if (box.type === 'moov') left = MOST_BEHIND_MOVIE;
    // If a fragment comes first, there is no list of tracks.
    else if (box.type === 'moof' && left > MOST_BEHIND_MOVIE) break;
    if (--left === 0) break;
  }
  return boxes;
}

async function countOf(slices: Slices, movie: Movie, track: MovieTrack): Promise<number | undefined> {
  // WebVTT and TTML have several phrases in a sample, and one phrase in several samples.
  const isOnePerSample = textKindOf(track.entry)[1] === 'srt' && track.entry.type !== 'stpp';
  if (!isOnePerSample || movie.fragments !== undefined) return undefined;
  const sizes = await sizesOf(slices, track, 256 * 1024);
  // A table of equal sizes is a single number, which can claim any count.
  if (sizes === undefined || sizes.count > MOST_PHRASES) return undefined;
  let count = 0;
  for (let index = 0; index < sizes.count; index++) if (sizes.at(index) > EMPTY_BYTES) count++;
  return count;
}

async function textOf(
  bytes: VideoBytes,
  movie: Movie,
  track: MovieTrack,
  progress: Watch['progress'],
): Promise<Result<FoundText, string>> {
  // The share of the progress for the search for fragments, which takes most of the time.
  const listShare = movie.fragments === undefined ? 0 : 0.9;
  const listed = await samplesOf(bytes, movie, track, (share) => progress(share * listShare));
  if (!listed.ok) return listed;
  const { samples, isCutOff } = listed.value;
  const read = await readPhrases(bytes, track, samples, (share) => progress(listShare + share * (1 - listShare)));
  const cues = read && cuesOf(read.phrases, track, movie);
  if (read === undefined || cues === undefined || cues.length > MOST_PHRASES) {
    return fail(
      `The track has more than ${MOST_PHRASES.toLocaleString('en')} subtitles. No film has so many, so the track is damaged. Choose another track.`,
    );
  }
  return ok({ head: webVttHead(track.entry), cues, isCutOff: isCutOff || read.hasHole });
}

/** undefined: there are too many phrases. `hasHole`: a sample has only zeros, as in an incomplete download. */
async function readPhrases(
  bytes: VideoBytes,
  track: MovieTrack,
  samples: readonly Sample[],
  progress: Watch['progress'],
) {
  const reader = createTextReader(track);
  let count = 0;
  let hasHole = false;
  await readPieces(
    bytes,
    withEnds(samples, track.timescale).filter(({ size }) => size > EMPTY_BYTES),
    progress,
    (sample, content) => {
      const own = content.subarray(0, sample.size);
      hasHole ||= own.every((byte) => byte === 0);
      count = reader.add(sample, own);
      return count <= MOST_PHRASES;
    },
  );
  return count > MOST_PHRASES ? undefined : { phrases: reader.phrases(), hasHole };
}

/** Limits the memory to what a page should use. */
const MOST_PHRASES = 100_000;

/** A phrase with times in the track's ticks, before edits. */
interface Phrase {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly id: string | undefined;
  readonly settings: string | undefined;
}

interface TimedSample extends Sample {
  readonly end: number;
}

interface TextReader {
  /** Called in file order. Returns at least the number of phrases so far. */
  add(sample: TimedSample, content: Uint8Array): number;
  phrases(): readonly Phrase[];
}

function createTextReader({ entry: { type }, timescale }: MovieTrack): TextReader {
  if (type === 'wvtt') return webVttReader();
  return type === 'stpp' ? ttmlReader(timescale) : timedTextReader();
}

/** Reads Timed Text (3GPP TS 26.245): a length, the text, boxes with styles. QuickTime's text has the same form. */
function timedTextReader(): TextReader {
  const found: Phrase[] = [];
  return {
    add: ({ start, end }, content) => {
      const text = timedText(content);
      if (text !== '') found.push({ start, end, text, id: undefined, settings: undefined });
      return found.length;
    },
    phrases: () => found,
  };
}

function timedText(content: Uint8Array): string {
  const length = u16(content, 0);
  const styles = contentOfBox(content, 'styl', 2 + length);
  const text = decodeText(content.subarray(2, 2 + length));
  return styles === undefined ? text : withStyles(text, styles);
}

/** Decodes UTF-8, or UTF-16 with a byte-order mark. Other bytes keep their letters (lettersOf). */
function decodeText(bytes: Uint8Array): string {
  const mark = u16(bytes, 0);
  if (mark === 0xfeff || mark === 0xfffe) {
    return decode(bytes.subarray(2), mark === 0xfeff ? 'utf-16be' : 'utf-16le').replaceAll('\0', '');
  }
  return lettersOf(bytes).replaceAll('\0', '');
}

/**
 * Reads `styl` (3GPP TS 26.245, 5.17.1.1): ranges of Unicode characters and their face. QuickTime's entries are longer. The ranges are in order; one that
 * overlaps begins at the end of the one before.
 */
function withStyles(text: string, styles: Uint8Array): string {
  const characters = Array.from(text);
  const count = u16(styles, 0);
  const isQuickTime = styles.length >= 2 + count * 20;
  const length = isQuickTime ? 20 : 12;
  const pieces: { text: string; face: number }[] = [];
  let at = 0;
  const upTo = (end: number, face: number) => {
    if (end > at) pieces.push({ text: characters.slice(at, end).join(''), face });
    at = Math.max(at, end);
  };
  for (let entry = 2; entry + length <= Math.min(styles.length, 2 + count * length); entry += length) {
    upTo(isQuickTime ? u32(styles, entry) : u16(styles, entry), 0);
    if (isQuickTime) {
      // QuickTime has only beginnings: a style applies up to the next one.
      const isLast = entry + 2 * length > 2 + count * length;
      upTo(isLast ? characters.length : u32(styles, entry + length), u8(styles, entry + 10));
    } else upTo(u16(styles, entry + 2), u8(styles, entry + 6));
  }
  upTo(characters.length, 0);
  return tagged(pieces);
}

/** Reads ISO/IEC 14496-30, 5: boxes of cues, several at a time. A cue that continues is repeated in the next sample. */
function webVttReader(): TextReader {
  const found = createJoiner(0);
  return {
    add: ({ start, end }, content) => {
      for (const { type, content: cue } of boxesIn(content)) {
        if (type !== 'vttc') continue;
        const [text = '', id = '', settings = '', source = ''] = ['payl', 'iden', 'sttg', 'vsid'].map((name) => {
          const part = contentOfBox(cue, name);
          return part && (name === 'vsid' ? String(u32(part, 0)) : decodeText(part));
        });
        found.add({ start, end, text, id, settings }, source, start, end);
      }
      return found.phrases().length;
    },
    phrases: found.phrases,
  };
}

/** Reads ISO/IEC 14496-30, 4: a sample is a document. A phrase that is longer than a sample is repeated in the next one. */
function ttmlReader(timescale: number): TextReader {
  const documents: {
    readonly start: number;
    readonly end: number;
    readonly phrases: ReturnType<typeof readTtmlSample>;
  }[] = [];
  let count = 0;
  let absolute = 0;
  let relative = 0;
  const ticks = (ms: number) => (ms * timescale) / 1_000;
  return {
    add: ({ start, end }, content) => {
      const phrases = readTtmlSample(decodeText(content), MOST_PHRASES + 1 - count);
      documents.push({ start, end, phrases });
      count += phrases.length;
      for (const { beginMs, endMs } of start > 0 ? phrases : []) {
        const last = Number.isFinite(endMs) ? ticks(endMs) : ticks(beginMs) + 1;
        if (ticks(beginMs) < end && last > start) absolute++;
        else if (ticks(beginMs) < end - start) relative++;
      }
      return count;
    },
    phrases: () => {
      // A document counts in ms, a sample in ticks.
      const found = createJoiner(ticks(1));
      for (const { start, end, phrases } of documents) {
        // By the standard, times count from the beginning of the track. Some programs count from the beginning of the sample; then the times do not fit the
        // sample.
        const added = relative > absolute ? start : 0;
        for (const { beginMs, endMs, text } of phrases) {
          const last = ticks(endMs) + added;
          const phrase = {
            start: ticks(beginMs) + added,
            end: Number.isFinite(last) ? last : end,
            text,
            id: undefined,
            settings: undefined,
          };
          found.add(phrase, '', start, end);
        }
      }
      return found.phrases();
    },
  };
}

/** Joins phrases that are split over samples or repeated. `slack`: a gap of so many ticks does not count. */
function createJoiner(slack: number) {
  const found: (Phrase & { end: number })[] = [];
  /** The last phrase with each text, if it reaches the end of its sample or may be repeated. */
  const last = new Map<string, { readonly phrase: Phrase & { end: number }; readonly isOpen: boolean }>();
  return {
    /** `source`: cues with the same source are one cue. `from`, `to`: the time of the sample. */
    add: (phrase: Phrase, source: string, from: number, to: number): void => {
      const { start, end, text, id = '', settings = '' } = phrase;
      const key = [text, id, settings, source].join('\0');
      const before = last.get(key);
      const isSame = before !== undefined && before.phrase.start === start && before.phrase.end === end;
      const goesOn =
        before?.isOpen && start <= from + slack && start <= before.phrase.end + slack && start > before.phrase.start;
      const isOpen = end >= to - slack;
      if (before !== undefined && (isSame || goesOn)) {
        before.phrase.end = Math.max(before.phrase.end, end);
        last.set(key, { phrase: before.phrase, isOpen });
        return;
      }
      const added = { ...phrase };
      found.push(added);
      last.set(key, { phrase: added, isOpen });
    },
    phrases: (): readonly Phrase[] => found,
  };
}

function withEnds(samples: readonly Sample[], timescale: number): readonly TimedSample[] {
  const ms = timescale / 1_000;
  const guessed = guessedEnds(
    samples.map(({ start }) => start),
    ms,
  );
  return samples.map((sample, index) => {
    const { start, duration } = sample;
    // If several phrases begin together, ffmpeg gives a millionth of a second to all but the last: their end is unknown.
    return { ...sample, end: duration < ms ? (guessed[index] ?? start) : start + duration };
  });
}

/** Applies the track's edits (ISO/IEC 14496-12, 8.6.6) and converts to ms. Edits can repeat phrases; after MOST_PHRASES the rest is left out. */
function cuesOf(phrases: readonly Phrase[], track: MovieTrack, movie: Movie): readonly Cue[] {
  const edits = placed(track, movie);
  const cues: Cue[] = [];
  for (const { start, end, text, id = '', settings = '' } of phrases) {
    for (const { from, to, atMs, msOfTick, isLast } of edits) {
      if (start >= to || end <= from) continue;
      const shownMs = (tick: number) => atMs + (tick - from) * msOfTick;
      // The end of the last edit is imprecise, and a cut there would help nobody.
      const endMs = shownMs(isLast ? end : Math.min(end, to));
      cues.push({ startMs: shownMs(Math.max(start, from)), endMs, text, id, settings });
    }
    if (cues.length > MOST_PHRASES) break;
  }
  return cues;
}

interface PlacedEdit {
  readonly from: number;
  readonly to: number;
  readonly atMs: number;
  readonly msOfTick: number;
  readonly isLast: boolean;
}

const EVERYTHING: Edit = { duration: 0, from: 0, rate: 1 };

function placed({ edits, timescale }: MovieTrack, movie: Movie): readonly PlacedEdit[] {
  const listed = edits.some(({ from }) => from >= 0) ? edits : [...edits, EVERYTHING];
  let atMs = 0;
  return listed.flatMap(({ duration, from, rate }, index): PlacedEdit[] => {
    const begunMs = atMs;
    const durationMs = (duration * 1_000) / movie.timescale;
    atMs += durationMs;
    if (from < 0) return [];
    const isLast = index === listed.length - 1;
    // A fragmented video has its edits written before its length is known.
    const isOpen = duration === 0 || (isLast && movie.fragments !== undefined);
    const to = isOpen ? Number.POSITIVE_INFINITY : from + (durationMs * rate * timescale) / 1_000;
    return [{ from, to, atMs: begunMs, msOfTick: 1_000 / timescale / rate, isLast }];
  });
}
