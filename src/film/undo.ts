import { type FilmBatch, isFinished, NEW_BATCH, outputOf, progressOf, slotOf } from '../engine/batch.ts';
import { batchStopped, runReducer, withBatch } from '../engine/run-reducer.ts';
import { hasBatches } from '../engine/run-state.ts';
import { stampOf } from '../lib/text.ts';
import { areEmpty, type FilmNotes } from '../notes/notes.ts';
import { NO_LANGUAGES_SAID } from '../settings/settings.ts';
import { batchAt } from '../translation/batch.ts';
import { fillGaps, translationsOf } from '../translation/check-reply.ts';
import { readingAtRest, waitingForResume } from './at-rest.ts';
import { resultChanged, withLines } from './changes.ts';
import { type BatchBefore, hasSourceError, type LineChange, type SettingsInUse, type Step, type Work } from './film.ts';
import { isSameFilm } from './read-as.ts';
import { factsOfFilm, holdsWork, isEqual } from './steps.ts';
import { capped, suggestionsWithoutRunning } from './suggestions.ts';

/**
 * Undo and Redo exchange what a step contains with the present values. Tokens and spending stay, because they were paid. Only the reducer uses
 * these functions.
 */

/** `inUse`: the present settings. */
export function undone(state: Work, inUse?: SettingsInUse): Work {
  const step = state.past.at(-1);
  if (!step) return state;
  const [next, inverse] = swapped({ ...state, past: state.past.slice(0, -1) }, step, inUse);
  return { ...next, future: inverse ? [...next.future, inverse] : next.future, moved: { how: 'undone', step } };
}

export function redone(state: Work, inUse?: SettingsInUse): Work {
  const step = state.future.at(-1);
  if (!step) return state;
  const [next, inverse] = swapped({ ...state, future: state.future.slice(0, -1) }, step, inUse);
  return { ...next, past: inverse ? [...next.past, inverse] : next.past, moved: { how: 'redone', step } };
}

type Swapped = readonly [next: Work, inverse: Step | null];

const swapped = (state: Work, step: Step, inUse?: SettingsInUse): Swapped =>
  step.film ? filmSwapped(state, step, step.film, inUse) : partsSwapped(state, step, inUse);

function partsSwapped(state: Work, step: Step, inUse?: SettingsInUse): Swapped {
  const { fields, batches, made } = step;
  const stopped = batches.reduce(withNewStopped, state);
  const replaced = batches.filter((back) => isReplaced(stopped, back));
  const { next, before } = withLines(
    batches.reduce(withBatchBack, state),
    step.isUndone ? step.lines : step.lines.map((line) => withNewerSuggestions(state, line)),
  );
  const notes = fields.notes && made.notes ? notesBack(state, fields.notes, made.notes) : undefined;
  const after = { ...next, ...fields, ...notes?.back, ...readingBack(state, fields) };
  const inverse: Step = {
    ...step,
    lines: before,
    batches: replaced.map(({ index }) => ({ index, batch: stopped.batches[index] ?? NEW_BATCH })),
    fields: fieldsNow(state, fields),
    made: notes?.back ?? {},
    prompt: step.prompt && inUse ? promptIn(inUse) : null,
    isUndone: !step.isUndone,
    isOnlyCopy: notes ? step.isOnlyCopy || notes.isTyped : replaced.some((back) => !isAsFilled(state, step, back)),
  };
  const isEmpty = before.length + replaced.length + Object.keys(fields).length === 0 && inverse.prompt === null;
  return [after, isEmpty ? null : inverse];
}

const promptIn = ({ prompt, follows, said = NO_LANGUAGES_SAID }: SettingsInUse) => ({
  text: prompt,
  follows: follows === true,
  said,
});

function fieldsNow(state: Work, fields: Step['fields']): Step['fields'] {
  const { notes, translated, ownResult, isCleared, error } = state;
  const reading = state.reading && readingAtRest(state.reading);
  const all = { notes, translated, ownResult, isCleared, error, reading };
  return Object.fromEntries(Object.entries(all).filter(([name]) => name in fields));
}

/** If a batch is still being requested, ends it with the texts that have come since, because they were paid for. */
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

/** True if an output is replaced when this batch comes back. */
function isReplaced({ batches }: Work, { index, batch }: BatchBefore): boolean {
  const now = batches[index];
  return outputOf(now) !== '' && JSON.stringify(slotOf(now)) !== JSON.stringify(slotOf(batch));
}

/** True if the output only comes from filling this batch's gaps, so that no paid answer is lost with it. */
const isAsFilled = ({ phrases, batches }: Work, { command }: Step, { index, batch }: BatchBefore): boolean =>
  command === 'fill-gaps' &&
  outputOf(batches[index]) === fillGaps(batchAt(phrases, index).phrases, outputOf(batch)).output;

/** Restores a batch. Its tokens stay counted, because they were paid. */
function withBatchBack(state: Work, { index, batch: before }: BatchBefore): Work {
  const was = state.batches[index];
  if (!was) return state;
  const { usage } = was;
  const next = withBatch(state, index, () => ({ ...notSentAgain(before), usage }));
  return slotOf(was) === slotOf(before) ? next : resultChanged(next);
}

