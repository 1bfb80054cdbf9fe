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
  keyField,
  modelSelect,
  noteDuration,
  OFTEN,
  openElsewhere,
  openPage,
  paidFor,
  startRun,
  stopNow,
  tab,
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

test('[D8.1] "Continue here" takes the work over, also by keyboard; no batch is paid for twice', async ({
  page,
  standIn,
}) => {
  const other = await startTwoTabs(page, standIn);
  standIn.behave(() => undefined);
  const pressedAt = Date.now();
  await button(other, 'Continue here').focus();
  await other.keyboard.press('Enter');
  await expect(other.getByText('still waits for 3 replies that you pay for')).toBeVisible();
  await button(other, 'Do not wait').click();
  await expectHere(other);
  noteDuration('taking the work over', pressedAt);
  await expect(other.locator(':focus')).toHaveText('Batches');
  await expectElsewhere(page);
  await expect(batches(other, 'ok')).toHaveCount(5);
  expect(paidFor(standIn)).toEqual([1, 21, 41, 61, 81]);
  // And back again with the changes, once the result is complete.
  await expect(button(other, 'Download')).toBeEnabled();
  await write(other, 'Translated subtitles', 'Changed in the other tab');
  await continueHere(page);
  await expectElsewhere(other);
  expect(await editorText(page, 'Translated subtitles')).toBe('Changed in the other tab');
});

test('[D8.1] waits for the requests that are under way in the other tab, and pays for none of them twice', async ({
  page,
  standIn,
}) => {
  const late = (text: string) => ({ kind: 'reply', finish: 'complete', latencyMs: 4_000, text }) as const;
  standIn.behave(({ kind, phrases }) => (kind === 'translate' ? late(JSON.stringify(phrases)) : undefined));
  await startRun(page, 60);
  await expect(batches(page, 'loading').first()).toBeVisible();
  const other = await openElsewhere(page);
  await button(other, 'Continue here').click();
  await expect(other.getByText(/still waits for \d (reply|replies) that you pay for/)).toBeVisible();
  await expectHere(other);
  await expect(batches(other, 'ok')).toHaveCount(3);
  expect(paidFor(standIn)).toEqual([1, 21, 41]);
});

test('when the tab with the work is left, crashes or closes, another tab continues', async ({
  page,
  standIn,
  context,
}) => {
  const late = () => standIn.calls.filter((call) => firstPhrase(call) > 40);
  let other = await startTwoTabs(page, standIn);
  let here = page;
  for (const end of ['leaves', 'crashes', 'closes'] as const) {
    if (end === 'closes') standIn.behave(() => undefined);
    const [sent, endedAt] = [late().length, Date.now()];
    if (end === 'closes') await here.close();
    if (end === 'leaves') {
      here.on('dialog', (dialog) => void dialog.accept());
      await here.goto('about:blank');
    }
    if (end === 'crashes') {
      const devtools = await context.newCDPSession(here);
      void devtools.send('Page.crash').catch(() => {});
      await here.waitForEvent('crash');
    }
    await expect.poll(() => late().length, OFTEN).toBe(sent + 3);
    noteDuration(`going on after the tab ${end}`, endedAt, late()[sent]?.at);
    await expectHere(other);
    here = other;
    if (end !== 'closes') other = await openElsewhere(here);
  }
  await expect(batches(here, 'ok')).toHaveCount(5);
  expect(paidFor(standIn)).toEqual([1, 21, 41, 61, 81]);
});

test('[D8.1] a reloaded tab keeps its work even if another tab waits for it', async ({ page, standIn }) => {
  await startTwoTabs(page, standIn);
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expectHere(page);
  await expect(batches(page, 'ok')).toHaveCount(2);
  await stopNow(page);
  standIn.behave(() => undefined);
  await button(page, 'Resume').click();
  await expect(batches(page, 'ok')).toHaveCount(5);
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
  const asked = page.evaluate(
    () =>
      new Promise((resolve) => {
        const channel = new BroadcastChannel('subtitle-translator');
        const heard: unknown[] = [];
        channel.onmessage = ({ data }) => heard.push(data);
        setTimeout(() => resolve(heard.filter((message) => message === 'please-give-way').length), 6_000);
      }),
  );
  const third = await openElsewhere(page);
  await continueHere(third);
  await expectElsewhere(page);
  expect(await asked, 'only the third tab has asked').toBe(1);
  await expectHere(third);
});

test('[D5.6] prompt, model and keys move with the work', async ({ page }) => {
  await openPage(page);
  const other = await openElsewhere(page);
  await page.bringToFront();
  await write(page, 'Prompt', 'My own prompt');
  await giveKey(page, 'anthropic');
  await expect(modelSelect(page)).toHaveText(/^Claude/);
  await continueHere(other);
  await expect.poll(() => editorText(other, 'Prompt'), OFTEN).toBe('My own prompt');
  await expect(tab(other, 'anthropic')).toHaveAttribute('aria-selected', 'true');
  await expect(keyField(other)).toHaveValue('test-key');
  await expect(modelSelect(other)).toHaveText(/^Claude/);
  await giveKey(other, 'google');
  await expect(modelSelect(other)).toHaveText(/^Gemini/);
  await continueHere(page);
  await expect(tab(page, 'google')).toHaveAttribute('aria-selected', 'true');
  await expect(modelSelect(page)).toHaveText(/^Gemini/);
});
