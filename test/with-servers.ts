import { test as base } from '@playwright/test';
import type { StaticServer } from '../scripts/static-server.mjs';
import { startStaticServer } from '../scripts/static-server.mjs';
import { certificate } from './certificate.ts';
import { type StandIn, startStandIn } from './stand-in-provider.ts';

interface Servers {
  /** The built page, served by scripts/static-server.mjs. */
  readonly site: StaticServer;
  /** The stand-in for all endpoints over HTTP/2 and TLS, with its certificate (PEM). */
  readonly provider: { readonly standIn: StandIn; readonly certificate: string };
}

/** Playwright's `test` with both servers, one of each per worker. `folder`: the built page. */
export const withServers = (folder: string) =>
  base.extend<object, Servers>({
    site: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern which fixtures are wanted
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
