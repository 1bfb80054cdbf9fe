import { withoutControls } from './lines.ts';

/** Frames per second of films, as people write them. */
export const FRAME_RATES = ['23.976', '24', '25', '29.97', '30'] as const;
export type FrameRate = (typeof FRAME_RATES)[number];

/** The frame rates that fit the frames of a file, at least one, and the one in use until a person chooses another. */
export interface RateChoice {
  readonly rate: FrameRate;
  readonly fitting: readonly FrameRate[];
  /** True if a person chose the rate or no other one fits. Otherwise the page must ask. */
  readonly isSure: boolean;
}

/** `chosen`: by a person. `highest`: the highest frame number within a second; missing: unknown. */
export function rateChoice(chosen: FrameRate | undefined, proposed: FrameRate, highest = 0): RateChoice {
  const fitting = FRAME_RATES.filter((rate) => Math.ceil(Number(rate)) > highest);
  const rate = [chosen, proposed].find((one) => one !== undefined && fitting.includes(one));
  const isSure = (chosen !== undefined && rate === chosen) || fitting.length === 1;
  return { rate: rate ?? fitting[0] ?? '30', fitting, isSure };
}

/** The whole frames that count as a second: 24 for a film of 23.976. */
export const framesCounted = (rate: FrameRate): number => Math.ceil(Number(rate));

/** The exact frames per second: "23.976" is short for 24,000 in 1,001 seconds. */
export function exactRate(rate: number): number {
  const whole = Math.round(rate);
  const ntsc = (whole * 1_000) / 1_001;
  return Math.abs(rate - ntsc) < 0.005 && rate !== whole ? ntsc : rate;
}

export const frameMs = (frame: number, rate: FrameRate): number =>
  Math.round((frame * 1_000) / exactRate(Number(rate)));

/** The rate of a MicroDVD file that names none, until a person chooses one. */
export const USUAL_MICRO_DVD_RATE: FrameRate = '23.976';

/** Matches a line that begins and ends at the same frame. "{0}{1}25" is a text. */
const RATE_LINE = /^[ \t\uFEFF]*\{([01])\}[ \t]*\{\1\}[ \t]*(\d{1,3}(?:[.,]\d{1,3})?)(?:[ \t]*fps)?[ \t]*(?:[\r\n]|$)/i;
export const isRateLine = (line: string): boolean => RATE_LINE.test(line);

/** The rate in the first line of a MicroDVD file, "{1}{1}23.976"; undefined: the line has none. */
export function rateInText(source: string): number | undefined {
  const rate = Number(RATE_LINE.exec(source)?.[2]?.replace(',', '.'));
  return rate > 0 ? rate : undefined;
}

/** What the first screen must know about a format. saved-formats.ts has the other facts, and read-document.ts the readers. */
interface FormatRow {
  readonly named: `${'a' | 'an'} ${string}`;
  readonly endings: readonly [string, ...string[]];
  /** Returns true if the first characters of a text prove this format. The last row is tried first. */
  readonly isFormat: (head: string) => boolean;
  /** Where a phrase has its times: on the line above, in the fields of an event, or before its text in this pattern. */
  readonly times: 'above' | 'event' | RegExp;
}

const TIME = String.raw`\d+:\d\d:\d\d\.\d{3}`;
const SBV = new RegExp(String.raw`^${TIME},${TIME}[ \t]*(?:[\r\n]|$)`);
const ASS = /^(?:\[(?:script info|v4\+? styles|events)\]|Dialogue: *(?:Marked=)?\d+,\d+:\d\d:\d\d\.\d\d,)/i;
const SSA = /^(?:\[v[34] styles\]|ScriptType:[ \t]*v[1-4]\.00[ \t]*\r?$)/im;
/** Matches an event in a file without sections, as old converters write it. */
const EVENT =
  /^[ \t]*Dialogue:[ \t]*(?:(?:Marked[ \t]*=[ \t]*)?\d+[ \t]*,[ \t]*)?\d+:\d\d?:\d\d?[.:,]\d+[ \t]*,[ \t]*\d+:\d\d?:/im;
