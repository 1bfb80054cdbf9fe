import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { StoreApi } from 'zustand/vanilla';
import { answered } from '../../../test/answering-transport.ts';
import { createEngineHarness } from '../../../test/engine-harness.ts';
import {
  ALL_DONE,
  copyOf,
  createStores,
  deskOf,
  lines,
  openTab,
  pass,
  type Stores,
  srt,
  three,
} from '../../../test/series-harness.ts';
import {
  connectInside,
  cutOff,
  failure,
  inMs,
  replyOf,
  type SentRequest,
  success,
} from '../../../test/session-harness.ts';
import { modelOf, NO_KEYS } from '../../../test/settings-harness.ts';
import { sampleSrt } from '../../../test/srt-sample.ts';
import { allOk, canResume, type Work } from '../../film/film.ts';
import { skippedIn, toTranslate } from '../../film/series.ts';
import { filmOf } from '../../film/shown-facts.ts';
import type { Orders } from '../../film/stored-series.ts';
import { TookTooLong } from '../../film-worker/calls.ts';
import { NO_NOTES } from '../../notes/notes.ts';
import { countedTogether } from '../../prices/estimate.ts';
import { endedOf, sumOf } from '../../prices/price.ts';
import { DEFAULT_MODEL } from '../../providers/endpoints.ts';
import type { HttpOutcome } from '../../providers/transport/http.ts';
import { createFilmStore } from '../../storage/film-store.ts';

beforeEach(() => void vi.useFakeTimers());

/** From now on, each read and each write takes so long. */
function slowDown({ database }: Stores, ms = 1_000): void {
  const { run } = database;
  database.run = async (...transaction) => {
    await new Promise((resolve) => setTimeout(resolve, ms));
    return run(...transaction);
  };
}

test('an open film that is done does not change with the pace of the others', async () => {
  let answers = 0;
  const tab = await three({
    maxAtOnce: 1,
    answer: ({ numbers }) =>
      inMs(1_000, answers++ < 3 ? success(replyOf(numbers)) : failure('rate-limit', 'Too fast.', 20_000)),
  });
  void tab.desk.translate();
  await pass(3_500);
  const [open] = tab.works();
  expect(open && allOk(open)).toBe(true);
  await pass(10_000);
  expect(tab.works().flatMap(({ pace }) => pace ?? [])).not.toEqual([]);
  expect(tab.works()[0]?.pace).toBe(open?.pace);
});

describe('[D18.6] the limit over all films', () => {
  test('sends nothing after a reload before it knows what the other films have cost, and counts answers that the list does not have', async () => {
    // The last batches of E2 and E3 are never answered.
    const before = await three({
      maxAtOnce: 2,
      answer: ({ numbers }) =>
        inMs(numbers[0] === 61 || numbers.length === 9 ? 60_000 : 1_000, success(replyOf(numbers))),
    });
    void before.desk.translate();
    await pass(4_500);
    expect(await before.films()).toEqual({ 'E1.srt': '3 of 3', 'E2.srt': '3 of 4', 'E3.srt': '1 of 2' });
    const { cost } = sumOf(endedOf(before.works().flatMap(({ spent }) => spent)), () => undefined);
    const after = await before.reload({ prices: { stopAt: cost + 0.2 }, listMs: 5_000 });
    await pass(15_000);
    expect(after.requests).toHaveLength(0);
    const waiting = after.works().filter(({ batches }) => batches.some(({ state }) => state === 'waiting'));
    expect(waiting).toHaveLength(2);
    for (const { paused } of waiting) expect(paused).toMatchObject({ reason: 'failure', kind: 'limit' });
    after.settings.setPrices({ stopAt: null });
    after.session.resume();
    await pass(90_000);
    expect(await after.films()).toEqual(ALL_DONE);
  });

  test('waits for no list without a limit', async () => {
    const before = await three();
    void before.desk.translate();
    await pass(500);
    const { requests } = await before.reload({ listMs: 5_000 });
    await pass(3_000);
    expect(lines(requests)).toEqual([20, 5]);
  });

  test('counts the cost of a restarted film and of a removed one', async () => {
    const tab = await three();
    void tab.session.translate();
    await pass(5_000);
    tab.session.clear('all');
    tab.settings.setPrices({ stopAt: 0.5 });
    void tab.open('E2.srt');
    await pass(500);
    void tab.remove('E1.srt');
    await pass(500);
    await tab.desk.forget();
    void tab.desk.translate();
    await pass(10_000);
    expect(lines(tab.requests), 'three calls have cost $0.42, and a fourth would pass $0.50').toEqual([20, 20, 5]);
    const again = await tab.reload({ prices: { stopAt: 0.5 } });
    void again.desk.translate();
    await pass(10_000);
    expect(again.requests).toHaveLength(0);
  });

  test.each(['while its last answers are under way', 'at rest'])(
    'the last film of a series counts what the removed ones have cost, removed %s',
    async (when) => {
      const answer = ({ numbers }: SentRequest) => inMs(3_000, success(replyOf(numbers)));
      const tab = await three({ maxAtOnce: 4, answer });
      const costOf = ({ works }: typeof tab) => sumOf(endedOf(works().flatMap(({ spent }) => spent)), () => undefined);
      void tab.desk.translate();
      await pass(when === 'at rest' ? 20_000 : 7_000);
      tab.session.clear('all');
      for (const name of ['E2.srt', 'E3.srt']) {
        void tab.remove(name);
        await pass(100);
      }
      void tab.desk.forget();
      await pass(100);
      const last = tab.session.store.getState;
      expect([last().id, tab.view().rows]).toEqual(['', []]);
      await pass(20_000);
      const cost = { cost: expect.closeTo(0.14 * tab.requests.length), guessed: 0 };
      expect(costOf(tab)).toMatchObject(cost);
      expect(tab.session.others.getState().size).toBe(0);
      tab.session.undo();
      expect(sumOf(endedOf(last().spent), () => undefined)).toMatchObject(cost);
      tab.session.redo();
      expect(costOf(tab)).toMatchObject(cost);
      tab.session.undo();
      const after = await tab.reload({ prices: { stopAt: 0.14 * tab.requests.length + 0.1 } });
      expect(costOf(after)).toMatchObject(cost);
      after.session.translateAgain([0]);
      await pass(5_000);
      expect(after.requests, 'nothing is sent over the limit').toHaveLength(0);
    },
  );

  test('the last film of a series counts the calls of removed films once, also if the page is closed while they are under way', async () => {
    const tab = await three({
      maxAtOnce: 4,
      answer: ({ numbers }) => inMs(numbers[0] === 21 ? 60_000 : 1_000, success(replyOf(numbers))),
    });
    const costOf = ({ works }: typeof tab) => sumOf(endedOf(works().flatMap(({ spent }) => spent)), () => undefined);
    void tab.desk.translate();
    await pass(10_000);
    expect(tab.inFlight.now).toBe(3);
    const before = costOf(tab);
    const closedNow = async () => {
      const next = await openTab(copyOf(tab.stores), { answer: () => inMs(600_000, failure('server')) });
      await pass(1_000);
      return costOf(next).cost;
    };
    const ofSeries = await closedNow();
    expect(ofSeries, 'with what the calls will probably cost').toBeGreaterThan(before.cost + 0.4);
    for (const name of ['E2.srt', 'E3.srt']) {
      void tab.remove(name);
      await pass(100);
    }
    void tab.desk.forget();
    await pass(1_000);
    expect(tab.session.store.getState().id).toBe('');
    expect(costOf(tab).cost, 'as long as they are under way').toBeCloseTo(before.cost);
    expect(await closedNow()).toBeCloseTo(ofSeries);
    await pass(60_000);
    expect(costOf(tab)).toMatchObject({ cost: expect.closeTo(0.14 * tab.requests.length), guessed: 0 });
    expect(tab.session.others.getState().size).toBe(0);
  });

  test('counts the last answers of a finally removed film as reported, also after a reload', async () => {
    const answer = ({ numbers }: SentRequest) => inMs(5_000, success(replyOf(numbers)));
    const tab = await three({ maxAtOnce: 4, answer });
    const costOf = ({ works }: typeof tab) => sumOf(endedOf(works().flatMap(({ spent }) => spent)), () => undefined);
    void tab.desk.translate();
    await pass(2_000);
    for (const name of ['E2.srt', 'E3.srt']) {
      void tab.remove(name);
      await pass(500);
    }
    await pass(30_000);
    const cost = costOf(tab);
    expect(cost).toMatchObject({ cost: expect.closeTo(0.14 * tab.requests.length), guessed: 0 });
    const again = await tab.reload();
    await pass(2_000);
    expect(costOf(again)).toEqual(cost);
  });
});

describe('[D18.6] Translate', () => {
  test('sends each film with the notes and options of the series, also a film that is opened before its turn', async () => {
    const tab = await three({ maxAtOnce: 8 });
    tab.session.changeNotes({ ...NO_NOTES, about: 'A series about samples.' });
    tab.session.changeOptions({ replyFormat: 'plain' });
    tab.stores.database.slowness = () => new Promise((resolve) => setTimeout(resolve, 150));
    void tab.desk.translate();
    await pass(100);
    void tab.open('E3.srt');
    await pass(15_000);
    expect(tab.requests).toHaveLength(9);
    for (const { notes, replyFormat } of tab.requests) {
      expect(notes).toContain('A series about samples.');
      expect(replyFormat).toBe('plain');
    }
  });

  test('continues a film if only its first batch was tried', async () => {
    const tab = await three();
    void tab.session.translate({ only: 'first-batch' });
    await pass(3_000);
    expect(tab.requests).toHaveLength(1);
    void tab.desk.translate();
    await pass(15_000);
    expect(tab.requests).toHaveLength(9);
    expect(await tab.films()).toEqual(ALL_DONE);
  });

  test('sends a film once if it is begun twice', async () => {
    const tab = await three({ maxAtOnce: 8 });
    tab.stores.database.slowness = () => new Promise((resolve) => setTimeout(resolve, 500));
    void tab.desk.translate();
    await pass(250);
    void tab.desk.translate();
    await pass(20_000);
    expect(tab.requests).toHaveLength(9);
  });

  test('sends nothing after Stop, even if Translate was pressed twice', async () => {
    const tab = await three();
    void tab.session.translate();
    await pass(5_000);
    tab.stores.database.slowness = () => new Promise((resolve) => setTimeout(resolve, 500));
    void tab.desk.translate();
    void tab.desk.translate();
    await pass(100);
    tab.session.stop();
    await pass(20_000);
    expect(lines(tab.requests)).toEqual([20, 20, 5]);
  });
});

