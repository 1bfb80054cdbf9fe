import { expect, type Page } from '@playwright/test';
import { editorText } from '../test/read-editor.ts';
import { sampleSrt } from '../test/srt-sample.ts';
import type { Call } from '../test/stand-in-call.ts';
import { stall } from '../test/stand-in-call.ts';
import type { StandIn } from '../test/stand-in-provider.ts';
import { test } from './fixtures.ts';
import {
  batches,
  button,
  continueHere,
  expectElsewhere,
  expectHere,
  giveKey,
  modelSelect,
  noteDuration,
  OFTEN,
  openBatch,
  openElsewhere,
  openPage,
  paidFor,
  pressTranslate,
  sent,
  startRun,
  upload,
  write,
} from './page-actions.ts';

/** Two pages share one storage: one has the work; the other says so, and continues if the first cannot. */

const firstPhrase = ({ phrases }: Call) => Number(Object.keys(phrases)[0]);

/** A run of `count` phrases in the first page, where the third and later batches never return; and a second page. */
async function startTwoTabs(page: Page, standIn: StandIn, count = 100): Promise<Page> {
  standIn.behave((call) => (firstPhrase(call) > 40 ? stall('before') : undefined));
  await startRun(page, count);
  await expect(batches(page, 'ok')).toHaveCount(2);
  return openElsewhere(page);
}

test('[D5.6][D8.1] "Continue here" moves the work with prompt, model and keys to another tab, and no batch is paid for twice', async ({
  page,
  standIn,
}) => {
  standIn.behave((call) => (firstPhrase(call) > 40 ? stall('before') : undefined));
  await openPage(page);
  await write(page, 'Prompt', 'My own prompt');
  await giveKey(page, 'anthropic');
  await expect(modelSelect(page)).toHaveText(/^Claude/);
  await upload(page, sampleSrt(100));
  await pressTranslate(page);
  await expect(batches(page, 'ok')).toHaveCount(2);
  const other = await openElsewhere(page);
  const before = sent(standIn).length;
  standIn.behave(() => undefined);
  await button(other, 'Continue here').focus();
  await other.keyboard.press('Enter');
  await expect(other.getByText('still waits for 3 replies that you pay for')).toBeVisible();
  await button(other, 'Do not wait').click();
  await expectHere(other);
  await expect(other.locator(':focus')).toHaveText('Batches');
  await expectElsewhere(page);
  await expect(batches(other, 'ok')).toHaveCount(5);
  expect(paidFor(standIn)).toEqual([1, 21, 41, 61, 81]);
  for (const { provider, key, body } of sent(standIn).slice(before)) {
    expect([provider, key]).toEqual(['anthropic', 'test-key']);
    expect(JSON.stringify(body)).toContain('My own prompt');
  }

  // And back again with the changes, after the pending answer.
  await expect.poll(() => editorText(other, 'Translated subtitles'), OFTEN).toContain('Фраза 100');
  await write(other, 'Translated subtitles', 'Changed in the other tab');
  let letCome = () => {};
  const isDue = new Promise<void>((resolve) => {
    letCome = resolve;
  });
  await other.route('https://api.anthropic.com/v1/messages', async (route) => {
    await isDue;
    await route.continue();
  });
  await openBatch(other, 5);
  await button(other, 'Translate again').click();
  await expect(batches(other, 'loading')).toHaveCount(1);
  await page.bringToFront();
  await button(page, 'Continue here').click();
  await expect(page.getByText('still waits for 1 reply that you pay for')).toBeVisible();
  letCome();
  await expectHere(page);
  await expectElsewhere(other);
  await expect(batches(page, 'ok')).toHaveCount(5);
  expect(paidFor(standIn)).toEqual([1, 21, 41, 61, 81, 81]);
  expect(await editorText(page, 'Translated subtitles')).toBe('Changed in the other tab');
});

test('[D8.1] a reloaded tab keeps its work although another tab waits for it; when the first tab crashes or closes, the other one continues', async ({
  page,
  standIn,
  context,
}) => {
  const late = () => standIn.calls.filter((call) => firstPhrase(call) > 40);
  let other = await startTwoTabs(page, standIn);
  let here = page;
  for (const end of ['is reloaded', 'crashes', 'closes'] as const) {
    if (end === 'closes') standIn.behave(() => undefined);
    const [sent, endedAt] = [late().length, Date.now()];
    if (end === 'closes') await here.close();
    if (end === 'is reloaded') {
      here.on('dialog', (dialog) => void dialog.accept());
      await here.reload();
      await expectHere(here);
      await expectElsewhere(other);
    }
    if (end === 'crashes') {
      const devtools = await context.newCDPSession(here);
      void devtools.send('Page.crash').catch(() => {});
      await here.waitForEvent('crash');
    }
    await expect.poll(() => late().length, OFTEN).toBe(sent + 3);
    noteDuration(`going on after the tab ${end}`, endedAt, late()[sent]?.at);
    if (end === 'is reloaded') continue;
    await expectHere(other);
    here = other;
    if (end !== 'closes') other = await openElsewhere(here);
  }
  await expect(batches(here, 'ok')).toHaveCount(5);
  expect(paidFor(standIn)).toEqual([1, 21, 41, 61, 81]);
});

/** A browser with slow locks, so that intermediate states of the page last a while. */
const slowLocks = (page: Page) =>
  page.addInitScript(() => {
    // The blank page has none.
    if (typeof LockManager === 'undefined') return;
    const { request } = LockManager.prototype as unknown as { request: (...how: unknown[]) => Promise<unknown> };
    const wait = () => new Promise((resolve) => setTimeout(resolve, 500));
    LockManager.prototype.request = async function (this: LockManager, ...how: unknown[]) {
      await wait();
      const held = await request.apply(this, how);
      await wait();
      return held;
    } as LockManager['request'];
  });

test('[D8.1] a tab reloaded twice keeps its work, and can hand it over like any other tab', async ({ page }) => {
  await slowLocks(page);
  await openPage(page);
  await upload(page, sampleSrt(21));
  const other = await openElsewhere(page);
  await page.bringToFront();
  await page.reload();
  // The reload has begun, but has not requested the lock yet.
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('tabHadWork')), OFTEN).toBeNull();
  await page.reload();
  await expectHere(page);
  await expectElsewhere(other);

  await other.close();
  // After leaving and returning nothing blocks its work.
  await page.goto('about:blank');
  await page.goto('/');
  await expectHere(page);
  const heard = await page.evaluateHandle(() => {
    const messages: unknown[] = [];
    new BroadcastChannel('subtitle-translator').onmessage = ({ data }) => messages.push(data);
    return messages;
  });
  const third = await openElsewhere(page);
  await continueHere(third);
  await expectElsewhere(page);
  const asked = (await heard.jsonValue()).filter((message) => message === 'please-give-way');
  expect(asked, 'only the third tab has asked').toHaveLength(1);
  await expectHere(third);
});
