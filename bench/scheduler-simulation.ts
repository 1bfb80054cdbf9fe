import type { SchedulerState } from '../src/engine/pace.ts';
import { createScheduler, decide, type KnownPace, requestFinished, requestRefused } from '../src/engine/scheduler.ts';
import { createFakeClock } from '../test/fake-clock.ts';
import { createRandom } from './seeded-random.ts';
import { createLimit, type LimitOptions } from './simulated-limit.ts';

/** A simulated provider and a film; the same seed gives the same run. */
export interface Scenario extends LimitOptions {
  readonly requests: number;
  /** So many programs translate a film each at the same time, default 1. */
  readonly programs?: number;
  /** Milliseconds until a refusal or a failure arrives. */
  readonly roundTripMs?: number;
  /** Share of the calls that answer 500 at once, and of those dropped at the end of their answer. */
  readonly failing?: number;
  readonly dropped?: number;
  /** Multiplies the time of an answer. */
  readonly slowness?: number;
  /** The person's limit; default: automatic. */
  readonly maxAtOnce?: number;
  /** What an earlier film has learned. */
  readonly known?: KnownPace | undefined;
  /** The provider's initial limit instead of the scenario's own. */
  readonly weather?: Weather;
}

/** A provider with temporary problems. */
export interface Weather extends LimitOptions {
  readonly forMs: number;
  /** Share of the calls that are refused at any pace. */
  readonly refusing?: number;
}

export interface SimulatedRun {
  /** Wall time divided by the least time that latency and limit allow. */
  readonly ratio: number;
  readonly calls: number;
  readonly refusals: number;
  readonly mostInFlight: number;
  readonly state: SchedulerState;
  /** Milliseconds since the start, of each answer and each refusal. */
  readonly answeredAt: readonly number[];
  readonly refusedAt: readonly number[];
}

/** Programs of one fleet start within this time. */
const STARTED_WITHIN_MS = 300;
const RETRY_MS = 500;
const MAX_RETRY_MS = 8000;

/** Drives the scheduler as the engine does: after every event, and at the time that the scheduler names. `state` is the last program's. */
export function simulateRun(scenario: Scenario, seed: number): SimulatedRun {
  const random = createRandom(seed);
  const clock = createFakeClock(0);
  const admit = createAdmission(scenario, random);
  const refusedAt: number[] = [];
  const answeredAt: number[] = [];
  const programs = scenario.programs ?? 1;
  const films = Array.from({ length: programs }, () => {
    const tokens = Array.from({ length: scenario.requests }, () => 200 + Math.floor(random() * 121));
    return { tokens, answerMs: tokens.map((count) => (1500 + 10 * count) * (scenario.slowness ?? 1)) };
  });
  const runs = films.map((film) => createProgram(scenario, film, { random, clock, admit, refusedAt, answeredAt }));

  for (const [at, { pump }] of runs.entries()) at === 0 ? pump() : clock.after(random() * STARTED_WITHIN_MS, pump);
  const answers = programs * scenario.requests;
  while (answeredAt.length < answers && clock.step()) {}
  if (answeredAt.length < answers) throw new Error('The scheduler stands still');
  const all = { tokens: films.flatMap(({ tokens }) => tokens), answerMs: films.flatMap(({ answerMs }) => answerMs) };
  return {
    ratio: clock.now() / leastMs(scenario, all),
    calls: runs.reduce((sum, { calls }) => sum + calls(), 0),
    refusals: refusedAt.length,
    mostInFlight: Math.max(...runs.map(({ mostInFlight }) => mostInFlight())),
    state: (runs.at(-1) as (typeof runs)[number]).state(),
    answeredAt,
    refusedAt,
  };
}

interface Film {
  readonly tokens: readonly number[];
  readonly answerMs: readonly number[];
}

/** What all programs of a run share. */
interface World {
  readonly random: () => number;
  readonly clock: ReturnType<typeof createFakeClock>;
  readonly admit: ReturnType<typeof createLimit>;
  readonly refusedAt: number[];
  readonly answeredAt: number[];
}

