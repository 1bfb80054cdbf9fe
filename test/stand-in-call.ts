import type { EndpointId, TokenUsage } from '../src/providers/provider.ts';

/** One call as the stand-in's journal keeps it. */
export interface Call extends ReadCall {
  readonly provider: EndpointId;
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The body's JSON; undefined where there is none. */
  readonly body: unknown;
  /** Milliseconds since the epoch, when the call had arrived whole. */
  readonly at: number;
  /** When the answer had left, or the connection was gone. */
  endedAt: number | undefined;
  /** The HTTP status that was sent; undefined if none was. */
  status: number | undefined;
  /** The caller went away before the answer had left. */
  aborted: boolean;
}

/** What a call means, whatever the wire format. */
export interface ReadCall {
  readonly kind: 'translate' | 'models' | 'key-check' | 'unknown';
  readonly key: string;
  /** Empty where the call names none. */
  readonly model: string;
  /** The phrases to translate, by number; empty where there are none. */
  readonly phrases: Readonly<Record<string, string>>;
  /** It carries a previous answer and asks for a fix. */
  readonly isCorrection: boolean;
}

/** How the stand-in answers one call. */
export type Behaviour = { readonly latencyMs?: number } & (
  | Reply
  | Failure
  /** The live list, page by page. */
  | { readonly kind: 'models' }
  /** 200, but no JSON. */
  | { readonly kind: 'malformed' }
  /** The connection breaks without an answer, or when nearly all of it has left. */
  | { readonly kind: 'drop'; readonly when: 'before' | 'at-end' }
  /** Silence for ever, from the start or from the middle of the body. */
  | { readonly kind: 'stall'; readonly when: 'before' | 'in-body' }
);

export interface Reply {
  readonly kind: 'reply';
  readonly text: string;
  readonly finish: 'complete' | 'cut-off' | 'refusal';
  /** By default four characters a token. */
  readonly usage?: TokenUsage;
  /** What was billed, of OpenAI's tiers; by default the usual one. */
  readonly tier?: 'default' | 'flex';
}

/** Why somebody with a good key is not served. A provider that knows no such reason answers what the status says. */
export type Exclusion = 'not-permitted' | 'no-browser-access' | 'website-blocked' | 'region';

export interface Failure {
  readonly kind: 'failure';
  readonly status: number;
  /** What the provider calls it; by default what the status says. */
  readonly reason?: 'wrong-key' | 'quota' | 'model-not-found' | 'unsupported-parameter' | Exclusion;
  readonly message?: string;
  /** Of an unsupported parameter. */
  readonly param?: string;
  /** Named in the way that a page can read from this provider. */
  readonly retryAfterMs?: number;
  /** Sent on top of the provider's own. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent without CORS headers, as OpenAI does for some refusals: a page sees a dropped connection. */
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
/** Too fast; without a wait, none is to be read anywhere. */
export const refusedForPace = (retryAfterMs?: number): Behaviour =>
  failure(429, retryAfterMs === undefined ? {} : { retryAfterMs });
export const quotaExceeded = (): Behaviour => failure(429, { reason: 'quota' });
/** Google answers a wrong key with 400; its wire format sees to that. */
export const wrongKey = (message?: string): Behaviour =>
  failure(401, { reason: 'wrong-key', ...(message !== undefined && { message }) });
/** With the status that the provider uses for it; its wire format sees to that. */
export const excluded = (reason: Exclusion): Behaviour => failure(403, { reason });
export const modelNotFound = (): Behaviour => failure(404, { reason: 'model-not-found' });
export const malformed = (): Behaviour => ({ kind: 'malformed' });
export const drop = (when: 'before' | 'at-end'): Behaviour => ({ kind: 'drop', when });
export const stall = (when: 'before' | 'in-body'): Behaviour => ({ kind: 'stall', when });

/** The stand-in's translation of one text: plain to see, and the same each time. */
export const translationOf = (text: string): string =>
  text
    .split('\n')
    .map((line) => `PT: ${line}`)
    .join('\n');

/** The JSON reply for a call's phrases; `without` leaves out that many from the end. */
export function translatedJson(
  { phrases }: Pick<ReadCall, 'phrases'>,
  { without = 0, translate = translationOf } = {},
): string {
  const entries = Object.entries(phrases).map(([number, text]) => [number, translate(text)]);
  return JSON.stringify(Object.fromEntries(entries.slice(0, entries.length - without)));
}

/** Four characters a token. */
export const tokensOf = (text: string): number => Math.ceil(text.length / 4);
