import { beforeEach, describe, expect, test, vi } from 'vitest';
import { pass, three } from '../../../test/series-harness.ts';
import { EMPTY_WORK } from '../../film/film.ts';
import { type FilmNotes, NO_NOTES } from '../../notes/notes.ts';
import { changePrompt } from './language-pair.ts';
import { removedLast } from './next-step.ts';
import type { Services } from './services.tsx';

beforeEach(() => void vi.useFakeTimers());

const about = (words: string): FilmNotes => ({ ...NO_NOTES, about: words });
type Tab = Awaited<ReturnType<typeof three>>;
const aboutOf = ({ session }: Tab) => session.store.getState().notes.about;

async function open(tab: Tab, name: string): Promise<void> {
  const opening = tab.open(name);
  await pass(500);
  await opening;
}

describe('[D18.30] the notes of a series', () => {
  test('are those of each film that is opened, whichever film was open when they were written', async () => {
    const tab = await three();
    tab.session.changeNotes(about('Samples.'));
    await open(tab, 'E2.srt');
    expect(aboutOf(tab)).toBe('Samples.');
    tab.session.changeNotes(about('More samples.'));
    await open(tab, 'E1.srt');
    expect(aboutOf(tab)).toBe('More samples.');
    tab.session.changeNotes(NO_NOTES);
    await open(tab, 'E2.srt');
    expect(aboutOf(tab), 'notes that were removed stay removed').toBe('');
  });

  test('are in every request after their change, also for films that are not open and after a reload', async () => {
    const tab = await three();
    tab.session.changeNotes(about('Samples.'));
    void tab.desk.translate();
    await pass(3_500);
    await open(tab, 'E2.srt');
    tab.session.changeNotes(about('More samples.'));
    await pass(1_000);
    const sent = tab.requests.length;
    await pass(1_000);
    const after = await tab.reload();
    await pass(20_000);
    const later = [...tab.requests.slice(sent), ...after.requests];
    expect(later.length).toBeGreaterThan(2);
    for (const { notes } of later) expect(notes).toContain('More samples.');
  });

  test('stay when films are removed, when the open one is started over, and when another file replaces it', async () => {
    const tab = await three();
    tab.session.changeNotes(about('Samples.'));
    void tab.session.translate();
    await pass(5_000);
    tab.session.openSource('1\n00:00:01,000 --> 00:00:02,000\nAnother film\n', [], 'Other.srt');
    expect(aboutOf(tab)).toBe('Samples.');
    tab.session.clear('all');
    expect(aboutOf(tab)).toBe('Samples.');
    for (const { id } of tab.view().rows.filter(({ path }) => path !== 'E3.srt')) {
      void tab.desk.remove(id);
      await pass(500);
    }
    await tab.desk.forget();
    expect(tab.session.store.getState()).toMatchObject({ id: '', fileName: 'E3.srt', notes: about('Samples.') });
  });

  test('are undone in any open film, in the order of the changes, and no other film changes', async () => {
    const tab = await three();
    void tab.desk.translate();
    await pass(15_000);
    tab.session.changeNotes(about('First.'), 'first');
    tab.session.changeLines([{ number: 1, text: 'Mine' }]);
    await open(tab, 'E2.srt');
    tab.session.changeNotes(about('Second.'), 'second');
    await open(tab, 'E1.srt');
    const { undo, redo, store } = tab.session;
    undo();
    expect(store.getState()).toMatchObject({ notes: about('First.'), moved: { step: { words: 'second' } } });
    redo();
    expect(aboutOf(tab)).toBe('Second.');
    undo();
    undo();
    expect(store.getState().moved?.step.command).toBe('change-lines');
    undo();
    expect(aboutOf(tab)).toBe('');
    await open(tab, 'E2.srt');
    expect(aboutOf(tab)).toBe('');
    expect(store.getState().past, 'what was taken back is not offered again').toEqual([]);
  });

  test('typed notes that were undone can still be restored after another film was opened', async () => {
    const tab = await three();
    const { session } = tab;
    const term = (source: string) => ({ source, translation: source, note: '' });
    session.changeNotes({ ...NO_NOTES, terms: [term('imported')] }, 'imported');
    session.changeNotes({ ...NO_NOTES, terms: [term('imported'), term('typed')] });
    session.undo();
    for (const name of ['E2.srt', 'E1.srt', 'E3.srt']) await open(tab, name);
    expect(session.store.getState().notes.terms).toEqual([]);
    session.undo();
    expect(session.store.getState().notes.terms.map(({ source }) => source)).toEqual(['imported', 'typed']);
    await open(tab, 'E1.srt');
    expect(session.store.getState().notes.terms).toHaveLength(2);
  });

  test('a change of them stays undoable in each film after another film was started over', async () => {
    const tab = await three();
    tab.session.changeNotes(about('First.'), 'first');
    await open(tab, 'E2.srt');
    void tab.session.translate();
    await pass(5_000);
    tab.session.clear('all');
    for (const name of ['E3.srt', 'E1.srt']) await open(tab, name);
    expect(tab.session.store.getState().past).toHaveLength(1);
    tab.session.undo();
    expect(aboutOf(tab)).toBe('');
  });

  test('a project that replaces the open film does not change them: its notes are suggested', async () => {
    const tab = await three();
    const terms = [{ source: 'fly', translation: 'mosca', note: '' }];
    tab.session.changeNotes(about('Samples.'));
    await tab.session.replace({ ...EMPTY_WORK, sourceText: 'text', fileName: 'P.srt', notes: { ...NO_NOTES, terms } });
    const { notes, reading } = tab.session.store.getState();
    expect(notes).toEqual(about('Samples.'));
    expect(reading).toMatchObject({ stage: 'done', found: { about: '', terms } });
  });
});

