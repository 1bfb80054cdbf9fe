import { describe, expect, it, test } from 'vitest';
import { batchesOf, failedBatch } from '../../../test/batches.ts';
import { connectInside } from '../../../test/session-harness.ts';
import { keysOf } from '../../../test/settings-harness.ts';
import { samplePhrases, sampleSrt } from '../../../test/srt-sample.ts';
import { stepOf } from '../../film/steps.ts';
import { NO_NOTES } from '../../notes/notes.ts';
import { byEndpoint, type EndpointId } from '../../providers/endpoints.ts';
import type { FailureKind } from '../../providers/failure-kinds.ts';
import { modelByName } from '../../providers/models.ts';
import type { ModelInfo } from '../../providers/provider.ts';
import type { ModelListState } from '../../settings/settings.ts';
import { parseSrt } from '../../subtitles/parse-srt.ts';
import type { BatchSlot } from '../../translation/batch.ts';
import { validateBatch } from '../../translation/check-reply.ts';
import { modelOfKey, modelSections } from '../panels/settings/model-list.tsx';
import { batchPlaceWords, batchStateWords, failureInAWord, replyWords } from './batch-words.ts';
import {
  explainFailure,
  explainOutage,
  plainDifference,
  readingFailureWords,
  suggestionFailureWords,
} from './failures.ts';
import { fileSummaryWords, refusedFileWords, shortFilmName, sourceErrorWords } from './file-summary.ts';
import { modelInUseWords, modelNote, modelProblem, modelSelectText } from './model-words.ts';
import { elapsedWords, timeLeftWords } from './quantities.ts';
import { movedWords, numberList } from './undo-words.ts';

