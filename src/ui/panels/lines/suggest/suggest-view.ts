import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { SessionState, Suggestion } from '../../../../session/session-state.ts';
import { useSession } from '../../../state/use-session.ts';

/** What a person is about to ask the model for. */
export type Question =
  | { readonly kind: 'lines'; readonly numbers: readonly number[] }
  | { readonly kind: 'repair' }
  | { readonly kind: 'batch'; readonly batch: number };

export interface SuggestView {
  readonly question: Question | null;
  /** Whether "Use all" takes the suggestion for a line, where the person has said so. */
  readonly ticks: ReadonlyMap<number, boolean>;
  readonly keepsConfirmed: boolean;
  /** By line, the newest suggestion where the model has said what was suggested already. */
  readonly repeats: ReadonlyMap<number, Suggestion>;
}

export type SuggestStore = StoreApi<SuggestView>;
/** By the film's phrases: another film is another view. */
const stores = new WeakMap<SessionState['phrases'], SuggestStore>();

export function useSuggestStore(): SuggestStore {
  const phrases = useSession((state) => state.phrases);
  const store =
    stores.get(phrases) ??
    createStore<SuggestView>(() => ({ question: null, ticks: new Map(), keepsConfirmed: true, repeats: new Map() }));
  stores.set(phrases, store);
  return store;
}

export function useSuggestView<T>(selector: (view: SuggestView) => T): T {
  return useStore(useSuggestStore(), selector);
}
