import { DEFAULT_PROMPT } from '../settings/default-prompt.ts';
import { formatSrt } from '../subtitles/format-srt.ts';
import { RADIO_PHRASES } from './radio-source.ts';
import { RADIO_LANGUAGES, RADIO_TRANSLATIONS, type RadioLanguage } from './radio-translations.ts';
import { SAMPLE_SOURCE } from './sample-source.ts';
import { createScript, type Script, translationScript } from './script.ts';

/** What the demo translates. */
export interface Scene {
  /** The original as the text of an .srt file. */
  readonly source: string;
  readonly prompt: string;
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
  if (id === 'ru-pt') return { source: SAMPLE_SOURCE, prompt: DEFAULT_PROMPT, createScript, plays: false };
  const texts = RADIO_TRANSLATIONS[id];
  const translations = new Map(RADIO_PHRASES.map(({ text }, index) => [text, texts[index] ?? text]));
  const [from = '', into = ''] = SCENE_NAMES[id].split(' → ');
  return {
    source: formatSrt(RADIO_PHRASES),
    prompt: DEFAULT_PROMPT.replace('Russian', from).replace('Portuguese', into),
    createScript: () => translationScript(translations),
    plays: true,
  };
}
