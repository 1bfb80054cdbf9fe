import { hasBatches } from '../../engine/run-state.ts';
import type { Work } from '../../film/film.ts';
import type { Session } from '../../film/session.ts';
import { isEqual } from '../../film/steps.ts';
import type { FilmOptions } from '../../translation/batch.ts';
import type { SeriesList, SeriesView } from './page-state.ts';

interface Parts extends Pick<SeriesList, 'getState' | 'write' | 'list' | 'inTurn'> {
  readonly session: Session;
  readonly set: (change: Partial<SeriesView>) => void;
}

/** The options of a film, with which a series begins. */
export const optionsOf = ({ options: { film: _, ...options } }: Work): FilmOptions => options;

/** The options of the series after those of the open film have changed. Options that a film has for itself are not shared. */
function optionsAfter(series: FilmOptions, before: FilmOptions, { film: _, ...now }: FilmOptions): FilmOptions {
  const names = ['context', 'batches', 'replyFormat'] as const;
  const isSame = (name: (typeof names)[number]) => before[name] === now[name];
  const own = Object.entries(series).filter(([name]) => names.some((one) => one === name && isSame(one)));
  const changed = Object.entries(now).filter(([name]) => names.some((one) => one === name && !isSame(one)));
  return Object.fromEntries([...own, ...changed]);
}

/** Stores the options of the series. Returns a function that gives them to a film that has no batches yet. */
export function shareOptions({ session, set, getState, write, list, inTurn }: Parts): (film: Work) => Work {
  session.store.subscribe((now, before) => {
    if (now.id === '' || now.id !== before.id || now.options === before.options) return;
    const { options: present } = getState();
    const isOther = now.sourceText !== before.sourceText || hasBatches(now) !== hasBatches(before);
    if (isOther) {
      if (!hasBatches(now) && !isEqual(present, optionsOf(now))) session.changeOptions(present);
      return;
    }
    const options = optionsAfter(present, before.options, now.options);
    if (isEqual(options, present)) return;
    set({ options });
    void inTurn(() => write({ ...list(getState().rows), options }));
  });
  return (film) => (hasBatches(film) ? film : { ...film, options: getState().options });
}
