import type { Call } from '../test/stand-in-call.ts';

/** The stand-in's translation of one text: as long as the text, as the peers were measured. */
export const translationOf = (text: string): string => text.toUpperCase();

/** The JSON reply for a call's phrases; `without` leaves out that many from the end. */
export function answerText({ phrases }: Pick<Call, 'phrases'>, { without = 0 } = {}): string {
  const entries = Object.entries(phrases).map(([number, text]) => [number, translationOf(text)]);
  return JSON.stringify(Object.fromEntries(entries.slice(0, entries.length - without)));
}
