import { timesChanged } from './times-changed.ts';

const LONGEST_MS = 2_000;

export const endBeforeStart = timesChanged({
  name: 'end-before-start',
  newTimes: ({ startMs, endMs }, next) => {
    if (startMs < 0 || endMs > startMs) return undefined;
    const longest = startMs + LONGEST_MS;
    return { endMs: next && next.startMs > startMs ? Math.min(next.startMs, longest) : longest };
  },
  sentence: ({ length }) =>
    length === 1
      ? '1 phrase ends before it begins; some players leave it out.'
      : `${length} phrases end before they begin; some players leave them out.`,
  offer: () => 'Show until the next one, 2 s at most.',
});
