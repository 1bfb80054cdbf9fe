import { useDeferredValue, useEffect, useState } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { hasBatches, hasMoreToCome, progress, stoppingAnswers } from '../../engine/run-state.ts';
import { labelsOf } from '../../film/archive.ts';
import { canResume, canStop, EMPTY_WORK, filmName, isInNoFile, type Work } from '../../film/film.ts';
import { type FileState, type FilmRow, isDone, skippedIn, stateOf, toTranslate } from '../../film/series.ts';
import { haveSameValues, memoizeByObject, memoizeLast } from '../../lib/memo.ts';
import { countWords } from '../../lib/text.ts';
import { type CountedFilms, type CountedPhrases, countedTogether } from '../../prices/estimate.ts';
import { endedOf, type Spending, sumOf } from '../../prices/price.ts';
import { PHRASES_PER_BATCH } from '../../translation/batch.ts';
import type { SeriesView } from './series-desk.ts';
import { usePage, useServices, useSession, useSettings } from './services.tsx';
import { useFilmCounts, useHalfPrice, useModelToAsk, usePriceOf, useRunsHere, useTokensAndCost } from './use-prices.ts';

/** The steps of films that are not open are drawn at most this often. */
const PAUSE_MS = 125;

/** The films that are not open (Session.others). */
export function useOthers(): ReadonlyMap<string, Work> {
  const { session, shown: open } = useServices();
  const { store, others } = session;
  const [shown, show] = useState(others.getState);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const follow = () => {
      timer = undefined;
      show(others.getState());
    };
    follow();
    const unsubscribe = others.subscribe((now, before) => {
      if (now.size === before.size) timer ??= setTimeout(follow, PAUSE_MS);
      // Drawn in the same task if a film is added or removed, because its row changes at once. If another film is opened, drawn with it.
      else queueMicrotask(() => open.getState().id === store.getState().id && follow());
    });
    const unsubscribeOpen = open.subscribe((now, before) => now.id !== before.id && follow());
    return () => {
      unsubscribe();
      unsubscribeOpen();
      clearTimeout(timer);
    };
  }, [others, open, store]);
  return shown;
}

/** What the calls of all films of the series have used and, for calls without a reply, will probably use. */
export function useAllSpent(): readonly Spending[] {
  const open = useSession((state) => state.spent);
  const others = useOthers();
  return [...open, ...[...others.values()].flatMap(({ spent }) => spent)];
}
/** What the calls of all films of the series have used. */
export const useSpentOfAll = (): readonly Spending[] => endedOf(useAllSpent());

/** How many replies the films that are not open wait for after Stop. */
export function useStoppingElsewhere(): number {
  const others = useOthers();
  return [...others.values()].reduce((sum, film) => sum + stoppingAnswers(film), 0);
}

/** The films of the list that are paused and not open. Empty if the open film is unfinished, because it is paused for the same reason and says so. */
export const pausedOthers = (
  open: Work,
  others: ReadonlyMap<string, Work>,
  rows: readonly { readonly id: string }[],
): readonly Work[] =>
  hasMoreToCome(open)
    ? []
    : rows.flatMap(({ id }) => others.get(id) ?? []).filter((film) => film.paused && hasMoreToCome(film));

/** The same, as the page draws it. */
export function usePausedOthers(): readonly Work[] {
  const others = useOthers();
  const rows = usePage(({ series }) => series.rows);
  return useSession(useShallow((open) => pausedOthers(open, others, rows)));
}

export const FILES_LIST_ID = 'files-list';

/** A row with the present facts of its film. */
export interface Shown {
  readonly row: FilmRow;
  readonly label: string;
  readonly isOpen: boolean;
  readonly state: FileState;
  readonly words: string;
  /** The number of all batches if the film was begun or is in the present run; otherwise 0. */
  readonly batches: number;
}

/** The facts of a film in memory that a row shows, and no others, so that the list is drawn only when a row changes. */
const factsOf = memoizeByObject((state: Work) => {
  const { ok, failed, loading } = progress(state);
  const batches = state.batches.length;
  const isRunning = canStop(state);
  return {
    id: state.id,
    batches,
    ok,
    failed,
    isSaved: batches > 0 && ok === batches && !isInNoFile(state),
    isRunning,
    isQueued: isRunning && ok + failed + loading === 0,
    isResumable: canResume(state),
  };
});

const OF_NO_SERIES = factsOf(EMPTY_WORK);

/** Without a series there is no row, so these facts are not computed at each change. */
const factsOfOpen = (state: Work) => (state.id === '' ? OF_NO_SERIES : factsOf(state));

type OpenFacts = ReturnType<typeof factsOf>;

/** The films of the series with the facts that their rows show. */
export function useSeries() {
  const rows = usePage((state) => state.series.rows);
  const ordered = usePage((state) => state.series.ordered);
  const judged = usePage((state) => state.judged);
  const open = useSession(useShallow(factsOfOpen));
  const others = useOthers();
  const isJudged = useSession(({ phrases }) => phrases === judged?.of.phrases);
  const prompt = useSettings((state) => state.prompt);
  return seriesOf(rows, ordered, sharedOpen(open), (isJudged && judged?.review) || undefined, others, prompt);
}

