import { nextTask } from '../../../clock/next-task.ts';
import { isPending } from '../../../engine/run-selectors.ts';
import { type FilmFacts, filmFacts, judgedAlike } from '../../../review/film-facts.ts';
import { judge } from '../../../review/judge.ts';
import { targetLanguage } from '../../../review/language/target-language.ts';
import { type Limits, limitsFor } from '../../../review/limits.ts';
import type { Line } from '../../../review/line.ts';
import type { Problem } from '../../../review/problem.ts';
import { createSlideSearch } from '../../../review/slide/slide-search.ts';
import { type SourceFacts, sourceFactsInSteps } from '../../../review/source-facts.ts';
import { linesOf } from '../../../session/lines.ts';
import type { Session } from '../../../session/session.ts';
import type { SessionState } from '../../../session/session-state.ts';
import type { Settings } from '../../../settings/settings.ts';

/** What a person has set in the view's options; undefined: as guessed, or as usual in the language. */
export interface JudgeChoices {
  readonly language?: string | undefined;
  readonly limits?: Partial<Limits> | undefined;
}

/** What is doubtful about the film, as far as it has been judged. Another object after each judging. */
export interface Judged {
  readonly film: FilmFacts | undefined;
  /** Of each batch, by number; missing: not judged yet. */
  readonly batches: readonly (JudgedBatch | undefined)[];
  readonly language: string | undefined;
  readonly limits: Limits;
  readonly choices: JudgeChoices;
}

/** Judges the lines of a session as their batches change, in slices. For useSyncExternalStore. */
export interface LineJudge {
  readonly subscribe: (onJudged: () => void) => () => void;
  readonly getSnapshot: () => Judged;
  readonly choose: (choices: JudgeChoices) => void;
}

const PAUSE_MS = 250;
/** While the film is coming in. */
const RUN_PAUSE_MS = 1_000;
/** Enough to tell a language. */
const MOST_SAMPLED = 400;
/** A task of the page's thread ends after so long; the next slice is another task. */
const SLICE_MS = 8;

const NOT_JUDGED: Judged = {
  film: undefined,
  batches: [],
  language: undefined,
  limits: limitsFor(undefined),
  choices: {},
};

export interface JudgedBatch {
  /** As they were judged. */
  readonly lines: readonly Line[];
  readonly film: FilmFacts;
  readonly problems: ReadonlyMap<number, readonly Problem[]>;
}

export function createLineJudge(store: Session['store'], settings: Settings): LineJudge {
  const listeners = new Set<() => void>();
  let judged = NOT_JUDGED;
  let known: readonly (JudgedBatch | undefined)[] = [];
  let source: { readonly phrases: SessionState['phrases']; readonly facts: SourceFacts } | undefined;
  let slides = createSlideSearch();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isJudging = false;
  let isStale = false;

  function schedule(afterMs = PAUSE_MS): void {
    if (isJudging) isStale = true;
    else timer ??= setTimeout(() => void judgeAll(), afterMs);
  }

  async function judgeAll(): Promise<void> {
    timer = undefined;
    isJudging = true;
    isStale = false;
    const slice = createSlices();
    const state = store.getState();
    const batches = await inSlices([...state.results.keys()], (index) => linesOf(state, index), slice);
    const lines = batches.flat();
    if (source?.phrases !== state.phrases) {
      source = { phrases: state.phrases, facts: await stepwise(sourceFactsInSteps(lines), slice) };
      slides = createSlideSearch();
      known = [];
    }
    await slice();
    const { choices } = judged;
    const sample = lines.slice(0, MOST_SAMPLED).map(({ translation = '' }) => translation);
    const language = choices.language ?? targetLanguage(settings.store.getState().prompt, sample);
    const limits = { ...limitsFor(language), ...choices.limits };
    await inSlices(batches, (batchLines, batch) => slides.learn(batch, batchLines), slice);
    const slid = await inSlices(batches, (_, batch) => [...slides.slidLines(batch)], slice);
    const film = filmFacts(lines, source.facts, { language, limits, slid: new Map(slid.flat()) }, judged.film);
    await slice();
    known = await inSlices(batches, (batchLines, batch) => judgeBatch(known[batch], batchLines, film), slice);
    judged = { ...judged, film, batches: known, language, limits: { ...limits, ...judged.choices.limits } };
    isJudging = false;
    for (const listener of listeners) listener();
    if (isStale) schedule();
  }

  let unfollow: (() => void) | undefined;
  function follow(): () => void {
    schedule(0);
    return store.subscribe((after, before) => {
      if (after.results !== before.results || after.phrases !== before.phrases)
        schedule(isPending(after) ? RUN_PAUSE_MS : PAUSE_MS);
    });
  }

  return {
    getSnapshot: () => judged,
    subscribe(onJudged) {
      listeners.add(onJudged);
      unfollow ??= follow();
      return () => {
        listeners.delete(onJudged);
        if (listeners.size > 0) return;
        unfollow?.();
        unfollow = undefined;
        clearTimeout(timer);
        timer = undefined;
      };
    },
    choose(choices) {
      judged = { ...judged, choices, limits: { ...judged.limits, ...choices.limits } };
      for (const listener of listeners) listener();
      schedule(0);
    },
  };
}

/** The verdict of before, as far as it still holds. */
function judgeBatch(before: JudgedBatch | undefined, lines: readonly Line[], film: FilmFacts): JudgedBatch {
  const isSame = before?.lines === lines && judgedAlike(lines, before.film, film);
  return isSame ? before : { lines, film, problems: judge(lines, film) };
}

async function stepwise<R>(steps: Generator<undefined, R>, slice: () => Promise<void>): Promise<R> {
  let step = steps.next();
  while (!step.done) {
    await slice();
    step = steps.next();
  }
  return step.value;
}

async function inSlices<T, R>(
  items: readonly T[],
  work: (item: T, index: number) => R,
  slice: () => Promise<void>,
): Promise<readonly R[]> {
  const done: R[] = [];
  for (const [index, item] of items.entries()) {
    done.push(work(item, index));
    await slice();
  }
  return done;
}

/** Gives the page's thread free whenever a slice has taken its time. */
function createSlices(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < SLICE_MS) return;
    await nextTask();
    since = performance.now();
  };
}
