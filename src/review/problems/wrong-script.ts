import { shorten } from '../../subtitles/shorten.ts';
import { countScripts, type Script, scriptOf, shareOf } from '../language/scripts.ts';
import type { Rule } from '../seen-line.ts';

/** Further scripts of languages that mix them: of Japanese, Korean, Chinese. Latin names are allowed in every language. */
const MIXED: Partial<Record<Script, readonly Script[]>> = { Kana: ['Hani'], Hang: ['Hani'], Hani: ['Bopo'] };

/** The scripts whose letters may stand in a text of a language with this script. */
export const scriptsAllowedIn = (script: Script): ReadonlySet<Script> =>
  new Set<Script>([script, 'Latn', ...(MIXED[script] ?? [])]);

/** What a text looks like when its bytes were read in the wrong encoding. */
const GARBLED = /\ufffd|Ã[\u0080-\u00bf¡-¿]|â€|Ð[\u0080-\u00bf°-¿]/;

/** Matches a text in Latin letters alone, the most frequent case: there is nothing to look for. */
const LATIN_ONLY = /^[\0-\u024f\u1e00-\u1eff\u2000-\u206f\u20a0-\u20bf\u2190-\u21ff\u2600-\u26ff]*$/;

/**
 * Letters of a script that is neither the translation's nor quoted from the original; a word that mixes two scripts whose letters look
 * alike; a text mostly in another script, or in Latin letters where the language has others.
 */
export const wrongScript: Rule = ({ original, translation }, { script }) => {
  const { plain } = translation;
  if (GARBLED.test(plain) && !GARBLED.test(original.plain)) return 'Signs of a wrong encoding.';
  if (script === undefined || (script === 'Latn' && LATIN_ONLY.test(plain))) return undefined;
  if (isAllOf(script, plain)) return undefined;
  const counts = countScripts(plain);
  const allowed = scriptsAllowedIn(script);
  const words = plain.match(WORDS) ?? [];
  const own = words.filter((word) => !original.plain.includes(word));
  const foreign = own.find((word) => isMixed(word) || hasOther(word, allowed));
  if (foreign !== undefined) return `Letters of another script: “${shorten(foreign, 40)}”.`;
  // A quoted word is let pass, but not a line that is little else.
  if (shareOf(allowed, counts) < 0.5 && words.some((word) => hasOther(word, allowed)))
    return 'Most of it is in another script.';
  const letters = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const latin = script === 'Latn' ? [] : own.filter((word) => scriptOf(word.charCodeAt(0)) === 'Latn');
  return isProse(latin) && latin.join('').length * 2 > letters ? 'Most of it is in Latin letters.' : undefined;
};

function isAllOf(script: Script, text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    const other = scriptOf(text.charCodeAt(index));
    if (other !== undefined && other !== script) return false;
  }
  return true;
}

/** A hyphen, digit or apostrophe parts words, so that "IT-фахівець" and "iPhone'ом" do not count as mixed. */
const WORDS = /[\p{L}\p{M}]+/gu;

/** Scripts with letters that look alike, so that a word may mix them by mistake: "сaт". */
const ALIKE: ReadonlySet<Script | undefined> = new Set(['Latn', 'Cyrl', 'Grek']);

/** Whether a word has letters of a script that is not allowed. A single letter is let pass as a sign: π, Ω. */
function hasOther(word: string, allowed: ReadonlySet<Script>): boolean {
  if (word.length < 2) return false;
  for (let index = 0; index < word.length; index++) {
    const script = scriptOf(word.charCodeAt(index));
    if (script !== undefined && !allowed.has(script)) return true;
  }
  return false;
}

function isMixed(word: string): boolean {
  let first: Script | undefined;
  for (let index = 0; index < word.length; index++) {
    const script = scriptOf(word.charCodeAt(index));
    if (!ALIKE.has(script)) continue;
    if (first === undefined) first = script;
    else if (script !== first) return true;
  }
  return false;
}

/** Whether words are more than names and titles: several words, one of them in small letters. */
const isProse = (words: readonly string[]): boolean =>
  words.length >= 2 && words.some((word) => /^[a-z]{2,}/.test(word));
