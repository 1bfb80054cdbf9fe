import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { sampleSrt } from '../test/srt-sample.ts';
import { reply, stall } from '../test/stand-in-call.ts';
import type { StandIn } from '../test/stand-in-provider.ts';
import { test } from './fixtures.ts';
import {
  batches,
  button,
  giveKey,
  openMenu,
  openPage,
  pickModel,
  textBox,
  translateAll,
  upload,
} from './page-actions.ts';

/** What a film costs: told before and while it runs, and never more than the person has said. */

/** Each call takes these, of it 300 thinking: at $2.50 and $10 for a million that is $0.0075. */
const USAGE = { input: 1_000, output: 500, reasoning: 300 };

function behave(standIn: StandIn): void {
  standIn.behave(({ kind, phrases }) => {
    if (kind !== 'translate') return undefined;
    const texts = Object.fromEntries(Object.keys(phrases).map((number) => [number, `Frase ${number}`]));
    return reply(JSON.stringify(texts), { usage: USAGE });
  });
}
const sent = (standIn: StandIn) => standIn.calls.filter(({ kind }) => kind === 'translate').length;
const estimate = (page: Page) => page.getByText(/^about /);

async function openFilm(page: Page, phrases: number): Promise<void> {
  await openPage(page);
  await giveKey(page);
  await pickModel(page, 'gpt-4o');
  await upload(page, sampleSrt(phrases));
}

test('[D9.1][D9.2] before the run the page tells tokens, price and requests; while it runs and at the end what the provider reported', async ({
  page,
  standIn,
}) => {
  behave(standIn);
  await openFilm(page, 65);
  await expect(estimate(page)).toHaveText(/^about \d,\d00 tokens in, \d+ out · .*\$.+ · 4 requests$/);
  await expect(page.getByText('prices of', { exact: false })).toContainText('$2.50 in, $10.00 out');
  await translateAll(page, 4);
  await expect(page.getByText('Spent: $0.03', { exact: true })).toBeVisible();
  await expect(page.getByText('Tokens: 4,000 in · 2,000 out')).toBeVisible();
  expect(sent(standIn)).toBe(4);

  await page.reload();
  await expect(page.getByText('Spent: $0.03', { exact: true })).toBeVisible();
  const saved = page.waitForEvent('download');
  await openMenu(page, 'Project');
  await button(page, 'Save project').click();
  const project = JSON.parse(await readFile(await (await saved).path(), 'utf8'));
  expect(project.session.sessionExtras.spent).toMatchObject([
    { price: { input: 2.5, output: 10 }, reported: { input: 4_000, output: 2_000 } },
  ]);
});

test('[D9.3] "Stop at" pauses the run before the sum is passed, over a reload too; with a higher one it goes on', async ({
  page,
  standIn,
}) => {
  behave(standIn);
  await openFilm(page, 200);
  await textBox(page, 'Stop at').fill('0.04');
  await button(page, 'Translate').click();
  await expect(page.getByText(/^The next request could pass the sum under "Stop at"/)).toBeVisible();
  await expect(batches(page, 'ok')).toHaveCount(5);
  await expect(page.getByText(/^Spent: \$0\.037 of about/)).toBeVisible();
  expect(sent(standIn)).toBe(5);

  await page.reload();
  await expect(textBox(page, 'Stop at')).toHaveValue('0.04');
  await button(page, 'Resume').click();
  await expect(page.getByText(/^The next request could pass the sum under "Stop at"/)).toBeVisible();
  expect(sent(standIn)).toBe(5);

  await textBox(page, 'Stop at').fill('0.10');
  await expect(button(page, 'Resume')).toBeVisible();
  await textBox(page, 'Stop at').press('Enter');
  await expect(batches(page, 'ok')).toHaveCount(10);
  await expect(page.getByText('Spent: $0.075', { exact: true })).toBeVisible();
  expect(sent(standIn)).toBe(10);
});

test('[D9.1][D9.3] a model that nobody knows the price of has a place for it, and nothing is sent under a limit before it is there', async ({
  page,
  standIn,
}) => {
  behave(standIn);
  await openPage(page);
  await giveKey(page, 'anthropic');
  await pickModel(page, 'Claude Haiku 5.5');
  await upload(page, sampleSrt(45));
  await expect(estimate(page)).toHaveText(/^about .* out · 3 requests$/);
  await textBox(page, 'Stop at').fill('1');
  await button(page, 'Translate').click();
  await expect(page.getByText('until then nothing is sent')).toBeVisible();
  await expect(button(page, 'Resume').first()).toBeVisible();
  expect(sent(standIn)).toBe(0);
  await textBox(page, 'Price in').fill('2');
  await textBox(page, 'Price out').fill('8');
  await button(page, 'Resume').first().click();
  await expect(page.getByText('Spent: $0.018', { exact: true })).toBeVisible();

  await page.reload();
  await expect(page.getByText('your price')).toBeVisible();
});

test('[D9.3] a limit that is set in another tab holds in the one that runs', async ({ page, context, standIn }) => {
  behave(standIn);
  await openFilm(page, 200);
  const other = await context.newPage();
  await openPage(other);
  await textBox(other, 'Stop at').fill('0.04');
  await textBox(other, 'Stop at').press('Enter');
  await expect(textBox(page, 'Stop at')).toHaveValue('0.04');
  await button(page, 'Translate').click();
  await expect(page.getByText(/^The next request could pass the sum under "Stop at"/)).toBeVisible();
  expect(sent(standIn)).toBe(5);
  await expect(other.getByText(/^Spent: \$0\.037/)).toBeVisible();

  await textBox(other, 'Stop at').fill('1');
  await textBox(other, 'Stop at').press('Tab');
  await expect(textBox(page, 'Stop at')).toHaveValue('1');
  await button(page, 'Resume').first().click();
  await expect(batches(page, 'ok')).toHaveCount(10);
});

test('[D9.2][D9.3] calls that were under way as the page was reloaded count as paid', async ({ page, standIn }) => {
  standIn.behave(({ kind }) => (kind === 'translate' ? stall('before') : undefined));
  await openFilm(page, 60);
  await button(page, 'Translate').click();
  await expect.poll(() => sent(standIn)).toBe(3);
  await page.reload();
  await expect(page.getByText(/of it estimated: not reported\)$/)).toBeVisible();
});

test('the demo, where nothing is paid, says nothing of money', async ({ page }) => {
  await openPage(page);
  // It plays by itself.
  await button(page, 'Try the demo').click();
  await expect(batches(page, 'ok').first()).toBeVisible();
  await expect(page.getByText(/^about |\$/)).toHaveCount(0);
  await expect(textBox(page, 'Stop at')).toHaveCount(0);
});
