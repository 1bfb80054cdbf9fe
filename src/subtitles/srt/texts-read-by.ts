import type { ReadDocument, Steps } from '../document.ts';
import type { Phrase } from '../phrase.ts';

/**
 * The texts that stand for these phrases in an edited .srt text, by number. One that stands over another timing is not the same
 * phrase, and is left out. undefined: the text cannot be read.
 */
export function* textsReadBy(
  read: ReadDocument,
  text: string,
  phrases: readonly Phrase[],
): Steps<ReadonlyMap<number, string> | undefined> {
  const document = yield* read(text, {});
  if (!document.ok) return undefined;
  const times = new Map(phrases.map(({ number, time }) => [number, time]));
  const same = document.value.phrases.filter(({ number, time }) => times.get(number) === time);
  return new Map(same.map(({ number, text: found }) => [number, found]));
}
