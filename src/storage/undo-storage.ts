import * as v from 'valibot';
import type { Undo } from '../session/session-state.ts';
import { EMPTY_SESSION } from '../session/session-state.ts';
import type { FallbackStore } from './fallback-store.ts';
import { parseSession } from './parse-session.ts';
import { batchResultSchema, countSchema, detailsSchema } from './session-schemas.ts';
import { createSessionTexts } from './session-texts.ts';

/** Follows what can be taken back into IndexedDB: a restarted film would fill local storage a second time. */
export interface UndoPersistence {
  /** Never rejects; what cannot be used is left out, with all that is older. */
  load(): Promise<Undo | null>;
  save(undo: Undo | null): void;
}

const KEY = 'undo';

const stepSchema = v.union([
  v.object({
    command: v.picklist(['restart', 'clear-original', 'clear-translated']),
    texts: v.record(v.string(), v.string()),
  }),
  v.object({
    command: v.literal('translate-again'),
    index: countSchema,
    slot: batchResultSchema,
    details: detailsSchema,
  }),
]);
type Step = v.InferOutput<typeof stepSchema>;

export function createUndoStorage(store: FallbackStore): UndoPersistence {
  let saved: Undo | null | undefined;
  return {
    async load() {
      try {
        const [text] = await store.getMany([KEY]);
        saved = typeof text === 'string' ? undoOf(JSON.parse(text)) : null;
      } catch {
        saved = null;
      }
      return saved;
    },
    save(undo) {
      if (undo === saved) return;
      saved = undo;
      // Best effort: that something can no longer be taken back after a reload is not worth a word.
      store.setMany([[KEY, JSON.stringify(stepsOf(undo))]]).catch(() => {});
    },
  };
}

/** The newest first. */
function stepsOf(undo: Undo | null): readonly Step[] {
  const steps: Step[] = [];
  for (let current = undo; current !== null; current = current.previous) {
    if (current.command === 'translate-again') {
      const { index, slot, details } = current;
      if (slot != null) steps.push({ command: current.command, index, slot, details });
    } else {
      const texts = createSessionTexts().of({ ...EMPTY_SESSION, ...current.before });
      steps.push({ command: current.command, texts });
    }
  }
  return steps;
}

function undoOf(stored: unknown): Undo | null {
  if (!Array.isArray(stored)) return null;
  let undo: Undo | null = null;
  for (const step of stored.reverse()) {
    const parsed = v.safeParse(stepSchema, step);
    if (!parsed.success) undo = null;
    else if (parsed.output.command === 'translate-again') undo = { ...parsed.output, previous: undo };
    else undo = factsOf(parsed.output.command, parsed.output.texts, undo);
  }
  return undo;
}

function factsOf(
  command: Exclude<Undo['command'], 'translate-again'>,
  texts: Readonly<Record<string, string>>,
  previous: Undo | null,
): Undo | null {
  const stored = new Map(Object.entries(texts));
  const { state, broken } = parseSession({ read: (key) => stored.get(key) ?? null, torn: false });
  if (broken.size > 0) return null;
  const { undo: _undo, role: _role, pace: _pace, shownBatch: _shown, ...before } = state;
  return { command, before, previous };
}
