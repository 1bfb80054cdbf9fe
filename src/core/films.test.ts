import { beforeEach, describe, expect, test, vi } from 'vitest';
import { filmFile } from '../../test/film-file.ts';
import { EN, FILMS } from '../../test/one-film-in-languages.ts';
import { sampleSrt } from '../../test/srt-sample.ts';
import { type CoreEvent, createCore, type Film, type FilmRequest, notesOf, suggestions, tracksOf } from '../core.ts';
import { parseJson } from '../lib/json.ts';
import { NO_NOTES } from '../notes/notes.ts';
import { formatNotes } from '../notes/notes-file.ts';
import { parseProject } from '../storage/project-file.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const REQUEST: Partial<FilmRequest> = { to: 'pt-BR', model: 'openai/gpt-4o' };
/** The price of one request to the stand-in, in US dollars. */
const CALL = (1_000 * 2.5 + 500 * 10) / 1e6;

interface Sent {
  readonly system: string;
  readonly phrases: Readonly<Record<string, string>> | undefined;
}

const FOUND = {
  about: 'A film about phrases.',
  people: [],
  address: [],
  terms: [{ source: 'Фраза', translation: 'Frase', note: '' }],
};

/** Answers after a second; `answer` undefined: translates each phrase, and reads a film. */
function standIn(answer?: (sent: Sent, count: number) => Response | undefined) {
  const sent: Sent[] = [];
  const network: typeof globalThis.fetch = async (_, init) => {
    const { messages } = parseJson(String(init?.body)) as { messages: { content: string }[] };
    const phrases = parseJson(messages.at(-1)?.content ?? '') as Sent['phrases'];
    const request = { system: messages[0]?.content ?? '', phrases };
    const count = sent.push(request);
    await new Promise((resolve, reject) => {
      setTimeout(resolve, 1_000);
      init?.signal?.addEventListener('abort', reject);
    });
    return answer?.(request, count) ?? reply(phrases ? translated(phrases) : FOUND);
  };
  return { network, sent };
}

const translated = (phrases: object) =>
  Object.fromEntries(Object.entries(phrases).map(([number, text]) => [number, `T ${text}`]));

