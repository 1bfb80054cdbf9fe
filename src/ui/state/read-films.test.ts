import { beforeEach, expect, test, vi } from 'vitest';
import { pass, three } from '../../../test/series-harness.ts';
import { type Answer, failure, replyOf, type SentRequest, success } from '../../../test/session-harness.ts';
import { foundInAll } from '../../film/series.ts';
import { notesToOffer } from '../../film/shown-facts.ts';

beforeEach(() => void vi.useFakeTimers());

const person = (name: string) => ({ name, translation: name, gender: 'unknown', note: '' });
const found = (...names: readonly string[]) =>
  success(JSON.stringify({ about: '', people: names.map(person), address: [], terms: [] }));

/** Three films; each reading finds the next of these names. */
async function tabWith(...answers: readonly Answer[]) {
  let count = 0;
  const tab = await three({
    answer: ({ reading, numbers }) =>
      reading ? (answers[Math.min(count++, answers.length - 1)] ?? found()) : success(replyOf(numbers)),
  });
  const planned = async () => {
    const planning = tab.desk.planReading();
    await pass(1_000);
    const plan = await planning;
    if (!plan.ok) throw new Error(plan.error);
    return plan.value;
  };
  const readings = () => tab.requests.filter(({ reading }) => reading);
  const namesFound = () => foundInAll(tab.view().rows).people.map(({ name }) => name);
  return { ...tab, planned, readings, namesFound };
}
/** The film of a reading: its last line, since each film has another number of lines. */
const lastLine = ({ reading }: SentRequest) => reading?.user.split('\n').at(-1);
const told = ({ reading }: SentRequest) => /Found in the parts before.*\n(.*)/.exec(reading?.user ?? '')?.[1] ?? '';

test('[D18.33] “Read the film” over all films reads one after another, the open one first, tells each what was found before, and no film’s name', async () => {
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
  expect(tab.readings().map((each) => [...new Set(told(each).match(/Anna|Bert|Carl/g))].toSorted())).toEqual([
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

test('[D18.33] a film whose reply is no use is left, and reading again asks for what is missing alone', async () => {
  const tab = await tabWith(found('Anna'), failure('refused', 'no'), found('Carl'), found('Bert'));
  void tab.desk.readFilms(await tab.planned());
  await pass(8_000);
  expect(tab.readings()).toHaveLength(3);
  expect(tab.view().toRead).toEqual([tab.idOf('E2.srt')]);
  void tab.desk.readFilms(await tab.planned());
  await pass(5_000);
  expect(tab.readings().map(lastLine).slice(3)).toEqual(['Фраза 65']);
  expect(tab.namesFound().toSorted()).toEqual(['Anna', 'Bert', 'Carl']);
});

test('[D18.33] a failure that would meet every film, and Stop, end the reading of all', async () => {
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

test('[D18.33] goes on while other films are opened, and while films are translated', async () => {
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
