import { baseLanguage } from '../languages/language-names.ts';
import { scriptOf } from '../languages/scripts.ts';

interface WordPlace {
  /** Names have fewer endings: "Яна" has no form "Ян", "Mark" no form "Marken". */
  readonly isName: boolean;
  /** True if the word is one of several that agree with each other: "Schwarzer Ritter", "cavaleiro negro". */
  readonly isOfSeveral: boolean;
}

/** Makes words comparable: lower case, composed letters, ё as е, ß as ss, one Turkish i, no stress marks, no invisible characters. The length can change. */
export function foldWord(word: string): string {
  if (/^[a-z0-9]*$/i.test(word)) return word.toLowerCase();
  return word
    .replace(/\p{Cf}/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replaceAll('ß', 'ss')
    .replaceAll(/i\u0307|ı/g, 'i')
    .replaceAll(/[’ʼ]/g, "'")
    .replaceAll(/(?<=\p{Script=Cyrillic})[\u0300\u0301]/gu, '');
}

/**
 * All forms of a folded word in a language (BCP 47), including the word itself. It knows endings of Russian, German, English, Portuguese and related languages,
 * suffixes of Korean and Persian, prefixes of Hebrew and Arabic. In other languages: the word, and in Latin letters also with "s".
 */
export function formsOf(word: string, language: string | undefined, place: WordPlace): ReadonlySet<string> {
  const script = scriptOf(word.charCodeAt(word.length - 1));
  if (script === 'Cyrl') return russian(word, place);
  if (script === 'Hang') return new Set(['', ...PARTICLES].map((particle) => word + particle));
  const base = baseLanguage(language);
  if (script === 'Hebr') return new Set(HEBREW_PREFIXES.map((prefix) => prefix + word));
  if (script === 'Arab' && base === 'ar') return new Set(ARABIC_PREFIXES.map((prefix) => prefix + word));
  if (script === 'Arab' && base === 'fa') return new Set(joined(word, ' ها های هایی ی'));
  if (script !== 'Latn') return new Set([word]);
  switch (base) {
    case 'de':
      return german(word, place);
    case 'pt':
    case 'es':
    case 'gl':
    case 'ca':
      return portuguese(word, place);
    case 'it':
      return italian(word, place);
    case 'fr':
      return french(word, place);
    default:
      return english(word, place);
  }
}

const words = (text: string): readonly string[] => text.split(' ');

const joined = (stem: string, endings: string): readonly string[] => words(endings).map((ending) => stem + ending);

/** Words of this length or shorter often become other words with an ending. */
const SHORT = 3;

const ADJECTIVE = words('ый ий ой ая яя ое ее ые ие');
const ADJECTIVE_ENDINGS = 'ый ий ой ого его ому ему ым им ом ем ая яя ую юю ою ею ей ое ее ые ие ых их ыми ими';

/** Irregular stems of all forms but the first. */
const RUSSIAN_STEMS: Readonly<Record<string, string>> = Object.fromEntries(
  words(
    'лев:льв лед:льд пес:пс сон:сн рот:рт лоб:лб мох:мх ров:рв шов:шв лен:льн ветер:ветр костер:костр ковер:ковр шатер:шатр ' +
      'посол:посл угол:угл узел:узл котел:котл орел:орл козел:козл осел:осл павел:павл пепел:пепл хребет:хребт церковь:церкв ' +
      'любовь:любв ложь:лж рожь:рж день:дн пень:пн огонь:огн уголь:угл камень:камн корень:корн парень:парн перстень:перстн ' +
      'мать:матер дочь:дочер',
  ).map((pair) => pair.split(':')),
);

function russian(word: string, place: WordPlace): ReadonlySet<string> {
  const forms = new Set([word]);
  const add = (stem: string, endings: string) => {
    for (const form of joined(stem, endings)) forms.add(form);
  };
  const stem = word.slice(0, -1);
  if (ADJECTIVE.includes(word.slice(-2)) && word.length > SHORT + 1) add(word.slice(0, -2), ADJECTIVE_ENDINGS);
  switch (word.slice(-1)) {
    case 'а':
      feminine(word, stem, place, add);
      break;
    case 'я':
      softFeminine(stem, place, add);
      break;
    case 'й':
      add(stem, 'я ю ем е и ев ям ями ях');
      break;
    case 'ь':
      soft(word, stem, add);
      break;
    case 'о':
    case 'е':
    case 'и':
    case 'ы':
      neuterOrPlural(word, stem, place, add);
      break;
    default:
      if (/[^уэю]$/.test(word)) masculine(word, place, add);
  }
  return forms;
}

type Add = (stem: string, endings: string) => void;

const isSibilant = (letter: string): boolean => 'жчшщц'.includes(letter);
/** True for letters that are followed by и instead of ы. */
const takesI = (letter: string): boolean => 'гкхжчшщ'.includes(letter);

function masculine(word: string, { isName }: WordPlace, add: Add) {
  const irregular = RUSSIAN_STEMS[word];
  const shifted = irregular ?? shiftedStem(word);
  const stems = [...(irregular === undefined ? [word] : []), ...(shifted === undefined ? [] : [shifted])];
  const isLong = word.length > SHORT || shifted !== undefined;
  for (const stem of stems) {
    const last = stem.slice(-1);
    add(stem, `а у ом ем е ${takesI(last) ? 'и' : 'ы'} ${manyOfMasculine(last)}${isLong ? ' ам ами ах' : ''}`);
  }
  for (const { pattern, forNames, stemOf, endings } of SUFFIXES) {
    if (forNames === isName && pattern.test(word)) add(stemOf(word), endings);
  }
}

const SUFFIXES: readonly {
  readonly pattern: RegExp;
  readonly forNames: boolean;
  readonly stemOf: (word: string) => string;
  readonly endings: string;
}[] = [
  // Family names: Ивановым, Ивановой, Ивановых.
  { pattern: /(?:[ое]в|[иы]н)$/, forNames: true, stemOf: (word) => word, endings: 'ым ой ых ыми' },
  // Котёнок, котята; медвежонок, медвежата; горожанин, горожане.
  { pattern: /[жчшщ]онок$/, forNames: false, stemOf: (word) => `${word.slice(0, -4)}ат`, endings: 'а  ам ами ах' },
  { pattern: /.енок$/, forNames: false, stemOf: (word) => `${word.slice(0, -4)}ят`, endings: 'а  ам ами ах' },
  { pattern: /.[ая]нин$/, forNames: false, stemOf: (word) => word.slice(0, -2), endings: 'е  ам ами ах' },
];

function manyOfMasculine(last: string): string {
  if (last === 'ц') return 'ов ев';
  return isSibilant(last) ? 'ей' : 'ов';
}

/** Removes the vowel of a last syllable -ец, -ок, -ек: "отц" of отец, "кусочк" of кусочек. */
function shiftedStem(word: string): string | undefined {
  const [, before, last] = /^(.*[аеиоуыэюя].*)[ео]([цк])$/.exec(word) ?? [];
  if (before === undefined || last === undefined) return undefined;
  if (/[аеиоуыэюя]$/.test(before)) return `${before}й${last}`;
  return before.endsWith('л') ? `${before}ь${last}` : before + last;
}

function soft(word: string, stem: string, add: Add) {
  const shifted = RUSSIAN_STEMS[word];
  add(shifted ?? stem, 'я ю ем е и ей ям ями ях');
  add(stem, 'ью');
  if (/[жчшщ]$/.test(stem)) add(shifted ?? stem, 'ам ами ах');
  if (shifted !== undefined && /^(?:мать|дочь)$/.test(word)) add(shifted, 'ью');
}

function feminine(word: string, stem: string, place: WordPlace, add: Add) {
  const last = stem.slice(-1);
  add(stem, `${takesI(last) ? 'и' : 'ы'} е у ${isSibilant(last) ? 'ей ею ой ою' : 'ой ою'}`);
  if (word.length > SHORT) add(stem, 'ам ами ах');
  bare(word, stem, place, add);
}

/**
 * Adds the form without an ending: the genitive plural (мух, девушек), or the vocative of a short name (Лен). Without its ending a long name would be another
 * name: Александр.
 */
function bare(word: string, stem: string, { isName }: WordPlace, add: Add) {
  const syllables = word.match(/[аеиоуыэюя]/g)?.length ?? 0;
  if (stem.length <= 2 || (isName && syllables > 2)) return;
  add(stem, '');
  const [, before, last] = /^(.*[^аеиоуыэюя])([кцнлрмбг])$/.exec(stem) ?? [];
  if (isName || before === undefined || last === undefined) return;
  const hard = /[ьй]$/.test(before) ? before.slice(0, -1) : before;
  add(hard, `е${last} о${last}`);
}

function softFeminine(stem: string, place: WordPlace, add: Add) {
  add(stem, 'и е ю ей ею');
  if (stem.length > 2) add(stem, 'ям ями ях');
  if (stem.endsWith('и')) add(stem, 'й');
  else if (stem.endsWith('м')) add(`${stem}ен`, 'и ем а ам ами ах ');
  else if (stem.endsWith('ь')) add(stem.slice(0, -1), place.isName ? 'ь' : 'ей');
  else if (stem.length > 2) {
    add(stem, 'ь');
    const [, before, last] = /^(.*[^аеиоуыэюя])([нл])$/.exec(stem) ?? [];
    if (!place.isName && before !== undefined) add(before, last === 'л' ? 'ель' : 'ен');
  }
}

/** Adds forms of neuter words and plurals. Among names only those in -ы have forms; these have none: Шевченко, Тони. These have: Тюрины. */
function neuterOrPlural(word: string, stem: string, place: WordPlace, add: Add) {
  const last = word.slice(-1);
  if (place.isName) {
    if (last === 'ы') add(stem, 'ых ым ыми');
    return;
  }
  if (last === 'о') return add(stem, word.length > SHORT ? 'а у ом е ам ами ах ' : 'а у ом е');
  if (last === 'е') return add(stem, 'я ю ем и а у ям ями ях ам ами ах ей й');
  add(stem, 'ов ев ей ам ям ами ями ах ях');
  if (stem.endsWith('тел')) add(stem, 'ь я ю ем е');
  // The genitive plural without an ending, as of feminine words: монеты, монет. A short word is left out: часы is not час.
  if (word.length > SHORT + 2) bare(word, stem, place, add);
}

function german(word: string, { isName, isOfSeveral }: WordPlace): ReadonlySet<string> {
  if (isName && !isOfSeveral) return new Set([word, `${word}s`]);
  const umlaut = withUmlaut(word);
  const isMarkedAlone = /(?:el|er|en)$/.test(word);
  return new Set([
    word,
    ...(GERMAN_ENDINGS.find(([pattern]) => pattern.test(word))?.[1] ?? []).map((ending) => word + ending),
    ...(/(?:um|us|a)$/.test(word) ? [word.replace(/(?:um|us|a)$/, 'en')] : []),
    ...(umlaut === undefined ? [] : joined(umlaut, isMarkedAlone ? ' n' : 'e en er ern')),
    // The adjective in other cases: "Schwarzer Ritter", "Schwarzen Ritters".
    ...(isOfSeveral ? joined(/^(.{3,}?)e[nmrs]?$/.exec(word)?.[1] ?? word, 'e en em er es') : []),
  ]);
}

/** Endings of a noun; the first match counts. */
const GERMAN_ENDINGS: readonly (readonly [pattern: RegExp, endings: readonly string[]])[] = [
  [/(?:e|el|er)$/, words('n s')],
  [/(?:en|[aiouy])$/, words('s')],
  [/in$/, words('nen s e en')],
  [/nis$/, words('se sen ses')],
  [/^.{1,3}$/, words('s es e en er')],
  [/$/, words('s es e en er ern ens')],
];

/** The word with an umlaut on the last vowel that can have one: Häus, Mütter. undefined: no vowel can, or it has one already. */
function withUmlaut(word: string): string | undefined {
  const [, before, vowel, after] = /^(.*?)(au|a|o|u)([^aeiouäöüy]+(?:e[lnr])?)$/.exec(word) ?? [];
  if (before === undefined || vowel === undefined) return undefined;
  const marked = { au: 'äu', a: 'ä', o: 'ö', u: 'ü' }[vowel];
  return marked === undefined ? undefined : before + marked + after;
}

const IRREGULAR: Readonly<Record<string, string>> = Object.fromEntries(
  words(
    'man:men woman:women child:children foot:feet tooth:teeth goose:geese mouse:mice louse:lice person:people ox:oxen ' +
      'wolf:wolves knife:knives wife:wives life:lives half:halves calf:calves elf:elves shelf:shelves thief:thieves leaf:leaves loaf:loaves self:selves dwarf:dwarves',
  ).map((pair) => pair.split(':')),
);

/** Adds only the plural: other forms belong to the verb, which has another translation. */
function english(word: string, { isName, isOfSeveral }: WordPlace): ReadonlySet<string> {
  const forms = new Set([word]);
  if (isName && word.length <= SHORT) return forms;
  if (/[^aeiou]y$/.test(word) && !isName) forms.add(`${word.slice(0, -1)}ies`);
  else if (/(?:s|x|z|ch|sh|[^aeiou]o)$/.test(word)) forms.add(`${word}es`);
  if (!/(?:s|x|z|ch|sh)$/.test(word)) forms.add(`${word}s`);
  const [, beginning = '', base = word] = /^(.+)((?:wo)?man)$/.exec(word) ?? [];
  const irregular = Object.hasOwn(IRREGULAR, base) ? IRREGULAR[base] : undefined;
  if (irregular !== undefined && !isName) forms.add(beginning + irregular);
  // Such a word also gets its singular: one of the "Avengers". But "news" and "arms" are not plurals.
  const isMany = /[^siu]s$/.test(word) && word.length > (isOfSeveral ? 4 : 6) && !isName;
  if (isMany) forms.add(word.endsWith('ies') ? `${word.slice(0, -3)}y` : word.slice(0, -1));
  return forms;
}

function portuguese(word: string, { isName, isOfSeveral }: WordPlace): ReadonlySet<string> {
  const forms = new Set([word]);
  if (isName && !isOfSeveral) return forms;
  for (const form of manyOf(word)) forms.add(form);
  // Only an adjective beside a noun changes its gender. A lone word would become another word: caso, casa.
  if (isOfSeveral && /[oa]s?$/.test(word))
    for (const form of joined(word.replace(/[oa]s?$/, ''), 'o a os as')) forms.add(form);
  const isMany = /[aeiou]s$/.test(word) && word.length > (isOfSeveral ? 4 : 6);
  if (isMany) forms.add(word.slice(0, -1));
  if (isMany && /[rlz]es$/.test(word)) forms.add(word.slice(0, -2));
  if (isMany && word.endsWith('ões')) forms.add(`${word.slice(0, -3)}ão`);
  return forms;
}

const MANY: readonly (readonly [ending: RegExp, many: string])[] = [
  [/ão$/, 'ões ães ãos'],
  [/ión$/, 'iones'],
  [/ón$/, 'ones'],
  [/ês$/, 'eses'],
  [/és$/, 'eses'],
  [/m$/, 'ns'],
  [/al$/, 'ais ales'],
  [/el$/, 'éis eis eles'],
  [/il$/, 'is eis iles'],
  [/ol$/, 'óis oles'],
  [/ul$/, 'uis ules'],
  [/z$/, 'zes ces'],
  [/[rn]$/, '$&es'],
  [/[aeiouáéíóúâêôãõ]$/, '$&s'],
];

function manyOf(word: string): readonly string[] {
  const [ending, many] = MANY.find(([pattern]) => pattern.test(word)) ?? [];
  if (ending === undefined || many === undefined) return [];
  return words(many).map((form) => word.replace(ending, form));
}

function italian(word: string, { isName, isOfSeveral }: WordPlace): ReadonlySet<string> {
  if (isName) return new Set([word]);
  const stem = word.slice(0, -1);
  if (isOfSeveral && /[oaei]$/.test(word)) return new Set([word, ...joined(stem, 'o a e i he hi')]);
  if (/[cg]a$/.test(word)) return new Set([word, `${stem}he`]);
  if (/[cg]o$/.test(word)) return new Set([word, `${stem}hi`, `${stem}i`]);
  if (/[ij]o$/.test(word)) return new Set([word, stem]);
  if (/a$/.test(word)) return new Set([word, `${stem}e`]);
  return new Set(/[oe]$/.test(word) ? [word, `${stem}i`] : [word]);
}

function french(word: string, { isName, isOfSeveral }: WordPlace): ReadonlySet<string> {
  if (isName) return new Set([word]);
  const forms = new Set([word]);
  if (!/[sxz]$/.test(word)) forms.add(`${word}s`);
  if (/(?:eau|eu)$/.test(word)) forms.add(`${word}x`);
  if (/(?:al|ail)$/.test(word)) forms.add(word.replace(/ai?l$/, 'aux'));
  if (isOfSeveral) for (const form of joined(word, 'e es')) forms.add(form);
  return forms;
}

// Korean particles.

const PARTICLES = words(
  '은 는 이 가 을 를 의 에 에게 에서 와 과 로 으로 도 만 께 야 아 씨 님 랑 이랑 한테 부터 까지 처럼 보다 들 들이 들은 들을 들의 이다 입니다 이야 예요 이에요 ' +
    '하고 밖에 조차 께서 라고 이라고 에는 에도 에게는 에게도 에서는 에서도 로는 으로는 부터는 까지는 까지도',
);

// All combinations of the prefixes "and", "the", "in", "to" and the like.

const together = (...parts: readonly string[]): readonly string[] =>
  parts.reduce<readonly string[]>((before, part) => before.flatMap((made) => joined(made, ` ${part}`)), ['']);

const HEBREW_PREFIXES = together('ו', 'ש כש', 'ה ב ל כ מ מה');
const ARABIC_PREFIXES = together('و ف', 'ال ب بال ك كال ل لل');
