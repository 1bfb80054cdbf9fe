import { createStore, type StoreApi } from 'zustand/vanilla';
import { nextTask } from '../clock/clock.ts';
import { resultsOf } from '../engine/batch.ts';
import {
  type Answer,
  type CallName,
  type FilmWorker,
  type FoundRepairs,
  type MendableText,
  type Question,
  type SourceSummary,
  type SuggestionVerdict,
  TookTooLong,
} from '../film-worker/calls.ts';
import { isChunkError } from '../lib/result.ts';
import type { Suggestion, Work } from './film.ts';
import { isSameFile } from './read-as.ts';

/** Answers of the film worker that several parts of the page show. */
export interface AnalysisState {
  /**
   * The analysis of the original, made TYPING_PAUSE_MS after its last change. Until then, the earlier analysis of the same file. undefined: there is no
   * original, or it is another file that is not analysed yet.
   */
  readonly source: SourceView | undefined;
  /** True if the names of languages are loaded. The page needs them to find languages in prompts. */
  readonly knowsNames: boolean;
  readonly repairs: RepairsView;
  /** For each suggestion: the verdict about it, and the line's text at the time of the verdict. */
  readonly verdicts: ReadonlyMap<Suggestion, SuggestionVerdict & { readonly translation: string | undefined }>;
}

/** What the page knows of the repairs of the opened file. */
export interface RepairsView {
  /** The text in which repairs were searched. After mending: the text before mending. */
  readonly of: MendableText | undefined;
  readonly repairs: FoundRepairs | undefined;
  /** The names of the kinds of repairs that will be made. */
  readonly ticked: ReadonlySet<string>;
  /** The mended text, and the kinds that were mended. */
  readonly made: { readonly text: string; readonly kinds: ReadonlySet<string> } | undefined;
  /** True if the present text is the mended file, perhaps with later edits; undefined: not known yet. */
  readonly isOfMended: boolean | undefined;
  /** True if the list of repairs is open. */
  readonly isShown: boolean;
}

const NO_REPAIRS: RepairsView = {
  of: undefined,
  repairs: undefined,
  ticked: new Set(),
  made: undefined,
  isOfMended: undefined,
  isShown: false,
};

/** Asks the film worker about the film. Each answer is true for the state in which it was asked. */
export interface Analysis {
  readonly store: StoreApi<AnalysisState>;
  /** Analyses the original at once; undefined: there is no original. If the original changes in the meantime, analyses it again. */
  look(): Promise<SourceView | undefined>;
  /** Analyses the original in a later task, after the page has drawn the last change. */
  lookNext(): void;
  /** Asks the film worker about the present film (see FilmWorker.ask). */
  ask<Name extends CallName>(
    name: Name,
    question: Question<Name>,
    signal?: AbortSignal,
    onProgress?: (share: number) => void,
  ): Promise<Answer<Name> | undefined>;
  /**
   * Asks about a film that is not open. undefined: the session has ended, or the answer took too long. The next question about the open film sends the open
   * film to the worker again.
   */
  askOf<Name extends CallName>(film: Work, name: Name, question: Question<Name>): Promise<Answer<Name> | undefined>;
  /** Reads the original; undefined: the session has ended. If the original changes in the meantime, reads it again. */
  read(): Promise<Answer<'read'> | undefined>;
  /** Like `ask`, but returns undefined if batches have changed in the meantime or the tab has lost the work. */
  askOfSame<Name extends CallName>(name: Name, question: Question<Name>): Promise<Answer<Name> | undefined>;
  /** Does `work`. If the code that answers cannot be loaded, sets the session's error text and calls `onMissing`. */
  orTell(work: () => Promise<void>, onMissing?: () => void): Promise<void>;
  /** Does work that only shows something. If the film worker cannot answer, the page shows nothing. */
  orNothing(work: () => Promise<unknown>): Promise<void>;
  /** Ends the analysis with its session: later changes start no other one. */
  dispose(): void;
  /** True once the session has ended: another tab may have the work now. */
  isOver(): boolean;
}

export interface SourceView extends SourceSummary {
  /** The original that was analysed. */
  readonly of: Original;
}

interface AnalysisOptions {
  readonly store: Pick<StoreApi<Work>, 'getState' | 'subscribe'>;
  /** Shows an error text in the session. */
  readonly refuse: (error: string) => void;
  readonly worker: Pick<FilmWorker, 'ask'>;
}

type Original = Pick<Work, 'sourceText' | 'readAs' | 'withoutStyles' | 'options'>;

/** After this time without a key, nobody is typing. */
export const TYPING_PAUSE_MS = 300;

/** Returns true if two films have the same original, read in the same way, with equal batches. */
export const isSameOriginal = (one: Original, other: Original): boolean =>
  one.sourceText === other.sourceText &&
  one.readAs === other.readAs &&
  one.withoutStyles === other.withoutStyles &&
  one.options.batches === other.options.batches;
