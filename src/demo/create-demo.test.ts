import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { allBatches } from '../../test/all-batches.ts';
import { factsOf } from '../../test/batches.ts';
import { openPermit } from '../../test/permits.ts';
import { deskOf } from '../../test/series-harness.ts';
import { fakeTimerClock } from '../../test/session-harness.ts';
import { keysOf } from '../../test/settings-harness.ts';
import { requestFor } from '../../test/translate-request.ts';
import { resultsOf } from '../engine/batch.ts';
import { progress } from '../engine/run-state.ts';
import { canDownload } from '../film/film.ts';
import { planSuggestions } from '../film/plan-suggestions.ts';
import { NOTHING_FOUND, propose } from '../notes/found-notes.ts';
import { createOpenai } from '../providers/adapters/openai.ts';
import { createTransport } from '../providers/transport/http.ts';
import type { Problem } from '../review/line.ts';
import type { Phrase } from '../subtitles/document.ts';
import { parseSrt } from '../subtitles/parse-srt.ts';
import { formatSrt } from '../subtitles/srt.ts';
import { timingOf } from '../subtitles/timing.ts';
import type { Batch } from '../translation/batch.ts';
import { validateBatch } from '../translation/check-reply.ts';
import { phrasesAsJson } from '../translation/request.ts';
import { createDemo, createDemoFetch } from './create-demo.ts';
import {
  FOUND_TERM,
  RADIO_FILMS,
  RADIO_LANGUAGES,
  SAMPLE_PHRASES,
  SAMPLE_SOURCE,
  SAMPLE_TRANSLATION,
  SCENE_NOTES,
  type SceneId,
  sceneFor,
  sceneOf,
} from './scenes.ts';
import '../film/run-part.ts';
import '../providers/create-providers.ts';
import type { SeriesRecords } from '../film/stored-series.ts';

// Loaded first, because imports do not follow fake timers.

const globalFetch = vi.fn(() => Promise.reject(new Error('The demo must not reach the network')));

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', globalFetch);
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  expect(globalFetch).not.toHaveBeenCalled();
});

function start(scene: SceneId = 'ru-pt') {
  const demo = createDemo({
    clock: fakeTimerClock,
    loadRunPart: () => import('../film/run-part.ts'),
    scene,
  });
  const state = () => demo.session.store.getState();
  return {
    ...demo,
    state,
    statuses: () => state().batches.map((batch) => batch.state),
    /** Time passes in small steps and waits for imports, because they do not follow fake timers. */
    async pass(seconds: number) {
      for (let step = 0; step < seconds * 10; step++) {
        await vi.advanceTimersByTimeAsync(100);
        await vi.dynamicImportSettled();
      }
    },
  };
}

const isOfNotes = ({ kind }: Problem) => kind === 'term' || kind === 'name' || kind === 'address';

/** The problems of names, terms and address in the open film. */
async function differing({ session, settings, pass }: Pick<ReturnType<typeof start>, 'session' | 'settings' | 'pass'>) {
  const { prompt } = settings.store.getState();
  const judged = session.analysis.ask('judge', { prompt, since: undefined });
  await pass(2);
  const answer = await judged;
  if (!answer) throw new Error('The lines were not judged.');
  return answer.changed
    .flatMap(([, lines]) => lines)
    .flatMap(([number, found]) => found.flatMap((one) => (isOfNotes(one) ? [[number, one] as const] : [])));
}

const wholeResult = SAMPLE_PHRASES.map((phrase, index) => ({ ...phrase, text: SAMPLE_TRANSLATION[index] }));

