import type { AskFailure } from '../../../../engine/run-state.ts';
import type { SessionState, Suggestion } from '../../../../film/film.ts';
import { once } from '../../../../lib/memo.ts';
import { explainFailure } from '../../../words/failures.ts';

/** A failure that several lines share, which is told once for all of them. */
export interface SharedFailure {
  readonly words: string;
  readonly numbers: readonly number[];
  /** Of the newest of them. */
  readonly suggestion: Suggestion;
}

/** The failures that more than one line ended with, in the order of the film. */
export const sharedFailures = once((suggestions: SessionState['suggestions']): readonly SharedFailure[] => {
  const shared = new Map<string, { words: string; numbers: number[]; suggestion: Suggestion }>();
  for (const [number, all] of Object.entries(suggestions)) {
    const suggestion = all.at(-1);
    if (!suggestion?.failure) continue;
    const words = suggestionFailureWords(suggestion.failure);
    // What is wrong with an answer names its lines: parts of one request fail with different words.
    const key = suggestion.failure.kind === 'differences' ? 'differences' : words;
    const { words: before = words, numbers = [] } = shared.get(key) ?? {};
    shared.set(key, {
      words: before === words ? words : 'The answers cannot be used.',
      numbers: [...numbers, Number(number)],
      suggestion,
    });
  }
  return [...shared.values()].filter(({ numbers }) => numbers.length > 1);
});

/** The numbers of the lines for which the model has suggested a text. */
export const suggestedLines = once((suggestions: SessionState['suggestions']): readonly number[] =>
  Object.entries(suggestions).flatMap(([number, all]) =>
    all.some(({ text }) => text !== undefined) ? Number(number) : [],
  ),
);

/** Why a line has no suggestion, and what to do, in words for people. */
export function suggestionFailureWords({ kind, message }: AskFailure): string {
  switch (kind) {
    case 'cancelled':
      return 'Stopped before it came.';
    case 'left':
      return 'It had not come when the page was closed, or when another tab went on with the work. It may be charged all the same; Again asks anew.';
    case 'differences':
      return `The answer cannot be used: ${message}`;
    case 'cut-off':
      return 'The answer reached the length limit before this line. Ask for fewer lines.';
    case 'refused':
      return `The model refuses to translate this. ${message}`;
    default:
      return `${explainFailure(kind, 'Again')} ${message}`;
  }
}
