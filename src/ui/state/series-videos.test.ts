import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type FilmTrack, filmFile } from '../../../test/film-file.ts';
import { createStores, openTab, pass, srt, type TabOptions } from '../../../test/series-harness.ts';
import { inMs, replyOf, success } from '../../../test/session-harness.ts';
import { sampleSrt } from '../../../test/srt-sample.ts';

const TWO: readonly FilmTrack[] = [
  { bcp47: 'fr', texts: ['Bonjour', 'Au revoir'] },
  { bcp47: 'en', name: 'Full', isDefault: true, texts: ['Hello there', 'Good bye', 'The end'] },
];
const film = (name: string, tracks = TWO) => filmFile(tracks, name);
const inFolder = (file: File, path: string) => Object.defineProperty(file, 'webkitRelativePath', { value: path });

type Tab = Awaited<ReturnType<typeof openTab>>;

/** Opens the files by a drop, or by "Open…". */
async function give(tab: Tab, files: readonly File[], how: 'drop' | 'open' = 'drop', handles: unknown[] = []) {
  const opening = tab.intake.open(files, { how, handles: handles as Promise<FileSystemHandle>[] });
  for (let times = 0; times < 40; times++) await pass(50);
  await opening;
}
async function openWith(files: readonly File[], options?: TabOptions) {
  const tab = await openTab(createStores(), options);
  await give(tab, files);
  return tab;
}
/** Another film is opened over several tasks. */
async function opened(opening: Promise<unknown>) {
  await pass(50);
  await opening;
}
const rows = ({ view }: Tab) => view().rows.map(({ path, track, video }) => [path, track, video]);
const shown = ({ video }: Tab) => video.store.getState().file?.name;
const textOf = async (tab: Tab, path: string) => (await tab.store.films.film(tab.idOf(path)))?.sourceText;

/** Reads of the video's content wait for `go`, or fail from then on. */
function held(file: File) {
  let state: 'held' | 'read' | 'gone' = 'held';
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const slice = file.slice.bind(file);
  file.slice = (...range) => {
    const part = slice(...range);
    const bytes = part.arrayBuffer.bind(part);
    if (range[1] === 600) return part;
    return Object.assign(part, {
      async arrayBuffer() {
        if (state === 'held') await opened;
        if (state === 'gone') throw new DOMException('gone', 'NotReadableError');
        return bytes();
      },
    });
  };
  const go = (how: 'read' | 'gone' = 'read') => {
    state = how;
    open();
  };
  return { file, go };
}

/** Two films with different texts; it takes five seconds to read one of their videos. */
const two = () =>
  openWith(
    ['E1', 'E2'].map((name) =>
      film(`${name}.mkv`, [
        { bcp47: 'fr', texts: [`C’est ${name}`] },
        { bcp47: 'en', isDefault: true, texts: [`This is ${name}`] },
      ]),
    ),
    { answer: ({ reading, numbers }) => (reading ? inMs(5_000, FOUND) : success(replyOf(numbers))) },
  );
const FOUND = success(JSON.stringify({ about: '', people: [], address: [], terms: [] }));
async function readBoth({ desk }: Tab) {
  const planning = desk.planReading();
  await pass(1_000);
  const plan = await planning;
  if (plan.ok) void desk.readFilms(plan.value);
}
/** Opens the first track in the open film, and in all films with the same tracks. */
async function openFirstTrackInAll({ intake, dialog }: Tab, beforeOpening = () => {}) {
  await intake.openTracks();
  await pass(500);
  dialog()?.choose(2);
  dialog()?.chooseForAll(true);
  beforeOpening();
  dialog()?.open();
  await pass(200);
}

beforeEach(async () => {
  vi.useFakeTimers();
  await Promise.all([
    import('../../film-worker/functions.ts'),
    import('../../containers/readers.ts'),
    import('../../containers/matroska/matroska.ts'),
  ]);
});

