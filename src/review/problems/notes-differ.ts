import { baseLanguage } from '../../languages/language-names.ts';
import { escaped } from '../../lib/text.ts';
import type { FilmNotes } from '../../notes/notes.ts';
import { createTermFinder, type TermFinder } from '../../notes/occurrences.ts';
import { notesOfFilm } from '../../notes/people-of-films.ts';
import { foldWord } from '../../notes/word-forms.ts';
import { withoutTags } from '../../subtitles/tags.ts';
import type { Line } from '../line.ts';
import { cellWords, type Row, rowsOf, type Said, saidIn, type Wanted, WORD, wantedOf } from './noted-rows.ts';

/** How a translation differs from the film notes. */
interface Difference {
  /** A sentence for people. */
  readonly words: string;
  /** The rows of the film notes, as models read them: "fly: mosca". */
  readonly row: string;
}

/** The terms and names of the film notes in a line. The same object as long as nothing changes. */
export interface NotedLine {
  readonly term: Difference | undefined;
  readonly name: Difference | undefined;
  /** The agreed terms and names of the line. They are correct in any script. */
  readonly agreed: readonly string[];
}

/** BCP 47; undefined: unknown. */
export interface NotedLanguages {
  readonly from: string | undefined;
  readonly into: string | undefined;
}

interface LineBetween {
  readonly line: Line;
  readonly before: Line | undefined;
  readonly after: Line | undefined;
}

/** The rows that match one place of an original: several rows if the notes have the same words twice. */
type Place = readonly Wanted[];
const NOWHERE: readonly Place[] = [];

/** The film notes, prepared for one pair of languages. */
interface NotedRows {
  readonly languages: NotedLanguages;
  readonly wanted: readonly Wanted[];
  readonly finder: TermFinder;
  /** Whether a folded word is an agreed name. */
  readonly isAgreed: (word: string) => boolean;
}

interface BatchPlaces {
  readonly rows: NotedRows;
  /** For each line of the batch. */
  readonly places: readonly (readonly Place[])[];
}

interface JudgedLine extends LineBetween {
  readonly places: readonly Place[];
  readonly noted: NotedLine;
}

interface NotedFilm {
  readonly notes: FilmNotes;
  /** The people of other films of a series are left out. */
  readonly fileName: string;
}

/**
 * Compares the translations of one film with its film notes. Searches the originals once for each set of notes. Returns the same objects while
 * nothing changes, so that a new term causes only a few lines to be judged again.
 */
export function createNotesSearch() {
  let rows: NotedRows | undefined;
  let of: NotedFilm | undefined;
  const batches: (BatchPlaces | undefined)[] = [];
  const judged = new Map<number, JudgedLine>();
  const learnt: boolean[] = [];
  /** Words that the originals have in lower case. A capital at the beginning of a sentence does not make such a word a name. */
  const smallWords = new Set<string>();

  /** Finds the places of the rows in a batch's originals. */
  function placesOf(batch: number, lines: readonly Line[], now: NotedRows): BatchPlaces['places'] {
    const known = batches[batch];
    if (known?.rows === now) return known.places;
    const places = lines.map(({ original }) => placesIn(original, now, smallWords));
    batches[batch] = { rows: now, places };
    return places;
  }

  return {
    use(film: NotedFilm, languages: NotedLanguages): void {
      const isSameFilm = of?.notes === film.notes && of.fileName === film.fileName;
      const isSame = isSameFilm && rows?.languages.from === languages.from && rows?.languages.into === languages.into;
      of = film;
      if (!isSame) rows = notedRows(notesOfFilm(film.notes, film.fileName), languages);
    },

    /** Learns a batch's originals. Call it for all batches before the first `judge`. */
    learn(batch: number, lines: readonly Line[]): void {
      if (learnt[batch] || !rows || rows.wanted.length === 0) return;
      learnt[batch] = true;
      for (const { original } of lines)
        for (const word of original.match(SMALL_WORD) ?? []) smallWords.add(foldWord(word));
    },

    /** `before`, `after`: the lines next to the batch. */
    judge(
      batch: number,
      lines: readonly Line[],
      before: Line | undefined,
      after: Line | undefined,
    ): readonly (readonly [number: number, noted: NotedLine])[] {
      if (!rows) return [];
      const now = rows;
      const all = placesOf(batch, lines, now);
      return lines.flatMap((line, index) => {
        const places = all[index] ?? NOWHERE;
        if (places.length === 0) return [];
        const between = { line, before: lines[index - 1] ?? before, after: lines[index + 1] ?? after };
        const known = judged.get(line.number);
        if (known && known.places === places && isSameBetween(known, between)) return [[line.number, known.noted]];
        const found = noteLine(between, places, now);
        const noted = known && JSON.stringify(known.noted) === JSON.stringify(found) ? known.noted : found;
        judged.set(line.number, { ...between, places, noted });
        return [[line.number, noted]];
      });
    },

    /** The terms and names in an original of a judged batch, in the order of the text. */
    rowsIn(batch: number, index: number): readonly { readonly source: string; readonly text: string }[] {
      const places = batches[batch]?.places[index] ?? NOWHERE;
      return places.flatMap(([first]) => (first ? [{ source: first.row.source.trim(), text: first.text }] : []));
    },

    /** Judges another text of a judged line. `index`: the line's index in its batch. */
    noteFor(batch: number, index: number, between: LineBetween): NotedLine | undefined {
      const { places = [], rows: now } = batches[batch] ?? {};
      const own = places[index] ?? NOWHERE;
      return now && own.length > 0 ? noteLine(between, own, now) : undefined;
    },
  };
}

