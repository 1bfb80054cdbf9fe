import type { Phrase } from '../subtitles/phrase.ts';
import { withoutTimingLines } from '../subtitles/timing-line.ts';
import { prettyJson } from './json/pretty-json.ts';
import { translationsOf } from './validate-batch.ts';

export interface FilledOutput {
  /** Valid for these phrases, whatever the reply was. */
  readonly output: string;
  /** Numbers of the phrases that got their source text. */
  readonly numbers: readonly number[];
}

/**
 * Gives each phrase the reply's translation if it is usable, also from a broken or cut-off reply, otherwise its source text. In a
 * source text that holds a timing line the arrow is replaced, since a timing line would be an error of the batch.
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

/** The filled phrases that still have their source text, so that the page can mark them as untranslated. */
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
