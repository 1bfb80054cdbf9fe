import type { Work } from '../../film/film.ts';
import { countOtherNotes, type OtherNotes } from '../../film/other-notes.ts';
import type { FilmRow } from '../../film/series.ts';
import { type FilmNotes, sentNotes } from '../../notes/notes.ts';
import type { SeriesDesk } from './series-desk.ts';
import type { SeriesList } from './series-list.ts';

/** How many earlier texts about the film the list stores. Lines that were translated with one of them are counted. */
const MOST_ABOUTS = 8;

/** True if a batch is sent now that was not loading before. */
const isSending = ({ batches }: Work, before: Work | undefined): boolean =>
  batches !== before?.batches &&
  batches.some(({ state }, index) => state === 'loading' && before?.batches[index]?.state !== 'loading');

/** Counts the lines of all films that were translated with other notes than the present ones, and stores which texts about the film requests contained. */
export function createCountNotes({ session, set, getState, write, list, inTurn, known, stored }: SeriesList) {
  const film = session.store.getState;

  async function noteNow(about: string, isFirst: boolean): Promise<void> {
    const { abouts, rows } = getState();
    if (rows.length === 0 || abouts[0] === about || (isFirst && abouts.length > 0)) return;
    await write({
      ...list(rows),
      abouts: [about, ...abouts.filter((one) => one !== about)].slice(0, MOST_ABOUTS),
    });
  }
  function noteAbout(notes: FilmNotes, isFirst = false): void {
    const { about } = sentNotes(notes);
    // In turn, because the stored list may still be loading.
    if (film().id !== '' && getState().abouts[0] !== about) void inTurn(() => noteNow(about, isFirst));
  }
  session.store.subscribe((now, before) => {
    if (now.id !== before.id) return;
    // Before the list stored any text, films may have been translated with the former text.
    if (now.notes.about !== before.notes.about && getState().abouts.length === 0) noteAbout(before.notes, true);
    if (isSending(now, before)) noteAbout(now.notes);
  });
  session.others.subscribe((now, before) => {
    for (const [id, work] of now) if (isSending(work, before.get(id))) return noteAbout(film().notes);
  });

  /** The counts of films that are not in memory. A count is valid while the film's row, the notes and the stored texts are the same objects. */
  const counted = new Map<string, { readonly of: readonly unknown[]; readonly found: OtherNotes }>();

  async function countIn(row: FilmRow, isOver: () => boolean): Promise<OtherNotes | undefined> {
    const { id } = row;
    const { notes } = film();
    const { abouts } = getState();
    const of = [row, notes, abouts];
    const before = counted.get(id);
    const here = known(id);
    if (!here && before?.of.every((one, at) => one === of[at])) return before.found;
    const work = here ?? (row.batches > 0 ? await stored(id) : undefined);
    if (!work || isOver()) return undefined;
    const found = await countOtherNotes({ ...work, id, notes }, abouts, isOver);
    if (!here && !isOver()) counted.set(id, { of, found });
    return found;
  }

  return {
    async countOtherNotes(isOver: () => boolean): Promise<void> {
      const otherNotes: OtherNotes[] = [];
      for (const row of getState().rows) {
        const found = await countIn(row, isOver);
        if (isOver()) return;
        if (found && (found.batches.length > 0 || found.hasOtherAbout)) otherNotes.push(found);
      }
      set({ otherNotes });
    },
  } satisfies Partial<SeriesDesk>;
}
