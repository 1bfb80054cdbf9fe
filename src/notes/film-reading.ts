import { parseJson } from '../lib/json.ts';
import { stampOf } from '../lib/text.ts';
import { safeLines, withoutDirectionMarks } from '../subtitles/lines.ts';
import { withoutTags } from '../subtitles/tags.ts';
import { keyOfAddress, keyOfPerson, keyOfTerm } from './note-warnings.ts';
import { type Address, acceptNotes, type FilmNotes, GENDERS, type Person, type Term } from './notes.ts';

/** What a reading of the film has found: a proposal for film notes. */
export type FoundNotes = Pick<FilmNotes, 'about' | 'people' | 'address' | 'terms'>;

export const NOTHING_FOUND: FoundNotes = { about: '', people: [], address: [], terms: [] };

/** How much of a request the lines of a part and earlier findings may take. */
interface ReadingRoom {
  /** Tokens of a part's lines. */
  readonly lines: number;
  /** Characters of earlier findings as JSON. A text never has more tokens than characters, so this limits tokens, too. */
  readonly found: number;
}

/** The room for models with an unknown context size. */
export const USUAL_ROOM: ReadingRoom = { lines: 60_000, found: 16_000 };

/** Plausible context sizes in tokens. Other numbers are gaps or mistakes in a list. */
const TOLD_TOKENS = { least: 256, most: 100_000_000 } as const;

/**
 * The room in requests to a model with this context size, which includes the reply. Missing or implausible: USUAL_ROOM. Up to a quarter is for earlier
 * findings, and as much for the reply with its reasoning. undefined: the model is too small.
 */
export function readingRoom(contextTokens?: number): ReadingRoom | undefined {
  const isPlausible =
    contextTokens !== undefined && contextTokens >= TOLD_TOKENS.least && contextTokens <= TOLD_TOKENS.most;
  if (!isPlausible) return USUAL_ROOM;
  const found = Math.min(USUAL_ROOM.found, Math.floor(contextTokens / 4));
  // A tenth stays free, because the tokens are estimated and another tokenizer may count more.
  const lines = Math.floor(0.9 * (contextTokens - 700 - 2 * found));
  return lines < 500 ? undefined : { lines, found };
}

const oneLine = (text: string): string =>
  safeLines(text)
    .map((line) => line.trim())
    .join(' ');

/**
 * Splits the source into parts of consecutive lines, one line per phrase. Phrases without words are left out. A phrase longer than a part is a part of its own.
 * The same source gives the same parts, so their indexes show which parts were read.
 */
export function readingParts(
  texts: readonly string[],
  { maxTokens, countTokens }: { readonly maxTokens: number; readonly countTokens: (text: string) => number },
): readonly (readonly string[])[] {
  const parts: string[][] = [];
  let [part, tokens]: [string[], number] = [[], 0];
  for (const line of texts.map((text) => oneLine(withoutDirectionMarks(withoutTags(text))))) {
    if (line === '') continue;
    // One more token for the line break.
    const own = countTokens(line) + 1;
    if (part.length > 0 && tokens + own > maxTokens) {
      parts.push(part);
      [part, tokens] = [[], 0];
    }
    part.push(line);
    tokens += own;
  }
  return part.length > 0 ? [...parts, part] : parts;
}

/** Language names for an English sentence. undefined: unknown. */
export interface ReadingLanguages {
  readonly from: string | undefined;
  readonly into: string | undefined;
}

export interface ReadingRequest {
  readonly system: string;
  readonly user: string;
}

/** The most rows that a request asks for per part. */
const ASKED = { people: 30, address: 30, terms: 40 } as const;

/**
 * The texts of a request that reads one part. `foundBefore`: findings of earlier parts, so that the model does not repeat them under other names. Only as many
 * as fit into `mostFound` characters are sent, people first.
 */
