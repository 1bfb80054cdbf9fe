import { inEach } from '../../loose/in-each.ts';
import type { LooseBlock } from '../../loose/loose-block.ts';
import { retimed, type TimedPhrase, timedPhrases, withTimeLines } from '../../loose/times.ts';
import type { RepairKind } from '../../repair.ts';

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
  const timeOf = (timed: TimedPhrase, index: number, all: readonly TimedPhrase[]): string | undefined => {
    const times = newTimes(timed, all[index + 1]);
    return times && retimed(timed.phrase, times.startMs, times.endMs);
  };
  return {
    ...words,
    standing: 'told',
    find: ({ timed }) =>
      inEach(timed, (phrase, index, all) => {
        const after = timeOf(phrase, index, all);
        const { timingLine: line, time: before } = phrase.phrase;
        return after === undefined ? undefined : [{ line, before, after }];
      }),
    *apply(blocks) {
      const all = timedPhrases(blocks);
      const lines = yield* inEach(all, (timed, index) => {
        const time = timeOf(timed, index, all);
        return time === undefined ? undefined : [[timed.phrase, time] as const];
      });
      return withTimeLines(blocks, new Map<LooseBlock, string>(lines));
    },
  };
}
