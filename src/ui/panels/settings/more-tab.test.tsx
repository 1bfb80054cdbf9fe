import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, test, vi } from 'vitest';
import { fakeTimersAndConsole } from '../../../../test/fake-timers-and-console.ts';
import { renderApp } from '../../../../test/render-app.tsx';
import { keysOf, live, modelOf, NO_KEYS } from '../../../../test/settings-harness.ts';
import type { EndpointId } from '../../../providers/endpoints.ts';
import type { ModelListOutcome } from '../../../providers/provider.ts';
import { KEY_SETTLED_MS } from '../../../settings/create-settings.ts';

fakeTimersAndConsole();

const NO_LIST = {
  ok: false,
  failure: { kind: 'not-running', message: 'Nothing answers at http://localhost:11434/v1.' },
} as const;

const endpoint = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Endpoint' });
const key = () => screen.getByLabelText<HTMLInputElement>('API key');
const address = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Address' });
const more = () => screen.getByRole('tab', { name: /^more/ });
const trigger = () => screen.getByRole('button', { name: /Model$/ });

async function openMore(options: Parameters<typeof renderApp>[0] = {}) {
  const asked: EndpointId[] = [];
  const app = await renderApp({
    listModels: (id) => {
      asked.push(id);
      return live(modelOf(id, `${id}-chat`));
    },
    ...options,
  });
  await app.user.click(more());
  return { ...app, asked };
}

