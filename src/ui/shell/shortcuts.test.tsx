import { readFileSync } from 'node:fs';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { useLayoutEffect } from 'react';
import { describe, expect, it, test, vi } from 'vitest';
import { renderApp } from '../../../test/render-app.tsx';
import { failure, inMs, replyOf, success } from '../../../test/session-harness.ts';
import { NO_KEYS as NONE } from '../../../test/settings-harness.ts';
import { sampleSrt } from '../../../test/srt-sample.ts';
import { resultsOf } from '../../engine/batch.ts';
import { createCalls } from '../../lib/port.ts';
import { keyNames } from '../panels/lines/lines-view.ts';
import { createPageState } from '../state/page-state.ts';
import { type Services, ServicesContext } from '../state/services.tsx';
import { SHORTCUTS, shortcutOf, useShortcuts } from './shortcuts.ts';

const NO_KEYS = { ctrlKey: false, altKey: false, shiftKey: false, metaKey: false };
const press = (keys: KeyboardEventInit, target: EventTarget = document.body) => {
  const event = new KeyboardEvent('keydown', { bubbles: true, cancelable: true, composed: true, ...keys });
  target.dispatchEvent(event);
  return event.defaultPrevented;
};

describe('the table of shortcuts', () => {
  it.each([
    { key: 'Enter' },
    { key: 'F4', altKey: true },
    { key: 'Enter', metaKey: true },
    { key: 'Enter', ctrlKey: true, shiftKey: true },
  ])('leaves other keys to the browser: %j', (keys) => {
    expect(shortcutOf({ ...NO_KEYS, ...keys })).toBeUndefined();
  });

  it('gives each key once, and takes no letter without Control', () => {
    const names = SHORTCUTS.map(({ key }) => keyNames(key).join('+'));
    expect(new Set(names).size).toBe(names.length);
    for (const { key } of SHORTCUTS) expect(key.length).toBeGreaterThan(1);
  });
});

