import { memoizeByObject } from '../lib/memo.ts';
import { escaped, stampOf } from '../lib/text.ts';
import { type Phrase, shortSpeaker } from '../subtitles/document.ts';
import { withoutDirectionMarks } from '../subtitles/lines.ts';
import { areEmpty, type FilmNotes, isTerm, type Person, sentNotes, type Term } from './notes.ts';
import { createTermFinder, type TermFinder } from './occurrences.ts';

/** The parts of a request that determine which notes it contains. */
export interface NotedRequest {
  /** The originals to be translated. */
  readonly texts: readonly string[];
  /** Originals that are sent as context. Their terms count, too. */
  readonly contextTexts: readonly string[];
  /** The speakers that the file names, by line number. One line can have several. */
  readonly speakers: readonly { readonly number: number; readonly name: string }[];
}

/**
 * The notes as a part of the system text, with one fact per line. '' if there are none. `language`: BCP 47 of the originals. A cell is quoted unless it is a
 * few plain words, so that it cannot imitate another line or the prompt.
 */
export function notesText(
  notes: FilmNotes,
  { texts, contextTexts, speakers }: NotedRequest,
  language: string | undefined,
): string {
  if (areEmpty(notes)) return '';
  const { about, people, address, tellsSpeakers } = sentNotes(notes);
  const occurring = termsIn(notes.terms, [...texts, ...contextTexts], language);
  return [
    ...aboutLines(about),
    ...section('People (name in the source = in the translation, gender, note):', people.map(personLine)),
    ...section(
      'Address (who to whom):',
      address.map(({ from, to, form }) => `${plain(from)} → ${plain(to)}: ${formWords(form)}`),
    ),
    ...section('Terms:', occurring.map(termLine)),
    ...(tellsSpeakers && speakers.length > 0 ? [`Speakers: ${speakers.map(speakerWords).join(', ')}`] : []),
  ].join('\n');
}

const aboutLines = (about: string): readonly string[] => (about === '' ? [] : [`About the film: ${quoted(about)}`]);

/** The same notes with another text about the film. `text`: `notesText` of these notes, whose own text about the film is not empty. Terms are not looked for again. */
export function withAbout(text: string, notes: FilmNotes, about: string): string {
  const other = { ...notes, about };
  if (areEmpty(other)) return '';
  return [...aboutLines(sentNotes(other).about), ...text.split('\n').slice(1)].join('\n');
}

/** The notes in a typical request, to estimate its tokens. `speakers`: those of one batch. */
export function typicalNotes(notes: FilmNotes, speakers: NotedRequest['speakers']): string {
  const texts = sentNotes(notes)
    // A batch usually contains only a few of many terms.
    .terms.slice(0, 4)
    .map(({ source }) => source);
  return notesText(notes, { texts, contextTexts: [], speakers }, undefined);
}

/** A fingerprint of the notes in a request, stored with its result. Equal notes have equal stamps. '' without notes. */
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

/** Quotes words of the target language, but not "formal" and "informal". */
function formWords(form: string): string {
  const known = form.trim().toLowerCase();
  return known === 'formal' || known === 'informal' ? known : quoted(form);
}

/** Names such as "NURSE" or "MAN 2" stay plain; other names are quoted. Names in stored phrases may be longer than the limit. */
const speakerWords = ({ number, name }: { readonly number: number; readonly name: string }): string =>
  `${number} ${plain(shortSpeaker(name.trim()))}`;

/** One to three words of letters and digits need no quotes. Quotes would be a quarter of the notes' cost. */
const WORDS = /^[\p{L}\p{M}\p{N}.'’-]+(?: [\p{L}\p{M}\p{N}.'’-]+){0,2}$/u;

/** Plain text if it is unambiguous, otherwise quoted text. */
function plain(cell: string): string {
  const text = cell.trim();
  return text.length <= 40 && WORDS.test(text) && !/^(?:stays|formal|informal|female|male|other|plural)$/i.test(text)
    ? text
    : quoted(cell);
}

/**
 * Invisible characters that JSON does not escape: line ends, controls, direction marks. The two joiners (U+200C, U+200D) are allowed, because Persian and Hindi
 * names need them.
 */
