import { hasBatches, isCalling } from '../../engine/run-state.ts';
import { shortNamesOf } from '../../film/archive.ts';
import { allOk, canStop, canTranslate, type Step, type Work } from '../../film/film.ts';
import { type FilmRow, isDone, languageOfSeries, type Series } from '../../film/series.ts';
import type { SameLines } from '../../film/shared-lines.ts';
import { isEqual, isSeriesStep } from '../../film/steps.ts';
import { type FoundLines, type Question, TookTooLong } from '../../film-worker/calls.ts';
import { followsFilm } from '../../languages/default-prompt.ts';
import { promptForFilm } from '../../languages/prompt-language.ts';
import { isChunkError } from '../../lib/result.ts';
import { stampOf } from '../../lib/text.ts';
import type { Spending } from '../../prices/price.ts';
import type { FilmOptions } from '../../translation/batch.ts';
import type { SeriesList } from './series-list.ts';

/** What a series does by itself when something of its films changes: each function is called once and listens as long as the page exists. */

/**
 * Changes the standard prompt to the language of the series, as for a film that is alone, unless somebody typed or chose the prompt. This happens when the
 * series is made, and when a person returns to the standard prompt. Returns the function for the first case.
 */
export function followSeries({ session: { store, others }, settings, rowsNow }: SeriesList): () => void {
  function follow(): void {
    const now = settings.store.getState();
    const isRunning = [...others.getState().values()].some(canStop);
    const language = languageOfSeries(rowsNow());
    if (!followsFilm(now) || isRunning || !canTranslate(store.getState()) || language === '') return;
    const prompt = promptForFilm(language, globalThis.navigator?.language ?? 'en', now.prompt);
    if (prompt !== undefined) settings.followFilm(prompt);
  }
  settings.store.subscribe((now, before) => {
    if (store.getState().id !== '' && followsFilm(now) && !followsFilm(before)) follow();
  });
  return () => {
    if (rowsNow().every(({ batches }) => batches === 0)) follow();
  };
}

/**
 * Tracks whether the last removal from the list is newer than all steps of the open film. After a reload this is not known. `onRemoved` is called after a
 * removal: at that moment all steps are older. `showRemoving` is called when a removal begins. `toBringBack` says which film Undo means now: that of the last
 * removal, even if the browser has not stored it yet. If it cannot be stored, no film that was removed before may come back instead.
 */
