import { lastTask, nextTask } from '../clock/clock.ts';
import { resultsOf } from '../engine/batch.ts';
import type { Answer } from '../film-worker/calls.ts';
import type { TypedLines } from '../translation/assemble.ts';
import type { BatchSlot } from '../translation/batch.ts';
import { type Analysis, QUIET_MS } from './analysis.ts';
import { allOk, isResultBehind, type StateAccess, type Step, type Work } from './film.ts';
import { lineOf } from './lines.ts';

/** After this time, the result of another film is written although the browser is still drawing that film. */
const LONGEST_DRAWING_MS = 1_000;

const NOTHING_BUT_OLDER: TypedLines = { lines: [], isAll: false, others: 'older' };

const isStepOfResult = (step: Step | undefined) => step?.fields.translated !== undefined;

interface ResultParts extends StateAccess {
  readonly analysis: Analysis;
  readonly onUnwritten: (reason: string) => void;
}

/** Keeps result and lines equal: the film worker writes the result from the lines, and text that a person types in the result goes to the lines. */
export function createResult({ getState, dispatch, analysis, onUnwritten }: ResultParts) {
  const underWay = new Set<Promise<void>>();
  /** The outputs from which the film worker last wrote the result; undefined: unknown. */
  let writtenFrom: readonly BatchSlot[] | undefined;
  /**
   * The work before text was typed in the result that the lines do not have yet. 'lines': the result was stored with typed text that the lines may
   * lack. undefined: the lines have all text.
   */
  let before: Work | 'lines' | undefined = 'lines';
  /** The outputs that were stored with the result, if the result can be read with them. */
  let cameWith: readonly BatchSlot[] | undefined;
  /** The undo step for all typing since the person entered the text box. */
  let typingStep: Step | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const newest = () => getState().past.at(-1);

  function begin(work: () => Promise<void>): void {
    const done = analysis.orTell(work);
    underWay.add(done);
    void done.finally(() => underWay.delete(done));
  }

  const write = () => begin(writeOnce);

  async function writeOnce(): Promise<void> {
    const asked = getState();
    const written = await analysis.askOfSame('assemble', undefined);
    const state = getState();
    // A person has cleared the result in the meantime.
    if (state.isCleared || !allOk(state)) return;
    if (!written) return resultsOf(state) === resultsOf(asked) ? undefined : writeWhenDue();
    const isUnknown = writtenFrom === undefined;
    writtenFrom = resultsOf(state);
    take(written, isUnknown);
    if (before !== undefined) begin(read);
  }

  /** Shows the result. If an output is missing, reports the reason, and shows it as the error text unless there is an earlier result. */
  function take(written: Answer<'assemble'>, isUnknown: boolean): void {
    if (written.ok) return dispatch({ type: 'result-written', text: written.value });
    onUnwritten(written.error);
    if (!isUnknown || getState().translated === '') dispatch({ type: 'source-refused', error: written.error });
  }

  function writeWhenDue(): void {
    const state = getState();
    if (allOk(state) && !state.isCleared && writtenFrom !== resultsOf(state)) write();
  }

  const isTypingNewest = () => typingStep !== null && newest() === typingStep;

  /** Moves typed text into the lines. Starts again if the work or the text changes in the meantime. */
  async function read(): Promise<void> {
    clearTimeout(timer);
    const state = getState();
    if (isUnknown(state)) return;
    if (state.ownResult === null || !isReadable(state)) before = undefined;
    // While a batch is translated again, the page does not show the result.
    if (before === undefined || !allOk(state)) return;
    const { translated: text } = state;
    const over = before;
    const found = await typedIn(text, over);
    const now = getState();
    // Another reading may have moved the text into the lines in the meantime.
    if (now.translated !== text || resultsOf(now) !== resultsOf(state) || before !== over) return read();
    if (found) takeTyped(found, over);
  }

  /** If outputs have changed since the result was stored, nobody can know which texts were typed and which are older. */
  async function typedIn(text: string, over: Work | 'lines'): Promise<TypedLines | undefined> {
    if (over !== 'lines') return analysis.askOfSame('typed', { text, before: over.translated });
    return resultsOf(getState()) === cameWith ? analysis.askOfSame('typed', { text, before: null }) : NOTHING_BUT_OLDER;
  }

  /** True if it is unknown whether the lines were changed since. Then the lines are written first, and the text is read afterwards. */
  const isUnknown = ({ ownResult }: Work) => before === 'lines' && ownResult !== null && ownResult.now === null;

  /** False for another film, and if it is unknown what was typed and what has changed in the lines. */
  function isReadable(state: Work): boolean {
    if (before === 'lines') return state.ownResult !== null && !isResultBehind(state);
    return before?.phrases === state.phrases;
  }

  function takeTyped({ lines: typed, ...found }: TypedLines, over: Work | 'lines'): void {
    before = undefined;
    const continuesTyping = isTypingNewest();
    const textIn = (film: Work, number: number) => lineOf(film, number)?.translation;
    const state = getState();
    // If a line was changed elsewhere while the person typed here, that change stays.
    const lines = typed.filter(({ number }) => over === 'lines' || textIn(over, number) === textIn(state, number));
    const isOther = over !== 'lines' && resultsOf(over) !== resultsOf(state);
    // It is unknown whether the text contains the changes made in the meantime.
    const others = isOther && found.others === 'not-found' ? 'older' : found.others;
    // A stored result already has its undo step. Undo or Redo may have brought it, and a new step would end Redo.
    const grows = continuesTyping || (over === 'lines' && isStepOfResult(newest()));
    dispatch({ type: 'result-read', ...found, lines, others: lines.length < typed.length ? 'older' : others, grows });
    if (continuesTyping) typingStep = newest() ?? null;
    write();
  }

  return {
    writeWhenDue,
    write,
    typed(text: string): void {
      const state = getState();
      if (text === state.translated) return;
      if (!isReadable(state)) before = state;
      const grows = isTypingNewest();
      dispatch({ type: 'result-typed', text, grows });
      if (!grows) typingStep = newest() ?? null;
      clearTimeout(timer);
      timer = setTimeout(() => begin(read), QUIET_MS);
    },
    /** True if the lines lack text that was typed. */
    isTyped: () => typeof before === 'object' && getState().ownResult !== null && allOk(getState()),
    /** Resolves when the lines have all typed text and the result equals the lines. The next key begins a new undo step. Never rejects. */
    async settled(): Promise<void> {
      if (before !== undefined) begin(read);
      writeWhenDue();
      // Each of these tasks may start another one.
      while (underWay.size > 0) await Promise.allSettled(underWay);
      typingStep = null;
    },
    /**
     * Call it when a work begins or replaces another one. While a batch is open, the result is not written. `isDrawnFirst`: the result is written in a later
     * task, because this sends the whole film to the film worker.
     */
    follow(isDrawnFirst = false): void {
      clearTimeout(timer);
      [before, typingStep, writtenFrom] = ['lines', null, undefined];
      const state = getState();
      const step = newest();
      const isOfBefore = state.ownResult?.since === null && step?.command === 'change-lines' && !isStepOfResult(step);
      // Undo has brought back a text that was typed before the lines were changed.
      cameWith = isOfBefore ? undefined : resultsOf(state);
      if (state.shownBatch !== null) return;
      if (!isDrawnFirst) return writeWhenDue();
      begin(async () => {
        await nextTask();
        await lastTask(LONGEST_DRAWING_MS);
        if (getState().shownBatch === null) writeWhenDue();
      });
    },
    dispose: () => clearTimeout(timer),
  };
}
