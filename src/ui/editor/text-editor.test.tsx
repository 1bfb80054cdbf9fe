import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createCalls } from '../../lib/port.ts';
import { type CreateEditor, createChangeReporter, type EditorModule } from './surface.ts';
import {
  createEditorLoader,
  EditorLoaderContext,
  TakeTypedContext,
  TextEditor,
  type TextEditorHandle,
  type TextEditorProps,
} from './text-editor.tsx';

const readAhead = vi.fn(async () => {});

/** A stand-in for the editor: an element of the same role in a shadow root, driven by the test. */
function createStandIn() {
  const created: { text: string; handover: unknown; type: (text: string) => void; shown: () => string }[] = [];
  const createEditor: CreateEditor = ({ host, text, handover, onEdit }) => {
    let shown = text;
    const type = (next: string) => {
      shown = next;
      onEdit(next.length);
    };
    created.push({ text, handover, type, shown: () => shown });
    host.dataset.standIn = 'true';
    return {
      text: () => shown,
      setText: (next) => {
        shown = next;
      },
      goToLine: (line) => host.setAttribute('data-line', String(line)),
      setAttributes: (attributes) => host.setAttribute('aria-label', attributes.name),
      destroy: () => undefined,
    };
  };
  return { created, createEditor };
}

function Kept({ initial, ...rest }: Omit<TextEditorProps, 'value'> & { initial: string }) {
  const [value, setValue] = useState(initial);
  return (
    <>
      <TextEditor {...rest} value={value} onChange={setValue} />
      <output>{value}</output>
      <button type="button" onClick={() => setValue('opened')}>
        Open
      </button>
    </>
  );
}

const box = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Prompt' });
const kept = () => screen.getByRole('status').textContent;

test('goToLine selects the line in the plain text area', () => {
  const editor: { current: TextEditorHandle | null } = { current: null };
  render(<TextEditor name="Prompt" value={'one\ntwo\nthree'} ref={editor} />);
  editor.current?.goToLine(2);
  expect(document.activeElement).toBe(box());
  expect([box().selectionStart, box().selectionEnd]).toEqual([4, 4]);
  editor.current?.goToLine(99);
  expect(box().selectionStart).toBe('one\ntwo\nthree'.length);
});

test('typing before the editor is loaded keeps the line ends of the text', async () => {
  const user = userEvent.setup();
  const report = vi.fn();
  render(<TextEditor name="Prompt" value={'one\r\ntwo'} onChange={report} />);
  await user.type(box(), '!');
  expect(report).toHaveBeenLastCalledWith('one\r\ntwo!');
});

test('[S2.15][S9.8] is a plain text area of the same name until the editor is loaded', async () => {
  const user = userEvent.setup();
  render(<Kept name="Prompt" initial="abc" placeholder="Type here" lang="ru" />);
  expect(box().value).toBe('abc');
  expect(box().placeholder).toBe('Type here');
  expect(box().lang).toBe('ru');
  expect(box().parentElement?.style.height).toBe('550px');
  await user.type(box(), 'd');
  expect(kept()).toBe('abcd');
  await user.click(screen.getByRole('button', { name: 'Open' }));
  expect(box().value).toBe('opened');
});

test('[S2.15] a read-only text box cannot be edited', async () => {
  const onChange = vi.fn();
  render(<TextEditor name="Prompt" value="abc" onChange={onChange} readOnly height="100%" />);
  await userEvent.setup().type(box(), 'd');
  expect(box().value).toBe('abc');
  expect(onChange).not.toHaveBeenCalled();
});

async function swap(initial = 'abc') {
  const { created, createEditor } = createStandIn();
  const takeTyped = createCalls();
  let arrive: (editor: EditorModule) => void = () => undefined;
  const loader = createEditorLoader(
    Promise.resolve(),
    () =>
      new Promise((resolve) => {
        arrive = resolve;
      }),
  );
  const view = render(
    <EditorLoaderContext value={loader}>
      <TakeTypedContext value={takeTyped}>
        <Kept name="Prompt" initial={initial} />
      </TakeTypedContext>
    </EditorLoaderContext>,
  );
  const load = () =>
    act(async () => {
      arrive({ createEditor, readAhead });
      await loader.load();
    });
  return { created, load, view, loader, takeTyped };
}

test('the editor takes over typed text, selection and focus', async () => {
  const { created, load } = await swap();
  await userEvent.setup().type(box(), 'def');
  box().setSelectionRange(2, 5, 'backward');
  await load();
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(created[0]?.text).toBe('abcdef');
  expect(created[0]?.handover).toEqual({ anchor: 5, head: 2, scrollTopPx: 0, focused: true });
});

test('after the swap, edits and outside changes go through the editor', async () => {
  const { created, load } = await swap();
  await load();
  act(() => created[0]?.type('abcd'));
  expect(kept()).toBe('abcd');
  expect(created[0]?.handover).toMatchObject({ focused: false });
  await userEvent.setup().click(screen.getByRole('button', { name: 'Open' }));
  expect(created[0]?.shown()).toBe('opened');
  expect(created).toHaveLength(1);
});

