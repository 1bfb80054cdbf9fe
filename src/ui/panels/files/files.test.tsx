import { act, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { StoreApi } from 'zustand';
import { batchesOf } from '../../../../test/batches.ts';
import { createFakeDatabase } from '../../../../test/fake-database.ts';
import { createFakeFolder } from '../../../../test/fake-folder.ts';
import { createFakeStorage } from '../../../../test/fake-storage.ts';
import { filmFile } from '../../../../test/film-file.ts';
import { picks, type RenderAppOptions, renderApp, savedFiles } from '../../../../test/render-app.tsx';
import { failure, inMs, replyOf, success } from '../../../../test/session-harness.ts';
import { sampleSrt, srtOf } from '../../../../test/srt-sample.ts';
import { EMPTY_WORK, type Work } from '../../../film/film.ts';
import { lineOf } from '../../../film/lines.ts';
import type { Series } from '../../../film/series.ts';
import { filmOf } from '../../../film/shown-facts.ts';
import { DEFAULT_PROMPT } from '../../../languages/default-prompt.ts';
import { countFilm, estimateBatches, sumOfTokens } from '../../../prices/estimate.ts';
import { DEFAULT_MODEL } from '../../../providers/endpoints.ts';
import { createFilmStore } from '../../../storage/film-store.ts';
import { withLanguage } from '../../state/page-state.ts';

/** A store whose content outlives the page, as in a browser. */
function createStores() {
  const database = createFakeDatabase();
  const storage = createFakeStorage([['schemaVersion', '2']]);
  return {
    database,
    storage,
    open: () => createFilmStore({ storage, database, readOld: async () => undefined, onProblem: () => {} }),
  };
}

async function renderSeries(stores = createStores(), options: RenderAppOptions = {}) {
  const store = stores.open();
  const loading = store.load();
  if (vi.isFakeTimers()) await vi.advanceTimersByTimeAsync(3_000);
  const initial = await loading;
  const app = await renderApp({ initial, commands: { films: store.films }, ...options });
  app.session.store.subscribe(store.save);
  await app.settle(0);
  return {
    ...app,
    store,
    stores,
    async drop(...files: readonly File[]) {
      const data = { types: ['Files'], files, items: [] };
      await act(async () => {
        window.dispatchEvent(Object.assign(new Event('drop', { bubbles: true }), { dataTransfer: data }));
      });
      await app.settle(500);
    },
    async open(name: string) {
      await app.user.click(fileButton(name));
      await app.settle(500);
    },
    /** As if the tab was closed and opened again. */
    async reload() {
      await store.flush();
      app.unmount();
      app.session.dispose();
      return renderSeries(stores, options);
    },
  };
}

const srt = (name: string, phrases = 3) => new File([sampleSrt(phrases)], name);
/** A file of a folder. */
const inFolder = (path: string, phrases: number) =>
  Object.defineProperty(srt(path.split('/').at(-1) ?? '', phrases), 'webkitRelativePath', { value: path });
const region = () => screen.getByRole('region', { name: 'Files' });
const rows = () =>
  within(screen.getByRole('list', { name: 'Files' }))
    .getAllByRole('listitem')
    .map((row) => [
      within(row).getAllByRole('button')[0]?.textContent,
      row.dataset.fileState,
      within(row).getAllByRole('button')[0]?.getAttribute('aria-current') === 'true' ? 'open' : '',
    ]);
const listsIn = (stores: ReturnType<typeof createStores>) =>
  (stores.database.stores.get('works')?.get('series') ?? []) as readonly Series[];
const rowId = (stores: ReturnType<typeof createStores>, path: string): string => {
  const rows = listsIn(stores).flatMap((list) => list.rows);
  return rows.find((row) => row.path === path)?.id ?? '';
};
/** For screen readers only. */
const isHidden = (element: Element): boolean => element.className.includes('hidden');
const fileButton = (name: string) => within(region()).getByRole('button', { name });

describe('[D18.1] a series', () => {
  it('says beside a translated original that “Open…” closes the list, and that Undo brings it back', async () => {
    const { drop, session, give } = await renderSeries();
    await drop(srt('One.srt'), srt('Two.srt'));
    await give(session.translate, 5_000);
    expect(screen.getByText('“Open…” closes this list of files. Undo brings it back.')).toBeDefined();
  });

  it('[D18.3] scrolls a long list to the film that runs, not under the pointer or the focus of a person, and at the end to the open film', async () => {
    const [rowPx, inSight] = [10, 2];
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function rect(this: Element) {
      const list = this.closest('ul');
      if (!list || this === list) return new DOMRect(0, 0, 0, rowPx * inSight);
      return new DOMRect(0, [...list.children].indexOf(this) * rowPx - list.scrollTop, 0, rowPx);
    });
    // The second batch of a film comes late.
    const { drop, click, settle } = await renderSeries(createStores(), {
      answer: ({ numbers }) => inMs(numbers[0] === 21 ? 2_000 * numbers.length : 100, success(replyOf(numbers))),
    });
    await drop(...[1, 2, 3, 4, 5].map((at) => srt(`E${at}.srt`, 20 + at)));
    const list = () => screen.getByRole('list', { name: 'Files' });
    const running = () => rows().findIndex(([, state]) => state === 'running');
    const until = async (row: number) => {
      for (let tries = 0; tries < 50 && running() !== row; tries++) await settle(200);
      await settle(100);
    };
    await click(screen.getByRole('button', { name: 'Translate' }), 500);
    await until(3);
    expect(list().scrollTop, 'E4 runs').toBe(20);
    act(() => fileButton('E3.srt').focus());
    await until(4);
    expect(list().scrollTop, 'a person is at E3').toBe(20);
    await until(-1);
    expect(list().scrollTop, 'at the end').toBe(0);
  });

  it('names the open film by its path, as the list does, if another film has its name, and announces it', async () => {
    const { drop, open } = await renderSeries();
    await drop(inFolder('Course/Talk 1/en.srt', 3), inFolder('Course/Talk 2/en.srt', 4), inFolder('Course/End.srt', 5));
    const names = () => [
      document.title.replace(' · Subtitle translator', ''),
      within(screen.getByRole('region', { name: 'Original' })).getByTitle(/ · \d subtitles/).textContent,
      screen.getByRole('status', { name: 'File' }).textContent,
    ];
    for (const [label, name, phrases] of [
      ['Talk 2/en.srt', 'Talk 2/en', 4],
      ['Talk 1/en.srt', 'Talk 1/en', 3],
      ['End.srt', 'End', 5],
    ] as const) {
      await open(label);
      const summary = expect.stringMatching(new RegExp(`^(Opened: )?${name} · ${phrases} subtitles`));
      expect(names()).toEqual([name, summary, summary]);
    }
  });

  it('[D18.14] asks the browser once to keep its storage', async () => {
    const persist = vi.fn(async () => true);
    Object.defineProperty(navigator, 'storage', { value: { persist }, configurable: true });
    const { drop, reload } = await renderSeries();
    await drop(srt('E1.srt'));
    expect(persist).not.toHaveBeenCalled();
    await drop(srt('E2.srt'), srt('E3.srt'));
    await reload();
    await drop(srt('E4.srt'), srt('E5.srt'));
    expect(persist).toHaveBeenCalledTimes(1);
    Reflect.deleteProperty(navigator, 'storage');
  });

  it('shows no list for a single film, and stores it as before', async () => {
    const { drop, store, stores } = await renderSeries();
    await drop(srt('Film.srt'));
    await act(() => store.flush());
    expect(screen.queryByRole('region', { name: 'Files' })).toBeNull();
    expect(stores.storage.getItem('schemaVersion')).toBe('2');
    expect(stores.storage.getItem('sessionExtras')).not.toContain('"id"');
    expect([...(stores.database.stores.get('works')?.keys() ?? [])]).toEqual(['head']);
  });

  it('lists several files in natural order and opens the first readable one', async () => {
    const { drop, session } = await renderSeries();
    await drop(srt('E10.srt', 5), srt('E2.srt', 4), srt('E1.srt', 3), new File(['%PDF'], 'cover.pdf'));
    expect(rows()).toEqual([
      ['cover.pdf', 'refused', ''],
      ['E1.srt', 'waiting', 'open'],
      ['E2.srt', 'waiting', ''],
      ['E10.srt', 'waiting', ''],
    ]);
    expect(session.store.getState()).toMatchObject({ fileName: 'E1.srt', sourceText: sampleSrt(3) });
    expect(region().textContent).toContain('0 of 3 films, 12 subtitles');
    expect(region().textContent).toContain('cannot be opened: "cover.pdf" is not an .srt file');
  });

  it('adds files to the film on the page, also while it is translated, and says which ones it has already', async () => {
    const { drop, session, pass } = await renderSeries(createStores(), { film: 45, ranMs: 0 });
    await drop(srt('E2.srt', 4));
    expect(screen.queryByRole('region', { name: 'Files' }), 'one file: D1.22').toBeNull();
    await drop(srt('E2.srt', 4), srt('E3.srt', 5));
    expect(rows().map(([name]) => name)).toEqual(['E2.srt', 'E3.srt', 'Pasted text']);
    await drop(srt('E3.srt', 5));
    expect(rows()).toHaveLength(3);
    expect(screen.getByRole('status', { name: 'Files' }).textContent).toBe('E3.srt is in the list already.');
    await pass(5_000);
    expect(session.store.getState().batches.map(({ state }) => state)).toEqual(['ok', 'ok', 'ok']);
    expect(rows()[2]).toEqual(['Pasted text', 'done', 'open']);
  });

  it('opens the subtitles of a folder, says how many other files there are, and names equal files by their paths', async () => {
    const { drop } = await renderSeries();
    const inFolder = (path: string, phrases: number) => {
      const file = srt(path.slice(path.lastIndexOf('/') + 1), phrases);
      Object.defineProperty(file, 'webkitRelativePath', { value: path });
      return file;
    };
    await drop(
      inFolder('Show/Season 10/E1.srt', 3),
      inFolder('Show/Season 2/E1.srt', 4),
      inFolder('Show/cover.jpg', 5),
      inFolder('Show/Season 2/E2.srt', 5),
    );
    expect(rows().map(([name]) => name)).toEqual(['Season 2/E1.srt', 'E2.srt', 'Season 10/E1.srt']);
    expect(region().textContent).toContain('1 file of the folder is neither a subtitle file nor a video.');
  });

  it('gives a file that is dropped beside a folder a row, and says how many files of a folder it leaves out, also if it takes none', async () => {
    const { drop, session } = await renderSeries();
    const at = (path: string, file: File) => Object.defineProperty(file, 'webkitRelativePath', { value: path });
    const pictures = [1, 2, 3].map((number) => at(`Photos/${number}.jpg`, new File(['x'], `${number}.jpg`)));
    await drop(...pictures);
    expect(screen.getByText('3 files of the folder are neither subtitle files nor videos.')).toBeDefined();
    expect(session.store.getState().error).toBe('');
    await drop(at('Show/E1.srt', srt('E1.srt', 5)), at('Show/cover.jpg', new File(['x'], 'cover.jpg')), srt('E2.srt'));
    await drop(...pictures.slice(0, 1), at('notes.txt', new File(['Hello.'], 'notes.txt')));
    expect(rows().map(([name, state]) => [name, state])).toEqual([
      ['E2.srt', 'waiting'],
      ['notes.txt', 'refused'],
      ['E1.srt', 'waiting'],
    ]);
    expect(region().textContent).toContain('1 file of the folder is neither a subtitle file nor a video.');
    await drop(...pictures);
    expect(rows()).toHaveLength(3);
    expect(document.body.textContent).toContain('3 files of the folder are neither subtitle files nor videos.');
  });

  it('says how many files of a folder it leaves out, also if the folder has only one film, and reads no picture', async () => {
    const { drop, session } = await renderSeries();
    const at = (path: string, file: File) => Object.defineProperty(file, 'webkitRelativePath', { value: path });
    const picture = at('Show/cover.jpg', new File(['x'], 'cover.jpg', { type: 'image/jpeg' }));
    const read = vi.spyOn(picture, 'slice');
    await drop(at('Show/E1.srt', srt('E1.srt', 5)), picture);
    expect(session.store.getState().fileName).toBe('E1.srt');
    expect(read).not.toHaveBeenCalled();
    expect(screen.getByText('1 file of the folder is neither a subtitle file nor a video.')).toBeDefined();
  });

  it('[D18.40] says which track of a video is translated, and which video belongs to a file', async () => {
    const { drop, eventually } = await renderSeries();
    await drop(filmFile([{ bcp47: 'en' }], 'E1.mkv'), srt('E2.srt', 4), filmFile([], 'E2.mkv'), filmFile([], 'E3.mkv'));
    await eventually(() => expect(rows()).toHaveLength(3));
    const described = (name: string) => {
      const ids = fileButton(name).getAttribute('aria-describedby')?.split(' ') ?? [];
      return ids.map((id) => document.getElementById(id)?.textContent);
    };
    expect(described('E1.srt')).toEqual(['English · SubRip · E1.mkv', 'waiting']);
    expect(described('E2.srt')).toEqual(['with E2.mkv', 'waiting']);
    expect(described('E3.mkv')).toEqual([
      '',
      'cannot be opened: E3.mkv contains no subtitles. Add a subtitle file of the same name.',
    ]);
  });

  it('marks as skipped the same text under another name, and another language, and says how the prompt and that film differ', async () => {
    const { drop, open } = await renderSeries(createStores(), { settings: { prompt: DEFAULT_PROMPT } });
    const english = 'You know that it is not for me and that you are what I have with the man of this house.';
    const german = 'Ich weiß, dass das nicht der Mann ist, und du hast mir die Sache mit dem Haus auch nicht gesagt.';
    const file = (name: string, text: string, count: number) =>
      new File(
        [
          Array.from({ length: count }, (_, at) => `${at + 1}\n00:00:0${at},000 --> 00:00:0${at},900\n${text}\n`).join(
            '\n',
          ),
        ],
        name,
      );
    const ofPrompt = () => screen.getByRole('region', { name: 'Prompt' }).textContent;
    const seen = new Set<string>();
    const observer = new MutationObserver(() => {
      for (const [words] of ofPrompt()?.matchAll(/but the prompt translates|Use the standard prompt/g) ?? [])
        seen.add(words);
    });
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
    await drop(file('A.srt', english, 5), file('B.srt', english, 5), file('C.srt', german, 4));
    observer.disconnect();
    expect([...seen], 'while the prompt is about to follow').toEqual([]);
    expect(rows().map(([, state]) => state)).toEqual(['waiting', 'skipped', 'skipped']);
    expect(region().textContent).toContain('skipped: it has the same text as A.srt');
    expect(region().textContent).toContain('skipped: it is in German, the series is in English');
    expect(region().textContent).toContain('0 of 1 film, 5 subtitles · 2 skipped');
    expect(ofPrompt()).toContain('The prompt was changed to match the film: English → ');
    await open('C.srt');
    expect(ofPrompt()).not.toContain('The prompt was changed');
    expect(ofPrompt()).toContain('The film seems to be in German, but the prompt translates from English.');
  });
});