let lastOpen: OpenFacts = OF_NO_SERIES;
/** One object for all components that draw the same facts. */
function sharedOpen(open: OpenFacts): OpenFacts {
  if (!haveSameValues(open, lastOpen)) lastOpen = open;
  return lastOpen;
}

/** Computed once for all components that draw the same state: the list, the page's title, the prices. `review`: of the open film, if it was judged. */
const seriesOf = memoizeLast(
  (
    rows: readonly FilmRow[],
    ordered: SeriesView['ordered'],
    { id, ...open }: OpenFacts,
    review: FilmRow['review'] | undefined,
    others: ReadonlyMap<string, Work>,
    prompt: string,
  ) => {
    const runs = new Map(
      [...others.values()].filter(hasBatches).map((work) => {
        const { id, ...facts } = factsOf(work);
        return [id, facts] as const;
      }),
    );
    runs.set(id, open);
    const now = rows.map((row): FilmRow => {
      if (row.id === id) return withFacts({ ...row, review: review ?? row.review }, open);
      const facts = runs.get(row.id);
      return facts ? withFacts(row, facts) : row;
    });
    const isOrdered = (row: FilmRow) => ordered.some((one) => one.id === row.id);
    const skipped = skippedIn(now, prompt);
    const labels = labelsOf(now);
    const shown = now.map((row, at): Shown => {
      const { isRunning = false, isQueued = false } = runs.get(row.id) ?? {};
      const reason = skipped.get(row.id);
      const state = stateOf(row, { isRunning, isQueued, isSkipped: reason !== undefined });
      const words = stateWords(state, row, { isRunning, reason });
      const batches = isOrdered(row) ? batchesOf(row) : row.batches;
      return { row, label: labels[at] ?? '', isOpen: row.id === id, state, words, batches };
    });
    const listed = now.map((row) => runs.get(row.id));
    const isAnyRunning = listed.some((facts) => facts?.isRunning);
    const isAboutToRun = !isAnyRunning && open.batches === 0 && ordered.some((one) => one.id === id);
    const waiting = toTranslate(now, skipped).filter((row) => !isOrdered(row));
    return {
      shown,
      /** The films without batches. */
      waiting,
      /** The films that Translate would send, including films that were begun and stopped, which it continues. */
      toSend: [...waiting, ...now.filter((row) => runs.get(row.id)?.isResumable)],
      isRunning: ordered.length > 0 || isAnyRunning,
      isResumable: listed.some((facts) => facts?.isResumable),
      /** True if the open film's own buttons stop or continue all films, or will do so in a moment. */
      hasOwnButton: open.isRunning || open.isResumable || isAboutToRun,
    };
  },
);

/** A row with the present facts of its film. Only a translated film has a count of lines that need a look. */
function withFacts(
  row: FilmRow,
  { batches, ok, failed, isSaved }: Pick<FilmRow, 'batches' | 'ok' | 'failed' | 'isSaved'>,
) {
  return { ...row, batches, ok, failed, isSaved, review: isDone({ batches, ok }) ? row.review : null };
}

function stateWords(
  state: FileState,
  { ok, failed, batches, refusal, review, isSaved, isBroken, repairs }: FilmRow,
  { isRunning, reason }: { readonly isRunning: boolean; readonly reason: string | undefined },
): string {
  const all = countWords(batches, 'batch', 'batches');
  switch (state) {
    case 'refused':
      return `cannot be opened: ${refusal}`;
    case 'failed':
      return `${failed} of ${all} failed`;
    case 'running':
      return isRunning ? `${ok} of ${all}` : `${ok} of ${all}, paused`;
    case 'look':
      if (isBroken)
        return repairs > 0 ? `can be mended: ${countWords(repairs, 'place')}` : 'not ready: open it to see why';
      return `${countWords(review?.count ?? 0, 'problem')}${isSaved ? ', saved' : ''}`;
    case 'skipped':
      return `skipped: ${reason}`;
    default:
      return state;
  }
}

/**
 * The sums over the films that are neither refused nor skipped: "3 of 10 films" (those that can be sent), "16,000 subtitles"; and how many are not among them: "2
 * skipped". A person who has given twelve files looks for twelve, so the files that are still being read (`reading`) count, too.
 */
export function sumOfFilms(shown: readonly Shown[], reading = 0) {
  const films = shown.filter(({ state }) => state !== 'refused' && state !== 'skipped');
  const countOf = (of: FileState) => shown.filter(({ state }) => state === of).length;
  const [refused, skipped] = [countOf('refused'), countOf('skipped')];
  const done = films.filter(({ row }) => isDone(row)).length;
  const notReady = films.filter(({ row }) => row.isBroken && row.batches === 0).length;
  const sent = films.length - notReady;
  const phrases = films.reduce((sum, { row }) => sum + row.phrases, 0);
  const batches = films.reduce((sum, film) => sum + film.batches, 0);
  const ok = films.reduce((sum, { row }) => sum + row.ok, 0);
  return {
    done,
    counted: films.length,
    batches,
    ok,
    filmWords: `${done} of ${countWords(sent + reading, 'film')}`,
    /** '': no film was begun. */
    titleWords: batches > 0 ? `${done} of ${sent}` : '',
    phraseWords: countWords(phrases, 'subtitle'),
    leftOutWords: [
      refused > 0 ? `${refused} cannot be opened` : '',
      notReady > 0 ? `${notReady} not ready` : '',
      skipped > 0 ? `${skipped} skipped` : '',
    ].filter(Boolean),
  };
}

