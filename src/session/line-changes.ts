import { stampOf } from '../lib/stamp.ts';
import { batchAt } from '../translation/batch-at.ts';
import { setTexts } from '../translation/set-texts.ts';
import { validateBatch } from '../translation/validate-batch.ts';
import { outputEdited, outputValidated } from './batch-changes.ts';
import { batchOfLine, isReadable, lineOf, marksOf } from './lines.ts';
import type { LineChange, LineMarks, LineMarksByNumber, SessionState, Undo } from './session-state.ts';

/** How changes of lines become changes of their batches' outputs; used by the reducer alone. */

/** Changes lines, as one step that can be taken back. Lines that have no readable output keep their text. */
export function linesChanged(state: SessionState, lines: readonly LineChange[], words: string): SessionState {
  const { next, before } = withLines(
    state,
    lines.map((line) => withEditMarks(state, line)),
  );
  if (before.length === 0) return state;
  return { ...next, undo: { command: 'change-lines', words, lines: before, previous: state.undo }, redo: null };
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

function withLines(state: SessionState, lines: readonly LineChange[]) {
  const before: LineChange[] = [];
  const texts = new Map<number, Map<number, string | null>>();
  const marks: Record<number, LineMarks> = { ...state.marks };
  for (const change of lines) {
    const { number } = change;
    const line = lineOf(state, number);
    const index = batchOfLine(state.phrases, number);
    if (line === undefined || index === undefined) continue;
    const isText = change.text !== undefined && change.text !== (line.translation ?? null);
    const isMarks = change.marks !== undefined && !sameMarks(change.marks, state.marks[number] ?? null);
    if (!isText && !isMarks) continue;
    if (isText && !isReadable(state.results[index])) continue;
    if (isText)
      texts.set(index, (texts.get(index) ?? new Map<number, string | null>()).set(number, change.text ?? null));
    if (isMarks && change.marks) marks[number] = change.marks;
    else if (isMarks) delete marks[number];
    before.push({
      number,
      ...(isText && { text: line.translation ?? null }),
      ...(isMarks && { marks: state.marks[number] ?? null }),
    });
  }
  const readable = [...texts].reduce((next, [index, changed]) => withTexts(next, index, changed), state);
  const changedMarks: LineMarksByNumber = before.some((change) => change.marks !== undefined) ? marks : state.marks;
  return { next: { ...readable, marks: changedMarks }, before };
}

function withTexts(state: SessionState, index: number, texts: ReadonlyMap<number, string | null>): SessionState {
  const output = setTexts(state.results[index]?.[1] ?? '', texts);
  if (output === undefined) return state;
  const [error = ''] = validateBatch(batchAt(state.phrases, index).phrases, output);
  return outputValidated(outputEdited(state, index, output), index, error);
}

const sameMarks = (one: LineMarks | null, other: LineMarks | null): boolean =>
  JSON.stringify(one) === JSON.stringify(other);
