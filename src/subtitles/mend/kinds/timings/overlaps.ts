import { timesChanged } from './times-changed.ts';

/** Two that begin together are two speakers. */
export const overlaps = timesChanged({
  name: 'overlaps',
  newTimes: ({ startMs, endMs }, next) =>
    startMs >= 0 && next && startMs < next.startMs && next.startMs < endMs ? { endMs: next.startMs } : undefined,
  sentence: ({ length }) =>
    length === 1 ? '1 phrase overlaps the next one.' : `${length} phrases overlap the next one.`,
  offer: () => 'Trim.',
});
