import { vi } from 'vitest';
import { type Clock, createTimerClock } from '../src/clock/clock.ts';
import { createDispatcher } from '../src/engine/dispatcher.ts';
import type { Connectivity, PaceMemory, PricingContext, SendRequest } from '../src/engine/job.ts';
import type { SettingsChange } from '../src/engine/requests.ts';
import type { Provenance } from '../src/engine/run-state.ts';
import { createSession, type SessionDependencies } from '../src/film/create-session.ts';
import type { Work } from '../src/film/film.ts';
import { createEarlySession } from '../src/film/session-later.ts';
import type { FilmWorker } from '../src/film-worker/calls.ts';
import { createFilmWorker } from '../src/film-worker/connect.ts';
import { createFilmServer } from '../src/film-worker/functions.ts';
import { createCalls } from '../src/lib/port.ts';
import type { ReadingRequest } from '../src/notes/film-reading.ts';
import type { FailureKind } from '../src/providers/failure-kinds.ts';
import type { TranslateOutcome } from '../src/providers/provider.ts';
import { filmTexts, parseFilm } from '../src/storage/film-codec.ts';
import { decodeWork, rawWith } from '../src/storage/film-records.ts';
import type { SuggestionFacts } from '../src/translation/suggestions.ts';
import { sampleSrt } from './srt-sample.ts';

/** One call as the provider receives it. */
export interface SentRequest {
  readonly numbers: readonly number[];
  readonly contextNumbers: readonly number[];
  readonly correction: { readonly answer: string; readonly errors: readonly string[] } | undefined;
  /** Only in a request for suggestions. */
  readonly suggestion: SuggestionFacts | undefined;
  /** The film notes as they are sent. Missing: none. */
  readonly notes: string | undefined;
  readonly replyFormat: 'schema' | 'plain' | undefined;
  /** Only in a request that reads the film. */
  readonly reading: ReadingRequest | undefined;
  readonly at: number;
  readonly signal: AbortSignal;
}

interface TimedAnswer {
  readonly afterMs?: number;
  readonly outcome: TranslateOutcome;
  /** Called when the outcome arrives, unless the call was aborted. */
  readonly onArrival?: () => void;
}

/** The outcome of a call. Without a time it arrives after one second. */
export type Answer = TranslateOutcome | TimedAnswer;

/** A promise that the test resolves. */
export function awaited<Value = void>() {
  let give: (value: Value) => void = () => {};
  const coming = new Promise<Value>((resolve) => {
    give = resolve;
  });
  return { coming, give };
}

export const inMs = (afterMs: number, outcome: TranslateOutcome): TimedAnswer => ({ afterMs, outcome });

export const replyOf = (numbers: readonly number[]): string =>
  JSON.stringify(Object.fromEntries(numbers.map((number) => [number, `PT ${number}`])));

export const success = (text: string): TranslateOutcome => ({
  ok: true,
  text,
  usage: { input: 100, output: 40, reasoning: 0 },
});

export const failure = (kind: FailureKind, message: string = kind, retryAfterMs?: number): TranslateOutcome => ({
  ok: false,
  failure: { kind, message, ...(retryAfterMs !== undefined && { retryAfterMs }) },
  text: '',
  usage: undefined,
});

/** A reply that the length limit cut off after `text`. */
export const cutOff = (text: string, reasoning = 0): TranslateOutcome => ({
  ok: false,
  failure: { kind: 'cut-off', message: 'The reply was cut off by the length limit.' },
  text,
  usage: { input: 100, output: 4096, reasoning },
});

const MODEL = { endpoint: 'openai', id: 'gpt-4o' } as const;

/** A clock based on vitest's fake Date.now and setTimeout. */
export const fakeTimerClock: Clock = createTimerClock();

export interface HarnessOptions {
  /** The provider's answer. Missing: translates every phrase. */
  readonly answer?: (request: SentRequest, count: number) => Answer;
  readonly initial?: Work;
  readonly maxAtOnce?: number | (() => number);
  readonly startProblem?: () => string | undefined;
  /** True: delivers answers even to aborted requests, as if they had been read completely before. */
  readonly answersLate?: boolean;
  /** Missing: `fakeTimerClock`. */
  readonly clock?: Clock;
  readonly paceMemory?: PaceMemory;
  /** Whether calls request half price. Missing: no. */
  readonly isHalfPrice?: () => boolean;
  /** The tariff in use. Missing: there are no tariffs. */
  readonly tariff?: () => string;
  /** Missing: costs are not recorded. */
  readonly readPricing?: () => PricingContext;
  /** Prompt and model of the answers. Missing: unknown. */
  readonly madeWith?: () => Provenance;
  /** Prompt and model in use, and a way to restore those of a work. Missing: none. */
  readonly settingsOfSteps?: SessionDependencies['settingsOfSteps'];
  /** Missing: the film worker's functions run in the test's thread. */
  readonly filmWorker?: FilmWorker;
}

