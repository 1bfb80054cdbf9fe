import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The first program of one of these names in PATH, in the order of the names, else the first of `paths` that is one. */
export function findProgram(names: readonly string[], paths: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const inPath = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...inPath, ...paths].find(isExecutable);
}

/** Whether there is a file at `path` that may be run. */
export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
