import type { PricedModel } from './price.ts';

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

/** Which vocabulary a model cuts texts with. "llama-2": also Mistral 7B's and Mixtral's; "other": DeepSeek's, Mistral's, and those not public. */
type Tokenizer = 'o200k' | 'cl100k' | 'claude' | 'claude-new' | 'gemini' | 'llama-2' | 'llama-3' | 'qwen' | 'other';

/** Those of open models that stand out, by the model's id, first match first. */
const OPEN_TOKENIZERS: readonly (readonly [id: RegExp, Tokenizer])[] = [
  [/llama-?3(?!0b)|distill-llama|deepseek-r1:70b/i, 'llama-3'],
  [/llama-?2|codellama|mixtral|mistral(?:$|:|-7b)/i, 'llama-2'],
  // From 3.5 on Qwen has a larger one. Ollama's small "deepseek-r1" are Qwens that DeepSeek trained on.
  [/qwen(?!\/|_|-?(?:3\.|[4-9]))|qwq|deepseek-r1:(?:1\.5b|7b|8b|14b|32b|latest)/i, 'qwen'],
];

/** Only Anthropic's and Google's ids, the oldest of OpenAI's and some open models' tell another one than a newer model of OpenAI has. */
export function tokenizerOf({ endpoint, id }: PricedModel): Tokenizer {
  if (/claude/.test(id)) return isNewClaude(id) ? 'claude-new' : 'claude';
  if (/gemini|gemma/.test(id)) return 'gemini';
  if (/^(?:openai\/)?gpt-(?:3|4(?!o|\.\d))/.test(id)) return 'cl100k';
  if (endpoint === 'openai' || /gpt|(?:^|\/)o\d/.test(id)) return 'o200k';
  return OPEN_TOKENIZERS.find(([pattern]) => pattern.test(id))?.[1] ?? 'other';
}

/** Those from 4.7 on count about 30 % more (Anthropic's own guide). "claude-3-5-haiku-2024…", "claude-opus-4-7", "claude-sonnet-5". */
function isNewClaude(id: string): boolean {
  const [, major = '5', minor = '0'] = /claude-(?:[a-z]+-)?(\d{1,2})(?:[-.](\d{1,2})(?!\d))?/.exec(id) ?? [];
  return Number(major) > 4 || (Number(major) === 4 && Number(minor) >= 7);
}

type Weights = Partial<Readonly<Record<Counted, number>>>;

const OTHER: Weights = {
  latinWord: 0.06,
  latin: 0.27,
  latinMarked: 0.96,
  cyrillicWord: 0.8,
  cyrillic: 0.22,
  cyrillicOther: 1.2,
  greek: 0.8,
  arabic: 0.48,
  hebrew: 0.61,
  devanagari: 0.61,
  thai: 0.5,
  kana: 0.71,
  han: 0.73,
  hangul: 0.94,
  other: 1.5,
  digit: 0.89,
  mark: 0.9,
  lineBreak: 1,
};

/**
 * Tokens for each of what is counted. Fitted by least squares to 17 languages (bench/token-samples, bench/dialogue) with the
 * tokenizers themselves; of Claude only an old one is public. docs/performance.md has what this misses by.
 */
const WEIGHTS: Readonly<Record<Exclude<Tokenizer, 'claude-new'>, Weights>> = {
  o200k: {
    latinWord: 0.27,
    latin: 0.21,
    latinMarked: 0.66,
    cyrillicWord: 0.57,
    cyrillic: 0.25,
    cyrillicOther: 1.32,
    greek: 0.5,
    arabic: 0.44,
    hebrew: 0.49,
    devanagari: 0.42,
    thai: 0.43,
    kana: 0.81,
    han: 0.91,
    hangul: 0.93,
    other: 1,
    digit: 0.87,
    mark: 0.73,
    lineBreak: 1,
  },
  cl100k: {
    latinWord: 0.05,
    latin: 0.29,
    latinMarked: 1.48,
    cyrillicWord: 0.55,
    cyrillic: 0.49,
    cyrillicOther: 1.97,
    greek: 1.1,
    arabic: 0.91,
    hebrew: 1.19,
    devanagari: 1.28,
    thai: 0.96,
    kana: 1.06,
    han: 1.35,
    hangul: 1.47,
    other: 2,
    digit: 0.4,
    mark: 0.82,
    lineBreak: 1,
  },
  gemini: {
    latinWord: 0.47,
    latin: 0.17,
    latinMarked: 0.42,
    cyrillicWord: 0.57,
    cyrillic: 0.22,
    cyrillicOther: 1.31,
    greek: 0.5,
    arabic: 0.46,
    hebrew: 0.51,
    devanagari: 0.41,
    thai: 0.38,
    kana: 0.51,
    han: 0.69,
    hangul: 0.93,
    other: 1,
    digit: 1,
    mark: 0.77,
    lineBreak: 1,
  },
  claude: {
    latinWord: 0.02,
    latin: 0.3,
    latinMarked: 2.28,
    cyrillicWord: 0.67,
    cyrillic: 0.5,
    cyrillicOther: 1.56,
    greek: 1.1,
    arabic: 1.17,
    hebrew: 1.06,
    devanagari: 1.36,
    thai: 1.78,
    kana: 1.07,
    han: 1.24,
    hangul: 1.6,
    other: 2,
    digit: 0.57,
    mark: 0.85,
    lineBreak: 1,
  },
  'llama-2': {
    latinWord: 0.06,
    latin: 0.28,
    latinMarked: 2.2,
    cyrillicWord: 0.9,
    cyrillic: 0.3,
    cyrillicOther: 0.8,
    greek: 1,
    arabic: 1.12,
    hebrew: 1.2,
    devanagari: 1.3,
    thai: 1.03,
    kana: 1.07,
    han: 1.15,
    hangul: 1.6,
    other: 2,
    digit: 1,
    mark: 1,
    lineBreak: 1,
  },
  'llama-3': { ...OTHER, latin: 0.26, latinMarked: 0.7, cyrillicOther: 0.4, hebrew: 1.12 },
  qwen: { ...OTHER, cyrillicOther: 3, hebrew: 0.49, devanagari: 1.2, thai: 0.65 },
  other: OTHER,
};

/** What a phrase's key, quotation marks, colon and comma are together, whatever its number. */
const PHRASE_FRAME: Readonly<Record<Exclude<Tokenizer, 'claude-new'>, number>> = {
  o200k: 2.5,
  cl100k: 2.5,
  claude: 3,
  gemini: 5,
  'llama-2': 5,
  'llama-3': 3.2,
  qwen: 3.2,
  other: 3.2,
};

const NEW_CLAUDE = 1.3;

/** How a tokenizer counts. */
export interface TokenScale {
  /** Tokens of a text by its counts. */
  readonly weigh: (counts: TextCounts) => number;
  /** Beside its text. */
  readonly perPhrase: number;
}

export function scaleOf(tokenizer: Tokenizer): TokenScale {
  const base = tokenizer === 'claude-new' ? 'claude' : tokenizer;
  const factor = tokenizer === 'claude-new' ? NEW_CLAUDE : 1;
  const weights = COUNTED.map((name) => factor * (WEIGHTS[base][name] ?? 0));
  return {
    weigh: (counts) => counts.reduce((sum, count, index) => sum + count * (weights[index] ?? 0), 0),
    perPhrase: factor * PHRASE_FRAME[base],
  };
}
