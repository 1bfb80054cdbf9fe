import { request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import type { Socket } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import { ConnectionFault } from '../core.ts';
import { Mistake } from './call-values.ts';
import { faultWords, systemFault } from './faults.ts';

/** The proxy for an https address; undefined: the address is reached directly. */
type ProxyFor = (url: URL) => URL | undefined;

/** The variables in curl's order. Plain http addresses never use a proxy, because they are servers nearby. */
const PROXY_NAMES = ['https_proxy', 'HTTPS_PROXY'];
const EXCEPTION_NAMES = ['no_proxy', 'NO_PROXY'];
const NEARBY = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/** Reads HTTPS_PROXY and NO_PROXY. Throws a Mistake for a kind of proxy that the program does not support. */
export function readProxy(env: Readonly<Record<string, string | undefined>>): ProxyFor {
  const proxy = proxyIn(env);
  if (!proxy) return () => undefined;
  const exceptions = (firstOf(env, EXCEPTION_NAMES)?.value ?? '')
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean);
  return (url) => {
    const isDirect =
      url.protocol !== 'https:' || NEARBY.test(url.hostname) || exceptions.some((each) => covers(each, url));
    return isDirect ? undefined : proxy;
  };
}

function proxyIn(env: Readonly<Record<string, string | undefined>>): URL | undefined {
  const found = firstOf(env, PROXY_NAMES);
  if (!found) return undefined;
  const { name, value } = found;
  const address = value.includes('://') ? value : `http://${value}`;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || url.hostname === '')
    throw new Mistake(`${name} is not an address. Write it like http://proxy.example:3128`);
  if (!/^https?:$/.test(url.protocol))
    throw new Mistake(`This program cannot use the ${url.protocol}// proxy in ${name}. Use http:// or https://`);
  return url;
}

function firstOf(env: Readonly<Record<string, string | undefined>>, names: readonly string[]) {
  const name = names.find((each) => env[each]?.trim());
  return name === undefined ? undefined : { name, value: env[name]?.trim() ?? '' };
}

/** Supports "*", "example.org" (with its subdomains), ".example.org", "*.example.org", each also with a port. */
function covers(exception: string, { hostname, port }: URL): boolean {
  if (exception === '*') return true;
  const [, name = '', ofPort] = /^(.*?)(?::(\d+))?$/.exec(exception) ?? [];
  // An IPv6 address without brackets contains colons.
  const isBare = name.includes(':') && !name.startsWith('[');
  const host = isBare ? `[${exception}]` : name.replace(/^\*?\./, '');
  if (!isBare && ofPort !== undefined && ofPort !== (port || '443')) return false;
  return hostname === host || hostname.endsWith(`.${host}`);
}

interface Target {
  readonly host: string;
  readonly timeoutMs: number;
  readonly tls: ConnectionOptions;
}

/** Opens a connection through the proxy to `host`, which includes a port. Rejects with a sentence if the proxy refuses. */
export function openTunnel(proxy: URL, { host, timeoutMs, tls }: Target): Promise<Socket> {
  const isSecure = proxy.protocol === 'https:';
  return new Promise((resolve, reject) => {
    const options = {
      host: hostOf(proxy),
      port: proxy.port || (isSecure ? 443 : 80),
      method: 'CONNECT',
      path: host,
      headers: { host, ...credentialsOf(proxy) },
      agent: false as const,
      timeout: timeoutMs,
    };
    const request = isSecure ? secureRequest({ ...options, ...tls }) : plainRequest(options);
    request.on('connect', ({ statusCode, statusMessage }, socket: Socket, head) => {
      socket.setTimeout(0);
      if (statusCode === 200) {
        if (head.length > 0) socket.unshift(head);
        resolve(socket);
        return;
      }
      socket.destroy();
      reject(new ConnectionFault(refusalWords(proxy, host, `${statusCode} ${statusMessage}`.trim())));
    });
    request.on('timeout', () => request.destroy(systemFault('ETIMEDOUT')));
    request.on('error', (error) =>
      reject(new ConnectionFault(faultWords(error, { url: proxy, isProxy: true }), { cause: error })),
    );
    request.end();
  });
}

const refusalWords = (proxy: URL, host: string, answer: string): string =>
  `The proxy ${proxy.host} refuses to connect to ${host}: ${answer}. ${
    answer.startsWith('407')
      ? `Put a name and a password into HTTPS_PROXY (${proxy.protocol}//NAME:PASSWORD@${proxy.host}): the proxy wants them.`
      : 'Correct HTTPS_PROXY, or name the host in NO_PROXY.'
  }`;

function credentialsOf({ username, password }: URL): Readonly<Record<string, string>> {
  if (username === '' && password === '') return {};
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(pair).toString('base64')}` };
}

/** The host in the form for sockets: an IPv6 address without brackets. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');
