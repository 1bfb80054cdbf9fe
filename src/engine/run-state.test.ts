import { expect, it } from 'vitest';
import { batchesOf } from '../../test/batches.ts';
import type { StoredFacts } from '../film/accepted-facts.ts';
import { EMPTY_WORK } from '../film/film.ts';
import type { BatchSlot } from '../translation/batch.ts';
import { provenanceEvents } from './notes-of-batch.ts';
import { nextBatch, type Provenance, type RunState } from './run-state.ts';

const withPrompt = (prompt: string, id = 'gpt-4o'): Provenance => ({ prompt, model: { endpoint: 'openai', id } });
const [A, B] = [withPrompt('A'), withPrompt('B')];
const OK = ['', '{}'] as const;

const run = (facts: Partial<RunState>): RunState => ({
  ...EMPTY_WORK,
  batches: batchesOf([null, undefined]),
  ...facts,
});

it.each<[string, Partial<RunState>, Provenance, readonly [number, readonly (Provenance | null)[]] | undefined]>([
  ['the first answer', {}, A, [0, [A]]],
  ['another one alike', { provenances: [A] }, withPrompt('A'), undefined],
  ['another prompt', { provenances: [A] }, B, [1, [A, B]]],
  ['another model', { provenances: [A] }, withPrompt('A', 'gpt-9'), [1, [A, withPrompt('A', 'gpt-9')]]],
  ['a known one', { provenances: [A, B] }, B, [1, [A, B]]],
  ['the same as before', { provenances: [A, B], batches: batchesOf([null, undefined], [{ making: 1 }]) }, B, undefined],
  [
    'the first one again',
    { provenances: [A, B], batches: batchesOf([null, undefined], [{ making: 1 }]) },
    A,
    [0, [A, B]],
  ],
  ['after answers that were not noted', { batches: batchesOf([null, OK]) }, A, [1, [null, A]]],
])('%s', (_, facts, madeWith, noted) => {
  const events = noted
    ? [{ type: 'batch-made', index: 0, provenance: noted[0], provenances: noted[1], notesStamp: '' }]
    : [];
  expect(provenanceEvents(run(facts), 0, madeWith, '')).toEqual(events);
});

const OPEN = undefined;
const BEGUN = { fruitless: 1 };
it.each<[string, readonly BatchSlot[], readonly StoredFacts[], number | undefined]>([
  ["the first left, in the film's order", [OK, null, OPEN, OPEN], [], 2],
  ['one that needs another call, before all', [null, OPEN, OPEN, OPEN], [{}, {}, {}, { progress: BEGUN }], 3],
  ['a second chance, after all', [null, OPEN, OPEN, null], [{}, { secondChance: 'taken' }], 2],
  ['one that a person asked for', [null, OPEN, OPEN, OPEN], [{}, {}, {}, { byHand: true }], 3],
  ['none', [null, null], [], undefined],
])('[D6.8] the next batch: %s', (_, slots, facts, expected) => {
  expect(nextBatch({ ...EMPTY_WORK, batches: batchesOf(slots, facts) })).toBe(expected);
});
