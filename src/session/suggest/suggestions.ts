import type { RunEvent } from '../../engine/run-events.ts';
import type { SessionState, Suggestion } from '../session-state.ts';

/** So many texts stand side by side. */
const MOST_TEXTS = 3;

/** What came of an ask, with what was suggested before for the same text of each line. */
export function suggested(
  state: SessionState,
  { asks }: SessionState,
  { id, texts, failure }: Extract<RunEvent, { type: 'ask-ended' }>,
): SessionState {
  const ask = asks.find((one) => one.id === id);
  if (!ask) return state;
  const { kind: wish } = ask.suggestion.wish;
  const told = ask.suggestion.wish.kind === 'told' ? { told: ask.suggestion.wish.words } : {};
  const suggestions = { ...state.suggestions };
  for (const { number } of ask.phrases) {
    const of = ask.of[number] ?? '';
    const text = texts[number];
    const before = (suggestions[number] ?? []).filter(
      (one) => one.of === of && one.text !== undefined && one.text !== text,
    );
    const now: Suggestion = { of, ...(text === undefined ? { failure } : { text }), wish, ...told };
    suggestions[number] = [...before, now].slice(-MOST_TEXTS);
  }
  return { ...state, suggestions };
}
