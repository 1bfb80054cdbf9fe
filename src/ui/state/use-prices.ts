import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { shallow } from 'zustand/shallow';
import { hasBatches } from '../../engine/run-state.ts';
import { TYPING_PAUSE_MS } from '../../film/analysis.ts';
import type { Work } from '../../film/film.ts';
import type { SourceSummary } from '../../film-worker/calls.ts';
import type { FilmNotes } from '../../notes/notes.ts';
import { typicalNotes } from '../../notes/notes-text.ts';
import { type Asked, type CountedFilms, estimateBatches, estimateFilms, tokensByModel } from '../../prices/estimate.ts';
import {
  addTokens,
  endedOf,
  type KnownPrice,
  NO_TOKENS,
  type PricedModel,
  type Spending,
  type Sum,
  sumOf,
  type Tokens,
} from '../../prices/price.ts';
import { type CostRange, costRange, priceOf } from '../../prices/price-of.ts';
import type { Model } from '../../providers/provider.ts';
import { suggestedIds } from '../../providers/suggested-models.ts';
import {
  asksHalfPrice,
  isFree,
  isModelElsewhere,
  isModelGuessed,
  lacksModel,
  livePrice,
} from '../../settings/settings.ts';
import { afterQuiet } from '../kit/browser.ts';
import { useServices, useSession, useSettings } from './services.tsx';

const NOBODY: SourceSummary['speakers'] = [];

/** The speakers in a typical batch of the film on the page, if its file names them. Deferred with useFilmCounts, so that both belong to one film. */
export const useSpeakers = (): SourceSummary['speakers'] =>
  useDeferredValue(useStore(useServices().session.analysis.store, ({ source }) => source?.speakers ?? NOBODY));

/**
 * The counted batches of the film on the page; undefined: not known (yet). Waits for the names of languages: without them an estimate would search prompts for
 * a long time.
 */
export const useFilmCounts = () =>
  useDeferredValue(
    useStore(useServices().session.analysis.store, ({ source, knowsNames }) =>
      knowsNames ? source?.batches : undefined,
    ),
  );

/** The tokens of each batch of the film on the page with the present prompt and model; undefined: not known (yet). */
export function useBatchTokens(): readonly Tokens[] | undefined {
  const counted = useFilmCounts();
  const asked = useAsked();
  const model = useModel();
  return useMemo(() => counted && estimateBatches(counted, { ...asked, model }), [counted, asked, model]);
}

/** Returns the tokens of the film on the page with the present prompt and a model; undefined: not known (yet). */
export function useTokensByModel(): ((model: PricedModel) => Tokens) | undefined {
  const counted = useFilmCounts();
  const asked = useAsked();
  return useMemo(() => counted && tokensByModel(counted, asked), [counted, asked]);
}

/** What determines, besides the model, how many tokens the film's requests need. */
export function useAsked(): Omit<Asked, 'model'> {
  const prompt = useDeferredValue(useSettings((state) => state.prompt));
  const speakers = useSpeakers();
  const notes = useQuietSession(notesOf);
  const options = useSession((state) => state.options);
  return useMemo(() => ({ prompt, notes: typicalNotes(notes, speakers), options }), [prompt, notes, speakers, options]);
}

const notesOf = ({ notes }: Work): FilmNotes => notes;

/**
 * A value of the session, or several in an object, that follows only after a pause in the changes. So a key typed in the film notes does not redraw everything
 * that is computed from them. Pass the same selector at each drawing.
 */
export function useQuietSession<T extends object>(selector: (state: Work) => T): T {
  const { shown } = useServices();
  const [quiet, setQuiet] = useState(() => selector(shown.getState()));
  useEffect(() => {
    let last: T | undefined;
    let cancel = () => {};
    const follow = () => {
      const now = selector(shown.getState());
      if (last !== undefined && shallow(last, now)) return;
      last = now;
      cancel();
      cancel = afterQuiet(TYPING_PAUSE_MS, async () => setQuiet((before) => (shallow(before, now) ? before : now)));
    };
    follow();
    const unsubscribe = shown.subscribe(follow);
    return () => {
      unsubscribe();
      cancel();
    };
  }, [shown, selector]);
  return quiet;
}

