import { expect, test } from 'vitest';
import { readProxy } from './proxy.ts';

const PROXY = 'http://proxy.example:3128';
const proxyOf = (url: string, env: Readonly<Record<string, string>>) => readProxy(env)(new URL(url))?.host;

test.each([
  ['without a variable, requests go directly', {}, undefined],
  ['an empty variable counts as none', { HTTPS_PROXY: ' ' }, undefined],
  ['HTTPS_PROXY names the proxy', { HTTPS_PROXY: PROXY }, 'proxy.example:3128'],
  [
    'the variable in small letters goes first',
    { https_proxy: PROXY, HTTPS_PROXY: 'http://other:1' },
    'proxy.example:3128',
  ],
  ['the address needs no http://', { HTTPS_PROXY: 'proxy.example:3128' }, 'proxy.example:3128'],
  ['a proxy for plain http is not used', { HTTP_PROXY: PROXY, http_proxy: PROXY }, undefined],
])('%s', (_, env, expected) => {
  expect(proxyOf('https://api.openai.com/v1', env)).toBe(expected);
});

test.each([
  ['http://api.openai.com/'],
  ['http://localhost:11434/'],
  ['https://localhost:8443/'],
  ['https://127.0.0.1/'],
  ['https://[::1]/'],
])('%s is asked for directly', (url) => {
  expect(proxyOf(url, { HTTPS_PROXY: PROXY })).toBe(undefined);
});

test.each([
  ['*', 'https://api.openai.com/', true],
  ['api.openai.com', 'https://api.openai.com/', true],
  ['OpenAI.com', 'https://api.openai.com/', true],
  ['.openai.com', 'https://api.openai.com/', true],
  ['*.openai.com', 'https://api.openai.com/', true],
  ['openai.com:443', 'https://api.openai.com/', true],
  ['openai.com:8443', 'https://api.openai.com:8443/', true],
  ['one.example, openai.com', 'https://api.openai.com/', true],
  ['10.0.0.7', 'https://10.0.0.7/', true],
  ['fd00::1', 'https://[fd00::1]/', true],
  ['[fd00::1]:8443', 'https://[fd00::1]:8443/', true],
  ['', 'https://api.openai.com/', false],
  ['openai.com:8443', 'https://api.openai.com/', false],
  ['ai.com', 'https://api.openai.com/', false],
  ['api.openai.com.example', 'https://api.openai.com/', false],
  ['[fd00::1]:8443', 'https://[fd00::1]/', false],
])('NO_PROXY=%s: %s is direct: %s', (exceptions, url, isDirect) => {
  expect(proxyOf(url, { HTTPS_PROXY: PROXY, NO_PROXY: exceptions }) === undefined).toBe(isDirect);
});

test.each([
  ['socks5://127.0.0.1:1080', 'This program cannot use the socks5:// proxy in HTTPS_PROXY.'],
  ['http://', 'HTTPS_PROXY is not an address.'],
])('%s is refused with the reason', (address, words) => {
  expect(() => readProxy({ HTTPS_PROXY: address })).toThrow(words);
});
