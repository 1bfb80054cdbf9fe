import { fail, ok, type Result } from '../../lib/result.ts';
import type { VideoBytes, Watch } from '../container.ts';
import { createReader, createSlices, type FoundText, readPieces, type Slices } from '../reading.ts';
import { type Box, createWalk } from './boxes.ts';
import { codecOf, type Movie, type MovieTrack, readMovie, textKindOf, webVttHead } from './movie.ts';
import { type Sample, samplesOf, sizesOf } from './samples.ts';
import { createTextReader, cuesOf, MOST_PHRASES, withEnds } from './text-samples.ts';

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

/** A film in one piece has a handful. In a fragmented film, boxes behind the list of tracks are not read here. */
const MOST_TOP_BOXES = 10_000;
const MOST_BEHIND_MOVIE = 50;
/** A Timed Text sample of length zero fills the time between phrases. */
const EMPTY_BYTES = 2;

const CUT_OFF =
  'The film is cut off before its list of tracks, which stands at its end: without it nothing in the film can be found. Get the whole file again.';
const DAMAGED =
  'The film looks like an MP4 or MOV film, but it has no list of tracks that can be read: it is damaged. Try another copy of it.';
const SEGMENT =
  'The file is one piece of a film that is sent in pieces, without the list of tracks, which stands in a piece of its own (often named "init"). Join the pieces first.';
const PACKED =
  'The list of tracks of this film is packed in a way of QuickTime that is not read here. Save the film anew with a program of today, without converting it.';

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

/** The boxes up to the list of tracks and some behind it: the last one shows whether the file is cut off. */
async function topBoxes(slices: Slices): Promise<readonly Box[]> {
  const boxes: Box[] = [];
  let left = MOST_TOP_BOXES;
  for await (const box of createWalk(slices, MOST_TOP_BOXES)(0, slices.size)) {
    boxes.push(box);
    if (box.type === 'moov') left = MOST_BEHIND_MOVIE;
    // A fragment before the list of tracks means that there is none.
    else if (box.type === 'moof' && left > MOST_BEHIND_MOVIE) break;
    if (--left === 0) break;
  }
  return boxes;
}

async function countOf(slices: Slices, movie: Movie, track: MovieTrack): Promise<number | undefined> {
  // WebVTT and TTML have several phrases per sample, and phrases in several samples.
  const isOnePerSample = textKindOf(track.entry)[1] === 'srt' && track.entry.type !== 'stpp';
  if (!isOnePerSample || movie.fragments !== undefined) return undefined;
  // Enough for 60,000 phrases.
  const sizes = await sizesOf(slices, track, 256 * 1024);
  // A table for equal sizes is a single number, which can claim any count.
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
  // Finding fragments takes most of the time.
  const listShare = movie.fragments === undefined ? 0 : 0.9;
  const listed = await samplesOf(bytes, movie, track, (share) => progress(share * listShare));
  if (!listed.ok) return listed;
  const { samples, isCutOff } = listed.value;
  const read = await readPhrases(bytes, track, samples, (share) => progress(listShare + share * (1 - listShare)));
  const cues = read && cuesOf(read.phrases, track, movie);
  if (read === undefined || cues === undefined || cues.length > MOST_PHRASES) {
    return fail(
      `The track has more than ${MOST_PHRASES.toLocaleString('en')} phrases, which no film has: it is damaged. Choose another track.`,
    );
  }
  return ok({ head: webVttHead(track.entry), cues, isCutOff: isCutOff || read.hasHole });
}

/** undefined: too many. `hasHole`: a sample has only zeros, as in an incomplete download. */
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
