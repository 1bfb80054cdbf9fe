import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from '@playwright/test';
import { withPage } from './bench-browser.ts';
import { filmFile, RUNS, test } from './fixtures.ts';
import { keepFigure } from './kept-results.ts';
import { noteKeyUntilDrawn } from './measure-lines.ts';
import type { NotesFigures } from './measure-notes.ts';
import type { PageMeasure } from './measure-page.ts';
import { MISSED } from './summary.ts';

type Row = Pick<PageMeasure, 'name' | 'unit'> & { readonly target: number };

let figures: Promise<NotesFigures> | undefined;

/** Measured once in a process of its own, because this one cannot read the price table that the session needs. */
function notesFigures(): Promise<NotesFigures> {
  figures ??= promisify(execFile)(
    process.execPath,
    ['--import', './scripts/run-typescript.mjs', 'bench/measure-notes.ts'],
    { cwd: fileURLToPath(new URL('../', import.meta.url)) },
  ).then(({ stdout }) => JSON.parse(stdout) as NotesFigures);
  return figures;
}

const FIGURES: readonly (Row & { readonly read: (figures: NotesFigures) => number })[] = [
  {
    name: 'film notes, 1,600 lines: tokens in, against without',
    unit: 'times',
    target: 1.45,
    read: (all) => all.tokens,
  },
  {
    ...{ name: 'film notes, 1,600 lines, 8 at once: time, against without', unit: 'times', target: 1.05 },
    read: (all) => all.time,
  },
  {
    ...{ name: 'Read the film, 1,600 lines', unit: 'calls', target: 1 },
    read: ({ readingCalls }) => readingCalls[1_600] ?? Number.NaN,
  },
  {
    ...{ name: 'Read the film, 10,000 lines', unit: 'calls', target: 4 },
    read: ({ readingCalls }) => readingCalls[10_000] ?? Number.NaN,
  },
];

for (const { read, ...row } of FIGURES) {
  test(row.name, async () => {
    expect(keepFigure(row, [read(await notesFigures())]), MISSED).toEqual([]);
  });
}

const TYPED: Row = { name: 'film notes, 10,000 lines open, 4× CPU: a key until drawn, p95', unit: 'ms', target: 50 };

test(TYPED.name, async ({ provider, site }) => {
  const { filmPath } = await filmFile(10_000);
  const values: number[] = [];
  for (let run = 1; run <= RUNS; run++) {
    const browser = { ...provider, canBeHidden: false };
    values.push(
      await withPage(browser, (page) =>
        noteKeyUntilDrawn({ page, standIn: provider.standIn, address: site.url, filmPath }),
      ),
    );
  }
  expect(keepFigure(TYPED, values), MISSED).toEqual([]);
});
