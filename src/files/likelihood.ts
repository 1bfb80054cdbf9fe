/** Occurrences in 10,000 letters of Russian text. The neighbours' letters are set low where wrong encodings often produce them. */
const CYRILLIC: Readonly<Record<string, number>> = {
  о: 1097,
  е: 845,
  а: 801,
  и: 735,
  н: 670,
  т: 626,
  с: 547,
  р: 473,
  в: 454,
  л: 440,
  к: 349,
  м: 321,
  д: 298,
  п: 281,
  у: 262,
  я: 201,
  ы: 190,
  ь: 174,
  г: 170,
  з: 165,
  б: 159,
  ч: 144,
  й: 121,
  х: 97,
  ж: 94,
  ш: 73,
  ю: 64,
  ц: 48,
  щ: 36,
  э: 32,
  ф: 26,
  ъ: 15,
  ё: 20,
  і: 550,
  ї: 60,
  є: 60,
  ґ: 2,
  ў: 100,
  ј: 400,
  љ: 5,
  њ: 10,
  ђ: 2,
  ћ: 10,
  џ: 1,
  ѓ: 1,
  ќ: 1,
  ѕ: 1,
  // Of Kazakh, Mongolian, Tatar, Tajik; no encoding of one byte has them.
  ө: 200,
  ү: 250,
  ә: 250,
  қ: 250,
  ң: 120,
  ғ: 120,
  ұ: 100,
  һ: 50,
  җ: 50,
  ҳ: 150,
  ҷ: 60,
  ӣ: 80,
  ӯ: 50,
};

/** Of Greek, Hebrew, Arabic and Persian, and Thai: all letters that their encodings have, the most frequent one first. */
const ALPHABETS = [
  'αοιετσνηυρπκμλςάίέόωδγθήχύβφώξζψϊϋΐΰ',
  'יוהלאתרבמשנדעחםכפקטגצזסןךףץ',
  'ايلنمورتهبدةكعسفحقأجشطصخذضىثإزغئچگپءظؤآژ،؟ـ؛',
  'านรอกเงมยลวดทสต่้ไัีะแิขคปใบพหจชโืุูซถผ์็ธณำๆศฉึษญฟภฝ๊๋ฤฮฐฏฎฑฒฌฆฬ',
];
/** How often the first one stands among all, and the next one beside it: as in Russian. */
const FIRST = 0.11;
const NEXT = 0.9;

/** Characters of two bytes: what stands in most lines of Chinese (of both kinds), Japanese and Korean. */
const FREQUENT_WIDE = new Set(
  '的一是不了我你他她们在有这那个人来到说去会就什么吗吧呢好想要没知道能看都上下大小中和为以可得过也还对不起谢请等里出后前天年时候现很真太多少开家里事情让给把被从自己爱死生样做话问谁怎回见走带跟听觉得应该先女男孩子老师朋友爸妈快点再别只因所如果但而且用手动心头面行' +
    '們這個來說會麼嗎沒過還對謝請裡後時現開讓給從愛樣話問誰見帶聽覺應該師媽點別為國學長東車門間電關兩幾萬當實發經無' +
    '私俺僕君何人言今日本思出来見行気持事時間大丈夫分前後家族友達待帰誰話聞知本当度生死名彼女男子供先父母手目一二三年月食飲始終会社' +
    '이다는을가에고지하어나게도은서아그거있라해한니사너내요일우안왜말들대로만기리자수데여인까를없시습건할무야네보면알제때않정난구저렇전것오든려세으신같주랑십부간더당해줘좋모미원래러습죽돼잖먹싶럼떻빨번누집따와못려연된했었갔왔',
);
const WIDE_PUNCTUATION = new Set('、。！？，：；「」『』（）《》・ー〜～　');
const WIDE = /[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff01-\uff60\uffe0-\uffe6]/;
const KANA = /[\u3041-\u3096\u30a1-\u30fc]/;
const FREQUENT = -5.5;
const IS_KANA = -7;
const RARE_WIDE = -10.5;

const LIKELIHOOD: ReadonlyMap<string, number> = new Map([
  ...Object.entries(CYRILLIC).map(([letter, count]) => [letter, Math.log(count / 10_000)] as const),
  ...ALPHABETS.flatMap((letters) =>
    Array.from(letters, (letter, rank) => [letter, Math.log(FIRST * NEXT ** rank)] as const),
  ),
]);

const CAPITAL = -0.4;
const CAPITAL_AFTER_SMALL = -8;
const LATIN_NEIGHBOUR = -4;
const PUNCTUATION = -5;
const NO_TEXT = -9;
const USUAL_PUNCTUATION = new Set('«»–—…“”„’‘№\u00a0');

/** The mean of likelihoodOf: of a byte. Measured: Russian text -3.0 to -3.5, capitals and many quotation marks -4.0. */
export function meanLikelihoodOf(text: string): number {
  const { sum, bytes } = likelihoodOf(text);
  return bytes === 0 ? Number.NEGATIVE_INFINITY : sum / bytes;
}

/**
 * How likely the characters above ASCII are as those of a language that is not written in Latin letters: the sum of their log-likelihoods, and of
 * how many bytes. By common letters, capitals where words begin, few symbols.
 */
export function likelihoodOf(text: string): { readonly sum: number; readonly bytes: number } {
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
  if (known === undefined) return USUAL_PUNCTUATION.has(character) ? PUNCTUATION : NO_TEXT;
  const beside = /[a-z]/i.test(previous) ? LATIN_NEIGHBOUR : 0;
  if (character === small) return known + beside;
  return known + beside + (LIKELIHOOD.has(previous) ? CAPITAL_AFTER_SMALL : CAPITAL);
}

function likelihoodOfWide(character: string): number {
  if (KANA.test(character)) return IS_KANA;
  return FREQUENT_WIDE.has(character) || WIDE_PUNCTUATION.has(character) ? FREQUENT : RARE_WIDE;
}
