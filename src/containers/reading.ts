import { fail, ok, type Result } from '../lib/result.ts';
import { linesOf } from '../subtitles/lines.ts';
import { timeText, withoutTimingLines } from '../subtitles/timing.ts';
import {
  type Codec,
  type ContainerReader,
  MOST_HELD_BYTES,
  MOST_TEXT_BYTES,
  type SubtitleTrack,
  TOO_MUCH,
  type TrackFormat,
  type TrackText,
  type VideoBytes,
  type VideoContents,
  type Watch,
} from './container.ts';
import { flagsOf } from './track-flags.ts';

// What the readers of all containers share.

/** What a film's list of tracks tells of one, beside its codec. */
export interface TrackFacts extends Omit<SubtitleTrack, 'kind' | 'format' | 'isPictures' | 'phrases'> {
  readonly type: 'picture' | 'sound' | 'subtitles';
}

/** What a track of subtitles is: its name, and as what it opens. */
export type TextKind = readonly [kind: string, opensAs?: TrackFormat | 'pictures' | undefined];

/** canPlayType's words, by the field's. */
const CODEC_TYPES: ReadonlyMap<string, string> = new Map([
  ['H.264', 'avc1.64001f'],
  ['HEVC', 'hvc1.1.6.L120.90'],
  ['AV1', 'av01.0.08M.08'],
  ['MPEG-4 Visual', 'mp4v.20.9'],
  ['ProRes', 'apcn'],
  ['AAC', 'mp4a.40.2'],
  ['E-AC-3', 'ec-3'],
  ['DTS', 'dtsc'],
  ...'VP8 VP9 Theora Opus Vorbis FLAC MP3 AC-3 ALAC'.split(' ').map((name) => [name, name.toLowerCase()] as const),
]);

export const codecNamed = (name: string): Codec => ({ type: CODEC_TYPES.get(name), name });

/** What a track says: cues, with the head of a WebVTT file, or a whole file of its format. `isCutOff`: the film ends before it does. */
export type FoundText = { readonly isCutOff: boolean } & (
  | { readonly head: string; readonly cues: readonly Cue[] }
  | { readonly text: string; readonly phrases: number }
);

/** A film of which the list of tracks is read. */
interface OpenFilm<Track extends TrackFacts> extends Pick<VideoContents, 'isCutOff'> {
  readonly tracks: readonly Track[];
  /** Of picture or sound. */
  codecOf(track: Track): Codec;
  textKindOf(track: Track): TextKind;
  /** How many phrases it has, where the film tells it. */
  countOf(track: Track): Promise<number | undefined>;
  textOf(track: Track, format: TrackFormat, progress: Watch['progress']): Promise<Result<FoundText, string>>;
}

/** The reader of a container. `open`: the error is a sentence for people. */
export function createReader<Track extends TrackFacts>(
  open: (bytes: VideoBytes) => Promise<Result<OpenFilm<Track>, string>>,
): ContainerReader {
  async function contents(bytes: VideoBytes): Promise<Result<VideoContents, string>> {
    const opened = await open(bytes);
    if (!opened.ok) return opened;
    const { isCutOff, tracks, codecOf, textKindOf, countOf } = opened.value;
    const ofType = (type: Track['type']) => tracks.filter((track) => track.type === type);
    const subtitles: SubtitleTrack[] = [];
    for (const track of ofType('subtitles')) {
      const { number, language, title, isDefault } = track;
      const [kind, opensAs] = textKindOf(track);
      const isPictures = opensAs === 'pictures';
      const format = isPictures ? undefined : opensAs;
      const phrases = await countOf(track);
      subtitles.push({ number, kind, format, isPictures, language, title, isDefault, ...flagsOf(track), phrases });
    }
    const [pictures, sounds] = [ofType('picture').map(codecOf), ofType('sound').map(codecOf)];
    return ok({ pictures, sounds, subtitles, isCutOff });
  }

  async function extract(
    bytes: VideoBytes,
    number: number,
    progress: Watch['progress'],
  ): Promise<Result<TrackText, string>> {
    const opened = await open(bytes);
    if (!opened.ok) return opened;
    const film = opened.value;
    const chosen = chosenTrack(film, number);
    if (!chosen.ok) return chosen;
    const { track, format } = chosen.value;
    const found = await film.textOf(track, format, progress);
    return found.ok ? fileOf(found.value, format, film.isCutOff || found.value.isCutOff) : found;
  }

  return {
    contents,
    extract: (bytes, number, watch) =>
      untilStopped(bytes, watch, (wanted) => extract(wanted, number, (share) => watch.progress(share))),
  };
}

