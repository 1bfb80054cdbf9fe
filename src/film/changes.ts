import {
  type BatchProgress,
  type FailedBatch,
  factsOf,
  isBegun,
  isFinished,
  NEW_BATCH,
  NO_PROGRESS,
  type OkBatch,
  outputOf,
  progressOf,
  sendingOf,
  textCount,
  turnWith,
  type WaitingBatch,
} from '../engine/batch.ts';
import { correctionGivenUp, progressForRetry } from '../engine/batch-calls.ts';
import { withBatch } from '../engine/run-reducer.ts';
import type { RunEvent } from '../engine/run-state.ts';
import { stampOf } from '../lib/text.ts';
import { type Batch, batchAt } from '../translation/batch.ts';
import { setTexts, validateBatch } from '../translation/check-reply.ts';
import { isResultBehind, type LineChange, type LineMarks, type SessionEvent, type Step, type Work } from './film.ts';
import { batchOfLine, hadName, isConfirmed, isEdited, isOwn, isReadable, keptTexts, lineOf, marksOf } from './lines.ts';
import { stepOf, withPromptFixed, withStep } from './steps.ts';
import { suggested } from './suggestions.ts';

/** How a person's commands change batches, lines and the result. Only the reducer uses these functions. */

type EventOf<Type extends SessionEvent['type']> = Extract<SessionEvent, { type: Type }>;

type Finished = OkBatch | FailedBatch;

export function gapsFilled(state: Work, { index, output, numbers }: EventOf<'gaps-filled'>): Work {
  const filled = (batch: Finished): Finished => ({
    ...batch,
    filled: [...new Set([...batch.filled, ...numbers])].sort((one, other) => one - other),
  });
  const next = withFinished(outputEdited(state, index, output), index, filled);
  return withStep(next, batchStep(state, 'fill-gaps', [index]));
}

const batchStep = ({ batches }: Work, command: 'translate-again' | 'fill-gaps', indexes: readonly number[]): Step =>
  stepOf(command, { batches: indexes.map((index) => ({ index, batch: batches[index] ?? NEW_BATCH })) });

/** Changes a batch that has a result; other batches stay unchanged. */
const withFinished = (state: Work, index: number, change: (batch: Finished) => Finished): Work =>
  withBatch(state, index, (batch) => (isFinished(batch) ? change(batch) : batch));

export const outputValidated = (state: Work, index: number, error: string): Work =>
  withResult(state, index, ([, output]) => [error, output]);

/** Puts batches back into the queue, as one undo step. If none of them has an output, there is nothing to undo. */
export function batchesQueued(state: Work, { indexes, ...how }: Omit<EventOf<'batches-queued'>, 'type'>): Work {
  const queued = indexes.reduce((next, index) => batchQueued(next, index, how), state);
  const changed = indexes.filter((index) => queued.batches[index] !== state.batches[index]);
  if (changed.length === 0) return queued;
  const hasOutput = changed.some((index) => outputOf(state.batches[index]) !== '');
  // Their answers are made with the present prompt.
  const next = withPromptFixed(queued);
  return hasOutput ? withStep(next, batchStep(state, 'translate-again', changed)) : next;
}

/**
 * Puts one batch back into the queue.
 * A failed batch keeps its answered phrases, unless `asWhole`: then they may be made with earlier film notes. An OK batch is translated again as a
 * whole.
 * Confirmed lines keep their text unless `withConfirmed`, edited lines unless `withEdited`.
 * If no line needs a request, an OK batch stays unchanged, and a failed batch ends with the texts that it has.
 */
