import { withBatch, withDetails, without } from '../engine/run-reducer.ts';
import type { BatchDetails, BatchProgress } from '../engine/run-state.ts';
import { progressForRetry } from '../engine/unfinished.ts';
import { stampOf } from '../lib/text.ts';
import { batchAt, isFailed, isOk } from '../translation/batch.ts';
import { setTexts, validateBatch } from '../translation/check-reply.ts';
import type { LineChange, LineMarks, SessionEvent, StepWords, Work } from './film.ts';
import { batchOfLine, hadName, isConfirmed, isEdited, isOwn, isReadable, keptTexts, lineOf, marksOf } from './lines.ts';
import { capped } from './suggestions.ts';
import {
  batchBefore,
  isStepOf,
  rememberAll,
  rememberBatch,
  rememberBatches,
  resultChanged,
  type StepOf,
} from './undo.ts';

/** How a person's commands change one batch; used by the reducer alone. */

type EventOf<Type extends SessionEvent['type']> = Extract<SessionEvent, { type: Type }>;

const NO_DETAILS: BatchDetails = {};

export function gapsFilled(state: Work, { index, output, numbers }: EventOf<'gaps-filled'>): Work {
  const before = state.details[index]?.filled ?? [];
  const filled = [...new Set([...before, ...numbers])].sort((one, other) => one - other);
  return {
    ...withDetails(outputEdited(state, index, output), index, { filled }),
    undo: rememberBatch(state, index, 'fill-gaps', output),
  };
}

export const outputValidated = (state: Work, index: number, error: string): Work =>
  withResult(state, index, ([, output]) => [error, output]);

/**
 * Puts a batch back into the queue. A failed batch keeps its answered phrases; a batch that is OK is translated again as a whole.
 * Confirmed lines keep their text unless `withConfirmed`, edited lines unless `withEdited`. Where no line is left, nothing is asked
 * for: a batch that is OK stays, a failed one ends with what it has.
 */
export function batchQueued(
  state: Work,
  { index, inHalves, withConfirmed, withEdited }: EventOf<'batch-queued'>,
  isAnew = false,
): Work {
  const slot = state.results[index];
  if (slot == null) return state;
  const batch = batchAt(state.phrases, index);
  const details = state.details[index] ?? NO_DETAILS;
  const answered = isFailed(slot) && !isAnew ? progressForRetry(batch, slot[1], details, inHalves) : undefined;
  const isKept = (marks: LineMarks) => (!withConfirmed && isConfirmed(marks)) || (!withEdited && isEdited(marks));
  const others = withoutAnswered(
    answered,
    keptTexts(state, index, (marks) => isOwn(marks) && !isKept(marks)),
  );
  const progress = withAnswered(others, keptTexts(state, index, isKept));
  const { partsNotes, notesStamp, provenance } = details;
  const hasAnswers = Object.keys(withoutAnswered(answered, keptTexts(state, index, isOwn))?.texts ?? {}).length > 0;
  const texts = progress?.texts ?? {};
  const left = batch.phrases.length - Object.keys(texts).length;
  const told = details.namesTaken?.filter((number) => !Object.hasOwn(answered?.texts ?? {}, number));
  const named = [...(answered?.namesTaken ?? []), ...(told ?? [])].filter((number) => Object.hasOwn(texts, number));
  if (left === 0 && !isFailed(slot)) return state;
  const atMost = inHalves && left > 0 ? { atMost: Math.ceil(left / 2) } : {};
  return {
    ...withBatch(state, index, undefined, ({ usage }) => ({
      ...(usage && { usage }),
      byHand: true,
      ...(hasAnswers && { partsNotes: partsNotes ?? notesStamp ?? '' }),
      ...(progress && provenance !== undefined && { provenance }),
      ...(progress && notesStamp !== undefined && { notesStamp }),
      ...((progress || inHalves) && {
        progress: { ...progress, ...atMost, ...(named.length > 0 && { namesTaken: named }) },
      }),
    })),
    shownBatch: state.shownBatch === index ? null : state.shownBatch,
    undo: slot[1] === '' ? state.undo : rememberBatch(state, index, 'translate-again'),
  };
}

