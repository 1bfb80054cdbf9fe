import { timesChanged } from './times-changed.ts';

const LONGEST_MS = 2_000;

export const negativeTimes = timesChanged({
  name: 'negative-times',
  newTimes: ({ startMs, endMs }, next) => {
    if (startMs >= 0) return undefined;
    if (endMs > 0) return { startMs: 0 };
    return { startMs: 0, endMs: next && next.startMs > 0 ? Math.min(next.startMs, LONGEST_MS) : LONGEST_MS };
  },
  sentence: ({ length }) =>
    length === 1
      ? '1 phrase begins before the film; some players leave it out.'
      : `${length} phrases begin before the film; some players leave them out.`,
  offer: () => 'Show from the beginning, until the next one, 2 s at most.',
});
