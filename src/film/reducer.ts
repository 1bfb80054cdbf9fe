import { NEW_BATCH } from '../engine/batch.ts';
import { runReducer } from '../engine/run-reducer.ts';
import type { RunEvent } from '../engine/run-state.ts';
import { stampOf } from '../lib/text.ts';
import { areEmpty, type FilmNotes, NO_NOTES, withinLimits } from '../notes/notes.ts';
import { recognizeFormat } from '../subtitles/formats.ts';
import { withPlainLineEnds } from '../subtitles/lines.ts';
import { AS_SPECIFIED, countBatches, type FilmOptions } from '../translation/batch.ts';
import { readingAtRest } from './at-rest.ts';
import {
  batchesQueued,
  gapsFilled,
  linesChanged,
  outputEdited,
  outputValidated,
  ownKept,
  resultAsked,
  resultChanged,
  resultCleared,
  resultRead,
  resultTyped,
  resultWritten,
} from './changes.ts';
import {
  EMPTY_WORK,
  filmName,
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
  newestPutAway,
  putAway,
  stepOf,
  withoutFuture,
  withoutSteps,
  withStep,
} from './steps.ts';
import { suggested } from './suggestions.ts';
import { isEqual, redone, undone } from './undo.ts';

/** The next state after an event; the same object when the event changes nothing. Pure. */
export function sessionReducer(state: Work, event: SessionEvent): Work {
  if (event.type === 'command-undone') return undone(state, event.inUse);
  if (event.type === 'command-redone') return redone(state, event.inUse);
  const next = reduced(state, event);
  const isGrown = event.type === 'result-read' && event.grows;
  if (isGrown || (next.past === state.past && next.future === state.future)) return next;
  // A new command ends Redo: what was undone before it may not fit the state any more.
  const after = state.future.length > 0 ? reduced(withoutFuture(state), event) : next;
  return after.moved ? { ...after, moved: null } : after;
}

const { spent, readingUsage } = EMPTY_WORK;
const NOTHING_SPENT = { spent, readingUsage };

function reduced(state: Work, event: Exclude<SessionEvent, { type: 'command-undone' | 'command-redone' }>): Work {
  switch (event.type) {
    case 'project-opened':
      return { ...event.state, past: workPutAway(state, event.inUse), future: [] };
    case 'lines-changed':
      return linesChanged(state, event.lines, event.words);
    case 'notes-changed':
      return notesChanged(state, event.notes, event.step);
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
    case 'styles-left':
      return { ...state, withoutStyles: event.names };
    case 'source-read-as':
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
        past: putAway(state, 'restart', event.inUse),
      };
    default:
      return afterRunEvent(runReducer(state, event), event, state);
  }
}

/** Projects may be opened one after the other, without Translate. */
function workPutAway(state: Work, inUse: SettingsInUse | undefined): Work['past'] {
  const past = putAway(state, 'open-project', inUse);
  return state.batches.length > 0 ? newestPutAway(past) : past;
}

/** Mending one text several times is one step, back to the text before the first. `made`: the mended text. */
function withMending(state: Work, made: string): Work['past'] {
  const step = state.past.at(-1);
  const madeStamp = stampOf(made);
  if (step?.film && step.film.madeStamp === stampOf(state.sourceText))
    return state.past.with(-1, { ...step, film: { ...step.film, madeStamp } });
  return [...state.past, filmStep('mend-original', factsOfFilm(state), null, madeStamp)];
}

/** The opened film, with nothing of a finished one but the step that brings that back. */
function sourceOpened(state: Work, event: Extract<SessionEvent, { type: 'source-opened' }>): Work {
  const isNext = state.batches.length > 0;
  const before =
    state.sourceText === ''
      ? newestPutAway(state.past)
      : [...state.past, filmStep('open-original', factsOfFilm(state))];
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
    past: isNext ? putAway(state, 'open-next', event.inUse) : before,
  };
}

type PaidFor = Pick<Work, 'reading' | 'spent' | 'readingUsage'>;

/** What was paid for the film that is opened again, and the proposal that was read of it; undefined: it is another one. */
function paidFor(again: PaidFor | undefined): PaidFor {
  if (!again) return { reading: null, ...NOTHING_SPENT };
  const { reading, spent, readingUsage } = again;
  return { reading: reading && readingAtRest(reading), spent, readingUsage };
}

/** The page without a text: the notes and options are for the same film, should it come again. */
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
    // What is cut out whole may be put back; what is pasted or typed over the whole is the same in one step.
    const cleared = sourceCleared(state);
    return text === '' ? cleared : (broughtBack(cleared, text) ?? sourceEdited(cleared, text));
  }
  const brought = !isEmpty && isOfFilm(state) ? undefined : broughtBack(state, text);
  if (brought) return brought;
  const cleared = isEmpty && text !== '' ? (clearedBefore(state)?.sourceText ?? '') : '';
  const isNext = cleared !== '' && !isSameFile(cleared, text);
  return { ...(isNext ? asNext(state) : state), sourceText: text, ...readingAfterEdit(state, text), notices: [] };
}

