import { getEncoding } from 'js-tiktoken';
import { createTimerClock } from '../src/clock/clock.ts';
import { progress } from '../src/engine/run-state.ts';
import { createEngine } from '../src/film/create-engine.ts';
import type { Session } from '../src/film/session.ts';
import { standardPrompt } from '../src/languages/prompt-language.ts';
import { readingParts, USUAL_ROOM } from '../src/notes/film-reading.ts';
import { type FilmNotes, NO_NOTES } from '../src/notes/notes.ts';
import { countsOf, scaleOf, tokenizerOf } from '../src/prices/text-counts.ts';
import { byEndpoint } from '../src/providers/endpoints.ts';
import { createProviderLoader } from '../src/providers/load-provider.ts';
import { listAt, textAt } from '../src/providers/transport/http.ts';
import { DEFAULT_CALLS } from '../src/settings/settings.ts';
import type { Phrase } from '../src/subtitles/document.ts';
import { formatSrt } from '../src/subtitles/srt.ts';
import { type Call, reply } from '../test/stand-in-call.ts';
import { fetchInto } from '../test/stand-in-fetch.ts';
import { type StandIn, startStandIn } from '../test/stand-in-provider.ts';
import { answerText } from './answer.ts';
import { createFilm } from './film.ts';

/** What film notes add to a film's requests and time, and how many calls read a film. notes.bench.ts runs it as a process. */
export interface NotesFigures {
  /** Input tokens (o200k) of 1,600 lines with notes, divided by those without. */
  readonly tokens: number;
  /** Average number of terms in a request: those of its lines and of their context. */
  readonly termsTold: number;
  /** Time with notes, divided by that without; each time the faster of two runs. */
  readonly time: number;
  /** Calls that read a film, by its lines. */
  readonly readingCalls: Readonly<Record<number, number>>;
}

const MODEL = { endpoint: 'openai', id: 'gpt-5-mini' } as const;
const LINES = 1_600;
const LONG_FILM_LINES = 10_000;
const AT_ONCE = 8;
/** An answer takes 1500 ms + 10 ms per output token of four characters, as in all scenarios. */
const FIRST_TOKEN_MS = 1_500;
const TOKEN_MS = 10;

const PEOPLE =
  'Анна:Anna Виктор:Viktor Лёва:Liova Марина:Marina Громов:Gromov Тамара:Tamara Юра:Iura Соня:Sónia Рустам:Rustam Нина:Nina Костя:Kóstia Белка:Belka'
    .split(' ')
    .map((pair) => pair.split(':'));
const TERMS =
  'маяк:farol причал:cais лодка:barco туман:nevoeiro фонарь:lanterna якорь:âncora парус:vela компас:bússola шторм:temporal рубка:casa do leme трюм:porão мачта:mastro канат:cabo пристань:embarcadouro шлюпка:bote каюта:camarote палуба:convés штурман:navegador боцман:contramestre волна:vaga гавань:enseada отмель:baixio буй:boia прилив:maré cheia отлив:maré baixa лоцман:piloto da barra киль:quilha корма:popa бриз:brisa архипелаг:arquipélago';
const TERM_ROWS = TERMS.split(/ (?=[а-яё])/).map((pair) => {
  const [source = '', translation = ''] = pair.split(':');
  return { source, translation, note: '' };
});
/** With those of the context, the previous batch, a request contains four. */
const TERMS_A_BATCH = 2;
const LINES_A_BATCH = 20;

/** 12 people, 8 pairs of address, 30 terms, nothing about the film. */
const NOTES: FilmNotes = {
  ...NO_NOTES,
  people: PEOPLE.map(([name = '', translation = ''], place) => ({
    ...{ name, translation, note: '' },
    gender: place % 2 === 0 ? 'female' : 'male',
  })),
  address: PEOPLE.slice(0, 8).map(([from = ''], place) => ({
    from,
    to: PEOPLE[place + 1]?.[0] ?? '',
    form: place % 2 === 0 ? 'tu' : 'formal',
  })),
  terms: TERM_ROWS,
};

/** The bench's film with two of the terms in each batch, in turn. */
const filmWithTerms = (): readonly Phrase[] =>
  createFilm({ phrases: LINES }).map((phrase, index) => {
    const place = index % LINES_A_BATCH;
    if (place % (LINES_A_BATCH / TERMS_A_BATCH) !== 0) return phrase;
    const batch = Math.floor(index / LINES_A_BATCH);
    const term = TERM_ROWS[(batch * TERMS_A_BATCH + place / (LINES_A_BATCH / TERMS_A_BATCH)) % TERM_ROWS.length];
    return { ...phrase, text: phrase.text.replace(/^\S+/, term?.source ?? '') };
  });

