import { csvTable, grouped, quotedCell, withoutFormula } from '../lib/text.ts';
import { withDirectionByLetters } from '../subtitles/ass-styles.ts';
import type { NewText, Part, Phrase, SubtitleDocument } from '../subtitles/document.ts';
import { framedLine, hasRightToLeft } from '../subtitles/following-marks.ts';
import { type FileFormat, formatOf, hasStyles, type ReadAs } from '../subtitles/formats.ts';
import { isBlank, linesOf, withLineEndsLike, withoutControls, withoutDirectionMarks } from '../subtitles/lines.ts';
import { readDocument } from '../subtitles/read-document.ts';
import { SAVED_FORMATS } from '../subtitles/saved-formats.ts';
import { closedTags, hasBracket, TAGS, withoutTags } from '../subtitles/tags.ts';
import { type Timing, timingOf } from '../subtitles/timing.ts';
import type { Line, Problem } from './line.ts';
import { type Limits, limitsFor } from './measured-line.ts';
import { balanceLines } from './text/balance-lines.ts';

export interface UnfinishedFile {
  /** The translated text, possibly with a person's edits. */
  readonly translated: string;
  /** Some phrases are not translated yet. They contain their original, which stays unchanged. */
  readonly isPart: boolean;
  readonly sourceText: string;
  readonly readAs: ReadAs;
  readonly withoutStyles: readonly string[];
  readonly language: string | undefined;
}

/** Applies the person's options to the translated text. If the text no longer parses in its format, only its line ends change. */
export function finishFile(file: UnfinishedFile, options: FileOptions): string {
  const { isPart, sourceText, readAs, withoutStyles, language } = file;
  const format = formatOf(readAs);
  const hasDirection = options.direction === 'letters' && hasStyles(format) && hasRightToLeft(file.translated);
  const translated = hasDirection ? withDirectionByLetters(file.translated) : file.translated;
  const { both, marks, lineBreaks, sounds, lineEnds } = options;
  if (both === undefined && marks === undefined && lineBreaks === undefined && sounds === undefined) {
    return withLineEnds(translated, lineEnds, format, sourceText);
  }
  // isEdited is also right without edits: events that share one translation can have different originals.
  const read = readDocument(translated, readAs, { withoutStyles, isEdited: true });
  if (!read.ok) return withLineEnds(translated, lineEnds, format, sourceText);
  const originals = both === undefined && !isPart ? undefined : originalsOf(read.value, file);
  const limits = limitsFor(language);
  const texts = new Map<number, NewText>();
  for (const { number, text } of read.value.phrases) {
    const original = originals?.get(number);
    if (isPart && original === text && sounds === undefined) continue;
    texts.set(number, finishedText(text, original, { ...options, format, limits, language }));
  }
  return withLineEnds(read.value.write(texts), lineEnds, format, sourceText);
}

const isWithin = (one: Timing | undefined, other: Timing | undefined): boolean =>
  one !== undefined && other !== undefined && one.startMs >= other.startMs && one.endMs <= other.endMs;

/** The originals by phrase number. A phrase that a person has split gets its original at each piece. */
function originalsOf(
  { phrases, textsIn }: SubtitleDocument,
  { sourceText, readAs, withoutStyles }: UnfinishedFile,
): ReadonlyMap<number, string> {
  const originals = new Map(textsIn(sourceText));
  const others = phrases.filter(({ number }) => !originals.has(number));
  const source = others.length > 0 ? readDocument(sourceText, readAs, { withoutStyles }) : undefined;
  const times = new Set(phrases.map(({ time }) => time.trim()));
  const gone = source?.ok ? source.value.phrases.filter(({ time }) => !times.has(time.trim())) : [];
  const begins = grouped(gone, ({ time }) => timingOf(time)?.startMs);
  let cut: Phrase | undefined;
  for (const { number, time } of others) {
    const begun = begins.get(timingOf(time)?.startMs);
    // If two phrases began at the same time, nobody can know which of them was split.
    if (begun) cut = begun.length === 1 ? begun[0] : undefined;
    if (cut && isWithin(timingOf(time), timingOf(cut.time))) originals.set(number, cut.text);
  }
  return originals;
}