it('[D18.21] “Save project” of the page that shows an error saves all films of the list, also those that are not open', async () => {
  const { drop, click, page, pageCommands, settle } = await renderSeries();
  await drop(srt('E1.srt', 3), srt('E2.srt', 4), srt('E3.srt', 5));
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const undrawable = Object.create(null);
  await act(async () => page.setState({ refusal: undrawable }));
  await settle(500);
  expect(screen.getByRole('alert').textContent).toContain('Something went wrong');
  await click(screen.getByRole('button', { name: 'Save project' }), 500);
  expect(pageCommands.saveProject).toHaveBeenCalledWith(
    expect.objectContaining({ films: ['E1.srt', 'E2.srt', 'E3.srt'].map((path) => expect.objectContaining({ path })) }),
  );
});

describe('[D18.2] films of a series', () => {
  it('stops and resumes all films, also while a film without a run is open', async () => {
    const { drop, open, session, give, requests, pass, user } = await renderSeries(createStores(), { maxAtOnce: 1 });
    await drop(srt('E1.srt', 45), srt('E2.srt', 41));
    await give(() => void session.translate(), 200);
    await open('E2.srt');
    await user.click(within(region()).getByRole('button', { name: 'Stop' }));
    await pass(5_000);
    expect(requests).toHaveLength(1);
    expect(region().textContent).toContain('1 of 3 batches, paused');
    await user.click(within(region()).getByRole('button', { name: 'Resume' }));
    await pass(5_000);
    expect(requests).toHaveLength(3);
    expect(rows()[0]).toEqual(['E1.srt', 'done', '']);
  });

  it('keeps the list, each film and the place in Lines over a reload', async () => {
    const before = await renderSeries();
    await before.drop(srt('E1.srt', 3), srt('E2.srt', 4));
    await before.give(() => void before.session.translate(), 3_000);
    await before.open('E2.srt');
    await before.give(() => void before.session.translate(), 3_000);
    const film = filmOf(before.session.store.getState());
    await before.give(() => before.page.setState({ linePlace: { number: 3, film, isOpen: false, show: 'all' } }));
    await before.open('E1.srt');
    const { open, session, page, settle, stores } = await before.reload();
    expect(stores.storage.getItem('schemaVersion')).toBe('3');
    await settle(500);
    expect(rows()).toEqual([
      ['E1.srt', 'done', 'open'],
      ['E2.srt', 'done', ''],
    ]);
    expect(session.store.getState().translated).toContain('PT 1');
    await open('E2.srt');
    expect(session.store.getState().translated).toContain('PT 4');
    expect(page.getState().linePlace?.number).toBe(3);
  });

  it('keeps one film on the page if the browser has no database', async () => {
    const stores = createStores();
    stores.database.fails = true;
    const { drop, session } = await renderSeries(stores);
    await drop(srt('E1.srt', 3), srt('E2.srt', 4));
    expect(session.store.getState().fileName).toBe('E1.srt');
    expect(screen.queryByRole('region', { name: 'Files' })).toBeNull();
    expect(screen.getByRole('status', { name: 'Notices' }).textContent).toContain('has no space for the list of files');
  });

  it('[D18.4] shows the open film alone if the database does not answer, and changes nothing in the list', async () => {
    const before = await renderSeries();
    await before.drop(srt('E1.srt', 3), srt('E2.srt', 4));
    before.stores.database.fails = true;
    const { drop, session, stores } = await before.reload();
    expect(session.store.getState().fileName).toBe('E1.srt');
    expect(rows()).toEqual([['E1.srt', 'waiting', 'open']]);
    const shownText = () => screen.getByRole('status', { name: 'Files' }).textContent;
    expect(shownText()).toMatch(/^The browser’s database does not answer, so the page cannot read the other files/);
    stores.database.fails = false;
    await drop(srt('E3.srt', 5));
    expect(shownText()).toMatch(/^The browser’s database does not answer, so the page cannot read the other files/);
    expect(listsIn(stores)[0]).toMatchObject({
      rows: [{ path: 'E1.srt' }, { path: 'E2.srt' }],
    });
  });
});

describe('[D18.3] the list', () => {
  it('[D1.36] a name with marks of direction is shown in its own order, in the list and in messages', async () => {
    const { drop, user, settle } = await renderSeries();
    await drop(srt('\u202eevil.srt'), srt('Two.srt'), srt('סרט 1.srt'));
    expect(
      rows()
        .map(([name]) => name)
        .toSorted(),
    ).toEqual(['Two.srt', 'evil.srt', 'סרט 1.srt']);
    expect(fileButton('evil.srt').querySelector('bdi')?.textContent).toBe('evil.srt');
    const removed = () => screen.getByRole('status', { name: 'Removed' }).textContent;
    await user.click(fileButton('Remove evil.srt'));
    await settle(500);
    expect(removed()).toBe('evil.srt was removed from the list.');
    await user.click(fileButton('Remove סרט 1.srt'));
    await settle(500);
    expect(removed(), 'isolated from the words').toBe('\u2068סרט 1.srt\u2069 was removed from the list.');
  });

  it('is one Tab stop with arrow keys, Enter and Delete', async () => {
    const { drop, session, user, settle } = await renderSeries();
    await drop(srt('E1.srt', 3), srt('E2.srt', 4), srt('E3.srt', 5));
    await act(async () => fileButton('E1.srt').focus());
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(document.activeElement?.textContent).toBe('E3.srt');
    await user.keyboard('{Enter}');
    await settle(500);
    expect(session.store.getState().fileName).toBe('E3.srt');
    await user.keyboard('{ArrowUp}{Delete}');
    await settle(500);
    expect(rows().map(([name]) => name)).toEqual(['E1.srt', 'E3.srt']);
    expect(screen.getByRole('status', { name: 'Removed' }).textContent).toBe('E2.srt was removed from the list.');
    expect(document.activeElement?.textContent).toBe('E3.srt');
  });

  it('three quick presses of Delete remove three films, a key that is held down removes one', async () => {
    const { drop, settle } = await renderSeries();
    await drop(...[1, 2, 3, 4, 5, 6].map((at) => srt(`E${at}.srt`, at)));
    await act(async () => fileButton('E2.srt').focus());
    const press = (repeat = false) =>
      act(async () => {
        const key = { key: 'Delete', bubbles: true, cancelable: true, repeat };
        document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', key));
      });
    for (let times = 0; times < 3; times++) await press();
    expect(document.activeElement?.textContent).toBe('E5.srt');
    await settle(1_000);
    expect(rows().map(([name]) => name)).toEqual(['E1.srt', 'E5.srt', 'E6.srt']);
    await press();
    for (let times = 0; times < 3; times++) await press(true);
    await settle(1_000);
    expect(rows().map(([name]) => name)).toEqual(['E1.srt', 'E6.srt']);
    expect(document.activeElement?.textContent).toBe('E6.srt');
  });

  it('Undo brings a removed film back before what was done earlier in the open film, and after what was done later, and says so', async () => {
    const { drop, session, user, settle, give, page } = await renderSeries();
    await drop(srt('E1.srt'), srt('E2.srt'), srt('E3.srt'));
    await give(session.translate, 3_000);
    const lineNow = () => lineOf(session.store.getState(), 1)?.translation;
    const before = lineNow();
    await give(() => session.changeLines([{ number: 1, text: 'Before' }], 'before'));
    await user.click(fileButton('Remove E2.srt'));
    await settle(500);
    await give(() => session.changeLines([{ number: 1, text: 'After' }], 'after'));
    const undo = async () => {
      await user.keyboard('{Control>}z{/Control}');
      await settle(1_000);
      return [lineNow(), rows().length];
    };
    await act(async () => document.body.focus());
    expect(await undo()).toEqual(['Before', 2]);
    await give(() => page.setState({ view: 'lines' }));
    await settle(1_000);
    expect(screen.getByRole('button', { name: 'Undo' }).title).toBe('Undo removing E2.srt from the list');
    expect(await undo()).toEqual(['Before', 3]);
    expect(screen.getByRole('status', { name: 'Files' }).textContent).toBe('E2.srt is in the list again.');
    expect(await undo()).toEqual([before, 3]);
    await act(async () => fileButton('E2.srt').focus());
    await user.keyboard('{Delete}');
    await settle(500);
    expect(await undo()).toEqual([before, 3]);
    expect(document.activeElement, 'the film that is back').toBe(fileButton('E2.srt'));
    expect(screen.getByRole('status', { name: 'Files' }).textContent).toBe('E2.srt is in the list again.');
    await user.keyboard('{Delete}');
    await settle(500);
    expect(screen.getByRole('status', { name: 'Files' }).textContent, 'it is not any more').toBe('');
  });

  it('Undo right after Delete brings the film back, also while the browser still stores the list', async () => {
    const { drop, session, settle, give, stores } = await renderSeries();
    await drop(srt('E1.srt'), srt('E2.srt'), srt('E3.srt'));
    await give(session.translate, 3_000);
    await give(() => session.changeLines([{ number: 1, text: 'Mine' }], 'mine'));
    await act(async () => fileButton('E2.srt').focus());
    const { run } = stores.database;
    stores.database.run = async (...transaction) => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      return run(...transaction);
    };
    for (const key of [{ key: 'Delete' }, { key: 'z', ctrlKey: true }])
      await act(async () => {
        const press = new KeyboardEvent('keydown', { ...key, bubbles: true, cancelable: true });
        document.activeElement?.dispatchEvent(press);
      });
    await settle(2_000);
    expect(lineOf(session.store.getState(), 1)?.translation).toBe('Mine');
    expect(rows().map(([name]) => name)).toEqual(['E1.srt', 'E2.srt', 'E3.srt']);
    expect(document.activeElement).toBe(fileButton('E2.srt'));
  });

  it('brings a removed film back, and ends the series if only one film remains', async () => {
    const { drop, session, user, settle, stores, store, give } = await renderSeries();
    await drop(srt('E1.srt', 3), srt('E2.srt', 4));
    await give(() => void session.translate(), 3_000);
    await user.click(fileButton('Remove E1.srt'));
    await settle(500);
    const removed = screen.getByRole('status', { name: 'Removed' });
    expect(removed.textContent).toBe('E1.srt was removed from the list.');
    expect(isHidden(removed)).toBe(false);
    expect(session.store.getState().fileName, 'the next film is opened').toBe('E2.srt');
    await user.click(screen.getByRole('button', { name: 'Undo removing' }));
    await settle(500);
    expect(rows()).toEqual([
      ['E1.srt', 'done', ''],
      ['E2.srt', 'waiting', 'open'],
    ]);
    await user.click(fileButton('Remove E1.srt'));
    await settle(500);
    await user.click(within(region()).getByRole('button', { name: 'Dismiss' }));
    await settle(500);
    expect(screen.queryByRole('region', { name: 'Files' })).toBeNull();
    await act(() => store.flush());
    await settle(1_000);
    expect([...(stores.database.stores.get('works')?.keys() ?? [])]).toEqual(['head']);
    expect(stores.storage.getItem('schemaVersion')).toBe('2');
  });

  it('[D18.20] says that the list is back after Undo of a film that replaced it, and what Undo brings once another film was opened', async () => {
    const { drop, open, session, user, settle, give, click } = await renderSeries();
    await drop(srt('E1.srt', 3), srt('E2.srt', 4));
    await give(() => void session.translate(), 3_000);
    picks(srt('Next.srt', 4));
    await user.click(screen.getByRole('button', { name: 'Open…' }));
    await settle(1_500);
    await click(screen.getByRole('button', { name: 'Don’t save' }), 2_000);
    const undo = () => screen.getByRole('button', { name: 'Undo' });
    await click(undo(), 1_500);
    expect(rows()).toHaveLength(2);
    expect(screen.getByText('Undone: closing the list of files.')).toBeDefined();
    await open('E2.srt');
    await settle(1_500);
    expect(screen.getByText('Your list of files is back. Undo brings back “Next”.')).toBeDefined();
    await click(undo(), 1_000);
    await click(screen.getByRole('button', { name: 'Don’t save' }), 2_000);
    expect(session.store.getState().fileName).toBe('Next.srt');
  });
});

