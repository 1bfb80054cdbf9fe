import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EndpointId } from './endpoints.ts';
import { cleanKey, isKeyRefused, isStartOfKey, keyProblem, looksLikeKey, otherProviderOfKey } from './keys.ts';

describe('otherProviderOfKey', () => {
  it.each<[string, EndpointId, EndpointId | 'several' | undefined]>([
    ['sk-ant-api03-0a', 'openai', 'anthropic'],
    ['sk-ant-api03-0a', 'google', 'anthropic'],
    ['sk-ant-api03-0a', 'anthropic', undefined],
    ['sk-ant-', 'openai', 'anthropic'],
    ['sk-proj-0a', 'anthropic', 'openai'],
    ['sk-0a', 'openai', undefined],
    ['sk-antenna', 'openai', undefined],
    ['AIzaSy0a', 'openai', 'google'],
    ['AIzaSy0a', 'google', undefined],
    ['AQ.Ab0a', 'openai', 'google'],
    ['AQ.Ab0a', 'mistral', 'google'],
    ['AQ.Ab0ask-0a1b', 'google', 'several'],
    ['sk-proj-0aAQ.Ab0a', 'openai', 'several'],
    ['a-key-of-no-known-form', 'openai', undefined],
    ['', 'openai', undefined],
    // Pasted after an older key.
    ['sk-proj-0ask-ant-api03-0a', 'openai', 'several'],
    ['sk-ant-api03-0ask-0a1b', 'anthropic', 'several'],
    ['AIzaSy0ask-ant-api03-0a', 'google', 'several'],
    ['sk-proj-0ask-proj-1b', 'openai', 'several'],
    ['0a1b2cAIzaSy0a', 'openai', 'several'],
    ['0a1b2cAIzaSy0a', 'google', undefined],
    ['sk-or-v1-0a', 'openrouter', undefined],
    ['sk-or-v1-0a', 'openai', 'openrouter'],
    ['sk-0a', 'openrouter', 'openai'],
    ['gsk_0a', 'groq', undefined],
    ['gsk_0a', 'xai', 'groq'],
    ['xai-0a', 'xai', undefined],
    ['xai-0a', 'local', 'xai'],
    // These letters occur within a key by chance, or do not begin one.
    ['sk-proj-0axai-0agsk_0a', 'openai', undefined],
    // These keys begin as OpenAI's keys do.
    ['sk-0a1b', 'deepseek', undefined],
    ['sk-ant-api03-0a', 'deepseek', 'anthropic'],
    ['0a1b2c3d', 'mistral', undefined],
    ['sk-0a', 'ollama', 'openai'],
  ])('[D5.2] recognises the owner of the key %s in the field of %s: %s', (key, provider, other) => {
    expect(otherProviderOfKey(key, provider)).toBe(other);
  });
});

describe('isStartOfKey', () => {
  it.each(['s', 'sk', 'sk-', 'sk-a', 'sk-ant', 'A', 'AIz', 'AQ', 'sk-o', 'gsk', 'x', 'xai'])(
    '%s may become a key of any provider',
    (text) => {
      expect(isStartOfKey(text)).toBe(true);
    },
  );

  it.each(['', 'sk-ant-', 'sk-p', 'AIza', 'a', 'test'])('%j identifies one provider or none', (text) => {
    expect(isStartOfKey(text)).toBe(false);
  });
});

it.each([
  ['sk-proj-abcdefghijklmnopqrst', true],
  ['gsk_abcdefghijklmnopqrstuv', true],
  ['sk-1 Film about keys and more.srt', false],
  ['sk-short', false],
  ['Film.sk-proj-abcdefghijklmnop.srt', false],
])('%s looks like a key: %s', (text, expected) => {
  expect(looksLikeKey(text)).toBe(expected);
});

describe('keyProblem', () => {
  it.each(['', 'sk-proj-Abc_123', 'sk-ant-api03-x', '  AIzaSy-x_1\n'])('accepts %j', (key) => {
    expect(keyProblem(key)).toBeUndefined();
  });

  it.each([
    ['sk-abc def', 'The key contains a space or a line break. Copy it again.'],
    ['sk-abc\nsk-def', 'The key contains a space or a line break. Copy it again.'],
    ['sk-кey', 'The key contains a wrong character: "к". Copy it again.'],
    ['sk-abc…', 'The key contains a wrong character: "…". Copy it again.'],
    ['sk-\u200babc', 'The key contains a wrong character: U+200B. Copy it again.'],
    ['sk-\u0007abc', 'The key contains a wrong character: U+0007. Copy it again.'],
  ])('[D5.1] says what is wrong with %j', (key, problem) => {
    expect(keyProblem(key)).toBe(problem);
  });

  it('[D5.1] accepts exactly the characters that an HTTP header can carry', () => {
    // Nearly all characters are printable: of completely random texts only the shortest would be accepted.
    const anyCode = fc.oneof(
      { weight: 60, arbitrary: fc.integer({ min: 0x21, max: 0x7e }) },
      { weight: 1, arbitrary: fc.nat(0x2ff) },
    );
    const anyKey = fc.array(anyCode, { maxLength: 60 }).map((codes) => String.fromCharCode(...codes));
    fc.assert(
      fc.property(anyKey, (key) => {
        const trimmed = key.trim();
        if (keyProblem(key) === undefined) expect(new Headers({ key: trimmed }).get('key')).toBe(trimmed);
        else expect(trimmed).toMatch(/[^\x21-\x7e]/);
      }),
    );
  });
});

