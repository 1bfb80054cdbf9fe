import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { expect, type Page } from '@playwright/test';
import { dropFilm } from '../e2e/drop-film.ts';
import { button, line, region, textBox } from '../e2e/page-actions.ts';
import { formatSrt } from '../src/subtitles/srt.ts';
import { withPage } from './bench-browser.ts';
import { CACHE, SITE } from './cache.ts';
import { rest } from './drive-page.ts';
import { timestamp } from './film.ts';
import { RUNS, test } from './fixtures.ts';
import { keepFigure } from './kept-results.ts';
import { openLines } from './measure-lines.ts';
import { longestTaskOf, type PageMeasure } from './measure-page.ts';
import { MISSED } from './summary.ts';
import {
  type BenchFilm,
  GIGABYTE,
  matroskaFilm,
  megabytesRead,
  mp4Film,
  PHRASES,
  withFilmFile,
} from './video-films.ts';

/** Reads subtitles from video files of several gigabytes. The benchmark writes them as sparse files, so reads come from the disk's cache. */

interface VideoScenario extends Pick<PageMeasure, 'name' | 'unit'> {
  readonly target: number;
  readonly film: BenchFilm;
  readonly measure: (page: Page, film: BenchFilm, path: string) => Promise<number>;
}

const MKV = matroskaFilm(GIGABYTE, true);
const WITHOUT_INDEX = matroskaFilm(GIGABYTE, false);
const MP4 = mp4Film(GIGABYTE);

const listed = (page: Page, film: BenchFilm, path: string) => openFilm(page, film, path);
async function taken(page: Page, film: BenchFilm, path: string): Promise<number> {
  await openFilm(page, film, path);
  return msOf(page, () => takeSubtitles(page));
}

const SCENARIOS: readonly VideoScenario[] = [
  { name: '.mkv of 1 GB: its tracks are listed', unit: 'ms', target: 1_000, film: MKV, measure: listed },
  { name: '.mkv of 1 GB: 1,500 phrases by its index', unit: 'ms', target: 4_000, film: MKV, measure: taken },
  {
    name: '.mkv of 1 GB without an index: 1,500 phrases',
    unit: 'ms',
    target: 6_000,
    film: WITHOUT_INDEX,
    measure: taken,
  },
  { name: '.mp4 of 1 GB: 1,500 phrases', unit: 'ms', target: 2_000, film: MP4, measure: taken },
  {
    name: '.mkv of 4 GB without an index: growth of the memory while it is read',
    unit: 'MB',
    target: 150,
    film: matroskaFilm(4 * GIGABYTE, false),
    measure: memoryGrowth,
  },
];

for (const { name, unit, target, film, measure } of SCENARIOS) {
  test(name, async ({ provider, site }) => {
    const values = await withFilmFile(film, async (path) => {
      const each: number[] = [];
      for (let run = 1; run <= RUNS; run++) {
        each.push(
          await withPage({ ...provider, canBeHidden: false }, async (page) => {
            await page.goto(site.url);
            await page.mouse.move(10, 10);
            await rest();
            return measure(page, film, path);
          }),
        );
      }
      return each;
    });
    expect(keepFigure({ name, unit, target }, values), MISSED).toEqual([]);
  });
}

/** A film with very short lines, so that many of them come in the few seconds of the sample. */
const DENSE = Array.from({ length: 10_000 }, (_, index) => ({
  number: index + 1,
  time: `${timestamp(500 + index * 400)} --> ${timestamp(880 + index * 400)}`,
  text: `Строка ${index + 1} этого фильма`,
}));

const PREVIEW: readonly (Pick<VideoScenario, 'name' | 'unit' | 'target'> & {
  readonly measure: (page: Page) => Promise<number>;
})[] = [
  { name: 'an edit until the film shows it, 10,000 lines', unit: 'ms', target: 100, measure: editUntilShown },
  {
    name: 'a film is followed in 10,000 lines, 4× CPU: longest task',
    unit: 'ms',
    target: 60,
    measure: longestTaskOfFollowing,
  },
];

for (const { name, unit, target, measure } of PREVIEW) {
  test(name, async ({ provider, site }) => {
    const filmPath = `${CACHE}film-dense.srt`;
    await mkdir(CACHE, { recursive: true });
    await writeFile(filmPath, formatSrt(DENSE));
    const values: number[] = [];
    for (let run = 1; run <= RUNS; run++) {
      values.push(
        await withPage({ ...provider, canBeHidden: false }, async (page) => {
          await openLines({ page, standIn: provider.standIn, address: site.url, filmPath });
          await dropFilm(page);
          await region(page, 'Film').waitFor();
          await rest();
          return measure(page);
        }),
      );
    }
    expect(keepFigure({ name, unit, target }, values), MISSED).toEqual([]);
  });
}

