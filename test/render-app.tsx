import { act, render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { vi } from 'vitest';
import { changesOf } from '../src/engine/requests.ts';
import { followFilm } from '../src/film/create-engine.ts';
import type { PriceBook } from '../src/prices/price.ts';
import { DEFAULT_MODEL, type EndpointId } from '../src/providers/endpoints.ts';
import type { KeyCheck, ModelListOutcome } from '../src/providers/provider.ts';
import { type KeptSettings, startProblem, tariffOf } from '../src/settings/settings.ts';
import { createPreferences } from '../src/storage/preferences.ts';
import type { TextStorage } from '../src/storage/stored-value.ts';
import { App } from '../src/ui/shell/app.tsx';
import { createPageState, type PageCommands, type PageState } from '../src/ui/state/page-state.ts';
import { runPart } from '../src/ui/state/parts.ts';
import { createVideoDesk, type KeptVideo } from '../src/ui/state/video.ts';
import { eventually } from './eventually.ts';
import { createHarness, fakeTimerClock, type HarnessOptions } from './session-harness.ts';
import { live, modelOf, NO_KEYS, startSettings } from './settings-harness.ts';
import { sampleSrt } from './srt-sample.ts';

export interface RenderAppOptions extends HarnessOptions {
  /** The film to open: a text, a text with the name of its file, or this many phrases of the sample. */
  readonly film?: string | number | readonly [text: string, fileName: string];
  /** If given: the film has been translated for this time before the page is drawn. A test of what the page says about the run's start presses Translate. */
  readonly ranMs?: number;
  readonly settings?: Partial<KeptSettings>;
  readonly listModels?: (provider: EndpointId) => ModelListOutcome | Promise<ModelListOutcome>;
  readonly checkKey?: (key: string) => KeyCheck;
  readonly commands?: Partial<PageCommands>;
  readonly pageState?: Partial<PageState>;
  readonly priceBook?: Partial<PriceBook>;
  /** Stores languages and own prompts. Missing: they are not stored. */
  readonly storage?: TextStorage;
  readonly keptVideo?: KeptVideo;
}

const DEFAULT_SETTINGS: Partial<KeptSettings> = {
  prompt: 'Translate into Portuguese.',
  model: DEFAULT_MODEL,
  modelChosen: true,
  keys: { ...NO_KEYS, openai: 'sk-test' },
};

/** Testing Library advances fake timers only if it finds this name. */
Object.assign(globalThis, { jest: { advanceTimersByTime: (ms: number) => vi.advanceTimersByTime(ms) } });

/** Makes the browser's file picker return these files. The returned function gives the last picker that was shown. */
export function picks(...files: readonly Partial<File>[]): () => HTMLInputElement | undefined {
  let picker: HTMLInputElement | undefined;
  vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(function (this: HTMLInputElement) {
    picker = this;
    Object.defineProperty(this, 'files', { value: files, configurable: true });
    this.dispatchEvent(new Event('change', { bubbles: true }));
  });
  return () => picker;
}

/** Moves the focus from outside React, as a click or Tab does. */
export const focusOn = (element: HTMLElement | null) => act(() => element?.focus());

/** Collects downloads from now on. The returned function gives the name and text of each. */
export function savedFiles() {
  const files: [name: string, text: Promise<string>][] = [];
  const blobs = new Map<string, Blob>();
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    const url = `blob:${blobs.size}`;
    blobs.set(url, blob as Blob);
    return url;
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    files.push([this.download, (blobs.get(this.href) as Blob).text()]);
  });
  return async () => Promise.all(files.map(async ([name, text]) => [name, await text] as const));
}

/** The page draws the steps of a run at this interval. */
const DRAWN_EACH_MS = 125;