const KEY = 'sk-proj-0a_1B-2c';

describe('cleanKey', () => {
  it.each([
    ...[
      `"${KEY}"`,
      `'${KEY}'`,
      `\`${KEY}\``,
      `“${KEY}”`,
      `«${KEY}»`,
      `${KEY}"`,
      `${KEY},`,
      `"${KEY}",`,
      `${KEY};`,
      `"${KEY}";`,
    ],
    ...[` ${KEY}\n`, `\r\n\t${KEY}\u00a0`, `\u200b${KEY}\ufeff`, `<${KEY}>`, `[${KEY}]`, `(${KEY})`],
    ...[
      `OPENAI_API_KEY=${KEY}`,
      `OPENAI_API_KEY="${KEY}"`,
      `export OPENAI_API_KEY='${KEY}'`,
      `OPENAI_API_KEY = ${KEY}`,
    ],
    ...[
      `set OPENAI_API_KEY=${KEY}`,
      `setx OPENAI_API_KEY "${KEY}"`,
      `setx OPENAI_API_KEY ${KEY}`,
      `$env:OPENAI_API_KEY="${KEY}"`,
    ],
    ...[
      `"apiKey": "${KEY}",`,
      `{"api_key": "${KEY}"}`,
      `api_key: ${KEY}`,
      `api-key => '${KEY}',`,
      `OPENAI=${KEY}`,
      `key=${KEY}`,
    ],
    ...[
      `Bearer ${KEY}`,
      `bearer ${KEY}`,
      `Authorization: Bearer ${KEY}`,
      `-H "Authorization: Bearer ${KEY}"`,
      `x-api-key: ${KEY}`,
    ],
    ...[KEY, `my key: ${KEY}`.slice(3), `openai: ${KEY}`],
  ])('[D5.19] extracts the key from %j', (typed) => {
    expect(cleanKey(typed)).toBe(KEY);
  });

  it.each([
    ...[
      '',
      'token-abc123',
      'a-key-of-no-known-form',
      'admin:secret',
      'YWJj=',
      'YWJjZA==',
      'QUJD==',
      'a"b',
      "it's",
      '{a',
      'x,y',
      'gsk_0a',
      'sk-',
    ],
    ...['mykey:abc123', 'team-token:0a1b', 'key:0a:1b', 'my.secret:x'],
    ...['a=b', 'user=1', 'sk-0a\nsk-1b', 'sk-0a sk-1b'],
  ])('[D5.19] leaves %j unchanged', (key) => {
    expect(cleanKey(key)).toBe(key);
  });

  it.each([
    ['MISTRAL_API_KEY="0a1b2c3d"', '0a1b2c3d'],
    ['LITELLM_MASTER=0a1b2c', '0a1b2c'],
    ['"AIzaSy0a",', 'AIzaSy0a'],
    ['Bearer token-abc123', 'token-abc123'],
    ['"', ''],
    ['key: abc123', 'abc123'],
    ['"key":"abc123"', 'abc123'],
    ['api_key:abc123', 'abc123'],
    ['LITELLM_MASTER_KEY:abc123', 'abc123'],
    ['Authorization:Bearer abc123', 'abc123'],
  ])('[D5.19] extracts keys of unknown form, too: %j', (typed, key) => {
    expect(cleanKey(typed)).toBe(key);
  });

  it('[D5.19] leaves any cleaned text unchanged', () => {
    fc.assert(fc.property(fc.string(), (text) => void expect(cleanKey(cleanKey(text))).toBe(cleanKey(text))));
  });
});

describe('isKeyRefused', () => {
  it.each([
    [{ kind: 'bad-key', status: 401, message: 'Invalid API Key' }, true, true],
    [{ kind: 'bad-key', status: 403, message: '' }, false, true],
    [{ kind: 'not-permitted', status: 403, message: 'Not authenticated' }, false, true],
    [{ kind: 'server', status: 500, message: 'Authentication Error, No api key passed in.' }, false, true],
    [{ kind: 'bad-request', status: 400, message: 'Missing bearer token' }, false, true],
    [{ kind: 'unprocessable', status: 422, message: 'API key required' }, false, true],
    [{ kind: 'not-permitted', status: 403, message: 'This model is not for you' }, false, false],
    [{ kind: 'server', status: 503, message: 'Loading model' }, false, false],
    [{ kind: 'not-running', message: 'Nothing answers at http://localhost:8080/v1.' }, false, false],
    [{ kind: 'model-not-found', status: 404, message: 'Not Found' }, false, false],
  ] as const)('[D12.40] %o is a refused key: with a key %s, without a key %s', (failure, withKey, without) => {
    expect(isKeyRefused(failure, 'key')).toBe(withKey);
    expect(isKeyRefused(failure, '')).toBe(without);
  });
});
