import { nextTask } from '../../../clock/next-task.ts';
import { runInSlices } from '../../../clock/run-in-slices.ts';
import { type CountedPhrases, countFilm } from '../../../prices/estimate.ts';
import { languageNamesInSteps } from '../../../review/language/language-names.ts';
import type { Session } from '../../../session/session.ts';
import type { SessionState } from '../../../session/session-state.ts';

/** The batches of the film on the page, counted; undefined: there is none, or its text cannot be read. For useSyncExternalStore. */
export interface FilmCounter {
  readonly subscribe: (onCounted: () => void) => () => void;
  readonly getSnapshot: () => readonly CountedPhrases[] | undefined;
}

/** While a text is being typed it is not counted at each key. */
const PAUSE_MS = 400;

/** Counts in slices, each film once. A film that has changed keeps the earlier figures until it is counted. */
export function createFilmCounter({ store, readPhrases }: Session): FilmCounter {
  const listeners = new Set<() => void>();
  let counted: readonly CountedPhrases[] | undefined;
  let film: readonly unknown[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let counting = new AbortController();

  function onChange(): void {
    const state = store.getState();
    const next = filmOf(state);
    if (next.length === film.length && next.every((fact, place) => fact === film[place])) return;
    film = next;
    counting.abort();
    clearTimeout(timer);
    if (state.sourceText.trim() === '' && state.phrases.length === 0) return show(undefined);
    counting = new AbortController();
    const { signal } = counting;
    timer = setTimeout(() => void count(state, signal), PAUSE_MS);
  }

  async function count(state: SessionState, signal: AbortSignal): Promise<void> {
    const phrases = state.phrases.length > 0 ? state.phrases : await phrasesOf(readPhrases);
    await nextTask();
    await runInSlices(languageNamesInSteps(), signal);
    if (signal.aborted) return;
    const batches = phrases && (await runInSlices(countFilm(phrases), signal));
    if (!signal.aborted) show(batches);
  }

  function show(batches: typeof counted): void {
    counted = batches;
    for (const listener of listeners) listener();
  }

  let unsubscribe = () => {};
  return {
    subscribe(onCounted) {
      listeners.add(onCounted);
      if (listeners.size === 1) {
        unsubscribe = store.subscribe(onChange);
        onChange();
      }
      return () => {
        listeners.delete(onCounted);
        if (listeners.size === 0) unsubscribe();
      };
    },
    getSnapshot: () => counted,
  };
}

/** Other ones are another film. */
const filmOf = ({ phrases, sourceText, readAs, withoutStyles }: SessionState): readonly unknown[] =>
  phrases.length > 0 ? [phrases] : [sourceText, readAs, withoutStyles];

/** undefined: the text, or the code of its reader, cannot be read. */
async function phrasesOf(readPhrases: Session['readPhrases']) {
  const read = await readPhrases().catch(() => undefined);
  return read?.ok ? read.value.phrases : undefined;
}