test('does not swap while an input method is composing', async () => {
  const { created, load } = await swap();
  act(() => void box().dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true })));
  await load();
  expect(created).toHaveLength(0);
  act(() => void box().dispatchEvent(new CompositionEvent('compositionend', { bubbles: true })));
  expect(created).toHaveLength(1);
});

test('the latest typing is reported when the session asks for it or the text box is removed', async () => {
  const large = 'x'.repeat(30_000);
  const { created, load, view, takeTyped } = await swap(large);
  await load();
  // With a fixed clock a slow machine cannot report the second edit at once.
  const now = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  act(() => created[0]?.type(`${large}1`));
  act(() => created[0]?.type(`${large}12`));
  expect(kept()).toBe(`${large}1`);
  act(() => void takeTyped.call());
  expect(kept()).toBe(`${large}12`);
  now.mockRestore();
  view.unmount();

  const onChange = vi.fn();
  const again = render(<TextEditor name="Prompt" value={large} onChange={onChange} />);
  const user = userEvent.setup();
  await user.type(box(), 'a');
  await user.type(box(), 'b');
  again.unmount();
  expect(onChange).toHaveBeenLastCalledWith(`${large}ab`);
});

test('a text of 10,000 phrases shows only its beginning until the editor loads, and the whole text if loading fails', async () => {
  const large = 'x'.repeat(500_000);
  const loader = createEditorLoader(Promise.resolve(), () => Promise.reject(new Error('Loading chunk 409 failed.')));
  render(
    <EditorLoaderContext value={loader}>
      <TextEditor name="Prompt" value={large} />
    </EditorLoaderContext>,
  );
  expect(box().readOnly).toBe(true);
  expect(box().textLength).toBeLessThan(10_000);
  await act(async () => {
    await loader.load();
  });
  expect(box().readOnly).toBe(false);
  expect(box().value).toBe(large);
});

test('after a failed load the next text box tries again; a loaded editor is used at once', async () => {
  const { created, createEditor } = createStandIn();
  const importEditor = vi
    .fn()
    .mockRejectedValueOnce(new Error('offline'))
    .mockResolvedValue({ createEditor, readAhead });
  const loader = createEditorLoader(Promise.resolve(), importEditor);
  expect(await loader.load()).toBeNull();
  expect(await loader.load()).toBe(createEditor);
  render(
    <EditorLoaderContext value={loader}>
      <TextEditor name="Prompt" value="abc" />
    </EditorLoaderContext>,
  );
  expect(created).toHaveLength(1);
  expect(importEditor).toHaveBeenCalledTimes(2);
});

describe('createChangeReporter', () => {
  const LARGE = 500_000;

  beforeEach(() => void vi.useFakeTimers());

  function setUp() {
    const box = { text: '' };
    const reports: string[] = [];
    const read = vi.fn(() => box.text);
    const reporter = createChangeReporter({ initial: '', read, report: (text) => reports.push(text) });
    const type = (text: string, lengthCharacters = text.length) => {
      box.text = text;
      reporter.edited(lengthCharacters);
    };
    return { reporter, reports, read, type };
  }

  test('reports each edit of a small text at once', () => {
    const { reports, type } = setUp();
    type('a');
    type('ab');
    expect(reports).toEqual(['a', 'ab']);
  });

  test('reads and reports a large text at most every 50 ms, the last edit included', () => {
    const { reports, read, type } = setUp();
    for (let key = 1; key <= 100; key++) {
      type(`text ${key}`, LARGE);
      vi.advanceTimersByTime(10);
    }
    vi.advanceTimersByTime(50);
    expect(reports.at(0)).toBe('text 1');
    expect(reports.at(-1)).toBe('text 100');
    expect(read.mock.calls.length).toBeGreaterThanOrEqual(20);
    expect(read.mock.calls.length).toBeLessThanOrEqual(22);
  });

  test('flush reports a waiting edit, once', () => {
    const { reporter, reports, type } = setUp();
    type('first', LARGE);
    type('second', LARGE);
    expect(reports).toEqual(['first']);
    reporter.flush();
    reporter.flush();
    vi.advanceTimersByTime(1000);
    expect(reports).toEqual(['first', 'second']);
  });

  test('a value that echoes an earlier report does not replace newer typing', () => {
    const { reporter, reports, type } = setUp();
    type('first', LARGE);
    type('second', LARGE);
    expect(reporter.accept('first')).toBe(false);
    vi.advanceTimersByTime(1000);
    expect(reports).toEqual(['first', 'second']);
  });

  test('another text from outside replaces an edit that is not reported yet', () => {
    const { reporter, reports, type } = setUp();
    type('first', LARGE);
    type('second', LARGE);
    expect(reporter.accept('from outside')).toBe(true);
    vi.advanceTimersByTime(1000);
    reporter.flush();
    expect(reports).toEqual(['first']);
    expect(reporter.known()).toBe('from outside');
  });

  test('an old report that comes back from outside counts as another text', () => {
    const { reporter, type } = setUp();
    type('first');
    type('second');
    expect(reporter.accept('first')).toBe(true);
  });
});
