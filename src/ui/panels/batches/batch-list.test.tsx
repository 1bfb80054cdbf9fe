import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { focusOn, type RenderAppOptions, renderApp } from '../../../../test/render-app.tsx';
import { failure, inMs, replyOf, success } from '../../../../test/session-harness.ts';
import { resultsOf } from '../../../engine/batch.ts';
import { highBefore, lineAt, nextRow } from './batch-items.tsx';

type RowLayout = Parameters<typeof nextRow>[2];

const region = () => within(screen.getByRole('region', { name: 'Batches' }));
const item = (number: number) =>
  region().getByRole<HTMLButtonElement>('button', { name: new RegExp(`^Batch ${number}\\b`) });
const nameOf = (element: Element | null) => element?.getAttribute('aria-label');
const bar = () => region().getByRole('progressbar');

/** A run's steps are drawn eight times a second. */
const PAUSE_MS = 125;

/** The model refuses the third batch; the others need 1, 2, 3 … seconds. */
const thirdRefused: RenderAppOptions = {
  answer({ numbers }) {
    const batch = Math.ceil((numbers[0] ?? 0) / 20);
    const outcome = batch === 3 ? failure('refused', 'I cannot help with that') : success(replyOf(numbers));
    return inMs(batch * 1_000, outcome);
  },
};

