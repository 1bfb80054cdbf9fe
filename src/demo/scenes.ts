import { DEFAULT_PROMPT } from '../languages/default-prompt.ts';
import { type FilmNotes, NO_NOTES, type Person } from '../notes/notes.ts';
import type { Phrase } from '../subtitles/document.ts';
import { formatSrt } from '../subtitles/srt.ts';
import sample from './sample.json' with { type: 'json' };

/** Target languages of the English scene. */
export const RADIO_LANGUAGES = ['pt', 'de', 'es', 'fr'] as const;
type RadioLanguage = (typeof RADIO_LANGUAGES)[number];

const phrasesOf = (lines: readonly Pick<Phrase, 'time' | 'text'>[]): readonly Phrase[] =>
  lines.map(({ time, text }, index) => ({ number: index + 1, time, text }));

/**
 * All scenes were written for this project. In the Russian one, Rita and Boria repair a film projector in a village club at night, before tomorrow's first
 * show. It has 65 phrases: three full batches and one of five. It has a pun on a torn label: they read "гу…" first as hussars, then as geese. In informal
 * Brazilian Portuguese they read "ga…" first as "galãs", then as "gansos".
 */
export const SAMPLE_PHRASES = phrasesOf(sample.club);
export const SAMPLE_SOURCE: string = formatSrt(SAMPLE_PHRASES);
export const SAMPLE_TRANSLATION: readonly string[] = sample.club.map(({ pt }) => pt);

/** The English scenes: at night in a small radio station, something walks on the roof. Two shorter nights follow, of two batches each. */
const NIGHTS = [sample.roof, sample.rain, sample.guest];
export const RADIO_FILMS = NIGHTS.map((lines, index) => ({
  fileName: `Night Wave.E0${index + 1}.srt`,
  phrases: phrasesOf(lines),
  /**
   * In informal Brazilian Portuguese, German, Spanish and French. The last line of the last film spells the goat's name differently from the film notes, so
   * that a person has something to correct. The last line of the first film has the same original, and the correct name.
   */
  translations: {
    pt: lines.map(({ pt }) => pt),
    de: lines.map(({ de }) => de),
    es: lines.map(({ es }) => es),
    fr: lines.map(({ fr }) => fr),
  } satisfies Record<RadioLanguage, readonly string[]>,
}));

/** A text of an .srt file. The name is empty if the scene has only one film. */
interface SceneFilm {
  readonly fileName: string;
  readonly source: string;
}

export interface Scene {
  /** One film, or those of a series, of which the first one is open. */
  readonly films: readonly [SceneFilm, ...SceneFilm[]];
  readonly prompt: string;
  /** Film notes for the model. */
  readonly notes: FilmNotes;
  /** Makes the replies of one run. */
  readonly createScript: () => Script;
  /** The run is fast and is shown line by line. */
  readonly isShort: boolean;
}

export type SceneId = RadioLanguage | 'ru-pt';

export const SCENE_NAMES: Readonly<Record<SceneId, string>> = {
  pt: 'English → Portuguese',
  de: 'English → German',
  es: 'English → Spanish',
  fr: 'English → French',
  'ru-pt': 'Russian → Portuguese',
};

/** The first of the browser's languages that the English scene is translated into, otherwise Portuguese. */
export function sceneFor(languages: readonly string[]): SceneId {
  for (const tag of languages) {
    const found = RADIO_LANGUAGES.find((language) => language === tag.toLowerCase().split('-')[0]);
    if (found) return found;
  }
  return 'pt';
}

export function sceneOf(id: SceneId): Scene {
  const notes = SCENE_NOTES[id];
  if (id === 'ru-pt') {
    const films = [{ fileName: '', source: SAMPLE_SOURCE }] as const;
    return { films, prompt: DEFAULT_PROMPT, notes, createScript, isShort: false };
  }
  const [first, ...others] = RADIO_FILMS.map(({ fileName, phrases }) => ({ fileName, source: formatSrt(phrases) }));
  if (!first) throw new Error('The radio scenes have no film.');
  const [from = '', into = ''] = SCENE_NAMES[id].split(' → ');
  return {
    films: [first, ...others],
    prompt: DEFAULT_PROMPT.replace('Russian', from).replace('Portuguese', into),
    notes,
    createScript: () => radioScript(id),
    isShort: true,
  };
}

