import { memoizeLast } from '../lib/memo.ts';
import { DEFAULT_PROMPT } from './default-prompt.ts';
import { guessLanguage, mayBe } from './guess-language.ts';
import { languagesNamedIn, type NamedLanguage } from './language-names.ts';
import { baseLanguage, FREQUENT_LANGUAGES } from './language-table.ts';
import { languageName, readStandardPrompt, standardPrompt } from './standard-prompt.ts';

/**
 * The language (BCP 47) that a prompt asks for; if the prompt names none, the language of the translations. undefined: the language
 * cannot be told.
 */
export function targetLanguage(prompt: string, translations: readonly string[]): string | undefined {
  return languageOfPrompt(prompt) ?? guessLanguage(translations);
}

/** Characters of a prompt that are read: behind them stand examples and rules, which may name other languages. */
const LONGEST_PROMPT = 5_000;

/** The language (BCP 47) that a prompt asks for: "… into informal Brazilian Portuguese", "en → uk"; undefined: it names none. */
export function languageOfPrompt(prompt: string): string | undefined {
  const ranked = rankedIn(prompt);
  const most = Math.max(...ranked.map(({ rank }) => rank));
  return most > SOURCE ? ranked.find(({ rank }) => rank === most)?.language : undefined;
}

/** The language (BCP 47) that a prompt says the film is in: "from informal Russian …", "English → …"; undefined: it names none. */
export function sourceOfPrompt(prompt: string): string | undefined {
  return rankedIn(prompt).find(({ rank }) => rank === SOURCE)?.language;
}

/** Read once for all that ask about the same prompt: reading takes milliseconds. */
const rankedIn = memoizeLast((prompt: string) => {
  const text = prompt.slice(0, LONGEST_PROMPT);
  return languagesNamedIn(text).map((named) => ({ language: named.language, rank: rankOf(text, named) }));
});

const SOURCE = 0;
const NAMED = 1;
const IN = 2;
const TO = 3;
const STRONG = 4;

/**
 * Words close before a language's name, which tell what the language is for: "into informal …" before the target. "In English" may be said of
 * the film as well as of the translation: "in English to German" is of the film.
 */
const BEFORE: readonly (readonly [rank: number, pattern: RegExp])[] = [
  [
    STRONG,
    /(?:\binto\b|→|⇒|[-=]>|\btarget\b[^.\n]*[:=]|\btarget language\b|\bins\b|翻[译譯]成|[译譯][为為]|\btranslate to\b)/giu,
  ],
  [
    TO,
    /(?<!\p{L}|\btranslate )(?:to|nach|vers|au|al|para|pra|ao|до|til|till|naar|do|στα|إلى|sang|ke|成|到)(?!\p{L})/giu,
  ],
  [
    IN,
    /(?<!\p{L})(?:in|als|auf|en|a|em|no|por|na|po|на|по|в|у|på|în|se|σε|ل|ל|dalam|bahasa|用|を|language|sprache|langue|idioma|lingua|язык|мова)(?!\p{L})/giu,
  ],
  [
    SOURCE,
    /(?<!\p{L})(?:from|source language|source|original(?:ly)?|von|vom|aus|aus dem|de|du|des|del|desde|depuis|dal|dall|с|со|из|з|із|z|ze|fra|från|van|uit|από|من)(?!\p{L})/giu,
  ],
];

/** Behind the name of a source stands an arrow: "English → …"; behind a target's name an ending: "日本語に", "한국어로", "türkçeye". */
const SOURCE_BEFORE = /^[\s\p{L}()]{0,12}(?:→|⇒|[-=]>)/u;
const FOLLOWED = /^(?:\s*(?:に|へ|로|으로|langue cible)|['’]?(?:ye|ya|e|a)(?!\p{L}))/u;

/** Portuguese "do inglês para …" is a source; Czech "do angličtiny" is a target. */
const DO_BEFORE = /(?<!\p{L})do\s+$/iu;
const PARA_BEHIND = /^\s[\s\p{L}]{0,20}?\b(?:para|pra|ao|em)\b/iu;

/** Number of characters before a language's name in which a word of BEFORE counts. */
const NEAR = 45;

function rankOf(text: string, { from, to, since }: NamedLanguage): number {
  const after = text.slice(to, to + 20);
  const before = text.slice(Math.max(since, from - NEAR), from);
  if (SOURCE_BEFORE.test(after) || (DO_BEFORE.test(before) && PARA_BEHIND.test(after))) return SOURCE;
  if (FOLLOWED.test(after)) return STRONG;
  let rank = NAMED;
  let nearest = -1;
  for (const [which, pattern] of BEFORE) {
    for (const { 0: word, index } of before.matchAll(pattern)) {
      if (index + word.length < nearest) continue;
      nearest = index + word.length;
      // Elsewhere it may be said of anything: "in German, close to the English original".
      rank = which === TO && before.slice(0, index).trim() !== '' ? IN : which;
    }
  }
  return rank;
}

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
