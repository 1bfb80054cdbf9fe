import { withoutBlankLines } from './blank-lines.ts';
import { formatStyled, type StyledLetter, sharedCount, styledText } from './styled-text.ts';
import {
  firstClauseLength,
  firstWordLength,
  hasWord,
  joinsWithoutSpace,
  lastClauseStart,
  lastWordStart,
} from './words-and-clauses.ts';

/**
 * One word, as in Subtitle Edit: pressed again it moves the next one. Or the clause up to the line break or the mark,
 * which is where a phrase is most often cut wrongly; one word where the text is one clause.
 */
export type MoveAmount = 'word' | 'clause';

/** The translations of two neighbours, the earlier one first. */
export type Neighbours = readonly [earlier: string, later: string];

/** The first words of the later translation stand at the end of the earlier one; undefined where no word would be left. */
export function moveFirstWordsUp([earlier, later]: Neighbours, amount: MoveAmount): Neighbours | undefined {
  const letters = trimmed(styledText(later));
  const text = textOf(letters);
  const clause = amount === 'clause' ? firstClauseLength(text) : undefined;
  return moved([styledText(earlier), letters], clause ?? firstWordLength(text), 'up');
}

/** The last words of the earlier translation stand at the start of the later one; undefined where no word would be left. */
export function moveLastWordsDown([earlier, later]: Neighbours, amount: MoveAmount): Neighbours | undefined {
  const letters = trimmed(styledText(earlier));
  const text = textOf(letters);
  const clause = amount === 'clause' ? lastClauseStart(text) : undefined;
  return moved([letters, styledText(later)], clause ?? lastWordStart(text), 'down');
}

/** Cuts the text that gives, puts the piece to the other one. What holds for a whole phrase ({\an8}) stays with its phrase. */
function moved([earlier, later]: StyledNeighbours, cutAt: number, way: 'up' | 'down'): Neighbours | undefined {
  const [first, second] = [bare(earlier), bare(later)];
  const [before, behind] = cut(way === 'up' ? second : first, cutAt);
  if (!hasWord(textOf(before)) || !hasWord(textOf(behind))) return undefined;
  const [up, down] = way === 'up' ? [joined(first, before), behind] : [before, joined(behind, second)];
  return [written(earlier, up), written(later, down)];
}

type StyledNeighbours = readonly [earlier: readonly StyledLetter[], later: readonly StyledLetter[]];

/** At an offset in UTF-16 units, which never lies within a character. */
function cut(letters: readonly StyledLetter[], offset: number): StyledNeighbours {
  let units = 0;
  const index = letters.findIndex(({ letter }) => {
    const isHere = units >= offset;
    units += letter.length;
    return isHere;
  });
  return index < 0 ? [letters, []] : [letters.slice(0, index), letters.slice(index)];
}

/** With the overrides that the text began with before. */
const written = (before: readonly StyledLetter[], letters: readonly StyledLetter[]): string =>
  withoutBlankLines((before[0]?.overrides ?? '') + formatStyled(trimmed(letters)));

const bare = ([first, ...others]: readonly StyledLetter[]): readonly StyledLetter[] =>
  first ? [{ ...first, overrides: '' }, ...others] : [];

function joined(first: readonly StyledLetter[], second: readonly StyledLetter[]): readonly StyledLetter[] {
  const [one, other] = [trimmed(first), trimmed(second)];
  const [last, next] = [one.at(-1), other[0]];
  if (!last || !next) return [...one, ...other];
  const tags = last.tags.slice(0, sharedCount(last.tags, next.tags));
  const between = separator(textOf(one), textOf(other));
  return [...one, ...[...between].map((letter) => ({ letter, tags, overrides: '' })), ...other];
}

/** A second speaker stands on a line of their own. */
function separator(one: string, other: string): string {
  if (/^[-–—‐]\s?\p{L}/u.test(other)) return '\n';
  return one === '' || joinsWithoutSpace(one.slice(-1), other.slice(0, 1)) ? '' : ' ';
}

/** Without white space at both ends; the overrides that stood there are kept. */
function trimmed(letters: readonly StyledLetter[]): readonly StyledLetter[] {
  const isText = ({ letter }: StyledLetter) => letter.trim() !== '';
  const from = letters.findIndex(isText);
  const to = letters.findLastIndex(isText) + 1;
  const [first, ...others] = letters.slice(Math.max(0, from), to);
  const [before, behind] = [overridesOf(letters.slice(0, Math.max(0, from))), overridesOf(letters.slice(to))];
  const end = behind === '' ? [] : [{ letter: '', tags: [], overrides: behind }];
  return first ? [{ ...first, overrides: before + first.overrides }, ...others, ...end] : end;
}

const overridesOf = (letters: readonly StyledLetter[]): string => letters.map(({ overrides }) => overrides).join('');

const textOf = (letters: readonly StyledLetter[]): string => letters.map(({ letter }) => letter).join('');
