import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import { ENDPOINT_HOSTS } from '../test/endpoint-hosts.ts';
import { launchBrowser } from '../test/launch-browser.ts';
import { launchFirefox } from '../test/launch-firefox.ts';
import type { StandIn } from '../test/stand-in-provider.ts';
import { withServers } from '../test/with-servers.ts';
import { typeInFirefox } from './type-in-firefox.ts';
import { watchPages } from './watch-pages.ts';

export const DIST = fileURLToPath(new URL('../dist', import.meta.url));

interface TestFixtures {
  /** The stand-in for all endpoints, as new: an empty journal and the default behaviour. */
  readonly standIn: StandIn;
  /** What this test provokes on purpose (`test.use({ expectedProblems: /ChunkLoadError/ })`); nothing by default. */
  readonly expectedProblems: RegExp | undefined;
}

/**
 * A `page` on the built page under its production policy, in a browser that finds the stand-in under the providers'
 * real names and nothing else. The test fails on every violation of the policy, uncaught error and stray request.
 */
export const test = withServers(DIST).extend<TestFixtures>({
  expectedProblems: [undefined, { option: true }],
  browser: [
    async ({ provider, browserName }, use) => {
      const hosts = Object.fromEntries(ENDPOINT_HOSTS.map((host) => [host, provider.standIn.port]));
      if (browserName === 'firefox') {
        const launched = await launchFirefox(hosts);
        await use(launched.browser);
        await launched.close();
        expect(launched.refused, 'other hosts that were asked for').toEqual([]);
        return;
      }
      const browser = await launchBrowser({ hosts, certificate: provider.certificate });
      await use(browser);
      await browser.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ site }, use) => use(site.url),
  standIn: [
    async ({ provider }, use) => {
      provider.standIn.reset();
      await use(provider.standIn);
    },
    // For tests that do not ask for it too: the test before them may have left a behaviour.
    { auto: true },
  ],
  context: async ({ context, browserName, expectedProblems }, use) => {
    if (browserName === 'firefox') await typeInFirefox(context);
    const problems = await watchPages(context, ENDPOINT_HOSTS);
    // Whoever waits for a file picker asks the browser to tell of it; a key that is pressed at once could be faster.
    context.on('page', (page) => page.on('filechooser', () => {}));
    await use(context);
    const unexpected = problems.filter((problem) => !expectedProblems?.test(problem));
    expect(unexpected, 'violations, uncaught errors, stray requests').toEqual([]);
  },
});
