import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** The files of a build by path. */
export type BuiltFiles = Readonly<Record<string, string>>;

/** The service worker that the build writes for these files. */
export function buildServiceWorker(files: BuiltFiles): string {
  const folder = mkdtempSync(join(tmpdir(), 'sw-'));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  execFileSync(process.execPath, ['scripts/write-service-worker.mjs', folder]);
  const worker = readFileSync(join(folder, 'sw.js'), 'utf8');
  rmSync(folder, { recursive: true });
  return worker;
}
