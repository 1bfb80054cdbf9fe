import { stampOf } from '../lib/stamp.ts';
import { batchAt } from '../translation/batch.ts';
import { setTexts, validateBatch } from '../translation/check-reply.ts';
import { outputEdited, outputValidated } from './batch-changes.ts';
import type { LineChange, LineMarks, SessionState, StepWords, Undo } from './film.ts';
import { batchOfLine, isReadable, lineOf, marksOf } from './lines.ts';
import { capped } from './suggestions.ts';

/** How changes of lines become changes of their batches' outputs; used by the reducer alone. */

/** Changes lines, as one undo step. Lines of a batch without a readable output keep their text. */
export function linesChanged(state: SessionState, lines: readonly LineChange[], words: StepWords): SessionState {
  const { next, before } = withLines(
    state,
    lines.map((line) => withEditMarks(state, line)),
  );
  if (before.length === 0) return state;
  const told = typeof words === 'string' ? words : words(before.length);
  return { ...next, undo: { command: 'change-lines', words: told, lines: before, previous: state.undo }, redo: null };
}

/** Undoes a change of lines and puts the change on `redo`. */
export function takeLinesBack(state: SessionState, step: Extract<Undo, { lines: unknown }>): SessionState {
  const { next, before } = withLines(
    state,
    step.lines.map((line) => withNewerSuggestions(state, line)),
  );
  return {
    ...next,
    undo: step.previous,
    redo: { command: 'change-lines', words: step.words, lines: before, previous: state.redo },
  };
}

/** What the model has said since the step was paid for, and stays beside what the step took away. */
function withNewerSuggestions({ suggestions }: SessionState, line: LineChange): LineChange {
  const newer = suggestions[line.number];
  if (!line.suggestions || !newer) return line;
  const older = line.suggestions.filter((one) => !newer.some(({ text, of }) => text === one.text && of === one.of));
  return { ...line, suggestions: capped([...older, ...newer]) };
}

/** Does the newest change on `redo` again, as an undo step. */
export function linesChangedAgain(state: SessionState): SessionState {
  const { redo } = state;
  if (redo === null) return state;
  const { next, before } = withLines(state, redo.lines);
  const step = { command: redo.command, words: redo.words, lines: before, previous: state.undo } as const;
  return { ...next, undo: step, redo: redo.previous };
}

/**
 * A change of text with the marks that follow from it: `before` keeps the model's text from the first edit on; a confirmed line stays
 * confirmed, since the person who confirmed it has edited it.
 */
function withEditMarks(state: SessionState, change: LineChange): LineChange {
  if (change.text == null || change.marks !== undefined) return change;
  const line = lineOf(state, change.number);
  if (line === undefined || line.translation === change.text) return change;
  const { before = line.translation ?? null, of: _, ...kept } = marksOf(state, line);
  const marks: LineMarks = before === change.text ? kept : { ...kept, before };
  return { ...change, marks: Object.keys(marks).length === 0 ? null : { ...marks, of: stampOf(change.text) } };
}

/** The state with the changed lines, and what undoes the changes (`before`); a change that changes nothing is left out of `before`. */
function withLines(state: SessionState, lines: readonly LineChange[]) {
  const changes = lines.map((line) => realChange(state, line)).filter((change) => change !== undefined);
  const texts = new Map<number, Map<number, string | null>>();
  for (const { index, now } of changes) {
    const ofBatch = texts.get(index) ?? new Map<number, string | null>();
    if (now.text !== undefined) texts.set(index, ofBatch.set(now.number, now.text));
  }
  const next = [...texts].reduce((changed, [index, ofBatch]) => withTexts(changed, index, ofBatch), state);
  const marks = withFacts(
    state.marks,
    changes.map(({ now }) => [now.number, now.marks]),
  );
  const suggestions = withFacts(
    state.suggestions,
    changes.map(({ now }) => [now.number, now.suggestions]),
  );
  return { next: { ...next, marks, suggestions }, before: changes.map(({ before }) => before) };
}

/** `facts` after changes by line number: null deletes a line's fact, undefined leaves it. The same object where nothing changes. */
function withFacts<T>(
  facts: Readonly<Record<number, T>>,
  changes: readonly (readonly [number: number, fact: T | null | undefined])[],
): Readonly<Record<number, T>> {
  if (changes.every(([, fact]) => fact === undefined)) return facts;
  const next = { ...facts };
  for (const [number, fact] of changes) {
    if (fact === null) delete next[number];
    else if (fact !== undefined) next[number] = fact;
  }
  return next;
}

const PARTS = ['text', 'marks', 'suggestions'] as const;

/** The parts of a change that differ from the line (`now`), and what undoes them; undefined: none, or the output is not readable. */
function realChange(state: SessionState, change: LineChange) {
  const { number } = change;
  const line = lineOf(state, number);
  const index = batchOfLine(state.phrases, number);
  if (line === undefined || index === undefined) return undefined;
  const { marks, suggestions } = state;
  const was = {
    text: line.translation ?? null,
    marks: marks[number] ?? null,
    suggestions: suggestions[number] ?? null,
  };
  const parts = PARTS.filter(
    (part) => change[part] !== undefined && JSON.stringify(change[part]) !== JSON.stringify(was[part]),
  );
  if (parts.length === 0 || (parts.includes('text') && !isReadable(state.results[index]))) return undefined;
  const partsOf = (facts: Omit<LineChange, 'number'>): LineChange => ({
    number,
    ...Object.fromEntries(parts.map((part) => [part, facts[part]])),
  });
  return { index, now: partsOf(change), before: partsOf(was) };
}

function withTexts(state: SessionState, index: number, texts: ReadonlyMap<number, string | null>): SessionState {
  const output = setTexts(state.results[index]?.[1] ?? '', texts);
  if (output === undefined) return state;
  const [error = ''] = validateBatch(batchAt(state.phrases, index).phrases, output);
  return outputValidated(outputEdited(state, index, output), index, error);
}
