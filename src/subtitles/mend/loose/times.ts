import { isPhrase, type LooseBlock, type LoosePhrase } from './loose-block.ts';
import { millisecondsOf, readTiming } from './read-timing.ts';

/** A phrase whose times can be read, in milliseconds from the film's beginning. */
export interface TimedPhrase {
  readonly phrase: LoosePhrase;
  readonly startMs: number;
  readonly endMs: number;
}

/** Undefined: its times cannot be read. */
export function timedPhrase(phrase: LoosePhrase): TimedPhrase | undefined {
  if (!phrase.timing) return undefined;
  const { start, end } = phrase.timing;
  return { phrase, startMs: millisecondsOf(start), endMs: millisecondsOf(end) };
}

export const timedPhrases = (blocks: readonly LooseBlock[]): readonly TimedPhrase[] =>
  blocks.flatMap((block) => (isPhrase(block) && timedPhrase(block)) || []);

/** The timing line with other times; one that is undefined stays as it is written. */
export function retimed({ time, timing }: LoosePhrase, startMs: number | undefined, endMs: number | undefined): string {
  if (!timing) return time;
  const start = startMs === undefined ? timing.start.text : timeText(startMs);
  const end = endMs === undefined ? timing.end.text : timeText(endMs);
  return `${start}${timing.between}${end}${timing.rest}`;
}

/** The blocks with other timing lines for some phrases. */
export const withTimeLines = (
  blocks: readonly LooseBlock[],
  lines: ReadonlyMap<LooseBlock, string>,
): readonly LooseBlock[] =>
  blocks.map((block) => {
    const time = lines.get(block);
    return time === undefined ? block : { ...block, time, timing: readTiming(time) };
  });

/** "00:00:01,500"; what is before the film's beginning is its beginning. */
function timeText(ms: number): string {
  const part = (value: number, length = 2) => `${Math.floor(value)}`.padStart(length, '0');
  const whole = Math.max(0, ms);
  const fields = [whole / 3_600_000, (whole / 60_000) % 60, (whole / 1_000) % 60];
  return `${fields.map((field) => part(field)).join(':')},${part(whole % 1_000, 3)}`;
}
