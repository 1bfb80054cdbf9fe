import type { BatchDetails } from '../../engine/run-state.ts';
import { batchStatus } from '../../engine/run-state.ts';
import { timingOf } from '../../review/timing-of.ts';
import type { Phrase } from '../../subtitles/phrase.ts';
import { type BatchResult, type BatchSlot, isFailed } from '../../translation/batch.ts';
import { BATCH_STATUS_WORDS } from './batch-status-words.ts';
import { filmTimeWords } from './duration-words.ts';
import { explainFailure } from './explain-failure.ts';
import { replyWords } from './reply-words.ts';

/** How a batch stands, in words for people: "OK", or "failed: phrase 333 is missing". */
export function batchStateWords(phrases: readonly Phrase[], slot: BatchSlot, details: BatchDetails = {}): string {
  const words = BATCH_STATUS_WORDS[batchStatus(slot)];
  return isFailed(slot) ? `${words}: ${failureWords(phrases, slot, details)}` : words;
}

/** Why a batch has failed: "phrase 333 is missing". */
function failureWords(
  phrases: readonly Phrase[],
  [error, output]: BatchResult,
  { failure = 'differences', edited = false }: BatchDetails = {},
): string {
  const why =
    failure === 'differences' ? replyWords(phrases, output, { edited }) || error : explainFailure(failure, 'Retry');
  return asPart(firstSentence(why));
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

/** A sentence as a part of another one. */
const asPart = (sentence: string): string =>
  `${sentence[0]?.toLowerCase() ?? ''}${sentence.slice(1)}`.replace(/\.$/, '');
