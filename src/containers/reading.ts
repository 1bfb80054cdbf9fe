import { fail, ok, type Result } from '../lib/result.ts';
import type { FileFormat } from '../subtitles/formats.ts';
import { linesOf } from '../subtitles/lines.ts';
import { timeText, withoutTimingLines } from '../subtitles/timing.ts';
import type {
  Codec,
  ContainerReader,
  SubtitleTrack,
  TrackFlags,
  TrackText,
  VideoBytes,
  VideoContents,
  Watch,
} from './container.ts';

/** Code that the readers of all containers share. This is a track without its codec. */
export interface TrackFacts extends Omit<SubtitleTrack, 'kind' | 'format' | 'isPictures' | 'phrases'> {
  readonly type: 'picture' | 'sound' | 'subtitles';
}

/** The name of a kind of subtitles, and the format in which the page opens it. */
export type TextKind = readonly [kind: string, opensAs?: FileFormat | 'pictures' | undefined];

/** Names for canPlayType, by the usual name of the codec. */
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

/** The text of a track: cues with the head of a WebVTT file, or a complete file. `isCutOff`: true if the video ends early. */
export type FoundText = { readonly isCutOff: boolean } & (
  | { readonly head: string; readonly cues: readonly Cue[] }
  | { readonly text: string; readonly phrases: number }
);

/** A video whose list of tracks has been read. */
interface OpenFilm<Track extends TrackFacts> extends Pick<VideoContents, 'isCutOff'> {
  readonly tracks: readonly Track[];
  /** The codec of a track of pictures or sound. */
  codecOf(track: Track): Codec;
  textKindOf(track: Track): TextKind;
  /** undefined: the video does not say how many phrases the track has. */
  countOf(track: Track): Promise<number | undefined>;
  textOf(track: Track, format: FileFormat, progress: Watch['progress']): Promise<Result<FoundText, string>>;
}

/** The error of `open` is a sentence for people. */
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
    return fail(`Track ${number} is no longer in the video. Choose the video again.`);
  }
  const [kind, opensAs] = textKindOf(track);
  if (opensAs !== undefined && opensAs !== 'pictures') return ok({ track, format: opensAs });
  const other = 'Choose another track, or convert it to .srt with another program.';
  return fail(
    opensAs
      ? `This ${kind} track contains pictures, not text. ${other}`
      : `This ${kind} track cannot be read. ${other}`,
  );
}

const lengthOf = (cues: readonly Cue[]): number =>
  cues.reduce((sum, { text, id = '', settings = '' }) => sum + text.length + id.length + settings.length, 0);

function fileOf(found: FoundText, format: FileFormat, isCutOff: boolean): Result<TrackText, string> {
  // Phrases that the track shows again are written again, so the text can grow.
  if ('cues' in found && lengthOf(found.cues) > MOST_TEXT_BYTES) return fail(TOO_MUCH);
  const { text, phrases } = 'cues' in found ? fileOfCues(format, found) : found;
  if (text.length > MOST_HELD_BYTES) return fail(TOO_MUCH);
  if (phrases > 0) return ok({ format, bytes: bytesOfLetters(text), phrases, isCutOff });
  return fail(
    isCutOff
      ? 'The video is incomplete, and this track has no subtitles in the part that is there. Choose another track.'
      : 'The track has no subtitles. Choose another track.',
  );
}

/** A file, with the slice that was read last. */
export interface Slices {
  readonly size: number;
  /** undefined: the bytes are not in the slice. */
  held(at: number, length: number): Uint8Array | undefined;
  /** Reads the bytes if necessary. Returns fewer at the end of the file. */
  view(at: number, length: number): Promise<Uint8Array>;
}

/** Number of bytes of the first read after a jump. */
const LEAST_BYTES = 64 * 1024;

/** `sliceLength`: bytes per read, unless the caller asks for more. Slices are short while the caller jumps far, over large pictures. */
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
      // A read takes as much time as four slices, so shorter gaps are read instead of jumped over.
      const isFar = at - (start + slice.length) > 4 * next;
      next = isFar ? least : Math.min(sliceLength, next * 2);
      // The old slice is released first. Otherwise both would be in memory.
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

