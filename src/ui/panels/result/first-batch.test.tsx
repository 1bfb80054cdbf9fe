import { screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { renderApp, savedFiles } from '../../../../test/render-app.tsx';
import { failure, replyOf, type SentRequest, success } from '../../../../test/session-harness.ts';
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
    await page.settle(3_000);
    return page;
  }

  /** Name and text of the file that the button saves. */
  async function finishedPart({ user, settle }: Awaited<ReturnType<typeof tried>>) {
    const files = savedFiles();
    await user.click(press('Download the finished part'));
    await settle(10);
    vi.restoreAllMocks();
    const [[name, text] = ['', '']] = await files();
    return [name, text] as const;
  }

  /** The texts of the table's rows, its head included. */
  const pairs = () =>
    within(panel().getByRole('table', { name: 'First batch' }))
      .getAllByRole('row')
      .map((row) => [...row.children].map(({ textContent }) => textContent));

  it('[D1.4][D11.5][D11.6] a person tries the first batch, reads all its lines beside the originals, and can save them', async () => {
    const page = await tried();
    const { click, requests } = page;
    expect(requests.map(({ numbers }) => numbers[0])).toEqual([1]);
    expect(state()).toEqual(['ok', 'waiting', 'waiting']);
    expect(pairs()).toEqual([
      ['#', 'Original', 'Translation'],
      ...Array.from({ length: 20 }, (_, index) => index + 1).map((line) => [
        String(line),
        `Фраза ${line}`,
        `PT ${line}`,
      ]),
    ]);
    expect(panel().queryByRole('region', { name: 'Newest lines' })).toBeNull();
    const words = panel().getAllByText('20 of 60 lines are translated. The others are saved in the original language.');
    expect(
      words.map((each) => each.closest('details')?.contains(press('Download the finished part'))),
      'the sentence stands beside its button alone',
    ).toEqual([true]);
    const [name, text] = await finishedPart(page);
    expect(name).toBe('translated-20-of-60.srt');
    expect(text).toContain('PT 20\n\n21\n');
    expect(text.match(/-->/g)).toHaveLength(60);
    expect(text).toContain('Фраза 60');
    const options = { both: 'above', look: 'italics', lineEnds: 'tv' } as const;
    await page.give(() => page.page.setState({ saving: { main: 'download', options } }));
    const [, inBoth] = await finishedPart(page);
    expect(inBoth).toContain('PT 20\r\n<i>Фраза 20');
    expect(inBoth.match(/Фраза 21(?!\d)/g)).toHaveLength(1);
    expect(inBoth).not.toMatch(/[^\r]\n/);
    await click(region('Batches').getByRole('button', { name: 'Resume' }), 500);
    expect(panel().queryByRole('table')).toBeNull();
    expect(panel().getByRole('region', { name: 'Newest lines' })).toBeDefined();
    await page.pass(4_500);
    expect(panel().queryByRole('button', { name: 'Download the finished part' })).toBeNull();
  });

  it('[D11.5] a line without a translation is missing among them', async () => {
    const answer = ({ numbers }: SentRequest) => success(replyOf(numbers.filter((number) => number !== 7)));
    const { pass } = await tried({ answer });
    await pass(5_000);
    expect(pairs().slice(7, 9)).toEqual([
      ['7', 'Фраза 7', 'Missing'],
      ['8', 'Фраза 8', 'PT 8'],
    ]);
  });

  it('[S2.17] Resume, and Undo of Restart, focus the batches; Undo of Clear focuses the film', async () => {
    const { session, give, click } = await tried();
    const heading = () => screen.getByRole('heading', { name: 'Batches' });
    await click(region('Batches').getByRole('button', { name: 'Resume' }), 5_000);
    expect(document.activeElement).toBe(heading());
    const restart = async () => {
      await click(screen.getByRole('button', { name: 'Restart' }), 10);
      await click(screen.getByRole('button', { name: 'Don’t save' }), 10);
    };
    await restart();
    await click(screen.getByRole('button', { name: 'Undo' }), 500);
    expect(state()).toEqual(['ok', 'ok', 'ok']);
    expect(document.activeElement).toBe(heading());
    await restart();
    await give(() => session.openSource(sampleSrt(5), []));
    await click(region('Original').getByRole('button', { name: 'Clear' }), 10);
    await click(screen.getByRole('button', { name: 'Undo' }), 500);
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Original' }));
  });

  it('[D11.5][S2.5] while the run is stopped, prompt and model can be changed for later requests', async () => {
    const { user, settings, session, give, requests, click, fill } = await tried();
    const prompt = panel().getByRole<HTMLTextAreaElement>('textbox', { name: 'Prompt' });
    await fill(prompt, 'Like a pirate.');
    await give(() => settings.pickModel(modelByName('gpt-9')));
    await click(press('Try the first batch again'), 3_000);
    expect(state()).toEqual(['ok', 'waiting', 'waiting']);
    await click(region('Batches').getByRole('button', { name: 'Resume' }), 500);
    expect(panel().queryByRole('textbox', { name: 'Prompt' })).toBeNull();
    await give(() => session.stop({ now: true }));
    await user.type(panel().getByRole('textbox', { name: 'Prompt' }), ' Arr.');
    await click(region('Batches').getByRole('button', { name: 'Resume' }), 5_000);
    expect(state()).toEqual(['ok', 'ok', 'ok']);
    // The second and third were stopped, and sent again.
    expect(requests).toHaveLength(6);
  });

  it('[D11.5] a batch shows its prompt and model', async () => {
    const { settings, session, give, click } = await tried();
    await give(() => settings.setPrompt('Like a pirate.'));
    await give(() => settings.pickModel(modelByName('gpt-9')));
    await give(session.resume, 5_000);
    await give(() => settings.setPrompt('Like a poet.'));
    for (const [index, prompt, made] of [
      [
        0,
        'Translate into Portuguese.',
        'Made with gpt-4-0125-preview (OpenAI); the prompt or the model has changed since then',
      ],
      [1, 'Like a pirate.', 'Made with gpt-9 (OpenAI); the prompt or the model has changed since then'],
    ] as const) {
      await click(region('Batches').getByRole('button', { name: `Batch ${index + 1}, OK` }), 10);
      expect(region('Original').getByText(prompt)).toBeDefined();
      expect(region('Original').getByText(made)).toBeDefined();
    }
  });

  it('can fail like any batch, and be sent again', async () => {
    const { pass, requests } = await tried({ answer: () => failure('refused', 'No.') });
    expect(state()).toEqual(['failed', 'waiting', 'waiting']);
    expect(panel().getByRole('button', { name: 'Try the first batch again' })).toBeDefined();
    await pass(500);
    expect(requests).toHaveLength(1);
  });

  it('[D11.6] a film of another format is tried and saved in its own format', async () => {
    const cue = (number: number, text: string) => `0:00:${String(number).padStart(2, '0')}.000,0:00:59.000\n${text}\n`;
    const film = Array.from({ length: 25 }, (_, index) => cue(index, `Was ist das, und wo sind wir? ${index}`)).join(
      '\n',
    );
    const page = await tried({}, film);
    expect(page.requests.map(({ numbers }) => numbers.length)).toEqual([20]);
    expect(state()).toEqual(['ok', 'waiting']);
    expect(region('Original').getByText('25 subtitles · 1 min · German')).toBeDefined();
    const [name, text] = await finishedPart(page);
    expect(name).toBe('translated-20-of-25.sbv');
    expect(text).toContain(cue(19, 'PT 20'));
    expect(text).toContain(cue(20, 'Was ist das, und wo sind wir? 20'));
  });
});
