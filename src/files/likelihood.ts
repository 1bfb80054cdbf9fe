/**
 * How often each letter occurs in 10,000 letters of Russian text. Letters of neighbouring languages have low values if wrong encodings often
 * produce them.
 */
const CYRILLIC = [
  'о1097 е845 а801 и735 н670 т626 с547 р473 в454 л440 к349 м321 д298 п281 у262 я201 ы190 ь174 г170 з165',
  'б159 ч144 й121 х97 ж94 ш73 ю64 ц48 щ36 э32 ф26 ъ15 ё20 і550 ї60 є60 ґ2 ў100 ј400 љ5 њ10 ђ2 ћ10 џ1 ѓ1',
  'ќ1 ѕ1',
  // Kazakh, Mongolian, Tatar, Tajik: no single-byte encoding has these letters.
  'ө200 ү250 ә250 қ250 ң120 ғ120 ұ100 һ50 җ50 ҳ150 ҷ60 ӣ80 ӯ50',
].flatMap((row) => row.split(' ').map((pair) => [pair.charAt(0), Number(pair.slice(1))] as const));

/** The letters of Greek, Hebrew, Arabic and Persian, and Thai in their encodings, most frequent first. */
const ALPHABETS = [
  'αοιετσνηυρπκμλςάίέόωδγθήχύβφώξζψϊϋΐΰ',
  'יוהלאתרבמשנדעחםכפקטגצזסןךףץ',
  'ايلنمورتهبدةكعسفحقأجشطصخذضىثإزغئچگپءظؤآژ،؟ـ؛',
  'านรอกเงมยลวดทสต่้ไัีะแิขคปใบพหจชโืุูซถผ์็ธณำๆศฉึษญฟภฝ๊๋ฤฮฐฏฎฑฒฌฆฬ',
];
/** The frequency of the most frequent letter, and the ratio from one letter to the next, as in Russian. */
const FIRST = 0.11;
const NEXT = 0.9;

/** Characters that occur in most lines of Chinese (both kinds), Japanese and Korean. */
const FREQUENT_WIDE = new Set(
  '的一是不了我你他她们在有这那个人来到说去会就什么吗吧呢好想要没知道能看都上下大小中和为以可得过也还对不起谢请等里出后前天年时候现很真太多少开家里事情让给把被从自己爱死生样做话问谁怎回见走带跟听觉得应该先女男孩子老师朋友爸妈快点再别只因所如果但而且用手动心头面行' +
    '們這個來說會麼嗎沒過還對謝請裡後時現開讓給從愛樣話問誰見帶聽覺應該師媽點別為國學長東車門間電關兩幾萬當實發經無' +
    '私俺僕君何人言今日本思出来見行気持事時間大丈夫分前後家族友達待帰誰話聞知本当度生死名彼女男子供先父母手目一二三年月食飲始終会社' +
    '이다는을가에고지하어나게도은서아그거있라해한니사너내요일우안왜말들대로만기리자수데여인까를없시습건할무야네보면알제때않정난구저렇전것오든려세으신같주랑십부간더당해줘좋모미원래러습죽돼잖먹싶럼떻빨번누집따와못려연된했었갔왔',
);
const WIDE_PUNCTUATION = new Set('、。！？，：；「」『』（）《》・ー〜～　');
const WIDE = /[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff01-\uff60\uffe0-\uffe6]/;
const KANA = /[\u3041-\u3096\u30a1-\u30fc]/;

/** Log-likelihoods of characters that no table of letters rates. `capital` to `latinNeighbour` are added to that of the small letter. */
const SCORE = {
  frequentWide: -5.5,
  kana: -7,
  rareWide: -10.5,
  capital: -0.4,
  capitalAfterSmall: -8,
  latinNeighbour: -4,
  punctuation: -5,
  noText: -9,
  foreign: -8,
  usualSign: -2.5,
  tooMany: -7,
} as const;

const LIKELIHOOD: ReadonlyMap<string, number> = new Map([
  ...CYRILLIC.map(([letter, count]) => [letter, Math.log(count / 10_000)] as const),
  ...ALPHABETS.flatMap((letters) =>
    Array.from(letters, (letter, rank) => [letter, Math.log(FIRST * NEXT ** rank)] as const),
  ),
]);

const USUAL_PUNCTUATION = new Set('«»–—…“”„’‘№\u00a0');

