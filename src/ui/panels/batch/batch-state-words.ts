import { batchStatus } from '../../../engine/run-selectors.ts';
import type { BatchDetails } from '../../../engine/run-state.ts';
import type { Phrase } from '../../../subtitles/phrase.ts';
import { type BatchSlot, isFailed } from '../../../translation/batch.ts';
import { problemsOf } from '../../../translation/validate-batch.ts';
import { BATCH_STATUS_WORDS } from '../../words/batch-status-words.ts';
import { explainFailure } from '../../words/explain-failure.ts';
import { numberList } from '../../words/number-list.ts';

/** How a batch stands, in words for people: "OK", or "failed: phrase 333 is missing". */
export function batchStateWords(
  phrases: readonly Phrase[],
  slot: BatchSlot,
  failure: BatchDetails['failure'] = 'differences',
): string {
  const words = BATCH_STATUS_WORDS[batchStatus(slot)];
  if (!isFailed(slot)) return words;
  const [error, output] = slot;
  const why = failure === 'differences' ? differenceWords(phrases, error, output) : explainFailure(failure, 'Retry');
  return `${words}: ${asPart(firstSentence(why))}`;
}

function differenceWords(phrases: readonly Phrase[], error: string, output: string): string {
  const problems = problemsOf(phrases, output);
  if (problems[0]?.kind === 'not-json') return 'the output is not valid JSON';
  const missing = (problems.find(({ kind }) => kind === 'key-missing')?.keys ?? []).map(Number);
  if (missing.length === 0) return error;
  if (missing.length === 1) return `phrase ${missing[0]} is missing`;
  return missing.length === phrases.length ? 'all phrases are missing' : `phrases ${numberList(missing)} are missing`;
}

const firstSentence = (text: string): string => /^.*?\.(?=\s)/s.exec(text)?.[0] ?? text;

/** A sentence as a part of another one. */
const asPart = (sentence: string): string =>
  `${sentence[0]?.toLowerCase() ?? ''}${sentence.slice(1)}`.replace(/\.$/, '');