function batchQueued(
  state: Work,
  index: number,
  { asWhole, inHalves, withConfirmed, withEdited }: Omit<EventOf<'batches-queued'>, 'type' | 'indexes'>,
): Work {
  const before = state.batches[index];
  if (!isFinished(before)) return state;
  const batch = batchAt(state.phrases, index);
  const answered = before.state === 'failed' && !asWhole ? progressForRetry(batch, before, inHalves) : NO_PROGRESS;
  const isKept = (marks: LineMarks) => (!withConfirmed && isConfirmed(marks)) || (!withEdited && isEdited(marks));
  const others = withoutAnswered(
    answered,
    keptTexts(state, index, (marks) => isOwn(marks) && !isKept(marks)),
  );
  const kept = withAnswered(batch, others, keptTexts(state, index, isKept));
  const missing = batch.phrases.length - textCount(kept);
  if (missing === 0 && before.state === 'ok') return state;
  const hasAnswers = textCount(withoutAnswered(answered, keptTexts(state, index, isOwn))) > 0;
  const { usage, provenance, notesStamp } = before;
  const named = before.namesTaken.filter((number) => !Object.hasOwn(answered.texts, number));
  const progress: BatchProgress = {
    ...kept,
    textsNotes: hasAnswers ? (progressOf(before).textsNotes ?? notesStamp) : null,
    ...(inHalves && missing > 0 && { atMost: Math.ceil(missing / 2) }),
    namesTaken: [...answered.namesTaken, ...named].filter((number) => Object.hasOwn(kept.texts, number)),
  };
  const queued: WaitingBatch = {
    ...NEW_BATCH,
    turn: 'asked',
    progress,
    usage,
    ...(isBegun(kept) && { provenance, notesStamp }),
  };
  return {
    ...withBatch(state, index, () => queued),
    shownBatch: state.shownBatch === index ? null : state.shownBatch,
  };
}

/**
 * Counts the lines that keep their text as answered, so that only the other lines are requested. Gives up a waiting corrective pass, which would ask for all
 * lines.
 */
function withAnswered(batch: Batch, progress: BatchProgress, own: Readonly<Record<string, string>>): BatchProgress {
  if (Object.keys(own).length === 0) return progress;
  const brought = correctionGivenUp(batch, progress);
  return { ...brought, texts: { ...brought.texts, ...own } };
}

function withoutAnswered(progress: BatchProgress, own: Readonly<Record<string, string>>): BatchProgress {
  const texts = Object.entries(progress.texts).filter(([number]) => !Object.hasOwn(own, number));
  return { ...progress, texts: Object.fromEntries(texts) };
}

/**
 * Keeps the confirmed and edited lines of failed batches when the run itself has put these back into the queue. `before`: the state before that.
 */
const ownKept = (state: Work, before: Work): Work =>
  before.batches.reduce((next, was, index) => {
    if (was.state !== 'failed' || next.batches[index]?.state !== 'waiting') return next;
    const own = keptTexts(before, index, isOwn);
    if (Object.keys(own).length === 0) return next;
    return withBatch(next, index, (batch) => {
      if (batch.state !== 'waiting') return batch;
      const progress = withAnswered(batchAt(state.phrases, index), batch.progress, own);
      return { ...batch, progress, turn: turnWith(progress, batch.turn) };
    });
  }, state);

export const outputEdited = (state: Work, index: number, output: string): Work => {
  const next = withResult(state, index, ([error]) => [error, output]);
  return next === state ? state : withFinished(next, index, (batch) => ({ ...batch, edited: true }));
};

/** If an output has changed, a result that a person cleared is written again. */
export const resultChanged = (state: Work): Work => (state.isCleared ? { ...state, isCleared: false } : state);

function withResult(
  state: Work,
  index: number,
  change: (result: readonly [string, string]) => readonly [string, string],
): Work {
  const next = withFinished(state, index, (batch) => {
    const result = change(batch.result);
    return result[0] === batch.result[0] && result[1] === batch.result[1] ? batch : judged(batch, result);
  });
  return next === state ? state : resultChanged(next);
}

/** Gives a batch another result. An error makes it a failed batch; Retry asks for all its lines except those that the output has. */
function judged(batch: Finished, result: readonly [error: string, output: string]): Finished {
  const { inParts, edited, filled, namesTaken } = batch;
  const output = { ...factsOf(batch), result, inParts, edited, filled, namesTaken };
  if (result[0] === '') return { ...output, state: 'ok' };
  if (batch.state === 'failed') return { ...batch, result };
  const { turn, progress, retry } = sendingOf(batch);
  return { ...output, state: 'failed', failure: 'differences', turn, progress, retry, secondChance: false };
}

