#!/usr/bin/env node
import { setFlagsFromString } from 'node:v8';
import { createProgramClock } from '../core.ts';
import { Mistake } from './call-values.ts';
import { createNetwork, type Network } from './network.ts';
import { createForms, createPace } from './pace.ts';
import { type ProgramParts, runProgram } from './program.ts';
import type { FilmsRun } from './run.ts';
import { readStream } from './sources.ts';

/** Signals within this time count as one: a terminal sends Ctrl+C to all processes of a pipe, and some programs pass it on. */
const ONE_SIGNAL_MS = 300;
/** A system that shuts down kills processes soon after SIGTERM, so the process ends 8 s after it. */
const TERM_MS = 7_800;
const CODES = { SIGINT: 130, SIGTERM: 143 } as const;

/** Signals stop the run. Returns what the program needs to know about signals. */
function followSignals(): Pick<ProgramParts, 'onRun' | 'interrupted'> {
  let run: FilmsRun | undefined;
  let interrupted = 0;
  let signalledAt = Number.NEGATIVE_INFINITY;
  function onSignal(name: keyof typeof CODES): void {
    const now = performance.now();
    if (now - signalledAt < ONE_SIGNAL_MS) return;
    const isFirst = interrupted === 0;
    signalledAt = now;
    interrupted = CODES[name];
    if (!isFirst || !run) process.exit(interrupted);
    run.keepNow();
    run.interrupt(name === 'SIGTERM' ? TERM_MS : Number.POSITIVE_INFINITY);
    // Closes standard input, so that the process does not wait for more of it.
    process.stdin.destroy();
  }
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => onSignal(name));
  // However the process ends, it stores what was paid for, and lets any process continue.
  process.on('exit', () => run?.leave());
  return {
    onRun(started) {
      run = started;
    },
    interrupted: () => interrupted,
  };
}

// With many films most of the heap is garbage. This setting collects it whenever the heap has grown by a fifth, which needs a third less memory and no more
// time.
setFlagsFromString('--heap-growing-percent=20');
const signals = followSignals();
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // EPIPE: the reader of the output has ended, and knows.
  if (error.code !== 'EPIPE') process.stderr.write(`Standard output could not be written: ${error.message}\n`);
  process.exit(1);
});
process.stderr.on('error', () => {});

const readStdin = (): Promise<Uint8Array> => readStream('standard input', process.stdin);

const writeStdout = (bytes: Uint8Array): Promise<void> =>
  new Promise((resolve, reject) => process.stdout.write(bytes, (error) => (error ? reject(error) : resolve())));

function columns(): number | undefined {
  const { TERM, CI } = process.env;
  return process.stderr.isTTY && TERM !== 'dumb' && !CI ? process.stderr.columns || 80 : undefined;
}

const main = (network: Network): Promise<number> =>
  runProgram({
    args: process.argv.slice(2),
    env: process.env,
    version: process.env.SUBTITLE_TRANSLATOR_VERSION ?? '1.0.0',
    streams: {
      out: (text) => process.stdout.write(text),
      err: (text) => process.stderr.write(text),
      columns,
      now: Date.now,
    },
    network: network.fetch,
    connect: network.connect,
    clock: createProgramClock(),
    pace: createPace(process.env),
    forms: createForms(process.env),
    readStdin,
    writeStdout,
    ...signals,
  });

// Without an await at the top level, the build can merge the modules into one piece, which starts sooner.
async function start(): Promise<void> {
  try {
    const network = createNetwork({ env: process.env });
    process.exitCode = await main(network).finally(network.close);
  } catch (error) {
    // An unusable proxy throws a Mistake.
    if (!(error instanceof Mistake)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 2;
  }
}
void start();
