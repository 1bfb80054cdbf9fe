import type { ComposedRequest } from '../translation/compose-request.ts';

/** THE CONTRACT between the engine and whoever answers: a request goes in, an outcome comes out; nothing throws. */
export interface Provider {
  readonly id: ProviderId;
  /** One call to the model. A refusal for pace (429) is reported, never retried here: the scheduler owns it. */
  translate(request: TranslateRequest, options: CallOptions): Promise<TranslateOutcome>;
  /** All pages of the provider's live list, filtered and sorted as the specification says (section 5), without what cannot translate. */
  listModels(key: string, options: CallOptions): Promise<ModelListOutcome>;
  /** Specification, section 5, with the override for Anthropic: "model not found" means that the key is good. */
  checkKey(key: string, options: CallOptions): Promise<KeyCheck>;
}

export const PROVIDER_IDS = ['openai', 'anthropic', 'google'] as const;
export type ProviderId = (typeof PROVIDER_IDS)[number];

/** An empty string: no key. Trimmed, and of characters that a header can carry. */
export type ApiKeys = Readonly<Record<ProviderId, string>>;
export const apiKeys = (keyOf: (provider: ProviderId) => string): ApiKeys => ({
  openai: keyOf('openai'),
  anthropic: keyOf('anthropic'),
  google: keyOf('google'),
});

export interface CallOptions {
  readonly signal: AbortSignal;
}

/** Who is asked, and for which model. In storage and in project files it stands by its name (model-by-name.ts). */
export interface Model {
  readonly endpoint: ProviderId;
  /** As the endpoint calls it. */
  readonly id: string;
}
/** Unique among the models of all endpoints. */
export const modelKey = ({ endpoint, id }: Model): string => `${endpoint}:${id}`;

/** To which model, with which key, and all texts (translation/compose-request.ts). */
export interface TranslateRequest extends ComposedRequest {
  readonly model: Model;
  readonly key: string;
}

export type TranslateOutcome =
  | { readonly ok: true; readonly text: string; readonly usage: TokenUsage | undefined }
  | {
      readonly ok: false;
      readonly failure: ProviderFailure;
      /** What came before the failure (a cut-off reply, a refusal's words); else empty. */
      readonly text: string;
      readonly usage: TokenUsage | undefined;
    };

/** Tokens as the provider counts them. `reasoning` is part of `output`. */
export interface TokenUsage {
  readonly input: number;
  readonly output: number;
  readonly reasoning: number;
}

export interface ModelInfo extends Model {
  readonly displayName: string;
  /** Milliseconds since the epoch, where the list tells it. */
  readonly createdAt?: number;
}

export type ModelListOutcome =
  | { readonly ok: true; readonly models: readonly ModelInfo[] }
  | { readonly ok: false; readonly failure: ProviderFailure };

export type KeyCheck =
  | { readonly outcome: 'valid' }
  | { readonly outcome: 'invalid'; readonly failure: ProviderFailure }
  /** The check itself failed: it says nothing of the key. */
  | { readonly outcome: 'unknown'; readonly failure: ProviderFailure };

/** Made where the failure is understood; decisions read the kind, people read the message. */
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
  /** The wait that the provider named, from a header, Google's RetryInfo or OpenAI's message text. */
  readonly retryAfterMs?: number;
}

export type FailureKind =
  | 'cancelled' //        the signal was raised: "aborted" before the call, "Request was aborted." during it
  | 'missing-key'
  | 'no-prompt' //        the prompt is empty; found before anything is sent
  | 'connection' //       "Connection error.": a browser cannot tell OpenAI's refusal of a wrong key from it (providers' CORS)
  | 'timeout' //          "Request timed out."
  | 'bad-request' //      400
  | 'bad-key' //          401 and Google's 400 API_KEY_INVALID: no other kind says anything against the key
  | 'not-permitted' //    403: the provider knows the key, and does not permit this with it or from here
  | 'no-browser-access' // the key's organization allows no calls from a web page (Anthropic)
  | 'website-blocked' //  the key is good for certain websites alone, and this page is none of them (Google)
  | 'region' //           the provider does not serve the country that the call comes from
  | 'model-not-found' //  404, and a model that such calls cannot use
  | 'conflict' //         409
  | 'unprocessable' //    422 and every other 4xx
  | 'rate-limit' //       429: the pace is too high; the request can be sent again later
  | 'quota' //            429 with insufficient_quota, a per-day quotaId, or 402: waiting seconds does not help
  | 'server' //           5xx
  | 'cut-off' //          the reply reached the length limit
  | 'refused' //          refusal, content filter, safety, recitation …
  | 'malformed'; //       a success that cannot be read, "Unexpected response format"
