import { expect } from '@playwright/test';
import { sampleSrt } from '../test/srt-sample.ts';
import { reply, translatedJson } from '../test/stand-in-call.ts';
import { test } from './fixtures.ts';
import { giveKey, openPage, pickModel, translateAll, upload } from './page-actions.ts';

/** What a film costs: told before and while it runs, and never more than the person has said. */

/** Each call takes these, of it 300 thinking: at $2.50 and $10 for a million that is $0.0075. */
const USAGE = { input: 1_000, output: 500, reasoning: 300 };

test('[D9.1][D9.2] before the run the page tells tokens, price and requests; at the end, over a reload too, what the provider reported', async ({
  page,
  standIn,
}) => {
  standIn.behave((call) => (call.kind === 'translate' ? reply(translatedJson(call), { usage: USAGE }) : undefined));
  await openPage(page);
  await giveKey(page);
  await pickModel(page, 'gpt-4o');
  await upload(page, sampleSrt(65));
  await expect(page.getByText(/^about /)).toHaveText(/^about \d,\d00 tokens in, \d+ out · .*\$.+ · 4 requests$/);
  await expect(page.getByText('prices of', { exact: false })).toContainText('$2.50 in, $10.00 out');
  await translateAll(page, 4);
  await expect(page.getByText('Spent: $0.03', { exact: true })).toBeVisible();
  await expect(page.getByText('Tokens: 4,000 in · 2,000 out')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Spent: $0.03', { exact: true })).toBeVisible();
});
