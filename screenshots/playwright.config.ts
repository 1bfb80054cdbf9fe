import { defineConfig } from '@playwright/test';

/** `npm run screenshots`: the views of the built page, as pictures in docs/screenshots/. Not a check. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.shots.ts',
  globalSetup: '../e2e/global-setup.ts',
  outputDir: '../test-results',
  timeout: 120_000,
  retries: 0,
  workers: 2,
  fullyParallel: true,
  reporter: 'list',
  expect: { timeout: 20_000 },
  use: { locale: 'en-GB', serviceWorkers: 'block' },
});
