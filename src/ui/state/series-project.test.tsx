import { beforeEach, describe, expect, test, vi } from 'vitest';
import { savedFiles } from '../../../test/render-app.tsx';
import { ALL_DONE, createStores, lines, openTab, pass, srt, three } from '../../../test/series-harness.ts';
import { connectInside, inMs, replyOf, success } from '../../../test/session-harness.ts';
import { allOk, EMPTY_WORK, isInNoFile } from '../../film/film.ts';
import { type FilmRow, skippedIn } from '../../film/series.ts';
import { DEFAULT_MODEL } from '../../providers/endpoints.ts';
import { formatProject } from '../../storage/project-file.ts';
import { saveProject } from './save-part.ts';
import type { Services } from './services.tsx';

type Tab = Awaited<ReturnType<typeof openTab>>;
const paths = ({ view }: Tab) => view().rows.map(({ path }) => path);

/** The skipped films, each with the reason. */
function skipped({ view }: Tab): readonly string[] {
  const { rows } = view();
  const reasons = skippedIn(rows, 'Translate into Portuguese.');
  return rows.flatMap(({ id, path }) => (reasons.has(id) ? `${path}: ${reasons.get(id)}` : []));
}

/** Saves the project of the page. Returns the name and the text of the file. */
async function save(tab: Tab) {
  const saved = savedFiles();
  const saving = saveProject({ ...tab, commands: tab.commands } as unknown as Services);
  await pass(500);
  await saving;
  const [file] = (await saved()).slice(-1);
  if (!file) throw new Error('Nothing was saved.');
  return file;
}

async function openProject(tab: Tab, text: string, name = 'Show.project.json'): Promise<void> {
  const opening = tab.intake.openProject(new File([text], name));
  await pass(2_000);
  await opening;
  await pass(500);
}

/** The person's answer to the question whether to add the film to the list. */
function answer(tab: Tab, how: 'add' | 'alone' | 'cancel'): void {
  const { asked } = tab.view();
  if (asked?.kind !== 'to-add') throw new Error('Nothing is asked.');
  asked.answer(how);
}

/** Three films: the first one is done, the second one is wanted, and the third one is open. */
async function worked(): Promise<Tab> {
  const tab = await three();
  void tab.session.translate();
  await pass(4_000);
  void tab.desk.want(tab.idOf('E2.srt'));
  void tab.open('E3.srt');
  await pass(500);
  return tab;
}

beforeEach(() => void vi.useFakeTimers());

