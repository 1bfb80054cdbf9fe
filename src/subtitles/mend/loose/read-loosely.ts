import { classifyLines, type LooseLine } from './classify-lines.ts';
import { type Anchor, findAnchors } from './find-anchors.ts';
import type { KeptBlock, LooseBlock } from './loose-block.ts';

/** `keepsBroken`: a timing that nobody can read ends the text before it; else, where the strict rules read the file, it belongs to that text. */
export interface ReadLooselyOptions {
  readonly keepsBroken: boolean;
}

/**
 * The blocks of a text whose line ends are "\n", read as leniently as can be; undefined: it has too many lines for subtitles. Each
 * line but the blank ones is in one block. Linear.
 */
export function readLoosely(source: string, options: ReadLooselyOptions): readonly LooseBlock[] | undefined {
  const lines = classifyLines(source);
  if (!lines) return undefined;
  const anchors = findAnchors(lines);
  const startOf = (place: number) => anchors[place]?.start ?? lines.length;
  const blocks = anchors.flatMap((anchor, place) => blocksOf(lines, anchor, startOf(place + 1), options));
  return [...keptBlocks(lines, 0, startOf(0)), ...blocks];
}

/** The phrase of an anchor, and what stands behind it up to the next phrase without belonging to it. */
function blocksOf(lines: readonly LooseLine[], anchor: Anchor, end: number, options: ReadLooselyOptions): LooseBlock[] {
  const first = lines[anchor.start] as LooseLine;
  const timing = lines[anchor.timing] as LooseLine;
  const textEnd = endOfText(lines, anchor.timing + 1, end, options);
  const text = groupsOf(lines, anchor.timing + 1, textEnd).map(({ texts }) => texts);
  const kept = keptBlocks(lines, textEnd, end);
  const number = anchor.number === undefined ? undefined : first.text.trim();
  if (number === undefined && text.length === 0 && anchor.firstTiming === anchor.timing) {
    const { at: line, blankBefore: separated } = first;
    return [{ type: 'kept', line, separated, lines: [timing.text], isTiming: true }, ...kept];
  }
  return [
    {
      type: 'phrase',
      line: first.at,
      timingLine: timing.at,
      separated: first.blankBefore,
      number,
      lineBefore: lines[anchor.start - 1]?.text ?? '',
      markBefore: first.at > 1 && first.text.startsWith('\ufeff'),
      blankAfterNumber: number !== undefined && (lines[anchor.firstTiming] as LooseLine).blankBefore,
      stacked: lines.slice(anchor.firstTiming, anchor.timing).map((line) => line.text),
      time: timing.text.trim(),
      timing: timing.timing,
      blankAfterTiming: text.length > 0 && (lines[anchor.timing + 1] as LooseLine).blankBefore,
      text,
    },
    ...kept,
  ];
}

/** Where the text ends, though no phrase begins there: at a number without a timing, and at a timing that nobody can read. */
function endOfText(
  lines: readonly LooseLine[],
  from: number,
  end: number,
  { keepsBroken }: ReadLooselyOptions,
): number {
  for (let index = from; index < end; index++) {
    const { form, blankBefore } = lines[index] as LooseLine;
    const next = index + 1 < end ? lines[index + 1] : undefined;
    const isAboveBroken = next?.form === 'broken' && !next.blankBefore;
    if (blankBefore && (form === 'number' || form === 'broken' || isAboveBroken)) return index;
    if (keepsBroken && (form === 'broken' || (form === 'number' && isAboveBroken))) return index;
  }
  return end;
}

interface Group {
  readonly first: LooseLine;
  readonly texts: string[];
}

/** Lines between which there is no blank line. */
function groupsOf(lines: readonly LooseLine[], from: number, end: number): readonly Group[] {
  const groups: Group[] = [];
  for (let index = from; index < end; index++) {
    const line = lines[index] as LooseLine;
    if (index === from || line.blankBefore) groups.push({ first: line, texts: [line.text] });
    else groups.at(-1)?.texts.push(line.text);
  }
  return groups;
}

const keptBlocks = (lines: readonly LooseLine[], from: number, end: number): readonly KeptBlock[] =>
  groupsOf(lines, from, end).map(({ first, texts }) => ({
    type: 'kept',
    line: first.at,
    separated: first.blankBefore,
    lines: texts,
    isTiming: false,
  }));
