import { memoizeLast } from '../lib/memo.ts';
import { smallestChange } from '../lib/text.ts';
import { type FileFormat, FORMATS, formatOf, recognizeFormat } from '../subtitles/formats.ts';
import { withPlainLineEnds } from '../subtitles/lines.ts';
import type { Work } from './film.ts';

type Reading = Pick<Work, 'fileName' | 'readAs' | 'withoutStyles'>;

/**
 * How a text is read after a person has edited it: as before while it is the same file. Another file pasted over it, or a text whose
 * format has changed, is read in the format that its content shows, without a file name and with all styles.
 */
export function readingAfterEdit(
  { sourceText, fileName, readAs, withoutStyles }: Reading & { sourceText: string },
  text: string,
): Reading {
  const recognized = recognizeFormat(text);
  return recognized === recognizeFormat(sourceText) && isSameFile(sourceText, text)
    ? { fileName, readAs, withoutStyles }
    : { fileName: '', readAs: recognized, withoutStyles: [] };
}

/** So small a change is typing, whatever it changes. In characters. */
const TYPED = 200;
/** Of a text of so few phrases (in characters) no more than half has to stay. */
const SHORT = 300;

/**
 * Whether one text is the other as a person edited it, rather than another film: most lines of the shorter one stand in the longer one,
 * letter for letter, or at the same time with most words. Equal ends prove nothing, nor does a long equal head: one program's files begin
 * alike, and one site's films have the same adverts. Of the same two texts it is asked several times at one edit.
 */
export const isSameFile = memoizeLast((one: string, other: string): boolean => {
  const texts = [withPlainLineEnds(one), withPlainLineEnds(other)] as const;
  const [shorter, longer] = texts[0].length < texts[1].length ? texts : [texts[1], texts[0]];
  const { from, to, insert } = smallestChange(shorter, longer) ?? { from: 0, to: 0, insert: '' };
  const changed = Math.max(insert.length, to - from);
  // At each key press: a long film's phrases are not counted for one letter.
  if (changed <= Math.min(TYPED, shorter.length / (shorter.length < SHORT ? 2 : 10))) return true;
  const format = recognizeFormat(shorter);
  const lines = longer.length > READ_WHOLE ? sampleOf(shorter, format) : linesOf(shorter, format);
  if (lines.length === 0) return changed * 2 <= longer.length;
  const whole = `\n${longer}\n`;
  return lines.filter((line) => standsIn(line, whole, format)).length * 2 > lines.length;
});

/** Whether a text has the times of any format, or what looks like them. */
const hasTimes = (text: string): boolean =>
  /\d\s*(?:-->|,)\s*\d+:\d/.test(text) ||
  Object.values(FORMATS).some(({ times }) => typeof times !== 'string' && times.test(text));

type NamedText = Pick<Work, 'fileName' | 'sourceText'>;

/** Whether a file that is opened is the film that was open: the same text, or one of the same name that was edited, or whose letters alone are read otherwise. */
export function isSameFilm(one: NamedText, other: NamedText): boolean {
  if (one.sourceText === '' || other.sourceText === '') return false;
  if (withPlainLineEnds(one.sourceText) === withPlainLineEnds(other.sourceText)) return true;
  if (one.fileName !== other.fileName) return false;
  const times = timesOf(one.sourceText);
  const isReadAnew = one.fileName !== '' && times !== '' && times === timesOf(other.sourceText);
  return isReadAnew || isSameFile(one.sourceText, other.sourceText);
}

const timesOf = (text: string): string => (text.match(/\d+:[\d:.,]+\s*(?:-->|,)\s*\d+:[\d:.,]+/g) ?? []).join('\n');

/**
 * Whether a text that an edit has put in another's place is another film. None is while there was none yet, nor where all that was there is
 * there still.
 */
export function isOtherFilm(before: string, text: string): boolean {
  if (!hasTimes(before)) return false;
  const { from, to } = smallestChange(withPlainLineEnds(before), withPlainLineEnds(text)) ?? { from: 0, to: 0 };
  return to > from && !isSameFile(before, text);
}

/** Longer texts (characters) are known by samples: reading two long films whole would hold the page up for most of a second. */
const READ_WHOLE = 20_000;
const SAMPLES = 40;
/** Characters around a sample: enough for a phrase with its time. */
const SAMPLE_SIZE = 600;

