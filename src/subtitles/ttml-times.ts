import type { Attributes } from './xml.ts';

/** From when to when an element of a TTML document is shown. */
export interface TtmlTimes {
  readonly beginMs: number;
  /** Infinity: not told. */
  readonly endMs: number;
  /** Its children come one after the other (timeContainer="seq"). */
  readonly isSequence: boolean;
  /** Where the next of them begins. */
  readonly nextMs: number;
}

export const WHOLE_FILM: TtmlTimes = { beginMs: 0, endMs: Number.POSITIVE_INFINITY, isSequence: false, nextMs: 0 };

/** A time of an attribute in milliseconds; undefined: there is none that can be read. */
export type TtmlClock = (time: string | undefined) => number | undefined;

/** The times of an element, which count from its parent's beginning. */
export function timesWithin(parent: TtmlTimes, attributes: Attributes, clock: TtmlClock): TtmlTimes {
  const from = parent.isSequence ? parent.nextMs : parent.beginMs;
  const beginMs = from + (clock(attributes.get('begin')) ?? 0);
  const end = clock(attributes.get('end'));
  const duration = clock(attributes.get('dur'));
  const endMs = Math.min(
    parent.endMs,
    end === undefined ? Number.POSITIVE_INFINITY : from + end,
    duration === undefined ? Number.POSITIVE_INFINITY : beginMs + duration,
  );
  return { beginMs, endMs, isSequence: attributes.get('timeContainer') === 'seq', nextMs: beginMs };
}

const CLOCK_TIME = /^(\d{1,6}):(\d{1,2}):(\d{1,2}(?:[.,]\d+)?)(?::(\d+(?:\.\d+)?))?$/;
const OFFSET_TIME = /^(\d+(?:\.\d+)?)(h|m|s|ms|f|t)?$/;

/** Reads times (TTML 2, 12.3.1) by the rates that the `tt` element tells. A number alone is seconds, as some programs write it. */
export function clockOf(root: Attributes): TtmlClock {
  const [numerator = 1, denominator = 1] = (root.get('frameRateMultiplier') ?? '')
    .split(/[\s:]+/)
    .map((part) => Number(part) || 1);
  const told = Number(root.get('frameRate')) || 0;
  const frames = ((told || 30) * numerator) / denominator;
  const ticks = Number(root.get('tickRate')) || (told ? frames : 1);
  const unitMs: Readonly<Record<string, number>> = {
    h: 3_600_000,
    m: 60_000,
    s: 1_000,
    ms: 1,
    f: 1_000 / frames,
    t: 1_000 / ticks,
  };
  return (time = '') => {
    const [, hours, minutes, seconds, frame] = CLOCK_TIME.exec(time) ?? [];
    if (hours !== undefined) {
      const whole = Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds?.replace(',', '.'));
      return whole * 1_000 + (Number(frame ?? 0) * 1_000) / frames;
    }
    const [, count, unit = 's'] = OFFSET_TIME.exec(time) ?? [];
    return count === undefined ? undefined : Number(count) * (unitMs[unit] ?? 1_000);
  };
}
