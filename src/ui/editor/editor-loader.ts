import { createContext } from 'react';
import { loadOnce } from '../../lib/load-once.ts';
import type { CreateEditor, EditorModule } from './editor-surface.ts';

/** Loads the editor's chunk once for all text boxes of the page. */
export interface EditorLoader {
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
