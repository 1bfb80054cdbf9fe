import { inEach } from '../../loose/in-each.ts';
import { isPhrase, type LooseBlock } from '../../loose/loose-block.ts';
import type { RepairKind } from '../../repair.ts';

/** Timings directly above another one. */
export const stackedTimings: RepairKind = {
  name: 'stacked-timings',
  standing: 'needed',
  find: ({ phrases }) =>
    inEach(phrases, ({ timingLine, stacked }) =>
      stacked.map((time, place) => ({ line: timingLine - stacked.length + place, before: time, after: time })),
    ),
  sentence: (found) =>
    found.length === 1
      ? `Line ${found[0]?.line} is a timing directly above another one: '${found[0]?.before.trim()}'. It stays in the file and is left out of the translation.`
      : `${found.length} timings stand directly above another one. They stay in the file and are left out of the translation.`,
  apply: (blocks) =>
    blocks.flatMap((block): readonly LooseBlock[] => {
      if (!isPhrase(block) || block.stacked.length === 0) return [block];
      const kept = block.stacked.map(
        (time): LooseBlock => ({ type: 'kept', line: block.line, separated: true, lines: [time], isTiming: true }),
      );
      return [...kept, { ...block, stacked: [], separated: true }];
    }),
};
