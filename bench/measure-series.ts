import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { button, giveKey, region } from '../e2e/page-actions.ts';
import { formatSrt } from '../src/subtitles/srt.ts';
import { playProvider } from './bench-provider.ts';
import { CACHE } from './cache.ts';
import { type PreparedPage, placeOf, rest } from './drive-page.ts';
import { noFault } from './faults.ts';
import { createFilm } from './film.ts';
import { pressUntilDrawn } from './measure-lines.ts';
import { longestTaskOf } from './measure-page.ts';
import type { Pace } from './stand-in-pace.ts';

/** Measures a series of films of 1,600 phrases. The machine is slowed down four times during each measure. */

const CPU_SLOWDOWN = 4;
const FILMS = 24;
const PHRASES = 1_600;
const KEYS = 80;

/** How long an action took, and its longest task, in ms. */
interface Took {
  readonly ms: number;
  readonly longestMs: number;
}

const films = (count: number, phrases = PHRASES) =>
  Array.from({ length: count }, (_, at) => ({
    name: `Show.E${String(at + 1).padStart(2, '0')}.srt`,
    film: createFilm({ phrases, seed: at + 1 }),
  }));

async function filePaths(count: number, phrases = PHRASES): Promise<readonly string[]> {
  await mkdir(CACHE, { recursive: true });
  const written = films(count, phrases).map(async ({ name, film }) => {
    await writeFile(CACHE + name, formatSrt(film));
    return CACHE + name;
  });
  return Promise.all(written);
}

async function took(page: Page, act: () => Promise<number>): Promise<Took> {
  let ms = Number.NaN;
  const longestMs = await longestTaskOf(page, CPU_SLOWDOWN, async () => {
    ms = await act();
  });
  return { ms, longestMs };
}

/** The time from `act` until `isDone`, asked every 50 ms: asked at each frame, the browser would make a picture for each question. */
async function until<Given>(
  page: Page,
  act: () => Promise<unknown>,
  isDone: (given: Given) => boolean,
  given: Given,
): Promise<number> {
  const fromMs = performance.now();
  await act();
  await page.waitForFunction(isDone as (given: unknown) => boolean, given, { polling: 50 });
  return performance.now() - fromMs;
}

const hasRows = (count: number) => {
  const rows = [...document.querySelectorAll('[data-file-state]')];
  return rows.length === count && rows.every(({ textContent }) => /\d subtitles/.test(textContent ?? ''));
};

/** `press` presses "Open…". */
async function chooseFiles(
  page: Page,
  paths: readonly string[],
  press: () => Promise<void> = () => button(page, 'Open…').click(),
): Promise<void> {
  const choosing = page.waitForEvent('filechooser');
  await press();
  await (await choosing).setFiles([...paths]);
}

/** Opens all files at once, until each row has its number. */
async function filesOpened({ page, address }: PreparedPage): Promise<Took> {
  const paths = await filePaths(FILMS);
  await page.goto(address);
  // A touch before the page listens would load nothing, and the measure would then include the first load of the code.
  await button(page, 'Open…').waitFor();
  await page.mouse.move(5, 5);
  // Otherwise the test tool's code for waitForFunction, and its search by role, would be the longest tasks.
  await page.waitForFunction(() => true);
  await rest();
  const { x, y } = await placeOf(page, 'Open…');
  const choose = () => chooseFiles(page, paths, () => page.mouse.click(x, y));
  return took(page, () => until(page, choose, hasRows, FILMS));
}

async function openFilms({ page, address }: PreparedPage, count: number, phrases = PHRASES): Promise<void> {
  await page.goto(address);
  await giveKey(page);
  const paths = await filePaths(count, phrases);
  if (count > 1) return void (await until(page, () => chooseFiles(page, paths), hasRows, count));
  await chooseFiles(page, paths);
  await button(page, 'Translate').click({ trial: true });
}

const allDone = (page: Page, count: number) => region(page, 'Files').getByText(`${count} of ${count} films`).waitFor();

async function translatedFilms(prepared: PreparedPage, count: number): Promise<void> {
  await openFilms(prepared, count);
  await button(prepared.page, 'Translate').click();
  await allDone(prepared.page, count);
  await rest();
}

interface SeriesPace {
  readonly films: number;
  readonly phrases: number;
  readonly pace: Pace;
}

/** The time of a run over all films, divided by the least time that latency and limit allow; and the share of refused calls in percent. */
export async function measurePace(
  prepared: PreparedPage,
  { films: count, phrases, pace }: SeriesPace,
): Promise<{ readonly ratio: number; readonly refusedPercent: number }> {
  const { page, standIn } = prepared;
  const countProvider = playProvider(standIn, { phrases, pace, faultOf: () => noFault }, 1);
  await openFilms(prepared, count, phrases);
  await rest();
  const fromMs = performance.now();
  await button(page, 'Translate').click();
  await allDone(page, count);
  const wallMs = performance.now() - fromMs;
  const { leastMs, calls, refusals, paidTwice } = countProvider();
  if (paidTwice > 0) throw new Error(`${paidTwice} batches were paid twice.`);
  return { ratio: wallMs / leastMs, refusedPercent: (100 * refusals) / calls };
}

