import { act, fireEvent, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { renderApp } from '../../../test/render-app.tsx';
import { type Answer, failure, replyOf, success } from '../../../test/session-harness.ts';
import { sampleSrt } from '../../../test/srt-sample.ts';
import { NEW_BATCH } from '../../engine/batch.ts';

const announced = () => screen.getByRole('status', { name: 'Progress' }).textContent;

function hide(hidden: boolean): void {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden);
  document.dispatchEvent(new Event('visibilitychange'));
}

describe('the page', () => {
  it('begins with links to its parts, to the batches once there are some', async () => {
    const { session, give } = await renderApp();
    // A Tab can follow the press without a pause.
    const follow = (name: string) => {
      fireEvent.click(screen.getByRole('link', { name }));
      return document.activeElement;
    };
    expect(follow('To the translation')).toBe(screen.getByRole('region', { name: 'Translation' }));
    expect(follow('To the translation’s commands')).toBe(screen.getByRole('group', { name: 'Translation: commands' }));
    expect(follow('To the original')).toBe(screen.getByRole('region', { name: 'Original' }));
    expect(screen.queryByRole('link', { name: 'To the batches' })).toBeNull();
    await give(() => session.edit('original', sampleSrt(60)));
    await give(session.translate, 2_000);
    expect(follow('To the batches')).toBe(screen.getByRole('heading', { name: 'Batches' }));
    expect(location.hash).toBe('');
  });

  it('a button that its command disables after a while gives the focus to the part that contains it', async () => {
    const { user, pass } = await renderApp({ film: 3 });
    const pressed = screen.getByRole('button', { name: 'Show' });
    await user.click(pressed);
    await pass(5_000);
    expect(document.activeElement).toBe(pressed);
    await act(async () => {
      // Browsers take the focus from a disabled button without an event.
      pressed.blur();
      pressed.setAttribute('disabled', '');
    });
    await pass(1_000);
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Translation' }));
  });

  it('a button that is disabled after a person pressed elsewhere does not move the focus', async () => {
    const { user, pass } = await renderApp({ film: 3 });
    const pressed = screen.getByRole('button', { name: 'Show' });
    await user.click(pressed);
    await user.click(document.body);
    expect(document.activeElement).toBe(document.body);
    pressed.setAttribute('disabled', '');
    await pass(1_000);
    expect(document.activeElement).toBe(document.body);
  });

  it('a film that is drawn seconds after it was opened does not lose the focus', async () => {
    const { session, give, pass } = await renderApp({ film: 3 });
    await give(session.translate, 2_000);
    const held = screen.getByRole('region', { name: 'Translation' });
    held.focus();
    await give(() => session.clear('all'));
    await pass(3_000);
    // As a slow computer takes the old film from the page.
    held.blur();
    expect(document.activeElement).toBe(document.body);
    await pass(1_000);
    expect(document.activeElement).not.toBe(document.body);
  });

  it('the links lead to the lines if Lines replaces the panels', async () => {
    await import('../panels/lines/lines-panel.tsx');
    const { session, give, pass, user } = await renderApp({ pageState: { view: 'lines' } });
    expect(screen.queryByRole('link', { name: 'To the lines' })).toBeNull();
    await give(() => session.edit('original', sampleSrt(60)));
    await give(session.translate, 2_000);
    await pass(0);
    expect(screen.getAllByRole('link', { name: /^To the/ }).map(({ textContent }) => textContent)).toEqual([
      'To the lines',
      'To the lines’ commands',
      'To the batches',
    ]);
    await user.click(screen.getByRole('link', { name: 'To the lines' }));
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Lines' }));
    await user.click(screen.getByRole('link', { name: 'To the lines’ commands' }));
    expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Lines: commands' }));
  });

  describe('[D1.3] accepts a paste while no field has the focus', () => {
    const paste = (data: { text?: string; files?: readonly File[] }, target: EventTarget = document.body) => {
      const event = new Event('paste', { bubbles: true, cancelable: true, composed: true });
      const clipboardData = { files: data.files ?? [], getData: () => data.text ?? '' };
      target.dispatchEvent(Object.assign(event, { clipboardData }));
      return event.defaultPrevented;
    };

    it('a subtitle text, or a file', async () => {
      const { give, state, session } = await renderApp();
      for (const text of [
        sampleSrt(2),
        'WEBVTT\n\n00:01.000 --> 00:02.000\nOne\n',
        '[Script Info]\n\n[Events]\nDialogue: 0,0:00:01.00,0:00:02.00,D,,0,0,0,,Hi\n',
      ]) {
        await give(() => expect(paste({ text })).toBe(true));
        expect(state().sourceText).toBe(text);
        await give(() => session.clear('original'));
      }
      const file = new File([sampleSrt(2)], 'film.srt');
      await give(() => expect(paste({ files: [file] })).toBe(true), 100);
      expect(state()).toMatchObject({ fileName: 'film.srt', sourceText: sampleSrt(2) });
    });

    it('accepts no other text, such as a key, and nothing in a field or while a film is open', async () => {
      const { session, give, state } = await renderApp();
      expect(paste({ text: 'sk-a-key-that-nobody-is-to-see' })).toBe(false);
      expect(paste({ text: sampleSrt(2) }, screen.getByLabelText('API key'))).toBe(false);
      expect(paste({ text: sampleSrt(2) }, screen.getByRole('textbox', { name: 'Prompt' }))).toBe(false);
      await give(() => session.edit('original', 'My own words'));
      await give(() => expect(paste({ text: sampleSrt(2) })).toBe(false));
      expect(state().sourceText).toBe('My own words');
      const shownText = 'The pasted subtitles were not opened, because there is a text already. Clear it first.';
      expect(screen.getByText(shownText)).toBeDefined();
      await give(() => session.clear('original'));
      expect(screen.queryByText(shownText)).toBeNull();
      await give(() => expect(paste({ text: sampleSrt(2) })).toBe(true));
      expect(state().sourceText).toBe(sampleSrt(2));
    });

    it('a file pasted into a text box while no film is open; if a text is pasted with it, the text counts', async () => {
      const { give, state } = await renderApp();
      const files = [new File([sampleSrt(2)], 'film.srt')];
      const original = screen.getByRole('textbox', { name: 'Original subtitles' });
      expect(paste({ files, text: 'A cell of a table' }, original)).toBe(false);
      await give(() => expect(paste({ files, text: '/films/film.srt' }, original)).toBe(true), 100);
      expect(state().fileName).toBe('film.srt');
      expect(state().sourceText).toEqual(sampleSrt(2));
      expect(paste({ files }, original)).toBe(false);
    });

    it('a file over a film, like a drop: the page opens it, or says why not', async () => {
      const { session, give, state } = await renderApp({ film: 3 });
      const file = (count: number) => ({ files: [new File([sampleSrt(count)], 'next.srt')] });
      await give(() => expect(paste(file(2))).toBe(true), 100);
      expect(state().fileName).toBe('next.srt');
      expect(state().sourceText).toEqual(sampleSrt(2));
      await give(session.translate);
      await give(() => expect(paste(file(1))).toBe(true), 100);
      expect(state().sourceText).toBe(sampleSrt(2));
      expect(screen.getByText(/^“next.srt” was not opened\. The film on the page is not finished/)).toBeDefined();
      await give(() => expect(paste({ text: sampleSrt(1) })).toBe(false));
      expect(
        screen.getByText(/^The pasted subtitles were not opened, .* Press Restart to close that film/),
      ).toBeDefined();
      await give(() => session.clear('all'));
      expect(screen.queryByText(/not opened/)).toBeNull();
    });
  });

  it('announces the start and the end of the run', async () => {
    let answer: (numbers: readonly number[]) => Answer = () => failure('quota', 'No credit');
    const { session, give, pass } = await renderApp({ answer: ({ numbers }) => answer(numbers) });
    for (const [end, next] of [
      ['All 3 batches are translated.', (numbers: readonly number[]) => success(replyOf(numbers))],
      ['Paused: No credit', () => failure('quota', 'No credit')],
      ['The provider has a problem. The page tries again by itself.', () => failure('server', '503 down')],
      ['The translation has ended. 3 batches failed.', () => failure('refused', 'No')],
    ] as const) {
      answer = next;
      expect(announced()).toBe('');
      await give(() => session.edit('original', sampleSrt(60)));
      await give(session.translate);
      expect(announced()).toBe('The translation of 3 batches has started.');
      await pass(2_000);
      expect(announced()).toBe(end);
      await give(() => session.clear('all'));
    }
    expect(announced()).toBe('');
  });

  it('a paused run and an unexpected error say that the work is kept, if it is stored', async () => {
    const answer = () => failure('quota', 'No credit');
    const { page, give } = await renderApp({ answer, film: 20, ranMs: 2_000 });
    const shownText = () => (document.body.textContent.match(/Your work is kept\./g) ?? []).length;
    expect(screen.getByText(/^The credit or the limit of your account is not enough/)).toBeDefined();
    for (const [kept, storageProblem] of [
      [true, null],
      [true, { kind: 'full', keptIn: 'indexed-db' }],
      [false, { kind: 'full', keptIn: 'memory' }],
      [false, { kind: 'other-tab' }],
    ] as const) {
      await give(() => page.setState({ storageProblem, bug: null }));
      expect(shownText()).toBe(kept ? 1 : 0);
      await give(() => page.setState({ bug: 'x is undefined' }));
      expect(shownText()).toBe(kept ? 2 : 0);
      expect(screen.queryByText(/Save the project before you reload the page\./) === null).toBe(kept);
    }
  });

  it('[D6.3] announces at Stop how many requests are finished first, in the words beside “Stop now”', async () => {
    const { session, give } = await renderApp({ film: 60, ranMs: 500, maxAtOnce: 2 });
    await give(session.stop, 125);
    expect(announced()).toBe('Finishing 2 requests that are already paid for.');
    expect(screen.getByRole('button', { name: 'Stop now' }).parentElement?.textContent).toMatch(
      /^Finishing 2 requests that are already paid for\. Stop now You lose the replies[.,]/,
    );
  });

  it('[S2.17] original and translation have the attribute of their language, also in letters that many languages share', async () => {
    const text = 'Ich weiß nicht, was wir machen sollen, aber das ist nicht der richtige Weg.';
    const { give, pass, session } = await renderApp({ film: sampleSrt(60).replaceAll(/Фраза \d+/g, text) });
    await pass(1_000);
    const languageOf = (name: string) => screen.getByRole('textbox', { name }).lang;
    expect(languageOf('Original subtitles')).toBe('de');
    await give(session.translate, 3_000);
    expect(languageOf('Translated subtitles')).toBe('pt');
  });

  it('[S2.17] announces the opened film once its summary is known, but not its later changes', async () => {
    const { session, give } = await renderApp();
    const opened = () => screen.getByRole('status', { name: 'File' }).textContent;
    const open = () => give(() => session.openSource(sampleSrt(60), [], 'film.srt'), 1_000);
    expect(opened()).toBe('');
    await open();
    expect(opened()).toBe('Opened: film · 60 subtitles · 2 min · Russian');
    await give(() => session.edit('original', sampleSrt(50)), 1_000);
    expect(opened()).toBe('Opened: film · 60 subtitles · 2 min · Russian');
    await give(() => session.clear('original'), 1_000);
    expect(opened()).toBe('');
    await open();
    expect(opened()).toBe('Opened: film · 60 subtitles · 2 min · Russian');
  });

  it('[D1.36] shows the name of a film, of a video and of a refused file without marks of direction, wherever it is', async () => {
    const { give, pass, session, settle, user, video } = await renderApp({ film: [sampleSrt(3), '\u202eevil.srt'] });
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:video');
    vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => {});
    await give(() => video.open(new File([Uint8Array.of(0x1a, 0x45, 0xdf, 0xa3, 1)], '\u202evideo.webm')));
    await settle(1_000);
    const texts = () => `${document.title} ${document.documentElement.outerHTML}`;
    expect(document.title).toBe('evil · Subtitle translator');
    expect([texts().includes('video.webm'), texts().includes('\u202e')]).toEqual([true, false]);
    const drop = (file: File) => fireEvent.drop(document.body, { dataTransfer: { types: ['Files'], files: [file] } });
    const refused = [new File(['x'], '\u202e1.zip'), new File([''], '\u202e2.srt'), new File(['x'], '\u202e3.pdf')];
    for (const file of [...refused, new File(['x'], '\u202e4.mkv'), new File(['x'], '\u202e5.scc')]) {
      drop(file);
      await pass(1_000);
      expect([texts().includes(file.name.slice(1)), texts().includes('\u202e')], file.name).toEqual([true, false]);
    }
    await give(session.translate, 3_000);
    expect(screen.getByRole('button', { name: 'Save as evil.pt.srt' })).toBeDefined();
    expect(texts()).not.toContain('\u202e');
    await user.click(screen.getByRole('button', { name: 'Restart' }));
    await pass(1_000);
    expect(screen.getByRole('dialog', { name: 'Save evil.pt.srt first?' })).toBeDefined();
    expect(texts()).not.toContain('\u202e');
  });

  it('does not announce the start of a run when a film comes back or is opened with its translation', async () => {
    const { session, give } = await renderApp({ film: 60, ranMs: 5_000 });
    const done = session.store.getState();
    const half = {
      ...done,
      batches: [...done.batches.slice(0, 2), NEW_BATCH],
      translated: '',
      paused: { reason: 'person' } as const,
    };
    for (const [work, words] of [
      [done, 'All 3 batches are translated.'],
      [half, 'Stopped.'],
    ] as const) {
      await give(() => session.clear('all'));
      await give(() => session.replace(work), 0);
      expect(announced()).toBe(words);
    }
  });

  it('[D11.5] says of "Try the first batch" that one batch has started', async () => {
    const { click } = await renderApp({ film: 60 });
    await click(screen.getByRole('button', { name: 'Try the first batch' }), 0);
    expect(announced()).toBe('The translation of the first batch has started.');
  });

  it('does not announce the end of a run that will retry its failed batches automatically', async () => {
    let fails = 3;
    const { give, session, pass } = await renderApp({
      film: 60,
      answer: ({ numbers }) =>
        numbers[0] === 21 && fails-- > 0 ? failure('server', '500') : success(replyOf(numbers)),
    });
    await give(() => void session.translate(), 1_500);
    expect(announced()).toBe('The translation of 3 batches has started.');
    screen.getByText(/^Waiting for OpenAI, next try in/);
    screen.getByRole('button', { name: 'Try now' });
    expect(screen.queryByRole('button', { name: '1 failed' })).toBeNull();
    await pass(60_000);
    expect(announced()).toBe('All 3 batches are translated.');
  });

  it('[D11.9] names the film in the title, with the progress while it is hidden', async () => {
    const { session, give, pass, eventually } = await renderApp({ maxAtOnce: 1 });
    await give(() => session.openSource(sampleSrt(60), [], 'Tears.of.Steel.2012.srt'));
    expect(document.title).toBe('Tears.of.Steel.2012 · Subtitle translator');
    await eventually(() => screen.getByTitle('Tears.of.Steel.2012 · 60 subtitles · 2 min · Russian'));
    await give(session.translate, 1_125);
    await give(() => hide(true));
    expect(document.title).toBe('33 % · Tears.of.Steel.2012 · Subtitle translator');
    await give(session.stop, 125);
    expect(document.title).toBe('Stopping · Tears.of.Steel.2012 · Subtitle translator');
    await give(session.resume, 125);
    await pass(3_000);
    expect(document.title).toBe('Done · Tears.of.Steel.2012 · Subtitle translator');
    await give(() => hide(false));
    await give(() => session.clear('all'));
    expect(document.title).toBe('Subtitle translator');
    await give(session.undo);
    expect(document.title).toBe('Tears.of.Steel.2012 · Subtitle translator');
  });

  it('keeps a right-to-left name from moving the number after it', async () => {
    const { session, give, eventually } = await renderApp();
    await give(() => session.openSource(sampleSrt(60), [], 'فيلم.srt'));
    const face = await eventually(() => screen.getByTitle('فيلم · 60 subtitles · 2 min · Russian'));
    expect(face.querySelector('bdi')?.textContent).toBe('فيلم');
    expect(face.textContent).toBe('فيلم · 60 subtitles · 2 min · Russian');
  });

  it('Undo can be dismissed, and comes with the next step', async () => {
    const { user, session, give } = await renderApp();
    const undo = () => screen.queryByRole('button', { name: 'Undo' });
    await give(() => session.edit('original', 'one'));
    await give(() => session.clear('original'));
    await user.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(undo()).toBeNull();
    await give(() => session.edit('original', 'two'));
    await give(() => session.clear('original'));
    await user.click(undo() as HTMLElement);
    expect(session.store.getState().sourceText).toBe('two');
  });

  const leave = () => {
    const event = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  };

  it('[D6.6] asks before it is closed while requests are in flight', async () => {
    const { session, give, pass } = await renderApp({ film: 60 });
    expect(leave()).toBe(false);
    await give(session.translate);
    expect(leave()).toBe(true);
    await pass(2_000);
    expect(leave()).toBe(false);
    await give(() => session.readFilm([['one']], { from: undefined, into: undefined }));
    expect(leave()).toBe(true);
    await pass(2_000);
    expect(leave()).toBe(false);
    const suggestion = { wish: { kind: 'again' }, neighbours: [], present: {}, quotes: false } as const;
    await give(() => session.ask([{ phrases: session.store.getState().phrases.slice(0, 1), suggestion, of: {} }]));
    expect(leave()).toBe(true);
    await pass(2_000);
    expect(leave()).toBe(false);
  });

  it('[D6.6] asks before it is closed while only this tab’s memory has a film', async () => {
    const { session, page, give } = await renderApp({ film: 60 });
    const store = (keptIn: 'indexed-db' | 'memory') =>
      give(() => page.setState({ storageProblem: { kind: 'full', keptIn } }));
    await store('indexed-db');
    expect(leave()).toBe(false);
    await store('memory');
    expect(leave()).toBe(true);
    await give(() => session.clear('original'));
    expect(leave(), 'nothing is lost').toBe(false);
  });
});
