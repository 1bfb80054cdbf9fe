import { NEW_BATCH } from '../engine/batch.ts';
import { proposedIn } from '../engine/job.ts';
import { runReducer } from '../engine/run-reducer.ts';
import { stampOf } from '../lib/text.ts';
import { areEmpty, type FilmNotes, NO_NOTES, withinLimits } from '../notes/notes.ts';
import { largestSpent } from '../prices/price.ts';
import { recognizeFormat } from '../subtitles/formats.ts';
import { withPlainLineEnds } from '../subtitles/lines.ts';
import { AS_SPECIFIED, countBatches, type FilmOptions } from '../translation/batch.ts';
import { readingAtRest } from './at-rest.ts';
import {
  afterRunEvent,
  batchesQueued,
  gapsFilled,
  linesChanged,
  outputEdited,
  outputValidated,
  resultAsked,
  resultCleared,
  resultRead,
  resultTyped,
  resultWritten,
} from './changes.ts';
import {
  EMPTY_WORK,
  filmName,
  isInSeries,
  type LastNotes,
  type SessionEvent,
  type SettingsInUse,
  type Step,
  type Work,
  type WorkFacts,
  withSaved,
} from './film.ts';
import { isOtherFilm, isSameFile, isSameFilm, readingAfterEdit } from './read-as.ts';
import {
  clearedBefore,
  factsOfFilm,
  filmStep,
  hasOwnStep,
  isEqual,
  isFilmStep,
  newestWorks,
  partedPrompts,
  pastOfRun,
  pastWithWork,
  stepOf,
  stepsOfLists,
  withCosts,
  withoutFuture,
  withoutSteps,
  withPromptFixed,
  withStep,
} from './steps.ts';
import { redone, undone } from './undo.ts';

/** Returns the next state after an event, or the same object if nothing changes. Pure. */
export function sessionReducer(state: Work, event: SessionEvent): Work {
  if (event.type === 'film-opened') return event.state;
  if (event.type === 'prompt-used') return withPromptFixed(state);
  if (event.type === 'film-named') {
    const at = state.past.findLastIndex(isFilmStep);
    const past = event.isApart ? [...stepsOfLists(state.past.slice(0, at)), ...state.past.slice(at + 1)] : state.past;
    const named = state.id === event.id && past === state.past ? state : { ...state, id: event.id, past };
    return event.spent.length > 0 ? withCosts(named, event.spent) : named;
  }
  const next = sameFilmReduced(state, event);
  // Whatever a command brings into the film, the film stays the same one of its series, unless the whole series is replaced.
  if (isListMoved(state, event, next)) return next;
  return inItsSeries(state, event, next);
}

/** The film after a command: it keeps its id, and the spending of the series. The notes stay those of the series, unless the command changed them. */
function inItsSeries(state: Work, event: EventInFilm, next: Work): Work {
  const { id } = state;
  if (!isInSeries(state)) return next.id === id ? next : { ...next, id };
  const spent = event.type === 'call-paid' ? next.spent : spentInSeries(state, next);
  const notes = isOfNotes(state, event) ? next.notes : state.notes;
  const reading = notes === next.notes ? next.reading : proposedIn(next.reading, notesOfEvent(event));
  const isAsIs = next.id === id && next.spent === spent && next.notes === notes;
  return isAsIs ? next : { ...next, id, spent, notes, reading };
}

/** True if the event changes notes and nothing else. */
function isOfNotes({ past, future }: Work, { type }: EventInFilm): boolean {
  const step = type === 'command-undone' ? past.at(-1) : type === 'command-redone' ? future.at(-1) : undefined;
  return type === 'notes-changed' || (step !== undefined && step.film === null);
}

/** The notes of a film that comes from elsewhere. */
const notesOfEvent = (event: EventInFilm): FilmNotes =>
  event.type === 'project-opened' ? event.state.notes : NO_NOTES;

/**
 * The spending of this row counts towards the limit of the series, whatever a command removes from the film. A film that comes back was paid for here. A film
 * from a project file, or from before the series, brings its own spending.
 */
const spentInSeries = ({ spent }: Work, next: Work): Work['spent'] =>
  next.spent === spent ? spent : largestSpent(spent, next.spent);

function isListMoved({ id }: Work, event: SessionEvent, next: Work): boolean {
  if (event.type === 'work-set-aside') return true;
  const mayMove =
    ['command-undone', 'command-redone'].includes(event.type) || (event.type === 'project-opened' && id === '');
  return mayMove && next.id !== id;
}

