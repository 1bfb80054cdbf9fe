import {
  type FilmBatch,
  isFinished,
  isOutputEdited,
  NEW_BATCH,
  outputOf,
  progressOf,
  slotOf,
} from '../engine/batch.ts';
import { batchStopped, notAsked, runReducer, waiting, withBatch, withEach } from '../engine/run-reducer.ts';
import { endsByItself, type FilmReading, isLeftToRun } from '../engine/run-state.ts';
import { memoizeByObject } from '../lib/memo.ts';
import { stampOf } from '../lib/text.ts';
import { areEmpty, type FilmNotes } from '../notes/notes.ts';
import { batchAt } from '../translation/batch.ts';
import { translationsOf } from '../translation/check-reply.ts';
import type { BatchBefore, SettingsInUse, Undo, UndoFacts, Work } from './film.ts';
import { isSameFilm } from './read-as.ts';
import { type CommandOf, isCommandOf } from './steps.ts';
import { suggestionsWithoutRunning } from './suggestions.ts';

/** The steps of one kind, or of several. */
export type StepOf<Kind extends Parameters<typeof isCommandOf>[1]> = Extract<Undo, { command: CommandOf<Kind> }>;
export const isStepOf = <Kind extends Parameters<typeof isCommandOf>[1]>(
  step: Undo,
  ...kinds: readonly Kind[]
): step is StepOf<Kind> => isCommandOf(step.command, ...kinds);

/** The undo step of a command that is about to throw something away: the whole state before the command. */
export function rememberAll<Command extends CommandOf<'film'>>(state: Work, command: Command) {
  const {
    undo: previous,
    redo: _redo,
    pace: _pace,
    shownBatch: _shown,
    suggestionRequests: _requests,
    ...before
  } = state;
  return { command, before, previous };
}

/** The undo step of mending. Mending one text several times is one step, back to the text before the first. `made`: the mended text. */
export function rememberMending(state: Work, made: string): Undo {
  const { undo, sourceText } = state;
  const madeStamp = stampOf(made);
  return undo?.command === 'mend-original' && undo.madeStamp === stampOf(sourceText)
    ? { ...undo, madeStamp }
    : { ...rememberAll(state, 'mend-original'), madeStamp };
}

/** The undo step of a command that changes one batch. `made`: the output that the command writes. */
export function rememberBatch(
  state: Work,
  index: number,
  command: CommandOf<'batch'>,
  made: string | null = null,
): Undo {
  return { command, ...batchBefore(state, index), made, previous: state.undo };
}

/** `previous` with the step of a command that changed these batches; one alone is told by its number. */
export function rememberBatches(
  batches: readonly BatchBefore[],
  command: 'translate' | 'bring-back',
  previous: Undo | null,
): Undo | null {
  const [only] = batches;
  if (only === undefined) return previous;
  if (batches.length > 1) return { command: `${command}-together`, batches, previous };
  return { command: command === 'translate' ? 'translate-again' : 'bring-back-batch', ...only, previous };
}

/** A batch as it is before a command changes it. */
export const batchBefore = ({ batches }: Work, index: number): BatchBefore => ({
  index,
  batch: batches[index] ?? NEW_BATCH,
  made: null,
});

/**
 * The undo steps with rememberAll's where there is any work to throw away; otherwise the steps as they are. What is asked for its lines ends with it,
 * and is told at them.
 */
export function rememberWork(
  state: Work,
  command: CommandOf<'film'>,
  inUse?: SettingsInUse,
  hasOwnNotes = true,
): Undo | null {
  const { sourceText, batches, translated, undo, notes } = state;
  const hasNotes = hasOwnNotes && (!areEmpty(notes) || withoutSteps(undo, ['change-notes']) !== undo);
  if (sourceText === '' && batches.length === 0 && translated === '' && !hasNotes) return undo;
  const left = { ...state, suggestions: suggestionsWithoutRunning(state) };
  // A film without batches has no settings of its own yet: the prompt that follows it does so again.
  const hasSettings = batches.length > 0 || command === 'open-project' || command === 'bring-back';
  return { ...rememberAll(left, command), ...(hasSettings && inUse && { madeWith: inUse }) };
}

/** The newest step that `isEnd` holds of, with all below it, and those above it, newest first. A loop: a long film has more steps than calls may be nested. */
function parted(undo: Undo | null, isEnd: (step: Undo) => boolean = bringsBackFilm) {
  const above: Undo[] = [];
  let end = undo;
  for (; end !== null && !isEnd(end); end = end.previous) above.push(end);
  return { above, end };
}

