import type { Phrase } from '../subtitles/phrase.ts';
import type { Batch } from './batch.ts';
import { prettyJson } from './pretty-json.ts';
import { translationsOf } from './validate-batch.ts';

/** Both halves of a batch, the first the larger one; the second has the first as its context. Throws a RangeError for a single phrase. */
export function halve(batch: Batch): readonly [Batch, Batch] {
  const { phrases } = batch;
  if (phrases.length < 2) throw new RangeError(`${phrases.length} phrases cannot be halved`);
  const middle = Math.ceil(phrases.length / 2);
  const first = phrases.slice(0, middle);
  return [
    { ...batch, phrases: first },
    { ...batch, phrases: phrases.slice(middle), context: first },
  ];
}

/** The replies to parts of a batch as one reply to the whole: all that can be used of them. Valid if each of them is. */
export const joinReplies = (phrases: readonly Phrase[], replyTexts: readonly string[]): string =>
  prettyJson(
    replyTexts.flatMap((replyText) =>
      [...translationsOf(phrases, replyText)].map(([number, text]) => [String(number), text] as const),
    ),
  );
