import { useDeferredValue, useEffect, useMemo, useSyncExternalStore } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { isFinished, resultsOf, slotOf } from '../../../engine/batch.ts';
import { isPending, statusShown } from '../../../engine/run-state.ts';
import type { Work } from '../../../film/film.ts';
import { judgedLines, type LineFacts } from '../../../film/judged-lines.ts';
import { linesOfBatch, placeOf } from '../../../film/lines.ts';
import type { Session } from '../../../film/session.ts';
import {
  type Judgement,
  type JudgementOptions,
  type JudgementVersion,
  TookTooLong,
} from '../../../film-worker/calls.ts';
import { createCalls } from '../../../lib/port.ts';
import { isChunkError } from '../../../lib/result.ts';
import type { Line, Problem, ProblemKind } from '../../../review/line.ts';
import { type Limits, limitsFor } from '../../../review/measured-line.ts';
import {
  countFilters,
  type Filter,
  type FilterCounts,
  fitsNot,
  isFaultless,
  isToReview,
  shows,
  sumOfCounts,
} from '../../../review/problem-kinds.ts';
import type { Settings } from '../../../settings/settings.ts';
import { type BatchSlot, batchOfPlace } from '../../../translation/batch.ts';
import { useServices, useSession } from '../../state/services.tsx';
import { type BatchFacts, linesStoreOf, SHOW_ALL, useLinesStore } from './lines-view.ts';

export type ReviewState = Pick<Work, 'phrases' | 'batches' | 'marks' | 'paused'>;

/** The view's options as set by the person; undefined: guessed, or the language's usual value. */
type ViewChoices = Omit<JudgementOptions, 'prompt' | 'tone'>;

/** The problems of the film, as far as it has been judged. A new object after each judgement. */
export interface FilmProblems {
  /** The film that they belong to; undefined: none. The lines and the panels around them may show different films for a moment. */
  readonly of: Work['phrases'] | undefined;
  /** undefined: nothing has been judged yet. */
  readonly version: JudgementVersion | undefined;
  /** The batches that were judged. */
  readonly results: readonly BatchSlot[];
  /** By batch; missing: not judged yet. */
  readonly batches: readonly (BatchProblems | undefined)[];
  readonly language: string | undefined;
  readonly otherLanguages: Judgement['otherLanguages'];
  readonly limits: Limits;
  /** A person wants lines that are too fast or too long to count. */
  readonly countsFit: boolean;
  /** The code that judges could not be loaded; the next change tries again. */
  readonly rulesFailed: boolean;
}

interface BatchProblems {
  /** The lines as judged. */
  readonly lines: readonly Line[];
  readonly problems: ReadonlyMap<number, readonly Problem[]>;
}

const NONE: readonly Problem[] = [];

/** The verdict on exactly this text of the line; undefined: not judged yet. */
function verdictOf(
  known: BatchProblems | undefined,
  lines: readonly Line[],
  line: Line,
): readonly Problem[] | undefined {
  if (!known) return undefined;
  if (known.lines !== lines) {
    const was = known.lines.find(({ number }) => number === line.number);
    if (was?.translation !== line.translation || was?.original !== line.original) return undefined;
  }
  return known.problems.get(line.number) ?? NONE;
}

function batchFactsOf(state: ReviewState, { batches, countsFit }: FilmProblems, batch: number): BatchFacts {
  const lines = linesOfBatch(state, batch);
  const { marks } = state;
  const slot = slotOf(state.batches[batch]);
  const status = statusShown(state, state.batches[batch]);
  const found = batches[batch];
  const newest = linesStoreOf(state.phrases).newestFacts;
  const known = newest[batch];
  if (
    known?.lines === lines &&
    known.slot === slot &&
    known.status === status &&
    known.countsFit === countsFit &&
    known.found === found &&
    areSameMarks(lines, known.marks, marks)
  ) {
    known.marks = marks;
    return known;
  }
  const facts = makeFacts(state, lines, batch, found, countsFit);
  newest[batch] = { lines, slot, status, countsFit, marks, found, facts, counts: countFilters(facts) };
  return newest[batch];
}