describe('[D18.6] a film that is added during the run', () => {
  test('is sent last, and the page says so', async () => {
    const tab = await three();
    void tab.desk.translate();
    await pass(1_500);
    const adding = tab.desk.add([srt('E0.srt', 33)]);
    await pass(500);
    await adding;
    expect(tab.view().message).toBe('Added films are translated after the others.');
    await pass(20_000);
    expect(lines(tab.requests)).toEqual([20, 20, 5, 20, 20, 20, 5, 20, 9, 20, 13]);
    expect(await tab.films()).toEqual({ ...ALL_DONE, 'E0.srt': '2 of 2' });
  });

  test.each<[when: string, begin: (tab: Awaited<ReturnType<typeof three>>) => Promise<void>]>([
    ['of this film only', async ({ session }) => session.translate()],
    [
      'that was stopped',
      async ({ desk, session }) => {
        void desk.translate();
        await pass(500);
        session.stop();
      },
    ],
    [
      'that has ended, while a batch is asked for again',
      async ({ desk, session }) => {
        void desk.translate();
        await pass(20_000);
        session.translateAgain([0]);
      },
    ],
  ])('is not sent in a run %s', async (_, begin) => {
    const tab = await three();
    await begin(tab);
    await pass(500);
    const adding = tab.desk.add([srt('E0.srt', 33)]);
    await pass(500);
    await adding;
    tab.session.resume();
    await pass(30_000);
    expect(await tab.films()).toMatchObject({ 'E0.srt': '0 of 0' });
  });
});

describe('[D18.6] what goes wrong with one film', () => {
  test('Translate sends all films after one of them could not be read once', async () => {
    const inside = connectInside();
    let fails = true;
    const { desk, films } = await three({
      filmWorker: {
        ...inside,
        ask(film, name, ...rest) {
          const isMeant = fails && name === 'read' && film.sourceText === sampleSrt(65);
          if (!isMeant) return inside.ask(film, name, ...rest);
          fails = false;
          return Promise.reject(new Error('Loading chunk 3 failed.'));
        },
      },
    });
    void desk.translate().catch(() => {});
    await pass(10_000);
    void desk.translate();
    await pass(20_000);
    expect(await films()).toEqual(ALL_DONE);
  });

  test('Translate leaves out a film that takes too long to be read, and sends the others', async () => {
    const inside = connectInside();
    const { desk, films, view } = await three({
      filmWorker: {
        ...inside,
        ask: (film, name, ...rest) =>
          name === 'read' && film.sourceText === sampleSrt(65)
            ? Promise.reject(new TookTooLong('Too long.'))
            : inside.ask(film, name, ...rest),
      },
    });
    void desk.translate();
    await pass(20_000);
    expect(await films()).toEqual({ ...ALL_DONE, 'E2.srt': '0 of 0' });
    expect(view().rows.map(({ isBroken }) => isBroken)).toEqual([false, true, false]);
  });

  test.each<[how: string, repair: (tab: Awaited<ReturnType<typeof openTab>>) => void]>([
    ['“Mend all”', ({ desk }) => void desk.mendAll()],
    ['“Mend the file”', ({ session }) => session.readSourceAs({ readAs: 'srt', text: sampleSrt(45) })],
  ])('Translate right after %s also sends the open film', async (_, repair) => {
    const tab = await openTab();
    const adding = tab.desk.add([
      new File([sampleSrt(45).replaceAll(' --> ', ' -> ')], 'E1.srt'),
      srt('E2.srt', 65),
      srt('E3.srt', 29),
    ]);
    await pass(1_500);
    await adding;
    repair(tab);
    void tab.desk.translate();
    await pass(20_000);
    expect(await tab.films()).toEqual(ALL_DONE);
  });

  test('“Retry failed” also sends a film again whose run was stopped', async () => {
    let fails = true;
    const tab = await three({
      answer: ({ numbers }, count) =>
        fails && count === 4 ? failure('bad-request', 'No.') : success(replyOf(numbers)),
    });
    void tab.desk.translate();
    await pass(4_500);
    tab.session.stop();
    await pass(2_000);
    expect(await tab.films()).toEqual({ 'E1.srt': '3 of 3', 'E2.srt': '1 of 4, 1 failed', 'E3.srt': '0 of 2' });
    fails = false;
    void tab.desk.retryFailed();
    await pass(5_000);
    expect(await tab.films()).toEqual({ 'E1.srt': '3 of 3', 'E2.srt': '2 of 4', 'E3.srt': '0 of 2' });
    tab.session.resume();
    await pass(20_000);
    expect(await tab.films()).toEqual(ALL_DONE);
    expect(tab.requests, 'one more than batches').toHaveLength(10);
  });
});

describe('[D18.2] films of a series', () => {
  test('each have their own history, and come back in their last state, also a cleared one', async () => {
    const { session, open, films } = await three({ maxAtOnce: 4 });
    const state = session.store.getState;
    const show = async (name: string) => {
      void open(name);
      await pass(1_000);
    };
    void session.translate();
    await pass(5_000);
    session.changeLines([{ number: 2, text: 'Mine' }]);
    await pass(1_000);
    const first = state();
    await show('E2.srt');
    expect(state()).toMatchObject({ fileName: 'E2.srt', batches: [], past: [], translated: '' });
    expect(await films()).toEqual({ 'E1.srt': '3 of 3', 'E2.srt': '0 of 0', 'E3.srt': '0 of 0' });
    await show('E1.srt');
    expect(state()).toMatchObject({ translated: first.translated, marks: first.marks });
    session.undo();
    await pass(1_000);
    expect(state().translated).not.toContain('Mine');
    await show('E2.srt');
    expect(state().past).toEqual([]);
    session.clear('all');
    await show('E1.srt');
    await show('E2.srt');
    session.undo();
    expect(state()).toMatchObject({ fileName: 'E2.srt', sourceText: sampleSrt(65) });
  });

  test('continue if they are closed during their run, and each batch is paid for once', async () => {
    const { session, open, requests, films, idOf } = await three();
    void session.translate();
    await pass(200);
    void open('E2.srt');
    await pass(1_500);
    expect(session.store.getState()).toMatchObject({ fileName: 'E2.srt', batches: [] });
    expect(await films()).toMatchObject({ 'E1.srt': '1 of 3' });
    await pass(5_000);
    expect(await films()).toEqual({ 'E1.srt': '3 of 3', 'E2.srt': '0 of 0', 'E3.srt': '0 of 0' });
    expect(session.others.getState().get(idOf('E1.srt'))?.batches ?? [], 'its lines are out of memory').toEqual([]);
    void open('E1.srt');
    await pass(1_000);
    expect(session.store.getState().translated).toContain('PT 45');
    expect(requests).toHaveLength(3);
  });

  test('do not open while the open film cannot be stored', async () => {
    const tab = await three();
    const { database } = tab.stores;
    const openFile = async (name: string) => {
      void tab.open(name);
      await pass(1_000);
      return tab.session.store.getState().fileName;
    };
    database.fault = () => new DOMException('full', 'QuotaExceededError');
    expect(await openFile('E2.srt')).toBe('E1.srt');
    expect(tab.view().message).toContain('has no space for the list of files');
    database.fault = undefined;
    expect(await openFile('E2.srt')).toBe('E2.srt');
    expect(await openFile('E1.srt')).toBe('E1.srt');
  });
});

test('[D18.6] a film that is opened during the run is translated next', async () => {
  const { desk, open, requests, films } = await three();
  void desk.translate();
  await pass(500);
  void open('E3.srt');
  await pass(2_500);
  expect(requests.slice(0, 3).map(({ numbers }) => [numbers[0], numbers.length])).toEqual([
    [1, 20],
    [1, 20],
    [21, 9],
  ]);
  await pass(20_000);
  expect(requests).toHaveLength(9);
  expect(await films()).toEqual(ALL_DONE);
});

test('[D6.8] the open film is sent in its order, and of each other one the longest batch first', async () => {
  const tab = await openTab(createStores());
  const longer = sampleSrt(65).replace('\n\n50\n', ' and a longer line\n\n50\n');
  void tab.desk.add([srt('E1.srt', 65), new File([longer], 'E2.srt')]);
  await pass(500);
  void tab.desk.translate();
  await pass(20_000);
  const starts = tab.requests.map(({ numbers }) => numbers[0]);
  expect(starts.slice(0, 4)).toEqual([1, 21, 41, 61]);
  expect(starts.slice(4)).toEqual([41, 21, 1, 61]);
});

