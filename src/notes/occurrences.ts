import { baseLanguage } from '../languages/language-names.ts';
import { SPACELESS, WORD_BEGINS, WORD_GOES_ON } from '../languages/scripts.ts';
import { hasBracket, TAGS } from '../subtitles/tags.ts';
import { foldWord, formsOf } from './word-forms.ts';

interface Entry {
  readonly text: string;
  /** Names are found only with their capitals: лев is not Лев. */
  readonly isName: boolean;
}

interface Occurrence {
  /** Index of the entry among all entries. */
  readonly entry: number;
  /** Offsets in UTF-16 units. */
  readonly from: number;
  readonly to: number;
}

export interface TermFinder {
  /**
   * Occurrences in order, without overlaps. Of two that overlap, the longer one is found; equal entries are all found. The time depends on the words of the
   * text, not on the number of entries.
   */
  find(text: string): readonly Occurrence[];
}

/** A word, or a single sign such as a plus sign of "C++". */
interface Token {
  readonly folded: string;
  readonly from: number;
  readonly to: number;
}

/** "don't" is one word, so that it does not contain the name Don. Other words end at an apostrophe: "Anna's", "l'art". */
const TOKENS = new RegExp(
  String.raw`${WORD_BEGINS}[\p{L}\p{N}](?:${WORD_GOES_ON}[\p{L}\p{M}\p{N}]|\p{Cf}+(?=[\p{L}\p{M}\p{N}])|(?<=[nN])['’ʼ](?=[tT](?!\p{L})))*|[\p{S}&@#%*/\\§]`,
  'gu',
);

const tokensOf = (text: string): readonly Token[] =>
  Array.from(text.matchAll(TOKENS), ({ 0: word, index }) => ({
    folded: foldWord(word),
    from: index,
    to: index + word.length,
  }));

/** An entry, prepared word by word. */
interface WordEntry {
  readonly place: number;
  readonly isName: boolean;
  readonly words: readonly {
    readonly forms: ReadonlySet<string>;
    /** Number of its first letters that must be capitals. */
    readonly capitals: number;
    /** The text between the previous word and this one. */
    readonly gap: string;
  }[];
}

/** An entry in a script without spaces between words: letters with their marks. */
interface LetterEntry {
  readonly place: number;
  readonly letters: readonly string[];
}

/** Finds terms and names in texts of a language (BCP 47). undefined: without rules of inflection. Entries without letters are never found. */
export function createTermFinder(entries: readonly Entry[], language: string | undefined): TermFinder {
  const byFirstWord = new Map<string, WordEntry[]>();
  const byFirstLetter = new Map<string, LetterEntry[]>();
  for (const [place, entry] of entries.entries()) {
    if (SPACELESS.test(entry.text)) {
      const letters = lettersOf(entry.text.trim()).map(([letter]) => foldLetter(letter));
      keep(byFirstLetter, letters[0], { place, letters });
      continue;
    }
    const made = wordEntry(place, entry, language);
    for (const form of made.words[0]?.forms ?? []) keep(byFirstWord, form, made);
  }
  return {
    find(text) {
      const plain = hasBracket(text) ? text.replace(TAGS, (tag) => ' '.repeat(tag.length)) : text;
      const found = [
        ...(byFirstWord.size > 0 ? findWords(plain, byFirstWord) : []),
        ...(byFirstLetter.size > 0 && SPACELESS.test(plain) ? findLetters(plain, byFirstLetter) : []),
      ];
      return found.length > 1 ? withoutOverlaps(found, plain.length) : found;
    },
  };
}

function keep<Made>(index: Map<string, Made[]>, key: string | undefined, made: Made) {
  if (key === undefined) return;
  const known = index.get(key);
  if (known) known.push(made);
  else index.set(key, [made]);
}

/** Starts with the longest. Others may not overlap it, unless they are at exactly the same place. */
function withoutOverlaps(found: readonly Occurrence[], length: number): readonly Occurrence[] {
  const kept: Occurrence[] = [];
  /** For each offset: the number (from 1) of the kept occurrence there. 0: none. */
  const takenBy = new Int32Array(length);
  for (const one of [...found].sort((a, b) => b.to - b.from - (a.to - a.from))) {
    const twin = kept[(takenBy[one.from] ?? 0) - 1];
    const isTwin = twin?.from === one.from && twin.to === one.to;
    if (!isTwin && takenBy.subarray(one.from, one.to).some((taken) => taken !== 0)) continue;
    kept.push(one);
    takenBy.fill(kept.length, one.from, one.to);
  }
  return kept.sort((a, b) => a.from - b.from || a.entry - b.entry);
}

const isCapital = (text: string, at: number): boolean => {
  const letter = String.fromCodePoint(text.codePointAt(at) ?? 0);
  return letter !== letter.toLowerCase();
};

/** A word of two capitals is an abbreviation: "US" is not "us", and "EU" is not Portuguese "eu". */
const isShort = (word: string): boolean => word.length === 2 && isCapital(word, 0) && isCapital(word, 1);

