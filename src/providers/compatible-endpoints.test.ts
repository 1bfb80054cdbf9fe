import { expect, test } from 'vitest';
import { allowedAddress, isAllowed, offeredEndpoints, ownServers } from './compatible-endpoints.ts';

test.each<[typed: string, address: string]>([
  ['localhost:8000', 'http://localhost:8000/v1'],
  [' http://localhost:8000 ', 'http://localhost:8000/v1'],
  ['http://127.0.0.1:1234/v1/', 'http://127.0.0.1:1234/v1'],
  ['http://localhost:8000/', 'http://localhost:8000/'],
  ['http://localhost:8000/api/openai', 'http://localhost:8000/api/openai'],
  ['http://localhost:1234/v1/chat/completions', 'http://localhost:1234/v1'],
  ['localhost:1234/v1/models/', 'http://localhost:1234/v1'],
  ['http://localhost:1234/models', 'http://localhost:1234/'],
  ['http://localhost:1234/v1/completions', 'http://localhost:1234/v1'],
  ['http://localhost:11434/api/generate', 'http://localhost:11434/v1'],
  ['http://localhost:11434/api/chat/', 'http://localhost:11434/v1'],
  ['http://localhost:3000/api/chat/completions', 'http://localhost:3000/api'],
  ['LOCALHOST:8000', 'http://localhost:8000/v1'],
  // Names that servers print for this computer.
  ...`http://0.0.0.0:8000 0.0.0.0:8000 http://[::1]:8000/v1 [::]:8000 0:8000 127.0.1.1:8000 127.8.8.8:8000 [::ffff:127.0.0.1]:8000
  [::ffff:0.0.0.0]:8000 localhost.:8000 llm.localhost:8000 Localhost.localdomain:8000 http://ip6-localhost:8000/v1/models
  http://host.docker.internal:8000/v1/ [0:0:0:0:0:0:0:1]:8000`
    .split(/\s+/)
    .map((typed): [string, string] => [typed, 'http://localhost:8000/v1']),
  ['127.1:8000', 'http://127.0.0.1:8000/v1'],
  ['0.0.0.0:11434/api/chat', 'http://localhost:11434/v1'],
  // Text that people copy together with an address.
  ...[
    ...['"http://localhost:8000/v1"', "'localhost:8000'", '“http://localhost:8000”', '<http://localhost:8000/v1>'],
    ...['`localhost:8000`,', 'export OPENAI_BASE_URL="http://localhost:8000/v1";', 'OLLAMA_HOST=0.0.0.0:8000'],
    ...['base_url = "http://localhost:8000/v1",', ' "http://localhost:8000/v1/chat/completions"\n'],
  ].map((typed): [string, string] => [typed, 'http://localhost:8000/v1']),
  ['"http://localhost:8000/"', 'http://localhost:8000/'],
  ['http://localhost:8000/v1=a', 'http://localhost:8000/v1=a'],
])('[D12.39] turns %j into %j, and leaves the result unchanged', (typed, address) => {
  expect(allowedAddress(typed)).toBe(address);
  expect(allowedAddress(address)).toBe(address);
});

test.each([
  ...['', 'https://localhost:8000', 'http://192.168.0.2:8000', 'https://example.com', 'http://localhost.example.com'],
  ...[
    'http://0.0.0.1:1',
    'http://128.0.0.1:1',
    'http://[::2]:1',
    'https://[::1]:1',
    'https://0.0.0.0:1',
    'http://localhost.local:1',
  ],
  ...['http://notlocalhost:1', 'http://[::ffff:808:808]:1', 'http://10.0.0.1:1', 'http://user@0.0.0.0:1'],
  ...['http://key@localhost:8000', 'http://localhost:8000/?x', 'ftp://localhost', 'file:///etc'],
  ...['//x'],
])('accepts no address in %j', (typed) => {
  expect(allowedAddress(typed)).toBeUndefined();
});

test('a build can allow other hosts instead of these', () => {
  const hosts = ['https://openrouter.ai', 'https://llm.example.org'];
  expect(allowedAddress('https://llm.example.org/openai', hosts)).toBe('https://llm.example.org/openai');
  expect(allowedAddress('https://llm.example.org:8443', hosts)).toBeUndefined();
  expect(allowedAddress('localhost:8000', hosts)).toBeUndefined();
  expect(isAllowed('https://openrouter.ai/api/v1', hosts)).toBe(true);
  expect(isAllowed('https://api.groq.com/openai/v1', hosts)).toBe(false);
  expect(allowedAddress('0.0.0.0:8000', hosts)).toBeUndefined();
  expect(allowedAddress('localhost:8000', ['http://127.0.0.1:*'])).toBe('http://127.0.0.1:8000/v1');
  expect(allowedAddress('[::1]:8000', ['http://[::1]:8000'])).toBe('http://[::1]:8000/v1');
  expect(ownServers(hosts)).toEqual(['https://llm.example.org']);
  expect(ownServers(['https://openrouter.ai'])).toEqual([]);
  expect(ownServers([])).toEqual([]);
});

// These rows are the table in deploy/README.md.
test.each([
  ['https://openrouter.ai', ['openrouter']],
  ['http://localhost:11434', ['ollama', 'local']],
  ['https://openrouter.ai https://llm.example.org', ['openrouter', 'local']],
  ['http://localhost:* http://127.0.0.1:*', ['ollama', 'lmstudio', 'llamacpp', 'local']],
  ['', []],
])('a build for the hosts %j offers the endpoints %j', (named, offered) => {
  expect(offeredEndpoints(named.split(' ').filter(Boolean))).toEqual(offered);
});
