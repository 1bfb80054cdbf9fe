import { runInSlices } from '../clock/run-in-slices.ts';
import { fail, type Result as Outcome } from '../lib/result.ts';
import type { Steps } from '../subtitles/document.ts';
import { assembleDocument, assemble as assembleSrt } from '../translation/assemble.ts';
import type { Documents } from './documents.ts';
import type { SessionEvent } from './session-events.ts';
import { allOk } from './session-selectors.ts';
import type { SessionState } from './session-state.ts';

export interface ResultOptions {
  readonly getState: () => SessionState;
  readonly dispatch: (event: SessionEvent) => void;
  readonly documents: Documents;
  /** Calls back when the opened text is read, if the work is still the same. */
  readonly whenReadable: (then: () => void) => void;
}

/** How the assembled text follows the batches. */
export interface Result {
  /** What is missing goes to the log and to the error text. */
  assemble(): void;
  /** When the last batch becomes OK and on Close: a first time, or anew where no edit by hand would be lost. */
  assembleWhenDue(): void;
  /** Of another work in place of this one, no batch of which is open; a result that was cleared stays cleared. */
  followBatches(): void;
}

export function createResult({ getState, dispatch, documents, whenReadable }: ResultOptions): Result {
  let newest = new AbortController();

  function take(assembled: Outcome<string, string>): void {
    if (assembled.ok) return dispatch({ type: 'result-assembled', text: assembled.value });
    console.error(assembled.error);
    dispatch({ type: 'source-refused', error: assembled.error });
  }

  function assemble(): void {
    const { phrases, results, readAs } = getState();
    if (readAs === 'srt') take(assembleSrt(phrases, results));
    else whenReadable(() => void assembleInSlices());
  }

  /** What changes in the meantime begins it anew. */
  async function assembleInSlices(): Promise<void> {
    newest.abort();
    newest = new AbortController();
    const before = getState();
    if (!allOk(before)) return;
    const assembled = await runInSlices(assembleOther(before, documents), newest.signal);
    const state = getState();
    if (!assembled || state.phrases !== before.phrases) return;
    if (state.results === before.results) take(assembled);
    else assembleWhenDue();
  }

  function assembleWhenDue(): void {
    const state = getState();
    const due = state.translated === '' || (state.translatedStale && !state.translatedEdited);
    if (allOk(state) && due) assemble();
  }

  return {
    assemble,
    assembleWhenDue,
    followBatches() {
      const { translated, shownBatch } = getState();
      if (translated !== '' && shownBatch === null) assembleWhenDue();
    },
  };
}

/** The text of a file that is no strict .srt with all translations; its document must have been read. */
export function* assembleOther(state: SessionState, documents: Documents): Steps<Outcome<string, string>> {
  const read = documents.read(state);
  if (!read?.ok) return fail(read?.error.message ?? 'The original has not been read.');
  return yield* assembleDocument(read.value, state.phrases, state.results);
}
