import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { shallow } from 'zustand/shallow';
import { hasBatches } from '../../engine/run-state.ts';
import type { Work } from '../../film/film.ts';
import type { SourceSummary } from '../../film-worker/calls.ts';
import type { FilmNotes } from '../../notes/notes.ts';
import { typicalNotes } from '../../notes/notes-text.ts';
import { type Asked, type CountedFilms, estimateBatches, estimateFilms, sumOfTokens } from '../../prices/estimate.ts';
import {
  addTokens,
  endedOf,
  type KnownPrice,
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

/** Who speaks in a typical batch of the film on the page, as far as its file tells. */
export const useSpeakers = (): SourceSummary['speakers'] =>
  useStore(useServices().session.analysis.store, ({ source }) => source?.speakers ?? NOBODY);

/** The batches of the film on the page, counted; undefined: not (yet). Without the names of languages an estimate would search prompts for long. */
export const useFilmCounts = () =>
  useDeferredValue(
    useStore(useServices().session.analysis.store, ({ source, knowsNames }) =>
      knowsNames ? source?.batches : undefined,
    ),
  );

/** The tokens of each batch of the film on the page with the prompt and the model of now; undefined: not known (yet). */
export function useBatchTokens(): readonly Tokens[] | undefined {
  const counted = useFilmCounts();
  const asked = useAsked();
  const model = useModel();
  return useMemo(() => counted && estimateBatches(counted, { ...asked, model }), [counted, asked, model]);
}

/** What decides, beside the model, how many tokens the film's requests take. */
export function useAsked(): Omit<Asked, 'model'> {
  const prompt = useDeferredValue(useSettings((state) => state.prompt));
  const speakers = useSpeakers();
  const notes = useQuietSession(notesOf);
  const options = useSession((state) => state.options);
  return useMemo(() => ({ prompt, notes: typicalNotes(notes, speakers), options }), [prompt, notes, speakers, options]);
}

const notesOf = ({ notes }: Work): FilmNotes => notes;

/** Nobody types any more. */
const QUIET_MS = 300;

/**
 * A value of the session, or several in an object, as it was when it had last been left alone for a moment: a key in the film notes draws
 * nothing that is worked out of all of them. The selector is one and the same at each drawing.
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
      cancel = afterQuiet(QUIET_MS, async () => setQuiet((before) => (shallow(before, now) ? before : now)));
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

/** The model that this tab has in its settings; undefined: none is chosen, or one is about to be. */
export function useChosenModel(): Model | undefined {
  const isRunning = useSession(hasBatches);
  return useSettings((state) =>
    state.awaitsPick || lacksModel(state) || (!isRunning && isModelGuessed(state)) ? undefined : state.model,
  );
}

/** The model that the next request goes to; undefined: none is chosen, or one is about to be. */
export function useModelToAsk(): Model | undefined {
  const own = useChosenModel();
  const isElsewhere = useSettings(isModelElsewhere);
  // A run goes on with its model, whatever tab is in front.
  const isRunning = useSession(hasBatches);
  return isElsewhere && !isRunning ? undefined : own;
}

/** Nothing is charged for the model: it runs on this computer. */
export const useRunsHere = (model: Model | undefined): boolean =>
  useSettings((settings) => model !== undefined && isFree(settings, model));

/** The requests that are sent now ask for half the price, where the model has it. */
export const useHalfPrice = (): boolean => useSettings(asksHalfPrice);

/** What a model costs, by all that is known of prices here. */
export function usePriceOf(): (model: PricedModel) => KnownPrice | undefined {
  const own = useSettings(({ prices }) => prices.own);
  const models = useSettings((state) => state.models);
  const calls = useSettings((state) => state.calls);
  return useMemo(() => {
    const live = (model: PricedModel) => livePrice({ models, calls }, model);
    return (model) => priceOf(model, { own, livePrice: live, now: Date.now() });
  }, [own, models, calls]);
}

/** What the film's calls have cost so far, without those under way; undefined: nothing, or nobody knows. */
export function useSpent(): (Sum & { readonly spent: readonly Spending[] }) | undefined {
  const spent = endedOf(useSession((state) => state.spent));
  const sum = sumOf(spent, usePriceOf());
  const runsHere = useRunsHere(useModelToAsk());
  if (spent.length === 0 || ((sum.isPartial || runsHere) && sum.cost === 0)) return undefined;
  return { ...sum, spent };
}

/** What Translate sends: a share of the film on the page, from 0 to 1, and other films. */
interface ToSend {
  readonly share: number;
  readonly others: CountedFilms;
}

/** The tokens that Translate takes; undefined: not known (yet). */
export function useTokensToSend({ share, others }: ToSend): Tokens | undefined {
  const batches = useBatchTokens();
  const asked = useAsked();
  const model = useModel();
  const own = share > 0 ? batches : [];
  return own && addTokens(shareOf(sumOfTokens(own), share), estimateFilms(others, { ...asked, model }));
}

const shareOf = ({ input, output, requests = 0 }: Tokens, share: number): Tokens => ({
  input: input * share,
  output: output * share,
  requests: Math.round(requests * share),
});

/**
 * What it costs, in US dollars: with the model of the next request, or with the suggested models of the tab in front while nobody knows which of
 * them it will be; undefined: not known.
 */
export function useCostToSend(toSend: ToSend): CostRange | undefined {
  const { share, others } = toSend;
  const tokens = useTokensToSend(toSend);
  const model = useModelToAsk();
  const priceNow = usePriceOf();
  const isHalfPrice = useHalfPrice();
  const film = useFilmCounts();
  const asked = useAsked();
  const endpoint = useSettings((state) => (isModelGuessed(state) ? state.shownProvider : undefined));
  const guessed = useMemo(() => {
    const batches = share > 0 ? film : [];
    if (!batches || !endpoint || model) return [];
    return suggestedIds(endpoint).map((id) => {
      const other = { endpoint, id };
      return { other, own: shareOf(sumOfTokens(estimateBatches(batches, { ...asked, model: other })), share) };
    });
  }, [film, endpoint, model, asked, share]);
  if (model) return tokens && costRange({ tokens, price: priceNow(model), isHalfPrice });
  const ranges = guessed.flatMap(({ other, own }) => {
    const tokens = addTokens(own, estimateFilms(others, { ...asked, model: other }));
    return costRange({ tokens, price: priceNow(other), isHalfPrice: false }) ?? [];
  });
  if (ranges.length === 0) return undefined;
  return { low: Math.min(...ranges.map(({ low }) => low)), high: Math.max(...ranges.map(({ high }) => high)) };
}
