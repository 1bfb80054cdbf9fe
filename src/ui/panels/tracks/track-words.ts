import type { SubtitleTrack } from '../../../containers/container.ts';
import { baseLanguage } from '../../../languages/language-table.ts';
import { languageOfPrompt, sourceOfPrompt } from '../../../languages/prompt-language.ts';
import { languageName, readStandardPrompt } from '../../../languages/standard-prompt.ts';

/** What a prompt says of languages, BCP 47; undefined: nothing. */
export interface PromptLanguages {
  readonly from: string | undefined;
  readonly into: string | undefined;
}

export function languagesOfPrompt(prompt: string): PromptLanguages {
  const written = readStandardPrompt(prompt);
  return { from: written?.from ?? sourceOfPrompt(prompt), into: written?.into ?? languageOfPrompt(prompt) };
}

/** Whether a text can be taken out of it. */
export const isText = ({ format }: SubtitleTrack): boolean => format !== undefined;

/**
 * The track that a person wants most likely: a text that is neither forced, which is a few signs, nor a translation already; of several in the
 * prompt's source language. undefined: there is no text.
 */
export function proposeTrack(
  tracks: readonly SubtitleTrack[],
  { from, into }: PromptLanguages,
): SubtitleTrack | undefined {
  const texts = tracks.filter(isText);
  const fitting = texts.filter((track) => !track.isForced && !isIn(track, into));
  return fitting.find((track) => isIn(track, from)) ?? fitting[0] ?? texts[0];
}

/** The one text of a film that can be opened unasked; undefined: there is something to choose, or it may not be what is wanted. */
export function onlyTrack(tracks: readonly SubtitleTrack[], { into }: PromptLanguages): SubtitleTrack | undefined {
  const [text, ...others] = tracks.filter(isText);
  return text && others.length === 0 && !text.isForced && !isIn(text, into) ? text : undefined;
}

/** Of Portuguese both kinds are, of Chinese only that of the same script. */
const isIn = ({ language }: SubtitleTrack, other: string | undefined): boolean =>
  language !== undefined &&
  other !== undefined &&
  baseLanguage(language) === baseLanguage(other) &&
  scriptOf(language) === scriptOf(other);

const scriptOf = (language: string): string | undefined => new Intl.Locale(language).maximize().script;

const FIGURES = new Intl.NumberFormat('en');

/** "English", "Portuguese (Brazil)", "Language not told", with the title that the film gives. */
export function trackName({ language, title }: SubtitleTrack): string {
  const name = (language && languageName(language)) ?? language ?? 'Language not told';
  return title === '' || title.toLowerCase() === name.toLowerCase() ? name : `${name}: ${title}`;
}

/** "SubRip · default · 1,412 phrases", "PGS · pictures, not text". */
export function trackFacts({ kind, format, isPictures, isDefault, isForced, phrases }: SubtitleTrack): string {
  return [
    kind,
    isPictures ? 'pictures, not text' : format === undefined && 'cannot be opened here',
    isDefault && 'default',
    isForced && 'forced: signs and foreign words alone',
    phrases !== undefined && `${FIGURES.format(phrases)} ${phrases === 1 ? 'phrase' : 'phrases'}`,
  ]
    .filter(Boolean)
    .join(' · ');
}

/** The name of the subtitles that come out of a film: that of the film, as other programs name them beside it. */
export const nameBeside = (film: string, format: string): string => `${film.replace(/\.[^.]*$/, '') || film}.${format}`;
