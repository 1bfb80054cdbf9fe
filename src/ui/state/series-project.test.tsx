import { beforeEach, describe, expect, test, vi } from 'vitest';
import { savedFiles } from '../../../test/render-app.tsx';
import { createStores, openTab, pass, srt, three } from '../../../test/series-harness.ts';
import { EMPTY_WORK } from '../../film/film.ts';
import { DEFAULT_MODEL } from '../../providers/endpoints.ts';
import { formatProject } from '../../storage/project-file.ts';
import { saveProject } from './save-part.ts';
import type { Services } from './services.tsx';

type Tab = Awaited<ReturnType<typeof openTab>>;
const paths = ({ view }: Tab) => view().rows.map(({ path }) => path);

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

/** The person answers whether the film is added to the list. */
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

  test('counts all its films as saved', async () => {
    const tab = await worked();
    expect(tab.view().rows[0]?.isSaved).toBe(false);
    await save(tab);
    expect(tab.view().rows[0]?.isSaved).toBe(true);
  });

  test('saves a film that is alone as ever', async () => {
    const tab = await openTab();
    const opening = tab.intake.open([srt('Film.srt', 5)]);
    await pass(500);
    await opening;
    const { prompt, model } = tab.settings.store.getState();
    const text = formatProject({ session: tab.session.store.getState(), prompt, model });
    expect(await save(tab)).toEqual(['Film.project.json', text]);
  });

  test('opened over a series puts that away, and Undo brings it back', async () => {
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

  test('tells a damaged film, and opens the others', async () => {
    const [, text] = await save(await worked());
    const project = JSON.parse(text);
    project.films[0].session.phrases = 'x';
    const tab = await openTab(createStores());
    await openProject(tab, JSON.stringify(project));
    expect(paths(tab)).toEqual(['E2.srt', 'E3.srt']);
    expect(tab.session.store.getState().fileName).toBe('E3.srt');
    expect(tab.view().told).toBe('E1.srt is damaged in the project file and was not opened.');
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
    expect(tab.view().told).toContain('E4.srt was added.');
  });

  test('[D18.12] over a film that is alone it is opened, and both can be kept as a series', async () => {
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

  test('is opened alone with its prompt, or not at all', async () => {
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
