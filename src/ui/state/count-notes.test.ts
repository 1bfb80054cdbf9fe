import { beforeEach, describe, expect, test, vi } from 'vitest';
import { lines, openTab, pass, three } from '../../../test/series-harness.ts';
import { type HarnessOptions, inMs, replyOf, success } from '../../../test/session-harness.ts';
import { type FilmNotes, NO_NOTES } from '../../notes/notes.ts';
import { endedOf, sumOf } from '../../prices/price.ts';
import { DEFAULT_MODEL } from '../../providers/endpoints.ts';

beforeEach(() => void vi.useFakeTimers());

type Tab = Awaited<ReturnType<typeof three>>;

const MADE_WITH = { prompt: 'Translate into Portuguese.', model: DEFAULT_MODEL };

/** Three films of 45, 65 and 29 lines, all translated. */
async function translated(options?: Parameters<typeof three>[0], notes: FilmNotes = NO_NOTES): Promise<Tab> {
  const tab = await three({ maxAtOnce: 8, madeWith: () => MADE_WITH, ...options });
  tab.session.changeNotes(notes);
  void tab.desk.translate();
  await pass(20_000);
  return tab;
}

const withTerm = (source: string): FilmNotes => ({
  ...NO_NOTES,
  terms: [{ source, translation: 'Frase', note: '' }],
});

/** By film: the batches that were made with other notes, and how many of their lines would be requested again. */
async function counted({ desk, view }: Tab): Promise<Readonly<Record<string, string>>> {
  const counting = desk.countOtherNotes(() => false);
  await pass(1_000);
  await counting;
  const nameOf = (id: string) => view().rows.find((row) => row.id === id)?.path ?? id;
  return Object.fromEntries(
    view().otherNotes.map(({ film, batches, lines: { phrases }, hasOtherAbout }) => [
      nameOf(film),
      [
        ...(batches.length > 0 ? [`batches ${batches.join()}: ${phrases} lines`] : []),
        ...(hasOtherAbout ? ['about'] : []),
      ].join(', '),
    ]),
  );
}

async function open(tab: Tab, name: string): Promise<void> {
  const opening = tab.open(name);
  await pass(500);
  await opening;
}

async function again(tab: Tab, ...names: readonly string[]): Promise<void> {
  const { desk, view, idOf } = tab;
  const ids = names.map(idOf);
  void desk.translateOthersAgain(view().otherNotes.filter(({ film }) => names.length === 0 || ids.includes(film)));
  await pass(20_000);
}

describe('[D18.34] what was translated with other notes', () => {
  test('is counted in all films, by the batches whose request would differ now', async () => {
    const tab = await translated();
    expect(await counted(tab)).toEqual({});
    // Line 45 is the last of E1, and is in the third batch of E2.
    tab.session.changeNotes(withTerm('Фраза 45'));
    expect(await counted(tab)).toEqual({ 'E1.srt': 'batches 2: 5 lines', 'E2.srt': 'batches 2,3: 25 lines' });
    tab.session.changeNotes(NO_NOTES);
    expect(await counted(tab), 'as after Undo').toEqual({});
  });

  test('is counted after a reload, and by the notes of the series, whichever film was open when they were written', async () => {
    const before = await translated();
    await open(before, 'E2.srt');
    before.session.changeNotes(withTerm('Фраза 29'));
    const tab = await before.reload();
    await pass(1_000);
    expect(await counted(tab)).toEqual({
      'E1.srt': 'batches 1,2: 25 lines',
      'E2.srt': 'batches 1,2: 40 lines',
      'E3.srt': 'batches 1: 9 lines',
    });
  });

  test('does not count confirmed or edited lines', async () => {
    const tab = await translated();
    await open(tab, 'E3.srt');
    tab.session.markLines([21, 22, 23, 24, 25, 26, 27, 28], { confirmed: true });
    await open(tab, 'E1.srt');
    tab.session.changeLines([{ number: 41, text: 'Mine' }]);
    tab.session.changeNotes(withTerm('Фраза 29'));
    expect(await counted(tab)).toMatchObject({ 'E1.srt': 'batches 1,2: 24 lines', 'E3.srt': 'batches 1: 1 lines' });
    await open(tab, 'E3.srt');
    tab.session.markLines([29], { confirmed: true });
    expect(Object.keys(await counted(tab))).toEqual(['E1.srt', 'E2.srt']);
  });

  test('does not count a change of the text about the film, and reports it separately', async () => {
    const tab = await translated({}, { ...NO_NOTES, about: 'Samples.' });
    tab.session.changeNotes({ ...NO_NOTES, about: 'More samples.' });
    expect(await counted(tab)).toEqual({ 'E1.srt': 'about', 'E2.srt': 'about', 'E3.srt': 'about' });
    tab.session.changeNotes({ ...withTerm('Фраза 45'), about: 'More samples.' });
    const both = { 'E1.srt': 'batches 2: 5 lines, about', 'E2.srt': 'batches 2,3: 25 lines, about', 'E3.srt': 'about' };
    expect(await counted(tab)).toEqual(both);
    const after = await tab.reload();
    await pass(1_000);
    expect(await counted(after), 'after a reload').toEqual(both);
    after.session.changeNotes({ ...NO_NOTES, about: 'Samples.' });
    expect(await counted(after)).toEqual({});
  });

  test('does not count a film after its removal, nor a film that was not begun', async () => {
    const tab = await three({ maxAtOnce: 8 });
    void tab.session.translate();
    await pass(5_000);
    void tab.open('E2.srt');
    await pass(500);
    tab.session.changeNotes(withTerm('Фраза 45'));
    expect(await counted(tab)).toEqual({ 'E1.srt': 'batches 2: 5 lines' });
    void tab.remove('E1.srt');
    await pass(500);
    expect(await counted(tab)).toEqual({});
  });

  test('ends without a result once it is over', async () => {
    const tab = await translated();
    tab.session.changeNotes(withTerm('Фраза 45'));
    await tab.desk.countOtherNotes(() => true);
    expect(tab.view().otherNotes).toEqual([]);
  });
});

