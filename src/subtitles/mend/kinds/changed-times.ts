import { isPhrase, type LooseBlock, type LoosePhrase } from '../loose/loose-block.ts';
import { type LooseTiming, readTiming } from '../loose/read-timing.ts';
import { inspectEach, type RepairKind } from '../repair.ts';

/** A phrase whose times can be read. */
export type TimedPhrase = LoosePhrase & { readonly timing: LooseTiming };

export const isTimed = (block: LooseBlock): block is TimedPhrase => isPhrase(block) && block.timing !== undefined;

/** From when to when a phrase is shown, in milliseconds from the film's beginning. */
interface Times {
  readonly startMs: number;
  readonly endMs: number;
}

const timesOf = ({ timing: { start, end } }: TimedPhrase): Times => ({ startMs: start.ms, endMs: end.ms });

interface ChangedTimes extends Required<Pick<RepairKind, 'name' | 'sentence' | 'offer'>> {
  /** Other times for a phrase; a missing one stays as it is written. Undefined: nothing is wrong. `next`: of the phrase behind it. */
  newTimes(times: Times, next: Times | undefined): Partial<Times> | undefined;
}

const kind = ({ newTimes, ...words }: ChangedTimes): RepairKind => ({
  ...words,
  standing: 'told',
  inspect: inspectEach(isTimed, (phrase, index, all) => {
    const next = all[index + 1];
    const times = newTimes(timesOf(phrase), next && timesOf(next));
    if (times === undefined) return undefined;
    const { timingLine: line, time: before } = phrase;
    const time = retimed(phrase, times);
    return { found: [{ line, before, after: time }], mended: [{ ...phrase, time, timing: readTiming(time) }] };
  }),
});

function retimed({ timing: { start, between, end, rest } }: TimedPhrase, { startMs, endMs }: Partial<Times>): string {
  const [from, to] = [startMs, endMs].map((ms) => (ms === undefined ? undefined : timeText(ms)));
  return `${from ?? start.text}${between}${to ?? end.text}${rest}`;
}

/** "00:00:01,500"; what is before the film's beginning is its beginning. */
function timeText(ms: number): string {
  const part = (value: number, length = 2) => `${Math.floor(value)}`.padStart(length, '0');
  const whole = Math.max(0, ms);
  const fields = [whole / 3_600_000, (whole / 60_000) % 60, (whole / 1_000) % 60];
  return `${fields.map((field) => part(field)).join(':')},${part(whole % 1_000, 3)}`;
}

/** For how long a phrase is shown whose end nobody knows, if the next one does not come first. */
const LONGEST_MS = 2_000;

/** What gives phrases other times. */
export const changedTimes: readonly RepairKind[] = [
  kind({
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
  }),
  kind({
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
  }),
  kind({
    name: 'overlaps',
    // Two that begin together are two speakers.
    newTimes: ({ startMs, endMs }, next) =>
      startMs >= 0 && next && startMs < next.startMs && next.startMs < endMs ? { endMs: next.startMs } : undefined,
    sentence: ({ length }) =>
      length === 1 ? '1 phrase overlaps the next one.' : `${length} phrases overlap the next one.`,
    offer: () => 'Trim.',
  }),
];
