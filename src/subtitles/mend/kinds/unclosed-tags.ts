import { closedTags, openTags } from '../../closed-tags.ts';
import { inEach } from '../loose/in-each.ts';
import { type LoosePhrase, linesOfText, mapPhrases } from '../loose/loose-block.ts';
import type { RepairKind } from '../repair.ts';

export const unclosedTags: RepairKind = {
  name: 'unclosed-tags',
  standing: 'told',
  find: ({ phrases }) =>
    inEach(phrases, (phrase) => {
      const before = linesOfText(phrase).join('\n');
      const after = closedTags(before);
      return before === after ? undefined : [{ line: phrase.timingLine + 1, before, after }];
    }),
  sentence: (found) => {
    const what = found.every(({ before }) => openTags(before).every((tag) => tag === 'i')) ? 'italics' : 'tags';
    if (found.length > 1) return `${found.length} ${what} were not closed.`;
    return what === 'tags' ? '1 tag was not closed.' : 'The italics of 1 phrase were not closed.';
  },
  offer: () => 'Close them.',
  apply: (blocks) => mapPhrases(blocks, withClosedTags),
};

function withClosedTags(phrase: LoosePhrase): LoosePhrase {
  const before = linesOfText(phrase).join('\n');
  const after = closedTags(before);
  // Blank lines inside of it are another kind's.
  return before === after || phrase.text.length > 1 ? phrase : { ...phrase, text: [after.split('\n')] };
}
