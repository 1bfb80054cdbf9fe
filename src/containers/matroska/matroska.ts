import { loadOnce } from '../../lib/memo.ts';
import { fail, ok, type Result } from '../../lib/result.ts';
import type { FileFormat } from '../../subtitles/formats.ts';
import { lineEndOf, linesOf } from '../../subtitles/lines.ts';
import { timeText } from '../../subtitles/timing.ts';
import type { VideoBytes, Watch } from '../container.ts';
import {
  type Cue,
  createReader,
  createSlices,
  guessedEnds,
  lettersOf,
  MOST_TEXT_BYTES,
  NOTHING,
  type Slices,
  textUpToZero,
  upToZero,
} from '../reading.ts';
import { createPhraseList, type PhraseList, type ReadPhrase, readBlock, unpack } from './blocks.ts';
import {
  codecOfEntry,
  contentOfElement,
  elementsIn,
  HEAD_LENGTH,
  type Head,
  headAt,
  hex,
  ID,
  kindOfTrack,
  readTracks,
  type TrackEntry,
  unsigned,
  unsignedOf,
} from './elements-and-tracks.ts';
import { entriesIn, type PassEnd, passOver, takeByIndex } from './finding-blocks.ts';

/** Reads Matroska and WebM (RFC 9559); see docs/containers.md. */
export const matroskaReader = createReader<TrackEntry>(async (bytes) => {
  const slices = createSlices(bytes, HEAD_SLICE);
  const opened = await openFilm(slices);
  if (!opened.ok) return opened;
  const film = opened.value;
  const counts = loadOnce(() => phraseCounts(slices, film));
  const countOf = async ({ uid }: TrackEntry) => (await counts()).get(uid);
  return ok({
    ...film,
    codecOf: codecOfEntry,
    textKindOf: kindOfTrack,
    countOf,
    textOf: async (track, format, progress) => {
      const head = await unpack(track.head, track.packingsOfHead ?? [], MOST_TEXT_BYTES, bytes.inflate);
      if (head === undefined) return fail('The start of the track is damaged. Choose another track.');
      const { list, error, isCutOff } = await readPhrases(bytes, slices, film, track, countOf, progress);
      if (error !== undefined) return fail(error);
      return ok({ ...contentOfTrack(format, track.codecId, lettersOf(upToZero(head)), list.phrases), isCutOff });
    },
  });
});

const HEAD_SLICE = 64 * 1024;
/** Bytes per read. 16 MB are as fast as 32 MB in Chromium, and faster than 8 MB. */
const PASS_SLICE = 16 * 1024 * 1024;
const MOST_INFO_BYTES = 1024 * 1024;
/** The most bytes of the tracks, whose ASS heads can include fonts, and of tags and index, which have an entry for each phrase. */
const MOST_PART_BYTES = 32 * 1024 * 1024;
/** The most elements before the first cluster, and the most places of one kind in the list of parts. */
const MOST_ELEMENTS = 256;

const DAMAGED =
  'This Matroska video is damaged: its list of tracks cannot be read. Try another copy, or repair it with a program such as MKVToolNix.';

interface Film {
  /** `segment`, `end`: offsets of the beginning and the end of the segment's content. */
  readonly segment: number;
  readonly end: number;
  readonly firstCluster: number;
  readonly isCutOff: boolean;
  /** Offsets of the segment's parts by ID: of those before the first cluster, and of those in the list of parts (SeekHead). */
  readonly places: ReadonlyMap<number, readonly number[]>;
  readonly tickMs: number;
  readonly tracks: readonly TrackEntry[];
}

async function openFilm(slices: Slices): Promise<Result<Film, string>> {
  const begun = await findSegment(slices);
  if (!begun.ok) return begun;
  const { segment, size } = begun.value;
  const end = Math.min(slices.size, segment + size);
  const { places, firstCluster } = await findParts(slices, segment, end);
  const [info = NOTHING] = await readParts(slices, places, ID.info, MOST_INFO_BYTES);
  const lists = await readParts(slices, places, ID.tracks, MOST_PART_BYTES);
  const tracks = lists.map(readTracks).find((list) => list.length > 0);
  if (tracks === undefined) return fail(DAMAGED);
  const tickMs = (unsignedOf(info, ID.timestampScale, 1_000_000) || 1_000_000) / 1_000_000;
  return ok({
    segment,
    end,
    firstCluster: firstCluster ?? end,
    isCutOff: Number.isFinite(size) && segment + size > slices.size,
    places,
    tickMs,
    tracks,
  });
}

