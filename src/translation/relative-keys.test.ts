import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NO_NOTES } from '../notes/notes.ts';
import { notesText } from '../notes/notes-text.ts';
import { translationsOf, validateBatch } from './check-reply.ts';
import { composeRequest, withRelativeKeys } from './request.ts';

const phrase = (number: number) => ({ number, time: '', text: `text ${number}` });
const PHRASES = [21, 22, 24, 30].map(phrase);
const FACTS = { prompt: 'Translate.', context: [19, 20, 31, 32].map(phrase), phrases: PHRASES };
const { call, restore } = withRelativeKeys(FACTS);

describe('[D16.4] keys that count from 1', () => {
  it('are those of the phrases; what stands around them counts on', () => {
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
    ['written in lines', '{\n  "3" : "c \\"1\\": d"\n}', '{\n  "24" : "c \\"1\\": d"\n}'],
    ['escaped', '{"\\u0031":"a"}', '{"21":"a"}'],
    ['cut off', '{"1":"a","2":"b', '{"21":"a","22":"b'],
    ['with words around it', 'Here:\n```json\n{"2":"b"}\n```', 'Here:\n```json\n{"22":"b"}\n```'],
    ['keys that were not asked for', '{"0":"z","5":"e","21":"x"}', '{"20":"z","31":"e","47":"x"}'],
    ['keys that are no numbers', '{"01":"a","1.5":"b","a":"c"}', '{"01":"a","1.5":"b","a":"c"}'],
    ['no JSON', 'I cannot do that: "no".', 'I cannot do that: "no".'],
  ])('of a reply are the film’s again: %s', (_, reply, expected) => expect(restore(reply)).toBe(expected));

  it('a corrective pass has them in the answer and in the errors', () => {
    const answer = '{"21":"a","22":"","24":"c"}';
    const correction = { answer, errors: validateBatch(PHRASES, answer) };
    const { call: corrective } = withRelativeKeys({ ...FACTS, correction });
    expect(corrective.correction?.answer).toBe('{"1":"a","2":"","3":"c"}');
    expect(corrective.correction?.errors.join(' ')).toContain('from 1 to 4');
    expect(corrective.correction?.errors.join(' ')).toContain('Subtitle at key 2 is empty.');
  });

  it('say who speaks, too', () => {
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

  it('no reply gives a phrase another one’s text, and an answer goes there and back unchanged', () => {
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
