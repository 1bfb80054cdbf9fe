import { hasBatches } from '../../engine/run-state.ts';
import type { SessionEvent, Work } from '../../film/film.ts';
import { sessionReducer } from '../../film/reducer.ts';
import { canBeMended, type FilmRow, factsOfWork, kindsToMend, readOfSource } from '../../film/series.ts';
import type { Session } from '../../film/session.ts';
import type { FoundRepairs } from '../../film-worker/calls.ts';
import { countWords } from '../../lib/text.ts';
import type { SeriesList } from './series-list.ts';

/** A film that is not open, and its row with what the film worker finds in the original. */
export async function withSource(
  { askOf }: Pick<Session['analysis'], 'askOf'>,
  row: FilmRow,
  film: Work,
): Promise<readonly [FilmRow, Work]> {
  const source = await askOf(film, 'source', undefined);
  const read = { ...row, ...(source && readOfSource(source)) };
  return [{ ...row, ...factsOfWork(film, read) }, film];
}

/** What can be repaired in the original of a film that is not open; undefined: the session has ended. */
export const repairsIn = (
  { analysis }: Pick<Session, 'analysis'>,
  { sourceText: text, readAs, withoutStyles }: Work,
): Promise<FoundRepairs | undefined> => analysis.ask('repairs', { text, readAs, withoutStyles });

const NOTHING = 'Nothing could be repaired. Open a file to see why.';

/** `kept`: how many files stay repaired after Undo. */
function undoneWords(undone: number, kept: number): string {
  const done = undone > 0 ? `Undone: the repairs of ${countWords(undone, 'file')}.` : '';
  const stay =
    kept === 1
      ? '1 file stays repaired, because you changed or translated it after the repair.'
      : `${kept} files stay repaired, because you changed or translated them after the repair.`;
  return [done, kept > 0 ? stay : ''].filter(Boolean).join(' ');
}

/** "Mend all": repairs each file that its format's rules refuse, as "Mend the file" does. Its Undo takes back all of these repairs. */
export function createMending({ session, getState, set, write, list, inTurn, filmOf, prepareText }: SeriesList) {
  const { analysis, store } = session;

  /** The mended text of a film; undefined: nothing can be mended without a person's choice. */
  async function mendedOf(film: Work) {
    const kinds = kindsToMend(await repairsIn(session, film));
    const { sourceText: text, readAs, withoutStyles } = film;
    return kinds.length === 0 ? undefined : analysis.ask('mend', { of: { text, readAs, withoutStyles }, kinds });
  }

  async function writeAll(found: readonly (readonly [FilmRow, Work])[]): Promise<boolean> {
    const rows = new Map(found.map(([row]) => [row.id, row]));
    const next = getState().rows.map((row) => rows.get(row.id) ?? row);
    return (
      found.length === 0 ||
      write(
        list(next),
        found.map(([, film]) => film),
      )
    );
  }

  type Change = Extract<SessionEvent, { readonly type: 'source-read-as' | 'command-undone' }>;

  async function changeOpen(event: Change): Promise<void> {
    if (event.type === 'command-undone') return session.undo();
    if ('text' in event) await prepareText(event.text ?? '');
    session.readSourceAs(event);
  }

  /** The film of a row, if it has no batches yet; otherwise undefined. */
  async function filmToMend(row: FilmRow): Promise<Work | undefined> {
    const film = await filmOf(row);
    return film && !hasBatches(film) ? { ...film, id: row.id } : undefined;
  }

  /** Applies an event to each of these films. Returns the ids of the films that had an event; undefined: nothing could be stored. */
  async function changeEach(rows: readonly FilmRow[], eventFor: (film: Work) => Promise<Change | undefined>) {
    const ids: string[] = [];
    const others: (readonly [FilmRow, Work])[] = [];
    for (const row of rows) {
      const film = await filmToMend(row);
      const event = film && (await eventFor(film));
      if (!event) continue;
      ids.push(row.id);
      if (row.id === store.getState().id) await changeOpen(event);
      else others.push(await withSource(analysis, row, sessionReducer(film, event)));
    }
    return (await writeAll(others)) ? ids : undefined;
  }

  async function mendNow(): Promise<void> {
    const mended = await changeEach(getState().rows.filter(canBeMended), async (film) => {
      const made = await mendedOf(film);
      return made && { type: 'source-read-as', readAs: made.readAs, text: made.text };
    });
    if (mended)
      set({
        mended,
        message: mended.length > 0 ? `The page repaired ${countWords(mended.length, 'file')}.` : NOTHING,
      });
  }

  async function undoNow(): Promise<void> {
    const { rows, mended } = getState();
    // Films that a person has changed since the repair stay unchanged.
    const listed = rows.filter(({ id }) => mended.includes(id));
    const undone = await changeEach(listed, async ({ past }) =>
      past.at(-1)?.command === 'mend-original' ? { type: 'command-undone' } : undefined,
    );
    if (undone) set({ mended: [], message: undoneWords(undone.length, listed.length - undone.length) });
  }

  return { mendAll: () => inTurn(mendNow), undoMending: () => inTurn(undoNow) };
}
