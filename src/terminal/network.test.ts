import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import { createSecureServer, type Http2ServerRequest, type ServerHttp2Session } from 'node:http2';
import { createServer as createSecure } from 'node:https';
import { type AddressInfo, connect, createServer as createTcp, type Server, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { certificate } from '../../test/certificate.ts';
import { eventually } from '../../test/eventually.ts';
import { createTimerClock, NEVER_ABORTED } from '../clock/clock.ts';
import { ConnectionFault, createTransport } from '../providers/transport/http.ts';
import { faultWords } from './faults.ts';
import { createNetwork, type Network } from './network.ts';

type Request = IncomingMessage | Http2ServerRequest;
interface Answer {
  writeHead(status: number, headers?: Readonly<Record<string, string>>): unknown;
  write(chunk: string | Uint8Array): boolean;
  end(chunk?: string | Uint8Array): unknown;
}
type Listener = (request: Request, answer: Answer) => void;

let tls = { key: '', cert: '' };
beforeAll(async () => {
  tls = await certificate();
});

const toClose: (() => void)[] = [];
afterEach(() => {
  for (const close of toClose.splice(0)) close();
});

async function listening(server: Server): Promise<{ readonly port: number; readonly sockets: Set<Socket> }> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
  });
  server.on('clientError', (_error, socket: Socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  toClose.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, sockets };
}

/** Servers by what they speak. `sessions`: those that were opened. */
const SERVERS = {
  'HTTP/1.1': async (listener: Listener) => {
    const server = await listening(createServer(listener));
    return { ...server, origin: `http://127.0.0.1:${server.port}` };
  },
  'HTTP/1.1 over TLS': async (listener: Listener) => {
    const server = await listening(createSecure(tls, listener));
    return { ...server, origin: `https://127.0.0.1:${server.port}` };
  },
  'HTTP/2': async (listener: Listener) => {
    const server = await listening(createSecureServer(tls, listener));
    return { ...server, origin: `https://127.0.0.1:${server.port}` };
  },
} as const;

async function startHttp2(listener: Listener, settings = {}) {
  const sessions: ServerHttp2Session[] = [];
  const server = createSecureServer({ ...tls, settings }, listener);
  server.on('session', (session) => sessions.push(session));
  const { port, sockets } = await listening(server);
  return { origin: `https://127.0.0.1:${port}`, port, sessions, sockets };
}

function networkWith(env: Readonly<Record<string, string>> = {}): Network {
  const network = createNetwork({ env }, { ca: tls.cert });
  toClose.push(network.close);
  return network;
}

async function textOf(request: Request): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

