import { memoizeLast, once } from '../lib/memo.ts';
import { DEFAULT_PROMPT } from './default-prompt.ts';
import { guessLanguage, mayBe } from './guess-language.ts';
import {
  ALL_LANGUAGES,
  baseLanguage,
  FREQUENT_LANGUAGES,
  languageName,
  languagesNamedIn,
  type NamedLanguage,
} from './language-names.ts';

export const TONES = ['informal', 'neutral', 'formal'] as const;

export type Tone = (typeof TONES)[number];

/** A pair of languages as BCP 47 codes, and a tone. */
export interface LanguagePair {
  readonly from: string;
  readonly into: string;
  readonly tone: Tone;
}

/** The specified default prompt (specification, section 1), with other languages and tones. */
export function standardPrompt({ from, into, tone }: LanguagePair): string {
  const [source, target] = [from, into].map((code) => languageName(code) ?? code);
  const how = tone === 'neutral' ? '' : `${tone} `;
  return `Translate the subtitles of a movie from ${how}${source} into ${how}${target}. ${END}`;
}

const END = 'Reply in JSON with the same number of phrases as the input.';

const STANDARD = new RegExp(
  String.raw`^Translate the subtitles of a movie from (informal |formal |)(.{1,60}) into \1(.{1,60})\. ${END}$`,
);

/** The languages and tone of a standard prompt. undefined: a person wrote or changed the prompt. */
export function readStandardPrompt(prompt: string): LanguagePair | undefined {
  const [, how = '', source, target] = STANDARD.exec(prompt) ?? [];
  if (source === undefined || target === undefined) return undefined;
  const [from, into] = [codes().get(source), codes().get(target)];
  if (from === undefined || into === undefined) return undefined;
  return { from, into, tone: TONES.find((tone) => `${tone} ` === how) ?? 'neutral' };
}

/** Codes by name. If two codes have the same name, the more frequent code counts. */
const codes = once(() => new Map(ALL_LANGUAGES.toReversed().map((code) => [languageName(code) ?? code, code])));

/** The language (BCP 47) that the prompt asks for, or else that of the translations. undefined: unclear. */
export function targetLanguage(prompt: string, translations: readonly string[]): string | undefined {
  return languageOfPrompt(prompt) ?? guessLanguage(translations);
}

/** The target language (BCP 47) in a prompt: "… into informal Brazilian Portuguese", "en → uk". undefined: none. */
export function languageOfPrompt(prompt: string): string | undefined {
  const ranked = rankedIn(prompt);
  const most = Math.max(...ranked.map(({ rank }) => rank));
  return most > RANK.source ? ranked.find(({ rank }) => rank === most)?.language : undefined;
}

/** The film's language (BCP 47) in a prompt: "from informal Russian …", "English → …". undefined: none. */
export function sourceOfPrompt(prompt: string): string | undefined {
  return rankedIn(prompt).find(({ rank }) => rank === RANK.source)?.language;
}

/** Remembers the last prompt, because the search takes milliseconds and the page repeats it. */
const rankedIn = memoizeLast((prompt: string) => {
  // Only the beginning counts: later parts of a prompt are examples and rules, which may name other languages.
  const text = prompt.slice(0, 5_000);
  return languagesNamedIn(text).map((named) => ({ language: named.language, rank: rankOf(text, named) }));
});

/** What a language is in the prompt: the film's, or the target, from a doubtful sign of it to a certain one. */
const RANK = { source: 0, named: 1, in: 2, to: 3, strong: 4 } as const;