type EventInFilm = Exclude<SessionEvent, { type: 'film-opened' | 'film-named' | 'prompt-used' }>;

function sameFilmReduced(state: Work, event: EventInFilm): Work {
  if (event.type === 'command-undone') return undone(state, event.inUse);
  if (event.type === 'command-redone') return redone(state, event.inUse);
  const next = reduced(state, event);
  const isGrown = (event.type === 'result-read' || event.type === 'lines-changed') && event.grows;
  if (isGrown || (next.past === state.past && next.future === state.future)) return next;
  // A new command ends Redo, because the undone changes may not fit the new state.
  const after = state.future.length > 0 ? reduced(withoutFuture(state), event) : next;
  return after.moved ? { ...after, moved: null } : after;
}

const { spent, readingUsage } = EMPTY_WORK;
const NOTHING_SPENT = { spent, readingUsage };

function reduced(state: Work, event: Exclude<EventInFilm, { type: 'command-undone' | 'command-redone' }>): Work {
  switch (event.type) {
    case 'project-opened':
      return { ...event.state, past: pastWithProject(state, event.inUse), future: [] };
    case 'work-set-aside':
      return {
        ...EMPTY_WORK,
        lastNotes: notesOfFilm(state),
        past: pastWithWork(state, 'open-next', event.inUse, state.id),
      };
    case 'lines-changed':
      return linesChanged(state, event);
    case 'notes-changed':
      return notesChanged(state, event.notes, event.step);
    case 'prompt-changed':
      return withStep(state, stepOf('change-prompt', { words: event.words, prompt: event.before }));
    case 'reading-dropped':
      return readingDropped(state);
    case 'options-changed':
      return { ...state, options: optionsChosen(state, event.options) };
    case 'lines-asked':
      return { ...state, suggestionRequests: [...state.suggestionRequests, ...event.suggestionRequests] };
    case 'source-opened':
      return sourceOpened(state, event);
    case 'source-edited':
      return sourceEdited(state, event.text);
    case 'source-read-as':
      if ('withoutStyles' in event) return { ...state, withoutStyles: event.withoutStyles };
      return {
        ...state,
        sourceText: event.text ?? state.sourceText,
        readAs: event.readAs,
        error: '',
        past: event.text === undefined ? state.past : withMending(state, event.text),
      };
    case 'source-cleared':
      return { ...sourceCleared(state), reading: null, ...NOTHING_SPENT };
    case 'source-refused':
      return { ...state, error: event.error };
    case 'source-parsed':
      return sourceParsed(state, event);
    case 'batch-shown':
      return state.shownBatch === event.index ? state : { ...state, shownBatch: event.index };
    case 'batches-queued':
      return batchesQueued(state, event);
    case 'gaps-filled':
      return gapsFilled(state, event);
    case 'output-edited':
      return outputEdited(state, event.index, event.output);
    case 'output-validated':
      return outputValidated(state, event.index, event.error);
    case 'result-written':
      return resultWritten(state, event.text);
    case 'result-asked':
      return resultAsked(state);
    case 'result-typed':
      return resultTyped(state, event);
    case 'result-read':
      return resultRead(state, event);
    case 'result-cleared':
      return resultCleared(state);
    case 'notice-dismissed':
      return { ...state, notices: state.notices.filter((_, index) => index !== event.index) };
    case 'work-saved':
      return withSaved(state, event.saved);
    case 'session-restarted':
      return {
        ...EMPTY_WORK,
        notes: state.notes,
        lastNotes: notesOfFilm(state),
        options: optionsOfFilm(state),
        past: pastWithWork(state, 'restart', event.inUse),
      };
    default:
      return afterRunEvent(runReducer(state, event), event, state);
  }
}

/** Adds an undo step that contains the present work. Several projects may be opened one after another, without Translate. */
function pastWithProject(state: Work, inUse: SettingsInUse | undefined): Work['past'] {
  const past = pastWithWork(state, 'open-project', inUse);
  const last = past.at(-1);
  // On an empty page, Undo of the opening brings back what was closed before. A list is closed as a part of the opening.
  if (past === state.past && last?.film && !last.isUndone) return past.with(-1, { ...last, command: 'open-project' });
  return state.batches.length > 0 ? newestWorks(past) : past;
}

