import type { KeptResult } from './kept-results.ts';
import type { PageMeasure } from './measure-page.ts';
import type { TokenResult } from './measure-tokens.ts';
import { LINES_LEFT, type MisalignmentMeasure } from './misalignment-measure.ts';
import { figure, task } from './result-table.ts';
import { LIGHTHOUSE_CATEGORIES, type LighthouseMeasure } from './run-lighthouse.ts';
import type { Summary } from './summary.ts';

type Row = readonly [name: string, median: string, worst: string, bound: string];

/**
 * Writes the results with their date into the rows of docs/performance.md that have their names. `lacking`: results without a row. Slides
 * and tokens have one row each, with the worst of all films and languages.
 */
export function withFigures(
  document: string,
  results: readonly KeptResult[],
  day: string,
): { readonly text: string; readonly lacking: readonly string[] } {
  const rows = new Map(rowsOf(results).map((row) => [row[0], `| ${[...row, day].join(' | ')} |`]));
  const nameOf = (line: string) => /^\| (.*?) \|/.exec(line)?.[1] ?? '';
  const names = new Set(document.split('\n').map(nameOf));
  return {
    text: document
      .split('\n')
      .map((line) => rows.get(nameOf(line)) ?? line)
      .join('\n'),
    lacking: [...rows.keys()].filter((name) => !names.has(name)),
  };
}

/** Follows a figure that exceeds its bound. */
const mark = ({ missed }: KeptResult): string => (missed.length > 0 ? ' **(missed)**' : '');

function rowsOf(results: readonly KeptResult[]): readonly Row[] {
  const ofKind = <Kind extends KeptResult>(kind: string): readonly Kind[] =>
    results.filter((result): result is Kind => 'kind' in result && result.kind === kind);
  return [
    ...results.filter((result): result is Summary => !('kind' in result)).map(runRow),
    ...ofKind<PageMeasure>('page').map(pageRow),
    ...ofKind<LighthouseMeasure>('lighthouse').map(lighthouseRow),
    ...slideRows(ofKind<MisalignmentMeasure>('slides')),
    ...tokenRows(ofKind<TokenResult>('tokens')),
  ];
}

function runRow(run: Summary): Row {
  const { name, targets } = run;
  const judged = [
    targets.ratio === undefined ? [] : [`${targets.ratio.toFixed(2)} ×`],
    targets.refusalsPercent === undefined ? [] : [`${targets.refusalsPercent} % refused`],
    targets.longestTaskMs === undefined ? [] : [`task ${targets.longestTaskMs} ms`],
  ];
  const median = `${run.ratio.toFixed(2)} × · ${run.refusalsPercent.toFixed(0)} % refused · task ${task(run.longestTaskMs)}${mark(run)}`;
  return [name, median, `${run.worstRatio.toFixed(2)} × · task ${task(run.worstTaskMs)}`, judged.flat().join(' · ')];
}

const pageRow = (row: PageMeasure): Row => [
  row.name,
  figure(row, row.value) + mark(row),
  figure(row, row.worst),
  row.target === undefined ? '' : `${row.target} ${row.unit}`,
];

function lighthouseRow({ name, points, atLeast }: LighthouseMeasure): Row {
  const words = (each: typeof points) =>
    LIGHTHOUSE_CATEGORIES.map((category) => `${category} ${each[category]}`).join(' · ');
  return [name, words(points), '', `at least ${words(atLeast)}`];
}

function slideRows(films: readonly MisalignmentMeasure[]): readonly Row[] {
  if (films.length === 0) return [];
  const place = LINES_LEFT.indexOf(8);
  const found = Math.min(...films.map(({ foundPercent }) => foundPercent[place] ?? 0));
  const accused = Math.max(...films.map((film) => (100 * film.accused) / film.cleanBatches));
  return [
    ['slid batches that are found, 8 lines left', '', `${found.toFixed(0)} %`, 'at least 90 %'],
    ['right batches that are accused of sliding', '', `${accused.toFixed(0)} %`, '2 %'],
  ];
}

function tokenRows(languages: readonly TokenResult[]): readonly Row[] {
  const off = languages.flatMap(({ offPercent }) => Object.values(offPercent).map(Math.abs));
  return off.length === 0 ? [] : [['tokens, off the estimate', '', `${Math.max(...off).toFixed(0)} %`, '25 %']];
}
