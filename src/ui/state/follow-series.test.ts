import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createStores, openTab, pass } from '../../../test/series-harness.ts';
import { fakeTimerClock } from '../../../test/session-harness.ts';
import { srtOf } from '../../../test/srt-sample.ts';
import { slotOf } from '../../engine/batch.ts';
import { followFilm, type LoadRunPart } from '../../film/create-engine.ts';
import { DEFAULT_PROMPT } from '../../languages/default-prompt.ts';
import { promptForFilm } from '../../languages/prompt-language.ts';

beforeEach(() => void vi.useFakeTimers());

const ENGLISH = srtOf([
  'I have not seen you for such a long time, where have you been all these years?',
  'They told me that you would come back some day, but nobody really believed it.',
  'Sit down with us and have something to drink before the others come home.',
]);
const SPANISH = srtOf([
  'Hace mucho tiempo que no te veo, ¿dónde has estado todos estos años?',
  'Me dijeron que volverías algún día, pero nadie lo creía de verdad.',
  'Siéntate con nosotros y toma algo antes de que los otros vuelvan a casa.',
]);
const file = (name: string, text: string) => new File([text], name);

/** A page whose standard prompt nobody has chosen. */
async function tabFollowing(...files: readonly File[]) {
  const tab = await openTab(createStores());
  tab.settings.resetPrompt();
  const { session, settings } = tab;
  const loadRunPart = (async () => ({ promptForFilm })) as unknown as LoadRunPart;
  followFilm({ session, settings, clock: fakeTimerClock, loadRunPart });
  void tab.desk.add(files);
  await pass(2_000);
  return { ...tab, prompt: () => settings.store.getState().prompt };
}

describe('[D18.30][D11.20] the standard prompt of a series', () => {
  test('follows the language of most films, whichever is opened first, and no film that is opened later', async () => {
    const tab = await tabFollowing(
      file('E1.srt', SPANISH),
      file('E2.srt', `${ENGLISH}`),
      file('E3.srt', `${ENGLISH}\n`),
    );
    expect(tab.view().rows).toHaveLength(3);
    expect(tab.session.store.getState().fileName).toBe('E1.srt');
    expect(tab.prompt()).toContain('from informal English');
    for (const name of ['E2.srt', 'E1.srt']) {
      void tab.open(name);
      await pass(1_000);
      expect(tab.prompt()).toContain('from informal English');
    }
  });

  test('is that of the series again when a person goes back to it', async () => {
    const tab = await tabFollowing(file('E1.srt', SPANISH), file('E2.srt', ENGLISH), file('E3.srt', `${ENGLISH}\n`));
    tab.settings.setPrompt('My own words.');
    void tab.open('E2.srt');
    await pass(1_000);
    void tab.open('E1.srt');
    await pass(1_000);
    expect(tab.prompt()).toBe('My own words.');
    tab.settings.resetPrompt();
    await pass(1_000);
    expect(tab.prompt()).toContain('from informal English');
    expect(tab.prompt()).not.toBe(DEFAULT_PROMPT);
  });

  test('stays as it is if the film that the series begins with is translated already', async () => {
    const tab = await tabFollowing(file('E1.srt', SPANISH));
    expect(tab.prompt()).toContain('from informal Spanish');
    void tab.session.translate();
    await pass(5_000);
    void tab.desk.add([file('E2.srt', ENGLISH), file('E3.srt', `${ENGLISH}\n`)]);
    await pass(2_000);
    expect(tab.prompt()).toContain('from informal Spanish');
  });
});

describe('[D18.4] the films beside the open one', () => {
  test('are read once nothing runs, so that opening one reads nothing', async () => {
    const names = ['E1.srt', 'E2.srt', 'E3.srt', 'E4.srt'];
    const tab = await openTab(createStores());
    void tab.desk.add(names.map((name) => file(name, `${ENGLISH}${'\n'.repeat(names.indexOf(name))}`)));
    await pass(2_000);
    void tab.desk.translate();
    await pass(20_000);
    void tab.open('E2.srt');
    await pass(3_000);
    const works = tab.stores.database.stores.get('works');
    for (const name of names) works?.delete(`film:${tab.idOf(name)}`);
    const opened = async (name: string) => {
      void tab.open(name);
      await pass(0);
      return tab.session.store.getState().fileName;
    };
    expect(await opened('E4.srt')).toBe('E2.srt');
    expect(await opened('E3.srt')).toBe('E3.srt');
    expect(tab.session.store.getState().batches.map((batch) => slotOf(batch)?.[1])).toEqual([expect.any(String)]);
  });
});
