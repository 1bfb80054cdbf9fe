import type { ComposedRequest } from '../translation/request.ts';
import type { EndpointId, LocalId } from './endpoints.ts';
import type { FailureKind } from './failure-kinds.ts';

/** THE CONTRACT between the engine and a provider: a request goes in, an outcome comes out; no method throws. */
export interface Provider {
  readonly id: EndpointId;
  /** One call to the model. A refusal for pace (429) is reported, never retried here: the scheduler owns it. */
  translate(request: TranslateRequest, options: PermittedOptions): Promise<TranslateOutcome>;
  /** All pages of the provider's live list, filtered and sorted as the specification says (section 5), without what cannot translate. */
  listModels(key: string, options: CallOptions): Promise<ModelListOutcome>;
  /** Specification, section 5, with the override for Anthropic: "model not found" means that the key is good. */
  checkKey(key: string, options: CallOptions): Promise<KeyCheck>;
}

/** Keys by endpoint, trimmed and of characters that a header can carry; an empty string: no key. */
export type ApiKeys = Readonly<Record<EndpointId, string>>;
/** Addresses of a person's own servers, as typed; missing: the address in the endpoint's row. */
export type Addresses = Readonly<Partial<Record<LocalId, string>>>;

export interface CallOptions {
  readonly signal: AbortSignal;
  /** For an endpoint on this computer, as typed; missing: the address in its row. */
  readonly address?: string | undefined;
}

export interface PermittedOptions extends CallOptions {
  readonly permit: Permit;
}

/**
 * The transport asks it in the task of each fetch of a call, retries included. null: the request does not leave, and the call ends as its last
 * request did, as cancelled where there was none.
 */
export interface Permit {
  (): Lease | null;
  /** Raised when the permit gives no lease any more: the request that is under way is waited for, and nothing waits for a retry. */
  readonly withdrawn: AbortSignal;
}

/** A request is under way. The transport ends it when the answer is read, and says how the request failed, if it did. */
export interface Lease {
  end(failure?: ProviderFailure): void;
}

/** How much a model is to think before it answers: as little as it can, as much as its provider sets, or more than that. */
export type Thinking = 'least' | 'default' | 'more';

/** A model and the endpoint that serves it. Storage and project files have it as one name (models.ts). */
export interface Model {
  readonly endpoint: EndpointId;
  /** The endpoint's name for the model. */
  readonly id: string;
}
/** A text that is unique among the models of all endpoints. */
export const modelKey = ({ endpoint, id }: Model): string => `${endpoint}:${id}`;

/** One call: the composed texts (translation/request.ts) with the model, the key, and how the model is to answer. */
export interface TranslateRequest extends ComposedRequest {
  readonly model: Model;
  readonly key: string;
  /** Missing: as the provider sets it. */
  readonly thinking?: Thinking;
  /** Asks for a later answer at half the price, where the provider serves the model so. */
  readonly halfPrice?: boolean;
}

/** How a reply's form is asked for: by a strict schema, as some JSON object, or in words alone. */
export type ReplyForm = 'schema' | 'object' | 'free';

/** `replyForm`: as which it was asked for in the end; present where a schema was wanted. */
export type TranslateOutcome = { readonly replyForm?: ReplyForm } & (
  | { readonly ok: true; readonly text: string; readonly usage: TokenUsage | undefined }
  | {
      readonly ok: false;
      readonly failure: ProviderFailure;
      /** Text that arrived nevertheless (a cut-off reply, a refusal's words); else empty. */
      readonly text: string;
      readonly usage: TokenUsage | undefined;
    }
);

/** Tokens as the provider counts them. `reasoning` is part of `output`. */
export interface TokenUsage {
  readonly input: number;
  readonly output: number;
  readonly reasoning: number;
  /** Tokens of input and output together that were billed at half price; missing: none. */
  readonly atHalfPrice?: number;
  /** Of one call: US dollars that it has cost, as the reply says; missing: it does not. No tokens beside it: those it does not say. */
  readonly cost?: number;
}

export interface ModelInfo extends Model {
  readonly displayName: string;
  /** Milliseconds since the epoch, where the list tells it. */
  readonly createdAt?: number;
  /** Tokens that one call takes at most, where the list tells it; whether the reply is among them differs. */
  readonly contextTokens?: number;
  /** US dollars a million tokens, thoughts where their price is another one, and for each request, where the list tells it (OpenRouter's). */
  readonly price?: {
    readonly input: number;
    readonly output: number;
    readonly thinking?: number;
    readonly request?: number;
  };
}

export type ModelListOutcome =
  /** `leftOut`: what is listed and seems to do something else than chat, where nothing else is, or the server is a person's own. */
  | { readonly ok: true; readonly models: readonly ModelInfo[]; readonly leftOut?: readonly ModelInfo[] }
  | { readonly ok: false; readonly failure: ProviderFailure };

export type KeyCheck =
  | { readonly outcome: 'valid' }
  | { readonly outcome: 'invalid'; readonly failure: ProviderFailure }
  /** The check itself failed: whether the key is good is not known. */
  | { readonly outcome: 'unknown'; readonly failure: ProviderFailure };

/** A failed call. The adapter that understands the failure sets the kind; code decides by the kind, people read the message. */
export interface ProviderFailure {
  readonly kind: FailureKind;
  /** The provider's own words as they came (Google's behind "[Google AI] "), or the specification's (section 8). A key in them is redacted. */
  readonly message: string;
  /** HTTP status, where there was a reply. */
  readonly status?: number;
  readonly requestId?: string;
  readonly code?: string;
  readonly param?: string;
  readonly type?: string;
  /** Milliseconds to wait, as the provider named them in a header, in Google's RetryInfo or in OpenAI's message. */
  readonly retryAfterMs?: number;
}

/** The specified error text of a request that a person has stopped. */
export const ABORTED = 'Request was aborted.';

export const NO_USAGE: TokenUsage = { input: 0, output: 0, reasoning: 0 };

/** The sum of two usages, in tokens alone; `atHalfPrice` is missing where nothing was billed at half price. */
export function addUsage(sum: TokenUsage, usage: TokenUsage): TokenUsage {
  const atHalfPrice = (sum.atHalfPrice ?? 0) + (usage.atHalfPrice ?? 0);
  return {
    input: sum.input + usage.input,
    output: sum.output + usage.output,
    reasoning: sum.reasoning + usage.reasoning,
    ...(atHalfPrice > 0 && { atHalfPrice }),
  };
}

/** A request without keys to answer, but with a schema, reads the film: it asks for lists of whatever length, one within another. */
export const isReading = ({ replyKeys, replySchema }: TranslateRequest): boolean =>
  replySchema !== undefined && replyKeys.length === 0;