/** The name of a film: that of its file or, if `label`, its name in the list, is a path, this path. Both without the extension. */
export const nameInList = ({ fileName }: Pick<Work, 'fileName'>, label = ''): string =>
  filmName({ fileName: label.includes('/') ? label : fileName });

/** The name of the open film. */
export function useFilmName(): string {
  const label = useSeries().shown.find(({ isOpen }) => isOpen)?.label;
  return useSession((film) => nameInList(film, label));
}

/** True if Translate was pressed, and waits for files. It also waits for a moment if there is nothing to read. */
export const useWaitsForFiles = (): boolean => usePage(({ series }) => series.isWaiting && series.reading > 0);

/**
 * What waits until all files are read: the sum of what they cost, because each file would change it, or also the run, because Translate was pressed. The sum is
 * worked out after the last row was drawn.
 */
export function useWaitingForFiles(): 'cost' | 'run' | undefined {
  const isWaiting = useWaitsForFiles();
  const isReading = usePage(({ series }) => series.reading > 0);
  const wasReading = useDeferredValue(isReading);
  if (!isReading && !wasReading) return undefined;
  return isWaiting ? 'run' : 'cost';
}

/**
 * What Translate would send: the films and their phrases in all, the tokens and cost of all (undefined: not known yet), and the spending that already counts
 * towards the limit.
 */
export function useFilmsToSend() {
  const model = useModelToAsk();
  const priceOf = usePriceOf();
  const runsHere = useRunsHere(model);
  const isHalfPrice = useHalfPrice();
  const stopAt = useSettings(({ prices }) => prices.stopAt);
  const spent = sumOf(useSpentOfAll(), priceOf).cost;
  const { shown, toSend } = useSeries();
  const own = countedTogether(useFilmCounts() ?? []);
  const shownOpen = shown.find(({ isOpen }) => isOpen);
  const open = shownOpen?.row;
  const rows = toSend.filter(({ id }) => id !== open?.id);
  // Also while the open film is about to be sent, or is in no list.
  const withOpen = rows.length < toSend.length || (rows.length === 0 && !isLeftOut(shownOpen));
  const share = !withOpen ? 0 : open ? shareLeft(open) : 1;
  const films = rows.map((row) => left(row, own));
  const batches = films.reduce((sum, film) => sum + film.batches, 0);
  const others: CountedFilms = { ...countedTogether(films), films: rows.length, batches };
  return {
    films: rows.length + (withOpen ? 1 : 0),
    phrases: others.phrases + Math.round(own.phrases * share),
    ...useTokensAndCost({ share, others }),
    price: runsHere ? undefined : model && priceOf(model),
    isModelKnown: model !== undefined,
    isHalfPrice,
    stopAt,
    spent,
  };
}

/** True if Translate leaves the film out: it is skipped, or must be repaired first. */
const isLeftOut = (film: Shown | undefined): boolean =>
  film !== undefined && film.row.batches === 0 && film.state !== 'waiting';

const batchesOf = ({ batches, phrases }: FilmRow): number => batches || Math.ceil(phrases / PHRASES_PER_BATCH);
const shareLeft = ({ batches, ok }: FilmRow): number => (batches === 0 ? 1 : (batches - ok) / batches);

/** The untranslated rest of a film. A film whose text was not counted is assumed to have as many tokens per phrase as the open one. */
function left(row: FilmRow, open: CountedPhrases): CountedFilms {
  const { phrases, counts, ok } = row;
  const share = shareLeft(row);
  const text = counts.length > 0 ? counts : open.text.map((count) => (count * phrases) / Math.max(1, open.phrases));
  return {
    films: 1,
    batches: batchesOf(row) - ok,
    phrases: Math.round(phrases * share),
    text: text.map((count) => count * share),
  };
}

/** How many of the last steps the estimate of the pace uses. */
const REMEMBERED = 20;

/** Estimated ms until all films are translated; undefined: unknown. `ok`: translated batches; `left`: remaining batches. */
export function useTimeLeftOfAll(isRunning: boolean, ok: number, left: number): number | undefined {
  const { ticker } = useServices();
  const [seen, see] = useState<readonly { readonly at: number; readonly ok: number }[]>([]);
  const newest = seen.at(-1);
  if (!isRunning && seen.length > 0) see([]);
  // Uses only steps of one run.
  if (isRunning && newest?.ok !== ok)
    see([...(newest && newest.ok > ok ? [] : seen), { at: ticker.exact(), ok }].slice(-REMEMBERED));
  const [first] = seen;
  if (!first || !newest || newest.ok === first.ok || left === 0) return undefined;
  return (left * (newest.at - first.at)) / (newest.ok - first.ok);
}
