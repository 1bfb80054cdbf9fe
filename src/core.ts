import { type Clock, createProgramClock, delay } from './clock/clock.ts';
import type { CoreEvent, Ending, Film, FilmRequest, LineProblem, Source } from './core/api.ts';
import { checkFiles } from './core/check.ts';
import { refusedFile, STOPPED } from './core/events.ts';
import { createFilm } from './core/film.ts';
import { type ListedModel, listsPrices, pricedModel, readModels } from './core/models.ts';
import { readRequested } from './core/read-film.ts';
import { type CoreSettings, DEFAULT_SETTINGS, sharedSettings, withAddresses } from './core/settings.ts';
import { createDispatcher } from './engine/dispatcher.ts';
import type { FilmAccess } from './engine/job.ts';
import { createSendRequest, type RunSettings, settingsOfDispatcher } from './engine/requests.ts';
import type { Paces } from './film/kept-paces.ts';
import { createPaceMemory } from './film/pace-memory.ts';
import { createAnswers } from './film-worker/functions.ts';
import type { Preference } from './lib/json.ts';
import { ok, type Result } from './lib/result.ts';
import { addTokens, NO_TOKENS, type PricedModel, type Spending, type Sum, sumOf, type Tokens } from './prices/price.ts';
import { priceOf } from './prices/price-of.ts';
import { createProviders, type KeptForms } from './providers/create-providers.ts';
import { byEndpoint, type EndpointId, isLocal } from './providers/endpoints.ts';
import type { Model } from './providers/provider.ts';
import type { TransportParts } from './providers/transport/http.ts';
import { asksHalfPrice, listed, livePrice, type ModelListState } from './settings/settings.ts';

/** The entry for programs. Films are translated and checked without a page, without storage and without the DOM. */

// biome-ignore lint/performance/noBarrelFile: programs have one entry, and import nothing behind it
export { type Clock, createProgramClock, delay } from './clock/clock.ts';
export type {
  Checked,
  CoreEvent,
  EndCause,
  Ending,
  Film,
  FilmPrice,
  FilmRequest,
  LineProblem,
  RepairChoices,
  SaveChoices,
  SavedFile,
  Source,
  Told,
  ToldCode,
} from './core/api.ts';
export { checkFiles } from './core/check.ts';
export { type ListedModel, suggestions } from './core/models.ts';
export { languageCode } from './core/prompt-of-film.ts';
export { type CoreSettings, nameOfModel, parseModel, requestAddress } from './core/settings.ts';
export { notesOf, type Track, tracksOf, withoutTranslations } from './core/sources.ts';
export { holdsSubtitles, LOOKED_THROUGH_BYTES, tooLargeWords } from './files/other-formats.ts';
export type { FileLike } from './files/video-bytes.ts';
export { safePart } from './film/archive.ts';
export { createKeptPaces, type Paces, type PacesByModel } from './film/kept-paces.ts';
export { isAlike, languageName } from './languages/language-names.ts';
export { languageOfPrompt, TONES, type Tone } from './languages/prompt-language.ts';
export { errorText, type Result } from './lib/result.ts';
export type { FilmNotes } from './notes/notes.ts';
export { formatNotes } from './notes/notes-file.ts';
export type { Price, Sum } from './prices/price.ts';
export type { KeptForms } from './providers/create-providers.ts';
export { ENDPOINT_IDS, type EndpointId, isEndpoint, isLocal, nameOf } from './providers/endpoints.ts';
export { looksLikeKey } from './providers/keys.ts';
export { ConnectionFault } from './providers/transport/http.ts';
export type { FileOptions } from './review/finish-file.ts';
export { partsOfName, savedName } from './review/saved-name.ts';
export { parseSettings, type SettingsFile } from './settings/settings-file.ts';
export { FILE_FORMATS, type FileFormat, FORMATS, FRAME_RATES, hasSubtitleName } from './subtitles/formats.ts';
export type { FilmOptions } from './translation/batch.ts';