const MARK = '\uFEFF';

/** Writes the chosen line ends. `source`: the opened file; the option 'file' uses the first line end in it. */
function withLineEnds(text: string, lineEnds: FileOptions['lineEnds'], format: FileFormat, source: string): string {
  const usual = SAVED_FORMATS[format];
  const wanted = lineEnds ?? (usual.lineEnds === 'lf' ? 'lf' : undefined);
  if (wanted === undefined) return text;
  const ended = withLineEndsLike(text, wanted === 'lf' ? '' : wanted === 'tv' ? '\r\n' : source);
  return wanted === 'tv' && usual.mayHaveMark && !ended.startsWith(MARK) ? MARK + ended : ended;
}

/** Matches format code between two pieces of text in one line. */
const CODE_INSIDE = /[\p{L}\p{N}][^\n]*(?:⟦\d+⟧|<\/?[biu]>)[^\n]*[\p{L}\p{N}]/u;

/**
 * Counts the ASS or SSA phrases that players will draw in the wrong order: right-to-left text with code inside a line, unless the styles make
 * players detect the direction by the letters.
 */
export function countWrongOrder(lines: readonly Line[], file: Pick<UnfinishedFile, 'sourceText' | 'readAs'>): number {
  if (!hasStyles(formatOf(file.readAs)) || withDirectionByLetters(file.sourceText) === file.sourceText) return 0;
  return lines.filter(({ translation = '' }) => hasRightToLeft(translation) && CODE_INSIDE.test(translation)).length;
}

const MOST_LINES = 2;

/** Counts the phrases that have more than two lines because both languages are written. */
export function countOverTwoLines(lines: readonly Line[], options: FinishedTextOptions): number {
  const overTwoLines = lines.filter(({ original, translation }) => {
    const parts = translation === undefined ? '' : finishedText(translation, original, options);
    return typeof parts !== 'string' && parts.flatMap(({ text }) => linesOf(text)).length > MOST_LINES;
  });
  return overTwoLines.length;
}

interface FinishedTextOptions extends FileOptions {
  readonly format: FileFormat;
  readonly limits: Limits;
  readonly language: string | undefined;
}

/** Applies the options to the text of one phrase. */
function finishedText(whole: string, wholeOriginal: string | undefined, options: FinishedTextOptions): NewText {
  const { both, look, marks, lineBreaks, sounds, limits, language, format } = options;
  const said = sounds === undefined ? (text: string) => text : withoutSounds;
  const translation = said(whole);
  if (translation === '') return '';
  const original = wholeOriginal && said(wholeOriginal);
  // In an ASS file empty lines position a sign, so do not balance such a text.
  const mayBreak = lineBreaks === 'balanced' && !linesOf(translation).some(isBlank);
  const broken = mayBreak ? (balanceLines(translation, limits, language) ?? translation) : translation;
  const own: Part = { text: withRtlMarks(broken, marks) };
  const beside = original === undefined ? '' : withRtlMarks(withoutCode(original, format), marks).trim();
  if (
    both === undefined ||
    beside === '' ||
    (original && withoutDirectionMarks(original).trim()) === withoutDirectionMarks(translation).trim()
  )
    return own.text;
  const other: Part = { text: look === undefined ? beside : withoutTags(beside), ...(look && { look }) };
  // In ASS and SSA, subtitles/ass.ts sets the style of each part in every line.
  const parts = hasStyles(format) ? [own, other] : [closed(own), closed(other)];
  return both === 'below' ? parts.toReversed() : parts;
}

/** Closes open tags, so that they do not apply to the other language. */
const closed = (part: Part): Part => ({ ...part, text: closedTags(part.text) });

/**
 * Removes code that belongs to the whole phrase, such as {\an8}, and placeholders, which stand for code of the original. A film in .srt has no
 * placeholders.
 */
const withoutCode = (text: string, format: FileFormat): string =>
  text.replace(format === 'srt' ? /\{\\[^{}]*\}/g : /⟦\d+⟧|\{\\[^{}]*\}/g, '');

