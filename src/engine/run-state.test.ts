import { expect, it } from 'vitest';
import { EMPTY_SESSION } from '../film/film.ts';
import { type MadeWith, makingOf, type RunState } from './run-state.ts';

const withPrompt = (prompt: string, id = 'gpt-4o'): MadeWith => ({ prompt, model: { endpoint: 'openai', id } });
const [A, B] = [withPrompt('A'), withPrompt('B')];
const OK = ['', '{}'] as const;

const run = (facts: Partial<RunState>): RunState => ({
  ...EMPTY_SESSION,
  results: [null, undefined],
  details: [{}, {}],
  ...facts,
});

it.each<[string, Partial<RunState>, MadeWith, readonly [number, readonly (MadeWith | null)[]] | undefined]>([
  ['the first answer', {}, A, [0, [A]]],
  ['another one alike', { makings: [A] }, withPrompt('A'), undefined],
  ['another prompt', { makings: [A] }, B, [1, [A, B]]],
  ['another model', { makings: [A] }, withPrompt('A', 'gpt-9'), [1, [A, withPrompt('A', 'gpt-9')]]],
  ['a known one', { makings: [A, B] }, B, [1, [A, B]]],
  ['the same as before', { makings: [A, B], details: [{ making: 1 }, {}] }, B, undefined],
  ['the first one again', { makings: [A, B], details: [{ making: 1 }, {}] }, A, [0, [A, B]]],
  ['after answers that were not noted', { results: [null, OK] }, A, [1, [null, A]]],
])('%s', (_, facts, madeWith, noted) => {
  const events = noted ? [{ type: 'batch-made', index: 0, making: noted[0], makings: noted[1] }] : [];
  expect(makingOf(run(facts), 0, madeWith)).toEqual(events);
});
