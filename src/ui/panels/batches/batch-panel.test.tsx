import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { muteErrors } from '../../../../test/fake-timers-and-console.ts';
import { type RenderAppOptions, renderApp } from '../../../../test/render-app.tsx';
import { inMs, replyOf, success } from '../../../../test/session-harness.ts';
import { sampleSrt } from '../../../../test/srt-sample.ts';
import { resultsOf } from '../../../engine/batch.ts';
import { EMPTY_WORK } from '../../../film/film.ts';
import { NO_NOTES } from '../../../notes/notes.ts';

const left = () => within(screen.getByRole('region', { name: 'Original' }));
const right = () => within(screen.getByRole('region', { name: 'Translation' }));
const output = () => right().getByRole<HTMLTextAreaElement>('textbox', { name: 'Batch output' });
const errors = () => right().getByRole('textbox', { name: 'Batch errors' }).textContent;
const isDisabled = (name: string) => right().getByRole<HTMLButtonElement>('button', { name }).disabled;

describe('an open batch', () => {
  async function opened(index: number, options: RenderAppOptions = {}, phrases = 60) {
    const page = await renderApp({ film: phrases, ranMs: 4_000, ...options });
    await page.give(() => page.session.showBatch(index));
    return page;
  }

  /** Every reply to the second batch lacks its first phrase. */
  const gap: RenderAppOptions = {
    answer: ({ numbers }) => success(replyOf(numbers.filter((number) => number !== 21))),
  };

  it('[S2.4] shows its input, its prompt and its output', async () => {
    await opened(1);
    expect(left().getByText('Batch 2')).toBeDefined();
    const input = left().getByRole<HTMLTextAreaElement>('textbox', { name: 'Batch input' });
    expect(input.value.startsWith('21\n')).toBe(true);
    expect(input.readOnly).toBe(true);
    expect(left().getByText('Translate into Portuguese.')).toBeDefined();
    expect(output().value).toContain('"21": "PT 21"');
    expect(errors()).toBe('');
    expect(right().queryByRole('button', { name: 'Fill gaps with the original' })).toBeNull();
  });

  it('[D15.54] says in which lines a speaker’s name was removed', async () => {
    const terms = [{ source: 'x', translation: 'y', note: '' }];
    const page = await renderApp({
      answer: ({ numbers }) => success(replyOf(numbers).replaceAll(/PT (?=[23]")/g, 'Nurse: $&')),
    });
    const vtt = `WEBVTT\n\n${[1, 2, 3].map((at) => `00:0${at}.000 --> 00:0${at}.900\n<v NURSE>Hi ${at}\n\n`).join('')}`;
    await page.give(() => page.session.openSource(vtt, [], 'Film.vtt'));
    await page.give(() => page.session.changeNotes({ ...NO_NOTES, terms }));
    await page.give(page.session.translate, 4_000);
    await page.give(() => page.session.showBatch(0));
    expect(output().value).toContain('"2": "PT 2"');
    expect(right().getByText('The page removed a speaker’s name in lines 2, 3.')).toBeDefined();
  });

  it('[S4.3] closes, and its item gets the focus', async () => {
    const { state, click } = await opened(1);
    await click(left().getByRole('button', { name: 'Close' }), 10);
    expect(state().shownBatch).toBeNull();
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Batch 2, OK');
  });

  it('leads to the neighbouring finished batches, whose heading gets the focus; a finished one can be translated again', async () => {
    const { user, state, pass, requests } = await opened(1);
    await user.click(left().getByRole('button', { name: 'Next batch' }));
    expect(state().shownBatch).toBe(2);
    await pass(10);
    expect(document.activeElement).toBe(left().getByRole('heading', { name: 'Batch 3 of 3, OK' }));
    expect(left().getByRole<HTMLButtonElement>('button', { name: 'Next batch' }).disabled).toBe(true);
    await user.click(left().getByRole('button', { name: 'Previous batch' }));
    expect(state().shownBatch).toBe(1);
    await user.click(right().getByRole('button', { name: 'Translate again' }));
    expect(requests).toHaveLength(4);
  });

  it('[D5.7] names the model to which “Translate again” and “Retry” send it', async () => {
    const { give, session } = await opened(0, gap);
    for (const [name, index] of [
      ['Translate again', 0],
      ['Retry', 1],
    ] as const) {
      await give(() => session.showBatch(index));
      const words = right().getByText('Translates with gpt-4-0125-preview (OpenAI)');
      expect(right().getByRole('button', { name }).getAttribute('aria-describedby')).toBe(words.id);
    }
  });

  it('shows each result of Validate until the output changes; Format formats the JSON', async () => {
    const { user, session, give } = await opened(1);
    const verdict = () => right().getByRole('status').textContent;
    const validate = () => user.click(right().getByRole('button', { name: 'Validate' }));
    expect(verdict()).toBe('');
    await validate();
    expect(verdict()).toBe('The batch is OK.');
    const words = right().getByRole('status').firstElementChild;
    await validate();
    expect(right().getByRole('status').firstElementChild).not.toBe(words);
    await give(() => session.edit(1, '{"1":"a"}'));
    expect([verdict(), errors()]).toEqual(['', '']);
    await validate();
    expect([verdict(), errors()]).toEqual(Array(2).fill('Translated object keys should be a range from 21 to 40.'));
    await user.click(right().getByRole('button', { name: 'Format' }));
    expect(output().value).toBe('{\n    "1": "a"\n}');
  });

  it('[S2.12] is read-only while any batch is pending, and says so', async () => {
    await opened(0, {
      answer: ({ numbers }) => inMs(numbers[0] === 1 ? 1_000 : 60_000, success(replyOf(numbers))),
    });
    expect(output().readOnly).toBe(true);
    expect(['Validate', 'Format'].map(isDisabled)).toEqual([true, true]);
    expect(right().getByText('You can edit when the translation has ended or is stopped.')).toBeDefined();
    expect(isDisabled('Translate again')).toBe(false);
  });

  it('[S8.1] a failed batch says what is wrong, and fills the gaps', async () => {
    const { user, state } = await opened(1, gap);
    expect(errors()).toBe('Translated object keys should be a range from 21 to 40.');
    expect(right().getByText(/^Lines? .* missing\. Retry, fill the missing lines/)).toBeDefined();
    await user.click(right().getByRole('button', { name: 'Fill gaps with the original' }));
    expect(resultsOf(state())[1]?.[0]).toBe('');
    expect(output().value).toContain('Фраза 21');
  });

  it('a failed batch is sent again by “Retry”, or in two halves', async () => {
    const { user, requests, state, pass, give, session } = await opened(1, gap);
    for (const [name, sizes] of [
      // The corrective pass of the first half still lacks phrase 21.
      ['Retry', ['21+20', '21+20']],
      ['Retry as two smaller requests', ['21+10', '21+10', '31+10']],
    ] as const) {
      const before = requests.length;
      await user.click(right().getByRole('button', { name }));
      expect(state().shownBatch).toBeNull();
      await pass(5_000);
      expect(requests.slice(before).map(({ numbers }) => `${numbers[0]}+${numbers.length}`)).toEqual(sizes);
      await give(() => session.showBatch(1));
    }
  });

  it('says what the corrective pass corrected', async () => {
    const { user } = await opened(1, {
      answer: ({ numbers, correction }) =>
        success(replyOf(correction ? numbers : numbers.filter((number) => number !== 21))),
    });
    await user.click(right().getByText(/^The first reply had \d+ errors?\. The model corrected (?:it|them)\.$/));
    expect(right().getByText('The reply should have the lines from 21 to 40.')).toBeDefined();
    expect(right().getByText(replyOf(Array.from({ length: 19 }, (_, index) => 22 + index)))).toBeDefined();
  });

  it('lists equal differences one by one', async () => {
    const complaints = muteErrors();
    const { user } = await opened(1, {
      answer: ({ numbers, correction }) =>
        success(
          correction ? replyOf(numbers) : JSON.stringify(Object.fromEntries(numbers.map((number) => [number, {}]))),
        ),
    });
    await user.click(right().getByText('The first reply had 20 errors. The model corrected them.'));
    expect(right().getAllByText('Unknown dict: {}')).toHaveLength(20);
    expect(complaints).not.toHaveBeenCalled();
    complaints.mockRestore();
  });

  it('[S4.3] closes when its film is started over, or replaced by another one or by a project', async () => {
    const { session, give } = await opened(2);
    for (const leave of [
      () => session.clear('all'),
      () => session.openSource(sampleSrt(3), [], 'Next.srt'),
      () => session.replace({ ...EMPTY_WORK, sourceText: sampleSrt(3) }),
    ]) {
      await give(() => session.showBatch(2));
      expect(left().getByText('Batch 3')).toBeTruthy();
      await give(leave, 10);
      expect(left().getByRole('textbox', { name: 'Original subtitles' })).toBeTruthy();
      await give(session.undo, 10);
    }
  });
});
