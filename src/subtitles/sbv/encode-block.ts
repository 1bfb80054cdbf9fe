import { safeLines } from '../slots/safe-lines.ts';
import { BREAK, SBV_TIMING } from './find-blocks.ts';

/** A translation as the text of an SBV block: no line of it is blank or a timing; line breaks as the block had them. */
export function encodeBlock(text: string, raw: string, lineEnd: string): string {
  const lines = safeLines(text.replaceAll(BREAK, '\n')).map((line) =>
    SBV_TIMING.test(line) ? line.replaceAll(',', ' – ') : line,
  );
  return lines.join(raw.includes(BREAK) ? BREAK : lineEnd);
}
