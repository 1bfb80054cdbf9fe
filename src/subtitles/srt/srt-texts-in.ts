import type { ReadDocument, Steps } from '../document.ts';
import { parseSrt } from '../parse-srt.ts';
import type { Phrase } from '../phrase.ts';

/**
 * The texts that stand in an edited .srt text for these phrases, by number. One that stands over another timing is not the same
 * phrase, and is left out. undefined: the text cannot be read as .srt.
 */
export function srtTextsIn(text: string, phrases: readonly Phrase[]): ReadonlyMap<number, string> | undefined {
  const parsed = parseSrt(text);
  return parsed.ok ? textsOfSame(parsed.value.phrases, phrases) : undefined;
}

/** The same by the reader of another format. */
export function* textsReadBy(
  read: ReadDocument,
  text: string,
  phrases: readonly Phrase[],
): Steps<ReadonlyMap<number, string> | undefined> {
  const document = yield* read(text, {});
  return document.ok ? textsOfSame(document.value.phrases, phrases) : undefined;
}

function textsOfSame(found: readonly Phrase[], phrases: readonly Phrase[]): ReadonlyMap<number, string> {
  const times = new Map(phrases.map(({ number, time }) => [number, time]));
  return new Map(
    found.filter(({ number, time }) => times.get(number) === time).map(({ number, text }) => [number, text]),
  );
}
