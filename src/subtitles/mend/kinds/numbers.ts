import { countWords } from '../../../lib/text.ts';
import {
  beginsAgain,
  fewOf,
  inspectEach,
  isPhrase,
  numberFromOne,
  numberOf,
  oneOrMany,
  type RepairKind,
} from '../blocks.ts';

/** Numbers that are missing, doubled, run backwards or are words. */
export const numbers: RepairKind = {
  name: 'numbers',
  severity: 'error',
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
  sentence: ({ length }) => `${countWords(length, 'phrase')} had no usable number. All are numbered from 1.`,
};

/** What joining files leaves: a byte-order mark in the middle, or numbers that begin again. */
export const joinedFiles: RepairKind = {
  name: 'joined-files',
  severity: 'error',
  inspect: inspectEach(isPhrase, (phrase, index, phrases) =>
    index > 0 && (phrase.markBefore || beginsAgain(phrases, index))
      ? { found: [{ line: phrase.line, before: phrase.number ?? '', after: `${index + 1}` }] }
      : undefined,
  ),
  afterwards: numberFromOne,
  sentence: (found) =>
    found.length === 1
      ? `Two files seem to be joined at line ${found[0]?.line}. Phrases are numbered from 1.`
      : `${found.length + 1} files seem to be joined, at lines ${fewOf(found.map(({ line }) => line))}. Phrases are numbered from 1.`,
};

export const numberBesideTiming: RepairKind = {
  name: 'number-beside-timing',
  severity: 'error',
  inspect: inspectEach(isPhrase, (phrase) => {
    const { line, besideTiming, number, stacked, time } = phrase;
    if (besideTiming === '') return undefined;
    const [timing] = [...stacked, time];
    const found = [{ line, before: besideTiming + timing, after: `${number}\n${timing}` }];
    return { found, mended: [{ ...phrase, besideTiming: '' }] };
  }),
  sentence: oneOrMany(
    '1 number stood in the line of its timing. It stands above it now.',
    'numbers stood in the line of their timing. They stand above it now.',
  ),
};
