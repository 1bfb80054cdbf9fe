import { withPlainDigits } from '../lib/text.ts';
import type { Phrase } from '../subtitles/document.ts';
import { isTimingLine } from '../subtitles/timing.ts';
import { parseString } from './read-reply.ts';

/** A numbered line, with the signs around its number: "7.", "[7]", "**7**:", " 7 ", `"7": `. */
const HEAD = /^([\s>*_|#№([<"'-]{0,8})(\d{1,9})(["'\])>*_]{0,4}(?:\s*[.:)|,=–—-]|\s*$|\t))/;
const ELEMENT = /^<(\w+) \w+=["']?(\d{1,9})["']?>([\s\S]*)<\/\1>$/;

/**
 * Reads replies without JSON that have a line or block per phrase: lists, YAML, tables, elements, .srt blocks. Each requested number must begin a text, in
 * order, with equal signs around it. undefined: this is not so, or something follows the last text.
 */
export function readNumberedLines(phrases: readonly Phrase[], reply: string): readonly string[] | undefined {
  if (phrases.length < 2) return undefined;
  const lines = reply
    .replaceAll('\r', '')
    .split('\n')
    .filter((line) => !/^\s*```\w*\s*$/.test(line));
  if (lines.length > MOST_LINES * phrases.length) return undefined;
  return elementsOf(phrases, lines) ?? blocksOf(phrases, lines);
}

/** The most lines per phrase, including lines between phrases. */
const MOST_LINES = 20;

const areAsked = (phrases: readonly Phrase[], numbers: readonly number[]): boolean =>
  numbers.length === phrases.length && phrases.every(({ number }, place) => number === numbers[place]);

function elementsOf(phrases: readonly Phrase[], lines: readonly string[]): readonly string[] | undefined {
  const elements = lines.join('\n').split(/(?<=>)\s*\n(?=<\w)/);
  const read = elements.map((element) => ELEMENT.exec(element.trim()));
  const numbers = read.map((found) => Number(found?.[2]));
  return areAsked(phrases, numbers) ? read.map((found) => found?.[3] ?? '') : undefined;
}

function blocksOf(phrases: readonly Phrase[], lines: readonly string[]): readonly string[] | undefined {
  const heads = lines.flatMap((line, at) => {
    const plain = withPlainDigits(line);
    const [whole = '', before = '', digits = '', behind = ''] = HEAD.exec(plain) ?? [];
    const isHead = digits !== '' && plain.length === line.length && !isTimingLine(line);
    return isHead
      ? [{ at, number: Number(digits), frame: `${before.trim()} ${behind.trim()}`, rest: line.slice(whole.length) }]
      : [];
  });
  const numbers = heads.map(({ number }) => number);
  if (!areAsked(phrases, numbers) || new Set(heads.map(({ frame }) => frame)).size > 1) return undefined;
  const blocks = heads.map(({ at, rest }, place) => [rest, ...lines.slice(at + 1, heads[place + 1]?.at)]);
  const texts = withoutTimes(blocks).map((block) => block.join('\n').trim());
  const inCells = withoutCells(texts);
  const isDoubtful = (text: string) => text === '' || /\n\s*\n|\|\s*$/.test(text);
  return inCells.some(isDoubtful) || hasMoreLines(inCells.at(-1), phrases.at(-1)) ? undefined : unquoted(inCells);
}

/** True if lines follow the last text that may not belong to it. */
const hasMoreLines = (text = '', original?: Phrase): boolean =>
  text.split('\n').length > (original?.text ?? '').split('\n').length;

/** Removes the timing line if every block has one, as in an .srt file. */
function withoutTimes(blocks: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const written = blocks.map((block) => block.filter((line, at) => at > 0 || line.trim() !== ''));
  return written.every(([line = '']) => isTimingLine(line)) ? written.map((block) => block.slice(1)) : written;
}

/** The match in each text. undefined: not all texts match. */
function eachOf(texts: readonly string[], pattern: RegExp): readonly string[] | undefined {
  const found = texts.flatMap((text) => pattern.exec(text)?.[1] ?? []);
  return found.length === texts.length ? found : undefined;
}

const withoutCells = (texts: readonly string[]): readonly string[] => eachOf(texts, /^([^|]*?)\s*\|$/) ?? texts;

function unquoted(texts: readonly string[]): readonly string[] {
  const quoted = eachOf(texts, /^("(?:[^"\\]|\\[\s\S])*"),?$/)?.flatMap((text) => parseString(text) ?? []);
  return quoted?.length === texts.length ? quoted : texts;
}
