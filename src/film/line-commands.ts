import { lastTask, nextTask } from '../clock/clock.ts';
import { resultsOf, slotOf } from '../engine/batch.ts';
import type { Answer } from '../film-worker/calls.ts';
import { stampOf } from '../lib/text.ts';
import type { Line } from '../review/line.ts';
import { formatOf, hasStyles } from '../subtitles/formats.ts';
import { withBlankLinesLike, withoutBlankLines } from '../subtitles/lines.ts';
import type { TypedLines } from '../translation/assemble.ts';
import { type BatchSlot, batchAt } from '../translation/batch.ts';
import { fillGaps, fillOf, formatReply, validateBatch } from '../translation/check-reply.ts';
import { type Analysis, TYPING_PAUSE_MS } from './analysis.ts';
import {
  allOk,
  canReview,
  isResultBehind,
  type LineChange,
  type LineMarks,
  type StateAccess,
  type Step,
  type StepWords,
  type Suggestion,
  type Work,
} from './film.ts';
import { hasText, lineOf, linesToMove, marksOf, stampOfLine } from './lines.ts';
import type { NewMarks, Session } from './session.ts';
import { capped } from './suggestions.ts';

interface ReviewOptions extends StateAccess {
  /** Called after batches were validated, because the last batch may have become OK. */
  readonly onReviewed: () => void;
}

/** The commands for the output of the open batch. While a batch is pending, all are ignored (specification, section 2). */
export function createReview({ getState, dispatch, onReviewed }: ReviewOptions): Pick<Session, 'reviewOutput'> & {
  /** A person is typing the output. */
  editOutput(index: number, output: string): void;
  /**
   * Validates the open batch before a person leaves it, if it is OK and was edited, because the edit may have broken its output. Other batches may
   * be pending.
   */
  leaveBatch(): void;
} {
  const outputNow = (index: number): string | undefined =>
    canReview(getState()) ? slotOf(getState().batches[index])?.[1] : undefined;

  const phrasesOf = (index: number) => batchAt(getState().phrases, index).phrases;

  function validate(index: number, output: string): void {
    const [error = ''] = validateBatch(phrasesOf(index), output);
    dispatch({ type: 'output-validated', index, error });
    onReviewed();
  }

  function format(index: number, output: string): void {
    const formatted = formatReply(output);
    if (formatted !== '') dispatch({ type: 'output-edited', index, output: formatted });
    else console.error(`The output of batch ${index + 1} is not a JSON object that can be formatted.`);
  }

  return {
    editOutput(index, output) {
      if (canReview(getState())) dispatch({ type: 'output-edited', index, output });
    },
    reviewOutput(index, how) {
      const output = outputNow(index);
      if (output === undefined) return;
      if (how === 'validate') return validate(index, output);
      if (how === 'format') return format(index, output);
      const filled = fillGaps(phrasesOf(index), output);
      dispatch({ type: 'gaps-filled', index, ...filled });
      validate(index, filled.output);
    },
    leaveBatch() {
      const { shownBatch, batches } = getState();
      const batch = shownBatch === null ? undefined : batches[shownBatch];
      if (shownBatch !== null && batch?.state === 'ok' && batch.edited) validate(shownBatch, batch.result[1]);
    },
  };
}

interface LinesOptions extends ReviewOptions {
  /** Makes the text boxes hand over text that is being typed. */
  readonly takeNow: () => void;
}

type LineCommands = Pick<Session, 'changeLines' | 'markLines' | 'moveTranslations' | 'takeSuggestions' | 'keepLines'>;

