import { type Clock, delay } from '../clock/clock.ts';
import type { Connectivity } from '../engine/job.ts';
import { createEngine, type LoadRunPart } from '../film/create-engine.ts';
import { EMPTY_WORK, type Work } from '../film/film.ts';
import type { Series } from '../film/series.ts';
import type { Session } from '../film/session.ts';
import { NO_ORDERS, type SeriesRecords } from '../film/stored-series.ts';
import { parseJson } from '../lib/json.ts';
import { stampOf } from '../lib/text.ts';
import type { FilmNotes } from '../notes/notes.ts';
import { byEndpoint, PROVIDERS } from '../providers/endpoints.ts';
import { createProviderLoader } from '../providers/load-provider.ts';
import { jsonAt, listAt, type TransportParts, textAt } from '../providers/transport/http.ts';
import { DEFAULT_CALLS, type KeptSettings, type Settings } from '../settings/settings.ts';
import { FOUND_TERM, type Scene, type SceneId, type ScriptedReply, sceneOf } from './scenes.ts';

/** Invented names, so that nobody looks for these models elsewhere. The demo starts with this one. */
const DEMO_MODEL = 'gpt-demo-mini';
const MODELS = [
  { id: DEMO_MODEL, created: Date.UTC(2025, 4, 1) / 1_000 },
  { id: 'gpt-demo', created: Date.UTC(2025, 4, 1) / 1_000 },
  { id: 'gpt-demo-nano', created: Date.UTC(2024, 9, 1) / 1_000 },
];

/** A demo with its own session and settings. It stores and sends nothing. */
export interface Demo {
  readonly session: Session;
  readonly settings: Settings;
  /** Stores the films of a series that are not open, in memory; undefined: the scene has one film. */
  readonly records: SeriesRecords | undefined;
  /** Ends timers and requests. */
  dispose(): void;
}

interface DemoParts {
  readonly clock: Clock;
  readonly loadRunPart: LoadRunPart;
  readonly scene: SceneId;
}

/** The scene waits for Translate. Restart opens the film again, and the demo then runs in the same way. */
export function createDemo({ clock, loadRunPart, scene: id }: DemoParts): Demo {
  const scene = sceneOf(id);
  let standIn = createDemoFetch({ clock, scene });
  const loadProvider = createProviderLoader({ clock, fetch: (...call) => standIn(...call) });
  const isSeries = scene.films.length > 1;
  const works = scene.films.map(
    ({ source, fileName }): Work => ({
      ...EMPTY_WORK,
      id: isSeries ? fileName : '',
      sourceText: source,
      fileName,
      notes: scene.notes,
    }),
  );
  const { settings, session, dispose } = createEngine({
    clock,
    connectivity: ALWAYS_ONLINE,
    loadProvider,
    loadRunPart,
    kept: { ...DEMO_SETTINGS, prompt: scene.prompt },
    ...(works[0] && { initial: works[0] }),
  });

  return {
    session: {
      ...session,
      clear(what) {
        if (what !== 'all') return session.clear(what);
        const { fileName } = session.store.getState();
        const { source } = scene.films.find((film) => film.fileName === fileName) ?? scene.films[0];
        session.clear('all');
        standIn = createDemoFetch({ clock, scene });
        session.openSource(source, [], fileName);
        // In a series the notes stay.
        if (!isSeries) session.changeNotes(scene.notes);
      },
    },
    settings,
    records: isSeries ? inMemory(works, loadRunPart) : undefined,
    dispose,
  };
}

/** The list of these films, without any batches. It exists as long as the demo is shown. */
function inMemory(works: readonly Work[], loadRunPart: LoadRunPart): SeriesRecords {
  let list: Series | undefined;
  const films = new Map(works.map((work) => [work.id, work]));
  async function newList(): Promise<Series> {
    const { NO_LIST, NO_ROW } = await loadRunPart();
    const rows = works.map(({ id, fileName, sourceText }) => {
      const known = { path: fileName, stamp: stampOf(sourceText), phrases: sourceText.split('\n\n').length };
      return { ...NO_ROW, id, ...known, language: 'en' };
    });
    return { ...NO_LIST, id: 'demo', rows };
  }
  const write: SeriesRecords['write'] = async (series, changed, removedIds = []) => {
    if (series) list = series;
    for (const work of changed) films.set(work.id, work);
    for (const id of removedIds) films.delete(id);
    return true;
  };
  return {
    read: async () => list ?? newList(),
    film: async (id) => films.get(id),
    readAhead: async () => [],
    hold: () => () => {},
    write,
    save: (changed) => write(null, changed),
    order: () => {},
    ordered: async () => NO_ORDERS,
    noter: () => async () => false,
    clean: async () => {},
    folders: () => Promise.reject(new Error('The demo keeps no folders.')),
  };
}

/** The demo sends nothing, so it also runs offline. */
const ALWAYS_ONLINE: Connectivity = { isOnline: () => true, subscribe: () => () => {} };

