import { expect, it, test } from 'vitest';
import { fakeTimersAndConsole } from '../../test/fake-timers-and-console.ts';
import {
  beginFor,
  createHarness,
  cutOff,
  failure,
  replyOf,
  type SentRequest,
  success,
} from '../../test/session-harness.ts';
import { resultsOf } from '../engine/batch.ts';
import type { Work } from './film.ts';
import { lineState } from './judged-lines.ts';
import { lineOf, marksOf, untranslatedCount } from './lines.ts';
import { planSuggestions } from './plan-suggestions.ts';
import { doubtfulCount, linesInPlace } from './shown-facts.ts';

/**
 * An answer can lack some lines. The other lines work as usual; a person can write the missing lines, ask for them again, or keep their originals.
 */

fakeTimersAndConsole();

const FROM_1 = Array.from({ length: 20 }, (_, index) => index + 1);
const without = (...missing: readonly number[]) => FROM_1.filter((number) => !missing.includes(number));
const isFirst = ({ numbers }: SentRequest) => numbers.length > 1 && numbers.some((number) => number <= 20);

/** The first of two batches gets these answers. Requests for a single line or suggestions, and the second batch, get whole answers. */
const answered = (reply: (request: SentRequest) => string) =>
  beginFor(20_000, 40, {
    answer: (request) => success(isFirst(request) ? reply(request) : replyOf(request.numbers)),
  });

const lacking = (...missing: readonly number[]) =>
  answered(({ numbers }) => replyOf(numbers.filter((number) => !missing.includes(number))));

const empty = (...empties: readonly number[]) =>
  answered(({ numbers }) =>
    JSON.stringify(
      Object.fromEntries(numbers.map((number) => [number, empties.includes(number) ? ' ' : `PT ${number}`])),
    ),
  );

const sizes = (requests: readonly SentRequest[]) =>
  requests.filter(isOfFirst).map(({ numbers }) => `${numbers[0]}+${numbers.length}`);
const isOfFirst = ({ numbers }: SentRequest) => (numbers[0] ?? 0) <= 20;

const stateOf = (state: Work, number: number) => {
  const line = lineOf(state, number);
  return line && lineState(state, line, 0, marksOf(state, line));
};

const finishedPart = async ({ session, state }: Pick<Awaited<ReturnType<typeof lacking>>, 'session' | 'state'>) => {
  const part = await session.analysis.ask('assembleFinished', linesInPlace(state()));
  return part?.ok ? part.value : undefined;
};

test.each([
  ['one empty line', () => empty(5), without(5)],
  ['an empty first and an empty last line', () => empty(1, 20), without(1, 20)],
  ['a missing line', () => lacking(5), without(5)],
  ['two missing lines', () => lacking(5, 6), without(5, 6)],
  [
    'a line with an object instead of text',
    () => answered(({ numbers }) => replyOf(numbers).replace('"PT 5"', '{}')),
    without(5),
  ],
  ['a missing first line, so that all may be one line off', () => lacking(1), []],
  ['a missing last line, so that two may have been merged', () => lacking(20), []],
  [
    'an additional line, so that one may have been split',
    () => answered(({ numbers }) => replyOf([...numbers, 21])),
    [],
  ],
  ['a sentence instead of a translation', () => answered(() => 'I cannot do that.'), []],
])(
  '[D4.13][D14.51] counts and saves only the lines that are certainly in place after a reply with %s',
  async (_, begin, inPlace) => {
    const film = await begin();
    expect(resultsOf(film.state()).map((slot) => slot?.[0] === '')).toEqual([false, true]);
    expect(linesInPlace(film.state())).toEqual(inPlace);
    const part = await finishedPart(film);
    expect(part).toMatchObject({ translated: 20 + inPlace.length, total: 40 });
    for (const number of FROM_1)
      expect(part?.text).toContain(`\n${inPlace.includes(number) ? 'PT' : 'Фраза'} ${number}\n`);
  },
);

it('[D14.51] counts the first half of a batch if the model refused the second half', async () => {
  const film = await beginFor(20_000, 40, {
    answer: ({ numbers }) => {
      if (numbers.length === 20 && numbers[0] === 1)
        return cutOff(`${replyOf(without(...FROM_1.slice(10))).slice(0, -1)},"11":"PT`);
      return numbers[0] === 11 ? failure('refused', 'no') : success(replyOf(numbers));
    },
  });
  expect(linesInPlace(film.state())).toEqual(FROM_1.slice(0, 10));
});

it('[D14.51] counts the first answer of a batch if its correction was refused', async () => {
  const film = await beginFor(20_000, 40, {
    answer: (request) => {
      if (request.correction) return failure('refused', 'no');
      return success(replyOf(isFirst(request) ? without(5) : request.numbers));
    },
  });
  expect(linesInPlace(film.state())).toEqual(without(5));
});

