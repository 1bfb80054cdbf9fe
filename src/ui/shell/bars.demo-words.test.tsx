import { expect, it } from 'vitest';
import { EMPTY_SESSION, type SessionState } from '../../film/film.ts';
import type { BatchSlot } from '../../translation/batch.ts';
import { demoWords } from './bars.tsx';

const OK: BatchSlot = ['', '{}'];
const FAILED: BatchSlot = ['The reply was rejected by the content filter.', '{'];
const CORRECTED = { correction: { answer: '{}', errors: ['Phrase 28 is missing.'] } };

const stateOf = (results: readonly BatchSlot[], facts: Partial<SessionState> = {}): SessionState => ({
  ...EMPTY_SESSION,
  results,
  details: results.map(() => ({})),
  ...facts,
});

it.each<[string, SessionState, RegExp]>([
  ['before the run', EMPTY_SESSION, /^Press Translate\.$/],
  ['on the way', stateOf([OK, null]), /^The batches are on their way/],
  ['paused', stateOf([OK, undefined], { paused: { reason: 'person' } }), /^Paused: press Resume\.$/],
  ['a failed one, even while others run', stateOf([OK, null, FAILED]), /^Batch 3 failed.* press Retry\.$/],
  [
    'all OK, one corrected',
    stateOf([OK, OK], { details: [{}, CORRECTED] }),
    /^Batch 2 came back with gaps .* Download saves the result\.$/,
  ],
  ['all OK', stateOf([OK]), /^Download saves the result\.$/],
])('%s', (_, state, words) => {
  expect(demoWords(state)).toMatch(words);
});
