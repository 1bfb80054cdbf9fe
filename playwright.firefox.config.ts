import { defineConfig } from '@playwright/test';
import base from './playwright.config.ts';

/** The end-to-end tests in an installed Firefox, over WebDriver BiDi. Not part of `npm test`. */
export default defineConfig(base, {
  globalSetup: './e2e/firefox-setup.ts',
  // Over BiDi no process can be crashed, no input method driven, no memory cleared, no JavaScript turned off, no colour scheme, forced colours, coarse pointer or folder in a picker be had, and this Firefox dies at the next click after
  // axe has run.
  testIgnore: ['**/accessibility.spec.ts', '**/crash.spec.ts'],
  grepInvert:
    /when the tab at work leaves, crashes|by an input method in the open line|on a phone a line’s card tells its texts apart|under a finger|a folder is opened by its own command|in the dark too|is let go|without JavaScript/,
  outputDir: 'test-results/firefox',
  // Slower than Chromium over CDP; none of the tests judges a time.
  timeout: 120_000,
  workers: 1,
  // Not among the reports that npm test counts.
  reporter: [['list'], ['json', { outputFile: '.cache/firefox.json' }]],
  use: { browserName: 'firefox', ignoreHTTPSErrors: true, trace: 'off' },
});
