import { namesInList, otherNamesWords } from '../../film/archive.ts';
import type { FilmRow } from '../../film/series.ts';
import { countWords, namesWords, quotedName } from '../../lib/text.ts';
import { isWritten, mayWrite, type Target, whatIsAt } from './folder-files.ts';

export const shownPath = ({ root, path }: Target): string => `${root.name}/${path}`;

/** What happened to the files that were to be saved in folders, for the message. */
export const nothingYet = () => ({
  /** The name of a folder for each written file. */
  written: [] as string[],
  kept: [] as string[],
  failed: [] as FilmRow[],
  /** The names of the folders into which the browser does not let the page write. */
  refused: [] as string[],
  /** Films that were added without a folder while each film is saved as it is done. */
  placeless: [] as FilmRow[],
  changed: [] as FilmRow[],
  numbered: [] as string[],
  replaced: [] as string[],
  noteFailure: '',
});
export type FolderOutcome = ReturnType<typeof nothingYet>;

/** Writes a file, unless it must stay. False: it was not written, and `outcome` says why. */
export async function isPut(target: Target, replaces: boolean, outcome: FolderOutcome): Promise<boolean> {
  const { root } = target;
  // A person can withdraw the permission at any time. Then the page cannot see either what is there.
  if (!(await mayWrite(root, false))) {
    outcome.refused.push(root.name);
    outcome.failed.push(target.file.row);
    return false;
  }
  const before = await whatIsAt(target);
  const isKept = !replaces && before === 'file';
  const isDone = !isKept && (await isWritten(target, before === 'nothing'));
  if (isDone) outcome.written.push(root.name);
  else if (isKept) outcome.kept.push(shownPath(target));
  else outcome.failed.push(target.file.row);
  return isDone;
}

const WHY_FAILED =
  ' The folder may be gone, the disk full, or another program may use the file. Mend that, then save again.';
const listed = (before: string, paths: readonly string[], after = ''): readonly string[] =>
  paths.length > 0 ? [`${before} ${namesWords(paths)}.${after}`] : [];

const named = (folders: readonly string[]) => [...new Set(folders)].map(quotedName);
export const refusedWords = (folders: readonly string[]) =>
  listed(
    'The browser does not let the page write into',
    named(folders),
    ' Try again, and allow it when the browser asks.',
  );

/** Sentences about what happened. Films have their names in the list, and files in folders their paths. */
export function outcomeWords(outcome: FolderOutcome, rows: readonly FilmRow[]): readonly string[] {
  const namesOf = (films: readonly FilmRow[]) => films.map(namesInList(rows));
  const { written, kept, failed, refused, placeless, changed, noteFailure, ...names } = outcome;
  return [
    ...(noteFailure === '' ? [] : [noteFailure]),
    ...(written.length > 0 ? [`Saved into ${namesWords(named(written))}: ${countWords(written.length, 'file')}.`] : []),
    ...listed('Not replaced, because they were there already:', kept),
    ...refusedWords(refused),
    ...listed('Not saved:', namesOf(failed), refused.length > 0 ? '' : WHY_FAILED),
    ...listed('Not saved, because no folder is known:', namesOf(placeless), ' Press “Save into a folder…”.'),
    ...listed(
      'These originals were changed on this computer after you opened them:',
      namesOf(changed),
      ' Their translations are of the older texts.',
    ),
    ...otherNamesWords(names),
  ];
}
