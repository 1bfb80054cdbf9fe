import { isPhrase, type LooseBlock } from '../loose/loose-block.ts';
import { numberFromOne } from '../loose/numbering.ts';
import type { RepairKind } from '../repair.ts';
import { isTimed, type TimedPhrase } from './changed-times.ts';

export const outOfOrder: RepairKind = {
  name: 'out-of-order',
  standing: 'told',
  inspect: (blocks) => {
    const inOrder = longestInOrder(blocks.filter(isTimed));
    return (block) =>
      isTimed(block) && !inOrder.has(block)
        ? { found: [{ line: block.timingLine, before: block.time, after: block.time }] }
        : undefined;
  },
  // What is kept may be a part of the text above it, as far as strict readers are concerned, and stays with it.
  afterwards: (blocks) =>
    numberFromOne(byTime(blocks).map((block) => (isPhrase(block) ? { ...block, separated: true } : block))),
  sentence: ({ length }) =>
    length === 1 ? '1 phrase stands before an earlier one.' : `${length} phrases stand before earlier ones.`,
  offer: () => 'Sort by time.',
};

/** What has no time stays behind the phrase that it stands behind. */
function byTime(blocks: readonly LooseBlock[]): readonly LooseBlock[] {
  let latest = 0;
  const placed = blocks.map((block) => {
    if (isTimed(block)) latest = block.timing.start.ms;
    return { block, at: latest };
  });
  return placed.sort((one, other) => one.at - other.at).map(({ block }) => block);
}

/** As many phrases as can stay where they are: the longest series whose beginnings do not run backwards. */
function longestInOrder(phrases: readonly TimedPhrase[]): ReadonlySet<TimedPhrase> {
  /** By length less one: the last phrase of the series of that length that ends first. */
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
