/** What a person wants of the model for single lines: another translation, and in which way another. */
export type Wish =
  | { readonly kind: 'again' | 'more-formal' | 'more-casual' | 'more-literal' }
  /** Visible characters at most, by number. */
  | { readonly kind: 'shorter'; readonly most: Readonly<Record<number, number>> }
  /** What is wrong, in words, by number. */
  | { readonly kind: 'fix'; readonly problems: Readonly<Record<number, readonly string[]>> }
  /** In the person's own words. */
  | { readonly kind: 'told'; readonly words: string };

export type WishKind = Wish['kind'];
export const WISH_KINDS = [
  'again',
  'shorter',
  'more-formal',
  'more-casual',
  'more-literal',
  'fix',
  'told',
] as const satisfies readonly WishKind[];

/** A line beside those that are asked for; sent along, and not to be translated. */
export interface Neighbour {
  readonly number: number;
  readonly original: string;
  /** undefined: it has none yet. */
  readonly translation: string | undefined;
}

/** What a request for suggestions has beside its phrases. */
export interface SuggestionFacts {
  readonly wish: Wish;
  readonly neighbours: readonly Neighbour[];
  /** By number: the present translation, then what was suggested before. Missing where it would only mislead. */
  readonly present: Readonly<Record<number, readonly string[]>>;
  /** Each answer is to quote the beginning of its original, so that an answer under another line's number shows. */
  readonly quotes: boolean;
}