/** Changes lines, as one undo step. Lines of a batch without a readable output keep their text. */
export function linesChanged(state: Work, { lines, words, grows }: EventOf<'lines-changed'>): Work {
  const { next, before } = withLines(
    state,
    lines.map((line) => withEditMarks(state, line)),
  );
  if (before.length === 0) return state;
  const said = typeof words === 'string' ? words : words(before.length, before[0]?.number ?? 0);
  const typed = grows ? state.past.at(-1) : undefined;
  return typed
    ? withGrown(next, typed, before, `${typed.words} and ${said}`)
    : withStep(next, stepOf('change-lines', { words: said, lines: before }));
}

/** The newest undo step also takes back what changed lines since: `before`. */
function withGrown(state: Work, step: Step, before: readonly LineChange[], words: string): Work {
  const older = new Map<number, LineChange>(step.lines.map((line) => [line.number, line]));
  for (const line of before) older.set(line.number, { ...line, ...older.get(line.number) });
  return { ...state, past: state.past.with(-1, { ...step, words, lines: [...older.values()] }) };
}

/**
 * Sets the result that the film worker wrote from the lines. A person's own text stays; if the lines contain all of it, it no longer counts as the
 * person's own.
 */
export function resultWritten(state: Work, text: string): Work {
  const { translated, ownResult } = state;
  const isSame = text.trimEnd() === translated.trimEnd();
  if (ownResult === null || isSame)
    return withoutIdleStep({ ...state, ownResult: null, translated: isSame ? translated : text });
  const now = stampOf(text);
  return { ...state, ownResult: { since: ownResult.since ?? now, now } };
}

/** Removes the step of typing in the result if the typed text equals the result before it. */
function withoutIdleStep(state: Work): Work {
  const { translated, isCleared, past } = state;
  const step = past.at(-1);
  const isIdle =
    step?.words === EDITED_WORDS &&
    step.fields.translated === translated &&
    step.fields.ownResult === null &&
    step.fields.isCleared === isCleared &&
    withLines(state, step.lines).before.length === 0;
  return isIdle ? { ...state, past: past.slice(0, -1) } : state;
}

export const resultAsked = (state: Work): Work => {
  const next = { ...state, ownResult: null, isCleared: false };
  return state.ownResult ? withStep(next, resultStep(state, 'writing the file again, which removed your edits')) : next;
};

export const resultCleared = (state: Work): Work => {
  const next = { ...state, translated: '', ownResult: null, isCleared: true, error: '' };
  const { error } = state;
  return state.translated === '' ? next : withStep(next, resultStep(state, 'clearing the translated text', { error }));
};

const EDITED_WORDS = 'editing the translated text';

export const resultTyped = (state: Work, { text, grows }: EventOf<'result-typed'>): Work => {
  const ownResult = text === '' ? null : (state.ownResult ?? { since: null, now: null });
  const next = { ...state, translated: text, ownResult, isCleared: text === '' };
  return grows ? next : withStep(next, resultStep(state, EDITED_WORDS));
};

/** The undo step of a command that changes the result. */
const resultStep = ({ translated, ownResult, isCleared }: Work, words: string, others: Step['fields'] = {}): Step =>
  stepOf('change-lines', { words, fields: { translated, ownResult, isCleared, ...others } });

/** Treats text typed in the result as if it was typed in the lines. */
export function resultRead(state: Work, { lines, isAll, others, grows }: EventOf<'result-read'>): Work {
  const { next, before } = withLines(
    state,
    lines.map((line) => withEditMarks(state, line)),
  );
  const was = isResultBehind(state) ? (state.ownResult?.since ?? null) : null;
  const since = others === 'older' ? (was ?? '') : others === 'not-found' ? was : null;
  const read = { ...next, ownResult: isAll ? null : state.ownResult && { since, now: null } };
  if (before.length === 0) return read;
  const step = state.past.at(-1);
  if (!grows || step?.command !== 'change-lines')
    return withStep(read, stepOf('change-lines', { words: EDITED_WORDS, lines: before }));
  return withGrown(read, step, before, step.words);
}

