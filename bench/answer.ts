import { type Call, translatedJson } from '../test/stand-in-call.ts';

/** The stand-in's translation of one text; as long as the text, as in the measurements of the peers. */
export const translationOf = (text: string): string => text.toUpperCase();

/** The JSON reply for a call's phrases; `without`: how many are left out at the end. */
export const answerText = (call: Pick<Call, 'phrases'>, options: { readonly without?: number } = {}): string =>
  translatedJson(call, { ...options, translate: translationOf });
