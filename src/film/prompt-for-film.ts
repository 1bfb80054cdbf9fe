import { mayBe } from '../languages/guess-language.ts';
import { baseLanguage, FREQUENT_LANGUAGES } from '../languages/language-table.ts';
import { DEFAULT_PROMPT, languageName, readStandardPrompt, standardPrompt } from '../languages/standard-prompt.ts';

/**
 * The standard prompt for a film: the specified default where the film may be in its language, else the same from the film's language;
 * where it would be translated into itself, into the browser's language, or else into English. undefined: the film's language is not
 * sure. Nothing of an earlier film stays in it.
 * @param from the film's language, BCP 47
 * @param browserLanguage BCP 47, as `navigator.language`
 */
export function promptForFilm(from: string | undefined, browserLanguage: string): string | undefined {
  const standard = readStandardPrompt(DEFAULT_PROMPT);
  if (from === undefined || standard === undefined) return undefined;
  if (mayBe(from, standard.from)) return DEFAULT_PROMPT;
  const isFrom = (code: string) => baseLanguage(code) === baseLanguage(from);
  const into = [standard.into, spokenLanguage(browserLanguage), 'en'].find((code) => !isFrom(code));
  return into && standardPrompt({ ...standard, from, into });
}

/** A language as people name it who want a film in it: "en-US" → "en", "de-AT" → "de", "pt-BR" → "pt-BR", "zh-TW" → "zh-Hant". */
function spokenLanguage(code: string): string {
  const base = baseLanguage(code);
  if (base === 'zh') return /hant|-(?:tw|hk|mo)\b/i.test(code) ? 'zh-Hant' : 'zh-Hans';
  if (base !== 'en' && FREQUENT_LANGUAGES.includes(code)) return code;
  return languageName(base) === undefined ? 'en' : base;
}