describe('the demo', () => {
  it('starts with a sample, a key and a model from its list', async () => {
    const { state, settings, pass, dispose } = start();
    await pass(1);
    expect(state().sourceText).toBe(SAMPLE_SOURCE);
    expect(resultsOf(state())).toEqual([]);
    const { models, model, keys } = settings.store.getState();
    expect(models.openai).toMatchObject({ state: 'live' });
    expect(models.openai.state === 'live' && models.openai.models.map(({ id }) => id)).toContain(model.id);
    expect(keys).toEqual(keysOf({ openai: 'demo-key' }));
    dispose();
  });

  it('shows a corrected and a failed batch, the whole result after Retry, and the same after Restart', async () => {
    const { session, state, statuses, pass, dispose } = start();
    for (const run of ['first', 'restarted']) {
      session.translate();
      await pass(9);
      expect(statuses(), run).toEqual(['ok', 'ok', 'failed', 'ok']);
      expect(state().paused).toBeNull();
      expect(factsOf(state())[1]?.correction?.errors).toEqual([
        'Translated object keys should be a range from 21 to 40.',
        'Missing: 28.',
        'Subtitle at key 34 is empty.',
      ]);
      expect(resultsOf(state())[2]?.[1]).toMatch(/"46":(?!.*"47":)/s);
      expect(factsOf(state())[2]?.failure).toBe('refused');
      expect(resultsOf(state())[2]?.[0]).toBe('The reply was rejected by the content filter.');
      expect(state().translated).toBe('');
      await pass(60);
      expect(statuses(), 'it waits for a person').toEqual(['ok', 'ok', 'failed', 'ok']);

      session.translateAgain(2);
      await pass(4);
      expect(statuses()).toEqual(['ok', 'ok', 'ok', 'ok']);
      expect(canDownload(state())).toBe(true);
      const parsed = parseSrt(state().translated);
      expect(parsed.ok && parsed.value.phrases).toEqual(wholeResult);

      session.clear('all');
      expect(resultsOf(state())).toEqual([]);
      expect(state().sourceText).toBe(SAMPLE_SOURCE);
    }
    dispose();
  });

  it('translates a person’s own text and prompt', async () => {
    const { session, settings, state, statuses, pass, dispose } = start();
    settings.setPrompt('Translate into Klingon.');
    session.edit('original', `1\n00:00:01,000 --> 00:00:02,000\nСвоё __proto__\n\n${SAMPLE_SOURCE.split('\n\n')[1]}`);
    session.translate();
    await pass(4);
    expect(statuses()).toEqual(['ok']);
    expect(state().translated).toContain('Своё __proto__');
    expect(state().translated).toContain(SAMPLE_TRANSLATION[1]);
    dispose();
  });

  it('sends no request even with a real key', async () => {
    const { session, settings, state, pass, dispose } = start();
    settings.setKey('anthropic', 'sk-ant-of-a-person');
    settings.checkKey('anthropic');
    settings.showProvider('anthropic');
    await pass(5);
    expect(settings.store.getState().models.anthropic).toMatchObject({ state: 'fallback' });
    session.translate();
    await pass(5);
    expect(state().paused).toMatchObject({ reason: 'failure', message: 'The demo answers as openai alone.' });
    dispose();
  });

  it('the Russian scene follows its film notes', async () => {
    const demo = start();
    const { session, state, pass, dispose } = demo;
    expect(demo.records, 'one film is no series').toBeUndefined();
    expect(state().notes).toBe(SCENE_NOTES['ru-pt']);
    expect(state().batches, 'waits for Translate').toEqual([]);
    session.translate();
    await pass(9);
    session.translateAgain(2);
    await pass(4);
    expect(await differing(demo)).toEqual([]);
    session.clear('all');
    await vi.advanceTimersByTimeAsync(0);
    expect(state().notes).toBe(SCENE_NOTES['ru-pt']);
    dispose();
  });

  describe('[D18.50] the series of three scenes', () => {
    const [E01 = '', E02 = '', E03 = ''] = RADIO_FILMS.map(({ fileName }) => fileName);
    async function series(language: SceneId = 'de') {
      const demo = start(language);
      if (!demo.records) throw new Error('The scene is one film.');
      const desk = await deskOf(demo.session, demo.settings, demo.records);
      onTestFinished(demo.dispose);
      await demo.pass(1);
      const passing = async (seconds: number, done: Promise<unknown>) => {
        await demo.pass(seconds);
        await done;
      };
      return {
        ...demo,
        ...desk,
        open: (name: string) => passing(3, desk.open(name)),
        remove: (name: string) => passing(3, desk.remove(name)),
        translate: () => passing(10, desk.desk.translate()),
        states() {
          const { id } = demo.state();
          const { ok, total } = progress(demo.state());
          const { rows } = desk.view();
          return rows.map((row) => `${row.path} ${row.id === id ? `${ok}/${total}` : `${row.ok}/${row.batches}`}`);
        },
      };
    }
    const ALL_DONE = [`${E01} 3/3`, `${E02} 2/2`, `${E03} 2/2`];

    it.each(RADIO_LANGUAGES)(
      '%s: one Translate translates all of it. Only the last line of the last film needs a look, and a second request corrects it',
      async (language) => {
        const { session, state, pass, view, translate, states, open, ...demo } = await series(language);
        expect(state()).toMatchObject({ fileName: E01, past: [] });
        expect(states(), 'waits for Translate').toEqual([`${E01} 0/0`, `${E02} 0/0`, `${E03} 0/0`]);
        await translate();
        await open(E02);
        expect(states()).toEqual(ALL_DONE);
        await open(E03);
        expect(view().rows.map(({ review }) => review)).toEqual([
          { count: 0, first: 0 },
          { count: 0, first: 0 },
          { count: 1, first: 24 },
        ]);
        expect(state().notes, 'one knowledge').toBe(SCENE_NOTES[language]);
        const found = await differing({ ...demo, session, pass });
        expect(found.map(([number, { kind }]) => [number, kind])).toEqual([[24, 'name']]);
        const problems = { 24: [found[0]?.[1].words ?? ''] };
        session.ask(planSuggestions(state(), [24], { kind: 'fix', problems }));
        await pass(4);
        session.takeSuggestions([{ number: 24, text: state().suggestions[24]?.at(-1)?.text ?? '' }]);
        expect(await differing({ ...demo, session, pass })).toEqual([]);
      },
    );

    it('what is confirmed in the first film is offered in the last line of the third', async () => {
      const { session, state, translate, open, view } = await series();
      await translate();
      session.markLines(
        state().phrases.map(({ number }) => number),
        { confirmed: true },
      );
      await open(E03);
      expect(view().offers.get(24)).toEqual([{ text: 'Gute Nacht, Clementine.', from: 'E01, line 42' }]);
    });

    it('Restart opens the open film again, with unchanged notes, and the other films stay; a removed one comes back', async () => {
      const { session, state, translate, states, pass, remove, desk } = await series();
      await translate();
      session.changeNotes({ ...state().notes, about: 'Typed.' });
      session.clear('all');
      await pass(1);
      expect(state()).toMatchObject({ fileName: E01, sourceText: sceneOf('de').films[0].source });
      expect(state().notes.about).toBe('Typed.');
      expect(states()).toEqual([`${E01} 0/0`, ...ALL_DONE.slice(1)]);
      await translate();
      expect(states()).toEqual(ALL_DONE);
      await remove(E03);
      expect(states()).toEqual(ALL_DONE.slice(0, 2));
      void desk.bringBack();
      await pass(1);
      expect(states()).toEqual(ALL_DONE);
    });
  });

  it('proposes film notes', async () => {
    const { session, state, pass, dispose } = start('pt');
    await pass(6);
    session.readFilm([['A goat.']], { from: 'English', into: 'Portuguese' });
    await pass(4);
    expect(state().reading).toMatchObject({ stage: 'done', unread: 0 });
    const rows = propose(state().notes, state().reading?.found ?? NOTHING_FOUND).filter((row) => row.state !== 'same');
    expect(rows).toMatchObject([{ kind: 'term', state: 'new', row: FOUND_TERM }]);
    dispose();
  });

  it('ends all timers and requests on dispose', async () => {
    const { session, pass, dispose } = start();
    session.translate();
    await pass(1);
    dispose();
    await pass(0.1);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('[D18.50] ends the run of all films on dispose', async () => {
    const { session, settings, records, state, pass, dispose } = start('de');
    const { desk } = await deskOf(session, settings, records as SeriesRecords);
    // Every reply takes its longest time.
    vi.spyOn(Math, 'random').mockReturnValue(1);
    void desk.translate();
    await pass(1);
    const works = () => [state(), ...session.others.getState().values()].map(({ batches }) => batches);
    expect(
      works()
        .flat()
        .filter((batch) => batch.state === 'loading').length,
    ).toBeGreaterThan(3);
    dispose();
    const left = works();
    await pass(5);
    expect(works()).toEqual(left);
    expect(vi.getTimerCount()).toBe(0);
  });
});

beforeEach(() => void vi.useFakeTimers());

const [first, , third] = allBatches(SAMPLE_PHRASES);
if (!first || !third) throw new Error('The sample is too short');

function standIn(random = () => 0.5) {
  const provider = createOpenai(
    createTransport({
      fetch: createDemoFetch({ clock: fakeTimerClock, scene: sceneOf('ru-pt'), random }),
      clock: fakeTimerClock,
      random,
    }),
  );
  const translate = ({ phrases }: Pick<Batch, 'phrases'>, { signal } = new AbortController()) =>
    provider.translate(requestFor({ model: 'gpt-demo', key: 'demo-key', prompt: '', context: [], phrases }), {
      signal,
      permit: openPermit,
    });
  return { translate };
}

describe('the stand-in provider', () => {
  it('replies after 1.2 to 3.5 seconds', async () => {
    for (const [random, delayMs] of [
      [0, 1_200],
      [0.999_999, 3_500],
    ] as const) {
      const { translate } = standIn(() => random);
      const settled = vi.fn();
      void translate(first).then(settled);
      await vi.advanceTimersByTimeAsync(delayMs - 10);
      expect(settled).not.toHaveBeenCalled();
      await vi.advanceTimersByTimeAsync(10);
      expect(settled).toHaveBeenCalledOnce();
    }
  });

  it('repeats the same reply after an aborted call', async () => {
    const { translate } = standIn();
    const controller = new AbortController();
    const outcome = translate(third, controller);
    await vi.advanceTimersByTimeAsync(500);
    controller.abort();
    expect(await outcome).toMatchObject({ ok: false, failure: { kind: 'cancelled' } });
    expect(vi.getTimerCount()).toBe(0);
    const next = translate(third);
    await vi.advanceTimersByTimeAsync(3_500);
    expect(await next, 'its first reply').toMatchObject({ failure: { kind: 'refused' } });
  });

  it('refuses other requests', async () => {
    const fetch = createDemoFetch({ clock: fakeTimerClock, scene: sceneOf('ru-pt') });
    const elsewhere = fetch('https://api.anthropic.com/v1/messages', { method: 'POST', body: '{}' });
    const unreadable = fetch('https://api.openai.com/v1/chat/completions', { method: 'POST', body: 'no JSON' });
    await vi.advanceTimersByTimeAsync(3_500);
    expect((await elsewhere).status).toBe(404);
    expect((await unreadable).status).toBe(400);
  });
});

const timesOf = (time: string) => timingOf(time) ?? { startMs: 0, endMs: 0 };

it.each<readonly [string, readonly Phrase[], number, readonly number[] | undefined, string]>([
  ['Russian', SAMPLE_PHRASES, 65, [20, 20, 20, 5], sceneOf('ru-pt').films[0].source],
  ...RADIO_FILMS.map(({ fileName, phrases }, at) => {
    const sizes = [
      [20, 20, 2],
      [20, 4],
      [20, 4],
    ][at];
    return [fileName, phrases, phrases.length, sizes, sceneOf('de').films[at]?.source ?? ''] as const;
  }),
])('the scene %s parses back unchanged, with unique texts and ascending times', (_, phrases, count, sizes, source) => {
  expect(parseSrt(source)).toEqual({ ok: true, value: { phrases, notes: [] } });
  expect(source).toBe(formatSrt(phrases));
  expect(allBatches(phrases).map((batch) => batch.phrases.length)).toEqual(sizes);
  // The stand-in finds phrases by their text.
  expect(new Set(phrases.map(({ text }) => text)).size).toBe(count);
  for (const [index, { time }] of phrases.entries()) {
    expect(timesOf(time).startMs).toBeGreaterThan(timesOf(phrases[index - 1]?.time ?? '').endMs);
    expect(timesOf(time).endMs - timesOf(time).startMs, time).toBeGreaterThanOrEqual(1_000);
    expect(timesOf(time).endMs - timesOf(time).startMs, time).toBeLessThanOrEqual(6_000);
  }
});

it.each<readonly [string, readonly Phrase[], readonly string[]]>([
  ['Russian into pt', SAMPLE_PHRASES, SAMPLE_TRANSLATION],
  ...RADIO_FILMS.flatMap(({ fileName, phrases, translations }) =>
    RADIO_LANGUAGES.map((id) => [`${fileName} into ${id}`, phrases, translations[id]] as const),
  ),
])('%s: every batch is valid and keeps the limits of length and speed', (_, phrases, texts) => {
  expect(texts).toHaveLength(phrases.length);
  const translated = phrases.map((phrase, index) => ({ ...phrase, text: texts[index] ?? '' }));
  for (const batch of allBatches(translated))
    expect(validateBatch(batch.phrases, phrasesAsJson(batch.phrases))).toEqual([]);
  for (const { time, text } of translated) {
    const lines = text.split('\n');
    expect(lines.length <= 2 && lines.every((line) => line === line.trim() && line.length <= 42), text).toBe(true);
    const { startMs, endMs } = timesOf(time);
    expect(text.length / ((endMs - startMs) / 1_000), text).toBeLessThanOrEqual(17);
  }
});

it('the scenes are in their stated languages', () => {
  expect(sceneOf('de').prompt).toContain('from informal English into informal German');
  for (const { text } of SAMPLE_PHRASES) expect(text).not.toMatch(/[a-z]/i);
  for (const text of SAMPLE_TRANSLATION) expect(text).not.toMatch(/\p{Script=Cyrillic}/u);
});

describe('sceneFor', () => {
  it.each([
    [['de-AT', 'en'], 'de'],
    [['ja', 'fr-CA'], 'fr'],
    [['ES'], 'es'],
    [['en-GB'], 'pt'],
    [[], 'pt'],
  ] as const)('for the browser languages %j chooses the scene %s', (languages, id) => {
    expect(sceneFor(languages)).toBe(id);
  });
});
