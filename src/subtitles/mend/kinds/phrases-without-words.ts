import { withoutTags } from '../../without-tags.ts';
import { isPhrase, keptApart, type LooseBlock, linesOfText } from '../loose/loose-block.ts';
import type { RepairKind } from '../repair.ts';
import { textBeside } from './text-beside-timing.ts';

export const phrasesWithoutWords: RepairKind = {
  name: 'phrases-without-words',
  standing: 'left-out',
  keepsBlocks: true,
  inspect: () => (block) => {
    if (!isWordless(block)) return undefined;
    const text = isPhrase(block) ? [block.time, ...linesOfText(block)].join('\n') : block.lines.join('\n');
    return { found: [{ line: isPhrase(block) ? block.timingLine : block.line, before: text, after: text }] };
  },
  afterwards: keptApart,
  sentence: ({ length }) =>
    length === 1 ? '1 phrase has no words and is not sent.' : `${length} phrases have no words and are not sent.`,
};

const isWordless = (block: LooseBlock): boolean =>
  isPhrase(block)
    ? textBeside(block) === undefined && withoutTags(linesOfText(block).join('\n')).trim() === ''
    : block.isTiming;
