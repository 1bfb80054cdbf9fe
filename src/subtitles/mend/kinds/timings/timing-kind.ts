import { inEach } from '../../loose/in-each.ts';
import { mapPhrases } from '../../loose/loose-block.ts';
import { type LooseTiming, readTiming, timingText } from '../../loose/read-timing.ts';
import { canonicalTiming, isSbv } from '../../loose/timing-forms.ts';
import type { RepairKind } from '../../repair.ts';

export interface TimingKind extends Pick<RepairKind, 'name' | 'sentence' | 'offer'> {
  isOdd(timing: LooseTiming): boolean;
  mend(timing: LooseTiming): LooseTiming;
}

/** A kind of repair of timings that some readers do not read. Timings of SBV files have a kind of their own. */
export const timingKind = ({ isOdd, mend, ...words }: TimingKind): RepairKind => {
  const isOddHere = (timing: LooseTiming | undefined): timing is LooseTiming =>
    timing !== undefined && !isSbv(timing) && isOdd(timing);
  return {
    ...words,
    standing: 'form',
    find: ({ phrases }) =>
      inEach(phrases, ({ timingLine, time, timing }) =>
        isOddHere(timing) ? [{ line: timingLine, before: time, after: canonicalTiming(timing) }] : undefined,
      ),
    apply: (blocks) =>
      mapPhrases(blocks, (phrase) => {
        if (!isOddHere(phrase.timing)) return phrase;
        const time = timingText(mend(phrase.timing));
        return { ...phrase, time, timing: readTiming(time) };
      }),
  };
};