/** A separate function, so that unchanged batches allocate no closure. */
const makeFacts = (
  state: ReviewState,
  lines: readonly Line[],
  batch: number,
  found: BatchProblems | undefined,
  countsFit: boolean,
): readonly LineFacts[] => judgedLines(state, lines, batch, (line) => verdictOf(found, lines, line), countsFit);

/** A mark replaces the object of all marks, but batches without a changed mark must keep their facts. */
const areSameMarks = (lines: readonly Line[], before: ReviewState['marks'], now: ReviewState['marks']): boolean =>
  before === now || lines.every(({ number }) => before[number] === now[number]);

export const factsOfBatch = (state: ReviewState, filmProblems: FilmProblems, batch: number): readonly LineFacts[] =>
  batchFactsOf(state, filmProblems, batch).facts;

/** undefined: there is no line with this number. */
export function factsOfLine(state: ReviewState, filmProblems: FilmProblems, number: number): LineFacts | undefined {
  const place = placeOf(state.phrases, number);
  if (place === undefined) return undefined;
  const { index, at } = batchOfPlace(state.phrases, place);
  return factsOfBatch(state, filmProblems, index)[at];
}

/** All lines of the film, in order. */
export const allFacts = (state: ReviewState, filmProblems: FilmProblems): readonly LineFacts[] =>
  [...state.batches.keys()].flatMap((batch) => factsOfBatch(state, filmProblems, batch));

/** The options of "Show" that depend on the judgement. */
export const NEED_JUDGING: ReadonlySet<Filter> = new Set(['to-review', 'problems', 'fit']);

/** The lines for an option of "Show" (`kind`: of problems, '' for any), for the view's store. Rows stay until an option is chosen again. */
export function choiceOf(state: ReviewState, filmProblems: FilmProblems, show: Filter, kind: ProblemKind | '') {
  if (show === 'all') return SHOW_ALL;
  const facts = allFacts(state, filmProblems);
  const shown: ReadonlySet<number> = new Set(numbersOf(facts.filter((each) => shows(show, each, kind))));
  return { show, kind, shown, awaited: NEED_JUDGING.has(show) ? numbersOf(facts.filter(isAwaited)) : [] };
}

/** The line may match once it is judged. */
const isAwaited = ({ line, isJudged, state }: LineFacts): boolean =>
  !isJudged && (line.translation !== undefined || state === 'failed');

/** Whether a line after this number may still turn out to need a look. undefined: counts from the beginning. */
export function isAwaitedBehind(state: ReviewState, filmProblems: FilmProblems, number: number | undefined): boolean {
  const behind = (placeOf(state.phrases, number ?? -1) ?? -1) + 1;
  return !filmProblems.rulesFailed && allFacts(state, filmProblems).slice(behind).some(isAwaited);
}

/** Adds lines that were not judged when the option was chosen, if they match once they are judged. */
export function useAwaitedLines(state: ReviewState): void {
  const store = useLinesStore();
  const filmProblems = useFilmProblems();
  useEffect(() => {
    const { awaited, shown, show, kind } = store.getState();
    if (awaited.length === 0 || shown === null) return;
    const facts = awaited.flatMap((number) => factsOfLine(state, filmProblems, number) ?? []);
    const left = numbersOf(facts.filter(isAwaited));
    if (left.length === awaited.length) return;
    const come = numbersOf(facts.filter((each) => shows(show, each, kind)));
    store.setState({ awaited: left, shown: come.length === 0 ? shown : new Set([...shown, ...come]) });
  }, [state, filmProblems, store]);
}

const numbersOf = (lines: readonly LineFacts[]): readonly number[] => lines.map(({ line }) => line.number);

/** The batches with something to count; waiting lines without marks are skipped. */
function countedBatches(state: ReviewState, filmProblems: FilmProblems): readonly BatchFacts[] {
  const isMarked = Object.keys(state.marks).length > 0;
  const batches = [...state.batches.keys()].filter((batch) => isMarked || isFinished(state.batches[batch]));
  return batches.map((batch) => batchFactsOf(state, filmProblems, batch));
}

