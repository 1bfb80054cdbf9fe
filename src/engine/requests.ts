import { type Clock, watchSleep } from '../clock/clock.ts';
import type { PriceBook } from '../prices/price.ts';
import { type EndpointId, isLocal } from '../providers/endpoints.ts';
import { isKeyRefused } from '../providers/keys.ts';
import type {
  Addresses,
  ApiKeys,
  Lease,
  Model,
  Provider,
  ProviderFailure,
  Thinking,
  TranslateOutcome,
} from '../providers/provider.ts';
import {
  asksHalfPrice,
  EMPTY_PROMPT,
  isOnThisComputer,
  missingKey,
  type Settings,
  type SettingsState,
  startProblem,
  tariffOf,
} from '../settings/settings.ts';
import { composeRequest, withRelativeKeys } from '../translation/request.ts';
import type { RequestEnd } from './gate.ts';
import type { DispatcherOptions, FilmAccess, PricingContext, SendRequest, SentOutcome } from './job.ts';
import type { PauseKind } from './run-state.ts';

/** One call in flight. */
export interface Flight {
  /** When the call started, in ms since 1970. */
  readonly startedAt: number;
  /** Aborted to stop the call; its answer is dropped. */
  readonly aborting: AbortController;
  /** Aborted so that the call sends no further request. Its request in flight is waited for. */
  readonly withdrawing: AbortController;
  isWithdrawn(): boolean;
  /** Called when one of its requests leaves. */
  lease(): Lease;
  /** True while one of its requests is under way. */
  isLeased: boolean;
  isSent: boolean;
  /** The failures of its requests so far. */
  readonly failures: ProviderFailure[];
  /** True if one of its requests was not allowed to leave. Its job then returns to the queue, whatever its earlier requests brought. */
  isDenied: boolean;
}

export function createFlight(startedAt: number): Flight {
  const [aborting, withdrawing] = [new AbortController(), new AbortController()];
  const flight: Flight = {
    startedAt,
    aborting,
    withdrawing,
    isWithdrawn: () => aborting.signal.aborted || withdrawing.signal.aborted,
    lease() {
      flight.isLeased = true;
      flight.isSent = true;
      return {
        end(failure) {
          flight.isLeased = false;
          if (failure) flight.failures.push(failure);
        },
      };
    },
    isLeased: false,
    isSent: false,
    failures: [],
    isDenied: false,
  };
  return flight;
}

/** Wait after a sleep, and again after each answer: a busy page needs time to handle hundreds of paid answers. */
const WAKE_GRACE_MS = 3_000;

/** Longer wait for the case that only the time of day was set forward. Then answers will still arrive, and aborting their calls would pay for them twice. */
const UNCERTAIN_GRACE_MS = 60_000;

/** Calls `abort` for requests that were in flight while the computer slept: their answers may never arrive. */
export function createSleepGuard(
  clock: Clock,
  calls: { readonly size: number },
  abort: (isOld: (call: Flight) => boolean) => void,
) {
  /** End of the last sleep, in ms since 1970, while the guard waits for requests from before it. */
  let wokeAt = Number.NEGATIVE_INFINITY;
  let graceMs = WAKE_GRACE_MS;
  let cancelGrace = () => {};
  let unwatch: (() => void) | undefined;

  function awaitOldAnswers(): void {
    cancelGrace();
    cancelGrace = clock.after(graceMs, () => {
      const before = wokeAt;
      wokeAt = Number.NEGATIVE_INFINITY;
      abort(({ startedAt }) => startedAt < before);
    });
  }

  function stopWatching(): void {
    unwatch?.();
    unwatch = undefined;
  }

  return {
    /** A request was sent: the guard watches for a sleep from now on. */
    watch() {
      unwatch ??= watchSleep(clock, ({ isCertain }) => {
        wokeAt = clock.now();
        graceMs = isCertain ? WAKE_GRACE_MS : UNCERTAIN_GRACE_MS;
        awaitOldAnswers();
      });
    },
    finished({ startedAt }: Flight) {
      if (startedAt < wokeAt) awaitOldAnswers();
      if (calls.size === 0) stopWatching();
    },
    dispose() {
      stopWatching();
      cancelGrace();
    },
  };
}

