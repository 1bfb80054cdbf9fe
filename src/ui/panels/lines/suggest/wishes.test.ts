import { describe, expect, test } from 'vitest';
import { batchesOf } from '../../../../../test/batches.ts';
import { readableFilm } from '../../../../../test/readable-film.ts';
import { factsOf } from '../../../../../test/review-film.ts';
import type { AnalysisState } from '../../../../film/analysis.ts';
import type { Suggestion, Work } from '../../../../film/film.ts';
import { linesOfBatch, stampOfLine } from '../../../../film/lines.ts';
import { planSuggestions } from '../../../../film/plan-suggestions.ts';
import { judge as judgeLines } from '../../../../review/judge.ts';
import { limitsFor } from '../../../../review/measured-line.ts';
import { type FilmProblems, NO_PROBLEMS_KNOWN, toReview } from '../line-facts.ts';
import { candidates, fixWords, suggestionNews, suspectLines, suspectsOf } from './wishes.ts';

/** A judged film of 20 lines; `texts` replaces some translations, `misaligned` as the search reports it. */
function film(texts: Readonly<Record<number, string>> = {}, misaligned: readonly number[] = []) {
  const whole = readableFilm(20);
  const output = Object.fromEntries(
    linesOfBatch(whole, 0).map(({ number, translation }) => [number, texts[number] ?? translation]),
  );
  const state: Work = { ...whole, batches: batchesOf([['', JSON.stringify(output)]]) };
  const lines = linesOfBatch(state, 0);
  const words = new Map(misaligned.map((number) => [number, 'Of another line.']));
  const facts = { ...factsOf(lines, { from: 'ru', to: 'pt' }), misaligned: words };
  const filmProblems: FilmProblems = {
    ...NO_PROBLEMS_KNOWN,
    batches: [{ lines, problems: judgeLines(lines, facts) }],
    limits: limitsFor('pt'),
  };
  return { state, filmProblems };
}

/** The same, where a person also reviews lines that are too fast or too long. */
function filmWithFit(...texts: Parameters<typeof film>): ReturnType<typeof film> {
  const { state, filmProblems } = film(...texts);
  return { state, filmProblems: { ...filmProblems, countsFit: true } };
}

test('[D10.5][D14.53] only lines to review are requested, and the lines that share their problem', () => {
  const tooFast = 'Desculpa, o meu celular morreu de novo,\ne não tinha mais nenhum táxi por aqui.';
  // Lines with the same original have the same translation, or they are inconsistent.
  const texts = { 2: 'Не спрашивай, долгая история.', 4: tooFast, 9: tooFast, 14: tooFast, 19: tooFast };
  const { state, filmProblems } = film(texts, [12, 13, 14]);
  const suspects = suspectLines({ ...state, suggestions: {} }, filmProblems, new Map());
  expect(suspects.map(({ line }) => line.number)).toEqual([2, 12, 13, 14]);
  expect(toReview(state, filmProblems)).toEqual([2, 12]);
  expect(fixWords(suspects)).toBe('Ask the model to fix 2 lines and 2 others with the same problem');
  expect(fixWords(suspects.slice(0, 2))).toBe('Ask the model to fix 2 lines');
  const withFit = filmWithFit(texts, [12, 13, 14]);
  const more = suspectLines({ ...state, suggestions: {} }, withFit.filmProblems, new Map());
  expect(more.map(({ line }) => line.number)).toEqual([2, 4, 9, 12, 13, 14, 19]);
});

describe('what "Use all" takes', () => {
  const withText = (state: Work, number: number, text: string): Work => ({
    ...state,
    suggestions: { ...state.suggestions, [number]: [{ of: stampOfLine(state, number), text, wish: 'fix' }] },
  });

  test('[D10.4] takes the newest suggestion for the current text, if the person ticked it or it is acceptable', () => {
    const { state } = film();
    let suggested = state;
    for (const number of [1, 3, 4, 5]) suggested = withText(suggested, number, `T ${number}`);
    const verdictOf = (number: number, verdict = {}) =>
      (suggested.suggestions[number] ?? []).map((suggestion) => {
        const translation = linesOfBatch(state, 0)[number - 1]?.translation;
        return [suggestion, { warnings: [], isSound: true, translation, ...verdict }] as const;
      });
    const verdicts: AnalysisState['verdicts'] = new Map([
      ...verdictOf(1),
      ...verdictOf(3, { isSound: false }),
      ...verdictOf(4, { translation: 'What it said before' }),
    ]);
    const ticks = (chosen: ReadonlyMap<number, boolean> = new Map()) =>
      candidates(suggested, verdicts, chosen).map(({ number, isTicked }) => [number, isTicked]);
    expect(ticks()).toEqual([
      [1, true],
      [3, false],
      [4, false],
      [5, false],
    ]);
    expect(ticks(new Map([[5, true]]))).toContainEqual([5, true]);
  });

  test('ignores suggestions that were requested for another text', () => {
    const { state } = film();
    const stale = { ...state, suggestions: { 2: [{ of: '1-x', text: 'T', wish: 'again' as const }] } };
    expect(candidates(stale, new Map(), new Map())).toEqual([]);
  });
});