/** Removes the planned retry: after an undo, the person decides whether the batch is sent again. */
const notSentAgain = (batch: FilmBatch): FilmBatch =>
  batch.state === 'failed' ? { ...batch, retry: null, secondChance: false, turn: 'usual' } : batch;

/**
 * Keeps suggestions that the model has made since, because they were paid for, beside those of the step. The line's own text is no suggestion for
 * it.
 */
function withNewerSuggestions({ suggestions }: Work, line: LineChange): LineChange {
  const newer = suggestions[line.number]?.filter(({ fallenOut, text }) => !fallenOut || text !== line.text);
  if (line.suggestions === undefined || !newer?.length) return line;
  const older = (line.suggestions ?? []).filter(
    (one) => !newer.some(({ text, of }) => text === one.text && of === one.of),
  );
  return { ...line, suggestions: capped([...older, ...newer]) };
}

/** The notes with the parts that a command changed as they were before it. `isTyped`: somebody has typed in these parts since. */
function notesBack({ notes: now }: Work, before: FilmNotes, made: FilmNotes) {
  const parts = (Object.keys(before) as (keyof FilmNotes)[]).filter((part) => !isEqual(before[part], made[part]));
  const notes = { ...now, ...Object.fromEntries(parts.map((part) => [part, before[part]])) };
  const isTyped = parts.some((part) => ![made[part], notes[part]].some((one) => isEqual(one, now[part])));
  return { back: { notes }, isTyped };
}

/**
 * Joins a discarded proposal with a later one, because both were paid for. Does not join rows by name as a reading does (`joinFound`), because a
 * person has seen both.
 */
function readingBack({ reading: now }: Work, { reading: before }: Step['fields']): Pick<Step['fields'], 'reading'> {
  if (!now || !before) return {};
  const { about, people, address, terms } = now.found;
  const found = {
    about: [...new Set([before.found.about, about])].join(' ').trim(),
    people: withRows(before.found.people, people),
    address: withRows(before.found.address, address),
    terms: withRows(before.found.terms, terms),
  };
  return { reading: { ...now, found } };
}

const withRows = <Row>(before: readonly Row[], rows: readonly Row[]): readonly Row[] => [
  ...before.filter((row) => !rows.some((other) => isEqual(row, other))),
  ...rows,
];

/** Exchanges the film on the page with the film in the step. */
function filmSwapped(state: Work, step: Step, film: NonNullable<Step['film']>, inUse?: SettingsInUse): Swapped {
  const facts = factsOfFilm({ ...state, suggestions: suggestionsWithoutRunning(state) });
  const isOnlyCopy =
    holdsWork(state) ||
    (film.id !== null && state.id !== '') ||
    (step.command === 'open-project' && !areEmpty(state.notes));
  const still = stillOf(state, step, film, isOnlyCopy);
  // The requests of the replaced film must not answer the film that comes back, because both have the same line numbers.
  const comes = withoutRefusal(
    waitingForResume({ ...state, ...film.facts, ...still, suggestionRequests: [], shownBatch: null }),
  );
  const hasSettings = hasBatches(state) || film.settings !== null;
  const madeStamp = film.madeStamp && stampOf(comes.sourceText);
  const id = film.id === null ? null : state.id;
  const away = { facts, settings: (hasSettings && inUse) || null, madeStamp, id };
  return [
    { ...comes, id: film.id ?? state.id, reading: still.reading ?? comes.reading },
    { ...step, film: away, isUndone: !step.isUndone, isOnlyCopy },
  ];
}

/** Removes an earlier refusal from a film, because its cause may be gone. A spending limit applies until it is raised. */
function withoutRefusal(film: Work): Work {
  const { paused } = film;
  if (paused?.reason === 'failure')
    return paused.kind === 'limit' ? film : { ...runReducer(film, { type: 'refusal-outdated' }), error: '' };
  return hasBatches(film) || hasSourceError(film) ? film : { ...film, error: '' };
}

/**
 * What stays as it is now, although the film of an older step comes back: notes and options that were changed after Clear; notes, readings and spending since
 * mending. A reading under way continues.
 */
function stillOf(
  state: Work,
  step: Step,
  { facts, madeStamp, id }: NonNullable<Step['film']>,
  isWork: boolean,
): Partial<Work> {
  // The list in the step has its own notes, options and spending.
  if (id !== null) return {};
  const { notes, lastNotes, options, reading, spent, readingUsage } = state;
  if (madeStamp === stampOf(state.sourceText)) return { notes, lastNotes, options, reading, spent, readingUsage };
  const { command, isUndone } = step;
  // Money that was spent after the same film was opened again belongs to the film that comes back.
  const isAgain = (isUndone || command === 'open-original' || command === 'open-next') && isSameFilm(state, facts);
  if (isAgain) return { spent, readingUsage, ...(reading !== null && { reading }) };
  if (isWork || command === 'open-project') return {};
  // Options that were chosen on the empty page no longer belong to a film.
  const isChosen = options.film === undefined;
  const isRead = command === 'clear-original' && reading !== null;
  return { notes, ...(isChosen && { options }), ...(isRead && { reading, spent, readingUsage }) };
}