export interface CoreParts {
  /** Sends all requests. */
  readonly network: TransportParts['fetch'];
  /** undefined: the program's own timers. */
  readonly clock: Clock | undefined;
  readonly settings: Partial<CoreSettings>;
  readonly keys: Readonly<Partial<Record<EndpointId, string>>>;
  /** US dollars for all films together, including the reading of films; undefined: no limit. */
  readonly maxCost: number | undefined;
  readonly onEvent: ((event: CoreEvent) => void) | undefined;
  /** The pace that other runs have found for each model; undefined: nothing is remembered. */
  readonly pace: Paces | undefined;
  /** The forms of requests that were refused in other runs, so that no run tries them again for a week; undefined: nothing is remembered. */
  readonly forms: Preference<KeptForms> | undefined;
}

/** A whole file. `end` says whether all of it is translated; `lines` counts the lines of the file. */
export type TranslatedFile =
  | {
      readonly ok: true;
      readonly bytes: Uint8Array;
      readonly name: string;
      readonly lines: number;
      readonly problems: readonly LineProblem[];
      readonly cost: Sum;
      readonly end: Ending;
    }
  /** A sentence for people. */
  | { readonly ok: false; readonly error: string; readonly end: Ending };

export interface Core {
  /** Reads and mends a film without sending anything. The error is a sentence for people. */
  open(source: Source, request: Partial<FilmRequest>): Promise<Result<Film, string>>;
  /** Opens, translates and saves a film. If it was not finished, saves the translated part; `end` and the name say so. */
  translateFile(
    bytes: Uint8Array,
    request: Partial<FilmRequest> & { readonly name?: string; readonly signal?: AbortSignal },
  ): Promise<TranslatedFile>;
  checkFiles: typeof checkFiles;
  /** The live list of an endpoint. From then on its prices count, before those of the table. The error is a sentence for people. */
  models(endpoint: EndpointId): Promise<Result<readonly ListedModel[], string>>;
  /**
   * The spending of all films, including closed ones, without earlier spending of projects and interrupted runs. Tokens that no answer has reported are
   * estimated.
   */
  spent(): Sum & { readonly tokens: Tokens };
  /** Closes all films and drops unanswered requests. */
  dispose(): void;
}