describe('[D18.30] the prompt of a series', () => {
  const promptOf = ({ settings }: Tab) => settings.store.getState().prompt;
  const [FIRST, SECOND] = ['Translate into Portuguese.', 'Translate into German.'];
  const choose = (tab: Tab, prompt: string, words: string) =>
    changePrompt(tab as unknown as Services, words, () => tab.settings.setPrompt(prompt));

  test('is undone in any open film, in the order of the changes, also after a reload', async () => {
    let tab = await three();
    choose(tab, SECOND, 'English → German');
    tab.session.changeNotes(about('Samples.'), 'a note');
    await open(tab, 'E2.srt');
    tab = await tab.reload();
    await pass(500);
    tab.settings.setPrompt(SECOND);
    tab.session.undo();
    expect([aboutOf(tab), promptOf(tab)]).toEqual(['', SECOND]);
    tab.session.undo();
    expect(promptOf(tab)).toBe(FIRST);
    expect(tab.session.store.getState().moved?.step).toMatchObject({
      command: 'change-prompt',
      words: 'English → German',
    });
    tab.session.redo();
    expect(promptOf(tab)).toBe(SECOND);
    tab.session.undo();
    expect(tab.session.store.getState().past).toEqual([]);
    await open(tab, 'E1.srt');
    expect(tab.session.store.getState().past, 'what was taken back is not offered again').toEqual([]);
  });

  test('does not change while any film runs, and Undo has no steps from before Translate or Resume', async () => {
    const tab = await three();
    choose(tab, SECOND, 'English → German');
    void tab.session.translate({ only: 'first-batch' });
    await pass(3_000);
    expect(tab.session.store.getState().past).toEqual([]);
    choose(tab, FIRST, 'English → Portuguese');
    tab.session.resume();
    await pass(500);
    tab.session.undo();
    expect(promptOf(tab)).toBe(FIRST);
    await pass(20_000);
    await open(tab, 'E2.srt');
    void tab.session.translate();
    await pass(500);
    await open(tab, 'E3.srt');
    choose(tab, SECOND, 'English → German');
    tab.session.undo();
    expect(promptOf(tab), 'while another film runs').toBe(SECOND);
  });

  test('gets no undo step in the open film while other films are translated with it, and edits there can be undone', async () => {
    const tab = await three();
    void tab.session.translate();
    await pass(10_000);
    tab.session.changeLines([{ number: 1, text: 'Mine' }]);
    choose(tab, SECOND, 'English → German');
    void tab.desk.translate();
    await pass(1_500);
    expect(tab.view().isRunning).toBe(true);
    tab.session.undo();
    expect(tab.session.store.getState().moved?.step.command).toBe('change-lines');
    tab.session.redo();
    tab.session.stop();
    await pass(5_000);
    choose(tab, FIRST, 'English → Portuguese');
    tab.session.resume();
    await pass(20_000);
    expect(await tab.films()).toMatchObject({ 'E2.srt': '4 of 4', 'E3.srt': '2 of 2' });
    expect(tab.session.store.getState().past.map(({ command }) => command)).toEqual(['change-lines']);
  });

  test.each([
    ['the prompt', (tab: Tab) => choose(tab, SECOND, 'English → German')],
    ['the notes', (tab: Tab) => tab.session.changeNotes(about('Samples.'), 'a note')],
  ])('Undo takes back a change of %s before an older removal, whichever film is open', async (_, change) => {
    const tab = await three();
    const removing = tab.remove('E3.srt');
    await pass(500);
    await removing;
    expect(removedLast(tab.view())?.path).toBe('E3.srt');
    change(tab);
    expect(removedLast(tab.view())).toBeNull();
    await open(tab, 'E2.srt');
    expect(removedLast(tab.view())).toBeNull();
    tab.session.undo();
    expect(removedLast(tab.view())?.path).toBe('E3.srt');
    await open(tab, 'E1.srt');
    expect(removedLast(tab.view())?.path).toBe('E3.srt');
  });
});