describe('[D18.3] a film that is removed', () => {
  test('[D18.7] sends nothing after the pending request, and continues after Undo', async () => {
    const { desk, remove, requests, films } = await three();
    void desk.translate();
    await pass(3_800);
    void remove('E2.srt');
    await pass(10_000);
    expect(lines(requests)).toEqual([20, 20, 5, 20, 20, 9]);
    void desk.bringBack();
    await pass(20_000);
    expect(requests).toHaveLength(9);
    expect(await films()).toEqual(ALL_DONE);
  });

  test('[D18.7] and comes back while its last requests are not answered goes on, also if an answer needs a correction', async () => {
    const seen = new Set<number>();
    const { desk, remove, requests, films } = await three({
      maxAtOnce: 9,
      answer: ({ numbers }) => {
        const isFirst = numbers.length === 9 && !seen.has(9);
        if (isFirst) seen.add(9);
        return inMs(3_000, success(isFirst ? replyOf(numbers.slice(1)) : replyOf(numbers)));
      },
    });
    void desk.translate();
    await pass(1_500);
    expect(requests).toHaveLength(9);
    void remove('E3.srt');
    await pass(500);
    void desk.bringBack();
    await pass(20_000);
    expect(requests.length).toBeGreaterThan(9);
    expect(await films()).toEqual(ALL_DONE);
  });

  test('[D18.7] sends nothing after Stop and Resume, and its Undo sends nothing while all films are stopped', async () => {
    const { desk, remove, requests, session, films } = await three();
    void desk.translate();
    await pass(3_800);
    void remove('E2.srt');
    session.stop();
    await pass(3_000);
    session.resume();
    await pass(1_500);
    session.stop();
    await pass(3_000);
    const sent = requests.length;
    void desk.bringBack();
    await pass(10_000);
    expect(requests).toHaveLength(sent);
    // Three batches of E1, one of E2 that was not answered, and those of E3.
    expect(lines(requests)).toEqual([20, 20, 5, 20, 20, 9].slice(0, sent));
    session.resume();
    await pass(20_000);
    expect(requests).toHaveLength(9);
    expect(await films()).toEqual(ALL_DONE);
  });

  test('[D18.7] sends nothing after Resume if a failure had paused all films', async () => {
    let isRefused = false;
    const { desk, remove, requests, session } = await three({
      answer: ({ numbers }) => (isRefused ? failure('bad-key', 'Wrong key.') : success(replyOf(numbers))),
    });
    void desk.translate();
    await pass(500);
    isRefused = true;
    await pass(3_000);
    void remove('E2.srt');
    await pass(500);
    isRefused = false;
    const sent = requests.length;
    session.resume();
    await pass(20_000);
    expect(lines(requests.slice(sent)), 'two batches of E1 and two of E3').toEqual([20, 5, 20, 9]);
  });

  test('continues with Resume if the browser could not store its removal', async () => {
    const tab = await three();
    void tab.desk.translate();
    await pass(500);
    tab.stores.database.fault = () => new DOMException('full', 'QuotaExceededError');
    void tab.remove('E3.srt');
    await pass(500);
    tab.stores.database.fault = undefined;
    tab.session.resume();
    await pass(20_000);
    expect(await tab.films()).toEqual(ALL_DONE);
  });

  test('and whose removal cannot be stored, stays: Ctrl+Z at once brings back no film that was removed before it', async () => {
    const tab = await three();
    void tab.remove('E2.srt');
    await pass(500);
    void tab.desk.add([srt('E2.srt', 33)]);
    await pass(500);
    const { database } = tab.stores;
    database.fault = () => {
      database.fault = undefined;
      return new DOMException('full', 'QuotaExceededError');
    };
    void tab.remove('E2.srt');
    const undone = tab.desk.bringBack();
    await pass(500);
    expect(await undone).toBe('');
    expect(tab.view().rows.map(({ path, phrases }) => `${path} ${phrases}`)).toEqual([
      'E1.srt 45',
      'E2.srt 33',
      'E3.srt 29',
    ]);
    expect(tab.view()).toMatchObject({ removed: { path: 'E2.srt', phrases: 65 } });
    expect(tab.view().message).toContain('has no space for the list of files');
    void tab.desk.bringBack();
    await pass(500);
    expect(tab.view().rows).toHaveLength(4);
  });

  test('continues with Resume if it comes back after a reload', async () => {
    const before = await three();
    void before.desk.translate();
    await pass(4_500);
    void before.remove('E2.srt');
    await pass(10_000);
    const tab = await before.reload();
    await pass(5_000);
    void tab.desk.bringBack();
    await pass(5_000);
    expect(await tab.films()).toEqual({ ...ALL_DONE, 'E2.srt': '2 of 4' });
    expect(tab.requests).toHaveLength(0);
    tab.session.resume();
    await pass(20_000);
    expect(await tab.films()).toEqual(ALL_DONE);
  });
});

test('[D18.1] more than two hundred files are not added, even if they come in two parts', async () => {
  const tab = await openTab();
  const many = (folder: string) => Array.from({ length: 101 }, (_, at) => srt(`${folder} ${at}.srt`, 1));
  void tab.desk.add(many('A'));
  void tab.desk.add(many('B'));
  await pass(60_000);
  expect(tab.view().rows).toHaveLength(101);
});

test('[D18.1] the film on the page counts among the two hundred files of the list', async () => {
  const tab = await openTab();
  void tab.intake.open([srt('Film.srt', 1)]);
  await pass(500);
  void tab.desk.add(Array.from({ length: 200 }, (_, at) => srt(`${at}.srt`, 1)));
  await pass(60_000);
  expect(tab.view().rows).toHaveLength(0);
  expect(tab.page.getState().refusal).toContain('there would be 201 files');
});

test('[D18.3] the keys for the next film move on by one film at each press', async () => {
  const { desk, session } = await three();
  void desk.step(1);
  void desk.step(1);
  await pass(1_000);
  expect(session.store.getState().fileName).toBe('E3.srt');
});

test('[D18.1] the row of the open film has the name and the facts of the file that was opened in it', async () => {
  const { session, view, open } = await three();
  session.openSource(sampleSrt(11), [], 'Other.srt');
  await pass(1_000);
  const rows = () => view().rows.map(({ path, phrases }) => `${path} ${phrases}`);
  expect(rows()[0]).toBe('Other.srt 11');
  void open('E2.srt');
  await pass(1_000);
  expect(rows()).toEqual(['E2.srt 65', 'E3.srt 29', 'Other.srt 11']);
});

test('[D18.12] “Keep both as a series” makes no series if Undo is pressed before it is stored', async () => {
  const tab = await openTab();
  void tab.desk.add([srt('A.srt', 25)]);
  await pass(500);
  void tab.session.translate();
  await pass(5_000);
  tab.session.openSource(sampleSrt(33), [], 'B.srt');
  await pass(500);
  void tab.desk.keepBoth();
  tab.session.undo();
  await pass(2_000);
  expect(tab.view().rows).toEqual([]);
  expect(tab.session.store.getState()).toMatchObject({ id: '', fileName: 'A.srt' });
  tab.session.redo();
  expect(tab.session.store.getState()).toMatchObject({ id: '', fileName: 'B.srt' });
});

