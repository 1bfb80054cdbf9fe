import { defineConfig } from '@playwright/test';

/**
 * The benchmark runs its measures one after the other. BENCH_RUNS: runs of each scenario, default five. BENCH_WRITE=1: writes the figures
 * into the rows of docs/performance.md.
 */
export default defineConfig({
  testDir: '.',
  testMatch: '*.bench.ts',
  globalSetup: './global-setup.ts',
  outputDir: '../.cache/bench/output',
  timeout: 3_600_000,
  retries: 0,
  workers: 1,
  fullyParallel: false,
  forbidOnly: true,
  reporter: [['./table-reporter.ts']],
});
