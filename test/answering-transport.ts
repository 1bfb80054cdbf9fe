import type { Transport } from '../src/providers/transport/http.ts';
import type { HttpOutcome, HttpRequest } from '../src/providers/transport/http-request.ts';

/** A transport that gives the outcomes in turn, for what an adapter does with one reply; it keeps the requests. */
export function answeringTransport(...outcomes: readonly HttpOutcome[]): Transport & { readonly sent: HttpRequest[] } {
  const sent: HttpRequest[] = [];
  return {
    sent,
    async send(request) {
      const outcome = outcomes[sent.push(request) - 1];
      if (outcome === undefined) throw new Error('One request too many');
      return outcome;
    },
  };
}

/** A reply with this JSON. */
export const answered = (body: unknown): HttpOutcome => ({ ok: true, body });
