import { memoizeByObject } from '../lib/memo.ts';
import { languageOfText } from './direction-of-text.ts';
import { areRelated, baseLanguage, byLanguage, wordSets } from './language-names.ts';
import { scriptOfLanguage } from './scripts.ts';

/** Letters that identify another language, under the most frequent language of the same script. The first match counts. */
const BY_LETTERS: Readonly<Record<string, readonly (readonly [language: string, letters: RegExp])[]>> = {
  ru: [
    ['uk', /[їєґ]/i],
    ['be', /ў/i],
    ['sr', /[ђћџ]/i],
    ['mk', /[ѓќѕ]/i],
    ['kk', /[әғқңұһ]/i],
    ['bg', /^[^ыэё]*ъ[^ыэё]*$/i],
  ],
  ar: [
    ['ur', /[ٹڈڑے]/],
    ['fa', /[پچژگ]/],
  ],
};

/** Frequent short words that hardly any other language in Latin script has. */
const WORDS = wordSets({
  en: 'the and you is that what it of to are this have with for was',
  de: 'ich und das ist nicht du der die ein sie wir es auf was mit',
  fr: 'je vous les des est que pas et une pour dans ça qui nous avec',
  es: 'que el los no es una por lo las está qué y pero con del',
  pt: 'que não uma você é um os com do da isso eu está para ele',
  it: 'che non di il per una è sono ho mi gli della questo cosa ma',
  nl: 'ik het een niet dat je van en wat zijn maar voor hij we ze',
  sv: 'jag det är och att inte du på som vi har för en med så',
  da: 'jeg det er og ikke du at på som vi har hvad til af det',
  no: 'jeg det er og ikke du på som vi har hva til av å meg',
  fi: 'on ja ei se en että hän mitä minä olen oli niin mutta kun sinä',
  pl: 'nie to się że na jest co tak jak do ale mnie czy za już',
  cs: 'je to se že na jsem ne co tak jak ale by mě už jsi',
  sk: 'je to sa že na som nie čo tak ako ale by ma už si',
  hu: 'a az nem és hogy egy van ez meg mi csak de ha igen kell',
  ro: 'nu să și este în ce pe cu o un care mai am de la',
  tr: 'bir bu ve ne için değil ben da sen çok var evet mi o ama',
  hr: 'je da se ne što sam to nije ali kako bi si za što ti',
  id: 'yang tidak aku dan ini itu kau di akan dia untuk ada apa kita kami',
  vi: 'không tôi là có anh em của được và cho một đã này cô với',
});

/** The frequent words in lower case. Empty for languages (BCP 47) without a list. */
export const frequentWords = (language: string | undefined): ReadonlySet<string> =>
  byLanguage(WORDS, language) ?? new Set();

/** Words of other languages' lists that also exist in this language, so they say nothing about it. "On se voit en bas." is French, not Finnish. */
const ALSO = wordSets({
  en: 'a am at ben care com con dan de die do el en est ha la las los ma meg mi no o on per sam si van ve we y',
  de: 'a am da des ha ja je na ne nu o per van',
  fr: 'a ben bu ce con da de du en es eu ha il la las ma mi mit ne non o on os sa se si to un vi y',
  es: 'a cosa da de des di en este ha la les mi o os para se si ti un van ve vi',
  pt: 'a ali de des dia em este la las los na nem no o por se si sono ti vi',
  it: 'a ali ben care ce con da de del dia do en ha la lo mai ne no o sa se si ti un vi',
  nl: 'a af at ben da dan das de der des die er ha is ja la na nu o of per to was',
  sv: 'a av ben by da de der en er for ha het igen is ja la mi nu o sa se sen tak var',
  da: 'a ben by da de der en for ha have het igen is ja kun med mit nem nu o per se sen så tak to var',
  no: 'a by da de der di en for ha het is ja kun la med mi nu o per sa se sen så tak to var',
  fi: 'a et ha ne no o sen',
  pl: 'a by da ha ich ja je las los ma mi no o on para pas sam se was we ze',
  cs: 'a do ha ho les los mi no o on pas sam sen si ti ve za ze',
  sk: 'a do ha ho ich ja les los mi no o on pas sam sen ti za',
  hu: 'da el is ma mit ne no o per se ti un',
  ro: 'a ale are da ei el ele eu ha las mi ne os pas sa se si una vi',
  tr: 'a ada at az de el en et ha la on un van',
  hr: 'a ako dan do ha ja jest ma mi na no o on os pas sa van vi',
  id: 'bu ha ma mi o para pas per sen si tak van',
  vi: 'a am bi con cu do ha la ma mai mi na ne no o on se si ti to un van ve vi y',
});

