import { expect } from '@playwright/test';
import { withPage } from './bench-browser.ts';
import type { PreparedPage } from './drive-page.ts';
import { RUNS, test } from './fixtures.ts';
import { keepFigure } from './kept-results.ts';
import {
  longestTaskOfFiles,
  longestTaskOfFilm,
  longestTaskOfSaving,
  untilAllSaved,
  untilFilesOpened,
  untilFilmOpened,
} from './measure-series.ts';
import { MISSED } from './summary.ts';

const SCENARIOS: readonly (readonly [
  name: string,
  targetMs: number,
  measure: (of: PreparedPage) => Promise<number>,
])[] = [
  ['a film of 1,600 in a series, 4× CPU: opened until its lines are drawn', 200, untilFilmOpened],
  ['a film of 1,600 in a series, 4× CPU: opened, longest task', 80, longestTaskOfFilm],
  ['24 files of 1,600, 4× CPU: opened until each row has its number', 3_000, untilFilesOpened],
  ['24 files of 1,600, 4× CPU: opened, longest task', 60, longestTaskOfFiles],
  ['24 films of 1,600, 4× CPU: one .zip', 1_000, untilAllSaved],
  ['24 films of 1,600, 4× CPU: one .zip, longest task', 60, longestTaskOfSaving],
];

for (const [name, target, measure] of SCENARIOS) {
  test(name, async ({ provider, site }) => {
    const values: number[] = [];
    for (let run = 1; run <= RUNS; run++) {
      const browser = { ...provider, canBeHidden: false };
      const prepared = { standIn: provider.standIn, address: site.url, filmPath: '' };
      values.push(await withPage(browser, (page) => measure({ page, ...prepared })));
    }
    expect(keepFigure({ name, unit: 'ms', target }, values), MISSED).toEqual([]);
  });
}
