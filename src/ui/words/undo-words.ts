import type { Undo } from '../../session/session-state.ts';

/** What a step of the history has done, as one or two sentences. */
export function undoWords(undo: Undo): string {
  switch (undo.command) {
    case 'restart':
      return 'You started over. The last film is kept until you open another.';
    case 'open-project':
      return 'The project was opened in place of the work before.';
    case 'open-original':
      return 'The file was opened in place of the text before.';
    case 'clear-original':
      return 'The original was cleared.';
    case 'clear-translated':
      return 'The translated text was cleared.';
    case 'assemble-again':
      return 'The text was put together anew, without your edits.';
    case 'bring-back':
      return 'The work before was brought back. What it took the place of is kept.';
    case 'translate-again':
      return `Batch ${undo.index + 1} was sent again. What it held before is kept.`;
    case 'bring-back-text':
      return 'The translated text before was brought back. What it took the place of is kept.';
    case 'bring-back-batch':
      return `Batch ${undo.index + 1} was brought back. What it took the place of is kept.`;
    case 'change-lines':
      return `${undo.words}.`;
    case 'fill-gaps':
      return `The gaps of batch ${undo.index + 1} were filled with the original.`;
  }
}
