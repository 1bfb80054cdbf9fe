import { type LooseTime, type LooseTiming, timingText } from './read-timing.ts';

/** How a timing line differs from "00:00:01,500 --> 00:00:04,000", and the same line without that. */

/** Spaces around the arrow may be more than one, as every player reads them. */
const PLAIN_ARROW = /^[ \t]+-->[ \t]+$/;

const compact = ({ sign, fields, point, fraction }: LooseTime): string =>
  `${sign}${fields.join(':')}${point}${fraction}`;

const mapTimes = (timing: LooseTiming, textOf: (time: LooseTime) => string): LooseTiming => ({
  ...timing,
  start: { ...timing.start, text: textOf(timing.start) },
  end: { ...timing.end, text: textOf(timing.end) },
});

/** Written with a comma between the times, as in SBV files. */
export const isSbv = ({ between }: LooseTiming): boolean => between.trim() === ',';

export const hasOddArrow = ({ start, between, end }: LooseTiming): boolean =>
  !PLAIN_ARROW.test(between) || start.text !== compact(start) || end.text !== compact(end);

export const withArrow = (timing: LooseTiming): LooseTiming => ({ ...mapTimes(timing, compact), between: ' --> ' });

const isUsual = ({ fields, point, fraction }: LooseTime): boolean =>
  point === ',' && fraction.length === 3 && fields.every((field) => field.length > 1);

export const isUnusual = ({ start, end }: LooseTiming): boolean => !isUsual(start) || !isUsual(end);

/** A comma before three digits of a fraction, which is read as decimals; two digits at least for the rest. */
export const asUsual = (timing: LooseTiming): LooseTiming => {
  const usual = (time: LooseTime): LooseTime => ({
    ...time,
    fields: time.fields.map((field) => field.padStart(2, '0')),
    point: ',',
    fraction: time.fraction.slice(0, 3).padEnd(3, '0'),
  });
  const { start, end } = timing;
  return mapTimes({ ...timing, start: usual(start), end: usual(end) }, compact);
};

export const lacksHours = ({ start, end }: LooseTiming): boolean => start.fields.length < 3 || end.fields.length < 3;

export const withHours = (timing: LooseTiming): LooseTiming => {
  const long = (time: LooseTime): LooseTime =>
    time.fields.length === 3
      ? time
      : { ...time, text: time.text.replace(/\d/, '00:$&'), fields: ['00', ...time.fields] };
  return { ...timing, start: long(timing.start), end: long(timing.end) };
};

/** With all that players need. */
export const canonicalTiming = (timing: LooseTiming): string => {
  const usual = asUsual(withHours(timing));
  return timingText(hasOddArrow(timing) ? withArrow(usual) : usual);
};