/** How many lines match each option. */
export function countLines(state: ReviewState, filmProblems: FilmProblems): FilterCounts {
  const { shown, ofKind } = sumOfCounts(countedBatches(state, filmProblems).map(({ counts }) => counts));
  return { shown: { ...shown, all: state.phrases.length }, ofKind };
}

/** The numbers of the lines that need a look. */
export const toReview = (state: ReviewState, filmProblems: FilmProblems): readonly number[] =>
  countedBatches(state, filmProblems).flatMap(({ facts, counts }) =>
    counts.shown['to-review'] === 0 ? [] : numbersOf(facts.filter(isToReview)),
  );

/** The numbers of new or edited lines that are judged and have no problem that counts. `unfit`: how many of them are too fast or too long. */
export function fineLines(state: ReviewState, filmProblems: FilmProblems) {
  const isFine = (facts: LineFacts): boolean =>
    facts.isJudged && (facts.state === 'new' || facts.state === 'edited') && isFaultless(facts, filmProblems.countsFit);
  const fine = countedBatches(state, filmProblems).flatMap(({ facts }) => facts.filter(isFine));
  return { numbers: numbersOf(fine), unfit: fine.filter(fitsNot).length };
}

/** Judges a session's lines whenever their batches change, for useSyncExternalStore. */
interface LineJudge {
  readonly subscribe: (onJudged: () => void) => () => void;
  readonly getSnapshot: () => FilmProblems;
  /** The options for judging the open film. */
  readonly choices: () => JudgementOptions;
  /** Limits apply to every film of this visit, a language (undefined: guessed) only to the open film. Judges again. */
  readonly choose: (choices: ViewChoices) => void;
  readonly countFit: (countsFit: boolean) => void;
}

const PAUSE_MS = 250;
/** The pause between judgements during a run. */
const RUN_PAUSE_MS = 1_000;
export const NO_PROBLEMS_KNOWN: FilmProblems = {
  of: undefined,
  version: undefined,
  results: [],
  batches: [],
  language: undefined,
  otherLanguages: [],
  limits: limitsFor(undefined),
  countsFit: false,
  rulesFailed: false,
};

/** Judges while there are listeners, again after each change of the batches. */
export function createLineJudge(
  { store, analysis }: Pick<Session, 'store' | 'analysis'>,
  settings: Pick<Settings, 'store'>,
): LineJudge {
  let filmProblems = NO_PROBLEMS_KNOWN;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isJudging = false;
  let isStale = false;
  let leaving: AbortController | undefined;
  let chosenLimits: ViewChoices['limits'];
  const view = () => linesStoreOf(store.getState().phrases);
  function choices(): JudgementOptions {
    const { prompt, languages } = settings.store.getState();
    return {
      prompt,
      tone: languages.toneChosen ?? undefined,
      limits: chosenLimits,
      language: view().getState().language,
    };
  }

  function schedule(afterMs = PAUSE_MS): void {
    if (isJudging) isStale = true;
    else timer ??= setTimeout(() => void judge(), afterMs);
  }

  function publish(next: FilmProblems): void {
    filmProblems = next;
    tell();
  }

  async function judge(): Promise<void> {
    timer = undefined;
    isJudging = true;
    isStale = false;
    const of = store.getState();
    const { version } = filmProblems;
    try {
      const found = await analysis.ask('judge', { ...choices(), since: version }, leaving?.signal);
      // Another film was opened meanwhile.
      if (found && store.getState().phrases === of.phrases)
        publish(problemsAfter(found, of, filmProblems, chosenLimits));
    } catch (error) {
      if (!isChunkError(error) && !(error instanceof TookTooLong)) throw error;
      publish({ ...filmProblems, rulesFailed: true });
    } finally {
      isJudging = false;
    }
    if (isStale) schedule();
  }

  const { call: tell, use: subscribe } = createCalls(() => {
    leaving = new AbortController();
    schedule(0);
    const unsubscribe = store.subscribe((after, before) => {
      // Another film may have the same text under the same number, so earlier judgements are dropped.
      // Nobody is told: useFilmProblems shows no judgement of another film.
      if (after.phrases !== before.phrases) filmProblems = noneOf(filmProblems);
      if (resultsOf(after) !== resultsOf(before) || after.notes !== before.notes)
        schedule(isPending(after) ? RUN_PAUSE_MS : PAUSE_MS);
    });
    const unsubscribeTone = settings.store.subscribe(({ languages: { toneChosen } }, before) => {
      if (toneChosen !== before.languages.toneChosen) schedule();
    });
    return () => {
      unsubscribe();
      unsubscribeTone();
      leaving?.abort();
      clearTimeout(timer);
      timer = undefined;
    };
  });

  return {
    getSnapshot: () => filmProblems,
    subscribe(onJudged) {
      // An earlier failure to load may be over.
      if (filmProblems.rulesFailed) schedule(0);
      filmProblems = { ...filmProblems, rulesFailed: false };
      return subscribe(onJudged);
    },
    choices,
    countFit: (countsFit) => publish({ ...filmProblems, countsFit }),
    choose(chosen) {
      if ('language' in chosen) view().setState({ language: chosen.language });
      chosenLimits = { ...chosenLimits, ...chosen.limits };
      publish({ ...filmProblems, limits: { ...filmProblems.limits, ...chosenLimits } });
      schedule(0);
    },
  };
}

