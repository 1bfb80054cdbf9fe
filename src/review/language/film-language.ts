import { baseLanguage } from './by-language.ts';
import { guessLanguage } from './guess-language.ts';
import { areRelated } from './related-languages.ts';
import { scriptOfLanguage } from './scripts.ts';

/** Samples are taken from beginning, middle and end: films begin with names and end with thanks. */
const PARTS = 3;
const PART_CHARACTERS = 6_000;

/** Tags, whose letters must not count as words. */
const MARKUP = /<[^<>\n]{0,100}>|\{[^{}\n]{0,100}\}/g;

/** The language (BCP 47) of a subtitle file, by samples of its text; undefined: it cannot be told. */
export function filmLanguage(text: string): string | undefined {
  const step = Math.max(PART_CHARACTERS, Math.floor((text.length - PART_CHARACTERS) / (PARTS - 1)));
  const parts = Array.from({ length: PARTS }, (_, part) => text.slice(part * step, part * step + PART_CHARACTERS));
  const lines = parts.flatMap((part) => part.replace(MARKUP, '').split('\n'));
  return guessLanguage(lines.filter((line) => /\p{L}/u.test(line) && !line.includes('-->')));
}

/** Groups of languages that `guessLanguage` takes for one another. */
const ALIKE = ['da no nb nn', 'hr sr sl bs', 'id ms', 'cs sk'].map((family) => new Set(family.split(' ')));

/** Languages that `guessLanguage` recognizes: if it gives another one, the film is not in these. */
const TELLABLE = new Set(
  'en de fr es pt it nl sv da no fi pl cs sk hu ro tr hr id vi ru uk be bg sr mk kk ar fa ur'.split(' '),
);

/** Whether a film whose language was guessed as `film` may be in the language that a person names (`said`); both BCP 47. */
export function mayBe(film: string, said: string): boolean {
  const [one, other] = [baseLanguage(film), baseLanguage(said)];
  if (one === other || ALIKE.some((family) => family.has(one) && family.has(other))) return true;
  if (TELLABLE.has(other)) return false;
  const script = scriptOfLanguage(other);
  if (script === undefined || areRelated(one, other)) return true;
  return script !== 'Latn' && script === scriptOfLanguage(one);
}
