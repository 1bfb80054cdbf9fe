import { createServer } from 'node:net';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { ENDPOINT_HOSTS } from '../test/endpoint-hosts.ts';
import { launchBrowser } from '../test/launch-browser.ts';
import type { StandIn } from '../test/stand-in-provider.ts';
import { installPageWatch } from './page-watch.ts';

export interface BrowserOptions {
  readonly standIn: StandIn;
  /** PEM. */
  readonly certificate: string;
  /** True: a tab behind another counts as hidden, as in normal use. Test tools otherwise keep all tabs active. */
  readonly canBeHidden: boolean;
}

const KEEP_AWAKE = [
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
];
/** Chromium's strictest throttling, one timer per minute, begins after ten seconds hidden instead of five minutes. */
const THROTTLE_SOON = '--enable-features=IntensiveWakeUpThrottling:grace_period_seconds/10';
const VIEWPORT = { width: 1280, height: 900 };

/** If something takes longer to appear, it will not come. The bench's own limit is an hour. */
const LONGEST_WAIT_MS = 300_000;

/** Runs `work` with an empty page of a new browser that has the watch of page-watch.ts installed. */
export async function withPage<T>(options: BrowserOptions, work: (page: Page) => Promise<T>): Promise<T> {
  const { browser, context } = await (options.canBeHidden ? openHidingBrowser(options) : openTestBrowser(options));
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(LONGEST_WAIT_MS);
    // With a listener from the start: asked for with the press, a slow page gets the press first, and opens a dialog that nobody sees.
    page.on('filechooser', () => {});
    await page.addInitScript(installPageWatch);
    return await work(page);
  } finally {
    await browser.close();
  }
}

interface OpenBrowser {
  readonly browser: Browser;
  readonly context: BrowserContext;
}

async function openTestBrowser(options: BrowserOptions): Promise<OpenBrowser> {
  const browser = await launchBrowser({ hosts: hostsOf(options), certificate: options.certificate });
  return { browser, context: await browser.newContext({ viewport: VIEWPORT, locale: 'en-GB' }) };
}

/** A second connection without Playwright's emulation, so that hidden tabs count as hidden. */
async function openHidingBrowser(options: BrowserOptions): Promise<OpenBrowser> {
  const port = await freePort();
  const browser = await launchBrowser({
    hosts: hostsOf(options),
    certificate: options.certificate,
    switches: [`--remote-debugging-port=${port}`, `--window-size=${VIEWPORT.width},${VIEWPORT.height}`, THROTTLE_SOON],
    withoutSwitches: KEEP_AWAKE,
  });
  const connected = await chromium.connectOverCDP(`http://127.0.0.1:${port}`, { noDefaults: true });
  const [context] = connected.contexts();
  if (!context) throw new Error('The browser has no profile.');
  return { browser, context };
}

const hostsOf = ({ standIn }: BrowserOptions): Record<string, number> =>
  Object.fromEntries(ENDPOINT_HOSTS.map((host) => [host, standIn.port]));

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}