for (const [name, chunk, target] of [
  ['chunk of the preview, gzip', 'video', 6],
  ['chunk of the readers of video files, gzip', 'readers', 18],
] as const) {
  test(name, async () => {
    const folder = `${SITE}/static/js/async/`;
    const file = (await readdir(folder)).find((each) => each.startsWith(`${chunk}.`));
    if (file === undefined) throw new Error(`The page has no chunk "${chunk}".`);
    const kilobytes = gzipSync(await readFile(folder + file), { level: 9 }).length / 1_000;
    expect(keepFigure({ name, unit: 'KB', target }, [kilobytes]), MISSED).toEqual([]);
  });
}

for (const [name, film] of [
  ['.mkv of 1 GB: read by its index', MKV],
  ['.mp4 of 1 GB: read', MP4],
] as const) {
  test(name, async () => {
    expect(keepFigure({ name, unit: 'MB', target: 20 }, [await megabytesRead(film)]), MISSED).toEqual([]);
  });
}

/** Chooses a film by its path, as a person does, and returns the ms until the list of its tracks comes. */
async function openFilm(page: Page, film: BenchFilm, path: string): Promise<number> {
  const chooser = page.waitForEvent('filechooser');
  await button(page, 'Open…').click();
  const picker = await chooser;
  return msOf(page, async () => {
    await picker.setFiles(path);
    await page.getByRole('dialog', { name: `Subtitles in ${film.name}` }).waitFor();
  });
}

async function takeSubtitles(page: Page): Promise<void> {
  await button(page, 'Open these subtitles').click();
  await page
    .getByText(`${PHRASES.toLocaleString('en')} phrases`)
    .first()
    .waitFor();
}

async function msOf(page: Page, work: () => Promise<void>): Promise<number> {
  const now = () => page.evaluate(() => performance.now());
  const begun = await now();
  await work();
  return (await now()) - begun;
}

/** Milliseconds from Enter, which stores an edited line, until the line's cue has the new text. */
async function editUntilShown(page: Page): Promise<number> {
  await line(page, 5).focus();
  await page.keyboard.press('Enter');
  await textBox(page, 'Translation of 5').fill('Another text');
  await rest();
  const watch = await page.locator('video').evaluateHandle((video: HTMLVideoElement) => {
    const track = [...video.textTracks].find(({ label }) => label === 'Translation');
    const isShown = () => (track?.cues?.getCueById('5') as VTTCue | null)?.text === 'Another text';
    return {
      ms: new Promise<number>((resolve) => {
        document.addEventListener(
          'keydown',
          ({ timeStamp }) => {
            const ask = () => (isShown() ? resolve(performance.now() - timeStamp) : void setTimeout(ask, 2));
            ask();
          },
          { capture: true, once: true },
        );
      }),
    };
  });
  await page.keyboard.press('Enter');
  return watch.evaluate(({ ms }) => ms);
}

/** The longest task while the sample plays for as long as ten lines take. */
function longestTaskOfFollowing(page: Page): Promise<number> {
  return longestTaskOf(page, 4, async () => {
    await page.locator('video').evaluate((video: HTMLVideoElement) => video.play());
    await delay(4_500);
    await page.locator('video').evaluate((video: HTMLVideoElement) => video.pause());
  });
}

/** The largest memory growth of the page's processes over the state with the film open, sampled while its text is read. */
async function memoryGrowth(page: Page, film: BenchFilm, path: string): Promise<number> {
  await openFilm(page, film, path);
  await rest();
  const browser = page.context().browser();
  if (!browser) throw new Error('There is no browser.');
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const pids = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
  const before = await residentMegabytes(pids);
  let most = before;
  let isDone = false;
  const work = takeSubtitles(page).finally(() => {
    isDone = true;
  });
  while (!isDone) {
    most = Math.max(most, await residentMegabytes(pids));
    await delay(20);
  }
  await work;
  return most - before;
}

/** From Linux; memory shared between processes counts, too. */
async function residentMegabytes(pids: readonly number[]): Promise<number> {
  const all = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/status`, 'utf8')));
  const kilobytes = all.map((status) => Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]));
  return kilobytes.reduce((sum, each) => sum + each, 0) / 1024;
}