/** Words before the name of a language that show its role. "In English" can mean either: in "in English to German" it is the film's language. */
const BEFORE: readonly (readonly [rank: number, pattern: RegExp])[] = [
  [
    RANK.strong,
    /(?:\binto\b|→|⇒|[-=]>|\btarget\b[^.\n]*[:=]|\btarget language\b|\bins\b|翻[译譯]成|[译譯][为為]|\btranslate to\b)/giu,
  ],
  [
    RANK.to,
    /(?<!\p{L}|\btranslate )(?:to|nach|vers|au|al|para|pra|ao|до|til|till|naar|do|στα|إلى|sang|ke|成|到)(?!\p{L})/giu,
  ],
  [
    RANK.in,
    /(?<!\p{L})(?:in|als|auf|en|a|em|no|por|na|po|на|по|в|у|på|în|se|σε|ل|ל|dalam|bahasa|用|を|language|sprache|langue|idioma|lingua|язык|мова)(?!\p{L})/giu,
  ],
  [
    RANK.source,
    /(?<!\p{L})(?:from|source language|source|original(?:ly)?|von|vom|aus|aus dem|de|du|des|del|desde|depuis|dal|dall|с|со|из|з|із|z|ze|fra|från|van|uit|από|من)(?!\p{L})/giu,
  ],
];

/** An arrow follows a source ("English → …"). An ending follows a target ("日本語に", "한국어로", "türkçeye"). */
const SOURCE_BEFORE = /^[\s\p{L}()]{0,12}(?:→|⇒|[-=]>)/u;
const FOLLOWED = /^(?:\s*(?:に|へ|로|으로|langue cible)|['’]?(?:ye|ya|e|a)(?!\p{L}))/u;

/** Portuguese "do inglês para …" names a source, Czech "do angličtiny" a target. */
const DO_BEFORE = /(?<!\p{L})do\s+$/iu;
const PARA_BEHIND = /^\s[\s\p{L}]{0,20}?\b(?:para|pra|ao|em)\b/iu;

/** Largest distance between such a word and the language. */
const NEAR = 45;

function rankOf(text: string, { from, to, since }: NamedLanguage): number {
  const after = text.slice(to, to + 20);
  const before = text.slice(Math.max(since, from - NEAR), from);
  if (SOURCE_BEFORE.test(after) || (DO_BEFORE.test(before) && PARA_BEHIND.test(after))) return RANK.source;
  if (FOLLOWED.test(after)) return RANK.strong;
  let rank: number = RANK.named;
  let nearest = -1;
  for (const [which, pattern] of BEFORE) {
    for (const { 0: word, index } of before.matchAll(pattern)) {
      if (index + word.length < nearest) continue;
      nearest = index + word.length;
      // In another place "in" can mean anything: "in German, close to the English original".
      rank = which === RANK.to && before.slice(0, index).trim() !== '' ? RANK.in : which;
    }
  }
  return rank;
}

/**
 * The standard prompt for a film that `prompt` follows. Language and tone that a person chose in `prompt` stay. Otherwise it is the specified default with
 * the film's language. If the film is in the target language, it is translated into the browser's language, or English. undefined: the film's language is
 * unclear. `from`, `browserLanguage`: BCP 47.
 */
export function promptForFilm(from: string | undefined, browserLanguage: string, prompt: string): string | undefined {
  const standard = readStandardPrompt(DEFAULT_PROMPT);
  if (from === undefined || standard === undefined) return undefined;
  const earlier = readStandardPrompt(prompt) ?? standard;
  const source = mayBe(from, standard.from) ? standard.from : from;
  const intoOther = (film: string, wanted: string) =>
    [wanted, spokenLanguage(browserLanguage), 'en', standard.into].find(
      (code) => baseLanguage(code) !== baseLanguage(film),
    );
  // An earlier film, too, may have been in the target language.
  const isChosen = earlier.into !== intoOther(earlier.from, standard.into);
  const into = intoOther(source, isChosen ? earlier.into : standard.into);
  return into && standardPrompt({ from: source, into, tone: earlier.tone });
}

/** Reduces a locale to a language that people ask for: "en-US" → "en", "de-AT" → "de", "pt-BR" → "pt-BR", "zh-TW" → "zh-Hant". */
function spokenLanguage(code: string): string {
  const base = baseLanguage(code);
  if (base === 'zh') return /hant|-(?:tw|hk|mo)\b/i.test(code) ? 'zh-Hant' : 'zh-Hans';
  if (base !== 'en' && FREQUENT_LANGUAGES.includes(code)) return code;
  return languageName(base) === undefined ? 'en' : base;
}