export interface ScriptedReply {
  readonly content: string;
  readonly finishReason: 'stop' | 'content_filter';
}

/** Returns the reply to source texts by number. */
type Script = (texts: Readonly<Record<string, string>>) => ScriptedReply;

/** Phrase 28, "Гудрон.": so short that a real model might merge it with its neighbour. */
const LEFT_OUT = SAMPLE_PHRASES[27]?.text;
/** Phrase 34. */
const LEFT_EMPTY = SAMPLE_PHRASES[33]?.text;
/** Phrase 47: a content filter may not understand that its "I'll kill you" is a joke. */
const FILTERED = SAMPLE_PHRASES[46]?.text;

const byText = (phrases: readonly Phrase[], texts: readonly string[]): ReadonlyMap<string, string> =>
  new Map(phrases.map(({ text }, index) => [text, texts[index] ?? text]));

/** The translations of the radio film that contains most of the texts. A line that several films share has the translation of the first of them. */
function radioScript(language: RadioLanguage): Script {
  const films = RADIO_FILMS.map(({ phrases, translations }) => byText(phrases, translations[language]));
  return (texts) => {
    const hits = films.map((film) => Object.values(texts).filter((text) => film.has(text)).length);
    const film = films[hits.indexOf(Math.max(...hits))];
    return {
      content: jsonOf(Object.entries(texts).map(([key, text]) => [key, text, film?.get(text) ?? text])),
      finishReason: 'stop',
    };
  };
}

/**
 * The replies of one run of the Russian scene: the translation of each text; unknown texts are returned. Two replies are wrong at first. The one with
 * phrase 28 omits it and empties phrase 34; the corrective pass fixes both. The one with phrase 47 is cut off by a filter, and so is the next reply with
 * the rest. Phrases are found by text, not by number.
 */
export function createScript(): Script {
  const translations = byText(SAMPLE_PHRASES, SAMPLE_TRANSLATION);
  let flawed = false;
  let filtered = 0;

  return (texts) => {
    const reply = Object.entries(texts).map(([key, text]) => [key, text, translations.get(text) ?? text] as const);
    const indexOf = (wanted: string | undefined) => reply.findIndex(([, text]) => text === wanted);

    const filteredAt = indexOf(FILTERED);
    if (filtered < 2 && filteredAt >= 0) {
      filtered++;
      const brokenOff = jsonOf(reply.slice(0, filteredAt)).replace(/\}$/, ',');
      return { content: brokenOff, finishReason: 'content_filter' };
    }
    if (!flawed && indexOf(LEFT_OUT) >= 0) {
      flawed = true;
      const rest = reply.filter(([, text]) => text !== LEFT_OUT);
      const withGap = rest.map(
        ([key, text, translation]) => [key, text, text === LEFT_EMPTY ? '' : translation] as const,
      );
      return { content: jsonOf(withGap), finishReason: 'stop' };
    }
    return { content: jsonOf(reply), finishReason: 'stop' };
  };
}

const jsonOf = (reply: readonly (readonly [key: string, text: string, translation: string])[]): string =>
  JSON.stringify(Object.fromEntries(reply.map(([key, , translation]) => [key, translation])));

const person = (name: string, translation: string, gender: Person['gender'], note: string): Person => ({
  name,
  translation,
  gender,
  note,
});
const informal = (from: string, to: string) => ({ from, to, form: 'informal' });
const term = (source: string, translation: string, note = '') => ({ source, translation, note });

/** `goat`: the goat's name. `wave`, `animal`, `record`: the translations of terms. `strangers`: how the listener and Nora address each other. */
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

/** The translations follow these notes, except for the goat's name in the last line of the last radio film. */
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

/** A term that reading a radio film adds to the notes. */
export const FOUND_TERM = term('antenna', '', 'what the goat eats');