describe('[D18.5] Save all', () => {
  const saveAll = () => screen.getByRole('button', { name: 'Save all' });

  /** The paths in the archive that was saved last, and its texts one after the other. */
  function archives() {
    const files = savedFiles();
    return async () => {
      const [name = '', text = ''] = (await files()).at(-1) ?? [];
      return { name, text };
    };
  }

  it('saves the finished films as one archive, marks them as saved, and skips or adds the unfinished ones', async () => {
    const { drop, open, session, settings, give, user, settle } = await renderSeries();
    expect(settings.store.getState().prompt).toBe('Translate into Portuguese.');
    const saved = archives();
    await drop(srt('Show.E1.srt', 3), srt('Show.E2.srt', 4), srt('Show.E3.srt', 5));
    expect(screen.queryByRole('button', { name: 'Save all' })).toBeNull();
    await give(() => void session.translate(), 3_000);
    await open('Show.E2.srt');
    await give(() => void session.translate(), 3_000);
    await user.click(saveAll());
    const dialog = within(screen.getByRole('dialog', { name: 'Save 2 of 3 films' }));
    await user.click(dialog.getByRole('button', { name: 'Leave them out' }));
    await settle(500);
    expect((await saved()).name).toBe('Show.pt.zip');
    expect((await saved()).text).toContain('Show.E1.pt.srt');
    expect((await saved()).text).toContain('Show.E2.pt.srt');
    expect((await saved()).text).not.toContain('Show.E3');
    expect(rows().map(([, state]) => state)).toEqual(['saved', 'saved', 'waiting']);
    await user.click(saveAll());
    await user.click(screen.getByRole('button', { name: 'With their originals' }));
    await settle(500);
    expect((await saved()).text).toContain('Show.E3.0-of-5.pt.srt');
    expect(rows().map(([, state]) => state)).toEqual(['saved', 'saved', 'waiting']);
    await give(() => session.changeLines([{ number: 1, text: 'Mine' }]), 500);
    expect(rows()[1]?.[1], 'an edit').toBe('done');
    await open('Show.E1.srt');
    expect(session.store.getState().saved).not.toBe('');
  });

  it('says that the archive was saved, and what was skipped, also if the disk is too full to note that', async () => {
    const stores = createStores();
    const { drop, click } = await renderSeries(stores);
    const saved = archives();
    await drop(srt('Show.E1.srt', 3), srt('Show.E2.srt', 4), srt('Show.E3.srt', 4));
    await click(screen.getByRole('button', { name: 'Translate' }), 5_000);
    stores.database.fault = () => new DOMException('full', 'QuotaExceededError');
    await click(saveAll(), 1_000);
    expect((await saved()).name).toBe('Show.pt.zip');
    expect(screen.getByRole('status', { name: 'Files' }).textContent).toMatch(
      /^The files were saved\. The browser could not note that.* Not saved, because they are skipped: Show\.E3\.srt\.$/,
    );
  });

  it('counts nothing in the name of a file that cannot be read yet, and leaves out a film without a text', async () => {
    const { drop, open, session, give, user, settle } = await renderSeries();
    const saved = archives();
    const broken = new File(
      ['1\n00:00:01,000 -> 00:00:02,000\nOne\n\n2\n00:00:03,000 --> 00:00:04,000\nTwo\n'],
      'Show.E2.srt',
    );
    await drop(srt('Show.E1.srt', 3), broken, srt('Show.E3.srt', 5));
    await give(() => void session.translate(), 3_000);
    await open('Show.E3.srt');
    await give(() => session.clear('original'), 300);
    await user.click(saveAll());
    await user.click(screen.getByRole('button', { name: 'With their originals' }));
    await settle(500);
    expect((await saved()).text).toContain('Show.E2.untranslated.pt.srt');
    expect(screen.getByRole('status', { name: 'Files' }).textContent).toBe('');
    expect((await saved()).text).not.toContain('Show.E3');
  });

  it('asks before a file whose name would be that of another one gets a number; Cancel saves nothing', async () => {
    const { drop, click, user, settle } = await renderSeries();
    const saved = savedFiles();
    await drop(srt('TALK.srt', 3), srt('Talk.srt', 4));
    await click(screen.getByRole('button', { name: 'Translate' }), 5_000);
    await user.click(saveAll());
    await settle(500);
    const asked = () => within(screen.getByRole('dialog', { name: 'Several files would have the same name' }));
    expect(asked().getByRole('listitem').textContent).toMatch(/^talk \(2\)\.pt\.srt$/i);
    await user.click(asked().getByRole('button', { name: 'Cancel' }));
    await settle(500);
    expect([await saved(), rows().map(([, state]) => state)]).toEqual([[], ['done', 'done']]);
    await user.click(saveAll());
    await settle(500);
    await user.click(asked().getByRole('button', { name: 'Save with numbers' }));
    await settle(500);
    expect((await saved()).at(-1)?.[1]).toMatch(/talk \(2\)\.pt\.srt/i);
    expect(rows().map(([, state]) => state)).toEqual(['saved', 'saved']);
  });

  it('asks before a file is saved under a name that Windows allows; Cancel saves nothing', async () => {
    const { drop, click, user, settle } = await renderSeries();
    const saved = savedFiles();
    await drop(srt('Why?.srt', 3), srt('Who.srt', 4));
    await click(screen.getByRole('button', { name: 'Translate' }), 5_000);
    await user.click(saveAll());
    await settle(500);
    const asked = () =>
      within(screen.getByRole('dialog', { name: 'Names that Windows or the browser does not allow' }));
    expect(asked().getByRole('listitem').textContent).toBe('Why_.pt.srt');
    await user.click(asked().getByRole('button', { name: 'Cancel' }));
    await settle(500);
    expect([await saved(), rows().map(([, state]) => state)]).toEqual([[], ['done', 'done']]);
    await user.click(saveAll());
    await settle(500);
    await user.click(asked().getByRole('button', { name: 'Save with these names' }));
    await settle(500);
    expect((await saved()).at(-1)?.[1]).toContain('Why_.pt.srt');
    expect(screen.getByRole('status', { name: 'Files' }).textContent).toBe(
      '1 name has “_” in place of characters that Windows or the browser does not allow.',
    );
  });

  it('says so if all films are finished while it asks about those that are not', async () => {
    const { drop, click, user, settle } = await renderSeries(createStores(), {
      maxAtOnce: 4,
      answer: ({ numbers }) =>
        numbers[0] === 41 ? inMs(20_000, success(replyOf(numbers))) : success(replyOf(numbers)),
    });
    await drop(srt('E1.srt', 3), srt('E2.srt', 45));
    await click(screen.getByRole('button', { name: 'Translate' }), 8_000);
    await user.click(saveAll());
    const dialog = within(screen.getByRole('dialog', { name: 'Save 1 of 2 films' }));
    expect(dialog.getByText(/^1 film is not finished\./)).toBeDefined();
    await settle(20_000);
    expect(dialog.getByText('Now all films are finished.')).toBeDefined();
    expect(dialog.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Save', 'Cancel']);
  });

  it('F4 saves all films again, until a film is saved alone', async () => {
    const { drop, click, user, settle } = await renderSeries();
    const saved = savedFiles();
    await drop(srt('E1.srt', 3), srt('E2.srt', 4));
    await click(screen.getByRole('button', { name: 'Translate' }), 5_000);
    const names = async () => (await saved()).map(([name]) => name);
    await user.click(saveAll());
    await settle(500);
    await user.keyboard('{F4}');
    await settle(500);
    expect(await names()).toEqual(['subtitles.pt.zip', 'subtitles.pt.zip']);
    await click(screen.getByRole('button', { name: 'Download' }), 500);
    await user.keyboard('{F4}');
    await settle(500);
    expect((await names()).slice(2)).toEqual(['translated.srt', 'translated.srt']);
  });

  it('F4 still saves all films after the language in the name was changed, but not after the finished part of a film was saved', async () => {
    const { drop, click, user, settle, page, give } = await renderSeries(createStores(), {
      maxAtOnce: 4,
      answer: ({ numbers }) => (numbers[0] === 41 ? failure('bad-request') : success(replyOf(numbers))),
    });
    const saved = savedFiles();
    const names = async () => (await saved()).map(([name]) => name);
    await drop(srt('E1.srt', 45), srt('E2.srt', 4));
    await click(screen.getByRole('button', { name: 'Translate' }), 8_000);
    await user.click(saveAll());
    await click(screen.getByRole('button', { name: 'Leave them out' }), 500);
    await give(() => page.setState(({ saving }) => ({ saving: withLanguage(saving, 'de', '') })), 10);
    await user.keyboard('{F4}');
    await click(screen.getByRole('button', { name: 'Leave them out' }), 500);
    expect((await names()).map((name) => name?.slice(-4))).toEqual(['.zip', '.zip']);
    await click(screen.getByRole('button', { name: /^Save as/ }), 500);
    await user.keyboard('{F4}');
    await settle(500);
    expect((await names()).slice(2).map((name) => name?.slice(-4))).toEqual(['.srt', '.srt']);
  });

  it('asks nothing if all films are done, and names the skipped files', async () => {
    const { drop, session, give, user, settle } = await renderSeries();
    const saved = archives();
    await drop(srt('A.srt', 3), srt('B.srt', 3));
    await give(() => void session.translate(), 3_000);
    await user.click(saveAll());
    await settle(500);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect((await saved()).name).toBe('A.pt.zip');
    expect((await saved()).text).not.toContain('B.pt.srt');
    expect(screen.getByRole('status', { name: 'Files' }).textContent).toBe(
      'Not saved, because they are skipped: B.srt.',
    );
  });
});

describe('[D18.13] Save into a folder', () => {
  const inFolder = (name: string) => screen.getByRole('button', { name });
  const shownText = () => screen.getByRole('status', { name: 'Files' }).textContent;
  const intoFolder = () => inFolder('Save into a folder…');
  const asDone = () => screen.getByRole('checkbox', { name: 'Save each film as it is done' });
  const E1 = 'Season 1/E1.srt';
  const E2 = 'Season 2/E2.srt';
  const season = () => createFakeFolder('Show', { [E1]: sampleSrt(3), [E2]: sampleSrt(4), 'cover.jpg': 'x' });

  /** The browser's picker of folders returns these, one after the other; none: a person closes it. */
  function pickerOf(...folders: readonly ReturnType<typeof season>[]) {
    const left = [...folders];
    const picker = vi.fn(async () => left.shift()?.handle ?? Promise.reject(new DOMException('', 'AbortError')));
    vi.stubGlobal('showDirectoryPicker', picker);
    return picker;
  }

  // As in Chromium: the test's browser cannot pick folders.
  beforeEach(() =>
    Object.defineProperty(HTMLInputElement.prototype, 'webkitdirectory', { value: false, configurable: true }),
  );
  afterEach(() => Reflect.deleteProperty(HTMLInputElement.prototype, 'webkitdirectory'));

  async function opened(...folders: readonly ReturnType<typeof season>[]) {
    const picker = pickerOf(...folders);
    const app = await renderSeries();
    await app.click(screen.getByRole('button', { name: 'Open folder…' }), 500);
    const translate = () => app.click(screen.getByRole('button', { name: 'Translate' }), 6_000);
    return { ...app, picker, translate, save: () => app.click(intoFolder(), 1_000) };
  }
  const PT = {
    'Season 1/E1.pt.srt': expect.stringContaining('PT'),
    'Season 2/E2.pt.srt': expect.stringContaining('PT'),
  };

  it('writes each film beside its original in the opened folder, and asks for permission at the first save', async () => {
    const show = season();
    const { translate, save } = await opened(show);
    expect(rows().map(([name]) => name)).toEqual(['E1.srt', 'E2.srt']);
    expect(shownText()).toBe('1 file of the folder is neither a subtitle file nor a video.');
    expect(screen.queryByRole('button', { name: 'Save into a folder…' })).toBeNull();
    await translate();
    expect(show.asked).toBe(0);
    expect(asDone(), 'the rows below it do not move as the last film is done').toBeDefined();
    await save();
    expect(show.texts()).toMatchObject(PT);
    expect(show.texts()[E1], 'the original').toBe(sampleSrt(3));
    expect(show.asked).toBe(1);
    expect(shownText()).toBe('Saved into “Show”: 2 files.');
    expect(rows().map(([, state]) => state)).toEqual(['saved', 'saved']);
  });

  it('asks before a file gets a number or another name, as “Save all” does; Cancel writes nothing', async () => {
    const target = createFakeFolder('Out', {});
    pickerOf(target, target);
    const { drop, click, user, settle } = await renderSeries();
    await drop(srt('TALK.srt', 3), srt('Talk.srt', 4), srt('Why?.srt', 5));
    await click(screen.getByRole('button', { name: 'Translate' }), 6_000);
    await click(intoFolder(), 1_000);
    const asked = () => within(screen.getByRole('dialog', { name: 'Several files would have the same name' }));
    const names = asked()
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent?.toLowerCase());
    expect(names).toEqual(['talk (2).pt.srt', 'why_.pt.srt']);
    await user.click(asked().getByRole('button', { name: 'Cancel' }));
    await settle(500);
    expect(Object.keys(target.texts())).toEqual([]);
    await click(intoFolder(), 1_000);
    await user.click(asked().getByRole('button', { name: 'Save with these names' }));
    await settle(500);
    expect(Object.keys(target.texts())).toHaveLength(3);
    expect(shownText()).toMatch(
      /3 files\. Several files would have the same name\. These got a number: talk \(2\)\.pt\.srt\. 1 name has “_”/i,
    );
  });

  it('says that a folder has no files, and writes once at two presses', async () => {
    const show = season();
    const { click, translate, settle } = await opened(createFakeFolder('Empty', {}), show);
    expect(screen.getByRole('status', { name: 'Notices' }).textContent).toContain(
      'The folder “Empty” has no files that the page can read.',
    );
    await click(screen.getByRole('button', { name: 'Open folder…' }), 500);
    await translate();
    await act(async () => {
      intoFolder().click();
      intoFolder().click();
    });
    await settle(1_000);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(shownText()).toBe('Saved into “Show”: 2 files.');
  });

  it('after a reload finds the folder, asks for permission again, and writes nothing without it', async () => {
    const show = season();
    const { translate, reload } = await opened(show);
    await translate();
    const { click } = await reload();
    show.leave = 'denied';
    await click(intoFolder(), 1_000);
    expect(Object.keys(show.texts())).toHaveLength(3);
    expect(shownText()).toBe(
      'The browser does not let the page write into “Show”. Try again, and allow it when the browser asks. Not saved: E1.srt, E2.srt.',
    );
    expect(rows().map(([, state]) => state)).toEqual(['done', 'done']);
    show.leave = 'granted';
    await click(intoFolder(), 1_000);
    expect(show.texts()).toMatchObject(PT);
  });

  it('asks about files that exist: “Keep” saves the others, “Replace” all, Escape none', async () => {
    const show = season();
    const { translate, save, user, settle } = await opened(show);
    show.put('Season 1/E1.pt.srt', 'mine');
    show.put('Season 2/E2.pt.srt', '');
    await translate();
    const dialog = () => screen.getByRole('dialog', { name: '1 file is there already' });
    await save();
    expect(dialog().textContent).toContain('Show/Season 1/E1.pt.srt');
    await user.click(within(dialog()).getByRole('button', { name: 'Cancel' }));
    await settle(500);
    expect(show.texts()).toMatchObject({ 'Season 1/E1.pt.srt': 'mine', 'Season 2/E2.pt.srt': '' });
    await save();
    await user.click(within(dialog()).getByRole('button', { name: 'Keep' }));
    await settle(500);
    expect(show.texts()).toMatchObject({ ...PT, 'Season 1/E1.pt.srt': 'mine' });
    expect(shownText()).toBe(
      'Saved into “Show”: 1 file. Not replaced, because they were there already: Show/Season 1/E1.pt.srt.',
    );
    await save();
    await user.click(inFolder('Replace'));
    await settle(500);
    expect(show.texts()).toMatchObject(PT);
  });

  it('names the files that could not be written, and leaves no part of them; reports an original that has changed since', async () => {
    const show = season();
    const { translate, save } = await opened(show);
    await translate();
    show.put(E1, sampleSrt(3), 5);
    show.put(E2, sampleSrt(5), 5);
    show.fault = (name) => {
      if (name === 'E1.pt.srt') throw new DOMException('The disk is full.', 'QuotaExceededError');
    };
    await save();
    expect(Object.keys(show.texts())).toEqual([E1, E2, 'cover.jpg', 'Season 2/E2.pt.srt']);
    expect(shownText()).toBe(
      'Saved into “Show”: 1 file. Not saved: E1.srt. The folder may be gone, the disk full, or another program may use the file. Mend that, then save again. These originals were changed on this computer after you opened them: E2.srt. Their translations are of the older texts.',
    );
    expect(rows().map(([, state]) => state)).toEqual(['done', 'saved']);
  });

  it('writes films without a known folder into one that a person chooses', async () => {
    const target = createFakeFolder('Out', {});
    const picker = pickerOf(target);
    const { drop, click } = await renderSeries();
    await drop(srt('E1.srt', 3), srt('E2.srt', 4));
    await click(screen.getByRole('button', { name: 'Translate' }), 6_000);
    await click(intoFolder(), 1_000);
    expect(Object.keys(target.texts())).toEqual(['E1.pt.srt', 'E2.pt.srt']);
    expect(picker).toHaveBeenCalledWith({ mode: 'readwrite' });
    await click(intoFolder(), 1_000);
    expect(shownText(), 'the picker was closed').toBe('');
  });

  it('saves each film when it is done, and at the end names the existing files that it did not replace', async () => {
    const show = season();
    const { translate, click } = await opened(show);
    show.put('Season 2/E2.pt.srt', 'mine');
    await click(asDone(), 500);
    expect((asDone() as HTMLInputElement).checked).toBe(true);
    await translate();
    expect(show.texts()).toMatchObject({ ...PT, 'Season 2/E2.pt.srt': 'mine' });
    expect(shownText()).toBe(
      'Saved into “Show”: 1 file. Not replaced, because they were there already: Show/Season 2/E2.pt.srt.',
    );
    expect(rows().map(([, state]) => state)).toEqual(['saved', 'done']);
  });

  type App = Awaited<ReturnType<typeof opened>>;
  it.each<[string, (app: App) => Promise<unknown>]>([
    ['keys are forgotten', ({ settings }) => act(async () => settings.forgetKeys())],
    ['a film is cleared', ({ session }) => act(async () => session.clear('original'))],
    [
      'the series ends',
      async ({ click }) => {
        await click(screen.getByRole('button', { name: 'Remove E2.srt' }), 500);
        await click(within(region()).getByRole('button', { name: 'Dismiss' }), 500);
      },
    ],
  ])('forgets its folders if %s', async (_, forget) => {
    const app = await opened(season());
    const kept = () => [...(app.stores.database.stores.get('handles')?.keys() ?? [])];
    expect(kept()).toHaveLength(2);
    await forget(app);
    await app.settle(500);
    expect(kept()).toEqual([]);
  });

  it('“Forget keys” also forgets the folders of a list that Undo can bring back, before anything was opened in this visit', async () => {
    const { drop, reload, stores } = await renderSeries();
    await drop(srt('Film.srt'));
    const { database } = stores;
    await database.run('readwrite', ['handles'], (records) =>
      records.put('handles', 'folder:of-a-list', season().handle),
    );
    const { click } = await reload();
    await click(screen.getByRole('button', { name: 'Forget keys' }), 1_000);
    expect([...(database.stores.get('handles')?.keys() ?? [])]).toEqual([]);
  });

  it('is not offered if the browser cannot write into folders', async () => {
    const { drop, click } = await renderSeries();
    await drop(srt('E1.srt', 3), srt('E2.srt', 4));
    await click(screen.getByRole('button', { name: 'Translate' }), 6_000);
    expect(screen.getByRole('button', { name: 'Save all' })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Save into a folder…' })).toBeNull();
    expect(screen.queryByRole('checkbox', { name: 'Save each film as it is done' })).toBeNull();
  });
});

describe('[D18.15] a line that another film has confirmed', () => {
  const SAID = 'I will see you there tomorrow.';
  const file = (name: string, ...texts: readonly string[]) => new File([srtOf(texts)], name);
  const offer = (number: number) => screen.queryByRole('group', { name: `Line ${number} in other films` });

  /** Three translated films. The second line of the first one is confirmed, and the last one is open. */
  async function confirmed() {
    const app = await renderSeries(createStores(), { maxAtOnce: 4, pageState: { view: 'lines' } });
    await app.drop(
      file('Show.E1.srt', 'Where are you now?', SAID),
      file('Show.E2.srt', 'Nothing of that kind.'),
      file('Show.E3.srt', SAID, 'Or was it so?'),
    );
    await app.click(screen.getByRole('button', { name: 'Translate' }), 6_000);
    await app.give(() => app.session.markLines([2], { confirmed: true }), 500);
    expect(offer(2)).toBeNull();
    await app.open('Show.E3.srt');
    return app;
  }

  it('is offered below the equal line unless that is confirmed or edited, and “Use” inserts it without a request', async () => {
    const { session, click, requests, give } = await confirmed();
    expect(offer(1)?.textContent).toBe('PT 2as in E1, line 2Use');
    const before = requests.length;
    await click(screen.getByRole('button', { name: 'Use', description: 'PT 2' }), 500);
    expect(session.store.getState().translated).toContain('PT 2\n');
    expect(lineOf(session.store.getState(), 1)?.translation).toBe('PT 2');
    expect(offer(1)).toBeNull();
    await give(session.undo, 500);
    expect(lineOf(session.store.getState(), 1)?.translation).toBe('PT 1');
    expect(offer(1)).not.toBeNull();
    await give(() => session.markLines([1], { confirmed: true }), 500);
    expect(offer(1)).toBeNull();
    await give(() => session.markLines([1], { confirmed: false }), 500);
    expect(offer(1)).not.toBeNull();
    await give(() => session.changeLines([{ number: 1, text: 'Mine' }]), 500);
    expect(offer(1)).toBeNull();
    expect(requests).toHaveLength(before);
  });
});

describe('[D18.6] one run over all films', () => {
  const translateButton = () => screen.getByRole('button', { name: 'Translate' });
  const texts = ({ database }: ReturnType<typeof createStores>, path: string) =>
    JSON.stringify(database.stores.get('works')?.get(`film:${rowId({ database } as never, path)}`));

  async function three(options: RenderAppOptions = {}) {
    const app = await renderSeries(createStores(), { maxAtOnce: 2, ...options });
    await app.drop(srt('E1.srt', 45), srt('E2.srt', 65), srt('E3.srt', 25));
    return app;
  }
  /** The number of lines of the film of each request. */
  const filmsOf = (requests: Awaited<ReturnType<typeof three>>['requests']) =>
    requests.map(({ numbers }) => numbers.length);

  it.each([
    ['sends all of them once they are read; the sentence about the wait goes then', sampleSrt(4), '2 of 2 films', 2],
    ['sends the only film that can be read', '', '', 1],
  ])('Translate that is pressed while several files are read %s', async (_title, text, sum, sent) => {
    const { drop, click, settle, requests, session } = await renderSeries();
    let letCome = () => {};
    const isDue = new Promise<void>((resolve) => {
      letCome = resolve;
    });
    const slow = new File([text], 'E2.srt');
    slow.arrayBuffer = async () => {
      await isDue;
      return new TextEncoder().encode(text).buffer;
    };
    await drop(srt('E1.srt'), slow);
    expect(session.store.getState(), 'no list yet').toMatchObject({ fileName: 'E1.srt', id: '' });
    await click(translateButton(), 3_000);
    expect(region().textContent, 'in the line that is there').toContain('Reading 1 file… Then the translation begins.');
    expect(document.body.textContent, 'one sentence with one number').not.toContain('Opening 2 files…');
    expect(document.getElementById('estimate')?.textContent, 'beside the button').toBe(
      'The translation begins once all files are read.',
    );
    expect(requests).toHaveLength(0);
    letCome();
    await settle(6_000);
    expect(requests).toHaveLength(sent);
    const said = screen.queryByRole('region', { name: 'Files' })?.textContent ?? '';
    expect(said).toContain(sum);
    expect(said).not.toContain('the translation begins');
  });

  it('a Translate that waits until files are read can be taken back, also before there is a list', async () => {
    const { drop, click, settle, requests } = await renderSeries();
    const slow = srt('E2.srt');
    const read = slow.arrayBuffer.bind(slow);
    slow.arrayBuffer = () => new Promise((resolve) => setTimeout(() => resolve(read()), 9_000));
    await drop(srt('E1.srt', 4), slow);
    expect(region().querySelectorAll('li'), 'the places of the files to come').toHaveLength(2);
    await click(translateButton(), 3_000);
    await click(screen.getByRole('button', { name: 'Do not translate' }), 500);
    expect(region().textContent).toContain('Reading 1 file…');
    expect(region().textContent).not.toContain('the translation begins');
    expect(screen.queryByRole('button', { name: 'Do not translate' })).toBeNull();
    await settle(15_000);
    expect(region().textContent).toContain('0 of 2 films');
    expect(requests).toHaveLength(0);
  });

  it('sends the open film first, then the others in the order of the list, each batch once', async () => {
    const { requests, click, pass, stores } = await three();
    await click(translateButton(), 500);
    expect(rows().map(([name, state]) => [name, state])).toEqual([
      ['E1.srt', 'running'],
      ['E2.srt', 'waiting'],
      ['E3.srt', 'waiting'],
    ]);
    await pass(10_000);
    expect(filmsOf(requests)).toEqual([20, 20, 5, 20, 20, 20, 5, 20, 5]);
    expect(rows().map(([, state]) => state)).toEqual(['done', 'done', 'done']);
    expect(region().textContent).toContain('3 of 3 films');
    expect(texts(stores, 'E2.srt')).toContain('PT 65');
    expect(texts(stores, 'E3.srt')).toContain('PT 25');
  });

  it('[D18.50] goes on while the page shows the demo, and sends a film that is added afterwards', async () => {
    const { requests, click, comeBack, drop, pass } = await three();
    await click(translateButton(), 500);
    await comeBack();
    await drop(srt('E4.srt', 5));
    expect(region().textContent).toContain('Added films are translated after the others.');
    await pass(15_000);
    expect(region().textContent).toContain('4 of 4 films');
    expect(filmsOf(requests)).toHaveLength(10);
  });

  it('[D18.3] shows no film as “paused” while the run begins', async () => {
    const { click, pass } = await three({ maxAtOnce: 8 });
    await click(translateButton(), 0);
    const seen: string[] = [];
    for (let step = 0; step < 30; step++) {
      await pass(20);
      seen.push(region().textContent ?? '');
    }
    expect(seen.at(-1)).toMatch(/of 3 batches.*of 4 batches.*of 2 batches/);
    expect(seen.filter((words) => words.includes('paused'))).toEqual([]);
  });

  it('sends only the open film with “Translate this film only”, and the rest from the list', async () => {
    const { requests, user, pass } = await three();
    await user.click(screen.getByRole('button', { name: 'Translate this film only' }));
    await pass(5_000);
    expect(filmsOf(requests)).toEqual([20, 20, 5]);
    await user.click(screen.getByRole('button', { name: 'Translate 2 films' }));
    await pass(10_000);
    expect(requests).toHaveLength(9);
    expect(rows().map(([, state]) => state)).toEqual(['done', 'done', 'done']);
  });

  it('[D18.7] stops all films if an answer cannot be stored, keeps the answer in the tab, and stores it once there is room', async () => {
    const { requests, click, open, pass, stores, user } = await three({ maxAtOnce: 1 });
    await click(translateButton(), 500);
    await open('E3.srt');
    stores.database.fault = () => new DOMException('full', 'QuotaExceededError');
    await pass(3_000);
    const sent = requests.length;
    await pass(5_000);
    expect(requests).toHaveLength(sent);
    expect(screen.getByRole('status', { name: 'Files' }).textContent).toContain('could not store the last replies');
    await user.click(screen.getByRole('button', { name: 'Resume' }));
    await pass(20_000);
    expect(requests.length - sent, 'it still cannot be stored').toBeLessThanOrEqual(2);
    stores.database.fault = undefined;
    await user.click(screen.getByRole('button', { name: 'Resume' }));
    await pass(20_000);
    expect(rows().map(([, state]) => state)).toEqual(['done', 'done', 'done']);
    expect(requests).toHaveLength(9);
    expect(texts(stores, 'E2.srt')).toContain('PT 65');
  });

  it('[D18.7][D7.3] tries one batch of one film in an outage, and continues all films after an answer', async () => {
    let isDown = true;
    const { requests, click, pass } = await three({
      maxAtOnce: 4,
      answer: ({ numbers }) => (isDown ? failure('connection', 'Connection error.') : success(replyOf(numbers))),
    });
    await click(translateButton(), 5_000);
    const before = requests.length;
    expect(region().textContent).not.toContain('failed');
    await pass(60_000);
    expect(requests.length - before).toBe(1);
    isDown = false;
    await pass(200_000);
    expect(rows().map(([, state]) => state)).toEqual(['done', 'done', 'done']);
  });

  describe('[D18.7] while the open film is done, the list says why the others do not go on', () => {
    /** E1 is translated and open. The other films get this answer. */
    async function firstDone(answer: NonNullable<RenderAppOptions['answer']>) {
      const app = await three({
        maxAtOnce: 1,
        answer: (request, count) => (count > 3 ? answer(request, count) : success(replyOf(request.numbers))),
      });
      await app.click(translateButton(), 3_500);
      return app;
    }
    const words = () => screen.getByRole('status', { name: 'Other films' });
    const said = () => words().textContent;
    const inFiles = (name: string) => within(region()).queryByRole('button', { name });

    it('a refused key, with a way to the key; a hidden page notifies', async () => {
      const notified = vi.fn();
      vi.stubGlobal('Notification', Object.assign(notified, { permission: 'granted' }));
      vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
      const { pass, click, session } = await firstDone(() => failure('bad-key', 'Incorrect API key.'));
      await pass(3_000);
      expect(rows()[0]).toEqual(['E1.srt', 'done', 'open']);
      expect(said()).toBe('Paused: the provider rejects the key.');
      expect(isHidden(words())).toBe(false);
      expect(notified).toHaveBeenCalledExactlyOnceWith(
        'Subtitle translator',
        expect.objectContaining({ body: said() }),
      );
      await click(inFiles('Details') as HTMLElement, 2_000);
      expect(session.store.getState().fileName).toBe('E2.srt');
      const errors = screen.getByRole('textbox', { name: 'Errors' });
      expect(errors.textContent).toContain('Incorrect API key.');
      expect(document.activeElement).toBe(errors);
      expect(screen.getByLabelText('API key')).toBeDefined();
      expect(said(), 'the open film says it').toBe('');
    });

    it('an outage, which a person can end', async () => {
      let isDown = true;
      const { pass, click, requests, give } = await firstDone(({ numbers }) =>
        isDown ? failure('server', 'Down.') : success(replyOf(numbers)),
      );
      await pass(5_000);
      expect(said()).toBe('The provider has a problem. The page tries again by itself.');
      const before = requests.length;
      isDown = false;
      await click(inFiles('Try now') as HTMLElement, 1_500);
      expect(requests.length).toBeGreaterThan(before);
      const heading = screen.getByRole('heading', { name: 'Batches' });
      expect(said()).toBe('');
      expect(document.activeElement, 'the pressed button is gone').toBe(heading);
      await give(() => inFiles('Stop')?.focus());
      await pass(20_000);
      expect(inFiles('Stop')).toBeNull();
      expect(document.activeElement, 'the button of the run is gone').toBe(heading);
    });

    it('replies that are still to come after Stop, which “Stop now” discards', async () => {
      const { pass, click, requests } = await firstDone(({ numbers }) => inMs(30_000, success(replyOf(numbers))));
      await pass(1_000);
      await click(inFiles('Stop') as HTMLElement, 500);
      expect(said()).toBe('Finishing 1 request that is already paid for.');
      expect(region().textContent).toContain('You lose the replies');
      await click(inFiles('Stop now') as HTMLElement, 500);
      expect(said()).toBe('Stopped. Press Resume to continue.');
      expect(requests.at(-1)?.signal.aborted).toBe(true);
    });
  });

  it('[D18.7] counts the replies of all films after Stop, also beside the batches of the open one', async () => {
    const { pass, click } = await three({
      maxAtOnce: 4,
      answer: ({ numbers }) => inMs(30_000, success(replyOf(numbers))),
    });
    await click(translateButton(), 2_000);
    await click(screen.getByRole('button', { name: 'Stop' }), 1_000);
    const said = () => screen.getByRole('status', { name: 'Progress' }).textContent;
    expect(screen.getByRole('region', { name: 'Batches' }).textContent).toContain('Finishing 4 requests');
    expect(said(), 'a screen reader hears the same number').toBe('Finishing 4 requests that are already paid for.');
    await pass(40_000);
    expect(screen.getByRole('region', { name: 'Batches' }).textContent).not.toContain('Finishing');
  });

  it('[D18.7] announces “Stopped.” when the last reply of all films has come, not that of the open film', async () => {
    const { click, pass, open } = await three({
      maxAtOnce: 4,
      answer: ({ numbers }, count) => inMs(count === 4 ? 30_000 : 60_000, success(replyOf(numbers))),
    });
    await click(translateButton(), 2_000);
    await open('E2.srt');
    await click(screen.getByRole('button', { name: 'Stop' }), 1_000);
    const said = () => screen.getByRole('status', { name: 'Progress' }).textContent;
    await pass(35_000);
    expect(rows()[1]).toEqual(['E2.srt', 'running', 'open']);
    expect(said(), 'three replies are still to come').not.toBe('Stopped.');
    await pass(35_000);
    expect(said()).toBe('Stopped.');
  });

  it('[D18.20] counts all films that are not saved, the open one too, before another file replaces the list', async () => {
    const { click, user, settle } = await three();
    await click(translateButton(), 20_000);
    picks(srt('Next.srt', 4));
    await user.click(screen.getByRole('button', { name: 'Open…' }));
    await settle(500);
    const question = screen.getByRole('dialog', { name: 'Save the translations first?' });
    expect(question.textContent).toContain('3 translated films of the list are not saved.');
  });

  it('says in the title how many films are done, and announces the end of the run once', async () => {
    const { click, pass, open } = await three({ maxAtOnce: 1 });
    await click(translateButton(), 4_300);
    expect(document.title).toBe('1 of 3 · E1 · Subtitle translator');
    await open('E3.srt');
    expect(screen.getByRole('status', { name: 'Progress' }).textContent).toBe('');
    await pass(10_000);
    expect(document.title).toBe('3 of 3 · E3 · Subtitle translator');
    expect(screen.getByRole('status', { name: 'Progress' }).textContent).toBe('All films are translated.');
  });

  it('does not say at the end that all films are translated if some were not sent', async () => {
    const { click, open, pass } = await three();
    for (const name of ['E1.srt', 'E2.srt']) {
      await open(name);
      await click(screen.getByRole('button', { name: 'Translate this film only' }), 500);
    }
    await open('E3.srt');
    await pass(8_000);
    expect(screen.getByRole('status', { name: 'Progress' }).textContent).toBe(
      'All films that were sent are translated.',
    );
  });

  it('says at the end of the run how many films have failed batches, also those that ended before', async () => {
    let isFirst = true;
    const { click } = await three({
      maxAtOnce: 1,
      answer: ({ numbers }) => {
        const fails = isFirst && numbers.length === 5;
        if (fails) isFirst = false;
        return fails ? failure('bad-request', 'No.') : success(replyOf(numbers));
      },
    });
    await click(translateButton(), 20_000);
    expect(rows().filter(([, state]) => state === 'failed')).toHaveLength(1);
    expect(screen.getByRole('status', { name: 'Progress' }).textContent).toBe(
      'The translation has ended. Batches of 1 film failed.',
    );
  });

  it('does not offer to translate films that Translate is about to begin, and counts their batches', async () => {
    const { click, settle, stores } = await three({ maxAtOnce: 1 });
    stores.database.slowness = () => new Promise((resolve) => setTimeout(resolve, 1_000));
    await click(translateButton(), 500);
    expect(screen.queryByRole('button', { name: /^Translate \d film/ })).toBeNull();
    expect(region().textContent).toContain('of 9 batches');
    stores.database.slowness = undefined;
    await settle(1_000);
  });

  it('keeps the prompt while another film runs: Undo does not bring back a film that had another prompt', async () => {
    let at: Awaited<ReturnType<typeof three>> | undefined;
    const inUse = () => ({
      prompt: at?.settings.store.getState().prompt ?? '',
      model: { endpoint: 'openai', id: 'gpt-4o' } as const,
    });
    const bringBack = ({ prompt }: { readonly prompt: string }) => at?.settings.resetPrompt(prompt);
    at = await three({ maxAtOnce: 1, settingsOfSteps: { inUse, bringBack } });
    const { session, settings, pass, user, give, open } = at;
    await user.click(screen.getByRole('button', { name: 'Translate this film only' }));
    await pass(5_000);
    await give(() => session.clear('all'), 500);
    await open('E2.srt');
    await give(() => settings.setPrompt('Translate into German.'), 100);
    await user.click(translateButton());
    await pass(1_500);
    await open('E1.srt');
    expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull();
    await user.keyboard('{Control>}z{/Control}');
    await pass(1_000);
    expect(settings.store.getState().prompt).toBe('Translate into German.');
    await pass(15_000);
    await user.click(screen.getByRole('button', { name: /^Undo/ }));
    expect(settings.store.getState().prompt, 'once no film runs').toBe('Translate into Portuguese.');
  });

  it('Translate leaves out a film that was cleared', async () => {
    const { pass, user, session, give, open } = await three({ maxAtOnce: 2 });
    await give(() => session.clear('original'), 300);
    await open('E2.srt');
    await user.click(screen.getByRole('button', { name: 'Translate' }));
    await pass(10_000);
    await open('E1.srt');
    expect(region().textContent).not.toContain('can be repaired');
  });

  it('names all films that Translate sends, including one whose first batch alone was tried', async () => {
    const { click, requests, pass } = await three();
    await click(screen.getByRole('button', { name: 'Try the first batch' }), 3_000);
    expect(requests).toHaveLength(1);
    expect(region().textContent).toContain('3 films, 120 subtitles · about');
    expect(region().textContent).toContain('8 requests');
    await click(screen.getByRole('button', { name: 'Translate 3 films' }), 500);
    await pass(15_000);
    expect(requests).toHaveLength(9);
    expect(rows().map(([, state]) => state)).toEqual(['done', 'done', 'done']);
  });

  it('shows no Stop beside the list at Translate, because the open film is about to have one', async () => {
    const { drop, click } = await renderSeries(createStores(), { answer: () => inMs(60_000, success('')) });
    await drop(srt('E1.srt', 3), srt('E2.srt', 4), srt('E3.srt', 5));
    const seen = new Set<boolean | undefined>();
    const observer = new MutationObserver(() => seen.add(region().textContent?.includes('Stop')));
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
    await click(screen.getByRole('button', { name: 'Translate' }), 500);
    observer.disconnect();
    expect([...seen]).toEqual([false]);
    expect(screen.getByRole('button', { name: 'Stop' })).toBeDefined();
  });

  it('[D18.6] says that the cost is known once all files are read, and then the cost of all', async () => {
    const { drop, pass } = await renderSeries();
    const slow = srt('E3.srt', 25);
    const read = slow.arrayBuffer.bind(slow);
    slow.arrayBuffer = () => new Promise((resolve) => setTimeout(() => resolve(read()), 3_000));
    await drop(srt('E1.srt', 45), srt('E2.srt', 65), slow);
    const words = () => document.getElementById('estimate')?.textContent;
    expect(words()).toBe('The cost is known once all files are read.');
    await pass(5_000);
    expect(words()).toMatch(/^3 films, 135 subtitles · about/);
  });

  it('the sum counts the files that are still being read', async () => {
    const { drop, pass } = await renderSeries();
    const slow = srt('E3.srt', 25);
    const read = slow.arrayBuffer.bind(slow);
    slow.arrayBuffer = () => new Promise((resolve) => setTimeout(() => resolve(read()), 3_000));
    await drop(srt('E1.srt', 45), srt('E2.srt', 65), slow);
    const words = () => screen.getByRole('region', { name: 'Files' }).textContent;
    expect(words()).toMatch(/Reading 2 files….*0 of 3 films/);
    await pass(5_000);
    expect(words()).toContain('0 of 3 films, 135 subtitles');
  });

  it('offers the other films, with their price, after the open one was cleared', async () => {
    const { give, session, requests, click } = await three();
    await give(() => session.clear('original'), 300);
    const offer = screen.getByRole('button', { name: 'Translate 2 films' });
    const words = document.getElementById(offer.getAttribute('aria-describedby') ?? '')?.textContent;
    expect(words).toMatch(/^2 films, 90 subtitles · about [\d,]+ tokens in, [\d,]+ out · .*\$.* · 6 requests$/);
    await click(offer, 15_000);
    expect(filmsOf(requests)).toEqual([20, 20, 20, 5, 20, 5]);
  });

  it('[D18.5] Save all during the run also marks a film as saved that is finished meanwhile', async () => {
    const { click, pass, session, user, reload } = await three({ maxAtOnce: 1 });
    await click(translateButton(), 6_500);
    const { askOf } = session.analysis;
    vi.spyOn(session.analysis, 'askOf').mockImplementation(async (...asked: Parameters<typeof askOf>) => {
      await new Promise((resolve) => setTimeout(resolve, 500));
      return askOf(...asked) as never;
    });
    await user.click(screen.getByRole('button', { name: 'Save all' }));
    await user.click(screen.getByRole('button', { name: 'Leave them out' }));
    await pass(5_000);
    expect(rows().map(([, state]) => state)).toEqual(['saved', 'saved', 'done']);
    await reload();
    expect(rows().map(([, state]) => state)).toEqual(['saved', 'saved', 'done']);
  });

  it.each(['song', 'dialogue'] as const)(
    '[D9.1] estimates the tokens of a song, a lecture and a dialogue as of each film alone: open is the %s',
    async (open) => {
      const films = {
        song: Array.from({ length: 60 }, () => 'Oh, oh, oh.'),
        lecture: Array.from(
          { length: 160 },
          (_, at) =>
            `So the rate of change in this interval is ${at}, which is what we expected from the previous derivation.`,
        ),
        dialogue: Array.from({ length: 120 }, (_, at) => `I told you ${at} times to wait for me.`),
      };
      const { drop } = await renderSeries();
      const names = [open, ...Object.keys(films).filter((name) => name !== open)] as (keyof typeof films)[];
      await drop(...names.map((name, at) => new File([srtOf(films[name])], `${at} ${name}.srt`)));
      const model = DEFAULT_MODEL;
      const each = Object.values(films).map((texts) =>
        countFilm(texts.map((text, at) => ({ number: at + 1, time: '', text }))),
      );
      const { input, output } = sumOfTokens(
        each.flatMap((film) => estimateBatches(film, { prompt: 'Translate into Portuguese.', model })),
      );
      const words = document.getElementById('estimate')?.textContent ?? '';
      const [, tokensIn = '', tokensOut = ''] = /about ([\d,]+) tokens in, ([\d,]+) out/.exec(words) ?? [];
      const numberOf = (text: string) => Number(text.replaceAll(',', ''));
      expect(words).toContain('3 films, 340 subtitles');
      expect(words).toContain('17 requests');
      for (const [shownText, real] of [
        [tokensIn, input],
        [tokensOut, output],
      ] as const) {
        expect(numberOf(shownText) / real).toBeGreaterThan(0.95);
        expect(numberOf(shownText) / real).toBeLessThan(1.05);
      }
    },
  );

  it('warns before the run if the rest of the limit is less than the films cost', async () => {
    const own = { 'openai:gpt-4-0125-preview': { input: 1_000, output: 1_000 } };
    const { click, pass, settings, give, open } = await three({ priceBook: { own, stopAt: null } });
    await click(screen.getByRole('button', { name: 'Translate this film only' }), 5_000);
    await give(() => settings.setPrices({ stopAt: 20 }));
    await open('E2.srt');
    await pass(1_000);
    expect(document.getElementById('limit-too-low')).toBeNull();
    await give(() => settings.setPrices({ stopAt: 0.5 }), 500);
    expect(document.getElementById('limit-too-low')?.textContent).toMatch(
      /^The films cost more than the \$0\.08 that are left under “Stop at”, so the translation will pause/,
    );
  });
});

describe('[D18.8] the lines of each film that need a look', () => {
  /** The numbers in lines 3 and 23 differ from those of the original, in all films with these numbers. */
  const answer: NonNullable<RenderAppOptions['answer']> = ({ numbers }) =>
    success(JSON.stringify(Object.fromEntries(numbers.map((each) => [each, `PT ${each % 20 === 3 ? 99 : each}`]))));
  const stateOf = (name: string) =>
    fileButton(name).closest('li')?.querySelector('[id$=-state]')?.textContent ?? 'no row';

  async function judged(options: RenderAppOptions = {}) {
    const app = await renderSeries(createStores(), { maxAtOnce: 4, answer, ...options });
    await app.drop(srt('E1.srt', 45), srt('E2.srt', 15), srt('E3.srt', 2));
    await app.user.click(screen.getByRole('button', { name: 'Translate' }));
    await app.pass(8_000);
    return app;
  }

  it('are counted when a film is finished, whether it is open, saved or neither, and are not judged again after a reload', async () => {
    savedFiles();
    const { pass, open, user, settle, reload } = await judged();
    await pass(2_000);
    expect(rows()).toEqual([
      ['E1.srt', 'look', 'open'],
      ['E2.srt', 'look', ''],
      ['E3.srt', 'done', ''],
    ]);
    expect([stateOf('E1.srt'), stateOf('E2.srt')]).toEqual(['3 problems', '1 problem']);
    expect(region().textContent, 'they are translated').toContain('3 of 3 films');
    await open('E3.srt');
    await pass(2_000);
    expect(stateOf('E1.srt')).toBe('3 problems');
    await user.click(screen.getByRole('button', { name: 'Save all' }));
    await settle(1_000);
    expect([stateOf('E1.srt'), stateOf('E2.srt')]).toEqual(['3 problems, saved', '1 problem, saved']);
    expect(rows()[1]?.[1]).toBe('look');
    const again = await reload();
    const ask = vi.spyOn(again.session.analysis, 'ask');
    await again.settle(3_000);
    expect([stateOf('E1.srt'), stateOf('E2.srt')]).toEqual(['3 problems, saved', '1 problem, saved']);
    expect(ask.mock.calls.map(([name]) => name)).not.toContain('toReview');
  });

  it('follow the edits of the open film, also if it is closed before its last edit was judged', async () => {
    const { session, give, open, pass } = await judged();
    await pass(2_000);
    await give(() => session.markLines([3], { confirmed: true }), 1_000);
    expect(stateOf('E1.srt')).toBe('2 problems');
    await give(() => session.changeLines([{ number: 23, text: 'PT 23' }]), 3_000);
    expect(stateOf('E1.srt')).toBe('1 problem');
    await open('E2.srt');
    expect(stateOf('E1.srt')).toBe('1 problem');
    await open('E1.srt');
    await give(() => session.changeLines([{ number: 23, text: 'PT 99' }]));
    await open('E3.srt');
    await pass(3_000);
    expect(stateOf('E1.srt')).toBe('2 problems');
  });
});

describe('[D18.9] the review of all films', () => {
  /** The numbers in lines 3 and 23 differ from those of the original. */
  const answer: NonNullable<RenderAppOptions['answer']> = ({ numbers }) =>
    success(JSON.stringify(Object.fromEntries(numbers.map((each) => [each, `PT ${each % 20 === 3 ? 99 : each}`]))));

  async function judged(its = answer) {
    const app = await renderSeries(createStores(), { maxAtOnce: 4, answer: its });
    await app.drop(srt('Show E1.srt', 25), srt('Show E2.srt', 2), srt('Show E3.srt', 45), srt('Show E4.srt', 1));
    await app.click(screen.getByRole('button', { name: 'Translate' }), 10_000);
    return app;
  }
  const nameNow = ({ session }: Awaited<ReturnType<typeof judged>>) => session.store.getState().fileName;
  const lineNow = () => document.activeElement?.id;

  it('“Review” counts the lines of all films, and goes first to those of the open film, then to the next film', async () => {
    const app = await judged();
    await app.click(screen.getByRole('button', { name: 'Review 5 lines in 2 films' }), 500);
    await app.settle(500);
    expect(lineNow()).toBe('line-3');
    await app.give(() => app.session.markLines([3, 23], { confirmed: true }), 1_000);
    await app.click(screen.getByRole('button', { name: 'Review 3 lines in E3' }), 1_000);
    expect(nameNow(app)).toBe('Show E3.srt');
    expect(lineNow()).toBe('line-3');
  });

  it('[D18.3] the keys for the next and the previous film move the focus from a line to a line, and from a row of the list to the film’s row', async () => {
    const app = await judged();
    await app.click(screen.getByRole('button', { name: 'Review 5 lines in 2 films' }), 500);
    await app.settle(500);
    const press = async (key: string) => {
      await app.user.keyboard(`{Alt>}{Shift>}{${key}}{/Shift}{/Alt}`);
      await app.settle(1_500);
    };
    await press('PageDown');
    expect([nameNow(app), lineNow()]).toEqual(['Show E2.srt', 'line-1']);
    await press('PageUp');
    expect([nameNow(app), lineNow()], 'the line that was left').toEqual(['Show E1.srt', 'line-3']);
    await app.give(() => fileButton('Show E1.srt').focus());
    await press('PageDown');
    expect([nameNow(app), document.activeElement]).toEqual(['Show E2.srt', fileButton('Show E2.srt')]);
  });

  it('[D18.3] the next key belongs to the lines of the film that is opened as soon as they are drawn', async () => {
    const app = await judged();
    await app.click(screen.getByRole('button', { name: 'Review 5 lines in 2 films' }), 500);
    await app.settle(500);
    await app.user.keyboard('{Alt>}{Shift>}{PageDown}{/Shift}{/Alt}');
    const areDrawn = () => document.getElementById('line-2') !== null && document.getElementById('line-3') === null;
    while (!areDrawn()) await app.settle(10);
    await app.settle(50);
    expect([nameNow(app), lineNow()]).toEqual(['Show E2.srt', 'line-1']);
    await app.user.keyboard('{ArrowDown}');
    expect(lineNow()).toBe('line-2');
    await app.user.keyboard('{ArrowUp}{Alt>}{Shift>}{PageDown}{/Shift}{/Alt}');
    await app.settle(1_000);
    await app.user.keyboard('{Enter}');
    expect([nameNow(app), lineNow()], 'both have a line 1').toEqual(['Show E3.srt', 'line-editor']);
  });

  it('[D18.3] the Tab stop of the list is the film that another key has opened, not the row that was used before', async () => {
    const app = await judged();
    const stops = () =>
      within(screen.getByRole('list', { name: 'Files' }))
        .getAllByRole('button')
        .filter(({ tabIndex }) => tabIndex === 0)
        .map(({ textContent }) => textContent);
    act(() => fileButton('Show E4.srt').focus());
    act(() => screen.getByRole('heading', { name: 'Batches' }).focus());
    expect(stops()).toEqual(['Show E4.srt']);
    await app.user.keyboard('{Alt>}{Shift>}{PageDown}{/Shift}{/Alt}');
    await app.settle(1_000);
    expect([nameNow(app), ...stops()]).toEqual(['Show E2.srt', 'Show E2.srt']);
  });

  it('[D18.3] another film that is opened by a key takes the focus from the box “Errors” to its panel, not to the page', async () => {
    const app = await renderSeries(createStores(), { answer: () => failure('bad-key', 'Incorrect API key.') });
    await app.drop(srt('E1.srt', 25), srt('E2.srt', 2));
    await app.click(screen.getByRole('button', { name: 'Translate' }), 5_000);
    act(() => screen.getByRole('textbox', { name: 'Errors' }).focus());
    await app.user.keyboard('{Alt>}{Shift>}{PageDown}{/Shift}{/Alt}');
    await app.settle(2_000);
    expect(nameNow(app)).toBe('E2.srt');
    expect(document.activeElement).not.toBe(document.body);
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Translation');
  });

  /** F8 was pressed in the third film before its lines are judged, which `judge` ends. */
  async function pressedBeforeJudged() {
    const app = await judged();
    await app.give(() => app.page.setState({ view: 'lines' }));
    await app.settle(1_000);
    const { ask } = app.session.analysis;
    let judge = () => {};
    const isDue = new Promise<void>((resolve) => {
      judge = resolve;
    });
    const judgesLate = async (...asked: Parameters<typeof ask>) => {
      if (asked[0] === 'judge') await isDue;
      return ask(...asked);
    };
    vi.spyOn(app.session.analysis, 'ask').mockImplementation(judgesLate as typeof ask);
    await app.open('Show E3.srt');
    await app.user.keyboard('{F8}');
    await app.settle(100);
    expect(lineNow()).not.toBe('line-3');
    return { app, judge: () => judge() };
  }

  it('[D18.9] F8 just after a film was opened waits until its lines are checked, and then goes to the first one', async () => {
    const { app, judge } = await pressedBeforeJudged();
    judge();
    await app.settle(500);
    expect([nameNow(app), lineNow()]).toEqual(['Show E3.srt', 'line-3']);
  });

  it('[D18.9] a line that is pressed while F8 waits stays the person’s line', async () => {
    const { app, judge } = await pressedBeforeJudged();
    const row = document.getElementById('line-1') as HTMLElement;
    await app.user.click(row.querySelector('[role=gridcell]') ?? row);
    await app.settle(50);
    judge();
    await app.settle(500);
    expect(lineNow()).toBe('line-1');
  });

  it('Stop is the main button while other films are translated after the open one, then “Review” is', async () => {
    const slow: typeof answer = (asked, ...more) =>
      asked.numbers[0] === 41 ? inMs(20_000, success(replyOf(asked.numbers))) : answer(asked, ...more);
    const app = await renderSeries(createStores(), { maxAtOnce: 4, answer: slow });
    await app.drop(srt('E1.srt', 25), srt('E2.srt', 45));
    await app.click(screen.getByRole('button', { name: 'Translate' }), 8_000);
    const variantOf = (name: RegExp) => screen.getByRole('button', { name }).dataset.variant;
    expect([variantOf(/^Stop$/), variantOf(/^Review /)]).toEqual(['primary', 'bordered']);
    await app.pass(20_000);
    expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull();
    expect(variantOf(/^Review /)).toBe('primary');
  });

  it('[D18.5] “Save all” is the main button once all films are done and nothing in them needs a look', async () => {
    const app = await renderSeries(createStores(), {
      maxAtOnce: 4,
      // Two spaces in a row are a problem.
      answer: ({ numbers }) => success(replyOf(numbers).replace('PT 41', 'PT  41')),
    });
    const primaries = () =>
      [...document.querySelectorAll('[data-variant=primary]')].map((button) => button.textContent);
    await app.drop(srt('E1.srt', 25), srt('E2.srt', 30), srt('E3.srt', 45));
    await app.click(screen.getByRole('button', { name: 'Translate' }), 10_000);
    expect(primaries()).toEqual(['Review 1 line in E3']);
    await app.user.click(fileButton('Remove E3.srt'));
    await app.settle(1_000);
    expect(primaries()).toEqual(['Save all']);
    // “Save as” is there at once, and nothing says that the film is not ready.
    await app.open('E2.srt');
    const steps = within(screen.getByRole('list', { name: 'Steps' }));
    expect(steps.getByText('Download').getAttribute('aria-current')).toBe('step');
    await app.settle(1_000);
    expect(primaries()).toEqual(['Save all']);
    await app.drop(srt('E4.srt', 3));
    expect(primaries()).toEqual(['Save as E2.pt.srt']);
  });

  it('[D18.5] “Save all” is the main button beside skipped films, and at once when another film is done', async () => {
    const app = await renderSeries(createStores(), { maxAtOnce: 4 });
    const primaries = () =>
      [...document.querySelectorAll('[data-variant=primary]')].map((button) => button.textContent);
    await app.drop(srt('E1.srt', 25), srt('E2.srt', 30), srt('E2 copy.srt', 30));
    await app.click(screen.getByRole('button', { name: 'Translate' }), 10_000);
    expect(rows().map(([, state]) => state)).toEqual(['done', 'done', 'skipped']);
    expect(primaries()).toEqual(['Save all']);
    const others = app.session.others as StoreApi<ReadonlyMap<string, Work>>;
    const before = others.getState();
    const id = app.page.getState().series.rows[1]?.id ?? '';
    const failed = { ...EMPTY_WORK, id, batches: batchesOf([['refused', '']]) };
    await app.give(() => others.setState(new Map([...before, [id, failed]]), true), 200);
    expect(primaries(), 'a film is not done any more').toEqual(['Save as E1.pt.srt']);
    await app.give(() => others.setState(before, true), 200);
    expect(primaries(), 'it is done again').toEqual(['Save all']);
    await app.click(fileButton('Remove E2 copy.srt'), 1_000);
    await app.click(fileButton('Remove E2.srt'), 1_000);
    expect(primaries(), 'one film alone').toEqual(['Save as E1.pt.srt']);
  });

  it('a second quick F8 skips no film: it stays in a film whose lines are not checked yet', async () => {
    const app = await renderSeries(createStores(), { maxAtOnce: 4, answer });
    const other = new File([sampleSrt(45).replaceAll('Фраза', 'Слово')], 'Show E3.srt');
    await app.drop(srt('Show E1.srt', 25), other, srt('Show E4.srt', 1));
    await app.click(screen.getByRole('button', { name: 'Translate' }), 10_000);
    await app.open('Show E4.srt');
    await app.give(() => app.session.markLines([1], { flagged: true }), 1_000);
    await app.open('Show E1.srt');
    await app.give(() => app.page.setState({ view: 'lines' }));
    await app.settle(2_000);
    await app.user.keyboard('{F8}{F8}');
    const { ask } = app.session.analysis;
    const neverJudges = (...asked: Parameters<typeof ask>) =>
      asked[0] === 'judge' ? new Promise<never>(() => {}) : ask(...asked);
    vi.spyOn(app.session.analysis, 'ask').mockImplementation(neverJudges as typeof ask);
    await app.user.keyboard('{F8}');
    await app.settle(1_000);
    expect(nameNow(app)).toBe('Show E3.srt');
    expect(screen.queryByRole('button', { name: /^Next: / })).toBeNull();
    await app.user.keyboard('{F8}');
    await app.settle(1_000);
    expect(nameNow(app)).toBe('Show E3.srt');
  });

  it('“To review” keeps the room of its number until the lines of another film are checked, so that nothing beside it moves', async () => {
    const app = await judged();
    await app.give(() => app.page.setState({ view: 'lines' }));
    await app.settle(1_000);
    const chip = () => screen.getByRole('radio', { name: /^To review/ });
    const hidden = () => chip().closest('label')?.querySelector('[aria-hidden]')?.textContent;
    const number = chip().closest('label')?.textContent?.replace('To review ', '');
    expect([Number(number) > 0, hidden()]).toEqual([true, undefined]);
    const { ask } = app.session.analysis;
    const neverJudges = (...asked: Parameters<typeof ask>) =>
      asked[0] === 'judge' ? new Promise<never>(() => {}) : ask(...asked);
    vi.spyOn(app.session.analysis, 'ask').mockImplementation(neverJudges as typeof ask);
    await app.open('Show E3.srt');
    expect(hidden()).toBe(number);
    expect(screen.getByRole('radio', { name: 'To review' })).toBe(chip());
  });

  it('F8 pressed before the line of the next film is visible skips no line', async () => {
    const app = await judged();
    await app.give(() => app.page.setState({ view: 'lines' }));
    await app.settle(1_000);
    await app.user.keyboard('{F8}{F8}');
    // The browser draws no frame.
    vi.spyOn(window, 'requestAnimationFrame').mockImplementation(() => 0);
    await app.user.keyboard('{F8}');
    await app.settle(1_000);
    await app.user.keyboard('{F8}{F8}');
    await app.settle(100);
    expect([nameNow(app), app.page.getState().linePlace?.number]).toEqual(['Show E3.srt', 3]);
  });

  it('F8 after a film’s last line that needs a look opens the next such film; after the last film the page says so', async () => {
    const app = await judged();
    await app.give(() => app.page.setState({ view: 'lines' }));
    await app.settle(1_000);
    await app.user.keyboard('{F8}');
    expect(lineNow()).toBe('line-3');
    expect(screen.queryByRole('button', { name: /^Next: / })).toBeNull();
    await app.user.keyboard('{F8}');
    expect(lineNow()).toBe('line-23');
    expect(screen.getByRole('button', { name: 'Next: E3, 3 problems' })).toBeDefined();
    await app.user.keyboard('{F8}');
    await app.settle(1_000);
    expect(nameNow(app)).toBe('Show E3.srt');
    expect(lineNow()).toBe('line-3');
    await app.user.keyboard('{F8}{F8}');
    expect(lineNow()).toBe('line-43');
    expect(screen.getByRole('status', { name: 'Next film' }).textContent).toBe(
      'No later film has lines to review. Earlier films have lines to review.',
    );
    expect(screen.queryByRole('button', { name: /^Next: / })).toBeNull();
    const { series } = app.page.getState();
    const coming = series.rows.slice(-1).map((row) => ({ ...row, id: 'coming', path: 'E4.srt', ok: 0, review: null }));
    await app.give(() => app.page.setState({ series: { ...series, rows: [...series.rows, ...coming] } }));
    expect(screen.getByRole('status', { name: 'Next film' }).textContent).toBe(
      'No later film has lines to review so far. Some later films are not translated or checked yet. Earlier films have lines to review.',
    );
  });

  it('Find counts the lines of all films, one film after another, and “Next hit” continues in the next film', async () => {
    const app = await judged();
    await app.give(() => app.page.setState({ view: 'lines' }));
    await app.settle(1_000);
    const ask = vi.spyOn(app.session.analysis, 'ask');
    const searched = () => ask.mock.calls.filter(([name]) => name === 'findIn').length;
    const find = screen.getByRole('searchbox', { name: 'Find in lines' });
    await app.user.click(find);
    await app.user.keyboard('9');
    await app.settle(100);
    expect(screen.getByText('4 lines')).toBeDefined();
    await app.user.keyboard('9');
    await app.settle(200);
    expect(searched()).toBe(0);
    await app.settle(1_000);
    expect(screen.getByText('2 lines · 5 in 2 films')).toBeDefined();
    expect(searched()).toBe(3);
    await app.user.keyboard('{Enter}{Enter}');
    await app.settle(300);
    expect(screen.getByText('2 of 2 lines · 5 in 2 films')).toBeDefined();
    const next = screen.getByRole('button', { name: 'Next hit in E3' });
    await app.give(() => app.session.changeLines([{ number: 3, text: 'PT 3' }]), 1_000);
    await app.user.click(next);
    await app.settle(1_000);
    expect(nameNow(app)).toBe('Show E3.srt');
    expect(document.activeElement).toBe(next);
    expect(document.querySelector('[role=row][tabindex="0"]')?.id).toBe('line-3');
    expect(screen.getByText('1 of 3 lines · 4 in 2 films')).toBeDefined();
    await app.user.keyboard('{Enter}');
    await app.settle(300);
    expect(screen.getByText('2 of 3 lines · 4 in 2 films')).toBeDefined();
    await app.user.click(find);
    await app.user.keyboard('{Enter}');
    await app.settle(300);
    expect(screen.getByRole('button', { name: 'Next hit in E1' })).toBeDefined();
    await app.user.keyboard('{Enter}');
    await app.settle(1_000);
    expect(nameNow(app)).toBe('Show E1.srt');
    expect(document.activeElement).toBe(find);
    expect(screen.getByText('1 of 1 line · 4 in 2 films')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Replace in this film' })).toBeDefined();
  });

  /** The lines of all films with "99" are found: lines 3 and 23 of E1, lines 3, 23 and 43 of E3. */
  async function found() {
    const app = await judged();
    await app.give(() => app.page.setState({ view: 'lines' }));
    await app.settle(1_000);
    const find = screen.getByRole('searchbox', { name: 'Find in lines' });
    await app.user.click(find);
    await app.user.keyboard('99');
    await app.settle(1_500);
    const keys = async (pressed: string, waitMs = 1_000) => {
      await app.user.keyboard(pressed);
      await app.settle(waitMs);
    };
    const activeNow = () => document.querySelector('[role=row][tabindex="0"]')?.id;
    return { ...app, find, keys, place: () => [nameNow(app), activeNow()] };
  }

  it('“Previous hit” goes back through the films, each at its last hit, with Shift+Enter and Shift+F3', async () => {
    const app = await found();
    await app.keys('{Enter}');
    expect(app.place()).toEqual(['Show E1.srt', 'line-3']);
    expect(screen.getByRole('button', { name: 'Previous hit in E3' })).toBeDefined();
    await app.keys('{Shift>}{Enter}{/Shift}');
    expect(app.place()).toEqual(['Show E3.srt', 'line-43']);
    expect(document.activeElement).toBe(app.find);
    await app.keys('{Shift>}{F3}{/Shift}');
    expect(app.place()).toEqual(['Show E3.srt', 'line-23']);
    await app.click(screen.getByRole('button', { name: 'Previous hit' }), 500);
    await app.click(screen.getByRole('button', { name: 'Previous hit in E1' }), 1_000);
    expect(app.place()).toEqual(['Show E1.srt', 'line-23']);
    await app.keys('{F3}');
    expect(app.place()).toEqual(['Show E3.srt', 'line-3']);
  });

  it('a second Enter counts while the next film is opened, and does not take the focus back to Find', async () => {
    const app = await found();
    await app.keys('{Enter}{Enter}');
    expect(app.place()).toEqual(['Show E1.srt', 'line-23']);
    app.stores.database.slowness = () => new Promise((resolve) => setTimeout(resolve, 400));
    await app.keys('{Enter}', 100);
    await app.keys('{Enter}', 100);
    app.stores.database.slowness = undefined;
    await app.settle(3_000);
    expect(app.place()).toEqual(['Show E3.srt', 'line-23']);
    await app.keys('{Enter}');
    app.stores.database.slowness = () => new Promise((resolve) => setTimeout(resolve, 400));
    await app.keys('{Enter}', 100);
    await app.user.click(screen.getByRole('textbox', { name: 'Go to number' }));
    app.stores.database.slowness = undefined;
    await app.settle(3_000);
    expect(app.place()).toEqual(['Show E1.srt', 'line-3']);
    expect(document.activeElement).not.toBe(app.find);
  });

  it('the focus comes back to Find, however long the browser needs to store the film that was left', async () => {
    const app = await found();
    await app.keys('{Enter}{Enter}');
    const end = app.session.store.subscribe((now, before) => {
      if (now.id !== before.id)
        app.stores.database.slowness = () => new Promise((resolve) => setTimeout(resolve, 1_500));
    });
    await app.user.click(app.find);
    await app.keys('{Enter}', 6_000);
    end();
    app.stores.database.slowness = undefined;
    expect(app.place()).toEqual(['Show E3.srt', 'line-3']);
    expect(document.activeElement).toBe(app.find);
    await app.keys('{Enter}');
    expect(app.place(), 'the next press is meant for Find').toEqual(['Show E3.srt', 'line-23']);
  });

  it('after a hit that was corrected and does not match any more, “Next hit” continues from there', async () => {
    const app = await found();
    await app.keys('{Enter}{Enter}');
    await app.give(() => app.session.changeLines([{ number: 23, text: 'PT 23' }]), 1_000);
    expect(screen.getByText('1 line · 4 in 2 films')).toBeDefined();
    await app.keys('{Enter}');
    expect(app.place()).toEqual(['Show E3.srt', 'line-3']);
    await app.keys('{Shift>}{Enter}{/Shift}');
    expect(app.place()).toEqual(['Show E1.srt', 'line-3']);
  });

  it('what is typed in a line stays in its own film, and the next film, which is stored later, gets nothing of it', async () => {
    const app = await judged();
    await app.user.click(screen.getByRole('radio', { name: 'Lines' }));
    await app.settle(1_000);
    await app.user.click(screen.getByText('PT 2'));
    await app.settle(500);
    await app.user.keyboard(' one');
    app.stores.database.slowness = () => new Promise((resolve) => setTimeout(resolve, 400));
    await app.user.keyboard('{Alt>}{Shift>}{PageDown}{/Shift}{/Alt}');
    await app.settle(100);
    expect(nameNow(app)).toBe('Show E2.srt');
    await app.user.keyboard(' two');
    app.stores.database.slowness = undefined;
    await app.settle(2_000);
    expect(nameNow(app)).toBe('Show E2.srt');
    const { translated } = app.session.store.getState();
    expect(translated).toContain('PT 2\n');
    expect(translated).not.toContain('two');
    await app.user.keyboard('{Alt>}{Shift>}{PageUp}{/Shift}{/Alt}');
    await app.settle(2_000);
    expect(nameNow(app)).toBe('Show E1.srt');
    expect(lineOf(app.session.store.getState(), 2)?.translation).toBe('PT 2 one');
  });

  it.each([
    ['nothing of it is drawn', { areLinesDrawn: false, isRunning: false }],
    ['its lines are drawn', { areLinesDrawn: true, isRunning: false }],
    ['nothing of it is drawn, and both films run', { areLinesDrawn: false, isRunning: true }],
  ])('[D18.9] a key that is pressed while another film comes, when %s, acts on that film', async (_, when) => {
    const { areLinesDrawn, isRunning } = when;
    const slow: typeof answer = (asked, ...more) =>
      asked.numbers.length < 20 ? inMs(60_000, success(replyOf(asked.numbers))) : answer(asked, ...more);
    const app = await judged(isRunning ? slow : answer);
    await app.user.click(screen.getByRole('radio', { name: 'Lines' }));
    await app.settle(1_000);
    const shown = () => [
      screen.getByRole('grid', { name: 'Lines' }).getAttribute('aria-rowcount'),
      rows().find(([, , open]) => open === 'open')?.[0],
    ];
    await app.user.click(screen.getByText('PT 2'));
    expect(shown()).toEqual(['28', 'Show E1.srt']);
    await act(async () => fileButton('Show E3.srt').click());
    for (let tries = 0; tries < 50 && nameNow(app) !== 'Show E3.srt'; tries++) await app.settle(0);
    expect(nameNow(app)).toBe('Show E3.srt');
    if (areLinesDrawn) await app.settle(1);
    expect(shown()).toEqual([areLinesDrawn ? '49' : '28', 'Show E1.srt']);
    const press = new KeyboardEvent('keydown', { key: 'End', ctrlKey: true, bubbles: true, cancelable: true });
    const shownToKey: unknown[] = [];
    window.addEventListener('keydown', () => shownToKey.push(...shown()), { capture: true, once: true });
    await act(async () => void screen.getByRole('grid', { name: 'Lines' }).dispatchEvent(press));
    expect(shownToKey).toEqual(['49', 'Show E3.srt']);
    await app.settle(1_000);
    expect(lineNow()).toBe('line-45');
  });

  it('“Retry failed” sends the failed batches of all films again, and no other', async () => {
    let isRefused = true;
    const app = await renderSeries(createStores(), {
      maxAtOnce: 4,
      answer: ({ numbers }) =>
        isRefused && numbers.length < 20 ? failure('bad-request', `No ${numbers.length}.`) : success(replyOf(numbers)),
    });
    await app.drop(srt('E1.srt', 41), srt('E2.srt', 42), srt('E3.srt', 20));
    await app.click(screen.getByRole('button', { name: 'Translate' }), 8_000);
    expect(rows().map(([, state]) => state)).toEqual(['failed', 'failed', 'done']);
    isRefused = false;
    const sent = app.requests.length;
    await app.click(within(region()).getByRole('button', { name: 'Retry failed (2 in 2 films)' }), 5_000);
    expect(app.requests.slice(sent).map(({ numbers }) => numbers)).toEqual([[41], [41, 42]]);
    expect(rows().map(([, state]) => state)).toEqual(['done', 'done', 'done']);
  });
});

describe('[D18.10] files that the rules of their format refuse', () => {
  /** Of three blocks the second and the third have no blank line before them, or a wrong arrow. */
  const broken = (at: number) =>
    `1\n00:00:0${at},000 -> 00:00:0${at},900\nOne\n\n2\n00:00:1${at},000 -> 00:00:1${at},900\nTwo\n`;
  const wordsOf = (name: string) =>
    fileButton(name).closest('li')?.querySelector('[id$=-state]')?.textContent ?? 'no row';

  async function twoBroken() {
    const app = await renderSeries(createStores(), { maxAtOnce: 4 });
    await app.drop(new File([broken(1)], 'E1.srt'), new File([broken(2)], 'E2.srt'), srt('E3.srt', 4));
    return app;
  }

  it('say how many places can be mended, and are not sent', async () => {
    const { click, requests } = await twoBroken();
    expect(rows().map(([, state]) => state)).toEqual(['look', 'look', 'waiting']);
    expect([wordsOf('E1.srt'), wordsOf('E2.srt')]).toEqual(['can be mended: 2 places', 'can be mended: 2 places']);
    expect(region().textContent).toContain('0 of 1 film, 4 subtitles · 2 not ready');
    await click(screen.getByRole('button', { name: 'Translate 1 film' }), 3_000);
    expect(requests.map(({ numbers }) => numbers)).toEqual([[1, 2, 3, 4]]);
    expect(region().textContent).toContain('1 of 1 film');
  });

  it('“Mend all” mends each as “Mend the file” does, and Undo brings all back, also after a reload of the page', async () => {
    const { click, settle, session, reload } = await twoBroken();
    await click(screen.getByRole('button', { name: 'Mend all' }), 500);
    await settle(1_000);
    expect(rows().map(([, state]) => state)).toEqual(['waiting', 'waiting', 'waiting']);
    expect(region().textContent).toContain('The page repaired 2 files.');
    expect(document.activeElement, 'the button has gone').toBe(fileButton('E1.srt'));
    expect(session.store.getState().sourceText).toContain('-->');
    await click(screen.getByRole('button', { name: 'Undo repairs' }), 500);
    await settle(1_000);
    expect(rows().map(([, state]) => state)).toEqual(['look', 'look', 'waiting']);
    expect(session.store.getState().sourceText).toBe(broken(1));
    expect(screen.queryByRole('button', { name: 'Undo repairs' })).toBeNull();
    expect(region().textContent).toContain('Undone: the repairs of 2 files.');
    await click(screen.getByRole('button', { name: 'Mend all' }), 500);
    await settle(1_000);
    const after = await reload();
    await after.settle(1_000);
    await after.open('E2.srt');
    expect(after.session.store.getState().sourceText).toContain('-->');
    await after.give(() => after.session.undo(), 500);
    expect(after.session.store.getState().sourceText).toBe(broken(2));
  });

  it('“Undo repairs” says why a file stays repaired, and counts no file that was removed', async () => {
    const { click, settle, session, give } = await twoBroken();
    await click(screen.getByRole('button', { name: 'Mend all' }), 500);
    await settle(1_000);
    await give(() => session.edit('original', broken(9)), 500);
    await click(screen.getByRole('button', { name: 'Remove E2.srt' }), 500);
    await click(screen.getByRole('button', { name: 'Undo repairs' }), 500);
    await settle(1_000);
    expect(region().textContent).toContain(
      '1 file stays repaired, because you changed or translated it after the repair.',
    );
  });
});

describe('[D18.11] a skipped film', () => {
  it.each([
    ['skipped', srt('B.srt', 3), 'This film is skipped. “Translate it all the same” in the list adds it.'],
    ['to be repaired', new File(['1\n00:00:01,000 -> 00:00:02,000\nHello.\n'], 'B.srt'), 'Repair this file first.'],
  ])(
    '[D18.6] Translate says why it sends nothing, and names no price, if all other films are done and the open one is %s',
    async (_, file, why) => {
      const { drop, open, click, requests, settle } = await renderSeries();
      await drop(srt('A.srt', 3), file);
      const translate = () => click(screen.getByRole('button', { name: 'Translate' }), 4_000);
      await translate();
      await open('B.srt');
      await settle(500);
      expect(document.getElementById('estimate')).toBeNull();
      await translate();
      expect(requests).toHaveLength(1);
      expect(screen.getByRole('status', { name: 'Files' }).textContent).toBe(
        `Nothing was sent, because no film is left to translate. ${why}`,
      );
    },
  );

  it('is translated if a person wants it, also after a reload', async () => {
    const app = await renderSeries(createStores(), { maxAtOnce: 4 });
    await app.drop(srt('A.srt', 3), srt('B.srt', 3));
    expect(region().textContent).toContain('0 of 1 film, 3 subtitles');
    await app.click(screen.getByRole('button', { name: 'Translate it all the same' }), 500);
    expect(rows().map(([, state]) => state)).toEqual(['waiting', 'waiting']);
    expect(region().textContent).toContain('0 of 2 films, 6 subtitles');
    const { click, requests, settle } = await app.reload();
    await settle(500);
    await click(screen.getByRole('button', { name: 'Translate' }), 4_000);
    expect(requests).toHaveLength(2);
    expect(rows().map(([, state]) => state)).toEqual(['done', 'done']);
  });
});

describe('the film notes of a series', () => {
  it('[D18.30][D18.32] say that they are for all films, and a person can be for named films', async () => {
    const { drop, user, session } = await renderSeries();
    await drop(srt('E1.srt', 3), srt('E2.srt', 4), srt('E3.srt', 5), srt('E1 copy.srt', 3));
    await user.click(screen.getByRole('button', { name: 'Film notes' }));
    const notes = within(screen.getByRole('region', { name: 'Film notes' }));
    expect(region().textContent).toContain('0 of 3 films');
    expect(notes.getByText('For all 3 films')).toBeDefined();
    await user.click(notes.getByRole('button', { name: 'Add person' }));
    await user.type(notes.getByRole('textbox', { name: 'Name 1' }), 'Anna');
    await user.type(notes.getByRole('combobox', { name: 'Films 1' }), 'E2, E9');
    expect(session.store.getState().notes.people).toMatchObject([{ name: 'Anna', films: 'E2, E9' }]);
    await vi.waitFor(() =>
      expect(notes.getByRole('status', { name: 'About these notes' }).textContent).toBe(
        'People: no film is named “E9”.',
      ),
    );
  });

  it('[D18.32] never offers a folder as a film of a person, and reports one that was typed: requests use only the names of files', async () => {
    const { drop, user } = await renderSeries();
    await drop(
      inFolder('Course/Week 1/Talk.srt', 3),
      inFolder('Course/Week 2/Talk.srt', 4),
      inFolder('Course/Intro.srt', 5),
    );
    await user.click(screen.getByRole('button', { name: 'Film notes' }));
    const notes = within(screen.getByRole('region', { name: 'Film notes' }));
    await user.click(notes.getByRole('button', { name: 'Add person' }));
    const cell = notes.getByRole('combobox', { name: 'Films 1' }) as HTMLInputElement;
    expect([...(cell.list?.options ?? [])].map(({ value }) => value).toSorted()).toEqual(['Intro', 'Talk']);
    await user.type(notes.getByRole('textbox', { name: 'Name 1' }), 'Anna');
    await user.type(cell, 'Week 2, Talk');
    await vi.waitFor(() =>
      expect(notes.getByRole('status', { name: 'About these notes' }).textContent).toBe(
        'People: no film is named “Week 2”.People: several films are named “Talk”, in different folders. The row goes with all of them.',
      ),
    );
  });
});

describe('[D18.33] “Read the film” in a series', () => {
  it('names the films that are not read, without those that were removed since, also after a reload', async () => {
    const app = await renderSeries(createStores(), {
      answer: ({ reading, numbers }) => (reading ? failure('quota', 'empty') : success(replyOf(numbers))) as never,
    });
    await app.drop(srt('Show.E1.srt', 3), srt('Show.E2.srt', 4), srt('Show.E3.srt', 5));
    const said = () =>
      within(screen.getByRole('region', { name: 'Film notes' })).getByRole('status', { name: 'Reading' }).textContent;
    const openNotes = () => app.user.click(screen.getByRole('button', { name: 'Film notes' }));
    await openNotes();
    await app.click(screen.getByRole('button', { name: 'Read the film' }), 1_000);
    const dialog = within(screen.getByRole('dialog', { name: 'Read the film' }));
    await app.user.click(dialog.getByRole('radio', { name: /^All films: 3 films/ }));
    await app.click(dialog.getByRole('button', { name: 'Send' }), 5_000);
    expect(said()).toMatch(/^Not read: E1, E2, E3\./);
    await app.click(within(region()).getByRole('button', { name: 'Remove Show.E2.srt' }), 1_000);
    expect(said()).toMatch(/^Not read: E1, E3\./);
    const { settle, open } = await app.reload();
    await settle(1_000);
    await openNotes();
    const words = said();
    expect(words).toMatch(/^Not read: E1, E3\. .*empty/);
    expect(screen.getByRole('button', { name: 'Resume reading' })).toBeDefined();
    await open('Show.E3.srt');
    expect(said(), 'the reason stands in a film that is not in memory').toBe(words);
  });

  it('names a film for which the reply was of no use, and reads it again on request', async () => {
    let count = 0;
    const { drop, click, user } = await renderSeries(createStores(), {
      answer: ({ reading, numbers }) =>
        success(
          !reading
            ? replyOf(numbers)
            : ++count === 1
              ? 'I cannot do that.'
              : JSON.stringify({ people: [{ name: `Anna ${count}`, translation: '', gender: 'female', note: '' }] }),
        ),
    });
    await drop(srt('Show.E1.srt', 3), srt('Show.E2.srt', 4), srt('Show.E3.srt', 5));
    const notes = () => within(screen.getByRole('region', { name: 'Film notes' }));
    const said = () => notes().getByRole('status', { name: 'Reading' }).textContent;
    const send = () => click(screen.getByRole('button', { name: 'Send' }), 6_000);
    await user.click(screen.getByRole('button', { name: 'Film notes' }));
    await click(screen.getByRole('button', { name: 'Read the film' }), 1_000);
    await user.click(screen.getByRole('radio', { name: /^All films: 3 films/ }));
    await send();
    expect(said()).toBe('Not read: E1. The reply of the model could not be used.');
    await click(notes().getByRole('button', { name: 'Resume reading' }), 1_000);
    expect(screen.getByRole('radio', { name: /^All films: 1 film, 1 request/ })).toBeDefined();
    await send();
    expect(said()).toBe('The model has read 3 films.');
  });

  it('says so instead of a price if no film waits to be translated', async () => {
    const { drop, click } = await renderSeries();
    await drop(srt('Show.E1.srt', 3), srt('Show.E2.srt', 4));
    await click(screen.getByRole('button', { name: 'Translate' }), 3_000);
    await click(screen.getAllByRole('button', { name: 'Film notes' })[0] as HTMLElement, 1_000);
    await click(screen.getByRole('button', { name: 'Read the film' }), 1_000);
    expect(screen.getByRole('radio', { name: 'All films: no film waits to be translated' })).toBeDefined();
  });

  it('asks what to read with the price of each choice, says in which film each note was found, and asks about the notes at Translate', async () => {
    let count = 0;
    const answers = ['Anna', 'Bert'].map((name) =>
      success(JSON.stringify({ people: [{ name, translation: name, gender: 'female', note: '' }] })),
    );
    const { drop, user, click, settle, requests, session } = await renderSeries(createStores(), {
      answer: ({ reading, numbers }) =>
        (reading ? (answers[count++] ?? answers[0]) : success(replyOf(numbers))) as never,
    });
    await drop(srt('Show.E1.srt', 3), srt('Show.E2.srt', 4));
    await user.click(screen.getByRole('button', { name: 'Film notes' }));
    const notes = within(screen.getByRole('region', { name: 'Film notes' }));
    await click(notes.getByRole('button', { name: 'Read the film' }), 1_000);
    const dialog = within(screen.getByRole('dialog', { name: 'Read the film' }));
    const group = within(dialog.getByRole('radiogroup', { name: 'What to read' }));
    expect((group.getByRole('radio', { name: /^This film: 1 request:/ }) as HTMLInputElement).checked).toBe(true);
    await user.click(group.getByRole('radio', { name: /^All films: 2 films, 2 requests, one after the other:/ }));
    await click(dialog.getByRole('button', { name: 'Send' }), 5_000);
    await settle(1_000);
    expect(requests).toHaveLength(2);
    const rows = within(notes.getByRole('group', { name: 'Suggested notes' })).getAllByRole('listitem');
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Add Anna.*in E1$/),
      expect.stringMatching(/^Add Bert.*in E2$/),
    ]);
    await click(screen.getByRole('button', { name: 'Translate' }), 1_000);
    const question = within(screen.getByRole('dialog', { name: 'Use the suggested notes?' }));
    await click(question.getByRole('button', { name: 'Use the 2 suggested notes' }), 5_000);
    expect(session.store.getState().notes.people.map(({ name }) => name)).toEqual(['Anna', 'Bert']);
    for (const { notes: sent } of requests.slice(2)) expect(sent).toContain('Bert');
  });
});

