import * as v from 'valibot';
import type { KnownPace } from '../engine/pace/scheduler-state.ts';
import { type Model, modelKey } from '../providers/provider.ts';
import { countSchema } from './session-schemas.ts';
import { getText, parseStored, type TextStorage, type ValueFormat } from './stored-value.ts';
import { writeChanged } from './write-all.ts';

const KEY = 'paces';
const DAY_MS = 24 * 60 * 60 * 1_000;

type Paces = Readonly<Record<string, KnownPace & { readonly at: number }>>;

const PACES: ValueFormat<Paces> = {
  schema: v.record(v.string(), v.object({ mostAtOnce: countSchema, at: v.number() })),
  fallback: {},
};

/** The pace that each model allowed during the last day (engine/pace/known-pace.ts). A failed write is not reported. */
export function createPaceStorage(storage: TextStorage | null, now: () => number) {
  function read(): Paces {
    const { value } = parseStored(getText(storage, KEY), PACES);
    return Object.fromEntries(Object.entries(value).filter(([, { at }]) => Math.abs(now() - at) < DAY_MS));
  }
  return {
    read: (model: Model): KnownPace | undefined => read()[modelKey(model)],
    write(model: Model, known: KnownPace | undefined): void {
      const key = modelKey(model);
      const { [key]: _, ...others } = read();
      const paces: Paces = known ? { ...others, [key]: { mostAtOnce: known.mostAtOnce, at: now() } } : others;
      if (storage) writeChanged(storage, [[KEY, JSON.stringify(paces)]]);
    },
  };
}
