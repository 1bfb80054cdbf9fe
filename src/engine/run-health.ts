import type { ProviderFailure } from '../providers/provider.ts';
import type { BatchResult } from '../translation/batch.ts';
import type { Job } from './job.ts';

/** What is found out about the provider and the model from how calls end: whether it answers, and whether every batch will fail alike. */
export interface RunHealth {
  /**
   * The provider answered a call, be it with a refusal. Gives back whether that tells that the provider is up: an answer to a
   * call from before the failures says nothing of now. `startedAt`: ms since the epoch, of the call.
   */
  replied(startedAt: number): boolean;
  /** A job failed through network or server, after the transport's own retries. Gives back whether that is an outage by now. */
  unanswered(job: Job, at: number): boolean;
  /** Whether the provider has answered a call since then (ms since the epoch): what fails now fails for reasons of its own. */
  answeredSince(at: number): boolean;
  /** A call brought a translation: what failed alike before was the batches' own. */
  translated(): void;
  /** The provider rejected the batch, or its reply holds nothing that can be used. `key`: see `rejectionKey`. */
  rejected(index: number, key: string): void;
  /** The batch has ended with this result after a rejection. */
  failedWith(index: number, result: BatchResult): void;
  /** So many were rejected alike, with no translation between them, that every batch would be. */
  isCommon(key: string): boolean;
  /** The batches that were rejected alike and have failed by it, with their results. */
  rejectedAlike(): readonly RejectedBatch[];
  /** The person says that the run may go on, or another film begins. */
  forget(): void;
}

export interface RejectedBatch {
  readonly index: number;
  readonly result: BatchResult;
}

/** Three batches that fail side by side are rarely three accidents. */
const STREAK = 3;

/** What tells one reason for a rejection from another. Not the words: they quote ids and the reply itself. */
export const rejectionKey = ({ kind, status, code, param }: ProviderFailure): string =>
  [kind, status, code, param].join(' ');

/** Replies that hold nothing to use, whether they ended or were cut off. */
export const UNUSABLE_REPLY = 'unusable reply';

export function createRunHealth(): RunHealth {
  /** When the first of the failures came that no newer call has disproved, ms since the epoch. */
  let downSince: number | undefined;
  const failedSince = new Set<string>();
  let answeredAt = Number.NEGATIVE_INFINITY;
  let rejections = { key: '', batches: new Map<number, BatchResult | undefined>() };

  function isUp(): void {
    downSince = undefined;
    failedSince.clear();
  }

  return {
    replied(startedAt) {
      answeredAt = Math.max(answeredAt, startedAt);
      if (downSince !== undefined && startedAt < downSince) return false;
      isUp();
      return true;
    },
    unanswered({ id }, at) {
      downSince ??= at;
      failedSince.add(id);
      return failedSince.size >= STREAK;
    },
    answeredSince: (at) => answeredAt >= at,
    translated() {
      rejections = { key: '', batches: new Map() };
    },
    rejected(index, key) {
      if (rejections.key !== key) rejections = { key, batches: new Map() };
      rejections.batches.set(index, undefined);
    },
    failedWith(index, result) {
      if (rejections.batches.has(index)) rejections.batches.set(index, result);
    },
    isCommon: (key) => rejections.key === key && rejections.batches.size >= STREAK,
    rejectedAlike: () =>
      [...rejections.batches].flatMap(([index, result]) => (result === undefined ? [] : [{ index, result }])),
    forget() {
      isUp();
      rejections = { key: '', batches: new Map() };
    },
  };
}
