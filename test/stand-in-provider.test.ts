import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { failure, refusedForPace, wrongKey } from './stand-in-call.ts';
import { type StandIn, startStandIn } from './stand-in-provider.ts';

const CHAT = {
  model: 'gpt-4o-mini',
  messages: [
    { role: 'system', content: 'Translate.' },
    { role: 'user', content: '{"7":"Да\\nнет"}' },
  ],
};

describe('over plain HTTP', () => {
  let standIn: StandIn;
  beforeAll(async () => {
    standIn = await startStandIn();
  });
  afterAll(() => standIn.close());
  beforeEach(() => standIn.reset());

  const chat = (headers: Record<string, string> = {}, signal: AbortSignal | null = null) =>
    fetch(`${standIn.origin}/v1/chat/completions`, {
      method: 'POST',
      signal,
      headers: { authorization: 'Bearer test-key', ...headers },
      body: JSON.stringify(CHAT),
    });
  const preflight = (path: string, asked: string) =>
    fetch(standIn.origin + path, {
      method: 'OPTIONS',
      headers: { origin: 'https://page', 'access-control-request-headers': asked },
    });

  it('shows a page of OpenAI no more than OpenAI does', async () => {
    standIn.behave(() => refusedForPace(1_000));
    const { headers } = await chat({ origin: 'https://page' });
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('access-control-expose-headers')).toBe('X-Request-ID, CF-Ray');
    standIn.behave(() => failure(401, { withoutCors: true }));
    expect((await chat({ origin: 'https://page' })).headers.has('access-control-allow-origin')).toBe(false);
    const allowed = (await preflight('/v1/chat/completions', 'authorization,content-type')).headers;
    expect(allowed.get('access-control-allow-headers')).toBe('authorization,content-type');
  });

  it('lets a page talk to Anthropic only with the browser header', async () => {
    const asked = 'anthropic-version,content-type,x-api-key';
    const refused = await preflight('/v1/messages', asked);
    expect(refused.status).toBe(400);
    expect(refused.headers.has('access-control-allow-origin')).toBe(false);
    const allowed = await preflight('/v1/messages', `anthropic-dangerous-direct-browser-access,${asked}`);
    expect(allowed.status).toBe(200);

    standIn.behave(() => wrongKey());
    const sent = { origin: 'https://page', 'x-api-key': 'test-key', 'anthropic-version': '2023-06-01' };
    const readable = await fetch(`${standIn.origin}/v1/models`, {
      headers: { ...sent, 'anthropic-dangerous-direct-browser-access': 'true' },
    });
    expect(readable.status).toBe(401);
    expect(readable.headers.get('access-control-expose-headers')).toBe('*');
    const unreadable = await fetch(`${standIn.origin}/v1/models`, { headers: sent });
    expect(unreadable.headers.has('access-control-allow-origin')).toBe(false);
  });

  it('echoes the origin for Google', async () => {
    const { headers } = await fetch(`${standIn.origin}/v1beta/models?key=test-key`, {
      headers: { origin: 'https://page' },
    });
    expect(headers.get('access-control-allow-origin')).toBe('https://page');
    expect(headers.get('access-control-expose-headers')).not.toContain('etry');
    const allowed = (await preflight('/v1beta/models/gemini:generateContent', 'content-type,x-goog-api-key')).headers;
    expect(allowed.get('access-control-max-age')).toBe('3600');
  });
});
