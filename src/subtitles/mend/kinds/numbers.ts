import { inEach } from '../loose/in-each.ts';
import { numberOf } from '../loose/loose-block.ts';
import { beginsAgain, numberFromOne } from '../loose/numbering.ts';
import type { RepairKind } from '../repair.ts';

/** Numbers that are missing, doubled, run backwards or are words. */
export const numbers: RepairKind = {
  name: 'numbers',
  standing: 'needed',
  find: ({ phrases }) => {
    let previous = -1;
    return inEach(phrases, (phrase, place) => {
      const number = numberOf(phrase);
      const isUsable = number !== undefined && (number > previous || beginsAgain(phrases, place));
      if (number !== undefined) previous = number;
      return isUsable ? undefined : [{ line: phrase.line, before: phrase.number ?? '', after: `${place + 1}` }];
    });
  },
  sentence: ({ length }) =>
    length === 1
      ? '1 phrase had no usable number. All are numbered from 1.'
      : `${length} phrases had no usable number. All are numbered from 1.`,
  apply: numberFromOne,
};
