export const LINE_FEED = 0x0a;

/** The encodings in the order of the menu: the name that is shown and stored, who uses it, and TextDecoder's label. */
export const ENCODINGS = [
  { name: 'UTF-8', usedFor: 'Unicode', decoder: 'utf-8' },
  { name: 'UTF-16 LE', usedFor: 'Unicode', decoder: 'utf-16le' },
  { name: 'UTF-16 BE', usedFor: 'Unicode', decoder: 'utf-16be' },
  { name: 'UTF-32 LE', usedFor: 'Unicode', decoder: undefined },
  { name: 'UTF-32 BE', usedFor: 'Unicode', decoder: undefined },
  { name: 'windows-1251', usedFor: 'Cyrillic', decoder: 'windows-1251' },
  { name: 'KOI8-R', usedFor: 'Cyrillic, Russian', decoder: 'koi8-r' },
  { name: 'KOI8-U', usedFor: 'Cyrillic, Ukrainian', decoder: 'koi8-u' },
  { name: 'ISO-8859-5', usedFor: 'Cyrillic', decoder: 'iso-8859-5' },
  { name: 'IBM866', usedFor: 'Cyrillic, DOS', decoder: 'ibm866' },
  { name: 'MacCyrillic', usedFor: 'Cyrillic, Macintosh', decoder: 'x-mac-cyrillic' },
  { name: 'windows-1252', usedFor: 'Western European', decoder: 'windows-1252' },
  { name: 'ISO-8859-15', usedFor: 'Western European', decoder: 'iso-8859-15' },
  { name: 'Macintosh', usedFor: 'Western European', decoder: 'macintosh' },
  { name: 'windows-1250', usedFor: 'Central European', decoder: 'windows-1250' },
  { name: 'ISO-8859-2', usedFor: 'Central European', decoder: 'iso-8859-2' },
  { name: 'windows-1257', usedFor: 'Baltic', decoder: 'windows-1257' },
  { name: 'windows-1254', usedFor: 'Turkish', decoder: 'windows-1254' },
  { name: 'windows-1253', usedFor: 'Greek', decoder: 'windows-1253' },
  { name: 'ISO-8859-7', usedFor: 'Greek', decoder: 'iso-8859-7' },
  { name: 'windows-1255', usedFor: 'Hebrew', decoder: 'windows-1255' },
  { name: 'windows-1256', usedFor: 'Arabic', decoder: 'windows-1256' },
  { name: 'ISO-8859-6', usedFor: 'Arabic', decoder: 'iso-8859-6' },
  { name: 'windows-1258', usedFor: 'Vietnamese', decoder: 'windows-1258' },
  { name: 'windows-874', usedFor: 'Thai', decoder: 'windows-874' },
  { name: 'GB18030', usedFor: 'Chinese, simplified', decoder: 'gb18030' },
  { name: 'Big5', usedFor: 'Chinese, traditional', decoder: 'big5' },
  { name: 'Shift_JIS', usedFor: 'Japanese', decoder: 'shift_jis' },
  { name: 'EUC-JP', usedFor: 'Japanese', decoder: 'euc-jp' },
  { name: 'ISO-2022-JP', usedFor: 'Japanese', decoder: 'iso-2022-jp' },
  { name: 'EUC-KR', usedFor: 'Korean', decoder: 'euc-kr' },
] as const;

export type EncodingName = (typeof ENCODINGS)[number]['name'];

const labelOf = (encoding: EncodingName): string | undefined =>
  ENCODINGS.find(({ name }) => name === encoding)?.decoder;

/** Accepts the labels in documents, such as "iso-8859-1" and "cp1251"; undefined: the label is unknown. */
export function encodingOfLabel(label: string): EncodingName | undefined {
  try {
    const { encoding } = new TextDecoder(label);
    return ENCODINGS.find(({ decoder }) => decoder === encoding)?.name;
  } catch {
    return undefined;
  }
}

/** Decodes bytes and removes the byte-order mark. Undecodable bytes become U+FFFD. */
export function decodeAs(bytes: Uint8Array, encoding: EncodingName): string {
  if (encoding === 'UTF-32 LE' || encoding === 'UTF-32 BE') return decodeUtf32(bytes, encoding === 'UTF-32 LE');
  const text = new TextDecoder(labelOf(encoding)).decode(bytes);
  return encoding.startsWith('UTF-') ? text : text.replace(LOST_MARK, '');
}

/** Returns a function that decodes many texts. Its result is undefined if not all bytes are valid in the encoding. */
export function strictDecoder(encoding: EncodingName): (bytes: Uint8Array) => string | undefined {
  const create = () => new TextDecoder(labelOf(encoding), { fatal: true });
  let decoder = create();
  return (bytes) => {
    try {
      return decoder.decode(bytes);
    } catch {
      // After an error the state of a decoder is unknown.
      decoder = create();
      return undefined;
    }
  };
}

/** undefined: not all bytes are valid in the encoding. */
export const decodeStrictly = (bytes: Uint8Array, encoding: EncodingName): string | undefined =>
  strictDecoder(encoding)(bytes);

/** A byte-order mark turns into "?" when a file is converted to a single-byte encoding. */
const LOST_MARK = /^\?(?=\d+\s*[\r\n])/;

/** Decodes UTF-32, which TextDecoder does not know. Removes the byte-order mark; invalid characters become U+FFFD. */
function decodeUtf32(bytes: Uint8Array, littleEndian: boolean): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const completeLength = bytes.length - (bytes.length % 4);
  let text = '';
  for (let at = 0; at < completeLength; at += 4) {
    const point = view.getUint32(at, littleEndian);
    if (at === 0 && point === 0xfeff) continue;
    text += String.fromCodePoint(point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff) ? 0xfffd : point);
  }
  return completeLength < bytes.length ? `${text}\ufffd` : text;
}
