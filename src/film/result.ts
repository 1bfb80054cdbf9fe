import { resultsOf } from '../engine/batch.ts';
import type { Answer } from '../film-worker/calls.ts';
import type { TypedLines } from '../translation/assemble.ts';
import type { BatchSlot } from '../translation/batch.ts';
import type { Analysis } from './analysis.ts';
import { allOk, isResultBehind, type StateAccess, type Step, type Work } from './film.ts';
import { lineOf } from './lines.ts';

/** What is typed in the result goes to the lines once nobody has typed for so long. */
const QUIET_MS = 300;

const NOTHING_BUT_OLDER: TypedLines = { lines: [], isAll: false, others: 'older' };

const isStepOfResult = (step: Step | undefined) => step?.fields.translated !== undefined;

/** The result is what the film worker writes from the lines. What a person types in it goes to the lines. */
export function createResult({ getState, dispatch, analysis }: StateAccess & { readonly analysis: Analysis }) {
  const underWay = new Set<Promise<void>>();
  /** The outputs that the result was last written from; undefined: not known. */
  let writtenFrom: readonly BatchSlot[] | undefined;
  /**
   * The work before what was typed and is not in the lines yet. 'lines': the result came with the work, and what was typed in it before may not be
   * in the lines. undefined: the lines have all of it.
   */
  let before: Work | 'lines' | undefined = 'lines';
  /** The outputs that the result came with, as far as it can be read from them. */
  let cameWith: readonly BatchSlot[] | undefined;
  /** The undo step of what was typed since the person came to the text box. */
  let stay: Step | null = null;
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
    // A person has cleared it meanwhile.
    if (state.isCleared || !allOk(state)) return;
    if (!written) return resultsOf(state) === resultsOf(asked) ? undefined : writeWhenDue();
    const isUnknown = writtenFrom === undefined;
    writtenFrom = resultsOf(state);
    take(written, isUnknown);
    if (before !== undefined) begin(read);
  }

  /** Where an output is missing, the reason goes to the log, and to the error text unless the result is there from before. */
  function take(written: Answer<'assemble'>, isUnknown: boolean): void {
    if (written.ok) return dispatch({ type: 'result-written', text: written.value });
    console.error(written.error);
    if (!isUnknown || getState().translated === '') dispatch({ type: 'source-refused', error: written.error });
  }

  function writeWhenDue(): void {
    const state = getState();
    if (allOk(state) && !state.isCleared && writtenFrom !== resultsOf(state)) write();
  }

  const isStay = () => stay !== null && newest() === stay;

  /** Brings what was typed into the lines. Once more where work or text change meanwhile. */
  async function read(): Promise<void> {
    clearTimeout(timer);
    const state = getState();
    if (isUnknown(state)) return;
    if (state.ownResult === null || !isReadable(state)) before = undefined;
    // While a batch is translated again, the result is not on the page.
    if (before === undefined || !allOk(state)) return;
    const { translated: text } = state;
    const over = before;
    const found = await typedIn(text, over);
    const now = getState();
    // Another reading may have brought it into the lines meanwhile.
    if (now.translated !== text || resultsOf(now) !== resultsOf(state) || before !== over) return read();
    if (found) takeTyped(found, over);
  }

  /** Where outputs have changed since the result came, nobody knows which texts were typed and which are older. */
  async function typedIn(text: string, over: Work | 'lines'): Promise<TypedLines | undefined> {
    if (over !== 'lines') return analysis.askOfSame('typed', { text, before: over.translated });
    return resultsOf(getState()) === cameWith ? analysis.askOfSame('typed', { text, before: null }) : NOTHING_BUT_OLDER;
  }

  /** Until the lines are written nobody knows whether they were changed since. Then it is read. */
  const isUnknown = ({ ownResult }: Work) => before === 'lines' && ownResult !== null && ownResult.now === null;

  /** Of another film nothing is read, nor where nobody knows what was typed and what has changed in the lines since. */
  function isReadable(state: Work): boolean {
    if (before === 'lines') return state.ownResult !== null && !isResultBehind(state);
    return before?.phrases === state.phrases;
  }

  function takeTyped({ lines: typed, ...found }: TypedLines, over: Work | 'lines'): void {
    before = undefined;
    const isOfStay = isStay();
    const textIn = (film: Work, number: number) => lineOf(film, number)?.translation;
    const state = getState();
    // A line that was changed elsewhere while somebody typed here keeps that change.
    const lines = typed.filter(({ number }) => over === 'lines' || textIn(over, number) === textIn(state, number));
    const isOther = over !== 'lines' && resultsOf(over) !== resultsOf(state);
    // Nobody knows whether it has the changes that were made meanwhile.
    const others = isOther && found.others === 'not-found' ? 'older' : found.others;
    // What came with the result has its step: Undo or Redo may have brought it, and another step would end Redo.
    const grows = isOfStay || (over === 'lines' && isStepOfResult(newest()));
    dispatch({ type: 'result-read', ...found, lines, others: lines.length < typed.length ? 'older' : others, grows });
    if (isOfStay) stay = newest() ?? null;
    write();
  }

  return {
    writeWhenDue,
    write,
    typed(text: string): void {
      const state = getState();
      if (text === state.translated) return;
      if (!isReadable(state)) before = state;
      const grows = isStay();
      dispatch({ type: 'result-typed', text, grows });
      if (!grows) stay = newest() ?? null;
      clearTimeout(timer);
      timer = setTimeout(() => begin(read), QUIET_MS);
    },
    /** Whether the lines lack what was typed. */
    isTyped: () => typeof before === 'object' && getState().ownResult !== null && allOk(getState()),
    /** Resolves when the lines have what was typed, and the result what the lines say. The next key begins an undo step. Never rejects. */
    async settled(): Promise<void> {
      if (before !== undefined) begin(read);
      writeWhenDue();
      // Each may begin another one.
      while (underWay.size > 0) await Promise.allSettled(underWay);
      stay = null;
    },
    /** For when a work begins, or another has taken its place. While a batch is open, the result waits. */
    follow(): void {
      clearTimeout(timer);
      [before, stay, writtenFrom] = ['lines', null, undefined];
      const state = getState();
      const step = newest();
      const isOfBefore = state.ownResult?.since === null && step?.command === 'change-lines' && !isStepOfResult(step);
      // Undo has come to a text that was typed before the lines were changed.
      cameWith = isOfBefore ? undefined : resultsOf(state);
      if (state.shownBatch === null) writeWhenDue();
    },
    dispose: () => clearTimeout(timer),
  };
}
