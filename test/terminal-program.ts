import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { type Clock, createProgramClock } from '../src/core.ts';
import { type ProgramParts, runProgram } from '../src/terminal/program.ts';
import type { FilmsRun } from '../src/terminal/run.ts';
import { sampleSrt } from './srt-sample.ts';

/** What reading a film finds. */
export const FOUND = {
  about: 'A film about phrases.',
  people: [],
  address: [],
  terms: [{ source: 'Фраза', translation: 'Frase', note: '' }],
};

/** undefined: the film is read for notes. */
export type Asked = { readonly phrases: Readonly<Record<string, string>> | undefined; readonly text: string };

/** The reply of a provider to a request's body: each phrase becomes "T " and its text. */
export function replyTo(body: string): { readonly asked: Asked; readonly reply: object } {
  const { messages } = JSON.parse(body) as { messages: { content: string }[] };
  const phrases = phrasesIn(messages.at(-1)?.content ?? '');
  const content = phrases
    ? Object.fromEntries(Object.entries(phrases).map(([number, text]) => [number, `T ${text}`]))
    : FOUND;
  return {
    asked: { phrases, text: body },
    reply: {
      choices: [{ message: { role: 'assistant', content: JSON.stringify(content) }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 1_000, completion_tokens: 500 },
    },
  };
}

function phrasesIn(text: string): Asked['phrases'] {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

type Answer = (asked: Asked, count: number) => Response | undefined | Promise<Response | undefined>;

/** In the place of the network. `before` may answer in its place. */
export function standIn(before: Answer = () => undefined) {
  const sent: Asked[] = [];
  const fetch: typeof globalThis.fetch = async (_, init) => {
    const { asked, reply } = replyTo(String(init?.body));
    const count = sent.push(asked);
    return (await before(asked, count)) ?? Response.json(reply);
  };
  return {
    fetch,
    sent,
    readings: () => sent.filter(({ phrases }) => !phrases).length,
    batches: () => sent.filter(({ phrases }) => phrases).length,
  };
}

/** The network and the parts of a program that gets a signal when `isTrue` of a request that came. `before`: the signal alone, for another network. */
export function interruptedWhen(
  isTrue: (count: number, isReading: boolean) => boolean,
  code = 130,
  mostMs = Number.POSITIVE_INFINITY,
) {
  let run: FilmsRun | undefined;
  let given = 0;
  const before = ({ phrases }: Asked, count: number): undefined => {
    if (!isTrue(count, phrases === undefined)) return;
    given = code;
    run?.interrupt(mostMs);
  };
  const network = standIn(before);
  const parts = {
    network: network.fetch,
    onRun(started: FilmsRun) {
      run = started;
    },
    interrupted: () => given,
  };
  return { ...network, before, parts };
}

/** Each test of a file has a folder of its own. Returns the path of what is in it; without names, that of the folder. */
export function folderOfTest(name: string): (...names: readonly string[]) => string {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), `${name}-`));
  });
  afterEach(() => rm(folder, { recursive: true }));
  return (...names) => join(folder, ...names);
}

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  readonly written: Uint8Array;
  /** With --json: the events. */
  readonly lines: readonly Record<string, unknown>[];
}

/** Real timers on which time passes twenty times as fast: a test waits a tenth of a second for a provider that asks for two seconds. */
export function quickClock(): Clock {
  const [real, startedAt] = [createProgramClock(), Date.now()];
  const now = () => startedAt + (Date.now() - startedAt) * 20;
  return { now, timeOfDay: now, after: (delayMs, callback) => real.after(delayMs / 20, callback) };
}

/** Runs the program on the files of a folder, whose names may be in the arguments. */
export const programIn =
  (folder: () => string) =>
  async (args: readonly string[], parts: Partial<ProgramParts> = {}): Promise<Ran> => {
    let [out, err] = ['', ''];
    const written: Uint8Array[] = [];
    const code = await runProgram({
      args: args.map((arg) => (/\.(?:srt|json)$/.test(arg) && !/^[-/]/.test(arg) ? join(folder(), arg) : arg)),
      env: { OPENAI_API_KEY: 'a-key-of-tests' },
      version: '1.0.0',
      streams: {
        out: (text) => {
          out += text;
        },
        err: (text) => {
          err += text;
        },
        columns: () => undefined,
        now: Date.now,
      },
      network: standIn().fetch,
      connect: async () => {},
      clock: quickClock(),
      pace: undefined,
      forms: undefined,
      readStdin: async () => new TextEncoder().encode(sampleSrt(3)),
      writeStdout: async (bytes) => void written.push(bytes),
      onRun: () => {},
      interrupted: () => 0,
      ...parts,
    });
    const lines = args.includes('--json') ? linesIn(out) : [];
    return { code, out, err, written: Buffer.concat(written), lines };
  };

const linesIn = (out: string): Ran['lines'] =>
  out
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

export const filmIn =
  (folder: () => string) =>
  (name: string, phrases = 45): Promise<void> =>
    writeFile(join(folder(), name), sampleSrt(phrases));
