import type { BatchDetails } from '../../engine/run-state.ts';
import { assertNever } from '../../lib/assert-never.ts';
import type { Phrase } from '../../subtitles/phrase.ts';
import type { BatchResult } from '../../translation/batch.ts';
import { problemsOf, translationsOf } from '../../translation/check-reply.ts';

/** Why a batch has failed, as short as a line of a row in the list: 30 characters or so. The open batch says more (batch-state-words.ts). */
export function failureInAWord(
  phrases: readonly Phrase[],
  [, output]: BatchResult,
  { failure = 'differences', edited = false }: BatchDetails = {},
): string {
  return failure === 'differences' ? differenceInAWord(phrases, output, edited) : WORDS[failure];
}

const WORDS: Readonly<Record<Exclude<NonNullable<BatchDetails['failure']>, 'differences'>, string>> = {
  'missing-key': 'there is no key',
  'no-prompt': 'the prompt is empty',
  'bad-key': 'the key is refused',
  'not-permitted': 'not permitted with this key',
  'no-browser-access': 'the key is not for web pages',
  'website-blocked': 'the key is not for this page',
  region: 'not served in your country',
  'model-not-found': 'there is no such model',
  quota: 'the credit is used up',
  'not-running': 'the server does not answer',
  'local-blocked': 'blocked by the browser',
  'no-half-price': 'no room at half price',
  connection: 'no connection',
  timeout: 'no answer in time',
  server: 'trouble at the provider',
  'rate-limit': 'the provider is too busy',
  conflict: 'the provider is too busy',
  'bad-request': 'the request was rejected',
  unprocessable: 'the request was rejected',
  'cut-off': 'the reply was cut off',
  refused: 'the model refuses',
  malformed: 'the reply cannot be read',
  cancelled: 'stopped by you',
  bug: 'a fault of this page',
};

function differenceInAWord(phrases: readonly Phrase[], output: string, edited: boolean): string {
  const problems = problemsOf(phrases, output);
  const problem = problems.find(({ kind }) => kind === 'key-missing') ?? problems[0];
  // A person has mended it; the error stays until it is validated.
  if (!problem) return 'press Validate in it';
  switch (problem.kind) {
    case 'not-json':
      return edited ? 'not valid JSON yet' : brokenInAWord(phrases, output);
    case 'key-missing':
      return missingInAWord(problem.keys, phrases.length);
    case 'key-twice':
      return 'a phrase stands twice';
    case 'text-empty':
      return `phrase ${problem.keys[0]} is empty`;
    case 'text-with-timing':
      return `phrase ${problem.keys[0]} holds a timing`;
    case 'value-not-text':
      return 'not all of it is text';
    case 'key-range':
    case 'key-foreign':
    case 'key-not-numeric':
      return 'the answer has other lines';
    default:
      return assertNever(problem.kind);
  }
}

function missingInAWord(keys: readonly string[], count: number): string {
  const { length } = keys;
  if (length === 1) return `phrase ${keys[0]} is missing`;
  if (length === count) return 'all phrases are missing';
  return length === 2 ? `phrases ${keys[0]}, ${keys[1]} are missing` : `${length} phrases are missing`;
}

function brokenInAWord(phrases: readonly Phrase[], output: string): string {
  if (output.trim() === '') return 'no translation came';
  const usable = translationsOf(phrases, output);
  if (usable.size === 0) return 'the answer is no translation';
  const brokenAt = phrases.find(({ number }) => !usable.has(number))?.number;
  return brokenAt === undefined ? 'the answer is not valid JSON' : `it breaks off in phrase ${brokenAt}`;
}
