import type { Undo } from '../../film/film.ts';

/** Of mending, while the mended file is on the page. */
export const MENDED_WORDS = 'The file was mended. Its earlier text is kept until you press Translate.';

/** What a step of the history has done, as one or two sentences. */
export function undoWords(undo: Undo): string {
  switch (undo.command) {
    case 'restart':
      return 'You started over. The last film is kept until you open another.';
    case 'open-project':
      return 'The opened project replaced your earlier work.';
    case 'open-next':
      return 'The next film was opened. The finished one is kept, with its translation, until you press Translate.';
    case 'open-original':
      return 'The opened file replaced the earlier text.';
    case 'clear-original':
      return 'The original was cleared.';
    case 'mend-original':
      return MENDED_WORDS;
    case 'clear-translated':
      return 'The translated text was cleared.';
    case 'assemble-again':
      return 'The text was built again from the batches, without your edits.';
    case 'bring-back':
      return 'Your earlier work is back. The work that it replaced is kept.';
    case 'translate-again':
      return `Batch ${undo.index + 1} was sent again. Its earlier output is kept.`;
    case 'bring-back-text':
      return 'The earlier translated text is back. The text that it replaced is kept.';
    case 'bring-back-batch':
      return `Batch ${undo.index + 1} has its earlier output again. The output that it replaced is kept.`;
    case 'change-lines':
      return `${undo.words}.`;
    case 'fill-gaps':
      return `The gaps of batch ${undo.index + 1} were filled with the original.`;
  }
}

/** Of lines whose text a person has taken out: what they need; empty: there are none. */
export function emptiedWords(numbers: readonly number[]): string {
  if (numbers.length === 0) return '';
  const [lines, have, it] = numbers.length === 1 ? ['Line', 'has', 'it'] : ['Lines', 'have', 'them'];
  return `${lines} ${numberList(numbers)} ${have} no text: write ${it} anew in Lines, or press Undo.`;
}

/** How many lines a person filled with the original, as a part of a sentence; empty: none. */
export const untranslatedWords = (count: number): string =>
  count === 0 ? '' : count === 1 ? '1 line is untranslated' : `${count} lines are untranslated`;

/** Numbers as a part of a sentence: "45", "45 and 46", "45, 46 and 90", "45, 46, 90, 91, 92 and 7 more". */
export function numberList(numbers: readonly number[]): string {
  const named = numbers.slice(0, NAMED_AT_MOST);
  const more = numbers.length - named.length;
  const last = more > 0 ? `${more} more` : named.pop();
  return [named.join(', '), last].filter((part) => part !== '').join(' and ');
}

/** So many are named; of more than these it is said how many there are besides. */
export const NAMED_AT_MOST = 5;