/** A step that stands on the same one as before stays the same object. */
const onTop = (above: readonly Undo[], end: Undo | null): Undo | null =>
  above.reduceRight((previous, step) => (step.previous === previous ? step : { ...step, previous }), end);

/** The steps without such as bring back a proposal of notes, or notes, of the film at hand: the text is another film's now. */
export function withoutSteps(undo: Undo | null, commands: readonly Undo['command'][]): Undo | null {
  const { above, end } = parted(undo);
  return onTop(
    above.filter(({ command }) => !commands.includes(command)),
    end,
  );
}

/** So many works that have batches stay put away as the next film begins. */
const PUT_AWAY_AT_MOST = 2;

/**
 * The works that were put away and have batches, the newest first, each with its own steps: without the steps of the film at hand. The one that
 * Undo has put behind all others may be newer than they.
 */
export function putAway(undo: Undo | null): Undo | null {
  const kept: Undo[] = [];
  let works = 0;
  let isKept = false;
  const steps = stepsOf(undo);
  const oldest = steps.findLast(bringsBackFilm);
  for (const step of steps) {
    if (bringsBackFilm(step)) {
      if (step.before.batches.length > 0) works++;
      const isPutBehind = step === oldest && step.command === 'bring-back';
      isKept = works > 0 && (works <= PUT_AWAY_AT_MOST || isPutBehind);
    }
    if (isKept) kept.push(step);
  }
  return onTop(kept, null);
}

/** All steps, the newest first. */
export const stepsOf = (undo: Undo | null): readonly Undo[] => parted(undo, () => false).above;

/** The step that Undo takes next. */
export const nextStep = (undo: Undo | null): Undo | null => parted(undo, ({ isPassed }) => !isPassed).end ?? undo;

/** Of an empty page: the film that was cleared or started over; undefined: not known. */
export function clearedBefore(undo: Undo | null): UndoFacts | undefined {
  const { end } = parted(undo);
  return end?.command === 'clear-original' || end?.command === 'restart' ? end.before : undefined;
}

/** Whether undoing this step replaces the whole film, not one text or one batch. */
export const bringsBackFilm = (undo: Undo): undo is StepOf<'film'> => isStepOf(undo, 'film');

/** The film that the one at hand has replaced; undefined: none is remembered. */
export function filmBefore(undo: Undo | null): UndoFacts | undefined {
  const { end } = parted(undo);
  return end !== null && bringsBackFilm(end) ? end.before : undefined;
}

/**
 * Undoes the newest step, unless it is one of lines. The work done since is not lost: a step that brings it back is put behind all
 * others, so that further Undos reach the older steps first. `inUse`: the settings now.
 */
export function takeBack(state: Work, inUse?: SettingsInUse): Work {
  const undo = nextStep(state.undo);
  if (undo === null) return state;
  const passed = parted(state.undo, (step) => step === undo).above;
  if (bringsBackFilm(undo)) return takeFilmBack(state, undo, passed, inUse);
  const back = takeStepBack({ ...state, undo }, undo);
  return { ...back, undo: onTop(passed, back.undo) };
}

/** `passed`: of the work that goes, the steps that go with it. */
function takeFilmBack(state: Work, undo: StepOf<'film'>, passed: readonly Undo[], inUse?: SettingsInUse): Work {
  const { previous, before, command } = undo;
  // What is done to the notes of a film that was cleared stays as that film is brought back.
  const left = rememberWork({ ...state, undo: null }, 'bring-back', inUse, command === 'open-project');
  // Changes of lines that only Redo has would be lost: whoever undid them may have looked for the other film.
  const own = [...passed, ...stepsOf(state.redo)].map(({ isPassed: _, ...step }) => step);
  const newer = left && { ...left, previous: onTop(own, null) };
  // What is asked for the film that goes is no answer to the one that comes: both number their lines alike.
  const still = stillOf(state, undo, newer);
  const film = waitingForResume({ ...state, ...before, ...still, suggestionRequests: [], shownBatch: null });
  return { ...film, redo: null, reading: still.reading ?? film.reading, undo: onTop(stepsOf(previous), newer) };
}

function takeStepBack(state: Work, undo: Exclude<Undo, StepOf<'film'>>): Work {
  if (isStepOf(undo, 'lines')) return state;
  if (isStepOf(undo, 'notes')) return takeNotesBack(state, undo);
  if (isStepOf(undo, 'reading')) return { ...state, reading: joinedReading(state, undo), undo: undo.previous };
  if (isStepOf(undo, 'batch')) return takeBatchesBack(state, undo, [undo]);
  // Of the type that is left: a new kind of step does not compile here.
  return takeBatchesBack(state, undo, undo.batches);
}

