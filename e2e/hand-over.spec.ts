import { expect, type Page } from '@playwright/test';
import { editorText } from '../test/read-editor.ts';
import { samplePhrases } from '../test/srt-sample.ts';
import { translationOf } from '../test/stand-in-call.ts';
import { stored, storedInDatabase } from './everything-stored.ts';
import { test } from './fixtures.ts';
import {
  button,
  expectElsewhere,
  expectHere,
  expectTranslated,
  giveKey,
  hold,
  OFTEN,
  openElsewhere,
  openPage,
  paidFor,
  pressTranslate,
  upload,
  write,
} from './page-actions.ts';

/** Another tab takes over a film from a tab that hangs, without losses. */

const COUNT = 60;
const PHRASES = samplePhrases(COUNT).map((phrase) => ({
  ...phrase,
  text: `${phrase.text} ${'и так далее '.repeat(125)}.`,
}));
const srtOf = (textOf: (text: string) => string) =>
  `${PHRASES.map(({ number, time, text }) => `${number}\n${time}\n${textOf(text)}`).join('\n\n')}\n`;

declare global {
  interface Window {
    /** The page's messages about newer work in another tab. */
    toldToReload: string[];
  }
}

/** Records messages that appear only briefly, too. */
const watchWords = (page: Page) =>
  page.evaluate(() => {
    window.toldToReload = [];
    const look = () => {
      const words = document.querySelector('[aria-label=Notices]')?.textContent ?? '';
      if (words.includes('reload the page')) window.toldToReload.push(words);
    };
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
const toldToReload = (page: Page) => page.evaluate(() => window.toldToReload);

test('[D8.2] a tab takes a film over from a hanging tab, which later wakes without the work, sets its unsaved work aside and says nothing', async ({
  page,
  standIn,
}) => {
  await openPage(page);
  await giveKey(page);
  await upload(
    page,
    srtOf((text) => text),
  );
  await pressTranslate(page);
  const other = await openElsewhere(page);
  await watchWords(page);
  await watchWords(other);
  await page.bringToFront();
  await expectTranslated(page, COUNT / 20);
  await expect.poll(() => editorText(page, 'Translated subtitles'), OFTEN).toBe(srtOf(translationOf));
  const places = async () => [await stored(other, 'translated'), await storedInDatabase(other, 'translated')];
  // Batches that the hanging tab has not stored are requested, and paid, again.
  await expect.poll(places, OFTEN).toContain(srtOf(translationOf));
  await write(page, 'Translated subtitles', 'typed in the tab that hangs');
  // The first tab hangs in a synchronous request before typed text is stored: it gets neither messages nor timers. When that ends, the tab writes
  // its state before it gets any message, as a tab does when it is left.
  const wakeUp = await hold(page, '**/hang');
  const asleep = page.evaluate(() => {
    const request = new XMLHttpRequest();
    request.open('GET', 'hang', false);
    request.send();
    window.dispatchEvent(new Event('pagehide'));
  });
  let isAwake = false;
  void asleep.then(() => {
    isAwake = true;
  });
  await button(other, 'Continue here').click();
  await expectHere(other);
  await write(other, 'Translated subtitles', 'typed in the other tab');
  expect(isAwake, 'the first tab still hangs').toBe(false);
  wakeUp();
  await asleep;
  await expectElsewhere(page);
  expect([await toldToReload(page), await toldToReload(other)]).toEqual([[], []]);
  // The last write of the first tab is overwritten.
  await expect.poll(places, OFTEN).toContain('typed in the other tab');
  await page.close();
  await other.reload();
  await expectHere(other);
  expect(await editorText(other, 'Translated subtitles')).toBe('typed in the other tab');
  expect(paidFor(standIn)).toHaveLength(COUNT / 20);
});
