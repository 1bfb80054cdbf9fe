/** The row of a table that has a row for each language; undefined: it has none for this one. `language`: BCP 47; its region and script change nothing. */
export function byLanguage<Row>(table: Readonly<Record<string, Row>>, language: string | undefined): Row | undefined {
  const base = baseLanguage(language);
  return Object.hasOwn(table, base) ? table[base] : undefined;
}

/** "pt" of "pt-BR"; '' where no language is known. */
export const baseLanguage = (language: string | undefined): string => language?.split('-')[0]?.toLowerCase() ?? '';

/** The rows of such a table as sets of words. Each row is a text with spaces between its words. */
export const wordSets = (table: Readonly<Record<string, string>>): Readonly<Record<string, ReadonlySet<string>>> =>
  Object.fromEntries(Object.entries(table).map(([language, words]) => [language, new Set(words.split(' '))]));
