import { screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { batchesOf } from '../../../test/batches.ts';
import { renderApp } from '../../../test/render-app.tsx';
import { inMs, replyOf, success } from '../../../test/session-harness.ts';
import { sampleSrt } from '../../../test/srt-sample.ts';
import { resultsOf } from '../../engine/batch.ts';
import { EMPTY_WORK, type Work } from '../../film/film.ts';
import { type FilmRow, NO_ROW } from '../../film/series.ts';
import { NO_NOTES } from '../../notes/notes.ts';
import type { BatchSlot } from '../../translation/batch.ts';
import { demoSeriesWords, demoWords } from './bars.tsx';

const bars = () => screen.getByRole('status', { name: 'Notices' });
const button = (name: string) => within(bars()).getByRole('button', { name });

describe('PageBars', () => {
  it('says what is not stored, and offers Save project; screen readers read only the new notice', async () => {
    const { user, page, pageCommands, give } = await renderApp();
    expect(bars().getAttribute('aria-atomic')).toBe('false');
    for (const [storageProblem, words] of [
      [{ kind: 'full', keptIn: 'indexed-db' }, /cannot use the browser’s usual storage.* database instead/],
      [{ kind: 'full', keptIn: 'memory' }, /no storage space left.* lost when you close this tab/],
      [{ kind: 'unavailable', keptIn: 'indexed-db' }, /cannot use the browser’s usual storage.* database instead/],
      [{ kind: 'unavailable', keptIn: 'memory' }, /does not let this page store.* lost when you close this tab/],
      [{ kind: 'other-tab' }, /Another tab has saved newer work/],
    ] as const) {
      await give(() => page.setState({ storageProblem }));
      expect(bars().textContent).toMatch(words);
      pageCommands.saveProject.mockClear();
      await user.click(button('Save project'));
      expect(pageCommands.saveProject).toHaveBeenCalledOnce();
      await give(() => page.setState({ storageProblem: null }));
      expect(bars().textContent).toBe('');
    }
  });

  it('[D1.22] says that the closed film is not stored, and makes the browser ask before the page is closed', async () => {
    const { page, give } = await renderApp();
    const isAsked = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    for (const [unkeptFilm, words] of [
      ['E01', /This browser cannot store “E01”\. .* before you close or reload this tab/],
      ['', /This browser cannot store the closed film\. .* before you close or reload this tab/],
    ] as const) {
      await give(() => page.setState({ unkeptFilm }));
      expect(bars().textContent).toMatch(words);
      expect(isAsked()).toBe(true);
      await give(() => page.setState({ unkeptFilm: null }));
      expect(bars().textContent).toBe('');
      expect(isAsked()).toBe(false);
    }
  });

  it('has different words for unstored settings and unstored work, and says that settings of a newer version stay', async () => {
    const { page, give } = await renderApp({ pageState: { settingsProblem: { kind: 'full', keptIn: 'memory' } } });
    expect(bars().textContent).toMatch(/This tab does not store what you change in prompt, model and keys/);
    expect(bars().textContent).not.toContain('Your work is');
    await give(() => page.setState({ settingsProblem: { kind: 'newer-version' } }));
    expect(bars().textContent).toMatch(
      /newer version of this page.*Reload the page.*does not store what you change in prompt, model and keys/,
    );
    expect(bars().textContent).not.toContain('does not let this page store');
  });

  it('announces a new version, says that it is starting, which may take a while, and starts it once', async () => {
    const applyUpdate = vi.fn();
    const { user, give, page } = await renderApp({ pageState: { applyUpdate } });
    expect(bars().textContent).toContain('A new version of this page is ready');
    expect(applyUpdate).not.toHaveBeenCalled();
    await user.click(button('Reload now'));
    expect(bars().textContent).toContain('is starting');
    await user.click(button('Reload now'));
    expect(applyUpdate).toHaveBeenCalledOnce();
    expect(document.activeElement).toBe(button('Reload now'));
    // The browser asks whether to leave the page, because requests are not answered. The person stays.
    await give(() => void window.dispatchEvent(new Event('beforeunload')));
    expect(bars().textContent).toContain('is ready');
    await user.click(button('Reload now'));
    expect(applyUpdate).toHaveBeenCalledTimes(2);
    // A newer version that arrives meanwhile needs another press.
    const applyNewer = vi.fn();
    await give(() => page.setState({ applyUpdate: applyNewer }));
    expect(bars().textContent).toContain('is ready');
    await user.click(button('Reload now'));
    expect(applyNewer).toHaveBeenCalledOnce();
    await user.click(button('Dismiss'));
    expect(bars().textContent).toBe('');
  });

  it('shows the message of a bug as plain text, with buttons to continue', async () => {
    const { user, pageCommands } = await renderApp({ pageState: { bug: '<img src=x> is undefined' } });
    expect(bars().textContent).toContain('<img src=x> is undefined');
    expect(bars().querySelector('img')).toBeNull();
    expect(button('Reload')).toBeDefined();
    await user.click(button('Save project'));
    expect(pageCommands.saveProject).toHaveBeenCalledOnce();
    await user.click(button('Dismiss'));
    expect(bars().textContent).toBe('');
  });

  it('a double click on Undo undoes one command: an answer that was paid for stays', async () => {
    const { session, give, user, state } = await renderApp({
      film: 40,
      ranMs: 5_000,
      answer: ({ numbers }, count) => success(replyOf(numbers).replaceAll('PT', count > 2 ? 'New' : 'PT')),
    });
    await give(() => session.translateAgain(0), 5_000);
    expect(resultsOf(state())[0]?.[1]).toContain('New 1');
    await give(() => session.clear('all'));
    await user.dblClick(button('Undo'));
    expect(resultsOf(state())[0]?.[1]).toContain('New 1');
  });

  it('[S2.17] a notice that is dismissed by key leaves the focus on the page, where the work is', async () => {
    const { session, give, user, pass } = await renderApp({ film: '1\n00:00 --> 00:01\nTyped' });
    await give(() => session.clear('original'));
    button('Dismiss').focus();
    await user.keyboard('{Enter}');
    await pass(500);
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Original' }));
  });

  it('the notice about changed notes disappears when a run begins', async () => {
    const { session, give, state } = await renderApp({ film: 3 });
    await give(() => session.changeNotes({ ...state().notes, about: 'A film.' }, 'All suggestions added'));
    expect(bars().textContent).toContain('All suggestions added.');
    await give(session.translate, 2_000);
    expect(bars().textContent).not.toContain('All suggestions added.');
  });

  it('offers Undo for each command that throws something away, the newest first', async () => {
    const { session, give, user, pass, state } = await renderApp({ film: '1\n00:00 --> 00:01\nTyped' });
    await give(() => session.clear('original'));
    expect(bars().textContent).toContain('The original was cleared.');
    await user.click(button('Undo'));
    expect(state().sourceText).toContain('Typed');

    await give(() => session.openSource(sampleSrt(2), []));
    await give(session.translate, 2_000);
    const { translated } = state();
    await give(() => session.clear('result'));
    expect(bars().textContent).toContain('Last change: clearing the translated text.');
    await give(() => session.translateAgain(0));
    expect(bars().textContent).toContain('You sent batch 1 again.');
    await pass(2_000);
    await give(() => session.clear('all'));
    expect(bars().textContent).toContain('The film was closed. Undo brings back the previous film.');
    await user.click(button('Undo'));
    expect(bars().textContent?.match(/Undone: closing the film\./g)).toHaveLength(1);
    for (let step = 0; step < 2; step++) await user.click(button('Undo'));
    expect(state().translated).toBe(translated);
    expect(bars().textContent).toContain('Undone: clearing the translated text.');
    expect(button('Undo').getAttribute('aria-disabled')).toBe('true');
  });

  it('[D6.4] [S2.17] offers Redo for each undone command, and announces it', async () => {
    const { session, give, user, pass, state } = await renderApp({
      film: 2,
      answer: ({ numbers }, count) => success(replyOf(numbers).replaceAll('PT', `PT ${count}`)),
    });
    await give(session.translate, 2_000);
    const { translated } = state();
    await give(() => session.changeLines([{ number: 1, text: 'Mine' }]));
    await give(() => session.clear('result'));
    await give(() => session.translateAgain(0));
    await pass(2_000);
    for (let step = 0; step < 3; step++) await user.click(button('Undo'));
    await pass(500);
    expect(state().translated).toBe(translated);
    expect(button('Redo').title).toBe('Redo: changing line 1.');
    const shownTexts: (string | null)[] = [];
    for (let step = 0; step < 3; step++) {
      await user.click(button('Redo'));
      shownTexts.push(bars().textContent);
    }
    expect(shownTexts.map((words) => words?.match(/Redone: [^.]*\./)?.[0])).toEqual([
      'Redone: changing line 1.',
      'Redone: clearing the translated text.',
      'Redone: sending batch 1 again.',
    ]);
    expect(button('Redo').getAttribute('aria-disabled')).toBe('true');
  });

  it('[D14.20] Ctrl+Z and Ctrl+Y outside of text undo and redo, but a repeated press does not bring another film', async () => {
    const { session, give, user, state } = await renderApp({ film: 2 });
    await give(session.translate, 2_000);
    await give(() => session.clear('result'));
    const press = (keys: string) => give(() => user.keyboard(keys), 500);
    await press('{Control>}z{/Control}');
    expect(state().translated).not.toBe('');
    await press('{Control>}y{/Control}');
    expect(state().translated).toBe('');
    await give(() => session.clear('all'));
    await give(() => session.changeNotes({ ...NO_NOTES, about: 'A film' }, 'The notes were changed'));
    await press('{Control>}z{/Control}');
    await press('{Control>}z{/Control}');
    expect(state().batches).toEqual([]);
  });

  it('[D14.20] brings back the film by Ctrl+Z after its notice was dismissed', async () => {
    const { session, give, user, state } = await renderApp({ film: 2 });
    await give(session.translate, 2_000);
    for (const leave of [() => session.clear('all'), () => session.openSource(sampleSrt(3), [], 'Next.srt')]) {
      await give(leave);
      await user.click(button('Dismiss'));
      expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
      await give(() => user.keyboard('{Control>}z{/Control}'), 500);
      expect(state()).toMatchObject({ sourceText: sampleSrt(2), batches: [{ state: 'ok' }] });
    }
  });

  const back = () => screen.queryByRole('button', { name: 'Back to “E01”' });

  it('[D1.22] offers no Undo that brings a film back while a stopped run waits for answers', async () => {
    const { session, give, pass, state } = await renderApp({
      answer: ({ numbers }) => inMs(5_000, success(replyOf(numbers))),
    });
    const translate = async (fileName: string, count: number, ms: number) => {
      await give(() => session.openSource(sampleSrt(count), [], fileName));
      await give(session.translate, ms);
    };
    await translate('E01.srt', 2, 6_000);
    await translate('E02.srt', 20, 500);
    await give(session.stop, 500);
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
    expect(back()).toBeNull();
    await pass(6_000);
    expect(resultsOf(state())[0]?.[1]).toContain('PT 1');
    expect(back()).not.toBeNull();
  });

  it('[D1.22] the notice of the next film disappears when its run begins; then the menu “Project” brings the previous film back', async () => {
    const { session, give, click, pass, state } = await renderApp();
    await give(() => session.openSource(sampleSrt(2), [], 'E01.srt'));
    await give(session.translate, 2_000);
    await give(() => session.noteSaved());
    await give(() => session.openSource(sampleSrt(3), [], 'E02.srt'));
    expect(bars().textContent).toContain('The next film was opened.');
    expect(back()).toBeNull();
    await give(session.translate, 2_000);
    await pass(1_000);
    expect(bars().textContent).toBe('');
    await give(() => session.noteSaved());
    await click(back() as HTMLElement, 500);
    expect(state()).toMatchObject({ fileName: 'E01.srt', batches: [{ state: 'ok' }] });
    expect(bars().textContent).toContain('Redo');
  });

  it('[D1.22] with three films, Redo brings back the film that Undo has just replaced, although a run of the restored film has begun', async () => {
    const { session, give, user, click, state } = await renderApp();
    const open = async (fileName: string, minute: number) => {
      await give(() => session.openSource(sampleSrt(2).replaceAll('00:00', `00:0${minute}`), [], fileName));
      await give(session.translate, 2_000);
      await give(() => session.noteSaved());
    };
    await open('E01.srt', 1);
    await open('E02.srt', 2);
    await give(() => session.openSource(sampleSrt(2).replaceAll('00:00', '00:03'), [], 'E03.srt'), 500);
    await user.click(button('Undo'));
    expect(state().fileName).toBe('E02.srt');
    expect(bars().textContent).not.toContain('The next film was opened.');
    await click(button('Redo'), 500);
    expect(state().fileName).toBe('E03.srt');
  });

  it('offers Undo when the keys were forgotten, until it is dismissed', async () => {
    const { settings, give, user } = await renderApp();
    await give(settings.forgetKeys);
    expect(bars().textContent).toContain('The keys were deleted.');
    await user.click(button('Undo'));
    expect(settings.store.getState().keys.openai).toBe('sk-test');
    expect(bars().textContent).toBe('');
    await give(settings.forgetKeys);
    await user.click(button('Dismiss'));
    expect(bars().textContent).toBe('');
    await give(settings.bringKeysBack);
    expect(settings.store.getState().keys.openai).toBe('');
  });

  it('[D5.10] gives two Undo buttons different descriptions, and nothing moves under the pointer when one disappears automatically', async () => {
    const { session, settings, give } = await renderApp({ film: '1\n00:00 --> 00:01\nTyped' });
    await give(settings.forgetKeys);
    await give(() => session.clear('original'));
    const said = within(bars())
      .getAllByRole('button', { name: 'Undo' })
      .map((undo) => document.getElementById(undo.getAttribute('aria-describedby') ?? '')?.textContent);
    expect(said).toEqual(['The original was cleared.', 'The keys were deleted.']);
  });

  it('the demo says nothing about the person’s own work or storage', async () => {
    const leave = vi.fn();
    const storageProblem = { kind: 'full', keptIn: 'memory' } as const;
    const pageState = { storageProblem, settingsProblem: storageProblem };
    const { user } = await renderApp({
      commands: { demo: { leave, openOwnFilm: leave, scene: '', names: {}, play: leave } },
      pageState,
    });
    expect(bars().textContent).toMatch(/^Demo\..*asks no model and stores nothing/);
    expect(document.activeElement?.textContent).toMatch(/^Demo\./);
    expect(bars().textContent).not.toContain('has no storage space left');
    await user.click(button('Leave the demo'));
    expect(leave).toHaveBeenCalledOnce();
  });
});

const OK: BatchSlot = ['', '{}'];
const FAILED: BatchSlot = ['The reply was rejected by the content filter.', '{'];
const CORRECTED = { correction: { answer: '{}', errors: ['Phrase 28 is missing.'] } };

const stateOf = (results: readonly BatchSlot[], facts: Partial<Work> = {}): Work => ({
  ...EMPTY_WORK,
  batches: batchesOf(results),
  ...facts,
});

it.each<[string, Work, RegExp]>([
  ['before the run', EMPTY_WORK, /^Press Translate to see it translated in a few seconds\.$/],
  ['on the way', stateOf([OK, null]), /^The batches are being translated/],
  ['paused', stateOf([OK, undefined], { paused: { reason: 'person' } }), /^Stopped: press Resume\.$/],
  ['stopping, with nothing to resume', stateOf([OK, null], { paused: { reason: 'person' } }), /^The batches are being/],
  ['a failed one, even while others run', stateOf([OK, null, FAILED]), /^Batch 3 failed.* press Retry\.$/],
  [
    'all OK, one corrected',
    stateOf([OK, OK], { batches: batchesOf([OK, OK], [{}, CORRECTED]) }),
    /^Batch 2 had missing lines.* Download saves the result\.$/,
  ],
  ['all OK', stateOf([OK]), /^Download saves the result\.$/],
])('%s', (_, state, words) => {
  expect(demoWords(state)).toMatch(words);
});

const DONE = { batches: 1, ok: 1, review: { count: 0, first: 0 } };
const DOUBTFUL = { ...DONE, review: { count: 1, first: 24 } };
const CONFIRMED = { ...DONE, confirmed: 42 };
it.each<[string, readonly Partial<FilmRow>[], Work, RegExp]>([
  ['before the run', [{}, {}, {}], EMPTY_WORK, /^Press Translate to see all 3 films translated in a few seconds\.$/],
  ['on the way', [{}, DONE, {}], stateOf([OK, null]), /^The batches are being translated/],
  ['the open film is done first', [DONE, {}, {}], stateOf([OK]), /^The other films are being translated/],
  ['not judged yet', [DONE, DONE, { ...DONE, review: null }], stateOf([OK]), /^The lines are being checked\.$/],
  [
    'one line needs a look',
    [DONE, DONE, DOUBTFUL],
    stateOf([OK]),
    /^E01 and E03 end .* Confirm all lines of E01, then/,
  ],
  ['the same line is confirmed', [CONFIRMED, DONE, DOUBTFUL], stateOf([OK]), /^The last line of E03 has a wrong name/],
  [
    'it is confirmed in the open film',
    [DONE, DONE, DOUBTFUL],
    stateOf([OK], { id: '0', marks: { 42: { confirmed: true } } }),
    /^The last line of E03 has a wrong name/,
  ],
  ['other lines need a look', [DOUBTFUL, DONE, DONE], stateOf([OK]), /^“Review” leads to the lines/],
  ['nothing needs a look', [DONE, DONE, DONE], stateOf([OK]), /^“Save all” saves all translations as one \.zip\.$/],
])('[D18.50] the series: %s', (_, rows, state, words) => {
  const films = rows.map((row, at) => ({ row: { ...NO_ROW, id: String(at), ...row } }));
  expect(demoSeriesWords(state, films)).toMatch(words);
});
