import { asUsual, isUnusual } from '../../loose/timing-forms.ts';
import { timingKind } from './timing-kind.ts';

/** A dot or another mark for the comma, fractions of one or two digits or none, hours of one digit. */
export const unusualTimes = timingKind({
  name: 'unusual-times',
  isOdd: isUnusual,
  mend: asUsual,
  sentence: ({ length }) =>
    length === 1
      ? '1 timing was written in an unusual way; it is now written like 00:00:01,500.'
      : `${length} timings were written in an unusual way; each is now written like 00:00:01,500.`,
  offer: ({ length }) =>
    length === 1
      ? '1 timing is written in an unusual way that some players do not read.'
      : `${length} timings are written in an unusual way that some players do not read.`,
});
