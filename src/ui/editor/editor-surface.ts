/** What holds the text on the screen: the plain text area at first, the editor as soon as it is loaded. */
export interface EditorSurface {
  /** The whole text, line ends as `\n`. */
  text(): string;
  /** Puts a text that came from outside in place of the present one, without reporting it as an edit. */
  setText(text: string): void;
  /** Puts caret and focus at the beginning of a line, counted from 1, and brings it into view; the last line for more. */
  goToLine(line: number): void;
}

/** What assistive technology and the browser are told about the box. */
export interface EditorAttributes {
  /** The accessible name. */
  name: string;
  readOnly: boolean;
  invalid: boolean;
  placeholder: string;
  /** Language of the text as a BCP 47 tag; undefined: the page's. */
  lang: string | undefined;
  /** Of the text as a whole; `auto`: not known. Each line runs by its own letters besides. */
  dir: 'auto' | 'ltr' | 'rtl';
  /** Scrolled together with the other subtitle texts of the page. */
  together: boolean;
}

/** Where the person was in the plain text area when the editor took its place. */
export interface EditorHandover {
  /** Selection in characters of the text; equal where nothing is selected. */
  anchor: number;
  head: number;
  scrollTopPx: number;
  focused: boolean;
}

/** The loaded editor, living in a host element. */
export interface LoadedEditor extends EditorSurface {
  setAttributes(attributes: EditorAttributes): void;
  destroy(): void;
}

/**
 * Puts an editor into `host`, which must be in the document. `onEdit` is called at each change that the person
 * makes, with the text's new length in characters.
 */
export type CreateEditor = (options: {
  host: HTMLElement;
  text: string;
  attributes: EditorAttributes;
  handover: EditorHandover | null;
  onEdit: (lengthCharacters: number) => void;
}) => LoadedEditor;

/** What the editor's chunk holds. */
export interface EditorModule {
  readonly createEditor: CreateEditor;
  /** Splits a long text ahead of time, so that the editor made for it is there at once. */
  readonly readAhead: (text: string) => Promise<void>;
}

/**
 * The host element's documented hook: the document holds only the lines in sight, this gives the whole text.
 * Tests and assistive tools may call it.
 */
export interface TextEditorHost extends HTMLElement {
  editorText?: () => string;
}
