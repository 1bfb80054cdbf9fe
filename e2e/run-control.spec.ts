import { expect, type Page } from '@playwright/test';
import { sampleSrt } from '../test/srt-sample.ts';
import { type Call, stall } from '../test/stand-in-call.ts';
import type { StandIn } from '../test/stand-in-provider.ts';
import { test } from './fixtures.ts';
import { batches, button, giveKey, openPage, stopNow, upload } from './page-actions.ts';

/** Stop now, Resume and reloads: a finished batch is never sent again. */

/** The first phrase of each translation that was asked for, in order. */
const sent = (standIn: StandIn) =>
  standIn.calls.filter(({ kind }) => kind === 'translate').map(({ phrases }) => Number(Object.keys(phrases)[0]));

const stalling =
  (...firstPhrases: readonly number[]) =>
  ({ phrases }: Call) =>
    firstPhrases.some((number) => number in phrases) ? stall('before') : undefined;

async function start(page: Page, count: number): Promise<void> {
  await openPage(page);
  await upload(page, sampleSrt(count));
  await giveKey(page);
  await button(page, 'Translate').click();
}

test('[D6.3] Stop now keeps what is finished and pauses, over a reload too; Resume goes on', async ({
  page,
  standIn,
}) => {
  standIn.behave(stalling(21, 61));
  await start(page, 65);
  await expect(batches(page, 'ok')).toHaveCount(2);
  await expect(batches(page, 'loading')).toHaveCount(2);
  await stopNow(page);
  await expect(batches(page, 'waiting')).toHaveCount(2);
  await expect(batches(page, 'ok')).toHaveCount(2);
  await expect.poll(() => standIn.calls.filter(({ aborted }) => aborted)).toHaveLength(2);

  standIn.behave(() => undefined);
  await page.reload();
  await expect(batches(page, 'waiting')).toHaveCount(2);
  await expect(page.getByText('Paused. What is finished is kept.')).toBeVisible();
  expect(sent(standIn)).toHaveLength(4);
  await button(page, 'Resume').click();
  await expect(batches(page, 'ok')).toHaveCount(4);
  expect(sent(standIn).toSorted((a, b) => a - b)).toEqual([1, 21, 21, 41, 61, 61]);
});

test('[D6.6][S4.2] after a reload in the middle finished batches stand, and unfinished ones start again by themselves', async ({
  page,
  standIn,
}) => {
  standIn.behave(stalling(21));
  await start(page, 45);
  await expect(batches(page, 'ok')).toHaveCount(2);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('batchDataResults'))).toContain('PT: Фраза 45');
  const asked = page.waitForEvent('dialog', (dialog) => dialog.type() === 'beforeunload');
  const reloaded = page.reload();
  await (await asked).accept();
  await reloaded;
  await expect(batches(page, 'loading')).toHaveCount(1);
  await expect(batches(page, 'ok')).toHaveCount(2);
  await expect.poll(() => sent(standIn)).toHaveLength(4);
  expect(sent(standIn).at(-1)).toBe(21);
  expect(sent(standIn).filter((number) => number === 1)).toHaveLength(1);
});