async function headIn(slices: Slices, at: number): Promise<Head | undefined> {
  return headAt(slices.held(at, HEAD_LENGTH) ?? (await slices.view(at, HEAD_LENGTH)), 0);
}

async function findSegment(slices: Slices) {
  const start = await slices.view(0, HEAD_SLICE);
  const ebml = headAt(start, 0);
  if (ebml?.id !== ID.ebml || ebml.size > start.length) return fail(DAMAGED);
  const docType = contentOfElement(start.subarray(ebml.length, ebml.length + ebml.size), ID.docType);
  const name = docType === undefined ? 'matroska' : textUpToZero(docType);
  if (name !== 'matroska' && name !== 'webm') {
    return fail(`The file calls itself "${name.slice(0, 40)}", which is neither Matroska nor WebM. It cannot be read.`);
  }
  let at = ebml.length + ebml.size;
  for (let count = 0; count < MOST_ELEMENTS && at < slices.size; count++) {
    const head = await headIn(slices, at);
    if (head === undefined) break;
    if (head.id === ID.segment) return ok({ segment: at + head.length, size: head.size });
    at += head.length + head.size;
  }
  return fail(DAMAGED);
}

async function findParts(slices: Slices, segment: number, end: number) {
  const places = new Map<number, number[]>();
  const note = (id: number, at: number) => {
    const known = places.get(id) ?? [];
    if (at < end && known.length < 16 && !known.includes(at)) places.set(id, [...known, at]);
  };
  let at = segment;
  for (let count = 0; count < MOST_ELEMENTS && at < end; count++) {
    const head = await headIn(slices, at);
    if (head === undefined) break;
    note(head.id, at);
    if (head.id === ID.cluster) break;
    at += head.length + head.size;
  }
  // A list of parts can name a second list, which this loop then reads, too.
  for (let index = 0; index < (places.get(ID.seekHead)?.length ?? 0); index++) {
    const list = new Map([[ID.seekHead, [places.get(ID.seekHead)?.[index] ?? end]]]);
    for (const content of await readParts(slices, list, ID.seekHead, MOST_INFO_BYTES)) {
      for (const { id, at } of placesIn(content)) note(id, segment + at);
    }
  }
  return { places, firstCluster: places.get(ID.cluster)?.[0] };
}

function placesIn(seekHead: Uint8Array): readonly { readonly id: number; readonly at: number }[] {
  return [...elementsIn(seekHead)]
    .filter(({ id }) => id === ID.seek)
    .map(({ content }) => ({
      id: unsigned(contentOfElement(content, ID.seekId) ?? NOTHING),
      at: unsignedOf(content, ID.seekPosition, Number.POSITIVE_INFINITY),
    }));
}

/** The readable parts with that ID, up to `most` bytes together. */
async function readParts(
  slices: Slices,
  places: Film['places'],
  id: number,
  most: number,
): Promise<readonly Uint8Array[]> {
  const parts: Uint8Array[] = [];
  let left = most;
  for (const at of places.get(id) ?? []) {
    const head = await headIn(slices, at);
    if (head?.id !== id || head.size > left) continue;
    left -= head.size;
    parts.push(await slices.view(at + head.length, head.size));
  }
  return parts;
}

/** Number of phrases by track UID. mkvmerge writes it into the tags, and MakeMKV too, with a language in the name. */
async function phraseCounts(slices: Slices, { places }: Film): Promise<ReadonlyMap<string, number>> {
  const parts = await readParts(slices, places, ID.tags, MOST_PART_BYTES);
  const counts = new Map<string, number>();
  for (const { content: tag } of parts.flatMap((tags) => [...elementsIn(tags)])) {
    const count = countIn(tag);
    for (const { id, content } of count === undefined ? [] : elementsIn(contentOfElement(tag, ID.targets) ?? NOTHING)) {
      if (id === ID.tagTrackUid && count !== undefined) counts.set(hex(content), count);
    }
  }
  return counts;
}

