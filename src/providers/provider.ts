import type { ComposedRequest } from '../translation/request.ts';
import type { EndpointId, LocalId } from './endpoints.ts';
import type { FailureKind } from './failure-kinds.ts';

/** THE CONTRACT between the engine and a provider. No method throws: failures are outcomes. */
export interface Provider {
  readonly id: EndpointId;
  /** One call to the model. It reports a 429 without a retry, because the scheduler handles it. */
  translate(request: TranslateRequest, options: PermittedOptions): Promise<TranslateOutcome>;
  /** The complete live list, filtered and sorted (specification, section 5), without models that cannot translate. */
  listModels(key: string, options: CallOptions): Promise<ModelListOutcome>;
  /** Checks a key (specification, section 5). For Anthropic, "model not found" means that the key is valid. */
  checkKey(key: string, options: CallOptions): Promise<KeyCheck>;
}

/** Trimmed keys that an HTTP header accepts. '': no key. */
export type ApiKeys = Readonly<Record<EndpointId, string>>;
/** Addresses of the person's own servers, as typed. Missing: the usual address. */
export type Addresses = Readonly<Partial<Record<LocalId, string>>>;

export interface CallOptions {
  readonly signal: AbortSignal;
  /** Address of a server on this computer, as typed. Missing: the usual address. */
  readonly address?: string | undefined;
}

export interface PermittedOptions extends CallOptions {
  readonly permit: Permit;
}

/**
 * The transport asks for a lease immediately before each fetch, retries included. null: the transport must not fetch, and the call ends with the failure of its
 * last request, or as cancelled.
 */
export interface Permit {
  (): Lease | null;
  /** Aborts when the permit will give no more leases. The request under way still completes; waits for a retry end. */
  readonly withdrawn: AbortSignal;
}

/** A request under way. The transport ends it when the answer is read. */
export interface Lease {
  end(failure?: ProviderFailure): void;
}

/** How much a model thinks before it answers. 'default': as the provider decides. */
export type Thinking = 'least' | 'default' | 'more';

export interface Model {
  readonly endpoint: EndpointId;
  readonly id: string;
}
/** Unique across endpoints. */
export const modelKey = ({ endpoint, id }: Model): string => `${endpoint}:${id}`;

export interface TranslateRequest extends ComposedRequest {
  readonly model: Model;
  readonly key: string;
  /** Missing: 'default'. */
  readonly thinking?: Thinking;
  /** Asks for a slower answer at half price if the provider offers it for the model. */
  readonly halfPrice?: boolean;
}

/** How a request asks for JSON: by a strict schema, as any JSON object, or only in words. */
export type ReplyForm = 'schema' | 'object' | 'free';

/** `replyForm`: the form of the last request. Present only if the call wanted a schema. */
export type TranslateOutcome = { readonly replyForm?: ReplyForm } & (
  | { readonly ok: true; readonly text: string; readonly usage: TokenUsage | undefined }
  | {
      readonly ok: false;
      readonly failure: ProviderFailure;
      /** The part of a reply that arrived, or the words of a refusal. Otherwise ''. */
      readonly text: string;
      readonly usage: TokenUsage | undefined;
    }
);

/** Tokens as the provider counts them. `reasoning` is part of `output`. */
export interface TokenUsage {
  readonly input: number;
  readonly output: number;
  readonly reasoning: number;
  /** Input and output tokens that were billed at half price. Missing: none. */
  readonly atHalfPrice?: number;
  /** US dollars, if the reply states the cost of the call. If it states only the cost, the tokens are 0. */
  readonly cost?: number;
}

export interface ModelInfo extends Model {
  readonly displayName: string;
  /** When the model was created, in ms since 1970. Missing: the list does not say. */
  readonly createdAt?: number;
  /** The most tokens of a call. Missing: the list does not say. Endpoints differ in whether they include the reply. */
  readonly contextTokens?: number;
  /** US dollars per million tokens and per request. Missing: the list does not say. `thinking`: present if thinking has another price. */
  readonly price?: {
    readonly input: number;
    readonly output: number;
    readonly thinking?: number;
    readonly request?: number;
  };
}

export type ModelListOutcome =
  /** `leftOut`: models that do not seem to chat. Present only if the list has no others, or for a person's own servers. */
  | { readonly ok: true; readonly models: readonly ModelInfo[]; readonly leftOut?: readonly ModelInfo[] }
  | { readonly ok: false; readonly failure: ProviderFailure };

export type KeyCheck =
  | { readonly outcome: 'valid' }
  | { readonly outcome: 'invalid'; readonly failure: ProviderFailure }
  /** The check itself failed. */
  | { readonly outcome: 'unknown'; readonly failure: ProviderFailure };

/** Code decides by the kind. People read the message. */
export interface ProviderFailure {
  readonly kind: FailureKind;
  /** The provider's words (Google's after "[Google AI] "), or those of the specification (section 8). Keys are removed. */
  readonly message: string;
  /** Missing: there was no reply. */
  readonly status?: number;
  readonly requestId?: string;
  readonly code?: string;
  readonly param?: string;
  readonly type?: string;
  /** The wait that the provider asks for: from a header, from Google's RetryInfo, or from the message. */
  readonly retryAfterMs?: number;
}

/** The specified error text of a stopped request. */
export const ABORTED = 'Request was aborted.';

export const NO_USAGE: TokenUsage = { input: 0, output: 0, reasoning: 0 };

/** Adds tokens. The sum has no cost. */
export function addUsage(sum: TokenUsage, usage: TokenUsage): TokenUsage {
  const atHalfPrice = (sum.atHalfPrice ?? 0) + (usage.atHalfPrice ?? 0);
  return {
    input: sum.input + usage.input,
    output: sum.output + usage.output,
    reasoning: sum.reasoning + usage.reasoning,
    ...(atHalfPrice > 0 && { atHalfPrice }),
  };
}

/** True if a request reads the film for notes: it has a schema but no keys. */
export const isReading = ({ replyKeys, replySchema }: TranslateRequest): boolean =>
  replySchema !== undefined && replyKeys.length === 0;