describe('[D18.40] videos with tracks in a series', () => {
  it('have a row each, and their track is chosen without a question and named', async () => {
    const tab = await openWith([film('E10.mkv'), film('E2.mkv')]);
    expect(rows(tab)).toEqual([
      ['E2.srt', 'English: Full · SubRip · default · E2.mkv', 'E2.mkv'],
      ['E10.srt', 'English: Full · SubRip · default · E10.mkv', 'E10.mkv'],
    ]);
    expect(tab.dialog()).toBeUndefined();
    expect(tab.session.store.getState().sourceText).toContain('Hello there');
    expect(await textOf(tab, 'E10.srt')).toContain('Hello there');
    expect(shown(tab)).toBe('E2.mkv');
  });

  it.each(['E1.srt', 'E2.srt'])(
    '[D18.21] if the film of a project replaces the same text in the list, the video stays beside it (open: %s)',
    async (open) => {
      const tab = await openWith([srt('E1.srt', 25), film('E1.mkv'), srt('E2.srt', 45)]);
      void tab.open(open);
      await pass(500);
      const alone = await openTab(createStores());
      void alone.intake.open([srt('E1.srt', 25)]);
      await pass(500);
      void alone.session.translate();
      await pass(5_000);
      void tab.desk.addFilm(alone.session.store.getState());
      await pass(1_000);
      expect(rows(tab)).toEqual([
        ['E1.srt', '', 'E1.mkv'],
        ['E2.srt', '', ''],
      ]);
      expect(await tab.films()).toMatchObject({ 'E1.srt': '2 of 2' });
      void tab.open('E1.srt');
      await pass(500);
      expect(shown(tab)).toBe('E1.mkv');
    },
  );

  it('can be mixed with subtitle files; a video and a file of the same name share a row', async () => {
    const tab = await openWith([
      inFolder(film('E1.mkv'), 'Show/S1/E1.mkv'),
      inFolder(srt('E1.en.srt', 3), 'Show/S1/E1.en.srt'),
      inFolder(film('E1.mkv'), 'Show/S2/E1.mkv'),
      inFolder(srt('E2.srt', 4), 'Show/S2/E2.srt'),
      inFolder(new File(['x'], 'cover.jpg'), 'Show/cover.jpg'),
    ]);
    expect(rows(tab)).toEqual([
      ['Show/S1/E1.en.srt', '', 'E1.mkv'],
      ['Show/S2/E1.srt', 'English: Full · SubRip · default · E1.mkv', 'E1.mkv'],
      ['Show/S2/E2.srt', '', ''],
    ]);
    expect(tab.view().message).toBe('1 file of the folder is neither a subtitle file nor a video.');
    expect(tab.session.store.getState().sourceText).toBe(sampleSrt(3));
  });

  it('without tracks and without a file say so, and do not affect others; a later file of the same name gets the row', async () => {
    const pictures = film('E3.mkv', [{ codecId: 'S_HDMV/PGS', texts: ['x'] }]);
    const tab = await openWith([film('E1.mkv'), film('E2.mkv', []), pictures, film('E4.mkv')]);
    expect(tab.view().rows.map(({ path, refusal }) => [path, refusal])).toEqual([
      ['E1.srt', ''],
      ['E2.mkv', 'E2.mkv contains no subtitles. Add a subtitle file of the same name.'],
      ['E3.mkv', 'All subtitles in E3.mkv are pictures. Add a subtitle file of the same name.'],
      ['E4.srt', ''],
    ]);
    await give(tab, [srt('E2.de.srt', 4)]);
    expect(rows(tab)[1]).toEqual(['E2.de.srt', '', 'E2.mkv']);
    expect(tab.view().rows).toHaveLength(4);
    await opened(tab.open('E2.de.srt'));
    await pass(50);
    expect(shown(tab), 'the video is its preview').toBe('E2.mkv');
  });

  it('[D18.20] “Open…” with videos without any text track does not change the list, and says why', async () => {
    const tab = await openWith([film('E1.mkv'), film('E2.mkv')]);
    await give(tab, [film('A1.mkv', []), film('A2.mkv', [])], 'open');
    expect(rows(tab).map(([path]) => path)).toEqual(['E1.srt', 'E2.srt']);
    expect(tab.view().message).toMatch(
      /^Nothing was opened, because no file can be read: A1\.mkv contains no subtitles\./,
    );
    await give(tab, [film('A1.mkv', []), film('A2.mkv')], 'open');
    expect(rows(tab).map(([path]) => path)).toEqual([]);
    expect(tab.session.store.getState().fileName).toBe('A2.srt');
  });

  it('a video that disappeared while it was read has one row, and gets it again when it is added again', async () => {
    const gone = held(film('E2.mkv'));
    gone.go('gone');
    const tab = await openWith([film('E1.mkv'), gone.file, film('E3.mkv')]);
    expect(tab.view().rows[1]?.refusal).toMatch('could not be read');
    await give(tab, [film('E2.mkv')]);
    expect(rows(tab).map(([path]) => path)).toEqual(['E1.srt', 'E2.srt', 'E3.srt']);
  });

  it('a subtitle file that is added while its video is read shares a row with the video', async () => {
    const { file, go } = held(film('E2.mkv'));
    const tab = await openWith([srt('E1.srt', 3), srt('E3.srt', 5)]);
    void tab.intake.open([file], { how: 'drop', handles: [] });
    await pass(500);
    void tab.intake.open([srt('E2.srt', 4)], { how: 'drop', handles: [] });
    await pass(500);
    go();
    await pass(1_000);
    expect(rows(tab)).toEqual([
      ['E1.srt', '', ''],
      ['E2.srt', '', 'E2.mkv'],
      ['E3.srt', '', ''],
    ]);
  });

  it('a second subtitle file of a video’s name also has the video as its preview, even after a reload', async () => {
    const tab = await openWith([film('E1.mkv'), film('E2.mkv')]);
    await give(tab, [srt('E2.de.srt', 4)]);
    await give(tab, [srt('E2.en.srt', 5)]);
    expect(rows(tab).slice(1)).toEqual([
      ['E2.de.srt', '', 'E2.mkv'],
      ['E2.en.srt', '', 'E2.mkv'],
    ]);
    await opened(tab.open('E2.en.srt'));
    await pass(50);
    expect(shown(tab)).toBe('E2.mkv');
    const again = await tab.reload();
    await give(again, [srt('E2.fr.srt', 6)]);
    await opened(again.open('E2.fr.srt'));
    await pass(50);
    expect(again.video.store.getState().previousName).toBe('E2.mkv');
  });

  it('the last of several videos with the same name is shown', async () => {
    const tab = await openWith([film('E1.mkv'), film('E1.mp4'), film('E2.mkv')]);
    expect(rows(tab).map(([path, , shownName]) => [path, shownName])).toEqual([
      ['E1.srt', 'E1.mp4'],
      ['E2.srt', 'E2.mkv'],
    ]);
  });

  it('a file that replaces a track keeps the findings that were paid for, and Undo brings the track back', async () => {
    const tab = await two();
    await readBoth(tab);
    await pass(15_000);
    const paid = () => tab.view().rows.map(({ spent }) => spent);
    const before = paid();
    expect(before.map(({ length }) => length)).toEqual([1, 1]);
    await give(tab, [srt('E2.srt', 4)]);
    expect(paid()).toEqual(before);
    await opened(tab.open('E2.srt'));
    expect(tab.session.store.getState().sourceText).toBe(sampleSrt(4));
    tab.session.undo();
    expect(tab.session.store.getState().sourceText).toContain('This is E2');
  });

  it('a row names the track while its text comes from the track, in any order of Undo and Redo', async () => {
    const tab = await openWith([film('E1.mkv'), film('E2.mkv')]);
    const track = () => rows(tab)[0]?.[1];
    const ofTrack = 'English: Full · SubRip · default · E1.mkv';
    await give(tab, [srt('E1.srt', 45)]);
    expect(track()).toBe('');
    for (const [how, expected] of [
      ['undo', ofTrack],
      ['redo', ''],
      ['undo', ofTrack],
    ] as const) {
      tab.session[how]();
      await pass(500);
      expect(track(), how).toBe(expected);
    }
  });

  it('a film that is being read keeps its text: a file of its name gets another row', async () => {
    const tab = await two();
    await readBoth(tab);
    await pass(6_000);
    expect([...tab.session.others.getState().values()].map(({ reading }) => reading?.stage)).toEqual(['loading']);
    await give(tab, [srt('E2.de.srt', 4)]);
    await openFirstTrackInAll(tab);
    await pass(15_000);
    expect(tab.view().rows.map(({ path, spent }) => [path, spent.length])).toEqual([
      ['E1.srt', 1],
      ['E2.de.srt', 0],
      ['E2.srt', 1],
    ]);
    expect(await textOf(tab, 'E2.srt')).toContain('This is E2');
    expect(await textOf(tab, 'E2.de.srt')).toBe(sampleSrt(4));
  });

  it('if a track cannot be read, the next one is used', async () => {
    const tab = await openWith([
      film('E1.mkv', [{ bcp47: 'en', isDefault: true, texts: [] }, { bcp47: 'fr' }]),
      srt('E2.srt', 2),
      srt('E3.srt', 3),
    ]);
    expect(rows(tab)[0]).toEqual(['E1.srt', 'French · SubRip · E1.mkv', 'E1.mkv']);
  });

  it('a file replaces the track of a film that was not begun; the track of a film that was begun stays', async () => {
    const tab = await openWith([film('E1.mkv'), film('E2.mkv'), film('E3.mkv')]);
    await give(tab, [srt('E2.srt', 4)]);
    await give(tab, [srt('E1.en.srt', 5)]);
    expect(rows(tab)).toEqual([
      ['E1.en.srt', '', 'E1.mkv'],
      ['E2.srt', '', 'E2.mkv'],
      ['E3.srt', 'English: Full · SubRip · default · E3.mkv', 'E3.mkv'],
    ]);
    expect(await textOf(tab, 'E2.srt')).toBe(sampleSrt(4));
    expect(tab.session.store.getState().sourceText).toBe(sampleSrt(5));
    const running = tab.desk.translate();
    await pass(60_000);
    await running;
    await give(tab, [srt('E3.en.srt', 6)]);
    expect(rows(tab).map(([path]) => path)).toEqual(['E1.en.srt', 'E2.srt', 'E3.en.srt', 'E3.srt']);
  });

  it('“Add files…” makes a series of a film on the page, and shows a video of its name beside it', async () => {
    const tab = await openTab();
    await give(tab, [srt('E1.srt', 3)]);
    const adding = tab.desk.add([film('E1.mkv')]);
    await pass(1_000);
    await adding;
    expect(rows(tab)).toEqual([]);
    expect(shown(tab)).toBe('E1.mkv');
    const more = tab.desk.add([film('E2.mkv')]);
    await pass(1_000);
    await more;
    expect(rows(tab)).toEqual([
      ['E1.srt', '', 'E1.mkv'],
      ['E2.srt', 'English: Full · SubRip · default · E2.mkv', 'E2.mkv'],
    ]);
  });

  it('a folder of videos is read one video after another, and no video is read as a whole', async () => {
    const read: string[] = [];
    let at = 0;
    let most = 0;
    const large = (name: string) => {
      const file = film(name);
      const slice = file.slice.bind(file);
      file.arrayBuffer = () => Promise.reject(new Error('as a whole'));
      file.slice = (...range) => {
        const part = slice(...range);
        const bytes = part.arrayBuffer.bind(part);
        if (range[1] === 600) return part;
        return Object.assign(part, {
          async arrayBuffer() {
            most = Math.max(most, ++at);
            read.push(name);
            const found = await bytes();
            at--;
            return found;
          },
        });
      };
      return file;
    };
    const names = Array.from({ length: 12 }, (_, index) => `E${index + 1}.mkv`);
    const tab = await openWith(names.map(large));
    expect(tab.view().rows).toHaveLength(12);
    expect([...new Set(read)]).toEqual(names);
    expect(read, 'each is read to its end before the next one').toEqual(
      read.toSorted((one, other) => names.indexOf(one) - names.indexOf(other)),
    );
  });

  it('are not read further once another list is on the page', async () => {
    const tab = await openTab();
    const adding = tab.desk.add([film('A1.mkv'), film('A2.mkv'), film('A3.mkv')]);
    await vi.waitFor(() => expect(tab.session.store.getState().sourceText).not.toBe(''));
    await give(tab, [film('B1.mkv'), film('B2.mkv')], 'open');
    await adding;
    expect(rows(tab).map(([path]) => path)).toEqual(['B1.srt', 'B2.srt']);
    expect(tab.view().reading).toBe(0);
  });

  it('“Stop reading” keeps the films that are read, says how many are not, and these can be added later', async () => {
    const last = film('E3.mkv');
    const { go } = held(last);
    const tab = await openTab();
    const adding = tab.desk.add([film('E1.mkv'), srt('E2.srt', 45), last, film('E4.mkv')]);
    await pass(1_000);
    expect(tab.view().reading).toBe(2);
    tab.desk.stopReading();
    await pass(500);
    await adding;
    expect(tab.view().reading).toBe(0);
    expect(rows(tab).map(([path]) => path)).toEqual(['E1.srt', 'E2.srt']);
    expect(tab.view().message).toBe('You stopped reading. 2 files were not added.');
    go();
    await give(tab, [last, film('E4.mkv')]);
    expect(rows(tab).map(([path]) => path)).toEqual(['E1.srt', 'E2.srt', 'E3.srt', 'E4.srt']);
  });

  it('[D18.6] “Stop reading” takes back a Translate that waits, and the page still says how many files are not added', async () => {
    const last = film('E3.mkv');
    held(last);
    const tab = await openTab();
    const adding = tab.desk.add([srt('E1.srt', 45), srt('E2.srt', 44), last]);
    await pass(1_000);
    void tab.desk.translate();
    await pass(500);
    expect(tab.requests).toEqual([]);
    tab.desk.stopReading();
    await pass(10_000);
    await adding;
    expect(tab.requests).toEqual([]);
    expect(tab.view().message).toBe('You stopped reading. 1 file was not added.');
  });

  it('more than 200 files and films are not added', async () => {
    const tab = await openWith([...Array.from({ length: 200 }, (_, index) => srt(`E${index}.srt`, 1)), film('Z.mkv')]);
    expect(tab.page.getState().refusal).toContain('there would be 201 files');
  });

  it('keep the video and the track of each row over a reload', async () => {
    const before = await openWith([film('E1.mkv'), film('E2.mkv'), srt('E3.srt', 2)]);
    const tab = await before.reload();
    await pass(500);
    expect(rows(tab)).toEqual(rows(before));
  });
});

