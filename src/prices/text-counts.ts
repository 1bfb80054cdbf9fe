/**
 * What of a text decides how many tokens it is: letters by script, since a tokenizer knows the words of some scripts better than
 * those of others, beginnings of words where they count for themselves, digits and other marks. Spaces go with their words.
 */
export const COUNTED = [
  ...(['latinWord', 'latin', 'latinMarked', 'cyrillicWord', 'cyrillic', 'cyrillicOther', 'greek', 'arabic'] as const),
  ...(['hebrew', 'devanagari', 'thai', 'kana', 'han', 'hangul', 'other', 'digit', 'mark', 'lineBreak'] as const),
] as const;
export type Counted = (typeof COUNTED)[number];

/** One number for each of COUNTED, in that order. */
export type TextCounts = readonly number[];

export const noCounts = (): number[] => COUNTED.map(() => 0);

const AT = Object.fromEntries(COUNTED.map((name, index) => [name, index])) as Readonly<Record<Counted, number>>;

/** First and last code unit of each script's letters and their marks; "latinMarked": é, ł, ạ. */
const RANGES: readonly (readonly [first: number, last: number, Counted])[] = [
  [0xc0, 0x24f, 'latinMarked'],
  [0x300, 0x36f, 'latinMarked'],
  [0x370, 0x3ff, 'greek'],
  // а-я and ё, which Russian writes; the others are those of its neighbours.
  [0x410, 0x44f, 'cyrillic'],
  [0x401, 0x401, 'cyrillic'],
  [0x451, 0x451, 'cyrillic'],
  [0x400, 0x52f, 'cyrillicOther'],
  [0x590, 0x5ff, 'hebrew'],
  [0x600, 0x6ff, 'arabic'],
  [0x900, 0x97f, 'devanagari'],
  [0xe00, 0xe7f, 'thai'],
  [0x1e00, 0x1eff, 'latinMarked'],
  [0x2000, 0x206f, 'mark'],
  [0x3000, 0x303f, 'mark'],
  [0x3040, 0x30ff, 'kana'],
  [0x3400, 0x9fff, 'han'],
  [0xac00, 0xd7af, 'hangul'],
  [0xff00, 0xff0f, 'mark'],
  [0xff1a, 0xff20, 'mark'],
];

const SPACE = -1;
/** For each code unit the place of its count, so that a film is counted in one pass. Made when first asked for. */
let places: Int8Array | undefined;

function placesOfCodeUnits(): Int8Array {
  const made = new Int8Array(0x10000).fill(AT.other);
  for (const [first, last, name] of RANGES.toReversed()) made.fill(AT[name], first, last + 1);
  for (let code = 0; code < 0xc0; code++) {
    const character = String.fromCharCode(code);
    if (/[a-z]/i.test(character)) made[code] = AT.latin;
    else if (/\d/.test(character)) made[code] = AT.digit;
    else made[code] = /\s/.test(character) ? SPACE : AT.mark;
  }
  made[10] = AT.lineBreak;
  made[0x3000] = SPACE;
  // Of a character of two code units the second one is not counted.
  made.fill(SPACE, 0xdc00, 0xe000);
  return made;
}

/** Counts a text, and adds that to `counts`. */
export function countText(text: string, counts: number[]): void {
  places ??= placesOfCodeUnits();
  let before: number = SPACE;
  for (let index = 0; index < text.length; index++) {
    const place = places[text.charCodeAt(index)] ?? SPACE;
    if (place === SPACE) {
      before = SPACE;
      continue;
    }
    counts[place] = (counts[place] ?? 0) + 1;
    const word = wordOf(place);
    if (word !== undefined && wordOf(before) !== word) counts[word] = (counts[word] ?? 0) + 1;
    before = place;
  }
}

function wordOf(place: number): number | undefined {
  if (place === AT.latin || place === AT.latinMarked) return AT.latinWord;
  return place === AT.cyrillic || place === AT.cyrillicOther ? AT.cyrillicWord : undefined;
}

export function countsOf(text: string): TextCounts {
  const counts = noCounts();
  countText(text, counts);
  return counts;
}

export const countOf = (counts: TextCounts, name: Counted): number => counts[AT[name]] ?? 0;
