import { describe, expect, test } from 'vitest';
import { KEPT, keysOf } from '../../test/settings-harness.ts';
import { initialState } from './settings.ts';
import { formatSettings, parseSettings, type SettingsFile } from './settings-file.ts';

const PROMPT = 'Translate from English to Brazilian Portuguese. Keep the names.';
const STATE = initialState({
  ...KEPT,
  prompt: PROMPT,
  model: { endpoint: 'openrouter', id: 'anthropic/claude-sonnet-5' },
  keys: keysOf({ openai: 'a-key-of-openai', local: 'a-key-of-a-server' }),
  concurrency: 8,
  calls: { thinking: 'more', halfPrice: true, addresses: { local: 'http://10.0.0.2:8000/v1', ollama: '' } },
  prices: { own: { 'openai:gpt-5.4-mini': { input: 1, output: 4 } }, stopAt: 2 },
});
const OPTIONS = { film: { context: 'window', film: 'a stamp' }, file: { both: 'below', lineEnds: 'tv' } };
const FILE: SettingsFile = {
  model: 'openrouter/anthropic/claude-sonnet-5',
  prompt: PROMPT,
  atOnce: 8,
  thinking: 'more',
  halfPrice: true,
  addresses: { local: 'http://10.0.0.2:8000/v1' },
  ownPrices: { 'openai/gpt-5.4-mini': { input: 1, output: 4 } },
  film: { context: 'window' },
  file: { both: 'below', lineEnds: 'tv' },
};
const exported = (state = STATE, options = OPTIONS): string => {
  const text = formatSettings(state, options);
  return text.ok ? text.value : text.error;
};
const parsed = (fields: object) =>
  parseSettings(JSON.stringify({ format: 'subtitle-translator-settings', version: 1, ...fields }));

describe('a file of settings', () => {
  test('[D5.21] has what the page has, without keys, and is read as it was', () => {
    expect(parseSettings(exported())).toEqual({ ok: true, value: FILE });
    expect(exported()).not.toMatch(/a-key-of|stamp|stopAt/);
  });

  test('contains addresses in the page’s form, and none with a password', () => {
    const addresses = {
      local: 'localhost:8000',
      ollama: 'https://me:word@server.example',
      lmstudio: 'http://[::1]/?key=word',
    };
    const text = exported({ ...STATE, calls: { ...STATE.calls, addresses } });
    expect(parseSettings(text)).toMatchObject({ value: { addresses: { local: 'http://localhost:8000/v1' } } });
    expect(text).not.toContain('word');
  });

  test('has no prompt that no person wrote', () => {
    expect(parseSettings(exported({ ...STATE, promptFollows: true }))).toEqual({
      ok: true,
      value: { ...FILE, prompt: undefined },
    });
  });

  test.each([
    ['the prompt', { prompt: `${PROMPT} Use a-key-of-a-server.` }],
    ['the prompt', { prompt: `${PROMPT} sk-proj-0123456789abcdefghij` }],
    [
      'the address of a server',
      { calls: { ...STATE.calls, addresses: { local: 'https://s.example/a-key-of-a-server' } } },
    ],
  ])('is not made if %s contains a key', (called, change) => {
    const text = exported({ ...STATE, ...change });
    expect(text).toBe(
      `The settings were not exported: ${called} contains what looks like a key. Delete the key, then export the settings again.`,
    );
  });

  test.each([
    { apiKey: 'x' },
    { openaiKey: 'x' },
    { keys: { mistral: 'x' } },
    { later: { deep: [{ access_token: 'x' }] } },
    { headers: { Authorization: 'x' } },
    { prompt: 'Use sk-ant-api03-0123456789abcdefghij here.' },
    { note: 'AIzaSy0123456789abcdefghijklmnopqrstuvw' },
    { note: 'gsk_0123456789abcdefghij' },
    { note: 'Q3ZkT8mWx1Yb5RnLp7VcJ2HgDs9FaKe4' },
    { note: 'Bearer abc12345' },
    { 'sk-proj-0123456789abcdefghij': 1 },
    { addresses: { local: 'https://me:word@server.example/v1' } },
    { addresses: { local: 'https://server.example/v1?api_key=word' } },
  ])('is refused with anything like a key, which is not shown: %j', (fields) => {
    const refused = parsed(fields);
    expect(refused).toEqual({ ok: false, error: expect.stringContaining('contains what looks like a key') });
    expect(JSON.stringify(refused)).not.toMatch(/0123|Q3Zk|word|abc12345/);
  });

  test('is refused with a key in a field that occurs twice', () => {
    const text = '{"format":"subtitle-translator-settings","version":1,"note":"gsk_0123456789abcdefghij","note":""}';
    expect(parseSettings(text)).toMatchObject({ ok: false, error: expect.stringContaining('looks like a key') });
  });

  test.each([
    { maxTokens: 4_000, keyboard: 'x', keepKeys: '', monkey: { tokens: 3 } },
    { model: 'local/model@sha256:0123456789abcdef0123456789abcdef', prompt: 'Keep the key words. A token of love.' },
    { prompt: '把英文字幕翻译成简体中文。'.repeat(20) },
  ])('may have other fields and words: %j', (fields) => {
    expect(parsed(fields)).toMatchObject({ ok: true });
  });

  test.each([
    ['model', 'gpt-5.4-mini'],
    ['model', 'nobody/model'],
    ['prompt', ' '],
    ['atOnce', 0],
    ['atOnce', '8'],
    ['thinking', 'much'],
    ['halfPrice', 1],
    ['addresses', { ollama: 'file:///etc' }],
    ['ownPrices', { 'openai/gpt-5.4-mini': { input: -1, output: 1 } }],
    ['film', { context: 'all' }],
    ['file', { lineEnds: 'mac' }],
    ['file', null],
  ])('is refused if "%s" is %j, in words that say which values are allowed', (name, value) => {
    expect(parsed({ [name]: value })).toEqual({
      ok: false,
      error: expect.stringMatching(new RegExp(`^The settings file has a wrong value in "${name}"\\. .*\\.$`)),
    });
  });

  test.each([
    ['no JSON', 'This is not a settings file'],
    ['{"format":"subtitle-translator-project","version":1}', 'This is not a settings file'],
    ['null', 'This is not a settings file'],
    ['{"format":"subtitle-translator-settings"}', 'has no "version"'],
    ['{"format":"subtitle-translator-settings","version":2}', 'by a newer version'],
  ])('is refused: %s', (text, words) => {
    expect(parseSettings(text)).toMatchObject({ ok: false, error: expect.stringContaining(words) });
  });
});