describe('[D18.7] a run that stops, pauses or changes hands', () => {
  test('stays stopped if Stop is pressed while the films are read after a reload, and Resume continues each of them', async () => {
    const before = await three();
    void before.desk.translate();
    await pass(500);
    const { requests, session, films } = await before.reload({ listMs: 100 });
    session.stop();
    await pass(5_000);
    const sent = requests.length;
    await pass(5_000);
    expect(requests).toHaveLength(sent);
    session.resume();
    await pass(20_000);
    expect(await films()).toEqual(ALL_DONE);
  });

  test.each(['closes', 'dies'])(
    'stays stopped if Stop is pressed while the films are read after a reload, and the page %s at any time after that',
    async (how) => {
      for (let ms = 0; ms <= 4_000; ms += 400) {
        const before = await three({ maxAtOnce: 8 });
        void before.desk.translate();
        await pass(700);
        expect(before.requests).toHaveLength(8);
        before.session.dispose();
        const stores = copyOf(before.stores);
        const between = await openTab(stores, { listMs: 300, prices: { stopAt: 100 } });
        slowDown(stores, 500);
        await pass(ms);
        between.session.stop();
        await pass(how === 'closes' ? 0 : 2_000);
        if (how === 'closes') void between.store.leave();
        const after = await openTab(copyOf(stores));
        between.session.dispose();
        await pass(10_000);
        const again = await after.reload();
        await pass(10_000);
        expect([...after.requests, ...again.requests], `Stop after ${ms} ms`).toHaveLength(0);
        again.session.resume();
        await pass(20_000);
        expect(await again.films()).toEqual(ALL_DONE);
        again.session.dispose();
      }
    },
  );

  test('goes on if Stop and Resume are pressed while the list is read after a reload', async () => {
    for (const listMs of [100, 1_000]) {
      const before = await three({ maxAtOnce: 8 });
      void before.desk.translate();
      await pass(700);
      before.session.dispose();
      const after = await openTab(copyOf(before.stores), { listMs, prices: { stopAt: 100 } });
      slowDown(after.stores, 300);
      await pass(50);
      after.session.stop();
      await pass(500);
      after.session.resume();
      await pass(30_000);
      expect(after.requests, `a list that takes ${listMs} ms`).toHaveLength(9);
      after.session.dispose();
    }
  });

  test('stays stopped over a reload and another Stop', async () => {
    const before = await three();
    void before.desk.translate();
    await pass(500);
    before.session.stop();
    await pass(2_000);
    const { requests, session, films } = await before.reload();
    session.stop();
    await pass(5_000);
    expect(requests).toHaveLength(0);
    session.resume();
    await pass(20_000);
    expect(requests).toHaveLength(8);
    expect(await films()).toEqual(ALL_DONE);
  });

  test('[D7.2] pauses all films for a key that is refused in a later film, and asks for nothing again after Resume', async () => {
    let isRefused = true;
    const { desk, requests, session, works, films } = await three({
      answer: ({ numbers }, count) =>
        count > 4 && isRefused ? failure('bad-key', 'Wrong key.') : success(replyOf(numbers)),
    });
    void desk.translate();
    await pass(10_000);
    expect(requests).toHaveLength(5);
    for (const { batches, paused } of works())
      if (batches.some(({ state }) => state === 'waiting')) expect(paused).toMatchObject({ kind: 'bad-key' });
    isRefused = false;
    session.resume();
    await pass(20_000);
    expect(requests).toHaveLength(10);
    expect(await films()).toEqual(ALL_DONE);
  });

  test('[D7.4] does not pause for failures that are alike in three films with successes between them', async () => {
    const { desk, works, films } = await three({
      answer: ({ numbers }) => (numbers.length === 20 ? success(replyOf(numbers)) : failure('bad-request', 'No.')),
    });
    void desk.translate();
    await pass(20_000);
    expect(await films()).toEqual({
      'E1.srt': '2 of 3, 1 failed',
      'E2.srt': '3 of 4, 1 failed',
      'E3.srt': '1 of 2, 1 failed',
    });
    expect(works().filter(({ paused }) => paused !== null)).toEqual([]);
  });

  test('[D7.4] pauses all films after three batches of any films fail in the same way, and tries these once more after Resume', async () => {
    let isRefused = true;
    const { desk, requests, session, works, films } = await three({
      maxAtOnce: 3,
      answer: ({ numbers }) => (isRefused ? failure('bad-request', 'No.') : success(replyOf(numbers))),
    });
    void desk.translate();
    await pass(6_000);
    expect(requests.length).toBeLessThanOrEqual(5);
    for (const { paused } of works()) expect(paused).toMatchObject({ reason: 'failure' });
    isRefused = false;
    session.resume();
    await pass(20_000);
    expect(await films()).toEqual(ALL_DONE);
  });

  test('sends nothing after Stop for a film that was about to begin', async () => {
    const { desk, open, requests, session, stores } = await three();
    stores.database.slowness = () => new Promise((resolve) => setTimeout(resolve, 300));
    void desk.translate();
    await pass(125);
    const { read } = session.analysis;
    vi.spyOn(session.analysis, 'read').mockImplementation(async () => {
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      return read();
    });
    void open('E3.srt');
    await pass(1_300);
    session.stop();
    await pass(15_000);
    expect(requests.length).toBeLessThanOrEqual(2);
  });

  test('sends nothing for a film that begins while another tab takes the work', async () => {
    const { desk, requests, session } = await three();
    void desk.translate();
    await pass(500);
    void session.finish(60_000, () => {});
    await pass(100);
    const sent = requests.length;
    const coming = [...session.others.getState().values()].slice(0, 1).map((film) => ({ ...film, id: 'new film' }));
    expect(coming).toHaveLength(1);
    void session.sendOthers(async () => coming.shift());
    await pass(5_000);
    expect(requests).toHaveLength(sent);
  });

  test('[D7.6] pauses all films once for a reply without text, and tries one batch alone after Resume', async () => {
    let isCut = true;
    const { desk, requests, session, films } = await three({
      maxAtOnce: 4,
      answer: ({ numbers }) => (isCut ? cutOff('', 4_096) : success(replyOf(numbers))),
    });
    void desk.translate();
    await pass(10_000);
    expect(requests.length).toBeLessThanOrEqual(4);
    isCut = false;
    const sent = requests.length;
    session.resume();
    await pass(500);
    expect(requests.length - sent).toBe(1);
    await pass(20_000);
    expect(await films()).toEqual(ALL_DONE);
  });

  test('[D7.7] pauses all films while the browser is offline, and then continues all', async () => {
    const { desk, requests, setOnline, films } = await three();
    void desk.translate();
    await pass(500);
    setOnline(false);
    await pass(10_000);
    expect(requests).toHaveLength(1);
    setOnline(true);
    await pass(20_000);
    expect(requests).toHaveLength(9);
    expect(await films()).toEqual(ALL_DONE);
  });

  test('tells a tab that asks for the work how many requests of all films are unanswered, waits for them, and repeats none of them', async () => {
    const before = await three({ maxAtOnce: 4 });
    void before.desk.translate();
    await pass(500);
    expect(before.requests).toHaveLength(4);
    const counts: number[] = [];
    const given = before.session.finish(60_000, (count) => counts.push(count));
    await pass(3_000);
    await given;
    expect(counts[0]).toBe(4);
    expect(counts.at(-1)).toBe(0);
    const handedOver = before.store.handOver();
    await pass(1_000);
    expect(await handedOver).toBe(true);
    const after = await before.reload();
    await pass(20_000);
    expect(before.requests.length + after.requests.length).toBe(9);
    expect(await after.films()).toEqual(ALL_DONE);
  });

  test('a tab that has lost the work changes no list any more: a film whose turn had come stays ready for the next tab', async () => {
    const tab = await three();
    void tab.session.translate();
    await pass(5_000);
    void tab.desk.translate();
    tab.session.dispose();
    const shown = tab.view();
    void tab.desk.want(tab.idOf('E3.srt'));
    await pass(5_000);
    expect(tab.view()).toBe(shown);
    const { rows = [] } = (await tab.store.films.read(tab.idOf('E2.srt'))) ?? {};
    expect(rows).toHaveLength(3);
    for (const row of rows) expect(row).toMatchObject({ isBroken: false, isWanted: false });
  });

  test('loses no stored answer and no film if the browser dies at any point between two writes', async () => {
    const tab = await three({ maxAtOnce: 2 });
    const { storage, database } = tab.stores;
    const deaths = new Map<string, { readonly stores: Stores; readonly answered: number }>();
    const die = (): void => {
      const stores = copyOf(tab.stores);
      // An answer arrives after a second and is stored within 250 ms.
      const answered = tab.requests.filter(({ at }) => at + 1_250 < Date.now()).length;
      deaths.set(JSON.stringify([...storage.texts, [...database.stores].map(([name, of]) => [name, ...of])]), {
        stores,
        answered,
      });
    };
    storage.fault = die;
    database.fault = die;
    void tab.desk.translate();
    await pass(1_500);
    void tab.open('E3.srt');
    await pass(8_000);
    expect(await tab.films()).toEqual(ALL_DONE);
    expect(deaths.size).toBeGreaterThan(30);
    for (const { stores, answered } of deaths.values()) {
      const after = await openTab(stores, { maxAtOnce: 4 });
      void after.desk.translate();
      await pass(6_000);
      expect(await after.films()).toEqual(ALL_DONE);
      expect(after.requests.length, 'answers that had come').toBeLessThanOrEqual(9 - answered);
      after.session.dispose();
    }
  });
});

