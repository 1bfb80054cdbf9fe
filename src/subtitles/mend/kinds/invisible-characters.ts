import { inEach } from '../loose/in-each.ts';
import { mapPhrases } from '../loose/loose-block.ts';
import { withoutEdges } from '../loose/read-timing.ts';
import type { RepairKind } from '../repair.ts';

/** Characters that nobody sees, around a number or a timing. */
export const invisibleCharacters: RepairKind = {
  name: 'invisible-characters',
  standing: 'needed',
  find: ({ phrases }) =>
    inEach(phrases, ({ line, timingLine, number = '', time }) => {
      const places = [
        { line, before: number, after: withoutEdges(number) },
        { line: timingLine, before: time, after: withoutEdges(time) },
      ];
      return places.filter(({ before, after }) => before !== after);
    }),
  sentence: ({ length }) =>
    length === 1
      ? '1 line had characters that nobody sees. They were taken out.'
      : `${length} lines had characters that nobody sees. They were taken out.`,
  apply: (blocks) =>
    mapPhrases(blocks, (phrase) => ({
      ...phrase,
      time: withoutEdges(phrase.time),
      ...(phrase.number !== undefined && { number: withoutEdges(phrase.number) }),
    })),
};