describe('[D18.35] “Translate them again” of a series', () => {
  test('sends the batches of all films again, the open one first, with the notes of now', async () => {
    const tab = await translated();
    await open(tab, 'E2.srt');
    tab.session.changeNotes(withTerm('Фраза 45'));
    await counted(tab);
    const sent = tab.requests.length;
    await again(tab);
    const later = tab.requests.slice(sent);
    expect(later.map(({ numbers }) => [numbers[0], numbers.length])).toEqual([
      [41, 20],
      [61, 5],
      [41, 5],
    ]);
    for (const { notes } of later) expect(notes).toContain('Frase');
    expect(await counted(tab)).toEqual({});
    expect(await tab.films()).toEqual({ 'E1.srt': '3 of 3', 'E2.srt': '4 of 4', 'E3.srt': '2 of 2' });
  });

  test('“for this film only” does not change the other films', async () => {
    const tab = await translated();
    tab.session.changeNotes(withTerm('Фраза 45'));
    await counted(tab);
    const sent = tab.requests.length;
    await again(tab, 'E1.srt');
    expect(lines(tab.requests.slice(sent))).toEqual([5]);
    expect(await counted(tab)).toEqual({ 'E2.srt': 'batches 2,3: 25 lines' });
  });

  test('sends no confirmed or edited line, and Undo restores each film separately', async () => {
    const tab = await translated();
    await open(tab, 'E3.srt');
    tab.session.changeLines([{ number: 21, text: 'Mine' }]);
    tab.session.markLines([22, 23], { confirmed: true });
    const before = tab.session.store.getState().batches[1];
    await open(tab, 'E1.srt');
    tab.session.changeNotes(withTerm('Фраза 29'));
    await counted(tab);
    const sent = tab.requests.length;
    await again(tab);
    const ofE3 = tab.requests.slice(sent).filter(({ numbers }) => numbers.includes(29) && !numbers.includes(30));
    expect(ofE3.map(({ numbers }) => numbers)).toEqual([[24, 25, 26, 27, 28, 29]]);
    await open(tab, 'E3.srt');
    const { undo, store } = tab.session;
    expect(store.getState().past.at(-1)?.command).toBe('translate-again');
    undo();
    expect(store.getState().batches[1]).toMatchObject({ result: (before as { result: unknown }).result });
    await open(tab, 'E1.srt');
    expect(store.getState().batches.every(({ state }) => state === 'ok')).toBe(true);
    expect(store.getState().past.map(({ command }) => command)).toContain('translate-again');
  });

  test.each([
    ['stored', false],
    ['in memory, because its run is stopped', true],
  ])('makes a step that is newer than the change of the notes in a film that is %s', async (_, isInMemory) => {
    const tab = await translated();
    if (isInMemory) {
      await open(tab, 'E2.srt');
      tab.session.translateAgain([3]);
      tab.session.stop();
      await open(tab, 'E1.srt');
    }
    tab.session.changeNotes(withTerm('Фраза 29'), 'Added the term Фраза 29');
    await counted(tab);
    await again(tab);
    await open(tab, 'E2.srt');
    const { undo, store } = tab.session;
    undo();
    expect(store.getState().notes.terms).toHaveLength(1);
    expect(await counted(tab)).toEqual({ 'E2.srt': 'batches 1,2: 40 lines' });
    undo();
    expect(store.getState().notes).toEqual(NO_NOTES);
  });

  test('continues after a reload between the press and the first answer, and pays nothing twice', async () => {
    const answer: NonNullable<HarnessOptions['answer']> = ({ numbers }) => inMs(5_000, success(replyOf(numbers)));
    const before = await translated({ answer });
    before.session.changeNotes(withTerm('Фраза 45'));
    await counted(before);
    const sent = before.requests.length;
    void before.desk.translateOthersAgain(before.view().otherNotes);
    await pass(300);
    const tab = await before.reload();
    await pass(20_000);
    expect(before.requests.length - sent).toBeLessThanOrEqual(3);
    expect(lines(tab.requests).toSorted()).toEqual([20, 5, 5]);
    expect(await counted(tab)).toEqual({});
  });

  test('sends nothing after Stop, though another film was still being opened, and sends it when it is asked again', async () => {
    const tab = await translated();
    tab.session.changeNotes(withTerm('Фраза 29'));
    await counted(tab);
    const sent = tab.requests.length;
    void tab.open('E2.srt');
    void tab.desk.translateOthersAgain(tab.view().otherNotes);
    tab.session.stop();
    await pass(20_000);
    expect(tab.requests).toHaveLength(sent);
    expect(Object.keys(await counted(tab))).toEqual(['E1.srt', 'E2.srt', 'E3.srt']);
    await again(tab);
    expect(tab.requests).toHaveLength(sent + 5);
  });

  test('sends the batches that were shown, and none that differs only since then', async () => {
    const tab = await translated();
    tab.session.changeNotes(withTerm('Фраза 45'));
    await counted(tab);
    tab.session.changeNotes(withTerm('Фраза 2'));
    const sent = tab.requests.length;
    await again(tab);
    expect(tab.requests.slice(sent), 'E1 has it in another batch').toHaveLength(0);
  });

  test('sends a film that was opened or closed after the count, but no removed one', async () => {
    const tab = await translated();
    tab.session.changeNotes(withTerm('Фраза 29'));
    await counted(tab);
    await open(tab, 'E3.srt');
    void tab.remove('E1.srt');
    await pass(500);
    const sent = tab.requests.length;
    await again(tab);
    expect(lines(tab.requests.slice(sent))).toEqual([9, 20, 20]);
  });

  test('sends nothing without a key, and says so beside the list', async () => {
    const tab = await translated();
    tab.session.changeNotes(withTerm('Фраза 45'));
    await counted(tab);
    tab.settings.setKey('openai', '');
    const sent = tab.requests.length;
    await again(tab);
    expect(tab.requests).toHaveLength(sent);
    expect(tab.view().message).not.toBe('');
    expect(tab.view().otherNotes).toHaveLength(2);
  });

  test('counts in the limit of the series', async () => {
    // Nine calls have cost $1.26.
    const tab = await translated({ prices: { stopAt: 1.8 } });
    tab.session.changeNotes(withTerm('Фраза 29'));
    await counted(tab);
    const sent = tab.requests.length;
    await again(tab);
    const cost = () => sumOf(endedOf(tab.works().flatMap(({ spent }) => spent)), () => undefined).cost;
    expect(tab.requests.length - sent).toBeGreaterThan(0);
    expect(tab.requests.length - sent).toBeLessThan(5);
    expect(cost()).toBeLessThanOrEqual(1.8);
    tab.settings.setPrices({ stopAt: null });
    tab.session.resume();
    await pass(20_000);
    expect(tab.requests.length - sent).toBe(5);
    expect(await counted(tab)).toEqual({});
  });

  test('sends nothing under a limit while the page does not know what the other films have cost', async () => {
    const prices = { stopAt: 1.8 };
    const before = await translated({ prices });
    before.session.changeNotes(withTerm('Фраза 29'));
    await before.store.flush();
    await pass(1_000);
    before.session.dispose();
    before.stores.database.fails = true;
    const tab = await openTab(before.stores, { madeWith: () => MADE_WITH, prices });
    await pass(1_000);
    expect(await counted(tab)).toEqual({ 'E1.srt': 'batches 1,2: 25 lines' });
    await again(tab);
    void tab.desk.retryFailed();
    void tab.desk.translate();
    await pass(20_000);
    expect(tab.requests).toHaveLength(0);
    expect(tab.view().message).toContain('nothing is sent if “Stop at” has a limit');
  });
});