export function readingRequest(
  part: readonly string[],
  foundBefore: FoundNotes,
  { from, into }: ReadingLanguages,
  mostFound: number = USUAL_ROOM.found,
): ReadingRequest {
  const target = into ?? 'the target language';
  const system = [
    `Below are the subtitles of a film${from === undefined ? '' : ` in ${from}`}, one a line. They are to be translated into ${target} later, a few lines at a time. Do not translate them now: note what whoever sees a few lines only has to know to translate them well.`,
    'Reply with one JSON object and nothing else, of this form:',
    '{"about":"","people":[{"name":"","translation":"","gender":"","note":""}],"address":[{"from":"","to":"","form":""}],"terms":[{"source":"","translation":"","note":""}]}',
    'about: what the film is, what happens, where and when, its tone; in English, five sentences at most.',
    `people: at most ${ASKED.people} who matter. name: as the subtitles write it, in its basic form; translation: the name in ${target}; gender: ${GENDERS.join(', ')}; "unknown" unless the subtitles tell; note: who it is, in a few words.`,
    `address: at most ${ASKED.address} pairs of these people. from: who speaks; to: whom they speak to; form: "formal", "informal", or the word that ${target} has for it.`,
    `terms: at most ${ASKED.terms} that come again and have to be translated alike each time: names of places and things, nicknames, invented words, puns. source: in its basic form; translation: in ${target}, "" if it stays as it is; note: only where the translation needs one.`,
    'Leave out what you do not know: "" for a cell, [] for a list.',
  ].join('\n');
  const sentBefore = fitting(foundBefore, mostFound);
  const before = hasFound(sentBefore)
    ? `Found in the parts before this one; note only what is new or now better known:\n${JSON.stringify(sentBefore)}\n\n`
    : '';
  return { system, user: `${before}Subtitles:\n${part.join('\n')}` };
}

export const hasFound = ({ about, people, address, terms }: FoundNotes): boolean =>
  about !== '' || people.length + address.length + terms.length > 0;

const TEXT = { type: 'string' } as const;
const strict = <Properties extends object>(properties: Properties) =>
  ({ type: 'object', properties, required: Object.keys(properties), additionalProperties: false }) as const;

function fitting(found: FoundNotes, most: number): FoundNotes {
  let left = most - JSON.stringify(NOTHING_FOUND).length;
  const fits = (value: unknown): boolean => {
    left -= JSON.stringify(value).length + 1;
    return left >= 0;
  };
  // Removes names of films, which notes from another film may contain and requests must not.
  const people = found.people.map(({ films: _, ...person }) => person).filter(fits);
  const terms = found.terms.filter(fits);
  const address = found.address.filter(fits);
  return { about: fits(found.about) ? found.about : '', people, address, terms };
}

/** A strict JSON schema with 14 properties, three levels and one list of five words, which is within the limits of all providers. */
export const READING_SCHEMA = strict({
  about: TEXT,
  people: {
    type: 'array',
    items: strict({ name: TEXT, translation: TEXT, gender: { type: 'string', enum: GENDERS }, note: TEXT }),
  },
  address: { type: 'array', items: strict({ from: TEXT, to: TEXT, form: TEXT }) },
  terms: { type: 'array', items: strict({ source: TEXT, translation: TEXT, note: TEXT }) },
} as const);

interface ReadReading {
  /** Empty if nothing is readable. */
  readonly found: FoundNotes;
  /** False: the reply was cut off, damaged or unexpected, and `found` is the readable part. */
  readonly isWhole: boolean;
}

/** Accepts code fences and surrounding words. From a cut-off or damaged reply it keeps all complete rows. Never throws. Linear time. */
export function readReading(replyText: string): ReadReading {
  const whole = parseJson(replyText.trim()) ?? wholeObject(replyText);
  const accepted = acceptNotes(whole ?? wholeRows(replyText));
  if (accepted === undefined) return { found: NOTHING_FOUND, isWhole: false };
  const found = {
    about: oneLine(accepted.about),
    people: accepted.people.map((row) => bareCells(row)).filter(({ name }) => name !== ''),
    address: accepted.address.map((row) => bareCells(row)).filter(({ from, to, form }) => from && to && form),
    terms: accepted.terms.map((row) => bareCells(row)).filter(({ source }) => source !== ''),
  };
  return { found, isWhole: whole !== undefined };
}

