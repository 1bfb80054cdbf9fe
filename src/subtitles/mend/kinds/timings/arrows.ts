import { hasOddArrow, withArrow } from '../../loose/timing-forms.ts';
import { timingKind } from './timing-kind.ts';

const timings = (count: number): string => (count === 1 ? '1 timing' : `${count} timings`);

/** Another arrow than " --> ", and spaces inside of times. */
export const arrows = timingKind({
  name: 'arrows',
  isOdd: hasOddArrow,
  mend: withArrow,
  sentence: ({ length }) => `The arrow of ${timings(length)} was mended.`,
  offer: ({ length }) => `The arrow of ${timings(length)} is written in a way that some players do not read.`,
});