const reply = (content: object) =>
  Response.json({
    choices: [{ message: { content: JSON.stringify(content) }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 1_000, completion_tokens: 500 },
  });

type Parts = Partial<Parameters<typeof createCore>[0]>;
const coreOf = (parts: Parts = {}) => createCore({ network: standIn().network, keys: { openai: 'key' }, ...parts });

async function opened(core: ReturnType<typeof createCore>, text: string, more: Partial<FilmRequest> = {}) {
  const film = await core.open({ bytes: bytesOf(text), name: 'film.srt' }, { ...REQUEST, ...more });
  if (!film.ok) throw new Error(film.error);
  return film.value;
}

async function ran(film: Film, ms = 20_000) {
  const ended = film.run();
  await vi.advanceTimersByTimeAsync(ms);
  return ended;
}

beforeEach(() => void vi.useFakeTimers());

describe('a film that is opened', () => {
  test('is known by its format, phrases and language, and nothing is sent', async () => {
    const { network, sent } = standIn();
    const film = await opened(coreOf({ network }), sampleSrt(45));
    expect(film).toMatchObject({
      name: 'film.srt',
      format: 'srt',
      phrases: 45,
      language: 'ru',
      target: 'pt-BR',
      told: [],
    });
    expect(film.prompt).toContain('from informal Russian into informal Brazilian Portuguese');
    expect(film.savedName()).toBe('film.pt-BR.srt');
    expect(film.savedName({ both: 'below' })).toBe('film.both.pt-BR.srt');
    expect(film.progress()).toEqual({ done: 0, failed: 0, total: 3, underWay: 0 });
    expect(sent).toEqual([]);
  });

  test('has a price, in which notes count', async () => {
    const core = coreOf();
    const film = await opened(core, sampleSrt(45));
    const bare = film.price();
    expect(bare).toMatchObject({ requests: 3, currency: 'USD' });
    expect(bare.low).toBeGreaterThan(0);
    film.setNotes({ ...NO_NOTES, about: 'A film about phrases. '.repeat(20) });
    expect(film.price().tokens.input).toBeGreaterThan(bare.tokens.input);
    expect(film.price({ reading: true }).requests).toBe(4);
    const unknown = await opened(core, sampleSrt(45), { model: 'openai/own-model' });
    expect(unknown.price()).toMatchObject({ requests: 3, low: undefined, high: undefined });
    const here = await opened(core, sampleSrt(45), { model: 'ollama/gemma3' });
    expect(here.price()).toMatchObject({ low: 0, high: 0 });
  });

  test('is mended as the page proposes, and says so; no message has a mark of direction of a name', async () => {
    const core = coreOf();
    const film = await opened(core, sampleSrt(4).replace('\n3\n', '\n'));
    expect(film.phrases).toBe(4);
    expect(film.told).toMatchObject([{ code: 'mended', message: expect.stringContaining('number') }]);
    const strict = { ...NO_REPAIRS, strictRead: true };
    const bytes = bytesOf(sampleSrt(4).replace('\n3\n', '\n'));
    const refused = await core.open({ bytes, name: 'fi\u202elm.srt' }, { ...REQUEST, repairs: strict });
    expect(refused).toMatchObject({
      ok: false,
      error: expect.stringContaining('"film.srt" needs a repair in '),
    });
  });

  test('has its times in frames converted at the video’s rate, if the request names it', async () => {
    const core = coreOf();
    const readable = srtOf(['00:00:01:12 --> 00:00:02:00', '00:00:03:20 --> 00:00:04:05']);
    expect((await opened(core, readable)).told).toEqual([
      { code: 'frames', message: expect.stringContaining('The repair needs the frames per second of the video') },
    ]);
    const broken = bytesOf(readable.replaceAll('-->', '->'));
    expect(await core.open({ bytes: broken, name: 'a.srt' }, REQUEST)).toMatchObject({
      ok: false,
      error: expect.stringContaining('Give the frame rate of the video (--frame-rate): 23.976, 24,'),
    });
    const film = await opened(core, readable, { repairs: { ...NO_REPAIRS, frameRate: '25' } });
    expect(film.told).toContainEqual({
      code: 'mended',
      message: expect.stringMatching(/^2 timings count frames .* The times are read at 25 frames a second\.$/),
    });
    await ran(film);
    const saved = await film.save();
    expect(saved.ok && new TextDecoder().decode(saved.value.bytes)).toContain('00:00:01,480 --> 00:00:02,000');
  });

  test('is translated from one of its two languages on request, and otherwise reports both', async () => {
    const { network, sent } = standIn();
    const core = coreOf({ network });
    const times = EN.map((_, at) => `00:00:${10 + 3 * at},000 --> 00:00:${12 + 3 * at},000`);
    const two = srtOf(
      times,
      EN.map((text, at) => `${text}\n${FILMS.Russian[at]}`),
    );
    expect((await opened(core, two)).told).toContainEqual({
      code: 'two-languages',
      message: expect.stringMatching(/^8 of 8 subtitles have their text twice: in .* you pay for both\.$/),
    });
    const film = await opened(core, two, { repairs: { ...NO_REPAIRS, oneLanguage: 'second' } });
    expect(film.told).toEqual([
      { code: 'mended', message: expect.stringMatching(/^8 of 8 .* Only the text in Russian is translated\.$/) },
    ]);
    await ran(film);
    expect(Object.values(sent[0]?.phrases ?? {})).toEqual(FILMS.Russian);
  });

  test('has its rolling captions and garbled letters repaired on request', async () => {
    const core = coreOf();
    const words = ['Good morning', 'and welcome', 'to the show', 'of today', 'with our', 'guests.'];
    // Captions of a video site: a line appears below the one before, and is then alone for a moment.
    const cues = words.flatMap((word, at) => [
      `00:00:${10 + at}.000 --> 00:00:${10 + at}.990\n${words[at - 1] ?? ' '}\n${word}\n`,
      `00:00:${10 + at}.990 --> 00:00:${11 + at}.000\n${word}\n`,
    ]);
    const rolling = `WEBVTT\n\n${cues.join('\n')}`;
    const asIs = await opened(core, rolling);
    expect(asIs.told).toMatchObject([{ code: 'unroll' }]);
    const repairs = { ...NO_REPAIRS, unroll: true, repairLetters: true };
    const unrolled = await opened(core, rolling, { repairs });
    expect(unrolled.told).toMatchObject([{ code: 'mended' }]);
    const garbled = new TextDecoder('windows-1252').decode(
      bytesOf(sampleSrt(20).replaceAll('Фраза', 'É já não está à noite')),
    );
    expect((await opened(core, garbled)).told).toContainEqual(expect.objectContaining({ code: 'letters' }));
    expect((await opened(core, garbled, { repairs, to: 'de' })).told).toEqual([]);
    expect((await opened(core, garbled, { repairs })).told).toMatchObject([{ code: 'same-language' }]);
  });

  test('reports that it seems to be in another language than the request says', async () => {
    const core = coreOf();
    expect((await opened(core, sampleSrt(20), { from: 'en' })).told).toEqual([
      { code: 'language', message: 'The film seems to be in Russian, not in English.' },
    ]);
    expect((await opened(core, sampleSrt(20), { prompt: 'From German into Dutch.' })).told).toMatchObject([
      { code: 'language', message: 'The film seems to be in Russian, but the prompt translates from German.' },
    ]);
    expect((await opened(core, sampleSrt(20).replaceAll('Фраза', ''))).told).toMatchObject([
      { code: 'unknown-language' },
    ]);
  });

  test.each([
    ['Film.et.srt', 'Tere! Jah.', 'Estonian', ['unknown-language']],
    ['Film.srt', 'Tere! Jah.', 'English', ['unknown-language']],
    ['Film.pt-BR.srt', 'Tere! Jah.', 'English', ['unknown-language']],
    ['Film.no.srt', 'Jeg har det ikke på meg, men det er så fint og du er her til vi går.', 'Norwegian', []],
    ['Film.pl.srt', 'What is it that you have? I was with you and they are not of this.', 'English', []],
  ])(
    'named %s is asked for in the language that its name says, where the text may be in it',
    async (name, text, language, codes) => {
      const film = await coreOf().open({ bytes: bytesOf(sampleSrt(9).replaceAll(/Фраза.*/g, text)), name }, REQUEST);
      if (!film.ok) throw new Error(film.error);
      expect(film.value.prompt).toContain(language);
      expect(film.value.told.map(({ code }) => code)).toEqual(codes);
    },
  );

  test.each([
    [{ to: 'xx-nonsense' }, 'not a known language'],
    [{ model: 'gpt-4o' }, 'does not name a known provider'],
    [{ model: 'openai/' }, 'has no model'],
    [{ tone: 'rude' as never }, 'is not a tone'],
  ])('is refused if the request is invalid: %j', async (more, words) => {
    const result = await coreOf().open({ bytes: bytesOf(sampleSrt(2)), name: 'film.srt' }, { ...REQUEST, ...more });
    expect(result).toMatchObject({ ok: false, error: expect.stringContaining(words) });
  });
});

describe('a film that was begun before', () => {
  /** Stopped after the first of three batches. */
  async function begun() {
    const core = coreOf({ settings: { atOnce: 1 } });
    const film = await opened(core, sampleSrt(45));
    const ended = film.run();
    await vi.advanceTimersByTimeAsync(1_500);
    const stopped = film.stop();
    await vi.advanceTimersByTimeAsync(1_500);
    await stopped;
    expect(await ended).toMatchObject({ kind: 'paused', cause: 'stopped' });
    expect(film.progress()).toEqual({ done: 2, failed: 0, total: 3, underWay: 0 });
    return film;
  }

  test('continues from the state of an interrupted run, and pays only for the rest', async () => {
    const restored = (await begun()).project();
    const { network, sent } = standIn();
    const core = coreOf({ network, maxCost: 1.5 * CALL });
    const film = await opened(core, sampleSrt(45), { restored });
    expect(film.progress()).toEqual({ done: 2, failed: 0, total: 3, underWay: 0 });
    expect(film.price().requests).toBe(1);
    expect(await ran(film)).toEqual({ kind: 'finished' });
    expect(sent).toHaveLength(1);
    expect(film.cost().cost).toBeCloseTo(CALL);
    expect(core.spent().cost).toBeCloseTo(CALL);
    expect(core.spent().tokens).toEqual({ input: 1_000, output: 500 });
    expect(await film.save()).toMatchObject({ ok: true, value: { translated: 45 } });
    expect(await film.check()).toMatchObject({ lines: 45 });
  });

  test('begins again if the text has changed, and says so', async () => {
    const restored = (await begun()).project();
    const film = await opened(coreOf(), sampleSrt(46), { restored });
    expect(film.told).toMatchObject([{ code: 'restored' }]);
    expect(film.progress().done).toBe(0);
    expect((await opened(coreOf(), sampleSrt(46), { restored: '{' })).told).toMatchObject([{ code: 'restored' }]);
  });

  test('is recognized as a project of the page by its content, and brings its prompt and model', async () => {
    const project = (await begun()).project();
    const { network, sent } = standIn();
    const core = coreOf({ network });
    const found = await core.open({ bytes: bytesOf(project), name: 'a.json' }, {});
    if (!found.ok) throw new Error(found.error);
    const film = found.value;
    expect(film).toMatchObject({ name: 'film.srt', model: 'openai/gpt-4o' });
    expect(film.prompt).toContain('Brazilian Portuguese');
    expect(await ran(film)).toEqual({ kind: 'finished' });
    expect(sent).toHaveLength(1);
    const again = parseProject(film.project());
    expect(again.ok && again.value.session.batches.every(({ state }) => state === 'ok')).toBe(true);
  });
});

const NO_REPAIRS = {
  strictRead: false,
  unroll: false,
  repairLetters: false,
  frameRate: undefined,
  oneLanguage: undefined,
} as const;

const srtOf = (times: readonly string[], texts: readonly string[] = times.map(() => 'What is it?')): string =>
  times.map((time, at) => `${at + 1}\n${time}\n${texts[at]}\n`).join('\n');

describe('reading a film for notes', () => {
  test('adds the findings to the notes, which later requests contain', async () => {
    const { network, sent } = standIn();
    const core = coreOf({ network });
    const film = await opened(core, sampleSrt(20));
    const read = film.readNotes();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await read).toEqual({ kind: 'finished' });
    expect(film.notes).toMatchObject(FOUND);
    expect(await ran(film)).toEqual({ kind: 'finished' });
    expect(sent.map(({ phrases }) => phrases !== undefined)).toEqual([false, true]);
    expect(JSON.stringify(sent[1])).toContain('Frase');
    expect(core.spent().cost).toBeCloseTo(2 * CALL);
  });

  test('[D9.3] keeps to the sum of money', async () => {
    const { network, sent } = standIn();
    const film = await opened(coreOf({ network, maxCost: 0.0001 }), sampleSrt(20));
    const read = film.readNotes();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await read).toMatchObject({ kind: 'paused', cause: 'limit', failure: 'limit' });
    expect(sent).toEqual([]);
  });
});

