import { expect, type Page } from '@playwright/test';
import { sampleSrt } from '../test/srt-sample.ts';
import { type Call, failure, reply, stall, translatedJson } from '../test/stand-in-call.ts';
import type { StandIn } from '../test/stand-in-provider.ts';
import { test } from './fixtures.ts';
import {
  batch,
  batches,
  button,
  giveKey,
  openBatch,
  openPage,
  region,
  stopNow,
  textBox,
  translateUntilSettled,
  upload,
} from './page-actions.ts';

/** Stop, Resume, Retry, Restart and reloads: a finished batch is never sent again unless a person asks. */

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

test('[D6.3] Stop takes what is under way and sends nothing more; nothing is paid twice', async ({ page, standIn }) => {
  standIn.behave((call) =>
    call.kind === 'translate' && !('1' in call.phrases)
      ? reply(call.isCorrection || !('41' in call.phrases) ? translatedJson(call) : '{}', { latencyMs: 3_000 })
      : undefined,
  );
  await openPage(page);
  await upload(page, sampleSrt(200));
  await giveKey(page);
  await page.getByText('Advanced', { exact: true }).click();
  await page.getByLabel('Concurrency').fill('3');
  await button(page, 'Translate').click();
  await expect(batches(page, 'ok')).toHaveCount(1);
  await expect.poll(() => sent(standIn)).toHaveLength(4);
  await button(page, 'Stop').dblclick();
  await expect(page.getByText('Stopping: 3 answers are under way.')).toBeVisible();
  await expect(page.getByText(/^throws them away: about \$\d.* may be charged all the same/)).toBeVisible();
  await expect(batches(page, 'ok')).toHaveCount(3);
  await expect(page.getByText('Paused. What is finished is kept.')).toBeVisible();
  await expect(button(page, 'Stop now')).toHaveCount(0);
  expect(sent(standIn)).toHaveLength(4);
  expect(standIn.calls.filter(({ aborted }) => aborted)).toEqual([]);

  standIn.behave(() => undefined);
  await button(page, 'Resume').click();
  await expect(batches(page, 'ok')).toHaveCount(10);
  expect(sent(standIn).toSorted((a, b) => a - b)).toEqual([1, 21, 41, 41, 61, 81, 101, 121, 141, 161, 181]);
  expect(standIn.calls.filter(({ isCorrection }) => isCorrection)).toHaveLength(1);
});

test('[D6.3][D6.6] while a run is stopping, leaving asks first; after it the run waits, and another tab goes on from there', async ({
  page,
  standIn,
}) => {
  standIn.behave(stalling(21));
  await start(page, 45);
  await expect(batches(page, 'ok')).toHaveCount(2);
  await button(page, 'Stop').click();
  await expect(page.getByText('Stopping: 1 answer is under way.')).toBeVisible();
  const other = await page.context().newPage();
  await other.goto('/');
  await expect(other.getByText('Stopping: 1 answer is under way.')).toBeVisible();
  await expect(button(other, 'Stop now')).toHaveCount(0);
  await button(other, 'Continue here').first().click();
  await expect(other.getByText('Paused. What is finished is kept.')).toBeVisible();
  await expect.poll(() => standIn.calls.filter(({ aborted }) => aborted)).toHaveLength(1);
  expect(sent(standIn)).toHaveLength(3);
  await button(other, 'Resume').click();
  await expect.poll(() => sent(standIn)).toHaveLength(4);
  await button(other, 'Stop').click();
  const asked = other.waitForEvent('dialog', (dialog) => dialog.type() === 'beforeunload');
  const reloaded = other.reload();
  await (await asked).accept();
  await reloaded;
  await expect(other.getByText('Paused. What is finished is kept.')).toBeVisible();
  await expect(batches(other, 'waiting')).toHaveCount(1);
  expect(sent(standIn)).toHaveLength(4);
});

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

test('raising Concurrency starts more at once, without waiting for one that is under way', async ({
  page,
  standIn,
}) => {
  standIn.behave(({ kind }) => (kind === 'translate' ? stall('before') : undefined));
  await openPage(page);
  await upload(page, sampleSrt(100));
  await giveKey(page);
  await page.getByText('Advanced', { exact: true }).click();
  await page.getByLabel('Concurrency').fill('1');
  await button(page, 'Translate').click();
  await expect.poll(() => sent(standIn)).toEqual([1]);
  await expect(batches(page, 'loading')).toHaveCount(1);
  await page.getByLabel('Concurrency').fill('3');
  await expect.poll(() => sent(standIn)).toEqual([1, 21, 41]);
});

test('[S4.7] Restart aborts everything in flight and forgets the work, over a reload too', async ({
  page,
  standIn,
}) => {
  standIn.behave(stalling(1, 21, 41));
  await start(page, 45);
  await expect.poll(() => sent(standIn)).toHaveLength(3);
  await button(page, 'Restart').click();
  await expect.poll(() => standIn.calls.filter(({ aborted }) => aborted)).toHaveLength(3);
  await expect(region(page, 'Batches')).toHaveCount(0);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('uploadedFile') ?? '')).toBe('');
  await page.reload();
  await expect(button(page, 'Translate')).toBeDisabled();
  await expect(region(page, 'Batches')).toHaveCount(0);
  expect(sent(standIn)).toHaveLength(3);
});

test('[D6.4] a failed batch is sent again by Retry, in its row or opened, all of them by Retry failed, a finished one by Translate again', async ({
  page,
  standIn,
}) => {
  standIn.behave(({ phrases }) => ('41' in phrases ? undefined : failure(400, { message: 'Not today.' })));
  await openPage(page);
  await upload(page, sampleSrt(80));
  await giveKey(page);
  await translateUntilSettled(page);
  await expect(batches(page, 'failed')).toHaveCount(3);
  await openBatch(page, 1);
  await expect(textBox(page, 'Batch errors')).toHaveText('Not today.');
  standIn.behave(() => undefined);
  await button(page, 'Retry').click();
  await expect(batch(page, 1)).toHaveAttribute('data-state', 'ok');
  await expect(batches(page, 'failed')).toHaveCount(2);
  await button(page, 'Retry batch 2').click();
  await expect(batch(page, 2)).toHaveAttribute('data-state', 'ok');
  await button(page, 'Retry failed').click();
  await expect(batches(page, 'ok')).toHaveCount(4);
  await expect(button(page, 'Retry failed')).toHaveCount(0);

  await openBatch(page, 3);
  await button(page, 'Translate again').click();
  await expect.poll(() => sent(standIn).filter((number) => number === 41)).toHaveLength(2);
  await expect(batches(page, 'ok')).toHaveCount(4);
  expect(sent(standIn)).toHaveLength(8);
});
