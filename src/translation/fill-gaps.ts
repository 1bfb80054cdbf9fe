import type { Phrase } from '../subtitles/phrase.ts';
import { withoutTimingLines } from '../subtitles/timing-line.ts';
import { prettyJson } from './pretty-json.ts';
import { translationsOf } from './validate-batch.ts';

export interface FilledOutput {
  /** Valid for these phrases, whatever the reply was. */
  readonly output: string;
  /** Of the phrases that have their source text now. */
  readonly numbers: readonly number[];
}

/**
 * Each phrase has its translation if the reply has a usable one, a broken or cut-off reply too, else its source text.
 * A source text with a timing line in it gets that line with another arrow, since it would be an error of the batch.
 */
export function fillGaps(phrases: readonly Phrase[], replyText: string): FilledOutput {
  const translations = translationsOf(phrases, replyText);
  return {
    output: prettyJson(
      phrases.map((phrase) => [String(phrase.number), translations.get(phrase.number) ?? fillOf(phrase)]),
    ),
    numbers: phrases.map(({ number }) => number).filter((number) => !translations.has(number)),
  };
}

/** Those of the filled phrases that still have their source text, so that nobody takes them for translated. */
export function untranslatedOf(
  phrases: readonly Phrase[],
  filled: readonly number[],
  output: string,
): readonly number[] {
  const translations = translationsOf(phrases, output);
  return phrases
    .filter((phrase) => filled.includes(phrase.number) && translations.get(phrase.number) === fillOf(phrase))
    .map(({ number }) => number);
}

const fillOf = ({ text }: Phrase): string => withoutTimingLines(text);
