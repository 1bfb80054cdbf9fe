import type { Browser } from '@playwright/test';

interface Message {
  readonly id?: number;
  readonly type?: string;
  readonly method?: string;
  readonly error?: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

interface Transport {
  send(message: Message): void;
  onmessage?: (message: Message) => void;
}

/** Playwright's internal connection to the browser. */
interface WithWire {
  readonly _connection: { toImpl?(browser: Browser): { readonly _connection?: { readonly _transport?: Transport } } };
}

const DOWNLOAD_EVENTS = ['browsingContext.downloadWillBegin', 'browsingContext.downloadEnd'];

/** Works around two incompatibilities between this Playwright and Firefox's present long-term release. Newer versions of Firefox need no workaround. */
export function mendBidi(browser: Browser): void {
  const transport = (browser as unknown as WithWire)._connection.toImpl?.(browser)._connection?._transport;
  const deliver = transport?.onmessage;
  if (!transport || !deliver) throw new Error('This version of Playwright is built differently: see mend-bidi.ts.');
  const send = transport.send.bind(transport);
  const lightAskedBy = new Set<number>();
  transport.send = (message) => {
    if (message.id !== undefined && asksForLight(message)) lightAskedBy.add(message.id);
    send(message);
  };
  transport.onmessage = (message) => deliver(withDownloadId(withLight(message, lightAskedBy)));
}

/** A preference in launch-firefox.ts already sets the light theme. */
function asksForLight({ method, params }: Message): boolean {
  return method === 'emulation.setMediaFeaturesOverride' && JSON.stringify(params?.features).includes('"light"');
}

function withLight(message: Message, lightAskedBy: ReadonlySet<number>): Message {
  const { id, error } = message;
  if (id === undefined || error !== 'unknown command' || !lightAskedBy.has(id)) return message;
  return { id, type: 'success', ...{ result: {} } };
}

/** Playwright ignores downloads without an id. The address of a download is unique, so it serves as the id. */
function withDownloadId(message: Message): Message {
  const { method = '', params } = message;
  if (!DOWNLOAD_EVENTS.includes(method) || params?.download || params?.navigation) return message;
  return { ...message, params: { ...params, download: params?.url } };
}
