import { targetLanguage } from '../../../review/language/target-language.ts';
import { linesOf } from '../../../session/lines/lines.ts';
import type { SessionState } from '../../../session/session-state.ts';
import type { Saving } from '../page-state.ts';

/** Batches from which the language can be told. */
const MOST_SAMPLED = 20;

/**
 * The language of the translation (BCP 47): as a person has chosen it, else as the prompt and the texts tell it, then without a region. undefined:
 * cannot be told.
 */
export function languageOfResult(
  state: Pick<SessionState, 'phrases' | 'results'>,
  prompt: string,
  { language }: Saving,
): string | undefined {
  if (language !== undefined) return language;
  const sampled = state.results.slice(0, MOST_SAMPLED).flatMap((_, index) => linesOf(state, index));
  return targetLanguage(
    prompt,
    sampled.map(({ translation = '' }) => translation),
  )?.split('-')[0];
}
