import { estimateCall } from '../prices/estimate.ts';
import {
  costExpected,
  endedOf,
  type KnownPrice,
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
  readonly readPricing: () => PricingContext;
  /** By all films: they have one limit together. */
  readonly spent: () => readonly Spending[];
}

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
  /** What has answered without a report, which it will not give the next time either. */
  const unreporting = new Set<string>();

  function priceNow(model: PricedModel): KnownPrice | undefined {
    const { own, calls, models } = readPricing();
    const live = calls && models && ((priced: PricedModel) => livePrice({ calls, models }, priced));
    return priceOf(model, { own, livePrice: live, now: clock.now() });
  }

  /** Some call of the model has been reported. */
  const isReported = (model: PricedModel): boolean =>
    [undefined, true as const].some((isReading) => measuredScale(spentByAll(), model, isReading) !== undefined);

  /** Of a call that is not over, by what such calls have taken. In full: that it will be at half price nobody can say before it was billed. */
  const costAhead = (call: Ahead): number =>
    costExpected(spentByAll(), call, call.expected, priceNow(call.model)?.price ?? FREE);

  /** What a model thinks in secret makes calls up to five times as dear, and no estimate knows it before one such call is over. */
  const isUnknown = (call: Ahead): boolean =>
    measuredScale(spentByAll(), call.model, call.isReading) === undefined &&
    !unreporting.has(kindOfCall(call)) &&
    costAhead(call) > 0;

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
    const ahead = calls.reduce((sum, each) => sum + costAhead(each), 0);
    const { cost } = sumOf(endedOf(spentByAll()), priceNow);
    if (cost + ahead <= stopAt) return undefined;
    return `${moneyWords(cost)} of ${moneyWords(stopAt)} is spent, and the next request would cost about ${moneyWords(ahead)}.`;
  }

  /** Under a limit, as long as nobody knows what such a call takes, or one under way beside it. */
  const goesAlone = (call: Ahead): boolean => readPricing().stopAt !== null && [call, ...underWay].some(isUnknown);

  /** Of a call that is to start. */
  function moneyFor(film: FilmAccess, call: Call): Money | undefined {
    const { stopAt, prompt, model, isModelOpen = false } = readPricing();
    if (stopAt === null) return undefined;
    const isAnyUnderWay = underWay.size > 0;
    if (isModelOpen) return { excess: undefined, goesAlone: true, isAnyUnderWay };
    const ahead = aheadOf(film, call, prompt, model);
    return { excess: overLimitReason(ahead), goesAlone: goesAlone(ahead), isAnyUnderWay };
  }

  function isPaidUnseen(outcome: TranslateOutcome, model: PricedModel): boolean {
    if (outcome.ok || outcome.text !== '') return true;
    const { kind, status } = outcome.failure;
    // Where no call has ever been reported, a lost connection has most likely never been made.
    if (kind === 'connection' && !isReported(model)) return false;
    return FAILURE_KIND_ROWS[kind].isPaid || status === 200;
  }

  return {
    moneyFor,
    /**
     * Once the call is aborted it is recorded at once, before the film can be put away; its end still comes. A call that only waits for a retry
     * is recorded where a request before may have been paid for.
     */
    begin(film: FilmAccess, call: Call, flight: Pick<Flight, 'aborting' | 'isLeased' | 'failures'>) {
      const { signal } = flight.aborting;
      const { prompt, model } = readPricing();
      const entry = aheadOf(film, call, prompt, model);
      underWay.add(entry);
      /** As a stopped call, by what was expected. */
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
        /** As it is about to leave to this model. */
        moneyTo(sentModel: Model): Money {
          if (priceKey(sentModel) !== priceKey(entry.model))
            Object.assign(entry, aheadOf(film, call, prompt, sentModel));
          return { excess: overLimitReason(entry), goesAlone: goesAlone(entry), isAnyUnderWay: underWay.size > 1 };
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
          if (!reported && outcome && isWhole(outcome)) unreporting.add(kindOfCall(sent));
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

/** Thoughts that have another price count as so many tokens of the reply. Where a reply says its cost alone, as many as were expected. Requests are counted where they have a price, or may have one. */
function reportedTokens({ input, output, reasoning, cost }: TokenUsage, { price, expected }: PaidCall): Tokens {
  if (input === 0 && cost !== undefined) return expected;
  const { thinking, output: usual = 0, request } = price ?? {};
  const more = thinking !== undefined && usual > 0 ? reasoning * (thinking / usual - 1) : 0;
  return { input, output: output + more, ...((price === null || request !== undefined) && { requests: 1 }) };
}

/** The provider has ended the answer. One that broke off, or was stopped, might have had its report at its end. */
const isWhole = (outcome: TranslateOutcome): boolean =>
  outcome.ok || (outcome.text !== '' && effectOf(outcome.failure.kind) === 'fail-batch');

/** Readings take another share of what is expected than lines do. */
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

const LOST = { ok: false, text: '', usage: undefined } as const;
const FREE: Price = { input: 0, output: 0 };
