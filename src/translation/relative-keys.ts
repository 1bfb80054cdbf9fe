import type { Phrase } from '../subtitles/document.ts';
import { validateBatch } from './check-reply.ts';
import type { RequestFacts } from './request.ts';

/**
 * A call whose phrases count from 1, so that all its batches of one length share one schema, and the way back. The one place where numbers on
 * the wire are others than the film's: all that is stored, shown and checked has the film's.
 */
export function withRelativeKeys(call: RequestFacts): {
  readonly call: RequestFacts;
  /** The reply's text with the film's numbers as its keys. */
  readonly restore: (reply: string) => string;
} {
  const numbers = call.phrases.map(({ number }) => number);
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
  const places = new Map(numbers.map((number, place) => [number, place + 1]));
  const phrases = call.phrases.map((phrase, place) => ({ ...phrase, number: place + 1 }));
  // What stands before the phrases counts down from 0, and what stands after them goes on counting.
  const before = call.context.findIndex(({ number }) => number > most);
  const first = before < 0 ? call.context.length : before;
  const context = call.context.map(
    (phrase, place): Phrase => ({
      ...phrase,
      number: place < first ? place - first + 1 : numbers.length + place - first + 1,
    }),
  );
  /** A key that was not asked for gets a number that was not asked for either. */
  const toFilm = (key: number): number => {
    if (key < 1) return least - 1 + key;
    return numbers[key - 1] ?? most + key - numbers.length;
  };
  const fromFilm = (number: number): number => {
    if (number < least) return number - least + 1;
    return places.get(number) ?? numbers.length + Math.max(1, number - (number > most ? most : least));
  };
  const notes = call.notes?.replace(SPEAKERS, (line) =>
    line.replace(SPEAKER, (_, number: string, name: string) => `${fromFilm(Number(number))} ${name}`),
  );
  const answer = call.correction && withKeys(call.correction.answer, fromFilm);
  return {
    call: {
      ...call,
      phrases,
      context,
      ...(notes !== undefined && { notes }),
      ...(answer !== undefined && { correction: { answer, errors: validateBatch(phrases, answer) } }),
    },
    restore: (reply) => withKeys(reply, toFilm),
  };
}

/** The last line of the notes, where it says who speaks (notes/notes-text.ts), and one of those in it. A cell with a colon is quoted: no other line begins so. */
const SPEAKERS = /(?<=^|\n)Speakers: .*$/;
const SPEAKER = /(\d+) ("(?:[^"\\]|\\.)*"|[^,"]*)(?=, |$)/g;

/** A whole number as the key of an object. In valid JSON nothing else looks so, and in a reply that is cut off or broken it is most likely one. */
const KEY = /"(-?(?:\d|\\u003\d)+)"(?=\s*:)/g;

/** A reply with other numbers as its keys; the rest of it stays as it is. What is no plain whole number ("01") is no phrase's key, and stays. */
const withKeys = (reply: string, change: (key: number) => number): string =>
  reply.replace(KEY, (whole, written: string) => {
    const key = written.includes('\\') ? String(JSON.parse(`"${written}"`)) : written;
    const number = Number(key);
    return Number.isSafeInteger(number) && String(number) === key ? `"${change(number)}"` : whole;
  });
