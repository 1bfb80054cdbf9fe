import { baseLanguage } from '../../languages/language-names.ts';
import { SPACELESS, WORD_BEGINS, WORD_GOES_ON } from '../../languages/scripts.ts';
import { withoutMarks } from '../../lib/text.ts';
import { type FilmNotes, sentNotes } from '../../notes/notes.ts';
import { foldWord, formsOf } from '../../notes/word-forms.ts';
import { shorten } from '../../subtitles/lines.ts';
import { withoutTags } from '../../subtitles/tags.ts';
import type { Line } from '../line.ts';

/** A row of the film notes, for the search: a term, a person's name, or a part of a name. */
export interface Row {
  /** Equal for rows with equal contents. */
  readonly key: string;
  readonly isName: boolean;
  /** The words as in the originals. */
  readonly source: string;
  /** The words as in the translations. Equals `source` for a term that is not translated. */
  readonly agreed: string;
  readonly stays: boolean;
  /** The row for people and models: "fly: mosca". A part of a name has the row of the whole name. */
  readonly words: string;
}

/** Puts a cell of the film notes into a sentence: on one line and short. */
export const cellWords = (cell: string): string => shorten(cell.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim(), 60);

/** Titles, which do not identify a person. */
const TITLES = new Set(
  'mr mrs ms miss dr sir lord lady king queen herr frau doktor graf senhor senhora dona don dom sr sra señor señora monsieur madame mme signor signora pan pani господин госпожа мистер миссис мисс доктор the der die das'.split(
    ' ',
  ),
);

export const WORD = new RegExp(String.raw`${WORD_BEGINS}[\p{L}\p{N}](?:${WORD_GOES_ON}[\p{L}\p{M}\p{N}])*`, 'gu');
const isCapital = (word: string): boolean => word[0] !== word[0]?.toLowerCase();

/** The rows of the film notes. People without an agreed name have no row. */
export function rowsOf(notes: FilmNotes): readonly Row[] {
  const { people, terms } = sentNotes(notes);
  const rows = [
    ...people.flatMap(({ name, translation }) => (translation.trim() === '' ? [] : namesOf(name, translation))),
    ...terms.map(({ source, translation }) => rowOf(false, source, translation)),
  ];
  return [...new Map(rows.map((row) => [row.key, row])).values()];
}

function rowOf(isName: boolean, source: string, translation: string, wholeRow?: string): Row {
  const stays = translation.trim() === '';
  const agreed = (stays ? source : translation).trim();
  const words = wholeRow ?? `${cellWords(source)}: ${stays ? 'stays as it is' : cellWords(translation)}`;
  return { key: JSON.stringify([isName, source.trim(), agreed, stays, words]), isName, source, agreed, stays, words };
}

/** Returns a name and, if its translation has as many words, each of its words: people are often called by one of their names. */
function namesOf(name: string, translation: string): readonly Row[] {
  const whole = rowOf(true, name, translation);
  const [own, agreed] = [name.match(WORD) ?? [], translation.match(WORD) ?? []];
  if (own.length < 2 || own.length !== agreed.length) return [whole];
  const isNameAlone = (word: string) => word.length >= 3 && isCapital(word) && !TITLES.has(word.toLowerCase());
  return [
    whole,
    ...own.flatMap((word, place) => {
      const other = agreed[place] ?? '';
      return isNameAlone(word) && isNameAlone(other) ? [rowOf(true, word, other, whole.words)] : [];
    }),
  ];
}

interface Word {
  readonly folded: string;
  /** `folded` without accents. */
  readonly bare: string;
  readonly written: string;
  readonly isCapital: boolean;
  readonly beginsSentence: boolean;
}

/** A translation that is prepared for the search for rows. */
export interface Said {
  readonly text: string;
  readonly words: readonly Word[];
}

