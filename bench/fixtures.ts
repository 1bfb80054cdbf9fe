import { mkdir, writeFile } from 'node:fs/promises';
import { test as base } from '@playwright/test';
import type { StaticServer } from '../scripts/static-server.mjs';
import { startStaticServer } from '../scripts/static-server.mjs';
import { formatSrt } from '../src/subtitles/format-srt.ts';
import type { Phrase } from '../src/subtitles/phrase.ts';
import { certificate } from '../test/certificate.ts';
import { type StandIn, startStandIn } from '../test/stand-in-provider.ts';
import { CACHE, SITE } from './cache.ts';
import { createFilm } from './film.ts';

interface WorkerFixtures {
  readonly site: StaticServer;
  readonly provider: { readonly standIn: StandIn; readonly certificate: string };
}

/** The built page and a provider that speaks HTTP/2 over TLS. */
export const test = base.extend<object, WorkerFixtures>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are wanted from the pattern
    async ({}, use) => {
      const server = await startStaticServer({ folder: SITE });
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

/** The film of so many phrases, as phrases and as a file. */
export async function filmFile(
  phrases: number,
): Promise<{ readonly film: readonly Phrase[]; readonly filmPath: string }> {
  const film = createFilm({ phrases });
  await mkdir(CACHE, { recursive: true });
  const filmPath = `${CACHE}film-${phrases}.srt`;
  await writeFile(filmPath, formatSrt(film));
  return { film, filmPath };
}

/** Runs of each measure; the median counts. */
export const RUNS = Math.max(1, Number(process.env.BENCH_RUNS ?? 5));
