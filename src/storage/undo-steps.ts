import * as v from 'valibot';
import { withTimeout } from '../clock/clock.ts';
import { countSchema, detailsToStore, filmStepSchema, partStepSchema } from '../film/accepted-facts.ts';
import { EMPTY_WORK, type Undo } from '../film/film.ts';
import { rememberAll } from '../film/undo.ts';
import { parseJson } from '../lib/json.ts';
import { modelName } from '../providers/models.ts';
import { filmTexts, parseFilm, SESSION_KEYS } from './film-codec.ts';
import type { FallbackStore } from './work-stores.ts';

/** Limits for a database that never answers; loading gets longer, since steps that are not read are not offered. */
const PATIENCE_MS = 800;
const LOAD_PATIENCE_MS = 2_000;
/** Holds the number of steps; the oldest has place 0. */
const COUNT_KEY = 'undo';
const MOST_STEPS_READ = 200;
const headKey = (place: number): string => `undo:${place}`;
const filmKeys = (place: number): readonly string[] => SESSION_KEYS.map((key) => `undo:${place}:${key}`);

/**
 * Undo steps in IndexedDB, since local storage has no room for a second film. Steps and work are written in such an order that
 * discarded work is always in one of the two, whenever the tab closes. `store` undefined: steps last until then.
 */
export function createUndoSteps(store: FallbackStore | undefined) {
  let newest: Undo | null = null;
  let isWriting = false;
  /** The stored steps, oldest first; undefined: unknown. */
  let kept: readonly Undo[] | undefined;

  async function write(undo: Undo | null): Promise<void> {
    const steps = stepsOf(undo);
    const before = kept;
    kept = undefined;
    const entries = steps.flatMap((step, place) => (before?.[place] === step ? [] : entriesOf(step, place)));
    if (steps.length === 0) await store?.clear();
    else await store?.setMany([...entries, [COUNT_KEY, String(steps.length)]]);
    kept = steps;
  }

  async function save(undo: Undo | null): Promise<void> {
    isWriting = true;
    // Best effort: a step that cannot be undone after a reload is not reported.
    if (undo !== newest) await withTimeout(PATIENCE_MS, write(undo), undefined);
    newest = undo;
    isWriting = false;
  }

  return {
    /** Never rejects, and takes at most 2 s. An unusable step is left out with all older ones. */
    async load(): Promise<Undo | null> {
      newest = store ? await withTimeout(LOAD_PATIENCE_MS, readSteps(store), null) : null;
      // Places have changed if unusable steps were left out, so that all steps must be written again.
      kept = undefined;
      return newest;
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
  };
}

export type UndoSteps = ReturnType<typeof createUndoSteps>;

async function readSteps(store: FallbackStore): Promise<Undo | null> {
  const [countText] = await store.getMany([COUNT_KEY]);
  const count = v.safeParse(countSchema, Number(countText ?? 0));
  if (!count.success) return null;
  const first = Math.max(0, count.output - MOST_STEPS_READ);
  const places = Array.from({ length: count.output - first }, (_, index) => first + index);
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
  const step = v.safeParse(filmStepSchema, head);
  const film = await readFilm();
  if (!step.success || film.some((text) => typeof text !== 'string')) return null;
  const texts = new Map(SESSION_KEYS.map((key, index) => [key, String(film[index])]));
  const { state, broken } = parseFilm({ read: (key) => texts.get(key) ?? null, incompleteWrite: false });
  return broken.size > 0 ? null : { ...rememberAll({ ...state, undo: previous }, step.output.command), ...step.output };
}

/** A step's own facts, and the film that it discarded under the names of the stored keys. */
function entriesOf({ previous: _, ...step }: Undo, place: number): readonly (readonly [key: string, text: string])[] {
  if ('index' in step) return [[headKey(place), JSON.stringify({ ...step, details: detailsToStore(step.details) })]];
  if ('batches' in step) {
    const batches = step.batches.map((batch) => ({ ...batch, details: detailsToStore(batch.details) }));
    return [[headKey(place), JSON.stringify({ ...step, batches })]];
  }
  if (!('before' in step)) return [[headKey(place), JSON.stringify(step)]];
  const { before, madeWith, ...head } = step;
  const named = madeWith && { madeWith: { ...madeWith, model: modelName(madeWith.model) } };
  const texts = Object.values(filmTexts({ ...EMPTY_WORK, ...before }));
  return [
    [headKey(place), JSON.stringify({ ...head, ...named })],
    ...filmKeys(place).map((key, index) => [key, texts[index] ?? ''] as const),
  ];
}

/** Oldest first. */
function stepsOf(undo: Undo | null): readonly Undo[] {
  const steps: Undo[] = [];
  for (let current = undo; current !== null; current = current.previous) steps.push(current);
  return steps.reverse();
}
