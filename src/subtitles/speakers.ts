import { shorten } from './lines.ts';

/** Characters of a speaker's name, at most. */
const SPEAKER_CHARACTERS = 40;
/** More who speak in one phrase are a crowd. */
const SPEAKERS_OF_A_PHRASE = 4;

/** Controls and ends of lines; letters that nobody sees, but for the two joiners, which Persian and Hindi names are written with. */
const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}\s]+/gu;
const HIDDEN = /(?![\u200c\u200d])\p{Cf}/gu;

/** A speaker's name at its longest; one that is longer is cut, and ends with "…". */
export const shortSpeaker = (name: string): string =>
  name.length > SPEAKER_CHARACTERS ? shorten(name, SPEAKER_CHARACTERS - 1) : name;

/** The names that a file tells of a phrase, as they are kept: on one line, short, each once. Undefined: there is none; one without a letter or figure is none. */
export function speakersOf(names: readonly string[]): readonly string[] | undefined {
  const kept = names
    .map((name) => shortSpeaker(name.replace(HIDDEN, '').replace(BREAKS, ' ').trim()))
    .filter((name) => /[\p{L}\p{N}]/u.test(name));
  return kept.length === 0 ? undefined : [...new Set(kept)].slice(0, SPEAKERS_OF_A_PHRASE);
}
