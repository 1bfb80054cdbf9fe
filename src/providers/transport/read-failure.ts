import type { FailureKind, ProviderFailure } from '../provider.ts';
import { defined } from './defined.ts';
import { failureOfStatus } from './failure-of-status.ts';
import { waitOfHeaders } from './named-wait.ts';

/** What an adapter reads in its provider's error body; every part may be missing. */
export interface FailureFacts {
  /** Set where the body tells more than the status. */
  readonly kind?: FailureKind | undefined;
  readonly message?: string | undefined;
  readonly code?: string | undefined;
  readonly param?: string | undefined;
  readonly type?: string | undefined;
  readonly requestId?: string | undefined;
  /** Milliseconds to wait, as the body names them. */
  readonly retryAfterMs?: number | undefined;
}

/** A reply outside 2xx. */
interface FailedReply {
  readonly response: Pick<Response, 'status' | 'headers'>;
  readonly text: string;
  /** The text as JSON, or undefined where it is none. */
  readonly body: unknown;
}

interface Reader {
  readonly key: string;
  readonly readFacts: (status: number, body: unknown) => FailureFacts;
}

/**
 * The failure of a reply with a status outside 2xx; the key is redacted in its message.
 * @param now milliseconds since the epoch, for a wait that is named as a date
 */
export function readFailure(
  { response, text, body }: FailedReply,
  { key, readFacts }: Reader,
  now: number,
): ProviderFailure {
  const { status, headers } = response;
  const facts = readFacts(status, body);
  return {
    kind: facts.kind ?? failureOfStatus(status),
    message: redact(facts.message ?? plainMessage(status, text), key),
    status,
    ...defined({
      requestId: headers.get('x-request-id') ?? headers.get('request-id') ?? facts.requestId,
      code: facts.code,
      param: facts.param,
      type: facts.type,
      retryAfterMs: waitOfHeaders(headers, now) ?? facts.retryAfterMs,
    }),
  };
}

const LONGEST_MESSAGE_CHARACTERS = 500;

/** The message of a body that is not in the provider's form, for example of a gateway's HTML page. */
function plainMessage(status: number, text: string): string {
  const words = text
    .slice(0, 10 * LONGEST_MESSAGE_CHARACTERS)
    .replace(/<[^<>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, LONGEST_MESSAGE_CHARACTERS);
  return words === '' ? `${status} status code (no body)` : words;
}

/** The text with "[key]" in place of the key, also of the key as it is encoded in a URL: the text may be shown and stored. */
export function redact(text: string, key: string): string {
  if (key === '') return text;
  return text.replaceAll(key, '[key]').replaceAll(encodeURIComponent(key), '[key]');
}
