import { isPhrase } from '../loose/loose-block.ts';
import { withoutEdges } from '../loose/read-timing.ts';
import { inspectEach, type RepairKind } from '../repair.ts';

/** Characters that nobody sees, around a number or a timing. */
export const invisibleCharacters: RepairKind = {
  name: 'invisible-characters',
  standing: 'needed',
  inspect: inspectEach(isPhrase, (phrase) => {
    const { line, timingLine, number } = phrase;
    const mended = { ...phrase, number: number && withoutEdges(number), time: withoutEdges(phrase.time) };
    const found = [
      { line, before: number ?? '', after: mended.number ?? '' },
      { line: timingLine, before: phrase.time, after: mended.time },
    ].filter(({ before, after }) => before !== after);
    return found.length === 0 ? undefined : { found, mended: [mended] };
  }),
  sentence: ({ length }) =>
    length === 1
      ? '1 line had characters that nobody sees. They were taken out.'
      : `${length} lines had characters that nobody sees. They were taken out.`,
};
