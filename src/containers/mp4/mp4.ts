import { fail, ok, type Result } from '../../lib/result.ts';
import {
  type ContainerReader,
  MOST_TEXT_BYTES,
  type SubtitleTrack,
  TOO_MUCH,
  type TrackText,
  type VideoBytes,
  type Watch,
} from '../container.ts';
import { createSlices, type Slices, untilStopped } from '../slices.ts';
import { type Cue, srtOfCues, vttOfCues } from '../track-text.ts';
import { type Box, createWalk } from './boxes.ts';
import { codecOf, textKindOf, webVttHead } from './entries.ts';
import { type Movie, type MovieTrack, readMovie } from './movie.ts';
import type { Sample } from './sample.ts';
import { readSamples, samplesOf, sizesOf } from './samples.ts';
import { createTextReader, cuesOf, endsOf, MOST_PHRASES } from './text-samples.ts';

/** Reads MP4, M4V and MOV (ISO/IEC 14496-12, QuickTime File Format): docs/containers.md says what of them. */
export const mp4Reader: ContainerReader = {
  contents: async (bytes) => {
    const slices = createSlices(bytes, HEAD_SLICE);
    const opened = await openFilm(slices);
    if (!opened.ok) return opened;
    const { movie, isCutOff } = opened.value;
    const codecs = (type: MovieTrack['type']) =>
      movie.tracks
        .filter((track) => track.type === type)
        .map(({ entry, entryVersion }) => codecOf(entry, type === 'sound', entryVersion));
    const subtitles: SubtitleTrack[] = [];
    for (const track of movie.tracks) {
      if (track.type === 'subtitles') subtitles.push(await subtitleTrack(slices, movie, track));
    }
    return ok({
      container: 'mp4',
      lengthMs: movie.lengthMs,
      pictures: codecs('picture'),
      sounds: codecs('sound'),
      subtitles,
      isCutOff,
    });
  },
  extract: (bytes, number, watch) =>
    untilStopped(bytes, watch, (wanted) => extractTrack(wanted, number, (share) => watch.progress(share))),
};

/** The boxes that tell of a track stand within this. */
const HEAD_SLICE = 32 * 1024;
/** Of a film in one piece there are a handful; of one in fragments those behind the list of tracks are not gone through here. */
const MOST_TOP_BOXES = 10_000;
const MOST_BEHIND_MOVIE = 50;
/** Of a track's table of sizes, to count its phrases: of 60,000. */
const MOST_COUNTED_BYTES = 256 * 1024;
/** Of Timed Text: a length of zero. */
const EMPTY_BYTES = 2;

const CUT_OFF =
  'The film is cut off before its list of tracks, which stands at its end: without it nothing in the film can be found. Get the whole file again.';
const DAMAGED =
  'The film looks like an MP4 or MOV film, but it has no list of tracks that can be read: it is damaged. Try another copy of it.';
const SEGMENT =
  'The file is one piece of a film that is sent in pieces, without the list of tracks, which stands in a piece of its own (often named "init"). Join the pieces first.';
const PACKED =
  'The list of tracks of this film is packed in a way of QuickTime that is not read here. Save the film anew with a program of today, without converting it.';

interface Film {
  readonly movie: Movie;
  readonly isCutOff: boolean;
}

