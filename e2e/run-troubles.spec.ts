import { expect } from '@playwright/test';
import { sampleSrt } from '../test/srt-sample.ts';
import { failure, quotaExceeded } from '../test/stand-in-call.ts';
import { test } from './fixtures.ts';
import { batches, button, giveKey, keyField, modelSelect, openPage, tab, textBox, upload } from './page-actions.ts';

// Firefox says so of an answer that the page may not read, where others only log it.
test.use({ expectedProblems: /Cross-Origin Request Blocked: .*https:\/\/api\.openai\.com\// });

/** What would fail every batch pauses the run with one message; Resume goes on. */

test('[D7.2] a wrong key pauses the run with the provider’s own words; a corrected one goes on', async ({
  page,
  standIn,
}) => {
  await openPage(page);
  await upload(page, sampleSrt(45));
  await giveKey(page, 'google', 'wrong-key');
  await expect(modelSelect(page)).toHaveText(/^Gemini/);
  await button(page, 'Translate').click();
  await expect(textBox(page, 'Errors')).toHaveText(/^\[Google AI\] API key not valid/);
  await expect(page.getByText(/The provider refuses the key\. Correct it/)).toBeVisible();
  await expect(batches(page, 'failed')).toHaveCount(0);
  await keyField(page).fill('test-key');
  await expect(tab(page, 'google')).toHaveAttribute('aria-selected', 'true');
  await button(page, 'Resume').click();
  await expect(batches(page, 'ok')).toHaveCount(3);
  expect(standIn.calls.at(-1)).toMatchObject({ provider: 'google', key: 'test-key' });
});

test('[D7.2][D7.5] an exhausted quota pauses; a connection that always breaks is an outage, and the key may be why', async ({
  page,
  standIn,
}) => {
  standIn.behave(({ kind }) => (kind === 'translate' ? quotaExceeded() : undefined));
  await openPage(page);
  await upload(page, sampleSrt(60));
  await giveKey(page);
  await button(page, 'Translate').click();
  await expect(textBox(page, 'Errors')).toHaveText(/^You exceeded your current quota/);

  // As OpenAI refuses some wrong keys: without the headers that would let a page read the answer.
  standIn.behave(({ kind }) =>
    kind === 'translate' ? failure(401, { reason: 'wrong-key', withoutCors: true }) : undefined,
  );
  await button(page, 'Resume').click();
  await expect(textBox(page, 'Errors')).toHaveText('Connection error.', { timeout: 15_000 });
  await expect(page.getByText(/a wrong key can look the same to a browser/)).toBeVisible();
  standIn.behave(() => undefined);
  await button(page, 'Try now').click();
  await expect(batches(page, 'ok')).toHaveCount(3);
});