function chosenTrack<Track extends TrackFacts>({ tracks, textKindOf }: OpenFilm<Track>, number: number) {
  const track = tracks.find((one) => one.number === number && one.type === 'subtitles');
  if (track === undefined) {
    return fail(`The film has no subtitles under the number ${number} any more: choose the film again.`);
  }
  const [kind, opensAs] = textKindOf(track);
  if (opensAs !== undefined && opensAs !== 'pictures') return ok({ track, format: opensAs });
  const why = opensAs ? 'holds pictures, no text' : 'cannot be read here';
  return fail(`The track of the kind ${kind} ${why}: choose another one, or make an .srt of it with another program.`);
}

const lengthOf = (cues: readonly Cue[]): number =>
  cues.reduce((sum, { text, id = '', settings = '' }) => sum + text.length + id.length + settings.length, 0);

function fileOf(found: FoundText, format: TrackFormat, isCutOff: boolean): Result<TrackText, string> {
  // Phrases that are shown again and again are written as often.
  if ('cues' in found && lengthOf(found.cues) > MOST_TEXT_BYTES) return fail(TOO_MUCH);
  const { text, phrases } = 'cues' in found ? fileOfCues(format, found) : found;
  if (text.length > MOST_HELD_BYTES) return fail(TOO_MUCH);
  if (phrases > 0) return ok({ format, bytes: bytesOfLetters(text), phrases, isCutOff });
  const where = isCutOff ? ' in what is there of the film, which is cut off' : '';
  return fail(`The track has no phrases${where}: choose another one.`);
}

/** The bytes of a file, of which the slice that was read last is kept. */
export interface Slices {
  readonly size: number;
  /** The bytes from `at`, `length` of them if they are kept; undefined: they have to be read. */
  held(at: number, length: number): Uint8Array | undefined;
  /** The same, read if need be: fewer where the file ends. */
  view(at: number, length: number): Promise<Uint8Array>;
}

/** Behind a jump so little is read at first. */
const LEAST_BYTES = 64 * 1024;
/** A read takes as long as some of these bytes: shorter jumps are read. */
const FAR_TIMES = 4;

/**
 * `sliceLength`: so much is read at once, or what is asked for, if that is more. Who jumps from one place to another one far behind it, over large
 * pictures, gets short slices.
 */
export function createSlices(bytes: VideoBytes, sliceLength: number): Slices {
  const least = Math.min(sliceLength, LEAST_BYTES);
  let next = least;
  let start = 0;
  let slice = NOTHING;
  const held = (at: number, length: number): Uint8Array | undefined => {
    const end = Math.min(bytes.size, at + length);
    return at >= start && end <= start + slice.length ? slice.subarray(at - start, end - start) : undefined;
  };
  return {
    size: bytes.size,
    held,
    view: async (at, length) => {
      const kept = held(at, length);
      if (kept !== undefined) return kept;
      const isFar = at - (start + slice.length) > FAR_TIMES * next;
      next = isFar ? least : Math.min(sliceLength, next * 2);
      // Let go before the next one comes: two of them would be in memory.
      slice = NOTHING;
      const end = Math.min(bytes.size, at + Math.max(length, next));
      if (at < end) slice = await bytes.read(at, end);
      start = at;
      return slice.subarray(0, Math.min(slice.length, length));
    },
  };
}

export interface FilePiece {
  readonly offset: number;
  readonly size: number;
}

/** Smaller gaps are read with what is around them, since a further read takes as long as these bytes; more than this is not read at once. */
const NEAR_BYTES = 4 * 1024;
const MOST_AT_ONCE_BYTES = 1024 * 1024;
const READS_AT_ONCE = 16;

/**
 * Reads pieces of a file in their order: neighbours together, sixteen reads at once. `take` gets each with all that was read from its beginning on,
 * which is less where the file ends before, and says whether to go on; false: it did not.
 */
