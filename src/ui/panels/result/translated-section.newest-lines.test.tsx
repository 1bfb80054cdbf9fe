import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderApp } from '../../../../test/render-app.tsx';
import { failure, inMs, replyOf, success } from '../../../../test/session-harness.ts';
import { DEFAULT_PROMPT } from '../../../languages/default-prompt.ts';

const panel = () => within(screen.getByRole('region', { name: 'Translation' }));
const newest = () => panel().queryByRole('region', { name: 'Newest lines' });
const firstLine = () => within(newest() as HTMLElement).getAllByRole('listitem')[0]?.textContent;

describe('the right panel while a run goes on', () => {
  /** Batch 1 comes after 3 s, batch 2 after 1 s, batch 3 after 5 s, batch 4 never. */
  const running = () =>
    renderApp({
      film: 80,
      ranMs: 500,
      settings: { prompt: DEFAULT_PROMPT },
      answer: ({ numbers }) =>
        inMs([3_000, 1_000, 5_000, 600_000][Math.floor((numbers[0] ?? 0) / 20)] ?? 0, success(replyOf(numbers))),
    });

  it('[D11.8] shows the lines that came last, whichever batch they are of', async () => {
    const { pass } = await running();
    expect(newest()).toBeNull();
    await pass(1_000);
    expect(firstLine()).toBe('PT 21');
    await pass(2_000);
    expect(firstLine()).toBe('PT 1');
    await pass(2_000);
    expect(firstLine()).toBe('PT 41');
  });

  it('[D11.8] a batch that failed without a text is no news', async () => {
    const page = await renderApp({
      film: 40,
      ranMs: 2_000,
      answer: ({ numbers }) => (numbers[0] === 1 ? failure('refused', 'No.') : inMs(3_000, success(replyOf(numbers)))),
    });
    expect(screen.getByRole('button', { name: /^Batch 1, failed/ })).toBeDefined();
    expect(newest()).toBeNull();
    await page.pass(2_000);
    expect(firstLine()).toBe('PT 21');
  });

  it('[D11.8] says what the prompt asks for, whatever the film looks', async () => {
    const english = (number: number) =>
      `${number}\n00:00:0${number},000 --> 00:00:0${number},900\nWhere have you been all the time, and what did you do with them?\n`;
    await renderApp({
      film: [1, 2, 3, 4].map(english).join('\n'),
      ranMs: 1_000,
      settings: { prompt: DEFAULT_PROMPT },
      answer: ({ numbers }) => inMs(9_000, success(replyOf(numbers))),
    });
    expect(panel().getByText('gpt-4-0125-preview · Russian → Portuguese')).toBeDefined();
  });

  it('[D11.8] leads to all lines, and is gone with the whole result', async () => {
    const { user, page, pass, give, session } = await running();
    await pass(1_000);
    await user.click(panel().getByRole('button', { name: 'Watch all lines' }));
    expect(page.getState().view).toBe('lines');
    await give(() => page.setState({ view: 'text' }));
    await give(() => session.stopBatch(3), 5_000);
    await give(() => session.fillGaps(3), 1_000);
    expect(newest()).toBeNull();
  });

  it('goes with the run when that is restarted', async () => {
    const { pass, click } = await running();
    await pass(1_000);
    await click(panel().getByRole('button', { name: 'Restart' }), 100);
    expect(newest()).toBeNull();
    expect(panel().getByRole('button', { name: 'Translate' })).toBeDefined();
  });

  it('[D11.8] what cannot be changed folds into a line, until the run is stopped', async () => {
    const { pass, give, session } = await running();
    await pass(100);
    expect(panel().getByText('gpt-4-0125-preview · Russian → Portuguese')).toBeDefined();
    expect(panel().queryByRole('combobox', { name: 'Into' })).toBeNull();
    expect(panel().getByText(DEFAULT_PROMPT)).toBeDefined();
    await give(session.stop, 100);
    expect(panel().getByRole('combobox', { name: 'Into' })).toBeDefined();
    expect(panel().queryByText(/ · Russian → Portuguese$/)).toBeNull();
  });
});