/**
 * The same of several batches, as one step of the history. `isAnew`: what else a failed one has was made with the notes of then, and is asked for
 * again.
 */
export function batchesQueued(state: Work, { indexes, isAnew, ...which }: EventOf<'batches-queued'>): Work {
  const asked = { ...which, type: 'batch-queued', inHalves: false } as const;
  const queued = indexes.reduce((next, index) => batchQueued(next, { ...asked, index }, isAnew), state);
  // Where no batch has an output nothing is thrown away.
  if (queued.undo === state.undo) return queued;
  const batches = indexes
    .filter((index) => queued.results[index] !== state.results[index])
    .map((index) => batchBefore(state, index));
  return { ...queued, undo: rememberBatches(batches, 'translate', state.undo) };
}

/** Counts the kept lines as answered, so that only the others are requested. A waiting corrective pass goes: it would ask for all lines. */
function withAnswered(progress: BatchProgress | undefined, own: Readonly<Record<string, string>>) {
  if (Object.keys(own).length === 0) return progress;
  const { correcting: _, ...kept } = progress ?? {};
  return { ...kept, texts: { ...kept.texts, ...own } };
}

function withoutAnswered(progress: BatchProgress | undefined, own: Readonly<Record<string, string>>) {
  if (!progress?.texts) return progress;
  const texts = Object.entries(progress.texts).filter(([number]) => !Object.hasOwn(own, number));
  return { ...progress, texts: Object.fromEntries(texts) };
}

/** Keeps the confirmed and the edited lines of failed batches that the run has put back into the queue by itself. `before`: the state before that. */
export const ownKept = (state: Work, before: Work): Work =>
  before.results.reduce((next, slot, index) => {
    if (!isFailed(slot) || next.results[index] !== undefined) return next;
    const own = keptTexts(before, index, isOwn);
    if (Object.keys(own).length === 0) return next;
    const progress = withAnswered(next.details[index]?.progress, own);
    return progress ? withDetails(next, index, { progress }) : next;
  }, state);

export function outputEdited(state: Work, index: number, output: string): Work {
  const next = withResult(state, index, ([error]) => [error, output]);
  return next === state ? state : withDetails(next, index, { edited: true });
}

function withResult(
  state: Work,
  index: number,
  change: (result: readonly [string, string]) => readonly [string, string],
): Work {
  const slot = state.results[index];
  if (slot == null) return state;
  const next = change(slot);
  if (next[0] === slot[0] && next[1] === slot[1]) return state;
  const changed = withBatch(state, index, next, isOk(next) ? without('failure') : (details) => details);
  return resultChanged(changed);
}

/** How changes of lines become changes of their batches' outputs; used by the reducer alone. */

/** Changes lines, as one undo step. Lines of a batch without a readable output keep their text. */
export function linesChanged(state: Work, lines: readonly LineChange[], words: StepWords): Work {
  const { next, before } = withLines(
    state,
    lines.map((line) => withEditMarks(state, line)),
  );
  if (before.length === 0) return state;
  const told = typeof words === 'string' ? words : words(before.length);
  return { ...next, undo: { command: 'change-lines', words: told, lines: before, previous: state.undo }, redo: null };
}

/** Takes the result's edits over into the lines, as one undo step of both. The result is to be assembled of them. */
export function editsTaken(state: Work, { lines, texts }: EventOf<'edits-taken'>): Work {
  const { next, before } = withLines(
    state,
    lines.map((line) => withEditMarks(state, line)),
  );
  return {
    ...next,
    translatedEdited: false,
    textsBeforeEdit: { ...state.textsBeforeEdit, ...texts },
    translatedStale: true,
    undo: { ...rememberAll(state, 'take-edits'), lines: before },
  };
}