/** The functions of the film worker, in the test's thread. */
export const connectInside = () =>
  createFilmWorker({
    startWorker() {
      throw new Error('No worker here.');
    },
    loadServer: async () => createFilmServer,
  });

/** The real session with a provider that plays a script. Needs vi.useFakeTimers(). */
export function createHarness({
  answer,
  initial,
  startProblem,
  maxAtOnce = Number.POSITIVE_INFINITY,
  answersLate = false,
  madeWith,
  paceMemory,
  clock = fakeTimerClock,
  readPricing,
  isHalfPrice,
  tariff,
  settingsOfSteps,
  filmWorker = connectInside(),
}: HarnessOptions = {}) {
  const requests: SentRequest[] = [];
  const inFlight = { now: 0, most: 0 };
  const settingsChanges = createCalls<[SettingsChange]>();
  let online = true;
  let notifyConnectivity = () => {};
  const connectivity: Connectivity = {
    isOnline: () => online,
    subscribe(onChange) {
      notifyConnectivity = onChange;
      return () => {
        notifyConnectivity = () => {};
      };
    },
  };
  const sendRequest: SendRequest = (
    { phrases, context, correction, suggestion, notes, reading, replyFormat },
    { signal, permitFor },
  ) => {
    const numbers = phrases.map(({ number }) => number);
    const contextNumbers = context.map(({ number }) => number);
    const request = {
      numbers,
      contextNumbers,
      correction,
      suggestion,
      notes,
      reading,
      replyFormat,
      at: Date.now(),
      signal,
    };
    const lease = permitFor({ model: readPricing?.().model ?? MODEL, isAsComposed: () => true })();
    if (!lease) return Promise.resolve(failure('cancelled'));
    requests.push(request);
    const given = answer?.(request, requests.length) ?? success(replyOf(numbers));
    const { afterMs = 1_000, outcome, onArrival }: TimedAnswer = 'outcome' in given ? given : { outcome: given };
    inFlight.most = Math.max(inFlight.most, ++inFlight.now);
    return new Promise((resolve) => {
      const made = madeWith?.();
      const end = (result: TranslateOutcome) => {
        inFlight.now--;
        lease.end();
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
        resolve({ ...result, ...(made && { madeWith: made }) });
      };
      const onAbort = () => end(failure('cancelled', 'Request was aborted.'));
      const timer = setTimeout(() => {
        onArrival?.();
        end(outcome);
      }, afterMs);
      if (!answersLate) signal.addEventListener('abort', onAbort);
    });
  };
  const { add } = createDispatcher({
    isOneRun: true,
    order: 'film',
    sendRequest,
    clock,
    connectivity,
    onBug: (thrown) => console.error(thrown),
    maxAtOnce: () => (typeof maxAtOnce === 'number' ? maxAtOnce : maxAtOnce()),
    paceMemory,
    readPricing,
    isHalfPrice,
    tariff,
  });
  const session = createSession({
    early: createEarlySession(filmWorker, initial),
    createRun: add,
    clock,
    filmWorker,
    startProblem: startProblem ?? (() => undefined),
    onUnwritten: (reason) => console.error(reason),
    onSettings: settingsChanges.use,
    settingsOfSteps,
  });
  return {
    session,
    requests,
    inFlight,
    state: () => session.store.getState(),
    /** Tells the session that settings have changed. Missing: no failure is outdated, and more requests may be allowed to start. */
    settingsChanged: (
      change: SettingsChange = { isOutdated: () => false, startProblem: undefined, mayAllowMore: true },
    ) => settingsChanges.call(change),
    setOnline(value: boolean) {
      online = value;
      notifyConnectivity();
    },
    /** Lets `ms` pass, including promises. */
    pass: (ms: number) => vi.advanceTimersByTimeAsync(ms),
  };
}

/** A harness that has begun to translate `count` phrases. */
export function begin(count: number, options?: HarnessOptions) {
  const harness = createHarness(options);
  harness.session.openSource(sampleSrt(count), []);
  void harness.session.translate();
  return harness;
}

/** A film whose run has ended. Its calls must take less than five seconds. */
export async function finished(count = 40, options: HarnessOptions = {}) {
  const harness = begin(count, options);
  await harness.pass(5_000);
  return harness;
}

/** As `begin`, but `ms` later. */
export async function beginFor(ms: number, count: number, options?: HarnessOptions) {
  const harness = begin(count, options);
  await harness.pass(ms);
  return harness;
}

/** The state after a reload from storage. */
export function readAgain(state: Work): Work {
  const texts = filmTexts(state);
  const { state: read, broken } = parseFilm({ read: (key) => texts[key], incompleteWrite: false });
  if (broken.size > 0) throw new Error(`What was stored cannot be read: ${[...broken]}`);
  return read;
}

/** The state that a reload finds in the database, with undo steps. */
export function storedAgain(state: Work): Work {
  const { work, damaged } = decodeWork(rawWith(state, { owner: '', revision: 1, taken: [] }, []));
  if (damaged.length > 0) throw new Error(`What was stored cannot be read: ${JSON.stringify(damaged)}`);
  return work;
}
