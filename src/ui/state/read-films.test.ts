import { beforeEach, describe, expect, test, vi } from 'vitest';
import { pass, three } from '../../../test/series-harness.ts';
import { type Answer, failure, inMs, replyOf, type SentRequest, success } from '../../../test/session-harness.ts';
import { samplePhrases } from '../../../test/srt-sample.ts';
import { EMPTY_WORK } from '../../film/film.ts';
import { planReading } from '../../film/plan-reading.ts';
import { foundInAll, notesToOffer } from '../../film/shown-facts.ts';
import { type FoundNotes, NOTHING_FOUND } from '../../notes/found-notes.ts';
import { NO_NOTES } from '../../notes/notes.ts';
import { DEFAULT_MODEL } from '../../providers/endpoints.ts';

beforeEach(() => void vi.useFakeTimers());

const person = (name: string) => ({ name, translation: name, gender: 'unknown', note: '' });
const found = (...names: readonly string[]) =>
  success(JSON.stringify({ about: '', people: names.map(person), address: [], terms: [] }));

type Tab = Awaited<ReturnType<typeof three>>;

/** Three films; each reading finds the next of these names. */
async function tabWith(...answers: readonly Answer[]) {
  let count = 0;
  const tab = await three({
    answer: ({ reading, numbers }) =>
      reading ? (answers[Math.min(count++, answers.length - 1)] ?? found()) : success(replyOf(numbers)),
  });
  const planned = () => plannedIn(tab);
  const readings = () => tab.requests.filter(({ reading }) => reading);
  const namesFound = () => foundInAll(tab.view().rows).people.map(({ name }) => name);
  return { ...tab, planned, readings, namesFound };
}
async function plannedIn({ desk }: Pick<Tab, 'desk'>) {
  const planning = desk.planReading();
  await pass(1_000);
  const plan = await planning;
  if (!plan.ok) throw new Error(plan.error);
  return plan.value;
}
/** The film of a reading: its last line, since each film has another number of lines. */
const lastLine = ({ reading }: SentRequest) => reading?.user.split('\n').at(-1);
const foundBefore = ({ reading }: SentRequest) =>
  /Found in the parts before.*\n(.*)/.exec(reading?.user ?? '')?.[1] ?? '';

test('[D18.33] “Read the film” reads all films one after another, the open one first; each request contains the earlier findings, and no film’s name', async () => {
  const tab = await tabWith(found('Anna'), found('Bert'), found('Carl'));
  void tab.open('E2.srt');
  await pass(500);
  const plan = await tab.planned();
  expect(plan).toMatchObject({ requests: 3, films: [{}, {}, {}] });
  const reading = tab.desk.readFilms(plan);
  await pass(1_500);
  expect(tab.readings(), 'one after another').toHaveLength(2);
  await pass(5_000);
  await reading;
  expect(tab.readings().map(lastLine)).toEqual(['Фраза 65', 'Фраза 45', 'Фраза 29']);
  expect(tab.readings().map((each) => [...new Set(foundBefore(each).match(/Anna|Bert|Carl/g))].toSorted())).toEqual([
    [],
    ['Anna'],
    ['Anna', 'Bert'],
  ]);
  for (const { reading: sent } of tab.readings()) expect(sent?.user + (sent?.system ?? '')).not.toMatch(/E\d/);
  expect(notesToOffer(tab.session.store.getState(), tab.view()).length).toBe(3);
  expect(tab.view()).toMatchObject({ readsAll: false, toRead: [] });
  const again = await tab.reload();
  await pass(1_000);
  expect(again.view().rows.map(({ reading: one }) => one?.found.people.length)).toEqual([1, 1, 1]);
});

test.each([
  ['refuses', failure('refused', 'no')],
  ['answers without anything to use', success('I cannot do that.')],
])(
  '[D18.33] a film for which the model %s is skipped, and another reading requests only what is missing',
  async (_, useless) => {
    const tab = await tabWith(found('Anna'), useless, found('Carl'), found('Bert'));
    void tab.desk.readFilms(await tab.planned());
    await pass(8_000);
    expect(tab.readings()).toHaveLength(3);
    expect(tab.view().toRead).toEqual([tab.idOf('E2.srt')]);
    void tab.desk.readFilms(await tab.planned());
    await pass(5_000);
    expect(tab.readings().map(lastLine).slice(3)).toEqual(['Фраза 65']);
    expect(tab.namesFound().toSorted()).toEqual(['Anna', 'Bert', 'Carl']);
  },
);

