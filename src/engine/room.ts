import { estimateCall } from '../prices/estimate.ts';
import { type Model, modelKey } from '../providers/provider.ts';
import { listed } from '../settings/settings.ts';
import type { Call, DispatcherOptions } from './job.ts';

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

export const hasLinesAround = ({ context, suggestion }: Call): boolean =>
  context.length > 0 || (suggestion?.neighbours.length ?? 0) > 0;

const NUMBER = String.raw`(\d[\d,._]*\d|\d)`;
const TOKENS_TOLD = [
  // llama.cpp's fields, then its words, LM Studio's, OpenAI's, vLLM's: "context size (512 tokens)", "maximum context length is 4096 tokens".
  String.raw`\bn_ctx(?:_\w+)?\W{0,4}${NUMBER}`,
  String.raw`\bcontext[ _-]?(?:length|size|window|limit)\b[^\d.;]{0,40}${NUMBER}`,
  String.raw`\bmax(?:imum)?[ _](?:model[ _]len(?:gth)?|(?:allowed |input |number of |sequence |total )*(?:tokens|length))\b[^\d.;]{0,30}${NUMBER}`,
  // Anthropic's "210000 tokens > 200000 maximum", "a 4096-token context".
  String.raw`[>≤<] ?${NUMBER}(?: tokens)? (?:maximum|limit|allowed)\b`,
  String.raw`\b${NUMBER}[ -]tokens?[ -](?:context|limit|maximum|window)\b`,
  String.raw`\b(?:token )?limit\b\W{0,3}(?:is |of |to )?${NUMBER}`,
].map((words) => new RegExp(words, 'i'));

/** The tokens that a call takes, as its refusal tells; Infinity: it does not. */
export function toldContext(message: string): number {
  const told = TOKENS_TOLD.map((words) => Number(words.exec(message)?.[1]?.replace(/\D/g, '')));
  return told.find((tokens) => tokens >= LEAST_TOKENS) ?? Number.POSITIVE_INFINITY;
}

export type Room = ReturnType<typeof createRoom>;

/**
 * How much of a batch fits one call: by the model's live list, where it tells how much the model takes, and by what was refused as too large. What
 * stands around the lines is left out first.
 */
export function createRoom({ readPricing }: Pick<DispatcherOptions, 'readPricing'>) {
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
    /** A call for suggestions; `without`: the same without the lines around them, where those would not fit. */
    fitAsk: (call: Call, without: Call): Call => {
      const room = roomNow();
      return room === Number.POSITIVE_INFINITY || tokensOf(call) < room ? call : without;
    },
    /** The model has refused this call as more than it takes at once, in these words. True: they say how much it takes, and calls are fitted to that. */
    refused(call: Call, message = ''): boolean {
      const key = place();
      const told = toldContext(message);
      const tokens = tokensOf(call) * (hasLinesAround(call) ? 1 : LESS);
      const room = Math.min(tokens, told * COUNTED_WELL, refusedFrom.get(key) ?? Number.POSITIVE_INFINITY);
      refusedFrom.set(key, room);
      return told < Number.POSITIVE_INFINITY;
    },
  };
}
