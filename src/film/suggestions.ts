import type { RunEvent } from '../engine/run-state.ts';
import { stampOf } from '../lib/stamp.ts';
import type { SessionState, Suggestion } from './film.ts';
import { lineOf } from './lines.ts';

/** Most suggested texts that a line keeps. */
const MOST_TEXTS = 3;

const NONE: readonly Suggestion[] = [];

/** The state after an ask has ended: its answers are added to the suggestions. The second parameter still lists the ask. */
export function suggested(
  state: SessionState,
  { asks }: SessionState,
  { id, texts, failure, again = [] }: Extract<RunEvent, { type: 'ask-ended' }>,
): SessionState {
  const ask = asks.find((one) => one.id === id);
  if (!ask) return state;
  const { kind: wish } = ask.suggestion.wish;
  const told = ask.suggestion.wish.kind === 'told' ? { told: ask.suggestion.wish.words } : {};
  const open = new Set(again.flatMap(({ phrases }) => phrases.map(({ number }) => number)));
  let { suggestions } = state;
  for (const { number } of ask.phrases) {
    const of = ask.of[number] ?? '';
    const text = texts[number];
    if (text === undefined && open.has(number)) continue;
    const before = suggestions[number] ?? NONE;
    const now: Suggestion = { of, ...(text === undefined ? { failure } : { text }), wish, ...told };
    const next = withSuggestion(before, now, stampOf(lineOf(state, number)?.translation ?? ''));
    if (next !== before) suggestions = { ...suggestions, [number]: next };
  }
  return suggestions === state.suggestions ? state : { ...state, suggestions };
}

/** The suggestions as they are once the page has gone that asked for more: what was under way is told at its lines as not having come. */
export const suggestionsAtRest = (state: SessionState): SessionState['suggestions'] =>
  state.asks.reduce(
    (next, { id, correcting }) =>
      suggested(next, state, { type: 'ask-ended', id, texts: correcting?.texts ?? {}, failure: LEFT }),
    state,
  ).suggestions;

const LEFT = { kind: 'left', message: '' } as const;

/** A line's suggestions with a new one. `present`: stamp of the line's text; its suggestions stay newer than late ones for another text. */
function withSuggestion(before: readonly Suggestion[], now: Suggestion, present: string): readonly Suggestion[] {
  const newer = now.of === present ? NONE : before.filter(({ of }) => of === present);
  if (newer.length > 0 && (now.failure || newer.some(({ text }) => text === now.text))) return before;
  const older = before.filter(({ of, text, fallenOut }) => fallenOut || (of === now.of && text !== now.text));
  return capped([...older, now, ...newer]);
}

/** What fell out, the newest MOST_TEXTS texts, and a failure only if it is the newest suggestion. */
export const capped = (all: readonly Suggestion[]): readonly Suggestion[] => [
  ...all.filter(({ fallenOut }) => fallenOut),
  ...all.filter(({ text, fallenOut }) => text !== undefined && !fallenOut).slice(-MOST_TEXTS),
  ...all.slice(-1).filter(({ failure }) => failure),
];
