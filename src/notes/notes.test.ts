import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { aboutOverLimit, filmsOfOneName, leftOutWords, sameNames, unknownFilms } from './note-warnings.ts';
import { acceptNotes, areEmpty, type FilmNotes, NO_NOTES, NOTE_LIMITS, sentNotes, withinLimits } from './notes.ts';
import { namesInRequest, speakersIn, textsWithoutNames } from './notes-text.ts';
import { isPartOfName, notesOfFilm } from './people-of-films.ts';

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
    ['a term that stays as it is', { terms: [term('GitHub')] }, false],
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
  expect(leftOutWords(notes)).toBe('Only the first 60 people are sent, 3 are not');
  expect(within.people).toEqual(many(NOTE_LIMITS.people, person));
  expect(within.terms).toBe(notes.terms);
  expect(withinLimits(within)).toBe(within);
  expect(aboutOverLimit(notes)).toBe(1);
  expect(sentNotes(notes).about).toBe('x'.repeat(NOTE_LIMITS.about - 1));
  expect(leftOutWords(NO_NOTES)).toBe('');
  expect(aboutOverLimit(NO_NOTES)).toBe(0);
});

test('cuts a cell at 1,000 characters', () => {
  const notes = { ...NO_NOTES, terms: [term('fly'), { ...term('x'), note: 'n'.repeat(5_000) }] };
  expect(withinLimits(notes).terms).toEqual([term('fly'), { ...term('x'), note: 'n'.repeat(1_000) }]);
});

test('reports rows of the same name, and keeps them', () => {
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
    [
      'an object with some fields',
      { about: 'x', tellsSpeakers: false },
      { ...NO_NOTES, about: 'x', tellsSpeakers: false },
    ],
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
  ])('accepts notes from %s', (_, value, notes) => {
    expect(acceptNotes(value)).toEqual(notes);
  });

  test('never throws for notes from outside, and returns the same notes after JSON', () => {
    fc.assert(
      fc.property(fc.anything({ withNullPrototype: true, withBigInt: true }), (value) => {
        const notes = acceptNotes({ people: value, about: value, terms: [value], address: [value] });
        expect(acceptNotes(JSON.parse(JSON.stringify(notes)))).toEqual(notes);
        expect(() => acceptNotes(value)).not.toThrow();
      }),
    );
  });
});

const PEOPLE = [
  { name: 'Анна', translation: 'Ana', gender: 'female', note: '' },
  { name: ' ', translation: 'Nobody', gender: 'male', note: '' },
  { name: 'J. (R.) Ewing', translation: '', gender: 'male', note: '' },
] as const;
const phrase = (text: string, ...speakers: readonly string[]) => ({ number: 1, time: '', text, speakers });

test('[D15.53] a request names people in both languages and its speakers; without notes it names nobody', () => {
  const spoken = [phrase('Hi', 'NURSE', 'Анна'), { number: 2, time: '', text: 'Yo' }];
  expect(speakersIn(spoken)).toEqual([
    { number: 1, name: 'NURSE' },
    { number: 1, name: 'Анна' },
  ]);
  const notes = { ...NO_NOTES, people: PEOPLE };
  expect(namesInRequest(notes, spoken)).toEqual(['Анна', 'Ana', 'J. (R.) Ewing', 'NURSE']);
  expect(namesInRequest({ ...notes, tellsSpeakers: false }, spoken)).toEqual(['Анна', 'Ana', 'J. (R.) Ewing']);
  expect(namesInRequest(NO_NOTES, spoken)).toEqual([]);
});

const NAMES = ['NURSE', 'MAN', 'MAN 2', 'Анна', 'Ana', 'J. (R.) Ewing', '护士', 'JOÃO'];
const taken = (original: string, text: string, ...speakers: readonly string[]) =>
  textsWithoutNames({ names: NAMES, phrases: [phrase(original, ...speakers)] }, new Map([[1, text]])).get(1);

test.each(['\u200eAna, vai.', '&lrm;Ana, vai.', '\u202bAna, vai.\u202c'])(
  'keeps a name if the original begins with one: %j',
  (original) => {
    expect(taken(original, 'Ana: geh.')).toBeUndefined();
  },
);

