import type { SubtitleDocument } from '../subtitles/document.ts';
import type { Work } from './film.ts';
import { allLines, type FilmLines } from './lines.ts';

/** The edits by hand of a result, held against the lines. All texts are as the result's format writes them. */
export interface ResultEdits {
  /** Edited in the result alone. */
  readonly inResult: readonly { readonly number: number; readonly text: string }[];
  /** Edited in the result, and another text in Lines since. */
  readonly onBoth: readonly EditOnBoth[];
  /** Lines whose text cannot be found in the result any more, or not told apart from others at the same time. */
  readonly missing: number;
  /** Lines were changed since that the result has no edit of: they stand in it as they were, or cannot be found. */
  readonly isBehind: boolean;
  /** Nothing but texts of lines was edited, or the end of the file: a result made of the lines loses nothing. */
  readonly areAll: boolean;
}

export interface EditOnBoth {
  readonly number: number;
  readonly inResult: string;
  readonly inLines: string;
}

/**
 * Three texts of each line are compared: in the result before it was edited by hand, in the result now, and the line now. A comparison with
 * the batches' outputs would find too many edits: writing leaves out code of another format and blank lines.
 */
export function resultEdits(
  document: SubtitleDocument,
  state: FilmLines & Pick<Work, 'translated' | 'textsBeforeEdit'>,
): ResultEdits {
  const own = new Map(
    allLines(state).flatMap(({ number, translation }) => (translation === undefined ? [] : [[number, translation]])),
  );
  const now = document.textsIn(document.write(own));
  const before = new Map(own);
  for (const [number, text] of Object.entries(state.textsBeforeEdit))
    if (text !== null) before.set(Number(number), text);
  const then = document.textsIn(document.write(before));
  const edited = document.textsIn(state.translated, then);
  const differing = [...edited].filter(([number, text]) => text !== then.get(number));
  // A line whose batch is on its way has no text to compare with, and cannot be changed now.
  const changed = differing.filter(([number, text]) => own.has(number) && text !== now.get(number));
  const isOnBoth = (number: number) => now.get(number) !== then.get(number);
  return {
    inResult: changed.flatMap(([number, text]) => (isOnBoth(number) ? [] : [{ number, text }])),
    onBoth: changed.flatMap(([number, inResult]) =>
      isOnBoth(number) ? [{ number, inResult, inLines: now.get(number) ?? '' }] : [],
    ),
    missing: [...now.keys()].filter((number) => !edited.has(number)).length,
    isBehind: [...now.keys()].some(
      (number) => isOnBoth(number) && (edited.get(number) ?? then.get(number)) === then.get(number),
    ),
    areAll: document.write(new Map([...before, ...differing])).trimEnd() === state.translated.trimEnd(),
  };
}