/** Adds the step of mending. Mending one text several times is one step, back to the text before the first mending. `made`: the mended text. */
function withMending(state: Work, made: string): Work['past'] {
  const step = state.past.at(-1);
  const madeStamp = stampOf(made);
  // A step of Redo from before a reload may contain the mended text: going back to it would undo nothing.
  if (step?.film && !step.isUndone && step.film.madeStamp === stampOf(state.sourceText))
    return state.past.with(-1, { ...step, film: { ...step.film, madeStamp } });
  return [...state.past, filmStep('mend-original', factsOfFilm(state), null, madeStamp)];
}

/** The state after a film was opened. If a finished film was open before, only an undo step of it remains. */
function sourceOpened(state: Work, event: Extract<SessionEvent, { type: 'source-opened' }>): Work {
  const isNext = state.batches.length > 0;
  const before =
    state.sourceText === '' ? newestWorks(state.past) : [...state.past, filmStep('open-original', factsOfFilm(state))];
  const opened = { sourceText: event.text, fileName: event.fileName ?? '' };
  const was = state.sourceText === '' ? clearedBefore(state) : state;
  const again = was && isSameFilm(was, opened) ? was : undefined;
  return {
    ...(isNext ? EMPTY_WORK : state),
    ...opened,
    ...notesForFilm(state, again !== undefined),
    options: optionsForFilm(state, again !== undefined),
    ...paidFor(again),
    readAs: recognizeFormat(event.text),
    withoutStyles: [],
    notices: event.notices,
    error: '',
    past: isNext ? pastWithWork(state, 'open-next', event.inUse) : before,
  };
}

type PaidFor = Pick<Work, 'reading' | 'spent' | 'readingUsage'>;

/** What was already paid for this film, and the suggestions of its reading; undefined: it is another film. */
function paidFor(again: PaidFor | undefined): PaidFor {
  if (!again) return { reading: null, ...NOTHING_SPENT };
  const { reading, spent, readingUsage } = again;
  return { reading: reading && readingAtRest(reading), spent, readingUsage };
}

/** The page without a text. Notes and options stay in case the same film is opened again. */
const sourceCleared = (state: Work): Work => ({
  ...withStep(state, filmStep('clear-original', factsOfFilm(state))),
  sourceText: '',
  fileName: '',
  readAs: 'srt',
  withoutStyles: [],
  lastNotes: notesOfFilm(state),
  options: optionsOfFilm(state),
  notices: [],
  error: '',
});

function sourceEdited(state: Work, text: string): Work {
  const isEmpty = state.sourceText === '';
  if (!isEmpty && isOfFilm(state) && (text === '' || isOtherFilm(state.sourceText, text))) {
    // A person may paste a text again after cutting it out. Replacing the whole text in one step counts as cutting out and pasting.
    const cleared = sourceCleared(state);
    return text === '' ? cleared : (broughtBack(cleared, text) ?? sourceEdited(cleared, text));
  }
  const brought = !isEmpty && isOfFilm(state) ? undefined : broughtBack(state, text);
  if (brought) return brought;
  const cleared = isEmpty && text !== '' ? (clearedBefore(state)?.sourceText ?? '') : '';
  const isNext = cleared !== '' && !isSameFile(cleared, text);
  return { ...(isNext ? asNext(state) : state), sourceText: text, ...readingAfterEdit(state, text), notices: [] };
}

/** The film whose text was cut out or replaced, if `text` is its text. The editor's own Undo brings such a text back. */
function broughtBack(state: Work, text: string): Work | undefined {
  const [past, prompts] = partedPrompts(state.past);
  const isBack = (step: Step | undefined): boolean =>
    step?.command === 'clear-original' && withPlainLineEnds(step.film?.facts.sourceText ?? '') === text;
  const [below, step] = [past.at(-2), past.at(-1)];
  if (isBack(step)) {
    const back = state.sourceText === '' ? undone({ ...state, past }) : { ...state, ...step?.film?.facts };
    return { ...back, lastNotes: state.lastNotes, past: [...past.slice(0, -1), ...prompts] };
  }
  // Another film was pasted in the meantime. It must stay.
  if (step?.command !== 'clear-original' || !isBack(below)) return undefined;
  return { ...state, ...below?.film?.facts, past: [...past.slice(0, -2), step, ...prompts] };
}

/** True if the film has more than its text to lose. */
const isOfFilm = ({ fileName, notes, options, reading, readingUsage, past }: Work): boolean =>
  fileName !== '' ||
  options !== AS_SPECIFIED ||
  !areEmpty(notes) ||
  reading !== null ||
  readingUsage.input > 0 ||
  hasOwnStep(past, ({ command }) => command === 'drop-reading');