export async function readPieces<P extends FilePiece>(
  bytes: VideoBytes,
  pieces: readonly P[],
  progress: Watch['progress'],
  take: (piece: P, read: Uint8Array) => boolean | Promise<boolean>,
): Promise<boolean> {
  const groups = groupsOf(pieces);
  for (let first = 0; first < groups.length; first += READS_AT_ONCE) {
    const wave = groups.slice(first, first + READS_AT_ONCE);
    const contents = await Promise.all(wave.map(({ start, end }) => bytes.read(start, Math.min(end, bytes.size))));
    for (const [index, { start, members }] of wave.entries()) {
      const content = contents[index] ?? NOTHING;
      for (const piece of members) if (!(await take(piece, content.subarray(piece.offset - start)))) return false;
    }
    progress((first + wave.length) / groups.length);
  }
  return true;
}

function groupsOf<P extends FilePiece>(pieces: readonly P[]) {
  const groups: { readonly start: number; end: number; readonly members: P[] }[] = [];
  for (const piece of pieces) {
    const { offset, size } = piece;
    const end = offset + size;
    const last = groups.at(-1);
    const isNear = last !== undefined && offset >= last.start && offset <= last.end + NEAR_BYTES;
    if (isNear && end - last.start <= MOST_AT_ONCE_BYTES) {
      last.end = Math.max(last.end, end);
      last.members.push(piece);
    } else groups.push({ start: offset, end, members: [piece] });
  }
  return groups;
}

const STOPPED = new Error('Stopped');

/** What `work` makes of the bytes; undefined: nobody waits any more, which is asked after each read and each unpacking. */
export async function untilStopped<Value>(
  bytes: VideoBytes,
  watch: Watch,
  work: (bytes: VideoBytes) => Promise<Value>,
): Promise<Value | undefined> {
  const wanted = async <Given>(value: Promise<Given>): Promise<Given> => {
    const given = await value;
    if (watch.isStopped()) throw STOPPED;
    return given;
  };
  try {
    return await work({
      size: bytes.size,
      read: (start, end) => wanted(bytes.read(start, end)),
      inflate: (packed, most) => wanted(bytes.inflate(packed, most)),
    });
  } catch (error) {
    if (error === STOPPED) return undefined;
    throw error;
  }
}

/** A subtitle with its times: ms from the video's beginning. */
export interface Cue {
  readonly startMs: number;
  readonly endMs: number;
  readonly text: string;
  /** Of WebVTT: what stands above and behind the timing. */
  readonly id?: string;
  readonly settings?: string;
  /** The blocks that stand before it: NOTE, STYLE, REGION. */
  readonly before?: string;
}

/** The subtitle file of a track. `head`: of WebVTT. */
export const fileOfCues = (
  format: TrackFormat,
  { head, cues }: { readonly head: string; readonly cues: readonly Cue[] },
) => ({
  text: format === 'vtt' ? vttOfCues(head, cues) : srtOfCues(cues),
  phrases: cues.filter(({ text }) => text.trim() !== '').length,
});

/** An .srt file of the cues, in the order of their beginnings. Those without a text are none. */
export const srtOfCues = (cues: readonly Cue[]): string =>
  withText(cues)
    .flatMap(({ startMs, endMs, text }, index) => [
      [index === 0 ? '' : '\n', index + 1, '\n', timeText(startMs, ','), ' --> ', timeText(endMs, ','), '\n'].join(''),
      withoutTimingLines(text),
      '\n',
    ])
    .join('');

/** A WebVTT file of the cues. `head`: what the track gives as the file's head, "WEBVTT" with what follows it; '': none. */
export function vttOfCues(head: string, cues: readonly Cue[]): string {
  const begun = head.trimEnd();
  const written = withText(cues).flatMap(({ startMs, endMs, text, id = '', settings = '', before = '' }) => {
    const name = oneLine(id).replaceAll('-->', '→');
    const blocks = /^\s*(?:NOTE|STYLE|REGION)\b/.test(before) ? `${before.trim().replaceAll('-->', '→')}\n\n` : '';
    const timing = `${timeText(startMs, '.')} --> ${timeText(endMs, '.')}${settings && ` ${oneLine(settings)}`}`;
    return [['\n', blocks, name && `${name}\n`, timing, '\n'].join(''), text.replaceAll('-->', '→'), '\n'];
  });
  return `${begun.startsWith('WEBVTT') ? begun : `WEBVTT${begun && `\n\n${begun}`}`}\n${written.join('')}`;
}

