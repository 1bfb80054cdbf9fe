import * as v from 'valibot';
import { type Clock, withTimeout } from '../clock/clock.ts';
import { slotOf } from '../engine/batch.ts';
import {
  countSchema,
  factsToStore,
  filmStepSchema,
  oldResultStepSchema,
  partStepSchema,
} from '../film/accepted-facts.ts';
import { type BatchBefore, EMPTY_WORK, filmName, isInNoFile, type Undo, type UndoFacts } from '../film/film.ts';
import { bringsBackFilm, isStepOf, rememberAll, stepsOf } from '../film/undo.ts';
import { parseJson } from '../lib/json.ts';
import { modelName } from '../providers/models.ts';
import { filmTexts, parseFilm, SESSION_KEYS } from './film-codec.ts';
import type { FallbackStore } from './work-stores.ts';

/** Limits for a database that never answers; loading gets longer, since steps that come later join the work under the user's hands. */
const STEPS_PATIENCE_MS = 800;
const STEPS_LOAD_PATIENCE_MS = 2_000;
/** A film that was not stored is tried again so often. */
const STEPS_RETRY_MS = 10_000;
/** Holds the number of steps; the oldest has place 0. */
const COUNT_KEY = 'undo';
/** Holds the places of the steps that bring a film back. */
const FILMS_KEY = 'undo:films';
/** The newest steps that are read; of older ones those that bring a film back: the work of hours must not be lost below many small steps. */
const MOST_STEPS_READ = 200;
const headKey = (place: number): string => `undo:${place}`;
const filmKeys = (place: number): readonly string[] => SESSION_KEYS.map((key) => `undo:${place}:${key}`);

const NO_STEPS = Promise.resolve(null);

/**
 * Undo steps in IndexedDB, since local storage has no room for a second film. Steps and work are written in such an order that
 * discarded work is always in one of the two, whenever the tab closes. `store` undefined: steps last until then.
 */
export function createUndoSteps(
  store: FallbackStore | undefined,
  onUnkeptFilm: (name: string | null) => void = () => {},
  after?: Clock['after'],
) {
  let newest: Undo | null = null;
  let isWriting = false;
  /** The stored steps, oldest first; undefined: unknown. */
  let kept: readonly Undo[] | undefined;
  let keptFilms: readonly UndoFacts[] = [];
  /** The stored steps where they come after load(). */
  let late: Promise<Undo | null> = NO_STEPS;
  let writing: Promise<unknown> = NO_STEPS;
  let cancelRetry: (() => void) | undefined;

  async function writeSteps(undo: Undo | null): Promise<void> {
    // Steps that come late join these, and are written with them.
    if ((await late) !== null) return;
    const steps = stepsOf(undo).toReversed();
    const entries = steps.flatMap((step, place) => (kept?.[place] === step ? [] : entriesOf(step, place)));
    if (steps.length === 0) await store?.clear();
    else {
      const films = steps.flatMap((step, place) => (bringsBackFilm(step) ? [place] : []));
      await store?.setMany([...entries, [FILMS_KEY, JSON.stringify(films)], [COUNT_KEY, String(steps.length)]]);
    }
    kept = steps;
    keptFilms = filmsOf(undo);
  }

  /** Writes follow each other: each must know what the one before it has stored. */
  const write = (undo: Undo | null): Promise<unknown> =>
    // Best effort: a step that cannot be undone after a reload is not reported, unless it is a film.
    (writing = writing.then(() => writeSteps(undo)).then(tellUnkept, tellUnkept));

  function tellUnkept(): void {
    const [film] = store ? filmsOf(newest).filter((one) => isInNoFile(one) && !keptFilms.includes(one)) : [];
    cancelRetry?.();
    cancelRetry = film && after?.(STEPS_RETRY_MS, () => void write(newest));
    onUnkeptFilm(film ? filmName(film) : null);
  }

  async function save(undo: Undo | null): Promise<void> {
    isWriting = true;
    if (undo !== newest) {
      newest = undo;
      await withTimeout(STEPS_PATIENCE_MS, write(undo), undefined);
      tellUnkept();
    }
    isWriting = false;
  }

  return {
    /** Never rejects, and takes at most 2 s. An unusable step is left out with all older ones. */
    async load(): Promise<Undo | null> {
      const reading = store ? readSteps(store).catch(() => null) : NO_STEPS;
      late = reading;
      const inTime = await withTimeout(STEPS_LOAD_PATIENCE_MS, reading, undefined);
      if (inTime !== undefined) late = NO_STEPS;
      newest = inTime ?? null;
      keptFilms = filmsOf(newest);
      // Places have changed if unusable steps were left out, so that all steps must be written again.
      kept = undefined;
      return newest;
    },
    /** The steps of the last load() where they come after it has ended; null: there are none. To be called before the first save. Never rejects. */
    async late(): Promise<Undo | null> {
      const reading = late;
      const undo = await reading;
      if (late === reading) late = NO_STEPS;
      keptFilms = [...keptFilms, ...filmsOf(undo)];
      return undo;
    },
    /** Whether these steps are stored, with no write pending. */
    isKept: (undo: Undo | null): boolean => undo === newest && !isWriting,
    /** Before the work of `undo` is written: adds new steps, and keeps the one that this work undoes. After 0.8 s at most; never rejects. */
    async add(undo: Undo | null): Promise<void> {
      if (undo === null || undo === newest?.previous) return;
      await save(newest === null || undo === newest || undo.previous === newest ? undo : { ...newest, previous: undo });
    },
    /** To be called after the work is written: stores exactly these steps. Resolves as add(). */
    settle: save,
    /** Another tab has the work: nothing is tried again. */
    end(): void {
      cancelRetry?.();
      onUnkeptFilm(null);
    },
  };
}

