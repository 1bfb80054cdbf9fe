import type { Steps } from '../document.ts';
import { withPlainLineEnds } from '../lines.ts';
import { phraseOf, SPOILT_BYTE_ORDER_MARK } from '../parse-srt.ts';
import { blocksOf } from '../srt-blocks.ts';

/** Whether the specification's strict rules accept the text: what parseSrt says, in steps. */
export function* isStrict(text: string): Steps<boolean> {
  let count = 0;
  for (const block of blocksOf(withPlainLineEnds(text.trimEnd().replace(SPOILT_BYTE_ORDER_MARK, '')))) {
    if (!phraseOf(block).ok) return false;
    count += 1;
    if (count % 100 === 0) yield;
  }
  return count > 0;
}
