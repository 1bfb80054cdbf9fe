import type { EndpointId, TokenUsage } from '../src/providers/provider.ts';

/** One call in the stand-in's journal. */
export interface Call extends ReadCall {
  readonly provider: EndpointId;
  readonly method: string;
  /** Includes the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The body's JSON; undefined without a body. */
  readonly body: unknown;
  /** When the whole call had arrived, in ms since 1970. */
  readonly at: number;
  /** When the answer was sent or the connection was gone, in ms since 1970. */
  endedAt: number | undefined;
  /** The HTTP status that was sent; undefined: none. */
  status: number | undefined;
  /** The caller left before the answer was sent. */
  aborted: boolean;
}

/** A call's meaning, whatever its wire format. */
export interface ReadCall {
  readonly kind: 'translate' | 'models' | 'key-check' | 'unknown';
  readonly key: string;
  /** Empty if the call names no model. */
  readonly model: string;
  /** The phrases to translate by number; empty if there are none. */
  readonly phrases: Readonly<Record<string, string>>;
  /** The call carries an earlier answer and asks for a fix. */
  readonly isCorrection: boolean;
}

/** How the stand-in answers a call. */
export type Behaviour = { readonly latencyMs?: number } & (
  | Reply
  | Failure
  /** The live list, page by page. */
  | { readonly kind: 'models' }
  /** Status 200, but not JSON. */
  | { readonly kind: 'malformed' }
  /** The connection breaks without an answer, or near the answer's end. */
  | { readonly kind: 'drop'; readonly when: 'before' | 'at-end' }
  /** Silence without end, from the start or in the middle of the body. */
  | { readonly kind: 'stall'; readonly when: 'before' | 'in-body' }
);

export interface Reply {
  readonly kind: 'reply';
  readonly text: string;
  readonly finish: 'complete' | 'cut-off' | 'refusal';
  /** Default: four characters a token. */
  readonly usage?: TokenUsage;
  /** What was billed, of OpenAI's tiers; by default the usual one. */
  readonly tier?: 'default' | 'flex';
}

/** Why a valid key is refused. Providers that do not know such a reason answer by the status alone. */
export type Exclusion = 'not-permitted' | 'no-browser-access' | 'website-blocked' | 'region';

export interface Failure {
  readonly kind: 'failure';
  readonly status: number;
  /** The provider's reason; default: by the status. */
  readonly reason?: 'wrong-key' | 'quota' | 'model-not-found' | Exclusion;
  readonly message?: string;
  /** OpenAI's alone: the parameter that is to blame. */
  readonly param?: string;
  /** Sent in the form that a page can read from this provider. */
  readonly retryAfterMs?: number;
  /** Added to the provider's own headers. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Without CORS headers, as OpenAI sends some refusals: the page sees a dropped connection. */
  readonly withoutCors?: boolean;
}

export const reply = (
  text: string,
  options: { usage?: TokenUsage; latencyMs?: number; tier?: 'flex' } = {},
): Behaviour => ({
  kind: 'reply',
  text,
  finish: 'complete',
  ...options,
});
export const cutOff = (text: string): Behaviour => ({ kind: 'reply', text, finish: 'cut-off' });
/** @param text the refusal's words */
export const refusal = (text: string): Behaviour => ({ kind: 'reply', text, finish: 'refusal' });
export const failure = (status: number, options: Omit<Failure, 'kind' | 'status'> = {}): Behaviour => ({
  kind: 'failure',
  status,
  ...options,
});
/** Refuses for pace (429); without `retryAfterMs` no wait is named anywhere. */
export const refusedForPace = (retryAfterMs?: number): Behaviour =>
  failure(429, retryAfterMs === undefined ? {} : { retryAfterMs });
export const quotaExceeded = (): Behaviour => failure(429, { reason: 'quota' });
/** Google answers a wrong key with 400: its wire format does so. */
export const wrongKey = (message?: string): Behaviour =>
  failure(401, { reason: 'wrong-key', ...(message !== undefined && { message }) });
/** Each provider's wire format sends its own status for the reason. */
export const excluded = (reason: Exclusion): Behaviour => failure(403, { reason });
export const modelNotFound = (): Behaviour => failure(404, { reason: 'model-not-found' });
export const malformed = (): Behaviour => ({ kind: 'malformed' });
export const drop = (when: 'before' | 'at-end'): Behaviour => ({ kind: 'drop', when });
export const stall = (when: 'before' | 'in-body'): Behaviour => ({ kind: 'stall', when });

/** The stand-in's translation of one text: easy to recognize, and always the same. */
export const translationOf = (text: string): string =>
  text
    .split('\n')
    .map((line) => `PT: ${line}`)
    .join('\n');

/** The JSON reply for a call's phrases; `without`: how many are left out at the end. */
export function translatedJson(
  { phrases }: Pick<ReadCall, 'phrases'>,
  { without = 0, translate = translationOf } = {},
): string {
  const entries = Object.entries(phrases).map(([number, text]) => [number, translate(text)]);
  return JSON.stringify(Object.fromEntries(entries.slice(0, entries.length - without)));
}

/** Four characters a token. */
export const tokensOf = (text: string): number => Math.ceil(text.length / 4);