/** Some lines, taken evenly out of a text. */
const sampleOf = (text: string, format: FileFormat): readonly Shown[] =>
  Array.from({ length: SAMPLES }, (_, index) => {
    const from = text.indexOf('\n', Math.floor((text.length * index) / SAMPLES)) + 1;
    const lines = linesOf(text.slice(from, from + SAMPLE_SIZE), format);
    const telling = lines.filter(({ text, words }) => words.length > 2 && /\p{L}/u.test(text));
    const isTimed = ({ time }: Shown) => time !== '';
    // Of scripts without spaces a line is one word.
    return telling.find(isTimed) ?? lines.find(isTimed) ?? telling[0] ?? lines[0];
  }).filter((line) => line !== undefined);

/** `whole`: with a line end before it and behind it. */
function standsIn({ time, text, words }: Shown, whole: string, format: FileFormat): boolean {
  if (whole.includes(`\n${text}\n`) || whole.includes(`,${text}\n`)) return true;
  const at = whole.indexOf(time);
  if (at < 0) return false;
  const from = whole.lastIndexOf('\n', at) + 1;
  const others = linesOf(whole.slice(from, from + SAMPLE_SIZE), format).filter((other) => other.time === time);
  return others.some((other) => isReworded(words, other.words));
}

/** A line that viewers see. */
interface Shown {
  readonly time: string;
  /** As it stands in the file. */
  readonly text: string;
  /** Its words in small letters, without tags and punctuation. */
  readonly words: readonly string[];
}

const TIMES = /^\s*\d+:[\d:.,]+\s*(?:-->|,)\s*\d+:[\d:.,]+/;
const EVENT = /^(?:Dialogue|Comment):/;
/** How many fields stand before the text of an event of ASS or SSA. */
const EVENT_FIELDS = 9;

/** The lines with letters or digits of a subtitle text in any format, without numbers, times and what else stands around them. */
function linesOf(text: string, format: FileFormat): Shown[] {
  const lines = text.split('\n');
  const { times } = FORMATS[format];
  const shown =
    times === 'above' ? linesBelowTimes(lines) : times === 'event' ? eventLines(lines) : linesBehindTimes(lines, times);
  return shown.filter(({ words }) => words.length > 0);
}

function linesBelowTimes(lines: readonly string[]): Shown[] {
  let time = '';
  return lines.map((line) => {
    const times = TIMES.exec(line)?.[0];
    time = times ?? time;
    const isNumber = /^\s*\d*\s*$/.test(line);
    return { time, text: line, words: times === undefined && !isNumber ? wordsOf(line) : [] };
  });
}

/** A line without a time of its own belongs to the one above. */
function linesBehindTimes(lines: readonly string[], times: RegExp): Shown[] {
  let time = '';
  return lines.map((text) => {
    const found = times.exec(text);
    time = found?.[0].trim() ?? time;
    return { time, text, words: wordsOf(text.slice(found ? found.index + found[0].length : 0)) };
  });
}

const eventLines = (lines: readonly string[]): Shown[] =>
  lines
    .filter((line) => EVENT.test(line))
    .map((line) => {
      const fields = line.split(',');
      const text = fields.slice(EVENT_FIELDS).join();
      return { time: `${fields[1]},${fields[2]}`, text, words: wordsOf(text) };
    });

const wordsOf = (line: string): readonly string[] =>
  line
    .replace(/<[^<>]*>|\{[^{}]*\}|\\[Nnh]/g, ' ')
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

/** A word was replaced, which changes no number: lines of two films that differ in a number alone are counted lines, not one line. */
function isReworded(one: readonly string[], other: readonly string[]): boolean {
  const numbers = (words: readonly string[]) => words.filter((word) => /\d/.test(word)).join();
  const common = one.filter((word) => other.includes(word)).length;
  return numbers(one) === numbers(other) && common * 2 >= Math.max(one.length, other.length);
}

/** The text is, or is read as, something else than .srt: worth a word. */
export const isOtherFormat = ({ sourceText, readAs }: Pick<Work, 'sourceText' | 'readAs'>): boolean =>
  formatOf(readAs) !== 'srt' || recognizeFormat(sourceText) !== 'srt';