describe('shortcuts', () => {
  it('translate, open, step and go back; a key with nothing to do goes to the browser', async () => {
    const { session, give, pass, state } = await renderApp();
    expect(press({ key: 'Enter', ctrlKey: true })).toBe(false);
    await give(() => session.edit('original', sampleSrt(60)));
    await give(() => expect(press({ key: 'Enter', ctrlKey: true })).toBe(true), 0);
    await pass(3_000);
    await give(() => press({ key: 'PageDown', altKey: true }));
    expect(state().shownBatch).toBe(0);
    await give(() => press({ key: 'PageDown', altKey: true }));
    expect(state().shownBatch).toBe(1);
    await give(() => press({ key: 'PageUp', altKey: true }));
    expect(state().shownBatch).toBe(0);
    expect(press({ key: 'PageUp', altKey: true })).toBe(false);
    await give(() => press({ key: 'F2', shiftKey: true }));
    expect(state().shownBatch).toBeNull();
    expect(press({ key: 'F2', shiftKey: true })).toBe(false);
  });

  it('Ctrl+Z and Ctrl+Y outside of text never undo the typing in a field, as a browser would, even if there is nothing to undo', async () => {
    await renderApp();
    for (const key of ['z', 'y']) {
      expect(press({ key, ctrlKey: true })).toBe(true);
      expect(press({ key, ctrlKey: true }, screen.getByLabelText('API key'))).toBe(false);
    }
  });

  it('ignore the key event without a key that Chromium sends when it fills in a field', async () => {
    await renderApp();
    const onError = vi.fn();
    window.addEventListener('error', onError);
    screen.getByLabelText('API key').dispatchEvent(new Event('keydown', { bubbles: true }));
    window.removeEventListener('error', onError);
    expect(onError).not.toHaveBeenCalled();
  });

  it('F8 and Shift+F8 step only through the failed batches', async () => {
    const { session, give, state } = await renderApp({
      film: 80,
      answer: ({ numbers }) => ((numbers[0] ?? 0) % 40 === 1 ? failure('refused', 'No') : success(replyOf(numbers))),
    });
    expect(press({ key: 'F8' })).toBe(false);
    await give(session.translate, 3_000);
    // In an input method, F8 changes the composed text to katakana.
    await give(() => expect(press({ key: 'F8', isComposing: true, keyCode: 229 })).toBe(false));
    expect(state().shownBatch).toBeNull();
    const walked: (number | null)[] = [];
    for (const shiftKey of [false, false, false, true]) {
      await give(() => press({ key: 'F8', shiftKey }));
      walked.push(state().shownBatch);
    }
    expect(walked).toEqual([0, 2, 0, 2]);
  });

  it('[D18.20] F2 asks for the same files as “Open…”: several subtitle files and videos, and videos alone during a run', async () => {
    const clicked = vi.spyOn(HTMLElement.prototype, 'click').mockImplementation(() => {});
    const { session, give } = await renderApp({ film: 40 });
    const asked = async (command: () => void) => {
      await give(command);
      return clicked.mock.instances.at(-1) as unknown as HTMLInputElement;
    };
    for (const isRunning of [false, true]) {
      if (isRunning) await give(session.translate, 0);
      const byKey = await asked(() => expect(press({ key: 'F2' })).toBe(true));
      expect(byKey).toMatchObject({ type: 'file', multiple: true });
      expect(byKey.accept.split(',').includes('.vtt')).toBe(!isRunning);
      expect(byKey.accept).toContain('.mkv');
      const byButton = await asked(() => fireEvent.click(screen.getByRole('button', { name: 'Open…' })));
      expect(byButton).not.toBe(byKey);
      expect([byButton.accept, byButton.multiple]).toEqual([byKey.accept, byKey.multiple]);
    }
  });

  it('F2 asks for a file, F4 saves the result, Ctrl+Enter resumes', async () => {
    const clicked = vi.spyOn(HTMLElement.prototype, 'click').mockImplementation(() => {});
    const { session, give, state } = await renderApp();
    expect(press({ key: 'F2' })).toBe(true);
    expect(clicked.mock.instances).toMatchObject([{ type: 'file', multiple: true }]);
    expect(press({ key: 'F4' })).toBe(false);
    await give(() => session.edit('original', sampleSrt(1)));
    await give(session.translate);
    await give(session.stop);
    expect(state().paused).toEqual({ reason: 'person' });
    await give(() => press({ key: 'Enter', ctrlKey: true }), 3_000);
    expect(state().translated).not.toBe('');
    await give(() => expect(press({ key: 'F4' })).toBe(true), 1);
    expect(clicked.mock.instances.at(-1)).toMatchObject({ download: 'translated.srt' });
  });

  it('[D14.41] F4 saves the finished part while the film is not finished', async () => {
    const clicked = vi.spyOn(HTMLElement.prototype, 'click').mockImplementation(() => {});
    const { give, eventually } = await renderApp({
      film: 40,
      ranMs: 3_000,
      answer: ({ numbers }) => (numbers[0] === 1 ? success(replyOf(numbers)) : inMs(600_000, success(''))),
    });
    await give(() => expect(press({ key: 'F4' })).toBe(true), 500);
    await eventually(() =>
      expect(clicked.mock.instances.at(-1)).toMatchObject({ download: 'translated-20-of-40.srt' }),
    );
  });

  it('work from within a text box, not while a key is held down or a dialog is open', async () => {
    const { give, user, state, click, eventually } = await renderApp({ film: 1 });
    expect(press({ key: 'Enter', ctrlKey: true, repeat: true })).toBe(false);
    await click(screen.getByRole('button', { name: 'Keyboard shortcuts' }), 100);
    const sheet = await eventually(() => screen.getByRole('dialog', { name: 'Keyboard shortcuts' }));
    expect(press({ key: 'Enter', ctrlKey: true })).toBe(false);
    for (const { label } of SHORTCUTS) expect(within(sheet).getByText(label)).toBeDefined();
    await user.click(within(sheet).getByRole('button', { name: 'Close this list' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    const box = screen.getByRole('textbox', { name: 'Prompt' });
    await give(() => expect(press({ key: 'Enter', ctrlKey: true }, box)).toBe(true), 2_000);
    expect(resultsOf(state())).toHaveLength(1);
  });

  it('[S2.17] Ctrl+Enter with a film of another format focuses the batches, although an earlier start has left an error', async () => {
    const { session, settings, give, pass } = await renderApp({ settings: { keys: NONE } });
    const translate = async () => {
      const keyField = screen.getByLabelText('API key');
      keyField.focus();
      await give(() => press({ key: 'Enter', ctrlKey: true }, keyField), 100);
      await pass(10);
    };
    const errors = () => screen.queryByRole('textbox', { name: 'Errors' });
    await give(() => session.openSource('WEBVTT\n\n00:01.000 --> 00:02.000\nOne\n', []));
    await translate();
    expect(errors()).not.toBeNull();
    expect(document.activeElement).toBe(errors());
    // The same error again.
    await translate();
    expect(document.activeElement).toBe(errors());
    await give(() => settings.setKey('openai', 'sk-test'));
    await translate();
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Batches' }));
  });

  it('"?" opens the sheet, but is a letter in a text box', async () => {
    const { pass } = await renderApp();
    const box = screen.getByRole('textbox', { name: 'Prompt' });
    expect(press({ key: '?' }, box)).toBe(false);
    // Nothing is loaded for it now: its place would have a message without a button that closes it.
    act(() => void press({ key: '?' }));
    const sheet = screen.getByRole<HTMLDialogElement>('dialog', { name: 'Keyboard shortcuts' });
    act(() => sheet.close());
    await pass(300);
    // As before: no element has the focus.
    expect(document.activeElement).toBe(document.body);
  });

  it('a key that is pressed as soon as a page is drawn, such as the demo’s, belongs to that page', () => {
    const page = createPageState();
    const services: Partial<Services> = { page, viewKeys: createCalls() };
    function PageWithKey() {
      useShortcuts();
      useLayoutEffect(() => void press({ key: '?' }), []);
      return null;
    }
    render(
      <ServicesContext value={services as Services}>
        <PageWithKey />
      </ServicesContext>,
    );
    expect(page.getState().shortcutsShown).toBe(true);
  });

  it('[S2.19] "?" opens nothing once it is switched off in the sheet, which the menu still opens', async () => {
    const { click, user } = await renderApp();
    const menu = screen.getByRole('button', { name: 'Keyboard shortcuts' });
    const sheet = () => screen.queryByRole<HTMLDialogElement>('dialog', { name: 'Keyboard shortcuts' });
    const turn = async () => {
      await click(menu, 100);
      await user.click(screen.getByRole('checkbox', { name: '“?” opens this list' }));
      act(() => sheet()?.close());
    };
    await turn();
    act(() => expect(press({ key: '?' })).toBe(false));
    expect(sheet()).toBeNull();
    await turn();
    act(() => expect(press({ key: '?' })).toBe(true));
    expect(sheet()).not.toBeNull();
  });
});

test('the user guide names each key of the page, and no other', () => {
  const guide = readFileSync('docs/user-guide.md', 'utf8');
  const table = guide.split(/^## /m).find((section) => section.startsWith('Keyboard')) ?? '';
  const named = [...table.matchAll(/^\| ([^|]+?) \|/gm)]
    .flatMap(([, cell = '']) => cell.split(', '))
    .filter((key) => !/^(key|-+)$/.test(key));
  const keys = SHORTCUTS.map(({ key }) => keyNames(key).join('+'));
  expect(named.toSorted()).toEqual([...keys, '?', 'Escape'].toSorted());
});
