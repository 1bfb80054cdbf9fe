import type { RunEvent, SuggestionRequest } from '../engine/run-state.ts';
import { stampOf } from '../lib/text.ts';
import { ABORTED } from '../providers/provider.ts';
import type { Phrase } from '../subtitles/document.ts';
import type { Wish } from '../translation/suggestions.ts';
import type { FilmInRun, Suggestion, Work } from './film.ts';
import { lineOf } from './lines.ts';
import type { NewSuggestionRequest, Session } from './session.ts';

/** The most suggested texts that a line keeps. */
const MOST_TEXTS = 3;

const NONE: readonly Suggestion[] = [];

type Ended = Omit<Extract<RunEvent, { type: 'request-ended' }>, 'type' | 'id'>;

/** The state after a request has ended, with its answers as suggestions. The second parameter is the state that still lists the request. */
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

/** The changed suggestions of a request's lines after it has ended. */
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

/** The suggestions after the page that asked for more was closed: lines of requests under way get a suggestion that says no answer came. */
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

/** Adds a suggestion to a line. `present`: the stamp of the line's text; its suggestions count as newer than late ones for another text. */
function withSuggestion(before: readonly Suggestion[], now: Suggestion, present: string): readonly Suggestion[] {
  const newer = now.of === present ? NONE : before.filter(({ of }) => of === present);
  if (newer.length > 0 && (now.failure || newer.some(({ text }) => text === now.text))) return before;
  const older = before.filter(({ of, text, fallenOut }) => fallenOut || (of === now.of && text !== now.text));
  return capped([...older, now, ...newer]);
}

/** Keeps texts that fell out, the newest MOST_TEXTS texts, and a failure only if it is the newest suggestion. */
export const capped = (all: readonly Suggestion[]): readonly Suggestion[] => [
  ...all.filter(({ fallenOut }) => fallenOut),
  ...all.filter(({ text, fallenOut }) => text !== undefined && !fallenOut).slice(-MOST_TEXTS),
  ...all.slice(-1).filter(({ failure }) => failure),
];

/** A key that is equal for two requests of the same line with the same wish for the same text. */
const meaningOf = ({ suggestion: { wish }, of }: NewSuggestionRequest, phrase: Phrase): string =>
  JSON.stringify([phrase.number, of[phrase.number], wishFor(wish, [phrase])]);

/** The wish with only those facts that concern these phrases. */
export function wishFor(wish: Wish, phrases: readonly Phrase[]): Wish {
  const pick = <T>(all: Readonly<Record<number, T>>): Readonly<Record<number, T>> =>
    Object.fromEntries(phrases.flatMap(({ number }) => (all[number] === undefined ? [] : [[number, all[number]]])));
  if (wish.kind === 'shorter') return { ...wish, most: pick(wish.most) };
  return wish.kind === 'fix' ? { ...wish, problems: pick(wish.problems) } : wish;
}

/** The commands that ask the model for suggestions and stop asking. */
export function createSuggestionCommands({ getState, dispatch, run }: FilmInRun): Pick<Session, 'ask'> & {
  /** Aborts the unanswered requests. */
  stopAsking(): void;
  /** Called when the run stops: accepts the answers under way and sends nothing more. */
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
      // Do not send lines again that an earlier click has requested, because they would be paid twice.
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