describe.each(Object.entries(SERVERS))('over %s', (_, start) => {
  test('a request has its method, headers and text, and its answer status, headers and text', async () => {
    const { origin } = await start(async (request, answer) => {
      const { authorization, 'content-type': type, 'content-length': length } = request.headers;
      const said = {
        method: request.method,
        url: request.url,
        authorization,
        type,
        length,
        text: await textOf(request),
      };
      answer.writeHead(429, { 'retry-after': '7', 'content-type': 'application/json' });
      answer.end(JSON.stringify(said));
    });
    const answer = await networkWith().fetch(`${origin}/v1/chat?key=1`, {
      method: 'POST',
      headers: { Authorization: 'Bearer test-1', 'content-type': 'application/json' },
      body: '{"a":"ü"}',
    });
    expect([answer.status, answer.ok, answer.headers.get('retry-after')]).toEqual([429, false, '7']);
    expect(await answer.json()).toEqual({
      ...{ method: 'POST', url: '/v1/chat?key=1', authorization: 'Bearer test-1', type: 'application/json' },
      ...{ length: '10', text: '{"a":"ü"}' },
    });
  });

  test.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['deflate', deflateSync],
  ] as const)('an answer in %s is decoded', async (encoding, compress) => {
    const { origin } = await start((_request, answer) => {
      answer.writeHead(200, { 'content-encoding': encoding });
      answer.end(compress('Olá'.repeat(50_000)));
    });
    const answer = await networkWith().fetch(origin);
    expect(await answer.text()).toBe('Olá'.repeat(50_000));
  });

  test('a redirect is not followed', async () => {
    const seen: string[] = [];
    const { origin } = await start((request, answer) => {
      seen.push(request.url ?? '');
      answer.writeHead(307, { location: '/elsewhere' });
      answer.end();
    });
    const network = networkWith();
    await expect(network.fetch(`${origin}/a`)).rejects.toThrow('does not send your key there');
    expect(seen).toEqual(['/a']);
  });

  test('an answer that breaks off fails, also with a body that could be whole', async () => {
    const { origin, sockets } = await start((_request, answer) => {
      answer.writeHead(200);
      answer.write('{"a":1}');
      setImmediate(() => {
        for (const socket of sockets) socket.destroy();
      });
    });
    const answer = await networkWith().fetch(origin);
    await expect(answer.text()).rejects.toThrow();
  });

  test('an answer in gzip that breaks off fails', async () => {
    const { origin, sockets } = await start((_request, answer) => {
      answer.writeHead(200, { 'content-encoding': 'gzip' });
      answer.write(gzipSync('x'.repeat(1_000)).subarray(0, 15));
      setImmediate(() => {
        for (const socket of sockets) socket.destroy();
      });
    });
    const answer = await networkWith().fetch(origin);
    await expect(answer.text()).rejects.toThrow();
  });

  test('a connection that closes before the answer fails, and the next request finds a new one', async () => {
    let count = 0;
    const { origin, sockets } = await start((_request, answer) => {
      if (++count === 1) for (const socket of sockets) socket.destroy();
      else answer.end('here');
    });
    const network = networkWith();
    await expect(network.fetch(origin, { method: 'POST', body: '{}' })).rejects.toThrow();
    expect(await (await network.fetch(origin)).text()).toBe('here');
    expect(count).toBe(2);
  });

  test('a request is aborted before the answer, and the server sees it', async () => {
    let closed = 0;
    const { origin } = await start((request, _answer) => {
      request.on('error', () => {});
      request.on('close', () => closed++);
      setImmediate(() => controller.abort());
    });
    const controller = new AbortController();
    const answer = networkWith().fetch(origin, { signal: controller.signal });
    await expect(answer).rejects.toThrow();
    await eventually(() => expect(closed).toBe(1));
  });

  test('a request is aborted amid the answer', async () => {
    const { origin } = await start((_request, answer) => {
      answer.writeHead(200);
      answer.write('{"a":');
    });
    const controller = new AbortController();
    const answer = await networkWith().fetch(origin, { signal: controller.signal });
    setImmediate(() => controller.abort());
    await expect(answer.text()).rejects.toThrow();
  });

  test('nothing is sent with an aborted signal', async () => {
    const listener = vi.fn();
    const { origin, sockets } = await start(listener);
    await expect(networkWith().fetch(origin, { signal: AbortSignal.abort() })).rejects.toThrow('aborted');
    expect([listener.mock.calls.length, sockets.size]).toEqual([0, 0]);
  });

  test('no socket has a time limit while an answer is awaited', async () => {
    const limits = new Map<Socket, number>();
    const setTimeout = Socket.prototype.setTimeout;
    vi.spyOn(Socket.prototype, 'setTimeout').mockImplementation(function (this: Socket, ms, then) {
      limits.set(this, ms);
      return setTimeout.call(this, ms, then);
    });
    const asked: Answer[] = [];
    const { origin } = await start((_request, answer) => void asked.push(answer));
    const pending = networkWith().fetch(origin);
    await eventually(() => expect(asked.length).toBe(1));
    expect([...limits.values()].filter((ms) => ms > 0)).toEqual([]);
    asked[0]?.end('late');
    expect(await (await pending).text()).toBe('late');
  });

  test('connections are used again, and leave no listeners behind', async () => {
    const { origin, sockets } = await start((_request, answer) => void answer.end('{}'));
    const network = networkWith();
    const { signal } = new AbortController();
    const removed = vi.spyOn(signal, 'removeEventListener');
    const added = vi.spyOn(signal, 'addEventListener');
    const warned = vi.fn();
    process.on('warning', warned);
    for (let count = 0; count < 30; count++) await (await network.fetch(origin, { signal })).text();
    await eventually(() => expect(removed.mock.calls.length).toBe(added.mock.calls.length));
    process.off('warning', warned);
    expect(sockets.size).toBe(1);
    expect(warned.mock.calls).toEqual([]);
  });

  test('each of many requests at once gets its own answer', async () => {
    const { origin } = await start((request, answer) => void setImmediate(() => answer.end(request.url)));
    const network = networkWith();
    const paths = Array.from({ length: 120 }, (_each, at) => `/${at}`);
    const texts = await Promise.all(paths.map(async (path) => (await network.fetch(origin + path)).text()));
    expect(texts).toEqual(paths);
  });

  test('nothing is sent after the end, and unanswered requests fail', async () => {
    const { origin } = await start((_request, _answer) => network.close());
    const network = networkWith();
    await expect(network.fetch(origin)).rejects.toThrow();
    await expect(network.fetch(origin)).rejects.toThrow('closed');
  });
});

