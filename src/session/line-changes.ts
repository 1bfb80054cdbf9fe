import { stampOf } from '../lib/stamp.ts';
import { batchAt } from '../translation/batch-at.ts';
import { setTexts } from '../translation/set-texts.ts';
import { validateBatch } from '../translation/validate-batch.ts';
import { outputEdited, outputValidated } from './batch-changes.ts';
import { batchOfLine, isReadable, lineOf, marksOf } from './lines.ts';
import type { LineChange, LineMarks, SessionState, StepWords, Undo } from './session-state.ts';

/** How changes of lines become changes of their batches' outputs; used by the reducer alone. */

/** Changes lines, as one step that can be taken back. Lines that have no readable output keep their text. */
export function linesChanged(state: SessionState, lines: readonly LineChange[], words: StepWords): SessionState {
  const { next, before } = withLines(
    state,
    lines.map((line) => withEditMarks(state, line)),
  );
  if (before.length === 0) return state;
  const told = typeof words === 'string' ? words : words(before.length);
  return { ...next, undo: { command: 'change-lines', words: told, lines: before, previous: state.undo }, redo: null };
}

/** Takes a step back; what can be done again is told by `redo`. */
export function takeLinesBack(state: SessionState, step: Extract<Undo, { lines: unknown }>): SessionState {
  const { next, before } = withLines(state, step.lines);
  return {
    ...next,
    undo: step.previous,
    redo: { command: 'change-lines', words: step.words, lines: before, previous: state.redo },
  };
}

export function linesChangedAgain(state: SessionState): SessionState {
  const { redo } = state;
  if (redo === null) return state;
  const { next, before } = withLines(state, redo.lines);
  const step = { command: redo.command, words: redo.words, lines: before, previous: state.undo } as const;
  return { ...next, undo: step, redo: redo.previous };
}

/**
 * The marks after an edit by hand: the model's text is kept from the first edit on; what was confirmed stays confirmed, since the same
 * person has edited it.
 */
function withEditMarks(state: SessionState, change: LineChange): LineChange {
  if (change.text == null || change.marks !== undefined) return change;
  const line = lineOf(state, change.number);
  if (line === undefined || line.translation === change.text) return change;
  const { before = line.translation ?? null, of: _, ...kept } = marksOf(state, line);
  const marks: LineMarks = before === change.text ? kept : { ...kept, before };
  return { ...change, marks: Object.keys(marks).length === 0 ? null : { ...marks, of: stampOf(change.text) } };
}

/** The state with these lines, and the same lines as they were before; those that change nothing are left out. */
function withLines(state: SessionState, lines: readonly LineChange[]) {
  const changes = lines.map((line) => realChange(state, line)).filter((change) => change !== undefined);
  const texts = new Map<number, Map<number, string | null>>();
  const marks: Record<number, LineMarks> = { ...state.marks };
  for (const { index, now } of changes) {
    const ofBatch = texts.get(index) ?? new Map<number, string | null>();
    if (now.text !== undefined) texts.set(index, ofBatch.set(now.number, now.text));
    if (now.marks === null) delete marks[now.number];
    else if (now.marks) marks[now.number] = now.marks;
  }
  const next = [...texts].reduce((changed, [index, ofBatch]) => withTexts(changed, index, ofBatch), state);
  const isMarked = changes.some(({ now }) => now.marks !== undefined);
  return { next: isMarked ? { ...next, marks } : next, before: changes.map(({ before }) => before) };
}

/** What of a change is one; undefined: nothing, or its batch has no output in which lines can be told apart. */
function realChange(state: SessionState, { number, text, marks }: LineChange) {
  const line = lineOf(state, number);
  const index = batchOfLine(state.phrases, number);
  if (line === undefined || index === undefined) return undefined;
  const [textBefore, marksBefore] = [line.translation ?? null, state.marks[number] ?? null];
  const isText = text !== undefined && text !== textBefore;
  const isMarks = marks !== undefined && JSON.stringify(marks) !== JSON.stringify(marksBefore);
  if ((!isText && !isMarks) || (isText && !isReadable(state.results[index]))) return undefined;
  const now: LineChange = { number, ...(isText && { text }), ...(isMarks && { marks }) };
  const before: LineChange = { number, ...(isText && { text: textBefore }), ...(isMarks && { marks: marksBefore }) };
  return { index, now, before };
}

function withTexts(state: SessionState, index: number, texts: ReadonlyMap<number, string | null>): SessionState {
  const output = setTexts(state.results[index]?.[1] ?? '', texts);
  if (output === undefined) return state;
  const [error = ''] = validateBatch(batchAt(state.phrases, index).phrases, output);
  return outputValidated(outputEdited(state, index, output), index, error);
}
