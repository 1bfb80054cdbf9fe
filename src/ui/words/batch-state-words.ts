import { batchStatus } from '../../engine/run-selectors.ts';
import type { BatchDetails } from '../../engine/run-state.ts';
import type { Phrase } from '../../subtitles/phrase.ts';
import { type BatchSlot, isFailed } from '../../translation/batch.ts';
import { BATCH_STATUS_WORDS } from './batch-status-words.ts';
import { explainFailure } from './explain-failure.ts';
import { replyWords } from './reply-words.ts';

/** A batch's state for people: "OK", or "failed: phrase 333 is missing". */
export function batchStateWords(
  phrases: readonly Phrase[],
  slot: BatchSlot,
  { failure = 'differences', edited = false }: BatchDetails = {},
): string {
  const words = BATCH_STATUS_WORDS[batchStatus(slot)];
  if (!isFailed(slot)) return words;
  const [error, output] = slot;
  const why =
    failure === 'differences' ? replyWords(phrases, output, { edited }) || error : explainFailure(failure, 'Retry');
  return `${words}: ${asPart(firstSentence(why))}`;
}

const firstSentence = (text: string): string => /^.*?\.(?=\s)/s.exec(text)?.[0] ?? text;

/** A sentence as part of another: without capital and full stop. */
const asPart = (sentence: string): string =>
  `${sentence[0]?.toLowerCase() ?? ''}${sentence.slice(1)}`.replace(/\.$/, '');
