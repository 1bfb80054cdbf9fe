import { hasSubtitleName } from './subtitle-names.ts';

/**
 * Of several files the first one with the name of a subtitle file, in natural order ("E2" before "E10"), and how many such files are
 * left; where none has, the first of all, to be refused.
 */
export function firstOfFiles<Named extends { readonly name: string }>(
  files: readonly Named[],
): { readonly file: Named | undefined; readonly left: number } {
  const { compare } = new Intl.Collator(undefined, { numeric: true });
  const sorted = files.toSorted((one, other) => compare(one.name, other.name));
  const [first, ...others] = sorted.filter(({ name }) => hasSubtitleName(name));
  return { file: first ?? sorted[0], left: others.length };
}
