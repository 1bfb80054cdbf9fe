import { type LinesIn, lineEndOf, linesIn } from './lines.ts';
import type { Found } from './mend/blocks.ts';
import type { FoundKind } from './mend/find-repairs.ts';
import { ROLLING, rollingOffer, rollingSentence, UNROLL } from './mend/kinds/rolling-captions.ts';
import { readTiming } from './mend/read-timing.ts';
import { type Caption, type Unrolled, unrollCaptions } from './mend/unroll-captions.ts';
import { blocksIn, cueText, type VttBlock } from './vtt.ts';

/** A cue with words. */
interface Cue extends Caption {
  readonly block: VttBlock;
  readonly timing: string;
  /** Its lines as they stand there. */
  readonly shown: readonly string[];
  /** As a model would read it. */
  readonly text: string;
}

/** A cue, and what unrolling makes of it. */
type Rolled = Unrolled<Cue> & { readonly cue: Cue };

const TAG = /<[^<>]*>/g;
/** When a single word appears, and spans around words: of the look, without words of its own. */
const WORD_TAG = /<(?:[\d:.]+|c(?:\.[^<>]*)?|\/c)>/g;
const TIMESTAMP = /<[\d:.]+>/;

/**
 * The rolling captions of a WebVTT file as a repair that is told: each line once, in the cue in which it comes first, which lasts as
 * long as cues repeat it at once; without the times of single words. Header, NOTE, STYLE and other cues stay as they are. Linear.
 */
export function findRolling(source: string): { readonly kind: FoundKind; unroll(): string } | undefined {
  const lines = linesIn(source);
  const cues = blocksIn(lines).flatMap((block) => cueOf(lines, source, block) ?? []);
  // Beside a line whose words appear one by one the others are what stood there, however long nothing was said.
  const unrolled = unrollCaptions(cues, { later: false });
  if (!unrolled) return undefined;
  const rolled = unrolled.map((made, index): Rolled => ({ ...made, cue: cues[index] as Cue }));
  const places = rolled.map(placeOf).filter(({ before, after }) => before !== after);
  const kept = rolled.filter(({ lines: left }) => left.length > 0);
  const sent = kept.map(({ lines: left }) => left.join('\n').length).reduce((sum, length) => sum + length, 0);
  const all = cues.reduce((sum, { text }) => sum + text.length, 0);
  const offer = rollingOffer(cues.length, kept.length, 1 - sent / Math.max(1, all));
  return {
    kind: {
      name: ROLLING,
      isOptional: true,
      sentence: rollingSentence(places),
      offer,
      button: UNROLL,
      repairs: places,
    },
    unroll: () => written(source, lines, rolled),
  };
}

function cueOf(lines: LinesIn, source: string, block: VttBlock): Cue | undefined {
  if (block.timing === undefined) return undefined;
  const timing = lines.text(block.timing);
  const times = readTiming(timing);
  const all: string[] = [];
  for (let line = block.timing + 1; line < block.end; line++) all.push(lines.text(line));
  const shown = all.filter((line) => plainOf(line) !== '');
  if (times === undefined || shown.length === 0) return undefined;
  const { text } = cueText(source.slice(lines.from(block.timing + 1), lines.to(block.end - 1)));
  const newFrom = shown.findIndex((line) => TIMESTAMP.test(line));
  return {
    block,
    timing,
    shown,
    text,
    startMs: times.start.ms,
    endMs: times.end.ms,
    lines: shown.map((line) => line.replace(WORD_TAG, '').trim()),
    plain: shown.map(plainOf),
    ...(newFrom !== -1 && { newFrom }),
  };
}

const plainOf = (line: string): string => line.replace(TAG, '').trim();

function timingOf({ cue: { timing }, last }: Rolled): string {
  const times = readTiming(timing);
  const end = readTiming(last.timing)?.end.text;
  if (times === undefined || end === undefined) return timing;
  const from = timing.indexOf(times.between + times.end.text) + times.between.length;
  return timing.slice(0, from) + end + timing.slice(from + times.end.text.length);
}

function placeOf(made: Rolled): Found {
  const { block, timing, shown } = made.cue;
  return {
    line: (block.timing ?? block.first) + 1,
    before: [timing.trim(), ...shown.map((line) => line.trim())].join('\n'),
    after: made.lines.length === 0 ? '' : [timingOf(made).trim(), ...made.lines].join('\n'),
  };
}

function written(source: string, lines: LinesIn, rolled: readonly Rolled[]): string {
  const lineEnd = lineEndOf(source);
  const parts: string[] = [];
  let end = 0;
  for (const made of rolled) {
    const { first, timing = first, end: behind } = made.cue.block;
    const isLeftOut = made.lines.length === 0;
    parts.push(source.slice(end, lines.from(isLeftOut ? first : timing)));
    end = lines.to(behind - 1);
    if (!isLeftOut) {
      parts.push([timingOf(made), ...made.lines].join(lineEnd));
      continue;
    }
    // With the empty lines behind it, which would stand there twice.
    let next = behind;
    while (next < lines.count && lines.from(next) === lines.to(next)) next++;
    end = next < lines.count ? lines.from(next) : source.length;
  }
  return parts.join('') + source.slice(end);
}
