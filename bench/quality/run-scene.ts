import { createTimerClock } from '../../src/clock/clock.ts';
import { outputOf } from '../../src/engine/batch.ts';
import { progress } from '../../src/engine/run-state.ts';
import { createEngine } from '../../src/film/create-engine.ts';
import type { Work } from '../../src/film/film.ts';
import type { Session } from '../../src/film/session.ts';
import { standardPrompt } from '../../src/languages/prompt-language.ts';
import { addTokens, NO_TOKENS, sumOf, type Tokens } from '../../src/prices/price.ts';
import { priceOf } from '../../src/prices/price-of.ts';
import { byEndpoint } from '../../src/providers/endpoints.ts';
import { createProviderLoader } from '../../src/providers/load-provider.ts';
import type { Model } from '../../src/providers/provider.ts';
import { fitOf } from '../../src/review/measured-line.ts';
import { findMisalignment } from '../../src/review/misalignment/find-misalignment.ts';
import { createMisalignmentModel } from '../../src/review/misalignment/model.ts';
import { DEFAULT_CALLS, type KeptSettings, livePrice } from '../../src/settings/settings.ts';
import type { Phrase } from '../../src/subtitles/document.ts';
import { formatSrt } from '../../src/subtitles/srt.ts';
import { secondsOf, timingOf } from '../../src/subtitles/timing.ts';
import { batchAt } from '../../src/translation/batch.ts';
import { translationsOf } from '../../src/translation/check-reply.ts';
import { type JudgedFact, judgeFacts, type Scene, textOf } from './facts.ts';

/** A way to compose requests; each differs from "as specified" in one thing. */
export interface Variant {
  readonly name: string;
  readonly prepare: (session: Session, scene: Scene) => void;
}

export const VARIANTS: readonly Variant[] = [
  { name: 'as specified', prepare: () => {} },
  { name: 'with notes', prepare: (session, { notes }) => session.changeNotes(notes) },
  { name: 'context 10 + 5', prepare: (session) => session.changeOptions({ context: 'window' }) },
  { name: 'strict schema', prepare: (session) => session.changeOptions({ replyFormat: 'schema' }) },
];

/** The model, and the network to it. */
export interface Asked {
  readonly model: Model;
  /** '' if the endpoint needs none. */
  readonly key: string;
  /** The address of a local server; missing: the usual one. */
  readonly address?: string | undefined;
  readonly fetch?: typeof globalThis.fetch;
}

/** The result of one scene in one variant. */
export interface SceneResult {
  readonly scene: string;
  readonly variant: string;
  readonly facts: readonly JudgedFact[];
  readonly lines: number;
  /** Batches whose translations are under other lines. */
  readonly slides: number;
  /** Lines without a translation. */
  readonly empty: number;
  /** Visible characters of the translation, and how long its lines are shown. */
  readonly characters: number;
  readonly shownSeconds: number;
  readonly tokens: Tokens;
  /** In US dollars; undefined: the price is unknown. */
  readonly cost: number | undefined;
  /** From Translate until the last batch. */
  readonly seconds: number;
  /** The form of replies requested after the model refused a schema; missing: nothing was refused. */
  readonly fellTo?: 'JSON' | 'words alone';
}

/** The run cannot continue; the message has the provider's own words. */
export class RunStopped extends Error {
  override readonly name = 'RunStopped';
}

