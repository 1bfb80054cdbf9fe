import { escaped } from '../lib/text.ts';
import { withoutDirectionMarks } from '../subtitles/direction-marks.ts';
import type { Phrase } from '../subtitles/document.ts';
import { areEmpty, type FilmNotes, sentNotes } from './notes.ts';
import type { NotedRequest } from './notes-text.ts';

/** Who speaks in these phrases, as far as the file tells; one who shares a phrase with another has an entry, too. */
export const speakersIn = (phrases: readonly Phrase[]): NonNullable<NotedRequest['speakers']> =>
  phrases.flatMap(({ number, speakers = [] }) => speakers.map((name) => ({ number, name })));

/** The names that a request for these phrases tells: of people, in both languages, and of speakers. None where it has no notes. */
export function namesTold(notes: FilmNotes, phrases: readonly Phrase[]): readonly string[] {
  if (areEmpty(notes)) return [];
  const { people, tellsSpeakers } = sentNotes(notes);
  const speakers = tellsSpeakers ? speakersIn(phrases).map(({ name }) => name) : [];
  const all = [...people.flatMap(({ name, translation }) => [name, translation]), ...speakers];
  return [...new Set(all.map((name) => name.trim()).filter((name) => name !== ''))];
}

/** What may stand before a name: tags, placeholders, the dash of a dialogue. */
const LEAD = String.raw`\s*(?:(?:<[^<>]*>|⟦[^⟦⟧]*⟧)\s*)*(?:[-–—‐]\s*)?`;
/** What may stand between that and a name that is spoken to, or is told in brackets: "[NURSE] Come.", "¿Anna?", "♪ Anna". */
const OPENING = String.raw`(?:[\p{Ps}\p{Pi}"'¿¡♪♫….]\s*)*`;
/** Whoever is named: up to three words before a colon. */
const LABEL = new RegExp(`^${LEAD}[^\\s<⟦:：,;!?…]+(?: +[^\\s:：,;!?…]+){0,2} *[:：]`, 'u');
const DASH = /^\s*(?:<[^<>]*>\s*)*[-–—‐]/;
const hasWord = (text: string): boolean => /[\p{L}\p{N}]/u.test(text.replace(/<[^<>]*>|⟦[^⟦⟧]*⟧/g, ''));

/** The texts of a reply to these phrases that began with one of the names that were told, without it, by number; the others are not in it. */
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
 * A function that takes one of these names off a reply that begins with it, as "NURSE: …"; in a dialogue off each of its lines.
 * undefined: there is nothing to take off. A name stays where the original begins with one, too, be it the person spoken to ("Anna, go." may
 * have become "Anna: geh."), where what follows does not begin as the original does; and where nothing would be left. "2:30" is a time.
 */
function nameTaker(names: readonly string[]): (text: string, original: Phrase) => string | undefined {
  if (names.length === 0) return () => undefined;
  // Accents are written in two ways.
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
      // "<b>NURSE:</b> …": what was opened before the name is closed behind it.
      if (whole === '' || rest.startsWith('</') || (begins && !begins.test(rest))) return [line];
      // "NURSE:" in a line of its own.
      return rest === '' && lead.trim() === '' ? [] : [lead + rest];
    });
    const left = kept.join('\n');
    return left === text || !hasWord(left) ? undefined : left;
  };
}
