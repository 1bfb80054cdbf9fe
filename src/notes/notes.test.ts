import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { acceptNotes, areEmpty, type FilmNotes, NO_NOTES, NOTE_LIMITS, sentNotes } from './notes.ts';
import { limitsTold, sameNames } from './notes-told.ts';

const person = (name: string) => ({ name, translation: '', gender: 'unknown', note: '' }) as const;
const term = (source: string) => ({ source, translation: '', note: '' });
const many = <Row>(count: number, make: (name: string) => Row) =>
  Array.from({ length: count }, (_, at) => make(`n${at}`));

describe('whether there is anything to send', () => {
  test.each<readonly [what: string, notes: Partial<FilmNotes>, isEmpty: boolean]>([
    ['nothing', {}, true],
    [
      'blank cells',
      { about: ' \n', people: [person(' ')], terms: [{ source: '', translation: 'x', note: 'y' }] },
      true,
    ],
    ['half an address', { address: [{ from: 'A', to: 'B', form: ' ' }] }, true],
    ['only what is said about speakers', { tellsSpeakers: false }, true],
    ['a sentence', { about: 'x' }, false],
    ['a person', { people: [person('A')] }, false],
    ['an address', { address: [{ from: 'A', to: 'B', form: 'tu' }] }, false],
    ['a term that stays', { terms: [term('GitHub')] }, false],
  ])('%s', (_, notes, isEmpty) => {
    expect(areEmpty({ ...NO_NOTES, ...notes })).toBe(isEmpty);
  });
});

test('what is over the limits is told, and not sent; empty rows take no place', () => {
  const notes = {
    ...NO_NOTES,
    about: ` ${'x'.repeat(NOTE_LIMITS.about - 1)}😀 `,
    people: [person(' '), ...many(NOTE_LIMITS.people + 2, person)],
    terms: many(NOTE_LIMITS.terms, term),
  };
  expect(limitsTold(notes)).toEqual([
    { kind: 'people', count: 2 },
    { kind: 'about', count: 1 },
  ]);
  const sent = sentNotes(notes);
  expect(sent.about).toBe('x'.repeat(NOTE_LIMITS.about - 1));
  expect(sent.people.map(({ name }) => name)).toEqual(many(NOTE_LIMITS.people, String));
  expect(sent.terms).toHaveLength(NOTE_LIMITS.terms);
  expect(sentNotes(notes)).toBe(sent);
  expect(limitsTold(NO_NOTES)).toEqual([]);
  expect(limitsTold({ ...NO_NOTES, terms: many(NOTE_LIMITS.terms + 1, term) })).toEqual([{ kind: 'terms', count: 1 }]);
});

test('rows of one name are told, and kept', () => {
  const notes = {
    ...NO_NOTES,
    people: [person('Anna'), person(''), person('Bob'), person(' anna'), person('')],
    address: [
      { from: 'A', to: 'B', form: 'tu' },
      { from: 'B', to: 'A', form: 'tu' },
      { from: 'a', to: 'b', form: 'você' },
    ],
    terms: [term('cafe\u0301'), term('Café'), term('cafe'), term('CAFÉ')],
  };
  expect(sameNames(notes)).toEqual([
    { kind: 'person', rows: [0, 3] },
    { kind: 'address', rows: [0, 2] },
    { kind: 'term', rows: [0, 1, 3] },
  ]);
  expect(sentNotes(notes).terms).toHaveLength(4);
});

describe('notes from outside', () => {
  test.each<readonly [what: string, value: unknown, notes: FilmNotes | undefined]>([
    ['nothing', undefined, undefined],
    ['a list', [], undefined],
    ['another object with the prototype of notes', Object.create(NO_NOTES), undefined],
    ['no notes', { ...NO_NOTES }, NO_NOTES],
    ['some fields', { about: 'x', tellsSpeakers: false }, { ...NO_NOTES, about: 'x', tellsSpeakers: false }],
    [
      'cells and rows of other kinds',
      {
        about: 7,
        people: [{ name: 'A', gender: 'f', translation: null }, 'B', null, ['C']],
        address: { 0: { from: 'A' } },
        terms: [{ source: 'x', translation: ['y'], foreign: 1 }],
        tellsSpeakers: 'no',
      },
      { ...NO_NOTES, people: [person('A')], terms: [term('x')] },
    ],
  ])('%s', (_, value, notes) => {
    expect(acceptNotes(value)).toEqual(notes);
  });

  test('never throw, and are what was written', () => {
    fc.assert(
      fc.property(fc.anything({ withNullPrototype: true, withBigInt: true }), (value) => {
        const notes = acceptNotes({ people: value, about: value, terms: [value], address: [value] });
        expect(acceptNotes(JSON.parse(JSON.stringify(notes)))).toEqual(notes);
        expect(() => acceptNotes(value)).not.toThrow();
      }),
    );
  });
});