describe('Words for batches', () => {
  const PHRASES = samplePhrases(6);
  const LONGEST = 32;
  const reply = (...numbers: readonly number[]) => Object.fromEntries(numbers.map((number) => [number, 'text']));
  const ALL = reply(1, 2, 3, 4, 5, 6);

  describe('[S2.13] the problem of a reply, as a sentence and in short', () => {
    it.each<readonly [words: string, inAWord: string, answer: string | object]>([
      ['', 'corrected: press Validate', ALL],
      ['Line 3 is missing.', 'line 3 is missing', reply(1, 2, 4, 5, 6)],
      ['Lines 3 and 4 are missing.', 'lines 3 and 4 are missing', reply(1, 2, 5, 6)],
      ['Lines 2, 3, 4, 5 and 6 are missing.', '5 lines are missing', reply(1)],
      ['All lines are missing.', 'all lines are missing', {}],
      ['Line 2 is empty.', 'line 2 is empty', { ...ALL, 2: ' ' }],
      ['Line 2 contains a timing line.', 'line 2 contains a timing', { ...ALL, 2: '00:00:01,000 --> 00:00:02,000' }],
      ['The reply has lines that are not in this batch.', 'lines that are not in this batch', { ...ALL, 7: 'text' }],
      ['“one” is in the place of a line number.', 'lines that are not in this batch', { ...ALL, one: 'text' }],
      ['Line 6 is not a text.', 'line 6 is not text', { ...ALL, 6: 5 }],
      ['Line 1 occurs twice.', 'a line occurs twice', JSON.stringify(ALL).replace('"2"', '"1":"a","2"')],
      ['No translation came.', 'no translation came', ' '],
      [
        'The model answered with a sentence instead of a translation.',
        'the reply is not a translation',
        'I cannot help with that.',
      ],
      ['The reply of the model is not a translation.', 'the reply is not a translation', '["a", "b"'],
      [
        'The reply stops in the middle of line 2. Lines that can be used: 1. Missing lines: 5.',
        'the reply stops in line 2',
        '{"1": "text", "2": "te',
      ],
    ])('%s', (words, inAWord, answer) => {
      const output = typeof answer === 'string' ? answer : JSON.stringify(answer);
      expect(replyWords(PHRASES, output)).toBe(words);
      expect(failureInAWord(PHRASES, failedBatch(['An error.', output]))).toBe(inAWord);
      expect(inAWord.length).toBeLessThanOrEqual(LONGEST);
    });

    it.each<readonly [string, string]>([
      ['{\n"1": "a"\n"2": "b"\n}', 'This text is not valid JSON yet: a comma is missing in text line 2.'],
      ['{\n"1": "a",\n"2" "b"\n}', 'This text is not valid JSON yet: look at text line 3.'],
      ['', 'This text is not valid JSON yet.'],
    ])('words a text that a person edited: %j', (output, words) => {
      expect(replyWords(PHRASES, output, { edited: true })).toBe(words);
      expect(failureInAWord(PHRASES, failedBatch(['An error.', output], { edited: true }))).toBe('not valid JSON yet');
    });
  });

  describe('batchStateWords', () => {
    it.each<readonly [string, BatchSlot]>([
      ['waiting', undefined],
      ['in progress', null],
      ['OK', ['', '{}']],
      ['failed: line 3 is missing', ['An error.', JSON.stringify(reply(1, 2, 4, 5, 6))]],
      ['failed: in words of its own', ['In words of its own.', JSON.stringify(ALL)]],
    ])('%s', (words, slot) => {
      expect(batchStateWords(PHRASES, batchesOf([slot])[0])).toBe(words);
    });

    it.each([
      ['bad-request', 'the request was rejected', 'failed: the provider rejected this request'],
      ['refused', 'the model refuses', 'failed: the model refuses to translate something in this batch'],
      ['cancelled', 'stopped by you', 'failed: stopped by you'],
      [
        'model-not-found',
        'there is no such model',
        'failed: the provider does not have this model, or the model cannot translate',
      ],
      [
        'no-browser-access',
        'the key is not for web pages',
        'failed: the organization of this key does not allow requests from web pages',
      ],
    ] as const)('[S2.13] words of the failure %s', (failure, inAWord, words) => {
      const batch = failedBatch(['In the provider’s words.', ''], { failure });
      expect(failureInAWord(PHRASES, batch)).toBe(inAWord);
      expect(batchStateWords(PHRASES, batch)).toBe(words);
    });
  });

  describe('batchPlaceWords', () => {
    const at = (number: number, time: string) => ({ number, time, text: 'x' });
    it.each<readonly [string, Parameters<typeof batchPlaceWords>[0]]>([
      ['321–340 · 16:00', [at(321, '00:16:00,120 --> 00:16:02,000'), at(340, '00:17:00,000 --> 00:17:02,000')]],
      ['1900 · 1:02:09', [at(1900, '01:02:09,900 --> 01:02:11,000')]],
      ['1 · 0:00', [at(1, '-00:00:01,000 --> 00:00:02,000')]],
      ['7', [at(7, 'when it pleases')]],
      ['', []],
    ])('%s', (words, phrases) => {
      expect(batchPlaceWords(phrases)).toBe(words);
    });
  });
});

