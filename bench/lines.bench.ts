import { expect } from '@playwright/test';
import { withPage } from './bench-browser.ts';
import type { PreparedPage } from './drive-page.ts';
import { filmFile, RUNS, test } from './fixtures.ts';
import { keepFigure } from './kept-results.ts';
import {
  elementsOfLines,
  enterUntilDrawn,
  keyUntilDrawn,
  longestTaskOfExpression,
  longestTaskOfFilter,
  longestTaskOfLimits,
  longestTaskOfLines,
  longestTaskOfScrolling,
  longestTaskOfTerm,
  untilExpressionAnswered,
  untilExpressionEnded,
} from './measure-lines.ts';
import type { PageMeasure } from './measure-page.ts';
import { MISSED } from './summary.ts';

interface LinesScenario extends Pick<PageMeasure, 'name' | 'unit'> {
  readonly target: number;
  readonly measure: (prepared: PreparedPage) => Promise<number>;
}

const SCENARIOS: readonly LinesScenario[] = [
  { name: '10,000 lines, 4× CPU: Text to Lines, longest task', unit: 'ms', target: 150, measure: longestTaskOfLines },
  { name: '10,000 lines, 4× CPU: a key until drawn, p95', unit: 'ms', target: 50, measure: keyUntilDrawn },
  { name: '10,000 lines, 4× CPU: Enter until drawn, p95', unit: 'ms', target: 60, measure: enterUntilDrawn },
  {
    name: '10,000 lines, 4× CPU: filter and back, longest task',
    unit: 'ms',
    target: 60,
    measure: longestTaskOfFilter,
  },
  { name: '10,000 lines, 4× CPU: scrolling, longest task', unit: 'ms', target: 80, measure: longestTaskOfScrolling },
  { name: '10,000 lines: elements on the page', unit: 'elements', target: 1_500, measure: elementsOfLines },
  { name: '10,000 lines, 4× CPU: judged again, longest task', unit: 'ms', target: 50, measure: longestTaskOfLimits },
  {
    name: '10,000 lines, 4× CPU: an expression, longest task',
    unit: 'ms',
    target: 50,
    measure: longestTaskOfExpression,
  },
  { name: '10,000 lines, 4× CPU: an expression, answer', unit: 'ms', target: 1_500, measure: untilExpressionAnswered },
  {
    name: '10,000 lines, 4× CPU: an expression that takes years, until the page says so',
    unit: 'ms',
    target: 2_000,
    measure: untilExpressionEnded,
  },
  {
    name: '10,000 lines, 500 terms, 4× CPU: judged again after a change of one, longest task',
    unit: 'ms',
    target: 50,
    measure: longestTaskOfTerm,
  },
];

for (const { name, unit, target, measure } of SCENARIOS) {
  test(name, async ({ provider, site }) => {
    const { filmPath } = await filmFile(10_000);
    const values: number[] = [];
    for (let run = 1; run <= RUNS; run++) {
      const browser = { ...provider, canBeHidden: false };
      values.push(
        await withPage(browser, (page) => measure({ page, standIn: provider.standIn, address: site.url, filmPath })),
      );
    }
    expect(keepFigure({ name, unit, target }, values), MISSED).toEqual([]);
  });
}
