import { fail, ok, type Result } from '../lib/result.ts';
import { detectEncoding } from './detect-encoding.ts';
import { decodeAs, type EncodingName } from './encodings.ts';
import { encodingOfMark, unmarkedUtf16 } from './unicode-encoding.ts';

export interface DecodedSubtitle {
  readonly text: string;
  readonly encoding: EncodingName;
  /** True when the encoding was guessed: the page names it and offers others. */
  readonly detected: boolean;
}

/** `name`: the file's, of which the ending is told. */
function binary(name: string) {
  const ending = /\.[^.\s]+$/.exec(name)?.[0];
  const named = ending === undefined ? '' : ` that is named ${ending}`;
  return fail(
    `This file is not text: it looks like a video or another binary file${named}. Choose the subtitle file itself.`,
  );
}

/** An escape of ISO-2022-JP, whose bytes are all ASCII. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is what is looked for
const SHIFT_TO_JAPANESE = /\u001b\$[@B]/;

/** Control characters except tab, line ends, vertical tab, form feed, DOS end of file and escape: hardly any occur in text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL = /[\u0001-\u0008\u000e-\u0019\u001c-\u001f]/g;
const CONTROL_SAMPLE_CHARACTERS = 65_536;
const MAX_CONTROL_SHARE = 0.02;

/**
 * Text from the bytes of a subtitle file: by its byte-order mark, else UTF-16 by its pattern, else strict UTF-8, else
 * detected. The error is a sentence for people. Bytes with zeros that are no UTF-16 are refused, since no text has them; the refusal names the ending of `name`.
 */
export function decodeSubtitle(bytes: Uint8Array, name = ''): Result<DecodedSubtitle, string> {
  const unicode = encodingOfMark(bytes) ?? unmarkedUtf16(bytes);
  if (unicode !== undefined) return checked(decodeAs(bytes, unicode), unicode, false, name);
  if (bytes.includes(0)) return binary(name);
  const utf8 = strictUtf8(bytes);
  if (utf8 !== undefined) {
    const isShifted = SHIFT_TO_JAPANESE.test(utf8);
    return isShifted
      ? checked(decodeAs(bytes, 'ISO-2022-JP'), 'ISO-2022-JP', true, name)
      : checked(utf8, 'UTF-8', false, name);
  }
  const detected = detectEncoding(bytes);
  return checked(decodeAs(bytes, detected), detected, true, name);
}

function strictUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function checked(
  text: string,
  encoding: EncodingName,
  detected: boolean,
  name: string,
): Result<DecodedSubtitle, string> {
  const sample = text.slice(0, CONTROL_SAMPLE_CHARACTERS);
  const controls = sample.match(CONTROL)?.length ?? 0;
  if (text.includes('\0') || controls > sample.length * MAX_CONTROL_SHARE) return binary(name);
  return ok({ text, encoding, detected });
}
