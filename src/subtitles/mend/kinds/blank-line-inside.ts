import { inEach } from '../loose/in-each.ts';
import { linesOfText, mapPhrases } from '../loose/loose-block.ts';
import type { RepairKind } from '../repair.ts';

export const blankLineInside: RepairKind = {
  name: 'blank-line-inside',
  standing: 'needed',
  find: ({ phrases }) =>
    inEach(phrases, (phrase) => {
      if (phrase.text.length < 2) return undefined;
      const before = phrase.text.map((lines) => lines.join('\n')).join('\n\n');
      return [{ line: phrase.timingLine, before, after: linesOfText(phrase).join('\n') }];
    }),
  sentence: ({ length }) =>
    length === 1
      ? '1 phrase had a blank line inside; players would stop there. It was taken out.'
      : `${length} phrases had blank lines inside; players would stop there. They were taken out.`,
  apply: (blocks) =>
    mapPhrases(blocks, (phrase) => (phrase.text.length > 1 ? { ...phrase, text: [linesOfText(phrase)] } : phrase)),
};
