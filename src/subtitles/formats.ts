import { FRAME_RATES, type FrameRate } from './frame-rates.ts';

/** What the empty page needs to know of a format. The rest is in saved-formats.ts, its reader in read-document.ts. */
interface FormatRow {
  /** As people say it, with its article: "a WebVTT". */
  readonly named: `${'a' | 'an'} ${string}`;
  /** The first is the usual one. */
  readonly endings: readonly [string, ...string[]];
  /** Whether a text is certainly of this format, by its first characters. The last row is asked first. */
  readonly isFormat: (head: string) => boolean;
  /** Where a phrase has its times: on the line above, in the fields of an event, or before its text in this form. */
  readonly times: 'above' | 'event' | RegExp;
}

const TIME = String.raw`\d+:\d\d:\d\d\.\d{3}`;
const SBV = new RegExp(String.raw`^${TIME},${TIME}[ \t]*(?:[\r\n]|$)`);
const ASS = /^(?:\[(?:script info|v4\+? styles|events)\]|Dialogue: *(?:Marked=)?\d+,\d+:\d\d:\d\d\.\d\d,)/i;
const SSA = /^(?:\[v[34] styles\]|ScriptType:[ \t]*v[1-4]\.00[ \t]*\r?$)/im;
/** An event in a file without sections: old converters leave them out. */
const EVENT =
  /^[ \t]*Dialogue:[ \t]*(?:(?:Marked[ \t]*=[ \t]*)?\d+[ \t]*,[ \t]*)?\d+:\d\d?:\d\d?[.:,]\d+[ \t]*,[ \t]*\d+:\d\d?:/im;
const WEB_VTT = /^WEBVTT(?=\s|$)/;
/** The beginning of a strict .srt file: no text that the strict rules accept is read as another format. */
const NUMBER = /^\d+[ \t]*(?:[\r\n]|$)/;
const TTML = /^(?:<(?:\?[^>]*|!--(?:(?!-->)[\s\S])*--|!DOCTYPE(?:[^[>]|\[[^\]]*\])*)>\s*)*<(?:[\w.-]{1,40}:)?tt[\s>]/i;
const MICRO_DVD = /^\{(?:\d+|DEFAULT)\}[ \t]*\{\d*\}/i;
/** Tags of a song, then a line with its time. */
const LRC = /^(?:\[[a-z#][^\]:\r\n]{0,20}:[^\]\r\n]*\]\s*)*\[\d{1,3}:\d{1,2}(?:[.:]\d{1,3}){0,2}\]/i;
const COMMENTS = /^(?:[ \t]*(?:;|!:)[^\r\n]*[\r\n]+|\s+)*/;

const hasEvents = (head: string): boolean =>
  ASS.test(head.replace(COMMENTS, '')) || (!NUMBER.test(head) && !WEB_VTT.test(head) && EVENT.test(head));

/** One row for each format of subtitle files. Sentences list the formats in this order. */
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

/** ASS and SSA: phrases are events, and events have styles. */
export const hasStyles = (format: FileFormat): boolean => FORMATS[format].times === 'event';

/**
 * How a text is read. "sub-25": a MicroDVD file that does not say how many frames a second it counts, by 25. "srt": by the specification's
 * strict rules. "mended-srt": leniently, so that blocks that are no phrase stay in a mended file.
 */
export const READINGS = [...FILE_FORMATS, 'mended-srt' as const, ...FRAME_RATES.map((rate) => `sub-${rate}` as const)];
export type ReadAs = (typeof READINGS)[number];

export const formatOf = (readAs: ReadAs): FileFormat =>
  readAs === 'mended-srt' ? 'srt' : isOfRate(readAs) ? 'sub' : readAs;

const isOfRate = (readAs: ReadAs): readAs is `sub-${FrameRate}` => readAs.startsWith('sub-');

/** No format needs more to be recognized, and a long text takes no longer than a short one. */
const HEAD_CHARACTERS = 20_000;

/** The format that a text is certainly of, by its content alone; .srt if it is of no other. */
export function recognizeFormat(text: string): FileFormat {
  const head = text.slice(0, HEAD_CHARACTERS).replace(/^[\uFEFF\s]+/, '');
  return FILE_FORMATS.findLast((format) => FORMATS[format].isFormat(head)) ?? 'srt';
}
