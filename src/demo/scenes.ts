import { DEFAULT_PROMPT } from '../languages/standard-prompt.ts';
import type { FilmNotes } from '../notes/notes.ts';
import type { Phrase } from '../subtitles/document.ts';
import { formatSrt } from '../subtitles/srt.ts';
import {
  RADIO_LANGUAGES,
  RADIO_MENDED,
  RADIO_PHRASES,
  RADIO_TRANSLATIONS,
  type RadioLanguage,
  SAMPLE_PHRASES,
  SAMPLE_SOURCE,
  SAMPLE_TRANSLATION,
} from './sample.ts';
import { SCENE_NOTES } from './scene-notes.ts';

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
 * filter. Phrases are found by their text, so their numbers do not matter. `mended`: translations of texts that are asked for again.
 */
export function createScript(
  translations = byText(SAMPLE_PHRASES, SAMPLE_TRANSLATION),
  mended: ReadonlyMap<string, string> = new Map(),
): Script {
  const answered = new Set<string>();
  let flawed = false;
  let filtered = false;

  return (texts) => {
    const reply = Object.entries(texts).map(([key, text]) => {
      const again = answered.has(text) ? mended.get(text) : undefined;
      return [key, text, again ?? translations.get(text) ?? text] as const;
    });
    for (const text of Object.values(texts)) answered.add(text);
    const indexOf = (wanted: string | undefined) => reply.findIndex(([, text]) => text === wanted);

    const filteredAt = indexOf(FILTERED);
    if (!filtered && filteredAt >= 0) {
      filtered = true;
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
