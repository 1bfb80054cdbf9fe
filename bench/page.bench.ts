import { expect, type Page } from '@playwright/test';
import { withPage } from './bench-browser.ts';
import { filmFile, RUNS, test } from './fixtures.ts';
import { keepFigure } from './kept-results.ts';
import {
  firstLoadKilobytes,
  longestTaskOfFirstTouch,
  longestTaskOfMending,
  longestTaskOfOpening,
  type PageMeasure,
  timeToInteractive,
} from './measure-page.ts';
import { MISSED } from './summary.ts';

interface PageScenario extends Pick<PageMeasure, 'name' | 'unit' | 'target'> {
  readonly measure: (page: Page, address: string, filmPath: string) => Promise<number>;
}

const SCENARIOS: readonly PageScenario[] = [
  { name: 'JavaScript of the first load, gzip', unit: 'KB', target: 135, measure: firstLoadKilobytes },
  {
    name: 'time to interactive',
    unit: 'ms',
    target: undefined,
    measure: (page, address) => timeToInteractive(page, address, 1),
  },
  {
    name: 'time to interactive, 4× CPU',
    unit: 'ms',
    target: 800,
    measure: (page, address) => timeToInteractive(page, address, 4),
  },
  {
    name: 'first touch, 4× CPU: longest task',
    unit: 'ms',
    target: undefined,
    measure: (page, address) => longestTaskOfFirstTouch(page, address, 4),
  },
  {
    name: 'opening 10,000 phrases, 4× CPU: longest task',
    unit: 'ms',
    target: 50,
    measure: (page, address, filmPath) => longestTaskOfOpening(page, address, filmPath, 4),
  },
  {
    name: 'mending 10,000 phrases, 4× CPU: longest task',
    unit: 'ms',
    target: 50,
    measure: (page, address, filmPath) => longestTaskOfMending(page, address, filmPath, 4),
  },
];

for (const { name, unit, target, measure } of SCENARIOS) {
  test(name, async ({ provider, site }) => {
    const { filmPath } = await filmFile(10_000);
    const values: number[] = [];
    for (let run = 1; run <= RUNS; run++) {
      const browser = { ...provider, canBeHidden: false };
      values.push(await withPage(browser, (page) => measure(page, site.url, filmPath)));
    }
    expect(keepFigure({ name, unit, target }, values), MISSED).toEqual([]);
  });
}
