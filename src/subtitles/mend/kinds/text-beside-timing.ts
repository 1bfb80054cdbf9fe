import { isPhrase, type LoosePhrase } from '../loose/loose-block.ts';
import { timingText } from '../loose/read-timing.ts';
import { inspectEach, type RepairKind } from '../repair.ts';

/** What players and other formats write behind the times: coordinates, settings of a cue. */
const SETTINGS = /^(?:\s+(?:[XY][12]\s*[:=]\s*-?\d+|(?:align|line|position|size|vertical|region)\s*:\s*[^\s]+))*\s*$/i;

/** The text that stands behind the times in the timing line; undefined: none does. What may be another timing is left alone. */
export function textBeside({ timing }: LoosePhrase): string | undefined {
  if (!timing || SETTINGS.test(timing.rest)) return undefined;
  const beside = timing.rest.trim();
  return /\p{L}/u.test(beside) && !/^[-−]?\s?\d/.test(beside) ? beside : undefined;
}

/** A text in the line of the timing, which would be taken for a part of the timing. */
export const textBesideTiming: RepairKind = {
  name: 'text-beside-timing',
  standing: 'form',
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
  sentence: ({ length }) =>
    length === 1
      ? '1 phrase had text in the line of its timing. It stands below it now.'
      : `${length} phrases had text in the line of their timing. It stands below it now.`,
  offer: ({ length }) =>
    length === 1
      ? '1 phrase has text in the line of its timing, where it is not translated.'
      : `${length} phrases have text in the line of their timing, where it is not translated.`,
};
