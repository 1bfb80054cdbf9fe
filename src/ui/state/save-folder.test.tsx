import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createFakeFolder } from '../../../test/fake-folder.ts';
import { createStores, openTab, pass, srt } from '../../../test/series-harness.ts';
import { inMs, replyOf, success } from '../../../test/session-harness.ts';
import { sampleSrt } from '../../../test/srt-sample.ts';
import { allOk } from '../../film/film.ts';

type Tab = Awaited<ReturnType<typeof openTab>>;
type Folder = ReturnType<typeof createFakeFolder>;

/** The browser's picker of folders returns these, one after the other. */
function pickerOf(...folders: readonly Folder[]) {
  const left = [...folders];
  const picker = vi.fn(async () => left.shift()?.handle ?? Promise.reject(new DOMException('', 'AbortError')));
  vi.stubGlobal('showDirectoryPicker', picker);
  return picker;
}
const within = (path: string, phrases: number) =>
  Object.defineProperty(srt(path.slice(path.lastIndexOf('/') + 1), phrases), 'webkitRelativePath', { value: path });

/** Opens these files, or the files of these folders one after another. */
async function open(tab: Tab, ...given: readonly (Folder | File)[]): Promise<void> {
  const files = given.filter((one) => one instanceof File);
  if (files.length > 0) void tab.intake.open(files, { how: 'drop' });
  else {
    const handles = given.map((one) => Promise.resolve((one as Folder).handle));
    void tab.intake.open([], { how: 'drop', handles });
  }
  await pass(1_000);
}
async function opened(...given: readonly (Folder | File)[]) {
  const tab = await openTab(createStores());
  await open(tab, ...given);
  return tab;
}
async function translate(tab: Tab): Promise<void> {
  void tab.desk.translate();
  await pass(10_000);
}
async function save(tab: Tab, withOriginals = false): Promise<void> {
  void tab.desk.saveInto(withOriginals);
  await pass(1_000);
}
async function answer(tab: Tab, how: 'replace' | 'keep'): Promise<void> {
  const { asked } = tab.view();
  if (asked?.kind !== 'existing') throw new Error('Nothing is asked.');
  asked.answer(how);
  await pass(1_000);
}
/** Answers the question before files get a number. */
async function saveWithNumbers(tab: Tab): Promise<readonly string[]> {
  const { asked } = tab.view();
  if (asked?.kind !== 'names') throw new Error('Nothing is asked.');
  asked.answer('save');
  await pass(1_000);
  return asked.names.numbered;
}
/** The files of a folder with the number of subtitles in each. */
const countsIn = (folder: Folder) =>
  Object.fromEntries(Object.entries(folder.texts()).map(([path, text]) => [path, text.split('-->').length - 1]));
/** Ticks "Save each film as it is done". */
async function saveAsDone(tab: Tab): Promise<void> {
  void tab.desk.saveAsDone(true);
  await pass(500);
  expect(tab.view().asDone).not.toBeNull();
}
/** Makes the film worker fail to write the file of this film. */
function cannotWrite({ session: { analysis } }: Tab, name: string, fails: () => Promise<never> | undefined): void {
  const { askOf } = analysis;
  const asks: typeof askOf = async (film, question, how) =>
    question === 'finish' && film.fileName === name ? fails() : askOf(film, question, how);
  Object.assign(analysis, { askOf: asks });
}
const throwing = () => {
  throw new Error('a bug');
};
const season = (name = 'Show') => createFakeFolder(name, { 'E1.srt': sampleSrt(3), 'E2.srt': sampleSrt(4) });

/** Of `season`. */
const ORIGINALS = { 'E1.srt': 3, 'E2.srt': 4 };

beforeEach(() => void vi.useFakeTimers());