describe('Words for failures', () => {
  describe('explainFailure', () => {
    it.each([
      ['names the button that goes on', 'server', 'Resume', 'press Resume'],
      ['names the button that goes on', 'server', 'Retry', 'press Retry'],
      ['[D7.5] says that it can be a wrong key', 'connection', 'Resume', 'The cause can also be a wrong key'],
      ['says that it can be blocked', 'connection', 'Retry', 'an extension or your network'],
      [
        'of a run leads to the button of a batch',
        'cut-off',
        'Resume',
        'Open a failed batch to retry it as two smaller requests, or',
      ],
      [
        'of a run leads to the button of a batch',
        'refused',
        'Resume',
        'open each failed batch and press “Retry as two smaller requests”',
      ],
      ['of a batch names its button', 'cut-off', 'Retry', 'cut off. Retry it as two smaller requests, or'],
      [
        'points to the dropdown when the model is gone',
        'model-not-found',
        'Resume',
        'Choose another model, or do what the message below says',
      ],
    ] as const)('%s: %s', (_, kind, goOn, words) => {
      expect(explainFailure(kind, goOn)).toContain(words);
    });

    it('distinguishes a good key without access from a wrong key', () => {
      const kinds = ['not-permitted', 'no-browser-access', 'website-blocked', 'region'] as const;
      const words = kinds.map((kind) => explainFailure(kind, 'Resume'));
      expect(words).toEqual([
        expect.stringContaining('does not allow this with your key, or from your network'),
        expect.stringContaining('does not allow requests from web pages'),
        expect.stringContaining('only on certain websites'),
        expect.stringContaining('does not work in your country or region'),
      ]);
      for (const sentence of words) {
        expect(sentence).not.toMatch(/correct it|rejects the key/i);
        expect(sentence).toMatch(/ press Resume\.$/);
      }
    });
  });

  describe('a local server that is loading its model', () => {
    const LOADS = /^The server is loading its model\./;
    it.each([
      'Loading model',
      'Model gemma is currently loading',
      'The model is loading, please wait',
      'The server is still starting up',
      'Model is not ready',
      'engine is warming up',
      'Model google/gemma-3 is currently loading',
      'Still loading weights',
    ])('[D7.26] has its own words for a run, a batch, a line and a reading: %s', (message) => {
      expect(explainOutage('server', message)).toMatch(LOADS);
      expect(explainFailure('server', 'Retry', message)).toMatch(LOADS);
      expect(suggestionFailureWords({ kind: 'server', message })).toMatch(LOADS);
      expect(readingFailureWords('server', message)).toMatch(LOADS);
    });
    it('[D10.5] says plainly what a wrong quote means, and what to do', () => {
      const message = 'Key 134 does not quote the beginning of its own original line.';
      expect(suggestionFailureWords({ kind: 'differences', message })).toBe(
        'The reply may belong to another line: it does not begin with the words of line 134. Press “Again”.',
      );
    });
    it.each(['503 down', 'Overloaded', 'Failed to load the model', 'Error loading model: out of memory', ''])(
      'another failure does not: %s',
      (message) => {
        expect(explainOutage('server', message)).toMatch(/^The provider has a problem\./);
        expect(explainFailure('server', 'Retry', message)).not.toMatch(LOADS);
      },
    );
    it('does not count another kind of refusal as loading', () => {
      expect(explainFailure('model-not-found', 'Resume', 'The model is not available yet')).not.toMatch(LOADS);
    });
  });

  const NEXT = ' Correct it in the original, then press Translate.';

  test.each([
    [
      '1\n00:00:01,000 --> 00:00:02,000\nHi\n\n2\n00:00:05,222 --> 00:00:06,000\n',
      'Subtitle 2 (line 5 of the file) has no text. Write one, or delete the subtitle.',
    ],
    ['1\n00:00:01,000\nHi\n', 'Subtitle 1 (line 1 of the file) has no timing line with "-->".'],
    ['Hello there\n', 'A subtitle must begin with a number, but line 1 of the file does not.'],
  ])('a source error: %j', (source, words) => {
    const parsed = parseSrt(source);
    expect(parsed.ok ? '' : sourceErrorWords(parsed.error.message)).toBe(`${words}${NEXT}`);
  });

  test('an empty file is explained, and so is what happens to the open film', () => {
    const parsed = parseSrt('');
    const message = parsed.ok ? '' : parsed.error.message;
    expect(sourceErrorWords(message)).toBe('The file is empty. Open another file, or paste subtitles.');
    expect(refusedFileWords(message)).toBe(
      'The file is empty. It was not opened. The film on the page is not changed.',
    );
    expect(refusedFileWords('Subtitle at key 3 is empty.')).toBeUndefined();
  });

  test('does not reword an error that is not about the file', () => {
    expect(sourceErrorWords('No API key configured')).toBeUndefined();
  });
});

