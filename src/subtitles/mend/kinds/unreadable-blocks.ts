import { shorten } from '../../shorten.ts';
import { keptApart } from '../loose/loose-block.ts';
import type { RepairKind } from '../repair.ts';

/** Lines that belong to no phrase: before the first one, behind a timing that nobody can read, a number without a timing. */
export const unreadableBlocks: RepairKind = {
  name: 'unreadable-blocks',
  standing: 'left-out',
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
      : `${found.length} blocks could not be read. ${quoted} They stay in the file and are left out of the translation.`;
  },
};
