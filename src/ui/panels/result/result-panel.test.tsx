import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { StoreApi } from 'zustand';
import { muteErrors } from '../../../../test/fake-timers-and-console.ts';
import { renderApp, savedFiles } from '../../../../test/render-app.tsx';
import { failure } from '../../../../test/session-harness.ts';
import { live, modelOf, NO_KEYS } from '../../../../test/settings-harness.ts';
import { sampleSrt } from '../../../../test/srt-sample.ts';
import { resultsOf } from '../../../engine/batch.ts';
import type { Work } from '../../../film/film.ts';
import { lineOf } from '../../../film/lines.ts';
import { modelByName } from '../../../providers/models.ts';

const panel = () => within(screen.getByRole('region', { name: 'Translation' }));
const isDisabled = (name: string) => panel().getByRole<HTMLButtonElement>('button', { name }).disabled;
const has = (role: string, name: string) => panel().queryByRole(role, { name }) !== null;
/** Names of the primary buttons. */
const primaries = () => [...document.querySelectorAll('[data-variant=primary]')].map((button) => button.textContent);

describe('ResultPanel', () => {
  const finished = () => renderApp({ film: 25, ranMs: 3_000 });

  it('without text Translate is disabled, and a line says why', async () => {
    await renderApp();
    expect(['Clear', 'Restart', 'Download', 'Translate'].map(isDisabled)).toEqual([true, true, true, true]);
    const original = within(screen.getByRole('region', { name: 'Original' }));
    expect(original.getByRole<HTMLButtonElement>('button', { name: 'Clear' }).disabled).toBe(true);
    expect(panel().getByText('Open or paste subtitles to begin.')).toBeDefined();
    expect(primaries()).toEqual(['Upload .srt']);
    expect(has('textbox', 'Errors')).toBe(false);
  });

  it('with text Translate is the next step, even without a key', async () => {
    await renderApp({ film: 'x', settings: { keys: NO_KEYS } });
    expect(isDisabled('Translate')).toBe(false);
    expect(primaries()).toEqual(['Translate']);
    expect(panel().getByText('Paste an OpenAI key to translate.')).toBeDefined();
  });

  it('[D6.3] says while it stops that requests already sent are finished first', async () => {
    const { session, give, pass, container } = await renderApp({ film: 60, ranMs: 500, maxAtOnce: 2 });
    const hint = () => container.querySelector('#next-step-hint')?.textContent;
    await give(session.stop, 125);
    expect(hint()).toBe('Stopping.');
    await pass(2_000);
    expect(hint()).toBe('Stopped.');
    await give(() => session.translateAgain(0), 125);
    expect(hint()).toBe('Stopped.');
    await pass(2_000);
    expect(hint()).toBe('Stopped.');
  });

  it('[D6.1] says that the text was cleared only if a person cleared it, not while it is still being built', async () => {
    const { container, session, give, click } = await finished();
    const hint = () => container.querySelector('#next-step-hint')?.textContent;
    await click(panel().getByRole('button', { name: 'Clear' }), 125);
    expect(hint()).toBe('You cleared the text. Press Result to build it again.');
    await give(() => (session.store as StoreApi<Work>).setState({ isCleared: false }), 125);
    expect(hint() ?? '').not.toContain('cleared');
  });

  it('[D6.5] names the button that fills a failed batch as it is called', async () => {
    const { container, click } = await renderApp({ film: 25, ranMs: 5_000, answer: () => failure('refused', 'No.') });
    const words = container.querySelector('#next-step-hint')?.textContent;
    expect(words).toContain('2 batches failed.');
    const called = /“(.+)”/.exec(words ?? '')?.[1] ?? 'no button';
    await click(screen.getByRole('button', { name: /^Batch 1, / }), 10);
    expect(screen.getByRole('button', { name: called })).toBeDefined();
  });

  it('[D5.7] names the model beside Translate and during the run, not at the end', async () => {
    const { session, give, pass, click } = await renderApp({ settings: { model: modelByName('gpt-9') } });
    const inUse = () => panel().queryByText('Translates with gpt-9 (OpenAI)');
    expect(inUse()).not.toBeNull();
    await give(() => session.edit('original', sampleSrt(2)));
    await click(panel().getByRole('button', { name: 'Translate' }), 500);
    expect(inUse()).not.toBeNull();
    await pass(5_000);
    expect(inUse()).toBeNull();
  });

  it('[D5.20] without a key no run begins, and the error says so in plain words until there is one', async () => {
    const { user, settings, state, give, click } = await renderApp({ film: 2, settings: { keys: NO_KEYS } });
    await click(panel().getByRole('button', { name: 'Translate' }), 0);
    expect(panel().getByRole('textbox', { name: 'Errors' }).textContent).toBe(
      'No API key configured for provider: openai. Model: gpt-4-0125-preview. Available keys: none',
    );
    expect(panel().getByText('Paste an OpenAI key under Settings first, then press Translate.')).toBeDefined();
    expect(resultsOf(state())).toEqual([]);
    await give(() => settings.showProvider('anthropic'));
    expect(panel().getByText('Paste an OpenAI or an Anthropic key to translate.')).toBeDefined();
    expect(
      panel().getByText('Paste an OpenAI or an Anthropic key under Settings first, then press Translate.'),
    ).toBeDefined();
    await give(() => settings.setKey('openai', 'k'));
    expect(panel().queryByRole('textbox', { name: 'Errors' })).toBeNull();
    await user.click(panel().getByRole('button', { name: 'go back to OpenAI' }));
    expect(document.getElementById('next-step-hint')).toBeNull();
  });

  it('[D12.30] sends nothing if no model of the shown endpoint is chosen, and offers both ways on', async () => {
    muteErrors();
    const notThere = { ok: false, failure: { kind: 'not-running', message: 'Nothing answers.' } } as const;
    const { user, settings, state, requests, give, click, eventually } = await renderApp({
      film: 21,
      listModels: (id) => (id === 'ollama' ? notThere : live(modelOf(id, 'gpt-4-0125-preview'))),
    });
    await give(() => settings.showProvider('ollama'), 0);
    expect(document.getElementById('model-in-use')?.textContent).toContain(
      'Choose a model of Ollama, or go back to OpenAI',
    );
    for (const name of ['Translate', 'Try the first batch']) {
      await click(panel().getByRole('button', { name }), 1_000);
      expect(panel().getByRole('textbox', { name: 'Errors' }).textContent).toBe(
        'Choose a model of Ollama, or go back to OpenAI. Nothing was sent.',
      );
    }
    expect(requests).toEqual([]);
    await user.click(panel().getByRole('button', { name: 'Choose a model of Ollama' }));
    await eventually(() => expect(screen.getByRole('dialog', { name: 'Models' })).toBeDefined());
    await user.keyboard('{Escape}');
    await user.click(panel().getByRole('button', { name: 'go back to OpenAI' }));
    expect(document.getElementById('model-in-use')?.textContent).toBe('Translates with gpt-4-0125-preview (OpenAI)');
    await click(panel().getByRole('button', { name: 'Translate' }), 0);
    expect(resultsOf(state())).toHaveLength(2);
  });

  it('[D12.30] "Try again" waits until a model of the shown endpoint is chosen', async () => {
    const { settings, give, click, eventually } = await renderApp({ film: 21 });
    await click(panel().getByRole('button', { name: 'Try the first batch' }), 3_000);
    await give(() => settings.showProvider('anthropic'));
    await eventually(() => panel().getByRole('button', { name: 'go back to OpenAI' }));
    expect(panel().getByRole<HTMLButtonElement>('button', { name: 'Try the first batch again' }).disabled).toBe(true);
    expect(panel().getByRole('button', { name: 'go back to OpenAI' })).toBeDefined();
  });

  it('[D12.31] a run that lacks a key does not ask for one for a local server', async () => {
    const { session, settings, give } = await renderApp({
      film: 25,
      ranMs: 3_000,
      answer: () => failure('missing-key', 'No API key configured for provider: openai.'),
      listModels: (id) => (id === 'lmstudio' ? live() : live(modelOf(id, 'gpt-4-0125-preview'))),
    });
    // The changed key removes the words of the first pause; the second pause is without a key.
    await give(() => settings.setKey('openai', ''));
    await give(() => session.resume(), 3_000);
    await give(() => settings.showProvider('lmstudio'), 500);
    expect(
      panel().getByText(
        'Paste an OpenAI key under Settings, or choose or load a model of LM Studio. Then press Resume. Your work is kept.',
      ),
    ).toBeDefined();
  });

  it('[D5.20] a pause for a missing key does not say "Available keys: none" any more once there is another provider’s key', async () => {
    const { settings, state, give } = await renderApp({
      film: 25,
      ranMs: 3_000,
      answer: () => failure('missing-key', 'No API key configured for provider: openai. Available keys: none'),
    });
    await give(() => settings.setKey('openai', ''));
    await give(() => settings.setKey('anthropic', 'test-another-key'));
    expect(state().paused).toMatchObject({ reason: 'failure', message: '' });
    expect(panel().queryByText(/Available keys/)).toBeNull();
  });

  it('[S2.8] an empty prompt, and a text that cannot be parsed, are errors, nothing is sent, and Clear removes them', async () => {
    const { click, settings, give, requests, session } = await renderApp({ film: 2, settings: { prompt: ' ' } });
    expect(panel().getByText('The prompt is empty. Write one first.')).toBeDefined();
    await click(panel().getByRole('button', { name: 'Translate' }), 0);
    expect(panel().getByRole('textbox', { name: 'Errors' }).textContent).toContain('The prompt is empty.');
    await give(() => settings.setPrompt('Into Welsh.'));
    await give(() => session.edit('original', 'one\ntwo'));
    await click(panel().getByRole('button', { name: 'Translate' }), 0);
    expect(panel().getByRole('textbox', { name: 'Errors' }).textContent).toContain("one couldn't be parsed as number");
    expect(panel().getByText(/Correct it in the original/)).toBeDefined();
    await click(panel().getByRole('button', { name: 'Clear' }), 0);
    expect(has('textbox', 'Errors')).toBe(false);
    expect(isDisabled('Clear')).toBe(true);
    expect(requests).toEqual([]);
  });

  it('[S2.5][S2.11] the prompt is editable until the run begins, then static text; during the run Result is disabled, and the batches have the focus', async () => {
    const { click, fill, settings, eventually } = await renderApp({ film: 25 });
    await fill(panel().getByRole('textbox', { name: 'Prompt' }), 'Into Welsh.');
    expect(settings.store.getState().prompt).toBe('Into Welsh.');
    await click(panel().getByRole('button', { name: 'Translate' }), 10);
    expect(has('button', 'Translate')).toBe(false);
    expect(['Result', 'Download'].map(isDisabled)).toEqual([true, true]);
    await eventually(() => expect(document.activeElement?.textContent).toBe('Batches'));
    expect(has('textbox', 'Prompt')).toBe(false);
    expect(panel().getByText('Into Welsh.')).toBeDefined();
    for (const name of ['Prompt', 'Settings']) expect(has('heading', name)).toBe(true);
    // Result is primary only while enabled.
    expect(primaries()).toEqual([]);
    expect(['Result', 'Download'].map((name) => panel().getByRole('button', { name }).title)).toEqual([
      'Builds the translated text again, after you cleared it.',
      'Saves the file as “translated.srt”.',
    ]);
  });

  it('[S2.9][S2.11] a finished text can be edited and downloaded; after Clear, Result assembles it again', async () => {
    const { user, state } = await finished();
    const text = panel().getByRole<HTMLTextAreaElement>('textbox', { name: 'Translated subtitles' });
    expect(text.value).toContain('PT 25');
    expect(has('heading', 'Settings')).toBe(false);
    expect(primaries()).toEqual(['Download']);
    await user.type(text, '!');
    expect(state().translated).toBe(text.value);
    const files = savedFiles();
    await user.click(panel().getByRole('button', { name: 'Download' }));
    expect(await files()).toEqual([['translated.srt', state().translated]]);
    await user.click(panel().getByRole('button', { name: 'Clear' }));
    expect(state().translated).toBe('');
    expect(isDisabled('Download')).toBe(true);
    expect(primaries()).toEqual(['Result']);
    await user.click(panel().getByRole('button', { name: 'Result' }));
    expect(state().translated).toContain('PT 1');
  });

  it('[D6.1] says that a person’s own text lacks a later change, and writes the file again when asked', async () => {
    const { user, session, state, give, pass } = await finished();
    await give(() => session.edit('result', `${state().translated}\nCredits\n`), 1_000);
    const own = state().translated;
    expect(has('button', 'Write the file again')).toBe(false);
    await give(() => session.changeLines([{ number: 2, text: 'In Lines' }]), 1_000);
    expect(state().translated).toBe(own);
    expect(panel().getByText(/The translated text does not have your newest changes in Lines/)).toBeDefined();
    await user.click(panel().getByRole('button', { name: 'Write the file again' }));
    await pass(1_000);
    expect(state().translated).toBe(own.replace('PT 2\n', 'In Lines\n').replace('\nCredits\n', ''));
    expect(has('button', 'Write the file again')).toBe(false);
    await give(session.undo, 1_000);
    expect(state().translated).toBe(own);
  });

  it('[D14.4] text typed in the box is in the lines once the box loses the focus', async () => {
    const { user, state, pass } = await finished();
    const text = panel().getByRole<HTMLTextAreaElement>('textbox', { name: 'Translated subtitles' });
    fireEvent.focus(text);
    fireEvent.change(text, { target: { value: text.value.replace('PT 2\n', 'By hand\n') } });
    expect(lineOf(state(), 2)?.translation).toBe('PT 2');
    await user.click(document.body);
    fireEvent.blur(text);
    await pass(50);
    expect(lineOf(state(), 2)?.translation).toBe('By hand');
    expect(text.value).toBe(state().translated);
  });

  it('[S2.16] reports what an edit has damaged, with links, until it is repaired; Download stays possible', async () => {
    const { user, session, state, give, pass } = await finished();
    const check = () => panel().getByRole('status', { name: 'Check of the result' });
    const whole = state().translated;
    const edit = async (text: string) => {
      await give(() => session.edit('result', text), 1_000);
      await pass(10);
    };
    await edit(whole.replace('PT 3', 'três'));
    expect(check().textContent).toBe('');

    await edit(whole.replace('\n\n4\n', '\n\n').replace(/\n7\n.+\n.+\n/, ''));
    expect(check().textContent).toContain('Text line 13 belongs to no subtitle');
    expect(check().textContent).toContain('1 subtitle of the original is missing: 7.');
    expect(isDisabled('Download')).toBe(false);
    await user.click(within(check()).getByRole('button', { name: 'Go to text line 13' }));
    const text = panel().getByRole<HTMLTextAreaElement>('textbox', { name: 'Translated subtitles' });
    expect(document.activeElement).toBe(text);
    expect(text.value.slice(text.selectionStart)).toMatch(/^00:00:06,000 --> .*\nPT 4\n/);

    await edit(whole);
    expect(check().textContent).toBe('');

    await edit(whole.replace('\n\n4\n', '\n\n'));
    await give(() => session.writeResult({ again: true }), 1_000);
    await give(() => session.edit('result', whole.replace('PT 3', 'três')), 10);
    expect(check().textContent, 'what was wrong with the text before is not said of this one').toBe('');
  });

  it('explains what stopped the run, above the provider’s own words', async () => {
    const answer = () => failure('bad-key', 'Incorrect API key provided');
    const { pass } = await renderApp({ film: 2, ranMs: 0, answer });
    // The answer takes a second and is drawn in the next task.
    await pass(1_001);
    expect(panel().getByRole('textbox', { name: 'Errors' }).textContent).toBe('Incorrect API key provided');
    expect(panel().getByText(/rejects the key.*press Resume/)).toBeDefined();
    expect(primaries()).toEqual(['Resume']);
  });

  it('[D5.20] the refusal of a key disappears when the key or the model changes, not when the prompt does', async () => {
    const answer = () => failure('bad-key', 'Incorrect API key provided');
    const { pass, give, settings, requests, click } = await renderApp({ film: 2, ranMs: 0, answer });
    await pass(1_001);
    const announced = () => screen.getByRole('status', { name: 'Progress' }).textContent;
    for (const [change, isGone, sent] of [
      [() => settings.setPrompt('Translate into French.'), false, 1],
      [() => settings.setKey('openai', 'another'), true, 1],
      [() => settings.pickModel({ endpoint: 'openai', id: 'gpt-4o' }), true, 2],
    ] as const) {
      if (sent === 2) await click(screen.getByRole('button', { name: 'Resume' }), 1_500);
      expect(announced()).toBe('Paused: Incorrect API key provided');
      await give(change, 500);
      expect(announced() === '').toBe(isGone);
      expect(panel().queryByRole('textbox', { name: 'Errors' }) === null).toBe(isGone);
      const words = isGone ? /^Paused\. Press Resume to try again\./ : /^Paused: the provider rejects the key\./;
      expect(within(screen.getByRole('region', { name: 'Batches' })).getByText(words)).toBeDefined();
      expect(primaries()).toEqual(['Resume']);
      expect(requests, 'half a key may be typed: nothing is sent').toHaveLength(sent);
    }
  });
});
