import type { Clock } from '../clock/clock.ts';
import { estimateCall } from '../prices/estimate-call.ts';
import { moneyWords } from '../prices/money-words.ts';
import { costOf, type Price, type Tokens } from '../prices/price.ts';
import type { PriceBookState } from '../prices/price-book.ts';
import { type PriceSources, priceOf } from '../prices/price-of.ts';
import type { PricedModel } from '../prices/priced-model.ts';
import { measuredScale, type PaidCall, scaled, sumOf, withCall, withoutUnreported } from '../prices/spending.ts';
import type { FailureKind, Model, TranslateOutcome } from '../providers/provider.ts';
import type { Call } from './jobs/job.ts';
import type { RunEvent } from './state/run-events.ts';
import type { RunState } from './state/run-state.ts';

/** What a call costs depends on these, and whether it may be sent. Read anew for each. */
export interface Money extends PriceBookState {
  readonly prompt: string;
  readonly model: Model;
  /** A list is on its way that may still change the model, or name its price; missing: none is. */
  readonly isModelOpen?: boolean;
}

export interface BudgetOptions {
  readonly getState: () => RunState;
  readonly dispatch: (event: RunEvent) => void;
  readonly clock: Clock;
  readonly readMoney: () => Money;
  readonly livePrice?: PriceSources['livePrice'];
}

/** Keeps the run within the sum that a person has set, and writes down what each call has taken. */
export interface Budget {
  /**
   * Whether the call may leave: what is spent, what is under way and the call itself stay within the limit together. Where it must
   * wait for what is under way, it waits. Where nothing is, it is refused, with the reason. While the model is open nobody can say, and one call
   * may go to wait for it: it is judged as it leaves.
   */
  judge(call: Call): 'may-leave' | 'waits' | { readonly refusal: string };
  begin(call: Call): Bill;
}

/** One call's. */
export interface Bill {
  /** It is about to leave, and to this model. False: that could pass the limit, and it must not. */
  leavesTo(model: Model): boolean;
  /** It is aborted now: written down at once, before the film can be put away. Its end still comes. */
  stopped(): void;
  /** `counts`: the film is still the one that the call was made for. undefined: the call came to no outcome. */
  settle(outcome: TranslateOutcome | undefined, counts: boolean): void;
}

/**
 * What a model thinks in secret makes calls up to five times as dear, and no estimate knows it. So until one call of the model has
 * been reported, a call is counted so many times, and only one that goes alone may leave as it was estimated.
 */
const UNMEASURED = 6;

/** How calls end that the provider has probably counted, although it could not say so any more. */
const PAID_UNSEEN: ReadonlySet<FailureKind> = new Set(['cancelled', 'connection', 'timeout', 'malformed']);

interface Ahead {
  readonly model: PricedModel;
  readonly expected: Tokens;
}

interface UnderWay extends Ahead {
  model: PricedModel;
  expected: Tokens;
  isSent: boolean;
}

export function createBudget({ getState, dispatch, clock, readMoney, livePrice }: BudgetOptions): Budget {
  const underWay = new Set<UnderWay>();

  function priceNow(model: PricedModel): Price | undefined {
    return priceOf(model, { own: readMoney().own, livePrice, now: clock.now() })?.price;
  }

  /** Of a call that is not over, by what such calls have taken. */
  function costAhead({ model, expected }: Ahead, margin: number): number {
    const scale = measuredScale(getState().spent, model);
    return costOf(scaled(expected, scale), priceNow(model) ?? FREE) * (scale ? 1 : margin);
  }

  /** Why these calls, which are all that is under way, could pass the limit; undefined: they do not. `model`: of the one that is judged. */
  function excess(calls: readonly Ahead[], model: PricedModel): string | undefined {
    const { stopAt } = readMoney();
    if (stopAt === null) return undefined;
    if (!priceNow(model)) return `The price of ${model.id} is not known.`;
    const ahead = calls.reduce((sum, each) => sum + costAhead(each, calls.length === 1 ? 1 : UNMEASURED), 0);
    const { cost, guessed } = sumOf(getState().spent, priceNow);
    const spent = measuredScale(getState().spent, model) ? cost : cost + guessed * (UNMEASURED - 1);
    if (spent + ahead <= stopAt) return undefined;
    return `${moneyWords(spent)} of ${moneyWords(stopAt)} is spent, and the next request would cost about ${moneyWords(ahead)}.`;
  }

  function judge(call: Call): ReturnType<Budget['judge']> {
    const { stopAt, prompt, model, isModelOpen = false } = readMoney();
    if (stopAt === null) return 'may-leave';
    if (isModelOpen) return underWay.size === 0 ? 'may-leave' : 'waits';
    const next = { model, expected: estimateCall({ ...call, prompt }, model) };
    const refusal = excess([next, ...underWay], model);
    if (refusal === undefined) return 'may-leave';
    return underWay.size > 0 ? 'waits' : { refusal };
  }

  function isPaidUnseen(outcome: TranslateOutcome, model: PricedModel): boolean {
    if (outcome.ok) return true;
    const { kind } = outcome.failure;
    // Where no call has ever been reported, a lost connection has most likely never been made.
    if (kind === 'connection' && !measuredScale(getState().spent, model)) return false;
    return PAID_UNSEEN.has(kind);
  }

  return {
    judge,
    begin(call) {
      const { prompt, model } = readMoney();
      const entry: UnderWay = { model, expected: estimateCall({ ...call, prompt }, model), isSent: false };
      underWay.add(entry);
      /** As which it was written down as it was stopped. */
      let guess: PaidCall | undefined;
      function paid(reported: Tokens | undefined, atHalfPrice?: number): PaidCall {
        const price = priceNow(entry.model) ?? null;
        const paidCall = { model: entry.model, price, expected: entry.expected, reported, atHalfPrice };
        const before = getState().spent;
        dispatch({ type: 'call-paid', spent: withCall(guess ? withoutUnreported(before, guess) : before, paidCall) });
        return paidCall;
      }
      return {
        leavesTo(sentModel) {
          if (sentModel.endpoint !== entry.model.endpoint || sentModel.id !== entry.model.id) {
            entry.model = sentModel;
            entry.expected = estimateCall({ ...call, prompt }, sentModel);
          }
          entry.isSent = excess([...underWay], sentModel) === undefined;
          return entry.isSent;
        },
        stopped() {
          underWay.delete(entry);
          if (entry.isSent) guess = paid(undefined);
        },
        settle(outcome, counts) {
          underWay.delete(entry);
          const reported = outcome?.usage && { input: outcome.usage.input, output: outcome.usage.output };
          if (!counts) return;
          if (reported) paid(reported, outcome?.usage?.atHalfPrice);
          else if (!guess && entry.isSent && outcome && isPaidUnseen(outcome, entry.model)) paid(undefined);
        },
      };
    },
  };
}

const FREE: Price = { input: 0, output: 0 };