describe('sessions of HTTP/2', () => {
  test('one session carries as many requests as the server accepts at once, a second one the others', async () => {
    const waiting: Answer[] = [];
    const listener: Listener = (request, answer) => {
      if (request.url === '/quick') answer.end('{}');
      else waiting.push(answer);
    };
    const server = await startHttp2(listener, { maxConcurrentStreams: 10 });
    const { fetch } = networkWith();
    const ask = async (path: string) => (await fetch(server.origin + path)).text();
    await ask('/quick');
    const answers = Array.from({ length: 15 }, () => ask('/slow'));
    await eventually(() => expect(waiting.length).toBe(15));
    expect(server.sessions.length).toBe(2);
    for (const answer of waiting) answer.end('{}');
    await Promise.all(answers);
    await Promise.all(Array.from({ length: 5 }, () => ask('/quick')));
    expect(server.sessions.length).toBe(2);
  });

  test('a connection that was opened ahead carries the first requests, and takes no place of theirs', async () => {
    const { origin, sessions } = await startHttp2((_request, answer) => answer.end('ok'), { maxConcurrentStreams: 2 });
    const network = networkWith();
    await network.connect(`${origin}/v1`, NEVER_ABORTED);
    await network.connect(`${origin}/v1`, NEVER_ABORTED);
    const answers = await Promise.all([1, 2].map(() => network.fetch(`${origin}/v1/chat`)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(sessions).toHaveLength(1);
  });

  test('nothing is opened ahead beside a connection, also if it accepts no more requests now', async () => {
    const waiting: Answer[] = [];
    const { origin, sessions } = await startHttp2((_request, answer) => void waiting.push(answer), {
      maxConcurrentStreams: 1,
    });
    const network = networkWith();
    const asked = network.fetch(`${origin}/v1/chat`);
    await eventually(() => expect(waiting).toHaveLength(1));
    await network.connect(`${origin}/v1`, NEVER_ABORTED);
    waiting[0]?.end('ok');
    await asked;
    expect(sessions).toHaveLength(1);
  });

  test('an answer that the server cancels fails, also with a body that could be whole', async () => {
    const server = await startHttp2((request, answer) => {
      answer.writeHead(200);
      answer.write('{"a":1}');
      if ('stream' in request) setImmediate(() => request.stream.close(8));
    });
    const answer = await networkWith().fetch(server.origin);
    await expect(answer.text()).rejects.toThrow();
  });

  test('after GOAWAY accepted requests are answered, and the next request opens a session', async () => {
    let count = 0;
    const server = await startHttp2((request, answer) => {
      if (++count > 1) return void answer.end('second');
      if ('stream' in request) request.stream.session?.goaway(0, request.stream.id);
      setImmediate(() => answer.end('first'));
    });
    const network = networkWith();
    expect(await (await network.fetch(server.origin)).text()).toBe('first');
    expect(await (await network.fetch(server.origin)).text()).toBe('second');
    expect(server.sessions.length).toBe(2);
  });

  test('after GOAWAY a request that the server has not begun with is sent again, once', async () => {
    const urls: (string | undefined)[] = [];
    let answerFirst = () => {};
    const server = await startHttp2((request, answer) => {
      urls.push(request.url);
      if (request.url === '/first') {
        answerFirst = () => {
          if ('stream' in request) request.stream.session?.goaway(0, request.stream.id);
          answer.end('first');
        };
      } else if (server.sessions.length > 1) answer.end('second');
      else answerFirst();
    });
    const network = networkWith();
    const first = network.fetch(`${server.origin}/first`);
    await eventually(() => expect(urls).toEqual(['/first']));
    const second = network.fetch(`${server.origin}/second`);
    expect(await Promise.all([first, second].map(async (answer) => (await answer).text()))).toEqual([
      'first',
      'second',
    ]);
    expect(urls).toEqual(['/first', '/second', '/second']);
  });

  test('a request that the server refuses to begin with is sent again at once', async () => {
    let count = 0;
    const server = await startHttp2((request, answer) => {
      if (++count === 1 && 'stream' in request) request.stream.close(7);
      else answer.end('taken');
    });
    expect(await (await networkWith().fetch(server.origin)).text()).toBe('taken');
    expect(count).toBe(2);
  });

  test('a request that is refused again and again fails', async () => {
    let count = 0;
    const server = await startHttp2((request) => {
      count++;
      if ('stream' in request) request.stream.close(7);
    });
    await expect(networkWith().fetch(server.origin)).rejects.toThrow();
    expect(count).toBe(3);
  });

  test('the transport sends a request again whose session died', async () => {
    let count = 0;
    const server = await startHttp2((_request, answer) => {
      if (++count === 1) server.sessions[0]?.destroy();
      else answer.end('{"a":1}');
    });
    const { fetch } = networkWith();
    const transport = createTransport({ fetch, clock: createTimerClock(), random: () => 1 });
    const outcome = await transport.send(
      { url: server.origin, headers: {}, body: {}, key: '', readFacts: () => ({}) },
      { signal: new AbortController().signal, retryRefusals: true },
    );
    expect(outcome).toEqual({ ok: true, body: { a: 1 } });
    expect(server.sessions.length).toBe(2);
  });
});

describe('faults', () => {
  test('a connection that cannot be opened ahead is reported by the first request', async () => {
    const network = networkWith();
    const origin = 'https://127.0.0.1:1';
    await network.connect(`${origin}/v1`, NEVER_ABORTED);
    await expect(network.fetch(`${origin}/v1/chat`)).rejects.toThrow(ConnectionFault);
  });

  test('nobody waits for a connection ahead after the run was stopped', async () => {
    const accepted = vi.fn();
    const { port } = await listening(createTcp(accepted));
    const stopping = new AbortController();
    const ahead = networkWith().connect(`https://127.0.0.1:${port}`, stopping.signal);
    await eventually(() => expect(accepted).toHaveBeenCalled());
    const stoppedAt = performance.now();
    stopping.abort();
    await ahead;
    expect(performance.now() - stoppedAt).toBeLessThan(1_000);
  });

  test('a refused connection is reported with what to do', async () => {
    const server = createServer();
    const { port } = await listening(server);
    await new Promise((resolve) => server.close(resolve));
    for (const scheme of ['http', 'https']) {
      const network = networkWith();
      await expect(network.fetch(`${scheme}://127.0.0.1:${port}/key`)).rejects.toThrow(
        new ConnectionFault(
          `Nothing answers at 127.0.0.1:${port}: the connection is refused. Start the server there, or correct the address.`,
        ),
      );
    }
  });

  test('an unknown certificate is reported with what to do', async () => {
    const { origin, port } = await SERVERS['HTTP/2']((_request, answer) => void answer.end());
    const network = createNetwork({ env: {} });
    toClose.push(network.close);
    await expect(network.fetch(origin)).rejects.toThrow(
      `The certificate of 127.0.0.1:${port} is not signed by an authority that this computer trusts. Set NODE_EXTRA_CA_CERTS to the path of that authority’s certificate.`,
    );
  });

  test('a server that speaks no TLS is reported with what to do', async () => {
    const server = createTcp((socket) => socket.on('error', () => {}).end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    const { port } = await listening(server);
    await expect(networkWith().fetch(`https://127.0.0.1:${port}`)).rejects.toThrow(
      `127.0.0.1:${port} does not use https. Correct the address: perhaps http:// must stand at its beginning.`,
    );
  });
});

test('the transport says why there is no connection, where, and what to do', async () => {
  const server = createServer();
  const { port } = await listening(server);
  await new Promise((resolve) => server.close(resolve));
  const transport = createTransport({
    fetch: networkWith({ HTTPS_PROXY: `http://127.0.0.1:${port}` }).fetch,
    clock: { ...createTimerClock(), after: (_, run) => createTimerClock().after(0, run) },
    random: Math.random,
  });
  const outcome = await transport.send(
    { url: 'https://api.openai.com/v1', headers: {}, body: {}, key: '', readFacts: () => ({}) },
    { signal: new AbortController().signal, retryRefusals: true },
  );
  const message = `Nothing answers at the proxy 127.0.0.1:${port}: the connection is refused. Start the server there, or correct HTTPS_PROXY.`;
  expect(outcome).toEqual({ ok: false, failure: { kind: 'connection', message } });
});

test.each([
  ['ENOTFOUND', 'No computer of the name api.example was found. Correct the address'],
  ['EAI_AGAIN', 'The name api.example could not be looked up. Check the connection'],
  ['ECONNREFUSED', 'Nothing answers at api.example:8443: the connection is refused. Correct the address'],
  ['EHOSTUNREACH', 'api.example:8443 cannot be reached. Check the connection'],
  ['ETIMEDOUT', 'api.example:8443 does not answer. Check the connection'],
  ['ECONNRESET', 'api.example:8443 has closed the connection without an answer. If this goes on'],
  ['ERR_HTTP2_STREAM_ERROR', 'api.example:8443 has closed the connection without an answer. If this goes on'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'The certificate of api.example:8443 is not signed by an authority'],
  ['CERT_HAS_EXPIRED', 'The certificate of api.example:8443 is not valid today. Check the date'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'The certificate of api.example:8443 is for another name. Correct'],
])('%s is reported in words, without the path, which may contain a key', (code, words) => {
  const error = Object.assign(new Error(`${code} https://api.example:8443/a-key`), { code });
  const said = faultWords(error, { url: new URL('https://api.example:8443/a-key'), isProxy: false });
  expect(said).toContain(words);
  expect(said).not.toContain('a-key');
});

/** Connects every name to 127.0.0.1. `asked`: host and credentials of each CONNECT. */
async function startProxy(status = 200) {
  const asked: (string | undefined)[][] = [];
  const server = createServer();
  server.on('connect', ({ url = '', headers }, socket: Socket) => {
    asked.push([url, headers['proxy-authorization']]);
    socket.on('error', () => {});
    if (status !== 200) return void socket.end(`HTTP/1.1 ${status} Proxy Authentication Required\r\n\r\n`);
    const there = connect(Number(url.split(':').at(-1)), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      there.pipe(socket).pipe(there);
    });
    there.on('error', () => socket.destroy());
    toClose.push(() => there.destroy());
  });
  const { port } = await listening(server);
  return { asked, port };
}

describe('through a proxy', () => {
  test.each(['HTTP/1.1 over TLS', 'HTTP/2'] as const)('%s works with a name and a password', async (kind) => {
    const { port } = await SERVERS[kind]((request, answer) => void answer.end(request.url));
    const proxy = await startProxy();
    const network = networkWith({ HTTPS_PROXY: `http://me:p%40ss@127.0.0.1:${proxy.port}` });
    const texts = ['/1', '/2'].map(async (path) => {
      return (await network.fetch(`https://api.openai.com:${port}${path}`)).text();
    });
    expect(await Promise.all(texts)).toEqual(['/1', '/2']);
    expect(proxy.asked[0]).toEqual([`api.openai.com:${port}`, `Basic ${btoa('me:p@ss')}`]);
  });

  test('a refusal of the proxy is reported without its password', async () => {
    const { port } = await startProxy(407);
    const network = networkWith({ https_proxy: `me:secret@127.0.0.1:${port}` });
    await expect(network.fetch('https://api.openai.com/v1')).rejects.toThrow(
      `The proxy 127.0.0.1:${port} refuses to connect to api.openai.com:443: 407 Proxy Authentication Required. Put a name and a password into HTTPS_PROXY (http://NAME:PASSWORD@127.0.0.1:${port}): the proxy wants them.`,
    );
  });

  test('a request is aborted while the proxy is silent', async () => {
    const { port } = await listening(createServer().on('connect', () => controller.abort()));
    const controller = new AbortController();
    const network = networkWith({ HTTPS_PROXY: `http://127.0.0.1:${port}` });
    await expect(network.fetch('https://api.openai.com/v1', { signal: controller.signal })).rejects.toThrow('aborted');
  });
});

test('node reads NODE_EXTRA_CA_CERTS, and a process ends once its network is closed', async () => {
  const { origin } = await SERVERS['HTTP/2']((request, answer) => void answer.end(request.httpVersion));
  const http1 = await SERVERS['HTTP/1.1 over TLS']((request, answer) => void answer.end(request.httpVersion));
  const folder = await mkdtemp(join(tmpdir(), 'network-'));
  const file = join(folder, 'ca.pem');
  await writeFile(file, tls.cert);
  const script = `
    import { createNetwork } from '${new URL('./network.ts', import.meta.url)}';
    const network = createNetwork({ env: process.env });
    for (const origin of ['${origin}', '${http1.origin}']) console.log(await (await network.fetch(origin)).text());
    network.close();`;
  const loader = new URL('../../scripts/run-typescript.mjs', import.meta.url).href;
  const program = ['--import', loader, '--input-type=module', '-e', script];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, program, {
    env: { ...process.env, NODE_EXTRA_CA_CERTS: file },
  }).finally(() => rm(folder, { recursive: true }));
  expect([stdout, stderr]).toEqual(['2.0\n1.1\n', '']);
});

test('a request that met a connection which the server was closing is sent again', async () => {
  let count = 0;
  const { origin } = await SERVERS['HTTP/1.1']((request, answer) => {
    count++;
    if (count === 2) return void (request as IncomingMessage).socket.resetAndDestroy();
    answer.writeHead(200);
    answer.end(`${count}`);
  });
  const { fetch, close } = createNetwork({ env: {} });
  toClose.push(close);
  for (const text of ['1', '3']) expect(await (await fetch(origin, { method: 'POST', body: 'a' })).text()).toBe(text);
});