test('[D18.32] a person of certain films is only in the requests of these films', async () => {
  const tab = await three({ maxAtOnce: 8 });
  const person = { translation: 'Ana', gender: 'female', note: '' } as const;
  const people = [
    { name: 'Anna', ...person, films: 'E1, E3' },
    { name: 'Bert', ...person, films: '' },
  ];
  tab.session.changeNotes({ ...NO_NOTES, people });
  void tab.desk.translate();
  await pass(10_000);
  expect(tab.requests).toHaveLength(9);
  // E2 has four batches. The last one has five lines.
  expect(tab.requests.filter(({ notes }) => notes?.includes('Anna'))).toHaveLength(5);
  for (const { notes, numbers } of tab.requests) {
    expect(notes).toContain('Bert');
    expect(notes, 'never a film’s name').not.toMatch(/E\d/);
    if (numbers[0] === 61) expect(notes).not.toContain('Anna');
  }
});

describe('[D18.12][D18.30] “Keep both as a series”', () => {
  async function keptBoth(earlier: FilmNotes, later: FilmNotes) {
    const tab = await three();
    for (const name of ['E2.srt', 'E3.srt']) {
      void tab.remove(name);
      await pass(500);
    }
    await tab.desk.forget();
    tab.session.changeNotes(earlier);
    void tab.session.translate();
    await pass(5_000);
    tab.session.openSource('1\n00:00:01,000 --> 00:00:02,000\nAnother film\n', [], 'Other.srt');
    tab.session.changeNotes(later);
    const keeping = tab.desk.keepBoth();
    await pass(1_000);
    expect(await keeping).toBe(true);
    return tab.session.store.getState();
  }

  test('begins with the notes of the film that is open, and suggests those of the other', async () => {
    const { notes, reading } = await keptBoth(about('Earlier.'), about('Later.'));
    expect(notes).toEqual(about('Later.'));
    expect(reading?.found.about).toBe('Earlier.');
  });

  test('begins with the notes of the earlier film if the later one has none', async () => {
    const { notes, reading } = await keptBoth(about('Earlier.'), NO_NOTES);
    expect(notes).toEqual(about('Earlier.'));
    expect(reading).toBeNull();
  });
});

describe('[D18.31] the options of a series', () => {
  const optionsOf = ({ session }: Tab) => session.store.getState().options;

  test('apply to films that were not begun. A film that was begun keeps its own', async () => {
    const tab = await three();
    tab.session.changeOptions({ context: 'window' });
    void tab.session.translate();
    await pass(5_000);
    await open(tab, 'E2.srt');
    expect(optionsOf(tab)).toEqual({ context: 'window' });
    tab.session.changeOptions({ replyFormat: 'plain' });
    await open(tab, 'E1.srt');
    expect(optionsOf(tab)).toEqual({ context: 'window' });
    const again = (await tab.reload()) as Tab;
    await pass(1_000);
    await open(again, 'E3.srt');
    expect(optionsOf(again)).toEqual({ replyFormat: 'plain' });
  });

  test('apply to a file that replaces a film, even one that was begun', async () => {
    const tab = await three();
    tab.session.changeOptions({ context: 'window' });
    tab.session.openSource('1\n00:00:01,000 --> 00:00:02,000\nAnother film\n', [], 'Other.srt');
    expect(optionsOf(tab)).toEqual({ context: 'window' });
    void tab.session.translate();
    await pass(5_000);
    tab.session.openSource('1\n00:00:01,000 --> 00:00:02,000\nA third film\n', [], 'Third.srt');
    expect(optionsOf(tab)).toEqual({ context: 'window' });
    await open(tab, 'E2.srt');
    expect(optionsOf(tab)).toEqual({ context: 'window' });
  });
});
