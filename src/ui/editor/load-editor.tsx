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
      queue = earlierBoxes.then(() => delay(BETWEEN_EDITORS_MS));
      await earlierBoxes;
      await editor?.readAhead(text);
      return editor?.createEditor ?? null;
    },
    prepare: async (text) => editor?.readAhead(text),
  };
}

function delay(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms));
}

/** Set by the composition root. Without a loader every text box stays a plain text area, as in component tests. */
export const EditorLoaderContext = createContext<EditorLoader | null>(null);

interface EditorHostProps {
  createEditor: CreateEditor;
  attributes: EditorAttributes;
  initialText: () => string;
  /** Where the person was in the plain text area that the editor replaces, if there was one. */
  handover: RefObject<EditorHandover | null>;
  /** Called with the editor, and with null before it is destroyed. */
  onSurface: (surface: EditorSurface | null) => void;
  onEdit: (lengthCharacters: number) => void;
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

/** `absent`: not loaded, and no longer waited for, though it may still come. */
type EditorAvailability =
  | { status: 'loading' }
  | { status: 'absent' }
  | { status: 'ready'; createEditor: CreateEditor };

/** After this time the plain text area shows even a very long text in full. */
const PATIENCE_MS = 3000;

/** Loads the editor when somebody touches the page, and at once for a long text. */
export function useEditorAvailability(firstText: () => string, isLong: boolean): EditorAvailability {
  const loader = useContext(EditorLoaderContext);
  const [availability, setAvailability] = useState<EditorAvailability>(() => {
    const createEditor = loader?.loaded() ?? null;
    if (createEditor !== null && !isLong) return { status: 'ready', createEditor };
    return { status: loader === null ? 'absent' : 'loading' };
  });
  const isReady = availability.status === 'ready';

  useEffect(() => {
    if (loader === null || isReady) return;
    let isShown = true;
    let patience: ReturnType<typeof setTimeout> | undefined;
    const stopWaiting = () => setAvailability((now) => (now.status === 'loading' ? { status: 'absent' } : now));

    async function load({ load, whenWanted }: EditorLoader): Promise<void> {
      if (!isLong) await whenWanted;
      if (!isShown) return;
      patience = setTimeout(stopWaiting, PATIENCE_MS);
      const createEditor = await load(firstText());
      if (!isShown) return;
      if (createEditor === null) stopWaiting();
      else setAvailability({ status: 'ready', createEditor });
    }
    void load(loader);
    return () => {
      isShown = false;
      clearTimeout(patience);
    };
  }, [loader, isReady, isLong, firstText]);

  return availability;
}
