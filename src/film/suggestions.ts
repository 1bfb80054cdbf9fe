import type { Run } from '../engine/dispatcher.ts';
import type { RunEvent, SuggestionRequest } from '../engine/run-state.ts';
import { stampOf } from '../lib/text.ts';
import { ABORTED } from '../providers/provider.ts';
import type { Phrase } from '../subtitles/document.ts';
import type { Wish } from '../translation/suggestions.ts';
import type { StateAccess, Suggestion, Work } from './film.ts';
import { lineOf } from './lines.ts';
import type { NewSuggestionRequest, Session } from './session.ts';

/** Most suggested texts that a line keeps. */
const MOST_TEXTS = 3;

const NONE: readonly Suggestion[] = [];

type Ended = Omit<Extract<RunEvent, { type: 'request-ended' }>, 'type' | 'id'>;

/** The state after a request has ended: its answers are added to the suggestions. The second parameter still lists the request. */
export function suggested(
  state: Work,
  { suggestionRequests }: Work,
  ended: Extract<RunEvent, { type: 'request-ended' }>,
): Work {
  const ask = suggestionRequests.find((one) => one.id === ended.id);
  const changed = ask ? suggestionsAfter(state, ask, ended) : {};
  if (Object.keys(changed).length === 0) return state;
  return { ...state, suggestions: { ...state.suggestions, ...changed } };
}

/** The suggestions of those lines of a request that have others once it has ended. */
function suggestionsAfter(
  state: Work,
  ask: SuggestionRequest,
  { texts, namesTaken = [], failure, again = [] }: Ended,
): Readonly<Record<number, readonly Suggestion[]>> {
  const { kind: wish } = ask.suggestion.wish;
  const told = ask.suggestion.wish.kind === 'told' ? { told: ask.suggestion.wish.words } : {};
  const open = new Set(again.flatMap(({ phrases }) => phrases.map(({ number }) => number)));
  const changed: Record<number, readonly Suggestion[]> = {};
  for (const { number } of ask.phrases) {
    const of = ask.of[number] ?? '';
    const text = texts[number];
    if (text === undefined && open.has(number)) continue;
    const before = state.suggestions[number] ?? NONE;
    const named = namesTaken.includes(number) && ({ nameTaken: true } as const);
    const now: Suggestion = { of, ...(text === undefined ? { failure } : { text, ...named }), wish, ...told };
    const next = withSuggestion(before, now, stampOf(lineOf(state, number)?.translation ?? ''));
    if (next !== before) changed[number] = next;
  }
  return changed;
}

/** The suggestions as they are once the page has gone that asked for more: what was under way is told at its lines as not having come. */
export function suggestionsWithoutRunning(state: Work): Work['suggestions'] {
  if (state.suggestionRequests.length === 0) return state.suggestions;
  const suggestions = { ...state.suggestions };
  for (const ask of state.suggestionRequests)
    Object.assign(
      suggestions,
      suggestionsAfter({ ...state, suggestions }, ask, { ...foundIn(ask.correcting), failure: LEFT, again: [] }),
    );
  return suggestions;
}

const foundIn = ({ texts = {}, namesTaken = [] }: Partial<NonNullable<SuggestionRequest['correcting']>> = {}) => ({
  texts,
  namesTaken,
});

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

/** What is asked for a line: equal for the same line with the same wish, in place of the same text. */
const meaningOf = ({ suggestion: { wish }, of }: NewSuggestionRequest, phrase: Phrase): string =>
  JSON.stringify([phrase.number, of[phrase.number], wishFor(wish, [phrase])]);

/** The wish, with only those facts that concern these phrases. */
export function wishFor(wish: Wish, phrases: readonly Phrase[]): Wish {
  const pick = <T>(all: Readonly<Record<number, T>>): Readonly<Record<number, T>> =>
    Object.fromEntries(phrases.flatMap(({ number }) => (all[number] === undefined ? [] : [[number, all[number]]])));
  if (wish.kind === 'shorter') return { ...wish, most: pick(wish.most) };
  return wish.kind === 'fix' ? { ...wish, problems: pick(wish.problems) } : wish;
}

/** The commands that ask the model for suggestions, and stop asking. */
export function createSuggestionCommands({ getState, dispatch, run }: StateAccess & { readonly run: Run }): Pick<
  Session,
  'ask' | 'stopAsking'
> & {
  /** As the run is stopped: answers that are under way are taken, and nothing more is sent. */
  finishAsking(): void;
} {
  let count = 0;
  const end = ({ id, correcting }: SuggestionRequest) => {
    const failure = { kind: 'cancelled', message: ABORTED } as const;
    dispatch({ type: 'request-ended', id, ...foundIn(correcting), failure, again: [] });
  };
  return {
    ask(requests) {
      const under = new Set(
        getState().suggestionRequests.flatMap((ask) => ask.phrases.map((phrase) => meaningOf(ask, phrase))),
      );
      // Those of a click before that is not answered yet would be paid twice.
      const added = requests
        .map((ask) => ({ ...ask, phrases: ask.phrases.filter((phrase) => !under.has(meaningOf(ask, phrase))) }))
        .filter(({ phrases }) => phrases.length > 0);
      if (added.length === 0) return;
      const waiting = added.map((ask) => ({ ...ask, id: `suggest ${++count}`, stage: 'waiting' as const }));
      dispatch({ type: 'lines-asked', suggestionRequests: waiting });
      run.pump();
    },
    stopAsking() {
      for (const ask of getState().suggestionRequests) {
        run.abort(ask.id);
        end(ask);
      }
    },
    finishAsking() {
      for (const ask of getState().suggestionRequests) {
        if (ask.stage === 'waiting') end(ask);
        else dispatch({ type: 'request-changed', ask: { ...ask, stage: 'last' } });
      }
    },
  };
}
