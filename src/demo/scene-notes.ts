import { type FilmNotes, NO_NOTES, type Person } from '../notes/notes.ts';
import type { RadioLanguage } from './sample.ts';

const person = (name: string, translation: string, gender: Person['gender'], note: string): Person => ({
  ...{ name, translation, gender, note },
});
const informal = (from: string, to: string) => ({ from, to, form: 'informal' });
const term = (source: string, translation: string, note = '') => ({ source, translation, note });

/** `goat`: her name, `strangers`: how the listener and Nora speak to each other; `wave`, `animal`, `record`: what the terms are in the translation. */
const radioNotes = (
  [goat, wave, animal, record]: readonly [goat: string, wave: string, animal: string, record: string],
  strangers: FilmNotes['address'] = [],
): FilmNotes => ({
  ...NO_NOTES,
  about: 'Night Wave, a comedy. A small radio station at night, today; quick and dry, among friends.',
  people: [
    person('Nora', 'Nora', 'female', 'presents the show'),
    person('Sam', 'Sam', 'male', 'sound engineer'),
    person('Clementine', goat, 'female', 'a goat'),
  ],
  address: [informal('Nora', 'Sam'), informal('Sam', 'Nora'), ...strangers],
  terms: [term('Night Wave', wave, 'the station'), term('goat', animal), term('record', record, 'of vinyl')],
});

/** What the model is told of each scene; its translations keep to it, but for the goat's name in the last line of the radio scene. */
export const SCENE_NOTES: Readonly<Record<RadioLanguage | 'ru-pt', FilmNotes>> = {
  pt: radioNotes(['Clementina', 'Onda da Noite', 'cabra', 'disco']),
  de: radioNotes(['Clementine', 'Nachtwelle', 'Ziege', 'Platte']),
  es: radioNotes(['Clementina', 'Onda Nocturna', 'cabra', 'disco']),
  fr: radioNotes(
    ['Clémentine', 'Onde de Nuit', 'chèvre', 'disque'],
    [
      { from: 'the listener', to: 'Nora', form: 'vous' },
      { from: 'Nora', to: 'the listener', form: 'vous' },
    ],
  ),
  'ru-pt': {
    ...NO_NOTES,
    about: 'A comedy. A village club at night before its first film show; warm, teasing, colloquial.',
    people: [
      person('Рита', 'Rita', 'female', 'sews; holds the torch'),
      person('Боря', 'Boria', 'male', 'put up the posters; filmed her once'),
      person('Матвей', 'Matvei', 'male', 'an old neighbour'),
      person('Кефир', 'Kefir', 'male', 'a cat'),
    ],
    address: [informal('Рита', 'Боря'), informal('Боря', 'Рита')],
    terms: [term('гусь', 'ganso', 'the pun is “ga…”: galã, galocha, ganso'), term('фельдшер', 'enfermeiro')],
  },
};

/** What reading the radio scene finds beside its notes. */
export const FOUND_TERM = term('antenna', '', 'what the goat eats');
