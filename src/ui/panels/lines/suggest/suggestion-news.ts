import type { SessionState, Suggestion } from '../../../../session/session-state.ts';
import { countText } from '../line-words.ts';
import { suggestionFailureWords } from './failure-words.ts';

type State = Pick<SessionState, 'asks' | 'suggestions'>;

export const REPEAT_WORDS = 'The model said the same again.';

/** The suggestions of an ask that has ended between two states whose text was suggested for their line before, by number. */
export function saidAgain(before: State, after: State): ReadonlyMap<number, Suggestion> {
  return new Map(
    endedLines(before, after).flatMap((number) => {
      const older = before.suggestions[number] ?? [];
      const last = after.suggestions[number]?.at(-1);
      const isRepeat =
        last?.text !== undefined && !older.includes(last) && older.some(({ text }) => text === last.text);
      return isRepeat ? [[number, last] as const] : [];
    }),
  );
}

/** What is said of an ask that has ended between two states; undefined: none has. */
export function suggestionNews(before: State, after: State): string | undefined {
  const numbers = endedLines(before, after);
  if (numbers.length === 0) return undefined;
  const newest = numbers.map((number) => ({ number, last: after.suggestions[number]?.at(-1) }));
  const came = newest.filter(({ last }) => last?.text !== undefined);
  const failures = newest.filter(({ last }) => last?.failure);
  const [failed] = failures;
  const whose = failures.length > 1 ? `${countText(failures.length)} lines` : failed?.number;
  const [first] = came;
  const why = failed?.last?.failure ? suggestionFailureWords(failed.last.failure) : '';
  if (!first) return failed && `No suggestion for ${whose}. ${why}`;
  const words =
    came.length === 1 ? `Suggestion for ${first.number}` : `Suggestions for ${countText(came.length)} lines`;
  const more = [
    ...repeatNews(saidAgain(before, after).size, came.length),
    ...(failed ? [`No suggestion for ${whose}. ${why}`] : []),
  ];
  return more.length === 0 ? words : `${words}. ${more.join(' ')}`;
}

function repeatNews(repeats: number, came: number): readonly string[] {
  if (repeats === 0) return [];
  return [repeats === came ? REPEAT_WORDS : `For ${countText(repeats)} of them the model said the same again.`];
}

/** The lines of the asks that have ended between two states, if that has changed suggestions. */
function endedLines(before: State, after: State): readonly number[] {
  if (after.suggestions === before.suggestions) return [];
  const left = new Set(after.asks.map(({ id }) => id));
  return before.asks.filter(({ id }) => !left.has(id)).flatMap(({ phrases }) => phrases.map(({ number }) => number));
}