/** Compares the phrases too, because a translated film is counted by its phrases. */
const isSameFilm = (one: Work, other: Work): boolean => isSameOriginal(one, other) && one.phrases === other.phrases;
const isNothing = ({ sourceText, phrases }: Work): boolean => sourceText.trim() === '' && phrases.length === 0;

export function createAnalysis({ store: { getState, subscribe }, refuse, worker }: AnalysisOptions): Analysis {
  const store = createStore<AnalysisState>(() => ({
    source: undefined,
    knowsNames: false,
    repairs: NO_REPAIRS,
    verdicts: new Map(),
  }));
  const ask: Analysis['ask'] = (name, question, signal, onProgress) =>
    worker.ask(getState(), name, question, signal, onProgress);
  const read = askOnce(() => ask('read', undefined), isSameOriginal);
  const facts = askOnce(async () => {
    const { sourceText, readAs, withoutStyles, options } = getState();
    const found = await ask('source', undefined);
    return found && { ...found, of: { sourceText, readAs, withoutStyles, options } };
  }, isSameFilm);

  let isOver = false;

  const orNothing: Analysis['orNothing'] = async (work) => {
    await work().catch((error: unknown) => {
      if (!isChunkError(error) && !(error instanceof TookTooLong)) throw error;
    });
  };

  /** undefined: there is no original, or it changed during the analysis. */
  async function lookOnce(): Promise<SourceView | undefined> {
    const of = getState();
    const source = isNothing(of) ? undefined : await facts(of);
    if (source === undefined || !isSameFilm(of, getState())) return undefined;
    if (store.getState().source !== source) store.setState({ source });
    return source;
  }

  // The page's own timer is slow in a hidden tab, which needs no analysis.
  let timer: ReturnType<typeof setTimeout> | undefined;
  function lookSoon(): void {
    clearTimeout(timer);
    if (!isNothing(getState())) timer = setTimeout(() => void orNothing(lookOnce), TYPING_PAUSE_MS);
  }
  const unsubscribe = subscribe((state, before) => {
    if (isSameFilm(state, before)) return;
    const step = state.past.at(-1);
    const isMended = step?.command === 'mend-original' && step.film?.facts.sourceText === before.sourceText;
    const isHere = !isNothing(state) && (isMended || isSameFile(before.sourceText, state.sourceText));
    if (!isHere) store.setState({ source: undefined });
    store.setState(({ repairs }) => ({ repairs: repairsOf(state.sourceText, before.sourceText, repairs) }));
    lookSoon();
  });
  lookSoon();

  /** Asks again if the film changes during the question. */
  async function ofNow<Found>(ask: (of: Work) => Promise<Found>, isSame: typeof isSameFilm): Promise<Found> {
    const of = getState();
    const found = await ask(of);
    return isSame(of, getState()) ? found : ofNow(ask, isSame);
  }

  return {
    store,
    look: () => ofNow(lookOnce, isSameFilm),
    lookNext: () => void orNothing(() => nextTask().then(lookOnce)),
    ask,
    askOf: (film, name, question) =>
      worker.ask(film, name, question).catch((error: unknown) => {
        // One film of many: the others go on.
        if (!(error instanceof TookTooLong)) throw error;
        return undefined;
      }),
    read: () => ofNow(read, isSameOriginal),
    async askOfSame(name, question) {
      const before = getState();
      const answer = await ask(name, question);
      const now = getState();
      const isSame = now.phrases === before.phrases && resultsOf(now) === resultsOf(before);
      return isSame ? answer : undefined;
    },
    async orTell(work, onMissing) {
      try {
        await work();
      } catch (error) {
        if (!isChunkError(error)) throw error;
        if (!isOver) refuse(`A part of this page could not be loaded: ${error} Reload the page.`);
        onMissing?.();
      }
    },
    orNothing,
    dispose() {
      isOver = true;
      clearTimeout(timer);
      unsubscribe();
    },
    isOver: () => isOver,
  };
}

/** The repairs that are still known after a text has replaced another. */
function repairsOf(text: string, before: string, known: RepairsView): RepairsView {
  const { of, made, isShown } = known;
  if (text === before || made?.text === text) return known;
  // A person has undone the mending.
  if (made && of?.text === text) return { ...known, made: undefined, isOfMended: undefined };
  return isSameFile(before, text) ? known : { ...NO_REPAIRS, isShown };
}

/** Asks equal questions only once. A question that could not be answered is asked again. */
function askOnce<Found>(
  ask: () => Promise<Found>,
  isSame: (one: Work, other: Work) => boolean,
): (of: Work) => Promise<Found> {
  let latest: { readonly of: Work; readonly found: Promise<Found> } | undefined;
  return (of) => {
    if (!latest || !isSame(latest.of, of)) {
      const found = ask();
      latest = { of, found };
      found.catch(() => {
        if (latest?.found === found) latest = undefined;
      });
    }
    return latest.found;
  };
}
