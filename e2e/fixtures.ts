import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import { ENDPOINT_HOSTS } from '../test/endpoint-hosts.ts';
import { launchBrowser } from '../test/launch-browser.ts';
import { launchFirefox } from '../test/launch-firefox.ts';
import type { StandIn } from '../test/stand-in-provider.ts';
import { withServers } from '../test/with-servers.ts';
import { typeInFirefox } from './type-in-firefox.ts';
import { watchPages } from './watch-pages.ts';

export const DIST = fileURLToPath(new URL('../dist', import.meta.url));

interface TestFixtures {
  /** The stand-in for all endpoints, with an empty journal and the default behaviour. */
  readonly standIn: StandIn;
  /** Problems that this test causes on purpose (`test.use({ expectedProblems: /ChunkLoadError/ })`). */
  readonly expectedProblems: RegExp | undefined;
}

/**
 * A `page` on the built page under its production policy. The browser reaches only the stand-in, under the providers' real names. The test
 * fails on any policy violation, uncaught error or stray request.
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
    // Also for tests that do not request it, because the previous test may have set a behaviour.
    { auto: true },
  ],
  page: async ({ page }, use) => {
    const resize = page.setViewportSize.bind(page);
    page.setViewportSize = async (size) => {
      await resize(size);
      await redrawn(page);
    };
    await use(page);
  },
  context: async ({ context, browserName, expectedProblems }, use) => {
    if (browserName === 'firefox') await typeInFirefox(context);
    const problems = await watchPages(context, ENDPOINT_HOSTS);
    // Playwright subscribes to file pickers only when a test waits for one; an immediate key press could be faster.
    const listen = (page: Page) => page.on('filechooser', () => {});
    context.pages().forEach(listen);
    context.on('page', listen);
    await use(context);
    const unexpected = problems.filter((problem) => !expectedProblems?.test(problem));
    expect(unexpected, 'violations, uncaught errors, stray requests').toEqual([]);
  },
});

/**
 * The page hears of a new size of its window in the next frame, and draws itself for it. A press before that would be one on the page of the old size. A page
 * that is not in front may get no frame.
 */
const redrawn = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((done) => {
        requestAnimationFrame(() => requestAnimationFrame(() => done()));
        setTimeout(done, 1_000);
      }),
  );