test.each<readonly [original: string, text: string, left: string]>([
  ['Come.', 'NURSE: Vem.', 'Vem.'],
  ['Come.', 'nurse :Vem.', 'Vem.'],
  ['Come.', ' Nurse\u00a0 :  Vem.', ' Vem.'],
  ['来。', '护士：Vem.', 'Vem.'],
  ['Come.', 'João: Vem.', 'Vem.'],
  ['Come.', 'Joa\u0303o: Vem.', 'Vem.'],
  ['Иди.', 'Ana: Vem.', 'Vem.'],
  ['Иди.', 'АННА: Vem.', 'Vem.'],
  ['Come.', 'J. (R.)  Ewing: Vem.', 'Vem.'],
  ['Come.', 'MAN 2: Vem.', 'Vem.'],
  ['<i>Come.</i>', '<i>NURSE: Vem.</i>', '<i>Vem.</i>'],
  ['⟦1⟧Come.', '⟦1⟧ NURSE: Vem.', '⟦1⟧ Vem.'],
  ['- Come.\n- Yes.', '- NURSE: Vem.\n- MAN: Sim.', '- Vem.\n- Sim.'],
  ['Come.\nNow.', 'NURSE:\nVem.\nAgora.', 'Vem.\nAgora.'],
  ['Listen to me: come.', 'NURSE: Ouve-me: vem.', 'Ouve-me: vem.'],
  ['Anna, come.', 'NURSE: Anna, vem.', 'Anna, vem.'],
  ['Ana, come.', 'NURSE: Ana, vem.', 'Ana, vem.'],
])('[D15.53] for the original %j changes the reply %j to %j', (original, text, left) => {
  expect(taken(original, text)).toBe(left);
});

test('[D15.53] removes a name from each line of a phrase with several speakers', () => {
  expect(taken('Come.\nYes.', 'NURSE: Vem.\nMAN: Sim.', 'NURSE', 'MAN')).toBe('Vem.\nSim.');
  expect(taken('Come,\nman.', 'Vem,\nMAN: vem.')).toBeUndefined();
});

test.each<readonly [why: string, original: string, text: string]>([
  ['the original begins with it', 'NURSE: Come.', 'NURSE: Vem.'],
  ['the original begins with another name', 'СЕСТРА: Иди.', 'NURSE: Vem.'],
  ['the second line of the original begins with a name', '- Hi.\n- GUARD: Come.', '- NURSE: Oi.\n- MAN: Vem.'],
  ['the original speaks to that person', 'Анна, иди.', 'Ana: vem.'],
  ['the original speaks to that person, and has a colon later', 'Ana, I say: run.', 'Ana: digo: corre.'],
  ['the original speaks to that person, and has a time of day', "Ana, it's 12:30.", 'Ana: são 12:30.'],
  ['the original has it in brackets', '[NURSE] Come.', 'NURSE: Vem.'],
  ['the original has a sign before it', '¿Ana, come?', 'Ana: vem.'],
  ['it is the hour of a time', 'At half past two.', 'Man 2:30.'],
  ['the request did not contain the name', 'Come.', 'GUARD: Vem.'],
  ['more words precede the colon', 'Come.', 'NURSE ANN: Vem.'],
  ['the name is not at the beginning', 'Come.', 'A NURSE: Vem.'],
  ['there is no colon', 'Come.', 'NURSE, vem.'],
  ['nothing would remain', 'Come.', 'NURSE:'],
  ['only tags would remain', 'Come.', '<i>NURSE: </i>'],
  ['a tag closes after it', 'Come.', '<b>NURSE:</b> Vem.'],
  ['the reply is empty', 'Come.', ''],
])('[D15.53] keeps a name if %s', (_, original, text) => {
  expect(taken(original, text)).toBeUndefined();
});

test('[D15.53] reads a long reply of signs in linear time', () => {
  for (const sign of ['<', '- ', ' ', 'NURSE ', 'a ', '<i>', '⟦1⟧ ', 'x:'])
    for (const original of ['Come.', sign.repeat(50_000)]) expect(taken(original, sign.repeat(50_000)) ?? '').toBe('');
}, 4_000);

test.each<readonly [part: string, fileName: string, isPart: boolean]>([
  ['E01', 'Show.E01.srt', true],
  ['e01', 'Show S01E01 (pt).srt', true],
  ['E1', 'Show.E10.srt', false],
  ['1', 'Talk 11.srt', false],
  ['1', 'Talk 1.srt', true],
  ['Week', 'Weekend.srt', false],
  ['Week', 'Week1.srt', true],
  ['(a', 'Film (a).srt', true],
  ['E01', '', false],
  ['Café', 'Cafe\u0301.srt', true],
  ['Cafe', 'Cafe\u0301.srt', false],
])('[D18.32] “%s” names the film “%s”: %s', (part, fileName, isPart) => {
  expect(isPartOfName(part, fileName)).toBe(isPart);
});

test('[D18.32] the notes of a film do not contain people of other films, and are unchanged if no person belongs to certain films', () => {
  const anna = { name: 'Anna', translation: '', gender: 'female', note: '' } as const;
  const notes = { ...NO_NOTES, people: [{ ...anna, films: ' E1 ; E3' }, anna] };
  expect(notesOfFilm(notes, 'E1.srt')).toBe(notes);
  expect(notesOfFilm(notes, 'E2.srt').people).toEqual([anna]);
  const all = { ...NO_NOTES, people: [anna] };
  expect(notesOfFilm(all, 'E2.srt')).toBe(all);
  expect(sameNames(notes), 'two people of one name in different films').toEqual([]);
  expect(unknownFilms(notes, ['E1.srt', 'E2.srt'])).toEqual(['E3']);
  expect(filmsOfOneName(notes, ['E1.srt', 'E1.srt', 'E2.srt'])).toEqual(['E1']);
});
