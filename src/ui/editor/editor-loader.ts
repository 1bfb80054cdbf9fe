import { createContext } from 'react';
import type { CreateEditor, EditorModule } from './editor-surface.ts';

/** Brings the editor's chunk once for all editors of the page. */
export interface EditorLoader {
  /** The editor if it is here already, so that a text box opened later starts as an editor at once. */
  loaded(): CreateEditor | null;
  /** Fulfilled when the chunk is worth loading for a short text too: for a long one it always is. */
  readonly whenWanted: Promise<void>;
  /** Null when the chunk cannot be loaded; a later call tries again. The text that comes first is read ahead in slices. */
  load(text?: string): Promise<CreateEditor | null>;
  /** Reads a long text ahead that an editor of the page is to show next; at once done while no editor is here. */
  prepare(text: string): Promise<void>;
}

/** Long enough for one text box to be drawn before the next one's turn. */
const BETWEEN_EDITORS_MS = 20;

/** `importEditor` is the dynamic import; tests give their own. */
export function createEditorLoader(
  whenWanted: Promise<void>,
  importEditor: () => Promise<EditorModule> = async () => (await import('./loaded-editor.ts')).loadedEditor,
): EditorLoader {
  let editor: EditorModule | null = null;
  let loading: Promise<void> | null = null;
  let turn: Promise<void> = Promise.resolve();

  async function load(): Promise<void> {
    try {
      editor = await importEditor();
    } catch {
      // The plain text area goes on in its place: nothing is lost that would need a message.
      loading = null;
    }
  }

  return {
    whenWanted,
    loaded: () => editor?.createEditor ?? null,
    async load(text = '') {
      loading ??= load();
      await loading;
      // Each text box in a task of its own: several large ones in one would hold the page up.
      const myTurn = turn;
      turn = myTurn.then(() => delay(BETWEEN_EDITORS_MS));
      await myTurn;
      await editor?.readAhead(text);
      return editor?.createEditor ?? null;
    },
    prepare: async (text) => editor?.readAhead(text),
  };
}

function delay(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms));
}

/** Given by the composition root. Without one every text box stays a plain text area, as in component tests. */
export const EditorLoaderContext = createContext<EditorLoader | null>(null);
