import { execFileSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findBrowser } from '../test/find-browser.ts';
import { SITE, TERMINAL } from './cache.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));

/** Builds the page and the terminal, and copies both for the measures; BENCH_BUILT=1 uses the previous copy. */
export default async function globalSetup(): Promise<void> {
  const { source, executablePath } = await findBrowser();
  console.log(`Browser (${source}): ${executablePath}`);
  if (process.env.BENCH_BUILT) return;
  execFileSync('npm', ['run', '--silent', 'build'], {
    cwd: ROOT,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  for (const [built, copy] of [
    ['dist', SITE],
    ['dist-terminal', TERMINAL],
  ] as const) {
    rmSync(copy, { recursive: true, force: true });
    cpSync(`${ROOT}${built}`, copy, { recursive: true });
  }
}
