import { byLanguage } from '../../languages/language-names.ts';
import { SPACELESS } from '../../languages/scripts.ts';
import { once } from '../../lib/memo.ts';

const isAddress = (word: string): boolean => word.includes('@') || word.includes('://') || word.startsWith('www.');

/** The words of a text without tags: the pieces between white space that have a letter, without signs. Addresses do not count. */
export const wordsOf = (plain: string): readonly string[] =>
  plain
    .split(/\s+/)
    .filter((word) => !isAddress(word))
    .map((word) => word.replace(/[^\p{L}\p{M}\p{N}'’-]+/gu, ''))
    .filter((word) => /\p{L}/u.test(word));

/** White space and punctuation. Performance: these ranges are five times as fast as \p{L} and the like. */
const SIGNS =
  /[\0-/:-@[-`{-\u00bf\u02b9-\u02ff\u037e\u0387\u055a-\u055f\u0589\u058a\u05be\u05c0\u05c3\u05f3\u05f4\u0600-\u0605\u060c\u060d\u061b-\u061f\u066a-\u066d\u06d4\u0964\u0965\u0e2f\u0e46\u0e4f\u1360-\u1368\u2000-\u2bff\u3000-\u3004\u3008-\u3020\u3030\u303d\u30a0\u30fb\ufe30-\ufe6f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\ufeff]+/g;

/** The letters and digits in lower case. Equal for texts that differ only in case, punctuation and white space. */
export const lettersAlone = (plain: string): string => plain.toLowerCase().replace(SIGNS, '');

/** Counts the different words of a text. In scripts without spaces, two different characters count as one word. */
export function countDifferentWords(plain: string): number {
  if (SPACELESS.test(plain)) return Math.ceil(new Set(lettersAlone(plain)).size / 2);
  return new Set(wordsOf(plain).map(lettersAlone)).size;
}

const SERBO_CROATIAN = '~naest|~deset|~наест|~десет|sto\\b|сто\\b|hiljad|хиљад|tisuć|milion|милион|milijun';
const MALAY = 'belas(?! kasih|ungkawa)|~puluh|~ratus|~ribu(?!t)|juta|milyar|miliar|milion|bilion|lusin';
/** Stems of words for numbers above twelve. A stem behind ~ may also be inside a word. */
const STEMS: Readonly<Record<string, string>> = {
  en: 'quarter\\b|twent|thirt|fort[yi]|fift|sixt|sevent|eight[ey]|ninet|fourteen|hundred|thousand|million|billion|dozen|~teen',
  de: 'viertel\\b|~zehn|~zwanzig|~dreißig|~vierzig|~fünfzig|~sechzig|~siebzig|~achtzig|~neunzig|~hundert|~tausend|million|dutzend',
  fr: 'quart\\b|treize|quatorze|quinze|seize|vingt|trente|quarante|cinquante|soixante|cents?\\b|mille|million|douzaine|centaine',
  es: '(?:menos|y|un) cuarto|trece|catorce|quince|diecis|diecio|diecin|veint|treinta|cuarenta|cincuenta|sesenta|setenta|ochenta|noventa|cien|mil\\b|mill|~cient',
  pt: 'treze|catorze|quatorze|quinze|dezess|dezass|dezoit|dezeno|dezanove|vinte|trinta|quarenta|cinquenta|sessenta|setenta|oitenta|noventa|cem\\b|cent[oe]|duzent|trezent|quinhent|mil\\b|milh|dúzia',
  it: 'un quarto|tredic|quattordic|quindic|sedici|sedices|diciass|diciott|diciann|vent|trent|quarant|cinquant|sessant|settant|ottant|novant|cento|~mila|mille|milion',
  nl: 'kwart\\b|kwartier|~tien|~twintig|~dertig|~veertig|~vijftig|~zestig|~zeventig|~tachtig|~negentig|~honderd|~duizend|miljoen',
  sv: '~ton\\b|~tjugo|~trettio|~fyrtio|~femtio|~sextio|~sjuttio|~åttio|~nittio|~hundra|~tusen|miljon',
  da: '~ten\\b|~tyve|~tredive|~fyrre|~halvtreds|~tres|~halvfjerds|~firs|~halvfems|~hundred|~tusind|million',
  no: '~ten\\b|~tjue|~tretti|~førti|~femti|~seksti|~sytti|~åtti|~nitti|~hundre|~tusen|million',
  pl: 'kwadrans|~naście|~nastu|dwadzie|dwudzie|trzydzie|czterdzie|~dziesiąt|sto\\b|stu\\b|dwieście|~sta\\b|~set\\b|tysiąc|tysięc|milion|tuzin',
  cs: '~náct|~dvacet|~třicet|~čtyřicet|~desát|~sto\\b|~set\\b|tisíc|milion|tucet',
  sk: '~násť|~dvadsať|~tridsať|~štyridsať|~desiat|~sto\\b|tisíc|milión|tucet',
  tr: 'çeyrek|on bir|on iki|on üç|on dört|on beş|on altı|on yedi|on sekiz|on dokuz|yirmi|otuz|kırk|elli|altmış|yetmiş|seksen|doksan|yüz|bin\\b|milyon|düzine',
  ru: 'четверть|четверти|~надцат|двадцат|тридцат|сорок|~десят|девяност|сто\\b|ста\\b|сот|двест|двухсот|~ста\\b|тысяч|миллион|дюжин',
  uk: 'чверт|~надцят|двадцят|тридцят|сорок|~десят|дев.яност|сто\\b|ста\\b|сот|двіст|~ста\\b|тисяч|мільйон|дюжин',
  bg: '~надесет|~десет|~йсет|сто\\b|двеста|триста|хиляд|милион|дузин',
  sr: SERBO_CROATIAN,
  hr: SERBO_CROATIAN,
  bs: SERBO_CROATIAN,
  ro: '~sprezece|~zeci|sut[ăe]|o mie\\b|mii\\b|milion|duzin',
  hu: 'tizen|húsz|~huszon|~harminc|~negyven|~ötven|~hatvan|~hetven|~nyolcvan|~kilencven|~száz(?!ad)|ezer|~ezer\\b|millió|tucat',
  fi: '~(?<=\\p{L})toista|~(?<=\\p{L})kymmen|sata\\b|~(?<=\\p{L})sataa|tuhat|tuhan|~tuhatta|miljoon|tusina',
  vi: 'mười (?:ba|bốn|lăm|sáu|bảy|tám|chín)\\b|mươi\\b|trăm\\b|nghìn\\b|ngàn\\b|triệu\\b|tỷ\\b',
  id: MALAY,
  ms: MALAY,
  sl: '~(?:tri|štiri|pet|šest|sedem|osem|devet)najst|~dvajset|~(?<=\\p{L})deset|sto\\b|dvesto|tristo|štiristo|petsto|šeststo|sedemsto|osemsto|devetsto|tisoč|milijon|milijard|ducat',
  lv: '~padsmit|~(?<=\\p{L})desmit|~simt(?!gad)|tūksto|miljon|miljard|ducis\\b',
  lt: 'trylik|~iolik|~(?<=\\p{L})dešimt|šimt(?!met)|tūkstan|milijon|milijard|tuzin',
  et: '~(?:kolm|neli|viis|kuus|seitse|kaheksa|üheksa|kolme|nelja|viie|kuue|seitsme)teist|~(?<=\\p{L})kümme|~(?<=\\p{L})kümne|sada\\b|~(?:kaks|kolm|neli|viis|kuus|seitse|kaheksa|üheksa)sada|saja\\b|tuhat\\b|~tuhand|miljon|miljard|tosin',
  fa: 'سیزده|چهارده|پانزده|شانزده|هفده|هجده|هیجده|نوزده|بیست|سی(?![\\p{L}\\u200c])|چهل|پنجاه|شصت|هفتاد|هشتاد|نود\\b|صد\\b|دویست|سیصد|چهارصد|پانصد|ششصد|هفتصد|هشتصد|نهصد|هزار|میلیون|میلیارد',
  el: '(?:παρά|και) τέταρτο|δεκα(?!ετ)|δέκατ|~κατρ|είκοσι|τριάντα|σαράντα|πενήντα|εξήντα|εβδομήντα|ογδόντα|ενενήντα|εκατ|~κόσι|χίλι|χιλιάδ',
  ar: '(?:ال)?ربع\\b|~عشر|~ثلاثين|~ثلاثون|~أربعين|~أربعون|~خمسين|~خمسون|~ستين|~ستون|~سبعين|~ثمانين|~تسعين|~مئة|~مائة|~مئات|~ألف|~آلاف|~مليون',
  he: '[ול]?רבע\\b|~עשר|~שלושים|~ארבעים|~חמישים|~שישים|~שבעים|~שמונים|~תשעים|~מאה|~מאות|~אלף|~אלפ|~מיליון',
  hi: 'पौने|सवा|तेरह|चौदह|पंद्रह|पन्द्रह|सोलह|सत्रह|अठारह|उन्नीस|~बीस|~ब्बीस|~क्कीस|~च्चीस|~ईस|~तीस|~ालीस|उनचास|उन्यासी|इक्यासी|बयासी|तिरासी|चौरासी|पचासी|छियासी|सत्तासी|अट्ठासी|अठासी|नवासी|बावन|~क्यावन|~त्तावन|~ट्ठावन|चौवन|तिरपन|पचपन|छप्पन|~सठ|~हत्तर|~ानवे|~पचास|~साठ|~सत्तर|~अस्सी|~नब्बे|सौ|हज़ार|हजार|लाख|करोड़',
  th: '~สิบ|~ร้อย|~พัน|~หมื่น|~แสน|~ล้าน',
  ko: '열[세셋네넷]|열다섯|열여섯|열일곱|열여덟|열아홉|스물|스무\\b|서른|마흔|~쉰|예순|일흔|여든|아흔|~십|~백|~천|~만',
  ja: '~[十百千万億]|~[〇一二三四五六七八九]{2}',
  zh: '~[十百千万萬亿億]|~[〇零一二三四五六七八九]{2}',
};

/** Made when a film is judged: programs begin sooner. */
const patterns = once(() =>
  Object.fromEntries(
    Object.entries(STEMS).map(([language, stems]) => {
      const parts = stems.replaceAll('\\b', '(?!\\p{L})').split('|');
      const sources = parts.map((stem) => (stem.startsWith('~') ? stem.slice(1) : `(?<!\\p{L})${stem}`));
      return [language, new RegExp(sources.join('|'), 'iu')];
    }),
  ),
);

/** Returns true if the text spells out a number above twelve, such as "twenty-five" for 25. `language`: BCP 47. */
export const hasNumberWord = (plain: string, language: string | undefined): boolean =>
  byLanguage(patterns(), language)?.test(plain) ?? false;

interface WordPiece {
  readonly text: string;
  readonly isNew: boolean;
}

/**
 * Marks the words of `after` that `before` lacks. The returned pieces join to `after`. The time grows with the product of both lengths, so use it
 * only for texts of a few lines.
 */
export function changedWords(before: string, after: string): readonly WordPiece[] {
  const [was, now] = [before.split(/(?<=\s)/), after.split(/(?<=\s)/)];
  const common = commonWords(was, now);
  const pieces: { text: string; isNew: boolean }[] = [];
  const add = (text: string, isNew: boolean) => {
    const last = pieces.at(-1);
    if (last?.isNew === isNew) last.text += text;
    else pieces.push({ text, isNew });
  };
  let from = 0;
  for (const [place, word] of now.entries()) {
    // Skip words that only `before` has.
    while (from < was.length && !isSame(was[from], word) && common(from + 1, place) >= common(from, place + 1)) from++;
    const isKnown = from < was.length && isSame(was[from], word);
    add(word, !isKnown);
    if (isKnown) from++;
  }
  return pieces;
}

const isSame = (one: string | undefined, other: string | undefined): boolean => one?.trim() === other?.trim();

/** The number of words that both texts share in the same order, starting at the two given places. */
function commonWords(was: readonly string[], now: readonly string[]): (from: number, place: number) => number {
  const counts = Array.from({ length: was.length + 1 }, () => new Array<number>(now.length + 1).fill(0));
  const at = (from: number, place: number) => counts[from]?.[place] ?? 0;
  for (let from = was.length - 1; from >= 0; from--) {
    for (let place = now.length - 1; place >= 0; place--) {
      const row = counts[from] ?? [];
      row[place] = isSame(was[from], now[place])
        ? at(from + 1, place + 1) + 1
        : Math.max(at(from + 1, place), at(from, place + 1));
    }
  }
  return at;
}
