/** First and last code point, and the ISO 15924 name of the script; Kana stands for both syllabaries of Japanese. */
const RANGES = [
  [0x41, 0x5a, 'Latn'],
  [0x61, 0x7a, 'Latn'],
  [0xc0, 0x24f, 'Latn'],
  [0x250, 0x2af, 'Latn'],
  [0x370, 0x3ff, 'Grek'],
  [0x400, 0x52f, 'Cyrl'],
  [0x531, 0x587, 'Armn'],
  [0x5d0, 0x5f2, 'Hebr'],
  [0x620, 0x6ff, 'Arab'],
  [0x750, 0x77f, 'Arab'],
  [0x900, 0x97f, 'Deva'],
  [0x980, 0x9ff, 'Beng'],
  [0xa00, 0xa7f, 'Guru'],
  [0xa80, 0xaff, 'Gujr'],
  [0xb00, 0xb7f, 'Orya'],
  [0xb80, 0xbff, 'Taml'],
  [0xc00, 0xc7f, 'Telu'],
  [0xc80, 0xcff, 'Knda'],
  [0xd00, 0xd7f, 'Mlym'],
  [0xd80, 0xdff, 'Sinh'],
  [0xe01, 0xe4e, 'Thai'],
  [0xe80, 0xeff, 'Laoo'],
  [0xf00, 0xfff, 'Tibt'],
  [0x1000, 0x109f, 'Mymr'],
  [0x10a0, 0x10ff, 'Geor'],
  [0x1100, 0x11ff, 'Hang'],
  [0x1200, 0x137f, 'Ethi'],
  [0x1780, 0x17ff, 'Khmr'],
  [0x1e00, 0x1eff, 'Latn'],
  [0x1f00, 0x1fff, 'Grek'],
  [0x3041, 0x3096, 'Kana'],
  [0x30a1, 0x30fa, 'Kana'],
  [0x3105, 0x312f, 'Bopo'],
  [0x3131, 0x318e, 'Hang'],
  [0x3400, 0x4dbf, 'Hani'],
  [0x4e00, 0x9fff, 'Hani'],
  [0xac00, 0xd7a3, 'Hang'],
  [0xf900, 0xfaff, 'Hani'],
  [0xfb1d, 0xfb4f, 'Hebr'],
  [0xfb50, 0xfdff, 'Arab'],
  [0xfe70, 0xfefc, 'Arab'],
  [0xff66, 0xff9f, 'Kana'],
] as const;

export type Script = (typeof RANGES)[number][2];

/** × and ÷ stand among the Latin letters but are no letters. */
const SIGNS = new Set([0xd7, 0xf7]);

/** By UTF-16 unit: place in RANGES + 1; 0: no letter. Made at the first call of scriptOf. */
let table: Uint8Array | undefined;

function makeTable(): Uint8Array {
  const made = new Uint8Array(0x10000);
  for (const [index, [first, last]] of RANGES.entries()) made.fill(index + 1, first, last + 1);
  for (const sign of SIGNS) made[sign] = 0;
  return made;
}

/** The script of a letter by its UTF-16 unit; undefined: no letter, or a letter of a script that is not in RANGES. */
export function scriptOf(unit: number): Script | undefined {
  table ??= makeTable();
  const place = table[unit] ?? 0;
  return place === 0 ? undefined : RANGES[place - 1]?.[2];
}

/** The number of letters of each script in the text, added to `counts`. */
export function countScripts(text: string, counts = new Map<Script, number>()): Map<Script, number> {
  for (let index = 0; index < text.length; index++) {
    const script = scriptOf(text.charCodeAt(index));
    if (script !== undefined) counts.set(script, (counts.get(script) ?? 0) + 1);
  }
  return counts;
}

/** How much of the counted letters is of these scripts, 0 to 1; 0: there are no letters. */
export function shareOf(scripts: ReadonlySet<Script>, counts: ReadonlyMap<Script, number>): number {
  let [all, ofThese] = [0, 0];
  for (const [script, count] of counts) {
    all += count;
    if (scripts.has(script)) ofThese += count;
  }
  return all === 0 ? 0 : ofThese / all;
}

