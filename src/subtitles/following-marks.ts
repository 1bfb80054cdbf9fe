import type { NewText, Phrase, SubtitleDocument } from './document.ts';
import { isBlank, MARK, MARKS, MAY_HAVE_MARKS, withoutDirectionMarks } from './lines.ts';
import { TAGS } from './tags.ts';

type Direction = 'ltr' | 'rtl';

const RIGHT_TO_LEFT = /(?=\p{L})[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/gu;
const LETTER = /\p{L}/gu;
const countOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

export const hasRightToLeft = (text: string): boolean => text.search(RIGHT_TO_LEFT) >= 0;

/**
 * The direction of a line. `ofFilm`: the direction of lines without letters. In a right-to-left film, a line with a long Latin name also counts as
 * right-to-left.
 */
function directionOf(line: string, ofFilm: Direction): Direction {
  const plain = withoutDirectionMarks(line).replace(TAGS, '');
  const letters = countOf(plain, LETTER);
  if (letters === 0) return ofFilm;
  const rightToLeft = countOf(plain, RIGHT_TO_LEFT);
  return rightToLeft * 2 > letters || (rightToLeft > 0 && ofFilm === 'rtl') ? 'rtl' : 'ltr';
}

function directionOfFilm(texts: Iterable<NewText>): Direction {
  let balance = 0;
  for (const text of texts)
    if (typeof text === 'string') balance += hasRightToLeft(text) ? 1 : /\p{L}/u.test(text) ? -1 : 0;
  return balance > 0 ? 'rtl' : 'ltr';
}

/** A line whose direction marks before and behind the text are separated. */
interface FramedLine {
  readonly lead: string;
  readonly tail: string;
  /** Returns the line with other marks, inside the tags at its ends. */
  readonly with: (lead: string, tail: string) => string;
}

const AROUND = String.raw`${MARK}|\s|${TAGS.source}`;
const BEFORE_TEXT = new RegExp(`^(?:${AROUND})*`, 'i');
const BEHIND_TEXT = new RegExp(`(?:${AROUND})*$`, 'i');
/** Limits the search at a line's end, so that it is linear. */
const LONGEST_TAIL = 100;

const marksIn = (text: string): readonly string[] => text.match(MARKS) ?? [];

function characterOf(mark: string): string {
  if (mark.length === 1) return mark;
  const [, hexadecimal, decimal] = /#(?:x([\da-f]+)|(\d+))/i.exec(mark) ?? [];
  if (hexadecimal ?? decimal) return String.fromCharCode(Number(decimal ?? `0x${hexadecimal}`));
  return /lrm/i.test(mark) ? '\u200e' : '\u200f';
}

const opens = (mark: string): boolean => /[\u202a\u202b\u202d\u202e\u2066-\u2068]/.test(characterOf(mark));
const closes = (mark: string): boolean => /[\u202c\u2069]/.test(characterOf(mark));

export function framedLine(line: string): FramedLine {
  const before = BEFORE_TEXT.exec(line)?.[0] ?? '';
  const rest = line.slice(before.length);
  const behind = BEHIND_TEXT.exec(rest.slice(-LONGEST_TAIL))?.[0] ?? '';
  const text = rest.slice(0, rest.length - behind.length);
  const [lead, inside, last] = [marksIn(before), marksIn(text), marksIn(behind)];
  // The first marks behind the text close marks that were opened in the text.
  const ofText = last.filter(closes).slice(0, Math.max(0, inside.filter(opens).length - inside.filter(closes).length));
  let skipped = 0;
  const tail = last.filter((mark) => !closes(mark) || skipped++ >= ofText.length);
  const body = text + ofText.join('');
  return {
    lead: lead.join(''),
    tail: tail.join(''),
    with: (newLead, newTail) =>
      withoutDirectionMarks(before) + newLead + body + newTail + withoutDirectionMarks(behind),
  };
}

/** The direction that marks ask for; undefined: the text's own. */
function directionOfMarks(marks: readonly string[]): Direction | undefined {
  for (const mark of marks.map(characterOf)) {
    if (/[\u200e\u202a\u202d\u2066]/.test(mark)) return 'ltr';
    if (/[\u200f\u061c\u202b\u202e\u2067]/.test(mark)) return 'rtl';
  }
  return undefined;
}

const COUNTERPARTS: Readonly<Record<string, string>> = {
  '\u200e': '\u200f',
  '\u202a': '\u202b',
  '\u202d': '\u202b',
  '\u2066': '\u2067',
};

function counterpartOf(mark: string): string {
  const other = COUNTERPARTS[characterOf(mark)];
  if (other === undefined || mark.length === 1) return other ?? mark;
  return other === '\u200f' ? '&rlm;' : `&#${other.charCodeAt(0)};`;
}

const turned = (marks: string): string => marksIn(marks).map(counterpartOf).join('');

type Frame = readonly [lead: string, tail: string];
const NO_FRAME: Frame = ['', ''];

/**
 * Adapts the marks around a line of the original to a direction. Left-to-right lines need no marks. Right-to-left lines need them if they begin
 * with a Latin name, for players that take the direction of the first letter.
 */
function fitting([lead, tail]: Frame, direction: Direction): Frame {
  const asked = directionOfMarks(marksIn(lead + tail));
  if (asked === direction || (asked === undefined && lead !== '')) return [lead, tail];
  return asked !== undefined && direction === 'rtl' ? [turned(lead), turned(tail)] : NO_FRAME;
}

function framesFor(original: string, count: number): readonly Frame[] {
  const frames = original.split('\n').map((line): Frame => {
    const { lead, tail } = framedLine(line);
    return [lead, tail];
  });
  if (frames.length === count) return frames;
  const [first = NO_FRAME] = frames;
  if (frames.every(([lead]) => lead === first[0] && lead !== '')) return Array.from({ length: count }, () => first);
  const last = frames.at(-1) ?? NO_FRAME;
  return Array.from({ length: count }, (_, at): Frame => [at === 0 ? first[0] : '', at === count - 1 ? last[1] : '']);
}

/**
 * Puts the marks of the original's lines around the lines of the translation, if they fit its direction. The translation's own marks stay only if
 * they fit.
 */
function withMarksOf(original: string, translation: string, ofFilm: Direction): string {
  const isSame = withoutDirectionMarks(original) === withoutDirectionMarks(translation);
  if (isSame && /\p{L}/u.test(withoutDirectionMarks(original).replace(TAGS, ''))) return original;
  const lines = translation.split('\n');
  const frames = framesFor(original, lines.length);
  return lines
    .map((line, at) => {
      if (isBlank(line)) return line;
      const direction = directionOf(line, ofFilm);
      const own = framedLine(line);
      const asked = directionOfMarks(marksIn(own.lead + own.tail));
      if (asked === direction || (asked === undefined && own.lead !== '')) return line;
      return own.with(...fitting(frames[at] ?? NO_FRAME, direction));
    })
    .join('\n');
}

function withMarks(phrases: readonly Phrase[], texts: ReadonlyMap<number, NewText>): ReadonlyMap<number, NewText> {
  let ofFilm: Direction | undefined;
  const changed = phrases.flatMap(({ number, text: original }) => {
    const text = texts.get(number);
    if (typeof text !== 'string' || text === original) return [];
    if (!MAY_HAVE_MARKS.test(text) && !MAY_HAVE_MARKS.test(original)) return [];
    ofFilm ??= directionOfFilm(texts.values());
    return [[number, withMarksOf(original, text, ofFilm)] as const];
  });
  return changed.length === 0 ? texts : new Map([...texts, ...changed]);
}

/** Makes direction marks follow the direction of the text that is written. */
export const withFollowingMarks = (document: SubtitleDocument): SubtitleDocument => ({
  ...document,
  write: (texts) => document.write(withMarks(document.phrases, texts)),
});