const WEB_VTT = /^WEBVTT(?=\s|$)/;
/** Matches the beginning of a strict .srt file. A text that the strict rules accept is never read as another format. */
const NUMBER = /^\d+[ \t]*(?:[\r\n]|$)/;
const TTML = /^(?:<(?:\?[^>]*|!--(?:(?!-->)[\s\S])*--|!DOCTYPE(?:[^[>]|\[[^\]]*\])*)>\s*)*<(?:[\w.-]{1,40}:)?tt[\s>]/i;
const MICRO_DVD = /^\{(?:\d+|DEFAULT)\}[ \t]*\{\d*\}/i;
const LRC = /^(?:\[[a-z#][^\]:\r\n]{0,20}:[^\]\r\n]*\]\s*)*\[\d{1,3}:\d{1,2}(?:[.:]\d{1,3}){0,2}\]/i;
const COMMENTS = /^(?:[ \t]*(?:;|!:)[^\r\n]*[\r\n]+|\s+)*/;

const hasEvents = (head: string): boolean =>
  ASS.test(head.replace(COMMENTS, '')) || (!NUMBER.test(head) && !WEB_VTT.test(head) && EVENT.test(head));

/** One row for each format. Sentences list the formats in this order. */
const ROWS = {
  srt: { named: 'an .srt', endings: ['.srt'], isFormat: () => true, times: 'above' },
  vtt: { named: 'a WebVTT', endings: ['.vtt'], isFormat: (head) => WEB_VTT.test(head), times: 'above' },
  ass: { named: 'an ASS', endings: ['.ass'], isFormat: hasEvents, times: 'event' },
  ssa: { named: 'an SSA', endings: ['.ssa'], isFormat: (head) => hasEvents(head) && SSA.test(head), times: 'event' },
  sbv: { named: 'an SBV', endings: ['.sbv'], isFormat: (head) => SBV.test(head), times: 'above' },
  ttml: {
    named: 'a TTML',
    endings: ['.ttml', '.dfxp', '.itt', '.xml'],
    isFormat: (head) => TTML.test(head),
    times: /<(?:\w+:)?p(?:\s[^<>]*)?>/,
  },
  sub: {
    named: 'a MicroDVD',
    endings: ['.sub'],
    isFormat: (head) => MICRO_DVD.test(head),
    times: /^\uFEFF?[ \t]*\{\d+\}[ \t]*\{\d*\}/m,
  },
  lrc: {
    named: 'an LRC',
    endings: ['.lrc'],
    isFormat: (head) => LRC.test(head),
    times: /^\uFEFF?[ \t]*(?:\[\d+:[\d:.]+\][ \t]*)+/m,
  },
} as const satisfies Readonly<Record<string, FormatRow>>;

export type FileFormat = keyof typeof ROWS;
export const FORMATS: Readonly<Record<FileFormat, FormatRow>> = ROWS;
export const FILE_FORMATS = Object.keys(ROWS) as readonly FileFormat[];

export const formatName = (format: FileFormat): string => FORMATS[format].named.replace(/^an? /, '');

export const hasStyles = (format: FileFormat): boolean => FORMATS[format].times === 'event';

/**
 * How a text is read. "sub-25": a MicroDVD file without a frame rate, at 25 frames a second. "srt": with the specification's strict rules.
 * "mended-srt": leniently, so that a repaired file keeps the blocks that are no phrases.
 */
export const READINGS = [...FILE_FORMATS, 'mended-srt' as const, ...FRAME_RATES.map((rate) => `sub-${rate}` as const)];
export type ReadAs = (typeof READINGS)[number];

export const formatOf = (readAs: ReadAs): FileFormat =>
  readAs === 'mended-srt' ? 'srt' : isOfRate(readAs) ? 'sub' : readAs;

const isOfRate = (readAs: ReadAs): readAs is `sub-${FrameRate}` => readAs.startsWith('sub-');

/** So many characters are enough to recognize every format, so long texts take no longer than short ones. */
const HEAD_CHARACTERS = 20_000;

export function recognizeFormat(text: string): FileFormat {
  const head = text.slice(0, HEAD_CHARACTERS).replace(/^[\uFEFF\s]+/, '');
  return FILE_FORMATS.findLast((format) => FORMATS[format].isFormat(head)) ?? 'srt';
}

/**
 * Prepares a text for saving, in UTF-8. Removes control characters, which may come from a pasted text or a project file, unless the film has
 * another format than .srt and its own control characters.
 */
export function textToSave(
  { readAs, sourceText }: { readonly readAs: ReadAs; readonly sourceText: string },
  text: string,
): string {
  const isSrt = formatOf(readAs) === 'srt';
  return inUtf8(isSrt || withoutControls(sourceText) === sourceText ? withoutControls(text) : text);
}

const inUtf8 = (text: string): string =>
  text.replace(/^(\uFEFF?<\?xml\s[^<>]*?encoding\s*=\s*)(["'])(?!utf-8\2)[\w.-]+\2/i, '$1$2UTF-8$2');

/** The names that "Open…" offers. The format of a file depends only on its content. */
export const SUBTITLE_NAMES = [...Object.values(FORMATS).flatMap(({ endings }) => endings), '.txt'];
export const hasSubtitleName = (name: string): boolean =>
  SUBTITLE_NAMES.some((end) => name.toLowerCase().endsWith(end));

/** The videos that "Open…" offers. Some systems do not know these extensions. */
export const FILM_NAMES = ['video/*', '.mkv', '.mp4', '.m4v', '.webm', '.mov'];
