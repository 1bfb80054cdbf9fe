import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Tone } from '../../languages/standard-prompt.ts';
import type { Preference } from '../../lib/json.ts';

/** What a person has said of languages beyond what the prompt says, and kept. Codes are BCP 47. */
export interface LanguagesState {
  /** The film's language in the person's words; null: as detected. */
  readonly from: string | null;
  /** Chosen, but not in the prompt yet, since that was changed by hand. */
  readonly into: string | null;
  readonly tone: Tone | null;
  /** Languages that were translated into, the last one first. */
  readonly recent: readonly string[];
  /** Prompts of the person's own, kept under names. */
  readonly prompts: readonly { readonly name: string; readonly text: string }[];
}

export type LanguagesStore = Pick<StoreApi<LanguagesState>, 'getState' | 'getInitialState' | 'subscribe' | 'setState'>;

/** `kept`: recent languages and prompts; nothing else outlives the page. */
export function createLanguages(kept: Preference<Pick<LanguagesState, 'recent' | 'prompts'>>): LanguagesStore {
  const store = createStore<LanguagesState>(() => ({ from: null, into: null, tone: null, ...kept.read() }));
  store.subscribe(kept.write);
  return store;
}

export const languageFieldId = (label: string): string => `language-${label}`;