describe('[D18.41] the preview follows the open film', () => {
  it('shows its video, none for a film without one, and the video again when its film is opened again', async () => {
    const tab = await openWith([film('E1.mkv'), film('E2.mkv'), srt('E3.srt', 3)]);
    expect(shown(tab)).toBe('E1.mkv');
    await opened(tab.open('E2.srt'));
    await pass(50);
    expect(shown(tab)).toBe('E2.mkv');
    await opened(tab.open('E3.srt'));
    await pass(50);
    expect(shown(tab)).toBeUndefined();
    await opened(tab.open('E1.srt'));
    await pass(50);
    expect(shown(tab)).toBe('E1.mkv');
    await opened(tab.remove('E1.srt'));
    await pass(50);
    expect(shown(tab)).toBe('E2.mkv');
  });

  it('a video that a person has closed stays closed', async () => {
    const tab = await openWith([film('E1.mkv'), film('E2.mkv')]);
    tab.video.close();
    await pass(50);
    await opened(tab.open('E2.srt'));
    await pass(50);
    await opened(tab.open('E1.srt'));
    await pass(50);
    expect(shown(tab)).toBeUndefined();
    expect(rows(tab)[0]?.[2]).toBe('');
    await give(tab, [film('E1.mkv')]);
    expect(shown(tab), 'until it is dropped again').toBe('E1.mkv');
    expect(tab.view().rows).toHaveLength(2);
  });

  it('a video of any name that is opened over a series belongs to the open film', async () => {
    const tab = await openWith([srt('E1.srt', 3), srt('E2.srt', 4)]);
    await give(tab, [film('Other.mkv')], 'open');
    expect(shown(tab)).toBe('Other.mkv');
    expect(rows(tab)).toEqual([
      ['E1.srt', '', 'Other.mkv'],
      ['E2.srt', '', ''],
    ]);
  });

  it('after a reload the open film’s video is offered by its name, and found by the browser’s handle', async () => {
    const handle = (name: string) => ({ kind: 'file', name, getFile: async () => film(name) });
    const before = await openTab();
    await give(
      before,
      [film('E1.mkv'), film('E2.mkv')],
      'drop',
      [handle('E1.mkv'), handle('E2.mkv')].map((one) => Promise.resolve(one)),
    );
    const tab = await before.reload();
    await pass(500);
    expect(tab.video.store.getState().previousName).toBe('E1.mkv');
    await opened(tab.open('E2.srt'));
    await pass(50);
    expect(tab.video.store.getState()).toMatchObject({ file: undefined, previousName: 'E2.mkv' });
    const folders = await tab.store.films.folders();
    expect(await folders.videoOf(tab.idOf('E2.srt'))).toMatchObject({ name: 'E2.mkv' });
    await give(tab, [film('E2.mkv')], 'open', [Promise.resolve(handle('E2.mkv'))]);
    expect(shown(tab)).toBe('E2.mkv');
    expect(await folders.videoOf(tab.idOf('E2.srt')), 'chosen again').toMatchObject({ name: 'E2.mkv' });
    await give(tab, [film('E1.mkv'), film('E2.mkv')]);
    expect(shown(tab)).toBe('E2.mkv');
    expect(tab.view().rows).toHaveLength(2);
  });

  it('disappears with a series that is replaced, and comes back with its Undo', async () => {
    const tab = await openWith([film('E1.mkv'), film('E2.mkv')]);
    await give(tab, [srt('Next.srt', 3), srt('Other.srt', 4)], 'open');
    expect(shown(tab)).toBeUndefined();
    void tab.desk.changeList('undo');
    await pass(5_000);
    expect(shown(tab)).toBe('E1.mkv');
  });
});

