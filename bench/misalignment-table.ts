import type { KeptResult } from './kept-results.ts';
import { LINES_LEFT, type MisalignmentMeasure } from './misalignment-measure.ts';
import type { Table } from './result-table.ts';

/** A row for each pair of languages and kind of film, in the order of their files. */
export function misalignmentTable(results: readonly KeptResult[]): Table {
  const rows = results.filter((result): result is MisalignmentMeasure => 'kind' in result && result.kind === 'slides');
  const percent = (share: number) => `${share.toFixed(0)} %`;
  return [
    [
      'slid batches',
      'film',
      'clean batches',
      'accused',
      ...LINES_LEFT.map((left) => `found, ${left} left`),
      'placed',
      'one batch',
    ],
    ...rows.map((row) => [
      row.pair,
      row.film,
      String(row.cleanBatches),
      String(row.accused),
      ...row.foundPercent.map(percent),
      percent(row.placedPercent),
      `${row.batchMs.toFixed(2)} ms`,
    ]),
  ];
}
