import { inEach } from '../loose/in-each.ts';
import { mapPhrases } from '../loose/loose-block.ts';
import type { RepairKind } from '../repair.ts';

export const blankLineMissing: RepairKind = {
  name: 'blank-line-missing',
  standing: 'needed',
  find: ({ phrases }) =>
    inEach(phrases, ({ separated, line, lineBefore, number, time }) => {
      if (separated) return undefined;
      const first = number ?? time;
      return [{ line, before: `${lineBefore}\n${first}`, after: `${lineBefore}\n\n${first}` }];
    }),
  sentence: ({ length }) =>
    length === 1
      ? '1 phrase stood without a blank line before it.'
      : `${length} phrases stood without a blank line before them.`,
  apply: (blocks) => mapPhrases(blocks, (phrase) => (phrase.separated ? phrase : { ...phrase, separated: true })),
};