/** Fewer letters may be there by chance: a name, an "OK". */
const ENOUGH_LETTERS = 60;

/** Number of texts in the sample, taken evenly from the whole film. */
const SAMPLE_TEXTS = 200;

/** The script of most letters of the texts, Kana before Han; undefined: there are too few letters. */
export function mainScript(texts: readonly string[]): Script | undefined {
  const counts = new Map<Script, number>();
  const step = Math.max(1, Math.floor(texts.length / SAMPLE_TEXTS));
  for (let index = 0; index < texts.length; index += step) countScripts(texts[index] ?? '', counts);
  const letters = [...counts.values()].reduce((sum, count) => sum + count, 0);
  if (letters < ENOUGH_LETTERS) return undefined;
  // Japanese mixes its syllabaries with Han.
  if ((counts.get('Kana') ?? 0) * 5 > letters) return 'Kana';
  return [...counts].sort((one, other) => other[1] - one[1])[0]?.[0];
}

const OF_ISO: Readonly<Record<string, Script>> = { Jpan: 'Kana', Kore: 'Hang', Hans: 'Hani', Hant: 'Hani' };
const KNOWN: ReadonlySet<string> = new Set(RANGES.map(([, , script]) => script));

/** Languages that are written in two scripts. */
const TWO_SCRIPTS = new Set(['sr', 'uz', 'kk', 'az', 'mn', 'pa', 'ku', 'bs', 'tg', 'ms']);

/** The script that a language (BCP 47) is written in; undefined: the script is unknown, or there are two. */
export function scriptOfLanguage(language: string): Script | undefined {
  try {
    const locale = new Intl.Locale(language);
    if (locale.script === undefined && TWO_SCRIPTS.has(locale.language)) return undefined;
    const iso = locale.maximize().script ?? '';
    return OF_ISO[iso] ?? (KNOWN.has(iso) ? (iso as Script) : undefined);
  } catch {
    // No BCP 47 tag: the person may type anything as the language.
    return undefined;
  }
}

/** Enough characters to tell a film's script. */
const SAMPLE_CHARACTERS = 4_000;

/** A script that several languages share gets its most frequent language: screen readers and fonts need no more. */
const LANGUAGE_OF_SCRIPT = [
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
  return LANGUAGE_OF_SCRIPT.find(({ pattern }) => (sample.match(pattern)?.length ?? 0) * 3 > letters)?.language;
}

/** Language and direction of a text box, by the script of its text, for the browser and assistive technology. */
export const scriptOfText = (text: string): { lang: string | undefined; dir: 'ltr' | 'rtl' } => ({
  lang: languageOfText(text),
  dir: directionOfText(text),
});

/** Enough characters to tell the direction of a film, or of an endless line. */
const DIRECTION_CHARACTERS = 4_000;

const LETTER = /\p{L}/gu;
const RIGHT_TO_LEFT_LETTER =
  /(?=\p{L})[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}\p{Script=Samaritan}\p{Script=Mandaic}\p{Script=Hanifi_Rohingya}]/gu;

/** Tags and escapes such as `<i>`, `<font color="…">`, `{\an8}` and JSON's `\n`, whose Latin letters do not count. */
const MARKUP = /<[^<>\n]{0,100}>|\{\\[^{}\n]{0,100}\}|\\[a-z]/gi;

/**
 * The direction of most letters in the text's beginning; `ltr` without letters, as in numbers and timing lines. The first letter
 * does not decide, for a line may begin with a name in Latin letters.
 */
export function directionOfText(text: string): 'ltr' | 'rtl' {
  const sample = text.slice(0, DIRECTION_CHARACTERS).replace(MARKUP, '');
  const rightToLeft = count(sample, RIGHT_TO_LEFT_LETTER);
  return rightToLeft > 0 && rightToLeft * 2 > count(sample, LETTER) ? 'rtl' : 'ltr';
}

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;
