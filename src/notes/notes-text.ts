import { memoizeByObject, memoizeLast } from '../lib/memo.ts';
import { stampOf } from '../lib/text.ts';
import { shortSpeaker } from '../subtitles/document.ts';
import { areEmpty, type FilmNotes, type Person, sentNotes, type Term } from './notes.ts';
import { createTermFinder, type TermFinder } from './occurrences.ts';

/** What a request is about. */
export interface NotedRequest {
  /** The originals that are to be translated. */
  readonly texts: readonly string[];
  /** Originals that are sent along: their terms are told, too. */
  readonly contextTexts: readonly string[];
  /** Who speaks, by the number of the request's own line, where the file says so; several may speak in one line. */
  readonly speakers?: readonly { readonly number: number; readonly name: string }[];
}

/**
 * The notes as a part of a request's system text, each fact on one line; '' when there is nothing to say: then a request has no such
 * part. `language`: BCP 47, of the originals. Cells are quoted unless they are a few plain words, so that no cell can look like another line, or like words of ours.
 */
export function notesText(
  notes: FilmNotes,
  { texts, contextTexts, speakers = [] }: NotedRequest,
  language: string | undefined,
): string {
  if (areEmpty(notes)) return '';
  const { about, people, address, terms, tellsSpeakers } = sentNotes(notes);
  const occurring = termsIn(terms, [...texts, ...contextTexts], language);
  return [
    ...(about === '' ? [] : [`About the film: ${quoted(about)}`]),
    ...section('People (name in the source = in the translation, gender, note):', people.map(personLine)),
    ...section(
      'Address (who to whom):',
      address.map(({ from, to, form }) => `${plain(from)} → ${plain(to)}: ${formWords(form)}`),
    ),
    ...section('Terms:', occurring.map(termLine)),
    ...(tellsSpeakers && speakers.length > 0 ? [`Speakers: ${speakers.map(speakerWords).join(', ')}`] : []),
  ].join('\n');
}

/** A batch has few of many terms: so many are counted where the batches are not known yet. */
const TYPICAL_TERMS = 4;

/** About what of the notes goes with a request. `speakers`: of as many lines as a batch has. */
export const typicalNotes = memoizeLast((notes: FilmNotes, speakers: NonNullable<NotedRequest['speakers']>): string => {
  const texts = sentNotes(notes)
    .terms.slice(0, TYPICAL_TERMS)
    .map(({ source }) => source);
  return notesText(notes, { texts, contextTexts: [], speakers }, undefined);
});

/**
 * Of the notes as one request has them, to be kept with what came of it: two requests with the same stamp said the same. '' for a
 * request without notes.
 */
export const notesStamp = (text: string): string => (text === '' ? '' : stampOf(text));

const section = (heading: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : [heading, ...lines];

const personLine = ({ name, translation, gender, note }: Person): string =>
  [
    plain(name) + (translation.trim() === '' ? '' : ` = ${plain(translation)}`),
    ...(gender === 'unknown' ? [] : [gender]),
    ...(note.trim() === '' ? [] : [quoted(note)]),
  ].join(', ');

const termLine = ({ source, translation, note }: Term): string =>
  [
    plain(source) + (translation.trim() === '' ? ' stays as it is' : ` = ${plain(translation)}`),
    ...(note.trim() === '' ? [] : [quoted(note)]),
  ].join(', ');

/** Our own two words stand for themselves; words of the target language are quoted. */
function formWords(form: string): string {
  const known = form.trim().toLowerCase();
  return known === 'formal' || known === 'informal' ? known : quoted(form);
}

/** A film has "NURSE" or "MAN 2"; whatever else a file may say is quoted. Stored phrases may hold names that no reader has cut. */
const speakerWords = ({ number, name }: { readonly number: number; readonly name: string }): string =>
  `${number} ${plain(shortSpeaker(name.trim()))}`;

/** One to three words of letters and figures, as names and terms mostly are: quotes cost a fourth of what the notes do. */
const WORDS = /^[\p{L}\p{M}\p{N}.'’-]+(?: [\p{L}\p{M}\p{N}.'’-]+){0,2}$/u;
const PLAIN_CHARACTERS = 40;

/** A cell as it stands where it cannot be taken for anything else, else quoted. */
function plain(cell: string): string {
  const text = cell.trim();
  return text.length <= PLAIN_CHARACTERS &&
    WORDS.test(text) &&
    !/^(?:stays|formal|informal|female|male|other|plural)$/i.test(text)
    ? text
    : quoted(cell);
}

/**
 * Line ends that JSON leaves as they are, controls, directions and letters that nobody sees, but for the two joiners (U+200C, U+200D),
 * which Persian and Hindi names are written with.
 */
const HIDDEN =
  /[\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu;

/** A cell as a JSON string on one line. */
const quoted = (cell: string): string =>
  JSON.stringify(cell.trim()).replace(HIDDEN, (hidden) =>
    Array.from({ length: hidden.length }, (_, at) => `\\u${hidden.charCodeAt(at).toString(16).padStart(4, '0')}`).join(
      '',
    ),
  );

/** The finders of a list of terms by language: each of a film's requests asks for the same one. */
const findersOf = memoizeByObject((terms: readonly Term[]) => ({
  terms,
  byLanguage: new Map<string | undefined, TermFinder>(),
}));

function termsIn(terms: readonly Term[], texts: readonly string[], language: string | undefined): readonly Term[] {
  if (terms.length === 0) return [];
  const { byLanguage } = findersOf(terms);
  const finder =
    byLanguage.get(language) ??
    createTermFinder(
      terms.map(({ source }) => ({ text: source, isName: false })),
      language,
    );
  byLanguage.set(language, finder);
  // Overlapping terms, "ring" in "ring of power", are told where the longer one stands; the shorter one is part of it.
  const places = new Set(texts.flatMap((text) => finder.find(text).map(({ entry }) => entry)));
  return terms.filter((_, place) => places.has(place));
}
