import type { EndpointId } from '../src/providers/endpoints.ts';
import type { TokenUsage } from '../src/providers/provider.ts';
import type { Failure, ReadCall, Reply } from './stand-in-call.ts';

/** The wire format of a provider. Each provider has its own file. */
export interface WireFormat {
  readonly provider: EndpointId;
  readonly host: string;
  readCall(request: WireRequest): ReadCall;
  reply(reply: Reply & { readonly usage: TokenUsage }, call: ReadCall): object;
  failure(failure: Failure, call: ReadCall): WireAnswer;
  models(models: readonly StandInModel[], query: URLSearchParams, largestPage: number): object;
  /** Headers that let a page read the answer. Empty: a page cannot read it. */
  cors(request: WireRequest): Readonly<Record<string, string>>;
  preflight(request: WireRequest): { readonly status: number; readonly headers: Readonly<Record<string, string>> };
}

export interface WireRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

export interface WireAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** A string is sent as it is. */
  readonly body: object | string;
}

export interface StandInModel {
  readonly id: string;
  readonly displayName?: string;
  /** A date such as "2026-03-01". */
  readonly createdAt?: string;
  /** For Google only. Missing: generateContent and countTokens. */
  readonly methods?: readonly string[];
}

/** Contains the host of a call in tests without a browser. A browser finds the stand-in under the real host name. */
export const HOST_HEADER = 'x-stand-in-host';

export const NOTHING_READ: ReadCall = { kind: 'unknown', key: '', model: '', phrases: {}, isCorrection: false };

/** The phrases in the user's text: the last JSON object that starts a line and ends the text. */
export function phrasesIn(text: string): Readonly<Record<string, string>> {
  const starts = [...text.matchAll(/^\{/gm)].map(({ index }) => index);
  for (const start of starts.toReversed()) {
    try {
      return JSON.parse(text.slice(start)) as Record<string, string>;
    } catch {
      // These are words that start with a brace, or an earlier object with text after it.
    }
  }
  return {};
}

/** One page of a list: at most `size` entries after `after`. */
export function pageOf(models: readonly StandInModel[], after: string | null, size: number) {
  const start = after === null ? 0 : models.findIndex(({ id }) => id === after) + 1;
  const page = models.slice(start, start + size);
  return { page, hasMore: start + size < models.length };
}

let lastId = 0;
/** An id like those of the providers, such as "chatcmpl-00000007". */
export const nextId = (prefix: string): string => `${prefix}${String(++lastId).padStart(8, '0')}`;
