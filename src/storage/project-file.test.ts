import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyPhrases } from '../../test/any-phrases.ts';
import { batchesOf, factsOf } from '../../test/batches.ts';
import { fuzzRuns } from '../../test/fuzz-runs.ts';
import { samplePhrases } from '../../test/srt-sample.ts';
import { resultsOf } from '../engine/batch.ts';
import { EMPTY_WORK, type Work } from '../film/film.ts';
import { modelByName } from '../providers/models.ts';
import { countBatches } from '../translation/batch.ts';
import { formatProject, formatSeries, parseProject, parseProjectFile } from './project-file.ts';

const SESSION: Work = {
  ...EMPTY_WORK,
  sourceText: '1\n00:00:01,000 --> 00:00:02,000\nПривет',
  phrases: samplePhrases(25),
  batches: batchesOf(
    [
      ['', '{"1":"Oi"}'],
      ['Subtitle at key 21 is empty.', '{"21":""}'],
    ],
    [{ usage: { input: 5, output: 6, reasoning: 0 } }],
  ),
  readingUsage: { input: 7, output: 8, reasoning: 1 },
  translated: '1\nOi',
  ownResult: { since: 'a stamp', now: null },
  error: 'An error',
  notices: [{ kind: 'renumbered' }],
  spent: [
    {
      model: { endpoint: 'anthropic', id: 'claude-haiku-5-5' },
      price: { input: 1.5, output: 7 },
      reported: { input: 62_000, output: 21_000 },
      expected: { input: 60_123.4, output: 20_000.5 },
      unreported: { input: 0, output: 0 },
    },
    {
      model: { endpoint: 'openai', id: 'gpt-99' },
      price: null,
      reported: { input: 0, output: 0 },
      expected: { input: 0, output: 0 },
      unreported: { input: 700, output: 250.25 },
    },
  ],
  marks: {
    1: { of: '2-x', confirmed: true, dismissed: ['too-fast'], before: 'Olá' },
    22: { flagged: true },
  },
};
const PROJECT = { session: SESSION, prompt: 'Translate.', model: modelByName('claude-haiku-5-5') };

function opened(text: string) {
  const parsed = parseProject(text);
  if (!parsed.ok) throw new Error(parsed.error);
  return parsed.value;
}
const changed = (change: (project: Record<string, unknown> & { session: Record<string, unknown> }) => void): string => {
  const project = JSON.parse(formatProject(PROJECT));
  change(project);
  return JSON.stringify(project);
};

test('opens the whole work that was saved', () => {
  expect(opened(formatProject(PROJECT))).toEqual(PROJECT);
});

test('[D12.2] opens a model of another endpoint with its endpoint, and finds the endpoint of a bare name', () => {
  const model = { endpoint: 'openrouter', id: 'anthropic/claude-haiku-5.5:free' } as const;
  expect(opened(formatProject({ ...PROJECT, model })).model).toEqual(model);
  const named = (name: string) => opened(changed((project) => Object.assign(project, { model: name }))).model;
  expect(named('anthropic/claude-haiku-5.5')).toEqual({ endpoint: 'anthropic', id: 'anthropic/claude-haiku-5.5' });
  // The name of an endpoint that this version does not know.
  expect(named('later::m').endpoint).toBe('openai');
});

test('opens any work that was saved, whatever it contains', () => {
  const anyWork = fc
    .record({
      phrases: anyPhrases({ maxLength: 45 }),
      prompt: fc.string({ unit: 'binary' }),
      sourceText: fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.constantFrom('null', '"a"', 'undefined', '{"__proto__":1}'),
      ),
      translated: fc.string({ unit: 'binary' }),
      outputs: fc.array(fc.tuple(fc.string(), fc.string({ unit: 'binary' })), { minLength: 3, maxLength: 3 }),
    })
    .map(({ phrases, prompt, sourceText, translated, outputs }) => {
      const results = outputs.slice(0, countBatches(phrases));
      return {
        session: { ...EMPTY_WORK, phrases, batches: batchesOf(results), sourceText, translated },
        prompt,
        model: modelByName('gpt-4o'),
      };
    });
  fc.assert(
    fc.property(anyWork, (project) => {
      expect(opened(formatProject(project))).toEqual(project);
    }),
    { numRuns: fuzzRuns(100) },
  );
});