const SMALL_WORD = /(?<![\p{L}\p{M}\p{N}'’-])\p{Ll}[\p{L}\p{M}]*/gu;

const isSameBetween = (one: LineBetween, other: LineBetween): boolean =>
  one.line === other.line && one.before === other.before && one.after === other.after;

function notedRows(notes: FilmNotes, languages: NotedLanguages): NotedRows {
  const wanted = rowsOf(notes).map((row) => wantedOf(row, languages.into));
  const entries = wanted.map(({ row: { source, isName } }) => ({ text: source, isName }));
  const names = wanted.filter(({ row }) => row.isName);
  const agreed = new Set(names.flatMap(({ row }) => (row.agreed.match(WORD) ?? []).map(foldWord)));
  return {
    languages,
    wanted,
    finder: createTermFinder(entries, languages.from),
    isAgreed: (word) => agreed.has(word) || (word.endsWith('s') && agreed.has(word.slice(0, -1))),
  };
}

function placesIn(
  original: string,
  { finder, wanted, languages }: NotedRows,
  smallWords: ReadonlySet<string>,
): readonly Place[] {
  const found = finder.find(original);
  if (found.length === 0) return NOWHERE;
  const isEnglish = baseLanguage(languages.from) === 'en';
  const isOther = (isName: boolean, from: number, to: number) =>
    isName ? isOrdinary(original, from, to, smallWords) : isEnglish && isVerb(original, from, to);
  const places = new Map<number, Wanted[]>();
  for (const { entry, from, to } of found) {
    const one = wanted[entry];
    if (!one || isOther(one.row.isName, from, to)) continue;
    places.set(from, [...(places.get(from) ?? []), one]);
  }
  return [...places.values()];
}

/** Words that precede an English verb: "to fly" is not an insect. They rarely precede a noun in lower case. */
const BEFORE_VERB =
  /(?<![\p{L}'’])(?:to|I|they|can|could|will|would|shall|should|may|might|must|let['’]s|(?:do|does|did|wo|ca|could|would|should)n['’]t|cannot) $/iu;

const isVerb = (original: string, from: number, to: number): boolean =>
  /^[a-z]+$/.test(original.slice(from, to)) && BEFORE_VERB.test(original.slice(0, from));

/** Returns true for a word that is no name here: "Will you come?" does not name a person. */
function isOrdinary(original: string, from: number, to: number, smallWords: ReadonlySet<string>): boolean {
  const begins = /(?:^|[.!?…:>}]|[-–—♪])[\s"'„“”«»‹›(¿¡♪–—-]*$/u.test(original.slice(0, from));
  return begins && smallWords.has(foldWord(original.slice(from, to)));
}

/** Returns true if the sentence continues in the next line. Three dots at the end can mean both, so they do not count as an end. */
const runsOn = ({ original }: Line): boolean => !/(?<!\.\.)[.!?。！？؟।۔]["'”’»)\]♪]*\s*$/.test(withoutTags(original));

const isThere = (line: Line | undefined): line is Line => line?.translation !== undefined;

function noteLine(between: LineBetween, places: readonly Place[], rows: NotedRows): NotedLine {
  const agreed = [...new Set(places.flatMap((place) => place.map(({ row }) => row.agreed)))];
  if (!isThere(between.line)) return { agreed, term: undefined, name: undefined };
  const said = saidIn(between.line);
  const names = places.filter(isOfPeople).flatMap((place) => nameDifference(place, said, between, rows) ?? []);
  const terms = places
    .filter((place) => !isOfPeople(place) && !isSaidIn(place, said) && !hasMoved(place, between, rows))
    .flatMap(rowsAt);
  return {
    agreed,
    term: differenceOf(terms, terms.map(termWords)),
    name: differenceOf(
      names.map(({ row }) => row),
      names.map(nameWords),
    ),
  };
}

const isOfPeople = (place: Place): boolean => place.every(({ row }) => row.isName);
const rowsAt = (place: Place): readonly Row[] => place.slice(0, 1).map(({ row }) => row);
/** Returns true if a translation has the words of one of the rows more than `times` times. */
const isSaidIn = (place: Place, said: Said, times = 0): boolean =>
  place.some(({ timesSaid }) => timesSaid(said) > times);

/**
 * Returns true if a neighbouring line has the words of the row, because in another language the end of a sentence often comes first. The neighbour
 * must have them more often than its own original has.
 */
function hasMoved(place: Place, { line, before, after }: LineBetween, rows: NotedRows): boolean {
  const own = ({ original }: Line) =>
    placesIn(original, rows, new Set()).filter(([first]) => first === place[0]).length;
  const isIn = (beside: Line) => isSaidIn(place, saidIn(beside), own(beside));
  return (isThere(before) && runsOn(before) && isIn(before)) || (isThere(after) && runsOn(line) && isIn(after));
}

interface NameDifference {
  readonly row: Row;
  /** The other form that the translation has; undefined: the name is missing. */
  readonly other: string | undefined;
}

/** `said`: the words of the line itself. */
function nameDifference(
  place: Place,
  said: Said,
  { before, after }: LineBetween,
  rows: NotedRows,
): NameDifference | undefined {
  const [first] = place;
  if (!first) return undefined;
  const other = first.otherForm(said, rows.isAgreed);
  const isIn = (beside: Line | undefined) => isThere(beside) && isSaidIn(place, saidIn(beside));
  // Accept a pronoun if a neighbouring line has the name.
  if (other === undefined && (isSaidIn(place, said) || isIn(before) || isIn(after))) return undefined;
  return { row: first.row, other };
}

const differenceOf = (rows: readonly Row[], words: readonly string[]): Difference | undefined =>
  rows.length === 0
    ? undefined
    : { words: [...new Set(words)].join(' '), row: [...new Set(rows.map((row) => row.words))].join('; ') };

const termWords = ({ source, agreed, stays }: Row): string =>
  stays ? `Term missing: ${cellWords(source)}.` : `Term missing: ${cellWords(agreed)} for “${cellWords(source)}”.`;

function nameWords({ row: { source, agreed }, other }: NameDifference): string {
  const name = cellWords(agreed);
  if (other !== undefined) return `Name differs: “${cellWords(other)}”, in the film notes “${name}”.`;
  return name === cellWords(source) ? `Name missing: ${name}.` : `Name missing: ${name} for “${cellWords(source)}”.`;
}

/** Removes these words with their endings, so that the script of the other words can be judged. */
export function withoutAgreed(plain: string, agreed: readonly string[]): string {
  let left = plain;
  for (const words of agreed) {
    left = left.replace(new RegExp(`(?<![\\p{L}\\p{M}])${escaped(words)}[\\p{L}\\p{M}]*`, 'giu'), ' ');
  }
  return left;
}
