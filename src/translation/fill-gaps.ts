import type { Phrase } from '../subtitles/phrase.ts';
import { withoutTimingLines } from '../subtitles/timing-line.ts';
import { prettyJson } from './pretty-json.ts';
import { translationsOf } from './validate-batch.ts';

/**
 * A batch output that always validates: each phrase has its translation if the reply has a valid one, else its source text.
 * A source text with a timing line in it gets that line with another arrow, since it would be an error of the batch.
 */
export function fillGaps(phrases: readonly Phrase[], replyText: string): string {
  const translations = translationsOf(phrases, replyText);
  return prettyJson(
    phrases.map(({ number, text }) => [String(number), translations.get(number) ?? withoutTimingLines(text)]),
  );
}
