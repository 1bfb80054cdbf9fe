import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { button, chooseEndpoint, giveKey, keyField } from '../e2e/page-actions.ts';
import { type CompatibleEndpointId, nameOf } from '../src/providers/endpoints.ts';
import type { StandIn } from '../test/stand-in-provider.ts';

export interface PreparedPage {
  readonly page: Page;
  readonly standIn: StandIn;
  readonly address: string;
  readonly filmPath: string;
  /** An endpoint of the tab "more"; missing: OpenAI. */
  readonly endpoint?: CompatibleEndpointId | undefined;
}

/** Time for the page, or for a new browser, to become idle. */
const REST_MS = 2_000;

export const rest = (): Promise<void> => delay(REST_MS);

/** Opens the page, enters a key and opens the film; waits until Translate is enabled. */
export async function prepareFilm(prepared: PreparedPage): Promise<void> {
  const { page, standIn, address, endpoint } = prepared;
  await page.goto(address);
  const readProtocol = await watchProtocol(page);
  if (endpoint) {
    await chooseEndpoint(page, nameOf(endpoint));
    await keyField(page).fill('test-key');
  } else await giveKey(page);
  await chooseFilm(prepared);
  const isListed = () => standIn.calls.some(({ kind, endedAt }) => kind === 'models' && endedAt !== undefined);
  while (!isListed()) await delay(50);
  // Over HTTP/1.1 the measure would show the browser's limit of six connections per host.
  const protocol = await readProtocol();
  if (protocol !== 'h2') throw new Error(`The provider was asked over ${protocol}, not over HTTP/2.`);
}

/** Opens the film's file and waits until Translate is enabled. `after`: 'another' film that was translated and not saved. */
export async function chooseFilm({ page, filmPath }: PreparedPage, after?: 'another'): Promise<void> {
  // By path: for a file given as bytes, a script would run in the page.
  await page.locator('input[accept=".srt"]').setInputFiles(filmPath);
  if (after) await button(page, 'Don’t save').click();
  await button(page, 'Translate').click({ trial: true });
}

/** Reports the protocol between browser and provider; "h2": HTTP/2. */
async function watchProtocol(page: Page): Promise<() => Promise<string>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const first = new Promise<string>((resolve) => {
    session.on('Network.responseReceived', ({ response }) => {
      if (response.url.startsWith('https://api.')) resolve(response.protocol ?? 'unknown');
    });
  });
  return async () => {
    const protocol = await first;
    await session.detach();
    return protocol;
  };
}

/** A button's position: clicking by mouse needs no search in the page, which would be measured, too. */
export async function placeOf(page: Page, name: string): Promise<{ readonly x: number; readonly y: number }> {
  await button(page, name).scrollIntoViewIfNeeded();
  const box = await button(page, name).boundingBox();
  if (!box) throw new Error(`"${name}" is not to be seen.`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Opens another tab in front of the page and returns it. */
export async function hide(page: Page): Promise<Page> {
  await page.evaluate(() => window.benchWatch.countTicks());
  const front = await page.context().newPage();
  await front.bringToFront();
  return front;
}
