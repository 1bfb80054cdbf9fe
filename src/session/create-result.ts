import { isHolder } from '../engine/run-state.ts';
import type { Answer } from '../film-worker/calls.ts';
import type { Analysis } from './analysis.ts';
import type { StateAccess } from './session-events.ts';
import { allOk } from './session-selectors.ts';
import type { SessionState } from './session-state.ts';

export interface ResultOptions extends StateAccess {
  readonly analysis: Pick<Analysis, 'askOfSame' | 'orTell'>;
}

/** Builds the result (the assembled text) and keeps it up to date with the batches. */
export interface ResultKeeper {
  /** Builds the result. Where an output is missing, the reason goes to the log and to the error text. */
  assemble(): void;
  /** For when a batch becomes OK or is closed: builds the first result, or replaces a stale result that nobody has edited. */
  assembleWhenDue(): void;
  /** Resolves when the result stands as the batches do: what is being assembled, or is due to be, has been. Never rejects. */
  settled(): Promise<void>;
  /** For when other work has taken this one's place: replaces a stale result, unless a batch is open. A cleared result stays cleared. */
  followBatches(): void;
}

export function createResult({ getState, dispatch, analysis }: ResultOptions): ResultKeeper {
  let assembling: Promise<void> = Promise.resolve();

  function assemble(): void {
    const before = getState();
    assembling = analysis.orTell(async () => {
      const assembled = await analysis.askOfSame('assemble', undefined);
      const now = getState();
      // A person has cleared the result while it was built: it stays cleared.
      if (now.translated === '' && before.translated !== '') return;
      if (assembled) return take(assembled);
      // The work changed while the result was built: build it again.
      const isOther = now.results !== before.results || now.translated !== before.translated;
      if (isHolder(now) && isOther) assembleWhenDue();
    });
  }

  function take(assembled: Answer<'assemble'>): void {
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
    async settled() {
      if (isWanted(getState()) && isHolder(getState())) assembleWhenDue();
      // An assembly that the work has overtaken begins another one.
      for (let last: Promise<void> | undefined; last !== assembling; ) {
        last = assembling;
        await last.catch(() => {});
      }
    },
    followBatches() {
      if (isWanted(getState()) && getState().shownBatch === null) assembleWhenDue();
    },
  };
}

/** There is a result, or the first one is due; a person has not cleared it. */
const isWanted = ({ translated, translatedStale }: SessionState): boolean => translated !== '' || translatedStale;