/** The commands for single lines. Lines of finished batches can be changed while other batches are being translated. */
export function createLines({ getState, dispatch, onReviewed, takeNow }: LinesOptions): LineCommands {
  function change(lines: readonly LineChange[], words: StepWords, grows = false): void {
    dispatch({ type: 'lines-changed', lines, words, grows });
    onReviewed();
  }

  /** Takes what is being typed. True if it is a new text of these lines alone: the command that follows is one undo step with it. */
  function takeTypedOf(numbers: readonly number[]): boolean {
    const before = getState().past.at(-1);
    takeNow();
    const step = getState().past.at(-1);
    const isNew = step !== undefined && step !== before && step.command === 'change-lines';
    return isNew && step.fields.translated === undefined && step.lines.every(({ number }) => numbers.includes(number));
  }

  const marked = (number: number, changeMarks: (marks: LineMarks) => LineMarks): readonly LineChange[] => {
    const state = getState();
    const line = lineOf(state, number);
    if (line === undefined) return [];
    const { translation } = line;
    // A line has no text while its batch is being translated, so its marks still belong to the earlier text.
    const known = translation === undefined ? (state.marks[number] ?? {}) : marksOf(state, line);
    const { of: before, ...marks } = changeMarks(known);
    const of = translation === undefined ? before : stampOf(translation);
    return [{ number, marks: Object.keys(marks).length === 0 ? null : { ...marks, ...(of !== undefined && { of }) } }];
  };

  /** Makes a text fit its file: in an .srt file a blank line would end the phrase; in an ASS file blank lines position signs and stay. */
  function asLine(number: number, text: string): string {
    const state = getState();
    const original = hasStyles(formatOf(state.readAs)) ? lineOf(state, number)?.original : undefined;
    return original === undefined ? withoutBlankLines(text) : withBlankLinesLike(text, original);
  }

  function withOriginal(number: number): LineChange | [] {
    const line = lineOf(getState(), number);
    if (!line) return [];
    const text = asLine(number, fillOf(line.original));
    return { number, text, marks: { before: line.translation ?? null, confirmed: true, of: stampOf(text) } };
  }

  function isWritten(number: number): boolean {
    const line = lineOf(getState(), number);
    return line !== undefined && hasText(line);
  }

  return {
    changeLines: (lines, words) =>
      change(
        lines.flatMap(({ number, text }) =>
          text === null ? withOriginal(number) : { number, text: asLine(number, text) },
        ),
        words ?? counted('changing line #', 'changing # lines'),
      ),
    markLines(numbers, marks) {
      const { confirmed, dismissed } = marks;
      // Dismissing a problem does not touch text that is being typed.
      const grows = dismissed === undefined && takeTypedOf(numbers);
      const which = confirmed ? numbers.filter(isWritten) : numbers;
      const lines = which.flatMap((number) => marked(number, (before) => withMarks(before, marks)));
      change(lines, markWords(numbers, marks), grows);
    },
    moveTranslations(number, by) {
      const state = getState();
      const lines = linesToMove(state, number);
      const texts = lines.map(({ translation = '' }) => translation);
      const moved = lines.flatMap((line, place): readonly LineChange[] => {
        const text = texts[place - by];
        if (text === undefined || text === line.translation) return [];
        const { before = line.translation ?? null, flagged } = marksOf(state, line);
        return [{ number: line.number, text, marks: { before, ...(flagged && { flagged }), of: stampOf(text) } }];
      });
      change(withFallenOut(state, moved, by === 1 ? lines.at(-1) : lines[0]), by === 1 ? MOVED_DOWN : MOVED_UP);
    },
    takeSuggestions(uses) {
      takeNow();
      const state = getState();
      const due = uses.filter(({ number, of }) => of === undefined || of === stampOfLine(state, number));
      const lines = due.map(({ number, text }): LineChange => {
        if (text === lineOf(state, number)?.translation) return { number, suggestions: null };
        // The marks of the replaced text are removed, because nobody has reviewed the new text. A flag belongs to the line and stays.
        const marks = state.marks[number]?.flagged ? { flagged: true as const } : null;
        const nameTaken = state.suggestions[number]?.find((one) => one.text === text)?.nameTaken === true;
        return { number, text: asLine(number, text), marks, suggestions: null, nameTaken };
      });
      change(lines, counted('using the suggestion for line #', 'using # suggestions'));
    },
    keepLines: (numbers) =>
      change(
        numbers.map((number) => ({ number, suggestions: null })),
        counted('discarding 1 suggestion', 'discarding # suggestions'),
      ),
  };
}

/** Adds a line's own text, which has moved to another line, to its suggestions, so that nothing is lost until a person decides. */
function withFallenOut(state: Work, moved: readonly LineChange[], from: Line | undefined): readonly LineChange[] {
  return moved.map((line) => {
    if (line.number !== from?.number || !from.translation || typeof line.text !== 'string') return line;
    const fallen: Suggestion = { of: stampOf(line.text), text: from.translation, wish: 'again', fallenOut: true };
    return { ...line, suggestions: capped([...(state.suggestions[line.number] ?? []), fallen]) };
  });
}

/** # is the place of the line's number in `one`, and of the count in `many`. */
const counted =
  (one: string, many: string) =>
  (count: number, first: number): string =>
    count === 1 ? one.replace('#', `${first}`) : many.replace('#', `${count}`);

const MOVED_DOWN = counted('moving the translation of line # down', 'moving # translations down one line');
const MOVED_UP = counted('moving the translation of line # up', 'moving # translations up one line');

function withMarks({ confirmed, flagged, dismissed = [], ...others }: LineMarks, marks: NewMarks): LineMarks {
  const kinds = marks.dismissed === undefined ? dismissed : [...new Set([...dismissed, marks.dismissed])];
  return {
    ...others,
    ...((marks.confirmed ?? confirmed) && { confirmed: true }),
    ...((marks.flagged ?? flagged) && { flagged: true }),
    ...(kinds.length > 0 && { dismissed: kinds }),
  };
}

function markWords(numbers: readonly number[], { confirmed, flagged, dismissed }: NewMarks): StepWords {
  if (dismissed !== undefined) return `dismissing a problem of line ${numbers.join(', ')}`;
  if (confirmed === true) return counted('confirming line #', 'confirming # lines');
  if (confirmed === false)
    return counted('removing the confirmation of line #', 'removing the confirmation of # lines');
  return flagged
    ? counted('flagging line #', 'flagging # lines')
    : counted('removing the flag of line #', 'removing the flag of # lines');
}

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
      timer = setTimeout(() => begin(read), TYPING_PAUSE_MS);
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
