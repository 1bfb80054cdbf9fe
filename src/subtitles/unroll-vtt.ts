import { type LinesIn, lineEndOf, linesIn } from './lines.ts';
import type { Found } from './mend/blocks.ts';
import type { Repairs } from './mend/find-repairs.ts';
import {
  isRolling,
  ROLLING,
  repeatedLines,
  rollingOffer,
  rollingSentence,
  UNROLL,
} from './mend/kinds/rolling-captions.ts';
import { readTiming } from './mend/read-timing.ts';
import { blocksIn, cueText, type VttBlock } from './vtt.ts';

/** A cue with words, and what unrolling makes of it. */
interface Cue {
  readonly block: VttBlock;
  readonly timing: string;
  readonly startMs: number;
  readonly endMs: number;
  /** As a model would read it. */
  readonly text: string;
  /** The lines with words, and the same without tags. */
  readonly lines: readonly string[];
  readonly plain: readonly string[];
  /** How many of the first lines stood in the cue before; all: the cue is left out. */
  repeated: number;
  /** The end of the last cue that repeats this one, as it is written there; '': its own. */
  end: string;
}

/** A cue that shows nothing new follows at once; what is said again later is said twice. */
const AT_ONCE_MS = 500;
const TAG = /<[^<>]*>/g;
/** When a single word appears, and spans around words: of the look, without words of its own. */
const WORD_TAG = /<(?:[\d:.]+|c(?:\.[^<>]*)?|\/c)>/g;
const TIMESTAMP = /<[\d:.]+>/;

/**
 * The rolling captions of a WebVTT file as a repair that is told: each line once, in the cue in which it comes first, which lasts as
 * long as cues repeat it at once; without the times of single words. Header, NOTE, STYLE and other cues stay as they are. Linear.
 */
export function findVttRepairs(source: string): Repairs {
  const lines = linesIn(source);
  const cues: Cue[] = [];
  const roll = roller();
  for (const block of blocksIn(lines)) {
    const cue = cueOf(lines, source, block);
    if (cue === undefined) continue;
    roll(cue);
    cues.push(cue);
  }
  const found = cues.filter(({ repeated }) => repeated > 0);
  const places = isRolling(found.length, cues.length) ? found.map(placeOf) : [];
  const kept = cues.filter((cue) => !isLeftOut(cue));
  const sent = kept.map((cue) => unrolled(cue).join('\n').length).reduce((sum, length) => sum + length, 0);
  const all = cues.reduce((sum, { text }) => sum + text.length, 0);
  const offer = rollingOffer(cues.length, kept.length, 1 - sent / Math.max(1, all));
  const rolling = {
    name: ROLLING,
    isOptional: true,
    sentence: rollingSentence(places.length),
    offer,
    button: UNROLL,
    repairs: places,
  };
  return {
    isOffered: false,
    kinds: places.length === 0 ? [] : [rolling],
    mend: (names) => (names.has(ROLLING) && places.length > 0 ? written(source, lines, cues) : source),
    readAsAfter: () => 'vtt',
  };
}

function cueOf(lines: LinesIn, source: string, block: VttBlock): Cue | undefined {
  if (block.timing === undefined) return undefined;
  const timing = lines.text(block.timing);
  const times = readTiming(timing);
  const shown: string[] = [];
  for (let line = block.timing + 1; line < block.end; line++) shown.push(lines.text(line));
  const withWords = shown.filter((line) => plainOf(line) !== '');
  if (times === undefined || withWords.length === 0) return undefined;
  const { text } = cueText(source.slice(lines.from(block.timing + 1), lines.to(block.end - 1)));
  const [startMs, endMs] = [times.start.ms, times.end.ms];
  return { block, timing, startMs, endMs, text, lines: withWords, plain: withWords.map(plainOf), repeated: 0, end: '' };
}

const plainOf = (line: string): string => line.replace(TAG, '').trim();
const isLeftOut = ({ repeated, lines }: Cue): boolean => repeated === lines.length;

/** Takes cues one by one, in the file's order, and notes what of each stood in the one before. */
function roller(): (cue: Cue) => void {
  let before: Cue | undefined;
  /** The last one that is not left out. */
  let said: Cue | undefined;
  return (cue) => {
    // A line whose words appear one by one is new.
    const firstNew = cue.lines.findIndex((line) => TIMESTAMP.test(line));
    const old = firstNew === -1 ? cue.plain : cue.plain.slice(0, firstNew);
    const isAtOnce = before !== undefined && cue.startMs - before.endMs <= AT_ONCE_MS;
    // Beside a line whose words appear one by one the others are what stood there, however long nothing was said.
    if (before && (isAtOnce || firstNew !== -1)) cue.repeated = repeatedLines(before.plain, old);
    before = cue;
    if (!isLeftOut(cue)) said = cue;
    else if (said) said.end = readTiming(cue.timing)?.end.text ?? '';
  };
}

/** The lines that a cue keeps, without the times of single words. */
const unrolled = ({ lines, repeated }: Cue): readonly string[] =>
  lines.slice(repeated).map((line) => line.replace(WORD_TAG, '').trim());

function timingOf({ timing, end }: Cue): string {
  const times = end === '' ? undefined : readTiming(timing);
  if (times === undefined) return timing;
  const from = timing.indexOf(times.between + times.end.text) + times.between.length;
  return timing.slice(0, from) + end + timing.slice(from + times.end.text.length);
}

function placeOf(cue: Cue): Found {
  const { block, timing } = cue;
  return {
    line: (block.timing ?? block.first) + 1,
    before: [timing.trim(), ...cue.lines.map((line) => line.trim())].join('\n'),
    after: isLeftOut(cue) ? '' : [timingOf(cue).trim(), ...unrolled(cue)].join('\n'),
  };
}

function written(source: string, lines: LinesIn, cues: readonly Cue[]): string {
  const lineEnd = lineEndOf(source);
  const parts: string[] = [];
  let end = 0;
  for (const cue of cues) {
    const { first, timing = first, end: behind } = cue.block;
    parts.push(source.slice(end, lines.from(isLeftOut(cue) ? first : timing)));
    end = lines.to(behind - 1);
    if (!isLeftOut(cue)) {
      parts.push([timingOf(cue), ...unrolled(cue)].join(lineEnd));
      continue;
    }
    // With the empty lines behind it, which would stand there twice.
    let next = behind;
    while (next < lines.count && lines.from(next) === lines.to(next)) next++;
    end = next < lines.count ? lines.from(next) : source.length;
  }
  return parts.join('') + source.slice(end);
}
