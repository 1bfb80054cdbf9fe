import { estimateCall } from '../prices/estimate.ts';
import { type KnownPrice, moneyWords, type Price, type PricedModel, priceKey, type Tokens } from '../prices/price.ts';
import { priceOf } from '../prices/price-of.ts';
import {
  costExpected,
  endedOf,
  measuredScale,
  type PaidCall,
  type Spending,
  scaled,
  sumOf,
  withCall,
  withoutUnreported,
  withUnderWay,
} from '../prices/spending.ts';
import { FAILURE_KIND_ROWS } from '../providers/failure-kinds.ts';
import type { Model, TokenUsage, TranslateOutcome } from '../providers/provider.ts';
import { livePrice } from '../settings/settings.ts';
import type { Call, DispatcherOptions, FilmAccess, PricingContext } from './job.ts';
import type { Money } from './permit.ts';
import type { Flight } from './requests.ts';

interface BudgetOptions extends Pick<DispatcherOptions, 'clock'> {
  readonly readPricing: () => PricingContext;
  /** By all films: they have one limit together. */
  readonly spent: () => readonly Spending[];
}

/**
 * What a model thinks in secret makes calls up to five times as dear, and no estimate knows it. So until one call of the model has
 * been reported, a call is counted so many times, and only one that goes alone may leave as it was estimated.
 */
const UNMEASURED = 6;

export type Charge = ReturnType<ReturnType<typeof createBudget>['begin']>;

interface Ahead {
  readonly film: FilmAccess;
  model: PricedModel;
  expected: Tokens;
  readonly isReading: true | undefined;
  /** As it was written down when it was sent; missing: it is not sent yet. */
  sent?: PaidCall;
}

