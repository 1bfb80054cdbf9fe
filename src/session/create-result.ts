import type { Result as Outcome } from '../lib/result.ts';
import { assembleDocument, assemble as assembleSrt } from '../translation/assemble.ts';
import type { Documents } from './documents.ts';
import type { SessionEvent } from './session-events.ts';
import { allOk } from './session-selectors.ts';
import type { SessionState } from './session-state.ts';

export interface ResultOptions {
  readonly getState: () => SessionState;
  readonly dispatch: (event: SessionEvent) => void;
  readonly documents: Documents;
  /** Calls back when the reader of the opened text has come, if the work is still the same. */
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
  function assemble(): void {
    const assembled = assembledOf(getState(), documents);
    if (assembled === undefined) {
      return whenReadable(() => {
        if (allOk(getState())) assemble();
      });
    }
    if (assembled.ok) return dispatch({ type: 'result-assembled', text: assembled.value });
    console.error(assembled.error);
    dispatch({ type: 'source-refused', error: assembled.error });
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

/** The file's text with all translations; undefined: its reader has yet to be loaded. An .srt film needs no reading for that. */
export function assembledOf(state: SessionState, documents: Documents): Outcome<string, string> | undefined {
  const { phrases, results, readAs } = state;
  if (readAs === 'srt') return assembleSrt(phrases, results);
  const read = documents.read(state);
  if (read === undefined) return undefined;
  return read.ok ? assembleDocument(read.value, phrases, results) : { ok: false, error: read.error.message };
}
