import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { constants, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { TERMINAL } from './cache.ts';
import type { Journal, Play, Ready } from './provider-process.ts';

const pathOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** A folder with films, and a stand-in that the program reaches from this folder. */
export interface Place {
  readonly folder: string;
  readonly play: (play: Play) => Promise<void>;
  /** Since the latest play. */
  readonly journal: () => Promise<Journal>;
  readonly start: (args: readonly string[]) => Program;
  /** Starts a script with Node in the same environment as `start` gives the program. */
  readonly startNode: (args: readonly string[]) => Program;
}

export interface Program {
  readonly child: ChildProcess;
  /** In ms since 1970. */
  readonly startedAt: number;
  readonly ended: Promise<ProgramEnd>;
}

export interface ProgramEnd {
  /** null: a signal has ended it. */
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
  readonly endedAt: number;
  /** The most memory that it used (VmHWM). Only Linux says this. */
  readonly mostMegabytes: number;
}

/** Runs `work` with an empty folder and a stand-in of its own. */
export async function withPlace<Value>(work: (place: Place) => Promise<Value>): Promise<Value> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-terminal-'));
  const provider = fork(pathOf('provider-process.ts'), {
    execArgv: ['--import', pathOf('../scripts/run-typescript.mjs')],
  });
  const answer = async <Answer>() => (await once(provider, 'message'))[0] as Answer;
  try {
    const { origin, certificate } = await answer<Ready>();
    const authority = join(folder, '.authority.pem');
    await writeFile(authority, certificate);
    const startNode = (args: readonly string[]) =>
      startProgram(args, folder, {
        HOME: folder,
        XDG_STATE_HOME: join(folder, '.state'),
        OPENAI_API_KEY: 'test-key',
        OPENAI_BASE_URL: `${origin}/v1`,
        NODE_EXTRA_CA_CERTS: authority,
      });
    return await work({
      folder,
      async play(play) {
        provider.send(play);
        await answer();
      },
      journal() {
        provider.send('journal');
        return answer<Journal>();
      },
      start: (args) => startNode([join(TERMINAL, 'subtitle-translator.mjs'), ...args]),
      startNode,
    });
  } finally {
    provider.disconnect();
    await rm(folder, { recursive: true, force: true });
  }
}

const PROGRAM_PRIORITY = constants.priority.PRIORITY_LOW;

function startProgram(args: readonly string[], cwd: string, env: Readonly<Record<string, string>>): Program {
  const startedAt = Date.now();
  const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  // A real provider has computers of its own.
  if (child.pid !== undefined) setPriority(child.pid, PROGRAM_PRIORITY);
  let [out, err, mostMegabytes] = ['', '', 0];
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    err += chunk;
  });
  const watch = setInterval(() => {
    mostMegabytes = Math.max(mostMegabytes, megabytesOf(child.pid));
  }, 20);
  const ended = new Promise<ProgramEnd>((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', () => clearInterval(watch));
    child.on('close', (code) => resolve({ code, out, err, endedAt: Date.now(), mostMegabytes }));
  });
  return { child, startedAt, ended };
}

function megabytesOf(pid: number | undefined): number {
  try {
    return Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}
