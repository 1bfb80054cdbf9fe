import { SPACELESS } from '../../languages/scripts.ts';
import { withoutBlankLines } from '../../subtitles/lines.ts';

type Neighbours = readonly [earlier: string, later: string];

/**
 * Moves the first clause of the later translation to the end of the earlier one, since models most often cut a phrase at the wrong line break or
 * sign. Moves one word if the text is one clause. undefined: no word would remain.
 */
export function moveFirstWordsUp([earlier, later]: Neighbours): Neighbours | undefined {
  const letters = trimmed(styledText(later));
  const text = textOf(letters);
  return moved([styledText(earlier), letters], clauseEndsOf(text)[0] ?? firstWordLength(text), 'up');
}

/** Moves the last clause or word of the earlier translation to the start of the later one. */
export function moveLastWordsDown([earlier, later]: Neighbours): Neighbours | undefined {
  const letters = trimmed(styledText(earlier));
  const text = textOf(letters);
  return moved([letters, styledText(later)], clauseEndsOf(text).at(-1) ?? lastWordStart(text), 'down');
}

/**
 * Moves the letters before or behind the cut. Tags for the whole phrase ({\an8}) and placeholders stay in their phrase: in the other phrase a
 * placeholder would stand for other code.
 */
function moved([earlier, later]: StyledNeighbours, cutAt: number, way: 'up' | 'down'): Neighbours | undefined {
  const [first, second] = [bare(earlier), bare(later)];
  const [before, behind] = cut(way === 'up' ? second : first, cutAt);
  if (!hasWord(textOf(before)) || !hasWord(textOf(behind)) || isWithinWord(before, behind)) return undefined;
  const [up, down] =
    way === 'up'
      ? [joined(first, withoutPlaceholders(before)), [...placeholdersIn(before), ...behind]]
      : [[...before, ...placeholdersIn(behind)], joined(withoutPlaceholders(behind), second)];
  return [written(earlier, up), written(later, down)];
}

const PLACEHOLDERS = /⟦\d+⟧/g;

function placeholdersIn(letters: readonly StyledLetter[]): readonly StyledLetter[] {
  const overrides = (overridesOf(letters).match(PLACEHOLDERS) ?? []).join('');
  return overrides === '' ? [] : [{ letter: '', tags: [], overrides }];
}

const withoutPlaceholders = (letters: readonly StyledLetter[]): readonly StyledLetter[] =>
  letters.map((styled) =>
    styled.overrides === '' ? styled : { ...styled, overrides: styled.overrides.replace(PLACEHOLDERS, '') },
  );

/** Returns true if there is code between the letters at the cut. A cut there would separate a word from its reading (<ruby>). */
function isWithinWord(before: readonly StyledLetter[], behind: readonly StyledLetter[]): boolean {
  const [last, next] = [before.at(-1), behind[0]];
  return hasWord(last?.letter ?? '') && hasWord(next?.letter ?? '') && placeholdersIn(behind.slice(0, 1)).length > 0;
}

type StyledNeighbours = readonly [earlier: readonly StyledLetter[], later: readonly StyledLetter[]];

/** `offset` in UTF-16 units, not within a character. */
function cut(letters: readonly StyledLetter[], offset: number): StyledNeighbours {
  let units = 0;
  const index = letters.findIndex(({ letter }) => {
    const isHere = units >= offset;
    units += letter.length;
    return isHere;
  });
  return index < 0 ? [letters, []] : [letters.slice(0, index), letters.slice(index)];
}

/** Writes the letters with the tags for the whole phrase, which `bare` removed from the beginning of `before`. */
const written = (before: readonly StyledLetter[], letters: readonly StyledLetter[]): string =>
  withoutBlankLines((before[0]?.overrides.replace(PLACEHOLDERS, '') ?? '') + formatStyled(trimmed(letters)));

/** Removes tags for the whole phrase. A placeholder at the beginning belongs to the letter behind it. */
const bare = ([first, ...others]: readonly StyledLetter[]): readonly StyledLetter[] =>
  first ? [{ ...first, overrides: (first.overrides.match(PLACEHOLDERS) ?? []).join('') }, ...others] : [];

function joined(first: readonly StyledLetter[], second: readonly StyledLetter[]): readonly StyledLetter[] {
  const [one, other] = [trimmed(first), trimmed(second)];
  const [last, next] = [one.at(-1), other[0]];
  if (!last || !next) return [...one, ...other];
  const tags = last.tags.slice(0, sharedCount(last.tags, next.tags));
  const between = separator(textOf(one), textOf(other));
  return [...one, ...[...between].map((letter) => ({ letter, tags, overrides: '' })), ...other];
}

/** Returns a line break before a second speaker, otherwise a space or nothing. */
function separator(one: string, other: string): string {
  if (/^[-–—‐]\s?\p{L}/u.test(other)) return '\n';
  return one === '' || joinsWithoutSpace(one, other) ? '' : ' ';
}

/** Removes white space at both ends, but keeps the tags there. */
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

