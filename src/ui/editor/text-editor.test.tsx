import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { createCalls } from '../../lib/port.ts';
import type { CreateEditor, EditorModule } from './surface.ts';
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

test('goes to a line when it is asked to', () => {
  const editor: { current: TextEditorHandle | null } = { current: null };
  render(<TextEditor name="Prompt" value={'one\ntwo\nthree'} ref={editor} />);
  editor.current?.goToLine(2);
  expect(document.activeElement).toBe(box());
  expect([box().selectionStart, box().selectionEnd]).toEqual([4, 4]);
  editor.current?.goToLine(99);
  expect(box().selectionStart).toBe('one\ntwo\nthree'.length);
});

test('what is typed before the editor is loaded keeps the line ends that the text has', async () => {
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

test('[S2.15] a read-only box keeps its text', async () => {
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

test('the editor takes over the typed text, the selection and the focus', async () => {
  const { created, load } = await swap();
  await userEvent.setup().type(box(), 'def');
  box().setSelectionRange(2, 5, 'backward');
  await load();
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(created[0]?.text).toBe('abcdef');
  expect(created[0]?.handover).toEqual({ anchor: 5, head: 2, scrollTopPx: 0, focused: true });
});

test('edits and outside changes go through the editor after the swap', async () => {
  const { created, load } = await swap();
  await load();
  act(() => created[0]?.type('abcd'));
  expect(kept()).toBe('abcd');
  expect(created[0]?.handover).toMatchObject({ focused: false });
  await userEvent.setup().click(screen.getByRole('button', { name: 'Open' }));
  expect(created[0]?.shown()).toBe('opened');
  expect(created).toHaveLength(1);
});

test('waits with the swap until a composed letter is finished', async () => {
  const { created, load } = await swap();
  act(() => void box().dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true })));
  await load();
  expect(created).toHaveLength(0);
  act(() => void box().dispatchEvent(new CompositionEvent('compositionend', { bubbles: true })));
  expect(created).toHaveLength(1);
});

test('what was typed within the last moment is reported when the session takes it or the box goes', async () => {
  const large = 'x'.repeat(30_000);
  const { created, load, view, takeTyped } = await swap(large);
  await load();
  // A fixed clock: on a slow machine the second edit would be late enough to be reported at once.
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

test('a text of 10,000 phrases waits for the editor with its beginning only, and is whole when that cannot come', async () => {
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

test('a chunk that failed is asked for again by the next text box; a loaded one is there at once', async () => {
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
