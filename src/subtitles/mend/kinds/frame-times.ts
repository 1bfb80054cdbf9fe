import { type FrameRate, frameMs, framesCounted, type RateChoice, rateChoice } from '../../frame-rates.ts';
import { timeText } from '../../timing.ts';
import { inspectEach, isPhrase, type LenientBlock, oneOrMany, type RepairKind } from '../blocks.ts';
import { type LenientTime, type LenientTiming, readTiming, timingText } from '../read-timing.ts';

/** No film has as many frames a second. */
const MOST_FRAMES = 30;
/** So many different fractions below that, and none above, are no chance. */
const TELLING_FRACTIONS = 12;
const TELLING_TIMES = 40;
/** From so many times on a film of 25 frames has its last one somewhere. */
const MANY_TIMES = 100;

/** "00:00:01:12", "00:00:01;12": no program writes parts of a hundred so. */
const hasFrameMark = ({ point }: LenientTime): boolean => /^[:;：]$/.test(point);
const isOfTwo = ({ fraction }: LenientTime): boolean => fraction.length === 2;
const frameOf = ({ fraction }: LenientTime): number => Number(fraction);
const isFrame = (time: LenientTime): boolean => time.fraction.length < 3 && frameOf(time) < MOST_FRAMES;

/**
 * Says of the times of these phrases whether their last part counts frames: behind a colon or a semicolon, where most times have one and no such
 * part is 30 or more; behind a dot or a comma, where all times have two digits there, and those of a second that is divided by a hundred
 * would be others.
 */
export function framesIn(blocks: readonly LenientBlock[]): (time: LenientTime) => boolean {
  const all = timesIn(blocks);
  const marked = all.filter(hasFrameMark);
  if (marked.length * 2 >= all.length && marked.every(isFrame)) return hasFrameMark;
  const areTold = all.length >= TELLING_TIMES && new Set(all.map(frameOf)).size >= TELLING_FRACTIONS;
  const areFrames = areTold && all.every((time) => isOfTwo(time) && isFrame(time));
  return () => areFrames;
}

const timesIn = (blocks: readonly LenientBlock[]): readonly LenientTime[] =>
  blocks.flatMap((block) => (isPhrase(block) && block.timing ? [block.timing.start, block.timing.end] : []));

/** Times whose last part counts frames, which players read as parts of a thousand. */
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
    '1 timing counted frames behind its seconds; it now has parts of a thousand.',
    'timings counted frames behind their seconds; they now have parts of a thousand.',
  ),
  offer: oneOrMany(
    '1 timing counts frames behind its seconds, which players read as parts of a second. Choose the frames per second of the film.',
    'timings count frames behind their seconds, which players read as parts of a second. Choose the frames per second of the film.',
  ),
});

function choiceFor(times: readonly LenientTime[], chosen: FrameRate | undefined): RateChoice {
  const highest = times.reduce((most, time) => Math.max(most, frameOf(time)), 0);
  return rateChoice(chosen, times.length >= MANY_TIMES && highest < 24 ? '23.976' : '25', highest);
}

/** Whole seconds count frames, too: an hour by a film of 23.976 is 3.6 s longer. Behind a semicolon numbers are dropped so that it is not. */
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
