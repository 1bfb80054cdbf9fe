import { hasBatches } from '../engine/run-state.ts';
import { areEmpty } from '../notes/notes.ts';
import { addSpent } from '../prices/price.ts';
import type { FilmCommand, SettingsInUse, Step, StepCommand, Work, WorkFacts } from './film.ts';
import { suggestionsWithoutRunning } from './suggestions.ts';

const NOTHING = {
  words: '',
  lines: [],
  batches: [],
  fields: {},
  made: {},
  film: null,
  prompt: null,
  isUndone: false,
  isOnlyCopy: false,
} as const;

export const stepOf = (command: StepCommand, parts: Partial<Omit<Step, 'command'>>): Step => ({
  command,
  ...NOTHING,
  ...parts,
});

export const withStep = <State extends Pick<Work, 'past'>>(state: State, step: Step): State => ({
  ...state,
  past: [...state.past, step],
});

/** The work as a step stores it: without its history, without what is shown, and without requests under way. */
export function factsOfFilm(state: Work): WorkFacts {
  const {
    id: _id,
    past: _past,
    future: _future,
    moved: _moved,
    pace: _pace,
    shownBatch: _shown,
    suggestionRequests: _requests,
    ...facts
  } = state;
  return facts;
}

export const filmStep = (
  command: FilmCommand,
  facts: WorkFacts,
  settings: SettingsInUse | null = null,
  madeStamp: string | null = null,
  id: string | null = null,
): Step => stepOf(command, { film: { facts, settings, madeStamp, id } });

export const isFilmStep = ({ film }: Step): boolean => film !== null;

/** The index of the first step of the present film. Steps of earlier films are below it. */
const ownFrom = (past: Work['past']): number => past.findLastIndex(isFilmStep) + 1;

/** Puts these steps below those of the present film: Undo reaches them once the film has no step left. */
export const withStepsBelow = (past: Work['past'], steps: Work['past']): Work['past'] => {
  const at = ownFrom(past);
  return [...past.slice(0, at), ...steps, ...past.slice(at)];
};

/** Removes steps of these commands, but only steps of the present film. */
export const withoutSteps = (past: Work['past'], commands: readonly StepCommand[]): Work['past'] => {
  const from = ownFrom(past);
  return past.filter(({ command }, at) => at < from || !commands.includes(command));
};

/** The newest changes of the prompt, which change nothing in the film, and the steps below them. */
export function partedPrompts(past: Work['past']): readonly [below: Work['past'], prompts: Work['past']] {
  const at = past.findLastIndex(({ command }) => command !== 'change-prompt') + 1;
  return [past.slice(0, at), past.slice(at)];
}

export const hasOwnStep = (past: Work['past'], isMeant: (step: Step) => boolean): boolean =>
  past.slice(ownFrom(past)).some(isMeant);

/** On an empty page: the film that was cleared or started over; undefined: unknown. */
export function clearedBefore({ past }: Pick<Work, 'past'>): WorkFacts | undefined {
  const step = past.findLast(isFilmStep);
  const isCleared = step?.command === 'clear-original' || step?.command === 'restart';
  return isCleared && !step.isUndone ? step.film?.facts : undefined;
}

/** True if Undo and Redo would lose something on the page. */
export const holdsWork = ({ sourceText, batches, translated }: Work): boolean =>
  sourceText !== '' || batches.length > 0 || translated !== '';

/**
 * The history with an undo step that contains the present work, unless there is no work. Ends the requests for its lines. `id`: the film's id in its list, if
 * the step brings the list back, too.
 */
export function pastWithWork(
  state: Work,
  command: FilmCommand,
  inUse?: SettingsInUse,
  id: string | null = null,
): Work['past'] {
  const { past, notes } = state;
  const hasNotes = !areEmpty(notes) || hasOwnStep(past, ({ command: of }) => of === 'change-notes');
  if (!holdsWork(state) && !hasNotes && !id) return past;
  const facts = factsOfFilm({ ...state, suggestions: suggestionsWithoutRunning(state) });
  // A film without batches has no settings of its own yet. Its prompt will be adapted to the film again.
  const hasSettings = hasBatches(state) || command === 'open-project' || id !== null;
  return [...past, filmStep(command, facts, (hasSettings && inUse) || null, null, id)];
}

/** How many earlier works with batches Undo can still bring back after the next film begins. */
const MOST_EARLIER_WORKS = 2;

/**
 * The earlier films that Undo can still bring back when the next film begins, each with its own steps. Only films with batches count, and works with their
 * whole list. A new command may have moved a film below older ones.
 */
export function newestWorks(past: Work['past']): Work['past'] {
  const oldest = past.find(isFilmStep);
  let works = 0;
  let isStored = false;
  return past
    .toReversed()
    .filter((step) => {
      if (step.film) {
        if (step.film.facts.batches.length > 0 || isOfList(step)) works++;
        isStored = works > 0 && (works <= MOST_EARLIER_WORKS || (step === oldest && step.isUndone));
      }
      return isStored;
    })
    .toReversed();
}

/** The history at the start of a run: earlier works, and the changes of this film's notes, which batches do not depend on. */
export const pastOfRun = (past: Work['past']): Work['past'] => [
  ...newestWorks(past),
  ...past.slice(ownFrom(past)).filter(({ command }) => command === 'change-notes'),
];

