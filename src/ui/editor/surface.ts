/** It takes more than one task to show a text of this length. */
export const LONG_TEXT_CHARACTERS = 100_000;

export interface EditorSurface {
  /** The whole text, with the line ends of the text that was set. */
  text(): string;
  /** Shows another text without reporting it as an edit. */
  setText(text: string): void;
  /** Scrolls to a line (counted from 1; at most the last), and puts the caret at its start or selects it. */
  goToLine(line: number, mark?: 'marked'): void;
}

export interface EditorAttributes {
  name: string;
  readOnly: boolean;
  placeholder: string;
  /** The text's language as a BCP 47 tag; undefined: the page's. */
  lang: string | undefined;
  /** The direction of the whole text; `auto`: unknown. Each line also gets the direction of its own letters. */
  dir: 'auto' | 'ltr' | 'rtl';
  /** Scrolls together with the page's other subtitle texts, phrase by phrase. */
  together: boolean;
}

/** The cursor and scroll position of the plain text area that the editor replaces. */
export interface EditorHandover {
  /** Character offsets, equal if nothing is selected. */
  anchor: number;
  head: number;
  scrollTopPx: number;
  focused: boolean;
}

export interface LoadedEditor extends EditorSurface {
  setAttributes(attributes: EditorAttributes): void;
  destroy(): void;
}

/** Makes an editor in `host`, which is in the document. `onEdit` gets the text's new length after each change by the person. */
export type CreateEditor = (options: {
  host: HTMLElement;
  text: string;
  attributes: EditorAttributes;
  handover: EditorHandover | null;
  onEdit: (lengthCharacters: number) => void;
}) => LoadedEditor;

export interface EditorModule {
  readonly createEditor: CreateEditor;
  /** Splits a long text ahead, so that its editor is made quickly. */
  readonly readAhead: (text: string) => Promise<void>;
}

/** Properties of the host element for code outside the editor. */
export interface TextEditorHost extends HTMLElement {
  /** The whole text; the document holds only the visible lines. */
  editorText?: () => string;
  /** In characters. */
  editorCursor?: () => number;
}

/** Shorter texts are reported at every key: reading them takes no noticeable time. */
const SMALL_TEXT_CHARACTERS = 20_000;

/** Longer texts are read and reported at most this often. */
const REPORT_INTERVAL_MS = 50;

/**
 * Connects a text box with the state that holds its text. Long texts are reported rarely. A value that only echoes an earlier report does
 * not overwrite newer typing.
 */
export function createChangeReporter(options: { initial: string; read: () => string; report: (text: string) => void }) {
  let known = options.initial;
  let isPending = false;
  let lastReportMs = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function cancelReport(): void {
    clearTimeout(timer);
    timer = undefined;
    isPending = false;
  }

  function flush(): void {
    if (!isPending) return;
    cancelReport();
    known = options.read();
    options.report(known);
    // After the report, so that a slow receiver leaves time for the next key.
    lastReportMs = performance.now();
  }

  return {
    /** The last text that was set from outside or reported. */
    known: () => known,
    /** Accepts a value from outside. True: it differs from the known text and must be shown. */
    accept(value: string): boolean {
      if (value === known) return false;
      cancelReport();
      known = value;
      return true;
    },
    /** Call it after each change by the person. */
    edited(lengthCharacters: number): void {
      isPending = true;
      const waitMs = lastReportMs + REPORT_INTERVAL_MS - performance.now();
      if (lengthCharacters < SMALL_TEXT_CHARACTERS || waitMs <= 0) flush();
      else timer ??= setTimeout(flush, waitMs);
    },
    flush,
  };
}