/** The film that was cut out, or typed or pasted over, where this is its text: as the editor's own Undo brings it back. */
function broughtBack(state: Work, text: string): Work | undefined {
  const { past } = state;
  const isBack = (step: Step | undefined): boolean =>
    step?.command === 'clear-original' && withPlainLineEnds(step.film?.facts.sourceText ?? '') === text;
  const [below, step] = [past.at(-2), past.at(-1)];
  if (isBack(step)) {
    if (state.sourceText === '') return { ...undone(state), lastNotes: state.lastNotes };
    return { ...state, ...step?.film?.facts, past: past.slice(0, -1) };
  }
  // What was pasted over it was another film meanwhile, which is kept as it was.
  if (step?.command !== 'clear-original' || !isBack(below)) return undefined;
  return { ...state, ...below?.film?.facts, past: [...past.slice(0, -2), step] };
}

/** Whether anything would be lost with the text. */
const isOfFilm = ({ fileName, notes, options, reading, readingUsage, past }: Work): boolean =>
  fileName !== '' ||
  options !== AS_SPECIFIED ||
  !areEmpty(notes) ||
  reading !== null ||
  readingUsage.input > 0 ||
  hasOwnStep(past, ({ command }) => command === 'drop-reading');

/** Another film in the place of one that was cleared has notes of its own. */
function asNext(before: Work): Work {
  const past = withoutSteps(withReadSince(before), ['drop-reading']);
  const state = { ...before, ...NOTHING_SPENT, reading: null, past, options: optionsForFilm(before, false) };
  // What is typed into them on the empty page may be meant for the text that comes.
  if (!isEqual(state.notes, state.lastNotes?.notes)) return state;
  return { ...state, ...notesForFilm(state, false), past: withoutSteps(past, ['change-notes']) };
}

/** The steps as another text takes the place of one that was cut out, which comes back with what was read of it, and paid for, since. */
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

/** The film's notes as they are to be offered to the next one. */
function notesOfFilm(state: Work): LastNotes | null {
  if (areEmpty(state.notes)) {
    // All of them may have been taken out of it.
    const isItsOwn = filmName(state) !== '' && state.lastNotes?.film === filmName(state);
    return isItsOwn ? null : state.lastNotes;
  }
  // Of a film that was cleared the notes are still those of its name; a text that was pasted has none.
  const film = state.sourceText === '' ? state.lastNotes?.film : filmName(state);
  return { film: film ?? '', notes: state.notes };
}

/** The notes with which a film begins: its own where it is opened again, else none. Another film of the same name is offered them, as any. */
function notesForFilm(state: Work, isAgain: boolean): Pick<Work, 'notes' | 'lastNotes'> {
  const lastNotes = notesOfFilm(state);
  return isAgain && lastNotes ? { notes: lastNotes.notes, lastNotes } : { notes: NO_NOTES, lastNotes };
}

/** The options of a film that is cleared, with its name: '' of a text that was pasted. */
const optionsOfFilm = (state: Work): FilmOptions =>
  state.sourceText === '' || state.options === AS_SPECIFIED
    ? state.options
    : { ...state.options, film: filmName(state) };

/** What is chosen on the empty page is for the film to come, be it the one that was cleared or another. */
function optionsChosen({ sourceText }: Work, { film, ...chosen }: FilmOptions): FilmOptions {
  return sourceText === '' || film === undefined ? chosen : { ...chosen, film };
}

/** The options with which a film begins: those chosen on the empty page, or for this very film before; else none. */
function optionsForFilm({ options, sourceText }: Work, isAgain: boolean): FilmOptions {
  const isChosen = sourceText === '' && options.film === undefined;
  return isChosen || isAgain ? options : AS_SPECIFIED;
}

const ASKED_BATCH = { ...NEW_BATCH, turn: 'asked' } as const;

type Parsed = Extract<SessionEvent, { type: 'source-parsed' }>;

/** The parsed film, no batch started. `firstOnly`: the run is paused, with the first batch queued as if a person had asked for it. */
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
    past: newestPutAway(state.past),
    reading: state.reading,
    spent: state.spent,
    readingUsage: state.readingUsage,
    phrases,
    batches: Array.from({ length: count }, (_, index) => (firstOnly && index === 0 ? ASKED_BATCH : NEW_BATCH)),
    paused: firstOnly ? { reason: 'person' } : null,
    notices: [...state.notices, ...notices],
  };
}

/** What the engine's event means beyond the run: for the assembled text and for the error text. */
function afterRunEvent(state: Work, event: RunEvent, before: Work): Work {
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
      return withoutPauseError(ownKept(state, before), before);
    default:
      return state;
  }
}

/** Clears the error text that came with a pause when the pause ends. */
const withoutPauseError = (state: Work, { paused }: Work): Work =>
  paused && 'message' in paused ? { ...state, error: '' } : state;
