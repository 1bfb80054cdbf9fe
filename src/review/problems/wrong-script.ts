import { baseLanguage } from '../../languages/language-names.ts';
import { countScripts, type Script, scriptOf, shareOf } from '../../languages/scripts.ts';
import { shorten } from '../../subtitles/lines.ts';
import type { FilmRules, MeasuredLine, Rule } from '../measured-line.ts';
import { withoutAgreed } from './notes-differ.ts';

/** The other scripts that Japanese, Korean and Chinese use. Names in Latin letters are correct in every language. */
const MIXED: Partial<Record<Script, readonly Script[]>> = { Kana: ['Hani'], Hang: ['Hani'], Hani: ['Bopo'] };

export const scriptsAllowedIn = (script: Script): ReadonlySet<Script> =>
  new Set<Script>([script, 'Latn', ...(MIXED[script] ?? [])]);

/** Matches text whose bytes were read in the wrong encoding. */
const GARBLED = /\ufffd|Ã[\u0080-\u00bf¡-¿]|â€|Ð[\u0080-\u00bf°-¿]/;

/** Performance: texts in Latin letters, the most frequent case, need no further checks. */
const LATIN_ONLY = /^[\0-\u024f\u1e00-\u1eff\u2000-\u206f\u20a0-\u20bf\u2190-\u21ff\u2600-\u26ff]*$/;

/**
 * Reports words in a script that the target language does not use (unless quoted from a third language), words that mix two similar scripts, texts
 * mostly in another script, and untranslated words of a Latin original, which are in lower case, unlike names.
 */
export const wrongScript: Rule = ({ original, translation, agreed }, rules) => {
  const { script } = rules;
  const whole = translation.plain;
  if (GARBLED.test(whole) && !GARBLED.test(original.plain)) return 'Wrong encoding: some letters are damaged.';
  if (script === undefined || (script === 'Latn' && LATIN_ONLY.test(whole))) return undefined;
  // A term that the film notes leave untranslated is no mistake.
  const plain = withoutAgreed(whole, agreed);
  const otherHan = script === 'Hani' ? inOtherCharacters(original.plain, plain, rules) : undefined;
  if (otherHan !== undefined || isAllOf(script, plain)) return otherHan;
  const foreign = foreignWord(original.plain, plain, script);
  if (foreign !== undefined) return wordsFor(foreign);
  const mostly = mostlyIn(original.plain, plain, script);
  if (mostly !== undefined) return mostly;
  const left = leftOver(original.plain, plain, rules);
  return left && wordsFor(left);
};

const wordsFor = (word: string): string => `Letters of another alphabet: “${shorten(word, 40)}”.`;

/** Frequent characters that only one of the two kinds of Chinese has. Both lists are in the same order. */
const SIMPLIFIED = '这们说对来时会为还过个问让给现东见认谁话请谢吗爱妈开关长门进远运边经动点车书买卖钱头实觉学应该样间';
const TRADITIONAL =
  '這們說對來時會為還過個問讓給現東見認誰話請謝嗎愛媽開關長門進遠運邊經動點車書買賣錢頭實覺學應該樣間';
const OTHER_CHARACTERS = [
  { of: /^zh-(?:Hant|TW|HK|MO)\b/i, name: 'Simplified', pattern: new RegExp(`[${SIMPLIFIED}]+`, 'g') },
  { of: /^zh-(?:Hans|CN|SG)\b/i, name: 'Traditional', pattern: new RegExp(`[${TRADITIONAL}]+`, 'g') },
];

/**
 * Reports the wrong kind of Chinese: many models write Simplified Chinese whatever the prompt says. Characters of an original in another language,
 * such as Japanese, may stay.
 */
function inOtherCharacters(original: string, translation: string, { language = '', sourceLanguage }: FilmRules) {
  const { name, pattern } = OTHER_CHARACTERS.find(({ of }) => of.test(language)) ?? {};
  const isQuoted = (word: string) => baseLanguage(sourceLanguage) !== 'zh' && original.includes(word);
  const found = pattern && (translation.match(pattern) ?? []).find((word) => !isQuoted(word));
  return found && `${name} characters: “${shorten(found, 40)}”.`;
}

const ownWords = (original: string, translation: string): readonly string[] =>
  (translation.match(WORDS) ?? []).filter((word) => !original.includes(word));

/** Returns a word in another script that the original lacks, or a word that mixes two scripts. */
function foreignWord(original: string, translation: string, script: Script): string | undefined {
  const allowed = scriptsAllowedIn(script);
  return ownWords(original, translation).find((word) => isMixed(word) || hasOther(word, allowed));
}

function mostlyIn(original: string, translation: string, script: Script): string | undefined {
  const counts = countScripts(translation);
  const allowed = scriptsAllowedIn(script);
  if (shareOf(allowed, counts) < 0.5 && (translation.match(WORDS) ?? []).some((word) => hasOther(word, allowed)))
    return 'Wrong alphabet in most of this line.';
  if (script === 'Latn') return undefined;
  const letters = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const latin = ownWords(original, translation).filter((word) => scriptOf(word.charCodeAt(0)) === 'Latn');
  return isProse(latin) && latin.join('').length * 2 > letters ? 'Latin letters in most of this line.' : undefined;
}