describe('[D18.12] “Keep both as a series”', () => {
  it('puts the film on the page and the one before it into a list, each with its own history', async () => {
    const { drop, open, session, give, user, settle, stores } = await renderSeries();
    await drop(srt('E1.srt', 3));
    await give(() => void session.translate(), 3_000);
    await give(() => session.noteSaved());
    await drop(srt('E2.srt', 4));
    await user.click(screen.getByRole('button', { name: 'Keep both as a series' }));
    await settle(1_000);
    expect(rows()).toEqual([
      ['E1.srt', 'saved', ''],
      ['E2.srt', 'waiting', 'open'],
    ]);
    expect(session.store.getState().past, 'E1 is no step of E2').toEqual([]);
    expect(screen.queryByRole('button', { name: 'Keep both as a series' })).toBeNull();
    await open('E1.srt');
    expect(session.store.getState().translated).toContain('PT 3');
    expect(listsIn(stores)[0]).toMatchObject({ rows: [{}, {}] });
  });

  it('changes nothing if the browser cannot store both', async () => {
    const { drop, session, user, settle, stores } = await renderSeries();
    await drop(srt('E1.srt', 3));
    await drop(srt('E2.srt', 4));
    stores.database.fault = () => new DOMException('full', 'QuotaExceededError');
    await user.click(screen.getByRole('button', { name: 'Keep both as a series' }));
    await settle(1_000);
    expect(screen.getByRole('status', { name: 'Notices' }).textContent).toContain('could not store both films');
    expect(session.store.getState().id).toBe('');
    stores.database.fault = undefined;
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(session.store.getState().fileName).toBe('E1.srt');
  });
});
