import { screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { renderApp } from '../../../../test/render-app.tsx';
import { failure } from '../../../../test/session-harness.ts';
import { sampleSrt } from '../../../../test/srt-sample.ts';
import { modelByName } from '../../../providers/models.ts';

const region = (name: string) => within(screen.getByRole('region', { name }));
const panel = () => region('Translation');
const press = (name: string | RegExp) => panel().getByRole('button', { name });
const state = () =>
  [...document.querySelectorAll<HTMLElement>('[data-row] [data-state]')].map(({ dataset }) => dataset.state);

describe('Try the first batch', () => {
  async function tried(options = {}, film = sampleSrt(60)) {
    const page = await renderApp({ film, ...options });
    await page.user.click(press('Try the first batch'));
    // Of a film of another format.
    await vi.dynamicImportSettled();
    await page.pass(3_000);
    return page;
  }

  /** Name and text of the file that the button saves. */
  async function finishedPart({ user, pass }: Awaited<ReturnType<typeof tried>>) {
    const createUrl = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x');
    let name = '';
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      name = this.download;
    });
    await user.click(press('Download the finished part'));
    await vi.dynamicImportSettled();
    await pass(10);
    const saved = createUrl.mock.lastCall?.[0];
    return [name, saved instanceof Blob ? await saved.text() : ''] as const;
  }

  it('[D11.5] sends one batch, and waits', async () => {
    const { requests } = await tried();
    expect(requests.map(({ numbers }) => numbers[0])).toEqual([1]);
    expect(state()).toEqual(['ok', 'waiting', 'waiting']);
    expect(region('Batches').getByRole('button', { name: 'Resume' })).toBeDefined();
  });

  it('[S2.17] after Resume of it, and after Undo of Restart, the focus is on the batches; after Undo of Clear on the film', async () => {
    const { user, pass, session, give } = await tried();
    const heading = () => screen.getByRole('heading', { name: 'Batches' });
    await user.click(region('Batches').getByRole('button', { name: 'Resume' }));
    await pass(5_000);
    expect(document.activeElement).toBe(heading());
    await user.click(screen.getByRole('button', { name: 'Restart' }));
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await pass(500);
    expect(state()).toEqual(['ok', 'ok', 'ok']);
    expect(document.activeElement).toBe(heading());
    await user.click(screen.getByRole('button', { name: 'Restart' }));
    await give(() => session.openSource(sampleSrt(5), []));
    await user.click(region('Original').getByRole('button', { name: 'Clear' }));
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await pass(500);
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Original' }));
  });

  it('[D11.5][S2.5] while the run is stopped prompt and model can be changed, and what is sent from then on uses them', async () => {
    const { user, settings, session, give, pass, requests } = await tried();
    const prompt = panel().getByRole<HTMLTextAreaElement>('textbox', { name: 'Prompt' });
    await user.clear(prompt);
    await user.type(prompt, 'Like a pirate.');
    await give(() => settings.pickModel(modelByName('gpt-9')));
    await user.click(press('Try the first batch again'));
    await pass(3_000);
    expect(state()).toEqual(['ok', 'waiting', 'waiting']);
    await user.click(region('Batches').getByRole('button', { name: 'Resume' }));
    await pass(500);
    expect(panel().queryByRole('textbox', { name: 'Prompt' })).toBeNull();
    await give(session.stopNow);
    await user.type(panel().getByRole('textbox', { name: 'Prompt' }), ' Arr.');
    await user.click(region('Batches').getByRole('button', { name: 'Resume' }));
    await pass(5_000);
    expect(state()).toEqual(['ok', 'ok', 'ok']);
    // The second and the third were stopped, and sent once more.
    expect(requests).toHaveLength(6);
  });

  it('[D11.5] a batch tells with which prompt and model it was made', async () => {
    const { user, settings, session, give, pass } = await tried();
    await give(() => settings.setPrompt('Like a pirate.'));
    await give(() => settings.pickModel(modelByName('gpt-9')));
    await give(session.resume);
    await pass(5_000);
    await give(() => settings.setPrompt('Like a poet.'));
    for (const [index, prompt, made] of [
      [0, 'Translate into Portuguese.', 'Made with gpt-4-0125-preview (OpenAI); prompt or model have changed since'],
      [1, 'Like a pirate.', 'Made with gpt-9 (OpenAI); prompt or model have changed since'],
    ] as const) {
      await user.click(region('Batches').getByRole('button', { name: `Batch ${index + 1}, OK` }));
      await pass(10);
      expect(region('Original').getByText(prompt)).toBeDefined();
      expect(region('Original').getByText(made)).toBeDefined();
    }
  });

  it('fails as any batch does, and can be sent again', async () => {
    const { pass, requests } = await tried({ answer: () => failure('refused', 'No.') });
    expect(state()).toEqual(['failed', 'waiting', 'waiting']);
    expect(panel().getByRole('button', { name: 'Try the first batch again' })).toBeDefined();
    await pass(500);
    expect(requests).toHaveLength(1);
  });

  it('[D11.6] what is finished can be downloaded, the rest stays in the original', async () => {
    const page = await tried();
    const { pass, give, session } = page;
    expect(panel().getByText('20 of 60; the rest stays in the original')).toBeDefined();
    const [name, text] = await finishedPart(page);
    expect(name).toBe('translated-20-of-60.srt');
    expect(text).toContain('PT 20\n\n21\n');
    expect(text.match(/-->/g)).toHaveLength(60);
    expect(text).toContain('Фраза 60');
    await give(session.resume);
    await pass(5_000);
    expect(panel().queryByRole('button', { name: 'Download the finished part' })).toBeNull();
  });

  it('[D1.4][D11.6] the finished part is written with the options of the file; what is not translated stands there once, as it was', async () => {
    const page = await tried();
    page.page.setState({ saving: { main: 'download', options: { both: 'above', look: 'italics', lineEnds: 'tv' } } });
    const [name, text] = await finishedPart(page);
    expect(name).toBe('translated-20-of-60.srt');
    expect(text).toContain('PT 20\r\n<i>Фраза 20');
    expect(text.match(/Фраза 21(?!\d)/g)).toHaveLength(1);
    expect(text).not.toMatch(/[^\r]\n/);
  });

  it('[D11.6] a film of another format is tried and finished in its own', async () => {
    const cue = (number: number, text: string) => `0:00:${String(number).padStart(2, '0')}.000,0:00:59.000\n${text}\n`;
    const film = Array.from({ length: 25 }, (_, index) => cue(index, `Was ist das, und wo sind wir? ${index}`)).join(
      '\n',
    );
    const page = await tried({}, film);
    expect(page.requests.map(({ numbers }) => numbers.length)).toEqual([20]);
    expect(state()).toEqual(['ok', 'waiting']);
    expect(region('Original').getByText('25 phrases · 1 min · German')).toBeDefined();
    const [name, text] = await finishedPart(page);
    expect(name).toBe('translated-20-of-25.sbv');
    expect(text).toContain(cue(19, 'PT 20'));
    expect(text).toContain(cue(20, 'Was ist das, und wo sind wir? 20'));
  });
});