describe('events report', () => {
  const typesOf = (events: readonly CoreEvent[]) => events.map(({ type }) => type);

  test('each batch as it is done, with what the film has cost', async () => {
    const events: CoreEvent[] = [];
    const film = await opened(
      coreOf({ onEvent: (event) => events.push(event), settings: { atOnce: 1 } }),
      sampleSrt(45),
    );
    await ran(film);
    expect(events.filter(({ type }) => type === 'batch')).toMatchObject([
      { n: 1, of: 3, cost: expect.closeTo(CALL) },
      { n: 2, of: 3, cost: expect.closeTo(2 * CALL) },
      { n: 3, of: 3, cost: expect.closeTo(3 * CALL) },
    ]);
    expect(typesOf(events)).toEqual(['opened', 'answer', 'batch', 'answer', 'batch', 'answer', 'batch']);
    expect(events.every((event) => event.film === film)).toBe(true);
  });

  test('a failed batch, and why', async () => {
    const events: CoreEvent[] = [];
    const refuse = () => Response.json({ error: { message: 'Not so.' } }, { status: 400 });
    const { network } = standIn(() => refuse());
    const film = await opened(coreOf({ network, onEvent: (event) => events.push(event) }), sampleSrt(20));
    expect(await ran(film)).toMatchObject({
      kind: 'failed',
      failed: 1,
      total: 1,
      message: expect.stringContaining('Not so.'),
    });
    expect(events).toContainEqual(expect.objectContaining({ type: 'failed', batch: 1 }));
    expect(await film.save()).toMatchObject({ ok: false, error: expect.stringContaining('0 of 1 batches') });
    const filled = await film.save({ fillGaps: true });
    expect(filled).toMatchObject({ ok: true, value: { name: 'film.pt-BR.srt' } });
    expect(filled.ok && new TextDecoder().decode(filled.value.bytes)).toBe(sampleSrt(20));
  });

  test('a server on this computer that does not answer, at each try', async () => {
    const events: CoreEvent[] = [];
    const network = async () => {
      throw new TypeError('refused');
    };
    const core = coreOf({ network, onEvent: (event) => events.push(event) });
    const film = await opened(core, sampleSrt(100), { model: 'ollama/gemma3' });
    void film.run();
    await vi.advanceTimersByTimeAsync(300_000);
    const waits = events.filter((event) => event.type === 'wait');
    expect(waits.length).toBeGreaterThanOrEqual(3);
    expect(waits.every(({ failure }) => failure === 'not-running')).toBe(true);
    expect(Math.max(...waits.map(({ tries }) => tries))).toBeGreaterThanOrEqual(3);
    core.dispose();
  });

  test('a wait that the provider asks for', async () => {
    const events: CoreEvent[] = [];
    const network = async () => Response.json({}, { status: 429, headers: { 'retry-after': '30' } });
    const core = coreOf({ network, onEvent: (event) => events.push(event) });
    void (await opened(core, sampleSrt(20))).run();
    const now = Date.now();
    await vi.advanceTimersByTimeAsync(5_000);
    const wait = events.find((event) => event.type === 'wait');
    expect(wait).toMatchObject({ failure: 'pace' });
    expect(wait && wait.until - now).toBeGreaterThan(25_000);
    core.dispose();
  });
});

