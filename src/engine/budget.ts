import type { Clock } from '../clock/clock.ts';
import { estimateCall } from '../prices/estimate-call.ts';
import { moneyWords } from '../prices/money-words.ts';
import { costOf, type Price, type Tokens } from '../prices/price.ts';
import type { PriceBookState } from '../prices/price-book.ts';
import { type PriceSources, priceOf } from '../prices/price-of.ts';
import type { PricedModel } from '../prices/priced-model.ts';
import { measuredScale, scaled, sumOf, withCall } from '../prices/spending.ts';
import type { FailureKind, Model, TranslateOutcome } from '../providers/provider.ts';
import type { Call } from './job.ts';
import type { RunEvent } from './run-events.ts';
import type { RunState } from './run-state.ts';

/** What a call costs depends on these, and whether it may be sent. Read anew for each. */
export interface Money extends PriceBookState {
  readonly prompt: string;
  readonly model: Model;
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
   * wait for what is under way: no, for now. Where nothing is, the run is paused.
   */
  allows(call: Call): boolean;
  begin(call: Call): Bill;
}

/** One call's. */
export interface Bill {
  /** It has left, and to this model. */
  sentTo(model: Model): void;
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

interface UnderWay {
  readonly call: Call;
  readonly prompt: string;
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
  function costAhead({ model, expected }: Pick<UnderWay, 'model' | 'expected'>, margin: number): number {
    const scale = measuredScale(getState().spent, model);
    return costOf(scaled(expected, scale), priceNow(model) ?? FREE) * (scale ? 1 : margin);
  }

  function allows(call: Call): boolean {
    const { stopAt, prompt, model } = readMoney();
    if (stopAt === null) return true;
    const price = priceNow(model);
    if (!price) return refuse(`The price of ${model.id} is not known.`);
    const next = { model, expected: estimateCall({ ...call, prompt }, model) };
    const ahead = [next, ...underWay].reduce(
      (sum, each) => sum + costAhead(each, underWay.size === 0 ? 1 : UNMEASURED),
      0,
    );
    const { cost, guessed } = sumOf(getState().spent, priceNow);
    const spent = measuredScale(getState().spent, model) ? cost : cost + guessed * (UNMEASURED - 1);
    if (spent + ahead <= stopAt) return true;
    if (underWay.size > 0) return false;
    return refuse(
      `${moneyWords(spent)} of ${moneyWords(stopAt)} is spent, and the next request would cost about ${moneyWords(ahead)}.`,
    );
  }

  function refuse(message: string): false {
    dispatch({ type: 'run-paused', pause: { reason: 'failure', kind: 'limit', message } });
    return false;
  }

  return {
    allows,
    begin(call) {
      const { prompt, model } = readMoney();
      const entry = { call, prompt, model, expected: estimateCall({ ...call, prompt }, model), isSent: false };
      underWay.add(entry);
      return {
        sentTo(sentModel) {
          entry.isSent = true;
          if (sentModel.endpoint === entry.model.endpoint && sentModel.id === entry.model.id) return;
          entry.model = sentModel;
          entry.expected = estimateCall({ ...call, prompt }, sentModel);
        },
        settle(outcome, counts) {
          underWay.delete(entry);
          const reported = outcome?.usage && { input: outcome.usage.input, output: outcome.usage.output };
          if (!counts || (!reported && !(entry.isSent && outcome && isPaidUnseen(outcome)))) return;
          const { model: paidModel, expected } = entry;
          const price = priceNow(paidModel) ?? null;
          const spent = withCall(getState().spent, { model: paidModel, price, expected, reported });
          dispatch({ type: 'call-paid', spent });
        },
      };
    },
  };
}

const FREE: Price = { input: 0, output: 0 };

const isPaidUnseen = (outcome: TranslateOutcome): boolean => outcome.ok || PAID_UNSEEN.has(outcome.failure.kind);
