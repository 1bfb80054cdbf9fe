import { expect, test } from 'vitest';
import { createFakeClock } from '../../test/fake-clock.ts';
import { samplePhrases } from '../../test/srt-sample.ts';
import { EMPTY_WORK } from '../film/film.ts';
import { createBudget } from './budget.ts';
import type { FilmAccess } from './job.ts';
import type { RunState } from './run-state.ts';

const MODEL = { endpoint: 'openai', id: 'gpt-4o' } as const;

test('a call that is stopped before it leaves is not written down as paid', () => {
  let state: RunState = EMPTY_WORK;
  const film: FilmAccess = {
    getState: () => state,
    dispatch: (event) => {
      if (event.type === 'call-paid') state = { ...state, spent: event.spent };
    },
  };
  const budget = createBudget({
    states: () => [state],
    clock: createFakeClock(),
    readPricing: () => ({ own: {}, stopAt: null, prompt: 'Translate.', model: MODEL }),
  });
  const controller = new AbortController();
  const charge = budget.begin(film, { context: [], phrases: samplePhrases(20) }, controller.signal, () => true);
  controller.abort();
  charge.settle({ ok: false, failure: { kind: 'cancelled', message: '' }, text: '', usage: undefined }, true);
  expect(state.spent).toEqual([]);
});
