import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { SITE } from './cache.ts';
import { slowDownCpu } from './cpu-slowdown.ts';
import { rest } from './drive-page.ts';

/** A figure of the page or the terminal: the median of all runs, and the highest allowed. */
export interface PageMeasure {
  readonly kind: 'page';
  readonly name: string;
  readonly unit: 'KB' | 'MB' | 'ms' | 'elements' | 'latencies' | 'times' | 'calls' | '%';
  readonly runs: number;
  readonly value: number;
  readonly worst: number;
  readonly target: number | undefined;
  readonly missed: readonly string[];
}

/** After this long without a long task the page counts as loaded. */
const QUIET_MS = 2_000;

/** Milliseconds from the navigation's start until Upload is shown and the last task over 50 ms before two quiet seconds has ended. */
export async function timeToInteractive(page: Page, address: string, cpuSlowdown: number): Promise<number> {
  // A new browser is busy with itself.
  await rest();
  const endSlowdown = await slowDownCpu(page, cpuSlowdown);
  await page.goto(address);
  await untilQuiet(page);
  const interactiveMs = await page.evaluate(() => {
    const { readyMs = Number.NaN, longTasks } = window.benchWatch;
    return Math.max(readyMs, ...longTasks.map(({ startMs, durationMs }) => startMs + durationMs));
  });
  await endSlowdown();
  return interactiveMs;
}

/** The longest task in ms from choosing a file until the page is idle; 0: none over 50 ms. */
export async function longestTaskOfOpening(page: Page, address: string, filmPath: string, cpuSlowdown: number) {
  await page.goto(address);
  const input = page.locator('input[accept=".srt"]');
  await input.waitFor({ state: 'attached' });
  // A person reaches the file picker by a first touch.
  await touch(page);
  await rest();
  // By path: for a file given as bytes, a script would run in the page.
  return longestTaskOf(page, cpuSlowdown, () => input.setInputFiles(filmPath));
}

/** The longest task in ms from opening a file in which every fifth timing is broken until it is repaired and the page is idle. */
export async function longestTaskOfMending(page: Page, address: string, filmPath: string, cpuSlowdown: number) {
  const brokenPath = filmPath.replace('.srt', '-broken.srt');
  let timings = 0;
  const film = await readFile(filmPath, 'utf8');
  await writeFile(
    brokenPath,
    film.replace(/ --> /g, (arrow) => (timings++ % 5 === 4 ? ' -> ' : arrow)),
  );
  await page.goto(address);
  const input = page.locator('input[accept=".srt"]');
  await input.waitFor({ state: 'attached' });
  await touch(page);
  // Otherwise the test tool's code for waitForFunction would be the longest task.
  await page.waitForFunction(() => true);
  await rest();
  return longestTaskOf(page, cpuSlowdown, async () => {
    await input.setInputFiles(brokenPath);
    // Not by role: a search by role is a long task itself.
    await page.waitForFunction(() => {
      const mend = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Mend the file');
      mend?.click();
      return mend !== undefined;
    });
  });
}

/** The longest task in ms after the first touch, which loads the editor and the model list. */
export async function longestTaskOfFirstTouch(page: Page, address: string, cpuSlowdown: number) {
  await page.goto(address);
  await rest();
  return longestTaskOf(page, cpuSlowdown, () => touch(page));
}

const touch = (page: Page): Promise<void> => page.mouse.move(5, 5);

/** The longest task in ms from `act` until the page is idle; 0: none over 50 ms. */
export async function longestTaskOf(page: Page, cpuSlowdown: number, act: () => Promise<void>): Promise<number> {
  const endSlowdown = await slowDownCpu(page, cpuSlowdown);
  const startMs = await page.evaluate(() => performance.now());
  await act();
  await untilQuiet(page);
  const longestMs = await page.evaluate((fromMs) => {
    const tasks = window.benchWatch.longTasks.filter((task) => task.startMs >= fromMs);
    return Math.max(0, ...tasks.map(({ durationMs }) => durationMs));
  }, startMs);
  await endSlowdown();
  return longestMs;
}

async function untilQuiet(page: Page): Promise<void> {
  for (;;) {
    const quietMs = await page.evaluate(() => {
      const { readyMs, longTasks } = window.benchWatch;
      if (readyMs === undefined) return 0;
      return performance.now() - Math.max(readyMs, ...longTasks.map(({ startMs, durationMs }) => startMs + durationMs));
    });
    if (quietMs >= QUIET_MS) return;
    await delay(QUIET_MS - quietMs + 50);
  }
}

/** Size in KB (1000 bytes) of all scripts loaded before the first touch, each compressed by itself. */
export async function firstLoadKilobytes(page: Page, address: string): Promise<number> {
  const scripts = new Set<string>();
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.endsWith('.js')) scripts.add(pathname);
  });
  await page.goto(address);
  await untilQuiet(page);
  const sizes = [...scripts].map(async (path) => gzipSync(await readFile(join(SITE, path)), { level: 9 }).length);
  return (await Promise.all(sizes)).reduce((sum, bytes) => sum + bytes, 0) / 1_000;
}
