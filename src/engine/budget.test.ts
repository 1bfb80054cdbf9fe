import { expect, test } from 'vitest';
import { createFakeClock } from '../../test/fake-clock.ts';
import { samplePhrases } from '../../test/srt-sample.ts';
import { EMPTY_WORK } from '../film/film.ts';
import type { FailureKind } from '../providers/failure-kinds.ts';
import { createBudget } from './budget.ts';
import type { FilmAccess } from './job.ts';
import { createFlight } from './requests.ts';
import type { RunState } from './run-state.ts';

const MODEL = { endpoint: 'openai', id: 'gpt-4o' } as const;
const CANCELLED = { ok: false, failure: { kind: 'cancelled', message: '' }, text: '', usage: undefined } as const;

test.each<[string, FailureKind | 'never left' | 'under way', isPaid: boolean]>([
  ['before its request leaves', 'never left', false],
  ['while its request is under way', 'under way', true],
  ['while it waits for a retry after a timeout', 'timeout', true],
  ['while it waits for a retry after a failure of the server', 'server', false],
])('[D9.2] counts a call as probably paid, or not, that is stopped %s', (_, last, isPaid) => {
  let state: RunState = EMPTY_WORK;
  const film: FilmAccess = {
    getState: () => state,
    dispatch: (event) => {
      if (event.type === 'call-paid') state = { ...state, spent: event.spent };
    },
  };
  const budget = createBudget({
    spent: () => state.spent,
    clock: createFakeClock(),
    readPricing: () => ({ own: {}, stopAt: null, prompt: 'Translate.', model: MODEL }),
  });
  const flight = createFlight(0);
  const charge = budget.begin(film, { context: [], phrases: samplePhrases(20) }, flight);
  if (last !== 'never left') {
    charge.leftTo(MODEL);
    const lease = flight.lease();
    if (last !== 'under way') lease.end({ kind: last, message: '' });
  }
  flight.aborting.abort();
  charge.settle(CANCELLED, true);
  expect(state.spent.some(({ unreported }) => unreported.input > 0)).toBe(isPaid);
});