const HIDDEN =
  /[\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu;

/** A JSON string on one line. */
const quoted = (cell: string): string =>
  JSON.stringify(cell.trim()).replace(HIDDEN, (hidden) =>
    Array.from({ length: hidden.length }, (_, at) => `\\u${hidden.charCodeAt(at).toString(16).padStart(4, '0')}`).join(
      '',
    ),
  );

/** The terms to send, and their finders by language, shared by all requests of a film. */
const findersOf = memoizeByObject((terms: readonly Term[]) => ({
  sent: terms.filter(isTerm),
  byLanguage: new Map<string | undefined, TermFinder>(),
}));

function termsIn(terms: readonly Term[], texts: readonly string[], language: string | undefined): readonly Term[] {
  const { sent, byLanguage } = findersOf(terms);
  if (sent.length === 0) return [];
  const finder =
    byLanguage.get(language) ??
    createTermFinder(
      sent.map(({ source }) => ({ text: source, isName: false })),
      language,
    );
  byLanguage.set(language, finder);
  // If terms overlap ("ring" in "ring of power"), only the longer one is sent.
  const places = new Set(texts.flatMap((text) => finder.find(text).map(({ entry }) => entry)));
  return sent.filter((_, place) => places.has(place));
}

/** The speakers that the file names. A phrase with two speakers has two entries. */
export const speakersIn = (phrases: readonly Phrase[]): NotedRequest['speakers'] =>
  phrases.flatMap(({ number, speakers = [] }) => speakers.map((name) => ({ number, name })));

/** The names in the notes of a request for these phrases: people in both languages, and speakers. Empty without notes. */
export function namesInRequest(notes: FilmNotes, phrases: readonly Phrase[]): readonly string[] {
  if (areEmpty(notes)) return [];
  const { people, tellsSpeakers } = sentNotes(notes);
  const speakers = tellsSpeakers ? speakersIn(phrases).map(({ name }) => name) : [];
  const all = [...people.flatMap(({ name, translation }) => [name, translation]), ...speakers];
  return [...new Set(all.map((name) => name.trim()).filter((name) => name !== ''))];
}

/** Tags, placeholders and a dialogue dash that may come before a name. */
const LEAD = String.raw`\s*(?:(?:<[^<>]*>|⟦[^⟦⟧]*⟧)\s*)*(?:[-–—‐]\s*)?`;
/** Signs that may come before a name of an addressee or in brackets: "[NURSE] Come.", "¿Anna?", "♪ Anna". */
const OPENING = String.raw`(?:[\p{Ps}\p{Pi}"'¿¡♪♫….]\s*)*`;
/** Any label: up to three words before a colon. */
const LABEL = new RegExp(`^${LEAD}[^\\s<⟦:：,;!?…]+(?: +[^\\s:：,;!?…]+){0,2} *[:：]`, 'u');
const DASH = /^\s*(?:<[^<>]*>\s*)*[-–—‐]/;
const hasWord = (text: string): boolean => /[\p{L}\p{N}]/u.test(text.replace(/<[^<>]*>|⟦[^⟦⟧]*⟧/g, ''));

/** By number: the texts of a reply that began with one of the request's names, with the name removed. Other texts are left out. */
export function textsWithoutNames(
  { names = [], phrases }: { readonly names?: readonly string[]; readonly phrases: readonly Phrase[] },
  texts: ReadonlyMap<number, string>,
): ReadonlyMap<number, string> {
  const take = nameTaker(names);
  return new Map(
    phrases.flatMap((phrase) => {
      const left = take(texts.get(phrase.number) ?? '', phrase);
      return left === undefined ? [] : [[phrase.number, left] as const];
    }),
  );
}

/**
 * Returns a function that removes a name ("NURSE: …") from the beginning of a text; in a dialogue, from each line. undefined: there are no names. The name
 * stays if nothing would remain, or if the original begins with a name (even of an addressee: "Anna, go." can become "Anna: geh.") and the rest of the text
 * does not. "2:30" is a time.
 */
function nameTaker(names: readonly string[]): (text: string, original: Phrase) => string | undefined {
  if (names.length === 0) return () => undefined;
  // The names with composed and with decomposed accents.
  const forms = new Set(names.flatMap((name) => [name.normalize('NFC'), name.normalize('NFD')]));
  const some = Array.from(forms, (name) => escaped(name).replace(/\s+/g, String.raw`\s+`)).join('|');
  const named = new RegExp(`^(${LEAD})(?:${some})\\s*[:：](?!(?<=\\p{N}[:：])\\p{N})\\s*`, 'iu');
  const addressed = new RegExp(`^${LEAD}${OPENING}(?:${some})(?![\\p{L}\\p{M}\\p{N}])`, 'iu');

  return (text, { text: original, speakers = [] }) => {
    const lines = text.split('\n');
    const begins = [addressed, LABEL].find((name) =>
      withoutDirectionMarks(original)
        .split('\n')
        .some((line) => name.test(line)),
    );
    const kept = lines.flatMap((line, place) => {
      if (place > 0 && speakers.length < 2 && !DASH.test(line)) return [line];
      const [whole = '', lead = ''] = named.exec(line) ?? [];
      const rest = line.slice(whole.length);
      // In "<b>NURSE:</b> …" the tag before the name is closed after it.
      if (whole === '' || rest.startsWith('</') || (begins && !begins.test(rest))) return [line];
      // "NURSE:" on a line of its own.
      return rest === '' && lead.trim() === '' ? [] : [lead + rest];
    });
    const left = kept.join('\n');
    return left === text || !hasWord(left) ? undefined : left;
  };
}
