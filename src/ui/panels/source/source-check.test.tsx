import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderApp } from '../../../../test/render-app.tsx';
import { sampleSrt } from '../../../../test/srt-sample.ts';

const BROKEN = '1\n00:00:01,000 --> 00:00:02,000\nOne\n\nTwo\n00:00:03,000 --> 00:00:04,000\nTwo';
const told = () => screen.queryByText(/This file cannot be translated as it is/)?.textContent;
const MOMENT_MS = 1_000;

describe('SourceCheck', () => {
  it('[S2.22] tells what Translate would refuse, and its line is a button that marks the line', async () => {
    const { pass, user } = await renderApp({ film: BROKEN });
    await pass(MOMENT_MS);
    expect(told()).toContain('A phrase has to begin with its number, and line 5 does not.');
    expect(screen.queryByRole('textbox', { name: 'Errors' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'line 5' }));
    const box = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Original subtitles' });
    expect(document.activeElement).toBe(box);
    expect(box.value.slice(box.selectionStart, box.selectionEnd)).toBe('Two');
  });

  it('[S2.22] is silent about a good file, an empty text, and once the text is mended', async () => {
    const { session, give, pass } = await renderApp();
    for (const text of [sampleSrt(3), '', BROKEN.replace('\n\nTwo\n', '\n\n2\n')]) {
      await give(() => session.editSource(BROKEN));
      await pass(MOMENT_MS);
      expect(told()).toBeDefined();
      await give(() => session.editSource(text));
      await pass(MOMENT_MS);
      expect(told(), text).toBeUndefined();
    }
  });
});
