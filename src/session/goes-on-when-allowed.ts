import type { PriceBookState } from '../prices/price-book.ts';
import type { Session } from './session.ts';

/**
 * To be called with each change of the price book. Who raises the sum while the run is paused by it, or enters the price that it lacks,
 * does so in order to go on: the pause ends by itself, if that is enough.
 */
export const goesOnWhenAllowed =
  ({ store, resume, settingsChanged }: Session) =>
  (book: PriceBookState, before: PriceBookState): void => {
    const { paused } = store.getState();
    const isByLimit = paused?.reason === 'failure' && paused.kind === 'limit';
    if (isByLimit && allowsMore(book, before)) resume();
    else settingsChanged();
  };

/** Another tab's book is a copy, so that prices are compared as texts. */
const allowsMore = ({ own, stopAt }: PriceBookState, before: PriceBookState): boolean =>
  (stopAt ?? Number.POSITIVE_INFINITY) > (before.stopAt ?? Number.POSITIVE_INFINITY) ||
  JSON.stringify(own) !== JSON.stringify(before.own);
