import { history, historyKeymap, insertNewline, standardKeymap } from '@codemirror/commands';
import { search, searchKeymap } from '@codemirror/search';
import {
  Annotation,
  Compartment,
  EditorState,
  type Extension,
  RangeSetBuilder,
  type StateEffect,
  Text,
} from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  EditorView,
  keymap,
  placeholder,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';
import { nextTask, ownTask } from '../../clock/clock.ts';
import { directionOfText, SAMPLE_CHARACTERS } from '../../languages/direction-of-text.ts';
import { smallestChange } from '../../lib/text.ts';
import { lineEndOf, withLineEndsLike, withPlainLineEnds } from '../../subtitles/lines.ts';
import { type CreateEditor, type EditorAttributes, LONG_TEXT_CHARACTERS, type TextEditorHost } from './surface.ts';

const cameFromOutside = Annotation.define<true>();

/**
 * The plain-text editor (specification, section 2). It is in its host's shadow root, where its styles are adopted style sheets: the policy
 * `style-src 'self'` would block inline styles in the document.
 */
export const createEditor: CreateEditor = ({ host, text, attributes: initial, handover, onEdit }) => {
  const shadowRoot = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  const attributes = new Compartment();
  let given = initial;
  let shownAttributes = initial;
  const undoHistory = new Compartment();
  /** The line end of the text that was set; the editor itself uses "\n". */
  let lineEnd = lineEndOf(text);
  /** A long text that will replace the shown one in a later task. */
  let waiting: string | undefined;

  const state = EditorState.create({
    doc: takeLines(text),
    extensions: [
      attributes.of(extensionsFor(initial)),
      undoHistory.of(history()),
      // Tab moves the focus on, as in a plain text field.
      keymap.of([{ key: 'Enter', run: insertNewline, shift: insertNewline }, ...standardKeymap, ...historyKeymap]),
      EditorState.tabSize.of(2),
      EditorView.lineWrapping,
      editorTheme,
      findInText,
      initial.together ? scrollTogether : [],
      EditorView.updateListener.of((update) => {
        const isEdit = update.transactions.some((each) => each.docChanged && !each.annotation(cameFromOutside));
        const isTakenBack = update.transactions.some((each) => each.isUserEvent('undo') || each.isUserEvent('redo'));
        // A text that is typed into an empty editor does not keep the line ends of an earlier file.
        if (isEdit && !isTakenBack && update.startState.doc.length === 0) lineEnd = '\n';
        // Ignores edits of the shown text while another text waits to replace it.
        if (isEdit && waiting === undefined) onEdit(update.state.doc.length);
      }),
    ],
  });
  const view = new EditorView({ state, parent: shadowRoot, root: shadowRoot });
  const readText = () => view.state.doc.toString();
  Object.assign<TextEditorHost, Partial<TextEditorHost>>(host, {
    editorText: readText,
    editorCursor: () => view.state.selection.main.head,
  });

  if (handover !== null) {
    const end = state.doc.length;
    view.dispatch({ selection: { anchor: Math.min(handover.anchor, end), head: Math.min(handover.head, end) } });
    if (handover.focused) view.focus();
    view.scrollDOM.scrollTop = handover.scrollTopPx;
  }

  function showText(next: string): void {
    waiting = undefined;
    lineEnd = lineEndOf(next);
    const lines = takeLines(next);
    // The lines of a text that was read ahead replace the whole text, so that it is not split twice.
    const change =
      lines === next
        ? smallestChange(readText(), withPlainLineEnds(next))
        : { from: 0, to: view.state.doc.length, insert: lines };
    if (change === null) return showAttributes();
    // The empty editor is at its beginning already.
    const isAnotherText = change.to > change.from && change.to - change.from >= view.state.doc.length / 2;
    view.dispatch({
      changes: change,
      annotations: cameFromOutside.of(true),
      // Clears the history: Undo must not bring back a text that the page has replaced. In one dispatch, because each one redraws the view.
      effects: [
        undoHistory.reconfigure([]),
        ...newAttributes(),
        ...(isAnotherText ? [EditorView.scrollIntoView(0)] : []),
      ],
      ...(isAnotherText && { selection: { anchor: 0 } }),
    });
    view.dispatch({ effects: undoHistory.reconfigure(history()) });
  }

  const showWaiting = () => void (waiting !== undefined && showText(waiting));

  function newAttributes(): readonly StateEffect<unknown>[] {
    if (given === shownAttributes) return [];
    shownAttributes = given;
    return [attributes.reconfigure(extensionsFor(given))];
  }

  function showAttributes(): void {
    const effects = newAttributes();
    if (effects.length > 0) view.dispatch({ effects });
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
      // Other changes wait together with a long text, but becoming read-only cannot wait.
      if (waiting === undefined || next.readOnly !== shownAttributes.readOnly) showAttributes();
    },
    destroy() {
      waiting = undefined;
      delete (host as TextEditorHost).editorText;
      delete (host as TextEditorHost).editorCursor;
      view.destroy();
    },
  };
};