describe('[D18.42] “Subtitles in the film…” in a series', () => {
  it('changes the track of the open film and, if chosen, of all films with the same tracks that were not begun', async () => {
    const other: readonly FilmTrack[] = [{ bcp47: 'en' }, { bcp47: 'de' }];
    const tab = await openWith([
      film('E1.mkv'),
      film('E2.mkv'),
      film('E3.mkv', other),
      film('E4.mkv'),
      srt('E5.srt', 2),
    ]);
    await opened(tab.open('E4.srt'));
    const running = tab.session.translate();
    await pass(20_000);
    await running;
    await opened(tab.open('E1.srt'));
    await tab.intake.openTracks();
    await pass(500);
    expect(tab.dialog()).toMatchObject({ chosen: 3, others: 1, isForAll: false });
    tab.dialog()?.choose(2);
    tab.dialog()?.chooseForAll(true);
    tab.dialog()?.open();
    await pass(2_000);
    expect(rows(tab).map(([path, track]) => [path, track])).toEqual([
      ['E1.srt', 'French · SubRip · E1.mkv'],
      ['E2.srt', 'French · SubRip · E2.mkv'],
      ['E3.srt', 'English · SubRip · E3.mkv'],
      ['E4.srt', 'English: Full · SubRip · default · E4.mkv'],
      ['E5.srt', ''],
    ]);
    expect(tab.session.store.getState().sourceText).toContain('Bonjour');
    expect(await textOf(tab, 'E2.srt')).toContain('Bonjour');
    expect(tab.view().message).toBe('The page opened the same track for 1 other film.');
    await opened(tab.open('E2.srt'));
    tab.session.undo();
    expect(tab.session.store.getState().sourceText, 'Undo of each film').toContain('Hello there');
    await pass(1_000);
    expect(rows(tab)[1]?.[1]).toBe('English: Full · SubRip · default · E2.mkv');
  });

  it('a Translate that is pressed while the track is opened in the others sends the chosen track', async () => {
    const other = film('E2.mkv', [{ ...TWO[0], texts: ['Salut'] }, ...TWO.slice(1)]);
    const tab = await openWith([film('E1.mkv'), other]);
    let go = () => {};
    await openFirstTrackInAll(tab, () => {
      ({ go } = held(other));
    });
    const running = tab.desk.translate();
    await pass(2_000);
    expect(tab.requests).toHaveLength(0);
    go();
    await pass(30_000);
    await running;
    expect(rows(tab)[1]?.[1]).toBe('French · SubRip · E2.mkv');
    expect(tab.requests.map(({ numbers }) => numbers.length)).toEqual([2, 1]);
  });

  it('does not change a film that got a subtitle file meanwhile, and says so', async () => {
    const other = film('E2.mkv');
    const tab = await openWith([film('E1.mkv'), other]);
    let go = () => {};
    await openFirstTrackInAll(tab, () => {
      ({ go } = held(other));
    });
    await give(tab, [srt('E2.srt', 4)]);
    go();
    await pass(1_000);
    expect(await textOf(tab, 'E2.srt')).toBe(sampleSrt(4));
    expect(tab.view().message).toMatch(/for no other film\. 1 film was not changed: it/);
  });

  it('“Stop reading” does not change films whose track is not open yet, and says so', async () => {
    const last = film('E3.mkv');
    const tab = await openWith([film('E1.mkv'), film('E2.mkv'), last]);
    await openFirstTrackInAll(tab, () => void held(last));
    await pass(1_000);
    expect(tab.view().reading).toBe(1);
    tab.desk.stopReading();
    await pass(500);
    expect(tab.view().reading).toBe(0);
    expect(tab.view().message).toBe(
      'The page opened the same track for 1 other film. Then you stopped reading: 1 film was not changed.',
    );
  });

  it('says that the browser has no space, and changes no other film', async () => {
    const tab = await openWith([film('E1.mkv'), film('E2.mkv'), film('E3.mkv')]);
    await openFirstTrackInAll(tab, () => {
      tab.stores.database.fault = () => new DOMException('full', 'QuotaExceededError');
    });
    await pass(1_000);
    expect(tab.view()).toMatchObject({ message: expect.stringContaining('has no space'), reading: 0 });
    expect(rows(tab).map(([, track]) => track)[1]).toBe('English: Full · SubRip · default · E2.mkv');
  });

  it('says nothing in another list that was opened meanwhile', async () => {
    const other = film('E2.mkv');
    const tab = await openWith([film('E1.mkv'), other]);
    let go = () => {};
    await openFirstTrackInAll(tab, () => {
      ({ go } = held(other));
    });
    await give(tab, [srt('B1.srt', 3), srt('B2.srt', 4)], 'open');
    go();
    await pass(1_000);
    expect(tab.view()).toMatchObject({ message: '', reading: 0, rows: [{ path: 'B1.srt' }, { path: 'B2.srt' }] });
  });

  it('changes no other film unless a person ticks the box', async () => {
    const tab = await openWith([film('E1.mkv'), film('E2.mkv')]);
    await tab.intake.openTracks();
    await pass(500);
    tab.dialog()?.choose(2);
    tab.dialog()?.open();
    await pass(2_000);
    expect(rows(tab).map(([, track]) => track)).toEqual([
      'French · SubRip · E1.mkv',
      'English: Full · SubRip · default · E2.mkv',
    ]);
  });
});