const DEMO_SETTINGS: Omit<KeptSettings, 'prompt'> = {
  model: { endpoint: 'openai', id: DEMO_MODEL },
  promptFollows: false,
  modelChosen: true,
  keys: byEndpoint((id) => (id === 'openai' ? 'demo-key' : '')),
  doubtfulKeys: byEndpoint(() => ''),
  calls: DEFAULT_CALLS,
  concurrency: 'automatic',
  keepKeys: 'session',
};

interface StandInParts {
  readonly clock: Clock;
  readonly scene: Pick<Scene, 'createScript' | 'isShort' | 'notes'>;
  /** Returns a number from 0 up to 1, for the delays. */
  readonly random?: () => number;
}

const BASE = PROVIDERS.openai.baseAddress;

const LIST_DELAY_MS = 400;
const SHORTEST_REPLY_MS = 1_200;
const LONGEST_REPLY_MS = 3_500;

/**
 * A provider inside the page. It answers OpenAI's model list and chat completions with recorded replies, at the speed of a small model, and sends nothing. Each
 * stand-in plays its script from the beginning. When the signal aborts, it rejects as fetch does.
 */
export function createDemoFetch({ clock, scene, random = Math.random }: StandInParts): TransportParts['fetch'] {
  const reply = scene.createScript();
  const pace = scene.isShort ? 0.4 : 1;

  function answerChat(body: string): Response {
    if (isReading(body)) return chatCompletion(body, foundIn(scene.notes), clock.now());
    const texts = readTexts(body);
    if (texts === undefined) return refusal(400, 'The demo cannot read this request.');
    return chatCompletion(body, reply(texts), clock.now());
  }

  return async (input, init) => {
    const request = new Request(input, init);
    const wait = async (delayMs: number) => {
      await delay(clock, delayMs, request.signal);
      request.signal.throwIfAborted();
    };
    if (request.method === 'GET' && request.url === `${BASE}/models`) {
      await wait(LIST_DELAY_MS);
      return modelList();
    }
    if (request.method === 'POST' && request.url === `${BASE}/chat/completions`) {
      await wait(pace * (SHORTEST_REPLY_MS + random() * (LONGEST_REPLY_MS - SHORTEST_REPLY_MS)));
      return answerChat(await request.text());
    }
    await wait(LIST_DELAY_MS);
    return refusal(404, 'The demo answers as openai alone.');
  };
}

/** True if the request reads the film for notes. */
const isReading = (body: string): boolean =>
  listAt(parseJson(body), 'messages')?.some((message) =>
    /(?:^|\n)Subtitles:\n/.test(textAt(message, 'content') ?? ''),
  ) ?? false;

/** The scene's notes and one new term. */
function foundIn(notes: FilmNotes): ScriptedReply {
  const { about, people, address, terms } = notes;
  return { content: JSON.stringify({ about, people, address, terms: [...terms, FOUND_TERM] }), finishReason: 'stop' };
}

/** The source texts by number in the body of an OpenAI chat completion; undefined: it has none. */
function readTexts(body: string): Readonly<Record<string, string>> | undefined {
  const messages = listAt(parseJson(body), 'messages') ?? [];
  // The batch is in the last message. In the corrective pass it is in the last message before the model's answer.
  const answeredAt = messages.findIndex((message) => textAt(message, 'role') === 'assistant');
  const content = textAt(messages.at(answeredAt < 0 ? -1 : answeredAt - 1), 'content');
  const phrases = parseJson(content ?? '');
  if (typeof phrases !== 'object' || phrases === null) return undefined;
  return Object.fromEntries(Object.entries(phrases).map(([key, text]) => [key, String(text)]));
}

/** `now`: milliseconds since 1970. */
function chatCompletion(requestBody: string, { content, finishReason }: ScriptedReply, now: number): Response {
  const prompt = tokensOf(requestBody);
  const completion = tokensOf(content);
  return respond(200, {
    id: 'chatcmpl-demo',
    object: 'chat.completion',
    created: Math.floor(now / 1_000),
    model: jsonAt(parseJson(requestBody), 'model') ?? DEMO_MODEL,
    choices: [{ index: 0, message: { role: 'assistant', content, refusal: null }, finish_reason: finishReason }],
    usage: {
      prompt_tokens: prompt,
      completion_tokens: completion,
      total_tokens: prompt + completion,
      completion_tokens_details: { reasoning_tokens: 0 },
    },
  });
}

const modelList = (): Response =>
  respond(200, {
    object: 'list',
    data: MODELS.map(({ id, created }) => ({ id, object: 'model', created, owned_by: 'demo' })),
  });

const refusal = (status: number, message: string): Response =>
  respond(status, { error: { message, type: 'invalid_request_error', param: null, code: null } });

const respond = (status: number, body: object): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', 'x-request-id': 'demo' },
  });

const tokensOf = (text: string): number => Math.ceil(text.length / 4);