describe('[D18.21] “Save project” of a series', () => {
  test('saves all films in one file, which opens as it was in another browser, and gives the same bytes again', async () => {
    const before = await worked();
    const [name, text] = await save(before);
    expect(name).toBe('subtitles.project.json');
    expect(JSON.parse(text)).toMatchObject({ version: 2, open: 2, films: [{ name: 'E1.srt' }, { wanted: true }, {}] });
    const after = await openTab(createStores());
    await openProject(after, text);
    expect(paths(after)).toEqual(['E1.srt', 'E2.srt', 'E3.srt']);
    expect(after.session.store.getState().fileName).toBe('E3.srt');
    expect(await after.films()).toEqual({ 'E1.srt': '3 of 3', 'E2.srt': '0 of 0', 'E3.srt': '0 of 0' });
    const [first, second] = after.view().rows;
    expect(first).toMatchObject({ isSaved: true, phrases: 45, batches: 3 });
    expect(first?.spent).toEqual(before.view().rows[0]?.spent);
    expect(second).toMatchObject({ isWanted: true, phrases: 65 });
    expect((await save(after))[1]).toBe(text);
    const again = await after.reload();
    await pass(500);
    expect(await again.films()).toEqual({ 'E1.srt': '3 of 3', 'E2.srt': '0 of 0', 'E3.srt': '0 of 0' });
  });

  test('keeps which film is a copy of another: it is skipped then, too, wherever it comes in the list', async () => {
    const before = await openTab(createStores());
    void before.desk.add([srt('Show.E01.srt', 5), srt('Show.E02.srt', 6)]);
    await pass(500);
    void before.desk.add([srt('Copy.srt', 5)]);
    await pass(500);
    expect(skipped(before)).toEqual(['Copy.srt: it has the same text as Show.E01.srt']);
    const [, text] = await save(before);
    const after = await openTab(createStores());
    await openProject(after, text);
    expect(skipped(after)).toEqual(skipped(before));
    expect((await save(after))[1]).toBe(text);
  });

  test('contains a film that was cleared, which is also empty when the project is opened', async () => {
    const before = await three();
    before.session.clear('original');
    const [, text] = await save(before);
    const tab = await openTab(createStores());
    await openProject(tab, text);
    expect(tab.view().rows[0]).toMatchObject({ path: 'E1.srt', phrases: 0, isBroken: false });
  });

  test('counts all its films as saved', async () => {
    const tab = await worked();
    expect(tab.view().rows[0]?.isSaved).toBe(false);
    await save(tab);
    expect(tab.view().rows[0]?.isSaved).toBe(true);
  });

  test('counts a film as saved if only its first batch was tried', async () => {
    const tab = await three();
    void tab.session.translate({ only: 'first-batch' });
    await pass(3_000);
    void tab.open('E2.srt');
    await pass(500);
    await save(tab);
    void tab.open('E1.srt');
    await pass(500);
    expect(tab.session.store.getState().fileName).toBe('E1.srt');
    expect(isInNoFile(tab.session.store.getState())).toBe(false);
  });

  test('does not count answers as saved that arrive while the films are read and are not in the file', async () => {
    const tab = await three({ answer: ({ numbers }) => inMs(1_000, success(replyOf(numbers))) });
    void tab.session.translate();
    await pass(2_600);
    const { database } = tab.stores;
    const { run } = database;
    database.run = async (...transaction) => {
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      return run(...transaction);
    };
    const saved = savedFiles();
    void saveProject({ ...tab, commands: tab.commands } as unknown as Services);
    await pass(10_000);
    const [, text = ''] = (await saved()).at(-1) ?? [];
    expect(JSON.parse(text).films[0].session.batchDataResults.filter(Boolean)).toHaveLength(2);
    expect(allOk(tab.session.store.getState())).toBe(true);
    expect(isInNoFile(tab.session.store.getState())).toBe(true);
  });

  test('saves a film without a series as before', async () => {
    const tab = await openTab();
    const opening = tab.intake.open([srt('Film.srt', 5)]);
    await pass(500);
    await opening;
    const { prompt, model } = tab.settings.store.getState();
    const text = formatProject({ session: tab.session.store.getState(), prompt, model });
    expect(await save(tab)).toEqual(['Film.project.json', text]);
  });

  test('opened over a series replaces it, and Undo brings it back', async () => {
    const [, text] = await save(await worked());
    const tab = await openTab(createStores());
    const adding = tab.desk.add([srt('A1.srt', 5), srt('A2.srt', 6)]);
    await pass(500);
    await adding;
    await openProject(tab, text);
    expect(paths(tab)).toEqual(['E1.srt', 'E2.srt', 'E3.srt']);
    const undone = tab.desk.changeList('undo');
    await pass(500);
    expect(await undone).toBe(true);
    expect(paths(tab)).toEqual(['A1.srt', 'A2.srt']);
  });

  test('opened over a series whose open film was cleared, replaces it, too', async () => {
    const [, text] = await save(await worked());
    const tab = await three();
    tab.session.clear('original');
    await openProject(tab, text);
    expect(paths(tab)).toEqual(['E1.srt', 'E2.srt', 'E3.srt']);
    expect(await tab.films()).toMatchObject({ 'E1.srt': '3 of 3' });
  });

  test('opened over notes that were typed on the empty page: Undo brings the notes back, and removes the series', async () => {
    const [, text] = await save(await worked());
    const tab = await openTab(createStores());
    tab.session.changeNotes({ ...tab.session.store.getState().notes, about: 'Bees.' });
    await openProject(tab, text);
    void tab.desk.changeList('undo');
    await pass(500);
    expect(paths(tab)).toEqual([]);
    expect(tab.session.store.getState()).toMatchObject({ sourceText: '', notes: { about: 'Bees.' } });
  });

  test('opened over a film that nobody has translated: Undo brings it back with the prompt in use', async () => {
    const [, text] = await save(await worked());
    const tab = await openTab(createStores());
    void tab.intake.open([srt('Film.srt', 5)]);
    await pass(500);
    await openProject(tab, text.replace('into Portuguese', 'into Thai'));
    expect(tab.settings.store.getState().prompt).toBe('Translate into Thai.');
    void tab.desk.changeList('undo');
    await pass(500);
    expect(tab.session.store.getState().fileName).toBe('Film.srt');
    expect(tab.settings.store.getState().prompt).toBe('Translate into Portuguese.');
  });

  test('opens all its films while files are still being added to the film on the page', async () => {
    const [, text] = await save(await worked());
    const tab = await openTab(createStores());
    void tab.intake.open([srt('Film.srt', 5)]);
    await pass(500);
    const slow = srt('A1.srt', 5);
    const bytes = await slow.arrayBuffer();
    slow.arrayBuffer = () => new Promise((resolve) => setTimeout(() => resolve(bytes), 1_500));
    void tab.intake.open([slow, srt('A2.srt', 6)], { how: 'drop' });
    await openProject(tab, text);
    await pass(2_000);
    expect(paths(tab)).toEqual(['E1.srt', 'E2.srt', 'E3.srt']);
    expect(await tab.films()).toMatchObject({ 'E1.srt': '3 of 3' });
  });

  test('[D18.14] asks the browser once to keep its storage, like a series that is begun with files', async () => {
    const [, text] = await save(await worked());
    const persist = vi.fn(async () => true);
    vi.stubGlobal('navigator', { storage: { persist } });
    const tab = await openTab(createStores());
    await openProject(tab, text);
    expect(persist).toHaveBeenCalledTimes(1);
  });

  test('names a damaged film, and opens the others', async () => {
    const [, text] = await save(await worked());
    const project = JSON.parse(text);
    project.films[0].session.phrases = 'x';
    const tab = await openTab(createStores());
    await openProject(tab, JSON.stringify(project));
    expect(paths(tab)).toEqual(['E2.srt', 'E3.srt']);
    expect(tab.session.store.getState().fileName).toBe('E3.srt');
    expect(tab.view().message).toBe('E1.srt is damaged in the project file and was not opened.');
  });

  describe('“Stop reading” while a project is opened', () => {
    let text = '';
    beforeEach(async () => {
      [, text] = await save(await worked());
    });
    const inSeconds = (seconds: number) => new Promise<void>((resolve) => setTimeout(resolve, seconds * 1_000));
    /** A disk that needs a second for the file. */
    const slowFile = () =>
      Object.assign(new File([text], 'Show.project.json'), { text: () => inSeconds(1).then(() => text) });

    test.each<[when: string, (tab: Tab, slowDown: () => void) => File]>([
      ['the disk gives the file', () => slowFile()],
      [
        'its films are read',
        (_, slowDown) => {
          slowDown();
          return new File([text], 'Show.project.json');
        },
      ],
      [
        'its films are stored',
        ({ stores }) => {
          stores.database.slowness = () => inSeconds(5);
          return new File([text], 'Show.project.json');
        },
      ],
    ])(
      'opens nothing while %s: the list stays as it was, and the browser keeps nothing of the project',
      async (_, begin) => {
        const inside = connectInside();
        let isSlow = false;
        const tab = await three({
          filmWorker: {
            ...inside,
            ask: async (...question) => inSeconds(isSlow ? 1 : 0).then(() => inside.ask(...question)),
          },
        });
        void tab.session.translate();
        await pass(5_000);
        tab.session.changeLines([{ number: 2, text: 'Mine' }]);
        await pass(1_000);
        const before = tab.session.store.getState();
        const stored = () => [...(tab.stores.database.stores.get('works')?.keys() ?? [])].map(String).sort();
        const keys = stored();
        const file = begin(tab, () => {
          isSlow = true;
        });
        void tab.intake.openProject(file);
        await pass(500);
        expect(tab.page.getState()).toMatchObject({ opening: 'Show.project.json', stopOpening: expect.any(Function) });
        tab.page.getState().stopOpening?.();
        const told = {
          opening: '',
          stopOpening: null,
          refusal: 'You stopped reading. Nothing was opened.',
        };
        expect(tab.page.getState()).toMatchObject(told);
        await pass(30_000);
        expect(tab.page.getState()).toMatchObject(told);
        expect(tab.asked).toEqual([]);
        expect(tab.session.store.getState()).toBe(before);
        expect(paths(tab)).toEqual(['E1.srt', 'E2.srt', 'E3.srt']);
        expect(stored()).toEqual(keys);
      },
    );

    test('is no longer offered once the work on the page is being replaced', async () => {
      const tab = await three();
      void tab.intake.openProject(new File([text], 'Show.project.json'));
      const offered: boolean[] = [];
      tab.session.store.subscribe(({ id }, before) => {
        if (id !== before.id) offered.push(tab.page.getState().stopOpening !== null);
      });
      await pass(3_000);
      expect(tab.page.getState()).toMatchObject({ opening: '', stopOpening: null });
      expect(new Set(offered)).toEqual(new Set([false]));
    });

    test('ends the newest project alone: the same file can be opened again at once', async () => {
      const tab = await openTab(createStores());
      void tab.intake.openProject(slowFile());
      await pass(500);
      tab.page.getState().stopOpening?.();
      void tab.intake.openProject(slowFile());
      await pass(800);
      expect(tab.page.getState()).toMatchObject({ opening: 'Show.project.json', stopOpening: expect.any(Function) });
      await pass(3_000);
      expect(paths(tab)).toEqual(['E1.srt', 'E2.srt', 'E3.srt']);
    });
  });

  test('has more than two hundred films: none is opened, and the page says how many there are', async () => {
    const [, text] = await save(await worked());
    const project = JSON.parse(text);
    project.films = Array.from({ length: 201 }, (_, at) => ({ ...project.films[1], name: `${at}.srt` }));
    const tab = await three();
    await openProject(tab, JSON.stringify(project));
    expect(paths(tab)).toEqual(['E1.srt', 'E2.srt', 'E3.srt']);
    expect(tab.view().message).toContain('there would be 201 files');
  });

  test('changes nothing if the browser cannot store the films', async () => {
    const [, text] = await save(await worked());
    const tab = await openTab(createStores());
    tab.stores.database.fault = () => new DOMException('full', 'QuotaExceededError');
    await openProject(tab, text);
    expect(tab.session.store.getState()).toMatchObject({ id: '', sourceText: '' });
    expect(tab.page.getState().refusal).toContain('no space');
  });
});