describe('a video', () => {
  const file = filmFile(
    [
      { language: 'en', name: 'Signs', isForced: true },
      { language: 'en', isDefault: true, texts: ['What is it that you want?', 'I have to go.'] },
      { language: 'pt', texts: ['O que você quer?', 'Tenho de ir.'] },
      { codecId: 'S_HDMV/PGS', language: 'fr' },
    ],
    'Film.mkv',
  );

  test('names its tracks, counted from 1 as the page shows them', async () => {
    const tracks = await tracksOf(file);
    expect(tracks).toMatchObject({ ok: true });
    expect(tracks.ok && tracks.value).toMatchObject([
      { number: 1, language: 'en', title: 'Signs', forced: true, text: true, phrases: 2 },
      { number: 2, language: 'en', default: true, forced: false, text: true },
      { number: 3, language: 'pt', text: true },
      { number: 4, language: 'fr', kind: 'PGS', text: false },
    ]);
    const other = { name: 'Film.avi', size: 4, slice: () => new Blob(['text']) };
    expect(await tracksOf(other)).toMatchObject({ ok: false, error: expect.stringContaining('Film.avi') });
  });

  test.each([
    [undefined, 'What is it that you want?'],
    [3, 'O que você quer?'],
    ['pt', 'O que você quer?'],
    ['en', 'What is it that you want?'],
    ['por', 'O que você quer?'],
    ['PT_br', 'O que você quer?'],
  ])('opens the track that %s selects', async (track, first) => {
    const film = await coreOf().open({ file, track }, REQUEST);
    expect(film).toMatchObject({ ok: true, value: { name: 'Film.srt', format: 'srt', phrases: 2 } });
    expect(film.ok && film.value.project()).toContain(first);
    expect(film.ok && film.value.told).toContainEqual(expect.objectContaining({ code: 'track' }));
    expect(film.ok && film.value.savedName()).toBe('Film.pt-BR.srt');
  });

  test.each([
    ['pt-BR', 'Você quer isso?'],
    ['pt-PT', 'Tu queres isto?'],
    ['pt', 'Tu queres isto?'],
    ['pt-AO', 'Tu queres isto?'],
  ])(
    'opens the track of the variant that %s names, and another variant only if there is no such track',
    async (track, text) => {
      const variants = filmFile(
        [
          { language: 'pt-PT', texts: ['Tu queres isto?'] },
          { language: 'pt-BR', texts: ['Você quer isso?'] },
        ],
        'Film.mkv',
      );
      const film = await coreOf().open({ file: variants, track }, { ...REQUEST, to: 'en' });
      expect(film.ok && film.value.project()).toContain(text);
    },
  );

  test('is translated from the language that its track names, if its text is too short to show a language', async () => {
    const estonian = filmFile([{ language: 'et', texts: ['Tere!', 'Jah.'] }], 'Film.mkv');
    const film = await coreOf().open({ file: estonian, track: undefined }, REQUEST);
    expect(film.ok && film.value.prompt).toContain('Estonian');
  });

  test.each([4, 9, 'de', 'fr', 'xx-nonsense', '-'])('lists the tracks if %s is not one of them', async (track) => {
    const film = await coreOf().open({ file, track }, REQUEST);
    expect(film).toMatchObject({ ok: false, error: expect.stringContaining('3 Portuguese') });
  });
});

