import type { Work } from '../../film/film.ts';
import type { FilmRow, Series } from '../../film/series.ts';
import type { SeriesRecords } from '../../film/stored-series.ts';
import type { FilmServices } from './film-tracks.ts';
import type { SeriesDesk, SeriesView } from './series-desk.ts';

/** The list and the parts of the page, for the code of the list's commands. */
export interface SeriesList extends Omit<FilmServices, 'tracks'> {
  readonly records: SeriesRecords;
  /** Prepares a long text before it is shown. */
  readonly prepareText: (text: string) => Promise<void>;
  readonly getState: () => SeriesView;
  /** Changes what the page shows, and writes nothing. */
  readonly set: (change: Partial<SeriesView>) => void;
  /** Shows a sentence beside the list. */
  readonly tell: (words: string) => void;
  /**
   * Writes the list and these films, and removes those of `removedIds`. `onShown`: called in the task that shows the list. False: nothing has changed, and the
   * page says why.
   */
  readonly write: (
    next: Series,
    films?: readonly Work[],
    removedIds?: readonly string[],
    onShown?: () => void,
  ) => Promise<boolean>;
  /** The present list, but with these rows. `removed`: the row that Undo brings back; missing: the present one. */
  readonly list: (rows: readonly FilmRow[], removed?: FilmRow | null) => Series;
  /** The rows, with the present facts of the films in memory. */
  readonly rowsNow: () => readonly FilmRow[];
  /** A new row for a film, under an id of its own. */
  readonly rowFor: (film: Pick<Work, 'fileName'>) => FilmRow;
  /** Runs commands one after another, because each one writes the whole list. */
  readonly inTurn: <Found>(work: () => Promise<Found>) => Promise<Found>;
  /** A film that is not open, if its lines are in memory; otherwise undefined. */
  readonly inMemory: (id: string) => Work | undefined;
  /** A film whose lines are in memory, open or not. */
  readonly known: (id: string) => Work | undefined;
  readonly filmOf: SeriesDesk['filmOf'];
  /** A film from storage; undefined: it cannot be read. */
  readonly stored: (id: string) => Promise<Work | undefined>;
}