/** The result of likelihoodOf per byte. Measured: Russian text -3.0 to -3.5, capitals and many quotation marks -4.0. */
export function meanLikelihoodOf(text: string): number {
  const { sum, bytes } = likelihoodOf(text);
  return bytes === 0 ? Number.NEGATIVE_INFINITY : sum / bytes;
}

/**
 * The sum of the log-likelihoods of the characters above ASCII as text in a non-Latin script, and the number of their bytes. Common letters,
 * capitals at the beginning of words and few symbols are likely.
 */
function likelihoodOf(text: string): { readonly sum: number; readonly bytes: number } {
  let sum = 0;
  let bytes = 0;
  let previous = '';
  for (const character of text) {
    if (character > '\u007f') {
      sum += likelihood(character, previous);
      bytes += WIDE.test(character) ? 2 : 1;
    }
    previous = character;
  }
  return { sum, bytes };
}

function likelihood(character: string, previous: string): number {
  if (WIDE.test(character)) return likelihoodOfWide(character);
  const small = character.toLowerCase();
  const known = LIKELIHOOD.get(small);
  if (known === undefined) return USUAL_PUNCTUATION.has(character) ? SCORE.punctuation : SCORE.noText;
  const beside = /[a-z]/i.test(previous) ? SCORE.latinNeighbour : 0;
  if (character === small) return known + beside;
  return known + beside + (LIKELIHOOD.has(previous) ? SCORE.capitalAfterSmall : SCORE.capital);
}

function likelihoodOfWide(character: string): number {
  if (KANA.test(character)) return SCORE.kana;
  return FREQUENT_WIDE.has(character) || WIDE_PUNCTUATION.has(character) ? SCORE.frequentWide : SCORE.rareWide;
}

/** The letters of each language beyond a to z, most frequent first, as far as single-byte encodings have them. */
const LATIN_ALPHABETS = [
  'éàèêçùâîôûœëïæüÿ', // French
  'üäößéàè', // German
  'óáíéñúü', // Spanish, Galician, Filipino
  'àéóèíçúòïü', // Catalan
  'ãéáçêóíõúâàôü', // Portuguese
  'èàéìòùóíîú', // Italian
  'ăîşșţțâ', // Romanian
  'éëïóèüöáêàûîôç', // Dutch, Afrikaans
  'äöåéàü', // Swedish
  'åæøéöäêèóòü', // Danish, Norwegian
  'äöõüšžåé', // Estonian, Finnish
  'áíðéóþöæúý', // Icelandic
  'øáíóúðýæ', // Faroese
  'áéöóőíüúű', // Hungarian
  'łąężśóćńź', // Polish
  'íáéěýčřžšůúďňťóüö', // Czech
  'áíéčýžúľšťôňďóäŕĺüö', // Slovak
  'čšžćđ', // Croatian, Bosnian, Serbian, Slovene
  'ėšųžįčūąę', // Lithuanian
  'āīēšūņļžčķģ', // Latvian
  'ıüşçğöâîû', // Turkish
  'ëç', // Albanian
  'áéíóúàìòùèŵŷâêîô', // Irish, Scottish, Welsh
].map((letters) => {
  const all = Array.from(letters);
  const next = 1 - 2 / Math.max(4, all.length);
  return new Map(all.map((letter, rank) => [letter, Math.log((1 - next) * next ** rank)]));
});

/** The letters of Vietnamese, with the combining tones of windows-1258. */
const VIETNAMESE = new Map([
  ...Array.from('àđôáưêơâạảóìếợờộớấứịủầểữậốặừ\u0301\u0300\u0323\u0309\u0303', (letter) => [letter, -2.8] as const),
  ...Array.from('éèíòúùýãõĩũắằẵẳẩẻễềệồỗởỡửỳỷỹỵăựổọẫỏẽẹỉụ', (letter) => [letter, -4.2] as const),
]);
const LANGUAGES = [...LATIN_ALPHABETS, VIETNAMESE];

/** Signs that good texts have between words. */
const USUAL = new Set('«»‹›“”„‚‘’–—―…•·¡¿°№§©®™€£¢¥½¼¾²³×÷±ªº♪♫♥★\u00a0\u00ad\ufeff');
/** Signs of USUAL that never occur before the letter of a word. */
const NEVER_BEFORE = new Set('ªº²³°½¼¾©®™');
/** Signs that good texts have within words. */
const WITHIN = new Set("'’‘ʻʼ·–—…\u00ad\u00a0");

