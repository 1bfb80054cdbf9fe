import { createContext } from 'react';
import type { CreateEditor } from './editor-surface.ts';

/** Brings the editor's chunk once for all editors of the page. */
export interface EditorLoader {
  /** The editor if it is here already, so that a text box opened later starts as an editor at once. */
  loaded(): CreateEditor | null;
  /** Null when the chunk cannot be loaded; a later call tries again. */
  load(): Promise<CreateEditor | null>;
}

interface EditorModule {
  createCodemirrorEditor: CreateEditor;
}

/** Long enough for one text box to be drawn before the next one's turn. */
const BETWEEN_EDITORS_MS = 20;

/** `importModule` is the dynamic import; tests give their own. */
export function createEditorLoader(
  importModule: () => Promise<EditorModule> = () => import('./codemirror-editor.ts'),
): EditorLoader {
  let createEditor: CreateEditor | null = null;
  let loading: Promise<CreateEditor | null> | null = null;
  let turn: Promise<void> = Promise.resolve();

  async function load(): Promise<CreateEditor | null> {
    try {
      createEditor = (await importModule()).createCodemirrorEditor;
    } catch {
      // The plain text area goes on in its place: nothing is lost that would need a message.
      loading = null;
    }
    return createEditor;
  }

  return {
    loaded: () => createEditor,
    async load() {
      loading ??= load();
      await loading;
      // Each text box in a task of its own: several large ones in one would hold the page up.
      const myTurn = turn;
      turn = myTurn.then(() => delay(BETWEEN_EDITORS_MS));
      await myTurn;
      return createEditor;
    },
  };
}

function delay(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms));
}

/** Given by the composition root. Without one every text box stays a plain text area, as in component tests. */
export const EditorLoaderContext = createContext<EditorLoader | null>(null);