describe('BatchList', () => {
  // Batches start one after the other.
  const started = (options: RenderAppOptions = {}, phrases = 100) =>
    renderApp({ film: phrases, ranMs: 500, ...options });

  it('keeps the room of the tokens and the cost before the first reply, so that the batches do not move as it comes', async () => {
    const { pass } = await renderApp({
      film: 100,
      ranMs: 500,
      answer: ({ numbers }) => inMs(2_000, success(replyOf(numbers))),
    });
    const lines = () =>
      [...screen.getByRole('region', { name: 'Batches' }).querySelectorAll('p')].map((line) => line.textContent);
    expect(lines()).toEqual(['\u00a0', '\u00a0']);
    await pass(3_000);
    expect(lines()).toEqual([expect.stringMatching(/^Tokens: /), expect.stringMatching(/^Spent: /)]);
  });

  it('[S2.13] shows the phrases, the time and a short failure of each batch', async () => {
    const { pass } = await started({
      ...thirdRefused,
      answer: ({ numbers }) => success(replyOf(numbers.filter((number) => number !== 33))),
    });
    await pass(5_000);
    const texts = [1, 2, 5].map(
      (number) => item(number).closest('li')?.querySelector('[id^=batch-facts]')?.textContent,
    );
    expect(texts).toEqual(['1–20 · 0:00', '21–40 · 0:40 · line 33 is missing', '81–100 · 2:40']);
    const facts = document.getElementById(item(2).getAttribute('aria-describedby') ?? '');
    expect(facts?.textContent).toBe('21–40 · 0:40 · line 33 is missing');
  });

  it('shows how long a running batch takes', async () => {
    const { pass } = await started({ answer: () => inMs(600_000, failure('timeout')) });
    await pass(65_000);
    expect(item(1).textContent).toContain('1:05');
  });

  it('[D6.6] shows n of m, the remaining time, and the tokens', async () => {
    const { pass } = await started({ ...thirdRefused, maxAtOnce: 1 });
    expect(bar().getAttribute('aria-valuetext')).toBe('0 of 5 batches');
    await pass(1_000);
    expect(bar().getAttribute('aria-valuetext')).toBe('1 of 5 batches, a few seconds left');
    expect(bar().getAttribute('aria-valuenow')).toBe('1');
    expect(region().getByText('Tokens: 100 in · 40 out')).toBeDefined();
  });

  it('[D12.6] shows reasoning tokens, and tokens billed at half price', async () => {
    const usage = { input: 900, output: 4_000, reasoning: 3_100, atHalfPrice: 4_900 };
    const { pass } = await started({ answer: ({ numbers }) => ({ ...success(replyOf(numbers)), usage }) }, 20);
    await pass(2_000);
    expect(screen.getByRole('region', { name: 'Batches' }).textContent).toContain(
      '900 in · 4,000 out (including 3,100 thinking) (4,900 at half price)',
    );
  });

  const tabStops = () =>
    region()
      .getAllByRole<HTMLButtonElement>('button')
      .filter((button) => button.closest('[data-row]') && button.tabIndex === 0 && !button.disabled)
      .map(nameOf);

  it('[S2.13] names each batch with its state, opens only finished ones, and is one Tab stop', async () => {
    const states = () => [1, 2, 3, 4, 5].map((number) => item(number).dataset.state);
    const { pass, user, give, session } = await started({ ...thirdRefused, maxAtOnce: 4 });
    expect(states()).toEqual(['loading', 'loading', 'loading', 'loading', 'waiting']);
    expect(tabStops()).toEqual(['Stop batch 1']);
    await pass(1_000);
    expect(tabStops()).toEqual(['Batch 1, OK']);
    await pass(1_900);
    expect(states()).toEqual(['ok', 'ok', 'failed', 'loading', 'loading']);
    expect([1, 2, 3, 4, 5].map((number) => item(number).disabled)).toEqual([false, false, false, true, true]);
    await pass(3_100);
    expect(tabStops()).toEqual(['Batch 3, failed: I cannot help with that', 'Retry batch 3']);
    focusOn(item(3));
    await user.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(item(4));
    expect(tabStops()).toEqual(['Batch 4, OK']);
    await give(() => session.showBatch(0), PAUSE_MS);
    expect(tabStops()).toEqual(['Batch 1, OK']);
    expect(item(1).getAttribute('aria-current')).toBe('true');
  });

  it('arrow keys skip batches that have not begun, and other keys do nothing', async () => {
    const { user, pass } = await started({ ...thirdRefused, maxAtOnce: 2 });
    await pass(1_000);
    // The first batch is finished, two are in progress, two wait.
    focusOn(item(1));
    await user.keyboard('{End}');
    expect(nameOf(document.activeElement)).toBe('Stop batch 3');
    await user.keyboard('{ArrowDown}');
    expect(nameOf(document.activeElement)).toBe('Stop batch 3');
    await user.keyboard('{Alt>}{Home}{/Alt}');
    expect(nameOf(document.activeElement)).toBe('Stop batch 3');
    await user.keyboard('{Home}');
    expect(document.activeElement).toBe(item(1));
  });

  it('the focus stays in a row whose button changes or disappears', async () => {
    const { pass, user } = await started({
      answer: ({ numbers }) => inMs(numbers[0] === 1 ? 2_000 : 60_000, success(replyOf(numbers))),
    });
    focusOn(region().getByRole('button', { name: 'Stop batch 1' }));
    await pass(3_000);
    await pass(10);
    expect(document.activeElement).toBe(item(1));
    await user.keyboard('{ArrowDown}{Enter}');
    await pass(PAUSE_MS);
    expect(nameOf(document.activeElement)).toBe('Retry batch 2');
  });

  it('a press on a button that moves meanwhile counts for the button on which it began', async () => {
    const { state, pass } = await started();
    const stop = region().getByRole('button', { name: 'Stop batch 2' });
    fireEvent.pointerDown(stop, { clientX: 5, clientY: 5 });
    fireEvent.click(region().getByRole('list'), { clientX: 5, clientY: 5 });
    await pass(PAUSE_MS);
    expect(item(2).dataset.state).toBe('failed');
    expect(resultsOf(state())[2]).toBeNull();
  });

  it('one button stops and resumes the run', async () => {
    const { click } = await started({ maxAtOnce: 3 });
    await click(region().getByRole('button', { name: 'Stop' }), PAUSE_MS);
    expect(region().getByText(/^Finishing 3 requests that are already paid for\./)).toBeDefined();
    expect(document.activeElement?.textContent).toBe('Resume');
    await click(region().getByRole('button', { name: 'Stop now' }), PAUSE_MS);
    expect(region().getByText(/^Stopped/)).toBeDefined();
    expect(item(1).dataset.state).toBe('waiting');
    expect(document.activeElement?.textContent).toBe('Batches');
    await click(region().getByRole('button', { name: 'Resume' }), 4_000);
    expect(item(5).dataset.state).toBe('ok');
    expect(region().queryByRole('button', { name: 'Stop' })).toBeNull();
  });

  it('[D6.3] a double click on Stop does not resume the run; pending answers arrive, and nothing else is sent', async () => {
    const { user, requests, pass } = await started({ ...thirdRefused, maxAtOnce: 2 });
    await user.dblClick(region().getByRole('button', { name: 'Stop' }));
    await pass(PAUSE_MS);
    expect(region().getByText(/^Finishing 2 requests that are already paid for\./)).toBeDefined();
    await pass(10_000);
    expect(requests.length).toBe(2);
    expect(item(1).dataset.state).toBe('ok');
    expect(item(2).dataset.state).toBe('ok');
    expect(region().getByText(/^Stopped/)).toBeDefined();
    expect(region().queryByRole('button', { name: 'Stop now' })).toBeNull();
  });

  it('[D6.3] a double click on Resume or Retry does not stop what it began', async () => {
    const { user, state, pass, click } = await started({ ...thirdRefused, maxAtOnce: 2 });
    await click(region().getByRole('button', { name: 'Stop' }), 10_000);
    await user.dblClick(region().getByRole('button', { name: 'Resume' }));
    await pass(PAUSE_MS);
    expect(state().paused).toBeNull();
    fireEvent.click(region().getByRole('button', { name: 'Stop' }), { detail: 2 });
    expect(state().paused).toBeNull();
    await user.click(region().getByRole('button', { name: 'Stop' }));
    expect(state().paused).toEqual({ reason: 'person' });
  });

  it('goes to the failed batch, retries it, and retries all', async () => {
    const { user, state, requests, pass, give, session, click } = await started(thirdRefused);
    await pass(6_000);
    await user.click(region().getByRole('button', { name: '1 failed' }));
    expect(state().shownBatch).toBe(2);
    await give(() => session.showBatch(null));
    await click(region().getByRole('button', { name: 'Retry batch 3' }), PAUSE_MS);
    expect(item(3).dataset.state).toBe('loading');
    await pass(4_000);
    fireEvent.click(region().getByRole('button', { name: 'Retry failed' }));
    expect(document.activeElement?.textContent, 'the next key belongs to it').toBe('Batches');
    await pass(10);
    expect(requests).toHaveLength(7);
  });

  it('[D14.51] "1 failed" leads from Text to the missing line in Lines if other lines of its batch have their texts', async () => {
    const { user, state, page, pass } = await started({
      answer: ({ numbers }) => success(replyOf(numbers.filter((number) => number !== 45))),
    });
    await pass(9_000);
    await user.click(region().getByRole('button', { name: '1 failed' }));
    expect(state().shownBatch).toBeNull();
    expect(page.getState().view).toBe('lines');
  });

  it('says how many batches failed, and leads from one to the next', async () => {
    const { user, state, pass, give, session } = await started({
      answer: ({ numbers }) => (numbers[0] === 1 ? success(replyOf(numbers)) : failure('refused', `No ${numbers[0]}`)),
    });
    await pass(5_000);
    // Its name is the words that are visible; the next button has the number.
    expect(region().getByRole('button', { name: 'Retry failed' }).textContent).toBe('Retry failed');
    await give(() => session.showBatch(1));
    const original = within(screen.getByRole('region', { name: 'Original' }));
    for (const next of [2, 3, 4, 1]) {
      await user.click(original.getByRole('button', { name: 'Next failed' }));
      expect(state().shownBatch).toBe(next);
    }
    await give(() => session.showBatch(0));
    expect(original.getByRole('button', { name: 'Next failed' })).toBeDefined();
  });

  it('[D7.3] in an outage names the provider that is down, and shows batches as waiting until Stop', async () => {
    const { session, state, give, pass, settings } = await started({ answer: () => failure('server', '503 down') });
    await pass(15_000);
    expect(state().batches.filter((batch) => batch.state === 'failed').length, 'failed').toBeGreaterThan(0);
    const shown = () =>
      [...region().getByRole('list').querySelectorAll('[data-state]')].map((row) => row.getAttribute('aria-label'));
    expect(shown()[1]).toBe('Batch 2, waiting: 503 down');
    expect(region().queryByRole('button', { name: /failed|^Retry/ })).toBeNull();
    for (const model of [
      settings.store.getState().model,
      { endpoint: 'anthropic', id: 'claude-3-haiku-20240307' } as const,
    ]) {
      await give(() => settings.pickModel(model), PAUSE_MS);
      expect(region().getByText(/^Waiting for OpenAI, next try in /)).toBeDefined();
    }
    await give(() => session.stop(), PAUSE_MS);
    expect(region().getByText('Stopped. Press Resume to continue.')).toBeDefined();
    expect(shown()[1]).toBe('Batch 2, failed: 503 down');
    expect(region().getByRole('button', { name: 'Resume' })).toBeDefined();
    // One way on: Resume sends these batches again.
    expect(region().queryByRole('button', { name: 'Retry failed' })).toBeNull();
  });

  it('redraws one item when one batch finishes', async () => {
    const { pass } = await started({ ...thirdRefused, maxAtOnce: 5 });
    const untouched = [2, 3, 4, 5].map((number) => item(number).outerHTML.replace(/\d+ s/, ''));
    const drawn = new Set<Node>();
    const observer = new MutationObserver((records) => {
      for (const { target } of records) {
        const element = target instanceof Element ? target : target.parentElement;
        const button = element?.closest('li')?.querySelector('button[data-state]');
        if (button && !element?.closest('[class*=elapsed]')) drawn.add(button);
      }
    });
    observer.observe(screen.getByRole('region', { name: 'Batches' }), {
      subtree: true,
      childList: true,
      attributes: true,
    });
    await pass(1_000);
    observer.disconnect();
    expect([...drawn]).toEqual([item(1)]);
    expect([2, 3, 4, 5].map((number) => item(number).outerHTML.replace(/\d+ s/, ''))).toEqual(untouched);
  });

  it('a run paused by an error says why; Details leads to the error, also while a batch is open', async () => {
    const { pass, click } = await started({
      maxAtOnce: 1,
      answer: ({ numbers }) =>
        inMs(1_000, (numbers[0] ?? 0) > 40 ? failure('quota', 'No credit left.') : success(replyOf(numbers))),
    });
    await pass(4_000);
    expect(
      region().getByText(/^Paused: the credit or the limit of your account is not enough\. Batches finished: 2 of 5\./),
    ).toBeDefined();
    await click(item(1), 500);
    await click(region().getByRole('button', { name: 'Details' }), 500);
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Errors' }));
    expect(document.activeElement?.textContent).toBe('No credit left.');
    // Without that error there is nowhere to go: its words are shown here.
    const panel = within(screen.getByRole('region', { name: 'Translation' }));
    await click(panel.getByRole('button', { name: 'Clear' }), 500);
    expect(screen.queryByRole('textbox', { name: 'Errors' })).toBeNull();
    expect(region().queryByRole('button', { name: 'Details' })).toBeNull();
    expect(region().getByText(/Batches finished: 2 of 5\. No credit left\.$/)).toBeDefined();
  });
});