/**
 * What is of the film that comes back, although it came after the step: what was typed into the notes of a film that is cleared, and chosen
 * for it; of one that was mended, what was noted, read and paid for. A reading of it goes on.
 */
function stillOf(state: Work, undo: StepOf<'film'>, newer: Undo | null): Partial<Work> {
  const { notes, lastNotes, options, reading, spent, readingUsage } = state;
  const isMended = undo.command === 'mend-original' && undo.madeStamp === stampOf(state.sourceText);
  if (isMended) return { notes, lastNotes, options, reading, spent, readingUsage };
  // Money that was spent on a film since it was opened again is spent on the one that comes back.
  const isAgain = AGAIN.some((command) => command === undo.command) && isSameFilm(state, undo.before);
  if (isAgain) return { spent, readingUsage, ...(reading !== null && { reading }) };
  if (newer !== null || undo.command === 'open-project') return {};
  // Chosen on the empty page they are no longer those of a film.
  const isChosen = options.film === undefined;
  const isRead = undo.command === 'clear-original' && reading !== null;
  return { notes, ...(isChosen && { options }), ...(isRead && { reading, spent, readingUsage }) };
}

const AGAIN: readonly CommandOf<'film'>[] = ['open-original', 'open-next', 'bring-back'];

/** Of a film whose text was cut out: it may have been read, and paid for, since. Clear ends the reading. */
const readSince = ({ reading, spent, readingUsage }: Work): Partial<Work> =>
  reading ? { reading: readingAtRest(reading), spent, readingUsage } : {};

/** The steps as another text takes the place of one that was cut out, which comes back with what was read of it since. */
export function withReadSince(state: Work): Undo | null {
  const { above, end } = parted(state.undo);
  if (end?.command !== 'clear-original') return state.undo;
  return onTop(above, { ...end, before: { ...end.before, ...readSince(state) } });
}

/**
 * A proposal that has been asked for since stays, with the rows that were put away: both were paid for. Not joined by name (`joinFound`): that code
 * comes with the run part, and what takes back with the page.
 */
function joinedReading({ reading }: Work, { reading: put }: StepOf<'reading'>): FilmReading {
  if (reading === null) return put;
  const { about, people, address, terms } = reading.found;
  const found = {
    about: [...new Set([put.found.about, about])].join(' ').trim(),
    people: withRows(put.found.people, people),
    address: withRows(put.found.address, address),
    terms: withRows(put.found.terms, terms),
  };
  return { ...reading, found };
}

const withRows = <Row>(before: readonly Row[], rows: readonly Row[]): readonly Row[] => [
  ...before.filter((row) => !rows.some((other) => isEqual(row, other))),
  ...rows,
];

/** Of facts that can be stored. */
export const isEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Undoes a change of notes: what was typed elsewhere in them since stays, and what goes with the change becomes the oldest step. */
function takeNotesBack(state: Work, undo: StepOf<'notes'>): Work {
  const parts = Object.keys(undo.notes) as (keyof FilmNotes)[];
  const changed = parts.filter((part) => !isEqual(undo.notes[part], undo.made[part]));
  const notes = { ...state.notes, ...Object.fromEntries(changed.map((part) => [part, undo.notes[part]])) };
  const isTyped = changed.some(
    (part) => ![undo.made[part], notes[part]].some((one) => isEqual(one, state.notes[part])),
  );
  const words = 'The earlier notes are back. What you typed since is kept';
  const newer = { command: 'change-notes', words, notes: state.notes, made: notes, previous: null } as const;
  return { ...state, notes, undo: underneath(undo.previous, isTyped ? newer : null) };
}

/** Whether Undo of the step replaces an output that is neither what was there before nor what the command wrote: it was paid for, or typed. */
function isReplaced({ batches }: Work, { index, batch, made }: BatchBefore, undo: Undo): boolean {
  const now = outputOf(batches[index]);
  return now !== '' && now !== outputOf(batch) && (now !== made || isBroughtBack(undo));
}

const isBroughtBack = ({ command }: Undo): boolean => /^bring-back-/.test(command);

