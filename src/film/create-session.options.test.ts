import { beforeEach, expect, it, vi } from 'vitest';
import { createHarness, type HarnessOptions, replyOf, success } from '../../test/session-harness.ts';
import { sampleSrt } from '../../test/srt-sample.ts';
import { formatSession, parseSession } from '../storage/film-codec.ts';
import type { FilmOptions } from '../translation/film-options.ts';

beforeEach(() => void vi.useFakeTimers());

/** A film of 50 phrases, translated with these options. */
async function translated(options: FilmOptions, harnessOptions: HarnessOptions = {}) {
  const harness = createHarness(harnessOptions);
  harness.session.openSource(sampleSrt(50), [], 'Film 1.srt');
  harness.session.changeOptions(options);
  await harness.session.translate();
  await harness.pass(9_000);
  return harness;
}

/** "11-20 26" of consecutive and other numbers. */
const ranges = (numbers: readonly number[]): string =>
  numbers
    .reduce<number[][]>((all, number) => {
      const last = all.at(-1);
      if (last?.at(-1) === number - 1) last.push(number);
      else all.push([number]);
      return all;
    }, [])
    .map((run) => (run.length > 1 ? `${run[0]}-${run.at(-1)}` : String(run[0])))
    .join(' ');

it('[D16.1] untouched, a batch has the previous one as its context', async () => {
  const { requests } = await translated({});
  expect(requests.map(({ contextNumbers }) => ranges(contextNumbers))).toEqual(['', '1-20', '21-40']);
});

it('[D16.2] ten phrases before and five after, as far as there are any', async () => {
  const { requests } = await translated({ context: 'window' });
  expect(requests.map(({ numbers, contextNumbers }) => [ranges(numbers), ranges(contextNumbers)])).toEqual([
    ['1-20', '21-25'],
    ['21-40', '11-20 41-45'],
    ['41-50', '31-40'],
  ]);
});

it('[D16.2] a corrective pass, and a part of a batch, have those around what they ask for', async () => {
  const { requests } = await translated(
    { context: 'window' },
    {
      answer: ({ numbers, correction }) => {
        if (correction) return success(replyOf(numbers));
        return success(numbers[0] === 21 && numbers.length === 20 ? '{}' : replyOf(numbers));
      },
    },
  );
  expect(requests.filter(({ correction }) => correction).map(({ contextNumbers }) => ranges(contextNumbers))).toEqual([
    '11-20 41-45',
  ]);
});

it('[D16.1] Restart keeps them for the same film, another film begins without', async () => {
  const { session, state } = await translated({ context: 'window' });
  session.restart();
  session.openSource(sampleSrt(50), [], 'Film 1.srt');
  expect(state().options.context).toBe('window');
  session.restart();
  session.openSource(sampleSrt(50), [], 'Film 2.srt');
  expect(state().options).toEqual({});
  session.undo();
  expect(state().options).toEqual({});
});

it('[D16.1] what is chosen on the empty page is for the film that is opened then', () => {
  const { session, state } = createHarness();
  session.changeOptions({ context: 'window' });
  session.openSource(sampleSrt(3), [], 'Film 1.srt');
  expect(state().options).toEqual({ context: 'window' });
  session.openSource(sampleSrt(4), [], 'Film 2.srt');
  expect(state().options).toEqual({});
});

it('[D16.1] they are stored with the film; a choice that no version knows is none', async () => {
  const { state } = await translated({ context: 'window' });
  const texts: Readonly<Record<string, string>> = formatSession(state());
  const readWith = (extras: string) =>
    parseSession({ read: (key) => (key === 'sessionExtras' ? extras : (texts[key] ?? null)), torn: false }).state;
  const { sessionExtras = '' } = texts;
  expect(readWith(sessionExtras).options).toEqual({ context: 'window' });
  expect(readWith(sessionExtras.replace('"window"', '"all"')).options).toEqual({});
});
