import type { ServerResponse } from 'node:http';
import { constants, type Http2ServerResponse } from 'node:http2';
import { type Behaviour, type Call, type Reply, tokensOf } from './stand-in-call.ts';
import type { StandInModel, WireFormat, WireRequest } from './stand-in-wire.ts';

export type ServerAnswer = ServerResponse | Http2ServerResponse;

interface Exchange {
  readonly behaviour: Behaviour;
  readonly call: Call;
  readonly sent: WireRequest;
  readonly wire: WireFormat;
  readonly list: readonly StandInModel[];
  readonly largestPage: number;
  readonly answer: ServerAnswer;
}

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** Answers a call by its behaviour and after its latency, and records how the call ended. */
export function answerWire(exchange: Exchange): void {
  const { behaviour, call, answer } = exchange;
  let done = false;
  const finish = (aborted: boolean) => {
    if (done) return;
    done = true;
    call.endedAt = Date.now();
    call.aborted = aborted;
  };
  const timer = setTimeout(() => perform(exchange, () => finish(false)), behaviour.latencyMs ?? 0);
  answer.on('close', () => {
    clearTimeout(timer);
    finish(true);
  });
}

function perform(exchange: Exchange, finish: () => void): void {
  const { behaviour, call, answer } = exchange;
  const breakOff = () => {
    finish();
    cutConnection(answer);
  };
  if ('when' in behaviour && behaviour.when === 'before') {
    if (behaviour.kind === 'drop') breakOff();
    return;
  }
  const { status, headers, text } = answerOf(exchange);
  const bytes = Buffer.from(text);
  call.status = status;
  answer.writeHead(status, { 'content-type': 'application/json', ...headers, 'content-length': bytes.length });
  const write = answer.write.bind(answer) as (chunk: Buffer, whenWritten?: () => void) => boolean;
  if (behaviour.kind === 'stall') write(bytes.subarray(0, bytes.length >> 1));
  else if (behaviour.kind === 'drop') write(bytes.subarray(0, -1), breakOff);
  else answer.end(bytes, finish);
}

function answerOf({ behaviour, call, sent, wire, list, largestPage }: Exchange): Answer {
  const cors = 'origin' in sent.headers ? wire.cors(sent) : {};
  switch (behaviour.kind) {
    case 'failure': {
      const { status, headers, body } = wire.failure(behaviour, call);
      const readable = behaviour.withoutCors ? {} : cors;
      return {
        status,
        headers: { ...readable, ...headers, ...behaviour.headers },
        text: typeof body === 'string' ? body : JSON.stringify(body),
      };
    }
    case 'malformed':
      return { status: 200, headers: cors, text: '{"choices": [{"mess' };
    case 'models': {
      const page = wire.models(list, sent.url.searchParams, largestPage);
      return { status: 200, headers: cors, text: JSON.stringify(page) };
    }
    default: {
      // Broken and stalled connections begin with an ordinary reply.
      const reply: Reply =
        behaviour.kind === 'reply' ? behaviour : { kind: 'reply', text: '{"1":"PT: …"}', finish: 'complete' };
      const usage = reply.usage ?? {
        input: tokensOf(JSON.stringify(sent.body ?? '')),
        output: tokensOf(reply.text),
        reasoning: 0,
      };
      return { status: 200, headers: cors, text: JSON.stringify(wire.reply({ ...reply, usage }, call)) };
    }
  }
}

/** Over HTTP/2 this breaks only this exchange. */
function cutConnection(answer: ServerAnswer): void {
  if ('stream' in answer) answer.stream.close(constants.NGHTTP2_INTERNAL_ERROR);
  else answer.socket?.destroy();
}
