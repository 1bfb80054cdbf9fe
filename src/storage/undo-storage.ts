import * as v from 'valibot';
import {
  BATCH_COMMANDS,
  EMPTY_SESSION,
  FILM_COMMANDS,
  type FilmCommand,
  type MadeWith,
  type Undo,
} from '../session/session-state.ts';
import type { FallbackStore } from './fallback-store.ts';
import { parseSession } from './parse-session.ts';
import { batchResultSchema, countSchema, detailsSchema } from './session-schemas.ts';
import { createSessionTexts, SESSION_KEYS } from './session-texts.ts';
import { within } from './within.ts';

/** Follows what can be taken back into IndexedDB: a restarted film would fill local storage a second time. */
export interface UndoPersistence {
  /** Never rejects, and takes 2 s at most; what cannot be used is left out, with all that is older. */
  load(): Promise<Undo | null>;
  /** Writes what is new. Fulfilled when it is kept, could not be kept, or after 0.8 s; never rejects. */
  save(undo: Undo | null): Promise<void>;
}

/** Some browsers open a database never, and say nothing. A slow one gets longer when the page opens: what is not read is not offered. */
const PATIENCE_MS = 800;
const LOAD_PATIENCE_MS = 2_000;
/** How many steps there are; the oldest has place 0. */
const COUNT_KEY = 'undo';
const MOST_STEPS_READ = 200;
const headKey = (place: number): string => `undo:${place}`;
const textKeys = (place: number): readonly string[] => SESSION_KEYS.map((key) => `undo:${place}:${key}`);

type Entry = readonly [key: string, text: string];

const headSchema = v.union([
  v.object({
    command: v.picklist(FILM_COMMANDS),
    madeWith: v.exactOptional(v.object({ prompt: v.string(), model: v.string() })),
  }),
  v.object({
    command: v.picklist(BATCH_COMMANDS),
    index: countSchema,
    slot: batchResultSchema,
    details: detailsSchema,
    made: v.exactOptional(v.string()),
  }),
]);

export function createUndoStorage(store: FallbackStore): UndoPersistence {
  const texts = createSessionTexts();
  /** What stands in the store, the oldest first; undefined: unknown. */
  let kept: readonly Undo[] | undefined;

  async function read(): Promise<Undo | null> {
    const [countText] = await store.getMany([COUNT_KEY]);
    const count = v.safeParse(countSchema, Number(countText ?? 0));
    if (!count.success) return null;
    const first = Math.max(0, count.output - MOST_STEPS_READ);
    const places = Array.from({ length: count.output - first }, (_, index) => first + index);
    const heads = await store.getMany(places.map(headKey));
    let undo: Undo | null = null;
    for (const [index, place] of places.entries()) {
      const head = headOf(heads[index]);
      if (head === undefined) undo = null;
      else if ('index' in head) undo = { ...head, previous: undo };
      else undo = filmStep(head, await store.getMany(textKeys(place)), undo);
    }
    return undo;
  }

  /** A film is put into words in slices, so that the page is not held up. */
  async function entriesOf(step: Undo, place: number): Promise<readonly Entry[]> {
    if ('index' in step) {
      const { command, index, slot, details, made } = step;
      return [[headKey(place), JSON.stringify({ command, index, slot, details, made })]];
    }
    const state = { ...EMPTY_SESSION, ...step.before };
    await texts.prepare(state);
    const stored = texts.of(state);
    const names = textKeys(place);
    return [
      [headKey(place), JSON.stringify({ command: step.command, madeWith: step.madeWith })],
      ...SESSION_KEYS.map((key, index): Entry => [names[index] ?? key, stored[key]]),
    ];
  }

  async function write(undo: Undo | null): Promise<void> {
    const steps = stepsOf(undo);
    const before = kept;
    kept = undefined;
    if (steps.length === 0) await store.clear();
    else {
      const entries: Entry[] = [];
      for (const [place, step] of steps.entries()) {
        if (before?.[place] !== step) entries.push(...(await entriesOf(step, place)));
      }
      await store.setMany([...entries, [COUNT_KEY, String(steps.length)]]);
    }
    kept = steps;
  }

  return {
    async load() {
      const undo = await within(LOAD_PATIENCE_MS, read(), null);
      // Places of what was left out are not those that stand there.
      kept = undefined;
      return undo;
    },
    // Best effort: that something can no longer be taken back after a reload is not worth a word.
    save: (undo) => within(PATIENCE_MS, write(undo), undefined),
  };
}

/** The oldest first. */
function stepsOf(undo: Undo | null): readonly Undo[] {
  const steps: Undo[] = [];
  for (let current = undo; current !== null; current = current.previous) steps.push(current);
  return steps.reverse();
}

/** undefined: it cannot be used. */
function headOf(text: unknown): v.InferOutput<typeof headSchema> | undefined {
  const head = v.safeParse(headSchema, typeof text === 'string' ? parseJson(text) : undefined);
  return head.success ? head.output : undefined;
}

/** null: it cannot be used. */
function filmStep(
  head: { readonly command: FilmCommand; readonly madeWith?: MadeWith },
  stored: readonly unknown[],
  previous: Undo | null,
): Undo | null {
  const found = new Map(SESSION_KEYS.map((key, index) => [key, stored[index]] as const));
  const read = (key: (typeof SESSION_KEYS)[number]) => {
    const text = found.get(key);
    return typeof text === 'string' ? text : null;
  };
  const { state, broken } = parseSession({ read, torn: false });
  if (broken.size > 0 || SESSION_KEYS.some((key) => read(key) === null)) return null;
  const { undo: _undo, role: _role, pace: _pace, shownBatch: _shown, ...before } = state;
  return { ...head, before, previous };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
