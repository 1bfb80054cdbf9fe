import { beforeEach, describe, expect, test, vi } from 'vitest';
import { copyOf, openTab, pass, type Stores, srt, type TabOptions, three } from '../../../test/series-harness.ts';
import { inMs, replyOf, success } from '../../../test/session-harness.ts';
import { sampleSrt } from '../../../test/srt-sample.ts';
import type { Series } from '../../film/series.ts';
import { sumOf } from '../../prices/price.ts';
import { formatProject, formatSeries } from '../../storage/project-file.ts';

type Tab = Awaited<ReturnType<typeof openTab>>;

const paths = ({ view }: Tab) => view().rows.map(({ path }) => path);
const ofSeries = ['E1.srt', 'E2.srt', 'E3.srt'];
const fileName = ({ session }: Tab) => session.store.getState().fileName;
/** The films that the browser has stored, by their records, and the lists. */
const stored = ({ database }: Stores) => {
  const works = database.stores.get('works');
  return {
    films: [...(works?.keys() ?? [])].filter((key) => String(key).startsWith('film:')).length,
    lists: ((works?.get('series') ?? []) as readonly Series[]).map(({ rows }) => rows.map(({ path }) => path)),
  };
};

async function open(tab: Tab, ...files: readonly File[]): Promise<void> {
  const opening = tab.intake.open(files);
  await pass(500);
  await opening;
  await pass(500);
}

async function move(tab: Tab, how: 'undo' | 'redo'): Promise<boolean> {
  const moving = tab.desk.changeList(how);
  await pass(500);
  return moving;
}

/** Three films of nine batches. The first film is translated. */
async function oneDone(options?: TabOptions): Promise<Tab> {
  const tab = await three(options);
  void tab.session.translate();
  await pass(4_000);
  return tab;
}

beforeEach(() => void vi.useFakeTimers());