test('lets answers for other films come in while its lines are judged', async () => {
  const film = await opened(coreOf(), sampleSrt(45));
  await ran(film);
  let time = Date.now();
  const slow = vi.spyOn(Date, 'now').mockImplementation(() => {
    time += 60;
    return time;
  });
  let isChecked = false;
  const checking = film.check().then(() => {
    isChecked = true;
  });
  for (let step = 0; step < 1_000; step++) await Promise.resolve();
  expect(isChecked).toBe(false);
  await vi.advanceTimersByTimeAsync(1_000);
  await checking;
  slow.mockRestore();
});

test('sends a film that was opened late before those that come after it', async () => {
  const { network, sent } = standIn();
  const core = coreOf({ network, settings: { atOnce: 1 } });
  for (const [name, place] of [
    ['C', 3],
    ['A', 1],
    ['B', 2],
  ] as const)
    void (await opened(core, sampleSrt(45).replaceAll('Фраза', `${name} фраза`), { place })).run();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(sent.map(({ phrases }) => Object.values(phrases ?? {})[0]?.[0]).join('')).toBe('CAAABBBCC');
});

test('stops at once on request, and unanswered calls count as paid for', async () => {
  const core = coreOf();
  const film = await opened(core, sampleSrt(20));
  const ended = film.run();
  await vi.advanceTimersByTimeAsync(500);
  await film.stop({ now: true });
  expect(await ended).toMatchObject({ kind: 'paused', cause: 'stopped' });
  expect(core.spent().guessed).toBeGreaterThan(0);
  const controller = new AbortController();
  const translating = core.translateFile(bytesOf(sampleSrt(20)), { ...REQUEST, signal: controller.signal });
  await vi.advanceTimersByTimeAsync(500);
  controller.abort();
  expect(await translating).toMatchObject({ ok: false, end: { kind: 'paused', cause: 'stopped' } });
});