describe('the tab "more"', () => {
  it('[D12.1] comes after the three specified ones, and the arrow keys reach it', async () => {
    const { user } = await renderApp();
    const tabs = within(screen.getByRole('tablist')).getAllByRole('tab');
    expect(tabs.map((tab) => tab.firstChild?.textContent)).toEqual(['openai', 'anthropic', 'google', 'more']);
    await user.click(screen.getByRole('tab', { name: /^google/ }));
    await user.keyboard('{ArrowRight}');
    expect(more().getAttribute('aria-selected')).toBe('true');
    expect(document.activeElement).toBe(more());
    await user.keyboard('{ArrowRight}');
    expect(screen.getByRole('tab', { name: /^openai/ }).getAttribute('aria-selected')).toBe('true');
  });

  it('has all endpoints, and asks none of them', async () => {
    const { asked } = await openMore({ settings: { keys: NO_KEYS } });
    const names = within(endpoint())
      .getAllByRole('option')
      .map((option) => option.textContent);
    expect(names).toEqual([
      ...['OpenRouter', 'DeepSeek', 'Mistral', 'Groq', 'xAI'],
      ...['Ollama', 'LM Studio', 'llama.cpp', 'Another address'],
    ]);
    expect(endpoint().value).toBe('openrouter');
    expect(screen.queryByRole('textbox', { name: 'Address' })).toBeNull();
    expect(more().textContent).toContain('(no key)');
    expect(asked).toEqual([]);
  });

  it('keeps a key for each endpoint, and shows its models', async () => {
    const { user, settings, asked, pass } = await openMore();
    await user.click(key());
    await user.paste('sk-or-0a');
    await pass(KEY_SETTLED_MS);
    expect(trigger().textContent).toContain('openrouter-chat');
    await user.selectOptions(endpoint(), 'Groq');
    expect(key().value).toBe('');
    expect(key().placeholder).toBe('gsk_…');
    await user.paste('gsk_0a');
    await user.selectOptions(endpoint(), 'OpenRouter');
    expect(key().value).toBe('sk-or-0a');
    expect(settings.store.getState().keys).toEqual(keysOf({ openai: 'sk-test', openrouter: 'sk-or-0a' }));
    expect(asked.filter((id) => id !== 'openai')).toEqual(['openrouter']);
    await user.click(trigger());
    expect(screen.getByRole('option', { name: 'openrouter-chat' })).toBeTruthy();
    expect(screen.queryByText('groq-chat')).toBeNull();
  });

  it('asks a server on this computer without a key, at the address that the person gives', async () => {
    const { user, asked, settings, pass, fill } = await openMore();
    await user.selectOptions(endpoint(), 'Ollama');
    await pass(0);
    expect(address().value).toBe('http://localhost:11434/v1');
    expect(asked).toContain('ollama');
    expect(trigger().textContent).toContain('ollama-chat');
    expect(more().textContent).toContain('(needs no key)');
    expect(screen.queryByText(/key is missing/)).toBeNull();

    await fill(address(), 'localhost:9999{Enter}');
    await pass(0);
    expect(settings.store.getState().calls.addresses.ollama).toBe('http://localhost:9999/v1');
    expect(asked.filter((id) => id === 'ollama')).toHaveLength(2);
  });

  it('[D12.3] keeps the key when the usual address of the server is typed again', async () => {
    const { user, settings, fill, give } = await openMore({ settings: { keys: keysOf({ lmstudio: 'its-key' }) } });
    await user.selectOptions(endpoint(), 'LM Studio');
    await user.type(address(), '/{Enter}');
    await fill(address(), 'localhost:1234/v1{Enter}');
    expect(settings.store.getState().keys.lmstudio).toBe('its-key');
    await fill(address(), 'localhost:4321/v1{Enter}');
    expect(settings.store.getState().keys.lmstudio).toBe('');
    await fill(address(), 'localhost:1234{Enter}');
    await give(() => expect(settings.setKey('lmstudio', 'its-key')).toBeUndefined());
    await fill(address(), '{Enter}');
    expect(settings.store.getState().keys.lmstudio, 'without an address it is the usual one').toBe('its-key');
  });

  it('refuses an address to which the page may not connect', async () => {
    const { user, settings } = await openMore();
    await user.selectOptions(endpoint(), 'Another address');
    await user.type(address(), 'https://llm.example.org{Enter}');
    expect(address().getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByText(/This page cannot connect to this address/)).toBeTruthy();
    expect(settings.store.getState().calls.addresses).toEqual({});
  });

  it('says why a server cannot be used, and tries again', async () => {
    let answer: ModelListOutcome = NO_LIST;
    const { user, pass, click } = await openMore({ listModels: (id) => (id === 'ollama' ? answer : live()) });
    await user.selectOptions(endpoint(), 'Ollama');
    await pass(0);
    expect(screen.getByText(/The list of models could not be loaded: Nothing answers at/)).toBeTruthy();
    answer = live(modelOf('ollama', 'qwen3:8b'));
    await click(screen.getByRole('button', { name: 'Try again' }), 0);
    expect(trigger().textContent).toContain('qwen3:8b');
  });

  it('accepts the name of a model if there is no list', async () => {
    const noList: ModelListOutcome = {
      ok: false,
      failure: { kind: 'model-not-found', message: 'Not Found', status: 404 },
    };
    const { user, settings, pass } = await openMore({ listModels: (id) => (id === 'llamacpp' ? noList : live()) });
    await user.selectOptions(endpoint(), 'llama.cpp');
    await pass(0);
    await user.type(screen.getByRole('textbox', { name: 'Name of the model' }), 'my model.gguf{Enter}');
    expect(settings.store.getState().model).toEqual({ endpoint: 'llamacpp', id: 'my model.gguf' });
    expect(trigger().textContent).toContain('my model.gguf');
  });
});

