import type { HttpOutcome, HttpRequest, Transport } from '../src/providers/transport/http.ts';

/** A transport that returns these outcomes one after another and records the requests. It shows what an adapter makes of a reply. */
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

export const answered = (body: unknown): HttpOutcome => ({ ok: true, body });
