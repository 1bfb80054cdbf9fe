import { shownName } from '../lib/text.ts';
import { recognizeFormat } from '../subtitles/formats.ts';

interface OtherFormat {
  /** The usual name of the format. */
  readonly name: string;
  readonly endings: readonly string[];
  /** Matches the beginning of a file, with each byte as a character; missing: the format is recognized only by its extension. */
  readonly begins?: RegExp;
  readonly isPictures?: boolean;
}

const CUE = String.raw`\d+:\d\d:\d\d`;

const xmlOf = (names: string): RegExp =>
  new RegExp(String.raw`^(?:<(?:\?[^>]*|!--[^>]*--|!DOCTYPE[^>]*)>\s*)*<(?:${names})[\s>]`, 'i');

/** Formats that the page recognizes but cannot read, so that the refusal can name them. */
const OTHERS: readonly OtherFormat[] = [
  { name: 'SAMI', endings: ['smi', 'sami'], begins: /^(?:<(?:\?[^>]*|!--[^>]*--|!DOCTYPE[^>]*)>\s*)*<SAMI[\s>]/i },
  { name: 'MPL2', endings: ['mpl', 'mpl2'], begins: /^\[\d+\]\[\d*\]/ },
  { name: 'Scenarist closed captions (SCC)', endings: ['scc'], begins: /^Scenarist_SCC/i },
  { name: 'EBU STL', endings: [], begins: /^.{3}STL\d\d\.\d\d/s },
  {
    name: 'Spruce STL',
    endings: [],
    begins: new RegExp(String.raw`^(?:(?:\$|//)[^\r\n]*\s+)*${CUE}[:;]\d\d\s*,\s*${CUE}[:;]\d\d\s*,`),
  },
  { name: 'STL', endings: ['stl'] },
  { name: 'PAC', endings: ['pac', 'fpc'] },
  { name: 'Cheetah or Cavena captions', endings: ['cap', '890', 'asc'] },
  {
    name: 'SubViewer',
    endings: ['sbt'],
    begins: /^\[(?:INFORMATION|TITLE|AUTHOR|SOURCE|PRG|FILEPATH|DELAY|CD TRACK|BEGIN|SUBTITLE|COLF|STYLE)\]/i,
  },
  { name: 'QuickTime text', endings: ['qt'], begins: /^\{QTtext\}/i },
  { name: 'Phoenix', endings: ['pjs'] },
  { name: 'AQTitle', endings: ['aqt'], begins: /^-->> \d/ },
  { name: 'DKS', endings: ['dks'] },
  { name: 'Avid', endings: [], begins: /^(?:@ [\s\S]{0,1000})?<begin subtitles>/i },
  { name: 'Final Cut', endings: ['fcpxml'], begins: xmlOf('fcpxml|xmeml') },
  { name: 'digital cinema (DCP)', endings: [], begins: xmlOf('DCSubtitle|(?:\\w+:)?SubtitleReel') },
  { name: 'BDN', endings: [], begins: xmlOf('BDN'), isPictures: true },
  {
    name: 'table (CSV)',
    endings: ['csv', 'tsv', 'xlsx', 'xls'],
    begins: /^[^\r\n]{0,60}\b(?:start|begin)[^\r\n]{0,60}[,;\t]"?(?:end|stop|dur)/i,
  },
  { name: 'text document (RTF)', endings: ['rtf'], begins: /^\{\\rtf/ },
  { name: 'web page (HTML)', endings: ['htm', 'html'], begins: /^<(?:!DOCTYPE html|html)[\s>]/i },
  { name: 'SubViewer', endings: [], begins: new RegExp(String.raw`^${CUE}\.\d\d,${CUE}\.\d\d\s*[\r\n]`) },
  { name: 'TMPlayer', endings: [], begins: new RegExp(String.raw`^${CUE}[:=][^\d\s][^\r\n]*[\r\n]+${CUE}[:=]`) },
  { name: 'Universal Subtitle Format (USF)', endings: ['usf'], begins: /^(?:<\?xml[^>]*>\s*)?<USFSubtitles/i },
  { name: 'RealText', endings: ['rt'], begins: /^<window[\s>]/i },
  { name: 'JACOsub', endings: ['jss', 'js'], begins: /^#(?:TIMERES|SHIFT)\b/i },
  {
    name: 'YouTube timed text',
    endings: ['srv1', 'srv2', 'srv3'],
    begins: /^(?:<\?xml[^>]*>\s*)?<(?:transcript|timedtext)[\s>]/i,
  },
  { name: 'JSON', endings: ['json', 'json3'], begins: /^[[{]\s*(?:\{\s*)?"\w+"\s*:/ },
  { name: 'VobSub', endings: ['idx'], begins: /^# VobSub index file/i, isPictures: true },
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are bytes of a binary file
  { name: 'VobSub', endings: [], begins: /^\0\0\x01\xba/, isPictures: true },
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are bytes of a binary file
  { name: 'Blu-ray (PGS)', endings: ['sup'], begins: /^PG.{8}[\x14-\x17\x80]/s, isPictures: true },
];

const HEAD_BYTES = 2_000;

/** The refusal of a format that cannot be read, with advice; undefined: the extension is unknown. */
export function otherNameWords(name: string): string | undefined {
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return wordsOf(
    name,
    OTHERS.find(({ endings }) => endings.includes(ending)),
  );
}

/** Like otherNameWords, but by the content of the file. */
export function otherContentWords(name: string, content: Uint8Array | string): string | undefined {
  const head =
    typeof content === 'string'
      ? content.slice(0, HEAD_BYTES)
      : Array.from(content.subarray(0, HEAD_BYTES), (byte) => String.fromCharCode(byte)).join('');
  const text = head.replace(/^[\uFEFF\s]+/, '');
  return wordsOf(
    name,
    OTHERS.find(({ begins }) => begins?.test(text)),
  );
}

function wordsOf(file: string, format: OtherFormat | undefined): string | undefined {
  if (format === undefined) return undefined;
  const { name, isPictures } = format;
  const named = file === '' ? 'This' : `"${shownName(file)}"`;
  return isPictures
    ? `${named} contains ${name} subtitles, which are pictures, not text. Convert them to .srt first, with text recognition (OCR), for example with Subtitle Edit.`
    : `${named} is ${/^(?:MPL|STL|[AEIO])/.test(name) ? 'an' : 'a'} ${name} file. Convert it to .srt first, for example with Subtitle Edit.`;
}

/** The beginning of a project file. Not imported from project-file.ts, which only stored works need. */
const PROJECT = /^\s*\{\s*"format":\s*"subtitle-translator-project"/;

/** As many bytes or characters of a file are enough for `isProjectText`. */
export const PROJECT_HEAD = 200;

/** Whether "Save project" wrote a text that begins like this, whatever its name. */
export const isProjectText = (head: string): boolean => PROJECT.test(head);

export const projectWords = (name: string): string =>
  `"${shownName(name)}" is a project file. Open it with "Open project" in the menu "Project".`;

/** Enough of a text to tell whether it holds subtitles: the head of an ASS file with many styles is shorter. */
export const LOOKED_THROUGH_BYTES = 65_536;

/** Whether a text with any name is subtitles: a line has two times, or its beginning is recognized. In UTF-16 there are zeros in between. */
export function holdsSubtitles(head: string): boolean {
  const text = head.replaceAll('\0', '');
  return /\d:\d\d[.,:]\d+\D{1,10}\d+:\d\d[.,:]\d/.test(text) || recognizeFormat(text) !== 'srt';
}

/** A larger file is refused. */
export const MAX_UPLOAD_BYTES = 20 * 1024 * 1024;

/** A sentence for people; undefined: the file is small enough for a subtitle file. */
export const tooLargeWords = ({ name, size }: { readonly name: string; readonly size: number }): string | undefined =>
  size > MAX_UPLOAD_BYTES
    ? `"${shownName(name)}" is too large for a subtitle file (${Math.ceil(size / 1024 / 1024)} MB; at most 20 MB). Check that it is not a video, or split it into smaller files.`
    : undefined;