/** Gaps up to this size are read along, because a second read takes as long. MOST_AT_ONCE_BYTES limits a single read. */
const NEAR_BYTES = 4 * 1024;
const MOST_AT_ONCE_BYTES = 1024 * 1024;
const READS_AT_ONCE = 16;

/**
 * Reads pieces in order: neighbours together, and up to sixteen reads in parallel. `take` gets each piece with everything that was read after its beginning
 * (less at the end of the file), and returns whether to continue. Returns false if `take` stopped it.
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

/** Memory limit for a track, because 200 MB of text fit into a video of 280 KB. */
export const MOST_HELD_BYTES = 64 * 1024 * 1024;
/** How many times a text is in memory: as bytes, as letters (two bytes each if one is not Latin), and in the finished file. */
export const HELD_TIMES = 4;
export const MOST_TEXT_BYTES = MOST_HELD_BYTES / HELD_TIMES;

export const TOO_MUCH = `The track claims to need more than ${MOST_HELD_BYTES / 1024 / 1024} MB of memory, so it is probably damaged. Choose another track.`;

const STOPPED = new Error('Stopped');

/** Runs `work`. Returns undefined if the caller stops waiting, which is checked after each read and each unpacking. */
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

/** A subtitle with times in ms from the beginning of the video. */
export interface Cue {
  readonly startMs: number;
  readonly endMs: number;
  readonly text: string;
  /** In WebVTT: the lines before and after the timing. */
  readonly id?: string;
  readonly settings?: string;
  /** The blocks NOTE, STYLE and REGION before the cue. */
  readonly before?: string;
}

const fileOfCues = (format: FileFormat, { head, cues }: { readonly head: string; readonly cues: readonly Cue[] }) => ({
  text: format === 'vtt' ? vttOfCues(head, cues) : srtOfCues(cues),
  phrases: cues.filter(({ text }) => text.trim() !== '').length,
});

/** Sorted by beginning, without empty cues. */
export const srtOfCues = (cues: readonly Cue[]): string =>
  withText(cues)
    .flatMap(({ startMs, endMs, text }, index) => [
      [index === 0 ? '' : '\n', index + 1, '\n', timeText(startMs, ','), ' --> ', timeText(endMs, ','), '\n'].join(''),
      withoutTimingLines(text),
      '\n',
    ])
    .join('');

/** `head`: the head of the track, "WEBVTT" with the text after it. '' if the track has none. */
function vttOfCues(head: string, cues: readonly Cue[]): string {
  const begun = head.trimEnd();
  const written = withText(cues).flatMap(({ startMs, endMs, text, id = '', settings = '', before = '' }) => {
    const name = oneLine(id).replaceAll('-->', '→');
    const blocks = /^\s*(?:NOTE|STYLE|REGION)\b/.test(before) ? `${before.trim().replaceAll('-->', '→')}\n\n` : '';
    const timing = `${timeText(startMs, '.')} --> ${timeText(endMs, '.')}${settings && ` ${oneLine(settings)}`}`;
    return [['\n', blocks, name && `${name}\n`, timing, '\n'].join(''), text.replaceAll('-->', '→'), '\n'];
  });
  return `${begun.startsWith('WEBVTT') ? begun : `WEBVTT${begun && `\n\n${begun}`}`}\n${written.join('')}`;
}

/** A blank line would end the phrase, so it is removed. Texts without one are not copied, because they may have megabytes. */
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

/** Every browser and worker has it, but the type library for code outside a page does not. */
declare const TextDecoder: new (
  encoding?: string,
  options?: { fatal: boolean },
) => { decode(bytes: Uint8Array): string };

export const decode = (bytes: Uint8Array, encoding?: string): string => new TextDecoder(encoding).decode(bytes);

declare const TextEncoder: new () => { encode(text: string): Uint8Array<ArrayBuffer> };

