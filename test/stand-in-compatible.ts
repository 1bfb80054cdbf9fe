import { COMPATIBLE_ENDPOINTS } from '../src/providers/compatible-endpoints.ts';
import { COMPATIBLE_ENDPOINT_IDS, type CompatibleEndpointId } from '../src/providers/endpoints.ts';
import { jsonAt } from '../src/providers/transport/http.ts';
import type { Failure } from './stand-in-call.ts';
import { OTHER_ADDRESS } from './stand-in-fetch.ts';
import { openaiWire } from './stand-in-openai.ts';
import { NOTHING_READ, type WireAnswer, type WireFormat } from './stand-in-wire.ts';

/** The body of an endpoint's error. A string is sent as it is. */
type ErrorForm = (status: number, message: string, code: string | null) => object | string;

const asOpenai: ErrorForm = (_, message, code) => ({
  error: { message, type: 'invalid_request_error', param: null, code },
});
const asNumber: ErrorForm = (status, message) => ({ error: { code: status, message } });

/** As observed at the real endpoints (docs/decisions/0023). */
const ERROR_FORMS: Readonly<Record<CompatibleEndpointId, ErrorForm>> = {
  openrouter: asNumber,
  deepseek: (status, message, code) => (status === 401 ? message : asOpenai(status, message, code)),
  mistral: (status, message, code) =>
    status === 401 ? { detail: message } : { object: 'error', message, type: 'error', code },
  groq: asOpenai,
  xai: (_, message, code) => ({ code: code ?? 'Some resource has been exhausted', error: message }),
  ollama: asOpenai,
  lmstudio: (_, message) => ({ error: message }),
  llamacpp: (status, message) => ({ error: { code: status, message, type: 'server_error' } }),
  local: (status, message, code) => (status === 401 ? JSON.stringify(message) : [asOpenai(status, message, code)]),
};

/** OpenAI's wire format as an endpoint of the tab "more" speaks it. */
const compatibleWire = (id: CompatibleEndpointId): WireFormat => {
  const { host, pathname } = new URL(COMPATIBLE_ENDPOINTS[id].address || OTHER_ADDRESS);
  const base = pathname === '/' ? '' : pathname;
  return {
    ...openaiWire,
    provider: id,
    host,
    readCall(request) {
      const { url } = request;
      if (!url.pathname.startsWith(`${base}/`)) return NOTHING_READ;
      const path = url.pathname.slice(base.length);
      const call = openaiWire.readCall({ ...request, url: new URL(`/v1${path}`, url) });
      return path === '/key' ? { ...call, kind: 'key-check' } : call;
    },
    failure: (failure, call) => failed(id, failure, openaiWire.failure(failure, call)),
  };
};

/** The words are OpenAI's. Form and status are the endpoint's own. */
function failed(id: CompatibleEndpointId, { reason }: Failure, { status, headers, body }: WireAnswer): WireAnswer {
  const message = String(jsonAt(body, 'error', 'message'));
  const code = jsonAt(body, 'error', 'code');
  const own = ownStatus(id, reason) ?? status;
  return { status: own, headers, body: ERROR_FORMS[id](own, message, typeof code === 'string' ? code : null) };
}

function ownStatus(id: CompatibleEndpointId, reason: Failure['reason']): number | undefined {
  switch (reason) {
    case 'wrong-key':
      return id === 'xai' ? 400 : 401;
    case 'quota':
      return 402;
    case 'not-permitted':
      return 403;
    default:
      return undefined;
  }
}

export const compatibleWires: readonly WireFormat[] = COMPATIBLE_ENDPOINT_IDS.map(compatibleWire);