test('suspect lines are unconfirmed lines that a model can fix', () => {
  const { state, filmProblems } = filmWithFit(
    { 2: 'Не спрашивай, долгая история.', 7: '', 9: 'x'.repeat(100) },
    [12, 13],
  );
  const found = suspectsOf(state, filmProblems, new Map());
  expect(found.map(({ number, isMisaligned, isUseless }) => [number, isMisaligned, isUseless])).toEqual([
    [2, false, true],
    [7, false, true],
    [9, false, false],
    [12, true, true],
    [13, true, true],
  ]);
  expect(found[2]?.problems.join(' ')).toMatch(/too long to be read in its time: \d+ characters at most/);
  const stamp = stampOfLine(state, 2);
  const confirmed = { ...state, marks: { 2: { of: stamp, confirmed: true as const } } };
  expect(suspectsOf(confirmed, filmProblems, new Map()).map(({ number }) => number)).toEqual([7, 9, 12, 13]);
});

test.each([
  ['a text that is acceptable', 'T', { isSound: true }, []],
  ['a text that is not acceptable', 'T', { isSound: false }, [9]],
  ['a text that was judged for another text of the line', 'T', { isSound: false, translation: 'Before' }, []],
  ['a text that is not judged yet', 'T', undefined, []],
  ['the same text', 'x'.repeat(100), { isSound: false }, []],
  ['a failure', undefined, undefined, [9]],
] as const)('[D10.5] a suspect line with %s as its waiting suggestion', (_, text, verdict, asked) => {
  const { state, filmProblems } = filmWithFit({ 9: 'x'.repeat(100) });
  const failure = { kind: 'cancelled', message: '' } as const;
  const one: Suggestion = { of: stampOfLine(state, 9), wish: 'fix', ...(text === undefined ? { failure } : { text }) };
  const translation = linesOfBatch(state, 0)[8]?.translation;
  const verdicts: AnalysisState['verdicts'] = new Map(verdict && [[one, { warnings: [], translation, ...verdict }]]);
  const suspects = (suggestions: Work['suggestions']) =>
    suspectsOf({ ...state, suggestions }, filmProblems, verdicts).map(({ number }) => number);
  expect(suspects({ 9: [one] })).toEqual(asked);
  // A suggestion for another text of the line is no answer for the present one.
  expect(suspects({ 9: [{ ...one, of: '1-x' }] })).toEqual([9]);
});

const suggestionRequests = planSuggestions(readableFilm(20), [3, 4, 5], { kind: 'again' }).map((ask) => ({
  ...ask,
  id: 'suggest 1',
  stage: 'loading' as const,
}));
const said = (text?: string) => [
  {
    of: '1-x',
    wish: 'again' as const,
    ...(text === undefined ? { failure: { kind: 'cancelled' as const, message: '' } } : { text }),
  },
];

test.each([
  ['new texts', { 3: said('A'), 4: said('B'), 5: said('C') }, 'Suggestions for 3 lines'],
  [
    'some that were suggested before',
    { 3: said('Old'), 4: said('B'), 5: said('C') },
    'Suggestions for 3 lines. The model repeats its suggestion in 1 line.',
  ],
  [
    'none but those that were suggested before, and a failure',
    { 3: said('Old'), 4: said('Old'), 5: said() },
    'Suggestions for 2 lines. The model repeats its suggestion. No suggestion for line 5. Stopped before the answer came.',
  ],
])('the announcement of a finished request: %s', (_, suggestions, words) => {
  const before = { suggestionRequests, suggestions: { 3: said('Old'), 4: said('Old') } };
  expect(suggestionNews(before, { suggestionRequests: [], suggestions })?.words).toBe(words);
});