function joinsWithoutSpace(one: string, other: string): boolean {
  const [end = '', start = ''] = [[...one].at(-1), [...other].at(0)];
  return SPACELESS.test(end)
    ? SPACELESS.test(start) || /\p{P}/u.test(start)
    : /[、。！？…，；：」』）]/u.test(end) && SPACELESS.test(start);
}

/** The length of the first word, with everything before it and the signs behind it ("Quoi ?"). */
function firstWordLength(text: string): number {
  const chunks = [...text.matchAll(/\S+/gu)];
  const index = chunks.findIndex(([chunk]) => hasWord(chunk));
  const chunk = chunks[index];
  if (!chunk) return text.length;
  if (SPACELESS.test(chunk[0])) return chunk.index + (wordsOf(chunk[0])[1]?.index ?? chunk[0].length);
  const next = chunks[index + 1];
  return next && /^[?!;:»…]+$/u.test(next[0]) ? next.index + next[0].length : chunk.index + chunk[0].length;
}

/** The offset of the last word. Signs and notes behind the word belong to it. */
function lastWordStart(text: string): number {
  const chunk = [...text.matchAll(/\S+/gu)].findLast(([written]) => hasWord(written));
  if (!chunk) return 0;
  if (!SPACELESS.test(chunk[0])) return chunk.index;
  return chunk.index + (wordsOf(chunk[0]).at(-1)?.index ?? 0);
}

const hasWord = (text: string): boolean => WORD_LETTER.test(text);

/** Matches the end of a clause: a line break, a sign before a space, or a Chinese or Japanese sign. */
const CLAUSE_END = /\n|[.,!?…;:،؛؟।]+["'»”’)\]]*|[。、！？，；：]+[」』）”]*/gu;

/** The offsets where one clause ends and another clause with words follows; empty for a single clause. */
function clauseEndsOf(text: string): readonly number[] {
  const firstWord = text.search(WORD_LETTER);
  const lastWord = [...text.matchAll(/[\p{L}\p{N}]+/gu)].at(-1)?.index ?? -1;
  return [...text.matchAll(CLAUSE_END)]
    .filter(({ index, 0: mark }) => /^[\n。、！？，；：]/u.test(mark) || /\s/u.test(text.charAt(index + mark.length)))
    .map(({ index, 0: mark }) => index + mark.length)
    .filter((end) => end > firstWord && end <= lastWord);
}

const WORD_LETTER = /[\p{L}\p{N}]/u;

const wordsOf = (text: string): readonly Intl.SegmentData[] =>
  [...new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text)].filter(({ isWordLike }) => isWordLike);

/** A character and its formatting. */
interface StyledLetter {
  readonly letter: string;
  /** The opening tags around the letter, outermost first. */
  readonly tags: readonly string[];
  /** Tags directly before the letter that enclose no text, such as {\an8}, and placeholders (⟦1⟧). They belong to their own phrase. */
  readonly overrides: string;
}

/** Matches the tags of subtitles/tags.ts. Tags without a captured name have no closing tag. */
const PIECE =
  /<(\/?)([biuscv]|em|strong|font|span|lang|ruby|rt|color|size)(?=[\s./>=])[^<>]*>|(<\/?(?:a|br|p)(?=[\s./>=])[^<>]*>|\{\\[^{}]*\}|⟦\d{1,6}⟧)|./gisu;

/** Returns the letters with their tags. A tag that is never closed applies up to the end. Tags behind the last letter get an empty letter. */
function styledText(text: string): readonly StyledLetter[] {
  const letters: StyledLetter[] = [];
  let open: readonly string[] = [];
  let overrides = '';
  for (const [piece, closing, name, override] of text.matchAll(PIECE)) {
    if (name !== undefined) open = closing === '/' ? withoutLast(open, name) : [...open, piece];
    else if (override !== undefined) overrides += override;
    else {
      letters.push({ letter: piece, tags: open, overrides });
      overrides = '';
    }
  }
  if (overrides !== '') letters.push({ letter: '', tags: open, overrides });
  return letters;
}

/** Writes the tags out. Neighbouring letters share their common tags. */
function formatStyled(letters: readonly StyledLetter[]): string {
  let text = '';
  let open: readonly string[] = [];
  for (const { letter, tags, overrides } of letters) {
    const shared = sharedCount(open, tags);
    text += closingOf(open.slice(shared)) + overrides + tags.slice(shared).join('') + letter;
    open = tags;
  }
  return text + closingOf(open);
}

/** How many tags two lists have in common at the beginning. */
function sharedCount(one: readonly string[], other: readonly string[]): number {
  const differs = one.findIndex((tag, index) => tag !== other[index]);
  return differs < 0 ? one.length : differs;
}

const nameOf = (tag: string): string => /^<([a-z]+)/iu.exec(tag)?.[1] ?? '';

const closingOf = (tags: readonly string[]): string => tags.reduceRight((text, tag) => `${text}</${nameOf(tag)}>`, '');

function withoutLast(open: readonly string[], name: string): readonly string[] {
  const index = open.findLastIndex((tag) => nameOf(tag).toLowerCase() === name.toLowerCase());
  return index < 0 ? open : open.toSpliced(index, 1);
}