/** Translates a scene as the page does, and judges it. Throws RunStopped. */
export async function runScene(scene: Scene, variant: Variant, asked: Asked): Promise<SceneResult> {
  const { model, key, address } = asked;
  const clock = createTimerClock();
  const { endpoint } = model;
  const kept: KeptSettings = {
    prompt: standardPrompt({ from: scene.from, into: scene.into, tone: 'neutral' }),
    promptFollows: false,
    model,
    modelChosen: true,
    keys: byEndpoint((id) => (id === endpoint ? key : '')),
    doubtfulKeys: byEndpoint(() => ''),
    concurrency: 'automatic',
    calls: { ...DEFAULT_CALLS, addresses: address === undefined ? {} : { [endpoint]: address } },
    keepKeys: 'session',
    shownProvider: endpoint,
  };
  const engine = createEngine({
    clock,
    connectivity: { isOnline: () => true, subscribe: () => () => {} },
    loadRunPart: () => import('../../src/film/run-part.ts'),
    loadProvider: createProviderLoader({ clock, ...(asked.fetch && { fetch: asked.fetch }) }),
    kept: { ...kept, prices: { own: {}, stopAt: null } },
  });
  try {
    const { session, settings } = engine;
    session.openSource(formatSrt(phrasesOf(scene)), []);
    variant.prepare(session, scene);
    const startedAt = performance.now();
    await session.translate();
    await untilOver(session);
    const seconds = (performance.now() - startedAt) / 1_000;
    const state = session.store.getState();
    const sum = sumOf(state.spent, (priced) =>
      priceOf(priced, { own: {}, livePrice: (other) => livePrice(settings.store.getState(), other), now: Date.now() }),
    );
    return {
      ...{ scene: scene.name, variant: variant.name, seconds },
      ...judged(scene, state),
      ...fallOf(state),
      tokens: state.spent.reduce((all, { reported }) => addTokens(all, reported), NO_TOKENS),
      cost: sum.isPartial ? undefined : sum.cost,
    };
  } finally {
    engine.dispose();
  }
}

/** Waits until no batch is left. */
function untilOver({ store }: Session): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = () => {
      const state = store.getState();
      const { total, loading, waiting } = progress(state);
      const { paused, error } = state;
      if (paused && 'message' in paused) end(() => reject(new RunStopped(paused.message)));
      else if (total === 0) end(() => reject(new RunStopped(error || 'The scene could not be read.')));
      else if (loading + waiting === 0) end(resolve);
    };
    let unsubscribe = () => {};
    const end = (settle: () => void) => {
      unsubscribe();
      settle();
    };
    unsubscribe = store.subscribe(look);
    look();
  });
}

function fallOf({ notices }: Work): Pick<SceneResult, 'fellTo'> {
  const fall = notices.find((notice) => notice.kind === 'reply-form');
  return fall === undefined ? {} : { fellTo: fall.form === 'object' ? 'JSON' : 'words alone' };
}

function judged(scene: Scene, { phrases, batches }: Work) {
  const translations = new Map<number, string>();
  const model = createMisalignmentModel();
  for (const [index, each] of batches.entries()) {
    const batch = batchAt(phrases, index).phrases;
    const texts = translationsOf(batch, outputOf(each));
    for (const [number, text] of texts) translations.set(number, text);
    const lines = batch.map(({ number, time, text }) => ({
      number,
      time,
      original: text,
      translation: texts.get(number),
    }));
    model.learn(index, lines);
  }
  const shown = phrases.filter(({ number }) => translations.has(number));
  return {
    facts: judgeFacts(scene, translations),
    lines: phrases.length,
    slides: [...batches.keys()].filter((index) => findMisalignment(model, index) !== undefined).length,
    empty: phrases.length - shown.length,
    characters: shown.reduce((sum, { number }) => sum + fitOf(translations.get(number) ?? '', undefined).characters, 0),
    shownSeconds: shown.reduce((sum, { time }) => sum + (secondsOf(timingOf(time)) ?? 0), 0),
  };
}

/** Each line is shown as long as its original needs at 15 characters a second, but at least 1.2 s. */
export function phrasesOf({ lines }: Scene): readonly Phrase[] {
  let atMs = 1_000;
  return lines.map((line, index) => {
    const text = textOf(line);
    const from = atMs;
    const to = from + Math.max(1_200, Math.round((text.length / 15) * 1_000));
    atMs = to + 120;
    return { number: index + 1, time: `${timestamp(from)} --> ${timestamp(to)}`, text };
  });
}

function timestamp(ms: number): string {
  const [, time = ''] = new Date(ms).toISOString().split('T');
  return time.replace('.', ',').replace('Z', '');
}
