import { filmName, type Step, type StepCommand, type Work } from '../../film/film.ts';
import { quotedName } from '../../lib/text.ts';

/** `name` follows "Undone:". `done` and `kept` are sentences. */
type Words = readonly [name: string, done: string, kept: string];

/** # is the number of the batch, or the count of batches; FILM is the name of the film that was replaced. */
const STEP_WORDS: Readonly<Record<Exclude<StepCommand, 'change-lines' | 'change-notes' | 'change-prompt'>, Words>> = {
  restart: ['closing the film', 'The film was closed.', 'Undo brings back FILM.'],
  'open-project': ['opening the project', 'The project was opened.', 'Undo brings back your earlier work.'],
  'open-next': ['opening the next film', 'The next film was opened.', 'Undo brings back FILM and its translation.'],
  'open-original': ['opening the file', 'The opened file replaced the earlier text.', ''],
  'clear-original': ['clearing the original', 'The original was cleared.', ''],
  'mend-original': [
    'repairing the file',
    'The file was repaired.',
    'Until you press Translate, Undo brings its earlier text back.',
  ],
  'translate-again': ['sending batch # again', 'You sent batch # again.', 'Undo brings back its earlier translation.'],
  'drop-reading': ['discarding the suggested notes', 'The suggested notes were discarded.', ''],
  'fill-gaps': [
    'filling the missing lines of batch #',
    'The missing lines of batch # were filled with the original.',
    '',
  ],
};

/** Shown while the repaired file is on the page. */
export const MENDED_WORDS = STEP_WORDS['mend-original'].slice(1).join(' ');

/** For a list that was replaced, and for a film that several opened files replaced. */
const LIST_WORDS: Words = [
  'closing the list of files',
  'The list of files was closed.',
  'Undo brings back FILM and the other films of the list.',
];
const ALONE_WORDS: Words = ['opening several files', 'Several files were opened.', 'Undo brings back FILM.'];

function doneWords({ command, words, batches, film }: Step): Words {
  if (film && film.id !== null) return film.id === '' ? ALONE_WORDS : LIST_WORDS;
  if (command === 'change-lines') return [words, `Last change: ${words}.`, ''];
  if (command === 'change-prompt') return [`changing the prompt (${words})`, `The prompt was changed: ${words}.`, ''];
  if (command === 'change-notes') return [words === '' ? 'changing the notes' : `“${words}”`, `${words}.`, ''];
  return batches.length > 1
    ? ['sending # batches again', 'You sent # batches again.', 'Undo brings back their earlier translations.']
    : STEP_WORDS[command];
}

/** The words of a step that Undo has made. Among the steps of Undo it stands because only it contains what it brings back. */
function backWords(step: Step): Words {
  const { film, batches, fields } = step;
  if (film?.id === '')
    return ['going back to your list of files', 'Your list of files is back.', 'Undo brings back FILM.'];
  if (film) return ['going back to your earlier film', 'Your earlier film is back.', 'Undo brings back the newer one.'];
  if (batches.length > 1)
    return [
      'going back to the earlier translations of # batches',
      '# batches have their earlier translations again.',
      'Undo brings back the newer translations.',
    ];
  if (batches.length === 1)
    return [
      'going back to the earlier translation of batch #',
      'Batch # has its earlier translation again.',
      'Undo brings back the newer translation.',
    ];
  return fields.notes
    ? ['going back to the earlier notes', 'The earlier notes are back.', 'Notes that you typed later are still there.']
    : doneWords(step);
}

function wordsOf(step: Step, isBack: boolean): Words {
  const { batches, film } = step;
  const [name, done, kept] = isBack ? backWords(step) : doneWords(step);
  const number = `${batches.length === 1 && batches[0] ? batches[0].index + 1 : batches.length}`;
  const before = film ? filmName(film.facts) : '';
  return [
    name.replace('#', number),
    done.replace('#', number),
    // A function, because a file name may contain "$&".
    kept.replace('FILM', () => (before === '' ? 'the previous film' : quotedName(before))),
  ];
}

/** What Undo takes back, and what it brings back. */
export const undoWords = (step: Step): string => wordsOf(step, step.isUndone).slice(1).join(' ').trim();

/** What Redo does again. */
export const redoWords = (step: Step): string => `Redo: ${wordsOf(step, !step.isUndone)[0]}.`;

export const NOTHING_WORDS = { undo: 'Nothing to undo.', redo: 'Nothing to redo.' } as const;

/** What Undo or Redo has changed, and in which lines. */
export function movedWords({ how, step }: NonNullable<Work['moved']>): string {
  const [name] = wordsOf(step, step.isUndone === (how === 'undone'));
  const [, count] = /^discarding (\d+) suggestions?$/.exec(name) ?? [];
  if (how === 'undone' && count !== undefined)
    return count === '1' ? 'Undone: 1 suggestion is back.' : `Undone: ${count} suggestions are back.`;
  const list = numberList(step.lines.map(({ number }) => number));
  const lines = list === '' || name.endsWith(` ${list}`) ? '' : ` (${list})`;
  return how === 'undone' ? `Undone: ${name}${lines}.` : `Redone: ${name}${lines}.`;
}

/** Says what the lines need whose text a person has deleted; '' for no lines. */
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

/** How many names or numbers a sentence lists before "and 7 more". */
export const NAMED_AT_MOST = 5;
