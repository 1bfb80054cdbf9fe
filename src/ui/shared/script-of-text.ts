/** How a text reads: its language where its script tells it, and its direction. */
export interface ScriptOfText {
  readonly lang: string | undefined;
  readonly dir: 'ltr' | 'rtl';
}

/** Enough to tell the script of a film. */
const SAMPLE_CHARACTERS = 4_000;

/** A script that several languages share gets its most frequent one: what matters is the right voice and font. */
const SCRIPTS = [
  { pattern: /\p{Script=Arabic}/gu, lang: 'ar', dir: 'rtl' },
  { pattern: /\p{Script=Hebrew}/gu, lang: 'he', dir: 'rtl' },
  { pattern: /\p{Script=Cyrillic}/gu, lang: 'ru', dir: 'ltr' },
  { pattern: /\p{Script=Greek}/gu, lang: 'el', dir: 'ltr' },
  { pattern: /[\p{Script=Hiragana}\p{Script=Katakana}]/gu, lang: 'ja', dir: 'ltr' },
  { pattern: /\p{Script=Hangul}/gu, lang: 'ko', dir: 'ltr' },
  { pattern: /\p{Script=Han}/gu, lang: 'zh', dir: 'ltr' },
  { pattern: /\p{Script=Thai}/gu, lang: 'th', dir: 'ltr' },
  { pattern: /\p{Script=Devanagari}/gu, lang: 'hi', dir: 'ltr' },
] as const;

const UNKNOWN: ScriptOfText = { lang: undefined, dir: 'ltr' };

/** The script of most letters in the text's beginning; Latin letters are of any language. */
export function scriptOfText(text: string): ScriptOfText {
  const sample = text.slice(0, SAMPLE_CHARACTERS);
  const letters = sample.match(/\p{L}/gu)?.length ?? 0;
  if (letters === 0) return UNKNOWN;
  // Japanese mixes kana with more Han than kana: a third is enough to tell it.
  return SCRIPTS.find(({ pattern }) => (sample.match(pattern)?.length ?? 0) * 3 > letters) ?? UNKNOWN;
}
