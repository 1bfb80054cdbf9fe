import { isPhrase, type KeptBlock } from '../loose/loose-block.ts';
import { inspectEach, type RepairKind } from '../repair.ts';

/** Timings directly above another one. */
export const stackedTimings: RepairKind = {
  name: 'stacked-timings',
  standing: 'needed',
  keepsBlocks: true,
  inspect: inspectEach(isPhrase, (phrase) => {
    const { line, timingLine, stacked } = phrase;
    if (stacked.length === 0) return undefined;
    const kept = stacked.map(
      (time): KeptBlock => ({ type: 'kept', line, separated: true, lines: [time], isTiming: true }),
    );
    return {
      found: stacked.map((time, index) => ({ line: timingLine - stacked.length + index, before: time, after: time })),
      mended: [...kept, { ...phrase, stacked: [], separated: true }],
    };
  }),
  sentence: (found) =>
    found.length === 1
      ? `Line ${found[0]?.line} is a timing directly above another one: '${found[0]?.before.trim()}'. It stays in the file and is left out of the translation.`
      : `${found.length} timings stand directly above another one. They stay in the file and are left out of the translation.`,
};
