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
  giveKey,
  keyField,
  modelSelect,
  noteDuration,
  openMenu,
  openPage,
  stopNow,
  translateAll,
  upload,
  write,
} from './page-actions.ts';

/** Two pages over one storage: one works, the other shows it live, and goes on when the first cannot. */

const FOLLOWS = 'This work is open in another tab.';
const holds = (page: Page) => expect(page.getByText(FOLLOWS)).toHaveCount(0);
const follows = (page: Page) => expect(page.getByText(FOLLOWS)).toBeVisible();

/** First phrases of the translations that were answered in full: each stands for money spent. */
const paidFor = (standIn: StandIn) =>
  standIn.calls
    .filter(({ kind, status, aborted }) => kind === 'translate' && status === 200 && !aborted)
    .map(({ phrases }) => Number(Object.keys(phrases)[0]));
const firstPhrase = ({ phrases }: Call) => Number(Object.keys(phrases)[0]);

/** A run of `count` phrases in the first page, whose batches from the third on do not come back; and a second page. */
async function startTwoTabs(page: Page, standIn: StandIn, count = 100): Promise<Page> {
  standIn.behave((call) => (firstPhrase(call) > 40 ? stall('before') : undefined));
  await openPage(page);
  await upload(page, sampleSrt(count));
  await giveKey(page);
  await button(page, 'Translate').click();
  await expect(batches(page, 'ok')).toHaveCount(2);
  const other = await page.context().newPage();
  other.on('dialog', (dialog) => void dialog.accept());
  await other.goto('/');
  await follows(other);
  await expect(batches(other, 'ok')).toHaveCount(2);
  return other;
}

test('[D8.1] the second tab shows the work live, and changes nothing', async ({ page, standIn }) => {
  const other = await startTwoTabs(page, standIn);
  const sent = standIn.calls.length;
  await expect(button(other, 'Restart')).toBeDisabled();
  await openMenu(other, 'Project');
  await expect(button(other, 'Open project')).toBeDisabled();
  await expect(button(other, 'Stop')).toHaveCount(0);
  // What is on its way there is on its way here, since as long, and nothing of it can be pressed.
  await expect(batches(other, 'loading')).toHaveCount(3);
  await expect(batches(other, 'loading').first()).toHaveText(/\d+ s$/);
  await expect(other.getByRole('button', { name: /^(Stop|Retry) batch/ })).toHaveCount(0);
  await expect(
    other.getByText('Ready when all 5 batches are done. To change this, press Continue here.'),
  ).toBeVisible();
  await stopNow(page);
  await expect(other.getByText('Paused. What is finished is kept.')).toBeVisible();
  await expect(batches(other, 'waiting')).toHaveCount(3);
  standIn.behave(() => undefined);
  await button(page, 'Resume').click();
  await expect(batches(page, 'ok')).toHaveCount(5);
  await expect(batches(other, 'ok')).toHaveCount(5);
  await expect
    .poll(() => editorText(other, 'Translated subtitles'))
    .toBe(await editorText(page, 'Translated subtitles'));
  await write(page, 'Translated subtitles', 'Edited by hand');
  await expect.poll(() => editorText(other, 'Translated subtitles')).toBe('Edited by hand');
  await expect(button(other, 'Download')).toBeEnabled();
  expect(standIn.calls.length - sent).toBe(3);
});

test('"Continue here" takes the run over; no batch is paid for twice', async ({ page, standIn }) => {
  const other = await startTwoTabs(page, standIn);
  standIn.behave(() => undefined);
  const pressedAt = Date.now();
  await button(other, 'Continue here').click();
  await holds(other);
  noteDuration('taking the run over', pressedAt);
  await expect(other.locator(':focus')).toHaveText('Batches');
  await follows(page);
  await expect(batches(other, 'ok')).toHaveCount(5);
  await expect(batches(page, 'ok')).toHaveCount(5);
  expect(paidFor(standIn).toSorted((a, b) => a - b)).toEqual([1, 21, 41, 61, 81]);
  // And back again, with what was changed meanwhile.
  await write(other, 'Translated subtitles', 'Changed in the other tab');
  await button(page, 'Continue here').click();
  await holds(page);
  await follows(other);
  expect(await editorText(page, 'Translated subtitles')).toBe('Changed in the other tab');
});