test.each([
  ['en', 'It was the best of times, it was the worst of times.', 'Ana', 'a nurse in the hospital of the town'],
  ['ru', 'Это было самое лучшее время, самое злосчастное.', 'Анна', 'медсестра в городской больнице'],
  ['ja', 'それはすべての時世の中で最もよい時世でした。', 'アンナ', '町の病院の看護師'],
])(
  '[D18.33] the cost of films (%s) counts what the films before them find as it is sent: at most 25 % more or less, also of many films',
  (_, text, name, note) => {
    const phrases = samplePhrases(50).map((phrase) => ({ ...phrase, text }));
    const settings = { prompt: '', model: DEFAULT_MODEL, contextTokens: undefined };
    const people = Array.from({ length: 400 }, (__, at) => ({
      name: `${name} ${at}`,
      translation: '',
      gender: 'female' as const,
      note,
    }));
    const planned = (found: FoundNotes, tokens: number) => {
      const plan = planReading(phrases, null, settings, { found, tokens });
      return plan.ok ? plan.value.tokens.input : 0;
    };
    const told = planned(NOTHING_FOUND, 1_000_000);
    const sent = planned({ ...NOTHING_FOUND, people }, 0);
    expect(told / sent).toBeGreaterThan(0.75);
    expect(told / sent).toBeLessThan(1.25);
  },
);

test('[D18.33] a failure that affects every film, or Stop, ends the reading of all', async () => {
  const tab = await tabWith(failure('quota', 'empty'), found('Anna'));
  void tab.desk.readFilms(await tab.planned());
  await pass(8_000);
  expect(tab.readings()).toHaveLength(1);
  expect(tab.view()).toMatchObject({ readsAll: false, toRead: [{}, {}, {}] });
  void tab.desk.readFilms(await tab.planned());
  await pass(500);
  await tab.desk.endReading('stop');
  await pass(8_000);
  expect(tab.readings(), 'the answer under way is taken').toHaveLength(2);
  expect(tab.view().readsAll).toBe(false);
});

test('[D18.33] continues while other films are opened, and while films are translated', async () => {
  const tab = await tabWith(found('Anna'), found('Bert'), found('Carl'));
  const plan = await tab.planned();
  void tab.desk.translate();
  void tab.desk.readFilms(plan);
  for (const name of ['E2.srt', 'E3.srt', 'E1.srt']) {
    await pass(1_500);
    void tab.open(name);
  }
  await pass(20_000);
  expect(tab.readings()).toHaveLength(3);
  expect(tab.requests.filter(({ reading }) => !reading)).toHaveLength(9);
  expect(tab.namesFound().toSorted()).toEqual(['Anna', 'Bert', 'Carl']);
});

test('[D18.33] “Discard suggestions” discards those of all films as one step, which Undo brings back', async () => {
  const tab = await tabWith(found('Anna'), found('Bert'), found('Carl'));
  void tab.desk.readFilms(await tab.planned());
  await pass(8_000);
  const dropping = tab.desk.endReading('drop');
  await pass(500);
  await dropping;
  const offered = () => notesToOffer(tab.session.store.getState(), tab.view()).length;
  expect(offered()).toBe(0);
  tab.session.undo();
  expect(offered()).toBe(3);
  const declining = tab.desk.endReading('decline');
  await pass(500);
  await declining;
  expect(offered(), 'without them').toBe(0);
});