/** The choices for another film, of which nothing is known yet. */
const noneOf = ({ limits, countsFit, rulesFailed }: FilmProblems): FilmProblems => ({
  ...NO_PROBLEMS_KNOWN,
  limits,
  countsFit,
  rulesFailed,
});

/** Merges a judgement of the state `of` into what was known before. */
function problemsAfter(
  { version, changed, language, otherLanguages, ...found }: Judgement,
  of: ReviewState,
  before: FilmProblems,
  chosenLimits: ViewChoices['limits'],
): FilmProblems {
  const problemsOf = new Map(changed);
  const batches = of.batches.map((_, batch) => {
    const problems = problemsOf.get(batch);
    return problems ? { lines: linesOfBatch(of, batch), problems: new Map(problems) } : before.batches[batch];
  });
  // Options chosen meanwhile are already shown; the next judgement uses them.
  const limits = { ...found.limits, ...chosenLimits };
  const isSame = JSON.stringify(limits) === JSON.stringify(before.limits);
  const results = resultsOf(of);
  return {
    ...before,
    of: of.phrases,
    version,
    results,
    batches,
    language,
    otherLanguages,
    limits: isSame ? before.limits : limits,
    rulesFailed: false,
  };
}

/** By session. The judgements stay after the view is closed, and after a return from the demo. */
const judges = new WeakMap<Session, LineJudge>();

export function useLineJudge(): LineJudge {
  const { session, settings } = useServices();
  const judge = judges.get(session) ?? createLineJudge(session, settings);
  judges.set(session, judge);
  return judge;
}

/** The film's problems, drawn in slices. */
export function useFilmProblems(): FilmProblems {
  const { subscribe, getSnapshot } = useLineJudge();
  const known = useDeferredValue(useSyncExternalStore(subscribe, getSnapshot));
  const isOfFilm = useSession(({ phrases }) => phrases === known.of);
  return useMemo(() => (isOfFilm ? known : noneOf(known)), [isOfFilm, known]);
}

/**
 * The state from which lines are drawn, without the draft, so that typing redraws nothing in the grid. Changes by a run are drawn in slices;
 * changes by a person at once.
 */
export function useReviewState(): ReviewState {
  const now = useSession(useShallow(({ phrases, batches, marks, paused }) => ({ phrases, batches, marks, paused })));
  const isRunning = useSession(isPending);
  const later = useDeferredValue(isRunning ? now : undefined);
  // Another film is drawn at once: the place in the view is already that of the film.
  return later?.phrases === now.phrases ? later : now;
}
