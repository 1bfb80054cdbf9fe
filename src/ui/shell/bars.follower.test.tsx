import { screen, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderApp } from '../../../test/render-app.tsx';
import { samplePhrases, sampleSrt } from '../../../test/srt-sample.ts';
import { EMPTY_SESSION, type SessionState } from '../../film/film.ts';
import type { BatchSlot } from '../../translation/batch.ts';

const OK: BatchSlot = ['', '{"1":"a"}'];
const FAILED: BatchSlot = ['Subtitle at key 41 is empty.', '{"41":""}'];

/** The holder's film of five batches, as a follower shows it. */
const film = (results: readonly BatchSlot[], facts: Partial<SessionState> = {}): SessionState => ({
  ...EMPTY_SESSION,
  sourceText: sampleSrt(100),
  phrases: samplePhrases(100),
  results,
  details: results.map(() => ({})),
  ...facts,
});
const running = film([OK, null, FAILED, null, undefined], {
  details: [{}, { startedAt: 0 }, { failure: 'differences' }, { startedAt: 60_000 }, {}],
});
const done = film([OK, OK, OK, OK, OK], { translated: 'the result' });

const region = (name: string) => within(screen.getByRole('region', { name }));
/** All tabs share prompt, settings and what was said of money. */
const SHARED = '[aria-labelledby=prompt-heading], [aria-labelledby=settings-heading], [aria-labelledby=price-heading]';
/** What can be pressed, outside of them. */
const live = () =>
  screen
    .getAllByRole<HTMLButtonElement>('button')
    .filter((button) => !button.disabled && button.closest(SHARED) === null)
    .map((button) => button.getAttribute('aria-label') ?? button.textContent);
const ALWAYS = ['Keyboard shortcuts', 'Theme: system', 'Continue here'];
const TO_SAVE = ['Download', 'Save as translated.pt.srt', 'Lines as CSV'];
const TO_CHANGE = 'To change this, press Continue here.';

/** The ways to save, as after a first result. */
beforeAll(async () => {
  await import('../panels/result/file-options.tsx');
  await import('../panels/result/file-options.tsx');
  await import('../panels/lines/review.tsx');
});
beforeEach(() => {
  vi.useFakeTimers({ now: 125_000 });
});

async function follow(state: SessionState) {
  const page = await renderApp();
  await page.give(page.session.follow);
  await page.give(() => page.session.showHolder(state));
  await page.pass(1_000);
  return page;
}

const WATCH = 'Watch all lines';

