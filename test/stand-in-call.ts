import type { EndpointId } from '../src/providers/endpoints.ts';
import type { TokenUsage } from '../src/providers/provider.ts';

/** One call in the stand-in's journal. */
export interface Call extends ReadCall {
  readonly provider: EndpointId;
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Parsed JSON. undefined: no body. */
  readonly body: unknown;
  /** When the whole call had arrived, in ms since 1970. */
  readonly at: number;
  /** When the answer was sent or the connection ended, in ms since 1970. */
  endedAt: number | undefined;
  /** The HTTP status of the answer. undefined: none was sent. */
  status: number | undefined;
  /** True if the caller aborted before the answer was sent. */
  aborted: boolean;
}

/** What a call means, in any wire format. */
export interface ReadCall {
  readonly kind: 'translate' | 'models' | 'key-check' | 'unknown';
  readonly key: string;
  /** '' if the call names no model. */
  readonly model: string;
  /** The phrases to translate, by number. */
  readonly phrases: Readonly<Record<string, string>>;
  /** True if the call contains an earlier answer and asks for a correction. */
  readonly isCorrection: boolean;
}

/** How the stand-in answers a call. */
export type Behaviour = { readonly latencyMs?: number } & (
  | Reply
  | Failure
  /** The live list, page by page. */
  | { readonly kind: 'models' }
  /** Status 200 with a body that is not JSON. */
  | { readonly kind: 'malformed' }
  /** The connection breaks before the answer, or near its end. */
  | { readonly kind: 'drop'; readonly when: 'before' | 'at-end' }
  /** The stand-in never continues, from the start or in the middle of the body. */
  | { readonly kind: 'stall'; readonly when: 'before' | 'in-body' }
);

export interface Reply {
  readonly kind: 'reply';
  readonly text: string;
  readonly finish: 'complete' | 'cut-off' | 'refusal';
  /** Missing: four characters per token. */
  readonly usage?: TokenUsage;
  /** The tier that OpenAI bills. Missing: the usual one. */
  readonly tier?: 'default' | 'flex';
}

/** Why a valid key is refused. A provider without such a reason answers with the status alone. */
export type Exclusion = 'not-permitted' | 'no-browser-access' | 'website-blocked' | 'region';

export interface Failure {
  readonly kind: 'failure';
  readonly status: number;
  /** The provider's reason. Missing: as the status implies. */
  readonly reason?: 'wrong-key' | 'quota' | 'model-not-found' | Exclusion;
  readonly message?: string;
  /** For OpenAI only: the wrong parameter. */
  readonly param?: string;
  /** Sent in the form that a page can read from this provider. */
  readonly retryAfterMs?: number;
  /** Added to the provider's own headers. */
  readonly headers?: Readonly<Record<string, string>>;
  /** True: without CORS headers, as some refusals of OpenAI. The page then sees a dropped connection. */
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
export const refusal = (text: string): Behaviour => ({ kind: 'reply', text, finish: 'refusal' });
export const failure = (status: number, options: Omit<Failure, 'kind' | 'status'> = {}): Behaviour => ({
  kind: 'failure',
  status,
  ...options,
});
/** Refuses with 429. Without `retryAfterMs` it names no wait. */
export const refusedForPace = (retryAfterMs?: number): Behaviour =>
  failure(429, retryAfterMs === undefined ? {} : { retryAfterMs });
export const quotaExceeded = (): Behaviour => failure(429, { reason: 'quota' });
/** Google answers a wrong key with 400. */
export const wrongKey = (message?: string): Behaviour =>
  failure(401, { reason: 'wrong-key', ...(message !== undefined && { message }) });
/** The wire format of each provider sends its own status for the reason. */
export const excluded = (reason: Exclusion): Behaviour => failure(403, { reason });
export const modelNotFound = (): Behaviour => failure(404, { reason: 'model-not-found' });
export const malformed = (): Behaviour => ({ kind: 'malformed' });
export const drop = (when: 'before' | 'at-end'): Behaviour => ({ kind: 'drop', when });
export const stall = (when: 'before' | 'in-body'): Behaviour => ({ kind: 'stall', when });

/** The stand-in's translation of a text. It is recognisable and always the same. */
export const translationOf = (text: string): string =>
  text
    .split('\n')
    .map((line) => `PT: ${line}`)
    .join('\n');

/** The JSON reply for a call's phrases. `without`: the number of phrases to omit at the end. */
export function translatedJson(
  { phrases }: Pick<ReadCall, 'phrases'>,
  { without = 0, translate = translationOf } = {},
): string {
  const entries = Object.entries(phrases).map(([number, text]) => [number, translate(text)]);
  return JSON.stringify(Object.fromEntries(entries.slice(0, entries.length - without)));
}

export const tokensOf = (text: string): number => Math.ceil(text.length / 4);
