import { estimateCall } from '../prices/estimate.ts';
import { type Model, modelKey } from '../providers/provider.ts';
import { listed } from '../settings/settings.ts';
import type { Call, DispatcherOptions } from './job.ts';

/** How much a small model accepts in one call: the most lines, and whether the lines around them fit, too. */
interface FoundRoom {
  readonly model: string;
  readonly lines: number;
  readonly hasContext: boolean;
}

/** If the model list names at least this many tokens, a batch always fits. Then calls are not measured before a refusal. */
const PLENTY_TOKENS = 32_000;
/** No model accepts fewer tokens. A model list with a smaller number means something else. */
const LEAST_TOKENS = 256;
/** Safety margin: an estimate may be a quarter too low (prices/estimate.ts). */
const COUNTED_WELL = 0.75;
/** After a refusal of lines without context, the next call must be clearly smaller. */
const LESS = 0.8;

const NO_MODEL: Model = { endpoint: 'local', id: '' };

export const hasLinesAround = ({ context, suggestion }: Call): boolean =>
  context.length > 0 || (suggestion?.neighbours.length ?? 0) > 0;

const NUMBER = String.raw`(\d[\d,._]*\d|\d)`;
const CONTEXT_PATTERNS = [
  // The words of llama.cpp, LM Studio, OpenAI and vLLM: "context size (512 tokens)", "maximum context length is 4096 tokens".
  String.raw`\bn_ctx(?:_\w+)?\W{0,4}${NUMBER}`,
  String.raw`\bcontext[ _-]?(?:length|size|window|limit)\b[^\d.;]{0,40}${NUMBER}`,
  String.raw`\bmax(?:imum)?[ _](?:model[ _]len(?:gth)?|(?:allowed |input |number of |sequence |total )*(?:tokens|length))\b[^\d.;]{0,30}${NUMBER}`,
  // Anthropic's "210000 tokens > 200000 maximum", "a 4096-token context".
  String.raw`[>≤<] ?${NUMBER}(?: tokens)? (?:maximum|limit|allowed)\b`,
  String.raw`\b${NUMBER}[ -]tokens?[ -](?:context|limit|maximum|window)\b`,
  String.raw`\b(?:token )?limit\b\W{0,3}(?:is |of |to )?${NUMBER}`,
].map((words) => new RegExp(words, 'i'));

/** The context length, in tokens, that a refusal names. Infinity: it names none. */
export function contextInMessage(message: string): number {
  const named = CONTEXT_PATTERNS.map((words) => Number(words.exec(message)?.[1]?.replace(/\D/g, '')));
  return named.find((tokens) => tokens >= LEAST_TOKENS) ?? Number.POSITIVE_INFINITY;
}

export type Room = ReturnType<typeof createRoom>;

/**
 * Decides how much of a batch fits into one call. It knows the context length from the model list, if there, and the sizes that the model refused. A call
 * leaves out the lines around the batch first.
 */
export function createRoom({ readPricing }: Pick<DispatcherOptions, 'readPricing'>) {
  /** For each `place()`: the estimated tokens from which calls are too large. */
  const refusedFrom = new Map<string, number>();
  let found: FoundRoom | undefined;

  const inUse = () => readPricing?.() ?? { prompt: '', model: NO_MODEL, models: undefined };

  function listedTokens(): number {
    const { model, models } = inUse();
    return (models && listed({ models }, model)?.contextTokens) ?? 0;
  }

  /** The model as it is loaded now: a server may load it again with a larger context. */
  const place = (): string => `${modelKey(inUse().model)} ${listedTokens()}`;

  function roomNow(): number {
    const tokens = listedTokens();
    const usable = tokens * COUNTED_WELL;
    const isLimit = tokens >= LEAST_TOKENS && usable < PLENTY_TOKENS;
    return Math.min(isLimit ? usable : Number.POSITIVE_INFINITY, refusedFrom.get(place()) ?? Number.POSITIVE_INFINITY);
  }

  function tokensOf(call: Call): number {
    const { prompt, model } = inUse();
    const { input, output } = estimateCall({ ...call, prompt }, model);
    return input + output;
  }

  return {
    /** The size that fits, after a call had to be made smaller. undefined: all calls were whole. */
    get found(): FoundRoom | undefined {
      return found;
    },
    /**
     * The call, made smaller if it would not fit. A corrective pass keeps all its lines and leaves out only the lines around them.
     * @param make makes the call for this number of its lines, with or without the lines around them
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
    /** The call for suggestions, or `without` if it does not fit: the same call without the lines around. */
    fitAsk: (call: Call, without: Call): Call => {
      const room = roomNow();
      return room === Number.POSITIVE_INFINITY || tokensOf(call) < room ? call : without;
    },
    /** Records that the model refused this call as too large. Returns true if `message` names the context length; later calls are then made to fit. */
    refused(call: Call, message = ''): boolean {
      const key = place();
      const context = contextInMessage(message);
      const tokens = tokensOf(call) * (hasLinesAround(call) ? 1 : LESS);
      const room = Math.min(tokens, context * COUNTED_WELL, refusedFrom.get(key) ?? Number.POSITIVE_INFINITY);
      refusedFrom.set(key, room);
      return context < Number.POSITIVE_INFINITY;
    },
  };
}