it('[D14.51] counts only confirmed and written lines if the others may be one line off', async () => {
  const { session, state } = await lacking(19, 20);
  session.markLines([3], { confirmed: true });
  expect(linesInPlace(state())).toEqual([3]);
  session.changeLines([{ number: 4, text: 'mine' }]);
  expect(linesInPlace(state())).toEqual([3, 4]);
  session.undo();
  expect(linesInPlace(state())).toEqual([3]);
  session.changeLines([{ number: 20, text: 'mine' }]);
  expect(linesInPlace(state())).toEqual([3, 20]);
  expect(doubtfulCount(state(), 0)).toBe(17);
});

it('[D14.51] does not count the lines of a correction if they may be one line off', async () => {
  const { session, state, requests, pass } = await answered(({ correction, numbers }) => {
    if (numbers.length === 2) return replyOf(numbers);
    return correction ? replyOf(without(20)).replaceAll('PT', 'Moved') : replyOf(without(5, 6));
  });
  expect(lineOf(state(), 1)?.translation).toBe('Moved 1');
  expect(linesInPlace(state())).toEqual([]);
  session.translateAgain('failed');
  await pass(5_000);
  expect(sizes(requests).slice(2)).toEqual(['5+2']);
  expect([1, 5].map((number) => lineOf(state(), number)?.translation)).toEqual(['PT 1', 'PT 5']);
});

it('[D4.13] asks only for the missing line at Retry, and keeps what a person confirmed and edited', async () => {
  const { session, state, pass, requests } = await lacking(5);
  expect(sizes(requests)).toEqual(['1+20', '1+20']);
  session.markLines([2], { confirmed: true });
  session.changeLines([{ number: 3, text: 'mine 3' }]);
  session.translateAgain('failed');
  await pass(5_000);
  expect(sizes(requests).slice(2)).toEqual(['5+1']);
  expect([2, 3, 5].map((number) => lineOf(state(), number)?.translation)).toEqual(['PT 2', 'mine 3', 'PT 5']);
  expect([2, 3].map((number) => stateOf(state(), number))).toEqual(['confirmed', 'edited']);
  expect(state().translated).toContain('mine 3');
});

it('[D4.13] asks again at Retry for lines that may be one line off, except for confirmed lines', async () => {
  const { session, state, pass, requests } = await lacking(20);
  session.markLines([2], { confirmed: true });
  session.translateAgain(0);
  await pass(500);
  expect(sizes(requests).slice(2)).toEqual(['1+19']);
  expect(resultsOf(state())[0]).toBeNull();
});

it('[D14.52] completes a batch when a person types its last missing line, even after a reload', async () => {
  const before = await lacking(5, 6);
  expect([4, 5, 6].map((number) => stateOf(before.state(), number))).toEqual(['new', 'failed', 'failed']);
  before.session.changeLines([{ number: 5, text: 'mine 5' }]);
  expect(before.state().batches[0]?.state).toBe('failed');
  before.session.dispose();
  const { session, state, pass } = createHarness({ initial: before.state() });
  await pass(0);
  expect(linesInPlace(state())).toEqual(without(6));
  session.changeLines([{ number: 6, text: 'mine 6' }]);
  await pass(0);
  expect(state().batches[0]).toMatchObject({ state: 'ok', edited: true });
  expect(state().translated).toContain('mine 5\n');
  expect(state().translated).toContain('mine 6\n');
  session.undo();
  expect(state().batches[0]?.state).toBe('failed');
});

it('[D14.52] confirms a missing line that the person keeps in the original', async () => {
  const { session, state, pass } = await lacking(5);
  expect(untranslatedCount(state())).toBe(0);
  session.changeLines([{ number: 5, text: null }]);
  expect(untranslatedCount(state()), 'the line has the original').toBe(1);
  await pass(0);
  expect(state().translated).toContain('Фраза 5\n');
  expect(stateOf(state(), 5)).toBe('confirmed');
  session.undo();
  expect(stateOf(state(), 5)).toBe('failed');
});

it('[D14.52] asks only for a missing line, and completes the batch with the suggestion', async () => {
  const { session, state, pass, requests } = await lacking(5);
  session.ask(planSuggestions(state(), [5], { kind: 'again' }));
  await pass(5_000);
  expect(requests.at(-1)?.numbers).toEqual([5]);
  expect(state().batches[0]?.state).toBe('failed');
  session.takeSuggestions([{ number: 5, text: state().suggestions[5]?.[0]?.text ?? '' }]);
  expect(state().batches[0]?.state).toBe('ok');
  expect(stateOf(state(), 5)).toBe('new');
});