/**
 * The history after a new command or a reload: Redo ends. Undone steps with something that was paid for or typed move below the other steps of
 * their film. A whole film moves below all others, with its steps.
 */
export function withoutFuture<State extends Pick<Work, 'past' | 'future'>>(state: State): State {
  const { past, future } = state;
  if (future.length === 0) return state;
  const from = ownFrom(future);
  let isStored = false;
  const films = future
    .slice(0, from)
    .toReversed()
    .filter((step) => {
      if (step.film) isStored = step.isOnlyCopy;
      return isStored;
    })
    .toReversed();
  const own = future.slice(from).filter(({ isOnlyCopy }) => isOnlyCopy);
  return { ...state, past: [...films, ...withStepsBelow(past, own)], future: [] };
}

const isOfList = ({ film }: Step): boolean => film !== null && film.id !== null;

/** The steps that bring other lists back, with all steps below them. */
export const stepsOfLists = (past: Work['past']): Work['past'] => past.slice(0, past.findLastIndex(isOfList) + 1);

/** The film with these costs added. Undo and Redo keep them: whatever they bring back as this film counts them, too. */
export function withCosts(film: Work, more: Work['spent']): Work {
  const counted = (steps: readonly Step[]): readonly Step[] => {
    const below = stepsOfLists(steps).length;
    return steps.map((step, at) => {
      if (at < below || !step.film) return step;
      const { facts } = step.film;
      return { ...step, film: { ...step.film, facts: { ...facts, spent: addSpent(facts.spent, more) } } };
    });
  };
  return { ...film, spent: addSpent(film.spent, more), past: counted(film.past), future: counted(film.future) };
}

/** The ids of films by which Undo and Redo find the lists in their steps. */
export const filmsOfLists = ({ past, future }: Pick<Work, 'past' | 'future'>): readonly string[] =>
  [...past, ...future].flatMap(({ film }) => film?.id || []);

/**
 * Splits the history when another film of the list is opened. Steps that bring another list back, with all steps below them, continue with the film that is
 * opened.
 */
export function partedHistory(left: Work): { readonly left: Work; readonly below: Work['past'] } {
  const state = left.future.some(isOfList) ? withoutFuture(left) : left;
  const below = stepsOfLists(state.past);
  return { left: below.length === 0 ? state : { ...state, past: state.past.slice(below.length) }, below };
}

/** True if two facts are equal when stored. */
export const isEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** True for steps of notes and prompt, which belong to the whole series. */
export const isSeriesStep = ({ command }: Step): boolean => command === 'change-notes' || command === 'change-prompt';

/** The steps of these notes and of the prompt, the oldest first. Includes those below a Restart in a series, which does not change the notes. */
function seriesSteps({ past, notes }: Pick<Work, 'past' | 'notes'>): readonly Step[] {
  let now = notes;
  const steps: Step[] = [];
  for (const step of past.toReversed()) {
    // The steps below belong to the notes of another film.
    if (step.film && !isEqual(step.film.facts.notes, now)) break;
    if (!isSeriesStep(step)) continue;
    steps.unshift(step);
    now = step.fields.notes ?? now;
  }
  return steps;
}

/**
 * A film of a series that is opened after another one: it gets the notes of the series and their steps. Its own steps stay in their order; steps of the notes
 * that it does not have are newer. Undone steps with something typed move below the others, as in `withoutFuture`.
 */
export function withSeriesNotes(
  film: Work,
  { notes, lastNotes, past, future }: Pick<Work, 'notes' | 'lastNotes' | 'past' | 'future'>,
): Work {
  const undone = future.slice(ownFrom(future)).filter((step) => isSeriesStep(step) && step.isOnlyCopy);
  const left = [...undone, ...seriesSteps({ past, notes })];
  const isLeft = (step: Step): boolean => {
    const at = left.findIndex((one) => one === step || isEqual(one, step));
    return at >= 0 && left.splice(at, 1).length > 0;
  };
  const below = ownFrom(film.past);
  const own = film.past.filter((step, at) => !isSeriesStep(step) || isLeft(step) || at < below);
  const from = ownFrom(own);
  const isBelow = (step: Step) => undone.includes(step) || (step.isUndone && step.isOnlyCopy);
  return {
    ...film,
    notes,
    lastNotes,
    past: [
      ...own.slice(0, from),
      ...left.filter(isBelow),
      ...own.slice(from),
      ...left.filter((step) => !isBelow(step)),
    ],
    future: film.future.filter((step) => !isSeriesStep(step)),
  };
}

/** The newest step of the present film; undefined: none, so Undo (or Redo) would bring another film back. */
export const stepOfFilm = (steps: readonly Step[]): Step | undefined => {
  const step = steps.at(-1);
  return step && !isFilmStep(step) ? step : undefined;
};

/** The settings that come back with a step. */
export function settingsWith({ film, prompt }: Step, now: SettingsInUse | undefined): SettingsInUse | null | undefined {
  if (!prompt || !now) return film?.settings;
  const { text, follows, said } = prompt;
  return { prompt: text, model: now.model, ...(follows && { follows }), said };
}

/** Once the prompt is used, no step changes it. */
export const withPromptFixed = (state: Work): Work => {
  const past = withoutSteps(state.past, ['change-prompt']);
  const future = withoutSteps(state.future, ['change-prompt']);
  const isSame = past.length === state.past.length && future.length === state.future.length;
  return isSame ? state : { ...state, past, future };
};
