import { countWords } from '../../../lib/text.ts';
import {
  beginsAgain,
  fewOf,
  inspectEach,
  isPhrase,
  type LenientPhrase,
  linesOfText,
  numberFromOne,
  numberOf,
  oneOrMany,
  type RepairKind,
} from '../blocks.ts';

/** A place in a phrase and the repaired fields; undefined: its blank lines are correct. */
type BlankLine = { line: number; before: string; after: string; change: Partial<LenientPhrase> } | undefined;

const kind = (
  name: string,
  inspect: (phrase: LenientPhrase) => BlankLine,
  sentence: RepairKind['sentence'],
): RepairKind => ({
  name,
  severity: 'error',
  inspect: inspectEach(isPhrase, (phrase) => {
    const found = inspect(phrase);
    if (found === undefined) return undefined;
    const { change, ...place } = found;
    return { found: [place], mended: [{ ...phrase, ...change }] };
  }),
  sentence,
});

const blankLineMissing = kind(
  'blank-line-missing',
  ({ separated, line, lineBefore, number, time }) => {
    const first = number ?? time;
    const [before, after] = [`${lineBefore}\n${first}`, `${lineBefore}\n\n${first}`];
    return separated ? undefined : { line, before, after, change: { separated: true } };
  },
  ({ length }) => `${countWords(length, 'subtitle')} had no blank line before ${length === 1 ? 'it' : 'them'}.`,
);

const blankAfterNumber = kind(
  'blank-after-number',
  ({ blankAfterNumber, line, number, time }) => {
    const [before, after] = [`${number}\n\n${time}`, `${number}\n${time}`];
    return blankAfterNumber ? { line, before, after, change: { blankAfterNumber: false } } : undefined;
  },
  ({ length }) => `${countWords(length, 'subtitle')} had a blank line after the number.`,
);

const blankAfterTiming = kind(
  'blank-after-timing',
  ({ blankAfterTiming, timingLine: line, time, text }) => {
    const first = text[0]?.[0] ?? '';
    const [before, after] = [`${time}\n\n${first}`, `${time}\n${first}`];
    return blankAfterTiming ? { line, before, after, change: { blankAfterTiming: false } } : undefined;
  },
  ({ length }) => `${countWords(length, 'subtitle')} had a blank line after the timing.`,
);

const blankLineInside = kind(
  'blank-line-inside',
  (phrase) => {
    const lines = linesOfText(phrase);
    const before = phrase.text.map((group) => group.join('\n')).join('\n\n');
    const after = lines.join('\n');
    return before === after ? undefined : { line: phrase.timingLine, before, after, change: { text: [lines] } };
  },
  oneOrMany(
    '1 subtitle had a blank line inside, where players would cut its text off. The blank line was removed.',
    'subtitles had blank lines inside, where players would cut their text off. The blank lines were removed.',
  ),
);

export const blankLines: readonly RepairKind[] = [
  blankLineMissing,
  blankAfterNumber,
  blankAfterTiming,
  blankLineInside,
];

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
  sentence: ({ length }) => `${countWords(length, 'subtitle')} had no usable number. All are numbered from 1.`,
};

/** Finds joined files: a byte-order mark in the middle, or numbers that start again. */
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
      ? `Two files seem to be joined at line ${found[0]?.line} of the file. All subtitles are numbered again, from 1.`
      : `${found.length + 1} files seem to be joined, at lines ${fewOf(found.map(({ line }) => line))} of the file. All subtitles are numbered again, from 1.`,
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
    '1 number was in the same line as its timing. It was moved to the line above.',
    'numbers were in the same line as their timing. They were moved to the line above.',
  ),
};
