import { act, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { fakeTimersAndConsole } from '../../../../test/fake-timers-and-console.ts';
import { type RenderAppOptions, renderApp } from '../../../../test/render-app.tsx';
import { keysOf, live, modelOf } from '../../../../test/settings-harness.ts';
import { sampleSrt } from '../../../../test/srt-sample.ts';
import { resultsOf } from '../../../engine/batch.ts';
import type { EndpointId } from '../../../providers/endpoints.ts';
import type { ModelListOutcome } from '../../../providers/provider.ts';

fakeTimersAndConsole();

const LISTS: Partial<Record<EndpointId, readonly string[]>> = {
  openai: ['gpt-4o', 'gpt-5.4-mini', 'gpt-6-luna', 'gpt-6-sol'],
  anthropic: ['claude-haiku-5-5', 'claude-opus-5-5'],
};
const lists = (id: EndpointId) => live(...(LISTS[id] ?? []).map((model) => modelOf(id, model)));

const trigger = () => screen.getByRole('button', { name: /Model$/, hidden: true });
const filter = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Filter models' });
const options = () => within(screen.getByRole('listbox', { name: 'Model' })).queryAllByRole('option');
/** Names, and what is said of them, under the names of their groups. */
const shown = () =>
  screen.getAllByRole('group', { name: /^(?:Suggested|openai|anthropic|google)$/ }).map((group) => [
    group.firstChild?.textContent,
    ...within(group)
      .getAllByRole('option')
      .map((each) => [each.textContent, each.getAttribute('aria-description')].filter(Boolean).join(' ')),
  ]);
const focused = () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent;

async function openList(options: RenderAppOptions = {}) {
  const app = await renderApp({
    settings: { keys: keysOf({ openai: 'a', anthropic: 'b' }), model: { endpoint: 'openai', id: 'gpt-4o' } },
    listModels: lists,
    ...options,
  });
  await app.pass(0);
  await app.user.click(trigger());
  return app;
}

describe('ModelList', () => {
  it('[D5.17] begins with three models of the provider in front, each once and with its reason', async () => {
    const { user, settings } = await openList();
    expect(shown().slice(0, 3)).toEqual([
      ['Suggested', 'gpt-6-sol best', 'gpt-5.4-mini balanced', 'gpt-6-luna cheapest'],
      ['openai', 'gpt-4o'],
      ['anthropic', 'claude-haiku-5-5', 'claude-opus-5-5'],
    ]);
    const best = screen.getByRole('option', { name: 'gpt-6-sol' });
    expect(best.getAttribute('aria-description')).toBe('best');
    await user.click(best);
    expect(settings.store.getState().model).toMatchObject({ endpoint: 'openai', id: 'gpt-6-sol' });
    expect(screen.queryByRole('listbox')).toBeNull();
  });

  it('[D5.17] suggests nothing of a provider without a key, nor of another than the one in front', async () => {
    const { user, give, settings } = await openList();
    await user.keyboard('{Escape}');
    await give(() => settings.showProvider('google'));
    await user.click(trigger());
    expect(shown().map(([name]) => name)).toEqual(['openai', 'anthropic', 'google']);
    const locked = screen.getByRole('option', { name: 'Gemini 1.5 Pro (Add API Key)' });
    expect(locked.getAttribute('aria-disabled')).toBe('true');
  });

  it('[D5.17] says what the film on the page costs with each model whose price is known', async () => {
    const { eventually } = await openList({ film: sampleSrt(1_600) });
    const description = (name: string) => screen.getByRole('option', { name }).getAttribute('aria-description');
    await eventually(() => expect(description('gpt-6-luna')).toMatch(/^cheapest · (?:under )?\$0\.0\d/));
    expect(description('gpt-6-sol')).toMatch(/^best · \$0\.\d\d–0\.\d\d$/);
    expect(description('gpt-4o')).toMatch(/^\$0\.\d\d–0\.\d\d$/);
  });

  it('[D5.17] folds the models of a provider without a key until its heading is pressed or something is typed', async () => {
    const { user, fill } = await openList();
    const folded = () => document.querySelector('[data-folded] [role=presentation]')?.textContent;
    expect(folded()).toBe('google');
    await fill(filter(), 'gemini');
    expect(folded()).toBeUndefined();
    await user.clear(filter());
    await user.click(screen.getByText('google', { selector: '[data-folded] *' }));
    expect(folded()).toBeUndefined();
    expect(screen.queryByRole('listbox')).not.toBeNull();
  });

  it('[D5.18] filters while a person types, by id and provider, and says when no model matches', async () => {
    const { user, fill } = await openList();
    expect(focused()).toBe('gpt-4o');
    await user.keyboard('Anthropic');
    expect(document.activeElement).toBe(filter());
    expect(filter().value).toBe('Anthropic');
    expect(shown()[0]).toEqual(['anthropic', 'claude-haiku-5-5', 'claude-opus-5-5']);
    await fill(filter(), 'OpenAI mini');
    expect(shown()).toEqual([['Suggested', 'gpt-5.4-mini balanced']]);
    await user.type(filter(), 'x');
    expect(options()).toEqual([]);
    expect(screen.getByText('No model or provider has this name.')).toBeTruthy();
    await user.keyboard('{Enter}{Escape}');
    expect(screen.queryByRole('listbox')).toBeNull();
    await user.click(trigger());
    expect(filter().value, 'anew each time').toBe('');
  });

  it('[D5.18] Enter in the field picks the first matching model that is available', async () => {
    const { user, settings } = await openList();
    await user.click(filter());
    await user.keyboard('{Enter}');
    expect(screen.queryByRole('listbox'), 'nothing was typed').not.toBeNull();
    await user.type(filter(), '-opus{Enter}');
    expect(settings.store.getState()).toMatchObject({
      model: { endpoint: 'anthropic', id: 'claude-opus-5-5' },
      shownProvider: 'anthropic',
    });
    await user.click(trigger());
    await user.keyboard('gemini{Enter}');
    expect(screen.queryByRole('listbox'), 'all of them need a key').not.toBeNull();
  });

  it('[D5.18] the dropdown keeps the focus when the chosen model switches to the tab of another provider', async () => {
    const { user, give, settings, pass } = await openList();
    await user.keyboard('{Escape}');
    await give(() => settings.showProvider('openrouter'));
    await user.click(trigger());
    await user.type(filter(), 'openai gpt{Enter}');
    expect(settings.store.getState().shownProvider).toBe('openai');
    await pass(100);
    expect(document.activeElement).toBe(trigger());
  });

  it('[D5.18] arrow keys move from the field through the available models, and back', async () => {
    const { user, settings } = await openList();
    await user.click(filter());
    await user.keyboard('{ArrowDown}');
    expect(focused()).toBe('gpt-6-sol');
    await user.keyboard('{ArrowUp}');
    expect(document.activeElement).toBe(filter());
    await user.keyboard('{ArrowUp}');
    expect(focused()).toBe('claude-opus-5-5');
    await user.keyboard('{PageUp}{PageUp}{Home}{ArrowDown}{PageDown}{PageDown}{ArrowDown}{End}');
    expect(focused()).toBe('claude-opus-5-5');
    await user.keyboard('{ArrowUp}{Enter}');
    expect(settings.store.getState().model.id).toBe('claude-haiku-5-5');
  });

  it('opens by the arrow keys too, and only the field and one model are Tab stops', async () => {
    const { user } = await openList();
    await user.keyboard('{Escape}');
    act(() => trigger().focus());
    await user.keyboard('{ArrowDown}');
    expect(focused()).toBe('gpt-4o');
    await user.keyboard('{ArrowDown}');
    expect(options().filter(({ tabIndex }) => tabIndex === 0)).toEqual([document.activeElement]);
    await user.tab({ shift: true });
    expect(document.activeElement).toBe(filter());
    await user.tab();
    expect(options()).toContain(document.activeElement);
    await user.tab();
    expect(document.activeElement).toBe(filter());
  });

  it('[D5.18] Escape closes the list and nothing else, also with a text in the field, and the dropdown has the focus', async () => {
    const { user, pass } = await openList();
    const heard = vi.fn();
    window.addEventListener('keydown', heard);
    await user.type(filter(), 'gpt');
    heard.mockClear();
    await user.keyboard('{Escape}');
    await pass(0);
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(heard).not.toHaveBeenCalled();
    expect(document.activeElement).toBe(trigger());
    window.removeEventListener('keydown', heard);
  });

  it.each<[where: string, pressed: () => HTMLElement, focused: () => HTMLElement]>([
    ['on the dropdown', trigger, trigger],
    ['on nothing', () => screen.getByRole('heading', { name: 'Settings' }).parentElement as HTMLElement, trigger],
    ['on a field', () => screen.getByLabelText('API key'), () => screen.getByLabelText('API key')],
  ])('[D5.18] a press %s closes the list', async (_, pressed, expected) => {
    const { user, pass } = await openList();
    await user.click(pressed());
    await pass(0);
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(document.activeElement).toBe(expected());
  });

  it('keeps the focus in the list when a new list lacks the focused model', async () => {
    let answer: ModelListOutcome = { ok: false, failure: { kind: 'server', message: 'Overloaded' } };
    const { user, settings, give } = await openList({
      listModels: (id) => (id === 'anthropic' ? answer : lists(id)),
    });
    act(() => screen.getByRole('option', { name: 'Claude 3 Haiku' }).focus());
    answer = live(modelOf('anthropic', 'claude-haiku-5-5'));
    await give(settings.readFailedLists, 0);
    expect(screen.queryByText('Claude 3 Haiku')).toBeNull();
    await user.keyboard('{End}');
    expect(focused()).toBe('claude-haiku-5-5');
  });

  it('[D5.18] passes no key to the shortcuts of the page, and ignores Enter with a modifier key', async () => {
    const { user, give, session, settings, state, pass } = await openList();
    await give(() => session.edit('original', sampleSrt(1)));
    await user.type(filter(), 'opus{Control>}{Enter}{/Control}{Alt>}{Enter}{/Alt}');
    await user.keyboard('{ArrowDown}{Control>}{Enter}{/Control}?');
    await pass(3_000);
    expect(resultsOf(state())).toEqual([]);
    expect(settings.store.getState().model.id).toBe('gpt-4o');
    expect(screen.getAllByRole('dialog')).toEqual([screen.getByRole('dialog', { name: 'Models' })]);
    expect(filter().value).toBe('opus?');
  });

  it('[D5.18] tells a screen reader which model Enter picks, and how many are available', async () => {
    const { user, fill } = await openList();
    const named = () => document.getElementById(filter().getAttribute('aria-activedescendant') ?? '')?.textContent;
    expect(named()).toBeUndefined();
    await user.type(filter(), '5');
    expect(named()).toBe('gpt-5.4-mini');
    expect(screen.getByText('Models: 3').closest('[role=status]')).not.toBeNull();
    await user.type(filter(), '-5 opus');
    expect(named()).toBe('claude-opus-5-5');
    await fill(filter(), 'gemini');
    expect(named()).toBeUndefined();
    expect(screen.getByText('Models: 0')).toBeTruthy();
  });
});
