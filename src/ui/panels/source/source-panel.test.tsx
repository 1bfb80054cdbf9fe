import { act, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { picks, renderApp } from '../../../../test/render-app.tsx';
import { NO_KEYS } from '../../../../test/settings-harness.ts';
import { sampleSrt } from '../../../../test/srt-sample.ts';
import { DEFAULT_MODEL } from '../../../providers/endpoints.ts';
import { formatProject } from '../../../storage/project-file.ts';

const original = () => screen.getByRole('textbox', { name: 'Original subtitles' });
const panel = () => within(screen.getByRole('region', { name: 'Original' }));
const button = (name: string) => panel().getByRole('button', { name });
const srtFile = (bytes: string | Uint8Array<ArrayBuffer>, name = 'film.srt') => new File([bytes], name);
const drop = (file: File) => fireEvent.drop(original(), { dataTransfer: { types: ['Files'], files: [file] } });
/** The empty page has the same words, as the title of its stage. */
const OVER_THE_PAGE = { ignore: '[class*=title]' };
const errors = () => screen.getByRole('textbox', { name: 'Errors' }).textContent;

describe('SourcePanel', () => {
  it('[S2.2] takes typed or pasted text until batches exist', async () => {
    const { user, state, pass } = await renderApp();
    await user.click(original());
    await user.paste(sampleSrt(3));
    await pass(50);
    expect(state().sourceText).toBe(sampleSrt(3));
    await user.click(screen.getByRole('button', { name: 'Translate' }));
    // The run begins in a task after the click's.
    await pass(0);
    expect(original()).toHaveProperty('readOnly', true);
    expect(button('Clear')).toHaveProperty('disabled', true);
    expect(button('Upload .srt')).toHaveProperty('disabled', true);
    expect(panel().getByText('To open other subtitles, close this film with Restart first.')).toBeDefined();
  });

  it('[S2.3] offers .srt files only, opens the chosen one, and returns the focus to the button', async () => {
    const { user, state, pass, give, session } = await renderApp();
    const picker = picks(srtFile(sampleSrt(2)));
    await user.click(button('Upload .srt'));
    expect(picker()?.accept).toBe('.srt');
    await pass(50);
    expect(state().sourceText).toBe(sampleSrt(2));
    expect(document.activeElement).toBe(button('Upload .srt'));
    await give(() => session.clear('original'));
    fireEvent.click(button('Upload .srt'));
    act(() => button('Upload .srt').closest<HTMLElement>('[tabindex="-1"]')?.focus());
    expect(document.activeElement).not.toBe(document.body);
    await pass(50);
    expect(state().sourceText).toBe(sampleSrt(2));
    expect(document.activeElement).toBe(button('Upload .srt'));
  });

  it('does not move the focus if the person has moved it while the file was read', async () => {
    const { state, pass } = await renderApp();
    picks(srtFile(sampleSrt(2)));
    fireEvent.click(button('Upload .srt'));
    const prompt = screen.getByRole('textbox', { name: 'Prompt' });
    act(() => prompt.focus());
    await pass(50);
    expect(state().sourceText).toBe(sampleSrt(2));
    expect(document.activeElement).toBe(prompt);
  });

  it('[S2.17] says why a file is refused, and keeps the text', async () => {
    const { state, pass } = await renderApp({ film: '1' });
    const shownText = screen.getByRole('status', { name: 'File not opened' });
    const heard = vi.fn();
    original().addEventListener('drop', heard);
    const isLeft = drop(srtFile('x', 'film.pdf'));
    expect(isLeft, 'the editor, or the browser, would show it').toBe(false);
    expect(heard.mock.calls, 'the editor, or the browser, would show it').toEqual([]);
    await pass(50);
    expect(errors()).toContain('"film.pdf" is not an .srt file');
    expect(shownText.textContent, 'read aloud').toContain('"film.pdf" is not an .srt file');
    expect(state().sourceText).toBe('1');
    // Also after a drop, until a file is opened.
    expect(panel().getByText(/^"film.pdf" is not an .srt file/)).toBeDefined();
    drop(srtFile(sampleSrt(2)));
    await pass(50);
    expect(panel().queryByText(/is not an .srt file/)).toBeNull();
  });

  it('a file that is refused does not stop the one before it, which is still being read', async () => {
    const { state, pass } = await renderApp();
    const film = srtFile(sampleSrt(2));
    const bytes = film.arrayBuffer();
    drop(Object.assign(film, { arrayBuffer: () => new Promise((read) => setTimeout(read, 1_000, bytes)) }));
    await pass(500);
    drop(srtFile('x', 'film.pdf'));
    await pass(50);
    expect(errors()).toContain('"film.pdf" is not an .srt file');
    await pass(1_000);
    expect(state().sourceText).toBe(sampleSrt(2));
  });

  it('says of a project file, whatever its name, how it is opened', async () => {
    const { state, pass, click } = await renderApp();
    const project = (name: string) =>
      srtFile(formatProject({ session: state(), prompt: 'p', model: DEFAULT_MODEL }), name);
    drop(project('film.project.json'));
    await pass(50);
    expect(errors()).toBe('"film.project.json" is a project file. Open it with "Open project" in the menu "Project".');
    picks(project('film.srt'));
    await click(button('Upload .srt'), 50);
    expect(errors()).toBe('"film.srt" is a project file. Open it with "Open project" in the menu "Project".');
    expect(state().sourceText).toBe('');
  });

  it('[D18.21] a project that is being read can be stopped; the page stays as it was and says so', async () => {
    const { state, pass, click, give, session } = await renderApp();
    await give(() => session.openSource(sampleSrt(2), [], 'Mine.srt'));
    await pass(500);
    const file = new File(['{}'], 'Show.project.json');
    file.text = () => new Promise((resolve) => setTimeout(resolve, 60_000, '{}'));
    picks(file);
    await click(screen.getByRole('button', { name: 'Open project' }), 50);
    expect(screen.getByText('Opening Show.project.json…')).toBeDefined();
    await click(button('Stop reading'), 500);
    expect(screen.queryByRole('button', { name: 'Stop reading' })).toBeNull();
    expect(screen.queryByText('Opening Show.project.json…')).toBeNull();
    expect(screen.getByText('You stopped reading. Nothing was opened.')).toBeDefined();
    expect(document.activeElement).toBe(button('Upload .srt'));
    await pass(60_000);
    expect(screen.getByText('You stopped reading. Nothing was opened.')).toBeDefined();
    expect(state().fileName).toBe('Mine.srt');
  });

  it('[D1.3] a file on a slow disk can be stopped: it does not come later, and the next one can be opened at once', async () => {
    const { state, pass, click } = await renderApp();
    const slow = srtFile(sampleSrt(2), 'Slow.srt');
    slow.arrayBuffer = () =>
      new Promise((resolve) => setTimeout(resolve, 60_000, new TextEncoder().encode(sampleSrt(2)).buffer));
    drop(slow);
    await pass(500);
    expect(screen.getByText('Opening Slow.srt…')).toBeDefined();
    await click(button('Stop reading'), 500);
    expect(screen.queryByText('Opening Slow.srt…')).toBeNull();
    drop(srtFile(sampleSrt(3), 'Next.srt'));
    await pass(500);
    expect(state().fileName).toBe('Next.srt');
    await pass(60_000);
    expect(state()).toMatchObject({ fileName: 'Next.srt', sourceText: sampleSrt(3), past: [] });
    expect(screen.queryByRole('button', { name: 'Stop reading' })).toBeNull();
  });

  it('opens a file that is dropped anywhere, and none once batches exist', async () => {
    const { session, state, give, pass } = await renderApp();
    fireEvent.dragOver(document.body, { dataTransfer: { types: ['Files'] } });
    expect(screen.getByText('Drop subtitles or a video here', OVER_THE_PAGE)).toBeDefined();
    drop(srtFile(sampleSrt(2)));
    await pass(50);
    expect(state().sourceText).toBe(sampleSrt(2));
    expect(screen.queryByText('Drop subtitles or a video here', OVER_THE_PAGE)).toBeNull();
    await give(session.translate);
    fireEvent.dragOver(document.body, { dataTransfer: { types: ['Files'] } });
    expect(
      screen.getByText('Drop a video here. To open other subtitles, close this film with Restart first.'),
    ).toBeDefined();
    drop(srtFile('other'));
    await pass(50);
    expect(state().sourceText).toBe(sampleSrt(2));
    // In a series, the file is added.
    await give(() => session.nameFilm('1'));
    fireEvent.dragOver(document.body, { dataTransfer: { types: ['Files'] } });
    expect(screen.getByText('Drop subtitles or a video here', OVER_THE_PAGE)).toBeDefined();
  });

  it('says where to drop a file while it is dragged over the page, even if the browser does not name the element under it', async () => {
    await renderApp();
    const words = () => screen.queryByText('Drop subtitles or a video here', OVER_THE_PAGE);
    const dragged = { dataTransfer: { types: ['Files'] }, composed: true };
    // Older versions of Safari name no related target.
    const leave = (element: Element) =>
      fireEvent(element, Object.assign(new DragEvent('dragleave', { composed: true }), { relatedTarget: null }));
    fireEvent.dragEnter(document.body, dragged);
    fireEvent.dragOver(document.body, dragged);
    fireEvent.dragEnter(button('Upload .srt'), dragged);
    leave(document.body);
    expect(words()).not.toBeNull();
    // Seen from the page, both are the box.
    const box = document.body.appendChild(document.createElement('div')).attachShadow({ mode: 'open' });
    const [first, second] = [
      box.appendChild(document.createElement('p')),
      box.appendChild(document.createElement('p')),
    ];
    fireEvent.dragEnter(first, dragged);
    leave(button('Upload .srt'));
    fireEvent.dragEnter(second, dragged);
    leave(first);
    expect(words()).not.toBeNull();
    leave(second);
    expect(words()).toBeNull();
    box.host.remove();
  });

  it('[D1.34] a file that is no subtitle file, or is empty, asks nothing over a finished film and changes nothing', async () => {
    const { session, state, give, pass } = await renderApp();
    drop(srtFile(sampleSrt(2), 'First.srt'));
    await pass(50);
    await give(session.translate, 2_000);
    for (const [text, words] of [
      ['not a subtitle at all', '"Next.srt" contains no subtitles. The film on the page is not changed.'],
      [' ', '"Next.srt" is empty. The film on the page is not changed.'],
    ] as const) {
      drop(srtFile(text, 'Next.srt'));
      await pass(500);
      expect(state()).toMatchObject({ sourceText: sampleSrt(2), fileName: 'First.srt' });
      expect(screen.queryByText(/^You are opening/)).toBeNull();
      expect(errors()).toBe(words);
    }
  });

  it('[D1.22] opens the next film that is dropped on a finished one, or that “Open…” or F2 opens over it, which Undo brings back', async () => {
    picks(srtFile(sampleSrt(3), 'Second.srt'));
    const { session, state, give, pass, user, click } = await renderApp();
    drop(srtFile(sampleSrt(2), 'First.srt'));
    await pass(50);
    await give(session.translate, 2_000);
    const { translated } = state();
    expect(translated).not.toBe('');
    drop(srtFile('x', 'film.pdf'));
    await pass(50);
    expect(errors()).toContain(
      'Choose one whose name ends in .srt, .vtt, .ass, .ssa, .sbv, .ttml, .dfxp, .itt, .xml, .sub, .lrc or .txt.',
    );
    expect(panel().getByText('“Open…” opens the next film. Undo brings this one back.')).toBeDefined();
    for (const next of [
      () => drop(srtFile(sampleSrt(3), 'Second.srt')),
      () => user.click(screen.getByRole('button', { name: 'Open…' })),
      () => user.keyboard('{F2}'),
    ]) {
      await next();
      await pass(1_000);
      await click(screen.getByRole('button', { name: 'Don’t save' }), 1_000);
      expect(state()).toMatchObject({ sourceText: sampleSrt(3), fileName: 'Second.srt', translated: '', batches: [] });
      expect(screen.getByText(/The next film was opened\. Undo brings back “First”/)).toBeDefined();
      await click(screen.getByRole('button', { name: 'Undo' }), 1_000);
      expect(state()).toMatchObject({ sourceText: sampleSrt(2), fileName: 'First.srt', translated });
    }
  });

  it('[D1.21] reports a file that was encoded twice, and repairs its letters', async () => {
    const { state, pass, click } = await renderApp();
    const meant = sampleSrt(4).replace(/^(Line|\D.*)$/gm, '$1 é à ü');
    const garbled = String.fromCharCode(...new TextEncoder().encode(meant));
    drop(srtFile(garbled, 'Film.srt'));
    await pass(50);
    expect(screen.getByText(/The letters of this file are wrong/)).toBeDefined();
    await click(button('Repair the letters'), 50);
    expect(state()).toMatchObject({ sourceText: meant, fileName: 'Film.srt', notices: [] });
  });

  it('shows a guessed encoding and reads the file again in another', async () => {
    const { user, state, click, eventually } = await renderApp();
    const koi8 = new Uint8Array([...'1\n00:00:01,000 --> 00:00:02,000\n'].map((letter) => letter.charCodeAt(0)));
    // "привет" in KOI8-R, as bytes.
    const word = [0xd0, 0xd2, 0xc9, 0xd7, 0xc5, 0xd4, 0x20];
    const bytes = new Uint8Array([...koi8, ...Array.from({ length: 40 }, () => word).flat()]);
    picks(srtFile(bytes));
    await user.click(button('Upload .srt'));
    await eventually(() => expect(panel().getByText(/^Encoding: /)).toBeDefined());
    await user.selectOptions(panel().getByRole('combobox'), 'KOI8-R');
    expect(state().sourceText).toContain('привет');
    expect(panel().getByText('Encoding: KOI8-R')).toBeDefined();
    await user.selectOptions(panel().getByRole('combobox'), 'windows-1251');
    expect(state().sourceText).not.toContain('привет');
    await click(panel().getByRole('button', { name: 'Dismiss' }), 0);
    expect(panel().queryByText(/^Encoding/)).toBeNull();
  });

  it('says that phrases were renumbered and that blank lines were missing', async () => {
    const { session, give } = await renderApp();
    await give(() => {
      session.openSource('1\n00:00:01,000 --> 00:00:02,000\nA\n1\n00:00:03,000 --> 00:00:04,000\nB', []);
      session.translate();
    });
    expect(panel().getByText(/numbered again, from 1/)).toBeDefined();
    expect(panel().getByText(/^One subtitle has no blank line before it/)).toBeDefined();
  });

  it('[S2.21] says on an empty page what it opens, does, needs and costs, and offers the demo if there is one', async () => {
    const startDemo = vi.fn();
    const { user, session, give } = await renderApp({ commands: { startDemo }, settings: { keys: NO_KEYS } });
    expect(
      screen.getByText(
        /^Translate with your own .* A film costs 1 to 20 cents, with the best models up to 50\. No account\. Your key goes to its provider/,
      ),
    ).toBeDefined();
    expect(screen.getByText('Drop subtitles or a video here')).toBeDefined();
    expect(screen.queryByText(/^Translates with/)).toBeNull();
    expect(screen.getByText(/^You need an OpenAI key to translate\./)).toBeDefined();
    expect(screen.getByRole('link', { name: 'Get one' }).getAttribute('href')).toContain('platform.openai.com');
    await user.click(screen.getByRole('button', { name: 'Try the demo' }));
    expect(startDemo).toHaveBeenCalledOnce();
    await give(() => session.edit('original', 'text'));
    expect(screen.queryByRole('button', { name: 'Try the demo' })).toBeNull();
  });
});

const BROKEN = '1\n00:00:01,000 --> 00:00:02,000\nOne\n\nTwo\n00:00:03,000 --> 00:00:04,000\nTwo';
const shownText = () => screen.queryByText(/This file cannot be translated as it is/)?.textContent;
const MOMENT_MS = 1_000;

describe('SourceCheck', () => {
  it('[S2.22] says what Translate would refuse, and its line is a button that marks the line', async () => {
    const { pass, user } = await renderApp({ film: BROKEN });
    await pass(MOMENT_MS);
    expect(shownText()).toContain('A subtitle must begin with a number, but line 5 of the file does not.');
    expect(screen.queryByRole('textbox', { name: 'Errors' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'line 5' }));
    const box = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Original subtitles' });
    expect(document.activeElement).toBe(box);
    expect(box.value.slice(box.selectionStart, box.selectionEnd)).toBe('Two');
  });

  it('[S2.22] is silent about a good file, an empty text, and once the text is mended', async () => {
    const { session, give } = await renderApp();
    for (const text of [sampleSrt(3), '', BROKEN.replace('\n\nTwo\n', '\n\n2\n')]) {
      await give(() => session.edit('original', BROKEN), MOMENT_MS);
      expect(shownText()).toBeDefined();
      await give(() => session.edit('original', text), MOMENT_MS);
      expect(shownText(), text).toBeUndefined();
    }
  });
});