describe('Words for files', () => {
  const phrase = (end: string, text: string) => `1\n00:00:00,000 --> ${end}\n${text}\n`;

  describe('fileSummaryWords', () => {
    it.each([
      ['Film', sampleSrt(360), 'Film · 360 subtitles · 12 min · Russian'],
      ['', sampleSrt(2), '2 subtitles · 3 s · Russian'],
      [
        'Film',
        phrase('01:52:20,000', 'And what is it that you want? I have to go to the house.'),
        'Film · 1 subtitle · 1 h 52 min · English',
      ],
      ['Film', phrase('00:01:00,000', 'Oh!').replaceAll('\n', '\r\n'), 'Film · 1 subtitle · 1 min'],
      [
        'a broken film of three phrases, of which one timing can be read',
        `1\n00:00:01 -> 00:00:02\nOne\n \n2\n00:00:03,000 --> 00:00:04,000\nTwo\n\n\n3\n00:00:05\nThree\n`,
        'a broken film of three phrases, of which one timing can be read',
      ],
      ['Film', 'nothing of a film', 'Film'],
      ['', '', ''],
    ])('"%s": %#', async (name, sourceText, words) => {
      const film = {
        sourceText,
        readAs: 'srt',
        withoutStyles: [],
        phrases: [],
        batches: [],
        notes: NO_NOTES,
        fileName: '',
      } as const;
      expect(fileSummaryWords(name, await connectInside().ask(film, 'source', undefined))).toBe(words);
    });

    it('is the name alone until the film is analysed', () => {
      expect(fileSummaryWords('Film', undefined)).toBe('Film');
    });
  });

  test.each([
    ['Tears.of.Steel.2012', 'Tears.of.Steel.2012'],
    ['A'.repeat(48), 'A'.repeat(48)],
    [
      'The.Film.With.A.Very.Long.Name.Indeed.2012.1080p.BluRay.x264-GROUP',
      'The.Film.With.A.Very.Lon…1080p.BluRay.x264-GROUP',
    ],
  ])('shortFilmName: %s', (name, short) => {
    expect(shortFilmName(name)).toBe(short);
  });
});

