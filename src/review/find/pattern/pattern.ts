/** A regular expression as a tree. */
export type Pattern =
  | { readonly kind: 'character'; readonly matches: (codePoint: number) => boolean }
  | { readonly kind: 'edge'; readonly edge: Edge }
  | { readonly kind: 'sequence'; readonly parts: readonly Pattern[] }
  | { readonly kind: 'choice'; readonly options: readonly Pattern[] }
  /** `index`: counted from 1; undefined for "(?:…)". */
  | { readonly kind: 'group'; readonly inner: Pattern; readonly index: number | undefined }
  /** `most`: Infinity for "*" and "+". `greedy`: as many repeats as possible are tried first. */
  | {
      readonly kind: 'repeat';
      readonly inner: Pattern;
      readonly least: number;
      readonly most: number;
      readonly greedy: boolean;
    };

/** "^" and "$" of each line of a text, "\b", "\B", and 'outside-word' for "Whole word": not between two letters of one word. */
export type Edge = 'line-start' | 'line-end' | 'word' | 'no-word' | 'outside-word';

/** What "\w" means here: letters of any script, their accents, digits, the underscore. To be put between "[" and "]". */
export const WORD_CLASS = '\\p{L}\\p{M}\\p{N}_';
