import type { SessionState } from '../../../../session/session-state.ts';
import { countText } from '../line-words.ts';
import { suggestionFailureWords } from './failure-words.ts';

type State = Pick<SessionState, 'asks' | 'suggestions'>;

/** What is said of an ask that has ended between two states; undefined: none has. */
export function suggestionNews(before: State, after: State): string | undefined {
  if (after.suggestions === before.suggestions) return undefined;
  const left = new Set(after.asks.map(({ id }) => id));
  const numbers = before.asks
    .filter(({ id }) => !left.has(id))
    .flatMap(({ phrases }) => phrases.map(({ number }) => number));
  if (numbers.length === 0) return undefined;
  const newest = numbers.map((number) => ({ number, last: after.suggestions[number]?.at(-1) }));
  const came = newest.filter(({ last }) => last?.text !== undefined);
  const [failed] = newest.filter(({ last }) => last?.failure);
  const [first] = came;
  const why = failed?.last?.failure ? suggestionFailureWords(failed.last.failure) : '';
  if (!first) return failed && `No suggestion for ${failed.number}. ${why}`;
  const words =
    came.length === 1 ? `Suggestion for ${first.number}` : `Suggestions for ${countText(came.length)} lines`;
  return failed ? `${words}. No suggestion for ${failed.number}. ${why}` : words;
}
