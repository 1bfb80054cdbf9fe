import { inEach } from '../../loose/in-each.ts';
import { isPhrase, type LooseBlock } from '../../loose/loose-block.ts';
import { numberFromOne } from '../../loose/numbering.ts';
import { type TimedPhrase, timedPhrases } from '../../loose/times.ts';
import type { RepairKind } from '../../repair.ts';

export const outOfOrder: RepairKind = {
  name: 'out-of-order',
  standing: 'told',
  *find({ timed }) {
    if (timed.every(({ startMs }, index) => startMs >= (timed[index - 1]?.startMs ?? startMs))) return [];
    yield;
    const inOrder = longestInOrder(timed);
    return yield* inEach(timed, (phrase) => {
      const { timingLine: line, time } = phrase.phrase;
      return inOrder.has(phrase) ? undefined : [{ line, before: time, after: time }];
    });
  },
  sentence: ({ length }) =>
    length === 1 ? '1 phrase stands before an earlier one.' : `${length} phrases stand before earlier ones.`,
  offer: () => 'Sort by time.',
  apply: (blocks) => {
    const startOf = new Map(timedPhrases(blocks).map(({ phrase, startMs }) => [phrase, startMs]));
    let latest = 0;
    // What has no time stays behind the phrase that it stands behind.
    const placed = blocks.map((block) => {
      latest = (isPhrase(block) ? startOf.get(block) : undefined) ?? latest;
      return { block, at: latest };
    });
    return numberFromOne(placed.sort((one, other) => one.at - other.at).map(({ block }) => separated(block)));
  },
};

const separated = (block: LooseBlock): LooseBlock => ({ ...block, separated: true });

/** As many phrases as can stay where they are: the longest series whose beginnings do not run backwards. */
function longestInOrder(phrases: readonly TimedPhrase[]): ReadonlySet<TimedPhrase> {
  /** By length less one: the last phrase of the series of that length that ends first. */
  const lastOf: TimedPhrase[] = [];
  const before = new Map<TimedPhrase, TimedPhrase | undefined>();
  for (const phrase of phrases) {
    let [low, high] = [0, lastOf.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((lastOf[middle] as TimedPhrase).startMs <= phrase.startMs) low = middle + 1;
      else high = middle;
    }
    before.set(phrase, lastOf[low - 1]);
    lastOf[low] = phrase;
  }
  const series = new Set<TimedPhrase>();
  for (let phrase = lastOf.at(-1); phrase; phrase = before.get(phrase)) series.add(phrase);
  return series;
}
