import { expect, it } from 'vitest';
import { EMPTY_WORK } from '../film/film.ts';
import { provenanceEvents } from './notes-of-batch.ts';
import { nextBatch, type Provenance, type RunState } from './run-state.ts';

const withPrompt = (prompt: string, id = 'gpt-4o'): Provenance => ({ prompt, model: { endpoint: 'openai', id } });
const [A, B] = [withPrompt('A'), withPrompt('B')];
const OK = ['', '{}'] as const;

const run = (facts: Partial<RunState>): RunState => ({
  ...EMPTY_WORK,
  results: [null, undefined],
  details: [{}, {}],
  ...facts,
});

it.each<[string, Partial<RunState>, Provenance, readonly [number, readonly (Provenance | null)[]] | undefined]>([
  ['the first answer', {}, A, [0, [A]]],
  ['another one alike', { provenances: [A] }, withPrompt('A'), undefined],
  ['another prompt', { provenances: [A] }, B, [1, [A, B]]],
  ['another model', { provenances: [A] }, withPrompt('A', 'gpt-9'), [1, [A, withPrompt('A', 'gpt-9')]]],
  ['a known one', { provenances: [A, B] }, B, [1, [A, B]]],
  ['the same as before', { provenances: [A, B], details: [{ provenance: 1 }, {}] }, B, undefined],
  ['the first one again', { provenances: [A, B], details: [{ provenance: 1 }, {}] }, A, [0, [A, B]]],
  ['after answers that were not noted', { results: [null, OK] }, A, [1, [null, A]]],
])('%s', (_, facts, madeWith, noted) => {
  const events = noted ? [{ type: 'batch-made', index: 0, provenance: noted[0], provenances: noted[1] }] : [];
  expect(provenanceEvents(run(facts), 0, madeWith)).toEqual(events);
});

// Batches of one phrase each, of so many characters.
const film = (...lengths: readonly number[]): RunState['phrases'] =>
  lengths.map((length, at) => ({ number: at + 1, time: '', text: 'a'.repeat(length), endsBatch: true as const }));
const OPEN = undefined;
const BEGUN = { texts: {} };
it.each<[string, readonly number[], RunState['results'], RunState['details'][number][], number | undefined]>([
  ['of a round with one left to begin, that one', [1, 2, 9, 3], [null, OPEN, OPEN, OPEN], [], 1],
  ['of a round, the longest', [1, 2, 3, 9, 4, 1], [null, OPEN, OPEN, OPEN, OPEN, OK], [], 2],
  ['the first left, once as many have passed it', [1, 2, 3, 4, 9, 1, 1], [OPEN, OK, OK, null, OPEN, OPEN, OPEN], [], 0],
  ['of the last round, the longest', [1, 2, 9, 3], [null, null, OPEN, OPEN], [], 2],
  ['then what is left', [1, 2, 9, 3], [null, null, null, OPEN], [], 3],
  ['of several alike, the first', [1, 1, 4, 5, 5], [null, null, null, OPEN, OPEN], [], 3],
  ["at the very beginning, in the film's order", [1, 9], [OPEN, OPEN], [], 0],
  [
    'one that needs another call, before all',
    [1, 2, 9, 3],
    [null, null, OPEN, OPEN],
    [{}, {}, {}, { progress: BEGUN }],
    3,
  ],
  ['a second chance, after all', [1, 9, 3, 2], [null, OPEN, OPEN, null], [{}, { secondChance: 'planned' }], 2],
  ['one that a person asked for', [1, 2, 9, 3], [null, null, OPEN, OPEN], [{}, {}, {}, { byHand: true }], 3],
  ['none', [1, 2], [null, null], [], undefined],
])('[D6.8] the next batch: %s', (_, lengths, results, details, expected) => {
  expect(
    nextBatch({
      ...EMPTY_WORK,
      phrases: film(...lengths),
      results,
      details: results.map((__, at) => details[at] ?? {}),
    }),
  ).toBe(expected);
});
