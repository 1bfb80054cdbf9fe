import { withoutMarks } from '../lib/text.ts';

/** The table's row for a language (BCP 47), without regard to region and script. undefined: there is none. */
export function byLanguage<Row>(table: Readonly<Record<string, Row>>, language: string | undefined): Row | undefined {
  const base = baseLanguage(language);
  return Object.hasOwn(table, base) ? table[base] : undefined;
}

/** "pt" for "pt-BR". '' for an unknown language. */
export const baseLanguage = (language: string | undefined): string => language?.split('-')[0]?.toLowerCase() ?? '';

/** Turns each row of words, separated by spaces, into a set. */
export const wordSets = (table: Readonly<Record<string, string>>): Readonly<Record<string, ReadonlySet<string>>> =>
  Object.fromEntries(Object.entries(table).map(([language, words]) => [language, new Set(words.split(' '))]));

/** Families of languages with equal short sentences. */
const FAMILIES = [
  'es pt gl ca it fr ro oc',
  'da no nb nn sv',
  'cs sk pl',
  'hr sr sl bs',
  'ru uk be bg mk sr',
  'id ms',
  'de nl af lb',
  'zh yue ja',
].map((family) => new Set(family.split(' ')));

/** True if two languages (BCP 47) are equal or of one family. False if one is unknown. */
export function areRelated(one: string | undefined, other: string | undefined): boolean {
  const [first, second] = [baseLanguage(one), baseLanguage(other)];
  if (first === '' || second === '') return false;
  return first === second || FAMILIES.some((family) => family.has(first) && family.has(second));
}

const codesOf = (text: string): readonly string[] => text.trim().split(/\s+/);

/** BCP 47 codes of the most frequent target languages. The page offers them before anything is typed. */
export const FREQUENT_LANGUAGES = codesOf(`
  en es pt-BR pt fr de it ru uk pl nl sv no da fi cs sk hu ro bg el tr he ar fa hi bn ur ta te ml kn mr pa gu th vi id ms fil
  ko ja zh-Hans zh-Hant zh yue hr sr sl bs mk sq et lv lt is ga cy ca eu gl pt-PT es-419 es-ES es-MX fr-CA en-GB en-US ka hy
  az kk uz mn af sw nb nn be
`);

/** All other languages that browsers have names for (CLDR 44). The page offers only those that the browser knows. */
const OTHER_LANGUAGES = codesOf(`
  aa ab ae ak am an as av ay ba bh bi bm bo br ce ch co cr cu cv dv dz ee eo ff fj fo fy gd gn gv ha ho ht hz ia ie ig ii ik
  io iu jv kg ki kj kl km kr ks ku kv kw ky la lb lg li ln lo lu mg mh mi mt my na nd ne ng nr nv ny oc oj om or os pi ps qu
  rm rn rw sa sc sd se sg si sm sn so ss st su tg ti tk tn to ts tt ty ug ve vo wa wo xh yi yo za zu ace ach ada ady aeb afh
  agq ain akk akz ale aln alt ang ann anp arc arn aro arp arq ars arw ary arz asa ase ast atj avk awa bal ban bar bas bax bbc
  bbj bej bem bew bez bfd bfq bgc bgn bik bin bjn bkm bla blo blt bpy bqi bra brh brx bss bua bug bum byn byv cad car cay cch
  ccp ceb cgg chb chg chk chm chn cho chp chr chy cic ckb clc cop cps crg crh crj crk crl crm crr crs csb csw dak dar dav del
  den dgr din dje doi dsb dtp dua dum dyo dyu dzg ebu efi egl egy eka elx enm esu ewo ext fan fit fon frc frm fro frp frr frs
  fur gaa gag gan gay gba gbz gez gil glk gmh goh gon gor got grb grc gsw guc gur guz gwi hai hak haw hax hif hil hit hmn hnj
  hsb hsn hup hur iba ibb ikt ilo inh izh jam jbo jgo jmc jpr jrb jut kaa kab kac kaj kam kaw kbd kbl kcg kde kea kek ken kfo
  kgp kha kho khq khw kiu kkj kln kmb koi kok kos kpe krc kri krj krl kru ksb ksf ksh kum kut kwk kxv lad lag lah lam lez lfn
  lij lil liv lkt lmo lol lou loz lrc lsm ltg lua lui lun luo lus luy lzh lzz mad maf mag mai mak man mas mde mdf mdr men mer
  mfe mga mgh mgo mic min mnc mni moe moh mos mrj mua mus mwl mwr mwv mye myv mzn nan nap naq nds new nia niu njo nmg nnh nog
  non nov nqo nso nus nwc nym nyn nyo nzi ojb ojc ojs ojw oka osa ota pag pal pam pap pau pcd pcm pdc pdt peo pfl phn pis pms
  pnt pon pqm prg pro quc qug raj rap rar rgn rhg rif rof rom rtm rue rug rup rwk sad sah sam saq sas sat saz sba sbp scn sco
  sdc sdh see seh sei sel ses sga sgs shi shn shu sid slh sli sly sma smj smn sms snk sog srn srr ssy stq str suk sus sux swb
  syc syr szl tce tcy tem teo ter tet tgx tht tig tiv tkl tkr tlh tli tly tmh tog tok tpi tru trv trw tsd tsi ttm ttt tum tvl
  twq tyv tzm udm uga umb vai vec vep vls vmf vmw vot vro vun wae wal war was wbp wuu xal xmf xnr xog yao yap yav ybb yrl zap
  zbl zea zen zgh zun zza de-AT de-CH nl-BE fr-CH sr-Latn ar-EG ar-MA uz-Cyrl
`);