describe('a tab that follows', () => {
  it.each<[string, SessionState, readonly string[], string]>([
    ['an empty page', EMPTY_SESSION, [], TO_CHANGE],
    ['a text that is not translated yet', film([]), ['Save project'], TO_CHANGE],
    [
      'a run that goes on',
      running,
      ['Save project', 'Batch 1, OK', 'Batch 3, failed: Subtitle at key 41 is empty.', '1 failed', WATCH],
      `Ready when all 5 batches are done. ${TO_CHANGE}`,
    ],
    [
      'a run that is paused',
      film([OK, undefined], { paused: { reason: 'person' } }),
      ['Save project', 'Batch 1, OK', WATCH],
      `Paused. ${TO_CHANGE}`,
    ],
    [
      'a run that has ended with a failed batch',
      film([OK, FAILED]),
      ['Save project', 'Batch 1, OK', 'Batch 2, failed: Subtitle at key 41 is empty.', '1 failed', WATCH],
      `1 batch failed. Retry it, or fill it with the original. ${TO_CHANGE}`,
    ],
    ['a film that is done', done, ['Save project', 'Batch 1, OK', 'Batch 5, OK', ...TO_SAVE], TO_CHANGE],
    ['a result that was cleared', { ...done, translated: '' }, ['Save project', 'Batch 1, OK'], TO_CHANGE],
    [
      'a result that was edited before a batch changed',
      { ...done, translatedEdited: true, translatedStale: true },
      // What an edit has broken can be looked at.
      ['Save project', ...TO_SAVE, 'Go to line 1', 'Go to line 1'],
      TO_CHANGE,
    ],
    ['notices of the original', film([], { notices: [{ kind: 'renumbered' }] }), ['Save project'], TO_CHANGE],
  ])('[D8.1] %s: only what works can be pressed, and the words are true', async (_, state, buttons, hint) => {
    await follow(state);
    const named = live();
    for (const name of [...ALWAYS, ...buttons]) expect(named).toContain(name);
    const others = named.filter((name) => !/^Batch \d/.test(name ?? ''));
    expect(others.toSorted()).toEqual([...ALWAYS, ...buttons].filter((name) => !/^Batch \d/.test(name)).toSorted());
    expect(document.getElementById('next-step-hint')?.textContent).toBe(hint);
  });

  it('[D8.1] shows what is in progress, since when, and the figures', async () => {
    await follow(running);
    const batches = region('Batches');
    const [second, fourth] = [2, 4].map((number) =>
      batches.getByRole('button', { name: new RegExp(`^Batch ${number}`) }),
    );
    expect(second?.dataset.state).toBe('loading');
    expect(second?.textContent).toMatch(/2:0[56]$/);
    expect(fourth?.textContent).toMatch(/1:0[56]$/);
    expect(batches.getByRole('progressbar').getAttribute('aria-valuetext')).toBe('1 of 5 batches');
    expect(batches.queryByRole('button', { name: /^(Stop|Retry)/ })).toBeNull();
    expect(screen.getByRole('list', { name: 'Steps' }).querySelector('[aria-current]')?.textContent).toBe('Translate');
  });

  it('[D9.2] tells the price by the model of the run, whatever model this tab has', async () => {
    const model = { endpoint: 'openai', id: 'gpt-4o' } as const;
    const tokens = { input: 1_000, output: 500 };
    const spent = [{ model, price: null, reported: tokens, expected: tokens, unreported: { input: 0, output: 0 } }];
    const makings = [{ prompt: 'Translate into Portuguese.', model }];
    const { give, settings } = await follow({ ...running, spent, makings });
    const words = screen.getByText(/^Spent: \$0\.0075 of about/).textContent;
    expect(Number(words?.split('$').at(-1))).toBeLessThan(0.04);
    // The section of the settings is about the model that is chosen there.
    expect(screen.queryByText(/^\$2\.50 in, \$10\.00 out/)).toBeNull();
    await give(() => settings.pickModel({ endpoint: 'openai', id: 'gpt-of-tomorrow' }));
    expect(screen.getByRole('textbox', { name: 'Price in' })).toBeDefined();
    expect(screen.getByText(/^Spent: \$0\.0075 of about/).textContent).toBe(words);
  });

  it('tells the time left as soon as a batch comes, and what the run waits for', async () => {
    const { give, session, pass } = await follow(running);
    const results = running.results.with(1, OK);
    const limit = { kind: 'per-minute', requests: 60 } as const;
    const pace = { nextAt: Date.now() + 20_000, limit, endpoint: 'anthropic' } as const;
    await give(() => session.showHolder({ ...running, results, pace }));
    await pass(1_000);
    expect(region('Batches').getByText(/^about \d+ min left$/)).toBeDefined();
    expect(
      region('Batches').getByText(/^Anthropic allows about 60 requests a minute · next batch in \d+ s$/),
    ).toBeDefined();
  });

  it.each([
    ['person', /^Paused\. What is finished is kept\./],
    ['offline', /^You are offline\. The run goes on by itself/],
  ] as const)('says why the run stands still: %s', async (reason, words) => {
    await follow(film([OK, undefined], { paused: { reason } }));
    expect(region('Batches').getByText(words)).toBeDefined();
  });

  it('shows an error with what can be done, and where', async () => {
    const paused = { reason: 'failure', kind: 'quota', message: 'insufficient_quota' } as const;
    await follow(film([OK, undefined], { paused, error: 'insufficient_quota' }));
    expect(screen.getByRole('textbox', { name: 'Errors' }).textContent).toBe('insufficient_quota');
    expect(region('Translation').getByText(/then press Resume\. To change this, press Continue here\.$/)).toBeDefined();
  });

  it.each([
    ['OK', 0, ['Close', 'Next batch']],
    ['failed', 2, ['Close', 'Previous batch', '1 failed']],
  ] as const)('opens a batch that is %s to be read, and says how it could be changed', async (_, index, buttons) => {
    const { user, state } = await follow(running);
    await user.click(region('Batches').getByRole('button', { name: new RegExp(`^Batch ${index + 1},`) }));
    expect(state().shownBatch).toBe(index);
    expect(live()).toEqual(expect.arrayContaining([...buttons]));
    const panel = region('Translation');
    for (const button of panel.getAllByRole<HTMLButtonElement>('button')) {
      expect(button.disabled).toBe(true);
      expect(document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent).toBe(TO_CHANGE);
    }
    expect(panel.getByRole<HTMLTextAreaElement>('textbox', { name: 'Batch output' }).readOnly).toBe(true);
  });

  it('closes a batch that the other tab sends again', async () => {
    const { give, session, state } = await follow(running);
    await give(() => session.showBatch(0));
    await give(() => session.showHolder({ ...running, results: running.results.with(0, null) }));
    expect(state().shownBatch).toBeNull();
  });

  it('[D8.1] keeps its shortcuts for reading and saving, and sends nothing', async () => {
    const { user, requests, state, give, session } = await follow({ ...done, results: done.results.with(2, FAILED) });
    await user.keyboard('{F8}');
    expect(state().shownBatch).toBe(2);
    await user.keyboard('{Control>}{Enter}{/Control}{F2}');
    expect(requests).toEqual([]);
    await user.keyboard('{Shift>}{F2}{/Shift}');
    expect(state().shownBatch).toBeNull();
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x');
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
    await give(() => session.showHolder(done));
    await user.keyboard('{F4}');
    expect(saved).toHaveBeenCalledOnce();
  });

  it('[D8.1] shows the prompt, which is the other tab’s: to read, and without Reset', async () => {
    const { give, session, settings, user } = await follow(film([]));
    const box = () => region('Translation').getByRole<HTMLTextAreaElement>('textbox', { name: 'Prompt' });
    await user.type(box(), 'Mine.');
    expect(settings.store.getState().prompt).toBe('Translate into Portuguese.');
    expect(box().readOnly).toBe(true);
    expect(region('Prompt').queryByRole('button')).toBeNull();
    expect(region('Prompt').getByText(TO_CHANGE)).toBeDefined();
    await give(() => session.hold(film([])));
    expect(box().readOnly).toBe(false);
    expect(region('Prompt').getByRole('button', { name: 'Reset to the standard prompt' })).toBeDefined();
  });

  it('can be closed without a question: what is in flight is another tab’s', async () => {
    await follow(running);
    const leaving = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(leaving);
    expect(leaving.defaultPrevented).toBe(false);
  });

  it('says while a file is dragged over it how one could be opened', async () => {
    const { give } = await follow(film([]));
    const drag = Object.assign(new Event('dragover'), { dataTransfer: { types: ['Files'] } });
    await give(() => window.dispatchEvent(drag));
    expect(screen.getAllByText(TO_CHANGE).length).toBe(4);
  });

  it('asks for the run once, says that it waits, and that it may be refused', async () => {
    let answer: (outcome: 'held' | 'refused') => void = () => {};
    const takeOver = vi.fn(
      () =>
        new Promise<'held' | 'refused'>((resolve) => {
          answer = resolve;
        }),
    );
    const { user, give, session } = await renderApp({ commands: { takeOver } });
    await give(session.follow);
    const bars = within(screen.getByRole('status', { name: 'Notices' }));
    const button = bars.getByRole<HTMLButtonElement>('button', { name: 'Continue here' });
    await user.click(button);
    expect(document.activeElement).toBe(button);
    await user.click(button);
    expect(takeOver).toHaveBeenCalledOnce();
    expect(bars.getByText(/another tab, which is storing what it has/)).toBeDefined();
    await give(() => answer('refused'));
    expect(bars.getByText(/cannot store it: go on there/)).toBeDefined();
    await user.click(button);
    expect(takeOver).toHaveBeenCalledTimes(2);
  });
});
