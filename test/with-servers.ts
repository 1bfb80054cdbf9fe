import { test as base } from '@playwright/test';
import type { StaticServer } from '../scripts/static-server.mjs';
import { startStaticServer } from '../scripts/static-server.mjs';
import { certificate } from './certificate.ts';
import { type StandIn, startStandIn } from './stand-in-provider.ts';

interface Servers {
  /** The built page, served by the project's own server. */
  readonly site: StaticServer;
  /** The stand-in for all three providers, which speaks HTTP/2 over TLS, and its certificate (PEM). */
  readonly provider: { readonly standIn: StandIn; readonly certificate: string };
}

/** Playwright's `test` with both servers, one of each for a worker; `folder`: where the built page is. */
export const withServers = (folder: string) =>
  base.extend<object, Servers>({
    site: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are wanted from the pattern
      async ({}, use) => {
        const server = await startStaticServer({ folder });
        await use(server);
        await server.close();
      },
      { scope: 'worker' },
    ],
    provider: [
      // biome-ignore lint/correctness/noEmptyPattern: see above
      async ({}, use) => {
        const tls = await certificate();
        const standIn = await startStandIn({ tls });
        await use({ standIn, certificate: tls.cert });
        await standIn.close();
      },
      { scope: 'worker' },
    ],
  });
