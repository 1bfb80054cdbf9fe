import type { NewText, Phrase, SubtitleDocument } from './document.ts';
import { isBlank, MARK, MARKS, MAY_HAVE_MARKS, withoutDirectionMarks } from './lines.ts';
import { TAGS } from './tags.ts';

type Direction = 'ltr' | 'rtl';

const RIGHT_TO_LEFT = /(?=\p{L})[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/gu;
const LETTER = /\p{L}/gu;
const countOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** Whether a text has a letter that is written from right to left. */
export const hasRightToLeft = (text: string): boolean => text.search(RIGHT_TO_LEFT) >= 0;

/** `ofFilm`: of a text without letters; in a film from right to left a line with a long Latin name in it is from right to left, too. */
function directionOf(line: string, ofFilm: Direction): Direction {
  const plain = withoutDirectionMarks(line).replace(TAGS, '');
  const letters = countOf(plain, LETTER);
  if (letters === 0) return ofFilm;
  const rightToLeft = countOf(plain, RIGHT_TO_LEFT);
  return rightToLeft * 2 > letters || (rightToLeft > 0 && ofFilm === 'rtl') ? 'rtl' : 'ltr';
}

/** The direction of most texts. */
function directionOfFilm(texts: Iterable<NewText>): Direction {
  let balance = 0;
  for (const text of texts)
    if (typeof text === 'string') balance += hasRightToLeft(text) ? 1 : /\p{L}/u.test(text) ? -1 : 0;
  return balance > 0 ? 'rtl' : 'ltr';
}

/** A line, with the marks of direction that stand before and behind its text. */
interface FramedLine {
  readonly lead: string;
  readonly tail: string;
  /** The line with other marks in their place, behind the tags that it begins with and before those that it ends with. */
  readonly with: (lead: string, tail: string) => string;
}

const AROUND = String.raw`${MARK}|\s|${TAGS.source}`;
const BEFORE_TEXT = new RegExp(`^(?:${AROUND})*`, 'i');
const BEHIND_TEXT = new RegExp(`(?:${AROUND})*$`, 'i');
/** No more of a line's end is searched, so that the search is linear. */
const LONGEST_TAIL = 100;

const marksIn = (text: string): readonly string[] => text.match(MARKS) ?? [];

/** The mark that a sign of a web page stands for. */
function characterOf(mark: string): string {
  if (mark.length === 1) return mark;
  const [, hexadecimal, decimal] = /#(?:x([\da-f]+)|(\d+))/i.exec(mark) ?? [];
  if (hexadecimal ?? decimal) return String.fromCharCode(Number(decimal ?? `0x${hexadecimal}`));
  return /lrm/i.test(mark) ? '\u200e' : '\u200f';
}

const opens = (mark: string): boolean => /[\u202a\u202b\u202d\u202e\u2066-\u2068]/.test(characterOf(mark));
const closes = (mark: string): boolean => /[\u202c\u2069]/.test(characterOf(mark));

/** Linear in the length of the line. */
export function framedLine(line: string): FramedLine {
  const before = BEFORE_TEXT.exec(line)?.[0] ?? '';
  const rest = line.slice(before.length);
  const behind = BEHIND_TEXT.exec(rest.slice(-LONGEST_TAIL))?.[0] ?? '';
  const text = rest.slice(0, rest.length - behind.length);
  const [lead, inside, last] = [marksIn(before), marksIn(text), marksIn(behind)];
  // What was opened in the text is closed by the first marks behind it.
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

/** The direction that marks ask for; undefined: that of the text. */
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

/** As the file writes its marks. */
function counterpartOf(mark: string): string {
  const other = COUNTERPARTS[characterOf(mark)];
  if (other === undefined || mark.length === 1) return other ?? mark;
  return other === '\u200f' ? '&rlm;' : `&#${other.charCodeAt(0)};`;
}

const turned = (marks: string): string => marksIn(marks).map(counterpartOf).join('');

type Frame = readonly [lead: string, tail: string];
const NO_FRAME: Frame = ['', ''];

/**
 * The marks around an original's line as a line of that direction has them. From left to right none are needed; from right to left they tell
 * players that go by the first letter where the line begins that is a name in Latin letters.
 */
function fitting([lead, tail]: Frame, direction: Direction): Frame {
  const asked = directionOfMarks(marksIn(lead + tail));
  if (asked === direction || (asked === undefined && lead !== '')) return [lead, tail];
  return asked !== undefined && direction === 'rtl' ? [turned(lead), turned(tail)] : NO_FRAME;
}

/** The frame of the original for each line of its translation. */
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
 * A translation with the marks around the lines of its original, as far as they fit its own direction. Marks of its own stay if they fit, else
 * they go.
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

/** The translations, by number, with the marks of their originals that fit them. */
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

/** The document of an original: the marks of direction of its texts follow the direction of what is written in their place. */
export const withFollowingMarks = (document: SubtitleDocument): SubtitleDocument => ({
  ...document,
  write: (texts) => document.write(withMarks(document.phrases, texts)),
});
