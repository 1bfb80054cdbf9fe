import { expect, test } from 'vitest';
import { createFakeClock } from '../../test/fake-clock.ts';
import { samplePhrases } from '../../test/srt-sample.ts';
import { EMPTY_WORK } from '../film/film.ts';
import type { FailureKind } from '../providers/failure-kinds.ts';
import type { ProviderFailure } from '../providers/provider.ts';
import { createBudget } from './budget.ts';
import type { FilmAccess } from './job.ts';
import { createFlight } from './requests.ts';
import type { RunState } from './run-state.ts';

const MODEL = { endpoint: 'openai', id: 'gpt-4o' } as const;
const CANCELLED = { ok: false, failure: { kind: 'cancelled', message: '' }, text: '', usage: undefined } as const;

test.each<[string, readonly (FailureKind | 'under way')[], isPaid: boolean]>([
  ['before its request leaves', [], false],
  ['while its request is under way', ['under way'], true],
  ['while it waits for a retry after a timeout', ['timeout'], true],
  ['while it waits for a retry after a failure of the server', ['server'], false],
  ['while it waits for its second retry: a timeout, then a server failure', ['timeout', 'server'], true],
])(
  '[D9.2] records a stopped call as probably paid only if the provider may have billed a request: stopped %s',
  (_, requests, isPaid) => {
    const { flight, charge, state } = begun();
    for (const end of requests) {
      charge.leftTo(MODEL);
      const lease = flight.lease();
      if (end !== 'under way') lease.end({ kind: end, message: '' });
    }
    flight.aborting.abort();
    charge.settle(CANCELLED, true);
    expect(isCounted(state())).toBe(isPaid);
  },
);

test('[D9.2] records a call as probably paid if its first request timed out and the server refused its second', () => {
  const { flight, charge, state } = begun();
  const refused: ProviderFailure = { kind: 'server', message: '' };
  for (const failure of [{ kind: 'timeout', message: '' } as const, refused]) {
    charge.leftTo(MODEL);
    flight.lease().end(failure);
  }
  charge.settle({ ...CANCELLED, failure: refused }, true);
  expect(isCounted(state())).toBe(true);
});

const isCounted = ({ spent }: RunState) => spent.some(({ unreported }) => unreported.input > 0);

function begun() {
  let state: RunState = EMPTY_WORK;
  const film: FilmAccess = {
    getState: () => state,
    dispatch: (event) => {
      if (event.type === 'call-paid') state = { ...state, spent: event.spent };
    },
  };
  const budget = createBudget({
    spent: () => state.spent,
    isAllCounted: () => true,
    clock: createFakeClock(),
    readPricing: () => ({ own: {}, stopAt: null, prompt: 'Translate.', model: MODEL }),
  });
  const flight = createFlight(0);
  const charge = budget.begin(film, { context: [], phrases: samplePhrases(20) }, flight);
  return { flight, charge, state: () => state };
}
