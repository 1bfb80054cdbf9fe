import { act, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeTimersAndConsole } from '../../../../test/fake-timers-and-console.ts';
import { renderApp } from '../../../../test/render-app.tsx';
import { NO_KEYS } from '../../../../test/settings-harness.ts';
import { morePart } from './settings-section.tsx';

fakeTimersAndConsole();
afterEach(() => void vi.unstubAllEnvs());

/** The tab "more" of a page that was built for these hosts. */
async function openMore(hosts: string) {
  vi.stubEnv('PUBLIC_ENDPOINT_HOSTS', hosts);
  const app = await renderApp({ settings: { keys: NO_KEYS } });
  await act(morePart.load);
  await app.user.click(screen.getByRole('tab', { name: /^more/ }));
  return app;
}

const endpoint = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Endpoint' });
const offered = () =>
  within(endpoint())
    .getAllByRole<HTMLOptionElement>('option')
    .flatMap(({ disabled, textContent }) => (disabled ? [] : [textContent]));
const address = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Address' });

describe('a page that was built for some hosts alone (deploy/README.md)', () => {
  it('[D12.7] offers these, names none that it may not reach, and asks to choose', async () => {
    await openMore('http://localhost:11434');
    expect(offered()).toEqual(['Ollama', 'Another address']);
    expect(endpoint().selectedOptions[0]?.textContent).toBe('Choose an endpoint');
    expect(within(endpoint()).getAllByRole('group')).toHaveLength(1);
    expect(screen.queryByLabelText('API key')).toBeNull();
  });

  it('[D12.7] says of another address what it reaches, and keeps the one before', async () => {
    const { user, settings } = await openMore('http://localhost:11434 https://llm.example.org');
    await user.selectOptions(endpoint(), 'Another address');
    await user.type(address(), 'http://localhost:8000/v1{Enter}');
    expect(address().getAttribute('aria-invalid')).toBe('true');
    expect(document.body.textContent).toContain(
      'This page may not connect to this address. It reaches http://localhost:11434 and https://llm.example.org.',
    );
    expect(settings.store.getState().calls.addresses.local ?? '').toBe('');
    await user.clear(address());
    await user.type(address(), 'https://llm.example.org{Enter}');
    expect(address().getAttribute('aria-invalid')).toBe('false');
    expect(settings.store.getState().calls.addresses.local).toBe('https://llm.example.org/v1');
  });

  it('[D12.7] for the three providers alone says that there is no other', async () => {
    await openMore('');
    expect(screen.getByText('This copy of the page may connect to no other endpoint.')).toBeTruthy();
    expect(screen.queryByRole('combobox', { name: 'Endpoint' })).toBeNull();
  });
});
