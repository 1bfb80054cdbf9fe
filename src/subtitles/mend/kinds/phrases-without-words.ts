import { withoutMarkup } from '../../without-markup.ts';
import { inEach } from '../loose/in-each.ts';
import { isPhrase, type LooseBlock, linesOfText } from '../loose/loose-block.ts';
import { withoutTextBeside } from '../loose/text-beside.ts';
import type { RepairKind } from '../repair.ts';

export const phrasesWithoutWords: RepairKind = {
  name: 'phrases-without-words',
  standing: 'left-out',
  find: ({ blocks }) =>
    inEach(blocks, (block) => {
      if (!isWordless(block)) return undefined;
      const text = isPhrase(block) ? [block.time, ...linesOfText(block)].join('\n') : block.lines.join('\n');
      return [{ line: isPhrase(block) ? block.timingLine : block.line, before: text, after: text }];
    }),
  sentence: ({ length }) =>
    length === 1 ? '1 phrase has no words and is not sent.' : `${length} phrases have no words and are not sent.`,
  apply: (blocks) => blocks.map((block) => (block.type === 'kept' ? { ...block, separated: true } : block)),
};

const isWordless = (block: LooseBlock): boolean =>
  isPhrase(block)
    ? !withoutTextBeside(block) && withoutMarkup(linesOfText(block).join('\n')).trim() === ''
    : block.isTiming;