describe('typed text that does not count yet', () => {
  const A = 'http://localhost:1234/v1';
  const withKey = { settings: { keys: keysOf({ openai: 'k', lmstudio: 'key-of-a' }) } };
  const openLmStudio = async () => {
    const app = await openMore(withKey);
    await app.user.selectOptions(endpoint(), 'LM Studio');
    return { ...app, keyOf: () => app.settings.store.getState().keys.lmstudio };
  };
  /** When another window comes to the front, the field gets a blur event but stays the active element. */
  const otherWindow = (field: HTMLElement) => void fireEvent.blur(field);

  it('[D12.41] half an address does not count when another window comes to the front: the key of the server stays', async () => {
    const { user, settings, fill, keyOf } = await openLmStudio();
    await fill(address(), 'localhost:12');
    otherWindow(address());
    expect(address().value).toBe('localhost:12');
    expect(settings.store.getState().calls.addresses).toEqual({});
    expect(keyOf()).toBe('key-of-a');
    await user.type(address(), '34');
    await user.tab();
    expect({ address: address().value, key: keyOf() }).toEqual({ address: A, key: 'key-of-a' });
    await fill(address(), 'localhost:99');
    await user.tab();
    expect(settings.store.getState().calls.addresses.lmstudio).toBe('http://localhost:99/v1');
    expect(keyOf()).toBe('');
  });

  it('[D12.41] half a name of a model is not used when the person goes to another window', async () => {
    const { user, settings } = await openMore({ ...withKey, listModels: () => live() });
    await user.selectOptions(endpoint(), 'LM Studio');
    const field = screen.getByRole('textbox', { name: 'Name of the model' });
    await user.type(field, 'gem');
    otherWindow(field);
    expect(settings.store.getState().model.endpoint).toBe('openai');
    await user.type(field, 'ma');
    await user.click(key());
    expect(settings.store.getState().model).toEqual({ endpoint: 'lmstudio', id: 'gemma' });
  });

  it.each(['https://llm.example.org/v1', 'localhost:99', ''])(
    '[D12.42] a person can give no key while %j is in the address field and not in use',
    async (typed) => {
      const { user, settings, fill } = await openMore(withKey);
      await user.selectOptions(endpoint(), 'Another address');
      await fill(address(), 'http://localhost:8000{Enter}');
      await user.click(key());
      await user.paste('key-of-b');
      expect(settings.store.getState().keys.local).toBe('key-of-b');
      await user.clear(address());
      if (typed) await user.type(address(), typed);
      otherWindow(address());
      expect(key().readOnly).toBe(true);
      expect(screen.getByText(/^Correct the address above first/)).toBeTruthy();
      expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Check key' }).disabled).toBe(true);
      fireEvent.change(key(), { target: { value: 'key-of-c' } });
      expect(settings.store.getState().keys.local).toBe('key-of-b');
    },
  );

  it('[D12.42] the correction of a refused address gives the key to no other server', async () => {
    const { user, settings, fill } = await openMore(withKey);
    await user.selectOptions(endpoint(), 'LM Studio');
    await fill(address(), 'https://llm.example.org{Enter}');
    expect(screen.getByText(new RegExp(`Until then the page uses ${A}`))).toBeTruthy();
    await user.click(key());
    await user.keyboard('key-of-c');
    expect(settings.store.getState().keys.lmstudio).toBe('key-of-a');
    await fill(address(), 'localhost:99{Enter}');
    await user.click(key());
    await user.paste('key-of-c');
    expect(settings.store.getState().keys.lmstudio).toBe('key-of-c');
  });

  it('[D12.42] a doubtful key disappears when the address that it was typed for changes', async () => {
    const { fill, keyOf } = await openLmStudio();
    await fill(key(), 'sk-ant-0a');
    expect(screen.getByText(/This looks like an Anthropic key/)).toBeTruthy();
    await fill(address(), 'localhost:99{Enter}');
    expect(screen.queryByText(/This looks like an Anthropic key/)).toBeNull();
    expect({ field: key().value, key: keyOf() }).toEqual({ field: '', key: '' });
  });
});

test('[D12.45] a server that loads its model says so, and its model is picked when it is ready', async () => {
  const failure = { kind: 'server', message: 'Loading model', status: 503 } as const;
  let answer: ModelListOutcome = { ok: false, failure };
  const { user, pass } = await openMore({ listModels: (id) => (id === 'llamacpp' ? answer : live()) });
  await user.selectOptions(endpoint(), 'llama.cpp');
  await pass(0);
  expect(screen.getByText(/^The server is loading its model/)).toBeTruthy();
  expect(trigger().textContent).toContain('Loading its model...');
  expect(screen.getByText(/Wait until llama\.cpp has loaded its model/)).toBeTruthy();
  answer = live(modelOf('llamacpp', 'gemma'));
  await pass(3_000);
  expect(trigger().textContent).toContain('gemma');
  expect(screen.queryByText(/^The server is loading its model/)).toBeNull();
});

