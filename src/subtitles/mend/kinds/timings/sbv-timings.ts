import { inEach } from '../../loose/in-each.ts';
import { mapPhrases } from '../../loose/loose-block.ts';
import { readTiming } from '../../loose/read-timing.ts';
import { canonicalTiming, isSbv } from '../../loose/timing-forms.ts';
import type { RepairKind } from '../../repair.ts';

/** "0:00:05.440,0:00:09.360", as in SBV files. */
export const sbvTimings: RepairKind = {
  name: 'sbv-timings',
  standing: 'needed',
  find: ({ phrases }) =>
    inEach(phrases, ({ timingLine, time, timing }) =>
      timing && isSbv(timing) ? [{ line: timingLine, before: time, after: canonicalTiming(timing) }] : undefined,
    ),
  sentence: () => 'This is an SBV file; it will be saved as SRT.',
  apply: (blocks) =>
    mapPhrases(blocks, (phrase) => {
      if (!phrase.timing || !isSbv(phrase.timing)) return phrase;
      const time = canonicalTiming(phrase.timing);
      return { ...phrase, time, timing: readTiming(time) };
    }),
};
