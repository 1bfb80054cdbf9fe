import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { findProgram } from './find-program.ts';

export interface WebServer {
  /** Ends with a slash. */
  readonly url: string;
  close(): Promise<void>;
}

/** Folders of servers that are not always in PATH. */
const SYSTEM_FOLDERS = ['/usr/sbin', '/usr/local/sbin', '/usr/local/bin', '/opt/homebrew/bin'];

/** The first of these programs that is installed. */
export const findServer = (names: readonly string[]): string | undefined =>
  findProgram(
    names,
    names.flatMap((name) => SYSTEM_FOLDERS.map((folder) => join(folder, name))),
  );

/** A port of this machine that was free a moment ago. */
export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('No port.')),
      );
    });
  });

/** Starts a server in the foreground and waits until it answers. Rejects with the server's output if it ends. */
export async function runWebServer(program: string, args: readonly string[], port: number): Promise<WebServer> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let words = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (words += chunk));
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const url = `http://127.0.0.1:${port}/`;
  while (!(await answers(url))) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`${program} has ended: ${words}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    url,
    async close() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    () => true,
    () => false,
  );
