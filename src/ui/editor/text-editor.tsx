import {
  createContext,
  type Ref,
  type RefObject,
  useContext,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { scriptOfText } from '../../languages/direction-of-text.ts';
import { loadOnce } from '../../lib/memo.ts';
import type { Calls } from '../../lib/port.ts';
import { lineEndOf, withLineEndsLike } from '../../subtitles/lines.ts';
import {
  type CreateEditor,
  createChangeReporter,
  type EditorAttributes,
  type EditorHandover,
  type EditorModule,
  type EditorSurface,
  LONG_TEXT_CHARACTERS,
  type LoadedEditor,
} from './surface.ts';
import styles from './text-editor.module.css';

/** Defaults: editable, on its own, in the page's language. */
export interface TextEditorProps extends Partial<EditorAttributes> {
  name: string;
  value: string;
  /** Called with the person's edits at each key; for a long text at most every 50 ms and when the focus leaves it. */
  onChange?: ((value: string) => void) | undefined;
  /** In pixels, or a CSS length such as '100%'. Default 550 (specification, section 2). */
  height?: number | string;
  className?: string | undefined;
  ref?: Ref<TextEditorHandle> | undefined;
}

export type TextEditorHandle = Pick<EditorSurface, 'goToLine'>;

/**
 * The plain-text editor (specification, section 2). Until it is loaded, a plain text area of the same name replaces it. Another `value` from
 * outside replaces the text and its undo history.
 */
export function TextEditor(props: TextEditorProps) {
  const { name, value, readOnly = false, height = 550, placeholder = '', lang, dir = 'auto', together = false } = props;
  // The plain text area shows only the beginning of such a text while the editor loads.
  const isLarge = value.length > LONG_TEXT_CHARACTERS;
  const [isComposing, setIsComposing] = useState(false);
  const handover = useRef<EditorHandover>(null);
  const { reporter, surfaceRef, setSurface } = useReportedText(value, props.onChange);
  const { createEditor, isAwaited } = useLoadedEditor(reporter.known, isLarge);
  const attributes = useMemo(
    () => ({ name, readOnly, placeholder, lang, dir, together }),
    [name, readOnly, placeholder, lang, dir, together],
  );
  useImperativeHandle(props.ref, () => ({ goToLine: (line, mark) => surfaceRef.current?.goToLine(line, mark) }), [
    surfaceRef,
  ]);
  const shared = { attributes, initialText: reporter.known, handover, onSurface: setSurface, onEdit: reporter.edited };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears the focus leave the text box inside.
    <div
      className={[styles.frame, props.className].filter(Boolean).join(' ')}
      style={{ height }}
      onBlur={reporter.flush}
    >
      {createEditor && !isComposing ? (
        <EditorHost {...shared} createEditor={createEditor} />
      ) : (
        <PlainTextarea {...shared} isExcerpt={isLarge && isAwaited} onComposing={setIsComposing} />
      )}
    </div>
  );
}

/** The language and direction of a text for its box. Deferred: on a slow computer to find them takes 10 ms, and the text itself is drawn first. */
export function useScript(text: string): ReturnType<typeof scriptOfText> {
  const drawn = useDeferredValue(text);
  return useMemo(() => scriptOfText(drawn), [drawn]);
}

/** Makes each text box report typed text at once. The page sets it; without it a box reports up to 50 ms later. */
export const TakeTypedContext = createContext<Pick<Calls<[]>, 'use'> | null>(null);

/** Keeps the shown text and `value` in step. `setSurface` gets the element that shows the text, and null before that is removed. */
function useReportedText(value: string, onChange: ((value: string) => void) | undefined) {
  const report = useEffectEvent((text: string) => onChange?.(text));
  const surfaceRef = useRef<EditorSurface>(null);
  const [{ reporter, setSurface }] = useState(() => {
    const reporter = createChangeReporter({ initial: value, read: () => surfaceRef.current?.text() ?? '', report });
    const setSurface = (surface: EditorSurface | null) => {
      reporter.flush();
      surfaceRef.current = surface;
    };
    return { reporter, setSurface };
  });

  useLayoutEffect(() => {
    if (reporter.accept(value)) surfaceRef.current?.setText(value);
  }, [reporter, value]);

  const takeTyped = useContext(TakeTypedContext);
  useEffect(() => takeTyped?.use(reporter.flush), [takeTyped, reporter]);

  return { reporter, surfaceRef, setSurface };
}

