import { useEffect, useMemo, useState } from 'react';
import { resultsOf } from '../../../../engine/batch.ts';
import type { Work } from '../../../../film/film.ts';
import { lineOf } from '../../../../film/lines.ts';
import { type FilmRow, rowsAround } from '../../../../film/series.ts';
import { type FoundHits, type Sought, TookTooLong } from '../../../../film-worker/calls.ts';
import { fail, isChunkError, ok, type Result } from '../../../../lib/result.ts';
import { hitsByLine, type LineHits } from '../../../../review/find.ts';
import type { Line } from '../../../../review/line.ts';
import { type Services, usePage, useServices, useSession } from '../../../state/services.tsx';

const TOO_LONG = 'The search was stopped after one second because it takes too long. Try a simpler expression.';
const NOT_LOADED = 'Find could not be loaded. Check the connection.';

/** The worker's answer or, if it failed, a sentence that says why. */
export const foundOrSentence = <Found>(
  answer: Promise<Result<Found, string> | undefined>,
): Promise<Result<Found, string> | undefined> =>
  answer.catch((error: unknown) => {
    if (error instanceof TookTooLong) return fail(TOO_LONG);
    if (isChunkError(error)) return fail(NOT_LOADED);
    throw error;
  });

interface FindAnswer extends Sought {
  /** `Work.id` of the film that was searched. */
  readonly film: string;
  /** The numbers of the found lines. `hitsOf` returns the hits of a line if its texts are those that were searched. */
  readonly found: Result<
    { readonly numbers: readonly number[]; readonly hitsOf: (line: Line) => LineHits | undefined },
    string
  >;
}

/** During a run, or while a line is edited, the search is repeated at most this often. */
const AGAIN_MS = 250;

/** The newest answer, possibly to an earlier query; undefined: no query, or no answer yet. A failed query is not repeated. */
export function useAnswer({ query, options }: Sought): FindAnswer | undefined {
  const { session } = useServices();
  const film = useSession(({ id }) => id);
  const [answer, setAnswer] = useState<FindAnswer>();
  useEffect(() => {
    if (query === '') return setAnswer(undefined);
    const { store, analysis } = session;
    const leaving = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isResting = false;

    async function search(): Promise<void> {
      isResting = false;
      timer = undefined;
      const of = store.getState();
      const found = await foundOrSentence(analysis.ask('find', { query, options }, leaving.signal));
      if (!found) return;
      setAnswer({ query, options, film, found: found.ok ? ok(foundLines(hitsByLine(found.value), of)) : found });
      isResting = found.ok;
      searchAgain(store.getState(), of);
    }
    function searchAgain(now: Work, before: Work): void {
      if (isResting && resultsOf(now) !== resultsOf(before)) timer ??= setTimeout(() => void search(), AGAIN_MS);
    }
    const unsubscribe = store.subscribe(searchAgain);
    void search();
    return () => {
      unsubscribe();
      clearTimeout(timer);
      leaving.abort();
    };
  }, [session, query, options, film]);
  return query === '' ? undefined : answer;
}

/** `of`: the film that was searched. */
const foundLines = (hits: ReadonlyMap<number, LineHits>, of: Pick<Work, 'phrases' | 'batches'>) => ({
  numbers: [...hits.keys()],
  hitsOf({ number, original, translation }: Line): LineHits | undefined {
    const searched = lineOf(of, number);
    return searched?.original === original && searched.translation === translation ? hits.get(number) : undefined;
  },
});

/** What was found in a film that was not open. `spent`: what its calls had used at that time; if it differs later, the lines may have changed. */
interface FilmFound extends FoundHits, Pick<FilmRow, 'spent'> {}

interface FilmsFound {
  readonly sought: Sought | undefined;
  readonly films: ReadonlyMap<string, FilmFound>;
  /** Why no further film is searched, as a sentence; '': the search has no error. */
  readonly error: string;
}
const NOTHING: FilmsFound = { sought: undefined, films: new Map(), error: '' };

/**
 * The found lines of the other films of the series. The films are searched one after another, beginning with the next one of the list, once nobody has typed
 * for a moment. `ofOpen`: what was found in the open film, which is searched first; undefined: no answer yet. Films without batches have no lines.
 */
export function useOtherFilms(sought: Sought, ofOpen: Result<unknown, string> | undefined) {
  const services = useServices();
  const rows = usePage(({ series }) => series.rows);
  const openId = useSession(({ id }) => id);
  const [found, setFound] = useState(NOTHING);
  const { films, error } = found.sought === sought ? found : NOTHING;
  const others = useMemo(() => {
    const { after, before } = rowsAround(rows, openId);
    return [...after, ...before].filter(({ batches }) => batches > 0);
  }, [rows, openId]);
  const next =
    others.find(({ id }) => !films.has(id)) ?? others.find(({ id, spent }) => films.get(id)?.spent !== spent);
  const nextId = ofOpen?.ok && error === '' ? next?.id : undefined;
  useEffect(() => {
    if (nextId === undefined) return;
    const leaving = new AbortController();
    async function search(id: string): Promise<void> {
      const spent = services.page.getState().series.rows.find((row) => row.id === id)?.spent ?? [];
      const answer = await foundOrSentence(findIn(services, id, sought, leaving.signal));
      if (leaving.signal.aborted) return;
      const lines = answer?.ok ? answer.value : { count: 0, first: 0, last: 0 };
      setFound({
        sought,
        films: new Map(films).set(id, { ...lines, spent }),
        error: answer?.ok === false ? answer.error : '',
      });
    }
    const timer = setTimeout(() => void search(nextId), films.size === 0 || films.has(nextId) ? AGAIN_MS : 0);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [services, nextId, films, sought]);
  // The film that was open before may have been edited.
  useEffect(
    () => () => setFound((now) => ({ ...now, films: new Map([...now.films].filter(([id]) => id !== openId)) })),
    [openId],
  );
  const withHits = others.filter(({ id }) => (films.get(id)?.count ?? 0) > 0);
  /** The nearest film with hits in this direction, with wraparound. */
  function nearest(step: 1 | -1): FilmWithHits | 'awaited' | undefined {
    const row = (step === 1 ? others : others.toReversed()).find(({ id }) => films.get(id)?.count !== 0);
    const hits = row && films.get(row.id);
    if (hits) return { row, line: step === 1 ? hits.first : hits.last };
    return row && nextId !== undefined ? 'awaited' : undefined;
  }
  return {
    error: ofOpen?.ok === false ? ofOpen.error : error,
    /** There are other films, and all of them were searched. */
    isWhole: others.length > 0 && others.every(({ id }) => films.has(id)),
    count: withHits.reduce((sum, { id }) => sum + (films.get(id)?.count ?? 0), 0),
    films: withHits.length,
    /** "awaited": the films in between are not searched yet. undefined: there is no such film, or the search has ended. */
    nearest,
    /** A film has hits. It may be the film that was opened just now. */
    hasHits: [...films.values()].some(({ count }) => count > 0),
  };
}

/** `line`: the number of the first or last hit, which Find goes to. */
export interface FilmWithHits {
  readonly row: FilmRow;
  readonly line: number;
}

async function findIn({ session, intake }: Services, id: string, sought: Sought, signal: AbortSignal) {
  const film = await (await intake.series())?.filmOf({ id });
  if (!film) return undefined;
  const { phrases, batches } = film;
  return session.analysis.ask('findIn', { film: { phrases, batches }, ...sought }, signal);
}
