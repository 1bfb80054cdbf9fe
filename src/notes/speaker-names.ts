import { escaped } from '../lib/text.ts';
import type { Phrase } from '../subtitles/document.ts';
import { withoutDirectionMarks } from '../subtitles/lines.ts';
import { areEmpty, type FilmNotes, sentNotes } from './notes.ts';
import type { NotedRequest } from './notes-text.ts';

/** The speakers that the file names. A phrase with two speakers has two entries. */
export const speakersIn = (phrases: readonly Phrase[]): NonNullable<NotedRequest['speakers']> =>
  phrases.flatMap(({ number, speakers = [] }) => speakers.map((name) => ({ number, name })));

/** The names in the notes of a request for these phrases: people in both languages, and speakers. None without notes. */
export function namesTold(notes: FilmNotes, phrases: readonly Phrase[]): readonly string[] {
  if (areEmpty(notes)) return [];
  const { people, tellsSpeakers } = sentNotes(notes);
  const speakers = tellsSpeakers ? speakersIn(phrases).map(({ name }) => name) : [];
  const all = [...people.flatMap(({ name, translation }) => [name, translation]), ...speakers];
  return [...new Set(all.map((name) => name.trim()).filter((name) => name !== ''))];
}

/** Tags, placeholders and a dialogue dash that can precede a name. */
const LEAD = String.raw`\s*(?:(?:<[^<>]*>|⟦[^⟦⟧]*⟧)\s*)*(?:[-–—‐]\s*)?`;
/** Signs that can precede a name of an addressee or in brackets: "[NURSE] Come.", "¿Anna?", "♪ Anna". */
const OPENING = String.raw`(?:[\p{Ps}\p{Pi}"'¿¡♪♫….]\s*)*`;
/** Any label: up to three words before a colon. */
const LABEL = new RegExp(`^${LEAD}[^\\s<⟦:：,;!?…]+(?: +[^\\s:：,;!?…]+){0,2} *[:：]`, 'u');
const DASH = /^\s*(?:<[^<>]*>\s*)*[-–—‐]/;
const hasWord = (text: string): boolean => /[\p{L}\p{N}]/u.test(text.replace(/<[^<>]*>|⟦[^⟦⟧]*⟧/g, ''));

/** By number: the texts of a reply that began with one of the request's names, without it. Other texts are left out. */
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
 * Returns a function that removes a name ("NURSE: …") from the beginning of a reply, in a dialogue from each line; undefined: nothing to remove.
 * A name stays if the original begins with one (even as addressee: "Anna, go." can become "Anna: geh.") and the rest of the line does not, or if
 * nothing would remain. "2:30" is a time.
 */
function nameTaker(names: readonly string[]): (text: string, original: Phrase) => string | undefined {
  if (names.length === 0) return () => undefined;
  // Composed and decomposed accents.
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
      // "<b>NURSE:</b> …": the tag from before the name is closed behind it.
      if (whole === '' || rest.startsWith('</') || (begins && !begins.test(rest))) return [line];
      // "NURSE:" on its own line.
      return rest === '' && lead.trim() === '' ? [] : [lead + rest];
    });
    const left = kept.join('\n');
    return left === text || !hasWord(left) ? undefined : left;
  };
}
