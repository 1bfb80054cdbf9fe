import { describe, expect, it } from 'vitest';
import { batchesOf } from '../../../test/batches.ts';
import { EMPTY_WORK, type Work } from '../../film/film.ts';
import type { BatchSlot } from '../../translation/batch.ts';
import { type PrimaryAction, primaryAction } from './next-step.ts';

const OK = ['', '{}'] as const;
const FAILED = ['refused', ''] as const;

const withResults = (results: readonly BatchSlot[], facts: Partial<Work> = {}): Work => ({
  ...EMPTY_WORK,
  sourceText: 'x',
  batches: batchesOf(results),
  ...facts,
});

describe('primaryAction', () => {
  it.each<[PrimaryAction, Work]>([
    ['upload', EMPTY_WORK],
    ['upload', { ...EMPTY_WORK, sourceText: ' \n' }],
    ['translate', { ...EMPTY_WORK, sourceText: 'x' }],
    ['result', withResults([OK, null])],
    ['result', withResults([OK, undefined], { paused: { reason: 'offline' } })],
    ['resume', withResults([OK, undefined], { paused: { reason: 'person' } })],
    ['result', withResults([FAILED, null])],
    ['retry-failed', withResults([OK, FAILED])],
    ['result', withResults([OK, OK])],
    ['download', withResults([OK, OK], { translated: 'x' })],
    ['close-batch', withResults([OK, OK], { translated: 'x', shownBatch: 0 })],
    ['retry-batch', withResults([OK, FAILED], { shownBatch: 1 })],
  ])('%s', (action, state) => {
    expect(primaryAction(state)).toBe(action);
  });
});