async function openFilm(slices: Slices): Promise<Result<Film, string>> {
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

/** The boxes of the file up to its list of tracks, and some behind it: the last one tells whether the file is cut off. */
async function topBoxes(slices: Slices): Promise<readonly Box[]> {
  const boxes: Box[] = [];
  let left = MOST_TOP_BOXES;
  for await (const box of createWalk(slices, MOST_TOP_BOXES)(0, slices.size)) {
    boxes.push(box);
    if (box.type === 'moov') left = MOST_BEHIND_MOVIE;
    // A fragment in front of the list of tracks: there is none.
    else if (box.type === 'moof' && left > MOST_BEHIND_MOVIE) break;
    if (--left === 0) break;
  }
  return boxes;
}

async function subtitleTrack(slices: Slices, movie: Movie, track: MovieTrack): Promise<SubtitleTrack> {
  const { number, language, title, isDefault, isForced } = track;
  const { kind, format, isPictures } = textKindOf(track.entry);
  return {
    number,
    kind,
    format,
    isPictures,
    language,
    title,
    isDefault,
    isForced,
    // WebVTT and TTML have samples of several phrases, and phrases of several samples.
    phrases:
      format === 'srt' && track.entry.type !== 'stpp' && !movie.fragments ? await countOf(slices, track) : undefined,
  };
}

async function countOf(slices: Slices, track: MovieTrack): Promise<number | undefined> {
  const sizes = await sizesOf(slices, track, MOST_COUNTED_BYTES);
  // So many of one size are told by one number, which may be any.
  if (sizes === undefined || sizes.count > MOST_PHRASES) return undefined;
  let count = 0;
  for (let index = 0; index < sizes.count; index++) if (sizes.at(index) > EMPTY_BYTES) count++;
  return count;
}

async function extractTrack(
  bytes: VideoBytes,
  number: number,
  progress: Watch['progress'],
): Promise<Result<TrackText, string>> {
  const opened = await openFilm(createSlices(bytes, HEAD_SLICE));
  if (!opened.ok) return opened;
  const { movie } = opened.value;
  const track = movie.tracks.find((one) => one.number === number && one.type === 'subtitles');
  if (track === undefined) {
    return fail(`The film has no subtitles under the number ${number} any more: choose the film again.`);
  }
  const { format, kind, isPictures } = textKindOf(track.entry);
  if (format === undefined) {
    const why = isPictures ? 'holds pictures, no text' : 'cannot be read here';
    return fail(
      `The track of the kind ${kind} ${why}: choose another one, or make an .srt of it with another program.`,
    );
  }
  const listShare = movie.fragments === undefined ? 0 : LIST_SHARE;
  const listed = await samplesOf(bytes, movie, track, (share) => progress(share * listShare));
  if (!listed.ok) return listed;
  const { samples } = listed.value;
  const isCutOff = opened.value.isCutOff || listed.value.isCutOff;
  const read = await readPhrases(bytes, track, samples, (share) => progress(listShare + share * (1 - listShare)));
  const shown = cuesWithin(read && cuesOf(read, track, movie));
  if (!shown.ok) return shown;
  const cues = shown.value;
  const text = format === 'vtt' ? vttOfCues(webVttHead(track.entry), cues) : srtOfCues(cues);
  const phrases = cues.filter((cue) => cue.text.trim() !== '').length;
  if (phrases === 0) {
    const where = isCutOff ? ' in what is there of the film, which is cut off' : '';
    return fail(`The track has no phrases${where}: choose another one.`);
  }
  return ok({ format, text, phrases, isCutOff });
}

const TOO_MANY = `The track has more than ${MOST_PHRASES.toLocaleString('en')} phrases, which no film has: it is damaged. Choose another track.`;

/** The cues, unless they would take too much memory: phrases that are shown again and again are written as often. */
function cuesWithin(cues: readonly Cue[] | undefined): Result<readonly Cue[], string> {
  if (cues === undefined || cues.length > MOST_PHRASES) return fail(TOO_MANY);
  const length = cues.reduce(
    (sum, { text, id = '', settings = '' }) => sum + text.length + id.length + settings.length,
    0,
  );
  return length > MOST_TEXT_BYTES ? fail(TOO_MUCH) : ok(cues);
}

/** Of a film in fragments most of the time goes into finding them. */
const LIST_SHARE = 0.9;

/** undefined: they are too many. */
async function readPhrases(
  bytes: VideoBytes,
  track: MovieTrack,
  samples: readonly Sample[],
  progress: Watch['progress'],
) {
  const reader = createTextReader(track);
  const ends = endsOf(samples, track.timescale);
  const timed = samples.map((sample, index) => ({ ...sample, end: ends[index] ?? 0 }));
  let count = 0;
  await readSamples(
    bytes,
    timed.filter(({ size }) => size >= reader.leastBytes),
    progress,
    (sample, content) => {
      count = reader.add(sample, sample.end, content);
      return count <= MOST_PHRASES;
    },
  );
  return count > MOST_PHRASES ? undefined : reader.phrases();
}
