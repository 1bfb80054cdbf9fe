import type { KnownPace } from '../engine/scheduler.ts';
import type { Preference } from '../lib/json.ts';
import { type Model, modelKey } from '../providers/provider.ts';

/** The remembered pace of each model. */
export interface Paces {
  read(model: Model): KnownPace | undefined;
  write(model: Model, known: KnownPace | undefined): void;
}

/** By model (`modelKey`), with the time of the observation in ms since 1970. */
export type PacesByModel = Readonly<Record<string, KnownPace & { readonly at: number }>>;

const DAY_MS = 24 * 60 * 60 * 1_000;

/** Remembers for a day the pace that each model allowed (engine/scheduler.ts). */
export function createKeptPaces(kept: Preference<PacesByModel>, now: () => number): Paces {
  const read = (): PacesByModel =>
    Object.fromEntries(Object.entries(kept.read()).filter(([, { at }]) => Math.abs(now() - at) < DAY_MS));
  return {
    read: (model) => read()[modelKey(model)],
    write(model, known) {
      const key = modelKey(model);
      const { [key]: _, ...others } = read();
      kept.write(known ? { ...others, [key]: { mostAtOnce: known.mostAtOnce, at: now() } } : others);
    },
  };
}