const useModel = (): Model => useSettings((state) => state.model);

/** The model in the settings of the tab that is shown; undefined: none is chosen, or the page is about to choose one. */
export function useChosenModel(): Model | undefined {
  const isRunning = useSession(hasBatches);
  return useSettings((state) =>
    state.awaitsPick || lacksModel(state) || (!isRunning && isModelGuessed(state)) ? undefined : state.model,
  );
}

/** The model of the next request; undefined: none is chosen, or the page is about to choose one. */
export function useModelToAsk(): Model | undefined {
  const own = useChosenModel();
  const isElsewhere = useSettings(isModelElsewhere);
  // A run keeps its model, whatever tab is shown.
  const isRunning = useSession(hasBatches);
  return isElsewhere && !isRunning ? undefined : own;
}

/** The model runs on this computer, so it costs nothing. */
export const useRunsHere = (model: Model | undefined): boolean =>
  useSettings((settings) => model !== undefined && isFree(settings, model));

/** Whether requests ask for half the price, if the model offers it. */
export const useHalfPrice = (): boolean => useSettings(asksHalfPrice);

/** Returns what a model costs, from all known prices. */
export function usePriceOf(): (model: PricedModel) => KnownPrice | undefined {
  const own = useSettings(({ prices }) => prices.own);
  const models = useSettings((state) => state.models);
  const calls = useSettings((state) => state.calls);
  return useMemo(() => {
    const live = (model: PricedModel) => livePrice({ models, calls }, model);
    return (model) => priceOf(model, { own, livePrice: live, now: Date.now() });
  }, [own, models, calls]);
}

/** The cost of the film's answered calls; undefined: none yet, or the price is unknown. */
export function useSpent(): (Sum & { readonly spent: readonly Spending[] }) | undefined {
  const spent = endedOf(useSession((state) => state.spent));
  const sum = sumOf(spent, usePriceOf());
  const runsHere = useRunsHere(useModelToAsk());
  if (spent.length === 0 || ((sum.isPartial || runsHere) && sum.cost === 0)) return undefined;
  return { ...sum, spent };
}

/** What Translate would send: a share of the film on the page, from 0 to 1, and other films. */
interface ToSend {
  readonly share: number;
  readonly others: CountedFilms;
}

const shareOf = ({ input, output, requests = 0 }: Tokens, share: number): Tokens => ({
  input: input * share,
  output: output * share,
  requests: Math.round(requests * share),
});

/**
 * The tokens that Translate would use, and their cost in US dollars: with the model of the next request or, while that model is unknown, with the suggested
 * models of the tab that is shown. undefined: not known.
 */
export function useTokensAndCost({ share, others }: ToSend): {
  readonly tokens: Tokens | undefined;
  readonly cost: CostRange | undefined;
} {
  const ofFilm = useTokensByModel();
  const asked = useAsked();
  const present = useModel();
  const model = useModelToAsk();
  const priceNow = usePriceOf();
  const isHalfPrice = useHalfPrice();
  const endpoint = useSettings((state) => (isModelGuessed(state) ? state.shownProvider : undefined));
  function tokensWith(one: PricedModel): Tokens | undefined {
    const own = share > 0 ? ofFilm?.(one) : NO_TOKENS;
    return own && addTokens(shareOf(own, share), estimateFilms(others, { ...asked, model: one }));
  }
  const tokens = tokensWith(present);
  if (model) return { tokens, cost: tokens && costRange({ tokens, price: priceNow(model), isHalfPrice }) };
  const guessed = endpoint ? suggestedIds(endpoint).map((id): PricedModel => ({ endpoint, id })) : [];
  const ranges = guessed.flatMap((other) => {
    const tokens = tokensWith(other);
    return (tokens && costRange({ tokens, price: priceNow(other), isHalfPrice: false })) ?? [];
  });
  if (ranges.length === 0) return { tokens, cost: undefined };
  const cost = { low: Math.min(...ranges.map(({ low }) => low)), high: Math.max(...ranges.map(({ high }) => high)) };
  return { tokens, cost };
}
