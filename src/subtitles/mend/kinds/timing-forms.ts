import { type FrameRate, frameMs, framesCounted, type RateChoice, rateChoice } from '../../formats.ts';
import { timeText } from '../../timing.ts';
import {
  inspectEach,
  isPhrase,
  type LenientBlock,
  type LenientTime,
  type LenientTiming,
  oneOrMany,
  type RepairKind,
  readTiming,
  timingText,
  withoutEdges,
} from '../blocks.ts';

/** One way in which a timing line can differ from "00:00:01,500 --> 00:00:04,000". */
interface TimingForm extends Pick<RepairKind, 'name' | 'severity' | 'sentence'> {
  isOdd(timing: LenientTiming, form: Form): boolean;
  mend(timing: LenientTiming, form: Form): LenientTiming;
}

interface Form {
  readonly point: string;
  /** True if the meaning of the fraction is unknown. Then it is not changed. */
  readonly isUnsure: (time: LenientTime) => boolean;
}

const kind = (point: string, { isOdd, mend, ...words }: TimingForm): RepairKind => ({
  ...words,
  inspect: (blocks) => {
    const isFrame = framesIn(blocks);
    const form: Form = { point, isUnsure: (time) => isFrame(time) || hasFourDigits(time) };
    return inspectEach(isPhrase, (phrase) => {
      const { timingLine: line, time: before, timing } = phrase;
      if (timing === undefined || !isOdd(timing, form)) return undefined;
      const mended = mend(timing, form);
      return {
        found: [{ line, before, after: timingText(canonical(timing, form)) }],
        mended: [{ ...phrase, time: timingText(mended), timing: mended }],
      };
    })(blocks);
  },
});

/** ",0100" may be a tenth or a hundredth of a second, ",1000" a tenth or a whole one. Longer fractions are decimals that a program has written. */
const hasFourDigits = ({ fraction }: LenientTime): boolean => fraction.length === 4 || fraction.length === 5;

const mapTimes = (timing: LenientTiming, change: (time: LenientTime) => LenientTime): LenientTiming => ({
  ...timing,
  start: change(timing.start),
  end: change(timing.end),
});

const compact = ({ sign, fields, point, fraction }: LenientTime): string =>
  `${sign}${fields.join(':')}${point}${fraction}`;

/** True if a comma is between the times, as in SBV. Such timings have a kind of their own; the other kinds ignore them. */
const isSbv = ({ between }: LenientTiming): boolean => between.trim() === ',';

/** Matches several spaces around the arrow, which every player reads. */
const PLAIN_ARROW = /^[ \t]+-->[ \t]+$/;

const hasOddArrow = ({ start, between, end }: LenientTiming): boolean =>
  !PLAIN_ARROW.test(between) || start.text !== compact(start) || end.text !== compact(end);

const withArrow = (timing: LenientTiming): LenientTiming => ({
  ...mapTimes(timing, (time) => ({ ...time, text: compact(time) })),
  between: ' --> ',
});

const isUsual = (time: LenientTime, { point, isUnsure }: Form): boolean =>
  (isUnsure(time) || (time.point === point && time.fraction.length === 3)) &&
  time.fields.every((field) => field.length > 1);

/** The time with three decimals after the usual sign, and at least two digits in the other fields. */
function asUsual(time: LenientTime, { point, isUnsure }: Form): LenientTime {
  const fields = time.fields.map((field) => field.padStart(2, '0'));
  const fraction = { point, fraction: time.fraction.slice(0, 3).padEnd(3, '0') };
  const usual = { ...time, fields, ...(!isUnsure(time) && fraction) };
  return { ...usual, text: compact(usual) };
}

const lacksHours = ({ fields }: LenientTime): boolean => fields.length < 3;

const withHours = (time: LenientTime): LenientTime =>
  lacksHours(time) ? { ...time, text: time.text.replace(/\d/, '00:$&'), fields: ['00', ...time.fields] } : time;

function canonical(timing: LenientTiming, form: Form): LenientTiming {
  const usual = mapTimes(timing, (time) => asUsual(form.point === ',' ? withHours(time) : time, form));
  return hasOddArrow(timing) ? withArrow(usual) : usual;
}

