import { beforeEach, describe, expect, test, vi } from 'vitest';
import { openTab, pass, srt, three } from '../../../test/series-harness.ts';
import { lineOf } from '../../film/lines.ts';
import { endedOf, sumOf } from '../../prices/price.ts';
import { changePrompt } from './language-pair.ts';
import { wasOpenedOver } from './next-film.ts';
import type { Services } from './services.tsx';

type Tab = Awaited<ReturnType<typeof openTab>>;
const film = ({ session }: Tab) => session.store.getState();

async function drop(tab: Tab, ...files: readonly File[]): Promise<void> {
  void tab.intake.open(files, { how: 'drop' });
  await pass(1_000);
}
async function translate(tab: Tab): Promise<void> {
  void tab.session.translate();
  await pass(3_000);
}
async function keepBoth(tab: Tab): Promise<void> {
  void tab.desk.keepBoth();
  await pass(500);
  expect(tab.view().rows.map(({ path }) => path)).toEqual(['One.srt', 'Two.srt']);
}

beforeEach(() => void vi.useFakeTimers());

describe('[D18.12] “Keep both as a series”', () => {
  test('keeps the steps of each film separate: Undo in the second one changes no line of the first', async () => {
    const tab = await openTab();
    await drop(tab, srt('One.srt', 5));
    await translate(tab);
    const { changeLines, undo } = tab.session;
    for (const text of ['Mine', 'Mine, again']) changeLines([{ number: 2, text }], 'changing a line');
    await drop(tab, srt('Two.srt', 6));
    await translate(tab);
    await keepBoth(tab);
    undo();
    expect(film(tab).fileName).toBe('Two.srt');
    expect(lineOf(film(tab), 2)?.translation).toBe('PT 2');
    void tab.open('One.srt');
    await pass(500);
    undo();
    expect(lineOf(film(tab), 2)?.translation).toBe('Mine');
  });

  test('[D18.6] counts what the same film has cost once, if its file was opened again', async () => {
    const tab = await openTab();
    await drop(tab, srt('One.srt', 6));
    await translate(tab);
    void tab.intake.open([srt('One.srt', 6)]);
    await pass(1_000);
    expect(film(tab).spent).not.toEqual([]);
    const cost = () => sumOf(endedOf(tab.works().flatMap(({ spent }) => spent)), () => undefined).cost;
    const before = cost();
    void tab.desk.keepBoth();
    await pass(500);
    expect(tab.view().rows.map(({ batches }) => batches)).toEqual([0, 1]);
    expect(cost()).toBeCloseTo(before);
  });

  test('[D18.8] counts the lines that need a look also in the film that was opened first', async () => {
    const tab = await openTab();
    await drop(tab, srt('One.srt', 5));
    await translate(tab);
    await drop(tab, srt('Two.srt', 6));
    await keepBoth(tab);
    await pass(5_000);
    expect(tab.view().rows[0]?.review?.count).toBe(0);
  });

  test('is offered also after a language was chosen, and Undo still takes that back', async () => {
    const tab = await openTab();
    await drop(tab, srt('One.srt', 5));
    await translate(tab);
    await drop(tab, srt('Two.srt', 6));
    const { prompt } = tab.settings.store.getState();
    changePrompt(tab as unknown as Services, 'English → German', () =>
      tab.settings.setPrompt('Translate into German.'),
    );
    expect(wasOpenedOver(film(tab))).toBe(true);
    await keepBoth(tab);
    expect(await tab.films()).toEqual({ 'One.srt': '1 of 1', 'Two.srt': '0 of 0' });
    expect(film(tab).past.map(({ command }) => command)).toEqual(['change-prompt']);
    tab.session.undo();
    expect(tab.settings.store.getState().prompt).toBe(prompt);
  });

  test('keeps an edit that is made while the browser stores both films, with its Undo', async () => {
    const tab = await openTab();
    await drop(tab, srt('One.srt', 5));
    await translate(tab);
    await drop(tab, srt('Two.srt', 6));
    await translate(tab);
    void tab.desk.keepBoth();
    await Promise.resolve();
    tab.session.changeLines([{ number: 2, text: 'Mine' }], 'changing a line');
    await pass(500);
    expect(tab.view().rows.map(({ path }) => path)).toEqual(['One.srt', 'Two.srt']);
    expect(lineOf(film(tab), 2)?.translation).toBe('Mine');
    tab.session.undo();
    expect(lineOf(film(tab), 2)?.translation).toBe('PT 2');
    expect(film(tab).past).toEqual([]);
  });

  test('keeps the step that brings an earlier series back', async () => {
    const tab = await three();
    void tab.intake.open([srt('One.srt', 5)]);
    await pass(1_000);
    await drop(tab, srt('Two.srt', 6));
    await keepBoth(tab);
    void tab.open('One.srt');
    await pass(500);
    expect(film(tab).past.map(({ film }) => film?.facts.fileName)).toEqual(['E1.srt']);
    void tab.desk.changeList('undo');
    await pass(500);
    expect(tab.view().rows).toHaveLength(3);
  });
});
