import { type Timing, timeText } from '../../timing.ts';
import {
  inspectEach,
  isPhrase,
  type LenientBlock,
  type LenientPhrase,
  type LenientTiming,
  numberFromOne,
  oneOrMany,
  type RepairKind,
  readTiming,
} from '../blocks.ts';

/** A phrase with readable times. */
type TimedPhrase = LenientPhrase & { readonly timing: LenientTiming };

const isTimed = (block: LenientBlock): block is TimedPhrase => isPhrase(block) && block.timing !== undefined;

/** `place`: the settings behind the times, which position the phrase in the picture. */
type PlacedTiming = Timing & { readonly place: string };
const timesOf = ({ timing: { start, end, rest } }: TimedPhrase): PlacedTiming => ({
  startMs: start.ms,
  endMs: end.ms,
  place: rest.trim(),
});

interface ChangedTimes extends Required<Pick<RepairKind, 'name' | 'sentence' | 'offer'>> {
  /**
   * The new times of a phrase; a missing one stays as it is written. undefined: the times are correct. `next`: the times of the following phrase.
   */
  newTimes(times: PlacedTiming, next: PlacedTiming | undefined): Partial<Timing> | undefined;
}

const kind = (point: string, { newTimes, ...words }: ChangedTimes): RepairKind => ({
  ...words,
  severity: 'info',
  inspect: inspectEach(isTimed, (phrase, index, all) => {
    const next = all[index + 1];
    const times = newTimes(timesOf(phrase), next && timesOf(next));
    if (times === undefined) return undefined;
    const { timingLine: line, time: before } = phrase;
    const time = retimed(phrase, times, point);
    return { found: [{ line, before, after: time }], mended: [{ ...phrase, time, timing: readTiming(time) }] };
  }),
});

function retimed(
  { timing: { start, between, end, rest } }: TimedPhrase,
  { startMs, endMs }: Partial<Timing>,
  point: string,
): string {
  const [from, to] = [startMs, endMs].map((ms) => (ms === undefined ? undefined : timeText(ms, point)));
  return `${from ?? start.text}${between}${to ?? end.text}${rest}`;
}

/** The longest time for which a phrase without a known end is shown. */
const LONGEST_MS = 2_000;

export const changedTimes = (point: ',' | '.'): readonly RepairKind[] => [
  kind(point, {
    name: 'negative-times',
    newTimes: ({ startMs, endMs }, next) => {
      if (startMs >= 0) return undefined;
      if (endMs > 0) return { startMs: 0 };
      return { startMs: 0, endMs: next && next.startMs > 0 ? Math.min(next.startMs, LONGEST_MS) : LONGEST_MS };
    },
    sentence: oneOrMany(
      '1 subtitle begins before the film starts. Some players skip it.',
      'subtitles begin before the film starts. Some players skip them.',
    ),
    offer: () => 'Show from the start of the film to the next subtitle, at most 2 s.',
  }),
  kind(point, {
    name: 'end-before-start',
    newTimes: ({ startMs, endMs }, next) => {
      if (startMs < 0 || endMs > startMs) return undefined;
      const longest = startMs + LONGEST_MS;
      return { endMs: next && next.startMs > startMs ? Math.min(next.startMs, longest) : longest };
    },
    sentence: oneOrMany(
      '1 subtitle ends before it begins. Some players skip it.',
      'subtitles end before they begin. Some players skip them.',
    ),
    offer: () => 'Show until the next subtitle, at most 2 s.',
  }),
  kind(point, {
    name: 'overlaps',
    // Two phrases that begin together, or are in two positions, have two speakers.
    newTimes: ({ startMs, endMs, place }, next) =>
      startMs >= 0 && next?.place === place && startMs < next.startMs && next.startMs < endMs
        ? { endMs: next.startMs }
        : undefined,
    sentence: oneOrMany('1 subtitle overlaps the next one.', 'subtitles overlap the next one.'),
    offer: () => 'Shorten.',
  }),
];

export const outOfOrder: RepairKind = {
  name: 'out-of-order',
  severity: 'info',
  inspect: (blocks) => {
    const inOrder = longestInOrder(blocks.filter(isTimed));
    return (block) =>
      isTimed(block) && !inOrder.has(block)
        ? { found: [{ line: block.timingLine, before: block.time, after: block.time }] }
        : undefined;
  },
  // Strict readers may read blocks that are no phrases as part of the text above, so these blocks stay behind it.
  afterwards: (blocks) =>
    numberFromOne(byTime(blocks).map((block) => (isPhrase(block) ? { ...block, separated: true } : block))),
  sentence: oneOrMany('1 subtitle is not in the order of time.', 'subtitles are not in the order of time.'),
  offer: () => 'Sort by time.',
};

/** Sorts phrases by time. Blocks without a time stay behind their phrase. */
function byTime(blocks: readonly LenientBlock[]): readonly LenientBlock[] {
  let latest = 0;
  const placed = blocks.map((block) => {
    if (isTimed(block)) latest = block.timing.start.ms;
    return { block, at: latest };
  });
  return placed.sort((one, other) => one.at - other.at).map(({ block }) => block);
}

/** The longest series of phrases that are already in order. */
function longestInOrder(phrases: readonly TimedPhrase[]): ReadonlySet<TimedPhrase> {
  /** At index n: the last phrase of the series of n + 1 phrases that ends earliest. */
  const lastOf: TimedPhrase[] = [];
  const before = new Map<TimedPhrase, TimedPhrase | undefined>();
  for (const phrase of phrases) {
    let [low, high] = [0, lastOf.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((lastOf[middle] as TimedPhrase).timing.start.ms <= phrase.timing.start.ms) low = middle + 1;
      else high = middle;
    }
    before.set(phrase, lastOf[low - 1]);
    lastOf[low] = phrase;
  }
  const series = new Set<TimedPhrase>();
  for (let phrase = lastOf.at(-1); phrase; phrase = before.get(phrase)) series.add(phrase);
  return series;
}
