import { type FileFormat, formatOf } from '../subtitles/document.ts';
import { withPlainLineEnds } from '../subtitles/lines.ts';
import { recognizeFormat } from '../subtitles/recognize-format.ts';
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

/**
 * Whether one text is the other as a person edited it, rather than another film: most phrases of the shorter one stand in the longer
 * one. Equal ends prove nothing, nor does a long equal head: one program's files begin alike, and one site's films have the same adverts.
 */
export function isSameFile(one: string, other: string): boolean {
  const [before, after] = [withPlainLineEnds(one), withPlainLineEnds(other)];
  const shorter = Math.min(before.length, after.length);
  const longer = Math.max(before.length, after.length);
  const head = equalCharacters(before, after, shorter, (text, from, to) => text.slice(from, to));
  const tail = equalCharacters(before, after, shorter - head, (text, from, to) =>
    text.slice(text.length - to, text.length - from),
  );
  // At each key press: a long film's phrases are not counted for one letter.
  if (longer - head - tail <= Math.min(TYPED, shorter / 10)) return true;
  if (longer > READ_WHOLE) return before.length < after.length ? isMostlyIn(before, after) : isMostlyIn(after, before);
  const [some, all] = [shownLines(before), shownLines(after)].sort((a, b) => a.length - b.length) as [Shown[], Shown[]];
  // Nothing that is shown: half of the longer one, or the whole of the shorter one, unless that is empty.
  if (some.length === 0) return all.length === 0 && head + tail >= Math.min(shorter || longer, longer / 2);
  return equalLines(some, all) * 2 > some.length;
}

/** How many characters two texts have in common from one end; compared in pieces, which engines do fast. At most `most`. */
function equalCharacters(
  one: string,
  other: string,
  most: number,
  piece: (text: string, from: number, to: number) => string,
): number {
  let equal = 0;
  for (let step = 4_096; step >= 1; ) {
    const to = equal + step;
    if (to <= most && piece(one, equal, to) === piece(other, equal, to)) equal = to;
    else step >>= 1;
  }
  return equal;
}

/** Longer texts (characters) are known by samples: reading two long films whole would hold the page up for most of a second. */
const READ_WHOLE = 20_000;
const SAMPLES = 40;
/** Characters around a sample: enough for a phrase with its time. */
const SAMPLE_SIZE = 600;

/** Whether most of some lines, taken evenly out of the shorter text, stand in the longer one: letter for letter, or at the same time. */
function isMostlyIn(shorter: string, longer: string): boolean {
  const format = recognizeFormat(shorter);
  const samples = Array.from({ length: SAMPLES }, (_, index) => {
    const from = shorter.indexOf('\n', Math.floor((shorter.length * index) / SAMPLES)) + 1;
    const lines = linesOf(shorter.slice(from, from + SAMPLE_SIZE), format);
    const telling = lines.filter(({ text, words }) => words.length > 2 && /\p{L}/u.test(text));
    const isTimed = ({ time }: Shown) => time !== '';
    // Of scripts without spaces a line is one word.
    return telling.find(isTimed) ?? lines.find(isTimed) ?? telling[0] ?? lines[0];
  }).filter((line) => line !== undefined);
  const searched = `\n${longer}\n`;
  const found = samples.filter(({ text, time, words }) => {
    if (searched.includes(`\n${text}\n`) || searched.includes(`,${text}\n`)) return true;
    const at = time === '' ? -1 : longer.indexOf(time);
    if (at < 0) return false;
    const from = longer.lastIndexOf('\n', at) + 1;
    const others = linesOf(longer.slice(from, from + SAMPLE_SIZE), format).filter((other) => other.time === time);
    return others.some((other) => isReworded(words, other.words));
  });
  return found.length * 2 > samples.length;
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
const shownLines = (text: string): Shown[] => linesOf(text, recognizeFormat(text));

function linesOf(text: string, format: FileFormat): Shown[] {
  const lines = text.split('\n');
  const shown = format === 'ass' || format === 'ssa' ? eventLines(lines) : linesBelowTimes(lines);
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

/** How many of the lines stand among the others: word for word, or at the same time with most words and all numbers. */
function equalLines(lines: readonly Shown[], others: readonly Shown[]): number {
  const byText = new Map<string, number>();
  const byTime = new Map<string, Shown[]>();
  for (const other of others) {
    const text = other.words.join(' ');
    byText.set(text, (byText.get(text) ?? 0) + 1);
    const known = byTime.get(other.time);
    if (known) known.push(other);
    else byTime.set(other.time, [other]);
  }
  return lines.filter(({ time, words }) => {
    const text = words.join(' ');
    const left = byText.get(text) ?? 0;
    if (left > 0) byText.set(text, left - 1);
    return left > 0 || (byTime.get(time) ?? []).slice(0, MOST_AT_ONCE).some((other) => isReworded(words, other.words));
  }).length;
}

/** More are never shown at one time. */
const MOST_AT_ONCE = 8;

/** A word was replaced, which changes no number: lines of two films that differ in a number alone are counted lines, not one line. */
function isReworded(one: readonly string[], other: readonly string[]): boolean {
  const numbers = (words: readonly string[]) => words.filter((word) => /\d/.test(word)).join();
  const common = one.filter((word) => other.includes(word)).length;
  return numbers(one) === numbers(other) && common * 2 >= Math.max(one.length, other.length);
}

/** The text is, or is read as, something else than .srt: worth a word. */
export const isOtherFormat = ({ sourceText, readAs }: Pick<Work, 'sourceText' | 'readAs'>): boolean =>
  formatOf(readAs) !== 'srt' || recognizeFormat(sourceText) !== 'srt';