describe('Words for models', () => {
  const model = (id: string): ModelInfo => ({
    ...modelByName(id),
    displayName: id.toUpperCase(),
  });
  const NO_KEY = { state: 'no-key' } as const;
  const live = (...models: ModelInfo[]): ModelListState => ({ state: 'live', models });
  const facts = (openai: ModelListState, id = 'gpt-9', shownProvider: EndpointId = 'openai') => ({
    model: modelByName(id),
    shownProvider,
    models: { ...byEndpoint(() => NO_KEY), openai },
  });

  describe('modelSections', () => {
    it('[S2.14] lists live models, and models without a key disabled with a suffix', () => {
      const [openai, anthropic] = modelSections(facts(live(model('gpt-9'))));
      expect(openai?.choices).toMatchObject([{ key: 'openai:gpt-9', label: 'GPT-9', disabled: false }]);
      expect(anthropic?.choices[0]).toMatchObject({ label: 'Claude 3.5 Sonnet (Add API Key)', disabled: true });
    });

    it('lists a model once even if the provider names it twice', () => {
      expect(modelSections(facts(live(model('gpt-9'), model('gpt-9'))))[0]?.choices).toHaveLength(1);
    });

    it('[S2.14] says that a list is being loaded', () => {
      expect(modelSections(facts({ state: 'loading' }))[0]?.choices).toMatchObject([
        { label: 'Loading models...', disabled: true },
      ]);
    });
  });

  describe('modelOfKey', () => {
    it('finds the model of the list with its endpoint', () => {
      const tuned = { endpoint: 'openai', id: 'ft:gpt-4o:claude-fans::1', displayName: 'Tuned' } as const;
      const { models } = facts(live(model('gpt-9'), tuned));
      expect(modelOfKey({ models }, 'openai:ft:gpt-4o:claude-fans::1')).toBe(tuned);
      expect(modelOfKey({ models }, 'openai:gpt-8')).toBeUndefined();
    });
  });

  describe('modelSelectText', () => {
    it.each([
      ['GPT-9', facts(live(model('gpt-9')))],
      ['gpt-8', facts(live(model('gpt-9')), 'gpt-8')],
      ['Loading models...', facts({ state: 'loading' })],
      ['Add openai API key', facts(NO_KEY)],
      ['Add openai API key', facts(live())],
      ['Add google API key', facts(live(model('gpt-9')), 'gpt-9', 'google')],
      ['Choose a model', facts(live(model('gpt-9')), 'claude-9')],
    ])('[S2.14] the closed dropdown says: %s', (text, given) => {
      expect(modelSelectText({ ...FACTS, ...given })).toBe(text);
    });

    it('[D5.7] names the model that a run would use when nobody has chosen one and the key is refused', () => {
      const failure = { kind: 'bad-key', message: 'Incorrect API key' } as const;
      const given = facts({ state: 'fallback', models: [model('gpt-9')], failure });
      expect(modelSelectText({ ...FACTS, ...given, modelChosen: false })).toBe('GPT-9');
      expect(modelInUseWords({ ...FACTS, ...given, modelChosen: false }, false)).toBe('Translates with gpt-9 (OpenAI)');
    });
  });

  describe('modelProblem', () => {
    it('speaks only of the provider shown', () => {
      expect(modelProblem({ ...FACTS, ...facts(live(model('gpt-9')), 'gpt-8') })).toContain(
        'This key cannot use gpt-8',
      );
      expect(modelProblem({ ...FACTS, ...facts(live(model('gpt-9')), 'gpt-8', 'google') })).toBeUndefined();
      expect(modelProblem({ ...FACTS, ...facts(live(model('gpt-9'))) })).toBeUndefined();
      const failed = (kind: FailureKind, status: number): ModelListState => ({
        state: 'fallback',
        models: [],
        failure: { kind, message: 'Overloaded', status },
      });
      expect(modelProblem({ ...FACTS, ...facts(failed('server', 503)) })).toContain('Overloaded');
      expect(modelProblem({ ...FACTS, ...facts(failed('bad-key', 403)) })).toContain('Overloaded');
      expect(modelProblem({ ...FACTS, ...facts(failed('bad-key', 401)) }), 'told at the key').toBeUndefined();
    });
  });

  const FACTS = {
    model: modelByName('gpt-9'),
    shownProvider: 'openai',
    awaitsPick: false,
    keys: keysOf({ openai: 'k' }),
    modelChosen: true,
    models: byEndpoint(() => NO_KEY),
  } as const;

  describe('modelInUseWords', () => {
    it.each([
      ['Translates with gpt-9 (OpenAI)', FACTS],
      // By its id, which is known before the live list, so that the name does not change when the list arrives.
      [
        'Translates with claude-3-haiku-20240307 (Anthropic)',
        { ...FACTS, model: modelByName('claude-3-haiku-20240307'), keys: keysOf({ anthropic: 'k' }) },
      ],
      [
        'The page loads the models of Google, then chooses one',
        { ...FACTS, shownProvider: 'google', awaitsPick: true },
      ],
      // Without a key for the earlier model, Translate does not use it.
      ['No model of Ollama is chosen', { ...FACTS, shownProvider: 'ollama', keys: keysOf({}) }],
      ['No model of DeepSeek is chosen', { ...FACTS, shownProvider: 'deepseek', keys: keysOf({}) }],
      ['No model of the server is chosen', { ...FACTS, shownProvider: 'local', keys: keysOf({}) }],
      ['Translates with gpt-9 (OpenAI)', { ...FACTS, shownProvider: 'ollama' }],
      ['Translates with gpt-9 (OpenAI)', { ...FACTS, keys: keysOf({}) }],
    ] as const)('modelInUseWords: %s', (words, facts) => {
      expect(modelInUseWords(facts)).toBe(words);
    });

    it('[D12.30] before a run names the model of the tab shown, or says that none is chosen', () => {
      expect(modelInUseWords({ ...FACTS, shownProvider: 'ollama' }, false)).toBe('No model of Ollama is chosen');
    });

    it('[D5.7] names no model before a run while its key is missing', () => {
      expect(modelInUseWords({ ...FACTS, keys: keysOf({}) }, false)).toBe('');
    });
  });

  describe('modelNote', () => {
    const google = { ...FACTS, shownProvider: 'google' } as const;
    const googleWithKey = { ...google, keys: { ...FACTS.keys, google: 'k' } } as const;
    it.each([
      ['', FACTS, true],
      ['Enter a key to see the models.', { ...FACTS, keys: { ...FACTS.keys, openai: '' } }, true],
      ['Enter a key to see the models. Until then gpt-9 (OpenAI) translates.', google, true],
      ['Enter a key to see the models. The page sends nothing until you choose a model.', google, false],
      ['', { ...googleWithKey, awaitsPick: true }, true],
      ['gpt-9 (OpenAI) translates until you choose a model of Google.', googleWithKey, true],
      ['The page sends nothing until you choose a model.', googleWithKey, false],
    ] as const)('modelNote: %j', (words, facts, isRunning) => {
      expect(modelNote(facts, isRunning)).toBe(words);
    });
  });
});

