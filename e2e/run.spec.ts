import { expect } from '@playwright/test';
import { stall } from '../test/stand-in-call.ts';
import type { StandIn } from '../test/stand-in-provider.ts';
import { test } from './fixtures.ts';
import { batches, sent, startRun } from './page-actions.ts';

/** A run that is reloaded: a finished batch is never sent again. */

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
