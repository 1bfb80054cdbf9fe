import { expect, test } from 'vitest';
import { NO_NOTES } from './notes.ts';
import { namesTold, speakersIn, textsWithoutNames } from './speaker-names.ts';

const PEOPLE = [
  { name: 'Анна', translation: 'Ana', gender: 'female', note: '' },
  { name: ' ', translation: 'Nobody', gender: 'male', note: '' },
  { name: 'J. (R.) Ewing', translation: '', gender: 'male', note: '' },
] as const;
const phrase = (text: string, ...speakers: readonly string[]) => ({ number: 1, time: '', text, speakers });

test('[D15.53] a request names people in both languages and its speakers, and nobody without notes', () => {
  const spoken = [phrase('Hi', 'NURSE', 'Анна'), { number: 2, time: '', text: 'Yo' }];
  expect(speakersIn(spoken)).toEqual([
    { number: 1, name: 'NURSE' },
    { number: 1, name: 'Анна' },
  ]);
  const notes = { ...NO_NOTES, people: PEOPLE };
  expect(namesTold(notes, spoken)).toEqual(['Анна', 'Ana', 'J. (R.) Ewing', 'NURSE']);
  expect(namesTold({ ...notes, tellsSpeakers: false }, spoken)).toEqual(['Анна', 'Ana', 'J. (R.) Ewing']);
  expect(namesTold(NO_NOTES, spoken)).toEqual([]);
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
])('[D15.53] for %j turns the reply %j into %j', (original, text, left) => {
  expect(taken(original, text)).toBe(left);
});

test('[D15.53] removes a name from each line of a phrase with several speakers', () => {
  expect(taken('Come.\nYes.', 'NURSE: Vem.\nMAN: Sim.', 'NURSE', 'MAN')).toBe('Vem.\nSim.');
  expect(taken('Come,\nman.', 'Vem,\nMAN: vem.')).toBeUndefined();
});

test.each<readonly [why: string, original: string, text: string]>([
  ['the original begins with it', 'NURSE: Come.', 'NURSE: Vem.'],
  ['the original begins with another name', 'СЕСТРА: Иди.', 'NURSE: Vem.'],
  ['the second line of the original begins with one', '- Hi.\n- GUARD: Come.', '- NURSE: Oi.\n- MAN: Vem.'],
  ['the original speaks to that person', 'Анна, иди.', 'Ana: vem.'],
  ['the original speaks to that person, and has a colon further on', 'Ana, I say: run.', 'Ana: digo: corre.'],
  ['the original speaks to that person, and has a time', "Ana, it's 12:30.", 'Ana: são 12:30.'],
  ['the original has it in brackets', '[NURSE] Come.', 'NURSE: Vem.'],
  ['the original has a sign before it', '¿Ana, come?', 'Ana: vem.'],
  ['it is the hour of a time', 'At half past two.', 'Man 2:30.'],
  ['the request did not name it', 'Come.', 'GUARD: Vem.'],
  ['more words precede the colon', 'Come.', 'NURSE ANN: Vem.'],
  ['the name stands elsewhere', 'Come.', 'A NURSE: Vem.'],
  ['there is no colon', 'Come.', 'NURSE, vem.'],
  ['nothing would be left', 'Come.', 'NURSE:'],
  ['tags alone would be left', 'Come.', '<i>NURSE: </i>'],
  ['a tag closes behind it', 'Come.', '<b>NURSE:</b> Vem.'],
  ['the reply is empty', 'Come.', ''],
])('[D15.53] keeps a name if %s', (_, original, text) => {
  expect(taken(original, text)).toBeUndefined();
});

test('[D15.53] reads a long reply of signs in linear time', () => {
  for (const sign of ['<', '- ', ' ', 'NURSE ', 'a ', '<i>', '⟦1⟧ ', 'x:'])
    for (const original of ['Come.', sign.repeat(50_000)]) expect(taken(original, sign.repeat(50_000)) ?? '').toBe('');
}, 4_000);