/** The object in a text with words around it, which may contain braces. undefined: the reply is cut off or damaged. */
function wholeObject(text: string): unknown {
  const start = text.search(/\{\s*"/);
  let end = text.lastIndexOf('}');
  for (let tries = 0; start >= 0 && end > start && tries < 5; tries++) {
    const json = text.slice(start, end + 1);
    const read = parseJson(json) ?? parseMended(json);
    if (read !== undefined) return read;
    end = text.lastIndexOf('}', end - 1);
  }
  return undefined;
}

const STRING = String.raw`"[^"\\]*(?:\\[\s\S][^"\\]*)*"`;
/** An unclosed string matches all of the rest, so that the search is not repeated at each quote in it. */
const STRING_OR_COMMA = new RegExp(String.raw`${STRING}|"[^]*|,(?=\s*[\]}])`, 'g');
const ABOUT = new RegExp(String.raw`"about"\s*:\s*(${STRING})\s*(?=[,}]|$)`);

const ESCAPE = /\\(["\\/bfnrt]|u[\da-f]{4})?/gi;

/** Parses JSON with trailing commas, and with line breaks, tabs and invalid escapes in strings. */
const parseMended = (json: string): unknown =>
  parseJson(
    json.replace(STRING_OR_COMMA, (part) =>
      part === ',' ? '' : part.replace(/[\r\n\t]/g, ' ').replace(ESCAPE, (whole, known) => (known ? whole : '\\\\')),
    ),
  );

/** The complete rows of a cut-off or damaged reply. The name of the first cell shows the kind of row. */
function wholeRows(text: string): object {
  const parts = text.split('}').slice(0, -1);
  const rows = parts.flatMap((part) => {
    const start = part.lastIndexOf('{');
    return start < 0 ? [] : [parseMended(`${part.slice(start)}}`)];
  });
  const having = (name: string) => rows.filter((row) => typeof row === 'object' && row !== null && name in row);
  const about = parseMended(ABOUT.exec(text)?.[1] ?? '');
  return { about, people: having('name'), address: having('from'), terms: having('source') };
}

const bareCells = <Row extends object>(row: Row): Row =>
  Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, oneLine(String(cell))])) as Row;

/**
 * Joins the findings of two parts by name. Empty cells are filled, notes are appended, and contradicting rows both stay. Nothing is lost, and a second join
 * changes nothing.
 */
export const joinFound = (before: FoundNotes, next: FoundNotes): FoundNotes => ({
  about: joinTexts(before.about, next.about, ' '),
  people: joinRows(before.people, next.people, keyOfPerson, joinPerson),
  address: joinRows(before.address, next.address, keyOfAddress, (one, other) =>
    sameCell(one.form, other.form) ? one : undefined,
  ),
  terms: joinRows(before.terms, next.terms, keyOfTerm, joinTerm),
});

function joinRows<Row>(
  before: readonly Row[],
  next: readonly Row[],
  keyOf: (row: Row) => string,
  /** undefined: the rows contradict each other. */
  join: (one: Row, other: Row) => Row | undefined,
): readonly Row[] {
  const rows: Row[] = [];
  const places = new Map<string, number[]>();
  for (const row of [...before, ...next]) {
    const known = places.get(keyOf(row)) ?? [];
    places.set(keyOf(row), known);
    const isJoined = known.some((place) => {
      const there = rows[place];
      const joined = there === undefined ? undefined : join(there, row);
      if (joined !== undefined) rows[place] = joined;
      return joined !== undefined;
    });
    if (!isJoined) known.push(rows.push(row) - 1);
  }
  return rows;
}

function joinPerson(one: Person, other: Person): Person | undefined {
  const translation = joinCell(one.translation, other.translation, '');
  const gender = joinCell(one.gender, other.gender, 'unknown');
  if (translation === undefined || gender === undefined) return undefined;
  return { name: one.name, translation, gender, note: joinTexts(one.note, other.note, '; ') };
}

/** An empty translation means that the term stays as it is, so it does not count as an empty cell. */
const joinTerm = (one: Term, other: Term): Term | undefined =>
  sameCell(one.translation, other.translation) ? { ...one, note: joinTexts(one.note, other.note, '; ') } : undefined;

const sameCell = (one: string, other: string): boolean => one.trim() === other.trim();

/** `nothing`: the value of an empty cell. */
function joinCell<Cell extends string>(one: Cell, other: Cell, nothing: Cell): Cell | undefined {
  if (one.trim() === nothing) return other;
  return other.trim() === nothing || sameCell(one, other) ? one : undefined;
}

function joinTexts(one: string, other: string, between: string): string {
  if (one.trim() === '') return other;
  return other.trim() === '' || one.includes(other.trim()) ? one : `${one}${between}${other}`;
}

/** Joins the findings of several films. The findings of a single film are returned unchanged. */
export const foundInFilms = (films: readonly { readonly found: FoundNotes }[]): FoundNotes =>
  films
    .map(({ found }) => found)
    .reduce((before, found) => (before === NOTHING_FOUND ? found : joinFound(before, found)), NOTHING_FOUND);

/** True if a reading has found this row, perhaps in other words. */
export function standsIn(row: FoundRow, found: FoundNotes): boolean {
  switch (row.kind) {
    case 'about':
      return found.about.trim() !== '' && row.row.includes(found.about.trim());
    case 'person':
      return found.people.some((one) => keyOfPerson(one) === keyOfPerson(row.row) && joinPerson(row.row, one));
    case 'address':
      return found.address.some(
        (one) => keyOfAddress(one) === keyOfAddress(row.row) && sameCell(one.form, row.row.form),
      );
    case 'term':
      return found.terms.some((one) => keyOfTerm(one) === keyOfTerm(row.row) && joinTerm(row.row, one));
  }
}

export type FoundRow =
  | { readonly kind: 'about'; readonly row: string }
  | { readonly kind: 'person'; readonly row: Person }
  | { readonly kind: 'address'; readonly row: Address }
  | { readonly kind: 'term'; readonly row: Term };

export type ProposedRow = FoundRow & {
  /** "same": the notes have this row already. "differs": the notes have another row of that name. */
  readonly state: 'new' | 'same' | 'differs';
  /** Index of the row of that name in the notes. undefined: there is none. */
  readonly at: number | undefined;
};

/** A fixed order of fields, so that equal findings have equal stamps. */
const FIELDS = 'about people address terms name from to source form translation gender note'.split(' ');
/** A stamp that differs between proposals, even after a reload. */
export const stampOfFound = (found: FoundNotes): string => stampOf(JSON.stringify(found, FIELDS));

export const propose = (notes: FilmNotes, found: FoundNotes): readonly ProposedRow[] =>
  rowsOf(found).map((row) => ({ ...row, ...stateOf(notes, row) }));

const rowsOf = ({ about, people, address, terms }: FoundNotes): readonly FoundRow[] => [
  ...(about.trim() === '' ? [] : [{ kind: 'about', row: about } as const]),
  ...people.map((row) => ({ kind: 'person', row }) as const),
  ...address.map((row) => ({ kind: 'address', row }) as const),
  ...terms.map((row) => ({ kind: 'term', row }) as const),
];

type State = Pick<ProposedRow, 'state' | 'at'>;

function stateOf(notes: FilmNotes, found: FoundRow): State {
  switch (found.kind) {
    case 'about':
      if (notes.about.trim() === '') return { state: 'new', at: undefined };
      return { state: notes.about.includes(found.row.trim()) ? 'same' : 'differs', at: undefined };
    case 'person':
      return stateIn(notes.people, found.row, keyOfPerson, replacePerson);
    case 'address':
      return stateIn(notes.address, found.row, keyOfAddress, replaceAddress);
    case 'term':
      return stateIn(notes.terms, found.row, keyOfTerm, replaceTerm);
  }
}

function stateIn<Row extends object>(
  rows: readonly Row[],
  row: Row,
  keyOf: (row: Row) => string,
  replace: (there: Row, row: Row) => Row,
): State {
  const places = rows.flatMap((there, place) => (keyOf(there) === keyOf(row) ? [place] : []));
  const same = places.find((place) => {
    const there = rows[place];
    return there !== undefined && isSameRow(there, replace(there, row));
  });
  const at = same ?? places[0];
  if (at === undefined) return { state: 'new', at };
  return { state: same === undefined ? 'differs' : 'same', at };
}

const isSameRow = (one: object, other: object): boolean =>
  Object.entries(one).every(([name, cell]) => sameCell(String(cell), String(new Map(Object.entries(other)).get(name))));

// The row after a person accepts the proposal: its cells, and the old cells where it has none.

const replacePerson = (there: Person, row: Person): Person => ({
  ...there,
  translation: row.translation.trim() === '' ? there.translation : row.translation,
  gender: row.gender === 'unknown' ? there.gender : row.gender,
  note: row.note.trim() === '' ? there.note : row.note,
});

const replaceAddress = (there: Address, { form }: Address): Address => ({ ...there, form });

const replaceTerm = (there: Term, { translation, note }: Term): Term => ({
  source: there.source,
  translation,
  note: note.trim() === '' ? there.note : note,
});

/** Adds the row, or replaces the row of its name. Returns the same object if nothing changes. */
export function takeRow(notes: FilmNotes, found: FoundRow): FilmNotes {
  const { state, at } = stateOf(notes, found);
  if (state === 'same') return notes;
  switch (found.kind) {
    case 'about':
      return { ...notes, about: found.row };
    case 'person':
      return { ...notes, people: put(notes.people, at, found.row, replacePerson) };
    case 'address':
      return { ...notes, address: put(notes.address, at, found.row, replaceAddress) };
    case 'term':
      return { ...notes, terms: put(notes.terms, at, found.row, replaceTerm) };
  }
}

/** Adds a term that a person agreed on. `replaced`: the row that was in its place. */
export function withTerm(
  notes: FilmNotes,
  row: Term,
): { readonly notes: FilmNotes; readonly replaced?: Term | undefined } {
  const found = { kind: 'term', row } as const;
  const { state, at } = stateOf(notes, found);
  return {
    notes: takeRow(notes, found),
    ...(state === 'differs' && at !== undefined && { replaced: notes.terms[at] }),
  };
}

function put<Row>(
  rows: readonly Row[],
  at: number | undefined,
  row: Row,
  replace: (there: Row, row: Row) => Row,
): readonly Row[] {
  return at === undefined ? [...rows, row] : rows.map((there, place) => (place === at ? replace(there, row) : there));
}

/** Adds everything that is new. Rows that differ from existing ones must be accepted one by one. */
export const takeAll = (notes: FilmNotes, found: FoundNotes): FilmNotes => newRows(notes, found).reduce(takeRow, notes);

/** The rows that the notes do not have. Of rows that contradict each other only the first: with it in the notes, the others differ. */
export function newRows(notes: FilmNotes, found: FoundNotes): readonly ProposedRow[] {
  const names = new Set<string>();
  return propose(notes, found).filter((row) => {
    const name = `${row.kind} ${keyOfRow(row)}`;
    const isFirst = !names.has(name);
    names.add(name);
    return isFirst && row.state === 'new';
  });
}

function keyOfRow(found: FoundRow): string {
  switch (found.kind) {
    case 'about':
      return '';
    case 'person':
      return keyOfPerson(found.row);
    case 'address':
      return keyOfAddress(found.row);
    case 'term':
      return keyOfTerm(found.row);
  }
}
