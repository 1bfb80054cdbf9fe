import { inEach } from '../../loose/in-each.ts';
import { mapPhrases } from '../../loose/loose-block.ts';
import { readTiming } from '../../loose/read-timing.ts';
import { withoutTextBeside } from '../../loose/text-beside.ts';
import type { RepairKind } from '../../repair.ts';

/** A text in the line of the timing, which would be taken for a part of the timing. */
export const textBesideTiming: RepairKind = {
  name: 'text-beside-timing',
  standing: 'form',
  find: ({ phrases }) =>
    inEach(phrases, (phrase) => {
      const parts = withoutTextBeside(phrase);
      return parts && [{ line: phrase.timingLine, before: phrase.time, after: parts.join('\n') }];
    }),
  sentence: ({ length }) =>
    length === 1
      ? '1 phrase had text in the line of its timing. It stands below it now.'
      : `${length} phrases had text in the line of their timing. It stands below it now.`,
  offer: ({ length }) =>
    length === 1
      ? '1 phrase has text in the line of its timing, where it is not translated.'
      : `${length} phrases have text in the line of their timing, where it is not translated.`,
  apply: (blocks) =>
    mapPhrases(blocks, (phrase) => {
      const parts = withoutTextBeside(phrase);
      if (!parts) return phrase;
      const [time, beside] = parts;
      const [first = [], ...others] = phrase.text;
      return { ...phrase, time, timing: readTiming(time), text: [[beside, ...first], ...others] };
    }),
};
