import {
  isReading,
  type ProviderFailure,
  type Thinking,
  type TranslateOutcome,
  type TranslateRequest,
} from '../provider.ts';
import { type HttpOutcome, jsonAt } from '../transport/http.ts';
import { isRefusal } from '../transport/refusals.ts';

/**
 * Gateways with a prepaid balance (OpenRouter's 402) refuse a request whose longest possible reply the balance does not pay, and that is the model's
 * own limit where the request names none: such a request is sent again with a limit. What pays for a part of the lines alone is 'too-dear'.
 */
export function createAffordableSender() {
  /** Since a refusal every request names a limit, until a reply is cut off by it. */
  let isLimited = false;
  return {
    /** `send` gets the field to add to the body. `failureIn`: the failure that an answer reports with success. */
    async send(
      request: TranslateRequest,
      send: (field: object) => Promise<HttpOutcome>,
      failureIn: (body: unknown) => ProviderFailure | undefined,
    ): Promise<HttpOutcome> {
      const { least, roomy } = neededTokens(request);
      let most = isLimited ? roomy : Number.POSITIVE_INFINITY;
      const ask = orAsBefore(send);
      for (;;) {
        const field = limitOf(most);
        const sent = await ask(field);
        if (refusesLimit(field, sent)) {
          isLimited = false;
          return ask({});
        }
        const failure = sent.ok ? failureIn(sent.body) : sent.failure;
        const next = Math.min(roomy, affordedBy(failure));
        if (next < least || next >= most) return orTooDear(request, sent, failure);
        isLimited = true;
        most = next;
      }
    },
    /** To be told of each reply. */
    noteReply(outcome: TranslateOutcome): void {
      if (!outcome.ok && outcome.failure.kind === 'cut-off') isLimited = false;
    },
  };
}

/** What a request that does not leave, or is aborted, comes to is what came of the one before it. */
function orAsBefore(send: (field: object) => Promise<HttpOutcome>): typeof send {
  let last: HttpOutcome | undefined;
  return async (field) => {
    const sent = await send(field);
    if (!last || sent.ok || sent.failure.kind !== 'cancelled') last = sent;
    return last;
  };
}

/** 0: the refusal is about something else. */
const affordedBy = (failure: ProviderFailure | undefined): number =>
  failure?.kind === 'quota' ? (affordedTokens(failure.message) ?? 0) : 0;

/** What was sent, as too dear where the tokens that are paid for, too few for the reply, are enough for one of several lines. */
function orTooDear(request: TranslateRequest, sent: HttpOutcome, failure: ProviderFailure | undefined): HttpOutcome {
  const lines = isReading(request) ? 1 : linesOf(request);
  const { least } = neededTokens(request);
  const afforded = affordedBy(failure);
  const paysForPart = lines > 1 && afforded < least && afforded * lines >= least;
  return failure && paysForPart ? { ok: false, failure: { ...failure, kind: 'too-dear' } } : sent;
}

const linesOf = ({ replyKeys, ownSchema }: TranslateRequest): number =>
  replyKeys.length || Object.keys(jsonAt(ownSchema, 'properties') ?? {}).length;

/** The field that limits a reply to so many tokens; none for Infinity. */
const limitOf = (most: number): { readonly max_tokens?: number } =>
  most === Number.POSITIVE_INFINITY ? {} : { max_tokens: most };

/** The model writes no more than so many, or knows no limit by this name: it is a limit by itself. */
const refusesLimit = (field: object, sent: HttpOutcome): boolean =>
  'max_tokens' in field &&
  !sent.ok &&
  isRefusal(sent.failure) &&
  affordedTokens(sent.failure.message) === undefined &&
  new RegExp(LENGTH, 'i').test(sent.failure.message);

/** Tokens of a proposal of notes. */
const READING = { least: 2_000, roomy: 16_000 };
/** Room for what a model thinks before it answers, although it was told to think as little as it can. */
const THOUGHTS: Readonly<Record<Thinking, number>> = { least: 4_000, default: 16_000, more: 32_000 };
/** Tokens of a reply for each character of the phrases as they are sent: more in few pairs of languages. */
const TOKENS_PER_CHARACTER = 0.75;

/** How many tokens a reply has at least, and how many with room. */
function neededTokens(request: TranslateRequest): { readonly least: number; readonly roomy: number } {
  if (isReading(request)) return READING;
  const phrases = request.messages[0]?.parts.at(-1) ?? '';
  const least = Math.ceil(phrases.length * TOKENS_PER_CHARACTER);
  return { least, roomy: 3 * least + THOUGHTS[request.thinking ?? 'default'] };
}

/**
 * Tokens that the account can pay for a reply, by the words of a refusal: "requires more credits, or fewer max_tokens. You requested up to 65536
 * tokens, but can only afford 12345." Infinity: they ask for fewer, and name no number. undefined: they are about something else.
 */
export function affordedTokens(message = ''): number | undefined {
  if (!ABOUT_MONEY.test(message) || !ABOUT_LENGTH.test(message)) return undefined;
  const named = AFFORDED.map((words) => words.exec(message)?.[1]).find((found) => found !== undefined);
  if (named !== undefined) return Number(named.replace(/\D/g, ''));
  return FEWER.test(message) ? Number.POSITIVE_INFINITY : undefined;
}

const ABOUT_MONEY = /\bafford|\bcredits?\b|\bbalance\b|\bfunds\b|\btop up\b/i;
const LENGTH = 'max_?(?:completion_?|output_?|new_?)?tokens|(?:completion|output) tokens';
const ABOUT_LENGTH = new RegExp(`${LENGTH}|\\btokens\\b`, 'i');
const NUMBER = "[^\\d$€£]{0,40}?(?<![$€£\\d.,])(\\d[\\d,.'_ ]*)(?!\\d)";
const AFFORDED = [
  new RegExp(`\\bafford\\w*${NUMBER}`, 'i'),
  new RegExp(
    `\\b(?:balance|credits?|funds)\\b[^.;]{0,40}\\b(?:covers?|suffices? for|allows?|enough for|pays? for)\\b${NUMBER}`,
    'i',
  ),
  new RegExp(
    `\\b(?:lower|reduce|decrease|set|limit)\\b[^.;]{0,40}(?:${LENGTH})\\b[^.;]{0,20}\\b(?:to|below|under)\\b${NUMBER}`,
    'i',
  ),
  new RegExp(`(?:${LENGTH})\\b[^.;]{0,20}\\b(?:at most|no more than|not exceed|up to)\\b${NUMBER}`, 'i'),
];
const FEWER = new RegExp(`\\b(?:fewer|lower|less|smaller|reduc\\w+|decreas\\w+)\\b[^.;]{0,30}(?:${LENGTH})`, 'i');
