import { mkdir, writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { button, giveKey, region } from '../e2e/page-actions.ts';
import { formatSrt } from '../src/subtitles/srt.ts';
import { CACHE } from './cache.ts';
import { type PreparedPage, rest } from './drive-page.ts';
import { createFilm } from './film.ts';
import { longestTaskOf } from './measure-page.ts';

/** Measures a series of films of 1,600 phrases. The machine is slowed down four times during each measure. */

const CPU_SLOWDOWN = 4;
const FILMS = 24;
const PHRASES = 1_600;

/** How long an action took, and its longest task, in ms. */
interface Took {
  readonly ms: number;
  readonly longestMs: number;
}

const films = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    name: `Show.E${String(at + 1).padStart(2, '0')}.srt`,
    film: createFilm({ phrases: PHRASES, seed: at + 1 }),
  }));

async function filePaths(count: number): Promise<readonly string[]> {
  await mkdir(CACHE, { recursive: true });
  const written = films(count).map(async ({ name, film }) => {
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

/** The time from `act` until `isDone`, asked at each frame in the page. */
async function until<Given>(
  page: Page,
  act: () => Promise<unknown>,
  isDone: (given: Given) => boolean,
  given: Given,
): Promise<number> {
  const fromMs = performance.now();
  await act();
  await page.waitForFunction(isDone as (given: unknown) => boolean, given, { polling: 'raf' });
  return performance.now() - fromMs;
}

const hasRows = (count: number) => {
  const rows = [...document.querySelectorAll('[data-file-state]')];
  return rows.length === count && rows.every(({ textContent }) => /1,600 subtitles/.test(textContent ?? ''));
};

async function chooseFiles(page: Page, paths: readonly string[]): Promise<void> {
  const choosing = page.waitForEvent('filechooser');
  await button(page, 'Open…').click();
  await (await choosing).setFiles([...paths]);
}

/** Opens all files at once, until each row has its number. */
async function filesOpened({ page, address }: PreparedPage): Promise<Took> {
  const paths = await filePaths(FILMS);
  await page.goto(address);
  await page.mouse.move(5, 5);
  await rest();
  return took(page, () => until(page, () => chooseFiles(page, paths), hasRows, FILMS));
}

async function translatedFilms({ page, address }: PreparedPage, count: number): Promise<void> {
  await page.goto(address);
  await giveKey(page);
  const paths = await filePaths(count);
  await until(page, () => chooseFiles(page, paths), hasRows, count);
  await button(page, 'Translate').click();
  await region(page, 'Files').getByText(`${count} of ${count} films`).waitFor();
  await rest();
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
  const open = () =>
    page.evaluate((name) => {
      const rows = [...document.querySelectorAll<HTMLButtonElement>('[data-file-state] button')];
      rows.find(({ textContent }) => textContent === name)?.click();
    }, other?.name);
  const isDrawn = (said: string) => document.querySelector('[data-number="1"]')?.textContent?.includes(said) === true;
  return took(page, () => until(page, open, isDrawn, text));
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
