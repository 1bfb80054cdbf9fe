import { screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { renderApp } from '../../../test/render-app.tsx';
import { success } from '../../../test/session-harness.ts';
import { sampleSrt } from '../../../test/srt-sample.ts';
// Loaded beforehand: fake timers do not wait for a dynamic import.
import './header-menus.tsx';

const banner = () => within(screen.getByRole('banner'));
const step = () => banner().getByRole('list', { name: 'Steps' }).querySelector('[aria-current=step]')?.textContent;

describe('Header', () => {
  it('[S2.1] has a title and a link "Contact"', async () => {
    await renderApp();
    expect(banner().getByRole('heading', { level: 1 }).textContent).toBe('Subtitle translator');
    expect(banner().getByRole('link', { name: 'Contact' })).toBeDefined();
  });

  it('follows the work step by step', async () => {
    const { session, give, pass } = await renderApp();
    expect(step()).toBe('Open');
    await give(() => session.edit('original', sampleSrt(2)));
    expect(step()).toBe('Prompt and model');
    await give(session.translate);
    expect(step()).toBe('Translate');
    await pass(2_000);
    expect(step()).toBe('Download');
    await give(() => session.showBatch(0));
    expect(step()).toBe('Review');
  });

  describe('[S2.21] Review is done', () => {
    const STEPS_BEFORE = ['Open', 'Prompt and model', 'Translate'];
    const doneSteps = () => {
      const done = banner().getByRole('list', { name: 'Steps' }).querySelectorAll('[data-step=done]');
      return [...done].map((each) => each.querySelector('a')?.textContent);
    };
    const translated = async () => {
      // Nothing is translated: each line has a problem.
      const page = await renderApp({
        film: 3,
        ranMs: 2_000,
        answer: ({ numbers }) =>
          success(JSON.stringify(Object.fromEntries(numbers.map((number) => [number, `Фраза ${number}`])))),
      });
      return page;
    };

    it('when each line is confirmed, not when a few are', async () => {
      const { session, give } = await translated();
      expect(doneSteps()).toEqual(STEPS_BEFORE);
      await give(() => session.changeLines([{ number: 1, text: 'Mended' }]));
      await give(() => session.markLines([1, 2], { confirmed: true }));
      expect(doneSteps()).toEqual(STEPS_BEFORE);
      await give(() => session.markLines([3], { confirmed: true }));
      expect(doneSteps()).toEqual([...STEPS_BEFORE, 'Review']);
    });

    it('[D14.40] once no line needs a look, but not by a download alone', async () => {
      const { page, give, user } = await translated();
      vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
      await user.click(screen.getByRole('button', { name: 'Download' }));
      await give(() => page.setState({ toReview: 2 }));
      expect({ step: step(), doneSteps: doneSteps() }).toEqual({ step: 'Review', doneSteps: STEPS_BEFORE });
      await give(() => page.setState({ toReview: 0 }));
      expect(step()).toBe('Download');
      expect(doneSteps()).toEqual([...STEPS_BEFORE, 'Review']);
    });
  });

  it('[S2.21] each step leads to its place', async () => {
    const { session, give, pass, user, page } = await renderApp();
    const go = async (name: string) => {
      await user.click(banner().getByRole('link', { name }));
      // The import takes effect a task later than the timers that it starts.
      for (let task = 0; task < 3; task++) await pass(10);
      return document.activeElement;
    };
    expect(await go('Open')).toBe(screen.getByRole('button', { name: 'Upload .srt' }));
    expect(await go('Download')).toBe(screen.getByRole('group', { name: 'Translation: commands' }));
    expect(document.activeElement?.textContent).toContain('Open or paste subtitles to begin.');
    await give(() => session.edit('original', sampleSrt(2)));
    expect(await go('Prompt and model')).toBe(screen.getByRole('region', { name: 'Translation' }));
    await give(session.translate, 2_000);
    expect(await go('Translate')).toBe(screen.getByRole('heading', { name: 'Batches' }));
    await go('Review');
    expect(page.getState().view).toBe('lines');
    expect(await go('Open')).toBe(screen.getByRole('region', { name: 'Original' }));
    expect(page.getState().view).toBe('text');
  });

  it('switches the theme and keeps it', async () => {
    const { user, keepTheme } = await renderApp();
    await user.click(banner().getByRole('button', { name: 'Theme: system' }));
    expect(document.documentElement.dataset.theme).toBe('light');
    await user.click(banner().getByRole('button', { name: 'Theme: light' }));
    expect(document.documentElement.dataset.theme).toBe('dark');
    await user.click(banner().getByRole('button', { name: 'Theme: dark' }));
    expect(document.documentElement.dataset.theme).toBeUndefined();
    expect(keepTheme.mock.calls.flat()).toEqual(['light', 'dark', 'system']);
  });
});
