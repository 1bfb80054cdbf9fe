import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { type ClientHttp2Session, connect as connectHttp2, constants } from 'node:http2';
import { isIP } from 'node:net';
import { pipeline, type Readable } from 'node:stream';
import { type ConnectionOptions, connect as connectTls, type TLSSocket } from 'node:tls';
import { createBrotliDecompress, createUnzip } from 'node:zlib';
import { ConnectionFault, type CoreParts } from '../core.ts';
import { faultWords, systemFault } from './faults.ts';
import { codeOf } from './outputs.ts';
import { hostOf, openTunnel, readProxy } from './proxy.ts';

export interface Network {
  /**
   * Sends requests with texts as bodies. Has no time limit for an answer, while the global fetch gives up after 300 s without a header. A redirect is an error,
   * because it would pass the key on. Rejects with a ConnectionFault, unless its signal has aborted the request.
   */
  readonly fetch: CoreParts['network'];
  /**
   * Opens a connection, unless there is one, and waits for it until the signal aborts, two seconds at most. Requests that wait for a connection all leave at
   * once when it is there, and then no refusal slows them down. Never rejects: the first request reports why there is no connection.
   */
  readonly connect: (address: string, signal: AbortSignal) => Promise<void>;
  /** Closes all connections, so that the process can end. */
  readonly close: () => void;
}

/** Only for the connection: the way through a proxy, and the handshake. */
const CONNECT_MS = 30_000;
/** How long a run waits for a connection before it begins. After that the requests wait for the same connection. */
const AHEAD_MS = 2_000;
/** After this time the system notices that the other side is gone, as after a sleep. */
const KEEP_ALIVE_MS = 30_000;
/** A session that was idle for this long must answer a ping first. */
const IDLE_MS = 30_000;
const PONG_MS = 10_000;
/** Used until the server has said how many it accepts. */
const USUAL_STREAMS = 100;
/** A server that closes a session may not have begun with a request, which is then sent on another session. */
const MOST_SESSIONS = 3;
/** In megabytes; by default a session refuses requests from 10 MB on. */
const SESSION_MEMORY = 256;

/** Reads HTTPS_PROXY and NO_PROXY; node itself reads NODE_EXTRA_CA_CERTS. Throws a Mistake for an unusable proxy. `tls`: for tests. */
export function createNetwork(
  { env }: { readonly env: Readonly<Record<string, string | undefined>> },
  tls: ConnectionOptions = {},
): Network {
  const proxyFor = readProxy(env);
  const plain = new Agent({ keepAlive: true, keepAliveMsecs: KEEP_ALIVE_MS });
  const origins = new Map<string, Origin>();
  let isClosed = false;

  function originOf(url: URL): Origin {
    const known = origins.get(url.host);
    if (known) return known;
    const origin = createOrigin(url, proxyFor(url), tls);
    origins.set(url.host, origin);
    return origin;
  }

  async function answerTo(sent: Sent): Promise<Answer> {
    if (isClosed) throw new Error('The network is closed.');
    return sent.url.protocol === 'http:' ? sendHttp1(sent, plain) : sendSecure(sent, originOf(sent.url));
  }

  const send: Network['fetch'] = async (input, init = {}) => {
    const signal = init.signal ?? undefined;
    signal?.throwIfAborted();
    const url = new URL(String(input));
    const { method = 'GET', body } = init;
    if (body !== undefined && typeof body !== 'string') throw new TypeError('Only texts are sent.');
    try {
      const answer = await answerTo({ url, method, headers: headersOf(init.headers, body), body, signal });
      return responseOf(answer, url);
    } catch (error) {
      if (signal?.aborted || error instanceof ConnectionFault) throw error;
      throw new ConnectionFault(faultWords(error, { url, isProxy: false }), { cause: error });
    }
  };

  return {
    fetch: send,
    async connect(address, signal) {
      const url = new URL(address);
      if (isClosed || url.protocol === 'http:') return;
      const ahead = orAborted(originOf(url).connect(), AbortSignal.timeout(AHEAD_MS));
      // Node loads its code for answers when it is first used, which takes 45 ms: here the handshake takes this time, too.
      new Response();
      await orAborted(ahead, signal).catch(() => {});
    },
    close() {
      isClosed = true;
      plain.destroy();
      for (const origin of origins.values()) origin.close();
    },
  };
}

interface Sent {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly signal: AbortSignal | undefined;
}

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: Readable;
  /** Call it once `body` has ended: a broken connection may look like the end. */
  readonly isWhole: () => boolean;
}

