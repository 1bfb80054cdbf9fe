import { parseJson } from '../lib/json.ts';
import { safeLines, withoutDirectionMarks } from '../subtitles/lines.ts';
import { withoutTags } from '../subtitles/tags.ts';
import { type FoundNotes, hasFound, NOTHING_FOUND } from './found-notes.ts';
import { acceptNotes, GENDERS } from './notes.ts';

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
