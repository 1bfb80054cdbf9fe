import { createStore, type StoreApi } from 'zustand/vanilla';
import { nextTask } from '../../../clock/clock.ts';
import { runInSlices } from '../../../clock/run-in-slices.ts';
import { type CountedPhrases, countFilm } from '../../../prices/estimate.ts';
import { languageNamesInSteps } from '../../../review/language/language-names.ts';
import type { Session } from '../../../session/session.ts';
import type { SessionState } from '../../../session/session-state.ts';

export interface FilmCount {
  /** The batches of the film on the page, counted; undefined: there is none, its text cannot be read, or it was not counted yet. */
  readonly batches: readonly CountedPhrases[] | undefined;
}

/** While a text is being typed it is not counted at each key. */
const PAUSE_MS = 400;

/** Counts in slices, each film once. A film that has changed keeps the earlier figures until it is counted. */
export function createFilmCounter({ store, analysis }: Session): StoreApi<FilmCount> {
  const counted = createStore<FilmCount>(() => ({ batches: undefined }));
  let film: readonly unknown[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let counting = new AbortController();

  function onState(state: SessionState): void {
    const next = filmOf(state);
    if (next.length === film.length && next.every((fact, place) => fact === film[place])) return;
    film = next;
    counting.abort();
    clearTimeout(timer);
    if (state.sourceText.trim() === '' && state.phrases.length === 0) return counted.setState({ batches: undefined });
    counting = new AbortController();
    const { signal } = counting;
    timer = setTimeout(() => void count(state, signal), PAUSE_MS);
  }

  async function count(state: SessionState, signal: AbortSignal): Promise<void> {
    const phrases = state.phrases.length > 0 ? state.phrases : await phrasesOf(analysis);
    await nextTask();
    await runInSlices(languageNamesInSteps(), signal);
    if (signal.aborted) return;
    const batches = phrases && (await runInSlices(countFilm(phrases), signal));
    if (!signal.aborted) counted.setState({ batches });
  }

  store.subscribe(onState);
  onState(store.getState());
  return counted;
}

/** What makes the film: when one of these facts is another one, the film is counted again. */
const filmOf = ({ phrases, sourceText, readAs, withoutStyles }: SessionState): readonly unknown[] =>
  phrases.length > 0 ? [phrases] : [sourceText, readAs, withoutStyles];

/** undefined: the text, or the code of its reader, cannot be read. */
async function phrasesOf(analysis: Session['analysis']) {
  const read = await analysis.read().catch(() => undefined);
  return read?.ok ? read.value.phrases : undefined;
}
