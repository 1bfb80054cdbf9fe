import { moneyWords } from '../../src/prices/price.ts';
import { FACT_KINDS } from './facts.ts';
import type { SceneResult } from './run-scene.ts';

/** A row of the table: all scenes of a variant, or one scene. */
function rowOf(name: string, results: readonly SceneResult[]): readonly string[] {
  const sum = (read: (result: SceneResult) => number) => results.reduce((all, result) => all + read(result), 0);
  const facts = results.flatMap((result) => result.facts);
  const count = (outcome: string) => facts.filter((fact) => fact.outcome === outcome).length;
  const cost = results.some((result) => result.cost === undefined) ? undefined : sum((result) => result.cost ?? 0);
  const shown = sum(({ shownSeconds }) => shownSeconds);
  return [
    name,
    `${count('right')} of ${facts.length}`,
    String(count('open')),
    String(sum(({ slides }) => slides)),
    String(sum(({ empty }) => empty)),
    shown === 0 ? '–' : (sum(({ characters }) => characters) / shown).toFixed(1),
    `${sum(({ tokens }) => tokens.input)} + ${sum(({ tokens }) => tokens.output)}`,
    cost === undefined ? 'not known' : moneyWords(cost),
    sum(({ seconds }) => seconds).toFixed(1),
  ];
}

const HEAD = ['', 'facts right', 'open', 'slides', 'empty lines', 'characters/s', 'tokens', 'money', 'seconds'];

/** A row with the sums of each variant, followed by its scenes. */
export function qualityTable(results: readonly SceneResult[]): string {
  const rows = variantsOf(results).flatMap((variant) => {
    const own = results.filter((result) => result.variant === variant);
    return [rowOf(`**${variant}**`, own), ...own.map((result) => rowOf(result.scene, [result]))];
  });
  return aligned([HEAD, ...rows]);
}

/** Correct facts out of all, by kind. */
export function kindTable(results: readonly SceneResult[]): string {
  const rows = FACT_KINDS.map((kind) => [
    kind,
    ...variantsOf(results).map((variant) => {
      const all = results.filter((result) => result.variant === variant).flatMap(({ facts }) => facts);
      const own = all.filter(({ fact }) => fact.kind === kind);
      return `${own.filter(({ outcome }) => outcome === 'right').length} of ${own.length}`;
    }),
  ]);
  return aligned([['facts right', ...variantsOf(results)], ...rows]);
}

const variantsOf = (results: readonly SceneResult[]) => [...new Set(results.map(({ variant }) => variant))];

/** Markdown that is also readable in a terminal. */
function aligned(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(3, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]) => `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  const [head = [], ...others] = rows;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...others.map(line)].join('\n');
}
