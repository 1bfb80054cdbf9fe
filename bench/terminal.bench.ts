import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import { formatSrt } from '../src/subtitles/srt.ts';
import { TERMINAL } from './cache.ts';
import { createFilm } from './film.ts';
import { RUNS } from './fixtures.ts';
import { keepFigure } from './kept-results.ts';
import { ASKED, expectWritten, type Fleet, type FleetMeasure, measureFleet } from './measure-terminal.ts';
import { type Place, type Program, withPlace } from './run-terminal.ts';
import { MISSED, medianOf } from './summary.ts';
import { GIGABYTE, matroskaFilm, PHRASES, withFilmFile } from './video-films.ts';

/** Runs the built terminal in processes of its own. The stand-in, which speaks HTTP/2 over TLS, is another process. */

const NO_LIMIT = { kind: 'no-limit' } as const;
const LIMITED = { kind: 'requests', perMinute: 500, bucket: 50, waitReadable: true } as const;
const FILM = { phrases: 1_600, processes: 1, films: 1, pace: NO_LIMIT, seed: 1 } as const;

interface FleetScenario {
  readonly name: string;
  readonly fleet: Fleet;
  /** One more film is translated before, and the pace that it found is stored. */
  readonly isSecond?: boolean;
  readonly ratio?: number;
  readonly refusedPercent?: number;
  readonly megabytes?: number;
}

const FLEETS: readonly FleetScenario[] = [
  { name: 'terminal, no limit', fleet: FILM, ratio: 1.2 },
  { name: 'terminal, no limit, second film', fleet: FILM, isSecond: true, ratio: 1.05 },
  {
    name: 'terminal, 500 requests/min, 8 films, one process',
    fleet: { ...FILM, pace: LIMITED, films: 8 },
    ratio: 1.05,
    refusedPercent: 20,
  },
  {
    name: 'terminal, 500 requests/min, 8 films, 4 processes',
    fleet: { ...FILM, pace: LIMITED, films: 2, processes: 4 },
    ratio: 1.15,
    refusedPercent: 20,
  },
  {
    name: 'terminal, 500 requests/min, 16 films, 16 processes',
    fleet: { ...FILM, pace: LIMITED, processes: 16 },
    ratio: 1.1,
    refusedPercent: 30,
  },
  { name: 'terminal, no limit, 24 films, one process', fleet: { ...FILM, films: 24 }, megabytes: 250 },
];

for (const { name, fleet, isSecond, ratio, refusedPercent, megabytes } of FLEETS) {
  test(name, async () => {
    const runs: FleetMeasure[] = [];
    for (let run = 1; run <= RUNS; run++) {
      const measured = await withPlace(async (place) => {
        if (isSecond) await measureFleet(place, { ...fleet, seed: fleet.seed + 1 });
        return measureFleet(place, fleet);
      });
      console.log(`${name}, run ${run}: ${JSON.stringify(measured)}`);
      runs.push(measured);
    }
    const missed = [
      ...keepFigure(
        { name: `${name}: time`, unit: 'times', target: ratio },
        runs.map((each) => each.ratio),
      ),
      ...keepFigure(
        { name: `${name}: refused`, unit: '%', target: refusedPercent },
        runs.map((each) => each.refusedPercent),
      ),
      ...keepFigure(
        { name: `${name}: memory`, unit: 'MB', target: megabytes },
        runs.map((each) => each.mostMegabytes),
      ),
    ];
    expect(missed, MISSED).toEqual([]);
  });
}

/** Milliseconds from the start of a process until its first request comes. The process is then killed. */
async function untilRequest({ journal }: Place, { child, startedAt, ended }: Program): Promise<number> {
  for (;;) {
    const [first] = (await journal()).calls;
    if (first) {
      child.kill('SIGKILL');
      await ended;
      return first.at - startedAt;
    }
    if (child.exitCode !== null) throw new Error(`No request: ${(await ended).err}`);
  }
}

/** A program that does nothing but send one request. */
const BARE = `
  import { readFileSync } from 'node:fs';
  import { connect } from 'node:http2';
  const { OPENAI_BASE_URL, OPENAI_API_KEY } = process.env;
  readFileSync(process.argv[1]);
  const stream = connect(new URL(OPENAI_BASE_URL).origin).request({
    ':method': 'POST',
    ':path': '/v1/chat/completions',
    'content-type': 'application/json',
    authorization: 'Bearer ' + OPENAI_API_KEY,
  });
  stream.end(JSON.stringify({ model: 'gpt', messages: [{ role: 'user', content: '{"1":"one"}' }] }));
  stream.on('close', () => process.exit());`;
/** The limit for the start, in ms. On a slower machine it is five times the start of Node alone. */
const START_MS = 600;
const START_TIMES = 5;

test('terminal, 1,600 phrases: start until the first request', async () => {
  const name = 'terminal, 1,600 phrases: start until the first request';
  await withPlace(async (place) => {
    const path = join(place.folder, 'Film.srt');
    await writeFile(path, formatSrt(createFilm({ phrases: 1_600 })));
    const starts: number[] = [];
    const bare: number[] = [];
    for (let run = 1; run <= RUNS; run++) {
      await place.play({ kind: 'silent' });
      bare.push(await untilRequest(place, place.startNode(['--input-type=module', '-e', BARE, path])));
      await place.play({ kind: 'silent' });
      starts.push(await untilRequest(place, place.start([path, ...ASKED])));
      await place.play({ kind: 'silent' });
    }
    console.log(`${name}: Node alone ${bare.join(', ')} ms`);
    const target = Math.max(START_MS, START_TIMES * medianOf(bare));
    expect(keepFigure({ name, unit: 'ms', target }, starts), MISSED).toEqual([]);
  });
});

test('terminal, .mkv of 4 GB by its index', async () => {
  const name = 'terminal, .mkv of 4 GB by its index';
  await withFilmFile(matroskaFilm(4 * GIGABYTE, true), (film) =>
    withPlace(async (place) => {
      const beside = join(place.folder, 'Film.srt');
      await writeFile(beside, formatSrt(createFilm({ phrases: PHRASES })));
      const later: number[] = [];
      const memory: number[] = [];
      for (let run = 1; run <= RUNS; run++) {
        await place.play({ kind: 'silent' });
        const srtMs = await untilRequest(place, place.start([beside, ...ASKED]));
        const asked = [film, ...ASKED.slice(2), '--overwrite', '-o', join(place.folder, 'From video.srt')];
        await place.play({ kind: 'silent' });
        later.push((await untilRequest(place, place.start(asked))) - srtMs);
        await place.play({ kind: 'bench', pace: NO_LIMIT, phrases: PHRASES });
        const end = await place.start([...asked, '--restart']).ended;
        expectWritten(end);
        memory.push(end.mostMegabytes);
      }
      const missed = [
        ...keepFigure({ name: `${name}: later than an .srt`, unit: 'ms', target: 1_000 }, later),
        ...keepFigure({ name: `${name}: memory`, unit: 'MB', target: 150 }, memory),
      ];
      expect(missed, MISSED).toEqual([]);
      expect(await readFile(join(place.folder, 'From video.srt'), 'utf8')).toContain('WHAT WAS SAID IN THE 1500TH');
    }),
  );
});

for (const file of ['subtitle-translator.mjs', 'core.mjs', 'core.d.ts']) {
  test(`${file}, gzip`, () => {
    const kilobytes = gzipSync(readFileSync(join(TERMINAL, file)), { level: 9 }).length / 1_000;
    expect(keepFigure({ name: `${file}, gzip`, unit: 'KB', target: 400 }, [kilobytes]), MISSED).toEqual([]);
  });
}
