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
  oneOrMany(
    '1 subtitle has no blank line before it. The repair adds one.',
    'subtitles have no blank line before them. The repair adds one before each.',
  ),
);

const blankAfterNumber = kind(
  'blank-after-number',
  ({ blankAfterNumber, line, number, time }) => {
    const [before, after] = [`${number}\n\n${time}`, `${number}\n${time}`];
    return blankAfterNumber ? { line, before, after, change: { blankAfterNumber: false } } : undefined;
  },
  oneOrMany(
    '1 subtitle has a blank line after the number. The repair removes it.',
    'subtitles have a blank line after the number. The repair removes it.',
  ),
);

const blankAfterTiming = kind(
  'blank-after-timing',
  ({ blankAfterTiming, timingLine: line, time, text }) => {
    const first = text[0]?.[0] ?? '';
    const [before, after] = [`${time}\n\n${first}`, `${time}\n${first}`];
    return blankAfterTiming ? { line, before, after, change: { blankAfterTiming: false } } : undefined;
  },
  oneOrMany(
    '1 subtitle has a blank line after the timing. The repair removes it.',
    'subtitles have a blank line after the timing. The repair removes it.',
  ),
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
    '1 subtitle has a blank line inside. Players end its text there. The repair removes the blank line.',
    'subtitles have blank lines inside. Players end their texts there. The repair removes the blank lines.',
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
  sentence: oneOrMany(
    '1 subtitle has no usable number. The repair numbers all subtitles from 1.',
    'subtitles have no usable number. The repair numbers all subtitles from 1.',
  ),
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
      ? `Two files seem to be joined at line ${found[0]?.line} of the file. The repair numbers all subtitles again, from 1.`
      : `${found.length + 1} files seem to be joined, at lines ${fewOf(found.map(({ line }) => line))} of the file. The repair numbers all subtitles again, from 1.`,
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
    '1 number is beside its timing, in the same text line. The repair moves it to the text line above.',
    'numbers are beside their timing, in the same text line. The repair moves them to the text line above.',
  ),
};