export function createCore({
  network,
  clock = createProgramClock(),
  settings: chosen = {},
  keys = {},
  maxCost,
  onEvent,
  pace,
  forms,
}: Partial<CoreParts> & Pick<CoreParts, 'network'>): Core {
  const settings = { ...DEFAULT_SETTINGS, ...chosen };
  const shared = sharedSettings(settings, keys, maxCost);
  const callsInUse = { ...shared.calls, addresses: shared.hosts };
  const lists: Record<EndpointId, ModelListState> = { ...byEndpoint(() => ({ state: 'no-key' }) as const) };
  const provider = createProviders({
    fetch: withAddresses(network, settings.addresses),
    clock,
    hosts: ANYWHERE,
    // If a gateway refuses a form, the provider behind it may still accept it.
    ...(forms && Object.keys(settings.addresses).length === 0 && { forms }),
  });
  const asked = new WeakMap<FilmAccess, RunSettings>();
  /** The film that was opened last decides what is the same for all films, such as the pace. */
  let newest: RunSettings = { ...shared, prompt: '', model: NO_MODEL };
  let paidBefore = 0;
  let tokensBefore = NO_TOKENS;
  const settingsOf = (film?: FilmAccess): RunSettings => (film && asked.get(film)) ?? newest;
  const priceNow = (model: PricedModel) =>
    priceOf(model, {
      own: shared.ownPrices,
      livePrice: (priced) => livePrice({ calls: callsInUse, models: lists }, priced),
      now: clock.now(),
    });
  const dispatcher = createDispatcher({
    clock,
    connectivity: { isOnline: () => true, subscribe: () => () => {} },
    // Does nothing, because the film reports a bug by its events. A program prints what it wants.
    onBug: () => {},
    // Each film may have a prompt and a model of its own.
    isOneRun: false,
    order: 'longest-first',
    sendRequest: createSendRequest({
      readSettings: settingsOf,
      loadProvider: async (id) => provider(id),
      whenModelSettled: async () => undefined,
    }),
    paceMemory:
      pace &&
      createPaceMemory(
        pace,
        () => newest.model,
        () => shared.keys[newest.model.endpoint],
      ),
    ...settingsOfDispatcher(settingsOf, () => ({ models: lists, paidBefore })),
  });
  const films = new Set<Film>();

  /** An error in the program's own listener must not stop the dispatcher in mid-step. */
  function tell(event: CoreEvent): void {
    try {
      onEvent?.(event);
    } catch (error) {
      setTimeout(() => {
        throw error;
      });
    }
  }

  async function models(endpoint: EndpointId): Promise<Result<readonly ListedModel[], string>> {
    const access = { key: shared.keys[endpoint], address: isLocal(endpoint) ? shared.hosts[endpoint] : undefined };
    const list = await readModels(provider(endpoint), access);
    if (!list.ok) return list;
    lists[endpoint] = list.value;
    return ok(list.value.models.map((model) => pricedModel(model, priceNow)));
  }

  const priceLists = new Map<EndpointId, Promise<unknown>>();
  /** Asks once for all films. */
  async function learnPrice(model: Model): Promise<void> {
    const { endpoint } = model;
    if (maxCost === undefined || priceNow(model) || !listsPrices(endpoint)) return;
    const list = priceLists.get(endpoint) ?? models(endpoint);
    priceLists.set(endpoint, list);
    await list;
  }

  async function open(source: Source, request: Partial<FilmRequest>): Promise<Result<Film, string>> {
    // While the worker judges one film, it answers questions about other films in between.
    const worker = createAnswers(() => delay(clock, 0));
    const read = await readRequested(source, request, worker);
    if (!read.ok) return read;
    const parts = read.value;
    const own = { ...shared, prompt: parts.prompt, model: parts.model };
    const film = createFilm(parts, {
      clock,
      worker,
      createRun(access) {
        asked.set(access, own);
        newest = own;
        return dispatcher.add(access, request.place);
      },
      settings: () => own,
      contextTokens: (of) => listed({ models: lists }, of)?.contextTokens,
      isHalfPrice: (of) => asksHalfPrice({ calls: callsInUse, model: of }),
      priceOf: priceNow,
      learnPrice,
      onEvent: tell,
      onDispose: (closed) => films.delete(closed),
    });
    paidBefore += sumOf(parts.work.spent, priceNow).cost;
    tokensBefore = addTokens(tokensBefore, tokensOf(parts.work.spent));
    films.add(film);
    tell({ type: 'opened', film });
    return ok(film);
  }

  return {
    open,
    async translateFile(bytes, { name = '', signal, ...request }) {
      const opened = await open({ bytes, name }, request);
      if (!opened.ok) return { ok: false, error: opened.error, end: refusedFile(opened.error) };
      const film = opened.value;
      const stop = () => void film.stop({ now: true });
      signal?.addEventListener('abort', stop);
      try {
        const end = signal?.aborted ? STOPPED : await film.run();
        if (end.kind === 'refused') return { ok: false, error: end.message, end };
        const saved = await film.save({ part: true });
        if (!saved.ok) return { ok: false, error: saved.error, end };
        const { bytes: made, name: named } = saved.value;
        const { lines, problems } = await film.check();
        return { ok: true, bytes: made, name: named, lines, problems, cost: film.cost(), end };
      } finally {
        signal?.removeEventListener('abort', stop);
        film.dispose();
      }
    },
    checkFiles,
    models,
    spent() {
      const sum = sumOf(dispatcher.spent(), priceNow);
      const { input, output } = tokensOf(dispatcher.spent());
      const tokens = { input: input - tokensBefore.input, output: output - tokensBefore.output };
      return { ...sum, cost: Math.max(0, sum.cost - paidBefore), tokens };
    },
    dispose() {
      for (const film of films) film.dispose();
    },
  };
}

const tokensOf = (spent: readonly Spending[]): Tokens =>
  spent.reduce((sum, { reported, unreported }) => addTokens(sum, addTokens(reported, unreported)), NO_TOKENS);

/** A program may connect to any address. */
const ANYWHERE = ['http:', 'https:'];
/** Nobody has opened a film yet. */
const NO_MODEL: Model = { endpoint: 'openai', id: '' };
