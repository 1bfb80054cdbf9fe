import {
  createContext,
  type RefObject,
  useContext,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { loadOnce } from '../../lib/memo.ts';
import type {
  CreateEditor,
  EditorAttributes,
  EditorHandover,
  EditorModule,
  EditorSurface,
  LoadedEditor,
} from './surface.ts';
import styles from './text-editor.module.css';

/** Loads the editor's chunk once for all text boxes of the page. */
interface EditorLoader {
  /** The editor if it is loaded, so that a text box opened later starts as an editor. */
  loaded(): CreateEditor | null;
  /** Resolves when the editor should be loaded for short texts too; for a long text it is loaded at once. */
  readonly whenWanted: Promise<void>;
  /** Resolves with null when the chunk cannot be loaded; the next call tries again. `text` is read ahead in slices. */
  load(text?: string): Promise<CreateEditor | null>;
  /** Splits a long text ahead that an editor will show next; does nothing while the editor is not loaded. */
  prepare(text: string): Promise<void>;
}

/** Enough time for one text box to be drawn before the next one's editor is made. */
const BETWEEN_EDITORS_MS = 20;

/** `importEditor` is the dynamic import; tests pass their own. */
export function createEditorLoader(
  whenWanted: Promise<void>,
  importEditor: () => Promise<EditorModule> = async () => (await import('./codemirror-editor.ts')).loadedEditor,
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
      // Where it cannot be loaded the plain text area stays and works as well, so no message is needed.
      await loadEditor().catch(() => {});
      // Makes one editor per task: several large ones in one task would block the page.
      const earlierBoxes = queue;
      queue = earlierBoxes.then(() => new Promise((done) => setTimeout(done, BETWEEN_EDITORS_MS)));
      await earlierBoxes;
      await editor?.readAhead(text);
      return editor?.createEditor ?? null;
    },
    prepare: async (text) => editor?.readAhead(text),
  };
}

/** Set by the composition root. Without a loader every text box stays a plain text area, as in component tests. */
export const EditorLoaderContext = createContext<EditorLoader | null>(null);

/** What shows a text, editor or text area, is given. */
export interface TextBoxProps {
  attributes: EditorAttributes;
  initialText: () => string;
  onEdit: (lengthCharacters: number) => void;
}

interface EditorHostProps extends TextBoxProps {
  createEditor: CreateEditor;
  /** Where the person was in the plain text area that the editor replaces, if there was one. */
  handover: RefObject<EditorHandover | null>;
  /** Called with the editor, and with null before it is destroyed. */
  onSurface: (surface: EditorSurface | null) => void;
}

/** The element around the loaded editor. */
export function EditorHost(props: EditorHostProps) {
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
      editorRef.current = null;
      editor.destroy();
    };
  }, [onSurface]);

  // After drawing: the editor measures itself, and doing so earlier would lay out the page twice.
  useEffect(() => editorRef.current?.setAttributes(attributes), [attributes]);

  return <div ref={hostRef} className={styles.host} />;
}

/** After this time the plain text area shows even a very long text in full. */
const PATIENCE_MS = 3000;

/**
 * Loads the editor when somebody touches the page, and at once for a long text. Gives it once it is there; `isAwaited`: it is worth waiting
 * for, though it may still come later.
 */
export function useLoadedEditor(firstText: () => string, isLong: boolean) {
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
