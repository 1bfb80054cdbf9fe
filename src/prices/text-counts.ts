import { once } from '../lib/memo.ts';
import type { PricedModel } from './price.ts';

/**
 * The counts that determine the tokens of a text: letters by script, because tokenizers know some scripts better; beginnings of words for scripts where they
 * matter; digits and other signs. Spaces count with their words.
 */
export const COUNTED = [
  ...(['latinWord', 'latin', 'latinMarked', 'cyrillicWord', 'cyrillic', 'cyrillicOther', 'greek', 'arabic'] as const),
  ...(['hebrew', 'devanagari', 'thai', 'kana', 'han', 'hangul', 'other', 'digit', 'mark', 'lineBreak'] as const),
] as const;
export type Counted = (typeof COUNTED)[number];

/** The counts of a text, in the order of COUNTED. */
export type TextCounts = readonly number[];

export const noCounts = (): number[] => COUNTED.map(() => 0);

const AT = Object.fromEntries(COUNTED.map((name, index) => [name, index])) as Readonly<Record<Counted, number>>;

/** Ranges of each script's letters and marks, as UTF-16 code units. "latinMarked": é, ł, ạ. */
const RANGES: readonly (readonly [first: number, last: number, Counted])[] = [
  [0xc0, 0x24f, 'latinMarked'],
  [0x300, 0x36f, 'latinMarked'],
  [0x370, 0x3ff, 'greek'],
  // а-я and ё of Russian. The other Cyrillic letters belong to neighbouring languages.
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
/** The index in COUNTED of each code unit. One pass over a text is then enough. */
const placesOfCodeUnits = once(() => {
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
  // Only the first unit of a surrogate pair is counted.
  made.fill(SPACE, 0xdc00, 0xe000);
  return made;
});

/** Adds the counts of a text to `counts`. */
export function countText(text: string, counts: number[]): void {
  const places = placesOfCodeUnits();
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

/** The vocabulary of a model. "llama-2" includes Mistral 7B and Mixtral. "other": DeepSeek, Mistral, and models with an unpublished vocabulary. */
type Tokenizer = 'o200k' | 'cl100k' | 'claude' | 'claude-new' | 'gemini' | 'llama-2' | 'llama-3' | 'qwen' | 'other';

/** Open models with another vocabulary, by id. The first match counts. */
const OPEN_TOKENIZERS: readonly (readonly [id: RegExp, Tokenizer])[] = [
  [/llama-?3(?!0b)|distill-llama|deepseek-r1:70b/i, 'llama-3'],
  [/llama-?2|codellama|mixtral|mistral(?:$|:|-7b)/i, 'llama-2'],
  // Qwen has a larger vocabulary from 3.5 on. Ollama's small "deepseek-r1" are Qwen models trained by DeepSeek.
  [/qwen(?!\/|_|-?(?:3\.|[4-9]))|qwq|deepseek-r1:(?:1\.5b|7b|8b|14b|32b|latest)/i, 'qwen'],
];

/** Recognises the ids of Anthropic and Google, the oldest of OpenAI, and some open models. Other models count as newer OpenAI models or as "other". */
export function tokenizerOf({ endpoint, id }: PricedModel): Tokenizer {
  if (/claude/.test(id)) return isNewClaude(id) ? 'claude-new' : 'claude';
  if (/gemini|gemma/.test(id)) return 'gemini';
  if (/^(?:openai\/)?gpt-(?:3|4(?!o|\.\d))/.test(id)) return 'cl100k';
  if (endpoint === 'openai' || /gpt|(?:^|\/)o\d/.test(id)) return 'o200k';
  return OPEN_TOKENIZERS.find(([pattern]) => pattern.test(id))?.[1] ?? 'other';
}

/** Claude models from 4.7 on count about 30 % more tokens (Anthropic's guide). Ids: "claude-3-5-haiku-2024…", "claude-opus-4-7", "claude-sonnet-5". */
function isNewClaude(id: string): boolean {
  const [, major = '5', minor = '0'] = /claude-(?:[a-z]+-)?(\d{1,2})(?:[-.](\d{1,2})(?!\d))?/.exec(id) ?? [];
  return Number(major) > 4 || (Number(major) === 4 && Number(minor) >= 7);
}

type Weights = readonly number[];

const OTHER: Weights = [
  0.06, 0.27, 0.96, 0.8, 0.22, 1.2, 0.8, 0.48, 0.61, 0.61, 0.5, 0.71, 0.73, 0.94, 1.5, 0.89, 0.9, 1,
];

/**
 * Tokens per count, in the order of COUNTED. A least-squares fit to 17 languages (bench/token-samples, bench/dialogue) with the real tokenizers. Of Claude only
 * an old tokenizer is public. docs/performance.md lists the errors.
 */
const WEIGHTS: Readonly<Record<Exclude<Tokenizer, 'claude-new'>, Weights>> = {
  o200k: [0.27, 0.21, 0.66, 0.57, 0.25, 1.32, 0.5, 0.44, 0.49, 0.42, 0.43, 0.81, 0.91, 0.93, 1, 0.87, 0.73, 1],
  cl100k: [0.05, 0.29, 1.48, 0.55, 0.49, 1.97, 1.1, 0.91, 1.19, 1.28, 0.96, 1.06, 1.35, 1.47, 2, 0.4, 0.82, 1],
  gemini: [0.47, 0.17, 0.42, 0.57, 0.22, 1.31, 0.5, 0.46, 0.51, 0.41, 0.38, 0.51, 0.69, 0.93, 1, 1, 0.77, 1],
  claude: [0.02, 0.3, 2.28, 0.67, 0.5, 1.56, 1.1, 1.17, 1.06, 1.36, 1.78, 1.07, 1.24, 1.6, 2, 0.57, 0.85, 1],
  'llama-2': [0.06, 0.28, 2.2, 0.9, 0.3, 0.8, 1, 1.12, 1.2, 1.3, 1.03, 1.07, 1.15, 1.6, 2, 1, 1, 1],
  'llama-3': [0.06, 0.26, 0.7, 0.8, 0.22, 0.4, 0.8, 0.48, 1.12, 0.61, 0.5, 0.71, 0.73, 0.94, 1.5, 0.89, 0.9, 1],
  qwen: [0.06, 0.27, 0.96, 0.8, 0.22, 3, 0.8, 0.48, 0.49, 1.2, 0.65, 0.71, 0.73, 0.94, 1.5, 0.89, 0.9, 1],
  other: OTHER,
};

/** Tokens of a phrase's key, quotation marks, colon and comma. */
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

export interface TokenScale {
  readonly weigh: (counts: TextCounts) => number;
  /** Tokens of a phrase besides its text. */
  readonly perPhrase: number;
}

export function scaleOf(tokenizer: Tokenizer): TokenScale {
  const base = tokenizer === 'claude-new' ? 'claude' : tokenizer;
  const factor = tokenizer === 'claude-new' ? 1.3 : 1;
  const weights = WEIGHTS[base].map((weight) => factor * weight);
  return {
    weigh: (counts) => counts.reduce((sum, count, index) => sum + count * (weights[index] ?? 0), 0),
    perPhrase: factor * PHRASE_FRAME[base],
  };
}
