import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startStaticServer } from '../scripts/static-server.mjs';
import { test as base, DIST } from './fixtures.ts';

export interface Host {
  readonly url: string;
  readonly folder: string;
  /** Replaces the deployed version: index.html names the new version, and all chunks get new names as if each had changed. The old chunks are gone. */
  deploy(version: string): void;
  /** Stops answering. */
  goAway(): Promise<void>;
}

const WRITE_SERVICE_WORKER = fileURLToPath(new URL('../scripts/write-service-worker.mjs', import.meta.url));

/** Each test has its own host, whose files it may change. Service workers are allowed. */
export const test = base.extend<{ host: Host }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are wanted from the pattern
  host: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'host-'));
    cpSync(DIST, folder, { recursive: true });
    // Otherwise the browser's cache would answer for files that are gone from the host.
    const server = await startStaticServer({ folder, headers: { 'cache-control': 'no-store' } });
    let gone = false;
    const goAway = async () => {
      if (!gone) await server.close();
      gone = true;
    };
    await use({ url: server.url, folder, goAway, deploy: (version) => deploy(folder, version) });
    await goAway();
    rmSync(folder, { recursive: true });
  },
});
test.use({ serviceWorkers: 'allow' });

function deploy(folder: string, version: string): void {
  const scripts = join(folder, 'static/js');
  const indexScript = readdirSync(scripts).find((name) => /^index\.\w+\.js$/.test(name));
  if (indexScript === undefined) throw new Error(`There is no index script in ${scripts}.`);
  let code = readFileSync(join(scripts, indexScript), 'utf8');
  for (const name of readdirSync(join(scripts, 'async'))) {
    const [id, hash = '', ...rest] = name.split('.');
    const newHash = shortHash(version + hash);
    renameSync(join(scripts, 'async', name), join(scripts, 'async', [id, newHash, ...rest].join('.')));
    // The table of the chunks' names.
    code = code.replaceAll(hash, newHash);
  }
  rmSync(join(scripts, indexScript));
  const newIndexScript = `index.${shortHash(code)}.js`;
  writeFileSync(join(scripts, newIndexScript), code);

  const page = join(folder, 'index.html');
  const html = readFileSync(page, 'utf8')
    .replace(/<meta name="version"[^>]*>/, '')
    .replace('<head>', `<head><meta name="version" content="${version}">`)
    .replace(new RegExp(`${indexScript}" integrity="[^"]+"`), `${newIndexScript}" integrity="${integrityOf(code)}"`);
  writeFileSync(page, html);
  execFileSync(process.execPath, [WRITE_SERVICE_WORKER, folder]);
}

const shortHash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 10);
const integrityOf = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;
