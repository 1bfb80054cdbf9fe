import type { BatchStatus } from '../../engine/run-state.ts';

export const BATCH_STATUS_WORDS = {
  waiting: 'waiting',
  loading: 'in progress',
  ok: 'OK',
  failed: 'failed',
} as const satisfies Record<BatchStatus, string>;
