import { getEventListeners } from 'node:events';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { eventually } from '../../../test/eventually.ts';
import { createFakeClock } from '../../../test/fake-clock.ts';
import { openPermit, stoppablePermit } from '../../../test/permits.ts';
import { afterAwake } from '../../clock/clock.ts';
import { openaiFailure } from '../adapters/openai.ts';
import type { HttpRequest } from './http.ts';
import { createTransport, retryDelayMs } from './http.ts';

const REQUEST: HttpRequest = {
  url: 'https://api.openai.com/v1/chat/completions',
  headers: { authorization: 'Bearer sk-secret' },
  body: { model: 'm' },
  key: 'sk-secret',
  readFacts: openaiFailure,
};
const options = { signal: new AbortController().signal, permit: openPermit };

function transportOver(response: Response) {
  const fetch = vi.fn<typeof globalThis.fetch>(async () => response);
  return { fetch, transport: createTransport({ fetch, clock: createFakeClock(), random: () => 0 }) };
}

describe('the transport', () => {
  it('[S6.1] sends no cookies and no referrer, follows no redirect and stores nothing', async () => {
    const { fetch, transport } = transportOver(Response.json({ fine: true }));
    expect(await transport.send(REQUEST, options)).toEqual({ ok: true, body: { fine: true } });
    expect(fetch).toHaveBeenCalledExactlyOnceWith(REQUEST.url, {
      method: 'POST',
      headers: { authorization: 'Bearer sk-secret', 'content-type': 'application/json' },
      body: '{"model":"m"}',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
      redirect: 'error',
      signal: expect.any(AbortSignal),
    });
  });

  it('[D5.5] sends only the page’s origin as referrer to the provider that needs it', async () => {
    const { fetch, transport } = transportOver(Response.json({}));
    await transport.send({ ...REQUEST, referrerPolicy: 'origin' }, options);
    expect(fetch.mock.calls[0]?.[1]).toMatchObject({
      referrerPolicy: 'origin',
      credentials: 'omit',
      redirect: 'error',
    });
  });

  it('sends no body and no content type in a request without a body', async () => {
    const { fetch, transport } = transportOver(Response.json({}));
    const { body: _, ...request } = REQUEST;
    await transport.send(request, options);
    expect(fetch.mock.calls[0]?.[1]).toMatchObject({ method: 'GET' });
    expect(fetch.mock.calls[0]?.[1]).not.toHaveProperty('body');
    expect(fetch.mock.calls[0]?.[1]?.headers).toEqual(REQUEST.headers);
  });

  it('[D6.3] asks for a lease in the task of each fetch, retries included, and ends it when the answer is read', async () => {
    const { permit, leases } = stoppablePermit();
    const clock = createFakeClock();
    const seen: object[] = [];
    const fetch = async () => {
      seen.push({ ...leases });
      return new Response('', { status: 500 });
    };
    const sending = createTransport({ fetch, clock, random: () => 0 }).send(REQUEST, { ...options, permit });
    for (const delayMs of [500, 1_000]) {
      await eventually(() => expect(clock.waits()).toEqual([delayMs]));
      expect(leases.underWay).toBe(0);
      clock.advance(delayMs);
    }
    await sending;
    expect(seen).toEqual([1, 2, 3].map((given) => ({ given, underWay: 1 })));
    expect(leases.underWay).toBe(0);
  });

  it('[D6.3] sends nothing without a lease', async () => {
    const { permit, stop } = stoppablePermit();
    const { fetch, transport } = transportOver(Response.json({}));
    stop();
    const outcome = await transport.send(REQUEST, { ...options, permit });
    expect(outcome).toMatchObject({ failure: { kind: 'cancelled' } });
    expect(fetch).not.toHaveBeenCalled();
  });

  it('[D6.3] does not retry without a lease, and returns the outcome of the request before', async () => {
    const clock = createFakeClock();
    const fetch = vi.fn<typeof globalThis.fetch>(async () => new Response('', { status: 500 }));
    const { permit } = stoppablePermit();
    let asked = 0;
    const once = Object.assign(() => (asked++ === 0 ? permit() : null), { withdrawn: permit.withdrawn });
    const sending = createTransport({ fetch, clock, random: () => 0 }).send(REQUEST, { ...options, permit: once });
    await eventually(() => expect(clock.waits()).toEqual([500]));
    clock.advance(500);
    expect(await sending).toMatchObject({ failure: { kind: 'server', status: 500 } });
    expect(fetch).toHaveBeenCalledOnce();
  });

  it('leaves no listeners on a signal that lives for a whole run', async () => {
    const { signal } = new AbortController();
    const clock = createFakeClock();
    const fetch = async () => new Response('', { status: 500 });
    const sending = createTransport({ fetch, clock, random: () => 0 }).send(REQUEST, { ...options, signal });
    for (const delayMs of [500, 1_000]) {
      await eventually(() => expect(clock.waits()).toEqual([delayMs]));
      clock.advance(delayMs);
    }
    expect(await sending).toMatchObject({ failure: { kind: 'server' } });
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    expect(clock.waits()).toEqual([]);
  });

  it('[S8.8] reports everything that the provider said of a failure', async () => {
    const error = { message: 'Bad seed', type: 'invalid_request_error', param: 'seed', code: 'bad_seed' };
    const { transport } = transportOver(
      Response.json({ error }, { status: 400, headers: { 'x-request-id': 'req_7' } }),
    );
    const failure = { kind: 'bad-request', status: 400, requestId: 'req_7', ...error };
    expect(await transport.send(REQUEST, options)).toEqual({ ok: false, failure });
  });

  it('gives a failure without a message the words of its status, because an empty error would not count as one', async () => {
    const { transport } = transportOver(Response.json({ error: { message: '' } }, { status: 400 }));
    expect(await transport.send(REQUEST, options)).toMatchObject({
      failure: { kind: 'bad-request', message: '{"error":{"message":""}}' },
    });
  });

  it.each([
    [
      '<!doctype html><style>body>p { color: red }</style><script>if (1 < 2) a("<p>");</script><title>502</title>Bad gateway',
      '502 Bad gateway',
    ],
    [`<title>Just a moment</title><style>${'a { color: red } '.repeat(1_000)}</style><p>Wait`, 'Just a moment Wait'],
    ['<html><head><title>403 Forbidden</title></head>\n<body>sk-secret</body></html>', '403 Forbidden [key]'],
    ['Country not supported', 'Country not supported'],
    // A key that was cut off in its middle would not be found any more.
    [`${'x'.repeat(495)} sk-secret`, `${'x'.repeat(495)} [key`],
    ['', '403 status code (no body)'],
    ['<'.repeat(100_000), '<'.repeat(500)],
  ])('makes a message of a body that is not in the provider’s format', async (text, message) => {
    const { transport } = transportOver(new Response(text, { status: 403 }));
    expect(await transport.send(REQUEST, options)).toEqual({
      ok: false,
      failure: { kind: 'not-permitted', message, status: 403 },
    });
  });
});

