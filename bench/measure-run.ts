import { writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { button } from '../e2e/page-actions.ts';
import type { Phrase } from '../src/subtitles/document.ts';
import { formatSrt } from '../src/subtitles/srt.ts';
import { PHRASES_PER_BATCH } from '../src/translation/batch.ts';
import { editorText } from '../test/read-editor.ts';
import { translationOf } from './answer.ts';
import { type ProviderCounts, playProvider } from './bench-provider.ts';
import { slowDownCpu } from './cpu-slowdown.ts';
import { chooseFilm, hide, type PreparedPage, placeOf, prepareFilm, rest } from './drive-page.ts';
import { createFilm } from './film.ts';
import type { Scenario } from './scenarios.ts';

/** One run of one scenario. */
export interface RunMeasure extends ProviderCounts {
  readonly batches: number;
  /** From the click on Translate until the last batch is OK; otherwise the time waited. */
  readonly wallMs: number;
  /** 0: no task took more than 50 ms. */
  readonly longestTaskMs: number;
  readonly failedBatches: number;
  /** Phrases without translation in the result. */
  readonly phrasesLost: number;
}

export interface RunOptions extends PreparedPage {
  readonly film: readonly Phrase[];
  readonly scenario: Scenario;
  /** Counted from 1. */
  readonly run: number;
}

/** A hanging run is ended after this many times the least time, plus the wait for one answer. */
const PATIENCE = 4;
const ANSWER_PATIENCE_MS = 30_000;
/** The page's timers are due twenty times a second; if more than this many fire, the browser has not throttled them. */
const THROTTLED_TICKS_PER_SECOND = 2;

/** Translates the film on the page and returns the measures. */
export async function measureRun(options: RunOptions): Promise<RunMeasure> {
  const { page, standIn, film, scenario } = options;
  const batches = Math.ceil(film.length / PHRASES_PER_BATCH);
  if (scenario.isSecond) await translateAnother(options);
  const countProvider = playProvider(standIn, scenario, options.run);
  // Stored as if by an earlier film: choosing the view during the run would be measured, too.
  if (scenario.inLines) await page.addInitScript(() => localStorage.setItem('view', 'lines'));
  if (scenario.isSecond) await chooseFilm(options, 'another');
  else await prepareFilm({ ...options, endpoint: scenario.endpoint });
  const place = await placeOf(page, 'Translate');
  const endSlowdown = await slowDownCpu(page, scenario.cpuSlowdown ?? 1);
  await page.evaluate(() => window.benchWatch.watchRun());
  await rest();

  await page.mouse.click(place.x, place.y);
  const front = scenario.hiddenTab ? await hide(page) : undefined;
  await untilFinished(options, () => countProvider().leastMs);
  await rest();

  const seen = await readWatch(page);
  const ticksPerSecond = seen.ticks / (seen.wallMs / 1_000);
  if (scenario.hiddenTab && (seen.visibility !== 'hidden' || ticksPerSecond > THROTTLED_TICKS_PER_SECOND)) {
    throw new Error(`The tab was not hidden: ${seen.visibility}, ${ticksPerSecond} ticks a second.`);
  }
  await front?.close();
  await endSlowdown();
  if (scenario.inLines) await page.getByRole('radio', { name: 'Text' }).check();
  return {
    ...countProvider(),
    batches,
    wallMs: seen.wallMs,
    longestTaskMs: seen.longestTaskMs,
    failedBatches: await countFailed(page),
    phrasesLost: countLost(film, await editorText(page, 'Translated subtitles')),
  };
}

/** Translates another film of the same length first. */
async function translateAnother(options: RunOptions): Promise<void> {
  const { page, film, run } = options;
  const filmPath = options.filmPath.replace('.srt', '-before.srt');
  await writeFile(filmPath, formatSrt(createFilm({ phrases: film.length, seed: 2 })));
  const countProvider = playProvider(options.standIn, options.scenario, run);
  await prepareFilm({ ...options, filmPath });
  await page.evaluate(() => window.benchWatch.watchRun());
  await button(page, 'Translate').click();
  await untilFinished(options, () => countProvider().leastMs);
  await rest();
}

async function untilFinished({ page }: RunOptions, leastMs: () => number): Promise<void> {
  const startedAt = Date.now();
  let isOver = false;
  const finished = page
    .evaluate(() => window.benchWatch.finished)
    .then(() => {
      isOver = true;
    });
  const patience = async () => {
    while (!isOver && Date.now() - startedAt < PATIENCE * leastMs() + ANSWER_PATIENCE_MS) await delay(500);
  };
  await Promise.race([finished, patience()]);
}

const readWatch = (page: PreparedPage['page']) =>
  page.evaluate(() => {
    const { clickedMs = 0, finishedMs = performance.now(), longTasks, ticks } = window.benchWatch;
    const duringRun = longTasks.filter(({ startMs, durationMs }) => startMs + durationMs > clickedMs);
    return {
      wallMs: finishedMs - clickedMs,
      longestTaskMs: Math.max(0, ...duringRun.map(({ durationMs }) => durationMs)),
      ticks,
      visibility: document.visibilityState,
    };
  });

/** From the button above the batches, which exists only with failed batches. */
async function countFailed(page: PreparedPage['page']): Promise<number> {
  const [words = '0'] = await page.getByRole('button', { name: /^\d+ failed$/ }).allTextContents();
  return Number.parseInt(words, 10);
}

function countLost(film: readonly Phrase[], result: string): number {
  const expected = (phrase: Phrase) => formatSrt([{ ...phrase, text: translationOf(phrase.text) }]).trim();
  const found = new Set(result.split(/\n\n+/).map((block) => block.trim()));
  return film.filter((phrase) => !found.has(expected(phrase))).length;
}
