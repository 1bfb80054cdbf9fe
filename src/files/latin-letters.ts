/** The letters beyond a to z of languages with Latin letters, as far as encodings of one byte a letter have them, the most frequent one first. */
const ALPHABETS = [
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

/** Also as windows-1258 has them: tones behind their letters. */
const VIETNAMESE = new Map([
  ...Array.from('àđôáưêơâạảóìếợờộớấứịủầểữậốặừ\u0301\u0300\u0323\u0309\u0303', (letter) => [letter, -2.8] as const),
  ...Array.from('éèíòúùýãõĩũắằẵẳẩẻễềệồỗởỡửỳỷỹỵăựổọẫỏẽẹỉụ', (letter) => [letter, -4.2] as const),
]);
const LANGUAGES = [...ALPHABETS, VIETNAMESE];

/** What a good text has between and beside its words. */
const USUAL = new Set('«»‹›“”„‚‘’–—―…•·¡¿°№§©®™€£¢¥½¼¾²³×÷±ªº♪♫♥★\u00a0\u00ad\ufeff');
/** Of these, what never stands before a word's letter. */
const NEVER_BEFORE = new Set('ªº²³°½¼¾©®™');
/** What it has within a word. */
const WITHIN = new Set("'’‘ʻʼ·–—…\u00ad\u00a0");

const LETTER = /\p{L}/u;
const LATIN = /\p{Script=Latin}|\p{M}/u;
const SIGN = /[ªº]/;
const SMALL = /\p{Ll}/u;
const CAPITAL = /\p{Lu}/u;

/** No language writes more of its letters beyond a to z; fewer different ones are a cry, or a name. */
const MOST_OF_LETTERS = 0.65;
const DIFFERENT_LETTERS = 4;
const FOREIGN = -8;
const USUAL_SIGN = -2.5;
const TOO_MANY = -7;

/**
 * How likely the characters above ASCII are as those of one language with Latin letters: the sum of their log-likelihoods. Letters that no one language
 * has together, those of another script in a Latin word, capitals and signs within a word make it small.
 */
export function likelihoodOfLatin(text: string): number {
  const letters = new Map<string, number>();
  const signs = new Set<string>();
  let [sum, usual] = [0, 0];
  const characters = Array.from(text);
  for (const [index, character] of characters.entries()) {
    if (character <= '\u007f') continue;
    switch (kindAt(characters, index)) {
      case 'strange':
        sum += FOREIGN;
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
  sum += usual * (areSignsTooMany ? TOO_MANY : USUAL_SIGN);
  return sum + (areTooMany ? TOO_MANY * inLatin : inBestLanguage(letters));
}

function kindAt(characters: readonly string[], index: number): 'letter' | 'sign' | 'strange' {
  const [before = '', character = '', behind = ''] = [index - 1, index, index + 1].map((at) => characters[at]);
  if (SIGN.test(character) || !(LETTER.test(character) || LATIN.test(character))) {
    const isWithin = LETTER.test(before) && LETTER.test(behind);
    const isBefore = NEVER_BEFORE.has(character) && LETTER.test(behind);
    return !isBefore && (isWithin ? WITHIN : USUAL).has(character) ? 'sign' : 'strange';
  }
  return !LATIN.test(character) || (CAPITAL.test(character) && SMALL.test(before)) ? 'strange' : 'letter';
}

function inBestLanguage(letters: ReadonlyMap<string, number>): number {
  const sums = LANGUAGES.map((alphabet) =>
    [...letters].reduce((sum, [letter, count]) => sum + count * (alphabet.get(letter) ?? FOREIGN), 0),
  );
  return Math.max(...sums);
}