test('lists the models of an endpoint with their prices, which count from then on', async () => {
  const models = {
    data: [{ id: 'maker/good', name: 'Good', pricing: { prompt: '0.000001', completion: '0.000002' } }],
  };
  const core = coreOf({ network: async () => Response.json(models), keys: { openrouter: 'key' } });
  const film = await opened(core, sampleSrt(20), { model: 'openrouter/maker/good' });
  expect(film.price().high).toBeUndefined();
  expect(await core.models('openrouter')).toMatchObject({
    ok: true,
    value: [{ id: 'maker/good', input: 1, output: 2 }],
  });
  expect(film.price().high).toBeGreaterThan(0);
  expect(await core.models('openai')).toMatchObject({
    ok: false,
    error: expect.stringContaining('without its API key'),
  });
});

test('[D9.3] under a limit, a model whose price is only in its endpoint’s list is used once the list is loaded', async () => {
  const urls: string[] = [];
  const models = {
    data: [{ id: 'maker/good', name: 'Good', pricing: { prompt: '0.000001', completion: '0.000002' } }],
  };
  const network: typeof globalThis.fetch = async (input, init) => {
    urls.push(String(input));
    return init?.body === undefined ? Response.json(models) : standIn().network(input, init);
  };
  const core = coreOf({ network, keys: { openrouter: 'key' }, maxCost: 1 });
  const films = [1, 2].map(() => opened(core, sampleSrt(2), { model: 'openrouter/maker/good' }));
  for (const film of await Promise.all(films)) expect(await ran(film)).toEqual({ kind: 'finished' });
  expect(urls.map((url) => url.split('/').at(-1))).toEqual(['models', 'completions', 'completions']);
  const unknown = await opened(core, sampleSrt(2), { model: 'openrouter/maker/other' });
  expect(await ran(unknown)).toMatchObject({ kind: 'refused', cause: 'limit' });
});

