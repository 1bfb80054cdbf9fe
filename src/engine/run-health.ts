import type { ProviderFailure } from '../providers/provider.ts';
import type { BatchResult } from '../translation/batch.ts';
import type { Job } from './jobs/job.ts';

/** What the ends of calls tell about the provider and the model: whether it answers, and whether every batch would fail alike. */
export interface RunHealth {
  /** The provider answered a call. Returns whether it is up: a call started (ms since 1970) before the failures does not tell. */
  replied(startedAt: number): boolean;
  /** A job failed through network or server, after the transport's own retries. Returns whether this makes an outage. */
  unanswered(job: Job, at: number): boolean;
  /** Whether a call has been answered since `at` (ms since 1970): then a failing batch fails for a reason of its own. */
  answeredSince(at: number): boolean;
  /** A call brought a translation: earlier rejections were the batches' own fault. */
  translated(): void;
  /** The provider rejected the batch, or its reply holds nothing usable. `key`: see `rejectionKey`. */
  rejected(index: number, key: string): void;
  /** A rejected batch has ended with this result. */
  failedWith(index: number, result: BatchResult): void;
  /** Whether so many batches were rejected for this reason in a row that every batch would be. */
  isCommon(key: string): boolean;
  /** The batches that were rejected for the same reason and have ended, with their results. */
  rejectedAlike(): readonly RejectedBatch[];
  /** The person resumes the run, or another film begins. */
  forget(): void;
}

export interface RejectedBatch {
  readonly index: number;
  readonly result: BatchResult;
}

/** Three batches that fail in a row are rarely three accidents. */
const STREAK = 3;

/** Equal for rejections with the same reason. Without the message, which quotes ids and the reply. */
export const rejectionKey = ({ kind, status, code, param }: ProviderFailure): string =>
  [kind, status, code, param].join(' ');

/** The key of replies without anything usable, complete or cut off. */
export const UNUSABLE_REPLY = 'unusable reply';

export function createRunHealth(): RunHealth {
  /** Time in ms since 1970 of the first failure that no newer call's answer has disproved. */
  let downSince: number | undefined;
  const failedJobs = new Set<string>();
  let answeredAt = Number.NEGATIVE_INFINITY;
  let rejections = { key: '', batches: new Map<number, BatchResult | undefined>() };

  function isUp(): void {
    downSince = undefined;
    failedJobs.clear();
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
      failedJobs.add(id);
      return failedJobs.size >= STREAK;
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