function extensionsFor({ name, readOnly, placeholder: hint, lang, dir }: EditorAttributes): Extension {
  return [
    // Read-only with a caret, so that the keyboard can move, select and copy.
    EditorState.readOnly.of(readOnly),
    EditorView.contentAttributes.of({
      role: 'textbox',
      'aria-label': name,
      'aria-multiline': 'true',
      // The element can have the focus without this, but accessibility checkers require it on an element that scrolls.
      tabindex: '0',
      ...(readOnly && { 'aria-readonly': 'true', inputmode: 'none' }),
      ...(lang !== undefined && { lang }),
      ...(dir !== 'auto' && { dir }),
    }),
    lineDirection,
    hint === '' ? [] : placeholder(hint),
  ];
}

let latest: { readonly text: string; readonly lines: Text } | undefined;

/**
 * Splits a long text into the editor's lines, each slice in a task of its own. The last slice ends with a task break, too, because showing the text takes
 * long.
 */
export async function readAhead(text: string): Promise<void> {
  if (latest?.text === text) return;
  let lines = Text.empty;
  if (text.length > LONG_TEXT_CHARACTERS) await ownTask();
  for (let start = 0; start < text.length; ) {
    const end = text.indexOf('\n', start + LONG_TEXT_CHARACTERS) + 1 || text.length;
    lines = lines.append(Text.of(text.slice(start, end).split(LINE_END)));
    start = end;
    if (text.length > LONG_TEXT_CHARACTERS) await nextTask();
  }
  latest = { text, lines };
}

/** Returns the lines of a text that was read ahead, once. Returns any other text unchanged; the editor splits it. */
export function takeLines(text: string): Text | string {
  if (latest?.text !== text) return text;
  const { lines } = latest;
  latest = undefined;
  return lines;
}

const LINE_END = /\r\n?|\n/;

/** The colours are the page's tokens, inherited by the shadow root, so they follow light and dark. */
const editorTheme = EditorView.theme({
  '&': { height: '100%', backgroundColor: 'transparent', color: 'var(--color-text, CanvasText)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    fontFamily: 'var(--font-mono, ui-monospace, monospace)',
    fontSize: '0.875rem',
    lineHeight: '1.5',
    overflow: 'auto',
  },
  '.cm-content': { padding: '8px 0', caretColor: 'var(--color-text, CanvasText)' },
  '.cm-line': { padding: '0 12px' },
  '.cm-content ::selection': { backgroundColor: 'var(--color-selection, Highlight)' },
  '.cm-placeholder': { color: 'var(--color-muted, GrayText)' },
  '.cm-panels': {
    backgroundColor: 'var(--color-sunken, Canvas)',
    color: 'inherit',
    fontFamily: 'var(--font-ui, sans-serif)',
    zIndex: '1',
  },
  '.cm-panels-top': { borderBottom: '1px solid var(--color-line, GrayText)' },
  '.cm-panel.cm-search': { padding: '4px 32px 4px 8px', fontSize: '0.875rem' },
  '.cm-panel.cm-search label': { fontSize: '0.75rem' },
  // This editor has no multiple selections.
  '.cm-panel.cm-search [name=select]': { display: 'none' },
  '.cm-panel.cm-search [name=close]': { top: '4px', minWidth: '24px', minHeight: '24px', cursor: 'pointer' },
  '.cm-textfield, .cm-button': {
    minHeight: '1.5rem',
    padding: '0 8px',
    border: '1px solid var(--color-border, ButtonBorder)',
    borderRadius: '6px',
    background: 'var(--color-surface, Field)',
    color: 'inherit',
    fontSize: '0.875rem',
  },
  '.cm-button': { cursor: 'pointer' },
  '.cm-button:hover': { background: 'var(--color-hover, ButtonFace)' },
  '.cm-panels :focus-visible': { outline: 'var(--focus-ring, 2px solid Highlight)', outlineOffset: '1px' },
  '.cm-searchMatch': { backgroundColor: 'var(--color-notice-line, Mark)' },
  '.cm-searchMatch-selected': { outline: '2px solid var(--color-accent, Highlight)' },
});

/** The keys that other programs use for Find. The package's other keys would conflict with the page's. */
const KEYS = new Set(['Mod-f', 'F3', 'Mod-g', 'Escape']);

const WORDS = {
  next: 'Next',
  previous: 'Previous',
  'match case': 'Match case',
  regexp: 'Regular expression',
  'by word': 'Whole word',
  replace: 'Replace',
  'replace all': 'Replace all',
  close: 'Close',
};

/** Find and, in an editable text, Replace in a row above the text: Ctrl+F opens it, Escape closes it. */
const findInText: Extension = [
  search({ top: true }),
  keymap.of(searchKeymap.filter(({ key }) => key !== undefined && KEYS.has(key))),
  EditorState.phrases.of(WORDS),
];

const decorations = {
  ltr: Decoration.line({ attributes: { dir: 'ltr' } }),
  rtl: Decoration.line({ attributes: { dir: 'rtl' } }),
};

