import { hasBatches, isCalling } from '../../engine/run-state.ts';
import { namesInList } from '../../film/archive.ts';
import { waitingForResume } from '../../film/at-rest.ts';
import type { Work } from '../../film/film.ts';
import { readLinesAhead } from '../../film/lines.ts';
import { type FilmRow, rowsAround } from '../../film/series.ts';
import { filmOf as filmFactsOf } from '../../film/shown-facts.ts';
import { drawn } from '../kit/browser.ts';
import { QUIET_MS } from './follow-series.ts';
import type { SeriesList } from './series-list.ts';

export const UNKNOWN =
  'The browser’s database does not answer, so the page cannot read the other files or count what they cost. Reload the page. Until then, nothing is sent if “Stop at” has a limit.';

interface OpenFilmParts {
  /** Gives the options of the series to a film that has no batches yet. */
  readonly withOptions: (film: Work) => Work;
  /** The facts of the open film for its row. */
  readonly factsOfOpen: (work: Work, row: FilmRow) => Partial<FilmRow>;
  /** Removes the films from memory that have nothing more to send. */
  readonly rest: () => Promise<void>;
  /** Stores a film that has changed and is not open. */
  readonly store: (changed: Work) => void;
  /** Shows the video of the film that is open by now. */
  readonly showVideo: () => Promise<void>;
}

/** Opens another film of the list. */
export function createOpenFilm(its: SeriesList, { withOptions, factsOfOpen, rest, store, showVideo }: OpenFilmParts) {
  const { session, page, records, prepareText, getState, tell, write, list, inMemory } = its;
  const film = session.store.getState;

  /** Reads a film that is not open; undefined: it cannot be read, and the page says so. */
  async function filmAt(row: FilmRow): Promise<Work | undefined> {
    const { id } = row;
    const known = inMemory(id);
    if (known) return known;
    const found = await records.film(id).catch(() => 'unknown' as const);
    if (found && found !== 'unknown') return waitingForResume({ ...found, id });
    tell(
      found ? UNKNOWN : `${namesInList(getState().rows)(row)} could not be opened, because its stored copy is damaged.`,
    );
    return undefined;
  }

  /** Exchanges the open film with this one. False: the film that was left cannot be stored, and is back. */
  async function exchange(coming: Work, { id, line: before }: FilmRow, at = before): Promise<boolean> {
    const place = page.getState().linePlace;
    let release = (_isKept: boolean) => {};
    /** The next film as it was when it came on the page. */
    let shown: Work | undefined;
    const isOpen = await session.replace(coming, async (left) => {
      release = records.hold(left.id);
      const endLooking = session.store.subscribe((now) => {
        shown = now;
        endLooking();
      });
      const line = place?.film === filmFactsOf(left) ? place.number : 0;
      const ofLeft = getState().rows.find((one) => one.id === left.id);
      // Read now, because the page's analysis is about the next film then.
      const facts = ofLeft && { ...factsOfOpen(left, ofLeft), line };
      // Set before the film is drawn, because the grid of lines reads its place then.
      page.setState({ linePlace: placeIn(coming, at) });
      await drawn();
      const rows = getState().rows.map((one) => (one.id === left.id ? { ...one, ...facts } : one));
      // With the answers that have come since, and without the steps of the series.
      const isKept = await write(list(rows), [session.others.getState().get(left.id) ?? left]);
      if (!isKept) page.setState({ linePlace: place });
      return isKept;
    });
    release(isOpen);
    // Until the film that was left came back, a person could change the next one, and answers for it could arrive.
    const back = isOpen || !shown ? undefined : session.others.getState().get(id);
    if (back && back !== shown) store(back);
    return isOpen;
  }

  return {
    /** Opens a film at its last place, or at this line. False: it cannot be opened, or the film that is left cannot be stored. */
    async openNow(id: string | undefined, at?: number): Promise<boolean> {
      const row = getState().rows.find((one) => one.id === id);
      if (row?.refusal !== '') return false;
      if (row.id === film().id) return true;
      tell('');
      const found = await filmAt(row);
      if (!found) return false;
      const coming = withOptions(found);
      // Lines shows no editor, so its text is prepared after the lines are drawn.
      const inLines = page.getState().view === 'lines' && hasBatches(coming);
      await (inLines ? readLinesAhead(coming) : prepareText(coming.sourceText));
      if (!(await exchange(coming, row, at))) return false;
      if (inLines) void prepareText(coming.sourceText);
      void showVideo();
      await rest();
      return true;
    },
    /** The nearest film after (1) or before (-1) the open one in the list. Skips files that cannot be opened. */
    beside(by: 1 | -1): FilmRow | undefined {
      const { after, before } = rowsAround(getState().rows, film().id);
      return (by === 1 ? after : before.toReversed()).find(({ refusal }) => refusal === '');
    },
  };
}

const placeIn = (work: Work, line: number) =>
  line === 0 ? null : { number: line, film: filmFactsOf(work), isOpen: false, show: 'all' };

/**
 * Reads the films beside the open one while nothing runs and nobody opens a film, so that each of them opens at once: reading takes a third of that time.
 */
export function readBeside({ session: { store, others }, page, records, inMemory }: SeriesList): void {
  async function read(): Promise<void> {
    const { id } = store.getState();
    if (id === '' || [store.getState(), ...others.getState().values()].some(isCalling)) return;
    const { after, before } = rowsAround(page.getState().series.rows, id);
    const isNear = ({ refusal, batches }: FilmRow) => refusal === '' && batches > 0;
    const near = [after.find(isNear), before.findLast(isNear)].flatMap((row) =>
      row && !inMemory(row.id) ? row.id : [],
    );
    for (const film of await records.readAhead(near)) await readLinesAhead(film);
  }

  let timer: ReturnType<typeof setTimeout> | undefined;
  function readSoon(): void {
    clearTimeout(timer);
    // A film that cannot be read says so when a person opens it.
    timer = setTimeout(() => void read().catch(() => {}), QUIET_MS);
  }
  others.subscribe(readSoon);
  page.subscribe(({ series }, before) => {
    if (series.rows !== before.series.rows) readSoon();
  });
  store.subscribe(({ id }, before) => {
    if (id !== before.id) readSoon();
  });
}