/**
 * Adds the marks that follow from a change of text. `before` is the model's text before the first edit. A confirmed line stays confirmed, because a
 * person made the edit.
 */
function withEditMarks(state: Work, change: LineChange): LineChange {
  if (change.text == null || change.marks !== undefined) return change;
  const line = lineOf(state, change.number);
  if (line === undefined || line.translation === change.text) return change;
  const { before = line.translation ?? null, of: _, ...kept } = marksOf(state, line);
  const marks: LineMarks = before === change.text ? kept : { ...kept, before };
  return { ...change, marks: Object.keys(marks).length === 0 ? null : { ...marks, of: stampOf(change.text) } };
}

/** Returns the state with the changed lines, and the changes that undo them (`before`). A change without effect is not in `before`. */
export function withLines(state: Work, lines: readonly LineChange[]) {
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

/** `facts` after changes by line number: null deletes a line's fact, undefined keeps it. Returns the same object if nothing changes. */
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

/**
 * The parts of a change that differ from the present line (`now`), and the parts that would undo them; undefined: there are none, or the output is
 * not readable.
 */
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
  if (parts.length === 0 || (parts.includes('text') && !isReadable(state, index))) return undefined;
  const partsOf = (facts: Omit<LineChange, 'number'>): LineChange => ({
    number,
    ...Object.fromEntries(parts.map((part) => [part, facts[part]])),
  });
  return { index, now: partsOf(change), before: partsOf(was) };
}

/** Stores in the line's batch whether its text began with the name of the speaker. */
function withName(state: Work, index: number, { number, nameTaken }: LineChange): Work {
  if (nameTaken === undefined) return state;
  return withFinished(state, index, (batch) => {
    const others = batch.namesTaken.filter((one) => one !== number);
    return { ...batch, namesTaken: nameTaken ? [...others, number].sort((one, other) => one - other) : others };
  });
}

function withTexts(state: Work, index: number, texts: ReadonlyMap<number, string | null>): Work {
  const output = setTexts(outputOf(state.batches[index]), texts);
  if (output === undefined) return state;
  const [error = ''] = validateBatch(batchAt(state.phrases, index).phrases, output);
  return outputValidated(outputEdited(state, index, output), index, error);
}

/** What an event of the engine changes beyond the run: the result and the error text. */
export function afterRunEvent(state: Work, event: RunEvent, before: Work): Work {
  switch (event.type) {
    case 'batch-finished':
      return state === before ? state : resultChanged(state);
    case 'reply-form-lowered': {
      const others = state.notices.filter(({ kind }) => kind !== 'reply-form');
      return { ...state, notices: [...others, { kind: 'reply-form', model: event.model, form: event.form }] };
    }
    case 'room-found': {
      const { type: _, ...found } = event;
      return {
        ...state,
        notices: [...state.notices.filter(({ kind }) => kind !== 'room'), { kind: 'room', ...found }],
      };
    }
    case 'request-ended':
      return suggested(state, before, event);
    case 'run-paused':
      return 'message' in event.pause ? { ...state, error: event.pause.message } : withoutPauseError(state, before);
    case 'refusal-outdated':
      return { ...state, error: '' };
    case 'retries-due':
      return ownKept(state, before);
    case 'run-resumed':
      // All later answers are made with the present prompt.
      return withPromptFixed(withoutPauseError(ownKept(state, before), before));
    default:
      return state;
  }
}

/** Removes the error text of a pause when the pause ends. */
const withoutPauseError = (state: Work, { paused }: Work): Work =>
  paused && 'message' in paused ? { ...state, error: '' } : state;
