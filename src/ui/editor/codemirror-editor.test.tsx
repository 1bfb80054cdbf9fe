import { Text } from '@codemirror/state';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished, test, vi } from 'vitest';
import { sampleSrt } from '../../../test/srt-sample.ts';
import { nextTask } from '../../clock/clock.ts';
import { createEditor, phraseAtLine, readAhead, samePhrase, takeLines, timingsOf } from './codemirror-editor.ts';
import type { EditorAttributes, TextEditorHost } from './surface.ts';

function open(text: string) {
  const host: TextEditorHost = document.createElement('div');
  document.body.append(host);
  const onEdit = vi.fn();
  const attributes: EditorAttributes = {
    name: 'Prompt',
    readOnly: false,
    placeholder: '',
    lang: undefined,
    dir: 'auto',
    together: false,
  };
  const editor = createEditor({ host, text, attributes, handover: null, onEdit });
  // Removes the editor's listeners on the document, which all tests of this file share.
  onTestFinished(() => editor.destroy());
  const content = () => host.shadowRoot?.querySelector('[role=textbox]');
  const press = (key: string, ctrlKey = false) =>
    content()?.dispatchEvent(new KeyboardEvent('keydown', { key, ctrlKey, bubbles: true, cancelable: true }));
  return { host, editor, onEdit, attributes, content, press };
}

test('is a labelled text box in an open shadow root, and gives its whole text to the host', () => {
  const { host, editor, attributes, content } = open('one\r\ntwo');
  expect(content()?.getAttribute('aria-label')).toBe('Prompt');
  expect(content()?.getAttribute('aria-multiline')).toBe('true');
  expect(content()?.hasAttribute('aria-readonly')).toBe(false);
  expect(host.editorText?.()).toBe('one\ntwo');
  editor.setAttributes({ ...attributes, readOnly: true, lang: 'he', dir: 'rtl' });
  expect(content()?.getAttribute('aria-readonly')).toBe('true');
  expect(content()?.getAttribute('lang')).toBe('he');
  expect(content()?.getAttribute('dir')).toBe('rtl');
  editor.destroy();
  expect(host.editorText).toBeUndefined();
});

test('goToLine moves caret and focus to the line', () => {
  const { host, editor, content, press } = open('one\ntwo\nthree');
  editor.goToLine(2);
  expect(host.shadowRoot?.activeElement).toBe(content());
  press('Enter');
  expect(editor.text()).toBe('one\n\ntwo\nthree');
});

test('each line has the direction of its own letters, whatever the direction of the whole text', () => {
  const { host, editor, attributes } = open('1\n00:00:01,000 --> 00:00:02,000\n<i>שלום</i>');
  const directions = () =>
    [...(host.shadowRoot?.querySelectorAll('.cm-line') ?? [])].map((line) => line.getAttribute('dir'));
  expect(directions()).toEqual(['ltr', 'ltr', 'rtl']);
  editor.setAttributes({ ...attributes, lang: 'he', dir: 'rtl' });
  expect(directions()).toEqual(['ltr', 'ltr', 'rtl']);
  editor.setText('1\n00:00:01,000 --> 00:00:02,000\nHello');
  expect(directions()).toEqual(['ltr', 'ltr', 'ltr']);
});

test('[S2.15] has no gutter', () => {
  const { host } = open('one\ntwo');
  expect(host.shadowRoot?.querySelector('.cm-gutters')).toBeNull();
  expect(host.shadowRoot?.querySelectorAll('.cm-line')).toHaveLength(2);
});

test('Enter adds a plain line end and Undo removes it; both are reported as edits', () => {
  const { editor, onEdit, press } = open('  one');
  press('Enter');
  expect(editor.text()).toBe('\n  one');
  press('z', true);
  expect(editor.text()).toBe('  one');
  expect(onEdit.mock.calls).toEqual([[6], [5]]);
});

test('Tab moves the focus on', () => {
  const { editor, press } = open('one');
  expect(press('Tab')).toBe(true);
  expect(editor.text()).toBe('one');
});

test('a text from outside is not reported as an edit, and Undo cannot go back before it', () => {
  const { editor, onEdit, press } = open('one');
  press('Enter');
  onEdit.mockClear();
  editor.setText('another\r\ntext');
  press('z', true);
  expect(editor.text()).toBe('another\r\ntext');
  expect(onEdit).not.toHaveBeenCalled();
});

test('a text that was read ahead is shown unchanged, and not reported as an edit', async () => {
  const { editor, onEdit, press } = open('one\ntwo');
  await readAhead('another\r\ntext');
  editor.setText('another\r\ntext');
  expect(editor.text()).toBe('another\r\ntext');
  press('z', true);
  expect(editor.text()).toBe('another\r\ntext');
  expect(onEdit).not.toHaveBeenCalled();
});

/** Few lines, because without layout the editor draws all of them. */
const LONG = `${'a line '.repeat(100)}\r\n`.repeat(200);
const LONG_SHOWN = LONG.replaceAll('\r\n', '\n');