export function saidIn(line: Line): Said {
  const text = withoutTags(line.translation ?? '');
  const words = Array.from(text.matchAll(WORD), ({ 0: written, index }): Word => {
    const folded = foldWord(written);
    const beginsSentence = /(?:^|[.!?…:]|\n\s*[-–—])[\s"'„“”«»‹›(–—-]*$/u.test(text.slice(0, index));
    return { folded, bare: withoutMarks(folded), written, isCapital: isCapital(written), beginsSentence };
  });
  return { text, words };
}

/** Languages in which a compound, an article or a particle can precede a word without a space. */
const WRITES_TOGETHER = new Set('de nl sv da no nb nn fi hu et tr is ar he fa'.split(' '));
/** Languages in which names have no cases, only a possessive "s". */
const KEEPS_NAMES = new Set('en de pt es fr it ca gl nl sv da no nb nn ro'.split(' '));

/** Finds a row's agreed words in a translation. */
export interface Wanted {
  readonly row: Row;
  /** The text to write: the first of several alternatives. */
  readonly text: string;
  /** How often a translation has the agreed words, counting the most frequent alternative. */
  readonly timesSaid: (said: Said) => number;
  /** Returns a word that seems to be another form of the name; undefined: there is no such word, or the row is no name. */
  readonly otherForm: (said: Said, isAgreed: (word: string) => boolean) => string | undefined;
}

const NO_FORM = () => undefined;

export function wantedOf(row: Row, language: string | undefined): Wanted {
  const ways = row.stays ? [row.agreed] : waysOf(row.agreed);
  const [text = row.agreed] = ways;
  if (row.isName) return nameWanted(row, ways, language);
  const checks = ways.map((way) => termCount(way, language));
  return { row, text, timesSaid: (said) => most(checks, said), otherForm: NO_FORM };
}

const most = (counts: readonly ((said: Said) => number)[], said: Said): number =>
  Math.max(...counts.map((count) => count(said)));

/** Splits alternatives: "mosca / inseto" and "mosca, inseto" are two, "mosca (f.)" is one. */
function waysOf(agreed: string): readonly string[] {
  const ways = agreed
    .replace(/\([^()]*\)|\[[^[\]]*\]/g, ' ')
    .split(/[/;|,、，]/)
    .map((way) => way.trim())
    .filter((way) => /[\p{L}\p{N}]/u.test(way));
  return ways.length > 0 ? ways : [agreed];
}

/** Counts an alternative in a translation. An alternative without letters cannot be found, so it counts as present. */
function termCount(way: string, language: string | undefined): (said: Said) => number {
  if (SPACELESS.test(way)) {
    const wanted = way.normalize('NFKC').toLowerCase();
    return ({ text }) => text.normalize('NFKC').toLowerCase().split(wanted).length - 1;
  }
  const words = (way.match(WORD) ?? []).map(foldWord);
  const telling = words.filter((word) => word.length > 3);
  const checks = (telling.length > 0 ? telling : words).map((word) => wordCheck(word, words.length > 1, language));
  return ({ words: said }) => Math.min(...checks.map((isWord) => said.filter(isWord).length));
}

/** The share of a word's letters that belongs to its stem. */
const STEM_SHARE = 0.7;
const LEAST_STEM = 3;

/** Accepts the word in any of its forms, or another word with the same stem. */
function wordCheck(word: string, isOfSeveral: boolean, language: string | undefined): (said: Word) => boolean {
  const forms = formsOf(word, language, { isName: false, isOfSeveral });
  const plain = withoutMarks(word);
  const bareForms = new Set([...forms].map(withoutMarks));
  const stem = plain.slice(0, Math.max(LEAST_STEM, Math.ceil(plain.length * STEM_SHARE)));
  const hasStem = plain.length > LEAST_STEM;
  const isCompounding = WRITES_TOGETHER.has(baseLanguage(language));
  const isWithin = isCompounding && stem.length > LEAST_STEM;
  // Accept the end of a compound: "Gasthäuser" for "Haus", "Stadttor" for "Tor".
  const ends = isCompounding ? [...bareForms].filter((form) => form.length >= LEAST_STEM) : [];
  return ({ bare: own }) =>
    bareForms.has(own) ||
    (hasStem && own.startsWith(stem)) ||
    (isWithin && own.includes(stem)) ||
    ends.some((form) => own.endsWith(form));
}

function nameWanted(row: Row, ways: readonly string[], language: string | undefined): Wanted {
  const [text = row.agreed] = ways;
  if (ways.some((way) => SPACELESS.test(way))) {
    const checks = ways.map((way) => termCount(way, language));
    return { row, text, timesSaid: (said) => most(checks, said), otherForm: NO_FORM };
  }
  // Accept one word of a name, since translations shorten names. For "the Doctor" search for the noun.
  const named = ways.flatMap((way) => {
    const own = way.match(WORD) ?? [];
    const proper = own.filter((word) => isCapital(word) && !TITLES.has(word.toLowerCase()));
    // "der Alte" has the cases of a noun: "den Alten".
    const isNoun = proper.length < own.length && own.some((word) => !isCapital(word));
    return (proper.length > 0 ? proper : own).map((word) => ({ word, isNoun }));
  });
  const words = named.map(({ word }) => word);
  const checks = named.map(({ word, isNoun }) =>
    isNoun ? wordCheck(foldWord(word), false, language) : nameCheck(word, words.length > 1, language),
  );
  const sources = (row.source.match(WORD) ?? []).map(foldWord);
  const isGerman = baseLanguage(language) === 'de';
  return {
    row,
    text,
    timesSaid: ({ words: said }) => said.filter((word) => checks.some((isName) => isName(word))).length,
    otherForm({ words: said }, isAgreed) {
      const missing = words.filter((_, place) => !said.some((word) => checks[place]?.(word)));
      if (missing.length === 0) return undefined;
      const other = said.find((word) => {
        if (!word.isCapital || word.folded.length < 3 || isAgreed(word.folded)) return false;
        if (sources.includes(word.folded)) return true;
        // At the beginning of a sentence, and anywhere in German, words that are no names also have capitals.
        const isDoubtful = isGerman || word.beginsSentence;
        if (isDoubtful && word.folded.length < 5) return false;
        return missing.some((name) => isAlike(withoutMarks(foldWord(name)), word.bare, isDoubtful ? 4 : 3));
      });
      return other?.written;
    },
  };
}

function nameCheck(name: string, isOfSeveral: boolean, language: string | undefined): (said: Word) => boolean {
  const folded = foldWord(name);
  const forms = formsOf(folded, language, { isName: true, isOfSeveral });
  const keeps = KEEPS_NAMES.has(baseLanguage(language));
  // Accept cases of a name: "Annę" of "Anna", "Tomka" of "Tomek".
  const stem = folded.slice(0, Math.max(LEAST_STEM, Math.ceil(folded.length * STEM_SHARE)));
  return (said) =>
    forms.has(said.folded) ||
    said.folded === `${folded}s` ||
    (!keeps && said.isCapital && said.folded.startsWith(stem));
}

/** Returns true if two words differ in at most one of `ofLetters` letters: "Masha" and "Mascha". */
function isAlike(one: string, other: string, ofLetters: number): boolean {
  const most = Math.floor(Math.max(one.length, other.length) / ofLetters);
  if (Math.abs(one.length - other.length) > most) return false;
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let at = 1; at <= one.length; at++) {
    const next = [at];
    for (let by = 1; by <= other.length; by++) {
      const changed = (row[by - 1] ?? 0) + (one[at - 1] === other[by - 1] ? 0 : 1);
      next.push(Math.min((row[by] ?? 0) + 1, (next[by - 1] ?? 0) + 1, changed));
    }
    row = next;
  }
  return (row[other.length] ?? 0) <= most;
}