/** How much of a very long text the text area shows while the editor loads. It would take seconds to show the whole text. */
const EXCERPT_CHARACTERS = 4_000;

interface PlainTextareaProps extends TextBoxProps {
  isExcerpt: boolean;
  onComposing: (isComposing: boolean) => void;
}

/** Shown until the editor is loaded, and permanently if it cannot be loaded. */
function PlainTextarea(props: PlainTextareaProps) {
  const { attributes, isExcerpt, initialText, handover, onSurface, onEdit, onComposing } = props;
  const textareaRef = useRef<HTMLTextAreaElement>(null);

  useLayoutEffect(() => {
    const textarea = textareaRef.current;
    if (textarea === null) return;
    /** The file's line end; a text area has only "\n". */
    let like = '';
    const setText = (text: string) => {
      like = lineEndOf(text);
      textarea.value = isExcerpt ? text.slice(0, EXCERPT_CHARACTERS) : text;
    };
    setText(initialText());
    onSurface({
      text: () => withLineEndsLike(textarea.value, like),
      setText,
      goToLine: (line, mark) => goToLine(textarea, line, mark),
    });
    return () => {
      handover.current = handoverFrom(textarea);
      onSurface(null);
    };
  }, [isExcerpt, initialText, handover, onSurface]);

  return (
    <textarea
      ref={textareaRef}
      className={styles.textarea}
      aria-label={attributes.name}
      aria-busy={isExcerpt || undefined}
      readOnly={attributes.readOnly || isExcerpt}
      placeholder={attributes.placeholder}
      lang={attributes.lang}
      dir={attributes.dir}
      spellCheck={false}
      onChange={(event) => onEdit(event.currentTarget.textLength)}
      onCompositionStart={() => onComposing(true)}
      onCompositionEnd={() => onComposing(false)}
    />
  );
}

function goToLine(textarea: HTMLTextAreaElement, line: number, mark?: 'marked'): void {
  const before = textarea.value.split('\n', line - 1);
  const start = before.reduce((sum, each) => sum + each.length + 1, 0);
  textarea.focus();
  const lineEnd = textarea.value.indexOf('\n', start);
  textarea.setSelectionRange(start, mark ? (lineEnd < 0 ? textarea.textLength : lineEnd) : start);
  // Browsers do not say where a line is drawn. For lines of similar length this is close enough.
  const middlePx = (start / textarea.textLength) * textarea.scrollHeight;
  textarea.scrollTop = middlePx - textarea.clientHeight / 2;
}

function handoverFrom(textarea: HTMLTextAreaElement): EditorHandover {
  const isBackward = textarea.selectionDirection === 'backward';
  return {
    anchor: isBackward ? textarea.selectionEnd : textarea.selectionStart,
    head: isBackward ? textarea.selectionStart : textarea.selectionEnd,
    scrollTopPx: textarea.scrollTop,
    focused: textarea.ownerDocument.activeElement === textarea,
  };
}

/** Loads the editor's chunk once for all text boxes. */
interface EditorLoader {
  /** The editor if it is loaded already, so that a later text box starts with it. */
  loaded(): CreateEditor | null;
  /** When to load the editor for short texts. For a long text it loads at once. */
  readonly whenWanted: Promise<void>;
  /** Resolves with null if the chunk cannot be loaded; the next call tries again. Splits `text` ahead in slices. */
  load(text?: string): Promise<CreateEditor | null>;
  /** Splits a long text ahead that an editor will show next; does nothing before the editor is loaded. */
  prepare(text: string): Promise<void>;
}

