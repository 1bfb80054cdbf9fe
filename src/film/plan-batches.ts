import { progressOf } from '../engine/batch.ts';
import { nextCall } from '../engine/batch-calls.ts';
import { contextFor, notedOfCall } from '../engine/notes-of-batch.ts';
import { type Asked, estimateCall, sumOfTokens } from '../prices/estimate.ts';
import type { Tokens } from '../prices/price.ts';
import { batchAt } from '../translation/batch.ts';
import { batchQueued } from './changes.ts';
import type { Work } from './film.ts';
import { isConfirmed, isEdited, linesOfBatch, marksOf } from './lines.ts';
import { planSuggestions, tokensOfRequests } from './plan-suggestions.ts';
import type { NewSuggestionRequest } from './session.ts';

interface Kept {
  readonly withConfirmed: boolean;
  readonly withEdited: boolean;
}

interface BatchPlan {
  /** Those that ask for lines which are left as they are, beside the batch's own. */
  readonly asks: readonly NewSuggestionRequest[];
  /** Of all requests, the batch's own among them. */
  readonly requests: number;
  readonly tokens: Tokens;
}

/** What "Translate again" of a batch sends, and about how many tokens all of that takes. */
export function planBatchAgain(film: Work, index: number, kept: Kept, asked: Asked): BatchPlan {
  const left = linesOfBatch(film, index).filter((line) => {
    const marks = marksOf(film, line);
    return (!kept.withConfirmed && isConfirmed(marks)) || (!kept.withEdited && isEdited(marks));
  });
  const asks = planSuggestions(
    film,
    left.map(({ number }) => number),
    { kind: 'again' },
  );
  const own = ownTokens(film, index, kept, asked);
  return {
    asks,
    requests: asks.length + own.length,
    tokens: sumOfTokens([tokensOfRequests(film, asked, asks), ...own]),
  };
}

/** Of the batch's own request; none where nothing is left to ask for. */
export function ownTokens(film: Work, index: number, kept: Kept, { prompt, model }: Asked): readonly Tokens[] {
  const queued = batchQueued(film, { type: 'batch-queued', index, inHalves: false, ...kept });
  const call = queued === film ? undefined : nextCall(batchAt(film.phrases, index), progressOf(queued.batches[index]));
  if (!call) return [];
  const { replyFormat } = film.options;
  const context = contextFor(film, call);
  const facts = { ...call, ...notedOfCall(film, index, call.phrases), ...(replyFormat && { replyFormat }) };
  return [estimateCall({ ...facts, prompt, context }, model)];
}
