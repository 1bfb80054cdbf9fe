import { stat } from 'node:fs/promises';
import { expect } from '@playwright/test';
import sharp from 'sharp';
import { test } from '../e2e/fixtures.ts';
import { button } from '../e2e/page-actions.ts';
import { reply } from '../test/stand-in-call.ts';
import { FOLDER, isBatch, prepare, translationOf } from './sample-film.ts';

/** The README's moving picture: a film is translated, its lines arrive, and are looked at. */

const FILE = `${FOLDER}/film.webp`;
const MOST_BYTES = 2 * 1024 * 1024;
const WIDTH = 960;
/** So that the first lines are seen before the last ones are there. */
const BATCH_EVERY_MS = 1_100;
/** To be read. */
const HOLD_MS = 1_800;

interface Frame {
  readonly at: number;
  readonly holdMs: number;
  readonly png: Buffer;
}

const shownMs = ({ at, holdMs }: Frame, index: number, frames: readonly Frame[]): number =>
  Math.round((frames[index + 1]?.at ?? at) - at + holdMs);

test.use({ viewport: { width: 1280, height: 800 }, colorScheme: 'light' });

test('film', async ({ page, standIn }) => {
  standIn.behave((call) => {
    if (call.kind !== 'translate') return undefined;
    const number = [1, 2, 3, 4].find((each) => isBatch(call, each)) ?? 5;
    return reply(translationOf(call), { latencyMs: number * BATCH_EVERY_MS });
  });
  await prepare(page);
  const frames: Frame[] = [];
  /** `holdMs`: how much longer than it took to come to the next frame this one is shown. */
  const take = async (holdMs = 0) => frames.push({ at: performance.now(), holdMs, png: await page.screenshot() });
  await take(HOLD_MS);
  await button(page, 'Translate').click();
  await page.getByRole('radio', { name: 'Lines' }).check();
  await expect(page.getByRole('grid')).toBeVisible();
  while (!(await button(page, 'Download').isEnabled())) await take();
  // What is doubtful about the lines is told a moment after the last of them.
  await page.waitForTimeout(1_500);
  await take(2 * HOLD_MS);
  await sharp(await Promise.all(frames.map(({ png }) => sharp(png).resize(WIDTH).png().toBuffer())), {
    join: { animated: true },
  })
    .webp({ delay: frames.map(shownMs), loop: 0, quality: 70, mixed: true })
    .toFile(FILE);
  expect((await stat(FILE)).size).toBeLessThan(MOST_BYTES);
});
