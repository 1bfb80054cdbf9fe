import { once } from 'node:events';
import { request } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ProviderProxy, startProviderProxy } from './provider-proxy.ts';

let greeter: Server;
let proxy: ProviderProxy;

beforeEach(async () => {
  greeter = createServer((socket) => socket.end('hello')).listen(0, '127.0.0.1');
  await once(greeter, 'listening');
  proxy = await startProviderProxy({ 'api.openai.com': (greeter.address() as AddressInfo).port });
});

afterEach(async () => {
  await proxy.close();
  await new Promise((resolve) => greeter.close(resolve));
});

/** The proxy's answer to CONNECT, and what comes through the tunnel. */
async function tunnel(path: string): Promise<{ readonly status: number | undefined; readonly received: string }> {
  const call = request({ host: '127.0.0.1', port: proxy.port, method: 'CONNECT', path }).end();
  const [response, socket, head] = (await once(call, 'connect')) as [{ statusCode?: number }, Socket, Buffer];
  return { status: response.statusCode, received: head.toString() + (await text(socket)) };
}

test('a given host is reached under its name', async () => {
  expect(await tunnel('api.openai.com:443')).toEqual({ status: 200, received: 'hello' });
  expect(proxy.refused).toEqual([]);
});

test('every other host and port is refused and noted', async () => {
  for (const other of ['example.com:443', 'api.openai.com:80', 'api.openai.com.example.com:443', 'constructor:443']) {
    expect(await tunnel(other)).toEqual({ status: 403, received: '' });
  }
  expect(proxy.refused).toEqual([
    'example.com:443',
    'api.openai.com:80',
    'api.openai.com.example.com:443',
    'constructor:443',
  ]);
});

test('requests that are not encrypted are refused and noted, to a given host too', async () => {
  const call = request({ host: '127.0.0.1', port: proxy.port, path: 'http://api.openai.com/' }).end();
  const [response] = (await once(call, 'response')) as [{ statusCode?: number; resume(): void }];
  response.resume();
  expect(response.statusCode).toBe(403);
  expect(proxy.refused).toEqual(['http://api.openai.com/']);
});
