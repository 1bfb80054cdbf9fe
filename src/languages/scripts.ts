/** Ranges of letters, under the ISO 15924 name of their script. Kana means both Japanese syllabaries. */
const RANGES = {
  Latn: '41-5a 61-7a c0-24f 250-2af 1e00-1eff',
  Grek: '370-3ff 1f00-1fff',
  Cyrl: '400-52f',
  Armn: '531-587',
  Hebr: '5d0-5f2 fb1d-fb4f',
  Arab: '620-6ff 750-77f fb50-fdff fe70-fefc',
  Deva: '900-97f',
  Beng: '980-9ff',
  Guru: 'a00-a7f',
  Gujr: 'a80-aff',
  Orya: 'b00-b7f',
  Taml: 'b80-bff',
  Telu: 'c00-c7f',
  Knda: 'c80-cff',
  Mlym: 'd00-d7f',
  Sinh: 'd80-dff',
  Thai: 'e01-e4e',
  Laoo: 'e80-eff',
  Tibt: 'f00-fff',
  Mymr: '1000-109f',
  Geor: '10a0-10ff',
  Hang: '1100-11ff 3131-318e ac00-d7a3',
  Ethi: '1200-137f',
  Khmr: '1780-17ff',
  Kana: '3041-3096 30a1-30fa ff66-ff9f',
  Bopo: '3105-312f',
  Hani: '3400-4dbf 4e00-9fff f900-faff',
} as const;

export type Script = keyof typeof RANGES;
const SCRIPTS = Object.keys(RANGES) as Script[];

/** For each UTF-16 unit: index in SCRIPTS + 1. 0: not a letter. */
const TABLE = makeTable();

function makeTable(): Uint8Array {
  const made = new Uint8Array(0x10000);
  for (const [index, script] of SCRIPTS.entries()) {
    for (const range of RANGES[script].split(' ')) {
      const [first = 0, last = 0] = range.split('-').map((point) => Number.parseInt(point, 16));
      made.fill(index + 1, first, last + 1);
    }
  }
  // × and ÷ are among the Latin letters, but are not letters.
  made[0xd7] = made[0xf7] = 0;
  return made;
}

/** undefined: not a letter, or a letter of an unknown script. */
export function scriptOf(unit: number): Script | undefined {
  return SCRIPTS[(TABLE[unit] ?? 0) - 1];
}

/** Matches a letter of a script without spaces between words. */
export const SPACELESS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]/u;

/** Part of a pattern: before the first letter of a word that has spaces around it. */
export const WORD_BEGINS = `(?!${SPACELESS.source})`;
/** Part of a pattern: before each further letter of such a word. Japanese and Chinese text, and Korean endings, may follow a Latin word without a space. */
export const WORD_GOES_ON = String.raw`(?!${SPACELESS.source}|(?<=\p{Script=Latin})\p{Script=Hangul})`;

/** Adds the number of letters of each script to `counts`. */
export function countScripts(text: string, counts = new Map<Script, number>()): Map<Script, number> {
  for (let index = 0; index < text.length; index++) {
    const script = scriptOf(text.charCodeAt(index));
    if (script !== undefined) counts.set(script, (counts.get(script) ?? 0) + 1);
  }
  return counts;
}

/** The share of these scripts among the letters. 0 if there are no letters. */
export function shareOf(scripts: ReadonlySet<Script>, counts: ReadonlyMap<Script, number>): number {
  let [all, ofThese] = [0, 0];
  for (const [script, count] of counts) {
    all += count;
    if (scripts.has(script)) ofThese += count;
  }
  return all === 0 ? 0 : ofThese / all;
}

/** The script of most letters; 'Kana' if more than a fifth of the letters are kana, because Japanese mixes kana with Han. undefined: too few letters. */
export function mainScript(texts: readonly string[]): Script | undefined {
  const counts = new Map<Script, number>();
  const step = Math.max(1, Math.floor(texts.length / 200));
  for (let index = 0; index < texts.length; index += step) countScripts(texts[index] ?? '', counts);
  const letters = [...counts.values()].reduce((sum, count) => sum + count, 0);
  // Fewer letters may be only a name or an "OK".
  if (letters < 60) return undefined;
  if ((counts.get('Kana') ?? 0) * 5 > letters) return 'Kana';
  return [...counts].sort((one, other) => other[1] - one[1])[0]?.[0];
}

const OF_ISO: Readonly<Record<string, Script>> = { Jpan: 'Kana', Kore: 'Hang', Hans: 'Hani', Hant: 'Hani' };
const KNOWN: ReadonlySet<string> = new Set(SCRIPTS);

const TWO_SCRIPTS = new Set(['sr', 'uz', 'kk', 'az', 'mn', 'pa', 'ku', 'bs', 'tg', 'ms']);

/** undefined: an unknown script, or a language with two scripts. */
export function scriptOfLanguage(language: string): Script | undefined {
  try {
    const locale = new Intl.Locale(language);
    if (locale.script === undefined && TWO_SCRIPTS.has(locale.language)) return undefined;
    const iso = locale.maximize().script ?? '';
    return OF_ISO[iso] ?? (KNOWN.has(iso) ? (iso as Script) : undefined);
  } catch {
    // The text is not BCP 47, because a person can type anything.
    return undefined;
  }
}
