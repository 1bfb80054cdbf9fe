import { expect } from '@playwright/test';
import { withPage } from './bench-browser.ts';
import { filmFile, RUNS, test } from './fixtures.ts';
import { keepResult } from './kept-results.ts';
import { measureRun, type RunMeasure } from './measure-run.ts';
import { SCENARIOS } from './scenarios.ts';
import { MISSED, summarize } from './summary.ts';

for (const scenario of SCENARIOS) {
  test(scenario.name, async ({ provider, site }) => {
    const { film, filmPath } = await filmFile(scenario.phrases);
    const browser = { ...provider, canBeHidden: scenario.hiddenTab ?? false };
    const runs: RunMeasure[] = [];
    for (let run = 1; run <= RUNS; run++) {
      const measured = await withPage(browser, (page) =>
        measureRun({ page, standIn: provider.standIn, address: site.url, film, filmPath, scenario, run }),
      );
      console.log(`${scenario.name}, run ${run}: ${JSON.stringify(measured)}`);
      runs.push(measured);
    }
    const summary = summarize(scenario, runs);
    keepResult(summary);
    expect(summary.missed, MISSED).toEqual([]);
  });
}
