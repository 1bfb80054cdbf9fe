import { onTestFinished, vi } from 'vitest';
import { progress } from '../src/engine/run-state.ts';
import { EMPTY_WORK, type Work } from '../src/film/film.ts';
import { settingsOfSteps } from '../src/film/run-part.ts';
import type { Session } from '../src/film/session.ts';
import type { SeriesRecords } from '../src/film/stored-series.ts';
import { createPort } from '../src/lib/port.ts';
import type { PriceBook } from '../src/prices/price.ts';
import { projectCommands } from '../src/project.ts';
import { DEFAULT_MODEL } from '../src/providers/endpoints.ts';
import type { Settings } from '../src/settings/settings.ts';
import { createFilmStore } from '../src/storage/film-store.ts';
import type { TracksView } from '../src/ui/state/film-tracks.ts';
import type { IntakeServices } from '../src/ui/state/intake.ts';
import { createOpening } from '../src/ui/state/opening.ts';
import { createPageState, type Going } from '../src/ui/state/page-state.ts';
import type { ReadProject, SeriesDesk } from '../src/ui/state/series-desk.ts';
import { createVideoDesk } from '../src/ui/state/video.ts';
import { createFakeDatabase, type FakeDatabase } from './fake-database.ts';
import { createFakeStorage, type FakeStorage } from './fake-storage.ts';
import { createHarness, type HarnessOptions, type SentRequest } from './session-harness.ts';
import { NO_KEYS, startSettings } from './settings-harness.ts';
import { sampleSrt } from './srt-sample.ts';

/** What outlives a tab. */
export interface Stores {
  readonly storage: FakeStorage;
  readonly database: FakeDatabase;
}

export interface TabOptions extends HarnessOptions {
  readonly prices?: Partial<PriceBook> | undefined;
  /** How long the list of the series takes to be read. */
  readonly listMs?: number;
}

/** A program draws nothing. */
globalThis.requestAnimationFrame ??= (draw) => Number(setTimeout(() => draw(performance.now()), 16));

/** Each call has 140 tokens, so it costs 14 cents. */
const OWN = { [`${DEFAULT_MODEL.endpoint}:${DEFAULT_MODEL.id}`]: { input: 1_000, output: 1_000 } };
export const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

export const createStores = (): Stores => ({
  storage: createFakeStorage([['schemaVersion', '2']]),
  database: createFakeDatabase(),
});

/** What another tab finds if this one dies now. */
export const copyOf = ({ storage, database }: Stores): Stores => ({
  storage: createFakeStorage([...storage.texts]),
  database: createFakeDatabase(structuredClone(database.stores)),
});

const slowed = (records: SeriesRecords, ms: number): SeriesRecords => ({
  ...records,
  async read(film) {
    await new Promise((resolve) => setTimeout(resolve, ms));
    return records.read(film);
  },
});

/** The page's intake and the commands of a series over the real session and the real storage, without the page. */
export async function deskOf(session: Session, settings: Settings, records: SeriesRecords) {
  const page = createPageState();
  const saveFirst = createPort<[string, Going, 'Undo' | 'Redo'], boolean>();
  /** What the page asked, which is answered with yes. */
  const asked: (readonly [next: string, goes: Going, back: 'Undo' | 'Redo'])[] = [];
  saveFirst.use((...question) => asked.push(question) > 0);
  const commands = { ...projectCommands(session, settings), films: records };
  const tracks = createPort<[TracksView | undefined]>();
  let shown: TracksView | undefined;
  tracks.use((view) => {
    shown = view;
  });
  const video = createVideoDesk();
  const services = { session, settings, page, video, saveFirst, tracks, commands };
  const intake = createOpening(services as unknown as IntakeServices, async () => {});
  const desk = (await intake.series()) as SeriesDesk;
  const find = (name: string) => page.getState().series.rows.find(({ path }) => path === name)?.id ?? '';
  return {
    page,
    commands,
    asked,
    intake,
    desk,
    video,
    /** The dialog "Subtitles in …". */
    dialog: () => shown,
    view: () => page.getState().series,
    open: (name: string) => desk.open(find(name)),
    remove: (name: string) => desk.remove(find(name)),
    idOf: find,
  };
}

export async function openTab(stores = createStores(), { prices, listMs = 0, ...options }: TabOptions = {}) {
  const store = createFilmStore({ ...stores, readOld: async () => undefined, onProblem: () => {} });
  const loading = store.load();
  await pass(3_000);
  const { settings } = startSettings({
    prompt: 'Translate into Portuguese.',
    model: DEFAULT_MODEL,
    modelChosen: true,
    keys: { ...NO_KEYS, openai: 'sk-test' },
    prices: { own: OWN, stopAt: null, ...prices },
  });
  const harness = createHarness({
    maxAtOnce: 1,
    initial: await loading,
    readPricing: () => ({ ...settings.store.getState().prices, ...settings.store.getState() }),
    settingsOfSteps: settingsOfSteps(settings),
    ...options,
  });
  const { session } = harness;
  session.store.subscribe(store.save);
  settings.store.subscribe(() => harness.settingsChanged());
  onTestFinished(session.dispose);
  const series = await deskOf(session, settings, slowed(store.films, listMs));
  const works = () => [session.store.getState(), ...session.others.getState().values()];
  return {
    ...harness,
    ...series,
    store,
    stores,
    settings,
    works,
    /** The state of each film by its name, from memory or from its record. */
    async films(): Promise<Readonly<Record<string, string>>> {
      const found = series.view().rows.map(async ({ id, path }) => {
        const inMemory = works().find((work) => work.id === id && work.sourceText !== '');
        const work = inMemory ?? (await store.films.film(id)) ?? EMPTY_WORK;
        return [path, stateWords(work)] as const;
      });
      return Object.fromEntries(await Promise.all(found));
    },
    /** As if the tab was closed and opened again. */
    async reload(again: TabOptions = {}) {
      await store.flush();
      await pass(1_000);
      session.dispose();
      return openTab(stores, { prices, ...options, ...again });
    },
  };
}

const stateWords = (work: Work): string => {
  const { ok, failed, total } = progress(work);
  return `${ok} of ${total}${failed > 0 ? `, ${failed} failed` : ''}`;
};

/** A project file of one film as the page reads it. `open` is called when it is opened. */
export const projectOf = (film: Work, open: (film: Work) => Promise<boolean>): ReadProject => ({
  series: {
    films: [{ path: film.fileName, isWanted: false, isCopy: false, film }],
    openAt: 0,
    spentByGone: [],
    options: film.options,
  },
  damaged: [],
  open,
});

export const srt = (name: string, phrases: number) => new File([sampleSrt(phrases)], name);

/** Three films of three, four and two batches. The last batch of each has another number of lines. */
export async function three(options?: TabOptions) {
  const tab = await openTab(createStores(), options);
  const adding = tab.desk.add([srt('E1.srt', 45), srt('E2.srt', 65), srt('E3.srt', 29)]);
  await pass(500);
  await adding;
  return tab;
}
export const ALL_DONE = { 'E1.srt': '3 of 3', 'E2.srt': '4 of 4', 'E3.srt': '2 of 2' };
export const lines = (requests: readonly SentRequest[]) => requests.map(({ numbers }) => numbers.length);
