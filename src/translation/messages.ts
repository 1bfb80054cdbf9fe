import type { Phrase } from '../subtitles/phrase.ts';

// All words of the program's own that a batch's request can have stand in this file. They are paid for with every batch,
// and together they stay within 400 characters.

// No example with digits: models copy an example's keys. OpenAI's JSON mode demands the word "JSON".
const CONTRACT =
  'Reply with one JSON object and nothing else. It has exactly the same keys as the phrases to translate; each value is the translated text as a string.';

const CONTEXT_LABEL = 'context, not to be translated';

/** The end of Anthropic's system text (specification, section 7): Anthropic has no JSON mode. */
export const RESPOND_WITH_JSON_ONLY = 'Respond with valid JSON only.';

/** The person's prompt unchanged, then the program's contract, so that an edited prompt cannot break the reply's form. */
export const instructions = (prompt: string): string => `${prompt}\n\n${CONTRACT}`;

/** A JSON object whose only key says that its phrases are not to be translated. */
export const contextJson = (context: readonly Phrase[]): string => `{"${CONTEXT_LABEL}":${phrasesAsJson(context)}}`;

/** The corrective pass's user message: all differences in order, one a line. */
export const fixRequest = (errors: readonly string[]): string =>
  ['Fix these errors and send the whole JSON object again:', ...errors].join('\n');

/** Phrases as they are sent: compact JSON, {"1":"text","2":"text"}, in their order. */
export const phrasesAsJson = (phrases: readonly Phrase[]): string =>
  // Written by hand: an object would reorder its keys (numbers from 4294967295 on come last).
  `{${phrases.map(({ number, text }) => `"${number}":${JSON.stringify(text)}`).join(',')}}`;