test('shortens lists and texts that the page shows whole to what this program writes at most', () => {
  const long = 'x'.repeat(1_000_000);
  const failure = { kind: 'server', message: long } as const;
  const { session } = opened(
    formatProject({
      ...PROJECT,
      session: {
        ...SESSION,
        fileName: long,
        notices: Array.from({ length: 20_000 }, () => ({ kind: 'encoding', name: long.slice(0, 20) }) as const),
        suggestions: {
          1: [
            { of: 'a', failure, wish: 'again' },
            ...Array.from({ length: 5_000 }, () => ({ of: 'a', text: 'b', wish: 'again' }) as const),
          ],
        },
        batches: batchesOf(resultsOf(SESSION), [
          { correction: { answer: '{}', errors: Array.from({ length: 9_000 }, () => 'No key') } },
        ]),
      },
    }),
  );
  expect(session.notices).toHaveLength(50);
  expect(session.suggestions[1]).toHaveLength(50);
  expect(session.suggestions[1]?.[0]?.failure?.message).toHaveLength(10_000);
  expect(session.fileName).toHaveLength(10_000);
  expect(factsOf(session)[0]?.correction?.errors).toHaveLength(200);
  expect(resultsOf(session)).toEqual(resultsOf(SESSION));
});

test('waits for Resume with all untranslated batches, even one that the person had asked for', () => {
  const session = { ...SESSION, batches: batchesOf([resultsOf(SESSION)[0], null], [{}, { byHand: true }]) };
  expect(opened(formatProject({ ...PROJECT, session })).session).toMatchObject({
    batches: batchesOf([resultsOf(SESSION)[0], undefined]),
    paused: { reason: 'person' },
  });
});

test('waits for Resume with planned retries', () => {
  const session: Work = {
    ...SESSION,
    batches: batchesOf(
      [resultsOf(SESSION)[0], ['503', '']],
      [{}, { failure: 'server', retry: { at: 5, tries: 1, since: 3 } }],
    ),
  };
  expect(opened(formatProject({ ...PROJECT, session })).session.paused).toEqual({ reason: 'person' });
});

test('does not store the place in the film, nor what only this browser knows', () => {
  const text = formatProject({ ...PROJECT, session: { ...SESSION, shownBatch: 1 } });
  expect(JSON.parse(text).session).not.toHaveProperty('batchShown');
  expect(opened(text).session).toMatchObject({ shownBatch: null, past: [], pace: null });
});

test('writes a project file that version 1 of the page can open', () => {
  expect(JSON.parse(formatProject(PROJECT)).version).toBe(1);
});

test('reads a file of the first version, word by word', () => {
  const text = `{"format":"subtitle-translator-project","version":1,"prompt":"P","model":"gpt-4o","session":{
    "phrases":[{"number":1,"time":"a --> b","text":"x"}],"batchDataResults":[["","{\\"1\\":\\"y\\"}"]],
    "uploadedFile":"source","translated":"","err":""}}`;
  expect(opened(text)).toEqual({
    session: {
      ...EMPTY_WORK,
      sourceText: 'source',
      phrases: [{ number: 1, time: 'a --> b', text: 'x' }],
      batches: batchesOf([['', '{"1":"y"}']]),
    },
    prompt: 'P',
    model: modelByName('gpt-4o'),
  });
});