/** Keeps all films within the sum that a person has set, and records what each call has taken. */
export function createBudget({ spent: spentByAll, clock, readPricing }: BudgetOptions) {
  const underWay = new Set<Ahead>();

  function priceNow(model: PricedModel): KnownPrice | undefined {
    const { own, calls, models } = readPricing();
    const live = calls && models && ((priced: PricedModel) => livePrice({ calls, models }, priced));
    return priceOf(model, { own, livePrice: live, now: clock.now() });
  }

  /** Some call of the model has been reported. */
  const isMeasured = (model: PricedModel): boolean =>
    [undefined, true as const].some((isReading) => measuredScale(spentByAll(), model, isReading) !== undefined);

  /** Of a call that is not over, by what such calls have taken. In full: that it will be at half price nobody can say before it was billed. */
  function costAhead(call: Ahead, margin: number): number {
    const { model, expected, isReading } = call;
    const spent = spentByAll();
    const isOfMeasured = measuredScale(spent, model, isReading) !== undefined;
    const tokens = isOfMeasured ? expected : scaled(expected, { input: margin, output: margin });
    return costExpected(spent, call, tokens, priceNow(model)?.price ?? FREE);
  }

  /** Writes down what has ended, and what is under way beside it. */
  function write(film: FilmAccess, change: (ended: readonly Spending[]) => readonly Spending[]): void {
    const sent = [...underWay].flatMap((entry) => (entry.film === film && entry.sent) || []);
    film.dispatch({ type: 'call-paid', spent: withUnderWay(change(endedOf(film.getState().spent)), sent) });
  }

  /** Why this call together with all that is under way could pass the limit; undefined: it does not. */
  function overLimitReason(call: Ahead): string | undefined {
    const { stopAt } = readPricing();
    const { model } = call;
    if (stopAt === null) return undefined;
    if (!priceNow(model)) return `The price of ${model.id} is not known.`;
    const calls = [...new Set([call, ...underWay])];
    const ahead = calls.reduce((sum, each) => sum + costAhead(each, calls.length === 1 ? 1 : UNMEASURED), 0);
    const { cost, guessed } = sumOf(endedOf(spentByAll()), priceNow);
    const unseen = isMeasured(model) ? 0 : guessed * (UNMEASURED - 1);
    if (cost + unseen + ahead <= stopAt) return undefined;
    const spent = `${moneyWords(cost)} of ${moneyWords(stopAt)} is spent`;
    const more = unseen === 0 ? '' : ` (up to ${moneyWords(cost + unseen)}, since the provider has not reported it)`;
    return `${spent}${more}, and the next request would cost about ${moneyWords(ahead)}.`;
  }

  /** Of a call that is to start. */
  function moneyFor(film: FilmAccess, call: Call): Money | undefined {
    const { stopAt, prompt, model, isModelOpen = false } = readPricing();
    if (stopAt === null) return undefined;
    const excess = isModelOpen ? undefined : overLimitReason(aheadOf(film, call, prompt, model));
    return { excess, isModelOpen, isAnyUnderWay: underWay.size > 0 };
  }

  function isPaidUnseen(outcome: TranslateOutcome, model: PricedModel): boolean {
    if (outcome.ok || outcome.text !== '') return true;
    const { kind, status } = outcome.failure;
    // Where no call has ever been reported, a lost connection has most likely never been made.
    if (kind === 'connection' && !isMeasured(model)) return false;
    return FAILURE_KIND_ROWS[kind].isPaid || status === 200;
  }

  return {
    moneyFor,
    /**
     * Once the call is aborted it is recorded at once, before the film can be put away; its end still comes. A call that only waits for a retry
     * is recorded where the request before may have been paid for.
     */
    begin(film: FilmAccess, call: Call, flight: Pick<Flight, 'aborting' | 'isLeased' | 'failure'>) {
      const { signal } = flight.aborting;
      const { prompt, model } = readPricing();
      const entry = aheadOf(film, call, prompt, model);
      underWay.add(entry);
      /** As a stopped call, by what was expected. */
      let isWritten = false;
      signal.addEventListener('abort', () => {
        underWay.delete(entry);
        const { sent } = entry;
        if (!sent) return;
        const { failure } = flight;
        const isPaidBefore = failure !== undefined && isPaidUnseen({ ...LOST, failure }, entry.model);
        isWritten = flight.isLeased || isPaidBefore;
        write(film, (ended) => (isWritten ? withCall(ended, sent) : ended));
      });
      return {
        /** As it is about to leave to this model. */
        moneyTo(sentModel: Model): Money {
          if (priceKey(sentModel) !== priceKey(entry.model))
            Object.assign(entry, aheadOf(film, call, prompt, sentModel));
          return { excess: overLimitReason(entry), isModelOpen: false, isAnyUnderWay: underWay.size > 1 };
        },
        /** Writes down what it takes, in the task in which it leaves to this model. */
        leftTo(sentModel: Model): void {
          // A retry of the same request.
          if (entry.sent) return;
          const known = priceNow(sentModel);
          const price = known?.atHour ?? known?.price ?? null;
          const { expected, isReading } = entry;
          entry.sent = { model: sentModel, price, expected, reported: undefined, ...(isReading && { isReading }) };
          // The page may end before the call does. Beside what is written down already: all calls under way anew, for each that leaves, took a tenth of a start.
          film.dispatch({ type: 'call-paid', spent: withUnderWay(film.getState().spent, [entry.sent]) });
        },
        /** `counts`: the film is still the one that the call was made for, and this tab's to change. undefined: the call came to no outcome. */
        settle(outcome: TranslateOutcome | undefined, counts: boolean) {
          underWay.delete(entry);
          const { sent } = entry;
          if (!counts || !sent) return;
          const { usage } = outcome ?? {};
          const reported = usage && reportedTokens(usage, sent);
          const isPaid = reported ?? (!signal.aborted && outcome && isPaidUnseen(outcome, entry.model));
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

/** Thoughts that have another price count as so many tokens of the reply. Where a reply says its cost alone, as many as were expected. Requests are counted where they have a price, or may have one. */
function reportedTokens({ input, output, reasoning, cost }: TokenUsage, { price, expected }: PaidCall): Tokens {
  if (input === 0 && cost !== undefined) return expected;
  const { thinking, output: usual = 0, request } = price ?? {};
  const more = thinking !== undefined && usual > 0 ? reasoning * (thinking / usual - 1) : 0;
  return { input, output: output + more, ...((price === null || request !== undefined) && { requests: 1 }) };
}

const aheadOf = (film: FilmAccess, call: Call, prompt: string, model: PricedModel): Ahead => ({
  film,
  model,
  expected: estimateCall({ ...call, prompt }, model),
  isReading: call.reading ? true : undefined,
});

const LOST = { ok: false, text: '', usage: undefined } as const;
const FREE: Price = { input: 0, output: 0 };
