import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createContractBench, PROMPT } from '../../test/contract-bench.ts';
import { translationOf } from '../../test/stand-in-call.ts';
import type { SuggestionFacts, Wish } from '../translation/suggestions.ts';
import { PROVIDER_IDS } from './provider.ts';

const phrase = (number: number) => ({ number, time: '', text: `Фраза ${number}` });
const neighbour = (number: number) => ({ number, original: `Рядом ${number}`, translation: `Perto ${number}` });
const WISHES: readonly (readonly [wish: Wish, words: string])[] = [
  [{ kind: 'again' }, 'once more'],
  [{ kind: 'shorter', most: { 21: 41 } }, '21: 41'],
  [{ kind: 'more-formal' }, 'more formally'],
  [{ kind: 'more-casual' }, 'more casually'],
  [{ kind: 'more-literal' }, 'more literally'],
  [{ kind: 'fix', problems: { 21: ['7 is missing.'] } }, '21: 7 is missing.'],
  [{ kind: 'told', words: 'She is a woman.' }, 'She is a woman.'],
];

/** What every adapter makes of a request for suggestions: as it was composed, in its own wire format. */
describe.each(PROVIDER_IDS)('%s', async (id) => {
  const at = await createContractBench(id);
  beforeEach(() => at.reset());
  afterAll(() => at.close());

  const suggest = (numbers: readonly number[], facts: Partial<SuggestionFacts> = {}) =>
    at.translate({
      phrases: numbers.map(phrase),
      suggestion: { wish: { kind: 'again' }, neighbours: [], present: {}, quotes: false, ...facts },
    });
  const sent = () => JSON.stringify(at.standIn.calls[0]?.body);

  it.each([
    ['one line', [21], [18, 19, 20, 22, 23, 24]],
    ['five lines with gaps', [3, 4, 9, 21, 40], [2, 5, 8, 10, 20, 22, 39, 41]],
  ])('asks for %s alone, beside its neighbours', async (_, numbers, beside) => {
    const outcome = await suggest(numbers, { neighbours: beside.map(neighbour) });
    const expected = Object.fromEntries(numbers.map((number) => [number, translationOf(`Фраза ${number}`)]));
    expect(outcome.ok && JSON.parse(outcome.text)).toEqual(expected);
    expect(Object.keys(at.standIn.calls[0]?.phrases ?? {})).toEqual(numbers.map(String));
    for (const number of beside) expect(sent()).toContain(`Perto ${number}`);
    expect(sent()).toContain(JSON.stringify(PROMPT).slice(1, -1));
  });

  it.each(WISHES)('says what is wished for: %o', async (wish, words) => {
    const outcome = await suggest([21], { wish, present: { 21: ['Sim'] } });
    expect(outcome.ok).toBe(true);
    expect(sent()).toContain(words);
    expect(at.standIn.calls[0]?.phrases).toEqual({ 21: 'Фраза 21' });
  });

  it('sends the corrective pass as that of a batch', async () => {
    const outcome = await at.translate({
      phrases: [phrase(21)],
      correction: { answer: '{"21":""}', errors: ['Subtitle at key 21 is empty.'] },
      suggestion: { wish: { kind: 'again' }, neighbours: [neighbour(22)], present: {}, quotes: true },
    });
    expect(outcome.ok).toBe(true);
    expect(at.standIn.calls[0]).toMatchObject({ isCorrection: true, phrases: { 21: 'Фраза 21' } });
    expect(sent()).toContain('first words of the original line');
  });
});
