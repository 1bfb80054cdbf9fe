import type { Phrase } from '../../subtitles/phrase.ts';
import { type ReplyProblem, readReply } from '../../translation/read-reply.ts';
import { problemsOf, translationsOf } from '../../translation/validate-batch.ts';
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

/** Where the browser says the line, it is named. */
function notJsonYet(output: string): string {
  const words = readReply(output).problems[0]?.words ?? '';
  const position = /\bposition (\d+)/.exec(words)?.[1];
  const line =
    position === undefined ? /\bline (\d+)/.exec(words)?.[1] : output.slice(0, Number(position)).split('\n').length;
  return `Your text is not valid JSON yet${line === undefined ? '' : `: look at line ${line}`}.`;
}

function noAnswer(phrases: readonly Phrase[], output: string): string {
  if (output.trim() === '') return 'No translation came.';
  const usable = translationsOf(phrases, output);
  if (usable.size === 0) return 'The model answered with something else than a translation.';
  const brokenAt = phrases.find(({ number }) => !usable.has(number))?.number;
  if (brokenAt === undefined) return 'The answer is not valid JSON, but all its phrases can be used.';
  const missing = phrases.length - usable.size;
  const can = usable.size === 1 ? '1 phrase' : `${usable.size} phrases`;
  return `The answer breaks off in phrase ${brokenAt}: ${can} can be used, ${missing} ${missing === 1 ? 'is' : 'are'} missing.`;
}