describe('elapsedWords', () => {
  it.each([
    [-50, '0 s'],
    [8_900, '8 s'],
    [65_000, '1:05'],
    [3_729_000, '1:02:09'],
  ])('elapsedWords: %i ms', (durationMs, words) => {
    expect(elapsedWords(durationMs)).toBe(words);
  });
});

describe('timeLeftWords', () => {
  it.each([
    [9_000, 'a few seconds left'],
    [31_000, 'about 40 s left'],
    [50_000, 'about 50 s left'],
    [51_000, 'about 1 min left'],
    [170_000, 'about 3 min left'],
    [3 * 3_600_000, 'about 3 h left'],
  ])('says how much time is left, rounded: %i ms', (durationMs, words) => {
    expect(timeLeftWords(durationMs)).toBe(words);
  });
});

it.each([
  [[45], '45'],
  [[45, 46], '45 and 46'],
  [[45, 46, 90], '45, 46 and 90'],
  [[1, 2, 3, 4, 5], '1, 2, 3, 4 and 5'],
  [[1, 2, 3, 4, 5, 6], '1, 2, 3, 4, 5 and 1 more'],
])('numberList: %j', (numbers, words) => {
  expect(numberList(numbers)).toBe(words);
});

describe('[D14.54] what Undo has changed', () => {
  it.each([
    ['discarding 1 suggestion', 'Undone: 1 suggestion is back.'],
    ['discarding 13 suggestions', 'Undone: 13 suggestions are back.'],
    ['confirming 2 lines', 'Undone: confirming 2 lines.'],
  ])('of "%s" is "%s"', (words, shownText) => {
    expect(movedWords({ how: 'undone', step: stepOf('change-lines', { words, isUndone: true }) })).toBe(shownText);
  });

  it('has the words of the command when Redo repeats it', () => {
    const step = stepOf('change-lines', { words: 'discarding 13 suggestions' });
    expect(movedWords({ how: 'redone', step })).toBe('Redone: discarding 13 suggestions.');
  });
});

test('the page describes the errors of a reply by lines, while the model gets keys', () => {
  const phrases = samplePhrases(3);
  const shownText = (reply: string) => validateBatch(phrases, reply).map(plainDifference);
  expect(shownText('{"1": "a", "2": "", "3": "1\\n00:00:01,000 --> 00:00:02,000"}')).toEqual([
    'Line 2 is empty.',
    'Line 3 contains a timing line.',
  ]);
  expect(shownText('{"1": "a", "1": "b", "2": "c", "9": "d"}')).toEqual([
    'Line 1 occurs twice.',
    'The reply should have the lines from 1 to 3.',
    'Missing lines: 3.',
    'Lines that were not asked for: 9.',
  ]);
  const empty = JSON.stringify(Object.fromEntries(samplePhrases(22).map(({ number }) => [number, ''])));
  expect(validateBatch(samplePhrases(22), empty).map(plainDifference).at(-1)).toBe('The same error in 2 more lines.');
});
