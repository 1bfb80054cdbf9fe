import { type Call, translatedJson } from '../test/stand-in-call.ts';

/** The stand-in's translation of a text; as long as the text, as in the measurements of other products. */
export const translationOf = (text: string): string => text.toUpperCase();

/** The JSON reply for a call's phrases; `without`: how many to omit at the end. */
export const answerText = (call: Pick<Call, 'phrases'>, options: { readonly without?: number } = {}): string =>
  translatedJson(call, { ...options, translate: translationOf });
