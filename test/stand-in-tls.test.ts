import { type ClientHttp2Session, connect, constants } from 'node:http2';
import { request as httpsRequest } from 'node:https';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { certificate } from './certificate.ts';
import { drop, reply, stall } from './stand-in-call.ts';
import { type StandIn, startStandIn } from './stand-in-provider.ts';

const CHAT = {
  model: 'gpt-4o-mini',
  messages: [
    { role: 'system', content: 'Translate.' },
    { role: 'user', content: '{"7":"Да\\nнет"}' },
  ],
};

describe('over TLS', () => {
  let standIn: StandIn;
  let tls: { key: string; cert: string };
  let session: ClientHttp2Session;
  beforeAll(async () => {
    tls = await certificate();
    standIn = await startStandIn({ tls });
    session = connect(`https://127.0.0.1:${standIn.port}`, { ca: tls.cert, servername: 'api.openai.com' });
  });
  afterAll(async () => {
    session.destroy();
    await standIn.close();
  });
  beforeEach(() => standIn.reset());

  const open = () => {
    const stream = session.request({
      ':method': 'POST',
      ':authority': 'api.openai.com',
      ':path': '/v1/chat/completions',
      authorization: 'Bearer test-key',
    });
    stream.end(JSON.stringify(CHAT));
    return stream;
  };
  const textOf = async (stream: ReturnType<typeof open>) => {
    let text = '';
    for await (const chunk of stream) text += chunk;
    return text;
  };

  it('speaks HTTP/2 under the real host names', async () => {
    expect(JSON.parse(await textOf(open())).object).toBe('chat.completion');
    expect(session.alpnProtocol).toBe('h2');
    expect(standIn.calls[0]).toMatchObject({ provider: 'openai', status: 200 });
    await vi.waitFor(() => expect(standIn.calls[0]?.endedAt).toBeDefined());
    expect(standIn.calls[0]?.aborted).toBe(false);
  });

  it('falls back to HTTP/1.1', async () => {
    const status = await new Promise((resolve, reject) => {
      const options = {
        host: '127.0.0.1',
        port: standIn.port,
        path: '/v1beta/models?key=test-key',
        ca: tls.cert,
        servername: 'generativelanguage.googleapis.com',
        headers: { host: 'generativelanguage.googleapis.com' },
        agent: false as const,
      };
      const sent = httpsRequest(options, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      sent.on('error', reject);
      sent.end();
    });
    expect(status).toBe(200);
    expect(standIn.calls[0]).toMatchObject({ provider: 'google', kind: 'models' });
  });

  it('breaks one exchange alone', async () => {
    standIn.behave(() => (standIn.calls.length === 1 ? drop('at-end') : reply('{}', { latencyMs: 30 })));
    const broken = textOf(open());
    const whole = textOf(open());
    await expect(broken).rejects.toThrow(/NGHTTP2_INTERNAL_ERROR/);
    expect(JSON.parse(await whole).object).toBe('chat.completion');
  });

  it('notices who goes away', async () => {
    standIn.behave(() => stall('in-body'));
    const stream = open();
    stream.on('error', () => {});
    await vi.waitFor(() => expect(standIn.calls[0]?.status).toBe(200));
    stream.close(constants.NGHTTP2_CANCEL);
    await vi.waitFor(() => expect(standIn.calls[0]?.aborted).toBe(true));
  });
});
