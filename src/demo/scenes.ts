import { DEFAULT_PROMPT } from '../languages/default-prompt.ts';
import { type FilmNotes, NO_NOTES, type Person } from '../notes/notes.ts';
import type { Phrase } from '../subtitles/document.ts';
import { formatSrt } from '../subtitles/srt.ts';
import sample from './sample.json' with { type: 'json' };

/** Languages that the English scene is translated into. */
export const RADIO_LANGUAGES = ['pt', 'de', 'es', 'fr'] as const;
export type RadioLanguage = (typeof RADIO_LANGUAGES)[number];

const phrasesOf = (lines: readonly Pick<Phrase, 'time' | 'text'>[]): readonly Phrase[] =>
  lines.map(({ time, text }, index) => ({ number: index + 1, time, text }));

/**
 * Both scenes were written for this project. The Russian one: at night in a village club, Rita and Boria mend a film projector for tomorrow's
 * first show; 65 phrases, so that there are three full batches and one of five. Its pun on a torn label: "гу…" is read as hussars, then as
 * geese; in informal Brazilian Portuguese "ga…" as "galãs", then as "gansos".
 */
export const SAMPLE_PHRASES = phrasesOf(sample.club);
export const SAMPLE_SOURCE: string = formatSrt(SAMPLE_PHRASES);
export const SAMPLE_TRANSLATION: readonly string[] = sample.club.map(({ pt }) => pt);

/** At night in a small radio station, something walks on the roof. */
export const RADIO_PHRASES = phrasesOf(sample.radio);
/** In informal Brazilian Portuguese, German, Spanish and French. The last line has the goat's name in another form than line 31 and the film notes. */
export const RADIO_TRANSLATIONS: Readonly<Record<RadioLanguage, readonly string[]>> = {
  pt: sample.radio.map(({ pt }) => pt),
  de: sample.radio.map(({ de }) => de),
  es: sample.radio.map(({ es }) => es),
  fr: sample.radio.map(({ fr }) => fr),
};

/** The last line of the English scene with the goat's name as the film notes have it, for who asks for the line again. */
const RADIO_MENDED: Readonly<Record<RadioLanguage, string>> = {
  pt: 'Boa noite, Clementina.',
  de: 'Gute Nacht, Clementine.',
  es: 'Buenas noches, Clementina.',
  fr: 'Bonne nuit, Clémentine.',
};

/** What the demo translates. */
export interface Scene {
  /** The original as the text of an .srt file. */
  readonly source: string;
  readonly prompt: string;
  /** What the model is told of it. */
  readonly notes: FilmNotes;
  /** The replies of one run. */
  readonly createScript: () => Script;
  /** The run begins by itself, is quick, and is shown line by line; otherwise the scene waits for Translate. */
  readonly plays: boolean;
}

export type SceneId = RadioLanguage | 'ru-pt';

/** The choice of scenes, as it stands in the demo's bar. */
export const SCENE_NAMES: Readonly<Record<SceneId, string>> = {
  pt: 'English → Portuguese',
  de: 'English → German',
  es: 'English → Spanish',
  fr: 'English → French',
  'ru-pt': 'Russian → Portuguese',
};

/** The first of the browser's languages that the English scene is translated into; else Portuguese. */
export function sceneFor(languages: readonly string[]): SceneId {
  for (const tag of languages) {
    const found = RADIO_LANGUAGES.find((language) => language === tag.toLowerCase().split('-')[0]);
    if (found) return found;
  }
  return 'pt';
}

export function sceneOf(id: SceneId): Scene {
  const notes = SCENE_NOTES[id];
  if (id === 'ru-pt') return { source: SAMPLE_SOURCE, prompt: DEFAULT_PROMPT, notes, createScript, plays: false };
  const texts = RADIO_TRANSLATIONS[id];
  const translations = byText(RADIO_PHRASES, texts);
  const [from = '', into = ''] = SCENE_NAMES[id].split(' → ');
  return {
    source: formatSrt(RADIO_PHRASES),
    prompt: DEFAULT_PROMPT.replace('Russian', from).replace('Portuguese', into),
    notes,
    createScript: () => createScript(translations, new Map([[LAST_OF_RADIO, RADIO_MENDED[id]]])),
    plays: true,
  };
}

export interface ScriptedReply {
  readonly content: string;
  readonly finishReason: 'stop' | 'content_filter';
}

/** The replies of one run: takes source texts by number, as they were sent. */
type Script = (texts: Readonly<Record<string, string>>) => ScriptedReply;

const LAST_OF_RADIO = RADIO_PHRASES.at(-1)?.text ?? '';

/** Phrase 28, "Гудрон.": short enough that a model could merge it into its neighbour. */
const LEFT_OUT = SAMPLE_PHRASES[27]?.text;
/** Phrase 34. */
const LEFT_EMPTY = SAMPLE_PHRASES[33]?.text;
/** Phrase 47: its "I'll kill you" is a joke that a content filter may not get. */
const FILTERED = SAMPLE_PHRASES[46]?.text;

const byText = (phrases: readonly Phrase[], texts: readonly string[]): ReadonlyMap<string, string> =>
  new Map(phrases.map(({ text }, index) => [text, texts[index] ?? text]));

/**
 * The replies of one run: each text's translation, an unknown text as it is. Of the Russian scene two replies are bad the first time: the
 * one with phrase 28 lacks it and leaves phrase 34 empty, for the corrective pass to mend; the one with phrase 47 is broken off by a
 * filter, and so is the next one, for what is left. Phrases are found by their text, so their numbers do not matter. `mended`: translations
 * of texts that are asked for again.
 */
export function createScript(
  translations = byText(SAMPLE_PHRASES, SAMPLE_TRANSLATION),
  mended: ReadonlyMap<string, string> = new Map(),
): Script {
  const answered = new Set<string>();
  let flawed = false;
  let filtered = 0;

  return (texts) => {
    const reply = Object.entries(texts).map(([key, text]) => {
      const again = answered.has(text) ? mended.get(text) : undefined;
      return [key, text, again ?? translations.get(text) ?? text] as const;
    });
    for (const text of Object.values(texts)) answered.add(text);
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
