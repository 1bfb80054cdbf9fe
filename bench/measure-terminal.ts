import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Phrase } from '../src/subtitles/document.ts';
import { formatSrt } from '../src/subtitles/srt.ts';
import { translationOf } from './answer.ts';
import { createFilm } from './film.ts';
import type { Journal } from './provider-process.ts';
import type { Place, ProgramEnd } from './run-terminal.ts';
import type { Pace } from './stand-in-pace.ts';

/** Films that one or several processes of the terminal translate. */
export interface Fleet {
  readonly phrases: number;
  readonly processes: number;
  /** Number of films of each process. */
  readonly films: number;
  readonly pace: Pace;
  /** With another seed, the films have other lines. */
  readonly seed: number;
}

export interface FleetMeasure {
  /** The time from the first request until the last file is complete, divided by the least possible time. */
  readonly ratio: number;
  readonly refusedPercent: number;
  /** The memory of the process that needed most. */
  readonly mostMegabytes: number;
}

export const ASKED = ['--from', 'ru', '--to', 'pt-BR', '--model', 'openai/gpt-5.4-mini'];

/** What the program writes with the stand-in's answers. */
export const translated = (film: readonly Phrase[]): string =>
  formatSrt(film.map((phrase) => ({ ...phrase, text: translationOf(phrase.text) })));

/** Rejects if a process fails, a batch is paid for twice, or a file is not what was answered. */
export async function measureFleet(place: Place, fleet: Fleet): Promise<FleetMeasure> {
  const { phrases, processes, films, pace } = fleet;
  const runs = Array.from({ length: processes }, (_, run) => ({
    folder: join(place.folder, `run-${run}`),
    seeds: Array.from({ length: films }, (_each, film) => fleet.seed * 1_000 + run * films + film + 1),
  }));
  for (const { folder, seeds } of runs) {
    await mkdir(folder);
    for (const seed of seeds)
      await writeFile(join(folder, `Film ${seed}.srt`), formatSrt(createFilm({ phrases, seed })));
  }
  await place.play({ kind: 'bench', pace, phrases: processes * films * phrases });
  const ends = await Promise.all(runs.map(({ folder }) => place.start([folder, ...ASKED]).ended));
  const { counts, calls }: Journal = await place.journal();
  if (!counts) throw new Error('The stand-in has not counted.');
  if (counts.paidTwice > 0) throw new Error(`${counts.paidTwice} batches were paid for twice.`);
  for (const end of ends) expectWritten(end);
  const writtenAt: number[] = [];
  for (const { folder, seeds } of runs) {
    for (const seed of seeds) {
      const path = join(folder, `Film ${seed}.pt-BR.srt`);
      const film = createFilm({ phrases, seed });
      if ((await readFile(path, 'utf8')) !== translated(film)) throw new Error(`${path} lacks lines.`);
      // The time of a file's last change on the disk is that of its last name.
      writtenAt.push((await stat(path)).ctimeMs);
    }
    await rm(folder, { recursive: true });
  }
  return {
    ratio: (Math.max(...writtenAt) - Math.min(...calls.map(({ at }) => at))) / counts.leastMs,
    refusedPercent: (100 * counts.refusals) / counts.calls,
    mostMegabytes: Math.max(...ends.map(({ mostMegabytes }) => mostMegabytes)),
  };
}

export function expectWritten({ code, err }: ProgramEnd): void {
  if (code !== 0 || err !== '') throw new Error(`The program ended with ${code}: ${err}`);
}
