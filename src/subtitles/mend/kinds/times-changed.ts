import type { LooseBlock } from '../loose/loose-block.ts';
import { retimed, type TimedPhrase, timedPhrases, withTimeLines } from '../loose/times.ts';
import type { RepairKind } from '../repair.ts';

/** Other times for a phrase, in milliseconds; an undefined one stays. */
export interface NewTimes {
  readonly startMs?: number;
  readonly endMs?: number;
}

export interface TimesKind extends Required<Pick<RepairKind, 'name' | 'sentence' | 'offer'>> {
  /** Undefined: nothing is wrong with the phrase. `next`: the phrase behind it. */
  newTimes(phrase: TimedPhrase, next: TimedPhrase | undefined): NewTimes | undefined;
}

/** A kind that is only told, and that gives phrases other times. */
export function timesChanged({ newTimes, ...words }: TimesKind): RepairKind {
  const changed = (blocks: readonly LooseBlock[]) =>
    timedPhrases(blocks).flatMap((timed, index, all) => {
      const times = newTimes(timed, all[index + 1]);
      return times ? [{ phrase: timed.phrase, time: retimed(timed.phrase, times.startMs, times.endMs) }] : [];
    });
  return {
    ...words,
    standing: 'told',
    find: (blocks) =>
      changed(blocks).map(({ phrase, time }) => ({ line: phrase.timingLine, before: phrase.time, after: time })),
    apply: (blocks) => withTimeLines(blocks, new Map(changed(blocks).map(({ phrase, time }) => [phrase, time]))),
  };
}
