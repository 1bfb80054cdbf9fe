import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sampleSrt } from '../../test/srt-sample.ts';

/** One file starts much faster than the source. */
const PROGRAM = resolve('dist-terminal/subtitle-translator.mjs');
beforeAll(() => promisify(execFile)(process.execPath, [resolve('scripts/build-terminal.mjs'), '--if-old']), 300_000);

let folder = '';
let server: Server;
let url = '';
/** The phrases of each complete answer. */
let answered: { readonly phrases: readonly string[] }[] = [];
/** The number of requests so far. */
let asked = 0;
/** How long an answer takes; undefined: it never comes. */
let delayOf: (asked: number) => number | undefined = () => 0;
const children: ChildProcess[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'program-'));
  [answered, asked, delayOf] = [[], 0, () => 0];
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      const delayMs = delayOf(++asked);
      const { messages } = JSON.parse(body) as { messages: { content: string }[] };
      const phrases = JSON.parse(messages.at(-1)?.content ?? '') as Record<string, string>;
      const texts = Object.fromEntries(Object.entries(phrases).map(([number, text]) => [number, `T ${text}`]));
      const answer = JSON.stringify({
        choices: [{ message: { role: 'assistant', content: JSON.stringify(texts) }, finish_reason: 'stop' }],
        usage: { prompt_tokens: 1_000, completion_tokens: 500 },
      });
      if (delayMs === undefined) return;
      setTimeout(() => {
        if (response.destroyed) return;
        response.setHeader('content-type', 'application/json');
        response.end(answer, () => answered.push({ phrases: Object.values(phrases) }));
      }, delayMs);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
});

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
  await rm(folder, { recursive: true });
});

interface Started {
  readonly child: ChildProcess;
  readonly ended: Promise<{ readonly code: number | null; readonly out: string; readonly err: string }>;
}

function start(args: readonly string[], env: Readonly<Record<string, string>> = {}): Started {
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, OPENAI_API_KEY: 'a-key-of-tests', OPENAI_BASE_URL: url, ...env },
  });
  children.push(child);
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    err += chunk;
  });
  const ended = new Promise<Awaited<Started['ended']>>((resolve) => {
    child.on('close', (code) => resolve({ code, out, err }));
  });
  return { child, ended };
}

/** In the program's process, timers of a second or more never fire, so that a program that waits for one never ends. */
const ENDLESS_TIMERS = `const plain = globalThis.setTimeout;
globalThis.setTimeout = (act, ms, ...args) => plain(act, ms >= 1_000 ? 2_147_483_647 : ms, ...args);`;

const ASKED = ['--to', 'pt-BR', '--model', 'openai/gpt-5.4-mini'];

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await wait(5);
}

/** Whether the files contain all answers that were sent. */
async function isAllKept(): Promise<boolean> {
  const names = (await readdir(folder)).filter((name) => /partial\.json$|pt-BR\.srt$/.test(name));
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8').catch(() => '')));
  const all = texts.join('\n');
  return answered.every(({ phrases }) => phrases.every((phrase) => new RegExp(`T ${phrase}(?!\\d)`).test(all)));
}

