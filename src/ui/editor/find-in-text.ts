import { search, searchKeymap } from '@codemirror/search';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';

/** The keys that a person knows from other texts; the others of the package would take keys of the page. */
const KEYS = new Set(['Mod-f', 'F3', 'Mod-g', 'Escape']);

const WORDS = {
  next: 'Next',
  previous: 'Previous',
  'match case': 'Match case',
  regexp: 'Regular expression',
  'by word': 'Whole word',
  replace: 'Replace',
  'replace all': 'Replace all',
  close: 'Close',
};

const theme = EditorView.theme({
  '.cm-panels': {
    backgroundColor: 'var(--color-sunken, Canvas)',
    color: 'inherit',
    fontFamily: 'var(--font-ui, sans-serif)',
    zIndex: '1',
  },
  '.cm-panels-top': { borderBottom: '1px solid var(--color-line, GrayText)' },
  '.cm-panel.cm-search': { padding: '4px 32px 4px 8px', fontSize: '0.875rem' },
  '.cm-panel.cm-search label': { fontSize: '0.75rem' },
  // Several places at once cannot be selected here.
  '.cm-panel.cm-search [name=select]': { display: 'none' },
  '.cm-panel.cm-search [name=close]': { top: '4px', minWidth: '24px', minHeight: '24px', cursor: 'pointer' },
  '.cm-textfield, .cm-button': {
    minHeight: '1.5rem',
    padding: '0 8px',
    border: '1px solid var(--color-border, ButtonBorder)',
    borderRadius: '6px',
    background: 'var(--color-surface, Field)',
    color: 'inherit',
    fontSize: '0.875rem',
  },
  '.cm-button': { cursor: 'pointer' },
  '.cm-button:hover': { background: 'var(--color-hover, ButtonFace)' },
  '.cm-panels :focus-visible': { outline: 'var(--focus-ring, 2px solid Highlight)', outlineOffset: '1px' },
  '.cm-searchMatch': { backgroundColor: 'var(--color-notice-line, Mark)' },
  '.cm-searchMatch-selected': { outline: '2px solid var(--color-accent, Highlight)' },
});

/** Find, and in a text that can be changed replace, as a row above the text: Ctrl+F opens it, Escape closes it. */
export const findInText: Extension = [
  search({ top: true }),
  keymap.of(searchKeymap.filter(({ key }) => key !== undefined && KEYS.has(key))),
  EditorState.phrases.of(WORDS),
  theme,
];