test('[D12.44] models of a server that do not seem to chat are named, and can be chosen', async () => {
  const leftOut = ['bge-m3', 'openai/*', 'unnamed'].map((id) => modelOf('ollama', id));
  const { user, pass, settings } = await openMore({
    listModels: (id) => (id === 'ollama' ? { ok: true, models: [], leftOut } : live()),
  });
  await user.selectOptions(endpoint(), 'Ollama');
  await pass(0);
  expect(screen.queryByText(/has not loaded a model/)).toBeNull();
  expect(
    screen.getByText(/whether a model of this server can translate: bge-m3, openai\/\*, unnamed\. Choose one/),
  ).toBeTruthy();
  expect(trigger().textContent).toContain('Choose a model');
  await user.click(trigger());
  expect(screen.queryByRole('option', { name: 'openai/*' })).toBeNull();
  await user.click(screen.getByRole('option', { name: 'unnamed' }));
  expect(settings.store.getState().model).toMatchObject({ endpoint: 'ollama', id: 'unnamed' });
});

test('[D12.44] a person can also pick a model that does not seem to chat from a list that has others', async () => {
  const leftOut = ['bge-m3', 'openai/*', 'voice-of-reason'].map((id) => modelOf('ollama', id));
  const { user, pass, settings } = await openMore({
    listModels: (id) => (id === 'ollama' ? { ok: true, models: [modelOf('ollama', 'gemma')], leftOut } : live()),
  });
  await user.selectOptions(endpoint(), 'Ollama');
  await pass(0);
  expect(settings.store.getState().model).toMatchObject({ id: 'gemma' });
  await user.click(trigger());
  expect(screen.getAllByRole('option', { name: 'bge-m3' }), 'not in the list itself').toHaveLength(1);
  await user.keyboard('{Escape}');
  await user.click(screen.getByText('Is a model missing?'));
  const others = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Other models of the server' });
  expect([...others.options].map(({ text }) => text)).toEqual(['Choose', 'bge-m3', 'voice-of-reason']);
  await user.selectOptions(others, 'voice-of-reason');
  expect(settings.store.getState().model).toMatchObject({ endpoint: 'ollama', id: 'voice-of-reason' });
  expect(trigger().textContent).toContain('voice-of-reason');
  expect(screen.queryByText(/does not offer/)).toBeNull();
});

describe('a server that wants a key', () => {
  const REFUSED = {
    ok: false,
    failure: { kind: 'bad-key', message: 'Invalid API Key', status: 401 },
  } as const satisfies ModelListOutcome;

  it('[D12.40] says that the key is missing, at its field and its tab, and accepts one', async () => {
    let answer: ModelListOutcome = REFUSED;
    const { user, pass, settings } = await openMore({ listModels: (id) => (id === 'llamacpp' ? answer : live()) });
    await user.selectOptions(endpoint(), 'llama.cpp');
    await pass(0);
    expect(screen.getByText('This server needs a key: Invalid API Key')).toBeTruthy();
    expect(screen.queryByText(/rejects this key/)).toBeNull();
    expect(key().placeholder).toBe('this server needs one');
    expect(key().getAttribute('aria-invalid')).toBe('true');
    expect(more().textContent).toContain('(no key)');
    await user.click(key());
    await user.paste('wrong');
    await pass(KEY_SETTLED_MS);
    expect(screen.getByText('The provider rejects this key: Invalid API Key')).toBeTruthy();
    answer = live(modelOf('llamacpp', 'gemma'));
    await user.clear(key());
    await pass(KEY_SETTLED_MS);
    await user.paste('right');
    await pass(KEY_SETTLED_MS);
    expect(settings.store.getState().model).toMatchObject({ endpoint: 'llamacpp', id: 'gemma' });
    expect(more().textContent).toContain('(key present)');
  });

  it('[D12.40] is asked again, without a key, when a person comes back', async () => {
    let answer: ModelListOutcome = REFUSED;
    const { user, pass, settings, give } = await openMore({
      listModels: (id) => (id === 'llamacpp' ? answer : live()),
    });
    await user.selectOptions(endpoint(), 'llama.cpp');
    await pass(0);
    answer = live(modelOf('llamacpp', 'gemma'));
    await give(() => settings.readFailedLists({ onThisComputer: true }));
    await pass(0);
    expect(settings.store.getState().model).toMatchObject({ id: 'gemma' });
    expect(more().textContent).toContain('(needs no key)');
  });
});