describe('[D18.13] the names of files in folders', () => {
  test('a name with invisible characters or a blank at its beginning is saved without them, because Chromium refuses it', async () => {
    const show = createFakeFolder('Show', { 'می\u200cخواهم.srt': sampleSrt(3), '\u202eevil.srt': sampleSrt(4) });
    const tab = await opened(show);
    await translate(tab);
    await save(tab);
    expect(tab.view().message).toBe('Saved into “Show”: 2 files.');
    expect(countsIn(show)).toMatchObject({ 'میخواهم.pt.srt': 3, 'evil.pt.srt': 4 });
  });

  test('a file added without its folder gets a number if the folder has a file of the same name, even with “Replace”', async () => {
    const show = season();
    pickerOf(show);
    const tab = await opened(show);
    await open(tab, srt('E1.srt', 7));
    await translate(tab);
    show.put('E2.pt.srt', 'old');
    await save(tab);
    expect(await saveWithNumbers(tab)).toEqual(['E1 (2).pt.srt']);
    await answer(tab, 'replace');
    expect(countsIn(show)).toEqual({ ...ORIGINALS, 'E1.pt.srt': 3, 'E2.pt.srt': 4, 'E1 (2).pt.srt': 7 });
    expect(tab.view().message).toContain('E1 (2).pt.srt');
  });

  test('a file gets a number, too, if the chosen folder is inside the opened one', async () => {
    const show = createFakeFolder('Show', { 'Season 1/E1.srt': sampleSrt(3), 'Season 1/E2.srt': sampleSrt(4) });
    const inner = await show.handle.getDirectoryHandle('Season 1');
    pickerOf({ ...show, handle: inner });
    const tab = await opened(show);
    await open(tab, srt('E1.srt', 7));
    await translate(tab);
    await save(tab);
    await saveWithNumbers(tab);
    expect(countsIn(show)).toMatchObject({ 'Season 1/E1.pt.srt': 3, 'Season 1/E1 (2).pt.srt': 7 });
  });

  test('films of two folders with the same name are saved in their own folders, without a number', async () => {
    const [one, two] = [season(), createFakeFolder('Show', { 'E1.srt': sampleSrt(7), 'E2.srt': sampleSrt(8) })];
    const tab = await opened(one);
    await open(tab, two);
    await translate(tab);
    await save(tab);
    expect(countsIn(one)).toEqual({ ...ORIGINALS, 'E1.pt.srt': 3, 'E2.pt.srt': 4 });
    expect(countsIn(two)).toMatchObject({ 'E1.pt.srt': 7, 'E2.pt.srt': 8 });
  });

  test('files that are saved one by one have the same paths as if they were saved together', async () => {
    const out = createFakeFolder('Out', {});
    pickerOf(out);
    const tab = await opened(within('A/E1.srt', 3), within('B/E1.srt', 4), within('B/E1.srt', 5));
    await saveAsDone(tab);
    await translate(tab);
    expect(countsIn(out)).toEqual({ 'A/E1.pt.srt': 3, 'B/E1.pt.srt': 4, 'B/E1 (2).pt.srt': 5 });
    expect(tab.view().message).toBe(
      'Saved into “Out”: 3 files. Several files would have the same name. These got a number: B/E1 (2).pt.srt.',
    );
  });

  test('of a film that was added without a folder the page says why it is not saved as it is done, and what to do', async () => {
    const show = season();
    const tab = await opened(show);
    await saveAsDone(tab);
    await open(tab, srt('Alone.srt', 7));
    await translate(tab);
    expect(tab.view().message).toBe(
      'Saved into “Show”: 2 files. Not saved, because no folder is known: Alone.srt. Press “Save into a folder…”.',
    );
  });

  test('a film that is done while the folder is chosen is saved, too', async () => {
    const out = createFakeFolder('Out', {});
    const tab = await opened(srt('E1.srt', 3), srt('E2.srt', 45));
    vi.stubGlobal('showDirectoryPicker', () => new Promise((resolve) => setTimeout(() => resolve(out.handle), 60_000)));
    void tab.desk.translate();
    void tab.desk.saveAsDone(true);
    await pass(61_000);
    expect(countsIn(out)).toEqual({ 'E1.pt.srt': 3, 'E2.pt.srt': 45 });
  });
});