/** The whole page with the real session and settings, scripted providers and fake timers. */
export async function renderApp({
  film,
  ranMs,
  settings: kept,
  listModels,
  checkKey,
  commands,
  pageState,
  priceBook,
  storage,
  keptVideo,
  ...harnessOptions
}: RenderAppOptions = {}) {
  if (!vi.isFakeTimers()) vi.useFakeTimers();
  const stored = createPreferences(storage ?? null);
  const harness = createHarness({
    startProblem: () => startProblem(settings.store.getState()),
    tariff: () => tariffOf(settings.store.getState()),
    readPricing: () => ({ ...settings.store.getState().prices, ...settings.store.getState() }),
    madeWith() {
      const { prompt, model } = settings.store.getState();
      return { prompt, model };
    },
    ...harnessOptions,
  });
  const { settings } = startSettings(
    {
      ...DEFAULT_SETTINGS,
      prices: { own: {}, stopAt: null, ...priceBook },
      languages: stored.languages.read(),
      ...kept,
    },
    {
      list: (id) => listModels?.(id) ?? live(modelOf(id, DEFAULT_MODEL.id)),
      check: (_, key) => checkKey?.(key) ?? { outcome: 'valid' },
    },
  );
  changesOf(settings.store)(harness.settingsChanged);
  settings.store.subscribe((state, before) => {
    if (state.languages !== before.languages) stored.languages.write(state.languages);
  });
  followFilm({ session: harness.session, settings, clock: fakeTimerClock, loadRunPart: runPart.load });
  const keepTheme = vi.fn();
  const page = createPageState();
  const video = createVideoDesk(keptVideo);
  page.setState({ ...pageState });
  const pageCommands = {
    saveProject: vi.fn(),
    readProject: vi.fn(),
    exportSettings: vi.fn(),
  };
  // Loaded as after the first touch of the page.
  await runPart.load();
  // Before the page is drawn, because drawing each step of a run takes most of its time.
  if (film !== undefined) {
    const [text, fileName] = typeof film === 'object' ? film : [typeof film === 'number' ? sampleSrt(film) : film];
    harness.session.openSource(text, [], fileName);
    await vi.advanceTimersByTimeAsync(0);
  }
  if (ranMs !== undefined) {
    void harness.session.translate();
    await vi.advanceTimersByTimeAsync(ranMs);
  }
  const element = (
    <App
      session={harness.session}
      settings={settings}
      theme={{ read: () => 'system', write: keepTheme }}
      page={page}
      video={video}
      commands={{ ...pageCommands, ...commands }}
    />
  );
  const view = await act(async () => render(element));
  // The first touch requests the editor. It is loaded here, so that it does not arrive in the middle of a test.
  await act(async () => {
    window.dispatchEvent(new Event('pointermove'));
    await vi.advanceTimersByTimeAsync(0);
  });
  const app = {
    ...harness,
    ...view,
    /** The page shows something else in its place, and then this page again. */
    async comeBack() {
      await act(async () => view.rerender(<main />));
      await app.pass(1_000);
      await act(async () => view.rerender(element));
      await app.settle(1_000);
    },
    settings,
    keepTheme,
    page,
    video,
    pageCommands,
    user: userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTimeAsync(ms) }),
    /** Lets `ms` pass, including promises and drawing. `act` draws only at its end, but the next step of a run waits for the drawing. */
    async pass(ms: number) {
      for (let left = ms; left > 0 || left === ms; left -= DRAWN_EACH_MS) {
        await act(() => vi.advanceTimersByTimeAsync(Math.min(left, DRAWN_EACH_MS)));
      }
    },
    /** Waits until the requested code is loaded, and then lets `ms` pass. */
    async settle(ms: number) {
      await act(() => vi.dynamicImportSettled());
      await app.pass(ms);
    },
    /** Calls a command of the session from outside the page. Then waits for the task that draws its changes, or for `ms`. */
    async give(command: () => void, ms?: number) {
      await act(async () => {
        command();
        await vi.advanceTimersByTimeAsync(0);
      });
      if (ms !== undefined) await app.pass(ms);
    },
    /** `eventually`, with drawing after each turn. */
    eventually: <T,>(check: () => T | Promise<T>) => eventually(check, (turn) => act(turn)),
    async fill(field: Element, text: string) {
      await app.user.clear(field);
      await app.user.type(field, text);
    },
    /** Clicks and lets `ms` pass. */
    async click(element: Element, ms: number) {
      await app.user.click(element);
      await app.pass(ms);
    },
  };
  return app;
}
