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
  OFTEN,
  openElsewhere,
  openPage,
  paidFor,
  upload,
  write,
} from './page-actions.ts';

/** A film goes from a tab that hangs to another one: nothing is lost. */

/** All of them are kept in IndexedDB; the first sixty by themselves are not. */
const PHRASES = samplePhrases(400).map((phrase) => ({
  ...phrase,
  text: `${phrase.text} ${'и так далее '.repeat(125)}.`,
}));
const srtOf = (count: number, textOf: (text: string) => string) =>
  `${PHRASES.slice(0, count)
    .map(({ number, time, text }) => `${number}\n${time}\n${textOf(text)}`)
    .join('\n\n')}\n`;

declare global {
  interface Window {
    /** What the page has said of another tab's newer work. */
    toldToReload: string[];
  }
}

/** Notes what is said only for a moment, too. */
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

for (const { place, count } of [
  { place: 'local storage', count: 60 },
  { place: 'the database', count: PHRASES.length },
]) {
  test.describe(`a film in ${place}`, () => {
    test('[D8.2] taken from a tab that hangs: it wakes without the work, puts its own waiting work aside, and says nothing', async ({
      page,
      standIn,
    }) => {
      test.setTimeout(120_000);
      await openPage(page);
      await giveKey(page);
      await upload(
        page,
        srtOf(count, (text) => text),
      );
      await button(page, 'Translate').click();
      const other = await openElsewhere(page);
      await watchWords(page);
      await watchWords(other);
      await page.bringToFront();
      await expectTranslated(page, count / 20);
      await expect.poll(() => editorText(page, 'Translated subtitles'), OFTEN).toBe(srtOf(count, translationOf));
      const places = async () => [await stored(other, 'translated'), await storedInDatabase(other, 'translated')];
      // What a tab that hangs has not stored yet is asked for, and paid, once more.
      await expect.poll(places, OFTEN).toContain(srtOf(count, translationOf));
      await write(page, 'Translated subtitles', 'typed in the tab that hangs');
      // Before what was typed could be stored, an endless loop of 5 s: neither messages nor timers reach the first tab. At its
      // end it writes what it has before it hears anything, as a tab does that was left meanwhile.
      const asleep = page.evaluate(() => {
        const end = Date.now() + 5_000;
        while (Date.now() < end) {}
        window.dispatchEvent(new Event('pagehide'));
      });
      await button(other, 'Continue here').click();
      await expectHere(other);
      await write(other, 'Translated subtitles', 'typed in the other tab');
      await asleep;
      await expectElsewhere(page);
      expect([await toldToReload(page), await toldToReload(other)]).toEqual([[], []]);
      // What the first tab had written last is written over.
      await expect.poll(places, OFTEN).toContain('typed in the other tab');
      await page.close();
      await other.reload();
      await expectHere(other);
      expect(await editorText(other, 'Translated subtitles')).toBe('typed in the other tab');
      expect(paidFor(standIn)).toHaveLength(count / 20);
    });
  });
}
