import type { LoosePhrase } from './loose-block.ts';

/** What players and other formats write behind the times: coordinates, settings of a cue. */
const SETTINGS = /^(?:\s+(?:[XY][12]\s*[:=]\s*-?\d+|(?:align|line|position|size|vertical|region)\s*:\s*[^\s]+))*\s*$/i;

/**
 * The timing line and the text that stands behind the times in it; undefined: none does. What may be another timing is left alone.
 */
export function withoutTextBeside({ time, timing }: LoosePhrase): readonly [time: string, beside: string] | undefined {
  if (!timing || SETTINGS.test(timing.rest)) return undefined;
  const beside = timing.rest.trim();
  if (!/\p{L}/u.test(beside) || /^[-−]?\s?\d/.test(beside)) return undefined;
  return [time.slice(0, time.length - timing.rest.length).trimEnd(), beside];
}