export const ALL_LANGUAGES: readonly string[] = [...FREQUENT_LANGUAGES, ...OTHER_LANGUAGES];

/** BCP 47. Any Portuguese is like any other, Chinese only like that of its script. */
export function isAlike(language: string, other: string): boolean {
  const [one, two] = [language, other].map((each) => new Intl.Locale(each).maximize());
  return one?.language === two?.language && one?.script === two?.script;
}

/** The same for texts: any Portuguese is like that of Brazil, but that of Portugal is not. */
export function isOtherLanguage(asked: string, had: string): boolean {
  const [one, other] = [asked, had].map((language) => new Intl.Locale(language).region);
  return !isAlike(asked, had) || (one !== undefined && other !== undefined && one !== other);
}

const ENGLISH_NAMES = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });

/** "pt-BR" → "Brazilian Portuguese". undefined: the browser has no name for the code. */
export function languageName(code: string): string | undefined {
  try {
    return ENGLISH_NAMES.of(code);
  } catch {
    // The code is not valid.
    return undefined;
  }
}

/** Codes of the languages that the page recognises by name. The browser knows their names. */
const LANGUAGES =
  'af sq am ar hy az eu be bn bs bg my ca zh yue hr cs da nl en et fil fi fr gl ka de el gu he hi hu is id ga it ja jv kn kk km ko ky lo lv lt mk ms ml mr mn ne no nb nn fa pl pt pa ro ru sr si sk sl es sw sv tg ta te th tr uk ur uz vi cy yo zu'.split(
    ' ',
  );
/** Languages in which people write prompts. Names are recognised in these and in the target language. */
const PROMPT_LANGUAGES = 'en ru uk de fr es pt it pl nl sv tr zh ja ko ar'.split(' ');

/** Variants of a language, with words beside the language's name that mean them. */
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
  /** BCP 47, with the variant if the text names it. */
  readonly language: string;
  /** Offsets of the name. */
  readonly from: number;
  readonly to: number;
  /** The end of the previous name. 0 for the first. */
  readonly since: number;
}

export interface LanguageNames {
  /** Lower-case names → BCP 47. */
  readonly whole: ReadonlyMap<string, string>;
  /** Names without endings, because some languages inflect them: "украинск" → uk. */
  readonly stems: ReadonlyMap<string, string>;
  /** Names in scripts without spaces. */
  readonly unspaced: readonly (readonly [name: string, language: string])[];
}

let names: LanguageNames | undefined;