for (const end of ['closes', 'crashes', 'leaves'] as const) {
  test(`when the tab at work ${end}, the other goes on`, async ({ page, standIn, context }) => {
    const other = await startTwoTabs(page, standIn);
    standIn.behave(() => undefined);
    const endedAt = Date.now();
    if (end === 'closes') await page.close();
    if (end === 'leaves') {
      page.on('dialog', (dialog) => void dialog.accept());
      await page.goto('about:blank');
    }
    if (end === 'crashes') {
      const devtools = await context.newCDPSession(page);
      void devtools.send('Page.crash').catch(() => {});
      await page.waitForEvent('crash');
    }
    await expect
      .poll(() => standIn.calls.filter((call) => firstPhrase(call) > 40 && call.status === 200).length)
      .toBe(3);
    const resumedAt = standIn.calls.find((call) => firstPhrase(call) > 40 && call.status === 200)?.at ?? Infinity;
    noteDuration(`going on after the tab ${end}`, endedAt, resumedAt);
    await holds(other);
    await expect(batches(other, 'ok')).toHaveCount(5);
    expect(paidFor(standIn).toSorted((a, b) => a - b)).toEqual([1, 21, 41, 61, 81]);
  });
}

test('a tab that does not answer loses the run, and writes nothing over it when it wakes', async ({
  page,
  standIn,
}) => {
  const other = await startTwoTabs(page, standIn);
  standIn.behave(() => undefined);
  // An endless loop of 3 s: neither messages nor timers reach the first tab.
  const asleep = page.evaluate(() => {
    const end = Date.now() + 3_000;
    while (Date.now() < end) {}
  });
  const pressedAt = Date.now();
  await button(other, 'Continue here').click();
  await holds(other);
  noteDuration('taking the run from a tab that does not answer', pressedAt);
  await expect(batches(other, 'ok')).toHaveCount(5);
  await write(other, 'Translated subtitles', 'Newer');
  await asleep;
  await follows(page);
  await expect.poll(() => editorText(page, 'Translated subtitles')).toBe('Newer');
  await expect.poll(() => other.evaluate(() => localStorage.getItem('translated'))).toBe('Newer');
  expect(paidFor(standIn).toSorted((a, b) => a - b)).toEqual([1, 21, 41, 61, 81]);
});

test('[D8.1] two tabs press Translate: one run', async ({ page, context, standIn }) => {
  await openPage(page);
  await upload(page, sampleSrt(60));
  await giveKey(page);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('uploadedFile'))).toContain('Фраза 60');
  const other = await context.newPage();
  await openPage(other);
  await follows(other);
  await expect(button(other, 'Translate')).toBeDisabled();
  await other.keyboard.press('Control+Enter');
  await translateAll(page, 3);
  await expect(batches(other, 'ok')).toHaveCount(3);
  expect(paidFor(standIn).toSorted((a, b) => a - b)).toEqual([1, 21, 41]);
});

test('what is typed in one tab and chosen in the other both stay', async ({ page, context }) => {
  await openPage(page);
  const other = await context.newPage();
  await openPage(other);
  await write(page, 'Prompt', 'My own prompt');
  await giveKey(other);
  await expect(keyField(page)).toHaveValue('test-key');
  await expect(modelSelect(page)).toHaveText('gpt-5.4-mini');
  await expect.poll(() => editorText(other, 'Prompt')).toBe('My own prompt');
  await expect
    .poll(() => page.evaluate(() => [localStorage.getItem('initPrompt'), localStorage.getItem('openaiKey')]))
    .toEqual(['My own prompt', 'test-key']);
});

test('a storage cleared under the open page is filled again with the work', async ({ page, context }) => {
  await openPage(page);
  await upload(page, sampleSrt(21));
  await giveKey(page);
  await translateAll(page, 2);
  const other = await context.newPage();
  await other.goto('/');
  await follows(other);
  await other.evaluate(() => localStorage.clear());
  await write(page, 'Translated subtitles', 'After the clearing');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('translated'))).toBe('After the clearing');
  await other.close();
  await page.reload();
  await expect(batches(page, 'ok')).toHaveCount(2);
  expect(await editorText(page, 'Translated subtitles')).toBe('After the clearing');
});
