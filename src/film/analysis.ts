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
   * What is told of the original, asked QUIET_MS after its last change: of the film on the page, as it was before the last keys. Undefined:
   * there is none, or it is another file than before and not looked at yet.
   */
  readonly source: SourceView | undefined;
  /** The names are there by which prompts are searched for languages. */
  readonly knowsNames: boolean;
  readonly repairs: RepairsView;
  /** Of the suggested texts, each with the line's own text at that time. */
  readonly verdicts: ReadonlyMap<Suggestion, SuggestionVerdict & { readonly translation: string | undefined }>;
}

/** What the page knows of the repairs of the opened file. */
export interface RepairsView {
  /** The text that was looked at: once the file is mended, the text before. */
  readonly of: MendableText | undefined;
  readonly repairs: FoundRepairs | undefined;
  /** The names of the kinds to be mended. */
  readonly ticked: ReadonlySet<string>;
  /** What mending made of the text, and the kinds that were mended. */
  readonly made: { readonly text: string; readonly kinds: ReadonlySet<string> } | undefined;
  /** The text is that of the file that was mended, with what a person has edited since; undefined: not known yet. */
  readonly isOfMended: boolean | undefined;
  /** The list is open. */
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

/** What is worked out of the film, asked of the film worker. Each answer is true of the state in which it was asked. */
export interface Analysis {
  readonly store: StoreApi<AnalysisState>;
  /** The same of the original as it is when this resolves, asked at once; undefined: there is none. */
  look(): Promise<SourceView | undefined>;
  /** Looks at it in a task of its own, once what has just changed is drawn. */
  lookNext(): void;
  /** As FilmWorker.ask, of the film as it is now. */
  ask<Name extends CallName>(
    name: Name,
    question: Question<Name>,
    signal?: AbortSignal,
    onProgress?: (share: number) => void,
  ): Promise<Answer<Name> | undefined>;
  /** The original by its reader, as it is when this resolves; undefined: the session has ended. */
  read(): Promise<Answer<'read'> | undefined>;
  /** As `ask`; undefined also where batches have changed meanwhile, or the tab has lost the work. */
  askOfSame<Name extends CallName>(name: Name, question: Question<Name>): Promise<Answer<Name> | undefined>;
  /** Does `work`. Where the code that answers cannot be loaded that becomes the session's error text, and `onMissing` is called. */
  orTell(work: () => Promise<void>, onMissing?: () => void): Promise<void>;
  /** Does `work`, which only shows something: where no answer can come, nothing is shown. What a person asks for then tells why. */
  orNothing(work: () => Promise<unknown>): Promise<void>;
  /** Asks nothing more by itself. */
  dispose(): void;
}

export interface SourceView extends SourceSummary {
  /** What was looked at. */
  readonly of: Original;
}

interface AnalysisOptions {
  readonly store: Pick<StoreApi<Work>, 'getState' | 'subscribe'>;
  /** Shows an error text. */
  readonly refuse: (error: string) => void;
  readonly worker: Pick<FilmWorker, 'ask'>;
}

type Original = Pick<Work, 'sourceText' | 'readAs' | 'withoutStyles' | 'options'>;

/** Nothing is worked out while somebody types. */
const QUIET_MS = 300;

/** Whether two films have the same original, read alike, in batches made alike. */
export const isSameOriginal = (one: Original, other: Original): boolean =>
  one.sourceText === other.sourceText &&
  one.readAs === other.readAs &&
  one.withoutStyles === other.withoutStyles &&
  one.options.batches === other.options.batches;
/** The phrases, too: a film that is translated is counted by them. */
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

  /** undefined: there is nothing to look at, or it has changed meanwhile. */
  async function lookOnce(): Promise<SourceView | undefined> {
    const of = getState();
    const source = isNothing(of) ? undefined : await facts(of);
    if (source === undefined || !isSameFilm(of, getState())) return undefined;
    if (store.getState().source !== source) store.setState({ source });
    return source;
  }

  // By the page's own timer, which is slow where nobody looks.
  let timer: ReturnType<typeof setTimeout> | undefined;
  function lookSoon(): void {
    clearTimeout(timer);
    if (!isNothing(getState())) timer = setTimeout(() => void orNothing(lookOnce), QUIET_MS);
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

  /** Once more where the film changes meanwhile. */
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
        if (!isOver) refuse(`A part of this page is missing: ${error} Reload the page.`);
        onMissing?.();
      }
    },
    orNothing,
    dispose() {
      isOver = true;
      clearTimeout(timer);
      unsubscribe();
    },
  };
}

/** What is still known of the repairs once a text has replaced another one. */
function repairsOf(text: string, before: string, known: RepairsView): RepairsView {
  const { of, made, isShown } = known;
  if (text === before || made?.text === text) return known;
  // The mending was taken back.
  if (made && of?.text === text) return { ...known, made: undefined, isOfMended: undefined };
  return isSameFile(before, text) ? known : { ...NO_REPAIRS, isShown };
}

/** Asks once for what is the same, whoever wants it; what could not be answered is asked again. */
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