describe('afterAwake', () => {
  it.each([1, 4_999, 5_000, 5_001, 600_000])('waits %d ms', (durationMs) => {
    const clock = createFakeClock();
    const callback = vi.fn();
    afterAwake(clock, durationMs, callback);
    clock.advance(durationMs - 1);
    expect(callback).not.toHaveBeenCalled();
    clock.advance(1);
    expect(callback).toHaveBeenCalledOnce();
    clock.advance(600_000);
    expect(callback).toHaveBeenCalledOnce();
  });

  it('counts an hour of sleep as two ticks', () => {
    const clock = createFakeClock();
    const callback = vi.fn();
    afterAwake(clock, 30_000, callback);
    clock.sleep(3_600_000);
    clock.advance(19_999);
    expect(callback).not.toHaveBeenCalled();
    clock.advance(1);
    expect(callback).toHaveBeenCalledOnce();
  });
});

const noJitter = () => 0;

describe('retryDelayMs', () => {
  it('[S9.6] doubles from half a second to eight seconds', () => {
    const delays = [0, 1, 2, 3, 4, 5, 6].map((retries) => retryDelayMs(undefined, retries, noJitter));
    expect(delays).toEqual([500, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000]);
  });

  it('[S9.6] subtracts up to a quarter', () => {
    const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    fc.assert(
      fc.property(fc.nat(20), random, (retries, fraction) => {
        const full = retryDelayMs(undefined, retries, noJitter);
        const delayMs = retryDelayMs(undefined, retries, () => fraction);
        expect(delayMs).toBeLessThanOrEqual(full);
        expect(delayMs).toBeGreaterThanOrEqual(full * 0.75);
      }),
    );
    expect(retryDelayMs(undefined, 0, () => 0.5)).toBe(437.5);
  });

  it.each([
    [0, 0],
    [3_000, 3_000],
    [59_999, 59_999],
    [60_000, 500],
    [3_600_000, 500],
  ])('[S9.6] turns a named wait of %d ms into %d ms', (named, expected) => {
    expect(retryDelayMs(named, 0, noJitter)).toBe(expected);
  });
});