/** A batch that is still asked for again ends with what has come of it that was not there before: that was paid for. */
function withNewStopped(state: Work, { index, batch: before }: BatchBefore): Work {
  const now = state.batches[index];
  if (!now || isFinished(now)) return state;
  const { texts, correcting } = now.progress;
  const shown = translationsOf(batchAt(state.phrases, index).phrases, outputOf(before));
  const progress = progressOf(before);
  const isNew =
    Object.entries(texts).some(([key, text]) => text !== shown.get(Number(key)) && text !== progress.texts[key]) ||
    (correcting !== null && correcting.answer !== progress.correcting?.answer);
  return isNew ? runReducer(state, batchStopped(state, index)) : state;
}

/** Undoes a step of batches; what it replaces becomes the oldest step of the film. */
function takeBatchesBack(state: Work, undo: Undo, taken: readonly BatchBefore[]): Work {
  const stopped = taken.reduce(withNewStopped, state);
  const replaced = taken
    .filter((batch) => isReplaced(stopped, batch, undo))
    .map(({ index, batch }) => ({ ...batchBefore(stopped, index), made: outputOf(batch) }));
  const newer = rememberBatches(replaced, 'bring-back', null);
  // What a step brings back takes turns with what it replaces, but where another film lies behind them, which would never come.
  const isEdited = replaced.some(({ batch }, at) => isOutputEdited(batch) && outputOf(batch) !== taken[at]?.made);
  const isPassed = isBroughtBack(undo) && filmBefore(undo.previous) && !isEdited;
  const kept = newer && isPassed ? ({ ...newer, isPassed: true } as const) : newer;
  return { ...taken.reduce(takeBatchBack, state), undo: underneath(undo.previous, kept) };
}

/** Undoes what a command did to one batch. Its tokens stay counted, since they were paid for. */
function takeBatchBack(state: Work, { index, batch: before }: BatchBefore): Work {
  const was = state.batches[index];
  if (!was) return state;
  const { usage } = was;
  const next = withBatch(state, index, () => ({ ...notSentAgain(before), usage }));
  return slotOf(was) === slotOf(before) ? next : resultChanged(next);
}

/** Without its planned retry: after an undo the person decides whether the batch is sent again. */
const notSentAgain = (batch: FilmBatch): FilmBatch =>
  batch.state === 'failed' ? { ...batch, retry: null, secondChance: false, turn: 'usual' } : batch;

/** Where an output has changed, a result that was cleared is written again. */
export const resultChanged = (state: Work): Work => (state.isCleared ? { ...state, isCleared: false } : state);

/** The undo steps with `step` as the oldest, or the oldest of the film at hand. */
function underneath(undo: Undo | null, step: Undo | null): Undo | null {
  if (step === null) return undo;
  // Under the step of another film it would be done to that one.
  const { above, end } = parted(undo, (one) => bringsBackFilm(one) && !bringsBackFilm(step));
  return onTop(above, { ...step, previous: end });
}

/**
 * A session as it is while no page has it open: slots in progress become not started, and pauses that end by themselves are dropped,
 * since they may end meanwhile. A part without either stays the same object.
 */
export const withoutRunning = (state: Work): Work => ({
  ...state,
  batches: batchesAtRest(state.batches),
  paused: endsByItself(state.paused) ? null : state.paused,
  // An outage's error text ends with the outage; a page that is opened later knows of no outage.
  error: state.paused?.reason === 'outage' ? '' : state.error,
  pace: null,
  reading: state.reading && readingAtRest(state.reading),
  suggestions: suggestionsWithoutRunning(state),
  suggestionRequests: [],
});

/** The same objects for the same batches, so that the text of each, and of the whole list, is written once. */
const batchesAtRest = memoizeByObject((batches: Work['batches']) => withEach({ batches }, atRest).batches);
const atRest = memoizeByObject((batch: FilmBatch): FilmBatch => (batch.state === 'loading' ? waiting(batch) : batch));

/** Nothing is read by itself after a reload. */
export const readingAtRest = (reading: FilmReading): FilmReading => ({
  ...reading,
  parts: null,
  stage: reading.stage === 'done' ? 'done' : 'stopped',
});

/**
 * A film that is opened from a file or brought back: requests cost money, so batches that are left to translate, also those that a
 * person asked for, wait for Resume.
 */
export function waitingForResume(state: Work): Work {
  const film = withoutRunning(state);
  const { batches } = withEach(film, notAsked);
  // Whoever opens it may be another person.
  const reading = film.reading && { ...film.reading, told: undefined };
  return { ...film, batches, reading, paused: isLeftToRun(film) ? (film.paused ?? { reason: 'person' }) : null };
}
