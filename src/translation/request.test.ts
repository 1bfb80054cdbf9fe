import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { NO_NOTES } from '../notes/notes.ts';
import { notesText } from '../notes/notes-text.ts';
import { translationsOf, validateBatch } from './check-reply.ts';
import {
  composeRequest,
  contextJson,
  fixRequest,
  instructions,
  phrasesAsJson,
  RESPOND_WITH_JSON_ONLY,
  withRelativeKeys,
} from './request.ts';

const PHRASES = [
  { number: 9, time: 't', text: 'Она сказала: "да"' },
  { number: 4_294_967_296, time: 't', text: 'two\nlines' },
  { number: 4_294_967_297, time: 't', text: '\u2028' },
];

test('[D3.1] sends phrases as compact JSON in order', () => {
  expect(phrasesAsJson(PHRASES)).toBe('{"9":"Она сказала: \\"да\\"","4294967296":"two\\nlines","4294967297":"\u2028"}');
  expect(phrasesAsJson([])).toBe('{}');
});

test('[D3.2] sends the prompt unchanged before the contract', () => {
  const prompt = '  Translate.\r\n\tInformal! ';
  const [sent, contract] = [instructions(prompt).slice(0, prompt.length), instructions(prompt).slice(prompt.length)];
  expect(sent).toBe(prompt);
  expect(contract).toMatch(/^\n\n\S.*one JSON object.*same keys.*$/);
  expect(contract).not.toMatch(/\d/);
});

test('[D15.1] puts film notes between prompt and contract, and changes nothing without them', () => {
  const [prompt, contract = ''] = ['Translate.', instructions('').trimStart()];
  expect(instructions(prompt, 'Terms:')).toBe(`Translate.\n\nTerms:\n\n${contract}`);
  expect(instructions(prompt, '')).toBe(instructions(prompt));
  const facts = { prompt, context: [], phrases: PHRASES };
  expect(composeRequest({ ...facts, notes: '' })).toEqual(composeRequest(facts));
  const spoken = PHRASES.map((phrase) => ({ ...phrase, speakers: ['NURSE'] }));
  expect(composeRequest({ prompt, context: spoken, phrases: spoken })).toEqual(
    composeRequest({ prompt, context: PHRASES, phrases: PHRASES }),
  );
});

test('[D3.1] labels the context as not to be translated', () => {
  expect(JSON.parse(contextJson(PHRASES.slice(0, 1)))).toEqual({
    'context, not to be translated': { 9: 'Она сказала: "да"' },
  });
});

test('lists all differences in the corrective pass, in order', () => {
  expect(fixRequest(['first', 'second'])).toBe('Fix these errors and send the whole JSON object again:\nfirst\nsecond');
});

test('[D3.2] adds at most 400 characters of its own to a request', () => {
  const words = [instructions(''), RESPOND_WITH_JSON_ONLY, contextJson([]), fixRequest([])].join('\n\n');
  expect(words.length).toBeLessThanOrEqual(400);
});

const phrase = (number: number) => ({ number, time: '', text: `text ${number}` });
const GAPPED = [21, 22, 24, 30].map(phrase);
const FACTS = { prompt: 'Translate.', context: [19, 20, 31, 32].map(phrase), phrases: GAPPED };
const { call, restore } = withRelativeKeys(FACTS);

