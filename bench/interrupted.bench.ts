import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { formatSrt } from '../src/subtitles/srt.ts';
import { createFilm } from './film.ts';
import { RUNS } from './fixtures.ts';
import { keepFigure } from './kept-results.ts';
import { ASKED, expectWritten, translated } from './measure-terminal.ts';
import type { JournalCall } from './provider-process.ts';
import { type Place, type ProgramEnd, withPlace } from './run-terminal.ts';
import { createRandom } from './seeded-random.ts';
import { MISSED } from './summary.ts';

/** Runs of the built terminal that a signal ends at any moment. The stand-in's journal says what was asked for again. */

/** No two lines of them are alike. */
const FILMS = Array.from({ length: 8 }, (_, index) =>
  createFilm({ phrases: 200, seed: index + 1 }).map((phrase) => ({
    ...phrase,
    text: `${phrase.text} ${index + 1}, ${phrase.number}`,
  })),
);
const ANSWERS = { kind: 'between', leastMs: 60, mostMs: 240 } as const;
const ARGS = ['.', '--at-once', '6', ...ASKED];
const SIGNALS = [
  ...Array.from({ length: 13 }, () => 'SIGKILL' as const),
  ...Array.from({ length: 6 }, () => ['SIGTERM', 'SIGINT'] as const).flat(),
];
const CODES = { SIGKILL: null, SIGTERM: 143, SIGINT: 130 } as const;
/** After a crash an answer may be asked for again if it came so shortly before. */
const KEPT_MS = 250;

async function writeFilms({ folder }: Place): Promise<void> {
  for (const name of (await readdir(folder)).filter((each) => /Film/.test(each))) await rm(join(folder, name));
  for (const [index, film] of FILMS.entries()) await writeFile(join(folder, `Film ${index}.srt`), formatSrt(film));
}

interface Killed {
  readonly end: ProgramEnd;
  /** The answered calls, which the run must have stored. */
  readonly kept: readonly JournalCall[];
}

async function runUntil(place: Place, signal: keyof typeof CODES, afterMs: number, seed: number): Promise<Killed> {
  await writeFilms(place);
  await place.play({ ...ANSWERS, seed });
  const { child, ended } = place.start(ARGS);
  await delay(afterMs);
  const killedAt = Date.now();
  child.kill(signal);
  const end = await ended;
  const { calls } = await place.journal();
  const until = signal === 'SIGKILL' ? killedAt - KEPT_MS : end.endedAt;
  return { end, kept: calls.filter(({ answeredAt = Number.POSITIVE_INFINITY }) => answeredAt <= until) };
}

/** The number of calls in the second run for lines that the first one had stored. */
async function askedAgain(place: Place, { kept }: Killed, seed: number): Promise<number> {
  await place.play({ ...ANSWERS, seed });
  expectWritten(await place.start(ARGS).ended);
  const again = new Set((await place.journal()).calls.flatMap(({ phrases }) => phrases));
  for (const [index, film] of FILMS.entries()) {
    const text = await readFile(join(place.folder, `Film ${index}.pt-BR.srt`), 'utf8');
    expect(text === translated(film), `Film ${index} is whole`).toBe(true);
  }
  expect((await readdir(place.folder)).filter((name) => name.includes('partial'))).toEqual([]);
  return kept.filter(({ phrases }) => phrases.some((phrase) => again.has(phrase))).length;
}

test('terminal, killed at 25 moments: kept answers that are asked for again', async () => {
  const name = 'terminal, killed at 25 moments: kept answers that are asked for again';
  const again = await withPlace(async (place) => {
    await writeFilms(place);
    await place.play({ ...ANSWERS, seed: 0 });
    const { startedAt, ended } = place.start(ARGS);
    const wholeMs = (await ended).endedAt - startedAt;
    const random = createRandom(48);
    const counts: number[] = [];
    for (const [index, signal] of SIGNALS.entries()) {
      const afterMs = Math.round(random() * wholeMs);
      const killed = await runUntil(place, signal, afterMs, index);
      const { code, err } = killed.end;
      // If the signal comes before the program handles signals, nothing was sent; at its very end, nothing is left to do.
      expect([CODES[signal], null, 0], `${signal} after ${afterMs} ms: ${err}`).toContain(code);
      const count = await askedAgain(place, killed, 100 + index);
      console.log(`${signal} after ${afterMs} of ${wholeMs} ms: ${killed.kept.length} kept, ${count} asked for again`);
      counts.push(count);
    }
    return counts.reduce((sum, count) => sum + count, 0);
  });
  expect(keepFigure({ name, unit: 'calls', target: 0 }, [again]), MISSED).toEqual([]);
});

test('terminal, SIGTERM before a provider that never answers: until the end', async () => {
  const name = 'terminal, SIGTERM before a provider that never answers: until the end';
  const values = await withPlace(async (place) => {
    const each: number[] = [];
    for (let run = 1; run <= RUNS; run++) {
      await writeFilms(place);
      await place.play({ kind: 'silent' });
      const { child, ended } = place.start(ARGS);
      while ((await place.journal()).calls.length === 0) await delay(10);
      const killedAt = Date.now();
      child.kill('SIGTERM');
      const { code, err, endedAt } = await ended;
      expect([code, err]).toEqual([143, '']);
      each.push(endedAt - killedAt);
    }
    return each;
  });
  expect(keepFigure({ name, unit: 'ms', target: 8_000 }, values), MISSED).toEqual([]);
});
