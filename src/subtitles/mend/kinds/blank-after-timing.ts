import { isPhrase, mapPhrases } from '../loose/loose-block.ts';
import type { RepairKind } from '../repair.ts';

export const blankAfterTiming: RepairKind = {
  name: 'blank-after-timing',
  standing: 'needed',
  find: (blocks) =>
    blocks
      .filter(isPhrase)
      .filter((phrase) => phrase.blankAfterTiming)
      .map(({ timingLine, time, text }) => {
        const first = text[0]?.[0] ?? '';
        return { line: timingLine, before: `${time}\n\n${first}`, after: `${time}\n${first}` };
      }),
  sentence: ({ length }) => `${length === 1 ? '1 phrase' : `${length} phrases`} had a blank line after the timing.`,
  apply: (blocks) => mapPhrases(blocks, (phrase) => ({ ...phrase, blankAfterTiming: false })),
};
