import * as v from 'valibot';
import { within } from '../clock/within.ts';
import { parseJson } from '../lib/parse-json.ts';
import { modelByName, modelName } from '../providers/model-by-name.ts';
import { BATCH_COMMANDS, EMPTY_SESSION, FILM_COMMANDS, type Undo } from '../session/session-state.ts';
import type { FallbackStore } from './fallback-store.ts';
import { batchResultSchema, countSchema, detailsSchema, lineChangesSchema } from './session-schemas.ts';
import { formatSession, parseSession, SESSION_KEYS, type SessionKey } from './session-texts.ts';

/**
 * What can be taken back, in IndexedDB: a restarted film would fill local storage a second time. It is written in such an order with
 * the work itself that thrown-away work is always in one of both, wherever the tab dies.
 */
export interface UndoSteps {
  /** Never rejects, and takes 2 s at most; what cannot be used is left out, with all that is older. */
  load(): Promise<Undo | null>;
  /** Nothing is to be written, nor is it being written. */
  isKept(undo: Undo | null): boolean;
  /**
   * To be called before the work that goes with `undo` is written: adds what is new, and keeps what that work brings back.
   * Fulfilled when it is kept, could not be kept, or after 0.8 s; never rejects.
   */
  add(undo: Undo | null): Promise<void>;
  /** The same after the work was written: these steps and no others. */
  settle(undo: Undo | null): Promise<void>;
}

/** Some browsers open a database never, and say nothing. A slow one gets longer when the page opens: what is not read is not offered. */
const PATIENCE_MS = 800;
const LOAD_PATIENCE_MS = 2_000;
/** How many steps there are; the oldest has place 0. */
const COUNT_KEY = 'undo';
const MOST_STEPS_READ = 200;
const headKey = (place: number): string => `undo:${place}`;
const textKey = (place: number, key: SessionKey): string => `undo:${place}:${key}`;

const headSchema = v.union([
  v.object({
    command: v.picklist(FILM_COMMANDS),
    madeWith: v.exactOptional(v.object({ prompt: v.string(), model: v.pipe(v.string(), v.transform(modelByName)) })),
  }),
  v.object({
    command: v.picklist(BATCH_COMMANDS),
    index: countSchema,
    slot: batchResultSchema,
    details: detailsSchema,
    made: v.exactOptional(v.string()),
  }),
  v.object({ command: v.literal('change-lines'), words: v.string(), lines: lineChangesSchema }),
]);

/** `store` undefined: steps last as long as the page. */
export function createUndoSteps(store: FallbackStore | undefined): UndoSteps {
  let newest: Undo | null = null;
  let isWriting = false;
  /** What stands in the store, the oldest first; undefined: unknown. */
  let kept: readonly Undo[] | undefined;

  async function read(from: FallbackStore): Promise<Undo | null> {
    const [countText] = await from.getMany([COUNT_KEY]);
    const count = v.safeParse(countSchema, Number(countText ?? 0));
    if (!count.success) return null;
    const first = Math.max(0, count.output - MOST_STEPS_READ);
    const places = Array.from({ length: count.output - first }, (_, index) => first + index);
    const heads = await from.getMany(places.map(headKey));
    let undo: Undo | null = null;
    for (const [index, place] of places.entries()) {
      const head = v.safeParse(headSchema, parseJson(String(heads[index])));
      if (!head.success) undo = null;
      else if ('index' in head.output || 'lines' in head.output) undo = { ...head.output, previous: undo };
      else {
        const before = filmIn(await from.getMany(SESSION_KEYS.map((key) => textKey(place, key))));
        undo = before && { ...head.output, before, previous: undo };
      }
    }
    return undo;
  }

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
    // Best effort: that something can no longer be taken back after a reload is not worth a word.
    if (undo !== newest) await within(PATIENCE_MS, write(undo), undefined);
    newest = undo;
    isWriting = false;
  }

  return {
    async load() {
      newest = store ? await within(LOAD_PATIENCE_MS, read(store), null) : null;
      // Places of what was left out are not those that stand there.
      kept = undefined;
      return newest;
    },
    isKept: (undo) => undo === newest && !isWriting,
    async add(undo) {
      if (undo === null || undo === newest?.previous) return;
      await save(newest === null || undo === newest || undo.previous === newest ? undo : { ...newest, previous: undo });
    },
    settle: save,
  };
}

/** The oldest first. */
function stepsOf(undo: Undo | null): readonly Undo[] {
  const steps: Undo[] = [];
  for (let current = undo; current !== null; current = current.previous) steps.push(current);
  return steps.reverse();
}

/** A step's own facts, and the film that it threw away under the names of the stored keys. */
function entriesOf({ previous: _, ...step }: Undo, place: number): readonly (readonly [key: string, text: string])[] {
  if (!('before' in step)) return [[headKey(place), JSON.stringify(step)]];
  const { before, madeWith, ...head } = step;
  const named = madeWith && { madeWith: { ...madeWith, model: modelName(madeWith.model) } };
  const texts = formatSession({ ...EMPTY_SESSION, ...before });
  return [
    [headKey(place), JSON.stringify({ ...head, ...named })],
    ...SESSION_KEYS.map((key) => [textKey(place, key), texts[key]] as const),
  ];
}

/** null: it cannot be used. */
function filmIn(stored: readonly unknown[]): Extract<Undo, { before: unknown }>['before'] | null {
  const texts = new Map(SESSION_KEYS.map((key, index) => [key, stored[index]]));
  if (stored.some((text) => typeof text !== 'string')) return null;
  const { state, broken } = parseSession({ read: (key) => String(texts.get(key)), torn: false });
  if (broken.size > 0) return null;
  const { undo: _undo, redo: _redo, role: _role, pace: _pace, shownBatch: _shown, ...before } = state;
  return before;
}
