import { runInSlices } from '../../../clock/run-in-slices.ts';
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
  let source: { readonly phrases: SessionState['phrases']; readonly facts: SourceFacts } | undefined;
  let slides = createSlideSearch();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isJudging = false;
  let isStale = false;
  let leaving = new AbortController();

  function schedule(afterMs = PAUSE_MS): void {
    if (isJudging) isStale = true;
    else timer ??= setTimeout(() => void judgeAll(), afterMs);
  }

  async function judgeAll(): Promise<void> {
    timer = undefined;
    isJudging = true;
    isStale = false;
    const found = await runInSlices(judging(store.getState()), leaving.signal);
    isJudging = false;
    if (found) publish(found);
    if (isStale) schedule();
  }

  /** One step a batch, so that the page gets its turn in between. */
  function* judging(state: SessionState): Generator<undefined, Judged> {
    const batches: (readonly Line[])[] = [];
    for (const index of state.results.keys()) {
      batches.push(linesOf(state, index));
      yield;
    }
    const lines = batches.flat();
    if (source?.phrases !== state.phrases) {
      source = { phrases: state.phrases, facts: yield* sourceFactsInSteps(lines) };
      slides = createSlideSearch();
    }
    const { choices } = judged;
    const sample = lines.slice(0, MOST_SAMPLED).map(({ translation = '' }) => translation);
    const language = choices.language ?? targetLanguage(settings.store.getState().prompt, sample);
    const limits = { ...limitsFor(language), ...choices.limits };
    yield;
    for (const [batch, batchLines] of batches.entries()) {
      slides.learn(batch, batchLines);
      yield;
    }
    const slid: (readonly [number: number, words: string])[] = [];
    for (const batch of batches.keys()) {
      slid.push(...slides.slidLines(batch));
      yield;
    }
    const film = filmFacts(lines, source.facts, { language, limits, slid: new Map(slid) }, judged.film);
    const verdicts: JudgedBatch[] = [];
    for (const [batch, batchLines] of batches.entries()) {
      yield;
      verdicts.push(judgeBatch(judged.batches[batch], batchLines, film));
    }
    // What a person has chosen meanwhile is shown already, and is judged by next.
    return { ...judged, film, batches: verdicts, language, limits: { ...limits, ...judged.choices.limits } };
  }

  function publish(next: Judged): void {
    judged = next;
    for (const listener of listeners) listener();
  }

  let unfollow: (() => void) | undefined;
  function follow(): () => void {
    leaving = new AbortController();
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
        leaving.abort();
        clearTimeout(timer);
        timer = undefined;
      };
    },
    choose(choices) {
      publish({ ...judged, choices, limits: { ...judged.limits, ...choices.limits } });
      schedule(0);
    },
  };
}

/** The verdict of before, as far as it still holds. */
function judgeBatch(before: JudgedBatch | undefined, lines: readonly Line[], film: FilmFacts): JudgedBatch {
  const isSame = before?.lines === lines && judgedAlike(lines, before.film, film);
  return isSame ? before : { lines, film, problems: judge(lines, film) };
}
