import {
  createScheduler,
  decide,
  requestFinished,
  requestRefused,
  type SchedulerState,
} from '../src/engine/pace/scheduler.ts';
import type { KnownPace } from '../src/engine/pace/scheduler-state.ts';
import { createRandom } from './seeded-random.ts';
import { createLimit, type LimitOptions } from './simulated-limit.ts';

/** A stand-in provider and a film, in simulated time: the same seed gives the same run. */
export interface Scenario extends LimitOptions {
  readonly requests: number;
  /** Milliseconds until a refusal or a failure is back. */
  readonly roundTripMs?: number;
  /** Share of calls that answer 500 at once, and of those that are dropped at the end of their answer. */
  readonly failing?: number;
  readonly dropped?: number;
  /** Multiplies the time that an answer takes. */
  readonly slowness?: number;
  /** The person's setting; default: automatic. */
  readonly maxAtOnce?: number;
  /** Of an earlier film. */
  readonly known?: KnownPace | undefined;
}

export interface SimulatedRun {
  /** Wall time by the least time that latency and limit allow. */
  readonly ratio: number;
  readonly calls: number;
  readonly refusals: number;
  readonly mostInFlight: number;
  readonly state: SchedulerState;
}

const RETRY_MS = 500;
const MAX_RETRY_MS = 8000;

/** Drives the scheduler as the engine does: it is asked whenever something happened, and when it said so. */
export function simulateRun(scenario: Scenario, seed: number): SimulatedRun {
  const random = createRandom(seed);
  const agenda = createAgenda();
  const roundTripMs = scenario.roundTripMs ?? 120;
  const tokens = Array.from({ length: scenario.requests }, () => 200 + Math.floor(random() * 121));
  const answerMs = tokens.map((count) => (1500 + 10 * count) * (scenario.slowness ?? 1));
  const admit = createLimit(scenario);
  const queue = tokens.map((_, index) => index);
  let scheduler = createScheduler({
    maxAtOnce: scenario.maxAtOnce ?? Number.POSITIVE_INFINITY,
    known: scenario.known,
  });
  let inFlight = 0;
  let mostInFlight = 0;
  let calls = 0;
  let refusals = 0;
  let finished = 0;

  const pump = () => {
    while (queue.length > 0) {
      const decision = decide(scheduler, agenda.now());
      scheduler = decision.state;
      if (decision.kind === 'wait') return agenda.wake(decision.until, pump);
      if (decision.kind === 'hold') return;
      const index = queue.shift() ?? 0;
      inFlight++;
      mostInFlight = Math.max(mostInFlight, inFlight);
      call(index, decision.ticket, 0);
    }
  };
  const end = (next: SchedulerState) => {
    inFlight--;
    scheduler = next;
    pump();
  };
  const call = (index: number, ticket: number, failures: number) => {
    calls++;
    agenda.after(roundTripMs / 2, () => {
      const refusal = admit(agenda.now(), tokens[index] ?? 0);
      if (refusal.refused) {
        return agenda.after(roundTripMs / 2, () => {
          refusals++;
          queue.unshift(index);
          queue.sort((a, b) => a - b);
          end(requestRefused(scheduler, ticket, refusal.waitMs, agenda.now()));
        });
      }
      const fails = random() < (scenario.failing ?? 0);
      const drops = !fails && random() < (scenario.dropped ?? 0);
      const durationMs = fails ? roundTripMs : (answerMs[index] ?? 0);
      agenda.after(durationMs - roundTripMs, refusal.release);
      agenda.after(durationMs - roundTripMs / 2, () => {
        if (fails || drops) {
          const backoffMs = Math.min(MAX_RETRY_MS, RETRY_MS * 2 ** failures) * (1 - 0.25 * random());
          return agenda.after(backoffMs, () => call(index, ticket, failures + 1));
        }
        finished++;
        end(requestFinished(scheduler, ticket, agenda.now()));
      });
    });
  };

  pump();
  while (finished < scenario.requests && agenda.step()) {}
  if (finished < scenario.requests) throw new Error('The scheduler stands still');
  return {
    ratio: agenda.now() / leastMs(scenario, tokens, answerMs),
    calls,
    refusals,
    mostInFlight,
    state: scheduler,
  };
}

/** What latency and limit allow to one who knows them. */
function leastMs(scenario: Scenario, tokens: readonly number[], answerMs: readonly number[]): number {
  const longest = Math.max(...answerMs);
  const { atOnce, bucket, window } = scenario;
  if (atOnce !== undefined) {
    return (Math.ceil(scenario.requests / atOnce) * answerMs.reduce((sum, ms) => sum + ms, 0)) / scenario.requests;
  }
  if (window !== undefined) return (Math.ceil(scenario.requests / window.size) - 1) * window.everyMs + longest;
  if (bucket === undefined) return longest;
  const units = tokens.reduce((sum, count) => sum + (bucket.cost?.(count) ?? 1), 0);
  return Math.max(0, units - bucket.size) * bucket.refillMs + longest;
}

interface Agenda {
  now(): number;
  after(delayMs: number, run: () => void): void;
  /** One alarm at a time: a later call replaces it. */
  wake(at: number, run: () => void): void;
  /** Runs what is due next; false when nothing is. */
  step(): boolean;
}

function createAgenda(): Agenda {
  let now = 0;
  let alarm: { at: number; run: () => void } | undefined;
  let entries: { at: number; run: () => void }[] = [];
  const add = (at: number, run: () => void) => {
    const place = entries.findLastIndex((entry) => entry.at <= at) + 1;
    entries = entries.toSpliced(place, 0, { at, run });
  };
  return {
    now: () => now,
    after: (delayMs, run) => add(now + delayMs, run),
    wake: (at, run) => {
      alarm = { at, run };
    },
    step: () => {
      const first = entries[0];
      if (alarm !== undefined && (first === undefined || alarm.at < first.at)) {
        const { at, run } = alarm;
        alarm = undefined;
        now = Math.max(now, at);
        run();
        return true;
      }
      if (first === undefined) return false;
      entries.shift();
      now = first.at;
      first.run();
      return true;
    },
  };
}
