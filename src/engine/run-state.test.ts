import { expect, it } from 'vitest';
import { EMPTY_WORK } from '../film/film.ts';
import { provenanceEvents } from './notes-of-batch.ts';
import type { Provenance, RunState } from './run-state.ts';

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