/**
 * Adds direction marks around each line, for players that lay out every line from left to right and so show a full stop at the wrong end. Replaces
 * the marks that the line has.
 */
function withRtlMarks(text: string, marks: FileOptions['marks']): string {
  if (marks === undefined || !hasRightToLeft(text)) return text;
  const [before, behind] = marks === 'rlm' ? ['\u200f', '\u200f'] : ['\u202b', '\u202c'];
  return text
    .split('\n')
    .map((line) => (hasRightToLeft(line) ? before + framedLine(line).with('', '') + behind : line))
    .join('\n');
}

const HEAD = ['Number', 'Start', 'End', 'Original', 'Translation', 'Problems'];

export function linesAsCsv(lines: Iterable<{ readonly line: Line; readonly problems: readonly Problem[] }>): string {
  const rows: (readonly string[])[] = [HEAD];
  for (const { line, problems } of lines) {
    const [start = '', end = ''] = line.time.split('-->').map((time) => time.trim());
    const words = problems.map((problem) => problem.words).join(' ');
    const cells = [start, end.split(/\s/, 1)[0] ?? '', line.original, line.translation ?? '', words];
    rows.push([String(line.number), ...cells.map((cell) => quotedCell(withoutFormula(withoutControls(cell))))]);
  }
  return csvTable(rows);
}

/** A person's choices for the saved file. */
export interface FileOptions {
  /** Default: the translation alone. */
  readonly both?: 'below' | 'above';
  /** Style of the original beside the translation; default: unchanged. */
  readonly look?: 'italics' | 'grey';
  /** 'file': as in the opened file. 'tv': "\r\n" and a byte-order mark. Default: "\n" in .srt, and the opened file's line ends in other formats. */
  readonly lineEnds?: 'lf' | 'file' | 'tv';
  /** Direction marks around each right-to-left line; default: none. */
  readonly marks?: 'rlm' | 'embedding';
  /** Default: the line breaks of the translation stay. */
  readonly lineBreaks?: 'balanced';
  /** Removes lines that are entirely in brackets or between music notes; default: they stay. */
  readonly sounds?: 'left-out';
  /** ASS and SSA: players detect a line's direction by its letters; default: styles stay unchanged. */
  readonly direction?: 'letters';
}

// Performance: neighbouring parts never match the same character, so the expression is linear on any text.
const BRACKET = String.raw`\[[^[\]]*\]|\([^()]*\)|（[^（）]*）|【[^【】]*】|［[^［］]*］|〔[^〔〕]*〕`;
/** Matches a line of sounds: only brackets, perhaps behind a speaker's dash. */
const IN_BRACKETS = new RegExp(String.raw`^[\s\p{Pd}]*(?:(?:${BRACKET})[\s\p{Pd}.,…]*)+$`, 'u');
const NOTE = '[♪♫♬♩🎵🎶]';
/** Matches a line of a song: text between music notes, or notes alone. British captions write "#" for a note. */
const BETWEEN_NOTES = new RegExp(
  String.raw`^[\s\p{Pd}]*(?:${NOTE}+(?:[^${NOTE.slice(1)}+${NOTE}+)*|#\s[^#]*\s#)\s*$`,
  'u',
);

function isSound(text: string): boolean {
  const plain = withoutDirectionMarks(withoutTags(text));
  return IN_BRACKETS.test(plain) || BETWEEN_NOTES.test(plain);
}

/** Removes lines that are entirely in brackets or between notes; '' if nothing else remains. */
export function withoutSounds(text: string): string {
  const lines = text.split('\n');
  // Keep tags that apply to the other lines, and placeholders of the format's code.
  let tags = '';
  const said: string[] = [];
  for (const line of lines) {
    if (isSound(line)) tags += tagsThatGoOn(line);
    else {
      said.push(tags + line);
      tags = '';
    }
  }
  return isSound(said.join('\n')) ? '' : said.join('\n') + (said.length > 0 ? tags : '');
}

const PAIR = /<([a-z]+)[^<>]*><\/\1>/gi;

const tagsThatGoOn = (line: string): string =>
  hasBracket(line) ? (line.match(TAGS) ?? []).join('').replace(PAIR, '') : '';
