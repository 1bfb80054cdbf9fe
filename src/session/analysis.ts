import type { Answer, CallName, Question } from '../film-worker/calls.ts';
import { type FilmWorker, TookTooLong } from '../film-worker/connect.ts';
import { isChunkError } from '../lib/is-chunk-error.ts';
import type { StateAccess } from './session-events.ts';
import type { SessionState } from './session-state.ts';

/** What is worked out of the film, asked of the film worker. Each answer is true of the state in which it was asked. */
export interface Analysis {
  /** As FilmWorker.ask, of the film as it is now. */
  ask<Name extends CallName>(
    name: Name,
    question: Question<Name>,
    signal?: AbortSignal,
  ): Promise<Answer<Name> | undefined>;
  /** The original by its reader; undefined: another original was opened meanwhile. */
  read(): Promise<Answer<'read'> | undefined>;
  /** As `ask`; undefined also where batches or the result have changed meanwhile, or the tab has lost the work. */
  askOfSame<Name extends CallName>(name: Name, question: Question<Name>): Promise<Answer<Name> | undefined>;
  /** Does `work`. Where the code that answers cannot be loaded that becomes the session's error text, and `onMissing` is called. */
  orTell(work: () => Promise<void>, onMissing?: () => void): Promise<void>;
  /** Does `work`, which only shows something: where no answer can come, nothing is shown. What a person asks for then tells why. */
  orNothing(work: () => Promise<unknown>): Promise<void>;
}

export interface AnalysisOptions extends StateAccess {
  readonly worker: Pick<FilmWorker, 'ask'>;
}

type Original = Pick<SessionState, 'sourceText' | 'readAs' | 'withoutStyles'>;

const isSameOriginal = (one: Original, other: Original): boolean =>
  one.sourceText === other.sourceText && one.readAs === other.readAs && one.withoutStyles === other.withoutStyles;

export function createAnalysis({ getState, dispatch, worker }: AnalysisOptions): Analysis {
  const ask: Analysis['ask'] = (name, question, signal) => worker.ask(getState(), name, question, signal);
  /** An original is sent back as phrases once, whoever asks for it. */
  let latest: { readonly of: Original; readonly reading: Promise<Answer<'read'> | undefined> } | undefined;

  return {
    ask,
    async read() {
      const of = getState();
      if (!latest || !isSameOriginal(latest.of, of)) {
        const reading = ask('read', undefined);
        latest = { of, reading };
        // What could not be loaded is asked for again.
        reading.catch(() => {
          if (latest?.reading === reading) latest = undefined;
        });
      }
      const read = await latest.reading;
      return isSameOriginal(of, getState()) ? read : undefined;
    },
    async askOfSame(name, question) {
      const before = getState();
      const answer = await ask(name, question);
      const now = getState();
      const isSame =
        now.phrases === before.phrases && now.results === before.results && now.translated === before.translated;
      return isSame && now.role === 'holder' ? answer : undefined;
    },
    async orTell(work, onMissing) {
      try {
        await work();
      } catch (error) {
        if (!isChunkError(error)) throw error;
        dispatch({ type: 'source-refused', error: `A part of this page is missing: ${error} Reload the page.` });
        onMissing?.();
      }
    },
    async orNothing(work) {
      await work().catch((error: unknown) => {
        if (!isChunkError(error) && !(error instanceof TookTooLong)) throw error;
      });
    },
  };
}
