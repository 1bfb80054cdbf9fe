import { createCompatible } from '../src/providers/adapters/compatible.ts';
import { compatibleFailure } from '../src/providers/adapters/compatible-failure.ts';
import type { CompatibleEndpointId } from '../src/providers/endpoints.ts';
import { modelName } from '../src/providers/models.ts';
import type { Thinking } from '../src/providers/provider.ts';
import type { HttpOutcome } from '../src/providers/transport/http.ts';
import { answered, answeringTransport } from './answering-transport.ts';
import { openPermit } from './permits.ts';
import { OTHER_ADDRESS } from './stand-in-fetch.ts';
import { askedOf, requestFor } from './translate-request.ts';

/** Calls of the adapter for the endpoints of the tab "more", with a transport that plays a script. */

export const options = { signal: new AbortController().signal, permit: openPermit, address: OTHER_ADDRESS };
export const unused = () => Promise.reject(new Error('Nobody asks for that.'));
export const ask = (endpoint: CompatibleEndpointId, id: string, thinking?: Thinking) => ({
  ...requestFor(askedOf(modelName({ endpoint, id }), 'test-key')),
  ...(thinking && { thinking }),
});
export const DONE = answered({ choices: [{ message: { content: '{"2":"Não"}' }, finish_reason: 'stop' }] });
/** A reply with this status and body, as an adapter receives it. A body that is a text is not JSON. */
export const refusedWith = (status: number, body: unknown): HttpOutcome => {
  const { kind = 'bad-request', message = String(body), ...facts } = compatibleFailure(status, body);
  const { code, param } = facts;
  return { ok: false, failure: { kind, message, status, ...(code && { code }), ...(param && { param }) } };
};

/** Sends one request. Returns the sent bodies and the outcome. */
export async function translate(
  endpoint: CompatibleEndpointId,
  id: string,
  answers: readonly HttpOutcome[],
  thinking?: Thinking,
) {
  const transport = answeringTransport(...answers);
  const provider = createCompatible(endpoint, transport, unused);
  const outcome = await provider.translate(ask(endpoint, id, thinking), options);
  return { outcome, bodies: transport.sent.map(({ body }) => body as Record<string, unknown>), provider, transport };
}

/** The part of a body about reasoning. */
export const said = ({ reasoning_effort, reasoning, thinking, chat_template_kwargs }: Record<string, unknown>) =>
  reasoning_effort ?? reasoning ?? thinking ?? chat_template_kwargs;
export const SCHEMA = {
  type: 'json_schema',
  json_schema: {
    name: 'batch',
    strict: true,
    schema: {
      type: 'object',
      properties: { 2: { type: 'string' } },
      required: ['2'],
      additionalProperties: false,
    },
  },
};
export const OBJECT = { type: 'json_object' };
