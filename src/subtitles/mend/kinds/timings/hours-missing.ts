import { lacksHours, withHours } from '../../loose/timing-forms.ts';
import { timingKind } from './timing-kind.ts';

const timings = (count: number): string => (count === 1 ? '1 timing' : `${count} timings`);

export const hoursMissing = timingKind({
  name: 'hours-missing',
  isOdd: lacksHours,
  mend: withHours,
  sentence: ({ length }) => `Hours were missing in ${timings(length)}.`,
  offer: ({ length }) => `Hours are missing in ${timings(length)}, which some players do not read.`,
});
