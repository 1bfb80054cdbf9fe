interface OtherFormat {
  /** As people call it. */
  readonly name: string;
  /** Endings that are its own. */
  readonly endings: readonly string[];
  /** How a file of it begins, each byte as a character; missing: its ending alone tells it. */
  readonly begins?: RegExp;
  readonly isPictures?: boolean;
}

const CUE = String.raw`\d+:\d\d:\d\d`;

/** Subtitles in formats that are not read, so that they can be named. */
const OTHERS: readonly OtherFormat[] = [
  { name: 'SAMI', endings: ['smi', 'sami'], begins: /^<SAMI[\s>]/i },
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
  { name: 'SubViewer', endings: [], begins: /^\[INFORMATION\]/i },
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

/** Bytes that are looked at. */
const HEAD_BYTES = 2_000;

/** What is said of subtitles in a format that is not read, and what to do; undefined: the name tells none. */
export function otherNameWords(name: string): string | undefined {
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return wordsOf(
    name,
    OTHERS.find(({ endings }) => endings.includes(ending)),
  );
}

/** The same by what the file holds. */
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
  const named = file === '' ? 'This' : `"${file}"`;
  return isPictures
    ? `${named} holds ${name} subtitles, which are pictures and no text. Text recognition (OCR) makes an .srt file of them, as Subtitle Edit does; open that one.`
    : `${named} is ${/^(?:MPL|EBU|STL)/.test(name) ? 'an' : 'a'} ${name} file, which this page does not read. Convert it to .srt, for example with Subtitle Edit, and open that one.`;
}
