import { foldWord, formsOf } from '../notes/word-forms.ts';
import { withoutTags } from '../subtitles/tags.ts';
import type { Line } from './line.ts';

/** A word that was changed to another one in so many lines is agreed on: it is offered as a term of the film notes. */
export const LINES_OF_A_TERM = 3;

/** Words of a translation that others have taken the place of. */
export interface ReplacedWords {
  readonly was: string;
  readonly is: string;
}

const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}'’-]*/gu;
const wordsOf = (text: string): readonly string[] => withoutTags(text).match(WORD) ?? [];
const isSame = (one: string | undefined, other: string | undefined): boolean =>
  one !== undefined && other !== undefined && foldWord(one) === foldWord(other);

/** More words in place of one are another sentence. */
const MOST_WORDS = 3;

/**
 * The one word of a translation that was changed to another one, or to a few, wherever it stands; undefined: something else was changed,
 * or more than that.
 */
export function replacedWord(before: string, after: string): ReplacedWords | undefined {
  const [old, now] = [wordsOf(before), wordsOf(after)];
  if (old.length === now.length) {
    const [first, ...others] = old.flatMap((was, at) => (isSame(was, now[at]) ? [] : [{ was, is: now[at] ?? '' }]));
    return others.every(({ was, is }) => isSame(was, first?.was) && isSame(is, first?.is)) ? first : undefined;
  }
  let head = 0;
  while (isSame(old[head], now[head])) head++;
  let tail = 0;
  while (head + tail < old.length && isSame(old.at(-1 - tail), now.at(-1 - tail))) tail++;
  const [was, ...more] = old.slice(head, old.length - tail);
  const is = now.slice(head, now.length - tail);
  if (was === undefined || more.length > 0 || is.length === 0 || is.length > MOST_WORDS) return undefined;
  return { was, is: is.join(' ') };
}

/** The same for changes that have replaced the same word by the same. */
export const keyOfReplaced = ({ was, is }: ReplacedWords): string => `${foldWord(was)}\n${foldWord(is)}`;

/** Whether a text is words and nothing else, as a term is. */
export const isOfWords = (text: string): boolean =>
  /^[\p{L}\p{N}][\p{L}\p{M}\p{N}'’ -]*$/u.test(text) && /\p{L}/u.test(text);

/** Whether a translation has these words, whatever their case. */
export const hasWords = (translation: string, words: string): boolean =>
  ` ${wordsOf(translation).map(foldWord).join(' ')} `.includes(` ${wordsOf(words).map(foldWord).join(' ')} `);

const ANY_PLACE = { isName: false, isOfSeveral: false };
/** Shorter words are mostly those of the grammar. */
const SHORTEST = 3;
/** More lines tell no more. */
const MOST_COMPARED = 50;
/** So are words that so many of all lines have. */
const USUAL_SHARE = 0.05;

/**
 * The word that the originals of these lines have in common, in any of its forms, in that of which the others are forms; '': there is none,
 * or more than one. `language`: of the originals, BCP 47.
 */
export function commonWord(lines: readonly Line[], numbers: ReadonlySet<number>, language: string | undefined): string {
  const all = lines.map(({ number, original }) => {
    const words = wordsOf(original);
    return { isMeant: numbers.has(number), words, folded: new Set(words.map(foldWord)) };
  });
  const meant = all.filter(({ isMeant }) => isMeant).slice(0, MOST_COMPARED);
  const most = Math.max(2 * meant.length, USUAL_SHARE * lines.length);
  const isUsual = (word: string) => all.filter(({ folded }) => folded.has(word)).length > most;
  const found = new Set<string>();
  for (const word of meant[0]?.folded ?? []) {
    const forms = formsOf(word, language, ANY_PLACE);
    const isForm = (other: string) => forms.has(other) || formsOf(other, language, ANY_PLACE).has(word);
    const told = meant.map(({ folded }) => (folded.has(word) ? word : [...folded].find(isForm)));
    if (word.length >= SHORTEST && !isUsual(word) && told.every((form) => form !== undefined))
      found.add(basicForm(told, language));
  }
  const [form = '', ...more] = found;
  if (more.length > 0) return '';
  const written = meant.flatMap(({ words }) => words.filter((word) => foldWord(word) === form));
  // A capital is the sentence's where another line goes without.
  return written.find((word) => word === word.toLowerCase()) ?? written[0] ?? '';
}

/** The one that has most of them as its forms: the others of a term are looked for by it. Of several the one that comes most often, or first. */
function basicForm(words: readonly string[], language: string | undefined): string {
  const countOf = (word: string) => words.filter((other) => other === word).length;
  const reachOf = (word: string) => {
    const forms = formsOf(word, language, ANY_PLACE);
    return words.filter((other) => forms.has(other)).length;
  };
  return words.toSorted((one, other) => reachOf(other) - reachOf(one) || countOf(other) - countOf(one))[0] ?? '';
}