export function followRemoval({ session: { store }, getState, set }: SeriesList) {
  /** The ids of the films that are being removed. */
  const removing: string[] = [];
  let removed: string | undefined;
  /** How many steps are older than the removal: of each film by its id, and of the series. */
  const older = new Map<string, number>();
  /** True if all these steps are older. */
  function areOlder(of: string, { length }: readonly Step[]): boolean {
    // The start of a run drops steps.
    const count = Math.min(older.get(of) ?? length, length);
    older.set(of, count);
    return count === length;
  }
  function follow(): void {
    const { id, past } = store.getState();
    if (removed === undefined || getState().removed?.id !== removed) return;
    // A film that is opened gets the steps of the series, and these may be newer.
    const isLast = [areOlder(id, past), areOlder('series', past.filter(isSeriesStep))].every(Boolean);
    if (getState().isRemovedLast !== isLast) set({ isRemovedLast: isLast });
  }
  store.subscribe((now, before) => {
    if (now.past !== before.past) follow();
  });
  return {
    onRemoved(): void {
      removed = getState().removed?.id;
      older.clear();
      follow();
    },
    showRemoving(id: string, removal: Promise<void>): Promise<void> {
      removing.push(id);
      set({ isRemoving: true });
      return removal.finally(() => {
        removing.shift();
        set({ isRemoving: removing.length > 0 });
      });
    },
    toBringBack: (): string | undefined => removing.at(-1) ?? getState().removed?.id,
  };
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
export function shareOptions({ session, set, getState, write, list, inTurn }: SeriesList): (film: Work) => Work {
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

/** Films are judged again, and read ahead, when nothing has changed for this long. */
export const QUIET_MS = 1_000;

/**
 * Judges the translated films that are not open, one after another, and stores in the list how many of their lines need a look. The view of lines judges the
 * open film.
 */
export function judgeFilms({ session, settings, page, records, list, inTurn, filmOf }: SeriesList): void {
  let isJudging = false;
  /** The films that a person has opened since this code read them: they may have changed. */
  const opened = new Set<string>();
  /** The films that could not be judged in this visit. They are not tried again. */
  const given = new Set<string>();
  /** The translated films that were judged with other notes or another prompt. Their number stays until they are judged again. */
  const outdated = new Set<string>();
  const openId = () => session.store.getState().id;

  const isDue = (row: FilmRow) =>
    row.refusal === '' &&
    isDone(row) &&
    (row.review === null || outdated.has(row.id)) &&
    row.id !== openId() &&
    !given.has(row.id);
  const next = () => page.getState().series.rows.find(isDue);

  async function judgeAll(): Promise<void> {
    if (isJudging) return;
    isJudging = true;
    try {
      // A film may come while the list waits to be stored.
      do {
        for (let row = next(); row; row = next()) await judge(row);
        await keepJudgedBy();
      } while (next());
    } finally {
      isJudging = false;
    }
  }

  async function judge(row: FilmRow): Promise<void> {
    const { id } = row;
    // A film that a person has just left is not stored before the command ends that opened the other one.
    await inTurn(async () => {});
    opened.delete(id);
    outdated.delete(id);
    const review = (await judgedThere('toReviewStored', { id, ...judging() })) ?? (await judgedHere(row));
    if (opened.has(id)) return;
    if (!review) return void given.add(id);
    await inTurn(async () => {
      if (opened.has(id) || !page.getState().series.rows.some((one) => one.id === id)) return;
      const { series } = page.getState();
      const next = list(series.rows.map((one) => (one.id === id && isDone(one) ? { ...one, review } : one)));
      page.setState({ series: { ...series, ...next } });
      // If the write fails, the next change stores the list, or the film is judged again after a reload.
      await records.write(next, []);
    });
  }

  /** A stamp of everything that makes films due to be judged again when it changes. */
  function judgedBy(): string {
    const { people, address, terms } = session.store.getState().notes;
    const { prompt, languages } = settings.store.getState();
    return stampOf(JSON.stringify([people, address, terms, prompt, languages.toneChosen]));
  }

  let by = judgedBy();
  function judgeOutdated(): void {
    const { series } = page.getState();
    by = judgedBy();
    if (series.id === '' || series.judgedBy === by) return;
    for (const row of series.rows) if (row.review !== null) outdated.add(row.id);
    void judgeAll();
  }

  async function keepJudgedBy(): Promise<void> {
    const { series } = page.getState();
    if (series.id === '' || series.judgedBy === by || session.analysis.isOver()) return;
    page.setState({ series: { ...series, judgedBy: by } });
    await inTurn(async () => {
      const { rows } = page.getState().series;
      if (rows.length > 0) await records.write(list(rows), []);
    });
  }

  /** Notes and prompt change with each key. */
  let timer: ReturnType<typeof setTimeout> | undefined;
  function judgeOutdatedSoon(): void {
    clearTimeout(timer);
    timer = setTimeout(judgeOutdated, QUIET_MS);
  }

  /** The notes, the prompt and the tone by which all films are judged. The notes of the open film are those of the series. */
  function judging() {
    const { prompt, languages } = settings.store.getState();
    return { notes: session.store.getState().notes, prompt, tone: languages.toneChosen ?? undefined };
  }

  const judgedThere = <Name extends 'toReview' | 'toReviewStored'>(
    name: Name,
    question: Question<Name>,
  ): Promise<FoundLines | undefined> =>
    session.analysis.ask(name, question).catch((error: unknown) => {
      if (!isChunkError(error) && !(error instanceof TookTooLong)) throw error;
      return undefined;
    });

  /** For a film that the film worker cannot read itself. */
  async function judgedHere(row: FilmRow): Promise<FoundLines | undefined> {
    const work = await filmOf(row);
    if (!work || !allOk(work)) return undefined;
    const { phrases, batches, marks, paused, fileName } = work;
    const { notes, ...how } = judging();
    return judgedThere('toReview', { film: { phrases, batches, marks, paused, notes, fileName }, ...how });
  }

  page.subscribe(({ series }, before) => {
    if (series.id !== before.series.id) judgeOutdatedSoon();
    if (series.rows !== before.series.rows) void judgeAll();
  });
  settings.store.subscribe(({ prompt, languages }, before) => {
    if (prompt !== before.prompt || languages.toneChosen !== before.languages.toneChosen) judgeOutdatedSoon();
  });
  session.store.subscribe(({ id, notes }, before) => {
    if (notes !== before.notes) judgeOutdatedSoon();
    if (id === before.id) return;
    opened.add(id);
    void judgeAll();
  });
}

/**
 * Offers the confirmed lines of other films of the series for equal lines of the open film. The film worker finds them when a film is opened and after it has
 * read another film, never while a person types.
 */
export function offerLines({ session, page, filmOf }: SeriesList): void {
  const { store, analysis } = session;
  /** By film id: the confirmed lines of the films that are not open, in the film worker's form. */
  const known = new Map<string, string>();
  /** The films that a person has closed since this code read them. */
  const left = new Map<string, Work>();
  let isLooking = false;
  let isDue = false;

  const set = (offers: SameLines) => {
    const { series } = page.getState();
    if (analysis.isOver()) return;
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
    if (store.getState().id === id && store.getState().phrases === phrases) set(offers ?? NO_OFFERS);
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
    set(NO_OFFERS);
    if (isOther && before.id !== '') left.set(before.id, before);
    void lookSoon();
  });
}

const NO_OFFERS: SameLines = new Map();

/**
 * Counts the cost of films that are finally removed, also that of their last answers. Returns the function that adds such a cost to the list. `current`: a row
 * with the present facts of its film.
 */
export function countGone({ session, getState, write, list, inTurn }: SeriesList, current: (row: FilmRow) => FilmRow) {
  /** By film id: the cost that the list counts for a removed film that still waits for answers. */
  const counted = new Map<string, readonly Spending[]>();

  async function updateSpentByGone(before: readonly Spending[], spent: readonly Spending[]): Promise<void> {
    const { spentByGone, rows } = getState();
    if (session.store.getState().id === '' || before.some((one) => !spentByGone.includes(one))) return;
    const others = spentByGone.filter((one) => !before.includes(one));
    await write({ ...list(rows), spentByGone: [...others, ...spent] });
  }
  session.others.subscribe((films) => {
    for (const [id, before] of counted) {
      const work = films.get(id);
      if (work && isCalling(work)) continue;
      counted.delete(id);
      if (work && work.spent !== before) void inTurn(() => updateSpentByGone(before, work.spent));
    }
  });

  return (series: Series, row: FilmRow | null): Series => {
    if (!row) return series;
    const { id, spent } = current(row);
    if (session.others.getState().has(id)) counted.set(id, spent);
    return { ...series, spentByGone: [...series.spentByGone, ...spent] };
  };
}