/** Gives the next film notes and options of its own after a film was cleared. */
function asNext(before: Work): Work {
  const past = withoutSteps(withReadSince(before), ['drop-reading']);
  const state = { ...before, ...NOTHING_SPENT, reading: null, past, options: optionsForFilm(before, false) };
  // Notes typed on the empty page may be meant for the next text.
  if (!isEqual(state.notes, state.lastNotes?.notes)) return state;
  return { ...state, ...notesForFilm(state, false), past: withoutSteps(past, ['change-notes']) };
}

/**
 * Updates the undo step of a film whose text was cut out, when another text comes, so that Undo also brings back what was read and paid for in
 * between.
 */
function withReadSince({ past, reading, spent, readingUsage }: Work): Work['past'] {
  const at = past.findLastIndex(({ film }) => film !== null);
  const step = past[at];
  if (step?.command !== 'clear-original' || !step.film || !reading) return past;
  const facts: WorkFacts = { ...step.film.facts, reading: readingAtRest(reading), spent, readingUsage };
  return past.with(at, { ...step, film: { ...step.film, facts } });
}

function notesChanged(state: Work, changed: FilmNotes, words?: string): Work {
  const notes = withinLimits(changed);
  const next = { ...state, notes };
  if (words === undefined) return next;
  return withStep(next, stepOf('change-notes', { words, fields: { notes: state.notes }, made: { notes } }));
}

function readingDropped(state: Work): Work {
  if (!state.reading) return state;
  const fields = { reading: readingAtRest(state.reading) };
  return withStep({ ...state, reading: null }, stepOf('drop-reading', { fields }));
}

/** The film's notes that will be offered to the next film. */
function notesOfFilm(state: Work): LastNotes | null {
  if (areEmpty(state.notes)) {
    // The person may have removed all notes of this film.
    const isItsOwn = filmName(state) !== '' && state.lastNotes?.film === filmName(state);
    return isItsOwn ? null : state.lastNotes;
  }
  // The notes of a cleared film still belong to its name. A pasted text has no name.
  const film = state.sourceText === '' ? state.lastNotes?.film : filmName(state);
  return { film: film ?? '', notes: state.notes };
}

/** The notes with which a film begins: its own if it is opened again, otherwise none. Another film of the same name is only offered them. */
function notesForFilm(state: Work, isAgain: boolean): Pick<Work, 'notes' | 'lastNotes'> {
  const lastNotes = notesOfFilm(state);
  return isAgain && lastNotes ? { notes: lastNotes.notes, lastNotes } : { notes: NO_NOTES, lastNotes };
}

/** The options of a cleared film, with its name: '' for a pasted text. */
const optionsOfFilm = (state: Work): FilmOptions =>
  state.sourceText === '' || state.options === AS_SPECIFIED
    ? state.options
    : { ...state.options, film: filmName(state) };

/** Options chosen on the empty page are for the next film, even if that is the film that was cleared. */
function optionsChosen({ sourceText }: Work, { film, ...chosen }: FilmOptions): FilmOptions {
  return sourceText === '' || film === undefined ? chosen : { ...chosen, film };
}

/** The options with which a film begins: those chosen on the empty page, or earlier for the same film; otherwise none. */
function optionsForFilm({ options, sourceText }: Work, isAgain: boolean): FilmOptions {
  const isChosen = sourceText === '' && options.film === undefined;
  return isChosen || isAgain ? options : AS_SPECIFIED;
}

const ASKED_BATCH = { ...NEW_BATCH, turn: 'asked' } as const;

type Parsed = Extract<SessionEvent, { type: 'source-parsed' }>;

/**
 * The state with the parsed film and no batch started. `firstOnly`: the run is paused, and the first batch is queued as if a person had asked for
 * it.
 */
function sourceParsed(state: Work, { phrases, notices, firstOnly }: Parsed): Work {
  const count = countBatches(phrases);
  return {
    ...EMPTY_WORK,
    pace: state.pace,
    sourceText: state.sourceText,
    fileName: state.fileName,
    readAs: state.readAs,
    withoutStyles: state.withoutStyles,
    notes: state.notes,
    lastNotes: state.lastNotes,
    options: state.options,
    past: pastOfRun(state.past),
    reading: state.reading,
    spent: state.spent,
    readingUsage: state.readingUsage,
    phrases,
    batches: Array.from({ length: count }, (_, index) => (firstOnly && index === 0 ? ASKED_BATCH : NEW_BATCH)),
    paused: firstOnly ? { reason: 'person' } : null,
    notices: [...state.notices, ...notices],
  };
}
