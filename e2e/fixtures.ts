import { fileURLToPath } from 'node:url';
import { test as base, expect } from '@playwright/test';
import type { StaticServer } from '../scripts/static-server.mjs';
import { startStaticServer } from '../scripts/static-server.mjs';
import { CATALOG } from '../src/providers/catalog.ts';
import { certificate } from '../test/certificate.ts';
import { launchBrowser } from '../test/launch-browser.ts';
import { launchFirefox } from '../test/launch-firefox.ts';
import type { StandIn } from '../test/stand-in-provider.ts';
import { startStandIn } from '../test/stand-in-provider.ts';
import { typeInFirefox } from './type-in-firefox.ts';
import { watchPages } from './watch-pages.ts';

export const DIST = fileURLToPath(new URL('../dist', import.meta.url));
const PROVIDER_HOSTS = Object.values(CATALOG).map(({ baseAddress }) => new URL(baseAddress).hostname);

interface TestFixtures {
  /** The stand-in for all three providers, as new: an empty journal and the default behaviour. */
  readonly standIn: StandIn;
  /** What this test provokes on purpose (`test.use({ expectedProblems: /ChunkLoadError/ })`); nothing by default. */
  readonly expectedProblems: RegExp | undefined;
}

interface WorkerFixtures {
  /** The built page, served by the project's own server. */
  readonly site: StaticServer;
  readonly providers: { readonly server: StandIn; readonly certificate: string };
}

/**
 * A `page` on the built page under its production policy, in a browser that finds the stand-in under the providers'
 * real names and nothing else. The test fails on every violation of the policy, uncaught error and stray request.
 */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  expectedProblems: [undefined, { option: true }],
  providers: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are wanted from the pattern
    async ({}, use) => {
      const tls = await certificate();
      const server = await startStandIn({ tls });
      await use({ server, certificate: tls.cert });
      await server.close();
    },
    { scope: 'worker' },
  ],
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: see above
    async ({}, use) => {
      const server = await startStaticServer({ folder: DIST });
      await use(server);
      await server.close();
    },
    { scope: 'worker' },
  ],
  browser: [
    async ({ providers, browserName }, use) => {
      const hosts = Object.fromEntries(PROVIDER_HOSTS.map((host) => [host, providers.server.port]));
      if (browserName === 'firefox') {
        const launched = await launchFirefox(hosts);
        await use(launched.browser);
        await launched.close();
        expect(launched.refused, 'other hosts that were asked for').toEqual([]);
        return;
      }
      const browser = await launchBrowser({ hosts, certificate: providers.certificate });
      await use(browser);
      await browser.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ site }, use) => use(site.url),
  standIn: [
    async ({ providers }, use) => {
      providers.server.reset();
      await use(providers.server);
    },
    // For tests that do not ask for it too: the test before them may have left a behaviour.
    { auto: true },
  ],
  context: async ({ context, browserName, expectedProblems }, use) => {
    if (browserName === 'firefox') await typeInFirefox(context);
    const problems = await watchPages(context, PROVIDER_HOSTS);
    await use(context);
    const unexpected = problems.filter((problem) => !expectedProblems?.test(problem));
    expect(unexpected, 'violations, uncaught errors, stray requests').toEqual([]);
  },
});