describe('[D18.20] a file opened over a series replaces it', () => {
  test('a file opened by “Open…” is alone, and one Undo brings back all films, each as it was', async () => {
    const tab = await oneDone();
    void tab.open('E2.srt');
    await pass(500);
    await open(tab, srt('Next.srt', 5));
    expect(tab.view().rows).toEqual([]);
    expect(tab.session.store.getState()).toMatchObject({ id: '', fileName: 'Next.srt', batches: [], spent: [] });
    expect(tab.asked).toEqual([['“Next.srt”', 'all', 'Undo']]);
    expect(await move(tab, 'undo')).toBe(true);
    expect(paths(tab)).toEqual(ofSeries);
    expect(fileName(tab)).toBe('E2.srt');
    expect(await tab.films()).toEqual({ 'E1.srt': '3 of 3', 'E2.srt': '0 of 0', 'E3.srt': '0 of 0' });
    await move(tab, 'redo');
    expect(tab.view().rows).toEqual([]);
    expect(fileName(tab)).toBe('Next.srt');
  });

  test('“Upload .srt”, F2 and a project file replace the series, too; a dropped file is added', async () => {
    const tab = await three();
    const upload = tab.intake.open([srt('Next.srt', 5)], { how: 'upload' });
    await pass(500);
    await upload;
    expect(fileName(tab)).toBe('Next.srt');
    await move(tab, 'undo');
    const dropped = tab.intake.open([srt('E4.srt', 5)], { how: 'drop' });
    await pass(500);
    await dropped;
    expect(paths(tab)).toEqual([...ofSeries, 'E4.srt']);
    const { model } = tab.settings.store.getState();
    const session = { ...tab.session.store.getState(), fileName: 'Other.srt' };
    const project = new File([formatProject({ session, prompt: 'Translate into Thai.', model })], 'p.json');
    const opened = tab.intake.openProject(project);
    await pass(500);
    const { asked } = tab.view();
    if (asked?.kind === 'to-add') asked.answer('alone');
    await pass(500);
    await opened;
    expect(tab.view().rows).toEqual([]);
    expect(fileName(tab)).toBe('Other.srt');
    expect(tab.settings.store.getState().prompt).toBe('Translate into Thai.');
    const opening = tab.session.store.getState().past.at(-1);
    expect(opening, 'with which the page offers Undo also for a translated film').toMatchObject({
      command: 'open-project',
    });
    await move(tab, 'undo');
    expect(paths(tab)).toEqual([...ofSeries, 'E4.srt']);
    expect(fileName(tab)).toBe('E1.srt');
  });

  test('[D18.6] the only film of a project counts what the removed films of the project have cost, also after a reload', async () => {
    const tab = await oneDone();
    const film = tab.session.store.getState();
    const { model, prompt } = tab.settings.store.getState();
    const films = [{ path: 'E1.srt', isWanted: false, isCopy: false, film }];
    const text = formatSeries({ films, openAt: 0, spentByGone: film.spent, options: {}, prompt, model });
    const empty = await openTab();
    void empty.intake.openProject(new File([text], 'p.json'));
    await pass(1_000);
    const costOf = ({ works }: typeof tab) =>
      sumOf(
        works().flatMap(({ spent }) => spent),
        () => undefined,
      ).cost;
    expect([paths(empty), costOf(empty)]).toEqual([[], expect.closeTo(2 * costOf(tab))]);
    expect(costOf(await empty.reload())).toBeCloseTo(2 * costOf(tab));
  });

  test('several unreadable files do not change the list, and the page says why', async () => {
    const tab = await three();
    await open(tab, new File([''], 'Blank.srt'), new File(['\n'], 'Empty.srt'), new File([''], 'None.srt'));
    expect(paths(tab)).toEqual(ofSeries);
    expect(tab.asked).toEqual([]);
    expect(tab.view().message).toBe(
      'Nothing was opened, because no file can be read: "Blank.srt" is empty. And 2 others.',
    );
  });

  test.each([
    ['one file', ['Next.srt']],
    ['several files', ['Next 1.srt', 'Next 2.srt']],
  ])('[D1.3] %s on a slow disk can be stopped while they are read: the list stays as it was', async (_, names) => {
    const tab = await oneDone();
    const before = tab.session.store.getState();
    const slow = names.map((name) => {
      const file = srt(name, 5);
      const bytes = new TextEncoder().encode(sampleSrt(5)).buffer;
      return Object.assign(file, { arrayBuffer: () => new Promise((read) => setTimeout(read, 5_000, bytes)) });
    });
    void tab.intake.open(slow);
    await pass(1_000);
    tab.page.getState().stopOpening?.();
    const told = { opening: '', stopOpening: null, refusal: 'You stopped reading. Nothing was opened.' };
    expect(tab.page.getState()).toMatchObject(told);
    await pass(60_000);
    expect(tab.page.getState()).toMatchObject(told);
    expect(tab.asked).toEqual([]);
    expect(tab.session.store.getState()).toBe(before);
    expect(paths(tab)).toEqual(ofSeries);
  });

  test('several files are a new list; Undo brings back the old one from any of its films, and Redo the new one', async () => {
    const tab = await oneDone();
    await open(tab, srt('New 1.srt', 5), srt('New 2.srt', 6));
    expect(paths(tab)).toEqual(['New 1.srt', 'New 2.srt']);
    void tab.open('New 2.srt');
    await pass(500);
    await move(tab, 'undo');
    expect(paths(tab)).toEqual(ofSeries);
    expect(fileName(tab)).toBe('E1.srt');
    expect((await tab.films())['E1.srt']).toBe('3 of 3');
    await move(tab, 'redo');
    expect(paths(tab)).toEqual(['New 1.srt', 'New 2.srt']);
    expect(fileName(tab)).toBe('New 2.srt');
  });

  test('several files opened over a single film make a list without that film, and Undo brings the film back', async () => {
    const tab = await openTab();
    await open(tab, srt('Film.srt', 45));
    void tab.session.translate();
    await pass(4_000);
    await open(tab, srt('New 1.srt', 5), srt('New 2.srt', 6));
    expect(paths(tab)).toEqual(['New 1.srt', 'New 2.srt']);
    expect(tab.asked).toEqual([['2 files', 'all', 'Undo']]);
    await move(tab, 'undo');
    expect(tab.view().rows).toEqual([]);
    expect(tab.session.store.getState()).toMatchObject({ id: '', fileName: 'Film.srt' });
    expect(tab.session.store.getState().batches.map(({ state }) => state)).toEqual(['ok', 'ok', 'ok']);
  });

  test('several files over a film that nobody has translated: Undo brings it back with its notes', async () => {
    const tab = await openTab();
    await open(tab, srt('Film.srt', 5));
    tab.session.changeNotes({ ...tab.session.store.getState().notes, about: 'Bees.' });
    await open(tab, srt('New 1.srt', 5), srt('New 2.srt', 6));
    await move(tab, 'undo');
    expect(tab.session.store.getState()).toMatchObject({ id: '', fileName: 'Film.srt', notes: { about: 'Bees.' } });
  });

  test('several files are a new list also if the open film was cleared', async () => {
    const tab = await three();
    tab.session.clear('original');
    await open(tab, srt('New 1.srt', 5), srt('New 2.srt', 6));
    expect(paths(tab)).toEqual(['New 1.srt', 'New 2.srt']);
    await move(tab, 'undo');
    expect(paths(tab)).toEqual(ofSeries);
  });

  test('stays so after a reload, and after Translate of the new film', async () => {
    const before = await oneDone();
    await open(before, srt('Next.srt', 25));
    const tab = await before.reload();
    void tab.session.translate();
    await pass(4_000);
    const after = await tab.reload();
    expect(after.session.store.getState().batches).toHaveLength(2);
    await move(after, 'undo');
    expect(paths(after)).toEqual(ofSeries);
    expect(await after.films()).toEqual({ 'E1.srt': '3 of 3', 'E2.srt': '0 of 0', 'E3.srt': '0 of 0' });
    const again = await after.reload();
    await pass(500);
    expect(paths(again)).toEqual(ofSeries);
    await move(again, 'undo');
    expect(fileName(again)).toBe('Next.srt');
    expect(again.view().rows).toEqual([]);
  });

  test('stops the run of all films, accepts the answers that were requested, and sends nothing for the series before Resume', async () => {
    const tab = await three({ maxAtOnce: 2, answer: ({ numbers }) => inMs(3_000, success(replyOf(numbers))) });
    void tab.desk.translate();
    await pass(10_000);
    const sent = tab.requests.length;
    const opening = tab.intake.open([srt('Next.srt', 5)]);
    await pass(5_000);
    await opening;
    expect(fileName(tab)).toBe('Next.srt');
    expect(tab.requests).toHaveLength(sent);
    await pass(20_000);
    expect(tab.requests, 'nothing is sent for films that are put away').toHaveLength(sent);
    await move(tab, 'undo');
    await pass(20_000);
    expect(tab.requests).toHaveLength(sent);
    tab.session.resume();
    void tab.desk.translate();
    await pass(30_000);
    expect(await tab.films()).toEqual({ 'E1.srt': '3 of 3', 'E2.srt': '4 of 4', 'E3.srt': '2 of 2' });
    expect(tab.requests, 'each batch is sent once').toHaveLength(9);
  });

  test('the new work has its own limit, and the series continues to count its own after Undo', async () => {
    const tab = await oneDone({ prices: { stopAt: 0.5 } });
    expect(tab.requests).toHaveLength(3);
    await open(tab, srt('Next.srt', 45));
    void tab.session.translate();
    await pass(5_000);
    expect(tab.requests, 'three calls of 14 cents').toHaveLength(6);
    await move(tab, 'undo');
    void tab.desk.translate();
    await pass(5_000);
    expect(tab.requests).toHaveLength(6);
    expect(tab.works().some(({ paused }) => paused?.reason === 'failure' && paused.kind === 'limit')).toBe(true);
  });

  test('nothing is replaced if the browser cannot store it', async () => {
    const tab = await oneDone();
    tab.stores.database.fault = () => new DOMException('full', 'QuotaExceededError');
    await open(tab, srt('Next.srt', 5));
    expect(paths(tab)).toEqual(ofSeries);
    expect(fileName(tab)).toBe('E1.srt');
    expect(tab.view().message).toContain('no space');
  });

  test('files that were still being read are not added to the new list', async () => {
    const tab = await three();
    const adding = tab.desk.add([srt('E4.srt', 5), srt('E5.srt', 5), srt('E6.srt', 5)]);
    const opening = tab.intake.open([srt('New 1.srt', 5), srt('New 2.srt', 6)]);
    await pass(1_000);
    await Promise.all([adding, opening]);
    expect(paths(tab)).toEqual(['New 1.srt', 'New 2.srt']);
    expect(tab.view().reading).toBe(0);
  });

  test('a list that neither Undo nor Redo can bring back is removed from the browser at the next visit', async () => {
    const tab = await oneDone();
    await open(tab, srt('A1.srt', 5), srt('A2.srt', 6));
    expect(stored(tab.stores)).toEqual({ films: 3, lists: [ofSeries, ['A1.srt', 'A2.srt']] });
    await open(tab, srt('B1.srt', 5), srt('B2.srt', 6));
    await open(tab, srt('C.srt', 25));
    void tab.session.translate();
    await pass(3_000);
    const { stores } = await tab.reload();
    await pass(500);
    expect(stored(stores).lists).toEqual([
      ['A1.srt', 'A2.srt'],
      ['B1.srt', 'B2.srt'],
    ]);
    expect(stored(stores).films).toBe(2);
  });

  test.each(['begin', 'undo'] as const)('loses no film if the browser dies at any point of “%s”', async (how) => {
    const tab = await oneDone();
    if (how === 'undo') await open(tab, srt('New 1.srt', 5), srt('New 2.srt', 6));
    const deaths: Stores[] = [];
    const { storage, database } = tab.stores;
    const die = () => void deaths.push(copyOf(tab.stores));
    storage.fault = die;
    database.fault = die;
    if (how === 'undo') await move(tab, 'undo');
    else await open(tab, srt('New 1.srt', 5), srt('New 2.srt', 6));
    await tab.store.flush();
    await pass(1_000);
    die();
    expect(deaths.length).toBeGreaterThan(15);
    const seen = new Set<string>();
    for (const death of deaths) {
      const after = await openTab(death);
      await pass(500);
      seen.add(fileName(after));
      if (!paths(after).includes('E1.srt')) await move(after, 'undo');
      expect(paths(after)).toEqual(ofSeries);
      expect(await after.films()).toEqual({ 'E1.srt': '3 of 3', 'E2.srt': '0 of 0', 'E3.srt': '0 of 0' });
    }
    expect(seen.size).toBeGreaterThan(1);
  });
});

