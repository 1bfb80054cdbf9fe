import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CACHE } from './cache.ts';
import type { PageMeasure } from './measure-page.ts';
import type { TokenResult } from './measure-tokens.ts';
import type { MisalignmentMeasure } from './misalignment-measure.ts';
import type { LighthouseMeasure } from './run-lighthouse.ts';
import { medianOf, type Summary } from './summary.ts';

const FOLDER = join(CACHE, 'results');

/** A stored measure; `name` is unique. */
export type KeptResult = Summary | PageMeasure | LighthouseMeasure | MisalignmentMeasure | TokenResult;

/** Writes a measure to .cache/bench/results/, over an earlier one of the same name. */
export function keepResult(result: KeptResult): void {
  mkdirSync(FOLDER, { recursive: true });
  const file = `${result.name.replace(/[^a-z0-9]+/gi, '-').toLowerCase()}.json`;
  writeFileSync(join(FOLDER, file), `${JSON.stringify(result, null, 2)}\n`);
}

/** Prints and stores a figure: the median of its runs counts. Returns a sentence for a missed target. */
export function keepFigure(
  { name, unit, target }: Pick<PageMeasure, 'name' | 'unit' | 'target'>,
  values: readonly number[],
): readonly string[] {
  console.log(`${name}: ${values.map((value) => Number(value.toFixed(3))).join(', ')} ${unit}`);
  const value = medianOf(values);
  const missed =
    target !== undefined && value > target ? [`${Number(value.toFixed(2))} ${unit}, at most ${target}`] : [];
  keepResult({ kind: 'page', name, unit, target, value, worst: Math.max(...values), runs: values.length, missed });
  return missed;
}

export function readResults(): readonly KeptResult[] {
  const files = readdirSync(FOLDER).filter((file) => file.endsWith('.json'));
  return files.map((file) => JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as KeptResult);
}
