import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createHarness, replyOf } from '../../test/session-harness.ts';
import { resultsOf } from '../engine/batch.ts';
import type { PricingContext } from '../engine/job.ts';
import type { Session } from './session.ts';

beforeEach(() => void vi.useFakeTimers());

const MINUTE_MS = 60_000;
const USAGE = { input: 1_000, output: 500, reasoning: 0 };
const NAME = 'Film.srt';

const srt = (texts: readonly string[]): string =>
  texts.map((text, place) => `${place + 1}\n00:00:${10 + place},000 --> 00:00:${10 + place},900\n${text}\n`).join('\n');
const RUSSIAN = ['Привет, как дела?', 'Всё хорошо, спасибо.', 'Тогда пойдём домой.', 'Уже поздно.'];
/** The bytes of these texts, read in a wrong encoding. */
const garbled = (texts: readonly string[]): string[] =>
  texts.map((text) => [...new TextEncoder().encode(text)].map((byte) => String.fromCharCode(byte)).join(''));
const [TEXT, GARBLED, EDITED] = [srt(RUSSIAN), srt(garbled(RUSSIAN)), srt(RUSSIAN.with(1, 'Всё отлично, спасибо.'))];
const OTHER = srt(['Раз.', 'Два.', 'Три.', 'Четыре.', 'Пять.']);

/** A film that was read once for notes. The spending limit does not allow a second reading. */
async function readFilm(text: string, fileName = NAME) {
  const money: PricingContext = {
    ...{ prompt: 'Translate into Portuguese.', model: { endpoint: 'openai', id: 'gpt-4o' }, own: {}, stopAt: null },
  };
  const harness = createHarness({
    readPricing: () => money,
    answer: ({ reading, numbers }) => ({
      ok: true,
      text: reading ? '{"about":"A film."}' : replyOf(numbers),
      usage: USAGE,
    }),
  });
  const { session, state, pass } = harness;
  session.openSource(text, [], fileName);
  session.readFilm([['Привет.']], { from: 'Russian', into: 'Portuguese' });
  await pass(MINUTE_MS);
  const { spent, readingUsage, reading } = state();
  expect(reading?.stage).toBe('done');
  // The parts of the reading are not stored: they are cut again.
  return { ...harness, money, paid: { spent, readingUsage, reading: { ...reading, parts: null } } };
}

describe('the spending and the reading of a film', () => {
  test.each<readonly [string, string, (session: Session) => void]>([
    ['its garbled letters are repaired', GARBLED, (session) => session.openSource(TEXT, [], NAME)],
    ['its file is read in another encoding', TEXT, (session) => session.openSource(GARBLED, [], NAME)],
    [
      'its file is read in two other encodings',
      TEXT,
      (session) => {
        session.openSource(GARBLED, [], NAME);
        session.openSource(TEXT, [], NAME);
      },
    ],
    ['its file is opened again', TEXT, (session) => session.openSource(TEXT, [], NAME)],
    [
      'its file is opened again with other line ends',
      TEXT,
      (session) => session.openSource(TEXT.replaceAll('\n', '\r\n'), [], NAME),
    ],
    ['a copy of its file is opened', TEXT, (session) => session.openSource(TEXT, [], 'Film (1).srt')],
    ['its file is opened again, edited', TEXT, (session) => session.openSource(EDITED, [], NAME)],
    [
      'it is cleared and opened again',
      TEXT,
      (session) => {
        session.clear('original');
        session.openSource(TEXT, [], NAME);
      },
    ],
    [
      'it is started over and opened again',
      TEXT,
      (session) => {
        session.clear('all');
        session.openSource(TEXT, [], NAME);
      },
    ],
    [
      'another film is opened and Undo follows',
      TEXT,
      (session) => {
        session.openSource(OTHER, [], 'Other.srt');
        session.undo();
      },
    ],
  ])('[D9.29] keeps the spending and the reading of a film when %s', async (_, text, act) => {
    const { session, state, paid } = await readFilm(text);
    act(session);
    expect(state()).toMatchObject(paid);
  });

  test('[D9.29] keeps the spending and the reading of a finished film when its file is opened again', async () => {
    const { session, state, pass, paid } = await readFilm(TEXT);
    await session.translate();
    await pass(MINUTE_MS);
    const { spent } = state();
    expect(spent.length).toBeGreaterThan(paid.spent.length);
    session.openSource(TEXT, [], NAME);
    expect({ ...state(), results: resultsOf(state()) }).toMatchObject({ ...paid, spent, results: [] });
  });

  test.each([
    ['another film', OTHER, 'Other.srt'],
    ['another film of the same name', OTHER, NAME],
    ['a pasted text', OTHER, ''],
  ])('[D9.29] does not give the spending and the reading of a film to %s', async (_, text, name) => {
    const { session, state } = await readFilm(TEXT);
    session.openSource(text, [], name);
    expect(state()).toMatchObject({ spent: [], reading: null, readingUsage: { input: 0, output: 0 } });
  });

  test('[D9.29] counts earlier spending towards the limit after the garbled letters of a film are repaired', async () => {
    const { session, state, pass, money, requests } = await readFilm(GARBLED);
    Object.assign(money, { stopAt: 0.008 });
    session.openSource(TEXT, [], NAME);
    await session.translate();
    await pass(MINUTE_MS);
    expect(requests).toHaveLength(1);
    expect(state().paused).toMatchObject({ kind: 'limit' });
  });

  test('[D9.29] keeps later spending when Undo restores the garbled letters of a film', async () => {
    const { session, state, pass, paid } = await readFilm(GARBLED);
    session.openSource(TEXT, [], NAME);
    session.readFilm([['Привет.']], { from: 'Russian', into: 'Portuguese' });
    await pass(MINUTE_MS);
    const { spent, readingUsage } = state();
    expect(readingUsage.input).toBe(2 * paid.readingUsage.input);
    session.undo();
    expect(state()).toMatchObject({ sourceText: GARBLED, spent, readingUsage });
    session.redo();
    expect(state()).toMatchObject({ sourceText: TEXT, spent, readingUsage });
  });

  test('[D9.29] stops a reading when the garbled letters of its film are repaired, and counts its possible cost', async () => {
    const { session, state, pass } = await readFilm(GARBLED);
    session.readFilm([['Привет.'], ['Пока.']], { from: 'Russian', into: 'Portuguese' });
    await pass(100);
    session.openSource(TEXT, [], NAME);
    await pass(MINUTE_MS);
    expect(state().reading).toMatchObject({ stage: 'stopped', found: { about: 'A film.' } });
    expect(state().spent[0]?.unreported.input).toBeGreaterThan(0);
  });
});
