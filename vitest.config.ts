import { availableParallelism } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { defineConfig } from 'vitest/config';

const always = ['test/setup-network.ts', 'test/setup-properties.ts'];
const last = 'test/setup-timers-and-spies.ts';

// The threads take these from the process. With more room for what is new (MB), page tests spend half as long on collecting garbage.
setFlagsFromString('--min-semi-space-size=32');
setFlagsFromString('--max-semi-space-size=64');

/**
 * Two projects, because files that share a thread (isolate: false, four times faster) share its globals: a page's
 * document must never be seen by the tests of the pure core.
 */
export default defineConfig({
  // Page tests use React's production build (test/production-react.ts).
  oxc: { jsx: { development: false } },
  test: {
    pool: 'threads',
    isolate: false,
    // Otherwise each use of an import from a CommonJS package, such as React, goes through a proxy.
    deps: { interopDefault: false },
    maxWorkers: availableParallelism(),
    // For a machine that does other things at the same time: a test that hangs fails all the same.
    testTimeout: 120_000,
    // A test in which nothing was expected cannot fail.
    expect: { requireAssertions: true },
    env: { PUBLIC_CONTACT_URL: 'mailto:contact@example.com' },
    reporters: ['default', 'json'],
    outputFile: { json: '.cache/reports/unit.json' },
    projects: [
      {
        extends: true,
        test: {
          name: 'pure',
          environment: 'node',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'scripts/**/*.test.ts'],
          setupFiles: [...always, last],
        },
      },
      {
        extends: true,
        test: {
          name: 'page',
          environment: 'happy-dom',
          // A press on a download's link would change the page's address, which all test files of a thread share.
          environmentOptions: { happyDOM: { settings: { navigation: { disableFallbackToSetURL: true } } } },
          include: ['src/**/*.test.tsx'],
          setupFiles: [...always, 'test/setup-page.ts', last],
        },
      },
    ],
  },
});