/** Collects all names. This takes tens of milliseconds. */
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

export function languageNames(): LanguageNames {
  names ??= collectNames();
  return names;
}

/** Uses names that were collected elsewhere, for example by the worker. */
export function learnLanguageNames(collected: LanguageNames): void {
  names ??= collected;
}

/**
 * Languages with a name that begins with this text: in English, in the language itself, or in one of PROMPT_LANGUAGES. If there is none, the variants
 * with a word in these names that begins with it: "brasil", "简体". Accents are ignored.
 */
export function languagesBeginningWith(typed: string): readonly string[] {
  const { whole, unspaced } = languageNames();
  const bare = (text: string) => withoutMarks(text).toLowerCase();
  const beginning = bare(typed);
  const begins = ([name]: readonly [string, string]) => bare(name).startsWith(beginning);
  const kinds = Object.entries(KINDS).flatMap(([language, row]) => row.map(([kind]) => [language, kind] as const));
  const ofKind = ([language, kind]: readonly [string, string]) =>
    [kind, language, ...PROMPT_LANGUAGES].some((speaker) =>
      bare(new Intl.DisplayNames(speaker, { type: 'language' }).of(kind) ?? '')
        .split(/[^\p{L}]+/u)
        .some((word) => word.startsWith(beginning)),
    );
  const named = [...whole, ...unspaced].filter(begins).map(([, language]) => language);
  return [...new Set([...named, ...(named.length > 0 ? [] : kinds.filter(ofKind).map(([, kind]) => kind))])];
}

/** The languages that a text names, in order: by code, or by name in English, in the language itself, or in one of PROMPT_LANGUAGES. */
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

/** Finds names of one or two words ("Tiếng Việt", "norsk bokmål"). */
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

/** Here the word is a verb: "Polish the result" does not ask for Polish. */
const isVerb = (text: string, word: string, index: number): boolean =>
  word === 'polish' && !/(?:to|in|from)\s+$/i.test(text.slice(0, index)) && !/^P/.test(text.slice(index));

/** Hebrew and Arabic write "to" and "in" as a prefix of the name. */
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

/** Finds codes: "pt-BR", "zh-Hant". A code of letters alone counts only after an arrow or colon: "→ uk". */
function byCode(text: string): Found[] {
  const codes = text.matchAll(/(?<![\p{L}\d-])([a-z]{2,3})([-_](?:[A-Z][a-z]{3}|[A-Z]{2}|\d{3}))?(?![\p{L}\d-])/gu);
  return [...codes].flatMap(({ 0: code, 1: base = '', 2: region, index }) => {
    const isMeant = region !== undefined || /(?:→|⇒|[-=]>|language\s*[:=])\s*["'`]?$/i.test(text.slice(0, index));
    return isMeant && KNOWN.has(base)
      ? [{ language: code.replace('_', '-'), from: index, to: index + code.length }]
      : [];
  });
}

/** Largest distance between a variant and its language: "Brazilian Portuguese", "Portuguese as spoken in Brazil". */
const NEAR = 24;

function kindOf(text: string, { language, from, to }: Found, since: number): string {
  const around = `${text.slice(Math.max(since, from - NEAR), from)} ${/^[^.\n]*/.exec(text.slice(to, to + NEAR))?.[0]}`;
  return KINDS[language]?.find(([, words]) => words.test(around))?.[0] ?? language;
}

/** Its own collator, because localeCompare() finds one for each pair: for all languages 0.2 ms, not 1.6. */
const BY_NAME = new Intl.Collator();

/** Options of a language list: pairs of code (BCP 47) and name, sorted by name, with "" first. `chosen` is added if it is missing. */
export function languageOptions(chosen: string | undefined, languages = FREQUENT_LANGUAGES) {
  const codes = chosen === undefined || languages.includes(chosen) ? languages : [chosen, ...languages];
  const named = codes.map((each) => [each, languageName(each) ?? each] as const);
  return [['', 'Not known'] as const, ...named.toSorted(([, one], [, other]) => BY_NAME.compare(one, other))];
}
