import { expect } from '@playwright/test';
import { withPage } from './bench-browser.ts';
import type { PreparedPage } from './drive-page.ts';
import { RUNS, test } from './fixtures.ts';
import { keepFigure } from './kept-results.ts';
import {
  keyWhileOthersCome,
  longestTaskOfFiles,
  longestTaskOfFilm,
  longestTaskOfSaving,
  measurePace,
  megabytesOf,
  untilAllSaved,
  untilFilesOpened,
  untilFilmOpened,
} from './measure-series.ts';
import type { Pace } from './stand-in-pace.ts';
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
  ['a key in Lines while three other films of 1,600 come in, 4× CPU: until drawn, p95', 60, keyWhileOthersCome],
];

for (const [name, target, measure] of SCENARIOS) {
  test(name, async ({ provider, site }) => {
    const values = await valuesOf(provider, site, measure);
    expect(keepFigure({ name, unit: 'ms', target }, values), MISSED).toEqual([]);
  });
}

const PACES: readonly (readonly [name: string, films: number, phrases: number, pace: Pace, target: number])[] = [
  ['8 films of 1,600, no limit', 8, 1_600, { kind: 'no-limit' }, 1.2],
  ['8 films of 400, at most 8 at once', 8, 400, { kind: 'at-once', most: 8 }, 1.03],
  [
    '8 films of 1,600, 500 requests/min',
    8,
    1_600,
    { kind: 'requests', perMinute: 500, bucket: 50, waitReadable: true },
    1.05,
  ],
];

for (const [name, films, phrases, pace, target] of PACES) {
  test(name, async ({ provider, site }) => {
    const refused: number[] = [];
    const ratios = await valuesOf(provider, site, async (prepared) => {
      const { ratio, refusedPercent } = await measurePace(prepared, { films, phrases, pace });
      refused.push(refusedPercent);
      return ratio;
    });
    const missed = [
      ...keepFigure({ name: `${name}: time`, unit: 'times', target }, ratios),
      ...keepFigure({ name: `${name}: refused`, unit: '%', target: 25 }, refused),
    ];
    expect(missed, MISSED).toEqual([]);
  });
}

const MEMORY = '24 translated films of 1,600: memory above that of one';

test(MEMORY, async ({ provider, site }) => {
  const values = await valuesOf(provider, site, (prepared) => megabytesOf(prepared, 24));
  const ofOne = await valuesOf(provider, site, (prepared) => megabytesOf(prepared, 1));
  const above = values.map((value, run) => value - (ofOne[run] ?? Number.NaN));
  expect(keepFigure({ name: MEMORY, unit: 'MB', target: 60 }, above), MISSED).toEqual([]);
});

type Servers = Parameters<Parameters<typeof test>[2]>[0];

async function valuesOf(
  provider: Servers['provider'],
  site: Servers['site'],
  measure: (of: PreparedPage) => Promise<number>,
): Promise<readonly number[]> {
  const values: number[] = [];
  for (let run = 1; run <= RUNS; run++) {
    const browser = { ...provider, canBeHidden: false };
    const prepared = { standIn: provider.standIn, address: site.url, filmPath: '' };
    values.push(await withPage(browser, (page) => measure({ page, ...prepared })));
  }
  return values;
}