describe('[D18.7] films whose translation has not begun', () => {
  /** Translate was pressed, and to read a film takes a second: E1 has begun, E2 is being read, and E3 waits for its turn. */
  async function ordered(options?: Parameters<typeof three>[0]) {
    const inside = connectInside();
    const tab = await three({
      filmWorker: {
        ...inside,
        async ask(film, name, ...rest) {
          if (name === 'read') await new Promise((resolve) => setTimeout(resolve, 1_000));
          return inside.ask(film, name, ...rest);
        },
      },
      ...options,
    });
    void tab.desk.translate();
    await pass(1_700);
    expect(tab.view().ordered.map(({ id }) => id)).toEqual([tab.idOf('E2.srt'), tab.idOf('E3.srt')]);
    expect(await tab.films()).toMatchObject({ 'E1.srt': '0 of 3', 'E2.srt': '0 of 0', 'E3.srt': '0 of 0' });
    return tab;
  }
  const inSameStores = ({ stores }: Awaited<ReturnType<typeof three>>) => openTab(copyOf(stores));

  test('are sent after a reload or a crash as the others are, each batch once', async () => {
    const after = await inSameStores(await ordered());
    await pass(500);
    expect(after.view().isRunning).toBe(true);
    await pass(20_000);
    expect(await after.films()).toEqual(ALL_DONE);
    expect(lines(after.requests)).toEqual([20, 20, 5, 20, 20, 20, 5, 20, 9]);
    expect(after.view()).toMatchObject({ isRunning: false, ordered: [] });
  });

  test('are sent after a reload also if the open film has not begun by then', async () => {
    const inside = connectInside();
    const before = await three({
      filmWorker: {
        ...inside,
        async ask(film, name, ...rest) {
          if (name === 'read') await new Promise((resolve) => setTimeout(resolve, 1_000));
          return inside.ask(film, name, ...rest);
        },
      },
    });
    void before.desk.translate();
    await pass(500);
    expect(before.requests).toHaveLength(0);
    const after = await inSameStores(before);
    await pass(20_000);
    expect(await after.films()).toEqual(ALL_DONE);
    expect(after.requests).toHaveLength(9);
  });

  test('stay in what is stored until they begin: a page that is closed at any moment forgets none', async () => {
    /** How many films were still to begin, each time that this changed. */
    const countsOf = ({ page }: Awaited<ReturnType<typeof three>>) => {
      const counts: number[] = [];
      page.subscribe(({ series: { ordered } }, { series: before }) => {
        if (ordered !== before.ordered) counts.push(ordered.length);
      });
      return counts;
    };
    /** Other films change right after this command, as when the first requests are sent. */
    const changeAfter = ({ session }: Awaited<ReturnType<typeof three>>, name: 'nameFilm' | 'translate') => {
      const others = session.others as StoreApi<ReadonlyMap<string, Work>>;
      const command = session[name] as (...given: unknown[]) => Promise<void>;
      vi.spyOn(session, name).mockImplementation(async (...given: unknown[]) => {
        await command(...given);
        void (async () => {
          for (let change = 0; change < 20; change++) {
            await null;
            others.setState(new Map(others.getState()), true);
          }
        })();
      });
    };
    const before = await ordered();
    await pass(1_000);
    expect(before.view().ordered.map(({ id }) => id)).toEqual([before.idOf('E3.srt')]);
    const after = await openTab(copyOf(before.stores), { listMs: 1_000, prices: { stopAt: 100 }, maxAtOnce: 8 });
    const counts = countsOf(after);
    changeAfter(after, 'nameFilm');
    await pass(20_000);
    expect(await after.films()).toEqual(ALL_DONE);
    expect(counts, 'a page that goes on').toEqual([1, 0]);

    const first = await three({ maxAtOnce: 4 });
    const countsOfFirst = countsOf(first);
    changeAfter(first, 'translate');
    void first.desk.translate();
    await pass(20_000);
    expect(countsOfFirst, 'a page on which Translate was pressed').toEqual([3, 2, 1, 0]);
  });

  test('are sent after two reloads', async () => {
    const between = await openTab(copyOf((await ordered()).stores), { listMs: 1_000, prices: { stopAt: 100 } });
    await pass(500);
    const after = await inSameStores(between);
    await pass(20_000);
    expect(await after.films()).toEqual(ALL_DONE);
  });

  test('are sent by the tab that takes the work over', async () => {
    const before = await ordered();
    const given = before.session.finish(60_000, () => {});
    await pass(3_000);
    await given;
    void before.store.handOver();
    await pass(1_000);
    const after = await inSameStores(before);
    await pass(20_000);
    expect(await after.films()).toEqual(ALL_DONE);
    expect(before.requests.length + after.requests.length).toBe(9);
  });

  test('stay to be sent if the tab has lost the work meanwhile and still reads one of them', async () => {
    const before = await ordered();
    before.session.dispose();
    await pass(5_000);
    const after = await inSameStores(before);
    await pass(20_000);
    expect(await after.films()).toEqual(ALL_DONE);
  });

  test('are not sent after Stop, also if the page dies then', async () => {
    const before = await ordered();
    before.session.stop();
    await pass(250);
    expect(before.view()).toMatchObject({ ordered: [], isRunning: false });
    const after = await inSameStores(before);
    await pass(5_000);
    after.session.resume();
    await pass(20_000);
    expect(await after.films()).toEqual({ 'E1.srt': '3 of 3', 'E2.srt': '0 of 0', 'E3.srt': '0 of 0' });
  });

  test('are not sent after Stop if no film has begun, also if the page is closed before the browser has stored anything', async () => {
    const before = await three();
    void before.session.translate();
    await pass(5_000);
    before.stores.database.slowness = () => new Promise((resolve) => setTimeout(resolve, 300));
    void before.desk.translate();
    await pass(250);
    expect(before.view().ordered).toHaveLength(2);
    before.session.stop();
    await pass(0);
    void before.store.leave();
    await pass(3_000);
    const after = await inSameStores(before);
    await pass(20_000);
    expect(after.requests).toHaveLength(0);
    expect(after.view()).toMatchObject({ ordered: [], isRunning: false });
  });

  test('are not sent after Stop, also if one of them is being stored at that moment and the page is closed at once', async () => {
    for (let ms = 250; ms < 1_500; ms += 150) {
      const before = await three();
      void before.session.translate();
      await pass(5_000);
      before.stores.database.slowness = () => new Promise((resolve) => setTimeout(resolve, 300));
      void before.desk.translate();
      await pass(ms);
      const sent = before.requests.length;
      before.session.stop();
      await pass(0);
      void before.store.leave();
      before.session.dispose();
      await pass(3_000);
      const after = await inSameStores(before);
      await pass(20_000);
      expect(after.requests, `Stop after ${ms} ms, ${sent} requests before it`).toHaveLength(0);
    }
  });

  test('a film that is being stored to be sent goes on if Resume is pressed right after Stop, also if the page dies then', async () => {
    for (let ms = 250; ms < 1_500; ms += 250) {
      const tab = await three();
      void tab.session.translate();
      await pass(5_000);
      slowDown(tab.stores, 300);
      void tab.desk.translate();
      await pass(ms);
      tab.session.stop();
      await pass(100);
      tab.session.resume();
      await pass(3_000);
      const after = await openTab(copyOf(tab.stores));
      await pass(20_000);
      for (const { works, session } of [tab, after]) {
        expect(works().filter(canResume).length, `Stop after ${ms} ms`).toBe(0);
        session.dispose();
      }
    }
  });

  /** The open film is done, and the next one is being stored to be sent when a person presses Stop. The database takes 300 ms. */
  async function stoppedWhileStored(ms: number) {
    const tab = await three();
    void tab.session.translate();
    await pass(5_000);
    slowDown(tab.stores, 300);
    void tab.desk.translate();
    await pass(ms);
    return tab;
  }
  function closed({ store, stores, session }: Awaited<ReturnType<typeof three>>): Stores {
    void store.leave();
    session.dispose();
    return copyOf(stores);
  }

  test('a film that is being stored to be sent goes on if Resume is pressed right after Stop, also if the page is closed at once', async () => {
    for (let ms = 250; ms < 1_500; ms += 250) {
      const tab = await stoppedWhileStored(ms);
      tab.session.stop();
      await pass(100);
      tab.session.resume();
      await pass(0);
      const after = await openTab(closed(tab));
      await pass(20_000);
      expect(after.works().filter(canResume).length, `Stop after ${ms} ms`).toBe(0);
      after.session.dispose();
    }
  });

  test('Resume continues a film that was being stored to be sent when the page was closed, also if Stop was pressed on the page after that', async () => {
    let continued = 0;
    for (let ms = 250; ms < 1_500; ms += 150) {
      const between = await openTab(closed(await stoppedWhileStored(ms)), { prices: { stopAt: 100 }, listMs: 300 });
      slowDown(between.stores, 300);
      await pass(200);
      between.session.stop();
      await pass(1_000);
      const after = await openTab(closed(between));
      await pass(2_000);
      expect(after.requests, `closed after ${ms} ms`).toHaveLength(0);
      after.session.resume();
      await pass(20_000);
      for (const [name, words] of Object.entries(await after.films())) {
        expect(['0 of 0', ALL_DONE[name as keyof typeof ALL_DONE]], `${name}, closed after ${ms} ms`).toContain(words);
        if (name !== 'E1.srt' && words !== '0 of 0') continued++;
      }
      after.session.dispose();
    }
    expect(continued).toBeGreaterThan(4);
  });

  test('are not sent if another list has come, also if Undo brings them back', async () => {
    const before = await ordered();
    void before.desk.changeList('begin');
    await pass(5_000);
    const after = await inSameStores(before);
    await pass(1_000);
    void after.desk.changeList('undo');
    await pass(20_000);
    expect(after.requests).toHaveLength(0);
    after.session.resume();
    await pass(20_000);
    expect(await after.films(), 'E2 had begun before the list could go').toEqual({ ...ALL_DONE, 'E3.srt': '0 of 0' });
  });

  test('are not sent if they were removed, also if they come back after a reload', async () => {
    const before = await ordered();
    void before.remove('E3.srt');
    await pass(500);
    expect(before.view().removed?.path).toBe('E3.srt');
    const after = await inSameStores(before);
    await pass(20_000);
    void after.desk.bringBack();
    await pass(20_000);
    expect(await after.films()).toEqual({ ...ALL_DONE, 'E3.srt': '0 of 0' });
  });

  test('are not sent again after Restart, while later ones still wait for their turn', async () => {
    const before = await ordered();
    void before.open('E2.srt');
    await pass(800);
    expect(before.view().ordered.map(({ id }) => id)).toEqual([before.idOf('E3.srt')]);
    expect(before.session.store.getState()).toMatchObject({ fileName: 'E2.srt', batches: [{}, {}, {}, {}] });
    before.session.clear('all');
    before.session.openSource(sampleSrt(65), [], 'E2.srt');
    await pass(300);
    const after = await inSameStores(before);
    await pass(20_000);
    expect(await after.films()).toEqual({ ...ALL_DONE, 'E2.srt': '0 of 0' });
  });

  test('wait for Resume after a reload, if the key was refused', async () => {
    const before = await ordered({ answer: () => inMs(50, failure('bad-key', 'Wrong key.')) });
    const after = await inSameStores(before);
    await pass(20_000);
    expect(after.requests).toHaveLength(0);
    after.session.resume();
    await pass(20_000);
    expect(await after.films()).toEqual(ALL_DONE);
    expect(after.requests).toHaveLength(9);
  });

  test('are not sent if Stop is pressed while the list is read after a reload', async () => {
    const before = await ordered();
    const after = await openTab(copyOf(before.stores), { listMs: 1_000, prices: { stopAt: 100 } });
    await pass(500);
    after.session.stop();
    await pass(10_000);
    expect(after.requests).toHaveLength(0);
    after.session.resume();
    await pass(20_000);
    expect(await after.films()).toEqual({ 'E1.srt': '3 of 3', 'E2.srt': '0 of 0', 'E3.srt': '0 of 0' });
  });
});