export const timingForms = (point: ',' | '.'): readonly RepairKind[] => [
  kind(point, {
    name: 'sbv-timings',
    severity: 'error',
    isOdd: isSbv,
    mend: canonical,
    sentence: () => 'This is an SBV file. The repair makes it an SRT file.',
  }),
  kind(point, {
    name: 'arrows',
    severity: 'style',
    isOdd: (timing) => !isSbv(timing) && hasOddArrow(timing),
    mend: withArrow,
    sentence: oneOrMany(
      '1 timing has another arrow than “-->”. Some players cannot read it. The repair writes “-->”.',
      'timings have another arrow than “-->”. Some players cannot read them. The repair writes “-->”.',
    ),
  }),
  // Repairs another sign than the comma, fractions without three digits, hours of one digit, and brackets.
  kind(point, {
    name: 'unusual-times',
    severity: 'style',
    isOdd: (timing, form) =>
      !isSbv(timing) && (timing.isInBrackets || ![timing.start, timing.end].every((time) => isUsual(time, form))),
    mend: (timing, form) => ({ ...mapTimes(timing, (time) => asUsual(time, form)), isInBrackets: false }),
    sentence: oneOrMany(
      `1 timing has an unusual form. Some players cannot read it. The repair writes it as 00:00:01${point}500.`,
      `timings have an unusual form. Some players cannot read them. The repair writes them as 00:00:01${point}500.`,
    ),
  }),
  kind(point, {
    name: 'hours-missing',
    severity: 'style',
    isOdd: (timing) => !isSbv(timing) && (lacksHours(timing.start) || lacksHours(timing.end)),
    mend: (timing) => mapTimes(timing, withHours),
    sentence: oneOrMany(
      '1 timing has no hours. Some players cannot read it. The repair adds “00:”.',
      'timings have no hours. Some players cannot read them. The repair adds “00:”.',
    ),
  }),
];

export const fourDigits: RepairKind = {
  name: 'four-digits',
  severity: 'info',
  inspect: inspectEach(isPhrase, ({ timingLine: line, time, timing }) =>
    timing && [timing.start, timing.end].some(hasFourDigits)
      ? { found: [{ line, before: time, after: time }] }
      : undefined,
  ),
  sentence: oneOrMany(
    '1 timing has four or five digits after the seconds. “,0100” can mean 10 or 100 ms, so this timing is not changed.',
    'timings have four or five digits after the seconds. “,0100” can mean 10 or 100 ms, so these timings are not changed.',
  ),
};

/** Digits of Arabic, Persian and Devanagari, and full-width digits. */
const OTHER_DIGITS = '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹०१२३४५६७८९０１２３４５６７８９';

/**
 * Replaces other digits, and letters that text recognition read in place of digits. Unchanged if the result is unreadable too. Letters behind the
 * times stay.
 */
function withDigits(time: string): string {
  const letters = time.replace(/[Oo]/g, '0').replace(/[lI|]/g, '1');
  const digits = letters.replace(/[^\0-\x7f]/g, (one) => {
    const place = OTHER_DIGITS.indexOf(one);
    return place === -1 ? one : `${place % 10}`;
  });
  const timing = readTiming(digits);
  if (!timing) return time;
  const times = timingText({ ...timing, rest: '' });
  return times + withoutEdges(time).slice(times.length);
}

/** A line with an arrow in the place of a timing that does not have two times. */
export const unreadableTimings: RepairKind = {
  name: 'unreadable-timings',
  severity: 'info',
  inspect: inspectEach(isPhrase, (phrase) => {
    const { timingLine: line, time: before, timing } = phrase;
    if (timing !== undefined) return undefined;
    const time = withDigits(before);
    return { found: [{ line, before, after: time }], mended: [{ ...phrase, time, timing: readTiming(time) }] };
  }),
  sentence: oneOrMany(
    '1 timing cannot be read. Players skip this subtitle, or show its text together with the subtitle before.',
    'timings cannot be read. Players skip these subtitles, or show their texts together with the subtitle before.',
  ),
  offer: (found) =>
    found.some(({ before, after }) => before !== after) ? 'Write these times with the digits 0–9.' : '',
};

export const stackedTimings: RepairKind = {
  name: 'stacked-timings',
  severity: 'error',
  keepsBlocks: true,
  inspect: inspectEach(isPhrase, (phrase) => {
    const { line, timingLine, stacked } = phrase;
    if (stacked.length === 0) return undefined;
    const kept = { type: 'kept', line, separated: true, isTiming: true } as const;
    return {
      found: stacked.map((time, index) => ({ line: timingLine - stacked.length + index, before: time, after: time })),
      mended: [
        ...stacked.map((time) => ({ ...kept, lines: [time] })),
        { ...phrase, besideTiming: '', stacked: [], separated: true },
      ],
    };
  }),
  sentence: (found) =>
    found.length === 1
      ? `Line ${found[0]?.line} of the file is a timing directly above another timing: '${found[0]?.before.trim()}'. It stays in the file and is not translated.`
      : `${found.length.toLocaleString('en')} timings have another timing directly below. They stay in the file and are not translated.`,
};

