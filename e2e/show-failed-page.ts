import { readFileSync } from 'node:fs';
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';

const MOST_CHARACTERS = 6_000;

/**
 * Prints what the page showed when a test failed. Where only the printed text is kept, it is the only trace of a fault that does not come again. It comes at the
 * end, because of a long text often only the end is kept.
 */
export default class ShowFailedPage implements Reporter {
  private readonly failed: string[] = [];

  onTestEnd({ title }: TestCase, { status, attachments }: TestResult): void {
    if (status === 'passed' || status === 'skipped') return;
    for (const { name, path } of attachments) {
      if (name !== 'error-context' || path === undefined) continue;
      const text = readFileSync(path, 'utf8');
      // Before the page, the file repeats the error.
      const from = Math.max(0, text.indexOf('# Page snapshot'));
      this.failed.push(`\nThe page of “${title}”:\n${text.slice(from, from + MOST_CHARACTERS)}`);
    }
  }

  onEnd(): void {
    for (const page of this.failed) console.log(page);
  }

  printsToStdio(): boolean {
    return false;
  }
}
