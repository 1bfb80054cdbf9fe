import { byLanguage } from '../language/by-language.ts';

/** Beginnings of words for numbers above twelve, by language; a stem behind ~ may also stand inside a word. */
const STEMS: Readonly<Record<string, string>> = {
  en: 'twent|thirt|fort[yi]|fift|sixt|sevent|eight[ey]|ninet|fourteen|hundred|thousand|million|billion|dozen|~teen',
  de: '~zehn|~zwanzig|~dreißig|~vierzig|~fünfzig|~sechzig|~siebzig|~achtzig|~neunzig|~hundert|~tausend|million|dutzend',
  fr: 'treize|quatorze|quinze|seize|vingt|trente|quarante|cinquante|soixante|cents?\\b|mille|million|douzaine|centaine',
  es: 'trece|catorce|quince|diecis|diecio|diecin|veint|treinta|cuarenta|cincuenta|sesenta|setenta|ochenta|noventa|cien|mil\\b|mill|~cient',
  pt: 'treze|catorze|quatorze|quinze|dezess|dezoit|dezeno|vinte|trinta|quarenta|cinquenta|sessenta|setenta|oitenta|noventa|cem\\b|cent[oe]|duzent|trezent|quinhent|mil\\b|milh|dúzia',
  it: 'tredici|quattordici|quindici|sedici|diciass|diciott|diciann|vent|trent|quarant|cinquant|sessant|settant|ottant|novant|cento|~mila|mille|milion',
  nl: '~tien|~twintig|~dertig|~veertig|~vijftig|~zestig|~zeventig|~tachtig|~negentig|~honderd|~duizend|miljoen',
  sv: '~ton\\b|~tjugo|~trettio|~fyrtio|~femtio|~sextio|~sjuttio|~åttio|~nittio|~hundra|~tusen|miljon',
  da: '~ten\\b|~tyve|~tredive|~fyrre|~halvtreds|~tres|~halvfjerds|~firs|~halvfems|~hundred|~tusind|million',
  no: '~ten\\b|~tjue|~tretti|~førti|~femti|~seksti|~sytti|~åtti|~nitti|~hundre|~tusen|million',
  pl: '~naście|~nastu|dwadzie|dwudzie|trzydzie|czterdzie|~dziesiąt|sto\\b|stu\\b|dwieście|~sta\\b|~set\\b|tysiąc|tysięc|milion|tuzin',
  cs: '~náct|~dvacet|~třicet|~čtyřicet|~desát|~sto\\b|~set\\b|tisíc|milion|tucet',
  sk: '~násť|~dvadsať|~tridsať|~štyridsať|~desiat|~sto\\b|tisíc|milión|tucet',
  tr: 'yirmi|otuz|kırk|elli|altmış|yetmiş|seksen|doksan|yüz|bin\\b|milyon|düzine',
  ru: '~надцат|двадцат|тридцат|сорок|~десят|девяност|сто\\b|ста\\b|сот|двест|двухсот|~ста\\b|тысяч|миллион|дюжин',
  uk: '~надцят|двадцят|тридцят|сорок|~десят|дев.яност|сто\\b|ста\\b|сот|двіст|~ста\\b|тисяч|мільйон|дюжин',
  bg: '~надесет|~десет|двайсет|трийсет|сто\\b|двеста|триста|хиляд|милион|дузин',
  sr: '~naest|~deset|~наест|~десет|sto\\b|сто\\b|hiljad|хиљад|milion|милион',
  el: '~κατρ|είκοσι|τριάντα|σαράντα|πενήντα|εξήντα|εβδομήντα|ογδόντα|ενενήντα|εκατ|~κόσι|χίλι|χιλιάδ',
  ar: '~عشر|~ثلاثين|~ثلاثون|~أربعين|~أربعون|~خمسين|~خمسون|~ستين|~ستون|~سبعين|~ثمانين|~تسعين|~مئة|~مائة|~مئات|~ألف|~آلاف|~مليون',
  he: '~עשר|~שלושים|~ארבעים|~חמישים|~שישים|~שבעים|~שמונים|~תשעים|~מאה|~מאות|~אלף|~אלפ|~מיליון',
  hi: 'तेरह|चौदह|पंद्रह|पन्द्रह|सोलह|सत्रह|अठारह|उन्नीस|~बीस|~ईस|~तीस|~चालीस|~पचास|~साठ|~सत्तर|~अस्सी|~नब्बे|सौ|हज़ार|हजार|लाख|करोड़',
  th: '~สิบ|~ร้อย|~พัน|~หมื่น|~แสน|~ล้าน',
  ko: '스물|서른|마흔|~쉰|예순|일흔|여든|아흔|~십|~백|~천|~만',
  ja: '~[十百千万億]|~[〇一二三四五六七八九]{2}',
  zh: '~[十百千万萬亿億]|~[〇零一二三四五六七八九]{2}',
};

const PATTERNS = Object.fromEntries(
  Object.entries(STEMS).map(([language, stems]) => {
    const parts = stems.replaceAll('\\b', '(?!\\p{L})').split('|');
    const sources = parts.map((stem) => (stem.startsWith('~') ? stem.slice(1) : `(?<!\\p{L})${stem}`));
    return [language, new RegExp(sources.join('|'), 'iu')];
  }),
);

/** Whether a text has a number above twelve written as a word of the language (BCP 47), such as "twenty-five" for 25. */
export const hasNumberWord = (plain: string, language: string | undefined): boolean =>
  byLanguage(PATTERNS, language)?.test(plain) ?? false;
