import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readableFilm } from '../../test/readable-film.ts';
import { tokensIn } from '../../test/tokens-in.ts';
import { composeRequest } from '../translation/request.ts';
import { groupsOf, inAndOut, packsOf, planRepair, type Suspect, tokensOfFilm } from './plan-suggestions.ts';

const PROMPT =
  'Translate movies from informal Russian into informal Portuguese. Reply in JSON with the same number of phrases as the input.';
const ASKED = { prompt: PROMPT, model: { endpoint: 'openai', id: 'gpt-6-luna' } };
const placeOfLine = (number: number) => number - 1;
const suspect = (number: number, isMisaligned = false): Suspect => ({
  number,
  problems: [isMisaligned ? 'It is the translation of another line.' : 'It is not translated.'],
  isMisaligned,
  isUseless: true,
});
const upFrom = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index);
const run = (from: number, count: number, isMisaligned = false) =>
  upFrom(from, count).map((number) => suspect(number, isMisaligned));
const numbersOf = (packs: readonly (readonly Suspect[])[]) => packs.map((pack) => pack.map(({ number }) => number));

describe('the requests of a repair', () => {
  test.each<readonly [what: string, suspects: readonly Suspect[], packs: readonly (readonly number[])[]]>([
    ['none', [], []],
    ['one', [suspect(7)], [[7]]],
    ['scattered lines into one request', [suspect(3), suspect(90), suspect(900)], [[3, 90, 900]]],
    ['lines in the order of the film', [suspect(90), suspect(3)], [[3, 90]]],
    [
      'neighbouring lines into the same request',
      [...run(1, 15), ...run(40, 8), ...run(60, 5)],
      [[...upFrom(1, 15), ...upFrom(60, 5)], upFrom(40, 8)],
    ],
    ['slid lines into requests of their own', [...run(1, 2, true), suspect(10)], [[1, 2], [10]]],
    ['a long group into even parts', run(1, 22), [upFrom(1, 11), upFrom(12, 11)]],
  ])('distributes the lines of a repair to requests: %s', (_, suspects, packs) => {
    expect(numbersOf(packsOf(suspects, placeOfLine))).toEqual(packs);
  });

  test('[D10.5] puts each line with its neighbours into one request of at most 20 lines', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 80 }), (numbers) => {
        const suspects = numbers.map((number) => suspect(number, number % 7 === 0));
        const packs = packsOf(suspects, placeOfLine);
        const groups = groupsOf(suspects, placeOfLine);
        expect(new Set(numbersOf(packs).flat())).toEqual(new Set(numbers));
        expect(packs.flat()).toHaveLength(numbers.length);
        expect(packs.every(({ length }) => length <= 20)).toBe(true);
        const needed = groups.reduce((sum, { length }) => sum + Math.ceil(length / 20), 0);
        expect(packs.length).toBeLessThanOrEqual(needed);
        for (const group of groups.filter(({ length }) => length <= 20)) {
          expect(packs.filter((pack) => pack.some((one) => group.includes(one)))).toHaveLength(1);
        }
      }),
    );
  });
});

describe('the cost of a repair of 5 % of 1,600 lines', () => {
  const film = readableFilm(1_600);
  const places = {
    scattered: Array.from({ length: 80 }, (_, index) => suspect(7 + index * 20)),
    'slid tails of 8': Array.from({ length: 10 }, (_, index) => run(13 + index * 160, 8, true)).flat(),
    'half of them slid': [
      ...Array.from({ length: 5 }, (_, index) => run(13 + index * 300, 8, true)).flat(),
      ...Array.from({ length: 40 }, (_, index) => suspect(27 + index * 39)).filter(({ number }) => number % 300 > 25),
    ],
    'in one place': run(401, 80),
  } satisfies Record<string, readonly Suspect[]>;

  test.each(Object.entries(places))(
    '[D10.5] repairs 80 lines (%s) with at most 8 percent of the film’s tokens',
    (what, suspects) => {
      const { requests, lines, tokens } = planRepair(film, suspects, ASKED);
      expect(lines).toBe(suspects.length);
      // The tokens that a tokenizer counts in the requests, and in replies that are as long as the originals.
      const sent = requests.map(({ phrases, suggestion }) =>
        composeRequest({ prompt: PROMPT, context: [], phrases, suggestion }),
      );
      const texts = sent.flatMap(({ system, messages }) => [system, ...messages.flatMap(({ parts }) => parts)]);
      const replies = requests.flatMap(({ phrases, suggestion: { quotes } }) =>
        phrases.map(({ number, text }) => {
          const quoted = `{"${text.split(' ', 3).join(' ')}": "${text}"}`;
          return `"${number}": ${quotes ? quoted : `"${text}"`},`;
        }),
      );
      const counted = [...texts, ...replies].reduce((sum, text) => sum + tokensIn(text), 0);
      expect(inAndOut(tokens) / counted).toBeGreaterThan(0.75);
      expect(inAndOut(tokens) / counted).toBeLessThan(1.25);
      for (const model of [
        ASKED.model,
        { endpoint: 'anthropic', id: 'claude-sonnet-5' },
        { endpoint: 'ollama', id: 'qwen3' },
      ]) {
        const asked = { ...ASKED, model };
        const { tokens } = planRepair(film, suspects, asked);
        expect(inAndOut(tokens) / inAndOut(tokensOfFilm(asked, film.phrases))).toBeLessThanOrEqual(0.08);
      }
      const groups = groupsOf(suspects, placeOfLine);
      const parts = groups.reduce((sum, { length }) => sum + Math.ceil(length / 20), 0);
      expect(requests.length).toBeLessThanOrEqual(what === 'in one place' ? parts : 1.3 * groups.length);
    },
  );

  test('sends all neighbouring lines along if few lines are repaired', () => {
    const [ask] = planRepair(film, run(401, 2), ASKED).requests;
    expect(ask?.suggestion.neighbours.map(({ number }) => number)).toEqual([398, 399, 400, 403, 404, 405]);
  });

  test('sends a neighbouring line on each side of slid lines, whatever it costs', () => {
    const { requests } = planRepair(film, places['slid tails of 8'], ASKED);
    for (const { suggestion, phrases } of requests) {
      expect(suggestion.quotes).toBe(true);
      const numbers = suggestion.neighbours.map(({ number }) => number);
      for (const { number } of phrases) {
        for (const beside of [number - 1, number + 1]) {
          expect(numbers.includes(beside) || phrases.some((phrase) => phrase.number === beside)).toBe(true);
        }
      }
    }
  });
});
