import { expect, onTestFinished, test, vi } from 'vitest';
import { nextTask } from '../../clock/clock.ts';
import { createEditor, readAhead } from './codemirror-editor.ts';
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
  // The editor listens to the document, which all tests of this file share.
  onTestFinished(() => editor.destroy());
  const content = () => host.shadowRoot?.querySelector('[role=textbox]');
  const press = (key: string, ctrlKey = false) =>
    content()?.dispatchEvent(new KeyboardEvent('keydown', { key, ctrlKey, bubbles: true, cancelable: true }));
  return { host, editor, onEdit, attributes, content, press };
}

test('lives in an open shadow root, named for assistive technology, and gives its whole text to the host', () => {
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

test('goes to a line with caret and focus', () => {
  const { host, editor, content, press } = open('one\ntwo\nthree');
  editor.goToLine(2);
  expect(host.shadowRoot?.activeElement).toBe(content());
  press('Enter');
  expect(editor.text()).toBe('one\n\ntwo\nthree');
});

test('each line runs by its own letters, whatever the direction of the whole', () => {
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

test('Enter adds a plain line end, undo takes it back; both are edits', () => {
  const { editor, onEdit, press } = open('  one');
  press('Enter');
  expect(editor.text()).toBe('\n  one');
  press('z', true);
  expect(editor.text()).toBe('  one');
  expect(onEdit.mock.calls).toEqual([[6], [5]]);
});

test('Tab is left to move the focus', () => {
  const { editor, press } = open('one');
  expect(press('Tab')).toBe(true);
  expect(editor.text()).toBe('one');
});

test('a text from outside is no edit, and undo does not lead back behind it', () => {
  const { editor, onEdit, press } = open('one');
  press('Enter');
  onEdit.mockClear();
  editor.setText('another\r\ntext');
  press('z', true);
  expect(editor.text()).toBe('another\r\ntext');
  expect(onEdit).not.toHaveBeenCalled();
});

test('a text that was read ahead comes in as it is, and is still no edit', async () => {
  const { editor, onEdit, press } = open('one\ntwo');
  await readAhead('another\r\ntext');
  editor.setText('another\r\ntext');
  expect(editor.text()).toBe('another\r\ntext');
  press('z', true);
  expect(editor.text()).toBe('another\r\ntext');
  expect(onEdit).not.toHaveBeenCalled();
});

/** Of few lines: where nothing is laid out, all of them are drawn. */
const LONG = `${'a line '.repeat(100)}\r\n`.repeat(200);
const LONG_SHOWN = LONG.replaceAll('\r\n', '\n');

test('a long text from outside is the text at once, and is shown in a task of its own; what is typed until then is no edit of it', async () => {
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

test('language and direction that came with a long text stand also when a short one follows at once', () => {
  const { editor, attributes, content } = open('one');
  editor.setText(LONG);
  editor.setAttributes({ ...attributes, lang: 'he', dir: 'rtl' });
  editor.setText('short');
  expect(content()?.getAttribute('lang')).toBe('he');
  expect(content()?.getAttribute('dir')).toBe('rtl');
});

test('of long texts that follow each other at once the last one is shown, and a short one in place of a long one', async () => {
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

test('a line of a long text can be gone to before the text is shown', () => {
  const { editor, press } = open('one');
  editor.setText(LONG);
  editor.goToLine(2);
  press('Enter');
  expect(editor.text()).toMatch(/^(a line )+\r\n\r\na line /);
});

test('language and direction come with the long text that they belong to; read-only it is at once', async () => {
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
])('[D2.12] gives an edited text back with the line ends that it had: %j', (text, edited) => {
  const { editor, press } = open('');
  editor.setText(text);
  editor.goToLine(2);
  press('Enter');
  expect(editor.text()).toBe(edited);
});

test('a text that is emptied and taken back has its line ends', () => {
  const { editor, press } = open('one\r\ntwo');
  editor.goToLine(1);
  press('a', true);
  press('Backspace');
  expect(editor.text()).toBe('');
  press('z', true);
  expect(editor.text()).toBe('one\r\ntwo');
});