/** No film has more frames per second. */
const MOST_FRAMES = 30;
/** So many different fractions below MOST_FRAMES, and none above, are no coincidence. */
const TELLING_FRACTIONS = 12;
const TELLING_TIMES = 40;
/** Among so many times, a film of 25 frames would have its last frame somewhere. */
const MANY_TIMES = 100;

/** True for "00:00:01:12" and "00:00:01;12": no program writes hundredths in this way. */
const hasFrameMark = ({ point }: LenientTime): boolean => /^[:;：]$/.test(point);
const isOfTwo = ({ fraction }: LenientTime): boolean => fraction.length === 2;
const frameOf = ({ fraction }: LenientTime): number => Number(fraction);
const isFrame = (time: LenientTime): boolean => time.fraction.length < 3 && frameOf(time) < MOST_FRAMES;

/**
 * Returns a function that tells if the last part of a time counts frames. After a colon or semicolon it does if most times have one and no part is
 * 30 or more. After a dot or comma it does if all times have two digits there whose values would be unlikely for hundredths.
 */
function framesIn(blocks: readonly LenientBlock[]): (time: LenientTime) => boolean {
  const all = timesIn(blocks);
  const marked = all.filter(hasFrameMark);
  if (marked.length * 2 >= all.length && marked.every(isFrame)) return hasFrameMark;
  const areCertain = all.length >= TELLING_TIMES && new Set(all.map(frameOf)).size >= TELLING_FRACTIONS;
  const areFrames = areCertain && all.every((time) => isOfTwo(time) && isFrame(time));
  return () => areFrames;
}

const timesIn = (blocks: readonly LenientBlock[]): readonly LenientTime[] =>
  blocks.flatMap((block) => (isPhrase(block) && block.timing ? [block.timing.start, block.timing.end] : []));

/** Times that count frames, which players would read as milliseconds. */
export const frameTimes = (point: string): RepairKind => ({
  name: 'frame-times',
  severity: 'style',
  button: 'Convert the times',
  rates: (blocks, chosen) => {
    const times = timesIn(blocks).filter(framesIn(blocks));
    return times.length === 0 ? undefined : choiceFor(times, chosen);
  },
  inspect(blocks, chosen) {
    const countsFrames = framesIn(blocks);
    const times = timesIn(blocks).filter(countsFrames);
    if (times.length === 0) return () => undefined;
    const { rate } = choiceFor(times, chosen);
    const inMs = (time: LenientTime) => (countsFrames(time) ? withMs(time, point, rate) : time);
    return inspectEach(isPhrase, (phrase) => {
      const { timingLine: line, time: before, timing } = phrase;
      if (timing === undefined || ![timing.start, timing.end].some(countsFrames)) return undefined;
      const mended: LenientTiming = { ...timing, start: inMs(timing.start), end: inMs(timing.end) };
      const time = timingText(mended);
      return { found: [{ line, before, after: time }], mended: [{ ...phrase, time, timing: readTiming(time) }] };
    })(blocks);
  },
  sentence: oneOrMany(
    '1 timing counts frames after the seconds, but players expect parts of a second. The repair needs the frames per second of the video.',
    'timings count frames after the seconds, but players expect parts of a second. The repair needs the frames per second of the video.',
  ),
});

function choiceFor(times: readonly LenientTime[], chosen: FrameRate | undefined): RateChoice {
  const highest = times.reduce((most, time) => Math.max(most, frameOf(time)), 0);
  return rateChoice(chosen, times.length >= MANY_TIMES && highest < 24 ? '23.976' : '25', highest);
}

/**
 * The milliseconds of a time. Whole seconds count frames too: an hour of a film of 23.976 is 3.6 s longer. After a semicolon, frame numbers are
 * dropped to avoid this.
 */
function withMs(time: LenientTime, point: string, rate: FrameRate): LenientTime {
  const seconds = time.fields.reduce((sum, field) => sum * 60 + Number(field), 0);
  const isDropping = /[;；]/.test(time.point);
  const ms = isDropping
    ? seconds * 1_000 + frameMs(frameOf(time), rate)
    : frameMs(seconds * framesCounted(rate) + frameOf(time), rate);
  const whole = timeText(ms, point);
  const text = time.sign + (time.fields.length < 3 && ms < 3_600_000 ? whole.slice(3) : whole);
  return { ...time, fields: text.replace(/^-|[,.]\d+$/g, '').split(':'), point, fraction: text.slice(-3), text };
}