function decorateLinesInView(view: EditorView): DecorationSet {
  const { doc } = view.state;
  const builder = new RangeSetBuilder<Decoration>();
  for (const { from, to } of view.visibleRanges) {
    let line = doc.lineAt(from);
    for (;;) {
      const beginning = doc.sliceString(line.from, Math.min(line.to, line.from + SAMPLE_CHARACTERS));
      builder.add(line.from, line.from, decorations[directionOfText(beginning)]);
      if (line.to >= to) break;
      line = doc.lineAt(line.to + 1);
    }
  }
  return builder.finish();
}

const decorateLines = ViewPlugin.define(
  (view) => ({
    decorations: decorateLinesInView(view),
    update(change: ViewUpdate) {
      if (change.docChanged || change.viewportChanged) this.decorations = decorateLinesInView(change.view);
    },
  }),
  { decorations: (plugin) => plugin.decorations },
);

/** Gives each line the direction of its own letters, so that Arabic or Hebrew is readable beside numbers and timing lines. */
const lineDirection = [EditorView.perLineTextDirection.of(true), decorateLines];

interface Member {
  readonly view: EditorView;
  /** The timings of the shown text; undefined: not read since the text changed. */
  timings: Timings | undefined;
  /** The scroll position (px) that another text set. Its scroll event must not scroll the other texts in turn. */
  ledTo: number | undefined;
}

const group = new Set<Member>();

const NEAR_PX = 2;
const isNear = (one: number, other: number | undefined): boolean =>
  other !== undefined && Math.abs(one - other) < NEAR_PX;

/** Scrolling one subtitle text scrolls the others so that the same phrase is at the top. */
const scrollTogether: Extension = ViewPlugin.define((view) => {
  const member: Member = { view, timings: undefined, ledTo: undefined };
  group.add(member);
  const onScroll = () => {
    if (isNear(view.scrollDOM.scrollTop, member.ledTo)) return;
    member.ledTo = undefined;
    for (const other of group) if (other !== member) lead(member, other);
  };
  view.scrollDOM.addEventListener('scroll', onScroll, { passive: true });
  return {
    update({ docChanged }: ViewUpdate) {
      if (docChanged) member.timings = undefined;
    },
    destroy() {
      group.delete(member);
      view.scrollDOM.removeEventListener('scroll', onScroll);
    },
  };
});

function lead(leader: Member, to: Member): void {
  const [from, view] = [leader.view, to.view];
  leader.timings ??= timingsOf(from.state.doc);
  to.timings ??= timingsOf(view.state.doc);
  const [leading, led] = [leader.timings, to.timings];
  const scrolled = from.scrollDOM.scrollTop - from.documentPadding.top;
  const topLine = from.state.doc.lineAt(from.lineBlockAtHeight(scrolled).from).number;
  const place = phraseAtLine(leading, topLine);
  const same = place < 0 ? -1 : samePhrase(leading, place, led);
  if (same === undefined) return;
  const within = Math.max(0, scrolled - topOf(from, leading.lines[place]));
  const top = topOf(view, led.lines[same]);
  const height = topOf(view, led.lines[same + 1] ?? view.state.doc.lines) - top;
  const { scrollDOM, documentPadding } = view;
  const goal = same < 0 ? 0 : top + Math.min(within, Math.max(0, height)) + documentPadding.top;
  if (isNear(scrollDOM.scrollTop, goal)) return;
  scrollDOM.scrollTop = goal;
  to.ledTo = scrollDOM.scrollTop;
}

/** The offset (px) of the line before a timing line, which is the phrase's number. */
const topOf = (view: EditorView, timingLine = 1): number =>
  view.lineBlockAt(view.state.doc.line(Math.max(1, timingLine - 1)).from).top;

interface Timings {
  /** Line numbers of the timing lines, counted from 1. */
  readonly lines: readonly number[];
  readonly texts: readonly string[];
  /** By the text of a timing line: the first phrase with it. */
  readonly placeOf: ReadonlyMap<string, number>;
}

export function timingsOf(doc: Text): Timings {
  const lines: number[] = [];
  const texts: string[] = [];
  const placeOf = new Map<string, number>();
  let number = 0;
  for (const line of doc.iterLines()) {
    number++;
    if (!line.includes('-->')) continue;
    const text = line.trim();
    if (!placeOf.has(text)) placeOf.set(text, lines.length);
    lines.push(number);
    texts.push(text);
  }
  return { lines, texts, placeOf };
}

/** The index of the phrase that a line belongs to, where the number line before the timing counts as its start. -1: before the first phrase. */
export const phraseAtLine = ({ lines }: Timings, line: number): number =>
  lines.findLastIndex((timing) => timing - 1 <= line);

/** The index of the same phrase in another text; undefined: no phrase there has this time. */
export function samePhrase(from: Timings, place: number, to: Timings): number | undefined {
  const text = from.texts[place];
  if (text === undefined) return undefined;
  return to.texts[place] === text ? place : to.placeOf.get(text);
}
