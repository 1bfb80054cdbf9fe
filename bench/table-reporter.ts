import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import { readResults } from './kept-results.ts';
import { misalignmentTable } from './misalignment-table.ts';
import { withFigures } from './performance-document.ts';
import { asText, lighthouseTable, pageTable, runTable } from './result-table.ts';
import { MISSED } from './summary.ts';
import { tokenTable } from './token-table.ts';

const DOCUMENT = fileURLToPath(new URL('../docs/performance.md', import.meta.url));

/** Prints the runs as they end and the table at the end; with BENCH_WRITE=1 writes the figures into the rows of docs/performance.md. */
class TableReporter implements Reporter {
  readonly #measured: string[] = [];

  onStdOut(chunk: string | Buffer): void {
    process.stdout.write(chunk);
  }

  onStdErr(chunk: string | Buffer): void {
    process.stderr.write(chunk);
  }

  onError({ stack, message }: { stack?: string; message?: string }): void {
    console.error(stack ?? message);
  }

  onTestEnd({ title }: TestCase, { error }: TestResult): void {
    this.#measured.push(title);
    // The table itself shows which measure misses its target.
    if (error && !error.message?.includes(MISSED)) console.error(`${title}: ${error.stack ?? error.message}`);
  }

  onEnd(): void {
    // A measure may have several figures, each named "TITLE: what it measures".
    const results = readResults().filter(({ name }) =>
      this.#measured.some((title) => name === title || name.startsWith(`${title}: `)),
    );
    for (const tableOf of [runTable, pageTable, lighthouseTable, misalignmentTable, tokenTable]) {
      const table = tableOf(results);
      if (table.length > 1) console.log(`\n${asText(table)}`);
    }
    const missed = results.flatMap(({ name, missed: targets }) => targets.map((target) => `  ${name}: ${target}`));
    console.log(missed.length > 0 ? `\nMissed:\n${missed.join('\n')}` : '\nAll targets are reached.');
    if (!process.env.BENCH_WRITE) return;
    const { text, lacking } = withFigures(
      readFileSync(DOCUMENT, 'utf8'),
      results,
      new Date().toISOString().slice(0, 10),
    );
    writeFileSync(DOCUMENT, text);
    console.log(`\nWritten: ${DOCUMENT}`);
    for (const name of lacking) console.log(`No row: ${name}`);
  }

  printsToStdio(): boolean {
    return true;
  }
}

// biome-ignore lint/style/noDefaultExport: Playwright makes an instance of the default export
export default TableReporter;