describe('[D18.33] while the films are read', () => {
  /** Delays reads or writes of the database, so that a person can press something meanwhile. */
  const slowed = ({ stores }: Tab, ms: number) => {
    stores.database.slowness = () => new Promise((resolve) => setTimeout(resolve, ms));
  };
  const ANNA_TO_CARL = [found('Anna'), found('Bert'), found('Carl')];

  test('Translate, pressed during the reading of a film that is not open, loses nothing that was read', async () => {
    const tab = await tabWith(...ANNA_TO_CARL);
    void tab.desk.readFilms(await tab.planned());
    await pass(1_500);
    expect(tab.readings()).toHaveLength(2);
    void tab.desk.translate();
    await pass(20_000);
    expect(tab.requests.filter(({ reading }) => !reading)).toHaveLength(9);
    expect(tab.readings().map(lastLine)).toEqual(['Фраза 45', 'Фраза 65', 'Фраза 29']);
    expect(tab.namesFound().toSorted()).toEqual(['Anna', 'Bert', 'Carl']);
  });

  test('Translate, pressed during the reading of a film that is not open, is stored in the list, too: a reload loses no film of the run', async () => {
    const tab = await tabWith(found('Anna'), found('Bert'), inMs(60_000, found('Carl')));
    void tab.desk.readFilms(await tab.planned());
    await pass(2_500);
    expect(tab.readings()).toHaveLength(3);
    void tab.desk.translate();
    await pass(500);
    const again = await tab.reload();
    await pass(20_000);
    expect(await again.films()).toEqual({ 'E1.srt': '3 of 3', 'E2.srt': '4 of 4', 'E3.srt': '2 of 2' });
  });

  test.each([
    ['Stop of the run', (tab: Tab) => tab.session.stop()],
    ['“Discard suggestions”', (tab: Tab) => void tab.desk.endReading('drop')],
  ])('%s between two films sends nothing more', async (_, press) => {
    const tab = await tabWith(...ANNA_TO_CARL);
    const plan = await tab.planned();
    slowed(tab, 300);
    void tab.desk.readFilms(plan);
    await pass(1_600);
    const sent = tab.readings().length;
    expect(sent).toBe(1);
    press(tab);
    await pass(20_000);
    expect(tab.readings()).toHaveLength(sent);
    expect(tab.view().readsAll).toBe(false);
  });

  test.each([
    ['open', 'E3.srt'],
    ['not open', 'E2.srt'],
  ])(
    'Stop of the run also ends the reading of a film that is %s, nobody has begun, and waits for a request under way',
    async (_, name) => {
      const tab = await three({ answer: ({ numbers }) => inMs(10_000, success(replyOf(numbers))) });
      void tab.session.translate();
      await pass(500);
      void tab.open('E3.srt');
      await pass(300);
      const plan = await plannedIn(tab);
      void tab.desk.readFilms({ ...plan, films: plan.films.filter(({ id }) => id === tab.idOf(name)) });
      await pass(1_000);
      tab.session.stop();
      await pass(60_000);
      expect(tab.requests).toHaveLength(1);
      expect(tab.view().readsAll).toBe(false);
    },
  );

  test.each([900, 1_000, 1_100, 1_200])(
    'a film that is opened %i ms after the start, as its turn comes, is read once, and the others after it',
    async (at) => {
      const tab = await tabWith(...ANNA_TO_CARL);
      const plan = await tab.planned();
      slowed(tab, 100);
      void tab.desk.readFilms(plan);
      await pass(at);
      void tab.open('E2.srt');
      await pass(20_000);
      expect(tab.readings().map(lastLine)).toEqual(['Фраза 45', 'Фраза 65', 'Фраза 29']);
      expect(tab.namesFound().toSorted()).toEqual(['Anna', 'Bert', 'Carl']);
    },
  );

  test('a film that is removed at its turn is not read', async () => {
    const tab = await tabWith(...ANNA_TO_CARL);
    const plan = await tab.planned();
    slowed(tab, 100);
    void tab.desk.readFilms(plan);
    await pass(1_010);
    void tab.remove('E2.srt');
    await pass(20_000);
    expect(tab.readings().map(lastLine)).toEqual(['Фраза 45', 'Фраза 29']);
  });

  test('a file that replaces a film is not read, because its price was not shown', async () => {
    const tab = await tabWith(...ANNA_TO_CARL);
    void tab.desk.readFilms(await tab.planned());
    await pass(500);
    void tab.open('E3.srt');
    await pass(300);
    tab.session.openSource('1\n00:00:01,000 --> 00:00:02,000\nAnother film\n', [], 'Other.srt');
    await pass(20_000);
    expect(tab.readings().map(lastLine)).toEqual(['Фраза 45', 'Фраза 65']);
    expect(tab.view().toRead).toEqual([tab.idOf('Other.srt')]);
    void tab.desk.readFilms(await tab.planned());
    await pass(5_000);
    expect(tab.readings().map(lastLine).slice(2)).toEqual(['Another film']);
  });

  test('the findings of each film are suggested at once, even while the film is being translated', async () => {
    const tab = await tabWith(...ANNA_TO_CARL);
    void tab.desk.translate();
    const plan = await tab.planned();
    void tab.desk.readFilms(plan);
    const seen = new Set<string>();
    for (let step = 0; step < 400; step++) {
      await pass(20);
      const read = 3 - tab.view().toRead.length;
      seen.add(`${read} read, ${notesToOffer(tab.session.store.getState(), tab.view()).length} suggested`);
    }
    expect([...seen].filter((each) => !/^3 read, 3|^0 read, 3/.test(each))).toEqual(
      expect.arrayContaining(['1 read, 1 suggested', '2 read, 2 suggested']),
    );
    expect([...seen]).not.toContain('3 read, 2 suggested');
    expect([...seen]).not.toContain('2 read, 1 suggested');
  });

  test('a reload ends the reading. The findings stay, the page knows what was not read, and “Resume reading” requests only that', async () => {
    const first = await tabWith(found('Anna'), inMs(60_000, found('Bert')));
    void first.desk.readFilms(await first.planned());
    await pass(1_500);
    const again = await first.reload();
    await pass(5_000);
    expect(again.requests).toHaveLength(0);
    expect(again.view()).toMatchObject({ readsAll: false, toRead: [again.idOf('E2.srt'), again.idOf('E3.srt')] });
    expect(foundInAll(again.view().rows).people.map(({ name }) => name)).toEqual(['Anna']);
    const plan = await plannedIn(again);
    expect(plan.films.map(({ id }) => id)).toEqual(again.view().toRead);
  });
});

