import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SchedulerState } from './pace.ts';
import {
  createScheduler,
  type Decision,
  decide,
  limitOf,
  requestCancelled,
  requestFinished,
  requestRefused,
  withMaxAtOnce,
} from './scheduler.ts';

/** The events of a random run, in any order. `which` picks one of the requests in flight. */
type Action =
  | { readonly type: 'ask' }
  | { readonly type: 'pass'; readonly ms: number }
  | { readonly type: 'finish' | 'cancel'; readonly which: number }
  | { readonly type: 'refuse'; readonly which: number; readonly waitMs: number | undefined }
  | { readonly type: 'limit'; readonly maxAtOnce: number };

const which = fc.nat(1000);
const maxAtOnce = fc.oneof(fc.integer({ min: 1, max: 20 }), fc.constant(Number.POSITIVE_INFINITY));
const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 8, arbitrary: fc.constant<Action>({ type: 'ask' }) },
  { weight: 5, arbitrary: fc.record({ type: fc.constant('pass'), ms: fc.integer({ min: 0, max: 2000 }) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('pass'), ms: fc.integer({ min: 10_000, max: 10_000_000 }) }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('finish'), which }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('cancel'), which }) },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('refuse'),
      which,
      waitMs: fc.option(fc.integer({ min: 0, max: 120_000 }), { nil: undefined }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('limit'), maxAtOnce }) },
);
const actions = fc.array(action, { maxLength: 150 });

interface Walk {
  readonly state: SchedulerState;
  readonly now: number;
  readonly inFlight: readonly number[];
  readonly maxAtOnce: number;
}

interface Watcher {
  readonly onDecision?: (decision: Decision, before: Walk) => void;
  readonly onStep?: (before: Walk) => () => void;
}

/** Runs the actions. The watcher sees each decision, and the state before and after each step. */
function walk(max: number, steps: readonly Action[], watcher: Watcher = {}): Walk {
  let at: Walk = { state: createScheduler({ maxAtOnce: max }), now: 50_000, inFlight: [], maxAtOnce: max };
  for (const step of steps) {
    const after = watcher.onStep?.(at);
    at = take(at, step, watcher);
    after?.();
  }
  return at;
}

function take(at: Walk, step: Action, { onDecision }: Watcher): Walk {
  if (step.type === 'pass') return { ...at, now: at.now + step.ms };
  if (step.type === 'limit') {
    return { ...at, maxAtOnce: step.maxAtOnce, state: withMaxAtOnce(at.state, step.maxAtOnce) };
  }
  if (step.type === 'ask') {
    const decision = decide(at.state, at.now);
    onDecision?.(decision, at);
    const inFlight = decision.kind === 'start' ? [...at.inFlight, decision.ticket] : at.inFlight;
    return { ...at, state: decision.state, inFlight };
  }
  const ticket = at.inFlight[step.which % Math.max(1, at.inFlight.length)];
  if (ticket === undefined) return at;
  return { ...at, state: end(at, step, ticket), inFlight: at.inFlight.filter((other) => other !== ticket) };
}

function end({ state, now }: Walk, step: Action, ticket: number): SchedulerState {
  if (step.type === 'refuse') return requestRefused(state, ticket, step.waitMs, now);
  return step.type === 'finish' ? requestFinished(state, ticket, now) : requestCancelled(state, ticket, now);
}

test('never allows more requests in flight than the maximum, and gives each ticket once', () => {
  fc.assert(
    fc.property(maxAtOnce, actions, (max, steps) => {
      let lastTicket = 0;
      walk(max, steps, {
        onDecision(decision, before) {
          if (decision.kind !== 'start') return;
          expect(before.inFlight.length).toBeLessThan(before.maxAtOnce);
          expect(decision.ticket).toBeGreaterThan(lastTicket);
          lastTicket = decision.ticket;
        },
      });
    }),
  );
});

test('after "wait until t", starts nothing before t unless an event comes', () => {
  fc.assert(
    fc.property(maxAtOnce, actions, fc.double({ min: 0, max: 0.999, noNaN: true }), (max, steps, share) => {
      walk(max, steps, {
        onDecision(decision, { now }) {
          if (decision.kind !== 'wait') return;
          expect(decision.until).toBeGreaterThan(now);
          const early = decide(decision.state, now + share * (decision.until - now));
          expect(early.kind).toBe('wait');
          // A call of decide() that comes too early must not delay the start.
          if (early.kind === 'wait') expect(early.until).toBeLessThanOrEqual(decision.until);
        },
      });
    }),
  );
});

test('after "hold", starts nothing until an event comes, however long it takes', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20 }), actions, fc.integer({ min: 0, max: 10_000_000 }), (max, steps, ms) => {
      // One request more than may be in flight.
      const full = Array.from({ length: max + 1 }, (): Action[] => [{ type: 'pass', ms: 10_000 }, { type: 'ask' }]);
      walk(max, [...full.flat(), ...steps], {
        onDecision(decision, { now, inFlight }) {
          if (decision.kind !== 'hold') return;
          expect(inFlight.length).toBeGreaterThan(0);
          expect(decide(decision.state, now + ms).kind).toBe('hold');
        },
      });
    }),
  );
});

test('starts a request again when all requests in flight have ended and the named wait is over', () => {
  fc.assert(
    fc.property(maxAtOnce, actions, fc.boolean(), (max, steps, finishes) => {
      const at = walk(max, steps);
      const endOne = finishes ? requestFinished : requestCancelled;
      let state = at.inFlight.reduce((before, ticket) => endOne(before, ticket, at.now), at.state);
      let { now } = at;
      let decision = decide(state, now);
      for (let asked = 1; asked < 5 && decision.kind === 'wait'; asked++) {
        state = decision.state;
        now = decision.until;
        decision = decide(state, now);
      }
      expect(decision.kind).toBe('start');
    }),
  );
});

test('continues to start requests even if every one is refused, but never without a pause', () => {
  fc.assert(
    fc.property(actions, (steps) => {
      const at = walk(Number.POSITIVE_INFINITY, steps);
      let state = at.inFlight.reduce((before, ticket) => requestRefused(before, ticket, undefined, at.now), at.state);
      let { now } = at;
      let refused = 0;
      for (let asked = 0; asked < 400 && refused < 30; asked++) {
        const decision = decide(state, now);
        if (decision.kind === 'hold') throw new Error('It holds with nothing in flight');
        state = decision.state;
        if (decision.kind === 'wait') now = decision.until;
        else {
          refused++;
          now += 50;
          state = requestRefused(state, decision.ticket, undefined, now);
        }
      }
      expect(refused).toBe(30);
      expect(now - at.now).toBeGreaterThan(10_000);
    }),
  );
});

test('never changes a state that it has returned: the same question gives the same answer', () => {
  fc.assert(
    fc.property(maxAtOnce, fc.array(action, { maxLength: 60 }), (max, steps) => {
      walk(max, steps, {
        onStep({ state, now }) {
          const copy = structuredClone(state);
          const answer = decide(state, now);
          return () => {
            expect(state).toEqual(copy);
            expect(decide(state, now)).toEqual(answer);
          };
        },
      });
    }),
  );
});

test('reports the limit as a whole number of at least one', () => {
  fc.assert(
    fc.property(maxAtOnce, actions, (max, steps) => {
      const limit = limitOf(walk(max, steps).state);
      if (limit.kind === 'none') return;
      expect(limit.requests).toBeGreaterThanOrEqual(1);
      expect(Number.isInteger(limit.requests)).toBe(true);
    }),
  );
});
