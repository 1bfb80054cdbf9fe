/** What the encodings that text is taken for by mistake have at 80 to 9F; 1252 where it has nothing: the control of that number. */
const WESTERN = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** The bytes of characters in an encoding of one byte a character; 1252's own table, since some runtimes read it as Latin 1. */
function bytesOf(encoding: 'windows-1252' | 'windows-1251' | 'windows-1250'): ReadonlyMap<string, number> {
  const bytes = new Map<string, number>();
  for (let byte = 0; byte < 256; byte++) {
    const isWestern = encoding === 'windows-1252';
    // A control that the encoding has no character for stays a control.
    bytes.set(String.fromCharCode(byte), byte);
    const western = byte >= 0x80 && byte < 0xa0 ? WESTERN[byte - 0x80] : String.fromCharCode(byte);
    bytes.set((isWestern ? western : new TextDecoder(encoding).decode(Uint8Array.of(byte))) ?? '', byte);
  }
  return bytes;
}

/** Fewer lines are a coincidence. Of the lines with other letters than a to z, most have to be readable so. */
const FEWEST = 3;
const SHARE = 0.6;

/**
 * The text of a file whose UTF-8 was taken for another encoding and encoded once more ("Ð¢Ð¾" for "То", "Ã©" for "é"), with the letters
 * that were meant; a line that cannot be read so stays. undefined: the text is as it should be. Linear.
 */
export function withoutDoubleEncoding(text: string): string | undefined {
  const lines = text.replace(/^(?:\uFEFF|ï»¿)/, '').split('\n');
  const foreign = lines.filter((line) => /\P{ASCII}/u.test(line)).length;
  if (foreign < FEWEST) return undefined;
  for (const encoding of ['windows-1252', 'windows-1251', 'windows-1250'] as const) {
    const bytes = bytesOf(encoding);
    let repaired = 0;
    const meant = lines.map((line) => {
      const read = /\P{ASCII}/u.test(line) ? readAgain(line, bytes) : undefined;
      if (read !== undefined) repaired++;
      return read ?? line;
    });
    if (repaired >= Math.max(FEWEST, foreign * SHARE)) return meant.join('\n');
  }
  return undefined;
}

function readAgain(line: string, bytes: ReadonlyMap<string, number>): string | undefined {
  const own: number[] = [];
  for (const character of line) {
    const byte = bytes.get(character);
    if (byte === undefined) return undefined;
    own.push(byte);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(own));
  } catch {
    return undefined;
  }
}
