import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { acceptNotes, areEmpty, type FilmNotes, NO_NOTES, NOTE_LIMITS, sentNotes, withinLimits } from './notes.ts';
import { aboutOverLimit, leftOutWords, sameNames } from './notes-told.ts';

const person = (name: string) => ({ name, translation: '', gender: 'unknown', note: '' }) as const;
const term = (source: string) => ({ source, translation: '', note: '' });
const many = <Row>(count: number, make: (name: string) => Row) =>
  Array.from({ length: count }, (_, at) => make(`n${at}`));

describe('areEmpty', () => {
  test.each<readonly [what: string, notes: Partial<FilmNotes>, isEmpty: boolean]>([
    ['no content', {}, true],
    [
      'blank cells',
      { about: ' \n', people: [person(' ')], terms: [{ source: '', translation: 'x', note: 'y' }] },
      true,
    ],
    ['half an address', { address: [{ from: 'A', to: 'B', form: ' ' }] }, true],
    ['only the setting about speakers', { tellsSpeakers: false }, true],
    ['a sentence', { about: 'x' }, false],
    ['a person', { people: [person('A')] }, false],
    ['an address', { address: [{ from: 'A', to: 'B', form: 'tu' }] }, false],
    ['a term that stays', { terms: [term('GitHub')] }, false],
  ])('judges notes with %s', (_, notes, isEmpty) => {
    expect(areEmpty({ ...NO_NOTES, ...notes })).toBe(isEmpty);
  });
});

test('cuts tables at their limits, empty rows first, and sends 2,000 characters about the film', () => {
  const notes = {
    ...NO_NOTES,
    about: ` ${'x'.repeat(NOTE_LIMITS.about - 1)}😀 `,
    people: [person(' '), ...many(NOTE_LIMITS.people + 2, person)],
    terms: many(NOTE_LIMITS.terms, term),
  };
  const within = withinLimits(notes);
  expect(leftOutWords(notes)).toBe('People: 3 rows left out, 60 at most');
  expect(within.people).toEqual(many(NOTE_LIMITS.people, person));
  expect(within.terms).toBe(notes.terms);
  expect(withinLimits(within)).toBe(within);
  expect(aboutOverLimit(notes)).toBe(1);
  expect(sentNotes(notes).about).toBe('x'.repeat(NOTE_LIMITS.about - 1));
  expect(sentNotes(notes)).toBe(sentNotes(notes));
  expect(leftOutWords(NO_NOTES)).toBe('');
  expect(aboutOverLimit(NO_NOTES)).toBe(0);
});

test('cuts a cell at 1,000 characters', () => {
  const notes = { ...NO_NOTES, terms: [term('fly'), { ...term('x'), note: 'n'.repeat(5_000) }] };
  expect(withinLimits(notes).terms).toEqual([term('fly'), { ...term('x'), note: 'n'.repeat(1_000) }]);
});

test('reports and keeps rows of the same name', () => {
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
    ['undefined', undefined, undefined],
    ['a list', [], undefined],
    ['another object with the prototype of notes', Object.create(NO_NOTES), undefined],
    ['empty notes', { ...NO_NOTES }, NO_NOTES],
    ['some fields', { about: 'x', tellsSpeakers: false }, { ...NO_NOTES, about: 'x', tellsSpeakers: false }],
    ['a whole film as terms', { terms: many(4_801, term) }, { ...NO_NOTES, terms: many(500, term) }],
    [
      'cells and rows of other types',
      {
        about: 7,
        people: [{ name: 'A', gender: 'f', translation: null }, 'B', null, ['C']],
        address: { 0: { from: 'A' } },
        terms: [{ source: 'x', translation: ['y'], foreign: 1 }],
        tellsSpeakers: 'no',
      },
      { ...NO_NOTES, people: [person('A')], terms: [term('x')] },
    ],
  ])('are accepted from %s', (_, value, notes) => {
    expect(acceptNotes(value)).toEqual(notes);
  });

  test('never throw, and survive JSON unchanged', () => {
    fc.assert(
      fc.property(fc.anything({ withNullPrototype: true, withBigInt: true }), (value) => {
        const notes = acceptNotes({ people: value, about: value, terms: [value], address: [value] });
        expect(acceptNotes(JSON.parse(JSON.stringify(notes)))).toEqual(notes);
        expect(() => acceptNotes(value)).not.toThrow();
      }),
    );
  });
});