test('a long text from outside is returned at once but drawn in a later task; typing before that is not reported', async () => {
  const { host, editor, onEdit, press } = open('one');
  editor.setText(LONG);
  expect(editor.text()).toBe(LONG);
  expect(host.editorText?.()).toBe('one');
  press('Enter');
  expect(editor.text()).toBe(LONG);
  expect(onEdit).not.toHaveBeenCalled();
  await nextTask();
  expect(host.editorText?.()).toBe(LONG_SHOWN);
  press('z', true);
  expect(editor.text()).toBe(LONG);
  expect(onEdit).not.toHaveBeenCalled();
  press('Enter');
  expect(editor.text()).toBe(`\r\n${LONG}`);
  expect(onEdit).toHaveBeenCalledOnce();
});

test('language and direction of a waiting long text also apply to a short text that follows at once', () => {
  const { editor, attributes, content } = open('one');
  editor.setText(LONG);
  editor.setAttributes({ ...attributes, lang: 'he', dir: 'rtl' });
  editor.setText('short');
  expect(content()?.getAttribute('lang')).toBe('he');
  expect(content()?.getAttribute('dir')).toBe('rtl');
});

test('the last of several long texts set at once is shown; a short one replaces a waiting long one', async () => {
  const { host, editor } = open('one');
  editor.setText(LONG);
  editor.setText(`another\n${LONG}`);
  await nextTask();
  expect(host.editorText?.()).toBe(`another\n${LONG_SHOWN}`);
  editor.setText(LONG);
  editor.setText('two');
  await nextTask();
  expect(host.editorText?.()).toBe('two');
  expect(editor.text()).toBe('two');
});

test('goToLine works for a long text that is not drawn yet', () => {
  const { editor, press } = open('one');
  editor.setText(LONG);
  editor.goToLine(2);
  press('Enter');
  expect(editor.text()).toMatch(/^(a line )+\r\n\r\na line /);
});

test('language and direction change together with their long text; read-only takes effect at once', async () => {
  const { editor, content, attributes } = open('one');
  editor.setText(LONG);
  editor.setAttributes({ ...attributes, lang: 'he', dir: 'rtl' });
  expect(content()?.hasAttribute('lang')).toBe(false);
  await nextTask();
  expect(content()?.getAttribute('lang')).toBe('he');
  expect(content()?.getAttribute('dir')).toBe('rtl');
  editor.setText(`another\n${LONG}`);
  editor.setAttributes({ ...attributes, readOnly: true });
  expect(content()?.getAttribute('aria-readonly')).toBe('true');
});

test.each([
  ['one\r\ntwo', 'one\r\n\r\ntwo'],
  ['one\rtwo', 'one\r\rtwo'],
  ['one\ntwo\r\n', 'one\n\ntwo\n'],
])('[D2.12] an edited text keeps its line ends: %j', (text, edited) => {
  const { editor, press } = open('');
  editor.setText(text);
  editor.goToLine(2);
  press('Enter');
  expect(editor.text()).toBe(edited);
});

test('a text that is cleared and restored by Undo keeps its line ends', () => {
  const { editor, press } = open('one\r\ntwo');
  editor.goToLine(1);
  press('a', true);
  press('Backspace');
  expect(editor.text()).toBe('');
  press('z', true);
  expect(editor.text()).toBe('one\r\ntwo');
});

describe('readAhead', () => {
  const lines = fc.array(fc.string({ maxLength: 60 }), { maxLength: 30 });
  const lineEnd = fc.constantFrom('\n', '\r\n', '\r');

  test('splits a text with any line ends into its lines, and returns them once', async () => {
    await fc.assert(
      fc.asyncProperty(lines, lineEnd, async (some, end) => {
        const text = some.join(end);
        await readAhead(text);
        const taken = takeLines(text);
        expect(typeof taken === 'string' ? taken : taken.toString()).toBe(text.replace(/\r\n?/g, '\n'));
        if (text !== '') expect(typeof taken).not.toBe('string');
        expect(takeLines(text)).toBe(text);
      }),
    );
  });

  test('cuts a long text only between lines', async () => {
    const long = '0\r\n00:00:00,000 --> 00:00:01,000\r\n\r\n'.repeat(20_000);
    await readAhead(long);
    const taken = takeLines(long);
    expect(typeof taken).not.toBe('string');
    expect(taken.toString()).toBe(long.replaceAll('\r\n', '\n'));
  });
});

const read = (srt: string) => timingsOf(Text.of(srt.split('\n')));
const FILM = sampleSrt(5);

describe('timingsOf', () => {
  it.each([
    [1, 0],
    [2, 0],
    [4, 0],
    [5, 1],
    [8, 1],
    [20, 4],
  ])('line %i belongs to the phrase at index %i', (line, place) => {
    expect(phraseAtLine(read(FILM), line)).toBe(place);
  });

  it('handles lines before the first phrase, and texts without phrases', () => {
    expect(phraseAtLine(read(`WEBVTT\n\n\n${FILM}`), 2)).toBe(-1);
    expect(phraseAtLine(read('nothing'), 1)).toBe(-1);
  });

  it('finds the same phrase in a text with additional, missing or repeated phrases', () => {
    const original = read(FILM);
    const longer = read(FILM.replace('Фраза 2', 'two\nlines'));
    expect([0, 2, 4].map((place) => samePhrase(original, place, longer))).toEqual([0, 2, 4]);
    expect(phraseAtLine(longer, 10)).toBe(2);
    const without2 = read(FILM.replace(/2\n.*\nФраза 2\n\n/, ''));
    expect([0, 1, 2, 4].map((place) => samePhrase(original, place, without2))).toEqual([0, undefined, 1, 3]);
  });
});