const COLUMN: RowLayout = { rows: 40, columns: 1, linesInSight: 10 };
const STRIP: RowLayout = { rows: 23, columns: 5, linesInSight: 2 };
const all = () => true;

describe('nextRow', () => {
  it.each([
    ['ArrowDown', 3, COLUMN, 4],
    ['ArrowUp', 3, COLUMN, 2],
    ['ArrowUp', 0, COLUMN, undefined],
    ['ArrowDown', 39, COLUMN, undefined],
    ['ArrowRight', 3, COLUMN, undefined],
    ['ArrowLeft', 3, COLUMN, undefined],
    ['PageDown', 3, COLUMN, 13],
    ['PageDown', 35, COLUMN, 39],
    ['PageUp', 3, COLUMN, 0],
    ['Home', 3, COLUMN, 0],
    ['End', 3, COLUMN, 39],
    ['Enter', 3, COLUMN, undefined],
    ['ArrowDown', 3, STRIP, 8],
    ['ArrowDown', 19, STRIP, undefined],
    ['ArrowUp', 8, STRIP, 3],
    ['ArrowRight', 4, STRIP, 5],
    ['ArrowLeft', 5, STRIP, 4],
    ['PageDown', 1, STRIP, 11],
    ['PageUp', 22, STRIP, 12],
    ['End', 0, STRIP, 22],
  ] as const)('%s from %i', (key, from, layout, to) => {
    expect(nextRow(key, from, layout, all)).toBe(to);
  });

  it('skips rows that cannot take the focus', () => {
    const reachable = new Set([2, 12, 30]);
    const to = (key: string, from: number) => nextRow(key, from, COLUMN, (index) => reachable.has(index));
    expect(to('ArrowDown', 2)).toBe(12);
    expect(to('ArrowUp', 12)).toBe(2);
    expect(to('ArrowUp', 2)).toBeUndefined();
    // The furthest reachable row in view, or else the next one beyond.
    expect(to('PageDown', 2)).toBe(12);
    expect(to('PageDown', 12)).toBe(30);
    expect(to('Home', 12)).toBe(2);
    expect(to('End', 12)).toBe(30);
  });
});

const rows = (figures: string) => [...figures].map((figure) => figure === '1');

describe('highBefore', () => {
  it.each([
    ['', 1, [0]],
    ['000', 1, [0, 0, 0, 0]],
    ['0101', 1, [0, 0, 1, 1, 2]],
    // A line is high if one of its rows is.
    ['0100110', 3, [0, 1, 2, 2]],
  ] as const)('highBefore: %s in %i columns', (figures, columns, before) => {
    expect(highBefore(rows(figures), columns)).toEqual(before);
  });
});

describe('lineAt', () => {
  const before = highBefore(rows('0110'), 1);
  it.each([
    [0, 0],
    [1.9, 0],
    [2, 1],
    [4.9, 1],
    [5, 2],
    [7.9, 2],
    [8, 3],
    [10_000, 3],
  ])('lineAt: %f rem below the beginning', (top, line) => {
    expect(lineAt(top, before, 2)).toBe(line);
  });

  it('lineAt: an empty list', () => {
    expect(lineAt(0, highBefore([], 1), 2)).toBe(0);
  });
});
