import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The first of these names that PATH contains, or the first of `paths` that is a program. */
export function findProgram(names: readonly string[], paths: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const inPath = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...inPath, ...paths].find(isExecutable);
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
