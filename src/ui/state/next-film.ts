import { useEffect } from 'react';
import { shortNamesOf } from '../../film/archive.ts';
import { filmName, isInSeries, type Work } from '../../film/film.ts';
import { linesToAsk, type OtherNotes } from '../../film/other-notes.ts';
import { type FilmRow, rowsAround, toReviewAfter } from '../../film/series.ts';
import { partedPrompts } from '../../film/steps.ts';
import { countWords, quotedName } from '../../lib/text.ts';
import { afterQuiet } from '../kit/browser.ts';
import { stepToMove } from './next-step.ts';
import { mayGo } from './save-part.ts';
import { type Services, usePage, useServices, useSession } from './services.tsx';
import { useQuietSession } from './use-prices.ts';

type Parts = Pick<Services, 'session' | 'page'>;

/** The films of the series with lines that need a look: those after the open film in the list, and those before it. */
export const filmsToReview = ({ session, page }: Parts) =>
  toReviewAfter(page.getState().series.rows, session.store.getState().id);

export function useFilmsToReview() {
  const rows = usePage((state) => state.series.rows);
  const openId = useSession(({ id }) => id);
  /** True if a later film is still being translated or checked. */
  const isToCome = rowsAround(rows, openId).after.some(({ batches, review }) => batches > 0 && review === null);
  return { ...toReviewAfter(rows, openId), isToCome, isAlone: openId === '' };
}

/** "E03": the name of a film among the others of its list. */
export const shortNameOf = ({ page }: Pick<Parts, 'page'>, { id }: Pick<FilmRow, 'id'>): string => {
  const { rows } = page.getState().series;
  return shortNamesOf(rows)[rows.findIndex((row) => row.id === id)] ?? '';
};

/** "E03, 4 problems" */
export const filmToReviewWords = (services: Pick<Parts, 'page'>, row: FilmRow): string =>
  `${shortNameOf(services, row)}, ${countWords(row.review?.count ?? 0, 'problem')}`;

export const whatDecidesNotes = ({ notes, fileName, phrases, options, batches, marks }: Work) => ({
  notes,
  fileName,
  phrases,
  options,
  batches,
  marks,
});

/** Counts in all films of the series when a film or the notes have changed and nobody is typing. */
function useCounting(): void {
  const { session, intake } = useServices();
  const quiet = useQuietSession(whatDecidesNotes);
  const rows = usePage(({ series }) => series.rows);
  // biome-ignore lint/correctness/useExhaustiveDependencies: counts again when the films change
  useEffect(
    () =>
      afterQuiet(0, async (signal) => {
        const isOver = () => signal.aborted || session.store.getState().notes !== quiet.notes;
        await (await intake.series())?.countOtherNotes(isOver);
      }),
    [session, intake, quiet, rows],
  );
}

/** The lines that were translated with other notes: in the open film, in those after it in the list, and in those before it. */
export function useOtherNotes() {
  useCounting();
  const { rows, otherNotes } = usePage((state) => state.series);
  const openId = useSession(({ id }) => id);
  const { after, before } = rowsAround(rows, openId);
  const found = [openId, ...[...after, ...before].map(({ id }) => id)].flatMap(
    (id) => otherNotes.find(({ film }) => film === id) ?? [],
  );
  return {
    films: found.filter(({ batches }) => batches.length > 0),
    /** The films in which only the text about the film was different. */
    withOtherAbout: found.filter(({ hasOtherAbout }) => hasOtherAbout).length,
  };
}

/** Opens a film and shows only these of its lines. */
export async function showOtherNotes(
  { session, page, intake, goTo }: Services,
  { film, batches }: OtherNotes,
): Promise<void> {
  await (await intake.series())?.open(film);
  const now = session.store.getState();
  const only = now.id === film ? linesToAsk(now, batches).map(({ number }) => number) : [];
  if (only.length === 0) return;
  page.setState({ view: 'lines' });
  void goTo.call({ batch: batches[0] ?? 0, only });
}

/** Does the same as `moveSteps` for a step that brings another film, perhaps with another list. */
export async function moveFilms(services: Services, how: 'undo' | 'redo'): Promise<boolean> {
  const { session, intake } = services;
  const { getState } = session.store;
  const step = stepToMove(getState(), how);
  if (!step?.film) return false;
  const { facts, id } = step.film;
  session.takeTyped.call('saving');
  // A change empties Redo.
  if (how === 'redo' && getState().future.at(-1) !== step) return false;
  const nameless = how === 'undo' ? 'the previous film' : 'the next film';
  const name = filmName(facts);
  const back = how === 'undo' ? 'Redo' : 'Undo';
  if (!(await mayGo(services, name === '' ? nameless : quotedName(name), id === null ? 'film' : 'all', back)))
    return false;
  // The text that was being typed is now a change of the present film, above the step that the person meant. Undo takes it back first; Redo brings both back.
  if (how === 'undo' && getState().past.at(-2) === step) session.undo();
  if (id !== null) return (await (await intake.series())?.changeList(how)) === true;
  session[how]();
  return true;
}

/** True if the film on the page is not in a series and replaced another such film, which Undo would bring back. */
export const wasOpenedOver = (state: Work): boolean => {
  const { film, command, isUndone } = partedPrompts(state.past)[0].at(-1) ?? {};
  return (
    !isInSeries(state) &&
    film?.id === null &&
    film.facts.sourceText !== '' &&
    isUndone === false &&
    ['open-next', 'open-original', 'open-project'].includes(command ?? '')
  );
};