test('[D18.33] “Resume reading” never requests films again that were read, even when the unread ones are translated', async () => {
  const tab = await tabWith(found('Anna'), failure('refused', 'no'), found('Carl'));
  void tab.desk.readFilms(await tab.planned());
  await pass(8_000);
  void tab.open('E2.srt');
  await pass(500);
  void tab.session.translate();
  await pass(8_000);
  expect((await tab.films())['E2.srt']).toBe('4 of 4');
  expect((await tab.planned()).films.map(({ id }) => id)).toEqual([tab.idOf('E2.srt')]);
});

test('[D18.33] a person who continues without the suggestions is not asked again in another film', async () => {
  const tab = await tabWith(found('Anna'), found('Bert'), found('Carl'));
  void tab.desk.readFilms(await tab.planned());
  await pass(8_000);
  void tab.desk.endReading('decline');
  await pass(500);
  const offered = () => notesToOffer(tab.session.store.getState(), tab.view()).length;
  expect(offered()).toBe(0);
  void tab.open('E2.srt');
  await pass(500);
  expect(offered()).toBe(0);
});

test('[D18.32][D18.33] no request says in which films a person appears, even if a project brought these names', async () => {
  const tab = await tabWith(found('Anna'));
  tab.session.changeNotes({ ...NO_NOTES, about: 'Samples.' });
  const people = [{ name: 'Zoe', translation: 'Zoé', gender: 'female' as const, note: '', films: 'E9' }];
  const film = { sourceText: '1\n00:00:01,000 --> 00:00:02,000\nAnother film\n', fileName: 'P.srt' };
  void tab.desk.addFilm({ ...EMPTY_WORK, ...film, notes: { ...NO_NOTES, people } });
  await pass(1_000);
  void tab.desk.readFilms(await tab.planned());
  await pass(20_000);
  expect(tab.readings()).toHaveLength(4);
  for (const { reading } of tab.readings()) {
    expect(reading?.user).toContain('Zoe');
    expect(reading?.user).not.toContain('E9');
  }
});
