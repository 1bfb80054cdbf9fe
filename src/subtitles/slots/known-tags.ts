/** <i>, <b> and <u>, which models know and keep. */
export const KNOWN_TAGS = /(<\/?[biu]>)/gi;

/** Such a tag in a source as it is read: "<i>", in small letters. `isTag`: false where the file shows it as words: "&lt;i&gt;". */
export interface SeenTag {
  readonly tag: string;
  readonly isTag: boolean;
}

/** What a tag of a translation is meant as; "unknown": the source has nothing like it. */
export type MeantAs = 'tag' | 'words' | 'unknown';

/**
 * Says of each tag of a translation (in small letters), asked in their order, what it is meant as: the first "<b>" what the first one
 * of the source is, and so on. A tag of which the source has only the counterpart is what that is.
 */
export function tagsLike(source: readonly SeenTag[]): (tag: string) => MeantAs {
  const kinds = new Map<string, boolean[]>();
  for (const { tag, isTag } of source) {
    const known = kinds.get(tag);
    if (known) known.push(isTag);
    else kinds.set(tag, [isTag]);
  }
  const next = new Map<string, number>();
  const hasWords = source.some(({ isTag }) => !isTag);
  return (tag) => {
    const seen = kinds.get(tag) ?? kinds.get(tag.startsWith('</') ? tag.replace('/', '') : tag.replace('<', '</'));
    if (seen === undefined) return hasWords ? 'words' : 'unknown';
    const place = Math.min(next.get(tag) ?? 0, seen.length - 1);
    next.set(tag, place + 1);
    return seen[place] ? 'tag' : 'words';
  };
}
