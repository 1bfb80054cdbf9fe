import { baseLanguage, languageName } from '../languages/language-names.ts';
import { languageOfPrompt, readStandardPrompt, sourceOfPrompt } from '../languages/prompt-language.ts';
import { countWords } from '../lib/text.ts';
import type { SubtitleTrack, TrackFlags } from './container.ts';

/** The languages that a prompt names, BCP 47; undefined: none. */
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

/** True for the whole speech of the film: neither only a few signs, nor a commentary. */
const isWhole = ({ isForced, isCommentary }: SubtitleTrack): boolean => !isForced && !isCommentary;

/**
 * The track that a person most likely wants: the whole speech, not yet in the target language, in the prompt's source language or, failing that, in the
 * language of the default track. Of several, a plain one before one for the hard of hearing, and then the default one. undefined: there is no text.
 * `areChosen`: false if no person chose the prompt's languages: then they neither exclude the default track nor decide between the others.
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

/** The only text track, if the page can open it without asking; undefined: there are several, or the person may not want it. */
export function onlyTrack(tracks: readonly SubtitleTrack[], { into }: PromptLanguages): SubtitleTrack | undefined {
  const [text, ...others] = tracks.filter(isText);
  return text && others.length === 0 && isWhole(text) && !isIn(text, into) ? text : undefined;
}

/** Both kinds of Portuguese count as one language, but Chinese counts only with the same script. */
const isIn = ({ language }: SubtitleTrack, other: string | undefined): boolean =>
  language !== undefined &&
  other !== undefined &&
  baseLanguage(language) === baseLanguage(other) &&
  scriptOf(language) === scriptOf(other);

const scriptOf = (language: string): string | undefined => new Intl.Locale(language).maximize().script;

/** "English", "Portuguese (Brazil)", "Language unknown", with the track's title. */
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

/** The file name for subtitles from a video: the video's name with the kind of the subtitles, as other programs write it. */
export function nameBeside(film: string, format: string, { isForced, isSdh, isCommentary }: TrackFlags): string {
  const flags = [isForced && 'forced', isSdh && 'sdh', isCommentary && 'commentary'].filter(Boolean);
  return [film.replace(/\.[^.]*$/, '') || film, ...flags, format].join('.');
}
