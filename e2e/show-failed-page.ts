import { readFileSync } from 'node:fs';
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';

const MOST_CHARACTERS = 8_000;

/** Prints what the page showed when a test failed. Where only the printed text is kept, it is the only trace of a fault that does not come again. */
export default class ShowFailedPage implements Reporter {
  onTestEnd({ title }: TestCase, { status, attachments }: TestResult): void {
    if (status === 'passed' || status === 'skipped') return;
    for (const { name, path } of attachments) {
      if (name !== 'error-context' || path === undefined) continue;
      console.log(`\nThe page of “${title}”:\n${readFileSync(path, 'utf8').slice(0, MOST_CHARACTERS)}`);
    }
  }

  printsToStdio(): boolean {
    return false;
  }
}
