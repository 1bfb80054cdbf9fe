import { expect } from '@playwright/test';
import { button } from '../e2e/page-actions.ts';
import { reply, translatedJson } from '../test/stand-in-call.ts';
import { withPage } from './bench-browser.ts';
import { playProvider } from './bench-provider.ts';
import { type PreparedPage, prepareFilm, rest } from './drive-page.ts';
import { filmFile, RUNS, test } from './fixtures.ts';
import { keepFigure } from './kept-results.ts';
import { SCENARIOS } from './scenarios.ts';
import { MISSED, medianOf } from './summary.ts';

const NAME = '1,600 lines: one line again, from the key to the suggestion';
const LATENCY_MS = 1_500;
/** Of the provider's latency. */
const MOST_RATIO = 1.1;
/** Requested one after the other. */
const LINES = [3, 4, 5, 6, 7];

/** From the key that sends until the suggestion is on the page, in ms: the median of a few lines. */
async function keyToSuggestionMs({ page, standIn, ...prepared }: PreparedPage): Promise<number> {
  const scenario = SCENARIOS.find(({ name }) => name === 'no limit');
  if (!scenario) throw new Error('There is no scenario without a limit.');
  playProvider(standIn, scenario, 1);
  await prepareFilm({ page, standIn, ...prepared });
  await page.evaluate(() => window.benchWatch.watchRun());
  await button(page, 'Translate').click();
  await page.evaluate(() => window.benchWatch.finished);
  await page.getByRole('radio', { name: 'Lines' }).check();
  await page.locator('[data-number="3"]').waitFor();
  await rest();
  standIn.behave((call) =>
    call.kind === 'translate'
      ? reply(translatedJson(call, { translate: (text) => `Again: ${text}` }), { latencyMs: LATENCY_MS })
      : undefined,
  );
  const values: number[] = [];
  for (const line of LINES) {
    await page.locator(`[data-number="${line}"]`).focus();
    await page.keyboard.press('Alt+Enter');
    await page.getByRole('dialog', { name: 'Translate again' }).waitFor();
    await page.evaluate((name) => {
      const seen = new Promise<number>((resolve) => {
        let pressedAt = Number.NaN;
        const notePress = ({ timeStamp }: KeyboardEvent) => {
          pressedAt = timeStamp;
        };
        document.addEventListener('keydown', notePress, { capture: true, once: true });
        new MutationObserver((_, observer) => {
          if (!document.querySelector(`[aria-label="${name}"]`)) return;
          observer.disconnect();
          resolve(performance.now() - pressedAt);
        }).observe(document.body, { subtree: true, childList: true });
      });
      Object.assign(window, { suggestionSeen: seen });
    }, `Suggestion for ${line}`);
    await page.keyboard.press('Enter');
    values.push(await page.evaluate(() => (window as unknown as { suggestionSeen: Promise<number> }).suggestionSeen));
  }
  return medianOf(values);
}

test(NAME, async ({ provider, site }) => {
  const { filmPath } = await filmFile(1_600);
  const ratios: number[] = [];
  for (let run = 1; run <= RUNS; run++) {
    const browser = { ...provider, canBeHidden: false };
    const ms = await withPage(browser, (page) =>
      keyToSuggestionMs({ page, standIn: provider.standIn, address: site.url, filmPath }),
    );
    ratios.push(ms / LATENCY_MS);
  }
  const figure = { name: NAME, unit: 'latencies', target: MOST_RATIO } as const;
  expect(keepFigure(figure, ratios), MISSED).toEqual([]);
});