function wordEntry(place: number, { text, isName }: Entry, language: string | undefined): WordEntry {
  const tokens = tokensOf(text);
  const isOfSeveral = tokens.length > 1;
  // German nouns always have a capital: "Weg" is not "weg". The adjectives before them have none.
  const isGerman = baseLanguage(language) === 'de';
  return {
    place,
    isName,
    words: tokens.map(({ folded, from, to }, index) => ({
      forms: formsOf(folded, language, { isName, isOfSeveral }),
      capitals:
        !isName && !isOfSeveral && isShort(text.slice(from, to))
          ? 2
          : Number((isName || (isGerman && index === tokens.length - 1)) && isCapital(text, from)),
      gap: index === 0 ? '' : text.slice(tokens[index - 1]?.to, from),
    })),
  };
}

function findWords(text: string, index: ReadonlyMap<string, readonly WordEntry[]>): readonly Occurrence[] {
  const tokens = tokensOf(text);
  const found: Occurrence[] = [];
  for (const [at, token] of tokens.entries()) {
    for (const entry of index.get(token.folded) ?? []) {
      const last = tokens[at + entry.words.length - 1];
      if (last === undefined || !standsAt(text, tokens, at, entry)) continue;
      found.push({ entry: entry.place, from: token.from, to: last.to });
    }
  }
  return found;
}

function standsAt(text: string, tokens: readonly Token[], at: number, { words, isName }: WordEntry): boolean {
  const isThere = words.every(({ forms, capitals, gap }, index) => {
    const token = tokens[at + index];
    if (token === undefined || !forms.has(token.folded)) return false;
    if (capitals > 0 && !isCapital(text, token.from)) return false;
    if (capitals > 1 && !isCapital(text, token.from + 1)) return false;
    return index === 0 || isSameGap(gap, text.slice(tokens[at + index - 1]?.to, token.from));
  });
  const end = at + words.length;
  return isThere && !isPartOfSign(tokens, end) && !(isName && isPartOfName(text, tokens, at, end));
}

const HYPHEN = /^[-‐‑]$/;

/**
 * True if the text between two words is equivalent: "Jean Luc" matches "Jean-Luc", "J.R." matches "J. R.". A term never continues in a new sentence or after a
 * speaker's dash.
 */
function isSameGap(own: string, other: string): boolean {
  if (own === '' || other === '') return own === other;
  const [wanted, there] = [bareGap(own), bareGap(other)];
  return wanted === there || (wanted === '' && there === '-') || ((wanted === '-' || wanted === '.') && there === '');
}

function bareGap(gap: string): string {
  const plain = gap.replace(/\p{Cf}/gu, '');
  if (HYPHEN.test(plain)) return '-';
  return plain
    .replace(/\s+/g, '')
    .replace(/^[-‐‑]$/, '—')
    .replace(/[’ʼ]/g, "'");
}

/** True for the "C" in "C++" or "C#", which is another word. */
function isPartOfSign(tokens: readonly Token[], end: number): boolean {
  const [last, next] = [tokens[end - 1], tokens[end]];
  return next !== undefined && next.from === last?.to && /[+#]/.test(next.folded);
}

/** Suffixes that any name can have after a hyphen. */
const HONORIFICS = new Set('san kun chan sama sensei senpai сан кун тян сама сэнсэй'.split(' '));

/** True for Anna in Anna-Maria, which is another name. But in "А-Анна" somebody stammers. */
function isPartOfName(text: string, tokens: readonly Token[], at: number, end: number): boolean {
  const [before, first, last, next] = [tokens[at - 1], tokens[at], tokens[end - 1], tokens[end]];
  const isOther = (one: Token | undefined, from: number | undefined, to: number | undefined) =>
    one !== undefined && HYPHEN.test(text.slice(from, to)) && isCapital(text, one.from) && !HONORIFICS.has(one.folded);
  const isStammer = before !== undefined && first?.folded.startsWith(before.folded);
  return (!isStammer && isOther(before, before?.to, first?.from)) || isOther(next, last?.to, next?.from);
}

const lettersOf = (text: string): readonly RegExpExecArray[] => [...text.matchAll(/[^\p{M}\p{Cf}][\p{M}\p{Cf}]*/gu)];

const foldLetter = (letter: string): string =>
  letter.trim() === ''
    ? ' '
    : letter
        .replace(/\p{Cf}/gu, '')
        .normalize('NFC')
        .toLowerCase();

const isKatakana = (letter: string | undefined): boolean =>
  letter !== undefined && /^[\u30a1-\u30fa\u30fc-\u30fe\uff66-\uff9f]/.test(letter);

function findLetters(text: string, index: ReadonlyMap<string, readonly LetterEntry[]>): readonly Occurrence[] {
  const found = lettersOf(text);
  const letters = found.map(([letter]) => foldLetter(letter));
  const placeOf = (at: number) => found[at]?.index ?? text.length;
  // A katakana word ends at the last katakana letter.
  const goesOn = (letter: string | undefined, beside: string | undefined) => isKatakana(letter) && isKatakana(beside);
  const isThere = (at: number, entry: LetterEntry) =>
    entry.letters.every((wanted, offset) => letters[at + offset] === wanted) &&
    !goesOn(letters[at], letters[at - 1]) &&
    !goesOn(entry.letters.at(-1), letters[at + entry.letters.length]);
  return letters.flatMap((letter, at) =>
    (index.get(letter) ?? []).flatMap((entry) =>
      isThere(at, entry) ? [{ entry: entry.place, from: placeOf(at), to: placeOf(at + entry.letters.length) }] : [],
    ),
  );
}
