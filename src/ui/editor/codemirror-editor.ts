import { history, historyKeymap, insertNewline, standardKeymap } from '@codemirror/commands';
import { Annotation, Compartment, EditorState, type Extension } from '@codemirror/state';
import { EditorView, keymap, placeholder } from '@codemirror/view';
import { nextTask } from '../../clock/clock.ts';
import { smallestChange } from '../../lib/smallest-change.ts';
import { lineEndOf, withLineEndsLike } from '../../subtitles/line-ends.ts';
import { withPlainLineEnds } from '../../subtitles/lines.ts';
import type { CreateEditor, EditorAttributes, EditorModule, TextEditorHost } from './editor-surface.ts';
import { editorTheme } from './editor-theme.ts';
import { findInText } from './find-in-text.ts';
import { lineDirection } from './line-direction.ts';
import { readAhead, takeLines } from './read-ahead.ts';
import { scrollTogether } from './scroll-together.ts';

/** A text that long, set from outside, is shown in a task of its own, after the one in which the page draws what else has changed. */
const LONG_TEXT_CHARACTERS = 100_000;

const cameFromOutside = Annotation.define<true>();

/**
 * The plain-text editor (specification, section 2), in its host's shadow root, where its styles are adopted style sheets: as
 * inline styles in the document, the policy `style-src 'self'` would block them.
 */
export const createCodemirrorEditor: CreateEditor = ({ host, text, attributes: initial, handover, onEdit }) => {
  const shadowRoot = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  const attributes = new Compartment();
  let given = initial;
  let shownAttributes = initial;
  const undoHistory = new Compartment();
  /** Of the text that was set; the editor itself has "\n" alone. */
  let lineEnd = lineEndOf(text);
  /** The long text that will be shown in place of the present one. */
  let waiting: string | undefined;

  const state = EditorState.create({
    doc: takeLines(text),
    extensions: [
      attributes.of(extensionsFor(initial)),
      undoHistory.of(history()),
      // The key bindings of a plain text field; Tab moves the focus on.
      keymap.of([{ key: 'Enter', run: insertNewline, shift: insertNewline }, ...standardKeymap, ...historyKeymap]),
      EditorState.tabSize.of(2),
      EditorView.lineWrapping,
      editorTheme,
      findInText,
      initial.together ? scrollTogether : [],
      EditorView.updateListener.of((update) => {
        const isEdit = update.transactions.some((each) => each.docChanged && !each.annotation(cameFromOutside));
        const isTakenBack = update.transactions.some((each) => each.isUserEvent('undo') || each.isUserEvent('redo'));
        // What is put in the place of nothing has no line ends of a file.
        if (isEdit && !isTakenBack && update.startState.doc.length === 0) lineEnd = '\n';
        // The present text is no longer the one of the page.
        if (isEdit && waiting === undefined) onEdit(update.state.doc.length);
      }),
      // The page opens a dropped file, since it detects the encoding; the editor would read the file as UTF-8.
      EditorView.domEventHandlers({ drop: (event) => (event.dataTransfer?.files.length ?? 0) > 0 }),
    ],
  });
  const view = new EditorView({ state, parent: shadowRoot, root: shadowRoot });
  const readText = () => view.state.doc.toString();
  (host as TextEditorHost).editorText = readText;

  if (handover !== null) {
    const end = state.doc.length;
    view.dispatch({ selection: { anchor: Math.min(handover.anchor, end), head: Math.min(handover.head, end) } });
    if (handover.focused) view.focus();
    view.scrollDOM.scrollTop = handover.scrollTopPx;
  }

  /** Lines that were split ahead replace the whole text, so that a long text is not split twice. */
  function changeTo(next: string) {
    const lines = takeLines(next);
    if (lines !== next) return { from: 0, to: view.state.doc.length, insert: lines };
    return smallestChange(readText(), withPlainLineEnds(next));
  }

  function showText(next: string): void {
    waiting = undefined;
    showAttributes();
    lineEnd = lineEndOf(next);
    const change = changeTo(next);
    if (change === null) return;
    const isAnotherText = change.to - change.from >= view.state.doc.length / 2;
    view.dispatch({
      changes: change,
      annotations: cameFromOutside.of(true),
      ...(isAnotherText && { selection: { anchor: 0 }, effects: EditorView.scrollIntoView(0) }),
    });
    // Undo must not bring back a text that the page has replaced.
    view.dispatch({ effects: undoHistory.reconfigure([]) });
    view.dispatch({ effects: undoHistory.reconfigure(history()) });
  }

  function showWaiting(): void {
    if (waiting !== undefined) showText(waiting);
  }

  function showAttributes(): void {
    if (given === shownAttributes) return;
    shownAttributes = given;
    view.dispatch({ effects: attributes.reconfigure(extensionsFor(given)) });
  }

  return {
    text: () => waiting ?? withLineEndsLike(readText(), lineEnd),
    setText(next) {
      if (next.length < LONG_TEXT_CHARACTERS) return showText(next);
      if (waiting === undefined) void nextTask().then(showWaiting);
      waiting = next;
    },
    goToLine(line, mark) {
      showWaiting();
      const { doc } = view.state;
      const { from, to } = doc.line(Math.min(line, doc.lines));
      const selection = { anchor: from, head: mark ? to : from };
      view.dispatch({ selection, effects: EditorView.scrollIntoView(from, { y: 'center' }) });
      view.focus();
    },
    setAttributes(next) {
      given = next;
      // What else changes with a long text can wait with it; a text that must not be edited any more cannot.
      if (waiting === undefined || next.readOnly !== shownAttributes.readOnly) showAttributes();
    },
    destroy() {
      waiting = undefined;
      delete (host as TextEditorHost).editorText;
      view.destroy();
    },
  };
};

/** All that the page uses of the editor, as one chunk. */
export const loadedEditor: EditorModule = { createEditor: createCodemirrorEditor, readAhead };

function extensionsFor({ name, readOnly, invalid, placeholder: hint, lang, dir }: EditorAttributes): Extension {
  return [
    // Read-only with a caret, so that the text can be walked through, selected and copied by keyboard.
    EditorState.readOnly.of(readOnly),
    EditorView.contentAttributes.of({
      role: 'textbox',
      'aria-label': name,
      'aria-multiline': 'true',
      // The element takes the focus without this; accessibility checkers look for the attribute on what scrolls.
      tabindex: '0',
      ...(readOnly && { 'aria-readonly': 'true', inputmode: 'none' }),
      ...(invalid && { 'aria-invalid': 'true' }),
      ...(lang !== undefined && { lang }),
      ...(dir !== 'auto' && { dir }),
    }),
    lineDirection,
    hint === '' ? [] : placeholder(hint),
  ];
}