test('sends requests to another address if one is given', async () => {
  const urls: string[] = [];
  const network: typeof globalThis.fetch = async (input, init) => {
    urls.push(String(input));
    return standIn().network(input, init);
  };
  const addresses = { openai: 'https://gateway.example/openai/v1/', local: 'https://own.example/v1' };
  const core = coreOf({ network, settings: { addresses } });
  for (const model of ['openai/gpt-4o', 'local/some-model']) await ran(await opened(core, sampleSrt(2), { model }));
  expect(urls).toEqual([
    'https://gateway.example/openai/v1/chat/completions',
    'https://own.example/v1/chat/completions',
  ]);
});

test('suggests three models with the price of a film', () => {
  expect(suggestions(Date.UTC(2026, 10, 1))).toMatchObject([
    { model: 'openai/gpt-5.4-mini', low: expect.any(Number) },
    { model: expect.stringContaining('anthropic/') },
    { model: expect.stringContaining('google/') },
  ]);
});

test('reads notes from a project, a file of notes and a table of terms', async () => {
  const notes = { ...NO_NOTES, ...FOUND };
  const film = await opened(coreOf(), sampleSrt(2), { notes });
  for (const text of [film.project(), formatNotes(notes)])
    expect(await notesOf({ bytes: bytesOf(text), name: 'notes.json' })).toEqual({ ok: true, value: notes });
  const table = bytesOf('source,translation,note\nФраза,Frase,\n');
  expect(await notesOf({ bytes: table, name: 'terms.csv' })).toMatchObject({ ok: true, value: { terms: FOUND.terms } });
  for (const text of ['{"format":"other"}', '{', '\n'])
    expect(await notesOf({ bytes: bytesOf(text), name: 'x' })).toMatchObject({ ok: false });
});
