import { createCodemirrorEditor } from './codemirror-editor.ts';
import type { EditorModule } from './editor-surface.ts';
import { readAhead } from './read-ahead.ts';

/** Everything that the page uses of the editor, as one chunk. */
export const loadedEditor: EditorModule = { createEditor: createCodemirrorEditor, readAhead };