describe('a project file that cannot be opened', () => {
  test.each([
    ['a file that is not JSON', 'hello', /not valid JSON/],
    ['a file that is cut off', formatProject(PROJECT).slice(0, -40), /not valid JSON/],
    ['empty', '', /not valid JSON/],
    ['JSON of another program', '{"name":"package"}', /not a project file of Subtitle translator/],
    ['a list', '[]', /not a project file/],
    ['null', 'null', /not a project file/],
    ['a file without a prompt', changed((project) => delete project.prompt), /\(prompt has an unexpected value\)/],
    ['a file without a version', changed((project) => delete project.version), /\(version has an unexpected value\)/],
    ['a version that is not a number', changed((project) => Object.assign(project, { version: 0.5 })), /version/],
    ['a newer version', changed((project) => Object.assign(project, { version: 99 })), /newer version of the page/],
    [
      'a file without a model name',
      changed((project) => Object.assign(project, { model: '<b>x</b>' })),
      /damaged \(model\)/,
    ],
    ['broken phrases', changed(({ session }) => Object.assign(session, { phrases: [{ number: 'x' }] })), /\(phrases/],
    [
      'a wrong number of results',
      changed(({ session }) => Object.assign(session, { batchDataResults: [] })),
      /damaged/,
    ],
    [
      'a broken result',
      changed(({ session }) =>
        Object.assign(session, {
          batchDataResults: [
            ['', 'x'],
            [1, 2],
          ],
        }),
      ),
      /\(batchDataResults/,
    ],
    [
      'a session without a known key',
      changed((project) => Object.assign(project, { session: { other: 1 } })),
      /damaged \(session\)/,
    ],
    [
      'phrases that do not match the results',
      changed(({ session }) => Object.assign(session, { phrases: samplePhrases(24) })),
      /damaged/,
    ],
  ])('refuses %s with a sentence for people', (_, text, message) => {
    const parsed = parseProject(text);
    expect(parsed).toMatchObject({ ok: false, error: expect.stringMatching(message) });
  });

  test('opens or refuses a file with any cut or changed character, and never throws', () => {
    const text = formatProject(PROJECT);
    const anyDamage = fc.record({ at: fc.nat(text.length - 1), by: fc.string({ maxLength: 3 }), skip: fc.nat(50) });
    fc.assert(
      fc.property(anyDamage, ({ at, by, skip }) => {
        const parsed = parseProject(text.slice(0, at) + by + text.slice(at + skip));
        if (parsed.ok) expect(resultsOf(parsed.value.session)).toHaveLength(countBatches(parsed.value.session.phrases));
        else expect(parsed.error).toMatch(/\.$/);
        expect(Object.prototype).not.toHaveProperty('polluted');
      }),
      { numRuns: fuzzRuns(200) },
    );
  });

  test('changes no prototype if keys are names of prototype properties', () => {
    const text = formatProject(PROJECT).replace('"session": {', '"session": {"__proto__": {"polluted": true},');
    expect(text).toContain('polluted');
    expect(opened(text)).toEqual(PROJECT);
    expect(Object.prototype).not.toHaveProperty('polluted');
  });
});

test('[D6.7] treats an invalid limit of phrases as missing, and keeps the paid texts beside it', () => {
  const details = [{}, { failure: 'cut-off', progress: { texts: { 21: 'Oi' }, atMost: 0 } }];
  const text = changed(({ session }) => Object.assign(session.sessionExtras as object, { details }));
  expect(factsOf(opened(text).session)[1]).toEqual({ failure: 'cut-off', progress: { texts: { 21: 'Oi' } } });
});

test('stores of the settings only prompt and model, so that it cannot contain a key', () => {
  const withMore = { ...PROJECT, keys: { openai: 'sk-CANARY' }, session: { ...SESSION, keys: 'CANARY' } };
  expect(formatProject(withMore)).not.toContain('CANARY');
  const { session, ...rest } = JSON.parse(formatProject(PROJECT));
  expect(Object.keys(rest)).toEqual(['format', 'version', 'prompt', 'model']);
  expect(Object.keys(session)).toEqual([
    ...['phrases', 'batchDataResults', 'uploadedFile', 'translated', 'err', 'sessionExtras'],
  ]);
});

describe('[D18.21] the project file of a series', () => {
  const { session: film, ...inUse } = PROJECT;
  const films = [
    { path: 'A/E1.srt', isWanted: false, isCopy: false, film },
    { path: 'A/E2.srt', isWanted: true, isCopy: true, film: { ...EMPTY_WORK, sourceText: 'x', fileName: 'E2.srt' } },
  ];
  const text = formatSeries({
    films,
    openAt: 1,
    spentByGone: SESSION.spent,
    options: { replyFormat: 'plain' },
    ...inUse,
  });

  test('gives the same bytes when it is opened and saved again, whatever its films contain', () => {
    const anyFilm = fc
      .record({
        path: fc.string({ unit: 'binary' }),
        isWanted: fc.boolean(),
        isCopy: fc.boolean(),
        phrases: anyPhrases({ maxLength: 45 }),
        sourceText: fc.string({ unit: 'binary' }),
        outputs: fc.array(fc.tuple(fc.constantFrom('', '503'), fc.string({ unit: 'binary' })), {
          minLength: 3,
          maxLength: 3,
        }),
        isStopped: fc.boolean(),
      })
      .map(({ path, isWanted, isCopy, phrases, sourceText, outputs, isStopped }) => ({
        path,
        isWanted,
        isCopy,
        film: {
          ...EMPTY_WORK,
          phrases,
          sourceText,
          batches: batchesOf(outputs.slice(0, countBatches(phrases)).map((one, at) => (at === 1 ? undefined : one))),
          paused: isStopped ? ({ reason: 'person' } as const) : null,
        },
      }));
    fc.assert(
      fc.property(fc.array(anyFilm, { minLength: 2, maxLength: 4 }), fc.nat(3), (some, at) => {
        const openAt = at % some.length;
        const first = formatSeries({ films: some, openAt, spentByGone: SESSION.spent, options: {}, ...inUse });
        const read = parseProjectFile(first);
        if (!read.ok) throw new Error(read.error);
        expect(read.value).toMatchObject({ openAt, damaged: [], ...inUse });
        expect(read.value.films.map(({ path }) => path)).toEqual(some.map(({ path }) => path));
        expect(formatSeries(read.value)).toBe(first);
      }),
      { numRuns: fuzzRuns(50) },
    );
  });

  test('has version 2 and no "session", so that a page that reads only version 1 refuses it', () => {
    expect(Object.keys(JSON.parse(text))).toEqual([
      'format',
      'version',
      'prompt',
      'model',
      'open',
      'spentByGone',
      'options',
      'films',
    ]);
    expect(JSON.parse(text).version).toBe(2);
  });

  test('is refused by programs, which open one film', () => {
    expect(parseProject(text)).toEqual({
      ok: false,
      error:
        'This project file has 2 films. Only the page opens such a file. Give the subtitle file of each film instead.',
    });
  });

  test('is refused if all its films are damaged', () => {
    const project = JSON.parse(text);
    project.films = [
      { name: 'E1', session: { phrases: 'x' } },
      7,
      { name: 'E3' },
      { name: 'E4', session: { other: 1 } },
    ];
    expect(parseProjectFile(JSON.stringify(project))).toEqual({
      ok: false,
      error: 'This project file is damaged (E1, Film 2, E3, E4). Your work on the page is not changed.',
    });
  });

  test('opens or refuses with any damage, and never throws', () => {
    const anyDamage = fc.record({ at: fc.nat(text.length - 1), by: fc.string({ maxLength: 3 }), skip: fc.nat(50) });
    fc.assert(
      fc.property(anyDamage, ({ at, by, skip }) => {
        const read = parseProjectFile(text.slice(0, at) + by + text.slice(at + skip));
        if (read.ok) expect(read.value.films[read.value.openAt]).toBeDefined();
        else expect(read.error).toMatch(/\.$/);
      }),
      { numRuns: fuzzRuns(200) },
    );
  });
});
