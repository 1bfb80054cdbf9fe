import { writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { button, region } from '../e2e/page-actions.ts';
import { reply, translatedJson } from '../test/stand-in-call.ts';
import { playProvider } from './bench-provider.ts';
import { slowDownCpu } from './cpu-slowdown.ts';
import { type PreparedPage, prepareFilm, rest } from './drive-page.ts';
import { longestTaskOf } from './measure-page.ts';
import { SCENARIOS } from './scenarios.ts';

/** Measures the view of lines with a translated film of 10,000 lines. Once the film is open, the machine is slowed down four times. */

const CPU_SLOWDOWN = 4;
const KEYS = 60;
const ENTERS = 20;
const SCROLL_STEPS = 60;

const show = (page: Page, name: string) => page.getByRole('radio', { name: new RegExp(`^${name}`) });

async function translateWhole(prepared: PreparedPage, translate?: (text: string) => string): Promise<void> {
  const scenario = SCENARIOS.find(({ name }) => name === '10,000 phrases, no limit');
  if (!scenario) throw new Error('There is no scenario of 10,000 phrases.');
  playProvider(prepared.standIn, scenario, 1);
  if (translate) {
    prepared.standIn.behave((call) =>
      call.kind === 'translate' ? reply(translatedJson(call, { translate })) : undefined,
    );
  }
  await prepareFilm(prepared);
  await prepared.page.evaluate(() => window.benchWatch.watchRun());
  await button(prepared.page, 'Translate').click();
  await prepared.page.evaluate(() => window.benchWatch.finished);
  await rest();
}

export async function openLines(prepared: PreparedPage, translate?: (text: string) => string): Promise<void> {
  await translateWhole(prepared, translate);
  await show(prepared.page, 'Lines').check();
  await prepared.page.locator('[data-number="1"]').waitFor();
  await rest();
}

/** Switches from Text to Lines. */
export async function longestTaskOfLines(prepared: PreparedPage): Promise<number> {
  await translateWhole(prepared);
  return longestTaskOf(prepared.page, CPU_SLOWDOWN, () => show(prepared.page, 'Lines').check());
}

/** Sets a filter and clears it. */
export async function longestTaskOfFilter(prepared: PreparedPage): Promise<number> {
  const { page } = prepared;
  await openLines(prepared);
  return longestTaskOf(page, CPU_SLOWDOWN, async () => {
    await show(page, 'To review').check();
    await rest();
    await show(page, 'All').check();
  });
}

/** Scrolls from one end of the film to the other. */
export async function longestTaskOfScrolling(prepared: PreparedPage): Promise<number> {
  const { page } = prepared;
  await openLines(prepared);
  return longestTaskOf(page, CPU_SLOWDOWN, () =>
    page.getByRole('grid').evaluate(async (grid, steps) => {
      for (let step = 1; step <= steps; step++) {
        grid.scrollTop = (grid.scrollHeight * step) / steps;
        await new Promise((done) => setTimeout(done, 50));
      }
    }, SCROLL_STEPS),
  );
}

/** Judges all problems again after a change of the limits. */
export async function longestTaskOfLimits(prepared: PreparedPage): Promise<number> {
  const { page } = prepared;
  await openLines(prepared);
  await page.getByText('View options').click();
  return longestTaskOf(page, CPU_SLOWDOWN, () => page.getByLabel('Characters a line').fill('30'));
}

const TERMS = 500;

const LATIN = 'abcdefghijklmnopqrstuvwxyz';
/** In other letters than the film, because lines that count as untranslated report no terms. */
const inLatin = (text: string): string =>
  text.replace(/\p{L}/gu, (letter) => LATIN.charAt((letter.codePointAt(0) ?? 0) % LATIN.length));

/** Judges again after a change of one term among as many as are sent; it occurs in about every ninth line. */
export async function longestTaskOfTerm(prepared: PreparedPage): Promise<number> {
  const { page, filmPath } = prepared;
  await openLines(prepared, inLatin);
  const termsPath = filmPath.replace('.srt', '-terms.csv');
  const terms = Array.from({ length: TERMS - 1 }, (_, at) => `слово${at},palavra${at}`);
  await writeFile(termsPath, ['source,translation', ...terms].join('\n'));
  await button(page, 'Film notes').click();
  const choosing = page.waitForEvent('filechooser');
  await button(page, 'Import terms').click();
  await (await choosing).setFiles(termsPath);
  await page.keyboard.press('Escape');
  await page.locator('[data-number="5"]').focus();
  await page.keyboard.press('Enter');
  await button(page, 'Add to terms').click();
  await page.getByLabel('Term in the original').fill('город');
  await page.getByLabel('Term in the translation').fill('cidade');
  await rest();
  return longestTaskOf(page, CPU_SLOWDOWN, async () => {
    await page.keyboard.press('Enter');
    await page.locator('[data-problems~="term"]').first().waitFor();
    await rest();
  });
}

/** Types a regular expression into Find: the longest task on the page, and the ms until its lines, or the message that it takes too long, are shown. */
async function searchFor(prepared: PreparedPage, expression: string): Promise<{ longestMs: number; answerMs: number }> {
  const { page } = prepared;
  await openLines(prepared);
  const field = page.getByRole('searchbox', { name: 'Find in lines' });
  await field.focus();
  await page.getByLabel('Regular expression').check();
  let answerMs = Number.NaN;
  const longestMs = await longestTaskOf(page, CPU_SLOWDOWN, async () => {
    const startMs = await page.evaluate(() => performance.now());
    await field.fill(expression);
    await page.getByText(/^[\d,]+ lines?$|^The search was stopped/).waitFor();
    answerMs = (await page.evaluate(() => performance.now())) - startMs;
  });
  return { longestMs, answerMs };
}

/** A repeated word, or a line that ends with certain letters. */
const TELLING = String.raw`\b(\p{L}+)\s\1\b|^\p{Lu}[^,]+[аеёиоуыэюя]{2}\.$`;
/** Takes years for each line. */
const ENDLESS = String.raw`(\p{L}+\s?)+\d$`;

export const longestTaskOfExpression = async (prepared: PreparedPage) => (await searchFor(prepared, TELLING)).longestMs;
export const untilExpressionAnswered = async (prepared: PreparedPage) => (await searchFor(prepared, TELLING)).answerMs;
export const untilExpressionEnded = async (prepared: PreparedPage) => (await searchFor(prepared, ENDLESS)).answerMs;

/** Number of elements in the document, including shadow roots. */
export async function elementsOfLines(prepared: PreparedPage): Promise<number> {
  await openLines(prepared);
  return prepared.page.evaluate(() => {
    const count = (root: Document | ShadowRoot): number =>
      [...root.querySelectorAll('*')].reduce(
        (sum, { shadowRoot }) => sum + 1 + (shadowRoot ? count(shadowRoot) : 0),
        0,
      );
    return count(document);
  });
}

/** Milliseconds from a key press in the editor until it is drawn, 95th percentile. */
export const keyUntilDrawn = (prepared: PreparedPage): Promise<number> => untilDrawn(prepared, KEYS, 'a');

/** Milliseconds from Enter, which commits an edited line, until the next line is open for editing, 95th percentile. */
export const enterUntilDrawn = (prepared: PreparedPage): Promise<number> => untilDrawn(prepared, ENTERS, 'Enter');

/** Milliseconds from a key press in a cell of the film notes, over these lines, until it is drawn, 95th percentile. */
export const noteKeyUntilDrawn = (prepared: PreparedPage): Promise<number> =>
  untilDrawn(prepared, KEYS, 'a', async ({ page }) => {
    await button(page, 'Film notes').click();
    await button(region(page, 'Film notes'), 'Add term').click();
  });

const openLine = async ({ page }: PreparedPage): Promise<void> => {
  await page.locator('[data-number="5"]').focus();
  await page.keyboard.press('Enter');
};

/** Presses the key so often where `open` puts the focus, each time after the previous one was drawn; Enter after a letter that changes the line. */
async function untilDrawn(prepared: PreparedPage, times: number, key: 'a' | 'Enter', open = openLine): Promise<number> {
  await openLines(prepared);
  await open(prepared);
  return pressUntilDrawn(prepared.page, times, key);
}

/**
 * Milliseconds from a press of the key where the focus is until the browser presents the picture with it (Event Timing, in steps of 8 ms), 95th percentile. A
 * timer after the picture would also count what the page does next.
 */
export async function pressUntilDrawn(page: Page, times: number, key: 'a' | 'Enter'): Promise<number> {
  const endSlowdown = await slowDownCpu(page, CPU_SLOWDOWN);
  await page.evaluate((watched) => {
    const pressedAt: number[] = [];
    const drawnMs = new Map<number, number>();
    Object.assign(window, { keysDrawn: { pressedAt, drawnMs } });
    document.addEventListener('keydown', (event) => event.key === watched && pressedAt.push(event.timeStamp), {
      capture: true,
    });
    new PerformanceObserver((list) => {
      for (const { name, startTime, duration } of list.getEntries())
        if (name === 'keydown') drawnMs.set(startTime, duration);
    })
      // The shortest that the browser reports.
      .observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  }, key);
  for (let time = 0; time < times; time++) {
    if (key === 'Enter') {
      await page.keyboard.type('b');
      await page.waitForTimeout(120);
    }
    await page.keyboard.press(key);
    await page.waitForTimeout(key === 'Enter' ? 400 : 80);
  }
  await rest();
  const drawnMs = await page.evaluate(() => {
    const { keysDrawn } = window as unknown as {
      keysDrawn: { pressedAt: readonly number[]; drawnMs: ReadonlyMap<number, number> };
    };
    // Shorter ones are not reported.
    return keysDrawn.pressedAt.map((at) => keysDrawn.drawnMs.get(at) ?? 0);
  });
  await endSlowdown();
  if (drawnMs.length !== times) throw new Error(`${drawnMs.length} of ${times} presses reached the page.`);
  return drawnMs.toSorted((one, other) => one - other)[Math.ceil(drawnMs.length * 0.95) - 1] ?? Number.NaN;
}