/** A key in a line of the first film, while three other films come in. */
export async function keyWhileOthersCome(prepared: PreparedPage): Promise<number> {
  const { page } = prepared;
  await openFilms(prepared, 4);
  await button(page, 'Translate this film only').click();
  await page.locator('[data-file-state="done"], [data-file-state="look"]').waitFor();
  await page.getByRole('radio', { name: 'Lines' }).check();
  // So few at once that answers come as long as keys are pressed.
  playProvider(prepared.standIn, { phrases: PHRASES, pace: { kind: 'at-once', most: 24 }, faultOf: () => noFault }, 1);
  await button(page, 'Translate 3 films').click();
  await page.locator('[data-number="5"]').focus();
  await page.keyboard.press('Enter');
  const box = page.getByRole('textbox', { name: 'Translation of 5' });
  const before = await box.inputValue();
  const drawnMs = await pressUntilDrawn(page, KEYS, 'a');
  const after = await box.inputValue();
  if (after.length !== before.length + KEYS) throw new Error(`${after.length - before.length} letters were typed.`);
  const left = await page.locator('[data-file-state="running"], [data-file-state="waiting"]').count();
  if (left === 0) throw new Error('All films had come before the last key was pressed.');
  return drawnMs;
}

/** Memory of the tab's process in MB (PSS) with so many translated films, after a collection. */
export async function megabytesOf(prepared: PreparedPage, count: number): Promise<number> {
  const { page } = prepared;
  await openFilms(prepared, count);
  await button(page, 'Translate').click();
  if (count === 1) await page.locator('[role=progressbar][aria-valuenow="80"]').waitFor();
  else await allDone(page, count);
  await delay(MEMORY_SETTLES_MS);
  const tab = await page.context().newCDPSession(page);
  const workers: string[] = [];
  tab.on('Target.attachedToTarget', ({ sessionId }) => workers.push(sessionId));
  await tab.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: false });
  const message = JSON.stringify({ id: 1, method: 'HeapProfiler.collectGarbage' });
  for (let time = 0; time < 5; time++) {
    await tab.send('HeapProfiler.collectGarbage');
    await tab.send('Memory.simulatePressureNotification', { level: 'critical' });
    // The workers have heaps of their own in the tab's process, and one that does nothing never collects.
    for (const sessionId of workers) await tab.send('Target.sendMessageToTarget', { sessionId, message });
    await rest();
  }
  const browser = await page.context().browser()?.newBrowserCDPSession();
  const { processInfo } = (await browser?.send('SystemInfo.getProcessInfo')) ?? { processInfo: [] };
  const ids = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
  // Chromium keeps an empty process ready; the tab's own is the largest.
  return Math.max(...(await Promise.all(ids.map(pssMegabytes))));
}

const MEMORY_SETTLES_MS = 5_000;

async function pssMegabytes(id: number): Promise<number> {
  const rollup = await readFile(`/proc/${id}/smaps_rollup`, 'utf8');
  return Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1]) / 1_024;
}

/** Opens another translated film in Lines, until its first line is drawn. */
async function filmOpened(prepared: PreparedPage): Promise<Took> {
  const { page } = prepared;
  await translatedFilms(prepared, 4);
  await page.getByRole('radio', { name: 'Lines' }).check();
  await page.locator('[data-number="1"]').waitFor();
  await rest();
  const [, other] = films(2);
  const text = other?.film[0]?.text.split('\n')[0] ?? '';
  // Timed in the page: the test tool's own messages take long on a slow page.
  const untilDrawn = (given: { readonly name: string | undefined; readonly text: string }) =>
    new Promise<number>((resolve) => {
      const fromMs = performance.now();
      const rows = [...document.querySelectorAll<HTMLButtonElement>('[data-file-state] button')];
      rows.find(({ textContent }) => textContent === given.name)?.click();
      const look = () => {
        const isDrawn = document.querySelector('[data-number="1"]')?.textContent?.includes(given.text) === true;
        if (isDrawn) setTimeout(() => resolve(performance.now() - fromMs));
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
  return took(page, () => page.evaluate(untilDrawn, { name: other?.name, text }));
}

/** Saves all films as one archive, until the browser has it. */
async function allSaved(prepared: PreparedPage): Promise<Took> {
  const { page } = prepared;
  await translatedFilms(prepared, FILMS);
  return took(page, async () => {
    const saving = page.waitForEvent('download');
    const fromMs = performance.now();
    await page.evaluate(() =>
      [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Save all')?.click(),
    );
    await saving;
    return performance.now() - fromMs;
  });
}

export const untilFilesOpened = async (prepared: PreparedPage) => (await filesOpened(prepared)).ms;
export const longestTaskOfFiles = async (prepared: PreparedPage) => (await filesOpened(prepared)).longestMs;
export const untilFilmOpened = async (prepared: PreparedPage) => (await filmOpened(prepared)).ms;
export const longestTaskOfFilm = async (prepared: PreparedPage) => (await filmOpened(prepared)).longestMs;
export const untilAllSaved = async (prepared: PreparedPage) => (await allSaved(prepared)).ms;
export const longestTaskOfSaving = async (prepared: PreparedPage) => (await allSaved(prepared)).longestMs;