describe('[D18.7] the newest command holds while the films are read after a reload', () => {
  /** A page was closed while three films ran, and this one reads their list in `listMs`, then each film in 300 ms. */
  async function reading(listMs: number, from?: Stores, options?: Parameters<typeof three>[0]) {
    let stores = from;
    if (!stores) {
      const before = await three({ maxAtOnce: 8, ...options });
      void before.desk.translate();
      await pass(700);
      before.session.dispose();
      stores = copyOf(before.stores);
    }
    const tab = await openTab(stores, { listMs, prices: { stopAt: 100 }, ...options });
    slowDown(tab.stores, 300);
    return tab;
  }
  /** The films as the slow database has them. */
  async function filmsOf(tab: Awaited<ReturnType<typeof three>>) {
    const found = tab.films();
    await pass(2_000);
    return found;
  }
  async function closed(tab: Awaited<ReturnType<typeof three>>): Promise<Stores> {
    void tab.store.leave();
    const stores = copyOf(tab.stores);
    tab.session.dispose();
    return stores;
  }

  /** A page that reads its films, on which Stop was pressed `ms` ago. */
  async function stopped(listMs: number, ms: number) {
    const tab = await reading(listMs);
    await pass(100);
    tab.session.stop();
    await pass(ms);
    return tab;
  }

  test.each(['when only the list says so', 'once each film says so'])(
    'Resume that is pressed before the list is read continues all films. They were stopped on the page before, which was closed %s',
    async (when) => {
      const before = await stopped(1_000, when === 'once each film says so' ? 20_000 : 100);
      const after = await reading(1_000, await closed(before));
      await pass(100);
      after.session.resume();
      await pass(30_000);
      expect(await filmsOf(after)).toEqual(ALL_DONE);
      expect(before.requests).toHaveLength(0);
      expect(after.requests).toHaveLength(9);
      const again = await openTab(await closed(after));
      await pass(5_000);
      expect(again.works().filter(canResume)).toHaveLength(0);
    },
  );

  test('Resume that is pressed before all films are read continues those that are read later', async () => {
    for (let ms = 0; ms <= 3_000; ms += 600) {
      const before = await stopped(100, 20_000);
      const after = await reading(100, await closed(before));
      await pass(ms);
      after.session.resume();
      await pass(30_000);
      expect(await filmsOf(after), `Resume after ${ms} ms`).toEqual(ALL_DONE);
      after.session.dispose();
    }
  });

  test('[D7.2] a failure after Resume also pauses the films that are read later: they send nothing', async () => {
    const before = await stopped(100, 20_000);
    const options = { maxAtOnce: 1, answer: () => failure('bad-key', 'No.') };
    const after = await openTab(await closed(before), options);
    slowDown(after.stores, 3_000);
    after.session.resume();
    await pass(30_000);
    expect(after.requests).toHaveLength(1);
    const paused = { reason: 'failure', kind: 'bad-key' };
    expect(after.works().map((work) => work.paused)).toMatchObject([paused, paused, paused]);
  });

  test('Resume after Stop holds also if the page is closed at once', async () => {
    for (let ms = 0; ms <= 2_500; ms += 500) {
      const before = await reading(300);
      await pass(ms);
      before.session.stop();
      await pass(50);
      before.session.resume();
      await pass(0);
      const after = await openTab(await closed(before));
      await pass(30_000);
      expect(await filmsOf(after), `Stop after ${ms} ms`).toEqual(ALL_DONE);
      after.session.dispose();
    }
  });

  test('Translate that is pressed before the list is read sends all films, although Stop was pressed on the page before', async () => {
    const before = await stopped(1_000, 100);
    const after = await reading(1_000, await closed(before));
    await pass(100);
    void after.desk.translate();
    await pass(30_000);
    expect(await filmsOf(after)).toEqual(ALL_DONE);
    expect(after.requests).toHaveLength(9);
  });

  test('Translate after Stop sends all films', async () => {
    for (let ms = 50; ms <= 2_000; ms += 600) {
      const tab = await reading(500);
      await pass(ms);
      tab.session.stop();
      await pass(100);
      void tab.desk.translate();
      await pass(30_000);
      expect(await filmsOf(tab), `Stop after ${ms} ms`).toEqual(ALL_DONE);
      expect(tab.requests, `Stop after ${ms} ms`).toHaveLength(9);
      tab.session.dispose();
    }
  });

  const PRESSES: Readonly<Record<string, (tab: Awaited<ReturnType<typeof three>>) => unknown>> = {
    Resume: ({ session }) => session.resume(),
    Translate: ({ desk }) => desk.translate(),
  };
  test.each(Object.entries(PRESSES))(
    '%s after Stop holds also if the page is closed at once, whether Stop was pressed on this page or the page before',
    async (name, press) => {
      for (const isOfBefore of [false, true])
        for (let ms = 0; ms <= 2_500; ms += 250) {
          const before = isOfBefore ? await stopped(300, 20_000) : undefined;
          const tab = await reading(300, before && (await closed(before)));
          await pass(ms);
          if (!isOfBefore) tab.session.stop();
          await pass(100);
          void press(tab);
          await pass(0);
          const after = await reading(300, await closed(tab));
          await pass(40_000);
          const when = `${name} after ${ms} ms, Stop on the page before: ${isOfBefore}`;
          expect(await filmsOf(after), when).toEqual(ALL_DONE);
          expect(after.requests.length, when).toBeLessThanOrEqual(9);
          after.session.dispose();
        }
    },
  );

  test('Translate sends all films also if the page is closed before it knows which they are', async () => {
    for (let ms = 0; ms <= 1_600; ms += 200) {
      const before = await three({ maxAtOnce: 8 });
      void before.session.translate();
      await pass(700);
      const tab = await reading(500, await closed(before));
      await pass(ms);
      void tab.desk.translate();
      await pass(0);
      const after = await reading(300, await closed(tab));
      await pass(40_000);
      expect(await filmsOf(after), `Translate after ${ms} ms`).toEqual(ALL_DONE);
      after.session.dispose();
    }
  });

  test.each(['Stop', 'stopWaiting'] as const)(
    '%s after Translate holds also if the page is closed at once, before it knows which films are to be sent',
    async (how) => {
      for (let ms = 0; ms <= 1_600; ms += 200) {
        const before = await stopped(300, 20_000);
        const tab = await reading(500, await closed(before));
        void tab.desk.add([srt('E4.srt', 7)]);
        await pass(ms);
        void tab.desk.translate();
        await pass(50);
        if (how === 'Stop') tab.session.stop();
        else if (tab.view().isWaiting) tab.desk.stopWaiting();
        else continue;
        await pass(0);
        const sent = tab.requests.length;
        const after = await reading(300, await closed(tab));
        await pass(20_000);
        expect(sent + after.requests.length, `Translate after ${ms} ms`).toBe(0);
        after.session.dispose();
      }
    },
  );

  test.each(['Stop', 'Resume'])(
    '%s holds after a reload also if it is pressed on a page without a database. What the page before could not store stays',
    async (name) => {
      const before = await reading(100);
      if (name === 'Resume') before.session.stop();
      await pass(2_000);
      before.stores.database.run = () => new Promise(() => {});
      const [work] = before.session.others.getState().values();
      void before.commands.films.save(work ? [{ ...work, marks: { 1: { flagged: true } } }] : []);
      const { storage, database } = await closed(before);
      const tab = await openTab({ storage, database: { ...database, run: () => Promise.reject(new Error('No.')) } });
      if (name === 'Stop') tab.session.stop();
      else tab.session.resume();
      await pass(500);
      const after = await openTab({ ...(await closed(tab)), database });
      await pass(30_000);
      expect(after.requests.length > 0).toBe(name === 'Resume');
      expect(after.works().filter(canResume)).toHaveLength(name === 'Resume' ? 0 : 3);
      expect((await after.store.films.film(work?.id ?? ''))?.marks).toEqual({ 1: { flagged: true } });
    },
  );

  test('“Retry failed” after Stop sends the failed batches, also if the page is closed before all films are read', async () => {
    for (const closes of [false, true]) {
      let fails = true;
      const answer = ({ numbers }: SentRequest) =>
        numbers.length < 20 && fails ? failure('bad-request', 'No.') : inMs(1_000, success(replyOf(numbers)));
      const options = { maxAtOnce: 1, answer, prices: { stopAt: 100 } };
      const before = await three(options);
      void before.desk.translate();
      await pass(60_000);
      expect(await before.films()).toMatchObject({ 'E1.srt': '2 of 3, 1 failed', 'E3.srt': '1 of 2, 1 failed' });
      fails = false;
      before.session.translateAgain([0]);
      before.session.translateAgain({ film: before.idOf('E3.srt'), which: [0] });
      await pass(600);
      let tab = await reading(100, await closed(before), options);
      const sent: SentRequest[] = [];
      await pass(1_000);
      expect(tab.view().rows).toHaveLength(3);
      tab.session.stop();
      await pass(100);
      void tab.desk.retryFailed();
      await pass(100);
      if (closes) {
        sent.push(...tab.requests);
        tab = await reading(100, await closed(tab), options);
      }
      await pass(40_000);
      expect(lines([...sent, ...tab.requests]), `closed: ${closes}`).toEqual([5, 5, 9]);
      expect(await filmsOf(tab), 'what had not failed waits for Resume').toMatchObject({ 'E1.srt': '2 of 3' });
      tab.session.dispose();
    }
  });
});

