import type { FilmNotes } from '../../src/notes/notes.ts';

export const FACT_KINDS = ['gender', 'address', 'name', 'term', 'pun', 'sentence', 'number'] as const;
export type FactKind = (typeof FACT_KINDS)[number];

/**
 * Something that a line's translation gets right or wrong, recognizable by its words. Patterns are words separated by "|"; "*" matches any
 * letters, "_" any white space. A pattern with a capital is case-sensitive, others are not.
 */
export type Fact = PlainFact | SameFact;

/** Right: the line has words of `right` and none of `wrong`. With neither the outcome is open, or wrong if there is no `wrong`. */
interface PlainFact {
  readonly kind: FactKind;
  readonly right: string;
  readonly wrong?: string;
}

/** A recurring thing with several possible words: right if the line uses the word that most lines of its group use. */
interface SameFact {
  readonly kind: FactKind;
  readonly group: string;
  readonly among: readonly string[];
}

/** A text and what to check in its translation. */
export type SceneLine = string | readonly [text: string, ...facts: readonly Fact[]];

export interface Scene {
  readonly name: string;
  /** BCP 47. */
  readonly from: string;
  readonly into: string;
  /** The notes that a person would write about it. */
  readonly notes: FilmNotes;
  readonly lines: readonly SceneLine[];
}

export const gender = (right: string, wrong: string): Fact => ({ kind: 'gender', right, wrong });
export const address = (right: string, wrong: string): Fact => ({ kind: 'address', right, wrong });
export const sentence = (right: string, wrong?: string): Fact => ({
  kind: 'sentence',
  right,
  ...(wrong !== undefined && { wrong }),
});
/** A pun whose two meanings are two words in the other language. */
export const pun = (right: string, wrong?: string): Fact => ({
  kind: 'pun',
  right,
  ...(wrong !== undefined && { wrong }),
});
export const number = (right: string): Fact => ({ kind: 'number', right });

/** Makes the facts of one thing, to put at each line that mentions it. `among`: its possible words. */
export const same = (kind: 'name' | 'term' | 'pun', ...among: readonly string[]): Fact => ({
  kind,
  group: among.join(' '),
  among,
});

/** `open`: the line has none of the deciding words. */
export type Outcome = 'right' | 'wrong' | 'open';

export interface JudgedFact {
  /** Counted from 1. */
  readonly line: number;
  readonly fact: Fact;
  readonly outcome: Outcome;
}

export const textOf = (line: SceneLine): string => (typeof line === 'string' ? line : line[0]);
export const factsOf = (line: SceneLine): readonly Fact[] =>
  typeof line === 'string' ? [] : (line.slice(1) as Fact[]);

/** Judges all facts of a scene by its translations by line number; a fact of a line without translation is wrong. */
export function judgeFacts(scene: Scene, translations: ReadonlyMap<number, string>): readonly JudgedFact[] {
  const placed = scene.lines.flatMap((line, index) => factsOf(line).map((fact) => ({ line: index + 1, fact })));
  const usual = new Map<string, number | undefined>();
  for (const { fact } of placed) {
    if (!('group' in fact) || usual.has(fact.group)) continue;
    const texts = placed.filter(({ fact: other }) => 'group' in other && other.group === fact.group);
    usual.set(fact.group, mostFrequent(texts.flatMap(({ line }) => wordAmong(fact, translations.get(line)) ?? [])));
  }
  return placed.map(({ line, fact }) => {
    const text = translations.get(line);
    const outcome =
      text === undefined
        ? 'wrong'
        : 'group' in fact
          ? sameOutcome(wordAmong(fact, text), usual.get(fact.group))
          : plainOutcome(fact, text);
    return { line, fact, outcome };
  });
}

function plainOutcome({ right, wrong }: PlainFact, text: string): Outcome {
  if (wrong !== undefined && has(text, wrong)) return 'wrong';
  if (has(text, right)) return 'right';
  return wrong === undefined ? 'wrong' : 'open';
}

function sameOutcome(word: number | undefined, usual: number | undefined): Outcome {
  if (word === undefined) return 'open';
  return word === usual ? 'right' : 'wrong';
}

/** The index of the word that the text uses. */
function wordAmong({ among }: SameFact, text: string | undefined): number | undefined {
  const place = among.findIndex((words) => text !== undefined && has(text, words));
  return place < 0 ? undefined : place;
}

/** The first of the most frequent ones. */
function mostFrequent(places: readonly number[]): number | undefined {
  const count = (place: number) => places.filter((other) => other === place).length;
  return places.toSorted((one, other) => count(other) - count(one))[0];
}

const patterns = new Map<string, RegExp>();

function has(text: string, words: string): boolean {
  const pattern = patterns.get(words) ?? patternOf(words);
  patterns.set(words, pattern);
  return pattern.test(text);
}

function patternOf(words: string): RegExp {
  const source = words
    .replace(/[.+?^${}()[\]\\]/g, '\\$&')
    .replaceAll('*', '\\p{L}*')
    .replaceAll('_', '\\s+');
  const flags = words === words.toLowerCase() ? 'iu' : 'u';
  return new RegExp(`(?<![\\p{L}\\p{M}\\p{N}])(?:${source})(?![\\p{L}\\p{M}\\p{N}])`, flags);
}