describe('[D18.13] “Save each film as it is done”', () => {
  test('a film whose last answer comes while it is removed is saved once it is back', async () => {
    const show = season();
    const tab = await openTab(createStores(), {
      answer: ({ numbers }) => inMs(2_000, success(replyOf(numbers))),
    });
    await open(tab, show);
    await saveAsDone(tab);
    void tab.desk.translate();
    await pass(3_000);
    void tab.remove('Show/E2.srt');
    await pass(5_000);
    expect(countsIn(show)).toEqual({ ...ORIGINALS, 'E1.pt.srt': 3 });
    void tab.desk.bringBack();
    await pass(1_000);
    expect(countsIn(show)).toEqual({ ...ORIGINALS, 'E1.pt.srt': 3, 'E2.pt.srt': 4 });
  });

  test('a film that a person sends again the moment it is done is saved after that, and not reported as unsaved', async () => {
    const show = season();
    const tab = await opened(show);
    await saveAsDone(tab);
    const { session } = tab;
    const again = session.store.subscribe((film) => {
      if (!allOk(film)) return;
      again();
      session.translateAgain(0);
    });
    await translate(tab);
    expect(countsIn(show)).toEqual({ ...ORIGINALS, 'E1.pt.srt': 3, 'E2.pt.srt': 4 });
    expect(tab.view().message).toBe('Saved into “Show”: 2 files.');
  });

  test('is not ticked for another list that is opened while the folder is chosen', async () => {
    const out = createFakeFolder('Out', {});
    const tab = await opened(srt('E1.srt', 3), srt('E2.srt', 4));
    vi.stubGlobal('showDirectoryPicker', () => new Promise((resolve) => setTimeout(() => resolve(out.handle), 60_000)));
    void tab.desk.saveAsDone(true);
    await pass(500);
    void tab.intake.open([srt('New 1.srt', 5), srt('New 2.srt', 6)]);
    await pass(2_000);
    await translate(tab);
    await pass(60_000);
    expect([tab.view().asDone, out.texts()]).toEqual([null, {}]);
    void tab.desk.add([srt('New 3.srt', 7)]);
    await pass(1_000);
    const picker = pickerOf();
    void tab.desk.saveAsDone(true);
    await pass(500);
    expect(picker, 'the folder belongs to the earlier list').toHaveBeenCalledOnce();
  });

  test('stays unticked, also after a reload, if it is unticked while the list is stored', async () => {
    const tab = await opened(season());
    await saveAsDone(tab);
    void tab.desk.want(tab.idOf('Show/E2.srt'));
    for (let turn = 0; turn < 5; turn++) await Promise.resolve();
    void tab.desk.saveAsDone(false);
    await pass(500);
    expect(tab.view().asDone).toBeNull();
    const again = await tab.reload();
    await pass(1_000);
    expect(again.view().asDone).toBeNull();
  });
});

describe('[D18.13] “Save each film as it is done” after a reload', () => {
  const NO_MORE =
    '“Save each film as it is done” is off, because the page may not write into the folder any more. Tick it again, and answer the browser’s question.';

  test('goes on, with a film whose file was not written yet, and with no film that was done before', async () => {
    const show = createFakeFolder('Show', { 'E1.srt': sampleSrt(3), 'E2.srt': sampleSrt(4), 'E3.srt': sampleSrt(5) });
    const tab = await opened(show);
    void tab.session.translate();
    await pass(3_000);
    await saveAsDone(tab);
    void tab.open('Show/E2.srt');
    await pass(500);
    cannotWrite(tab, 'E2.srt', () => new Promise(() => {}));
    void tab.session.translate();
    await pass(3_000);
    expect(countsIn(show)).toEqual({ 'E1.srt': 3, 'E2.srt': 4, 'E3.srt': 5 });
    const again = await tab.reload();
    await pass(1_000);
    expect(again.view().asDone).not.toBeNull();
    expect(countsIn(show)).toMatchObject({ 'E2.pt.srt': 4 });
    await translate(again);
    expect(countsIn(show)).toEqual({ 'E1.srt': 3, 'E2.srt': 4, 'E3.srt': 5, 'E2.pt.srt': 4, 'E3.pt.srt': 5 });
    const later = await again.reload();
    await pass(1_000);
    expect([later.view().message, show.asked], 'nothing is written twice, and nothing asked').toEqual(['', 1]);
  });

  test('a film that was translated again and not saved before the reload is saved after it', async () => {
    const show = season();
    const tab = await opened(show);
    await saveAsDone(tab);
    void tab.session.translate();
    await pass(3_000);
    show.put('E1.pt.srt', '');
    cannotWrite(tab, 'E1.srt', () => new Promise(() => {}));
    tab.session.translateAgain(0);
    await pass(3_000);
    await tab.reload();
    await pass(1_000);
    expect(countsIn(show)).toEqual({ ...ORIGINALS, 'E1.pt.srt': 3 });
  });

  test('is off if the browser does not let the page write any more, and the page says so once', async () => {
    const show = season();
    const tab = await opened(show);
    await saveAsDone(tab);
    show.leave = 'prompt';
    const again = await tab.reload();
    await pass(1_000);
    expect(again.view()).toMatchObject({ asDone: null, message: NO_MORE });
    await translate(again);
    expect([countsIn(show), show.asked]).toEqual([ORIGINALS, 1]);
    const later = await again.reload();
    await pass(1_000);
    expect(later.view().message).toBe('');
  });

  test('is off if the page does not know the chosen folder any more; unticked, it is off without a word', async () => {
    const out = createFakeFolder('Out', {});
    pickerOf(out, out);
    const tab = await opened(srt('E1.srt', 3), srt('E2.srt', 4));
    await saveAsDone(tab);
    const again = await tab.reload();
    await pass(1_000);
    expect(again.view()).toMatchObject({ asDone: null, message: NO_MORE });
    await saveAsDone(again);
    void again.desk.saveAsDone(false);
    await pass(500);
    const later = await again.reload();
    await pass(1_000);
    expect(later.view()).toMatchObject({ asDone: null, message: '' });
  });
});

