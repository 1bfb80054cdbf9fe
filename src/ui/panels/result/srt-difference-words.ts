import type { SrtDifference } from '../../../subtitles/compare-srt.ts';
import type { SrtDifferenceKind } from '../../../subtitles/identify-block.ts';
import { numberList } from '../../words/batch-words.ts';

/** All differences of one kind, as one sentence for people. */
export interface SrtDifferenceWords {
  readonly kind: SrtDifferenceKind;
  readonly words: string;
  /** Line of the first difference. */
  readonly line: number;
}

/** One sentence for each kind, in the order of their first lines. */
export function srtDifferenceWords(differences: readonly SrtDifference[]): readonly SrtDifferenceWords[] {
  const kinds = new Set(differences.map(({ kind }) => kind));
  return [...kinds].map((kind) => {
    const ofKind = differences.filter((difference) => difference.kind === kind);
    return { kind, words: wordsOf(kind, ofKind), line: ofKind[0]?.line ?? 1 };
  });
}

function wordsOf(kind: SrtDifferenceKind, differences: readonly SrtDifference[]): string {
  const named = new Set(differences.map(({ line, number }) => (kind === 'unreadable' ? line : number)));
  const numbers = [...named].filter((number) => number !== undefined);
  const { one, more } = WORDS[kind];
  return numbers.length === 1 ? one(numberList(numbers)) : more(numberList(numbers), numbers.length);
}

interface Words {
  /** Takes a phrase's number, or a line's number when the phrase is unreadable. */
  readonly one: (number: string) => string;
  readonly more: (numbers: string, count: number) => string;
}

const WORDS: Readonly<Record<SrtDifferenceKind, Words>> = {
  unreadable: {
    one: (line) => `Line ${line} cannot be read as a subtitle: a number and a timing line belong there.`,
    more: (lines) => `Lines ${lines} cannot be read as subtitles: a number and a timing line belong there.`,
  },
  missing: {
    one: (number) => `1 phrase of the original is missing: ${number}.`,
    more: (numbers, count) => `${count} phrases of the original are missing: ${numbers}.`,
  },
  doubled: {
    one: (number) => `Phrase ${number} occurs more than once.`,
    more: (numbers) => `Phrases ${numbers} occur more than once.`,
  },
  foreign: {
    one: (number) => `Phrase ${number} is not in the original.`,
    more: (numbers) => `Phrases ${numbers} are not in the original.`,
  },
  moved: {
    one: (number) => `Phrase ${number} is not in its place.`,
    more: (numbers) => `Phrases ${numbers} are not in their places.`,
  },
  renumbered: {
    one: (number) => `Phrase ${number} stands under another number.`,
    more: (numbers) => `Phrases ${numbers} stand under other numbers.`,
  },
  time: {
    one: (number) => `Phrase ${number} has another time than in the original.`,
    more: (numbers) => `Phrases ${numbers} have other times than in the original.`,
  },
  'no-text': {
    one: (number) => `Phrase ${number} has no text.`,
    more: (numbers) => `Phrases ${numbers} have no text.`,
  },
  'blank-line': {
    one: (number) => `The blank line before phrase ${number} is missing.`,
    more: (numbers) => `The blank lines before phrases ${numbers} are missing.`,
  },
};
