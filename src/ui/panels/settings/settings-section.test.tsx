import { act, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { muteErrors } from '../../../../test/fake-timers-and-console.ts';
import { renderApp } from '../../../../test/render-app.tsx';
import { live, modelOf, NO_KEYS } from '../../../../test/settings-harness.ts';
import type { ModelListOutcome } from '../../../providers/provider.ts';
import { KEY_SETTLED_MS } from '../../../settings/create-settings.ts';
import { runPart } from '../../state/parts.ts';

const panel = () => within(screen.getByRole('region', { name: 'Translation' }));
const key = () => panel().getByLabelText<HTMLInputElement>('API key');
const tab = (provider: string) => panel().getByRole('tab', { name: new RegExp(`^${provider}`) });
const trigger = () => panel().getByRole('button', { name: /Model$/ });

describe('SettingsSection', () => {
  describe('tabs', () => {
    it('[S2.6] say whether a key is present', async () => {
      await renderApp();
      expect(tab('openai').textContent).toContain('key present');
      expect(tab('anthropic').textContent).toContain('no key');
      expect(tab('openai').getAttribute('aria-selected')).toBe('true');
    });

    it('[S2.6] say that a key is refused, with one message for it', async () => {
      muteErrors();
      const failure = { kind: 'bad-key', message: 'Incorrect API key', status: 401 } as const;
      const { pass, click } = await renderApp({
        listModels: () => ({ ok: false, failure }),
        checkKey: () => ({ outcome: 'invalid', failure }),
      });
      await pass(0);
      const messages = () => panel().getAllByText(/Incorrect API key/);
      expect(tab('openai').textContent).toBe('openai (key rejected)');
      expect(messages()).toHaveLength(1);
      await click(panel().getByRole('button', { name: 'Check key' }), 0);
      expect(messages()).toHaveLength(1);
      expect(key().getAttribute('aria-invalid')).toBe('true');
    });

    it('switch the key field and the provider', async () => {
      const { user, settings } = await renderApp({ settings: { keys: { ...NO_KEYS, google: 'AIza-1' } } });
      await user.click(tab('google'));
      expect(settings.store.getState().shownProvider).toBe('google');
      expect(key().value).toBe('AIza-1');
      expect(panel().getByRole('link', { name: 'Get a key' }).getAttribute('href')).toContain('aistudio.google.com');
    });
  });

  describe('key field', () => {
    it('[S2.7] is masked until Show', async () => {
      const { user } = await renderApp();
      expect(key().type).toBe('password');
      await user.click(panel().getByRole('button', { name: 'Show' }));
      expect(key().type).toBe('text');
      await user.click(panel().getByRole('button', { name: 'Hide' }));
      expect(key().type).toBe('password');
    });

    it('[S2.7] says what is missing while it is empty', async () => {
      const { user, settings } = await renderApp({ settings: { keys: NO_KEYS } });
      expect(key().getAttribute('aria-invalid')).toBe('true');
      expect(key().placeholder).toBe('sk-…');
      expect(panel().getByText(/^You need an OpenAI key to translate\./)).toBeDefined();
      expect(panel().getByRole('link', { name: 'Get one' }).getAttribute('href')).toContain('openai.com');
      expect(panel().getByRole<HTMLButtonElement>('button', { name: 'Check key' }).disabled).toBe(true);
      await user.type(key(), ' sk-1 ');
      expect(settings.store.getState().keys.openai).toBe('sk-1');
      expect(key().getAttribute('aria-invalid')).toBe('false');
    });

    it('refuses a key that no header can carry, and lets it be corrected', async () => {
      const { user, settings } = await renderApp({ settings: { keys: NO_KEYS } });
      await user.click(key());
      await user.paste('sk-ключ');
      expect(settings.store.getState().keys.openai).toBe('');
      expect(key().value).toBe('sk-ключ');
      expect(panel().getByText(/contains a wrong character/)).toBeDefined();
      await user.clear(key());
      await user.paste('sk-key');
      expect(settings.store.getState().keys.openai).toBe('sk-key');
    });

    it('asks which provider a key belongs to if it looks like another one’s, and stores nothing until the answer', async () => {
      const { user, settings } = await renderApp({ settings: { keys: NO_KEYS } });
      const keys = () => settings.store.getState().keys;
      await user.click(key());
      await user.paste('sk-ant-0a');
      expect(panel().getByText('This looks like an Anthropic key.')).toBeDefined();
      expect(panel().getByRole<HTMLButtonElement>('button', { name: 'Check key' }).disabled).toBe(true);
      expect(keys()).toEqual(NO_KEYS);
      await user.click(panel().getByRole('button', { name: 'It is an OpenAI key' }));
      expect(keys()).toEqual({ ...NO_KEYS, openai: 'sk-ant-0a' });
      // The person's answer is valid for that text only.
      await user.type(key(), '1');
      expect(keys().openai).toBe('sk-ant-0a');
      expect(panel().getByText('This looks like an Anthropic key.')).toBeDefined();
      await user.type(key(), '{Backspace}');
      expect(panel().queryByText('This looks like an Anthropic key.')).toBeNull();
      await user.clear(key());
      await user.paste('sk-ant-0b');
      await user.click(panel().getByRole('button', { name: 'Use it for Anthropic' }));
      expect(keys()).toEqual({ ...NO_KEYS, anthropic: 'sk-ant-0b' });
      expect(tab('anthropic').getAttribute('aria-selected')).toBe('true');
      expect(key().value).toBe('sk-ant-0b');
    });

    it.each(['sk-proj-0a', 'sk-ant-0b', 'AIzaSy-0c'])(
      'asks about a key that has %s behind it, and gives it to nobody else',
      async (behind) => {
        const { user, settings } = await renderApp({ settings: { keys: { ...NO_KEYS, openai: 'sk-proj-01' } } });
        await user.type(key(), behind);
        expect(key().value).toBe(`sk-proj-01${behind}`);
        expect(panel().getByText(/^This looks like two keys\./)).toBeDefined();
        expect(
          panel().getByText(/does not .* send them\. Clear the field and paste one key\. Or is this one/),
        ).toBeDefined();
        expect(settings.store.getState().keys.openai).not.toMatch(/.sk-|AIza/);
        expect(panel().queryByRole('button', { name: /^Use it for/ })).toBeNull();
        await user.click(panel().getByRole('button', { name: 'It is one OpenAI key' }));
        expect(settings.store.getState().keys).toEqual({ ...NO_KEYS, openai: `sk-proj-01${behind}` });
      },
    );

    it('[D5.11] says that the other provider has a key already, and brings the replaced one back with Undo', async () => {
      const before = { ...NO_KEYS, openai: 'sk-old', google: 'AIza-1' };
      const { user, settings } = await renderApp({ settings: { keys: before } });
      await user.click(tab('google'));
      await user.clear(key());
      await user.paste('sk-proj-0a');
      expect(panel().getByText(/“Use it for OpenAI” replaces the OpenAI key that you have\.$/)).toBeDefined();
      await user.click(panel().getByRole('button', { name: 'Use it for OpenAI' }));
      expect(settings.store.getState().keys).toEqual({ ...NO_KEYS, openai: 'sk-proj-0a' });
      expect(screen.getByText('The OpenAI key was replaced.')).toBeDefined();
      await user.click(screen.getByRole('button', { name: 'Undo' }));
      expect(settings.store.getState().keys).toEqual({ ...NO_KEYS, openai: 'sk-old' });
      expect(key().value).toBe('sk-old');
      expect(screen.queryByText('The OpenAI key was replaced.')).toBeNull();
    });

    it('does not mention replacing if the other provider has no key, or the same one', async () => {
      for (const anthropic of ['', 'sk-ant-0a']) {
        const { user, unmount } = await renderApp({ settings: { keys: { ...NO_KEYS, anthropic } } });
        await user.click(tab('openai'));
        await user.click(key());
        await user.paste('sk-ant-0a');
        await user.click(panel().getByRole('button', { name: 'Use it for Anthropic' }));
        expect(screen.queryByText(/replaced/)).toBeNull();
        unmount();
      }
    });

    it('asks about a stored key that looks like another provider’s, and asks no provider with it before the answer', async () => {
      const listModels = vi.fn<() => ModelListOutcome>(() => ({ ok: true, models: [] }));
      const held = { ...NO_KEYS, google: 'sk-ant-0a' };
      const { user, settings, pass } = await renderApp({ settings: { keys: NO_KEYS, doubtfulKeys: held }, listModels });
      await pass(KEY_SETTLED_MS);
      expect(listModels).not.toHaveBeenCalled();
      expect(tab('google').textContent).toBe('google (key waits for your answer below)');
      expect(tab('google').getAttribute('aria-selected')).toBe('true');
      expect(key().value).toBe('sk-ant-0a');
      expect(panel().getByText('This looks like an Anthropic key.')).toBeDefined();
      expect(panel().getByRole<HTMLButtonElement>('button', { name: 'Check key' }).disabled).toBe(true);
      await user.click(panel().getByRole('button', { name: 'Use it for Anthropic' }));
      expect(settings.store.getState()).toMatchObject({
        keys: { ...NO_KEYS, anthropic: 'sk-ant-0a' },
        doubtfulKeys: NO_KEYS,
      });
      expect(tab('google').textContent).toBe('google (no key)');
    });

    it('forgets a stored key that is asked about, and brings it back as it was', async () => {
      const held = { ...NO_KEYS, openai: 'sk-ant-0a' };
      const { user, settings } = await renderApp({ settings: { keys: NO_KEYS, doubtfulKeys: held } });
      await user.click(panel().getByRole('button', { name: 'Forget keys' }));
      expect(key().value).toBe('');
      await user.click(screen.getByRole('button', { name: 'Undo' }));
      expect(settings.store.getState()).toMatchObject({ keys: NO_KEYS, doubtfulKeys: held });
    });

    it('says that the first letters are not a complete key', async () => {
      const { settings, fill } = await renderApp({ settings: { keys: { ...NO_KEYS, openai: 'before' } } });
      await fill(key(), 'sk-a');
      expect(panel().getByText('The key is not complete yet.')).toBeDefined();
      expect(settings.store.getState().keys.openai).toBe('');
    });

    it.each([
      [{ outcome: 'valid' }, 'The key works.'],
      [
        { outcome: 'invalid', failure: { kind: 'bad-key', message: 'Incorrect API key' } },
        'The provider rejects this key: Incorrect API key',
      ],
      [
        { outcome: 'unknown', failure: { kind: 'server', message: 'Overloaded' } },
        'The key could not be checked: Overloaded',
      ],
    ] as const)('shows the outcome of its check: %o', async (check, words) => {
      const { click } = await renderApp({ checkKey: () => check });
      await click(panel().getByRole('button', { name: 'Check key' }), 0);
      expect(panel().getByText(words)).toBeDefined();
    });

    it('forgets what is being typed too', async () => {
      const { settings, give, fill } = await renderApp();
      await fill(key(), 'sk-ant-0a');
      await give(settings.forgetKeys);
      expect(key().value).toBe('');
      expect(panel().queryByText('This looks like an Anthropic key.')).toBeNull();
    });
  });

  describe('model dropdown', () => {
    it('[D12.30] the dropdown of a provider without a key says when models appear, and that nothing is sent until then', async () => {
      const { user, settings, pass, give } = await renderApp({ settings: { keys: NO_KEYS } });
      expect(panel().getByText('Enter a key to see the models.')).toBeDefined();
      await user.click(tab('google'));
      expect(panel().getByText('Enter a key to see the models.'), 'nobody translates').toBeDefined();
      await give(() => settings.setKey('openai', 'k'));
      await pass(KEY_SETTLED_MS);
      expect(
        panel().getByText('Enter a key to see the models. The page sends nothing until you choose a model.'),
      ).toBeDefined();
    });

    it('[D5.8] reads a list again that could not be read, when it is opened', async () => {
      muteErrors();
      const overloaded = { ok: false, failure: { kind: 'server', message: 'Overloaded' } } as const;
      const listModels = vi.fn<() => ModelListOutcome>(() => overloaded);
      const { pass, click } = await renderApp({ listModels });
      await pass(0);
      listModels.mockReturnValue(live(modelOf('openai', 'gpt-9')));
      await click(trigger(), 0);
      expect(screen.getByRole('option', { name: 'gpt-9' })).toBeDefined();
      expect(listModels).toHaveBeenCalledTimes(2);
    });
  });

  describe('advanced', () => {
    it('[D16.6] sets the number of requests at once, empty: automatic', async () => {
      const { user, settings } = await renderApp();
      await user.click(panel().getByText('Advanced'));
      const field = panel().getByLabelText<HTMLInputElement>('Concurrency');
      const concurrency = () => settings.store.getState().concurrency;
      await user.type(field, '6{Enter}');
      expect(concurrency()).toBe(6);
      await user.clear(field);
      await user.tab();
      expect(concurrency()).toBe('automatic');
    });

    it('[D16.6] applies a number of requests on Enter or when the field loses the focus, not while it is typed', async () => {
      const { user, settings } = await renderApp({ settings: { concurrency: 1 } });
      await user.click(panel().getByText('Advanced'));
      const field = panel().getByLabelText<HTMLInputElement>('Concurrency');
      const seen: unknown[] = [];
      settings.store.subscribe(({ concurrency }) => seen.push(concurrency));
      await user.type(field, '{Backspace}');
      fireEvent.blur(field);
      expect(seen, 'another window is in front').toEqual([]);
      await user.type(field, '12');
      expect(seen).toEqual([]);
      await user.tab();
      expect(seen).toEqual([12]);
      await user.clear(field);
      await user.type(field, '0{Enter}');
      expect({ seen, field: field.value }).toEqual({ seen: [12], field: '12' });
      await user.clear(field);
      await user.type(field, '200{Enter}');
      expect({ seen, field: field.value }).toEqual({ seen: [12, 64], field: '64' });
    });

    it('[D16.2][D16.3][D16.4] chooses format, context and batches of this film', async () => {
      const { user, session } = await renderApp();
      await act(runPart.load);
      await user.click(panel().getByText('Advanced'));
      const context = () => panel().getByRole<HTMLSelectElement>('combobox', { name: 'Context' });
      await user.selectOptions(context(), 'ten lines before, five after');
      expect(session.store.getState().options).toEqual({ context: 'window' });
      await user.selectOptions(panel().getByRole('combobox', { name: 'Batches' }), 'end where a sentence ends');
      await user.selectOptions(panel().getByRole('combobox', { name: 'Reply format' }), 'strict schema');
      await user.selectOptions(context(), 'the previous batch');
      expect(session.store.getState().options).toEqual({ batches: 'sentences', replyFormat: 'schema' });
    });

    it('keeps keys for this session only', async () => {
      const { user, settings } = await renderApp();
      await user.click(panel().getByText('Advanced'));
      await user.click(panel().getByLabelText('Keep keys only for this session'));
      expect(settings.store.getState().keepKeys).toBe('session');
      expect(panel().getByText(/in memory until this page is closed/)).toBeDefined();
    });
  });
});