function headersOf(given: HeadersInit | undefined, body: string | undefined): Readonly<Record<string, string>> {
  const pairs = given === undefined ? [] : Symbol.iterator in given ? [...given] : Object.entries(given);
  return {
    accept: '*/*',
    'accept-encoding': 'gzip, br',
    'user-agent': 'subtitle-translator',
    ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
    ...Object.fromEntries(pairs.map(([name = '', value = '']) => [name.toLowerCase(), value])),
  };
}

/** A server with TLS: its HTTP/2 sessions, or its HTTP/1.1 connections. */
interface Origin {
  /** Opens a connection, unless there is one. Rejects if that fails. */
  readonly connect: () => Promise<void>;
  /** Reserves a place in a session for a request; undefined: the server speaks HTTP/1.1, so use the agent. */
  readonly takePlace: (signal: AbortSignal | undefined) => Promise<Lane | undefined>;
  readonly agent: Agent;
  readonly close: () => void;
}

interface Lane {
  readonly session: ClientHttp2Session;
  /** How many requests the server accepts at once. */
  most: number;
  /** The number of unanswered requests, including those that are about to be sent. */
  streams: number;
  usedAt: number;
}

function createOrigin(url: URL, proxy: URL | undefined, tls: ConnectionOptions): Origin {
  const lanes = new Set<Lane>();
  const sockets = new Set<TLSSocket>();
  /** The connection that showed that the server speaks HTTP/1.1. The first request can use it. */
  let spare: TLSSocket | undefined;
  let speaksHttp1 = false;
  let isClosed = false;
  let connecting: Promise<void> | undefined;

  async function connect(protocols: readonly string[]): Promise<TLSSocket> {
    const host = hostOf(url);
    const port = Number(url.port || 443);
    const way = proxy
      ? { socket: await openTunnel(proxy, { host: `${url.hostname}:${port}`, timeoutMs: CONNECT_MS, tls }) }
      : { port };
    const socket = connectTls({
      ...tls,
      ...way,
      host,
      servername: isIP(host) ? '' : host,
      ALPNProtocols: [...protocols],
    });
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    // An idle connection may break. Without a listener this error would end the process.
    socket.on('error', () => {});
    if (isClosed) socket.destroy();
    return secured(socket);
  }

  async function openLane(): Promise<void> {
    const socket = await connect(['h2', 'http/1.1']);
    if (socket.alpnProtocol === 'h2') {
      const lane = createLane(url, socket);
      lanes.add(lane);
      lane.session.on('close', () => lanes.delete(lane));
      return;
    }
    speaksHttp1 = true;
    spare = socket;
  }

  function openOneLane(): Promise<void> {
    connecting ??= openLane().finally(() => {
      connecting = undefined;
    });
    return connecting;
  }

  function createConnection(_: unknown, done: (error: Error | null, socket?: TLSSocket) => void): void {
    const found = spare?.destroyed ? undefined : spare;
    spare = undefined;
    if (found) done(null, found);
    else connect(['http/1.1']).then((socket) => done(null, socket), done);
  }

  return {
    async connect() {
      if (!speaksHttp1 && ![...lanes].some(isOpen)) await openOneLane();
    },
    async takePlace(signal) {
      while (!speaksHttp1) {
        const lane = [...lanes].find(hasRoom);
        if (lane) {
          lane.streams++;
          return lane;
        }
        await orAborted(openOneLane(), signal);
      }
      return undefined;
    },
    agent: Object.assign(new Agent({ keepAlive: true, keepAliveMsecs: KEEP_ALIVE_MS }), { createConnection }),
    close() {
      isClosed = true;
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Resolves after the handshake. */
function secured(socket: TLSSocket): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const late = () => socket.destroy(systemFault('ETIMEDOUT'));
    socket.setTimeout(CONNECT_MS, late);
    socket.once('error', reject);
    socket.once('close', () => reject(systemFault('ECONNRESET')));
    socket.once('secureConnect', () => {
      socket.setTimeout(0, late);
      socket.setNoDelay(true);
      socket.setKeepAlive(true, KEEP_ALIVE_MS);
      resolve(socket);
    });
  });
}

function createLane(url: URL, socket: TLSSocket): Lane {
  const session = connectHttp2(url.origin, {
    createConnection: () => socket,
    settings: { enablePush: false },
    maxSessionMemory: SESSION_MEMORY,
  });
  const lane: Lane = { session, most: USUAL_STREAMS, streams: 0, usedAt: Date.now() };
  session.on('remoteSettings', ({ maxConcurrentStreams }) => {
    lane.most = maxConcurrentStreams ?? Number.POSITIVE_INFINITY;
  });
  // Does nothing, because each stream of the session fails, too, and reports it.
  session.on('error', () => {});
  return lane;
}

/** After the server's GOAWAY a session gets no new streams, and ends with its last one. */
const isOpen = ({ session }: Lane): boolean => !session.closed && !session.destroyed;

