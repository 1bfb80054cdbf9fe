import { describe, expect, test } from 'vitest';
import { readableFilm } from '../../../../../test/readable-film.ts';
import { factsOf } from '../../../../../test/review-film.ts';
import type { SessionState } from '../../../../film/film.ts';
import { linesOfBatch, stampOfLine } from '../../../../film/lines.ts';
import { judge as judgeLines } from '../../../../review/judge.ts';
import { limitsFor } from '../../../../review/rules.ts';
import type { Judged, Rules } from '../line-facts.ts';
import { candidates, verdictOn } from './judge-suggestion.ts';
import { suspectsOf } from './wishes.ts';

/** A film of 20 lines, judged; `texts` in place of some translations, `slid` as the search says. */
function film(texts: Readonly<Record<number, string>> = {}, slid: readonly number[] = []) {
  const whole = readableFilm(20);
  const output = Object.fromEntries(
    linesOfBatch(whole, 0).map(({ number, translation }) => [number, texts[number] ?? translation]),
  );
  const state: SessionState = { ...whole, results: [['', JSON.stringify(output)]] };
  const lines = linesOfBatch(state, 0);
  const words = new Map(slid.map((number) => [number, 'Of another line.']));
  const facts = { ...factsOf(lines, { from: 'ru', to: 'pt' }), slid: words };
  const judged: Judged = {
    film: facts,
    rules: undefined,
    batches: [{ lines, film: facts, problems: judgeLines(lines, facts) }],
    language: 'pt',
    limits: limitsFor('pt'),
    choices: {},
  };
  return { state, judged };
}

/** The film's rules, and a search that finds these lines slid. */
const rulesThatFind = ({ film: facts }: Judged, slid: readonly number[]): Rules => ({
  canMend: () => false,
  mended: () => undefined,
  problemsOf: (line) => (facts && judgeLines([line], facts).get(line.number)) ?? [],
  slidWith: () => new Map(slid.map((number) => [number, 'Still of another line.'])),
});

describe('what "Use all" takes', () => {
  const withText = (state: SessionState, number: number, text: string): SessionState => ({
    ...state,
    suggestions: { ...state.suggestions, [number]: [{ of: stampOfLine(state, number), text, wish: 'fix' }] },
  });

  test('[D10.4] the newest text for the present one, ticked unless it loses tags or numbers, or has slid again', () => {
    const { state, judged } = film({ 3: '<i>Às 15</i>' }, [4, 5]);
    const originals = state.phrases.map((phrase) =>
      phrase.number === 3 ? { ...phrase, text: '<i>В 15</i>' } : phrase,
    );
    let suggested: SessionState = { ...state, phrases: originals };
    for (const number of [1, 3, 4, 5])
      suggested = withText(suggested, number, number === 3 ? 'Às quinze' : `T ${number}`);
    const ticks = (chosen: ReadonlyMap<number, boolean> = new Map()) =>
      candidates(suggested, { ...judged, rules: rulesThatFind(judged, [5]) }, chosen).map(({ number, isTicked }) => [
        number,
        isTicked,
      ]);
    expect(ticks()).toEqual([
      [1, true],
      [3, false],
      [4, true],
      [5, false],
    ]);
    expect(ticks(new Map([[5, true]]))).toContainEqual([5, true]);
  });

  test.each([
    ['is as fast as the line is', 'x'.repeat(90), 'y'.repeat(90), true, false],
    ['is faster than the line is', 'x'.repeat(90), 'y'.repeat(95), true, false],
    ['is too fast where the line is not', 'Sim.', 'y'.repeat(90), true, false],
    ['is too fast still, but less so', 'x'.repeat(140), 'y'.repeat(90), true, true],
    ['fits', 'x'.repeat(90), 'Sim, é longa.', false, true],
    ['is what the line says', 'Sim, é longa.', 'Sim, é longa.', false, false],
  ])('[D10.4] a text that %s', (_, present, text, isTold, isSound) => {
    const { state, judged } = film({ 9: present });
    const line = linesOfBatch(state, 0).find(({ number }) => number === 9);
    if (!line) throw new Error('There is no line 9.');
    const verdict = verdictOn({ ...judged, rules: rulesThatFind(judged, []) }, line, text);
    expect([verdict.warnings.some((words) => /characters a second/.test(words)), verdict.isSound]).toEqual([
      isTold,
      isSound,
    ]);
  });

  test('not what was asked for in place of another text', () => {
    const { state, judged } = film();
    const stale = { ...state, suggestions: { 2: [{ of: '1-x', text: 'T', wish: 'again' as const }] } };
    expect(candidates(stale, { ...judged, rules: rulesThatFind(judged, []) }, new Map())).toEqual([]);
  });
});

test('suspects are the lines that a model can mend, but for the confirmed ones', () => {
  const { state, judged } = film({ 2: 'Не спрашивай, долгая история.', 7: '', 9: 'x'.repeat(100) }, [12, 13]);
  const found = suspectsOf(state, judged);
  expect(found.map(({ number, isSlid, isUseless }) => [number, isSlid, isUseless])).toEqual([
    [2, false, true],
    [7, false, true],
    [9, false, false],
    [12, true, true],
    [13, true, true],
  ]);
  expect(found[2]?.problems.join(' ')).toMatch(/too long to be read in its time: \d+ characters at most/);
  const stamp = stampOfLine(state, 2);
  const confirmed = { ...state, marks: { 2: { of: stamp, confirmed: true as const } } };
  expect(suspectsOf(confirmed, judged).map(({ number }) => number)).toEqual([7, 9, 12, 13]);
});
