import type { FailedBatch, FilmBatch } from '../../engine/batch.ts';
import type { BatchStatus } from '../../engine/run-state.ts';
import type { Phrase } from '../../subtitles/document.ts';
import { timingOf } from '../../subtitles/timing.ts';
import { problemsOf, translationsOf } from '../../translation/check-reply.ts';
import { readReply } from '../../translation/read-reply.ts';
import { explainFailure, inAWord } from './failures.ts';
import { filmTimeWords } from './quantities.ts';
import { numberList } from './undo-words.ts';

/** For example "OK" or "failed: line 333 is missing". */
export function batchStateWords(phrases: readonly Phrase[], batch: FilmBatch | undefined): string {
  const words = BATCH_STATUS_WORDS[batch?.state ?? 'waiting'];
  if (batch?.state !== 'failed') return words;
  const { failure, edited, result } = batch;
  const [error, output] = result;
  const why =
    failure === 'differences'
      ? replyWords(phrases, output, { edited }) || error
      : explainFailure(failure, 'Retry', error);
  return `${words}: ${asPart(firstSentence(why))}`;
}

/** The numbers of a batch's phrases and its start in the film: "321–340 · 16:00". */
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

interface Wrong {
  readonly sentence: string;
  /** At most about 30 characters, to fit a row of the list. */
  readonly inAWord: string;
}

/** Why a batch has failed, in about 30 characters. For a whole sentence see batchStateWords. */
export function failureInAWord(
  phrases: readonly Phrase[],
  { failure, edited, result: [, output] }: FailedBatch,
): string {
  if (failure !== 'differences') return inAWord(failure);
  // A person has fixed the output; the error stays until they press Validate.
  return wrongWith(phrases, output, edited)?.inAWord ?? 'corrected: press Validate';
}

/** The problem of an output as a sentence; '' if there is none. `edited`: a person has changed the output. */
export const replyWords = (phrases: readonly Phrase[], output: string, { edited = false } = {}): string =>
  wrongWith(phrases, output, edited)?.sentence ?? '';

const OTHER_LINES = 'lines that are not in this batch';

function wrongWith(phrases: readonly Phrase[], output: string, edited: boolean): Wrong | undefined {
  const problems = problemsOf(phrases, output);
  const problem = problems.find(({ kind }) => kind === 'key-missing') ?? problems[0];
  if (problem === undefined) return undefined;
  const { kind, keys, words } = problem;
  const numbers = keys.map(Number);
  switch (kind) {
    case 'not-json':
      return edited ? { sentence: notJsonYet(output), inAWord: 'not valid JSON yet' } : noAnswer(phrases, output);
    case 'key-missing':
      return missingPhrases(phrases, numbers);
    case 'key-twice':
      return {
        sentence: aboutPhrases(numbers, 'Line # occurs twice.', 'Lines # occur twice.'),
        inAWord: 'a line occurs twice',
      };
    case 'text-empty':
      return {
        sentence: aboutPhrases(numbers, 'Line # is empty.', 'Lines # are empty.'),
        inAWord: `line ${keys[0]} is empty`,
      };
    case 'text-with-timing':
      return {
        sentence: aboutPhrases(numbers, 'Line # contains a timing line.', 'Lines # contain timing lines.'),
        inAWord: `line ${keys[0]} contains a timing`,
      };
    case 'key-range':
      return { sentence: 'The reply has lines that are not in this batch.', inAWord: OTHER_LINES };
    case 'value-not-text':
      return { sentence: `Line ${keys[0]} is not a text.`, inAWord: `line ${keys[0]} is not text` };
    case 'key-not-numeric':
      return { sentence: `“${keys[0]}” is in the place of a line number.`, inAWord: OTHER_LINES };
    default:
      return { sentence: `${words.replace(/\.$/, '')}.`, inAWord: OTHER_LINES };
  }
}

/** # is the place of the numbers. */
const aboutPhrases = (numbers: readonly number[], one: string, many: string): string =>
  (numbers.length === 1 ? one : many).replace('#', numberList(numbers));

function missingPhrases(phrases: readonly Phrase[], numbers: readonly number[]): Wrong {
  if (phrases.length > 1 && numbers.length === phrases.length)
    return { sentence: 'All lines are missing.', inAWord: 'all lines are missing' };
  return {
    sentence: aboutPhrases(numbers, 'Line # is missing.', 'Lines # are missing.'),
    inAWord:
      numbers.length > 2
        ? `${numbers.length} lines are missing`
        : aboutPhrases(numbers, 'line # is missing', 'lines # are missing'),
  };
}

/** Names the line of the error if the browser's message does, and a missing comma. */
function notJsonYet(output: string): string {
  const words = readReply(output).problems[0]?.words ?? '';
  const offset = offsetIn(words, output);
  if (offset === undefined) return 'This text is not valid JSON yet.';
  const before = output.slice(0, offset);
  const isComma = /expected ',' or/i.test(words) && output[offset] === '"';
  return isComma
    ? `This text is not valid JSON yet: a comma is missing in text line ${lineAtEndOf(before.trimEnd())}.`
    : `This text is not valid JSON yet: look at text line ${lineAtEndOf(before)}.`;
}

const lineAtEndOf = (text: string): number => text.split('\n').length;

/** The error's offset in the browser's message: Chrome gives a position, Firefox line and column, counted from 1. */
function offsetIn(words: string, output: string): number | undefined {
  const [, position] = /\bposition (\d+)/.exec(words) ?? [];
  if (position !== undefined) return Number(position);
  const [, line, column] = /\bline (\d+) column (\d+)/.exec(words) ?? [];
  if (line === undefined) return undefined;
  const before = output.split('\n').slice(0, Number(line) - 1);
  return before.join('\n').length + (before.length > 0 ? 1 : 0) + Number(column) - 1;
}

function noAnswer(phrases: readonly Phrase[], output: string): Wrong {
  if (output.trim() === '') return { sentence: 'No translation came.', inAWord: 'no translation came' };
  const usable = translationsOf(phrases, output);
  if (usable.size === 0)
    return {
      sentence: /[{[]/.test(output)
        ? 'The reply of the model is not a translation.'
        : 'The model answered with a sentence instead of a translation.',
      inAWord: 'the reply is not a translation',
    };
  const brokenAt = phrases.find(({ number }) => !usable.has(number))?.number;
  if (brokenAt === undefined)
    return {
      sentence: 'The reply is not valid JSON, but all its lines can be used.',
      inAWord: 'the reply is not valid JSON',
    };
  return {
    sentence: `The reply stops in the middle of line ${brokenAt}. Lines that can be used: ${usable.size}. Missing lines: ${phrases.length - usable.size}.`,
    inAWord: `the reply stops in line ${brokenAt}`,
  };
}
