import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/global-setup.ts',
  outputDir: 'test-results',
  // No test judges time: these only end a test that hangs, also on a machine that does other things at the same time.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  // A test that passes at the second try hides a fault.
  retries: 0,
  // Each test keeps a processor busy; with more tests at once each of them costs more.
  workers: Math.min(4, availableParallelism()),
  fullyParallel: true,
  forbidOnly: true,
  reporter: [['list'], ['json', { outputFile: '.cache/reports/e2e.json' }], ['./e2e/show-failed-page.ts']],
  use: {
    locale: 'en-GB',
    // The tests of a worker share a window, whose scripts the browser has compiled; Playwright empties its storage before each test.
    reuseContext: true,
    // A trace costs every test a quarter more time; of one that fails: npx playwright test --trace on FILE
    trace: 'off',
    viewport: { width: 1280, height: 900 },
    // It would answer from what it has kept; the tests of the service worker allow it.
    serviceWorkers: 'block',
  },
});