describe('the program', () => {
  test('translates a film, prints only its path, and ends at once', async () => {
    await writeFile(join(folder, 'Film.srt'), sampleSrt(45));
    // The server does not close connections.
    server.keepAliveTimeout = 0;
    const preload = `--import=data:text/javascript,${encodeURIComponent(ENDLESS_TIMERS)}`;
    const { ended } = start(['Film.srt', ...ASKED], { NODE_OPTIONS: preload });
    expect(await ended).toEqual({ code: 0, out: 'Film.pt-BR.srt\n', err: '' });
    expect(await readFile(join(folder, 'Film.pt-BR.srt'), 'utf8')).toContain('\nT ');
  });

  test('ends with 2 and a sentence if the call or the proxy is unusable', async () => {
    const [call, proxy] = await Promise.all([
      start(['Film.srt', '--nothing']).ended,
      start(['Film.srt', ...ASKED], { HTTPS_PROXY: 'socks5://127.0.0.1:1' }).ended,
    ]);
    expect([call.code, call.out, proxy.code, proxy.out]).toEqual([2, '', 2, '']);
    expect(call.err).toMatch(/^--nothing is not an option.*\n$/);
    expect(proxy.err).toMatch(/^[^\n]*HTTPS_PROXY[^\n]*\n$/);
  });

  test('ends if nobody reads its output, and stores the answers', async () => {
    await writeFile(join(folder, 'E1.srt'), sampleSrt(20));
    await writeFile(join(folder, 'E2.srt'), sampleSrt(60));
    delayOf = (count) => (count < 4 ? 0 : undefined);
    const { child, ended } = start(['.', '--json', '--at-once', '2', ...ASKED]);
    child.stdout?.once('data', () => child.stdout?.destroy());
    expect((await ended).code).toBe(1);
    expect((await readdir(folder)).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  test('waits for unanswered requests after the first signal, and ends at once after the second', async () => {
    await writeFile(join(folder, 'Film.srt'), sampleSrt(60));
    delayOf = (count) => (count === 1 ? 300 : undefined);
    const first = start(['Film.srt', '--at-once', '1', ...ASKED]);
    await until(() => asked === 1);
    first.child.kill('SIGINT');
    // A program may get two signals, from its terminal and from the program that started it, in any order.
    first.child.kill('SIGTERM');
    const { code, ...told } = await first.ended;
    expect([130, 143]).toContain(code);
    expect(told).toMatchObject({ out: '', err: '' });
    expect(answered).toHaveLength(1);
    const second = start(['Film.srt', '--at-once', '1', ...ASKED]);
    await until(() => asked === 2);
    second.child.kill('SIGTERM');
    await wait(200);
    expect(second.child.exitCode).toBe(null);
    // A busy computer may hand over the first two at once.
    const again = setInterval(() => second.child.kill('SIGTERM'), 500);
    second.child.kill('SIGTERM');
    expect(await second.ended).toMatchObject({ code: 143, out: '', err: '' });
    clearInterval(again);
    const state = JSON.parse(await readFile(join(folder, '.Film.pt-BR.srt.partial.json'), 'utf8'));
    // Any process may continue it, also on another computer.
    expect(state.terminal.pid).toBe(0);
  });
});

describe('after the end of the process', () => {
  const films = Array.from({ length: 4 }, (_, index) => `E${index + 1}`);

  test.each([
    ['SIGKILL', 5],
    ['SIGTERM', 3],
  ] as const)('by %s at answer %i of 12 the same command requests nothing that was stored', async (signal, moment) => {
    for (const name of films)
      await writeFile(join(folder, `${name}.srt`), sampleSrt(60).replaceAll('Фраза', `Фраза ${name}`));
    const args = ['.', '--at-once', '4', ...ASKED];
    let isFirst = true;
    // The process is killed once it has stored the first answers; the others come too late, or never.
    const late = signal === 'SIGKILL' ? undefined : 300;
    delayOf = (count) => (isFirst && count > moment ? late : 20 + ((count * 23) % 60));
    const first = start(args);
    await until(() => answered.length >= moment);
    if (signal === 'SIGKILL') await until(isAllKept);
    first.child.kill(signal);
    const { code, err } = await first.ended;
    expect([code, err]).toEqual([{ SIGKILL: null, SIGTERM: 143 }[signal], '']);
    const kept = answered.flatMap(({ phrases }) => phrases);
    expect(answered.length).toBeGreaterThanOrEqual(moment);
    isFirst = false;
    answered = [];
    const second = await start(args).ended;
    expect([second.code, second.err]).toEqual([0, '']);
    const again = new Set(answered.flatMap(({ phrases }) => phrases));
    expect(kept.filter((phrase) => again.has(phrase))).toEqual([]);
    for (const name of films)
      expect(await readFile(join(folder, `${name}.pt-BR.srt`), 'utf8')).toBe(
        sampleSrt(60).replaceAll('Фраза', `T Фраза ${name}`),
      );
    const left = (await readdir(folder)).filter((name) => /^\.(?!local|cache)/.test(name) && !name.endsWith('.tmp'));
    expect(left).toEqual([]);
  });
});