const filmsOf = (undo: Undo | null): readonly UndoFacts[] =>
  stepsOf(undo)
    .toReversed()
    .flatMap((step) => (bringsBackFilm(step) ? [step.before] : []));

export type UndoSteps = ReturnType<typeof createUndoSteps>;

const placesSchema = v.fallback(v.array(countSchema), []);

async function readSteps(store: FallbackStore): Promise<Undo | null> {
  const [countText, filmsText] = await store.getMany([COUNT_KEY, FILMS_KEY]);
  const count = v.safeParse(countSchema, Number(countText ?? 0));
  if (!count.success) return null;
  const first = Math.max(0, count.output - MOST_STEPS_READ);
  const films = v.parse(placesSchema, parseJson(String(filmsText)));
  const places = [
    ...films.filter((place) => place < first),
    ...Array.from({ length: count.output - first }, (_, index) => first + index),
  ];
  const heads = await store.getMany(places.map(headKey));
  let undo: Undo | null = null;
  for (const [index, place] of places.entries()) {
    undo = await parseStep(parseJson(String(heads[index])), () => store.getMany(filmKeys(place)), undo);
  }
  return undo;
}

/** null: unusable. */
async function parseStep(
  head: unknown,
  readFilm: () => Promise<readonly unknown[]>,
  previous: Undo | null,
): Promise<Undo | null> {
  const part = v.safeParse(partStepSchema, head);
  if (part.success) return { ...part.output, previous };
  const film = await readFilm();
  if (film.some((text) => typeof text !== 'string')) return null;
  const texts = new Map(SESSION_KEYS.map((key, index) => [key, String(film[index])]));
  const { state, broken } = parseFilm({ read: (key) => texts.get(key) ?? null, incompleteWrite: false });
  if (broken.size > 0) return null;
  const step = v.safeParse(filmStepSchema, head);
  if (step.success) return { ...rememberAll({ ...state, undo: previous }, step.output.command), ...step.output };
  const ofResult = v.safeParse(oldResultStepSchema, head);
  if (!ofResult.success) return null;
  const { translated, ownResult, isCleared } = state;
  const result = { translated, ownResult, isCleared, error: null };
  const { lines } = ofResult.output;
  return { command: 'change-lines', words: 'The translated text was replaced', lines, result, previous };
}

/** A step's own facts, and the film that it discarded under the names of the stored keys. */
function entriesOf(step: Undo, place: number): readonly (readonly [key: string, text: string])[] {
  const entry = (facts: object) => [headKey(place), JSON.stringify({ ...facts, previous: undefined })] as const;
  if (isStepOf(step, 'batch')) {
    const { command, isPassed } = step;
    return [entry({ command, isPassed, ...batchToStore(step) })];
  }
  if (isStepOf(step, 'batches')) return [entry({ ...step, batches: step.batches.map(batchToStore) })];
  if (!isStepOf(step, 'film')) return [entry(step)];
  const { before, ...head } = step;
  const named = step.madeWith && { madeWith: { ...step.madeWith, model: modelName(step.madeWith.model) } };
  const texts = Object.values(filmTexts({ ...EMPTY_WORK, ...before }));
  return [entry({ ...head, ...named }), ...filmKeys(place).map((key, index) => [key, texts[index] ?? ''] as const)];
}

const batchToStore = ({ index, batch, made }: BatchBefore): object => ({
  index,
  slot: slotOf(batch),
  details: factsToStore(batch),
  made: made ?? undefined,
});
