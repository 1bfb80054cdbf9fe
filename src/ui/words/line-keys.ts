/** The keys of the view of lines, for the sheet; what they do is in panels/lines/grid/use-grid-keys.ts. On a Mac Command is Control. */
export const LINE_KEYS: readonly (readonly [keys: string, label: string])[] = [
  ['↑ ↓ PageUp PageDown', 'Another line'],
  ['Ctrl+Home Ctrl+End', 'First, last line'],
  ['← →', 'Buttons of a line or heading'],
  ['Enter', 'Edit; in the text: save, edit the next'],
  ['Shift+Enter', 'In the text: line break'],
  ['Escape', 'In the text: take back what was typed'],
  ['Alt+↑ Alt+↓', 'In the text: save, edit the line before or after'],
  ['Ctrl+I', 'In the text: italics'],
  ['Ctrl+Enter', 'Confirm, go to the next to review'],
  ['Alt+Enter', 'Translate again: other words, as suggestions'],
  ['F8 Shift+F8', 'Next, previous problem'],
  ['Space Shift+↑ Shift+↓ Ctrl+A', 'Select lines'],
  ['Ctrl+Z Ctrl+Y', 'Undo, redo'],
  ['Ctrl+F Ctrl+H Ctrl+G', 'Find, replace, go to a number'],
];
