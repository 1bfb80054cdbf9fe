import { estimateCall } from '../prices/estimate.ts';
import {
  costExpected,
  costOf,
  endedOf,
  type KnownPrice,
  MARGIN,
  measuredScale,
  moneyWords,
  type PaidCall,
  type Price,
  type PricedModel,
  priceKey,
  type Spending,
  sumOf,
  type Tokens,
  withCall,
  withoutUnreported,
  withUnderWay,
} from '../prices/price.ts';
import { priceOf } from '../prices/price-of.ts';
import { effectOf, FAILURE_KIND_ROWS } from '../providers/failure-kinds.ts';
import type { Model, TokenUsage, TranslateOutcome } from '../providers/provider.ts';
import { livePrice } from '../settings/settings.ts';
import type { Call, DispatcherOptions, FilmAccess, PricingContext } from './job.ts';
import type { Money } from './permit.ts';
import type { Flight } from './requests.ts';

interface BudgetOptions extends Pick<DispatcherOptions, 'clock'> {
  readonly readPricing: (film?: FilmAccess) => PricingContext;
  /** What the calls of all films have used: one limit holds for all films together. */
  readonly spent: () => readonly Spending[];
  /** See FilmOfRun. */
  readonly isAllCounted: () => boolean;
}

export type Charge = ReturnType<ReturnType<typeof createBudget>['begin']>;

interface Ahead {
  readonly film: FilmAccess;
  model: PricedModel;
  expected: Tokens;
  readonly isReading: true | undefined;
  /** The record of this call in the film. Missing until the call's first request is sent. */
  sent?: PaidCall;
}

/** What the dearest reported call of a kind cost as a multiple of its estimate, and how many calls were reported. */
interface Measured {
  readonly dearest: number;
  readonly calls: number;
}

