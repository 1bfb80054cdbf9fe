import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { button, giveKey } from '../e2e/page-actions.ts';
import type { StandIn } from '../test/stand-in-provider.ts';

export interface PreparedPage {
  readonly page: Page;
  readonly standIn: StandIn;
  readonly address: string;
  readonly filmPath: string;
}

/** For the page, or a browser just started, to come to rest. */
const REST_MS = 2_000;

export const rest = (): Promise<void> => delay(REST_MS);

/** Opens the page, gives a key and opens the film, as a person does, and waits until Translate can be pressed. */
export async function prepareFilm({ page, standIn, address, filmPath }: PreparedPage): Promise<void> {
  await page.goto(address);
  const readProtocol = await watchProtocol(page);
  await giveKey(page);
  // By its path: a file given as bytes would be unpacked by a script in the page.
  await page.locator('input[accept=".srt"]').setInputFiles(filmPath);
  await button(page, 'Translate').click({ trial: true });
  const isListed = () => standIn.calls.some(({ kind, endedAt }) => kind === 'models' && endedAt !== undefined);
  while (!isListed()) await delay(50);
  // Over HTTP/1.1 the browser opens six connections to a host, and would be what is measured.
  const protocol = await readProtocol();
  if (protocol !== 'h2') throw new Error(`The provider was asked over ${protocol}, not over HTTP/2.`);
}

/** Tells how the browser asks the provider; "h2" is HTTP/2. */
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

/** Where a button stands: a click of the mouse there needs no search through the page, which would be work for it. */
export async function placeOf(page: Page, name: string): Promise<{ readonly x: number; readonly y: number }> {
  await button(page, name).scrollIntoViewIfNeeded();
  const box = await button(page, name).boundingBox();
  if (!box) throw new Error(`"${name}" is not to be seen.`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Opens another tab in front of the page and gives it back. */
export async function hide(page: Page): Promise<Page> {
  await page.evaluate(() => window.benchWatch.countTicks());
  const front = await page.context().newPage();
  await front.bringToFront();
  return front;
}
