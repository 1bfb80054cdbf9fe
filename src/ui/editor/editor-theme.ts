import { EditorView } from '@codemirror/view';

/** Colours are the page's tokens, which the shadow root inherits, so that the editor follows light and dark. */
export const editorTheme = EditorView.theme({
  '&': { height: '100%', backgroundColor: 'transparent', color: 'var(--color-text, CanvasText)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    fontFamily: 'var(--font-mono, ui-monospace, monospace)',
    fontSize: '0.875rem',
    lineHeight: '1.5',
    overflow: 'auto',
  },
  '.cm-content': { padding: '8px 0', caretColor: 'var(--color-text, CanvasText)' },
  '.cm-line': { padding: '0 12px' },
  '.cm-content ::selection': { backgroundColor: 'var(--color-selection, Highlight)' },
  '.cm-placeholder': { color: 'var(--color-muted, GrayText)' },
});
