import type { FailureKind } from '../providers/provider.ts';

/** What is found out about the provider and the model from how calls end: bad luck, an outage, or an error that every batch will have. */
export interface RunHealth {
  /** The provider answered, be it with a refusal: there is no outage. `at`: ms since the epoch. */
  replied(at: number): void;
  /** It answered with a translation. */
  translated(at: number): void;
  /** A call failed through network or server, after the transport's own retries. `startedAt`: ms since the epoch. */
  failedToAnswer(index: number, startedAt: number): FailureVerdict;
  /**
   * The provider rejected the batch, or its model gave nothing that can be used. Gives back the batches that failed alike,
   * when they are so many, with no success between them, that every batch would; else undefined.
   */
  rejected(index: number, kind: FailureKind | 'differences', message: string): readonly number[] | undefined;
  /** The wait before the next try of an outage, ms; longer each time until there is an answer. */
  nextTryDelayMs(): number;
  /** Forgets all of it: the person says that the run may go on, or another film begins. */
  forget(): void;
}

export type FailureVerdict =
  /** Others were answered meanwhile: the batch had bad luck, and is sent once more at once. */
  | 'retry'
  /** The same, and it had its second chance. */
  | 'fail'
  /** No call has been answered since this one began: it may be an outage. */
  | 'no-answers'
  /** So many failed in a row that it is one. */
  | 'outage';

/** Three calls that fail side by side are rarely three accidents. */
const STREAK = 3;
const FIRST_TRY_AFTER_MS = 30_000;
const LONGEST_TRY_AFTER_MS = 300_000;

export function createRunHealth(): RunHealth {
  let unanswered = new Set<number>();
  let answeredAt = Number.NEGATIVE_INFINITY;
  let alike = { error: '', batches: new Set<number>() };
  let tries = 0;
  const retried = new Set<number>();

  function replied(at: number): void {
    unanswered = new Set();
    answeredAt = at;
    tries = 0;
  }

  return {
    replied,
    translated(at) {
      replied(at);
      alike = { error: '', batches: new Set() };
    },
    failedToAnswer(index, startedAt) {
      if (answeredAt >= startedAt) {
        if (retried.has(index)) return 'fail';
        retried.add(index);
        return 'retry';
      }
      unanswered.add(index);
      return unanswered.size >= STREAK ? 'outage' : 'no-answers';
    },
    rejected(index, kind, message) {
      // Numbers differ from batch to batch where the error is the same.
      const error = `${kind} ${message.replace(/\d+/g, '0')}`;
      if (alike.error !== error) alike = { error, batches: new Set() };
      alike.batches.add(index);
      return alike.batches.size >= STREAK ? [...alike.batches] : undefined;
    },
    nextTryDelayMs() {
      const delayMs = Math.min(LONGEST_TRY_AFTER_MS, FIRST_TRY_AFTER_MS * 2 ** tries);
      tries++;
      return delayMs;
    },
    forget() {
      replied(Number.NEGATIVE_INFINITY);
      alike = { error: '', batches: new Set() };
      retried.clear();
    },
  };
}
