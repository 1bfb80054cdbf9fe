import type { Phrase } from '../subtitles/phrase.ts';
import type { Batch, BatchResult } from '../translation/batch.ts';
import { prettyJson } from '../translation/json/pretty-json.ts';
import type { BatchDetails, BatchProgress } from './state/run-state.ts';

/** The specified error text of a request that a person has stopped. */
export const ABORTED = 'Request was aborted.';

export interface FinishedStep {
  readonly kind: 'finished';
  readonly result: BatchResult;
  /** Why the batch failed; missing: it is OK. */
  readonly failure?: NonNullable<BatchDetails['failure']>;
  /** Of a failed batch: what Retry need not ask for again. */
  readonly progress?: BatchProgress;
  /** A corrective pass removed the differences. */
  readonly corrected?: boolean;
}

/** Ends a batch that cannot go on with all that came. `text`, of the last call, is shown if nothing else came. */
export function unfinished(batch: Batch, progress: BatchProgress, error: string, text = ''): FinishedStep {
  const { texts, correcting } = progress;
  const kept = { ...(texts && { texts }), ...(correcting && { correcting }) };
  return {
    kind: 'finished',
    result: [error, outputOf(batch, progress) ?? correcting?.answer ?? text],
    ...((texts || correcting) && { progress: kept }),
  };
}

/** What has come so far, as an output; undefined: nothing. */
export const outputOf = ({ phrases }: Batch, { texts }: BatchProgress): string | undefined =>
  texts &&
  prettyJson(
    phrases.flatMap(({ number }) => (texts[number] === undefined ? [] : [[String(number), texts[number]] as const])),
  );

/** The phrases that have no text and are not given up. */
export const openPhrases = ({ phrases }: Batch, { texts = {}, givenUp: given }: BatchProgress): readonly Phrase[] =>
  phrases.filter(({ number }) => !Object.hasOwn(texts, number) && !given?.numbers.includes(number));
