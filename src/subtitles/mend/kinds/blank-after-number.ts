import { inEach } from '../loose/in-each.ts';
import { mapPhrases } from '../loose/loose-block.ts';
import type { RepairKind } from '../repair.ts';

export const blankAfterNumber: RepairKind = {
  name: 'blank-after-number',
  standing: 'needed',
  find: ({ phrases }) =>
    inEach(phrases, ({ blankAfterNumber: isBlank, line, number, time }) =>
      isBlank ? [{ line, before: `${number}\n\n${time}`, after: `${number}\n${time}` }] : undefined,
    ),
  sentence: ({ length }) => `${length === 1 ? '1 phrase' : `${length} phrases`} had a blank line after the number.`,
  apply: (blocks) =>
    mapPhrases(blocks, (phrase) => (phrase.blankAfterNumber ? { ...phrase, blankAfterNumber: false } : phrase)),
};
