import type { Phrase } from '../../subtitles/phrase.ts';
import { problemsOf, translationsOf } from '../../translation/check-reply.ts';
import { type ReplyProblem, readReply } from '../../translation/read-reply.ts';
import { numberList } from './number-list.ts';

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
