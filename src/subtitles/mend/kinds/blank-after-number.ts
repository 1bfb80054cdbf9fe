import { isPhrase, mapPhrases } from '../loose/loose-block.ts';
import type { RepairKind } from '../repair.ts';

export const blankAfterNumber: RepairKind = {
  name: 'blank-after-number',
  standing: 'needed',
  find: (blocks) =>
    blocks
      .filter(isPhrase)
      .filter((phrase) => phrase.blankAfterNumber)
      .map(({ line, number, time }) => ({ line, before: `${number}\n\n${time}`, after: `${number}\n${time}` })),
  sentence: ({ length }) => `${length === 1 ? '1 phrase' : `${length} phrases`} had a blank line after the number.`,
  apply: (blocks) => mapPhrases(blocks, (phrase) => ({ ...phrase, blankAfterNumber: false })),
};
