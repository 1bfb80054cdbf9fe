/** Enough characters to tell a film's script. */
const SAMPLE_CHARACTERS = 4_000;

/** A script that several languages share gets its most frequent language: screen readers and fonts need no more. */
const SCRIPTS = [
  { pattern: /\p{Script=Arabic}/gu, language: 'ar' },
  { pattern: /\p{Script=Hebrew}/gu, language: 'he' },
  { pattern: /\p{Script=Syriac}/gu, language: 'syr' },
  { pattern: /\p{Script=Thaana}/gu, language: 'dv' },
  { pattern: /\p{Script=Nko}/gu, language: 'nqo' },
  { pattern: /\p{Script=Cyrillic}/gu, language: 'ru' },
  { pattern: /\p{Script=Greek}/gu, language: 'el' },
  { pattern: /[\p{Script=Hiragana}\p{Script=Katakana}]/gu, language: 'ja' },
  { pattern: /\p{Script=Hangul}/gu, language: 'ko' },
  { pattern: /\p{Script=Han}/gu, language: 'zh' },
  { pattern: /\p{Script=Thai}/gu, language: 'th' },
  { pattern: /\p{Script=Devanagari}/gu, language: 'hi' },
] as const;

/** The language, as a BCP 47 tag, that the script of the text's beginning suggests; undefined for Latin letters. */
export function languageOfText(text: string): string | undefined {
  const sample = text.slice(0, SAMPLE_CHARACTERS);
  const letters = sample.match(/\p{L}/gu)?.length ?? 0;
  if (letters === 0) return undefined;
  // Japanese mixes kana with more Han than kana: a third is enough to tell it.
  return SCRIPTS.find(({ pattern }) => (sample.match(pattern)?.length ?? 0) * 3 > letters)?.language;
}