function countIn(tag: Uint8Array): number | undefined {
  for (const { id, content } of elementsIn(tag)) {
    if (id !== ID.simpleTag) continue;
    const name = textUpToZero(contentOfElement(content, ID.tagName) ?? NOTHING);
    const value = textUpToZero(contentOfElement(content, ID.tagString) ?? NOTHING);
    if (/^NUMBER_OF_FRAMES(?:-|$)/.test(name) && /^\d{1,9}$/.test(value)) return Number(value);
  }
  return undefined;
}

/** Uses the index if it is reliable. Otherwise reads the video from the first cluster on. */
async function readPhrases(
  bytes: VideoBytes,
  slices: Slices,
  film: Film,
  track: TrackEntry,
  countOf: (track: TrackEntry) => Promise<number | undefined>,
  progress: Watch['progress'],
): Promise<PassEnd & { readonly list: PhraseList }> {
  const createList = () => createPhraseList(track, film.tickMs, bytes.inflate);
  const [cues = NOTHING] = await readParts(slices, film.places, ID.cues, MOST_PART_BYTES);
  const entries = entriesIn(cues, track.number, film.segment);
  const blockCount = entries && (await countOf(track));
  if (entries) {
    const list = createList();
    const end = await takeByIndex(bytes, track.number, entries, blockCount, progress, list.add);
    if (end) return { ...end, list };
  }
  const list = createList();
  const range = { from: film.firstCluster, to: film.end };
  const slicesOfPass = createSlices(bytes, PASS_SLICE);
  const end = await passOver(slicesOfPass, range, track.number, progress, async ({ id, content, clusterTicks }) => {
    const block = readBlock(id, content, clusterTicks);
    return block && list.add(block);
  });
  return { ...end, list };
}

/** `head`: CodecPrivate. `codecId` decides how a block stores WebVTT. */
function contentOfTrack(format: FileFormat, codecId: string, head: string, phrases: readonly ReadPhrase[]) {
  const timed = withEnds(phrases);
  if (format === 'ass' || format === 'ssa') return assFile(head, timed, format);
  const cueOf = codecId.startsWith('D_') ? cueOfWebm : cueOfMatroska;
  return { head, cues: format === 'srt' ? timed : timed.map(cueOf) };
}

interface TimedPhrase extends ReadPhrase {
  readonly endMs: number;
}

function withEnds(phrases: readonly ReadPhrase[]): readonly TimedPhrase[] {
  const sorted = phrases.toSorted((one, other) => one.startMs - other.startMs);
  const guessed = guessedEnds(
    sorted.map(({ startMs }) => startMs),
    1,
  );
  return sorted.map((phrase, index) => {
    const { startMs, durationMs } = phrase;
    return { ...phrase, endMs: durationMs === undefined ? (guessed[index] ?? startMs) : startMs + durationMs };
  });
}

/** WebVTT in WebM ("D_WEBVTT/SUBTITLES"): id and settings are the first lines of the block. */
function cueOfWebm({ startMs, endMs, text }: TimedPhrase): Cue {
  const [id = '', settings = '', ...lines] = linesOf(text);
  return { startMs, endMs, text: lines.join('\n'), id, settings };
}

/**
 * WebVTT in Matroska ("S_TEXT/WEBVTT"): the addition contains settings, id and the blocks before the cue. Times within the text count from the beginning of the
 * cue. In a WebVTT file they count from the beginning of the video.
 */
function cueOfMatroska({ startMs, endMs, text, addition }: TimedPhrase): Cue {
  const [settings = '', id = '', ...before] = linesOf(addition);
  return { startMs, endMs, text: text.replace(TIME_WITHIN, later(startMs)), id, settings, before: before.join('\n') };
}

const TIME_WITHIN = /<((?:\d+:)?\d\d:\d\d\.\d{3})>/g;

const later =
  (ms: number) =>
  (_: string, time: string): string => {
    const seconds = time.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
    return `<${timeText(seconds * 1_000 + ms, '.')}>`;
  };

const EVENTS = /^[ \t]*\[events\][ \t]*$/im;
const SECTION = /^[ \t]*\[[^\]\r\n]+\][ \t]*$/m;
const FORMAT = /^[ \t]*format[ \t]*:(.*)$/im;
const USUAL_COLUMNS = 'Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text';

