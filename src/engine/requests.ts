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
import type { DispatcherOptions, PricingContext, SendRequest } from './job.ts';
import type { PauseKind } from './run-state.ts';

/** One call in flight. */
export interface Flight {
  /** In ms since 1970. */
  readonly startedAt: number;
  /** Aborted: its answer is dropped. */
  readonly aborting: AbortController;
  /** Aborted: what was sent is waited for, and nothing more is sent. */
  readonly withdrawing: AbortController;
  isWithdrawn(): boolean;
  /** One of its requests leaves now. */
  lease(): Lease;
  /** One of its requests is under way. */
  isLeased: boolean;
  isSent: boolean;
  /** How its requests have failed so far. */
  readonly failures: ProviderFailure[];
  /** A request of it was not let go; its job is given back, whatever came of the requests before. */
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

/** Waited after a sleep, and again after each answer: a busy page needs time to work through hundreds of paid answers. */
const WAKE_GRACE_MS = 3_000;

/** Waited where the time of day may only have been set forward: then the answers under way come, and aborting them would pay them twice. */
const UNCERTAIN_GRACE_MS = 60_000;

/** Has `abort` end the requests that were in flight while the computer slept: they may never be answered. */
export function createSleepGuard(
  clock: Clock,
  calls: { readonly size: number },
  abort: (isOld: (call: Flight) => boolean) => void,
) {
  /** In ms since 1970, while requests from before a sleep are waited for. */
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
    /** A request was sent: from now on a sleep is noticed. */
    watch() {
      unwatch ??= watchSleep(clock, ({ isCertain }) => {
        wokeAt = clock.now();
        graceMs = isCertain ? WAKE_GRACE_MS : UNCERTAIN_GRACE_MS;
        awaitOldAnswers();
      });
    },
    /** A request has ended. */
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
  readonly readSettings: () => RequestSettings;
  /** A live list that is on its way may still change the model: a call waits for it, and fails with it. */
  readonly whenModelSettled: (options: { readonly signal: AbortSignal }) => Promise<ProviderFailure | undefined>;
  /** Called with a key that a request was refused with. */
  readonly noteRefusedKey?: Settings['noteRefusedKey'];
  readonly loadProvider: (id: EndpointId) => Promise<Provider>;
}

/** Rejects only when the provider's chunk cannot be loaded. */
export function createSendRequest({
  readSettings,
  whenModelSettled,
  noteRefusedKey,
  loadProvider,
}: SendRequestDependencies): SendRequest {
  return async (call, { signal, permitFor }) => {
    const modelFailure = await whenModelSettled({ signal });
    if (modelFailure) return unsent(modelFailure);
    const settings = readSettings();
    const lacking = lackingIn(settings);
    if (lacking) return unsent(lacking);
    const { prompt, model, keys, calls } = settings;
    const provider = await loadProvider(model.endpoint);
    const { endpoint } = model;
    const { thinking, halfPrice } = calls;
    const { call: asked, restore } = (call.replyFormat === 'schema' ? withRelativeKeys : asItIs)({ prompt, ...call });
    const composed = composeRequest(asked);
    const request = { model, key: keys[endpoint], thinking, halfPrice, ...composed };
    const permit = permitFor({ model, isAsComposed: () => isSentAlike(settings, readSettings()) });
    const outcome = await provider.translate(request, { signal, permit, address: hostOf(settings, endpoint) });
    if (!outcome.ok) noteRefusedKey?.(endpoint, request.key, outcome.failure);
    return { ...withKeyWanted(outcome, request.key), text: restore(outcome.text), madeWith: { prompt, model } };
  };
}

/** What came of a request with this key: where there is none, its refusal says nothing against a key. */
const withKeyWanted = (outcome: TranslateOutcome, key: string): TranslateOutcome =>
  outcome.ok || key !== '' || !isKeyRefused(outcome.failure, '')
    ? outcome
    : { ...outcome, failure: { ...outcome.failure, kind: 'wants-key' } };

const asItIs: typeof withRelativeKeys = (call) => ({ call, restore: (reply) => reply });

/** Why nothing can be sent with these settings; undefined: it can. */
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

/** What a request is composed of beside the film. */
interface RequestSettings {
  readonly prompt: string;
  readonly model: Model;
  readonly keys: ApiKeys;
  readonly calls: { readonly thinking: Thinking; readonly halfPrice: boolean };
  /** Of a person's own servers, by endpoint; missing: the usual address. */
  readonly hosts: Addresses;
}

/** All settings that a run reads, anew for each request. Lists, tabs and doubtful keys belong to the page. */
export interface RunSettings extends RequestSettings {
  /** Requests in flight at most; 'automatic' lets the scheduler find the limit. */
  readonly concurrency: 'automatic' | number;
  /** The most that the films may cost together, in US dollars; null: no limit. */
  readonly limit: number | null;
  /** A person's own prices, by endpoint and id of the model ("openai:gpt-4o"). */
  readonly ownPrices: PriceBook['own'];
}

/** The part of a page's settings that its run reads. */
export const runSettingsOf = ({ calls: { addresses, ...calls }, prices, ...settings }: SettingsState): RunSettings => {
  const { prompt, model, keys, concurrency } = settings;
  return { prompt, model, keys, concurrency, calls, limit: prices.stopAt, ownPrices: prices.own, hosts: addresses };
};

const hostOf = ({ hosts }: RequestSettings, id: EndpointId): string | undefined =>
  isLocal(id) ? hosts[id] : undefined;

/** Whether nothing differs that a request to the model in use is composed of. */
const isSentAlike = (one: RequestSettings, other: RequestSettings): boolean =>
  factsOf(one).every((fact, index) => fact === factsOf(other)[index]);

/** What a change of the settings outdates: failures that say nothing of the next request. */
export interface OutdatedFailures {
  readonly isOutdated: (kind: PauseKind) => boolean;
  /** The start problem before the change; undefined: there was none, or it is still there. */
  readonly startProblem: string | undefined;
}

export const outdatedBy =
  (settings: Settings['store']) =>
  (onChange: (outdated: OutdatedFailures) => void): (() => void) =>
    settings.subscribe((state, before) => {
      const problem = startProblem(before);
      onChange({
        isOutdated: (kind) => isOutdated(kind, runSettingsOf(before), runSettingsOf(state)),
        startProblem: problem === startProblem(state) ? undefined : problem,
      });
    });

function isOutdated(kind: PauseKind, before: RequestSettings, now: RequestSettings): boolean {
  if (kind === 'limit' || kind === 'chunk') return false;
  if (kind === 'missing-key' || kind === 'no-prompt') return lackingIn(now)?.kind !== kind;
  return !isSentAlike({ ...before, prompt: now.prompt }, now);
}

const factsOf = (settings: RequestSettings): readonly unknown[] => {
  const { prompt, model, keys, calls } = settings;
  const { endpoint, id } = model;
  return [prompt, endpoint, id, keys[endpoint], calls.thinking, calls.halfPrice, hostOf(settings, endpoint)];
};

/** A server on this computer answers a few requests at once and refuses none: the others wait in the browser until their time is up. */
const AT_ONCE_ON_THIS_COMPUTER = 4;

/** What the dispatcher asks of the settings. `readLists`: undefined where nobody wants to know what calls cost. */
export function settingsOfDispatcher(
  read: () => RunSettings,
  readLists: (() => Pick<PricingContext, 'models' | 'isModelOpen'>) | undefined,
): Pick<DispatcherOptions, 'maxAtOnce' | 'isHalfPrice' | 'tariff' | 'readPricing'> {
  const callsNow = () => ({ ...read().calls, addresses: read().hosts });
  return {
    maxAtOnce() {
      const { concurrency, model } = read();
      if (concurrency !== 'automatic') return concurrency;
      return isOnThisComputer({ calls: callsNow() }, model.endpoint)
        ? AT_ONCE_ON_THIS_COMPUTER
        : Number.POSITIVE_INFINITY;
    },
    isHalfPrice: () => asksHalfPrice({ calls: callsNow(), model: read().model }),
    tariff: (model = read().model) => tariffOf({ calls: callsNow(), model }),
    readPricing:
      readLists &&
      (() => {
        const { prompt, model, limit, ownPrices } = read();
        return { ...readLists(), own: ownPrices, stopAt: limit, prompt, model, calls: callsNow() };
      }),
  };
}
