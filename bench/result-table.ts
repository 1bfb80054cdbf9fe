import type { KeptResult } from './kept-results.ts';
import type { PageMeasure } from './measure-page.ts';
import { LIGHTHOUSE_CATEGORIES, type LighthouseMeasure } from './run-lighthouse.ts';
import { SCENARIOS } from './scenarios.ts';
import type { Summary } from './summary.ts';

/** The first row is the head. */
export type Table = readonly (readonly string[])[];

const HEAD = [
  'scenario',
  'seconds',
  'least',
  'ratio',
  'at most',
  'calls',
  'refused',
  'paid twice',
  'dropped, so paid again',
  'failed',
  'most at once',
  'longest task',
  'in the worst run',
];

/** The scenarios in order, each figure with its bound. */
export function runTable(results: readonly KeptResult[]): Table {
  const rows = SCENARIOS.flatMap(({ name }) => results.filter((result) => isSummary(result) && result.name === name));
  return [HEAD, ...rows.filter(isSummary).map(rowOf)];
}

export function pageTable(results: readonly KeptResult[]): Table {
  const rows = results.filter((result): result is PageMeasure => 'kind' in result && result.kind === 'page');
  const allowed = ({ target, unit }: PageMeasure) => (target === undefined ? '' : `${target} ${unit}`);
  return [
    ['the page, and the terminal', 'measured', 'in the worst run', 'at most'],
    ...rows.map((row) => [row.name, `${figure(row, row.value)}${missing(row)}`, figure(row, row.worst), allowed(row)]),
  ];
}

/** A row for each category, with the underlying figures in the first. Only a head if Lighthouse has not run. */
export function lighthouseTable(results: readonly KeptResult[]): Table {
  const head = ['Lighthouse 12, mobile', 'measured', 'asked'];
  const measure = results.find(
    (result): result is LighthouseMeasure => 'kind' in result && result.kind === 'lighthouse',
  );
  if (!measure) return [head];
  const categories = LIGHTHOUSE_CATEGORIES.map((category) => [
    category,
    String(measure.points[category]),
    `≥ ${measure.atLeast[category]}`,
  ]);
  return [
    head,
    ...categories,
    ['first paint', `${seconds(measure.firstPaintMs)} s`, ''],
    ['largest paint', `${seconds(measure.largestPaintMs)} s`, ''],
    ['total blocking time', `${measure.blockingMs.toFixed(0)} ms`, ''],
    ['layout shift', measure.layoutShift.toFixed(3), '0'],
    ['machine (its benchmark index)', measure.machine.toFixed(0), ''],
  ];
}

const isSummary = (result: KeptResult): result is Summary => !('kind' in result);

function rowOf(row: Summary): readonly string[] {
  const { targets } = row;
  const percent = targets.refusalsPercent === undefined ? '' : ` (≤ ${targets.refusalsPercent})`;
  return [
    row.name,
    seconds(row.wallMs),
    seconds(row.leastMs),
    row.ratio.toFixed(2),
    targets.ratio === undefined ? '' : targets.ratio.toFixed(2),
    String(row.calls),
    `${row.refusalsPercent.toFixed(0)} %${percent}`,
    String(row.paidTwice),
    String(row.dropped),
    String(row.failedBatches),
    String(row.mostAtOnce),
    `${task(row.longestTaskMs)}${targets.longestTaskMs === undefined ? '' : ` (≤ ${targets.longestTaskMs})`}`,
    task(row.worstTaskMs),
  ];
}

const seconds = (ms: number): string => (ms / 1_000).toFixed(1);
/** Browsers report no shorter tasks. */
export const task = (ms: number): string => (ms === 0 ? '< 50 ms' : `${ms.toFixed(0)} ms`);
/** 0 means that no task was long enough to be reported. */
export const figure = ({ unit }: PageMeasure, value: number): string =>
  unit === 'ms' ? task(value) : `${value.toFixed(unit === 'latencies' || unit === 'times' ? 2 : 0)} ${unit}`;
const missing = ({ missed }: KeptResult): string => (missed.length > 0 ? ' (missed)' : '');

/** The table for a terminal, with aligned columns. */
export function asText(table: Table): string {
  const widths = (table[0] ?? []).map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  return table.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')).join('\n');
}
