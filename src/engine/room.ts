import { estimateCall } from '../prices/estimate.ts';
import { type Model, modelKey } from '../providers/provider.ts';
import { listed } from '../settings/settings.ts';
import type { Call, RunOptions } from './job.ts';

/** What a model takes so little at once for: the most lines that are asked for, and whether those around them go along. */
export interface FoundRoom {
  readonly model: string;
  readonly lines: number;
  readonly hasContext: boolean;
}

/** A batch is a small part of a list's number as large as this: nothing is counted until a call is refused. */
const PLENTY_TOKENS = 32_000;
/** No model takes less: a list that says so means something else. */
const LEAST_TOKENS = 256;
/** An estimate may be too low by a quarter (prices/estimate.ts). */
const COUNTED_WELL = 0.75;
/** After a refusal of lines alone, the next ones are to be clearly less. */
const LESS = 0.8;

const NO_MODEL: Model = { endpoint: 'local', id: '' };

/**
 * How much of a batch fits one call: by the model's live list, where it tells how much the model takes, and by what was refused as too large. What
 * stands around the lines is left out first.
 */
export function createRoom({ readPricing }: Pick<RunOptions, 'readPricing'>) {
  /** By place: estimated tokens from which on calls are too large. */
  const refusedFrom = new Map<string, number>();
  let found: FoundRoom | undefined;

  const inUse = () => readPricing?.() ?? { prompt: '', model: NO_MODEL, models: undefined };

  function toldTokens(): number {
    const { model, models } = inUse();
    return (models && listed({ models }, model)?.contextTokens) ?? 0;
  }

  /** Of the model as it is loaded now: a server may load it anew with more room. */
  const place = (): string => `${modelKey(inUse().model)} ${toldTokens()}`;

  function roomNow(): number {
    const tokens = toldTokens();
    const told = tokens * COUNTED_WELL;
    const isTold = tokens >= LEAST_TOKENS && told < PLENTY_TOKENS;
    return Math.min(isTold ? told : Number.POSITIVE_INFINITY, refusedFrom.get(place()) ?? Number.POSITIVE_INFINITY);
  }

  function tokensOf(call: Call): number {
    const { prompt, model } = inUse();
    const { input, output } = estimateCall({ ...call, prompt }, model);
    return input + output;
  }

  return {
    /** What fits, and was left out of a call for that; undefined: every call was whole. */
    get found(): FoundRoom | undefined {
      return found;
    },
    /**
     * The call, smaller where it would not fit. A corrective pass is about all its lines, and loses what stands around them alone.
     * @param make the call for so many of its lines, with or without what stands around them
     */
    fit(call: Call, make: (lines: number, withContext: boolean) => Call): Call {
      const most = call.phrases.length;
      const whole = make(most, true);
      const room = roomNow();
      if (room === Number.POSITIVE_INFINITY || tokensOf(whole) < room) return whole;
      let [lines, smaller] = [most, make(most, false)];
      while (!call.correction && lines > 1 && tokensOf(smaller) >= room) smaller = make(--lines, false);
      const { model } = inUse();
      const isLess = found?.model !== model.id || lines < found.lines;
      if (isLess) found = { model: model.id, lines, hasContext: whole.context.length === 0 };
      return smaller;
    },
    /** The model has refused this call as more than it takes at once. */
    refused(call: Call): void {
      const key = place();
      const tokens = tokensOf(call) * (call.context.length > 0 ? 1 : LESS);
      refusedFrom.set(key, Math.min(tokens, refusedFrom.get(key) ?? Number.POSITIVE_INFINITY));
    },
  };
}
