import { shorten } from '../../lines.ts';
import { closedTags, openTags, withoutTags } from '../../tags.ts';
import {
  inspectEach,
  isPhrase,
  keptApart,
  type LenientBlock,
  type LenientPhrase,
  linesOfText,
  oneOrMany,
  type RepairKind,
} from '../blocks.ts';
import { textBehind, timingText, withoutEdges } from '../read-timing.ts';

const textBeside = ({ timing }: LenientPhrase): string | undefined => timing && textBehind(timing);

/** A text in the line of the timing, which would be taken for a part of the timing. */
export const textBesideTiming: RepairKind = {
  name: 'text-beside-timing',
  severity: 'style',
  inspect: inspectEach(isPhrase, (phrase) => {
    const beside = textBeside(phrase);
    if (beside === undefined || !phrase.timing) return undefined;
    const timing = { ...phrase.timing, rest: '' };
    const time = timingText(timing);
    const [first = [], ...others] = phrase.text;
    return {
      found: [{ line: phrase.timingLine, before: phrase.time, after: `${time}\n${beside}` }],
      mended: [{ ...phrase, time, timing, text: [[beside, ...first], ...others] }],
    };
  }),
  sentence: oneOrMany(
    '1 phrase had text in the line of its timing. It stands below it now.',
    'phrases had text in the line of their timing. It stands below it now.',
  ),
  offer: oneOrMany(
    '1 phrase has text in the line of its timing, where it is not translated.',
    'phrases have text in the line of their timing, where it is not translated.',
  ),
};

export const unclosedTags: RepairKind = {
  name: 'unclosed-tags',
  severity: 'info',
  inspect: inspectEach(isPhrase, (phrase) => {
    const before = linesOfText(phrase).join('\n');
    const after = closedTags(before);
    if (before === after) return undefined;
    const found = [{ line: phrase.timingLine + 1, before, after }];
    // Blank lines inside of the text are another kind's.
    return phrase.text.length > 1 ? { found } : { found, mended: [{ ...phrase, text: [after.split('\n')] }] };
  }),
  sentence: (found) => {
    const what = found.every(({ before }) => openTags(before).every((tag) => tag === 'i')) ? 'italics' : 'tags';
    if (found.length > 1) return `${found.length.toLocaleString('en')} ${what} were not closed.`;
    return what === 'tags' ? '1 tag was not closed.' : 'The italics of 1 phrase were not closed.';
  },
  offer: () => 'Close them.',
};

/** Characters that nobody sees, around a number or a timing. */
export const invisibleCharacters: RepairKind = {
  name: 'invisible-characters',
  severity: 'error',
  inspect: inspectEach(isPhrase, (phrase) => {
    const { line, timingLine, number } = phrase;
    const mended = { ...phrase, number: number && withoutEdges(number), time: withoutEdges(phrase.time) };
    const found = [
      { line, before: number ?? '', after: mended.number ?? '' },
      { line: timingLine, before: phrase.time, after: mended.time },
    ].filter(({ before, after }) => before !== after);
    return found.length === 0 ? undefined : { found, mended: [mended] };
  }),
  sentence: oneOrMany(
    '1 line had characters that nobody sees. They were taken out.',
    'lines had characters that nobody sees. They were taken out.',
  ),
};

export const phrasesWithoutWords: RepairKind = {
  name: 'phrases-without-words',
  severity: 'excluded',
  keepsBlocks: true,
  inspect: () => (block) => {
    if (!isWordless(block)) return undefined;
    const text = isPhrase(block) ? [block.time, ...linesOfText(block)].join('\n') : block.lines.join('\n');
    return { found: [{ line: isPhrase(block) ? block.timingLine : block.line, before: text, after: text }] };
  },
  afterwards: keptApart,
  sentence: oneOrMany('1 phrase has no words and is not sent.', 'phrases have no words and are not sent.'),
};

const isWordless = (block: LenientBlock): boolean =>
  isPhrase(block)
    ? textBeside(block) === undefined && withoutTags(linesOfText(block).join('\n')).trim() === ''
    : block.isTiming;

/** Lines that belong to no phrase: before the first one, behind a timing that nobody can read, a number without a timing. */
export const unreadableBlocks: RepairKind = {
  name: 'unreadable-blocks',
  severity: 'excluded',
  keepsBlocks: true,
  inspect: () => (block) => {
    if (block.type !== 'kept' || block.isTiming) return undefined;
    const text = block.lines.join('\n');
    return { found: [{ line: block.line, before: text, after: text }] };
  },
  afterwards: keptApart,
  sentence: (found) => {
    const [first] = found;
    const quoted = `Line ${first?.line} could not be read: '${shorten(first?.before.split('\n')[0]?.trim() ?? '', 60)}'.`;
    return found.length === 1
      ? `${quoted} It stays in the file and is left out of the translation.`
      : `${found.length.toLocaleString('en')} blocks could not be read. ${quoted} They stay in the file and are left out of the translation.`;
  },
};