const LETTER = /\p{L}/u;
const LATIN = /\p{Script=Latin}|\p{M}/u;
const SIGN_LETTER = /[ªº]/;
const SMALL = /\p{Ll}/u;
const CAPITAL_LETTER = /\p{Lu}/u;

/** The largest share of letters beyond a to z in any language. A text with fewer different letters may be a cry or a name. */
const MOST_OF_LETTERS = 0.65;
const DIFFERENT_LETTERS = 4;

/**
 * The sum of the log-likelihoods of the characters above ASCII, as letters of one language in Latin script. Letters that no single language
 * combines, letters of other scripts in Latin words, and capitals or signs within words make the sum low.
 */
function likelihoodOfLatin(text: string): number {
  const letters = new Map<string, number>();
  const signs = new Set<string>();
  let [sum, usual] = [0, 0];
  const characters = Array.from(text);
  for (const [index, character] of characters.entries()) {
    if (character <= '\u007f') continue;
    switch (kindAt(characters, index)) {
      case 'strange':
        sum += SCORE.foreign;
        break;
      case 'sign':
        signs.add(character);
        usual++;
        break;
      case 'letter': {
        const small = character === 'İ' ? 'ı' : character.toLowerCase();
        letters.set(small, (letters.get(small) ?? 0) + 1);
      }
    }
  }
  const ascii = text.match(/[a-z]/gi)?.length ?? 0;
  const inLatin = [...letters.values()].reduce((all, count) => all + count, 0);
  const areTooMany = letters.size >= DIFFERENT_LETTERS && inLatin > MOST_OF_LETTERS * (inLatin + ascii);
  const areSignsTooMany = signs.size >= DIFFERENT_LETTERS && usual > inLatin + ascii;
  sum += usual * (areSignsTooMany ? SCORE.tooMany : SCORE.usualSign);
  return sum + (areTooMany ? SCORE.tooMany * inLatin : inBestLanguage(letters));
}

function kindAt(characters: readonly string[], index: number): 'letter' | 'sign' | 'strange' {
  const [before = '', character = '', behind = ''] = [index - 1, index, index + 1].map((at) => characters[at]);
  if (SIGN_LETTER.test(character) || !(LETTER.test(character) || LATIN.test(character))) {
    const isWithin = LETTER.test(before) && LETTER.test(behind);
    const isBefore = NEVER_BEFORE.has(character) && LETTER.test(behind);
    return !isBefore && (isWithin ? WITHIN : USUAL).has(character) ? 'sign' : 'strange';
  }
  return !LATIN.test(character) || (CAPITAL_LETTER.test(character) && SMALL.test(before)) ? 'strange' : 'letter';
}

function inBestLanguage(letters: ReadonlyMap<string, number>): number {
  const sums = LANGUAGES.map((alphabet) =>
    [...letters].reduce((sum, [letter, count]) => sum + count * (alphabet.get(letter) ?? SCORE.foreign), 0),
  );
  return Math.max(...sums);
}

/** Matches a word with a character above ASCII. Tries only at the beginning of words, so it is linear. */
export const FOREIGN_WORD = /(?<![^\t\n\r ])[^\t\n\r ]*\P{ASCII}[^\t\n\r ]*/gu;

/** The lowest mean log-likelihood that the characters above ASCII of a text may have. */
const LOWEST_MEAN = { latin: -3.2, other: -3.9 } as const;

export const OTHER_LETTER = /(?=\p{L})\P{Script=Latin}/u;

/** Rates Latin words as letters of one language, and other words by the frequency of their letters. */
export function likelihoodOfWords(words: readonly string[]) {
  const others = words.filter((word) => OTHER_LETTER.test(word));
  const latin = words.filter((word) => !OTHER_LETTER.test(word)).join('\n');
  const { sum, bytes } = likelihoodOf(others.join('\n'));
  const latinBytes = latin.match(/\P{ASCII}/gu)?.length ?? 0;
  return { sum: sum + likelihoodOfLatin(latin), ofText: latinBytes * LOWEST_MEAN.latin + bytes * LOWEST_MEAN.other };
}

/** `slack`: a factor by which the text may miss the limit; 1 is exact. */
export function isGood(words: readonly string[], slack = 0.85): boolean {
  const { sum, ofText } = likelihoodOfWords(words);
  return sum >= ofText * slack;
}