describe('[D18.7] batches of all films that are sent again', () => {
  const lastOnes = ({ numbers }: SentRequest) => numbers.length < 20;
  const COMMANDS = {
    /** The last batch of each film has failed. */
    'Retry failed': (tab: Awaited<ReturnType<typeof three>>) => tab.desk.retryFailed(),
    /** The notes of the last batch of each film have changed. */
    'Translate them again': (tab: Awaited<ReturnType<typeof three>>) =>
      tab.desk.translateOthersAgain(
        tab.view().rows.map(({ id, batches }) => ({
          film: id,
          batches: [batches - 1],
          lines: countedTogether([]),
          hasOtherAbout: false,
        })),
      ),
  };
  const COMMAND_NAMES = Object.keys(COMMANDS) as (keyof typeof COMMANDS)[];

  /** The last batch of each film is to be sent again. The database takes 300 ms for each film that is stored. */
  async function pressed(command: keyof typeof COMMANDS) {
    let fails = command === 'Retry failed';
    const answer = (request: SentRequest) =>
      fails && lastOnes(request) ? failure('bad-request', 'No.') : inMs(5_000, success(replyOf(request.numbers)));
    const madeWith = () => ({ prompt: 'Translate into Portuguese.', model: DEFAULT_MODEL });
    const options = { maxAtOnce: 1, answer, madeWith };
    const tab = await three(options);
    void tab.desk.translate();
    await pass(60_000);
    fails = false;
    const terms = [45, 65, 29].map((number) => ({ source: `Фраза ${number}`, translation: 'Frase', note: '' }));
    if (command !== 'Retry failed') tab.session.changeNotes({ ...NO_NOTES, terms });
    await pass(2_000);
    tab.stores.database.slowness = () => new Promise((resolve) => setTimeout(resolve, 300));
    void COMMANDS[command](tab);
    return { tab, options, sent: tab.requests.length };
  }

  /** The page is closed at this moment, and opened again. `commits` false: the browser drops what is being stored. */
  async function closedAfter(ms: number, { tab, options }: Awaited<ReturnType<typeof pressed>>, commits = true) {
    await pass(ms);
    void tab.store.leave();
    tab.session.dispose();
    if (commits) await pass(3_000);
    return openTab(copyOf(tab.stores), options);
  }

  test.each(COMMAND_NAMES)('“%s”: all are sent after a reload at any moment, each batch once', async (command) => {
    for (const ms of [0, 100, 200, 400, 700, 1_000, 1_500]) {
      const before = await pressed(command);
      const after = await closedAfter(ms, before);
      await pass(60_000);
      expect(await after.films(), `closed after ${ms} ms`).toEqual(ALL_DONE);
      expect(lines(after.requests.filter(lastOnes)).toSorted(), `closed after ${ms} ms`).toEqual([5, 5, 9]);
      expect(after.view()).toMatchObject({ isRunning: false, ordered: [] });
      const again = await after.reload();
      await pass(20_000);
      expect(again.requests).toEqual([]);
    }
  });

  test.each(COMMAND_NAMES)(
    '“%s”: all are sent, each batch once, also if the browser dies at any point between two writes',
    async (command) => {
      const { tab, options } = await pressed(command);
      const deaths = new Map<string, Stores>();
      tab.stores.database.fault = () => {
        const stores = copyOf(tab.stores);
        const { films = [] } = (stores.database.stores.get('works')?.get('ordered') ?? {}) as Partial<Orders>;
        // Before that, the browser does not know that the button was pressed.
        if (deaths.size > 0 || films.length === 3)
          deaths.set(JSON.stringify([...stores.database.stores].map(([name, of]) => [name, ...of])), stores);
      };
      await pass(3_000);
      tab.stores.database.fault = undefined;
      tab.session.dispose();
      expect(deaths.size).toBeGreaterThan(4);
      let death = 0;
      for (const stores of deaths.values()) {
        const after = await openTab(stores, options);
        await pass(60_000);
        const when = `death ${++death} of ${deaths.size}`;
        expect(await after.films(), when).toEqual(ALL_DONE);
        expect(lines(after.requests.filter(lastOnes)).toSorted(), when).toEqual([5, 5, 9]);
        after.session.dispose();
      }
    },
  );

  test('“Translate them again”: is sent after a reload also for a film whose last answer has just come, before the list says so', async () => {
    for (let ms = 200; ms <= 1_400; ms += 300) {
      const options = { madeWith: () => ({ prompt: 'Translate into Portuguese.', model: DEFAULT_MODEL }) };
      const tab = await three({ maxAtOnce: 1, ...options });
      const id = tab.idOf('E2.srt');
      void tab.desk.translate();
      for (let t = 0; t < 30_000 && !tab.works().some((work) => work.id === id && allOk(work)); t += 50) await pass(50);
      slowDown(tab.stores, 300);
      await pass(ms);
      tab.session.changeNotes({ ...NO_NOTES, terms: [{ source: 'Фраза 65', translation: 'Frase', note: '' }] });
      void tab.desk.translateOthersAgain([
        { film: id, batches: [3], lines: countedTogether([]), hasOtherAbout: false },
      ]);
      await pass(700);
      void tab.store.leave();
      tab.session.dispose();
      const after = await openTab(copyOf(tab.stores), options);
      await pass(20_000);
      expect(await after.films(), `pressed after ${ms} ms`).toEqual(ALL_DONE);
      expect(lines(after.requests.filter(lastOnes)), `pressed after ${ms} ms`).toContain(5);
      after.session.dispose();
    }
  });

  test.each(COMMAND_NAMES.flatMap((name) => [[name, true] as const, [name, false] as const]))(
    '“%s”: nothing is sent after Stop, also if the page is closed at once. The browser ends what is being stored: %s',
    async (command, commits) => {
      for (const ms of [0, 100, 400, 700, 1_000]) {
        const before = await pressed(command);
        await pass(ms);
        const { tab, sent } = before;
        tab.session.stop();
        await pass(0);
        expect(tab.view().ordered).toEqual([]);
        const after = await closedAfter(0, before, commits);
        await pass(20_000);
        expect([tab.requests.length - sent <= 1, after.requests], `Stop after ${ms} ms`).toEqual([true, []]);
        const films = Object.values(await after.films());
        for (const [at, { ok, batches }] of after.view().rows.entries())
          expect(films[at], `what the list says of a film, Stop after ${ms} ms`).toMatch(`${ok} of ${batches}`);
        after.session.dispose();
      }
    },
  );
});

test('[D18.7] answers that could not be stored are stored once there is room, also the last ones of a run', async () => {
  const tab = await three();
  void tab.desk.translate();
  await pass(8_000);
  tab.stores.database.fault = () => new DOMException('full', 'QuotaExceededError');
  await pass(5_000);
  expect(tab.view().isUnstored).toBe(true);
  const sent = tab.requests.length;
  const films = await tab.films();
  await pass(60_000);
  expect([tab.requests.length, tab.view().isUnstored]).toEqual([sent, true]);
  tab.stores.database.fault = undefined;
  await pass(20_000);
  expect(tab.view()).toMatchObject({ isUnstored: false, message: '' });
  const after = await tab.reload();
  await pass(1_000);
  expect(await after.films()).toEqual(films);
});

test('[D18.11] a file with the text of the open film is skipped, wherever it comes in the list, also after a reload', async () => {
  const tab = await openTab();
  const open = srt('Show.E01.srt', 5);
  void tab.desk.add([open]);
  await pass(500);
  void tab.desk.add([new File([open], 'Copy.srt'), srt('Show.E02.srt', 6)]);
  await pass(500);
  const sent = (page: Pick<typeof tab, 'view'>) =>
    toTranslate(page.view().rows, skippedIn(page.view().rows, 'Translate into Portuguese.')).map(({ path }) => path);
  expect(sent(tab)).toEqual(['Show.E01.srt', 'Show.E02.srt']);
  const after = await tab.reload();
  await pass(500);
  expect(sent(after)).toEqual(['Show.E01.srt', 'Show.E02.srt']);
});

describe('[D18.2] what happens while the browser stores the film that is left', () => {
  const placeIn = (tab: Awaited<ReturnType<typeof three>>, number: number) => ({
    number,
    film: filmOf(tab.session.store.getState()),
    isOpen: false,
    show: 'all',
  });
  test('answers do not take a person back from the line to which they have gone in the next film', async () => {
    const tab = await three();
    void tab.session.translate();
    await pass(500);
    slowDown(tab.stores);
    void tab.open('E2.srt');
    for (let ms = 0; tab.session.store.getState().fileName !== 'E2.srt' && ms < 20_000; ms += 100) await pass(100);
    const mine = placeIn(tab, 7);
    tab.page.setState({ linePlace: mine });
    await pass(10_000);
    expect(tab.page.getState().linePlace).toEqual(mine);
  });

  test('the next film is on the page at once, at its own line', async () => {
    const tab = await three({ answer: ({ numbers }) => inMs(10, success(replyOf(numbers))) });
    void tab.session.translate();
    await pass(2_000);
    const first = placeIn(tab, 3);
    tab.page.setState({ linePlace: first });
    void tab.open('E2.srt');
    await pass(500);
    slowDown(tab.stores);
    void tab.open('E1.srt');
    await pass(1_100);
    expect(tab.session.store.getState().fileName).toBe('E1.srt');
    expect(tab.page.getState().linePlace).toEqual(first);
  });

  test('neither film loses anything if the page closes or dies at any time after another one is opened', async () => {
    for (const how of ['closes', 'dies'])
      for (let ms = 0; ms <= 4_000; ms += 250) {
        const tab = await three({ answer: ({ numbers }) => inMs(10, success(replyOf(numbers))) });
        void tab.desk.translate();
        await pass(5_000);
        tab.session.changeLines([{ number: 1, text: 'By hand' }], 'edit-line');
        slowDown(tab.stores);
        void tab.open('E2.srt');
        await pass(ms);
        if (how === 'closes') void tab.store.leave();
        const stores = copyOf(tab.stores);
        await pass(10_000);
        const after = await openTab(stores);
        await pass(1_000);
        expect(await after.films(), `${how} after ${ms} ms`).toEqual(ALL_DONE);
        void after.open('E1.srt');
        await pass(1_000);
        const { fileName, translated } = after.session.store.getState();
        expect([fileName, translated.includes('By hand')], `${how} after ${ms} ms`).toEqual(['E1.srt', true]);
        for (const { session } of [tab, after]) session.dispose();
      }
  });

  test('[D8.2] neither film is lost if the tab gives the work away at any time after another one is opened', async () => {
    for (let ms = 0; ms <= 4_000; ms += 250) {
      const tab = await three({ answer: ({ numbers }) => inMs(10, success(replyOf(numbers))) });
      void tab.desk.translate();
      await pass(5_000);
      tab.session.changeLines([{ number: 1, text: 'By hand' }], 'edit-line');
      slowDown(tab.stores);
      void tab.open('E2.srt');
      await pass(ms);
      tab.session.dispose();
      void tab.store.handOver();
      await pass(10_000);
      const after = await openTab(tab.stores);
      await pass(10_000);
      void after.open('E1.srt');
      await pass(10_000);
      const { fileName, translated } = after.session.store.getState();
      expect([fileName, translated.includes('By hand')], `after ${ms} ms`).toEqual(['E1.srt', true]);
      const films = after.films();
      await pass(10_000);
      expect(await films, `after ${ms} ms`).toEqual(ALL_DONE);
      after.session.dispose();
    }
  });

  test('what a person does in the next film stays if the film that was left cannot be stored and comes back', async () => {
    const tab = await three({ answer: ({ numbers }) => inMs(10, success(replyOf(numbers))) });
    void tab.desk.translate();
    await pass(5_000);
    tab.stores.database.fault = () => new DOMException('full', 'QuotaExceededError');
    void tab.open('E2.srt');
    for (let ms = 0; tab.session.store.getState().fileName !== 'E2.srt' && ms < 1_000; ms++) await pass(1);
    tab.session.changeLines([{ number: 1, text: 'By hand' }], 'edit-line');
    await pass(5_000);
    expect(tab.session.store.getState().fileName).toBe('E1.srt');
    expect(tab.view().isUnstored).toBe(true);
    tab.stores.database.fault = undefined;
    await pass(10_000);
    expect(tab.view().isUnstored).toBe(false);
    const after = await tab.reload();
    await pass(1_000);
    void after.open('E2.srt');
    await pass(2_000);
    expect(after.session.store.getState()).toMatchObject({ fileName: 'E2.srt', past: [{ command: 'change-lines' }] });
  });

  test('Translate sends a film whose row the page could not store before it closed: the row says that nothing was sent', async () => {
    const tab = await three({ answer: ({ numbers }) => inMs(10, success(replyOf(numbers))) });
    void tab.open('E2.srt');
    await pass(1_000);
    void tab.session.translate({ only: 'first-batch' });
    await pass(1_000);
    void tab.open('E1.srt');
    await pass(5_000);
    tab.session.dispose();
    const stores = copyOf(tab.stores);
    const works = stores.database.stores.get('works') ?? new Map();
    const [list] = works.get('series') as [{ rows: object[] }];
    works.set('series', [{ ...list, rows: list.rows.map((row) => ({ ...row, batches: 0, ok: 0 })) }]);
    const after = await openTab(stores, { answer: ({ numbers }) => inMs(10, success(replyOf(numbers))) });
    await pass(1_000);
    void after.desk.translate();
    await pass(9_000);
    expect(await after.films()).toEqual(ALL_DONE);
  });

  test('an answer for the film that is left is not paid for again, though the page closes at once', async () => {
    const tab = await three({ answer: ({ numbers }) => inMs(1_200, success(replyOf(numbers))) });
    void tab.session.translate();
    await pass(500);
    slowDown(tab.stores);
    void tab.open('E2.srt');
    // The answer for the second batch arrives while the browser stores E1.
    for (
      let ms = 0;
      tab.session.others.getState().get(tab.idOf('E1.srt'))?.batches[1]?.state !== 'ok' && ms < 9_000;
      ms += 50
    )
      await pass(50);
    expect(tab.session.store.getState().fileName).toBe('E2.srt');
    void tab.store.leave();
    const stores = copyOf(tab.stores);
    tab.session.dispose();
    const after = await openTab(stores, { answer: ({ numbers }) => inMs(10, success(replyOf(numbers))) });
    await pass(5_000);
    expect(await after.films()).toMatchObject({ 'E1.srt': '3 of 3' });
    expect(after.requests.map(({ numbers }) => numbers[0])).toEqual([41]);
  });
});

