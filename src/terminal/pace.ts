import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { type CoreParts, createKeptPaces, type KeptForms, type Paces, type PacesByModel } from '../core.ts';
import { makeFolders, temporaryName } from './outputs.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The pace that earlier runs found for each model. */
export const createPace = (env: Environment): Paces => {
  const file = keptIn(env, 'pace.json');
  return createKeptPaces({ read: () => pacesIn(file.read()), write: file.write }, Date.now);
};

/** The forms of requests that models refused in earlier runs. */
export const createForms = (env: Environment): NonNullable<CoreParts['forms']> => {
  const file = keptIn(env, 'forms.json');
  return { read: () => formsIn(file.read()), write: file.write };
};

/**
 * A small file in the usual folder for such facts ($XDG_STATE_HOME, else ~/.local/state). It only saves time: a file that cannot be read or written counts as
 * missing.
 */
function keptIn(env: Environment, name: string) {
  /** Throws if the user has no home, as in a container whose system files do not contain the user. */
  function pathNow(): string {
    const base = env.XDG_STATE_HOME;
    // The specification of this variable ignores relative paths.
    const folder = base !== undefined && isAbsolute(base) ? base : join(env.HOME || homedir(), '.local', 'state');
    return join(folder, 'subtitle-translator', name);
  }
  return {
    /** The fields of the file, unchecked. */
    read(): readonly (readonly [string, unknown])[] {
      try {
        return Object.entries(Object(JSON.parse(readFileSync(pathNow(), 'utf8'))));
      } catch {
        return [];
      }
    },
    write(value: object): void {
      try {
        const path = pathNow();
        makeFolders(dirname(path));
        // Another process may write at the same time. Each one renames a complete file.
        const temporary = join(dirname(path), temporaryName());
        writeFileSync(temporary, JSON.stringify(value));
        renameSync(temporary, path);
      } catch {
        // A failure only makes the next run begin slower.
      }
    },
  };
}

const pacesIn = (fields: readonly (readonly [string, unknown])[]): PacesByModel =>
  Object.fromEntries(
    fields.flatMap(([model, value]) => {
      const { mostAtOnce, at } = Object(value) as { readonly mostAtOnce: unknown; readonly at: unknown };
      return isCount(mostAtOnce) && isCount(at) ? [[model, { mostAtOnce, at }] as const] : [];
    }),
  );

const formsIn = (fields: readonly (readonly [string, unknown])[]): KeptForms =>
  Object.fromEntries(
    fields.flatMap(([about, value]) => {
      const { refused, at } = Object(value) as { readonly refused: unknown; readonly at: unknown };
      const counts = Object.entries(Object(refused) as Readonly<Record<string, unknown>>);
      const isWhole = isCount(at) && counts.every(([, count]) => isCount(count));
      return isWhole ? [[about, { refused: Object.fromEntries(counts) as Record<string, number>, at }] as const] : [];
    }),
  );

const isCount = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value) && value >= 0;
