import { expect, it, test } from 'vitest';
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
  ['adds those of the first answer', {}, A, [0, [A]]],
  ['adds nothing for a second answer with the same prompt and model', { provenances: [A] }, withPrompt('A'), undefined],
  ['adds a new prompt', { provenances: [A] }, B, [1, [A, B]]],
  ['adds a new model', { provenances: [A] }, withPrompt('A', 'gpt-9'), [1, [A, withPrompt('A', 'gpt-9')]]],
  ['refers to a recorded pair instead of adding it again', { provenances: [A, B] }, B, [1, [A, B]]],
  [
    'reports nothing if the batch already refers to that pair',
    { provenances: [A, B], batches: batchesOf([null, undefined], [{ making: 1 }]) },
    B,
    undefined,
  ],
  [
    'refers to the first pair again',
    { provenances: [A, B], batches: batchesOf([null, undefined], [{ making: 1 }]) },
    A,
    [0, [A, B]],
  ],
  [
    'reserves the first place for older answers that were not recorded',
    { batches: batchesOf([null, OK]) },
    A,
    [1, [null, A]],
  ],
])('records the prompt and model of an answer: %s', (_, facts, madeWith, noted) => {
  const events = noted
    ? [{ type: 'batch-made', index: 0, provenance: noted[0], provenances: noted[1], notesStamp: '' }]
    : [];
  expect(provenanceEvents(run(facts), 0, madeWith, '')).toEqual(events);
});

const OPEN = undefined;
const BEGUN = { fruitless: 1 };
it.each<[string, readonly BatchSlot[], readonly StoredFacts[], number | undefined]>([
  ['the first waiting batch in the order of the film', [OK, null, OPEN, OPEN], [], 2],
  [
    'a batch that needs another call, before all others',
    [null, OPEN, OPEN, OPEN],
    [{}, {}, {}, { progress: BEGUN }],
    3,
  ],
  ['a batch with a second chance, after all others', [null, OPEN, OPEN, null], [{}, { secondChance: 'taken' }], 2],
  ['a batch that a person asked for', [null, OPEN, OPEN, OPEN], [{}, {}, {}, { byHand: true }], 3],
  ['none', [null, null], [], undefined],
])('[D6.8] starts next: %s', (_, slots, facts, expected) => {
  expect(nextBatch({ ...EMPTY_WORK, batches: batchesOf(slots, facts) })).toBe(expected);
});

test('[D6.8] a program starts the longest batch first, after those that were begun', () => {
  const phrases = Array.from({ length: 80 }, (_, at) => ({
    number: at + 1,
    time: '',
    text: at === 45 ? 'longer' : 'text',
  }));
  const waiting = (facts: readonly StoredFacts[]) => ({
    ...{ ...EMPTY_WORK, phrases },
    batches: batchesOf([OPEN, OPEN, OPEN, OPEN], facts),
  });
  expect(nextBatch(waiting([]), 'longest-first')).toBe(2);
  expect(nextBatch(waiting([{}, {}, {}, { progress: BEGUN }]), 'longest-first')).toBe(3);
  expect(nextBatch(waiting([]), 'film')).toBe(0);
});