/** Returns an untranslated word in the original's own language. */
function leftOver(original: string, translation: string, rules: FilmRules): string | undefined {
  const { script = 'Latn', sourceScript, keptWords } = rules;
  const allowed = scriptsAllowedIn(script);
  const left = (translation.match(WORDS) ?? []).find(
    (word) => hasOther(word, allowed) && isOfSource(word, sourceScript),
  );
  const mayBeLatin = script !== 'Latn' && isOfSource('a', sourceScript);
  if (left !== undefined || !mayBeLatin) return left;
  return smallWordsLeft(original, translation).find((word) => !keptWords.includes(word));
}

/** Returns true if a word of the original is in the original's own language. Words that the original quotes from another language may stay. */
function isOfSource(word: string, sourceScript: Script | undefined): boolean {
  if (sourceScript === undefined) return true;
  const scripts = new Set<Script>([sourceScript, ...(MIXED[sourceScript] ?? [])]);
  return [...countScripts(word).keys()].some((script) => scripts.has(script));
}

/** Matches a Latin word in lower case that is no part of an address, a name ("iPhone"), code ("padding=True") or a word with an ending. */
const SMALL_LATIN = /(?<![A-Za-zÀ-ɏ\p{N}@./:_#’'=-])[a-zß-öø-ÿ]{2,}(?![A-Za-zÀ-ɏ\p{N}@/:_’'=-]|\.[\p{L}\p{N}])/gu;
/** Matches a word or two in quotation marks. */
const IN_QUOTES = /["“”„«‘『「][^"“”„«»‘’『』「」\n]{1,30}["“”»’』」]/gu;
/** Matches short words within a name or title: "Leonardo da Vinci", "The Lord of the Rings". */
const WITHIN_NAME = /(?<=[A-ZÀ-Þ][A-Za-zÀ-ɏ’'-]{1,30} )(?:[a-zß-öø-ÿ]{1,3} ){1,3}(?=[A-ZÀ-Þ])/gu;
/** Units that are written alike in every language. */
const SIGNS_OF_UNITS = new Set('km kg cm mm ml mg hz khz mhz ghz kb mb gb tb px db kw mph rpm ok vs pm am'.split(' '));

/** The untranslated words in lower case. A word in quotation marks may be what the sentence speaks about. */
function smallWordsLeft(original: string, translation: string): readonly string[] {
  const known = new Set(original.match(SMALL_LATIN) ?? []);
  const quoted = (translation.match(IN_QUOTES) ?? []).filter((quote) => original.includes(quote.slice(1, -1)));
  const rest = quoted.reduce((text, quote) => text.replace(quote, ' '), translation).replace(WITHIN_NAME, '');
  return (rest.match(SMALL_LATIN) ?? []).filter((word) => known.has(word) && !SIGNS_OF_UNITS.has(word));
}

/**
 * Returns the words in lower case that this film's translations keep on purpose: they stay in several lines, and in at least half of the lines
 * that have them. A model that forgets to translate a word forgets it here and there.
 */
export function wordsKept(
  lines: readonly Pick<MeasuredLine, 'original' | 'translation'>[],
  script: Script | undefined,
): readonly string[] {
  if (script === undefined || script === 'Latn') return [];
  const said = new Map<string, number>();
  const kept = new Map<string, number>();
  const count = (counts: Map<string, number>, words: readonly string[]) => {
    for (const word of new Set(words)) counts.set(word, (counts.get(word) ?? 0) + 1);
  };
  for (const { original, translation } of lines) {
    count(said, original.plain.match(SMALL_LATIN) ?? []);
    count(kept, smallWordsLeft(original.plain, translation.plain));
  }
  const isKept = ([word, times]: readonly [string, number]) => times >= 3 && times * 2 >= (said.get(word) ?? 0);
  return [...kept].filter(isKept).map(([word]) => word);
}

const isAllOf = (script: Script, text: string): boolean => !hasLetterOutside(text, (other) => other === script);

function hasLetterOutside(text: string, isAllowed: (script: Script) => boolean): boolean {
  for (let index = 0; index < text.length; index++) {
    const script = scriptOf(text.charCodeAt(index));
    if (script !== undefined && !isAllowed(script)) return true;
  }
  return false;
}

/** Matches a part of a word. Hyphens, digits and apostrophes separate parts, so that "IT-фахівець" and "iPhone'ом" do not count as mixed. */
const WORDS = /[\p{L}\p{M}]+/gu;

/** Scripts with letters that look alike, so that a word can mix them by mistake: "сaт". */
const ALIKE: ReadonlySet<Script> = new Set(['Latn', 'Cyrl', 'Grek']);

/** Matches a single Greek letter. In Chinese, Japanese and Korean no space separates it: "γ射线". */
const GREEK_SIGN = /(?<!\p{Script=Greek})\p{Script=Greek}(?!\p{Script=Greek})/gu;

/** Returns true for a word in another script. Single letters are accepted as symbols: π, Ω. */
function hasOther(word: string, allowed: ReadonlySet<Script>): boolean {
  if (word.length < 2) return false;
  const letters = allowed.has('Hani') ? word.replace(GREEK_SIGN, '') : word;
  return hasLetterOutside(letters, (script) => allowed.has(script));
}

const isMixed = (word: string): boolean =>
  [...countScripts(word).keys()].filter((script) => ALIKE.has(script)).length > 1;

/** Returns true if the words are more than names and titles: several words, one of them in lower case. */
const isProse = (words: readonly string[]): boolean =>
  words.length >= 2 && words.some((word) => /^[a-z]{2,}/.test(word));
