import { isPhrase, numberOf } from '../loose/loose-block.ts';
import { beginsAgain, numberFromOne } from '../loose/numbering.ts';
import { inspectEach, type RepairKind } from '../repair.ts';

/** Numbers that are missing, doubled, run backwards or are words. */
export const numbers: RepairKind = {
  name: 'numbers',
  standing: 'needed',
  inspect: (blocks) => {
    let previous = -1;
    return inspectEach(isPhrase, (phrase, index, phrases) => {
      const number = numberOf(phrase);
      const isUsable = number !== undefined && (number > previous || beginsAgain(phrases, index));
      if (number !== undefined) previous = number;
      if (isUsable) return undefined;
      return { found: [{ line: phrase.line, before: phrase.number ?? '', after: `${index + 1}` }] };
    })(blocks);
  },
  afterwards: numberFromOne,
  sentence: ({ length }) =>
    `${length === 1 ? '1 phrase' : `${length} phrases`} had no usable number. All are numbered from 1.`,
};
