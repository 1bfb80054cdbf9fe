import { expect, type Page } from '@playwright/test';
import { factsOfFilm, filmStep } from '../src/film/steps.ts';
import { filmTexts } from '../src/storage/film-codec.ts';
import { stepTexts } from '../src/storage/undo-steps.ts';
import { samplePhrases } from '../test/srt-sample.ts';
import { everythingStored } from './everything-stored.ts';
import { test } from './fixtures.ts';
import { batches, button, OFTEN, openMenu } from './page-actions.ts';
import { translatedFilm } from './stored-film.ts';

/** Version 1 of the page kept the work in local storage or, when it was large, in a database, and undo steps in another one. */

const OLD = ['subtitle-translator', 'subtitle-translator-undo', 'subtitle-translator-copy', 'subtitle-translator-film'];

async function storeOld(
  page: Page,
  databases: Readonly<Record<string, Readonly<Record<string, string>>>>,
  local: object,
) {
  await page.goto('/sw.js');
  await page.evaluate(
    async ([all, texts]) => {
      for (const [key, text] of Object.entries(texts)) localStorage.setItem(key, text);
      for (const [name, entries] of Object.entries(all)) {
        const request = indexedDB.open(name);
        request.onupgradeneeded = () => request.result.createObjectStore('session');
        await new Promise((resolve) => (request.onsuccess = resolve));
        const transaction = request.result.transaction('session', 'readwrite');
        for (const [key, value] of Object.entries(entries)) transaction.objectStore('session').put(value, key);
        await new Promise((resolve) => (transaction.oncomplete = resolve));
        request.result.close();
      }
    },
    [databases, local] as const,
  );
}

test('the page opens the work of version 1 with its undo steps, and deletes the databases of version 1 later', async ({
  page,
}) => {
  const film = { ...translatedFilm(60), fileName: 'now.srt' };
  const before = { ...translatedFilm(samplePhrases(40)), fileName: 'before.srt' };
  const { head, film: texts } = stepTexts(filmStep('open-next', factsOfFilm(before)));
  const keys = Object.keys(filmTexts(film));
  const work = { ...filmTexts(film), sessionRevision: '3', schemaVersion: '1' };
  const steps = { undo: '1', 'undo:films': '[0]', 'undo:0': head };
  const stepFilm = Object.fromEntries(keys.map((key, index) => [`undo:0:${key}`, texts[index] ?? '']));
  await storeOld(
    page,
    {
      'subtitle-translator-undo': { ...steps, ...stepFilm },
      'subtitle-translator-copy': { copyCount: '7' },
      'subtitle-translator': work,
    },
    { schemaVersion: '1', openaiKey: 'test-key' },
  );
  await page.goto('/');
  await expect(batches(page, 'ok')).toHaveCount(3);
  await expect(page).toHaveTitle(/now/);
  const names = async () => Object.keys((await everythingStored(page)).databases).map((name) => name.split('/')[0]);
  await expect.poll(names, OFTEN).toContain('subtitle-translator-works');
  await page.reload();
  await expect(batches(page, 'ok')).toHaveCount(3);
  await openMenu(page, 'Project');
  await button(page, 'Back to “before”').click();
  await button(page, 'Don’t save').click();
  await expect(batches(page, 'ok')).toHaveCount(2);
  await expect(page).toHaveTitle(/before/);
  await expect.poll(async () => (await names()).filter((name) => OLD.includes(name ?? '')), OFTEN).toEqual([]);
  await page.reload();
  await expect(batches(page, 'ok')).toHaveCount(2);
});
