import { mkdir, writeFile } from 'node:fs/promises';
import type { Phrase } from '../src/subtitles/document.ts';
import { formatSrt } from '../src/subtitles/srt.ts';
import { withServers } from '../test/with-servers.ts';
import { CACHE, SITE } from './cache.ts';
import { createFilm } from './film.ts';

export const test = withServers(SITE);

/** A film of `phrases` phrases, as phrases and as a file. */
export async function filmFile(
  phrases: number,
): Promise<{ readonly film: readonly Phrase[]; readonly filmPath: string }> {
  const film = createFilm({ phrases });
  await mkdir(CACHE, { recursive: true });
  const filmPath = `${CACHE}film-${phrases}.srt`;
  await writeFile(filmPath, formatSrt(film));
  return { film, filmPath };
}

/** Number of runs for each measure; the median counts. */
export const RUNS = Math.max(1, Number(process.env.BENCH_RUNS ?? 5));