/** Holds the costs of all films within the person's limit, and records what each call has used. */
export function createBudget({ spent: spentByAll, isAllCounted, clock, readPricing }: BudgetOptions) {
  const underWay = new Set<Ahead>();
  /** Kinds of calls whose complete answers came without a usage report. Their next answers will have no report either. */
  const unreporting = new Set<string>();
  const measured = new Map<string, Measured>();

  function priceNow(model: PricedModel): KnownPrice | undefined {
    const { own, calls, models } = readPricing();
    const live = calls && models && ((priced: PricedModel) => livePrice({ calls, models }, priced));
    return priceOf(model, { own, livePrice: live, now: clock.now() });
  }

  /** True if some call of this model had a usage report. */
  const isReported = (model: PricedModel): boolean =>
    [undefined, true as const].some((isReading) => measuredScale(spentByAll(), model, isReading) !== undefined);

  /** Estimates a call that is not over from the usage of earlier calls. It counts the full price: only the bill shows whether a call was at half price. */
  const costAhead = (call: Ahead): number =>
    costExpected(spentByAll(), call, call.expected, priceNow(call.model)?.price ?? FREE);

  /**
   * The most that a call may cost: the estimate with a margin, but no less than the dearest call so far. If few calls were measured, the margin for calls that
   * are sent together is larger.
   */
  function mostAhead(call: Ahead): { readonly alone: number; readonly together: number } {
    const kind = kindOfCall(call);
    const { dearest = 0, calls = 1 } = measured.get(kind) ?? {};
    const expected = costAhead(call);
    const asDearest = dearest * costOf(call.expected, priceNow(call.model)?.price ?? FREE);
    const most = (margin: number) => Math.max(expected * (1 + margin), asDearest);
    return {
      alone: most(MARGIN),
      together: most(unreporting.has(kind) ? MARGIN : Math.max(MARGIN, MARGIN_OF_ONE / calls)),
    };
  }

  /** Hidden thinking can make calls five times as expensive. No estimate covers it until one such call has ended. */
  const isUnknown = (call: Ahead): boolean =>
    measuredScale(spentByAll(), call.model, call.isReading) === undefined &&
    !unreporting.has(kindOfCall(call)) &&
    costAhead(call) > 0;

  function measure({ price, expected, reported, charged, ...call }: PaidCall, isWhole: boolean): void {
    const kind = kindOfCall(call);
    if (!reported && isWhole) unreporting.add(kind);
    const estimate = price ? costOf(expected, price) : 0;
    if (!reported || !price || estimate === 0) return;
    const { dearest = 0, calls = 0 } = measured.get(kind) ?? {};
    const times = (charged ?? costOf(reported, price)) / estimate;
    measured.set(kind, { dearest: Math.max(dearest, times), calls: calls + 1 });
  }

  /** Records the ended calls of a film together with its calls in flight. */
  function write(film: FilmAccess, change: (ended: readonly Spending[]) => readonly Spending[]): void {
    const sent = [...underWay].flatMap((entry) => (entry.film === film && entry.sent) || []);
    film.dispatch({ type: 'call-paid', spent: withUnderWay(change(endedOf(film.getState().spent)), sent) });
  }

  /**
   * The money facts of a call that would join the calls in flight. Under a limit it must go alone as long as its cost, or the cost of a call in flight, is too
   * uncertain for all of them together. A call that goes alone must stay within the limit even if it costs more than any call before.
   */
  function moneyBeside(call: Ahead, isAnyUnderWay: boolean): Money {
    const { stopAt, paidBefore = 0 } = readPricing();
    if (stopAt === null) return { excess: undefined, goesAlone: false, isAnyUnderWay };
    if (!isAllCounted()) return UNCOUNTED;
    const { model } = call;
    if (!priceNow(model)) return { excess: `The price of ${model.id} is not known.`, goesAlone: false, isAnyUnderWay };
    const cost = sumOf(endedOf(spentByAll()), priceNow).cost - paidBefore;
    const calls = [...new Set([call, ...underWay])];
    let [most, mostTogether] = [0, 0];
    for (const { alone, together } of calls.map(mostAhead)) {
      most += alone;
      mostTogether += together;
    }
    return {
      excess:
        cost + most <= stopAt
          ? undefined
          : `${moneyWords(cost)} of ${moneyWords(stopAt)} is spent, and the next request could cost ${moneyWords(most)}.`,
      goesAlone: calls.some(isUnknown) || cost + mostTogether > stopAt,
      isAnyUnderWay,
    };
  }

  /** The money facts of a call that is about to start. */
  function moneyFor(film: FilmAccess, call: Call): Money | undefined {
    const { stopAt, prompt, model, isModelOpen = false } = readPricing(film);
    if (stopAt === null) return undefined;
    if (!isAllCounted()) return UNCOUNTED;
    const isAnyUnderWay = underWay.size > 0;
    if (isModelOpen) return { excess: undefined, goesAlone: true, isAnyUnderWay };
    return moneyBeside(aheadOf(film, call, prompt, model), isAnyUnderWay);
  }

  function isPaidUnseen(outcome: TranslateOutcome, model: PricedModel): boolean {
    if (outcome.ok || outcome.text !== '') return true;
    const { kind, status } = outcome.failure;
    // If this model has never reported a call, the lost connection was most likely never established.
    if (kind === 'connection' && !isReported(model)) return false;
    return FAILURE_KIND_ROWS[kind].isPaid || status === 200;
  }

  return {
    moneyFor,
    /**
     * An aborted call is recorded at the moment of the abort, because the film may be closed before the call ends. If the call only waits for a retry, it is
     * recorded only if one of its earlier requests may be billed.
     */
    begin(film: FilmAccess, call: Call, flight: Pick<Flight, 'aborting' | 'isLeased' | 'failures'>) {
      const { signal } = flight.aborting;
      const { prompt, model } = readPricing(film);
      const entry = aheadOf(film, call, prompt, model);
      underWay.add(entry);
      /** True after the abort recorded this call with its expected usage. */
      let isWritten = false;
      const isPaidBefore = () => flight.failures.some((failure) => isPaidUnseen({ ...LOST, failure }, entry.model));
      signal.addEventListener('abort', () => {
        underWay.delete(entry);
        const { sent } = entry;
        if (!sent) return;
        isWritten = flight.isLeased || isPaidBefore();
        write(film, (ended) => (isWritten ? withCall(ended, sent) : ended));
      });
      return {
        /** The money facts of this call just before a request goes to this model. */
        moneyTo(sentModel: Model): Money {
          if (priceKey(sentModel) !== priceKey(entry.model))
            Object.assign(entry, aheadOf(film, call, prompt, sentModel));
          return moneyBeside(entry, underWay.size > 1);
        },
        /** Records the expected cost in the same task in which the request leaves. */
        leftTo(sentModel: Model): void {
          // A retry of the same request: the call is recorded already.
          if (entry.sent) return;
          const known = priceNow(sentModel);
          const price = known?.atHour ?? known?.price ?? null;
          const { expected, isReading } = entry;
          entry.sent = { model: sentModel, price, expected, reported: undefined, ...(isReading && { isReading }) };
          // Recorded now, because the page may close before the call ends. It is added to the existing record: writing all calls in flight again at each start
          // took a tenth of the start's time.
          film.dispatch({ type: 'call-paid', spent: withUnderWay(film.getState().spent, [entry.sent]) });
        },
        /** `counts`: the call's film is still open, and this tab may change it. `outcome` is undefined if the call threw. */
        settle(outcome: TranslateOutcome | undefined, counts: boolean) {
          underWay.delete(entry);
          const { sent } = entry;
          if (!counts || !sent) return;
          const { usage } = outcome ?? {};
          const reported = usage && reportedTokens(usage, sent);
          if (outcome) measure({ ...sent, reported, charged: usage?.cost }, isWhole(outcome));
          const isPaid =
            reported ?? (!signal.aborted && outcome && (isPaidUnseen(outcome, entry.model) || isPaidBefore()));
          const paid = { ...sent, reported, atHalfPrice: usage?.atHalfPrice, charged: usage?.cost };
          write(film, (ended) => {
            const before = reported && isWritten ? withoutUnreported(ended, sent) : ended;
            return isPaid ? withCall(before, paid) : before;
          });
        },
      };
    },
  };
}