function createProgram(scenario: Scenario, { tokens, answerMs }: Film, world: World) {
  const { random, clock, admit, refusedAt, answeredAt } = world;
  const roundTripMs = scenario.roundTripMs ?? 120;
  const queue = tokens.map((_, index) => index);
  let scheduler = createScheduler({
    maxAtOnce: scenario.maxAtOnce ?? Number.POSITIVE_INFINITY,
    known: scenario.known,
  });
  let inFlight = 0;
  let mostInFlight = 0;
  let calls = 0;

  const pump = () => {
    while (queue.length > 0) {
      const decision = decide(scheduler, clock.now());
      scheduler = decision.state;
      if (decision.kind === 'wait') return wakeAt(decision.until);
      if (decision.kind === 'hold') return;
      const index = queue.shift() ?? 0;
      inFlight++;
      mostInFlight = Math.max(mostInFlight, inFlight);
      call(index, decision.ticket, 0);
    }
  };
  /** At most one alarm: a later one replaces it. */
  let cancelAlarm = () => {};
  const wakeAt = (at: number) => {
    cancelAlarm();
    cancelAlarm = clock.after(at - clock.now(), pump);
  };
  const end = (next: SchedulerState) => {
    inFlight--;
    scheduler = next;
    pump();
  };
  const call = (index: number, ticket: number, failures: number) => {
    calls++;
    clock.after(roundTripMs / 2, () => {
      const refusal = admit(clock.now(), tokens[index] ?? 0);
      if (refusal.refused) {
        return clock.after(roundTripMs / 2, () => {
          refusedAt.push(clock.now());
          queue.unshift(index);
          queue.sort((a, b) => a - b);
          end(requestRefused(scheduler, ticket, refusal.waitMs, clock.now()));
        });
      }
      const fails = random() < (scenario.failing ?? 0);
      const drops = !fails && random() < (scenario.dropped ?? 0);
      const durationMs = fails ? roundTripMs : (answerMs[index] ?? 0);
      clock.after(durationMs - roundTripMs, refusal.release);
      clock.after(durationMs - roundTripMs / 2, () => {
        if (fails || drops) {
          const backoffMs = Math.min(MAX_RETRY_MS, RETRY_MS * 2 ** failures) * (1 - 0.25 * random());
          return clock.after(backoffMs, () => call(index, ticket, failures + 1));
        }
        answeredAt.push(clock.now());
        end(requestFinished(scheduler, ticket, clock.now()));
      });
    });
  };

  return { pump, calls: () => calls, mostInFlight: () => mostInFlight, state: () => scheduler };
}

/** The scenario's limit, and before it that of its weather. */
function createAdmission({ weather, ...limit }: Scenario, random: () => number): ReturnType<typeof createLimit> {
  const admit = createLimit(limit);
  if (!weather) return admit;
  const admitAtFirst = createLimit(weather);
  return (now, tokens) => {
    if (now >= weather.forMs) return admit(now, tokens);
    if (random() < (weather.refusing ?? 0)) return { refused: true, waitMs: numberOf(weather.namedWait) };
    return admitAtFirst(now, tokens);
  };
}

const numberOf = (namedWait: LimitOptions['namedWait']): number | undefined =>
  typeof namedWait === 'number' ? namedWait : undefined;

/** The time of an ideal scheduler that knows latency and limit. */
function leastMs(scenario: Scenario, { tokens, answerMs }: Film): number {
  const requests = tokens.length;
  const longest = Math.max(...answerMs);
  const { atOnce, bucket, window } = scenario;
  if (atOnce !== undefined) {
    return (Math.ceil(requests / atOnce) * answerMs.reduce((sum, ms) => sum + ms, 0)) / requests;
  }
  if (window !== undefined) return (Math.ceil(requests / window.size) - 1) * window.everyMs + longest;
  if (bucket === undefined) return longest;
  const units = tokens.reduce((sum, count) => sum + (bucket.cost?.(count) ?? 1), 0);
  return Math.max(0, units - bucket.size) * bucket.refillMs + longest;
}
