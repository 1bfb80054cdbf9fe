import { baseLanguage, languageName } from '../languages/language-names.ts';
import { languageOfPrompt, readStandardPrompt, sourceOfPrompt } from '../languages/prompt-language.ts';
import { countWords } from '../lib/text.ts';
import type { SubtitleTrack, TrackFlags } from './container.ts';

/** What a prompt says of languages, BCP 47; undefined: nothing. */
export interface PromptLanguages {
  readonly from: string | undefined;
  readonly into: string | undefined;
}

export function languagesOfPrompt(prompt: string): PromptLanguages {
  const written = readStandardPrompt(prompt);
  return { from: written?.from ?? sourceOfPrompt(prompt), into: written?.into ?? languageOfPrompt(prompt) };
}

/** Whether it has a text that can be read. */
export const isText = ({ format }: SubtitleTrack): boolean => format !== undefined;

/** All that is said: neither a few signs nor what is said about the film. */
const isWhole = ({ isForced, isCommentary }: SubtitleTrack): boolean => !isForced && !isCommentary;

/**
 * The track that a person wants most likely: a whole text that is no translation already, in the prompt's source language, else in that of the
 * film's default one; of these a plain one before one for the hard of hearing, then the default one. undefined: there is no text. `areChosen`:
 * languages that no person has chosen say nothing against the film's default track, nor which of the others it is.
 */
export function proposeTrack(
  tracks: readonly SubtitleTrack[],
  { from, into }: PromptLanguages,
  areChosen = true,
): SubtitleTrack | undefined {
  const texts = tracks.filter(isText);
  const first = texts.find(({ isDefault }) => isDefault);
  const avoided = areChosen || first === undefined ? into : undefined;
  const fitting = texts.filter((track) => isWhole(track) && !isIn(track, avoided));
  const language = areChosen && fitting.some((track) => isIn(track, from)) ? from : first?.language;
  const rank = (track: SubtitleTrack) =>
    (isIn(track, language) ? 0 : 4) + (track.isSdh ? 2 : 0) + (track.isDefault ? 0 : 1);
  return fitting.toSorted((one, other) => rank(one) - rank(other))[0] ?? texts[0];
}

/** The one text of a film that can be opened unasked; undefined: there is something to choose, or it may not be what is wanted. */
export function onlyTrack(tracks: readonly SubtitleTrack[], { into }: PromptLanguages): SubtitleTrack | undefined {
  const [text, ...others] = tracks.filter(isText);
  return text && others.length === 0 && isWhole(text) && !isIn(text, into) ? text : undefined;
}

/** Of Portuguese both kinds are, of Chinese only that of the same script. */
const isIn = ({ language }: SubtitleTrack, other: string | undefined): boolean =>
  language !== undefined &&
  other !== undefined &&
  baseLanguage(language) === baseLanguage(other) &&
  scriptOf(language) === scriptOf(other);

const scriptOf = (language: string): string | undefined => new Intl.Locale(language).maximize().script;

/** "English", "Portuguese (Brazil)", "Language unknown", with the title that the film gives. */
export function trackName({ language, title }: SubtitleTrack): string {
  const name = (language && languageName(language)) ?? language ?? 'Language unknown';
  return title === '' || title.toLowerCase() === name.toLowerCase() ? name : `${name}: ${title}`;
}

/** "SubRip · default · 1,412 phrases", "PGS · pictures, not text". */
export function trackFacts(track: SubtitleTrack): string {
  const { kind, format, isPictures, isDefault, isForced, isSdh, isCommentary, phrases } = track;
  return [
    kind,
    isPictures ? 'pictures, not text' : format === undefined && 'cannot be opened here',
    isDefault && 'default',
    isForced && 'forced: only on-screen text and foreign speech',
    isSdh && 'SDH: also describes sounds, for deaf and hard-of-hearing viewers',
    isCommentary && 'commentary on the film',
    phrases !== undefined && countWords(phrases, 'subtitle'),
  ]
    .filter(Boolean)
    .join(' · ');
}

/** The name of the subtitles that come out of a film: that of the film, with what they are, as other programs name them beside it. */
export function nameBeside(film: string, format: string, { isForced, isSdh, isCommentary }: TrackFlags): string {
  const flags = [isForced && 'forced', isSdh && 'sdh', isCommentary && 'commentary'].filter(Boolean);
  return [film.replace(/\.[^.]*$/, '') || film, ...flags, format].join('.');
}
