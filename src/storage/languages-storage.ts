import * as v from 'valibot';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Tone } from '../translation/standard-prompt.ts';
import { getText, parseStored, type TextStorage, type ValueFormat } from './stored-value.ts';
import { writeChanged } from './write-all.ts';

/** Languages that were translated into last, and the person's own prompts. */
interface KeptLanguages {
  /** BCP 47, the last one first. */
  readonly recent: readonly string[];
  readonly prompts: readonly { readonly name: string; readonly text: string }[];
}

const NAME = 'languages';
const FORMAT: ValueFormat<KeptLanguages> = {
  schema: v.object({
    recent: v.fallback(v.array(v.pipe(v.string(), v.regex(/^[\w-]{2,35}$/))), []),
    prompts: v.fallback(v.array(v.object({ name: v.string(), text: v.string() })), []),
  }),
  fallback: { recent: [], prompts: [] },
};

interface Languages extends KeptLanguages {
  readonly from: string | null;
  readonly into: string | null;
  readonly tone: Tone | null;
}

/**
 * What is said and kept of languages. Recent ones and prompts stand in a key of their own; what is broken there is as if it were
 * missing. null: nothing is kept.
 */
export function createLanguages(storage: TextStorage | null): StoreApi<Languages> {
  const kept = parseStored(getText(storage, NAME), FORMAT).value;
  const store = createStore<Languages>(() => ({ from: null, into: null, tone: null, ...kept }));
  store.subscribe(({ recent, prompts }) => {
    if (storage) writeChanged(storage, [[NAME, JSON.stringify({ recent, prompts } satisfies KeptLanguages)]]);
  });
  return store;
}