/** Enough time to draw one text box before the next editor is made. */
const BETWEEN_EDITORS_MS = 20;

export function createEditorLoader(
  whenWanted: Promise<void>,
  importEditor: () => Promise<EditorModule> = () => import('./codemirror-editor.ts'),
): EditorLoader {
  let editor: EditorModule | null = null;
  let queue: Promise<void> = Promise.resolve();

  const loadEditor = loadOnce(async () => {
    editor = await importEditor();
  });

  return {
    whenWanted,
    loaded: () => editor?.createEditor ?? null,
    async load(text = '') {
      // If it cannot be loaded, the plain text area works as well: no message is needed.
      await loadEditor().catch(() => {});
      // One editor per task: several large ones in one task would block the page.
      const earlierBoxes = queue;
      queue = earlierBoxes.then(() => new Promise((done) => setTimeout(done, BETWEEN_EDITORS_MS)));
      await earlierBoxes;
      await editor?.readAhead(text);
      return editor?.createEditor ?? null;
    },
    prepare: async (text) => editor?.readAhead(text),
  };
}

/** Set by the composition root. Without a loader, as in component tests, every text box stays a plain text area. */
export const EditorLoaderContext = createContext<EditorLoader | null>(null);

export interface TextBoxProps {
  attributes: EditorAttributes;
  initialText: () => string;
  /** The cursor and scroll position of the plain text area that the editor replaces, if any. */
  handover: RefObject<EditorHandover | null>;
  /** Called with the element that shows the text, and with null before that element is removed. */
  onSurface: (surface: EditorSurface | null) => void;
  onEdit: (lengthCharacters: number) => void;
}

function EditorHost(props: TextBoxProps & { createEditor: CreateEditor }) {
  const { createEditor, attributes, initialText, handover, onSurface, onEdit } = props;
  const hostRef = useRef<HTMLDivElement>(null);
  const editorRef = useRef<LoadedEditor>(null);

  const open = useEffectEvent((host: HTMLElement) =>
    createEditor({ host, text: initialText(), attributes, handover: handover.current, onEdit }),
  );

  useLayoutEffect(() => {
    const host = hostRef.current;
    if (host === null) return;
    const editor = open(host);
    editorRef.current = editor;
    onSurface(editor);
    return () => {
      onSurface(null);
      editor.destroy();
    };
  }, [onSurface]);

  // In an effect, because the editor measures itself: before the drawing this would force a second layout.
  useEffect(() => editorRef.current?.setAttributes(attributes), [attributes]);

  return <div ref={hostRef} className={styles.host} />;
}

/** After this time the plain text area shows even a very long text in full. */
const PATIENCE_MS = 3000;

/**
 * Loads the editor on the first touch, or at once for a long text. `isAwaited`: the text box should wait for the editor. After three seconds it no longer
 * waits, and the editor may still come later.
 */
function useLoadedEditor(firstText: () => string, isLong: boolean) {
  const loader = useContext(EditorLoaderContext);
  const [found, setFound] = useState(() => ({
    createEditor: isLong ? null : (loader?.loaded() ?? null),
    isAwaited: loader !== null,
  }));
  const isReady = found.createEditor !== null;

  useEffect(() => {
    if (loader === null || isReady) return;
    let isShown = true;
    let patience: ReturnType<typeof setTimeout> | undefined;
    async function load({ load, whenWanted }: EditorLoader): Promise<void> {
      if (!isLong) await whenWanted;
      if (!isShown) return;
      patience = setTimeout(() => setFound({ createEditor: null, isAwaited: false }), PATIENCE_MS);
      const createEditor = await load(firstText());
      clearTimeout(patience);
      if (isShown) setFound({ createEditor, isAwaited: false });
    }
    void load(loader);
    return () => {
      isShown = false;
      clearTimeout(patience);
    };
  }, [loader, isReady, isLong, firstText]);

  return found;
}