/** Adds a line for each phrase to the events of the unchanged head, in the original order (ReadOrder). */
function assFile(head: string, phrases: readonly TimedPhrase[], format: 'ass' | 'ssa') {
  const usual = `Format: ${format === 'ssa' ? 'Marked' : 'Layer'}, ${USUAL_COLUMNS}`;
  const lineEnd = lineEndOf(head);
  const events = EVENTS.exec(head);
  if (events === null) {
    const begun = head.trim() === '' ? '[Events]' : `${head.trimEnd()}${lineEnd}${lineEnd}[Events]`;
    return assFile(`${begun}${lineEnd}${usual}${lineEnd}`, phrases, format);
  }
  const behind = events.index + events[0].length;
  const next = head.slice(behind).search(SECTION);
  const section = head.slice(behind, next === -1 ? undefined : behind + next);
  const named = FORMAT.exec(section);
  const place = behind + endOfLastLine(section);
  const names = (named?.[1] ?? usual.slice('Format:'.length)).split(',').map((name) => name.trim().toLowerCase());
  // A damaged line could repeat a column endlessly, and each copy would contain the text. Repeated columns become empty, so that the others keep their places.
  const columns = names.slice(0, 100).map((name, place) => (names.indexOf(name) === place ? name : ''));
  const before = head.slice(0, place);
  const written = [
    ...[before, /[\r\n]$/.test(before) ? '' : lineEnd, named === null ? usual + lineEnd : ''],
    ...phrases
      .map((phrase) => ({ phrase, order: orderOf(phrase.text) }))
      .sort((one, other) => one.order - other.order)
      .flatMap(({ phrase }) => [...valuesIn(columns, phrase), lineEnd]),
    head.slice(place),
  ];
  return { text: written.join(''), phrases: phrases.length };
}

function endOfLastLine(text: string): number {
  let end = text.length;
  while (end > 0 && '\r\n'.includes(text.charAt(end - 1))) end--;
  return end + (/^(?:\r\n|\r|\n)/.exec(text.slice(end, end + 2))?.[0].length ?? 0);
}

/** "ReadOrder,Layer,Style,Name,MarginL,MarginR,MarginV,Effect,Text". Blocks in another form are plain text and come last. */
const IN_BLOCK = ['readorder', 'layer', 'style', 'name', 'marginl', 'marginr', 'marginv', 'effect'];

const orderOf = (block: string): number => {
  const [, order] = /^(\d+)(?:,[^,]*){7},/.exec(block) ?? [];
  return order === undefined ? Number.POSITIVE_INFINITY : Number(order);
};

function readEvent(block: string): ReadonlyMap<string, string> {
  const line = linesOf(block.trimEnd()).join('\\N');
  const values = new Map<string, string>();
  // The text is not copied, because it may have megabytes.
  let from = 0;
  for (const column of IN_BLOCK) {
    const end = line.indexOf(',', from);
    if (end === -1) return new Map([['text', line]]);
    values.set(column, line.slice(from, end));
    from = end + 1;
  }
  return values
    .set('actor', values.get('name') ?? '')
    .set('marked', `Marked=${values.get('layer') || 0}`)
    .set('text', line.slice(from));
}

const MISSING = new Map([
  ['layer', '0'],
  ['marked', 'Marked=0'],
  ['style', 'Default'],
  ...['marginl', 'marginr', 'marginv', 'margint', 'marginb'].map((name): [string, string] => [name, '0']),
]);

/** The values in two pieces, so that the last column, usually the text, is not copied. */
function valuesIn(columns: readonly string[], { startMs, endMs, text }: TimedPhrase): readonly string[] {
  const values = new Map([...readEvent(text), ['start', assClock(startMs)], ['end', assClock(endMs)]]);
  const written = columns.map((column) => values.get(column) || (MISSING.get(column) ?? ''));
  const last = written.pop() ?? '';
  return [['Dialogue: ', ...written.map((value) => `${value},`)].join(''), last];
}

function assClock(ms: number): string {
  const whole = timeText(Math.round(ms / 10) * 10, '.').slice(0, -1);
  return whole.startsWith('0') ? whole.slice(1) : whole;
}