/** With the lines as they were before the newest step, where they took the result's edits over by it. */
export function withLinesBack(state: Work): Work {
  const { undo } = state;
  return undo && isStepOf(undo, 'result') && undo.lines ? withLinesOf(state, undo.lines).next : state;
}

/** Undoes a change of lines and puts the change on `redo`. */
export function takeLinesBack(state: Work, step: StepOf<'lines'>): Work {
  const { next, before } = withLinesOf(state, step.lines);
  return {
    ...next,
    undo: step.previous,
    redo: { command: 'change-lines', words: step.words, lines: before, previous: state.redo },
  };
}

/** As withLines(), of the lines of an undo step. */
const withLinesOf = (state: Work, lines: readonly LineChange[]) =>
  withLines(
    state,
    lines.map((line) => withNewerSuggestions(state, line)),
  );

/** What the model has said since the step was paid for, and stays beside what the step took away. The line's own text is no suggestion for it. */
function withNewerSuggestions({ suggestions }: Work, line: LineChange): LineChange {
  const newer = suggestions[line.number]?.filter(({ fallenOut, text }) => !fallenOut || text !== line.text);
  if (!line.suggestions || !newer) return line;
  const older = line.suggestions.filter((one) => !newer.some(({ text, of }) => text === one.text && of === one.of));
  return { ...line, suggestions: capped([...older, ...newer]) };
}

/** Does the newest change on `redo` again, as an undo step. */
export function linesChangedAgain(state: Work): Work {
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
function withEditMarks(state: Work, change: LineChange): LineChange {
  if (change.text == null || change.marks !== undefined) return change;
  const line = lineOf(state, change.number);
  if (line === undefined || line.translation === change.text) return change;
  const { before = line.translation ?? null, of: _, ...kept } = marksOf(state, line);
  const marks: LineMarks = before === change.text ? kept : { ...kept, before };
  return { ...change, marks: Object.keys(marks).length === 0 ? null : { ...marks, of: stampOf(change.text) } };
}

/** The state with the changed lines, and what undoes the changes (`before`); a change that changes nothing is left out of `before`. */
function withLines(state: Work, lines: readonly LineChange[]) {
  const changes = lines.map((line) => realChange(state, line)).filter((change) => change !== undefined);
  const texts = new Map<number, Map<number, string | null>>();
  for (const { index, now } of changes) {
    const ofBatch = texts.get(index) ?? new Map<number, string | null>();
    if (now.text !== undefined) texts.set(index, ofBatch.set(now.number, now.text));
  }
  const written = [...texts].reduce((changed, [index, ofBatch]) => withTexts(changed, index, ofBatch), state);
  const next = changes.reduce((changed, { index, now }) => withName(changed, index, now), written);
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

const PARTS = ['text', 'marks', 'suggestions', 'nameTaken'] as const;

/** The parts of a change that differ from the line (`now`), and what undoes them; undefined: none, or the output is not readable. */
function realChange(state: Work, change: LineChange) {
  const { number } = change;
  const line = lineOf(state, number);
  const index = batchOfLine(state.phrases, number);
  if (line === undefined || index === undefined) return undefined;
  const { marks, suggestions } = state;
  const was = {
    text: line.translation ?? null,
    marks: marks[number] ?? null,
    suggestions: suggestions[number] ?? null,
    nameTaken: hadName(state, number),
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

/** Notes whether the line's text began with a name, in the details of its batch. */
function withName(state: Work, index: number, { number, nameTaken }: LineChange): Work {
  if (nameTaken === undefined) return state;
  const others = state.details[index]?.namesTaken?.filter((one) => one !== number) ?? [];
  const namesTaken = nameTaken ? [...others, number].sort((one, other) => one - other) : others;
  return withDetails(state, index, { namesTaken });
}

function withTexts(state: Work, index: number, texts: ReadonlyMap<number, string | null>): Work {
  const output = setTexts(state.results[index]?.[1] ?? '', texts);
  if (output === undefined) return state;
  const [error = ''] = validateBatch(batchAt(state.phrases, index).phrases, output);
  return outputValidated(outputEdited(state, index, output), index, error);
}
