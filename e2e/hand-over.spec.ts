import { expect, type Page } from '@playwright/test';
import { editorText } from '../test/read-editor.ts';
import { samplePhrases } from '../test/srt-sample.ts';
import { stall, translationOf } from '../test/stand-in-call.ts';
import type { StandIn } from '../test/stand-in-provider.ts';
import { stored, storedInDatabase } from './everything-stored.ts';
import { test } from './fixtures.ts';
import {
  batch,
  button,
  download,
  expectElsewhere,
  expectHere,
  expectTranslated,
  giveKey,
  noteDuration,
  OFTEN,
  openElsewhere,
  openPage,
  paidFor,
  scrollToBatch,
  upload,
  write,
} from './page-actions.ts';

/** A film goes from one tab to another: nothing is lost, however slow the database or the tab. */

/** So many phrases of this length are kept in IndexedDB; the first sixty of them are not. */
const COUNT = 400;
const PHRASES = samplePhrases(COUNT).map((phrase) => ({
  ...phrase,
  text: `${phrase.text} ${'и так далее '.repeat(125)}.`,
}));
const srtOf = (count: number, textOf: (text: string) => string) =>
  `${PHRASES.slice(0, count)
    .map(({ number, time, text }) => `${number}\n${time}\n${textOf(text)}`)
    .join('\n\n')}\n`;

declare global {
  interface Window {
    /** Until then the database is busy, ms since the epoch. */
    busyUntil: number;
    /** What the page has said of another tab's newer work. */
    toldToReload: string[];
  }
}

/** From now on a transaction holds the database, until `freeDatabase`; what others write or read waits. */
async function keepDatabaseBusy(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        window.busyUntil = Number.POSITIVE_INFINITY;
        const opening = indexedDB.open('subtitle-translator');
        opening.onsuccess = () => {
          const store = opening.result.transaction('session', 'readwrite').objectStore('session');
          const goOn = () => {
            resolve();
            if (Date.now() < window.busyUntil) store.get('none').onsuccess = goOn;
          };
          goOn();
        };
      }),
  );
}

const freeDatabase = (page: Page, afterMs: number) =>
  page.evaluate((ms) => {
    window.busyUntil = Date.now() + ms;
  }, afterMs);

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

/** A tab that translates the film, and one that waits. `hangs`: the last batch gets no answer. */
async function openTwoTabs(page: Page, standIn: StandIn, { count = COUNT, hangs = false } = {}) {
  standIn.behave(({ phrases }) => (hangs && String(count) in phrases ? stall('before') : undefined));
  await openPage(page);
  await giveKey(page);
  const original = srtOf(count, (text) => text);
  await upload(page, original);
  await button(page, 'Translate').click();
  const other = await openElsewhere(page);
  await watchWords(page);
  await watchWords(other);
  return other;
}

test('[D8.2] taken over while the database is busy: the batch that came last is there, and nobody pays for it again', async ({
  page,
  standIn,
}) => {
  test.setTimeout(120_000);
  const other = await openTwoTabs(page, standIn, { hangs: true });
  await page.bringToFront();
  await expectTranslated(page, COUNT / 20 - 1);
  await scrollToBatch(page, COUNT / 20);
  await expect(batch(page, COUNT / 20)).toHaveAttribute('data-state', 'loading');
  await keepDatabaseBusy(page);
  standIn.behave(() => undefined);
  await button(page, `Stop batch ${COUNT / 20}`).click();
  await button(page, `Retry batch ${COUNT / 20}`).click();
  await expectTranslated(page, COUNT / 20);
  const pressedAt = Date.now();
  await button(other, 'Continue here').click();
  await freeDatabase(page, 2_000);
  await expect(other.getByText('which is storing what it has')).toBeVisible();
  await expectHere(other);
  noteDuration('taking over from a tab whose database is busy for 2 s', pressedAt);
  await expectElsewhere(page);
  await expectTranslated(other, COUNT / 20);
  const { bytes } = await download(other);
  expect(bytes.toString()).toBe(srtOf(COUNT, translationOf));
  expect(paidFor(standIn)).toHaveLength(COUNT / 20);
  expect([await toldToReload(page), await toldToReload(other)]).toEqual([[], []]);
});

for (const { place, count } of [
  { place: 'local storage', count: 60 },
  { place: 'the database', count: COUNT },
]) {
  test.describe(`a film in ${place}`, () => {
    test('[D8.2] taken from a tab that hangs: it wakes without the work, puts its own waiting work aside, and says nothing', async ({
      page,
      standIn,
    }) => {
      test.setTimeout(120_000);
      const other = await openTwoTabs(page, standIn, { count });
      await page.bringToFront();
      await expectTranslated(page, count / 20);
      await expect.poll(() => editorText(page, 'Translated subtitles'), OFTEN).toBe(srtOf(count, translationOf));
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
      const places = async () => [await stored(other, 'translated'), await storedInDatabase(other, 'translated')];
      await expect.poll(places, OFTEN).toContain('typed in the other tab');
      await page.close();
      await other.reload();
      await expectHere(other);
      expect(await editorText(other, 'Translated subtitles')).toBe('typed in the other tab');
      expect(paidFor(standIn)).toHaveLength(count / 20);
    });
  });
}
