import { withoutMarks } from '../lib/text.ts';
import { FREQUENT_LANGUAGES } from './language-table.ts';
import { languageName } from './standard-prompt.ts';

/** Languages that are recognized by name. The browser knows the names. */
const LANGUAGES =
  'af sq am ar hy az eu be bn bs bg my ca zh yue hr cs da nl en et fil fi fr gl ka de el gu he hi hu is id ga it ja jv kn kk km ko ky lo lv lt mk ms ml mr mn ne no nb nn fa pl pt pa ro ru sr si sk sl es sw sv tg ta te th tr uk ur uz vi cy yo zu'.split(
    ' ',
  );
/** Languages of prompts: names are recognized in these and in the target language. */
const PROMPT_LANGUAGES = 'en ru uk de fr es pt it pl nl sv tr zh ja ko ar'.split(' ');

/** Variants of a language, with the words that name them near the language. */
const KINDS: Readonly<Record<string, readonly (readonly [kind: string, words: RegExp])[]>> = {
  pt: [
    ['pt-BR', /bra[sz]il|brés|бразил|巴西|ブラジル|브라질/i],
    ['pt-PT', /europ|portugal|европ|європ|葡萄牙的/i],
  ],
  es: [
    ['es-419', /lat(?:in|am)|лат[иі]н|拉美|拉丁/i],
    ['es-MX', /m[eé][xj]ic|мексик/i],
    ['es-ES', /europ|castil|castellano|spain|españa/i],
  ],
  zh: [
    ['zh-Hant', /tradi|taiwan|hong kong|традиц|繁|台灣|臺灣/i],
    ['zh-Hans', /simpl|mainland|упрощ|спрощ|简|簡/i],
  ],
  fr: [['fr-CA', /canad|qu[eé]b/i]],
  en: [
    ['en-GB', /brit/i],
    ['en-US', /americ|u\.s\./i],
  ],
};

/** A language named in a text. */
export interface NamedLanguage {
  /** BCP 47, with the variant if it is named. */
  readonly language: string;
  /** Offsets of the name. */
  readonly from: number;
  readonly to: number;
  /** The end of the previous name, 0 for the first. */
  readonly since: number;
}

export interface LanguageNames {
  /** Lower-case names → BCP 47. */
  readonly whole: ReadonlyMap<string, string>;
  /** Names without endings, for languages that inflect them: "украинск" → uk. */
  readonly stems: ReadonlyMap<string, string>;
  /** Names in scripts without spaces. */
  readonly unspaced: readonly (readonly [name: string, language: string])[];
}

let names: LanguageNames | undefined;

/** Takes tens of milliseconds. */
function collectNames(): LanguageNames {
  const other = { farsi: 'fa', mandarin: 'zh', castellano: 'es', castilian: 'es', tagalog: 'fil', kiswahili: 'sw' };
  const whole = new Map(Object.entries({ ...other, flemish: 'nl', suomeksi: 'fi' }));
  const stems = new Map<string, string>();
  const mandarin = ['汉语', '漢語', '中国語', '普通话', '普通話', '国语', '國語'].map((name) => [name, 'zh'] as const);
  const unspaced: (readonly [name: string, language: string])[] = [...mandarin, ['广东话', 'yue'], ['廣東話', 'yue']];
  const add = (name: string | undefined, language: string, bends: boolean): void => {
    const key = name?.toLowerCase().replace(/\s*\(.*\)/, '') ?? '';
    if (key === '' || key === language) return;
    if (/[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]/.test(key))
      unspaced.push([key, language]);
    else if (!whole.has(key)) whole.set(key, language);
    if (bends && key.length >= 5) stems.set(key.replace(/(?:ий|ый|а|a|i|y|e)$/, ''), language);
  };
  const namesIn = (language: string) => new Intl.DisplayNames(language, { type: 'language' });
  const english = namesIn('en');
  for (const language of LANGUAGES) add(english.of(language), language, false);
  for (const language of LANGUAGES) add(namesIn(language).of(language), language, language !== 'en');
  for (const prompt of PROMPT_LANGUAGES) {
    const display = namesIn(prompt);
    for (const language of LANGUAGES) add(display.of(language), language, prompt !== 'en');
  }
  return { whole, stems, unspaced };
}

export const languageNames = (): LanguageNames => {
  names ??= collectNames();
  return names;
};

/** Takes over names that were collected elsewhere, for example by the worker. */
export function learnLanguageNames(collected: LanguageNames): void {
  names ??= collected;
}

