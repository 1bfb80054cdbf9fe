import { defineConfig } from '@playwright/test';
import base from './playwright.config.ts';

/** The end-to-end tests in an installed Firefox, over WebDriver BiDi. Not part of `npm test`. */
export default defineConfig(base, {
  globalSetup: './e2e/firefox-setup.ts',
  // Over BiDi no process can be crashed, no input method driven, no memory cleared, no JavaScript turned off, no colour scheme, forced colours, coarse pointer
  // or folder in a picker be had, and this Firefox dies at the next click after axe has run. A tab in a synchronous request still gets messages here, so it
  // does not hang.
  testIgnore: ['**/accessibility.spec.ts', '**/crash.spec.ts'],
  grepInvert:
    /crashes or closes, the other one continues|from a hanging tab|composition last|under a finger|with touch|are garbage-collected|light and dark|without JavaScript/,
  outputDir: 'test-results/firefox',
  // Slower than Chromium over CDP; none of the tests judges a time.
  timeout: 240_000,
  workers: 1,
  // Not among the reports that npm test counts.
  reporter: [['list'], ['json', { outputFile: '.cache/firefox.json' }]],
  use: { browserName: 'firefox', ignoreHTTPSErrors: true, trace: 'off', reuseContext: false },
});
