import { type BatchDetails, type BatchStatus, batchStatus } from '../../engine/run-state.ts';
import type { Phrase } from '../../subtitles/document.ts';
import { timingOf } from '../../subtitles/timing.ts';
import { type BatchResult, type BatchSlot, isFailed } from '../../translation/batch.ts';
import { problemsOf, translationsOf } from '../../translation/check-reply.ts';
import { type ReplyProblem, readReply } from '../../translation/read-reply.ts';
import { explainFailure, inAWord } from './failures.ts';
import { filmTimeWords } from './quantities.ts';
import { numberList } from './undo-words.ts';

/** How a batch stands, in words for people: "OK", or "failed: phrase 333 is missing". */
export function batchStateWords(phrases: readonly Phrase[], slot: BatchSlot, details: BatchDetails = {}): string {
  const words = BATCH_STATUS_WORDS[batchStatus(slot)];
  if (!isFailed(slot)) return words;
  const [error, output] = slot;
  const { failure = 'differences', edited = false } = details;
  const why =
    failure === 'differences' ? replyWords(phrases, output, { edited }) || error : explainFailure(failure, 'Retry');
  return `${words}: ${asPart(firstSentence(why))}`;
}

/** Which phrases a batch holds, and from when on in the film: "321–340 · 16:00". */
export function batchPlaceWords(phrases: readonly Phrase[]): string {
  const [first, last] = [phrases[0], phrases.at(-1)];
  if (first === undefined || last === undefined) return '';
  const numbers = first === last ? `${first.number}` : `${first.number}–${last.number}`;
  const timing = timingOf(first.time);
  return timing ? `${numbers} · ${filmTimeWords(timing.startMs)}` : numbers;
}

const firstSentence = (text: string): string => /^.*?\.(?=\s)/s.exec(text)?.[0] ?? text;

const asPart = (sentence: string): string =>
  `${sentence[0]?.toLowerCase() ?? ''}${sentence.slice(1)}`.replace(/\.$/, '');

export const BATCH_STATUS_WORDS = {
  waiting: 'waiting',
  loading: 'in progress',
  ok: 'OK',
  failed: 'failed',
} as const satisfies Record<BatchStatus, string>;

/** Why a batch has failed, as short as a line of a row in the list: 30 characters or so. The open batch says more (batchStateWords). */
export function failureInAWord(
  phrases: readonly Phrase[],
  [, output]: BatchResult,
  { failure = 'differences', edited = false }: BatchDetails = {},
): string {
  return failure === 'differences' ? differenceInAWord(phrases, output, edited) : inAWord(failure);
}

function differenceInAWord(phrases: readonly Phrase[], output: string, edited: boolean): string {
  const problems = problemsOf(phrases, output);
  const problem = problems.find(({ kind }) => kind === 'key-missing') ?? problems[0];
  // A person has mended it; the error stays until it is validated.
  if (!problem) return 'press Validate in it';
  if (problem.kind === 'not-json') return edited ? 'not valid JSON yet' : brokenInAWord(phrases, output);
  if (problem.kind === 'key-missing') return missingInAWord(problem.keys, phrases.length);
  return PROBLEMS_IN_A_WORD[problem.kind].replace('#', problem.keys[0] ?? '');
}

const OTHER_LINES = 'the answer has other lines';
/** # is the first phrase that has it. */
const PROBLEMS_IN_A_WORD: Readonly<Record<Exclude<ReplyProblem['kind'], 'not-json' | 'key-missing'>, string>> = {
  'key-twice': 'a phrase stands twice',
  'text-empty': 'phrase # is empty',
  'text-with-timing': 'phrase # holds a timing',
  'value-not-text': 'not all of it is text',
  'key-range': OTHER_LINES,
  'key-foreign': OTHER_LINES,
  'key-not-numeric': OTHER_LINES,
};

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

/** What is wrong with a batch's output, as a sentence for people; empty when nothing is. `edited`: a person has changed it. */
export function replyWords(phrases: readonly Phrase[], output: string, { edited = false } = {}): string {
  const problems = problemsOf(phrases, output);
  const [first] = problems;
  if (first === undefined) return '';
  if (first.kind === 'not-json') return edited ? notJsonYet(output) : noAnswer(phrases, output);
  const missing = problems.find(({ kind }) => kind === 'key-missing');
  if (phrases.length > 1 && missing?.keys.length === phrases.length) return 'All phrases are missing.';
  return sentenceOf(missing ?? first);
}

function sentenceOf({ kind, keys, words }: ReplyProblem): string {
  const [of, is] = keys.length === 1 ? ['Phrase', 'is'] : ['Phrases', 'are'];
  const list = numberList(keys.map(Number));
  switch (kind) {
    case 'key-missing':
      return `${of} ${list} ${is} missing.`;
    case 'key-twice':
      return `${of} ${list} ${keys.length === 1 ? 'stands' : 'stand'} twice.`;
    case 'text-empty':
      return `${of} ${list} ${is} empty.`;
    case 'text-with-timing':
      return `${of} ${list} ${keys.length === 1 ? 'holds' : 'hold'} a timing line.`;
    case 'key-range':
      return 'There are lines that this batch does not have.';
    default:
      return `${words.replace(/\.$/, '')}.`;
  }
}

/** Names the line where the browser's words do, and a missing comma. */
function notJsonYet(output: string): string {
  const words = readReply(output).problems[0]?.words ?? '';
  const offset = offsetIn(words, output);
  if (offset === undefined) return 'Your text is not valid JSON yet.';
  const before = output.slice(0, offset);
  const isComma = /expected ',' or/i.test(words) && output[offset] === '"';
  return isComma
    ? `Your text is not valid JSON yet: a comma is missing in line ${lineAtEndOf(before.trimEnd())}.`
    : `Your text is not valid JSON yet: look at line ${lineAtEndOf(before)}.`;
}

const lineAtEndOf = (text: string): number => text.split('\n').length;

/** The offset that the browser names: Chrome as a position, Firefox as line and column, both counted from 1. */
function offsetIn(words: string, output: string): number | undefined {
  const [, position] = /\bposition (\d+)/.exec(words) ?? [];
  if (position !== undefined) return Number(position);
  const [, line, column] = /\bline (\d+) column (\d+)/.exec(words) ?? [];
  if (line === undefined) return undefined;
  const before = output.split('\n').slice(0, Number(line) - 1);
  return before.join('\n').length + (before.length > 0 ? 1 : 0) + Number(column) - 1;
}

function noAnswer(phrases: readonly Phrase[], output: string): string {
  if (output.trim() === '') return 'No translation came.';
  const usable = translationsOf(phrases, output);
  if (usable.size === 0)
    return `The model answered with ${/[{[]/.test(output) ? 'something else than' : 'a sentence instead of'} a translation.`;
  const brokenAt = phrases.find(({ number }) => !usable.has(number))?.number;
  if (brokenAt === undefined) return 'The answer is not valid JSON, but all its phrases can be used.';
  const missing = phrases.length - usable.size;
  const can = usable.size === 1 ? '1 phrase' : `${usable.size} phrases`;
  return `The answer breaks off in phrase ${brokenAt}: ${can} can be used, ${missing} ${missing === 1 ? 'is' : 'are'} missing.`;
}
