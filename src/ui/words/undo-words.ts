import { filmName, type Undo } from '../../film/film.ts';
import type { CommandOf, StepCommand } from '../../film/steps.ts';
import { bringsBackFilm, isStepOf } from '../../film/undo.ts';

/** Shown while the mended file is on the page. */
export const MENDED_WORDS = 'The file was mended. Its earlier text is kept until you press Translate.';

/** # is the number of the batch, or the count of batches; FILM is the name of the film that was put away. */
export const STEP_WORDS: Readonly<Record<Exclude<StepCommand, CommandOf<'lines' | 'notes'>>, string>> = {
  restart: 'You started over. FILM is put away.',
  'open-project': 'The project was opened. Your earlier work is put away.',
  'open-next': 'The next film was opened. FILM is put away, with its translation.',
  'open-original': 'The opened file replaced the earlier text.',
  'clear-original': 'The original was cleared.',
  'mend-original': MENDED_WORDS,
  'bring-back': 'Your earlier work is back. The work that it replaced is kept.',
  'translate-again': 'Batch # was sent again. Its earlier output is kept.',
  'translate-together': '# batches were sent again. Their earlier outputs are kept.',
  'bring-back-batch': 'Batch # has its earlier output again. The output that it replaced is kept.',
  'bring-back-together': '# batches have their earlier outputs again. The outputs that they replaced are kept.',
  'drop-reading': 'The proposal of notes was put away.',
  'fill-gaps': 'The gaps of batch # were filled with the original.',
};

export function undoWords(undo: Undo): string {
  if (isStepOf(undo, 'lines', 'notes')) return `${undo.words}.`;
  const number = isStepOf(undo, 'batch') ? undo.index + 1 : isStepOf(undo, 'batches') ? undo.batches.length : '';
  const name = bringsBackFilm(undo) ? filmName(undo.before) : '';
  const film = name === '' ? 'The film before' : `“${name}”`;
  // A function, because a file name may contain "$&".
  return STEP_WORDS[undo.command].replace('#', `${number}`).replace('FILM', () => film);
}

/** What lines need whose text a person has deleted; '' for no lines. */
export function emptiedWords(numbers: readonly number[]): string {
  if (numbers.length === 0) return '';
  const [lines, have, it] = numbers.length === 1 ? ['Line', 'has', 'it'] : ['Lines', 'have', 'them'];
  return `${lines} ${numberList(numbers)} ${have} no text: write ${it} anew in Lines, or press Undo.`;
}

/** For example "45 and 46", "45, 46 and 90", "45, 46, 90, 91, 92 and 7 more". */
export function numberList(numbers: readonly number[]): string {
  const named = numbers.slice(0, NAMED_AT_MOST);
  const more = numbers.length - named.length;
  const last = more > 0 ? `${more} more` : named.pop();
  return [named.join(', '), last].filter((part) => part !== '').join(' and ');
}

/** How many numbers a sentence lists before "and 7 more". */
export const NAMED_AT_MOST = 5;
