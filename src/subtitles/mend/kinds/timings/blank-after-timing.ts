import { inEach } from '../../loose/in-each.ts';
import { mapPhrases } from '../../loose/loose-block.ts';
import type { RepairKind } from '../../repair.ts';

export const blankAfterTiming: RepairKind = {
  name: 'blank-after-timing',
  standing: 'needed',
  find: ({ phrases }) =>
    inEach(phrases, ({ blankAfterTiming: isBlank, timingLine, time, text }) => {
      const first = text[0]?.[0] ?? '';
      return isBlank ? [{ line: timingLine, before: `${time}\n\n${first}`, after: `${time}\n${first}` }] : undefined;
    }),
  sentence: ({ length }) => `${length === 1 ? '1 phrase' : `${length} phrases`} had a blank line after the timing.`,
  apply: (blocks) =>
    mapPhrases(blocks, (phrase) => (phrase.blankAfterTiming ? { ...phrase, blankAfterTiming: false } : phrase)),
};
