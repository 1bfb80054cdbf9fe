import type { Work } from '../../film/film.ts';
import { shortNamesOf } from '../../film/series.ts';
import type { Session } from '../../film/session.ts';
import type { SameLines } from '../../film/shared-lines.ts';
import type { PageStore, SeriesList } from './page-state.ts';

interface Parts extends Pick<SeriesList, 'filmOf'> {
  readonly session: Session;
  readonly page: PageStore;
}

/**
 * Offers the confirmed lines of other films of the series for equal lines of the open film. The film worker finds them when a film is opened and after it has
 * read another film, never while a person types.
 */
export function offerLines({ session, page, filmOf }: Parts): void {
  const { store, analysis } = session;
  /** By film id: the confirmed lines of the films that are not open, in the film worker's form. */
  const known = new Map<string, string>();
  /** The films that a person has closed since this code read them. */
  const left = new Map<string, Work>();
  let isLooking = false;
  let isDue = false;

  const set = (offers: SameLines) => {
    const { series } = page.getState();
    if (offers.size > 0 || series.offers.size > 0) page.setState({ series: { ...series, offers } });
  };

  /** A film with confirmed lines that was not read in this visit. */
  const unread = () =>
    page
      .getState()
      .series.rows.find(
        ({ id, confirmed }) => confirmed > 0 && id !== store.getState().id && !known.has(id) && !left.has(id),
      );

  async function read(id: string, film: Work | undefined): Promise<void> {
    const hasConfirmed = film && Object.values(film.marks).some(({ confirmed }) => confirmed);
    const { phrases = [], batches = [], marks = {} } = film ?? {};
    // If the film worker gives up on a film, the film offers nothing.
    known.set(id, '');
    if (hasConfirmed) known.set(id, (await analysis.ask('confirmed', { phrases, batches, marks })) ?? '');
  }

  async function look(): Promise<void> {
    for (const [id, film] of left) {
      left.delete(id);
      await read(id, film);
    }
    for (let row = unread(); row; row = unread()) await read(row.id, await filmOf(row));
    const films = othersInOrder();
    const { id, phrases } = store.getState();
    const offers = films.length > 0 && phrases.length > 0 ? await analysis.ask('offers', films) : undefined;
    // If a person opened another film meanwhile, the search begins again.
    if (store.getState().id === id && store.getState().phrases === phrases) set(offers ?? NONE);
  }

  /** The films with confirmed lines: from the open one back to the first, and then the later ones. */
  function othersInOrder() {
    const { rows } = page.getState().series;
    const names = shortNamesOf(rows);
    const films = rows.map(({ id }, at) => ({ id, name: names[at] ?? '', confirmed: known.get(id) ?? '' }));
    const at = films.findIndex(({ id }) => id === store.getState().id);
    const others = at < 0 ? [] : [...films.slice(0, at).toReversed(), ...films.slice(at + 1)];
    return others.filter(({ confirmed }) => confirmed !== '');
  }

  async function lookSoon(): Promise<void> {
    isDue = true;
    if (isLooking) return;
    isLooking = true;
    try {
      while (isDue) {
        isDue = false;
        await analysis.orNothing(look);
      }
    } finally {
      isLooking = false;
    }
  }

  /** A text that stays equal as long as the list has the same films under the same names. */
  const listed = ({ series }: ReturnType<typeof page.getState>) =>
    series.rows.map(({ id, path }) => `${id} ${path}`).join('\n');
  page.subscribe((now, before) => {
    if (now.series.rows === before.series.rows) return;
    if (unread() || (known.size > 0 && listed(now) !== listed(before))) void lookSoon();
  });
  store.subscribe((film, before) => {
    const isOther = film.id !== before.id;
    if (!isOther && (film.phrases === before.phrases || known.size === 0)) return;
    // The offers of the former film do not belong to these lines.
    set(NONE);
    if (isOther && before.id !== '') left.set(before.id, before);
    void lookSoon();
  });
}

const NONE: SameLines = new Map();
