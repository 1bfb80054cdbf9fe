import { describe, expect, test } from 'vitest';
import { type Access, readAccess } from './keys.ts';

const FILES: Readonly<Record<string, string>> = { '/run/secrets/openai': 'file-key\n', '/run/secrets/empty': ' \n' };

const read = (
  env: Record<string, string>,
  { url, insecure = false, servers = {} }: { url?: string; insecure?: boolean; servers?: Access['addresses'] } = {},
): Promise<Access> =>
  readAccess({
    env,
    url,
    insecure,
    servers,
    async readText(path) {
      const text = FILES[path];
      if (text === undefined) throw new Error('ENOENT');
      return text;
    },
  });

describe('the environment', () => {
  test.each<[env: Record<string, string>, keys: Access['keys']]>([
    [{}, {}],
    [{ OPENAI_API_KEY: ' key \n' }, { openai: 'key' }],
    [{ OPENAI_API_KEY: '' }, {}],
    [{ OPENAI_API_KEY_FILE: '/run/secrets/openai' }, { openai: 'file-key' }],
    [{ GEMINI_API_KEY: 'one', GOOGLE_API_KEY: 'two' }, { google: 'one' }],
    [{ GOOGLE_API_KEY: 'two' }, { google: 'two' }],
    [
      { XAI_API_KEY: 'x', MISTRAL_API_KEY: 'm' },
      { xai: 'x', mistral: 'm' },
    ],
    [{ SUBTITLE_TRANSLATOR_API_KEY: 'own' }, {}],
  ])('%j gives its keys', async (env, keys) => {
    expect((await read(env)).keys).toEqual(keys);
  });

  test('gives no key of a provider to the address of --url', async () => {
    const access = await read(
      { OPENAI_API_KEY: 'key', SUBTITLE_TRANSLATOR_API_KEY: 'own' },
      { url: 'https://server.example/v1' },
    );
    expect(access).toMatchObject({ keys: { local: 'own' }, addresses: { local: 'https://server.example/v1' } });
    expect((await read({ OPENAI_API_KEY: 'key' }, { url: 'https://server.example/v1' })).keys).toEqual({});
  });

  test('can lead a provider elsewhere, which is reported', async () => {
    const access = await read({ OPENAI_BASE_URL: 'https://gateway.example/v1' });
    expect(access.addresses).toEqual({ openai: 'https://gateway.example/v1' });
    expect(access.told).toEqual(['OPENAI_BASE_URL is set: requests and the key go to gateway.example.']);
  });
});

test.each<[words: string, env: Record<string, string>]>([
  ['cannot be read', { OPENAI_API_KEY_FILE: '/run/secrets/none' }],
  ['is empty', { OPENAI_API_KEY_FILE: '/run/secrets/empty' }],
  ['are both set', { OPENAI_API_KEY: 'secret-one', OPENAI_API_KEY_FILE: '/run/secrets/openai' }],
  ['a character that no key has', { ANTHROPIC_API_KEY: '“secret-one”' }],
  ['is not an address', { OPENAI_BASE_URL: 'gateway.example' }],
  ['a user name or a password', { OPENAI_BASE_URL: 'https://me:secret-one@gateway.example' }],
  ['without https, others on the network', { OPENAI_BASE_URL: 'http://gateway.example' }],
])('an unusable value is refused without its key: %s', async (words, env) => {
  await expect(read(env)).rejects.toThrow(words);
  await expect(read(env)).rejects.not.toThrow('secret-one');
});

test.each([
  ['http://127.0.0.1:11434/v1', true],
  ['http://localhost:8080', true],
  ['http://192.168.1.5/v1', true],
  ['http://172.20.0.2/v1', true],
  ['http://ollama:11434/v1', true],
  ['http://nas.local/v1', true],
  ['http://[::1]:8080/v1', true],
  ['http://[fd00::1]/v1', true],
  ['http://172.32.0.2/v1', false],
  ['http://8.8.8.8/v1', false],
  ['http://[2001:db8::1]/v1', false],
  ['http://10.example.com/v1', false],
  ['https://api.example.com/v1', true],
])('whether %s may be used without --insecure: %s', async (url, isAllowed) => {
  const access = await read({}, { url }).catch(() => undefined);
  expect(access !== undefined).toBe(isAllowed);
  expect(await read({}, { url, insecure: true })).toBeDefined();
});
