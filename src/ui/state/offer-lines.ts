import { shortNamesOf } from '../../film/series.ts';
import type { Session } from '../../film/session.ts';
import { type ConfirmedLine, confirmedLines, offersFor } from '../../film/shared-lines.ts';
import type { PageStore, SeriesList } from './page-state.ts';

interface Parts extends Pick<SeriesList, 'filmOf'> {
  readonly session: Session;
  readonly page: PageStore;
}

/**
 * Offers the confirmed lines of the other films of a series where the open film says the same. They are found as a film is opened, and as another one is
 * read, never while a person types.
 */
export function offerLines({ session, page, filmOf }: Parts): void {
  const { store } = session;
  /** The confirmed lines of films that are not open, by id. What is here of the open film is found anew as it is left. */
  const known = new Map<string, readonly ConfirmedLine[]>();
  let isReading = false;

  /** The films of which a person has confirmed lines, and that were not read in this visit. */
  const next = () =>
    page
      .getState()
      .series.rows.find(({ id, confirmed }) => confirmed > 0 && id !== store.getState().id && !known.has(id));

  async function readAll(): Promise<void> {
    if (isReading) return;
    isReading = true;
    try {
      for (let row = next(); row; row = next()) {
        const film = await filmOf(row);
        // A person may have opened and left the film meanwhile: then its lines are known better.
        if (!known.has(row.id)) known.set(row.id, film ? confirmedLines(film) : []);
      }
    } finally {
      isReading = false;
    }
    show();
  }

  function show(): void {
    const { series } = page.getState();
    const { id, phrases } = store.getState();
    const names = shortNamesOf(series.rows);
    const films = series.rows.map((row, at) => ({ id: row.id, name: names[at] ?? '', lines: known.get(row.id) ?? [] }));
    const at = films.findIndex((film) => film.id === id);
    const others = at < 0 ? [] : [...films.slice(0, at).toReversed(), ...films.slice(at + 1)];
    const offers = offersFor(
      phrases,
      others.filter(({ lines }) => lines.length > 0),
    );
    if (offers.size > 0 || series.offers.size > 0) page.setState({ series: { ...series, offers } });
  }

  /** Equal as long as the list has the same films under the same names. */
  const listed = ({ series }: ReturnType<typeof page.getState>) =>
    series.rows.map(({ id, path }) => `${id} ${path}`).join('\n');
  page.subscribe((now, before) => {
    if (now.series.rows === before.series.rows) return;
    if (next()) void readAll();
    else if (known.size > 0 && listed(now) !== listed(before)) show();
  });
  store.subscribe((film, before) => {
    if (film.id !== before.id) {
      if (before.id !== '') known.set(before.id, confirmedLines(before));
      if (next()) void readAll();
    }
    if (known.size > 0 && (film.id !== before.id || film.phrases !== before.phrases)) show();
  });
}