/**
 * Converts a report to tokens at the normal price. Reasoning with its own price becomes the equivalent number of output tokens. If a reply reports only its
 * cost, the expected tokens are used. Requests are counted if the model has, or may have, a price per request.
 */
function reportedTokens({ input, output, reasoning, cost }: TokenUsage, { price, expected }: PaidCall): Tokens {
  if (input === 0 && cost !== undefined) return expected;
  const { thinking, output: usual = 0, request } = price ?? {};
  const more = thinking !== undefined && usual > 0 ? reasoning * (thinking / usual - 1) : 0;
  return { input, output: output + more, ...((price === null || request !== undefined) && { requests: 1 }) };
}

/** True if the provider ended the answer itself. An answer that broke off or was stopped could have had its usage report at the end. */
const isWhole = (outcome: TranslateOutcome): boolean =>
  outcome.ok || (outcome.text !== '' && effectOf(outcome.failure.kind) === 'fail-batch');

/** Readings and translations are measured apart: their real usage differs from the estimate by different factors. */
const kindOfCall = ({
  model,
  isReading,
}: Pick<PaidCall, 'model'> & { readonly isReading?: true | undefined }): string =>
  `${priceKey(model)} ${isReading === true}`;

const aheadOf = (film: FilmAccess, call: Call, prompt: string, model: PricedModel): Ahead => ({
  film,
  model,
  expected: estimateCall({ ...call, prompt }, model),
  isReading: call.reading ? true : undefined,
});

/** The request waits, as for a call under way. */
const UNCOUNTED: Money = { excess: undefined, goesAlone: true, isAnyUnderWay: true };
const LOST = { ok: false, text: '', usage: undefined } as const;
const FREE: Price = { input: 0, output: 0 };
/** After one measured call the others may cost this much more than it did: thinking differs from batch to batch. */
const MARGIN_OF_ONE = 4;