/** Added to a byte, it gives half a surrogate pair. UTF-8 never decodes to one, and no line or word breaks at it. */
const RAW = 0xdc00;
const RAW_LETTERS = /([\udc80-\udcff]+)/u;
const AT_ONCE = 8_192;

/** Decodes UTF-8. In another encoding, each byte above ASCII becomes a placeholder until `bytesOfLetters` restores it. */
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

/** Encodes as UTF-8, and restores the bytes that `lettersOf` could not decode. */
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

/** RFC 8794 fills elements up with zeros, and MP4 boxes end their texts with a zero. */
export function upToZero(bytes: Uint8Array, from = 0): Uint8Array {
  const end = bytes.indexOf(0, from);
  return bytes.subarray(from, end === -1 ? bytes.length : end);
}

export const textUpToZero = (bytes: Uint8Array, from = 0): string => decode(upToZero(bytes, from));

/** Guesses unknown ends from the sorted beginnings. `ms`: a millisecond in the unit of the times. Phrases within one millisecond begin together. */
export function guessedEnds(starts: readonly number[], ms: number): readonly number[] {
  const ends = [...starts];
  let next = Number.POSITIVE_INFINITY;
  let later = Number.POSITIVE_INFINITY;
  for (const [index, start] of [...starts.entries()].reverse()) {
    if (next - start >= ms) later = next;
    next = start;
    const latest = start + 5_000 * ms;
    ends[index] = later > start ? Math.min(latest, later) : latest;
  }
  return ends;
}

/** A language code (ISO 639-2 or BCP 47) as BCP 47. undefined: none, or invalid. */
export function languageOfTrack(name: string): string | undefined {
  try {
    const [language] = Intl.getCanonicalLocales(name.trim().replaceAll('_', '-'));
    return language === undefined || /^(?:und|zxx|mis|mul)\b/.test(language) ? undefined : language;
  } catch {
    return undefined;
  }
}

/** Words for "forced" in track titles, in several languages. */
const FORCED =
  'forced|forcés?|forcées?|forzad[oa]s?|forzat[aei]|forçad[oa]s?|forciert|erzwungen|geforceerd|wymuszone|форс\\p{L}*|signs|foreign parts?(?: only)?|только надписи|强制|強制';
const SDH =
  'sdh|cc|closed captions?|hoh|hearing[- ]impaired|hard[- ]of[- ]hearing|deaf|sme|(?:sourds|malentendants|sordos|surdos|non udenti|hörgeschädigten?|gehörlosen?|doven|niesłyszących|глухих|слабослышащих)';
const COMMENTARY =
  "commentar(?:y|ies)|(?:director|filmmaker|cast)[’']?s? comments?|commentaires?|comentarios?|comentários?|kommentar(?:e|er|spur)?|commento|commenti|komentarz|комментари\\p{L}*";

/** Does not match after a negation: "non-SDH", "without captions". */
const words = (alternatives: string): RegExp =>
  new RegExp(
    `(?<![\\p{L}\\d])(?<!(?:no|non|not|without|sans|sin|senza|ohne|без)[ -])(?:${alternatives})(?![\\p{L}\\d])`,
    'iu',
  );
const IN_TITLE = { isForced: words(FORCED), isSdh: words(SDH), isCommentary: words(COMMENTARY) };
/** "HI" needs brackets, because alone it can mean Hindi. */
const HEARING_IMPAIRED = /[[(]HI[\])]/;
const FULL = words('full|complete|полные');

/** Combines a track's flags with the words in its title. */
export const flagsOf = ({
  title,
  isForced,
  isSdh,
  isCommentary,
}: TrackFlags & { readonly title: string }): TrackFlags => ({
  isForced: isForced || (IN_TITLE.isForced.test(title) && !FULL.test(title)),
  isSdh: isSdh || IN_TITLE.isSdh.test(title) || HEARING_IMPAIRED.test(title),
  isCommentary: isCommentary || IN_TITLE.isCommentary.test(title),
});
