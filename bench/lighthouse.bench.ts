import { expect } from '@playwright/test';
import { RUNS, test } from './fixtures.ts';
import { keepResult } from './kept-results.ts';
import {
  LIGHTHOUSE_CATEGORIES,
  type LighthouseMeasure,
  type LighthouseReport,
  runLighthouse,
} from './run-lighthouse.ts';
import { MISSED, medianOf } from './summary.ts';

const AT_LEAST = { performance: 99, accessibility: 100, 'best-practices': 100, seo: 100 } as const;

test('Lighthouse, mobile', async ({ site }) => {
  const reports: LighthouseReport[] = [];
  for (let run = 1; run <= RUNS; run++) reports.push(await runLighthouse(site.url));
  const median = (read: (report: LighthouseReport) => number) => medianOf(reports.map(read));
  const pointsOf = (category: keyof typeof AT_LEAST) => median(({ points }) => points[category]);
  const measure: LighthouseMeasure = {
    kind: 'lighthouse',
    name: 'Lighthouse, mobile',
    runs: RUNS,
    points: {
      performance: pointsOf('performance'),
      accessibility: pointsOf('accessibility'),
      'best-practices': pointsOf('best-practices'),
      seo: pointsOf('seo'),
    },
    atLeast: AT_LEAST,
    firstPaintMs: median((report) => report.firstPaintMs),
    largestPaintMs: median((report) => report.largestPaintMs),
    blockingMs: median((report) => report.blockingMs),
    layoutShift: median((report) => report.layoutShift),
    machine: median((report) => report.machine),
    missed: LIGHTHOUSE_CATEGORIES.filter((category) => pointsOf(category) < AT_LEAST[category]).map(
      (category) => `${category} ${pointsOf(category)}, at least ${AT_LEAST[category]}`,
    ),
  };
  for (const { points, machine } of reports) console.log(`Lighthouse: ${JSON.stringify(points)}, machine ${machine}`);
  keepResult(measure);
  expect(measure.missed, MISSED).toEqual([]);
});
