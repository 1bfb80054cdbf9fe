import { type BrowserContext, expect, type Page } from '@playwright/test';
import { editorText } from '../test/read-editor.ts';
import { sampleSrt } from '../test/srt-sample.ts';
import { test } from './fixtures.ts';
import { editorReady, OFTEN, openPage, pressTranslate, storeBefore, textBox } from './page-actions.ts';

/** Kills the tab's process: work that was finished or typed more than 300 ms before must be restored. */

const ROUNDS = Number(process.env.CRASH_RUNS) || 2;
const BATCHES = 12;
const KEPT_AFTER_MS = 300;

/** By a timer of the page itself, because a busy machine delays it as much as the page's own writing. */
const passInPage = (page: Page, ms: number) =>
  page.evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms)), ms);

async function crash(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const crashed = page.waitForEvent('crash');
  void devtools.send('Page.crash').catch(() => {});
  await crashed;
  await page.close();
}

/** A page of the same origin without the product. */
async function bystander(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto('/sw.js');
  return page;
}

const finishedBatches = (page: Page) =>
  page
    .locator('[data-state="ok"]')
    .evaluateAll((rows) =>
      rows.map((row) => Number(/\d+/.exec(row.getAttribute('aria-label') ?? row.textContent ?? '')?.[0])),
    );

test(`${ROUNDS} crashes at points spread over a run lose no batch that was finished 300 ms before`, async ({
  context,
  standIn,
}) => {
  test.setTimeout(60_000 + ROUNDS * 8_000);
  const observer = await bystander(context);
  for (let round = 0; round < ROUNDS; round++) {
    await observer.evaluate(async () => {
      localStorage.clear();
      const deleting = indexedDB.deleteDatabase('subtitle-translator-works');
      await new Promise((resolve) => (deleting.onsuccess = resolve));
    });
    standIn.reset();
    standIn.behave(({ kind, phrases }) => {
      if (kind !== 'translate') return undefined;
      const latencyMs = 100 + ((Number(Object.keys(phrases)[0]) * 37) % 900);
      return { kind: 'reply', finish: 'complete', latencyMs, text: JSON.stringify(phrases) };
    });
    const page = await context.newPage();
    await storeBefore(page, { uploadedFile: sampleSrt(BATCHES * 20), openaiKey: 'test-key' });
    await openPage(page);
    await pressTranslate(page);
    // Each round crashes at another point of the run. A slow machine reaches the same points later.
    const point = 1 + Math.floor((round / ROUNDS) * BATCHES);
    await expect
      .poll(async () => (await finishedBatches(page)).length, { ...OFTEN, message: `round ${round}` })
      .toBeGreaterThanOrEqual(point);
    const finished = await finishedBatches(page);
    await passInPage(page, KEPT_AFTER_MS);
    await crash(page);
    // A write of the crashed page may reach the other page later.
    const lost = async () => {
      const stored = await observer.evaluate(() => JSON.parse(localStorage.getItem('batchDataResults') || '[]'));
      return finished.filter((number) => stored[number - 1]?.[0] !== '' || stored[number - 1]?.[1] === undefined);
    };
    await expect.poll(lost, { ...OFTEN, message: `lost batches of round ${round}` }).toEqual([]);
  }
});

test('what was typed 300 ms ago survives a crash, in the original and in the prompt', async ({ page, context }) => {
  await openPage(page);
  for (const name of ['Original subtitles', 'Prompt']) {
    await editorReady(page, name);
    await textBox(page, name).focus();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type(`Typed into ${name}`);
  }
  await passInPage(page, KEPT_AFTER_MS);
  await crash(page);
  const next = await context.newPage();
  await openPage(next);
  for (const name of ['Original subtitles', 'Prompt']) {
    await expect.poll(() => editorText(next, name)).toBe(`Typed into ${name}`);
  }
});