const encoding = getEncoding('o200k_base');
const textsIn = ({ body }: Call): readonly string[] =>
  (listAt(body, 'messages') ?? []).map((message) => textAt(message, 'content') ?? '');

/** The page's own session with a stand-in, and at most so many requests at once. */
async function withSession<T>(standIn: StandIn, film: readonly Phrase[], work: (session: Session) => Promise<T>) {
  const clock = createTimerClock();
  const engine = createEngine({
    clock,
    connectivity: { isOnline: () => true, subscribe: () => () => {} },
    loadRunPart: () => import('../src/film/run-part.ts'),
    loadProvider: createProviderLoader({ clock, fetch: fetchInto(standIn.origin) }),
    kept: {
      prompt: standardPrompt({ from: 'ru', into: 'pt', tone: 'informal' }),
      promptFollows: false,
      model: MODEL,
      modelChosen: true,
      keys: byEndpoint((id) => (id === MODEL.endpoint ? 'test-key' : '')),
      doubtfulKeys: byEndpoint(() => ''),
      concurrency: AT_ONCE,
      calls: DEFAULT_CALLS,
      keepKeys: 'session',
    },
  });
  try {
    engine.session.openSource(formatSrt(film), []);
    return await work(engine.session);
  } finally {
    engine.dispose();
  }
}

const until = (session: Session, isOver: (state: ReturnType<Session['store']['getState']>) => boolean) =>
  new Promise<void>((resolve) => {
    const look = () => {
      if (!isOver(session.store.getState())) return;
      unsubscribe();
      resolve();
    };
    const unsubscribe = session.store.subscribe(look);
    look();
  });

async function translated(standIn: StandIn, notes: FilmNotes) {
  standIn.reset();
  standIn.behave((call) => {
    if (call.kind !== 'translate') return undefined;
    const text = answerText(call);
    return reply(text, { latencyMs: FIRST_TOKEN_MS + TOKEN_MS * Math.ceil(text.length / 4) });
  });
  const ms = await withSession(standIn, filmWithTerms(), async (session) => {
    session.changeNotes(notes);
    const startedAt = performance.now();
    await session.translate();
    await until(session, (state) => progress(state).ok === LINES / LINES_A_BATCH);
    return performance.now() - startedAt;
  });
  const texts = standIn.calls.filter(({ kind }) => kind === 'translate').map(textsIn);
  const tokens = texts.flat().reduce((sum, text) => sum + encoding.encode(text).length, 0);
  const system = texts.map(([first = '']) => first);
  const told = system.reduce(
    (sum, text) => sum + TERM_ROWS.filter(({ source }) => text.includes(`"${source}" =`)).length,
    0,
  );
  return { ms, tokens, termsTold: told / texts.length };
}

async function readingCalls(standIn: StandIn, lines: number): Promise<number> {
  standIn.reset();
  const film = createFilm({ phrases: lines });
  // As ui/panels/notes/read-film.tsx counts them.
  const { weigh } = scaleOf(tokenizerOf(MODEL));
  const parts = readingParts(
    film.map(({ text }) => text),
    { maxTokens: USUAL_ROOM.lines, countTokens: (text) => weigh(countsOf(text)) },
  );
  standIn.behave((call) =>
    call.kind === 'translate' ? reply('{"about":"","people":[],"address":[],"terms":[]}') : undefined,
  );
  await withSession(standIn, film, async (session) => {
    session.readFilm(parts, { from: 'Russian', into: 'Portuguese' });
    await until(session, ({ reading }) => reading?.stage === 'done');
  });
  return standIn.calls.filter(({ kind }) => kind === 'translate').length;
}

async function measure(): Promise<NotesFigures> {
  const standIn = await startStandIn();
  try {
    const without = [await translated(standIn, NO_NOTES)];
    const withNotes = [await translated(standIn, NOTES)];
    without.push(await translated(standIn, NO_NOTES));
    withNotes.push(await translated(standIn, NOTES));
    const [[plain], [noted]] = [without, withNotes];
    const fastest = (runs: readonly { readonly ms: number }[]) => Math.min(...runs.map(({ ms }) => ms));
    return {
      tokens: (noted?.tokens ?? Number.NaN) / (plain?.tokens ?? Number.NaN),
      termsTold: noted?.termsTold ?? Number.NaN,
      time: fastest(withNotes) / fastest(without),
      readingCalls: {
        [LINES]: await readingCalls(standIn, LINES),
        [LONG_FILM_LINES]: await readingCalls(standIn, LONG_FILM_LINES),
      },
    };
  } finally {
    await standIn.close();
  }
}

console.log(JSON.stringify(await measure()));