describe('[D18.13] what goes wrong in a folder', () => {
  test.each([
    ['takes too long', () => undefined],
    ['has a bug', throwing],
  ])(
    'the other films are saved when they are done if the writing of one %s, and the page says so',
    async (_, fails) => {
      const show = season();
      const tab = await opened(show);
      await saveAsDone(tab);
      cannotWrite(tab, 'E1.srt', fails);
      await translate(tab);
      expect(countsIn(show)).toEqual({ ...ORIGINALS, 'E2.pt.srt': 4 });
      expect(tab.view().message).toBe(
        'Saved into “Show”: 1 file. Not saved: E1.srt. The folder may be gone, the disk full, or another program may use the file. Mend that, then save again.',
      );
    },
  );

  test.each([
    ['each film is saved as it is done', 'as done'],
    ['a question is open', 'by hand'],
  ])('the page says that it may not write any more if the permission is withdrawn while %s', async (_, how) => {
    const show = season();
    const tab = await opened(show);
    if (how === 'as done') await saveAsDone(tab);
    else await translate(tab);
    if (how === 'by hand') {
      show.put('E1.pt.srt', 'mine');
      await save(tab);
    }
    show.leave = 'denied';
    await (how === 'as done' ? translate(tab) : answer(tab, 'replace'));
    expect(tab.view().message).toBe(
      'The browser does not let the page write into “Show”. Try again, and allow it when the browser asks. Not saved: E1.srt, E2.srt.',
    );
    show.leave = 'granted';
    await save(tab);
    if (how === 'by hand') await answer(tab, 'replace');
    expect(countsIn(show)).toEqual({ ...ORIGINALS, 'E1.pt.srt': 3, 'E2.pt.srt': 4 });
  });

  test('[D18.5] the page names an unfinished film that cannot be saved with its originals', async () => {
    const tab = await opened(season());
    void tab.session.translate();
    await pass(3_000);
    cannotWrite(tab, 'E2.srt', () => undefined);
    await save(tab, true);
    expect(tab.view().message).toMatch(/^E2\.srt was not saved\./);
  });

  test('a file that another program uses counts as existing, and stays', async () => {
    const show = season();
    const tab = await opened(show);
    show.put('E1.pt.srt', 'mine');
    show.inUse = 'E1.pt.srt';
    await translate(tab);
    await save(tab);
    await answer(tab, 'replace');
    expect(show.texts()).toMatchObject({ 'E1.pt.srt': 'mine', 'E2.pt.srt': expect.any(String) });
    expect(tab.view().message).toBe(
      'Saved into “Show”: 1 file. Not saved: E1.srt. The folder may be gone, the disk full, or another program may use the file. Mend that, then save again.',
    );
  });

  test('the question about existing files disappears with its list, and can be asked again', async () => {
    const show = season();
    const tab = await opened(show);
    await translate(tab);
    show.put('E1.pt.srt', 'mine');
    await save(tab);
    void tab.intake.open([srt('New 1.srt', 5), srt('New 2.srt', 6)]);
    await pass(2_000);
    expect(tab.view().asked).toBeNull();
    void tab.desk.changeList('undo');
    await pass(1_000);
    await save(tab);
    await answer(tab, 'keep');
    expect(show.texts()).toMatchObject({ 'E1.pt.srt': 'mine', 'E2.pt.srt': expect.any(String) });
  });

  test('permission to write is requested before the folder is chosen, because afterwards a browser asks nothing more', async () => {
    const [show, out] = [season(), createFakeFolder('Out', {})];
    const picker = pickerOf(out);
    const tab = await opened(show);
    await open(tab, srt('Other.srt', 7));
    await translate(tab);
    picker.mockImplementationOnce(async () => {
      show.leave = show.asked > 0 ? 'granted' : 'prompt';
      return out.handle;
    });
    await save(tab);
    expect(countsIn(show)).toEqual({ ...ORIGINALS, 'E1.pt.srt': 3, 'E2.pt.srt': 4 });
    expect(countsIn(out)).toEqual({ 'Other.pt.srt': 7 });
  });

  test('the page says so if the browser does not open the picker any more', async () => {
    const tab = await opened(srt('E1.srt', 3), srt('E2.srt', 4));
    vi.stubGlobal('showDirectoryPicker', () => Promise.reject(new DOMException('late', 'SecurityError')));
    await translate(tab);
    await save(tab);
    expect(tab.view().message).toBe('No folder was chosen. Try again and choose one.');
  });
});