test('[D18.3] a film whose original was cleared has no phrases in the list, also after a reload', async () => {
  const tab = await three();
  const phrases = ({ view }: Tab) => view().rows.map((row) => row.phrases);
  tab.session.clear('original');
  await pass(1_000);
  expect(phrases(tab)).toEqual([0, 65, 29]);
  const again = await tab.reload();
  await pass(1_000);
  expect(phrases(again)).toEqual([0, 65, 29]);
});

describe('[D18.1] files that are added to a list', () => {
  const letter = () => new File(['Dear translator,\nplease have it by Friday.\n'], 'Letter.srt');
  const add = async ({ desk }: Tab, ...files: readonly File[]) => {
    const adding = desk.add(files);
    await pass(500);
    await adding;
  };

  test('a text without subtitles cannot be opened, says so in its row, and is no film of the run; a file with broken times is one', async () => {
    const tab = await three();
    await add(tab, letter(), new File(['One\n-->\n'], 'Broken.srt'));
    const [broken, , , , refused] = tab.view().rows;
    expect(paths(tab)).toEqual(['Broken.srt', ...ofSeries, 'Letter.srt']);
    expect(refused?.refusal).toBe('"Letter.srt" contains no subtitles. Choose another file.');
    expect(broken).toMatchObject({ refusal: '', isBroken: true });
  });

  test('texts without subtitles replace no list', async () => {
    const tab = await three();
    await open(tab, letter(), new File(['One more letter'], 'Other.srt'));
    expect(paths(tab)).toEqual(ofSeries);
    expect(tab.view().message).toContain('Nothing was opened, because no file can be read: "Letter.srt" contains no');
  });

  test('of a folder that is dropped twice the page says in one sentence how many files it has already', async () => {
    const tab = await three();
    await add(tab, srt('E1.srt', 45), srt('E2.srt', 65), srt('E3.srt', 29), srt('E4.srt', 5));
    expect(paths(tab)).toEqual([...ofSeries, 'E4.srt']);
    expect(tab.view().message).toBe('3 files are in the list already.');
  });

  test('a list that is closed while files are read for it leaves no sentence about them to the next list', async () => {
    const tab = await three();
    const slow = srt('E2.srt', 65);
    const read = slow.arrayBuffer.bind(slow);
    slow.arrayBuffer = () => new Promise((resolve) => setTimeout(() => resolve(read()), 1_000));
    const adding = tab.desk.add([srt('E1.srt', 45), slow, srt('E3.srt', 29)]);
    await pass(500);
    const closing = tab.desk.changeList('begin');
    await pass(5_000);
    await Promise.all([adding, closing]);
    expect(paths(tab)).toEqual([]);
    await add(tab, srt('New.srt', 5), srt('Newer.srt', 6));
    expect(paths(tab)).toEqual(['New.srt', 'Newer.srt']);
    expect(tab.view().message).toBe('');
  });
});