describe('Advanced', () => {
  async function openAdvanced(options: Parameters<typeof renderApp>[0] = {}) {
    const app = await renderApp(options);
    await app.click(screen.getByText('Advanced'), 0);
    return app;
  }

  it('[D12.5] has the amount of thinking: the least, unless a person chooses more', async () => {
    const { user, settings } = await openAdvanced();
    const thinking = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Thinking' });
    const words = within(thinking)
      .getAllByRole('option')
      .map((option) => option.textContent);
    expect(words).toEqual(['least', 'the provider decides', 'more']);
    expect(thinking.value).toBe('least');
    await user.selectOptions(thinking, 'more');
    expect(settings.store.getState().calls.thinking).toBe('more');
  });

  it('has half price, and says which models do not have it', async () => {
    const { user, settings, give } = await openAdvanced();
    const box = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Half price, slower' });
    expect(box.checked).toBe(false);
    expect(screen.getByText('gpt-4-0125-preview has no half price. It costs the usual price.')).toBeTruthy();
    await give(() => settings.showProvider('mistral'));
    expect(
      screen.getByText('Only for some models of OpenAI and Google. Other models cost the usual price.'),
    ).toBeTruthy();
    await give(() => settings.pickModel({ endpoint: 'openai', id: 'gpt-6-luna' }));
    await give(() => settings.showProvider('openai'));
    expect(screen.getByText(/asks you before it uses the usual price/)).toBeTruthy();
    await user.click(box);
    expect(settings.store.getState().calls.halfPrice).toBe(true);
  });

  it('[D12.31] says of a server that answers and has no model how it gets one', async () => {
    const { user, settings, session, give } = await openMore({
      listModels: (id) => (id === 'openai' ? live(modelOf(id, 'gpt-9')) : live()),
      settings: { keys: NO_KEYS },
    });
    await give(() => session.edit('original', 'x'));
    await user.selectOptions(endpoint(), 'LM Studio');
    expect(screen.getByText(/^The server has not loaded a model\. Load one in LM Studio/)).toBeDefined();
    expect(screen.getByRole('button', { name: 'Choose or load a model of LM Studio' })).toBeDefined();
    expect(screen.queryByText(/^Add .* key/), 'it needs none').toBeNull();
    expect(settings.store.getState().model.endpoint).toBe('openai');
  });
});

describe('a page that was built for certain hosts only (deploy/README.md)', () => {
  afterEach(() => void vi.unstubAllEnvs());

  function openNarrowed(hosts: string) {
    vi.stubEnv('PUBLIC_ENDPOINT_HOSTS', hosts);
    return openMore({ settings: { keys: NO_KEYS } });
  }

  it('[D12.7] offers these, names none that it may not reach, and asks to choose', async () => {
    await openNarrowed('http://localhost:11434');
    const offered = within(endpoint()).getAllByRole<HTMLOptionElement>('option');
    expect(offered.flatMap(({ disabled, textContent }) => (disabled ? [] : [textContent]))).toEqual([
      ...['Ollama', 'Another address'],
    ]);
    expect(endpoint().selectedOptions[0]?.textContent).toBe('Choose a service');
    expect(within(endpoint()).getAllByRole('group')).toHaveLength(1);
    expect(screen.queryByLabelText('API key')).toBeNull();
  });

  it('[D12.7] says of another address what it reaches, and keeps the one before', async () => {
    const { user, settings, fill } = await openNarrowed('http://localhost:11434 https://llm.example.org');
    await user.selectOptions(endpoint(), 'Another address');
    await user.type(address(), 'http://localhost:8000/v1{Enter}');
    expect(address().getAttribute('aria-invalid')).toBe('true');
    expect(document.body.textContent).toContain(
      'This page cannot connect to this address. Enter the address of one of these servers: http://localhost:11434, https://llm.example.org.',
    );
    expect(settings.store.getState().calls.addresses.local ?? '').toBe('');
    await fill(address(), 'https://llm.example.org{Enter}');
    expect(address().getAttribute('aria-invalid')).toBe('false');
    expect(settings.store.getState().calls.addresses.local).toBe('https://llm.example.org/v1');
  });

  it('[D12.7] says that there is no other endpoint if it was built for the three providers alone', async () => {
    await openNarrowed('');
    expect(screen.getByText('No other services are enabled on this page.')).toBeTruthy();
    expect(screen.queryByRole('combobox', { name: 'Endpoint' })).toBeNull();
  });
});
