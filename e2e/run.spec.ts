import { expect } from '@playwright/test';
import { failure, quotaExceeded, stall } from '../test/stand-in-call.ts';
import type { StandIn } from '../test/stand-in-provider.ts';
import { test } from './fixtures.ts';
import { batches, button, sent, startRun, textBox } from './page-actions.ts';

/** A run that is reloaded or refused: a finished batch is never sent again, and Resume goes on. */

// Firefox says so of an answer that the page may not read, where others only log it.
test.use({ expectedProblems: /Cross-Origin Request Blocked: .*https:\/\/api\.openai\.com\// });

/** The first phrase of each translation that was asked for, in order. */
const firstSent = (standIn: StandIn) => sent(standIn).map(({ phrases }) => Number(Object.keys(phrases)[0]));

test('[D6.6][S4.2] after a reload in the middle finished batches stand, and unfinished ones start again by themselves', async ({
  page,
  standIn,
}) => {
  standIn.behave(({ phrases }) => ('21' in phrases ? stall('before') : undefined));
  await startRun(page, 45);
  await expect(batches(page, 'ok')).toHaveCount(2);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('batchDataResults'))).toContain('PT: Фраза 45');
  const asked = page.waitForEvent('dialog', (dialog) => dialog.type() === 'beforeunload');
  const reloaded = page.reload();
  await (await asked).accept();
  await reloaded;
  await expect(batches(page, 'loading')).toHaveCount(1);
  await expect(batches(page, 'ok')).toHaveCount(2);
  await expect.poll(() => firstSent(standIn)).toHaveLength(4);
  expect(firstSent(standIn).at(-1)).toBe(21);
  expect(firstSent(standIn).filter((number) => number === 1)).toHaveLength(1);
});

test('[D7.2][D7.5] an exhausted quota pauses; a connection that always breaks is an outage, and the key may be why', async ({
  page,
  standIn,
}) => {
  standIn.behave(({ kind }) => (kind === 'translate' ? quotaExceeded() : undefined));
  await startRun(page, 60);
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