/** A blank line would end the phrase. A text that has none is not copied: it may be one of megabytes. */
const withText = (cues: readonly Cue[]): readonly Cue[] =>
  cues
    .flatMap((cue) => {
      const text = linesOf(cue.text)
        .filter((line) => line.trim() !== '')
        .join('\n');
      if (text === '') return [];
      return text === cue.text ? cue : { ...cue, text };
    })
    .sort((one, other) => one.startMs - other.startMs);

const oneLine = (text: string): string => linesOf(text).join(' ').trim();

export const NOTHING: Uint8Array = new Uint8Array(0);

/** Every browser and every worker has it; the library of types without a page does not know it. */
declare const TextDecoder: new (
  encoding?: string,
  options?: { fatal: boolean },
) => { decode(bytes: Uint8Array): string };

export const decode = (bytes: Uint8Array, encoding?: string): string => new TextDecoder(encoding).decode(bytes);

declare const TextEncoder: new () => { encode(text: string): Uint8Array<ArrayBuffer> };

/** Added to a byte it is half of a letter, and no letter of UTF-8 is decoded to one half: no text has it, no line ends and no word is cut at it. */
const RAW = 0xdc00;
const RAW_LETTERS = /([\udc80-\udcff]+)/u;
const AT_ONCE = 8_192;

/** What a part of a track says, as UTF-8; if it is none, each byte above ASCII stands for itself until `bytesOfLetters` writes it. */
export function lettersOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const letters = Uint16Array.from(bytes, (byte) => (byte < 0x80 ? byte : RAW + byte));
    let text = '';
    for (let at = 0; at < letters.length; at += AT_ONCE)
      text += String.fromCharCode(...letters.subarray(at, at + AT_ONCE));
    return text;
  }
}

/** UTF-8, but for the bytes that `lettersOf` could not read: they are what they were. */
function bytesOfLetters(text: string): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  if (!RAW_LETTERS.test(text)) return encoder.encode(text);
  const pieces = text
    .split(RAW_LETTERS)
    .map((piece, index) =>
      index % 2 === 0 ? encoder.encode(piece) : Uint8Array.from(piece, (letter) => letter.charCodeAt(0) - RAW),
    );
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** Up to the first zero: RFC 8794 lets zeros fill an element up, and boxes of MP4 end their texts with one. */
export function upToZero(bytes: Uint8Array, from = 0): Uint8Array {
  const end = bytes.indexOf(0, from);
  return bytes.subarray(from, end === -1 ? bytes.length : end);
}

export const textUpToZero = (bytes: Uint8Array, from = 0): string => decode(upToZero(bytes, from));

/** A phrase whose end nothing tells stands until the next one begins, but no longer than this. */
const LONGEST_GUESS_MS = 5_000;

/**
 * The ends of what begins at these times, in their order, as far as nothing tells them. `ms`: a millisecond in the unit of the times; what begins
 * within one begins together.
 */
export function guessedEnds(starts: readonly number[], ms: number): readonly number[] {
  const ends = [...starts];
  let next = Number.POSITIVE_INFINITY;
  let later = Number.POSITIVE_INFINITY;
  for (const [index, start] of [...starts.entries()].reverse()) {
    if (next - start >= ms) later = next;
    next = start;
    const latest = start + LONGEST_GUESS_MS * ms;
    ends[index] = later > start ? Math.min(latest, later) : latest;
  }
  return ends;
}

/** A language as files name it (ISO 639-2, either form, or BCP 47) as BCP 47; undefined: none, or no name at all. */
export function languageOfTrack(name: string): string | undefined {
  try {
    const [language] = Intl.getCanonicalLocales(name.trim().replaceAll('_', '-'));
    return language === undefined || /^(?:und|zxx|mis|mul)\b/.test(language) ? undefined : language;
  } catch {
    return undefined;
  }
}
