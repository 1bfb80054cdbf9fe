/** The element that shows the text: first the plain text area, then the loaded editor. */
export interface EditorSurface {
  /** The whole text, with the line ends of the text that was set. */
  text(): string;
  /** Shows another text, without reporting it as the person's edit. */
  setText(text: string): void;
  /** Moves caret and focus to the beginning of a line (counted from 1; at most the last), or selects the line, and scrolls it into view. */
  goToLine(line: number, mark?: 'marked'): void;
}

/** What the browser and assistive technology are told about the text box. */
export interface EditorAttributes {
  /** The accessible name. */
  name: string;
  readOnly: boolean;
  placeholder: string;
  /** Language of the text as a BCP 47 tag; undefined: the page's. */
  lang: string | undefined;
  /** Direction of the whole text; `auto`: unknown. Each line also gets the direction of its own letters. */
  dir: 'auto' | 'ltr' | 'rtl';
  /** Scrolled together with the other subtitle texts of the page, phrase by phrase. */
  together: boolean;
}

/** Where the person was in the plain text area when the editor replaced it. */
export interface EditorHandover {
  /** Selection as character offsets; equal when nothing is selected. */
  anchor: number;
  head: number;
  scrollTopPx: number;
  focused: boolean;
}

/** The loaded editor inside its host element. */
export interface LoadedEditor extends EditorSurface {
  setAttributes(attributes: EditorAttributes): void;
  destroy(): void;
}

/** Makes an editor in `host`, which is in the document. `onEdit`: called at a person's change with the text's new length. */
export type CreateEditor = (options: {
  host: HTMLElement;
  text: string;
  attributes: EditorAttributes;
  handover: EditorHandover | null;
  onEdit: (lengthCharacters: number) => void;
}) => LoadedEditor;

/** The exports of the editor's chunk. */
export interface EditorModule {
  readonly createEditor: CreateEditor;
  /** Splits a long text ahead, so that making its editor takes no time. */
  readonly readAhead: (text: string) => Promise<void>;
}

/** The host element, for what is outside of the editor. */
export interface TextEditorHost extends HTMLElement {
  /** The whole text, of which the document holds the lines in sight. */
  editorText?: () => string;
  /** Where the cursor stands in it, in characters. */
  editorCursor?: () => number;
}

/** Shorter texts are reported at every key press: reading them takes no noticeable time. */
const SMALL_TEXT_CHARACTERS = 20_000;

/** A longer text is read and reported at most this often. */
const REPORT_INTERVAL_MS = 50;

/**
 * Connects a text box with the state that keeps its text. Edits are reported through `report`, rarely enough for a text of
 * 10,000 phrases; a value that merely echoes an earlier report does not overwrite newer typing.
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
    // Taken after the report, so that a slow receiver leaves time for the next key press.
    lastReportMs = performance.now();
  }

  return {
    /** The last text that was set from outside or reported. */
    known: () => known,
    /** Takes a value from outside. True: the value differs from the known text and must be shown. */
    accept(value: string): boolean {
      if (value === known) return false;
      cancelReport();
      known = value;
      return true;
    },
    /** To be called when the person has changed the text. */
    edited(lengthCharacters: number): void {
      isPending = true;
      const waitMs = lastReportMs + REPORT_INTERVAL_MS - performance.now();
      if (lengthCharacters < SMALL_TEXT_CHARACTERS || waitMs <= 0) flush();
      else timer ??= setTimeout(flush, waitMs);
    },
    flush,
  };
}
