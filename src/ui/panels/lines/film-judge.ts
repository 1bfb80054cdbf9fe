import type { SessionState } from '../../../film/film.ts';
import { linesOfBatch } from '../../../film/lines.ts';
import { targetLanguage } from '../../../languages/prompt-language.ts';
import { type FilmFacts, filmFacts, judgedAlike } from '../../../review/film-facts.ts';
import { fixOf, isFixable, judge } from '../../../review/judge.ts';
import type { Line } from '../../../review/line.ts';
import { createSlideSearch } from '../../../review/misalignment/find-misalignment.ts';
import { limitsFor } from '../../../review/rules.ts';
import { type SourceFacts, sourceFactsInSteps } from '../../../review/source-facts.ts';
import type { Settings } from '../../../settings/settings.ts';
import type { Judged, JudgedBatch, Rules } from './line-facts.ts';

/** Judges a whole film, one step a batch, so that the page gets its turn in between. `judgedNow`: what is known, with the newest choices. */
export type FilmJudge = (state: SessionState, judgedNow: () => Judged) => Generator<undefined, Judged>;

/** Enough to tell a language. */
const MOST_SAMPLED = 400;
const NOTHING_TOLD: ReadonlyMap<number, string> = new Map();

/** What holds for as long as the film is the same is worked out once. */
export function createFilmJudge(settings: Settings): FilmJudge {
  let source: { readonly phrases: SessionState['phrases']; readonly facts: SourceFacts } | undefined;
  let slides = createSlideSearch();

  return function* judging(state, judgedNow) {
    const before = judgedNow();
    const batches: (readonly Line[])[] = [];
    for (const index of state.results.keys()) {
      batches.push(linesOfBatch(state, index));
      yield;
    }
    const lines = batches.flat();
    if (source?.phrases !== state.phrases) {
      source = { phrases: state.phrases, facts: yield* sourceFactsInSteps(lines) };
      slides = createSlideSearch();
    }
    const { choices } = before;
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
    const film = filmFacts(lines, source.facts, { language, limits, slid: new Map(slid) }, before.film);
    const verdicts: JudgedBatch[] = [];
    for (const [batch, batchLines] of batches.entries()) {
      yield;
      verdicts.push(judgeBatch(before.batches[batch], batchLines, film));
    }
    // What a person has chosen meanwhile is shown already, and is judged by next.
    const newest = judgedNow();
    const shownLimits = { ...limits, ...newest.choices.limits };
    const isSame = JSON.stringify(shownLimits) === JSON.stringify(newest.limits);
    const lineAlone = { ...film, slid: NOTHING_TOLD, inconsistent: NOTHING_TOLD };
    const rules: Rules = {
      canMend: isFixable,
      mended: (line, kind) => fixOf(line, kind, film),
      problemsOf: (line) => judge([line], lineAlone).get(line.number) ?? [],
      slidWith(batch, { now, tried }) {
        slides.learn(batch, tried);
        const slidTried = slides.slidLines(batch);
        slides.learn(batch, now);
        return slidTried;
      },
    };
    return { ...newest, film, rules, batches: verdicts, language, limits: isSame ? newest.limits : shownLimits };
  };
}

/** The verdict of before, as far as it still holds. */
function judgeBatch(before: JudgedBatch | undefined, lines: readonly Line[], film: FilmFacts): JudgedBatch {
  const isSame = before?.lines === lines && judgedAlike(lines, before.film, film);
  return isSame ? before : { lines, film, problems: judge(lines, film) };
}