interface SendRequestDependencies {
  readonly readSettings: (film: FilmAccess) => RequestSettings;
  /** Waits for a model list that is loading and may still change the model. If the list fails, the call fails with it. */
  readonly whenModelSettled: (options: { readonly signal: AbortSignal }) => Promise<ProviderFailure | undefined>;
  /** Called with a key when the provider refuses it. */
  readonly noteRefusedKey?: Settings['noteRefusedKey'];
  readonly loadProvider: (id: EndpointId) => Promise<Provider>;
}

/** Rejects only if the script of the provider cannot be loaded. */
export function createSendRequest({
  readSettings,
  whenModelSettled,
  noteRefusedKey,
  loadProvider,
}: SendRequestDependencies): SendRequest {
  return async (call, { film, signal, permitFor }) => {
    const modelFailure = await whenModelSettled({ signal });
    if (modelFailure) return unsent(modelFailure);
    const settings = readSettings(film);
    const lacking = lackingIn(settings);
    if (lacking) return unsent(lacking);
    const { prompt, model, keys, calls } = settings;
    const provider = await loadProvider(model.endpoint);
    const { endpoint } = model;
    const { thinking, halfPrice } = calls;
    const { call: asked, restore } = (call.replyFormat === 'schema' ? withRelativeKeys : asItIs)({ prompt, ...call });
    const composed = composeRequest(asked);
    const request = { model, key: keys[endpoint], thinking, halfPrice, ...composed };
    const permit = permitFor({ model, isAsComposed: () => isSentAlike(settings, readSettings(film)) });
    const outcome = await provider.translate(request, { signal, permit, address: hostOf(settings, endpoint) });
    if (!outcome.ok) noteRefusedKey?.(endpoint, request.key, outcome.failure);
    return { ...withKeyWanted(outcome, request.key), text: restore(outcome.text), madeWith: { prompt, model } };
  };
}

/** Changes the outcome of a request without a key: its refusal does not mean that a key is wrong. */
const withKeyWanted = (outcome: TranslateOutcome, key: string): TranslateOutcome =>
  outcome.ok || key !== '' || !isKeyRefused(outcome.failure, '')
    ? outcome
    : { ...outcome, failure: { ...outcome.failure, kind: 'wants-key' } };

const asItIs: typeof withRelativeKeys = (call) => ({ call, restore: (reply) => reply });

/** Why these settings cannot send a request. undefined: they can. */
export function lackingIn({
  prompt,
  ...settings
}: Pick<RequestSettings, 'prompt' | 'model' | 'keys'>): ProviderFailure | undefined {
  const message = missingKey(settings);
  if (message !== undefined) return { kind: 'missing-key', message };
  return prompt.trim() === '' ? { kind: 'no-prompt', message: EMPTY_PROMPT } : undefined;
}

const unsent = (failure: ProviderFailure): TranslateOutcome => ({
  ok: false,
  failure,
  text: '',
  usage: undefined,
});

/** The settings that a request is composed of. */
interface RequestSettings {
  readonly prompt: string;
  readonly model: Model;
  readonly keys: ApiKeys;
  readonly calls: { readonly thinking: Thinking; readonly halfPrice: boolean };
  /** Addresses of the person's own servers, by endpoint. Missing: the usual address. */
  readonly hosts: Addresses;
}

/** All settings that a run reads, again for each request. Model lists, tabs and doubtful keys stay in the page. */
export interface RunSettings extends RequestSettings {
  /** The most requests in flight. 'automatic': the scheduler finds the limit. */
  readonly concurrency: 'automatic' | number;
  /** The most that the films may cost together, in US dollars; null: no limit. */
  readonly limit: number | null;
  /** The person's own prices, by endpoint and model id ("openai:gpt-4o"). */
  readonly ownPrices: PriceBook['own'];
}

/** The part of a page's settings that its run reads. */
export const runSettingsOf = ({ calls: { addresses, ...calls }, prices, ...settings }: SettingsState): RunSettings => {
  const { prompt, model, keys, concurrency } = settings;
  return { prompt, model, keys, concurrency, calls, limit: prices.stopAt, ownPrices: prices.own, hosts: addresses };
};

const hostOf = ({ hosts }: RequestSettings, id: EndpointId): string | undefined =>
  isLocal(id) ? hosts[id] : undefined;

/** True if both settings send the same request to the model in use. */
const isSentAlike = (one: RequestSettings, other: RequestSettings): boolean =>
  factsOf(one).every((fact, index) => fact === factsOf(other)[index]);

