import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { createKeptPaces, type Paces, type PacesByModel } from '../core.ts';
import { temporaryName } from './outputs.ts';

/**
 * What earlier runs have learned of each model, in a small file where programs keep such things ($XDG_STATE_HOME, else ~/.local/state). It only
 * saves time: a file that cannot be read or written is as none.
 */
export function createPace(env: Readonly<Record<string, string | undefined>>, now: () => number = Date.now): Paces {
  const base = env.XDG_STATE_HOME;
  // The rules for this variable say that a relative path does not count.
  const folder = base !== undefined && isAbsolute(base) ? base : join(env.HOME || homedir(), '.local', 'state');
  const path = join(folder, 'subtitle-translator', 'pace.json');
  return createKeptPaces(
    {
      read: () => readPaces(path),
      write(paces) {
        try {
          mkdirSync(dirname(path), { recursive: true });
          // Another process may write at the same time: each file is whole.
          const temporary = join(dirname(path), temporaryName());
          writeFileSync(temporary, JSON.stringify(paces));
          renameSync(temporary, path);
        } catch {
          // The next run begins slower.
        }
      },
    },
    now,
  );
}

function readPaces(path: string): PacesByModel {
  try {
    const found: unknown = JSON.parse(readFileSync(path, 'utf8'));
    const entries = Object.entries(Object(found) as Record<string, unknown>).flatMap(([model, value]) => {
      const { mostAtOnce, at } = Object(value) as { readonly mostAtOnce: unknown; readonly at: unknown };
      return isCount(mostAtOnce) && isCount(at) ? [[model, { mostAtOnce, at }] as const] : [];
    });
    return Object.fromEntries(entries);
  } catch {
    return {};
  }
}

const isCount = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value) && value >= 0;