/** True if the language (BCP 47) has this lower-case word, even if the word is frequent in another language. */
export const isOwnWord = (word: string, language: string | undefined): boolean =>
  frequentWords(language).has(word) || byLanguage(ALSO, language)?.has(word) === true;

/** Fewer different words may be a coincidence: names contain two ("de la"). */
const TELLING_WORDS = 3;

/**
 * Different lower-case words of the text that are frequent in one other language and do not exist in this one. undefined: there are too few, or the text also
 * has frequent words of only this language.
 */
export function wordsOfOtherLanguage(
  words: readonly string[],
  language: string | undefined,
): readonly string[] | undefined {
  const own = frequentWords(language);
  const others = [...new Set(words)].filter((word) => !isOwnWord(word, language));
  if (own.size === 0 || others.length < TELLING_WORDS) return undefined;
  const shared = words.filter((word) => own.has(word));
  const isOther = (frequent: ReadonlySet<string>) => shared.every((word) => frequent.has(word));
  return Object.values(WORDS)
    .filter(isOther)
    .map((frequent) => others.filter((word) => frequent.has(word)))
    .find((found) => found.length >= TELLING_WORDS);
}

/** BCP 47. undefined: unclear. */
export function guessLanguage(texts: readonly string[]): string | undefined {
  const step = Math.max(1, Math.floor(texts.length / 150));
  const sample = texts
    .filter((_, index) => index % step === 0)
    .map((text) => text.slice(0, 500))
    .join('\n')
    .slice(0, 10_000);
  const language = languageOfText(sample);
  if (language === undefined) return byWords(sample);
  return BY_LETTERS[language]?.find(([, letters]) => letters.test(sample))?.[0] ?? language;
}

/** The language of a film's originals, as BCP 47. undefined: unclear. */
export const languageOfPhrases = memoizeByObject((phrases: readonly { readonly text: string }[]) =>
  guessLanguage(phrases.slice(0, 400).map(({ text }) => text)),
);

function byWords(sample: string): string | undefined {
  const words = sample.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? [];
  const [best, second] = Object.entries(WORDS)
    .map(([language, frequent]) => ({ language, count: words.filter((word) => frequent.has(word)).length }))
    .sort((one, other) => other.count - one.count);
  if (best === undefined || best.count < 5 || best.count < words.length * 0.1) return undefined;
  return second?.count === best.count ? undefined : best.language;
}

/** Letters in tags do not belong to words. */
const MARKUP = /<[^<>\n]{0,100}>|\{[^{}\n]{0,100}\}/g;

/** The language of a subtitle file, as BCP 47. undefined: unclear. */
export const filmLanguage = (text: string): string | undefined =>
  guessLanguage(
    text
      .replace(MARKUP, '')
      .split('\n')
      .filter((line) => /\p{L}/u.test(line) && !line.includes('-->')),
  );

/** Groups of languages that `guessLanguage` cannot tell apart. */
const ALIKE = ['da no nb nn', 'hr sr sl bs', 'id ms', 'cs sk'].map((family) => new Set(family.split(' ')));

/** Languages that `guessLanguage` recognises. If the guess is another language, the text is not in one of these. */
const TELLABLE = new Set(
  'en de fr es pt it nl sv da no fi pl cs sk hu ro tr hr id vi ru uk be bg sr mk kk ar fa ur'.split(' '),
);

/** True if a film guessed as `film` can be in the language `said` that a person names. Both are BCP 47. */
export function mayBe(film: string, said: string): boolean {
  const [one, other] = [baseLanguage(film), baseLanguage(said)];
  if (one === other || ALIKE.some((family) => family.has(one) && family.has(other))) return true;
  if (TELLABLE.has(other)) return false;
  const script = scriptOfLanguage(other);
  if (script === undefined || areRelated(one, other)) return true;
  return script !== 'Latn' && script === scriptOfLanguage(one);
}