/** What a change of the settings means for a run. */
export interface SettingsChange {
  /** True for failures that no longer predict the next request. */
  readonly isOutdated: (kind: PauseKind) => boolean;
  /** Why no request could start before the change. undefined: nothing prevented it, or the same problem remains. */
  readonly startProblem: string | undefined;
  /** True if requests may be allowed to start now that were not allowed before. */
  readonly mayAllowMore: boolean;
}

export const changesOf =
  (settings: Settings['store']) =>
  (onChange: (change: SettingsChange) => void): (() => void) => {
    let now = startProblem(settings.getState());
    return settings.subscribe((state, before) => {
      const problem = now;
      now = startProblem(state);
      onChange({
        isOutdated: (kind) => isOutdated(kind, runSettingsOf(before), runSettingsOf(state)),
        startProblem: problem === now ? undefined : problem,
        mayAllowMore: mayAllowMore(state, before),
      });
    });
  };

function mayAllowMore(state: SettingsState, before: SettingsState): boolean {
  const { endpoint } = state.model;
  // Ignore half-typed keys: a key counts once the model list was fetched with it. Half a key would be sent and end the run.
  const hasNewList = state.models[endpoint] !== before.models[endpoint] && state.models[endpoint].state === 'live';
  const isSame = (['model', 'concurrency', 'prices'] as const).every((name) => state[name] === before[name]);
  return hasNewList || !isSame || state.calls.halfPrice !== before.calls.halfPrice;
}

function isOutdated(kind: PauseKind, before: RequestSettings, now: RequestSettings): boolean {
  if (kind === 'limit' || kind === 'chunk') return false;
  if (kind === 'no-prompt') return lackingIn(now)?.kind !== kind;
  // The message lists the keys that are there.
  if (kind === 'missing-key') return lackingIn(now)?.message !== lackingIn(before)?.message;
  return !isSentAlike({ ...before, prompt: now.prompt }, now);
}

const factsOf = (settings: RequestSettings): readonly unknown[] => {
  const { prompt, model, keys, calls } = settings;
  const { endpoint, id } = model;
  return [prompt, endpoint, id, keys[endpoint], calls.thinking, calls.halfPrice, hostOf(settings, endpoint)];
};

/** A server on this computer handles only a few requests at once and refuses none. More requests would wait in the browser and time out. */
const AT_ONCE_ON_THIS_COMPUTER = 4;
/** Chromium keeps no more in flight to one host. Where the first refusal comes late, it is also the most that are refused together. */
const AT_ONCE_AUTOMATIC = 256;

/** The dispatcher's options, read from the settings. `readLists` is undefined if the page shows no costs. */
export function settingsOfDispatcher(
  read: (film?: FilmAccess) => RunSettings,
  readLists: (() => Pick<PricingContext, 'models' | 'isModelOpen' | 'paidBefore'>) | undefined,
): Pick<DispatcherOptions, 'maxAtOnce' | 'isHalfPrice' | 'tariff' | 'readPricing'> {
  const callsNow = () => ({ ...read().calls, addresses: read().hosts });
  return {
    maxAtOnce() {
      const { concurrency, model } = read();
      if (concurrency !== 'automatic') return concurrency;
      return isOnThisComputer({ calls: callsNow() }, model.endpoint) ? AT_ONCE_ON_THIS_COMPUTER : AT_ONCE_AUTOMATIC;
    },
    isHalfPrice: () => asksHalfPrice({ calls: callsNow(), model: read().model }),
    tariff: (model = read().model) => tariffOf({ calls: callsNow(), model }),
    readPricing:
      readLists &&
      ((film) => {
        const { prompt, model, limit, ownPrices } = read(film);
        return { ...readLists(), own: ownPrices, stopAt: limit, prompt, model, calls: callsNow() };
      }),
  };
}

/** If a retry was not allowed to leave, the job returns to the queue: the call's failure shows nothing about the job. */
export function asMeant(outcome: SentOutcome, { isDenied }: Pick<Flight, 'isDenied'>): SentOutcome {
  if (outcome.ok || !isDenied) return outcome;
  return { ...outcome, failure: { ...outcome.failure, kind: 'cancelled' } };
}

/** `outcome` is undefined if the call threw. */
export function requestEndOf(outcome: TranslateOutcome | undefined): RequestEnd {
  if (!outcome) return 'cancelled';
  if (outcome.ok) return 'finished';
  const { kind, retryAfterMs } = outcome.failure;
  if (kind === 'rate-limit') return { refusedForMs: retryAfterMs };
  return kind === 'cancelled' ? 'cancelled' : 'finished';
}
