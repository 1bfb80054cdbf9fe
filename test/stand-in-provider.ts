import { createServer, type IncomingMessage } from 'node:http';
import { createSecureServer, type Http2ServerRequest } from 'node:http2';
import type { AddressInfo, Server, Socket } from 'node:net';
import type { EndpointId } from '../src/providers/endpoints.ts';
import { answerWire, type ServerAnswer } from './stand-in-answer.ts';
import { anthropicWire } from './stand-in-anthropic.ts';
import { type Behaviour, type Call, modelNotFound, reply, translatedJson, wrongKey } from './stand-in-call.ts';
import { compatibleWires } from './stand-in-compatible.ts';
import { googleWire } from './stand-in-google.ts';
import { standInModels } from './stand-in-models.ts';
import { openaiWire } from './stand-in-openai.ts';
import { HOST_HEADER, type StandInModel, type WireFormat, type WireRequest } from './stand-in-wire.ts';

/** A server on this computer that speaks the wire formats of all endpoints and records all calls in a journal. */
export interface StandIn {
  readonly port: number;
  /** Example: "http://127.0.0.1:41234". */
  readonly origin: string;
  /** All calls except preflights, in the order in which they arrived. */
  readonly calls: readonly Call[];
  /** `behaviour` is called for each call with a valid key. undefined means the default: a translation or the model list. */
  behave(behaviour: (call: Call) => Behaviour | undefined): void;
  /** Empties the journal and restores the default behaviour. */
  reset(): void;
  close(): Promise<void>;
}

export interface StandInOptions {
  /** PEM. With it: HTTPS over HTTP/2 and HTTP/1.1. Without it: HTTP/1.1. */
  readonly tls?: { readonly key: string; readonly cert: string };
  /** Missing: any free port. */
  readonly port?: number;
  /** Missing: keys that begin with "test-" are valid. */
  readonly isKeyValid?: (key: string) => boolean;
  readonly models?: Partial<Record<EndpointId, readonly StandInModel[]>>;
  /** The largest page of a model list, whatever the call asks for. OpenAI has a single page. */
  readonly largestPage?: number;
}

type ServerRequest = IncomingMessage | Http2ServerRequest;

/** The model of the specification's key check. It is retired, so calls get a 404. */
const RETIRED_MODEL = 'claude-3-haiku-20240307';
const WIRES = [openaiWire, anthropicWire, googleWire, ...compatibleWires];

export async function startStandIn(options: StandInOptions = {}): Promise<StandIn> {
  const { tls, isKeyValid = (key) => key.startsWith('test-'), models = {}, largestPage = 1_000 } = options;
  const calls: Call[] = [];
  let behaviourOf: (call: Call) => Behaviour | undefined = () => undefined;

  const decide = (call: Call): Behaviour => {
    if (!isKeyValid(call.key)) return wrongKey();
    return behaviourOf(call) ?? defaultOf(call);
  };
  const defaultOf = (call: Call): Behaviour => {
    if (call.kind === 'models') return { kind: 'models' };
    if (call.kind === 'unknown' || call.model === RETIRED_MODEL) return modelNotFound();
    return reply(call.kind === 'key-check' ? 'Hello' : translatedJson(call));
  };

  const onRequest = async (request: ServerRequest, answer: ServerAnswer) => {
    // Over HTTP/2 a broken stream is an error event of the request.
    request.on('error', () => {});
    const sent = await readRequest(request);
    const wire = wireOf(sent);
    if (sent.method === 'OPTIONS') {
      const { status, headers } = wire.preflight(sent);
      answer.writeHead(status, headers);
      answer.end();
      return;
    }
    const call = journalEntry(sent, wire);
    calls.push(call);
    const list = models[wire.provider] ?? standInModels(wire.provider);
    answerWire({ behaviour: decide(call), call, sent, wire, list, largestPage, answer });
  };

  const listener = (request: ServerRequest, answer: ServerAnswer) => void onRequest(request, answer).catch(() => {});
  const server: Server = tls
    ? createSecureServer({ ...tls, allowHTTP1: true, settings: { maxConcurrentStreams: 256 } }, listener)
    : createServer(listener);
  const sockets = new Set<Socket>();
  server.on(tls ? 'secureConnection' : 'connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  return {
    port,
    origin: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    calls,
    behave(behaviour) {
      behaviourOf = behaviour;
    },
    reset() {
      calls.length = 0;
      behaviourOf = () => undefined;
    },
    close() {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

async function readRequest(request: ServerRequest): Promise<WireRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  const headers = Object.fromEntries(
    Object.entries(request.headers)
      .filter(([name]) => !name.startsWith(':'))
      .map(([name, value]) => [name, String(value)]),
  );
  const host = String(request.headers[':authority'] ?? request.headers.host);
  const body: unknown = text === '' ? undefined : JSON.parse(text);
  return { method: request.method ?? '', url: new URL(request.url ?? '/', `http://${host}`), headers, body };
}

/** Finds the wire format by host name; at the address of this computer, by path and headers. */
function wireOf({ url, headers }: WireRequest): WireFormat {
  const asked = headers[HOST_HEADER] ?? url.hostname;
  const named = WIRES.find(({ host }) => host === asked);
  if (named) return named;
  if (url.pathname.startsWith('/v1beta')) return googleWire;
  const announced = headers['access-control-request-headers'] ?? '';
  return 'anthropic-version' in headers || announced.includes('anthropic-version') ? anthropicWire : openaiWire;
}

function journalEntry(sent: WireRequest, wire: WireFormat): Call {
  return {
    ...wire.readCall(sent),
    provider: wire.provider,
    method: sent.method,
    path: sent.url.pathname + sent.url.search,
    headers: sent.headers,
    body: sent.body,
    at: Date.now(),
    endedAt: undefined,
    status: undefined,
    aborted: false,
  };
}
