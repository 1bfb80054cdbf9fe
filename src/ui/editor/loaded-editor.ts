import { createCodemirrorEditor } from './codemirror-editor.ts';
import type { EditorModule } from './editor-surface.ts';
import { readAhead } from './read-ahead.ts';

/** All that the page uses of the editor, in one chunk. */
export const loadedEditor: EditorModule = { createEditor: createCodemirrorEditor, readAhead };