describe('[D16.4] keys that count from 1', () => {
  it('relative keys number the phrases from 1 and continue in the context', () => {
    expect(call.phrases.map(({ number, text }) => [number, text])).toEqual([
      [1, 'text 21'],
      [2, 'text 22'],
      [3, 'text 24'],
      [4, 'text 30'],
    ]);
    expect(call.context.map(({ number }) => number)).toEqual([-1, 0, 5, 6]);
    const { replySchema } = composeRequest({ ...call, replyFormat: 'schema' });
    expect(replySchema).toEqual({
      type: 'object',
      properties: Object.fromEntries(['1', '2', '3', '4'].map((key) => [key, { type: 'string' }])),
      required: ['1', '2', '3', '4'],
      additionalProperties: false,
    });
  });

  it.each([
    ['whole', '{"1":"a","2":"b","3":"c","4":"d"}', '{"21":"a","22":"b","24":"c","30":"d"}'],
    ['with line breaks', '{\n  "3" : "c \\"1\\": d"\n}', '{\n  "24" : "c \\"1\\": d"\n}'],
    ['escaped', '{"\\u0031":"a"}', '{"21":"a"}'],
    ['that was cut off', '{"1":"a","2":"b', '{"21":"a","22":"b'],
    ['with words around it', 'Here:\n```json\n{"2":"b"}\n```', 'Here:\n```json\n{"22":"b"}\n```'],
    ['with keys that were not requested', '{"0":"z","5":"e","21":"x"}', '{"20":"z","31":"e","47":"x"}'],
    ['with keys that are not numbers', '{"01":"a","1.5":"b","a":"c"}', '{"01":"a","1.5":"b","a":"c"}'],
    ['that is not JSON', 'I cannot do that: "no".', 'I cannot do that: "no".'],
  ])('restores the film’s numbers in a reply %s', (_, reply, expected) => expect(restore(reply)).toBe(expected));

  it('the answer and the errors of a corrective pass have relative keys', () => {
    const answer = '{"21":"a","22":"","24":"c"}';
    const correction = { answer, errors: validateBatch(GAPPED, answer) };
    const { call: corrective } = withRelativeKeys({ ...FACTS, correction });
    expect(corrective.correction?.answer).toBe('{"1":"a","2":"","3":"c"}');
    expect(corrective.correction?.errors.join(' ')).toContain('from 1 to 4');
    expect(corrective.correction?.errors.join(' ')).toContain('Subtitle at key 2 is empty.');
  });

  it('the list of speakers has relative keys', () => {
    const people = {
      ...NO_NOTES,
      people: [{ name: 'Speakers: 21 A', translation: '', gender: 'female', note: '' }],
    } as const;
    const speakers = [
      { number: 21, name: 'NURSE' },
      { number: 24, name: 'A, 22 "B"' },
      { number: 30, name: 'MAN 2' },
    ];
    const notes = notesText({ ...people, tellsSpeakers: true }, { texts: [], contextTexts: [], speakers }, 'en');
    const relative = withRelativeKeys({ ...FACTS, notes }).call.notes;
    expect(relative?.split('\n').at(-1)).toBe('Speakers: 1 NURSE, 3 "A, 22 \\"B\\"", 4 MAN 2');
    expect(relative?.split('\n').slice(0, -1)).toEqual(notes.split('\n').slice(0, -1));
    expect(withRelativeKeys({ ...FACTS, notes: 'About the film: "x"' }).call.notes).toBe('About the film: "x"');
  });

  it('relative keys never move a text, and an answer is converted back unchanged', () => {
    const numbers = fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(numbers, fc.uniqueArray(fc.integer({ min: -30, max: 90 })), (asked, keys) => {
        const phrases = asked.toSorted((a, b) => a - b).map(phrase);
        const reply = `{${keys.map((key) => `"${key}":"of ${key}"`).join(',')}}`;
        const film = withRelativeKeys({ prompt: '', context: [], phrases });
        const texts = translationsOf(phrases, film.restore(reply));
        expect(Object.fromEntries(texts)).toEqual(
          Object.fromEntries(
            phrases.flatMap(({ number }, place) => (keys.includes(place + 1) ? [[number, `of ${place + 1}`]] : [])),
          ),
        );
        const correction = { answer: film.restore(reply), errors: [] };
        expect(withRelativeKeys({ prompt: '', context: [], phrases, correction }).call.correction?.answer).toBe(reply);
      }),
    );
  });
});