/** Languages whose English or own name, or name in PROMPT_LANGUAGES, begins with this text. Ignores accents. */
export function languagesBeginningWith(typed: string): readonly string[] {
  const { whole, unspaced } = languageNames();
  const bare = (text: string) => withoutMarks(text).toLowerCase();
  const beginning = bare(typed);
  const begins = ([name]: readonly [string, string]) => bare(name).startsWith(beginning);
  return [...new Set([...whole, ...unspaced].filter(begins).map(([, language]) => language))];
}

/** The languages named in a text, in order: by code, or by name in English, in the language itself or in PROMPT_LANGUAGES. */
export function languagesNamedIn(text: string): readonly NamedLanguage[] {
  const all = languageNames();
  const found = [...byCode(text), ...byWord(text, all), ...byCharacters(text, all)].sort(
    (one, other) => one.from - other.from,
  );
  const apart: NamedLanguage[] = [];
  for (const named of found) {
    const since = apart.at(-1)?.to ?? 0;
    if (named.from >= since) apart.push({ ...named, language: kindOf(text, named, since), since });
  }
  return apart;
}

type Found = Omit<NamedLanguage, 'since'>;

/** Names of one or two words ("Tiếng Việt", "norsk bokmål"). */
function byWord(text: string, { whole, stems }: LanguageNames): Found[] {
  const words = [...text.matchAll(/[\p{L}\p{M}]+/gu)].map(({ 0: word, index }) => ({
    word: word.toLowerCase(),
    index,
  }));
  return words.flatMap(({ word, index }, place) => {
    const next = words[place + 1];
    const two = next && whole.get(`${word} ${next.word}`);
    if (next && two !== undefined) return [{ language: two, from: index, to: next.index + next.word.length }];
    const language = whole.get(word) ?? whole.get(withoutPrefix(word)) ?? byStem(word, stems);
    if (language === undefined || isVerb(text, word, index)) return [];
    return [{ language, from: index, to: index + word.length }];
  });
}

/** "Polish the result" does not ask for Polish. */
const isVerb = (text: string, word: string, index: number): boolean =>
  word === 'polish' && !/(?:to|in|from)\s+$/i.test(text.slice(0, index)) && !/^P/.test(text.slice(index));

/** Hebrew and Arabic attach "to" and "in" to the name. */
const withoutPrefix = (word: string): string => word.replace(/^[לב](?=[א-ת]{3})/, '').replace(/^لل/, 'ال');

function byStem(word: string, stems: ReadonlyMap<string, string>): string | undefined {
  for (let cut = 0; cut <= 3 && word.length - cut >= 5; cut++) {
    const language = stems.get(word.slice(0, word.length - cut));
    if (language !== undefined) return language;
  }
  return undefined;
}

function byCharacters(text: string, { unspaced }: LanguageNames): Found[] {
  if (!/[\u0e00-\uffff]/.test(text)) return [];
  return unspaced.flatMap(([name, language]) => {
    const from = text.toLowerCase().indexOf(name);
    return from === -1 ? [] : [{ language, from, to: from + name.length }];
  });
}

const KNOWN: ReadonlySet<string> = new Set(LANGUAGES);

/** Names by code: "pt-BR", "zh-Hant". Bare letters count only behind an arrow or colon: "→ uk". */
function byCode(text: string): Found[] {
  const codes = text.matchAll(/(?<![\p{L}\d-])([a-z]{2,3})([-_](?:[A-Z][a-z]{3}|[A-Z]{2}|\d{3}))?(?![\p{L}\d-])/gu);
  return [...codes].flatMap(({ 0: code, 1: base = '', 2: region, index }) => {
    const isMeant = region !== undefined || /(?:→|⇒|[-=]>|language\s*[:=])\s*["'`]?$/i.test(text.slice(0, index));
    return isMeant && KNOWN.has(base)
      ? [{ language: code.replace('_', '-'), from: index, to: index + code.length }]
      : [];
  });
}

/** How near a variant must be: "Brazilian Portuguese", "Portuguese as spoken in Brazil". */
const NEAR = 24;

function kindOf(text: string, { language, from, to }: Found, since: number): string {
  const around = `${text.slice(Math.max(since, from - NEAR), from)} ${/^[^.\n]*/.exec(text.slice(to, to + NEAR))?.[0]}`;
  return KINDS[language]?.find(([, words]) => words.test(around))?.[0] ?? language;
}

/** Options of a language list: pairs of code (BCP 47) and name, sorted by name, "" first. `chosen` is added if missing. */
export function languageOptions(chosen: string | undefined, languages = FREQUENT_LANGUAGES) {
  const all = chosen === undefined || languages.includes(chosen) ? languages : [chosen, ...languages];
  const named = all.map((each) => [each, languageName(each) ?? each] as const);
  return [['', 'Not known'] as const, ...named.toSorted(([, one], [, other]) => one.localeCompare(other))];
}
