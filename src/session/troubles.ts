/** What to do with a batch that failed through network or server, after the transport's own retries. */
export type TroubleVerdict =
  /** Others were answered meanwhile: it had bad luck, and gets one more chance. */
  | { readonly kind: 'retry' }
  | { readonly kind: 'fail' }
  /** So many in a row, with no answer in between: none of them is to blame. */
  | { readonly kind: 'outage'; readonly batches: readonly number[] };

/** Tells bad luck from an outage. */
export interface Troubles {
  /** `at`, `startedAt`: ms since the epoch. */
  answered(at: number): void;
  failed(index: number, startedAt: number): TroubleVerdict;
  forget(): void;
}

/** Three connections that fail side by side are rarely three accidents. */
const OUTAGE_STREAK = 3;

export function createTroubles(): Troubles {
  let streak: number[] = [];
  let answeredAt = Number.NEGATIVE_INFINITY;
  const retried = new Set<number>();
  return {
    answered(at) {
      streak = [];
      answeredAt = at;
    },
    failed(index, startedAt) {
      streak.push(index);
      if (new Set(streak).size >= OUTAGE_STREAK) return { kind: 'outage', batches: streak };
      if (answeredAt < startedAt || retried.has(index)) return { kind: 'fail' };
      retried.add(index);
      return { kind: 'retry' };
    },
    forget() {
      streak = [];
      retried.clear();
    },
  };
}
