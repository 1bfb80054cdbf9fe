import { closedTags, openTags } from '../../closed-tags.ts';
import { isPhrase, linesOfText } from '../loose/loose-block.ts';
import { inspectEach, type RepairKind } from '../repair.ts';

export const unclosedTags: RepairKind = {
  name: 'unclosed-tags',
  standing: 'told',
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
    if (found.length > 1) return `${found.length} ${what} were not closed.`;
    return what === 'tags' ? '1 tag was not closed.' : 'The italics of 1 phrase were not closed.';
  },
  offer: () => 'Close them.',
};
