import type { Fix, Rule } from '../seen-line.ts';

const TWO_SPACES = /(?<=\S)[ \u00a0]{2,}(?=\S)/;
const SPACE_BEFORE_MARK = /(?<=[\p{L}\p{N}])[ \u00a0]+(?=[,.](?![\p{L}\p{N}.…]))/u;
const CAN_BE_BEFORE_MARK = /[ \u00a0][,.]/;
/** The same word twice, also over the end of a line. */
const DOUBLED = /(?<![\p{L}\p{M}\p{N}'’-])(\p{L}[\p{L}\p{M}'’]+)(\s+)\1(?![\p{L}\p{M}\p{N}'’-])/u;

/** Languages that say a word twice to say more of it. */
const SAYING_TWICE = new Set('id ms tl fil jv su vi th lo km my hi ur bn mr ne gu pa ta te kn ml si tr az zh ja ko sw mi haw'.split(' '));
/** Words that stand twice in a correct sentence. */
const RIGHT_TWICE = new Set(
  'that had nous vous die der das sie sich ihr den dem des en de je ze som och om att på i til på er det via muy так да нет но ха а то не ну bye ha no sí si ja nein non oui si'.split(' '),
);

/** Doubled spaces, doubled words, a space before a comma or full stop; what the original has as well is let off. */
export const spacing: Rule = ({ original, translation }, { language }) => {
  const { plain } = translation;
  if (TWO_SPACES.test(translation.text) && !TWO_SPACES.test(original.text)) return 'Two spaces in a row.';
  if (CAN_BE_BEFORE_MARK.test(plain) && SPACE_BEFORE_MARK.test(plain) && !SPACE_BEFORE_MARK.test(original.plain)) {
    return 'A space before a comma or full stop.';
  }
  const word = hasEqualNeighbours(plain) ? DOUBLED.exec(plain)?.[1] : undefined;
  if (word === undefined || isRightTwice(word, language) || DOUBLED.test(original.plain)) return undefined;
  return `“${word}” stands twice.`;
};

const OPENING = new Set('"\'“‘«„¿¡([-–—');

/** Whether DOUBLED can match at all: asked first, since it takes a tenth of the time. */
function hasEqualNeighbours(plain: string): boolean {
  let before = '';
  for (const word of plain.split(/\s+/)) {
    if (before.length > 1 && word.startsWith(before)) return true;
    before = OPENING.has(word[0] ?? '') ? word.slice(1) : word;
  }
  return false;
}

const isRightTwice = (word: string, language: string | undefined): boolean =>
  SAYING_TWICE.has(language?.split('-')[0] ?? '') || RIGHT_TWICE.has(word.toLowerCase());

/** One space, one word; a line break between two equal words stays. */
export const spacesMended: Fix = ({ translation }, { language }) => {
  const fixed = translation.text
    .replace(new RegExp(TWO_SPACES, 'g'), ' ')
    .replace(new RegExp(SPACE_BEFORE_MARK, 'gu'), '')
    .replace(new RegExp(DOUBLED, 'gu'), (both, word: string, space: string) => {
      if (isRightTwice(word, language)) return both;
      return space.includes('\n') ? `\n${word}` : word;
    });
  return fixed === translation.text ? undefined : fixed;
};