const hasRoom = (lane: Lane): boolean => isOpen(lane) && lane.streams < Math.max(1, lane.most);

/** Destroys a session that does not answer a ping: requests on it would wait for minutes. */
function checkAfterPause({ session, usedAt }: Lane): void {
  if (Date.now() - usedAt < IDLE_MS) return;
  const timer = setTimeout(() => session.destroy(new Error('The connection is dead.')), PONG_MS);
  session.ping(() => clearTimeout(timer));
}

/** The server has not begun with this request. */
class NotTaken extends Error {
  override readonly name = 'NotTaken';
  readonly code = 'ECONNRESET';
}

async function sendSecure(sent: Sent, origin: Origin, sessionsLeft = MOST_SESSIONS): Promise<Answer> {
  const lane = await origin.takePlace(sent.signal);
  if (lane === undefined) return sendHttp1(sent, origin.agent);
  try {
    return await sendHttp2(sent, lane);
  } catch (error) {
    if (!(error instanceof NotTaken) || sessionsLeft === 1) throw error;
    return sendSecure(sent, origin, sessionsLeft - 1);
  }
}

async function sendHttp2({ url, method, headers, body, signal }: Sent, lane: Lane): Promise<Answer> {
  checkAfterPause(lane);
  const { host, pathname, search } = url;
  const head = { ':method': method, ':scheme': 'https', ':authority': host, ':path': pathname + search, ...headers };
  const stream = openStream();
  lane.usedAt = Date.now();
  stream.end(body);
  return new Promise((resolve, reject) => {
    const fail = (error: Error) =>
      reject(stream.rstCode === constants.NGHTTP2_REFUSED_STREAM ? new NotTaken(error.message) : error);
    stream.on('response', ({ ':status': status = 0, ...rest }) =>
      resolve({
        status,
        headers: rest,
        body: stream,
        isWhole: () => stream.rstCode === constants.NGHTTP2_NO_ERROR,
      }),
    );
    stream.on('error', fail);
    stream.on('close', () => {
      lane.streams--;
      lane.usedAt = Date.now();
      fail(brokenOff(url));
    });
  });

  function openStream() {
    try {
      return lane.session.request(head, { endStream: body === undefined, ...(signal && { signal }) });
    } catch (error) {
      lane.streams--;
      throw new NotTaken(String(error));
    }
  }
}

function sendHttp1(sent: Sent, agent: Agent): Promise<Answer> {
  const { url, method, headers, body, signal } = sent;
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      {
        agent,
        method,
        host: hostOf(url),
        port: url.port || (url.protocol === 'https:' ? 443 : 80),
        path: url.pathname + url.search,
        headers: { ...headers, host: url.host },
        ...(signal && { signal }),
      },
      (answer: IncomingMessage) =>
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          body: answer,
          isWhole: () => answer.complete,
        }),
    );
    // A server may close an idle connection just when it is used again. Then it has seen nothing of this request.
    request.on('error', (error) =>
      request.reusedSocket && codeOf(error) === 'ECONNRESET' && !signal?.aborted
        ? sendHttp1(sent, agent).then(resolve, reject)
        : reject(error),
    );
    request.end(body);
  });
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** Answers with these statuses have no body, and a Response with one cannot be made. */
const BODYLESS = new Set([204, 205, 304]);

function responseOf({ status, headers, body, isWhole }: Answer, url: URL): Response {
  if (REDIRECTS.has(status)) {
    body.destroy();
    throw new ConnectionFault(
      `${url.host} sends the program to another address (${status}). The program does not send your key there. Correct the address.`,
    );
  }
  const decoded = decode(body, String(headers['content-encoding'] ?? ''));
  const text = new ReadableStream<Uint8Array>({
    async start(controller) {
      for await (const chunk of decoded) controller.enqueue(chunk as Uint8Array);
      if (!isWhole()) throw brokenOff(url);
      controller.close();
    },
    cancel() {
      body.destroy();
    },
  });
  const pairs = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return new Response(BODYLESS.has(status) ? null : text, { status, headers: pairs });
}

function decode(body: Readable, encodings: string): Readable {
  const decoders = encodings
    .toLowerCase()
    .split(/[\s,]+/)
    .toReversed()
    .flatMap((encoding) => {
      if (encoding === 'br') return [createBrotliDecompress()];
      return /^(?:x-)?gzip$|^deflate$/.test(encoding) ? [createUnzip()] : [];
    });
  const last = decoders.at(-1);
  // An error passes through all decoders to the reader of the last one.
  if (last) pipeline([body, ...decoders], () => {});
  return last ?? body;
}

const brokenOff = ({ host }: URL): Error => new Error(`${host} has closed the connection before its answer was whole.`);

/** Like `promise`, but rejects as soon as the signal aborts. Removes its listener in any case. */
function orAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
