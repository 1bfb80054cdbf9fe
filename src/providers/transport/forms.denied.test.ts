import { expect, test } from 'vitest';
import { answered } from '../../../test/answering-transport.ts';
import { OTHER_ADDRESS } from '../../../test/stand-in-fetch.ts';
import { askedOf, requestFor } from '../../../test/translate-request.ts';
import { createCompatible } from '../adapters/compatible.ts';
import { modelName } from '../models.ts';
import type { Permit } from '../provider.ts';
import type { HttpOutcome, HttpRequest } from './http.ts';

/** The provider refuses a request, and the next request of the same call gets no permit. */

const DONE = answered({ choices: [{ message: { content: '{"2":"Não"}' }, finish_reason: 'stop' }] });
const DENIED: HttpOutcome = { ok: false, failure: { kind: 'cancelled', message: 'aborted' } };
const failed = (kind: 'server' | 'bad-request' | 'quota', status: number, message: string): HttpOutcome => ({
  ok: false,
  failure: { kind, status, message },
});
const permit: Permit = Object.assign(() => ({ end() {} }), { withdrawn: new AbortController().signal });

function begin(...outcomes: readonly HttpOutcome[]) {
  const sent: HttpRequest[] = [];
  const send = async (request: HttpRequest) => {
    const outcome = outcomes[sent.push(request) - 1];
    if (!outcome) throw new Error('One request too many');
    return outcome;
  };
  const provider = createCompatible('openrouter', { send }, () => Promise.reject(new Error('Nobody asks for that.')));
  const asked = askedOf(modelName({ endpoint: 'openrouter', id: 'm' }), 'test-key');
  const request = { ...requestFor(asked), replySchema: { type: 'object', properties: {} } };
  const options = { signal: new AbortController().signal, permit, address: OTHER_ADDRESS };
  return {
    translate: () => provider.translate(request, options),
    forms: () => sent.map(({ body }) => (body as { response_format?: { type: string } }).response_format?.type),
  };
}

test.each([
  failed('server', 500, 'Internal error'),
  failed('bad-request', 400, "'response_format' is not supported"),
  failed('quota', 402, 'This request requires more credits, or fewer max_tokens. You can only afford 12345 tokens.'),
])('ends the call with the failure of the request that was sent, which was free', async (refusal) => {
  const { translate } = begin(refusal, DENIED);
  expect(await translate()).toMatchObject(refusal);
});

test('tries another form in the next call if the permit prevented it after an unexplained failure', async () => {
  const trouble = failed('server', 500, 'Internal error');
  const { translate, forms } = begin(trouble, DENIED, trouble, DONE);
  await translate();
  expect(await translate()).toMatchObject({ ok: true });
  const [bySchema, , again, last] = forms();
  expect(again).toBe(bySchema);
  expect(last).not.toBe(bySchema);
});
