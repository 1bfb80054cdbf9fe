import { languagesNamedIn } from '../../../languages/language-names.ts';
import { ALL_LANGUAGES, FREQUENT_LANGUAGES } from '../../../languages/language-table.ts';
import { languageName } from '../../../languages/standard-prompt.ts';
import type { Option } from './combobox.tsx';

/** A list that is longer helps nobody. */
const MOST = 50;

let all: readonly Option[] | undefined;

const optionsOf = (codes: readonly string[]): readonly Option[] =>
  codes.flatMap((code) => {
    const name = languageName(code);
    return name === undefined ? [] : [{ code, name }];
  });

/** Before anything is typed: those used last, then the frequent ones by name. */
export const firstOptions = (recent: readonly string[]): readonly Option[] => [
  ...optionsOf(recent),
  ...optionsOf(FREQUENT_LANGUAGES)
    .filter(({ code }) => !recent.includes(code))
    .sort((one, other) => one.name.localeCompare(other.name, 'en')),
];

/** Languages by the beginning of their English name, a word in it, its code, or by their own name ("Deutsch"); the best first. */
export function findLanguages(query: string): readonly Option[] {
  const typed = query.trim().toLowerCase();
  if (typed === '') return [];
  all ??= optionsOf(ALL_LANGUAGES);
  const named = new Set(languagesNamedIn(query).map(({ language }) => language));
  return all
    .map((option) => ({ option, rank: rankOf(option, typed, named) }))
    .filter(({ rank }) => rank > 0)
    .sort((one, other) => other.rank - one.rank || one.option.name.length - other.option.name.length)
    .slice(0, MOST)
    .map(({ option }) => option);
}

function rankOf({ code, name }: Option, typed: string, named: ReadonlySet<string>): number {
  const text = name.toLowerCase();
  if (text === typed) return 5;
  if (text.startsWith(typed)) return 4;
  if (code.toLowerCase() === typed || named.has(code)) return 3;
  return text.split(/[\s(]+/).some((word) => word.startsWith(typed)) ? 2 : 0;
}