describe('[D18.21] a project of one film, opened over a series', () => {
  const film = { ...EMPTY_WORK, fileName: 'E4.srt', sourceText: '1\n00:00:01,000 --> 00:00:02,000\nNew' };
  const text = formatProject({ session: film, prompt: 'Translate into Thai.', model: DEFAULT_MODEL });

  test('is added to the list, which keeps its prompt', async () => {
    const tab = await three();
    const opening = tab.intake.openProject(new File([text], 'E4.project.json'));
    await pass(500);
    answer(tab, 'add');
    await pass(500);
    await opening;
    expect(paths(tab)).toEqual(['E1.srt', 'E2.srt', 'E3.srt', 'E4.srt']);
    expect(tab.session.store.getState().fileName).toBe('E1.srt');
    expect(tab.settings.store.getState().prompt).toBe('Translate into Portuguese.');
    expect(tab.view().message).toContain('E4.srt was added.');
  });

  /** Opens a project over three films and adds its film to them. */
  async function added(tab: Tab, of: string): Promise<void> {
    void tab.intake.openProject(new File([of], 'E4.project.json'));
    await pass(500);
    answer(tab, 'add');
    await pass(500);
  }

  test('is skipped as the copy if its text is in the list under another name, also if it comes first in the list', async () => {
    const alone = await openTab(createStores());
    void alone.intake.open([srt('A.srt', 45)]);
    await pass(500);
    const [, copy] = await save(alone);
    const tab = await three();
    await added(tab, copy);
    expect(skipped(tab)).toEqual(['A.srt: it has the same text as E1.srt']);
  });

  test('a film that was begun continues with the other films', async () => {
    const alone = await openTab(createStores());
    void alone.intake.open([srt('E4.srt', 50)]);
    await pass(500);
    void alone.session.translate({ only: 'first-batch' });
    await pass(3_000);
    const [, begun] = await save(alone);
    const tab = await three();
    await added(tab, begun);
    expect(await tab.films()).toMatchObject({ 'E4.srt': '1 of 3' });
    void tab.desk.translate();
    await pass(20_000);
    expect(await tab.films()).toEqual({ ...ALL_DONE, 'E4.srt': '3 of 3' });
    expect(tab.requests, 'no batch is sent twice').toHaveLength(11);
  });

  test.each([
    ['open', 'E1.srt', 45],
    ['not open', 'E2.srt', 65],
  ])(
    'a film that was translated takes the place of the same text without a translation, which is %s, and Undo brings that back',
    async (_, name, phrases) => {
      const alone = await openTab(createStores());
      void alone.intake.open([srt(name, phrases)]);
      await pass(500);
      void alone.session.translate();
      await pass(5_000);
      const [, done] = await save(alone);
      const tab = await three();
      await added(tab, done);
      expect(paths(tab)).toEqual(['E1.srt', 'E2.srt', 'E3.srt']);
      expect(tab.session.store.getState().fileName, 'the open film').toBe('E1.srt');
      const all = { 'E1.srt': '0 of 0', 'E2.srt': '0 of 0', 'E3.srt': '0 of 0' };
      const batches = Math.ceil(phrases / 20);
      expect(await tab.films()).toEqual({ ...all, [name]: `${batches} of ${batches}` });
      expect(tab.view().message).toContain('takes the place of the same text');
      void tab.desk.bringBack();
      await pass(500);
      expect(paths(tab)).toHaveLength(4);
      void tab.desk.translate();
      await pass(20_000);
      expect(tab.requests, 'the text that is translated is not paid for again').toHaveLength(9 - batches);
      await added(tab, done);
      expect(tab.view().message).toContain('is in the list already. The project has a translation of it, too.');
    },
  );

  test('a removed film with translations can still come back after a project is added whose text is in the list', async () => {
    const alone = await openTab(createStores());
    void alone.intake.open([srt('E2.srt', 65)]);
    await pass(500);
    void alone.session.translate();
    await pass(5_000);
    const [, done] = await save(alone);
    const tab = await three();
    void tab.session.translate();
    await pass(5_000);
    void tab.remove('E1.srt');
    await pass(500);
    await added(tab, done);
    expect(paths(tab)).toEqual(['E2.srt', 'E2.srt', 'E3.srt']);
    void tab.desk.bringBack();
    await pass(500);
    expect(await tab.films()).toMatchObject({ 'E1.srt': '3 of 3' });
    void tab.desk.translate();
    await pass(20_000);
    expect(lines(tab.requests), 'the text of E2 is not paid for again').toEqual([20, 20, 5, 20, 9]);
  });

  test.each([
    ['two hundred', 200, false],
    ['199, to which “Undo removing” can bring one back', 199, true],
  ])('is not added to a list of %s, nor is a file', async (_, length, isOneRemoved) => {
    const tab = await three();
    const [row] = tab.view().rows;
    const rows = Array.from({ length }, (_, at) => ({ ...row, path: `${at}.srt` }) as FilmRow);
    tab.page.setState({ series: { ...tab.view(), rows, removed: isOneRemoved && row ? row : null } });
    const words = 'Nothing was added: there would be 201 files, and the limit is 200.';
    const counts = isOneRemoved ? ' The file that “Undo removing” brings back counts, too.' : '';
    await added(tab, text);
    expect([tab.view().rows.length, tab.view().message]).toEqual([length, words + counts]);
    const adding = tab.desk.add([srt('E9.srt', 3)]);
    await pass(500);
    await adding;
    expect([tab.view().rows.length, tab.view().message]).toEqual([length, words + counts]);
  });

  test('[D18.6] an added film is sent after the others if their run continues', async () => {
    const tab = await three({ answer: ({ numbers }) => inMs(1_000, success(replyOf(numbers))) });
    void tab.desk.translate();
    await pass(1_500);
    await added(tab, text);
    expect(tab.view().message).toContain('Added films are translated after the others.');
    await pass(20_000);
    expect(await tab.films()).toEqual({ ...ALL_DONE, 'E4.srt': '1 of 1' });
  });

  test('[D18.12] a project opened over a film without a series can be kept with it as a series', async () => {
    const tab = await openTab();
    const first = tab.intake.open([srt('E1.srt', 5)]);
    await pass(500);
    await first;
    await openProject(tab, text);
    expect(tab.session.store.getState().fileName).toBe('E4.srt');
    const kept = tab.desk.keepBoth();
    await pass(500);
    expect(await kept).toBe(true);
    expect(paths(tab)).toEqual(['E1.srt', 'E4.srt']);
  });

  test('replaces the series and brings its prompt, or changes nothing after “Cancel”', async () => {
    const tab = await three();
    for (const how of ['cancel', 'alone'] as const) {
      const opening = tab.intake.openProject(new File([text], 'E4.project.json'));
      await pass(500);
      answer(tab, how);
      await pass(1_000);
      await opening;
      expect(tab.session.store.getState().fileName).toBe(how === 'alone' ? 'E4.srt' : 'E1.srt');
      expect(tab.view().rows).toHaveLength(how === 'alone' ? 0 : 3);
    }
    expect(tab.settings.store.getState().prompt).toBe('Translate into Thai.');
  });
});
