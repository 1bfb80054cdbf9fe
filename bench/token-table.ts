import type { KeptResult } from './kept-results.ts';
import { MEASURED_TOKENIZERS, type TokenResult } from './measure-tokens.ts';
import type { Table } from './result-table.ts';

/** One row per language: the error of the estimate for requests, and for replies. */
export function tokenTable(results: readonly KeptResult[]): Table {
  const rows = results.filter((result): result is TokenResult => 'kind' in result && result.kind === 'tokens');
  const columns = MEASURED_TOKENIZERS.flatMap(({ tokenizer }) => [`request, ${tokenizer}`, `reply, ${tokenizer}`]);
  return [
    ['tokens', ...columns],
    ...rows.map(({ language, offPercent }) => [
      new Intl.DisplayNames('en', { type: 'language' }).of(language) ?? language,
      ...columns.map((column) => signed(offPercent[column] ?? Number.NaN)),
    ]),
  ];
}

const signed = (percent: number): string => `${percent >= 0.5 ? '+' : ''}${Math.round(percent) || 0} %`;