describe('[D18.6] Translate while files are read', () => {
  /** Adds two files, of which the disk gives the first one after five seconds, and presses Translate. */
  async function translateWhileReading(tab: Awaited<ReturnType<typeof three>>): Promise<void> {
    const slow = srt('E4.srt', 5);
    const bytes = slow.arrayBuffer();
    Object.assign(slow, { arrayBuffer: () => new Promise((read) => setTimeout(read, 5_000, bytes)) });
    void tab.desk.add([slow, srt('E5.srt', 6)]);
    await pass(100);
    void tab.desk.translate({ of: tab.session.store.getState() });
    await pass(500);
    expect(tab.view().isWaiting).toBe(true);
  }

  test('begins with these files once they are read', async () => {
    const tab = await three();
    await translateWhileReading(tab);
    expect(tab.requests).toHaveLength(0);
    await pass(30_000);
    expect(await tab.films()).toEqual({ ...ALL_DONE, 'E4.srt': '1 of 1', 'E5.srt': '1 of 1' });
    expect(tab.view()).toMatchObject({ isWaiting: false, message: '' });
  });

  test('sends nothing if a person presses Stop meanwhile', async () => {
    const tab = await three();
    void tab.desk.translate();
    await pass(1_500);
    await translateWhileReading(tab);
    tab.session.stop();
    expect(tab.view().isWaiting).toBe(false);
    await pass(2_000);
    const sent = tab.requests.length;
    await pass(30_000);
    expect(tab.requests).toHaveLength(sent);
    expect(tab.view().message).toBe('');
  });

  test.each(['stopWaiting', 'stopReading'] as const)(
    'sends nothing after %s, however often Translate was pressed; a new press sends all',
    async (how) => {
      const tab = await three();
      await translateWhileReading(tab);
      void tab.desk.translate();
      await pass(100);
      tab.desk[how]();
      expect(tab.view().isWaiting).toBe(false);
      await pass(30_000);
      expect(tab.requests).toHaveLength(0);
      expect(tab.view().message).toBe(how === 'stopReading' ? 'You stopped reading. 1 file was not added.' : '');
      void tab.desk.translate();
      await pass(30_000);
      expect(await tab.films()).toMatchObject(ALL_DONE);
    },
  );

  test('sends all films if a person opens another one of the list meanwhile', async () => {
    const tab = await openTab();
    void tab.desk.add([
      srt('E1.srt', 45),
      new File([sampleSrt(65).replaceAll('Фраза', 'Quite another film')], 'E2.srt'),
    ]);
    await pass(500);
    await translateWhileReading(tab);
    void tab.open('E2.srt');
    await pass(40_000);
    expect(await tab.films()).toMatchObject({ 'E1.srt': '3 of 3', 'E2.srt': '4 of 4', 'E5.srt': '1 of 1' });
  });

  test('no longer waits once a person presses Stop, if the open film is done', async () => {
    const tab = await three({ answer: ({ numbers }) => inMs(60_000, success(replyOf(numbers))) });
    void tab.session.translate();
    await pass(200_000);
    expect(await tab.films()).toMatchObject({ 'E1.srt': '3 of 3' });
    void tab.desk.translate();
    await pass(500);
    await translateWhileReading(tab);
    tab.session.stop();
    expect(tab.view().isWaiting).toBe(false);
  });

  test('waits for the files of each command that still reads, not only of the last one', async () => {
    const tab = await three();
    const slow = [7, 8, 9, 10, 11, 12, 13].map((number) => {
      const bytes = new TextEncoder().encode(sampleSrt(number)).buffer;
      return Object.assign(srt(`S${number}.srt`, number), {
        arrayBuffer: () => new Promise((read) => setTimeout(read, 5_000, bytes)),
      });
    });
    void tab.desk.add(slow);
    await pass(100);
    await translateWhileReading(tab);
    const isListed = (name: string) => tab.view().rows.some(({ path }) => path === name);
    for (let ms = 0; !isListed('E5.srt') && ms < 60_000; ms += 100) await pass(100);
    await pass(500);
    expect(isListed('S13.srt')).toBe(false);
    expect(tab.view().isWaiting).toBe(true);
    await pass(60_000);
    expect(await tab.films()).toMatchObject({ ...ALL_DONE, 'E5.srt': '1 of 1', 'S13.srt': '1 of 1' });
  });

  test('also waits for files that the page begins to read after the press', async () => {
    const tab = await three();
    const { run } = tab.stores.database;
    tab.stores.database.run = async (...transaction) => {
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      return run(...transaction);
    };
    void tab.desk.want(tab.idOf('E3.srt'));
    await translateWhileReading(tab);
    tab.stores.database.run = run;
    await pass(1_500);
    expect(tab.view()).toMatchObject({ isWaiting: true, reading: 2 });
    tab.desk.stopWaiting();
    await pass(30_000);
    expect(tab.requests).toHaveLength(0);
  });

  test('a run that goes on stays, if a person takes back the Translate that waits', async () => {
    const tab = await three();
    void tab.desk.translate();
    await pass(500);
    await translateWhileReading(tab);
    tab.desk.stopWaiting();
    await pass(30_000);
    expect(await tab.films()).toMatchObject(ALL_DONE);
  });

  test('sends nothing of a list that Undo brings meanwhile', async () => {
    const tab = await three();
    void tab.session.translate();
    await pass(5_000);
    void tab.intake.open([srt('New 1.srt', 7), srt('New 2.srt', 8)]);
    await pass(3_000);
    await translateWhileReading(tab);
    const sent = tab.requests.length;
    void tab.desk.changeList('undo');
    await pass(30_000);
    expect(await tab.films()).toEqual({ 'E1.srt': '3 of 3', 'E2.srt': '0 of 0', 'E3.srt': '0 of 0' });
    expect(tab.requests).toHaveLength(sent);
  });
});

/** The bodies of all requests of a run over films with these numbers of lines, in order of their texts. The first film has notes. */
async function bodiesOf(sizes: readonly number[]): Promise<readonly string[]> {
  const bodies: string[] = [];
  const model = modelOf('openai', 'gpt-4o');
  const { session, settings, dispose } = createEngineHarness({
    kept: { prompt: 'Translate into Portuguese.', model, keys: { ...NO_KEYS, openai: 'sk-test' } },
    models: [model],
    listMs: 0,
    async send({ body }): Promise<HttpOutcome> {
      bodies.push(JSON.stringify(body));
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      const { messages } = body as { readonly messages: readonly { readonly content: string }[] };
      const numbers = Object.keys(JSON.parse(messages.at(-1)?.content ?? '')).map(Number);
      return answered({ choices: [{ message: { content: replyOf(numbers) }, finish_reason: 'stop' }] });
    },
  });
  const store = createFilmStore({ ...createStores(), readOld: async () => undefined, onProblem: () => {} });
  const loading = store.load();
  await pass(3_000);
  await loading;
  session.store.subscribe(store.save);
  const { desk } = await deskOf(session, settings, store.films);
  const adding = desk.add(sizes.map((size) => srt(`E${size}.srt`, size)));
  await pass(500);
  await adding;
  session.changeNotes({ ...NO_NOTES, about: 'A series about samples.' });
  void (sizes.length > 1 ? desk.translate() : session.translate());
  await vi.dynamicImportSettled();
  await pass(20_000);
  dispose();
  return bodies.toSorted();
}

test('[D18.6] the requests of a film are the same in a series and alone with the same notes, byte for byte', async () => {
  const together = await bodiesOf([29, 45, 65]);
  const alone = [...(await bodiesOf([29])), ...(await bodiesOf([45])), ...(await bodiesOf([65]))];
  expect(together).toHaveLength(9);
  expect(together.join()).toContain('A series about samples.');
  expect(together).toEqual(alone.toSorted());
});

test('the lines of a film leave the memory once it is translated and stored', async () => {
  const tab = await three();
  const others = new Map<string, WeakRef<object>>();
  tab.session.others.subscribe((films) => {
    for (const [id, { phrases }] of films) if (phrases.length > 0) others.set(id, new WeakRef(phrases));
  });
  void tab.desk.translate();
  await pass(20_000);
  expect(await tab.films()).toEqual(ALL_DONE);
  expect(others.size).toBe(2);
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  collect();
  const kept = [...others.values()].filter((lines) => lines.deref() !== undefined);
  expect(kept.length, 'at most the film that was read last').toBeLessThanOrEqual(1);
});
