/** First and last code points of the letters, by the ISO 15924 name of the script; Kana stands for both syllabaries of Japanese. */
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

/** By UTF-16 unit: place in SCRIPTS + 1; 0: no letter. Made at the first call of scriptOf. */
let table: Uint8Array | undefined;

function makeTable(): Uint8Array {
  const made = new Uint8Array(0x10000);
  for (const [index, script] of SCRIPTS.entries()) {
    for (const range of RANGES[script].split(' ')) {
      const [first = 0, last = 0] = range.split('-').map((point) => Number.parseInt(point, 16));
      made.fill(index + 1, first, last + 1);
    }
  }
  // × and ÷ stand among the Latin letters but are no letters.
  made[0xd7] = made[0xf7] = 0;
  return made;
}

/** The script of a letter by its UTF-16 unit; undefined: no letter, or a letter of a script that is not in RANGES. */
export function scriptOf(unit: number): Script | undefined {
  table ??= makeTable();
  return SCRIPTS[(table[unit] ?? 0) - 1];
}

/** A letter of a script that writes no spaces between words. */
export const SPACELESS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]/u;

/** In a pattern, before the first letter of a word between spaces. */
export const WORD_BEGINS = `(?!${SPACELESS.source})`;
/** In a pattern, before each other letter of such a word: Japanese and Chinese go on behind a Latin word, and Korean does with its endings. */
export const WORD_GOES_ON = String.raw`(?!${SPACELESS.source}|(?<=\p{Script=Latin})\p{Script=Hangul})`;

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
const KNOWN: ReadonlySet<string> = new Set(SCRIPTS);

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
