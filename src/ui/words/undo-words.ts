import { filmName, type Step, type StepCommand, type Work } from '../../film/film.ts';

type Words = readonly [done: string, kept: string];

/** # is the number of the batch, or the count of batches; FILM is the name of the film that was put away. */
const STEP_WORDS: Readonly<Record<Exclude<StepCommand, 'change-lines' | 'change-notes'>, Words>> = {
  restart: ['The film was closed.', 'Undo brings back FILM.'],
  'open-project': ['The project was opened.', 'Undo brings back your earlier work.'],
  'open-next': ['The next film was opened.', 'Undo brings back FILM and its translation.'],
  'open-original': ['The opened file replaced the earlier text.', ''],
  'clear-original': ['The original was cleared.', ''],
  'mend-original': ['The file was mended.', 'Its earlier text is kept until you press Translate.'],
  'translate-again': ['Batch # was sent again.', 'Its earlier output is kept.'],
  'drop-reading': ['The suggested notes were discarded.', ''],
  'fill-gaps': ['The missing lines of batch # were filled with the original.', ''],
};

/** Shown while the mended file is on the page. */
export const MENDED_WORDS = STEP_WORDS['mend-original'].join(' ');

function doneWords({ command, words, batches }: Step): Words {
  if (command === 'change-lines' || command === 'change-notes') return [`${words}.`, ''];
  return batches.length > 1 ? ['# batches were sent again.', 'Their earlier outputs are kept.'] : STEP_WORDS[command];
}

/** Of a step that Undo has made. */
function backWords({ film, batches, fields, words }: Step): Words {
  if (film) return ['Your earlier work is back.', 'Redo brings back the other work.'];
  if (batches.length > 1) return ['# batches have their earlier outputs again.', 'Redo brings back the later ones.'];
  if (batches.length === 1) return ['Batch # has its earlier output again.', 'Redo brings back the later one.'];
  return fields.notes ? ['The earlier notes are back.', 'Notes that you typed since are kept.'] : [`${words}.`, ''];
}

function sentences(step: Step, isBack: boolean): Words {
  const { batches, film } = step;
  const [done, kept] = isBack ? backWords(step) : doneWords(step);
  const number = batches.length === 1 && batches[0] ? batches[0].index + 1 : batches.length;
  const name = film ? filmName(film.facts) : '';
  // A function, because a file name may contain "$&".
  return [done.replace('#', `${number}`), kept.replace('FILM', () => (name === '' ? 'the film before' : `“${name}”`))];
}

/** What was done that Undo takes back, and what is kept of before. */
export const undoWords = (step: Step): string => sentences(step, step.isUndone).join(' ').trim();

/** What Redo does again. */
export const redoWords = (step: Step): string => sentences(step, !step.isUndone)[0];

/** What Undo or Redo has changed, and in which lines. */
export function movedWords({ how, step }: NonNullable<Work['moved']>): string {
  const [words] = sentences(step, step.isUndone === (how === 'undone'));
  const [, count] = /^Discarded (\d+) suggestions?\.$/.exec(words) ?? [];
  if (how === 'undone' && count !== undefined)
    return count === '1' ? 'Undone: 1 suggestion is back.' : `Undone: ${count} suggestions are back.`;
  const lines = step.lines.length > 0 ? ` (${numberList(step.lines.map(({ number }) => number))})` : '';
  return `${how === 'undone' ? 'Undone' : 'Redone'}: ${words.slice(0, -1)}${lines}.`;
}

/** What lines need whose text a person has deleted; '' for no lines. */
export function emptiedWords(numbers: readonly number[]): string {
  if (numbers.length === 0) return '';
  const list = numberList(numbers);
  return numbers.length === 1
    ? `Line ${list} has no text. Write it again in Lines, or press Undo.`
    : `Lines ${list} have no text. Write them again in Lines, or press Undo.`;
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
