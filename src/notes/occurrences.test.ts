import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createTermFinder } from './occurrences.ts';

type Case = readonly [language: string | undefined, entry: string, text: string, found: readonly string[]];

const findAll = (language: string | undefined, entries: readonly string[], text: string, isName: boolean) =>
  createTermFinder(
    entries.map((entry) => ({ text: entry, isName })),
    language,
  )
    .find(text)
    .map(({ from, to }) => text.slice(from, to));

describe('terms', () => {
  test.each<Case>([
    // Russian.
    ['ru', 'муха', 'Мухи летят к мухе, за мухой, мимо мух. МУХА!', ['Мухи', 'мухе', 'мухой', 'мух', 'МУХА']],
    ['ru', 'слово', 'словам', ['словам']],
    ['ru', 'ключ', 'ключи, ключей', ['ключи', 'ключей']],
    ['ru', 'палец', 'пальца, пальцев', ['пальца', 'пальцев']],
    ['ru', 'ночь', 'ночью, ночам', ['ночью', 'ночам']],
    ['ru', 'любовь', 'любовью, любви', ['любовью', 'любви']],
    ['ru', 'станция', 'станций', ['станций']],
    ['ru', 'семья', 'семей', ['семей']],
    ['ru', 'монеты', 'монет, монетам', ['монет', 'монетам']],
    ['pt', 'soldados', 'soldado', ['soldado']],
    ['pt', 'mulheres', 'mulher', ['mulher']],
    ['pt', 'canções', 'canção', ['canção']],
    ['it', 'fuoco', 'fuochi', ['fuochi']],
    ['it', 'casa', 'case, caso', ['case']],
    ['fr', 'bateau', 'bateaux, bateaus', ['bateaux', 'bateaus']],
    ['ru', 'муха', 'Мухомор, мухин, мушка.', []],
    ['ru', 'лев', 'льва, льву, львом, львы, Лев', ['льва', 'льву', 'львом', 'львы', 'Лев']],
    ['ru', 'лев', 'левый, левая, левша, левом', []],
    ['ru', 'левый', 'слева, лев, левша', []],
    ['ru', 'левый', 'левого, Левые, левой', ['левого', 'Левые', 'левой']],
    ['ru', 'мир', 'мира, о мире, миром, миры', ['мира', 'мире', 'миром', 'миры']],
    ['ru', 'мир', 'мирный, мириться, Мира́бель, мировой, мирра', []],
    ['ru', 'дом', 'дома, домов, домами', ['дома', 'домов']],
    ['ru', 'дом', 'домой, домна, домик', []],
    ['ru', 'старый дом', 'у старого дома, к Старому\nдому', ['старого дома', 'Старому\nдому']],
    ['ru', 'старый дом', 'Он старый. Дом тут. Дом старый. старый, дом', []],
    ['ru', 'отец', 'отца, отцу, отцов', ['отца', 'отцу', 'отцов']],
    ['ru', 'вес', 'все, всех, всем', []],
    ['ru', 'орёл', 'орлы, орел, Орёл', ['орлы', 'орел', 'Орёл']],
    ['ru', 'девушка', 'девушек, девушкой', ['девушек', 'девушкой']],
    ['ru', 'ведьма', 'ведьм, ведьмами', ['ведьм', 'ведьмами']],
    ['ru', 'письмо', 'письма, письмом', ['письма', 'письмом']],
    ['ru', 'день', 'дня, дней, днём, день', ['дня', 'дней', 'днём', 'день']],
    ['ru', 'мать', 'матери, матерью, мат', ['матери', 'матерью']],
    ['ru', 'герой', 'героя, героями', ['героя', 'героями']],
    ['ru', 'здание', 'зданий, зданиями, здания', ['зданий', 'зданиями', 'здания']],
    ['ru', 'земля', 'земли, земель, землёй', ['земли', 'земель', 'землёй']],
    ['ru', 'время', 'времени, времён', ['времени', 'времён']],
    ['ru', 'мстители', 'Мстителей, мститель', ['Мстителей', 'мститель']],
    ['ru', 'часы', 'час, часть', []],
    ['ru', 'сон', 'сна, сонный, сны', ['сна', 'сны']],
    ['ru', 'замок', 'замка, у замков', ['замка', 'замков']],
    ['ru', 'котёнок', 'котята, котёнка', ['котята', 'котёнка']],
    ['uk', 'перемога', 'перемогу', ['перемогу']],
    [undefined, 'муха', 'мухой', ['мухой']],
    // English.
    ['en', 'fly', 'Flies fly; the fly’s wing', ['Flies', 'fly', 'fly']],
    ['en', 'fly', 'flying, flyer, butterfly, flew', []],
    ['en', 'US', 'Let us go. Us? The US, U.S., US Army, USA', ['US', 'US']],
    ['en', 'KING OF SPAIN', 'the king of Spain', ['king of Spain']],
    ['en', 'WHO', 'Who is it? The WHO.', ['Who', 'WHO']],
    ['pt', 'EU', 'Eu vou. E eu, na EU?', ['EU']],
    ['en', 'wolf', 'wolves, wolfish, WOLF', ['wolves', 'WOLF']],
    ['en', 'son', 'sons, song, sonar, person', ['sons']],
    ['en', 'art', 'arts, artist, part, state-of-the-art', ['arts', 'art']],
    ['en', 'witch', 'witches, witchcraft', ['witches']],
    ['en', 'news', 'new', []],
    ['en', 'Death Eaters', 'a death eater and Death Eaters', ['death eater', 'Death Eaters']],
    ['en', 'the Ring', 'the ring, ring, the Rings', ['the ring', 'the Rings']],
    ['en', 'policeman', 'policemen', ['policemen']],
    ['en', 'C++', 'C++ is no C, c++', ['C++', 'c++']],
    ['en', 'C', 'C++, C#, C, c', ['C', 'c']],
    ['en', 'J.R.', 'J.R. and J. R., not JR', ['J.R', 'J. R']],
    ['en', 'R2-D2', 'R2-D2, r2 d2', ['R2-D2', 'r2 d2']],
    ['en', 'a|b)*', 'a|b)*', ['a|b)*']],
    ['en', 'don', "don't, don", ['don']],
    ['en', 'i', '<i>no</i> I', ['I']],
    // German.
    ['de', 'Haus', 'Hauses, Häuser, Häusern, Hause', ['Hauses', 'Häuser', 'Häusern', 'Hause']],
    ['de', 'Haus', 'Hausarzt, hausen, Haust, Häuschen', []],
    [
      'de',
      'Schwarzer Ritter',
      'des Schwarzen Ritters, ein schwarzer Ritter',
      ['Schwarzen Ritters', 'schwarzer Ritter'],
    ],
    ['de', 'Schwarzer Ritter', 'schwarz ritter, Ritter, schwarz', []],
    ['de', 'Art', 'Arten, Artig, artig, Artist', ['Arten']],
    ['de', 'Weg', 'Geh weg! Wege, der Weg', ['Wege', 'Weg']],
    ['de', 'schön', 'schon, schöne', ['schöne']],
    ['de', 'Mutter', 'Mütter, Müttern, Mutterkuchen', ['Mütter', 'Müttern']],
    ['de', 'Straße', 'Strassen, Straße', ['Strassen', 'Straße']],
    ['de', 'Lehrerin', 'Lehrerinnen, Lehrer', ['Lehrerinnen']],
    ['de', 'Geheimnis', 'Geheimnisse', ['Geheimnisse']],
    // Portuguese and its neighbours.
    ['pt', 'mosca', 'moscas, mosca, mosquito, Moscou', ['moscas', 'mosca']],
    ['pt', 'caso', 'casa, casos, casamento', ['casos']],
    ['pt-BR', 'dragão', 'dragões, drag', ['dragões']],
    ['pt', 'animal', 'animais', ['animais']],
    ['pt', 'homem', 'homens', ['homens']],
    ['pt', 'cavaleiro negro', 'cavaleiros negros, cavaleiro branco', ['cavaleiros negros']],
    ['pt', 'avó', 'avô, avós', ['avós']],
    ['pt', 'luz', 'luzes', ['luzes']],
    ['es', 'canción', 'canciones', ['canciones']],
    ['it', 'strega', 'streghe', ['streghe']],
    ['fr', 'cheval', "l'cheval, chevaux", ['cheval', 'chevaux']],
    // Other scripts.
    ['ja', '猫', 'その猫が', ['猫']],
    ['ja', 'マン', 'スーパーマン、マンは', ['マン']],
    ['ja', 'が', 'か\u3099', ['か\u3099']],
    ['zh', '长城', '在长城上', ['长城']],
    ['ja', 'iPhone', 'iPhoneを買う。僕のiPhone、iPhones', ['iPhone', 'iPhone', 'iPhones']],
    ['zh', 'NASA', '他在NASA工作', ['NASA']],
    ['ko', 'NASA', 'NASA의 과학자', ['NASA']],
    ['th', 'กา', 'กาดำ กำ', ['กา']],
    ['ko', '영희', '영희는 영희가 영희로운', ['영희는', '영희가']],
    ['ko', '우주선', '우주선까지는, 우주선에서도, 우주선하고', ['우주선까지는', '우주선에서도', '우주선하고']],
    ['he', 'ספינה', 'הספינה, לספינה, ושבספינה, כשהספינה, ספינות', ['הספינה', 'לספינה', 'ושבספינה', 'כשהספינה']],
    [
      'ar',
      'سفينة',
      'السفينة، بالسفينة، وسفينة، للسفينة، لسفينة',
      ['السفينة', 'بالسفينة', 'وسفينة', 'للسفينة', 'لسفينة'],
    ],
    ['fa', 'کشتی', 'کشتی‌ها، کشتی‌های، کشتیها، کشته', ['کشتی‌ها', 'کشتی‌های', 'کشتیها']],
    ['tr', 'ışık', 'IŞIK, ışık', ['IŞIK', 'ışık']],
    ['tr', 'İstanbul', 'İSTANBUL, istanbul', ['İSTANBUL', 'istanbul']],
    ['he', 'שלום', '\u200fשלום\u200f!', ['שלום']],
    ['ar', 'قمر', 'قم\u200bر', ['قم\u200bر']],
    ['en', 'café', 'cafe\u0301s, cafe', ['cafe\u0301s']],
    ['ru', 'йод', 'и\u0306ода', ['и\u0306ода']],
    ['en', '...', '...', []],
    ['en', '', 'x', []],
  ])('in the language %s finds the term %s in %j', (language, entry, text, found) => {
    expect(findAll(language, [entry], text, false)).toEqual(found);
  });
});

describe('names', () => {
  test.each<Case>([
    ['ru', 'Лев', 'лев. Лев, Льва, ЛЬВА, львом', ['Лев', 'Льва', 'ЛЬВА']],
    ['ru', 'Анна', 'Анне, Анной, аннa, Аннушка', ['Анне', 'Анной']],
    ['ru', 'Анна', 'Анна-Мария, А-Анна, Анна-то', ['Анна', 'Анна']],
    ['ru', 'Яна', 'Ян, Яны', ['Яны']],
    ['ru', 'Александра', 'Александр, Александре', ['Александре']],
    ['ru', 'Саша', 'Саш, Сашей, Сашка', ['Саш', 'Сашей']],
    ['ru', 'Мария', 'Марии, Марию, мария', ['Марии', 'Марию']],
    ['ru', 'Тюрины', 'Тюриных, тюрины', ['Тюриных']],
    ['ru', 'Игорь', 'Игорю, игорный', ['Игорю']],
    ['ru', 'Тони', 'Тоня, Тоне, Тони', ['Тони']],
    ['ru', 'Иванов', 'Иванова, Ивановым, Иванович', ['Иванова', 'Ивановым']],
    ['ru', 'Достоевский', 'Достоевского', ['Достоевского']],
    ['ru', 'Анна Каренина', 'Анной Карениной', ['Анной Карениной']],
    ['en', 'Anna', "Anna's, Annas, anna, Annabel", ['Anna', 'Annas']],
    ['en', 'Bo', 'Bos, Bob, Bo', ['Bo']],
    ['en', 'Jean-Luc', 'Jean Luc, Jean-Luc', ['Jean Luc', 'Jean-Luc']],
    ['en', 'Jean Luc', 'Jean-Luc', ['Jean-Luc']],
    ['en', 'Jean', 'Jean-Luc, Jean', ['Jean']],
    ['en', 'Kenji', 'Kenji-san, Kenji-San', ['Kenji', 'Kenji']],
    ['en', "O'Brien", 'O’Brien, o brien', ['O’Brien']],
    ['en', 'the Doctor', 'the doctor, The Doctor', ['The Doctor']],
    ['de', 'Anna', 'Annas, anna', ['Annas']],
    ['pt', 'Ana', 'Anas, Ana, ana', ['Ana']],
    ['ja', '花子', '花子さん', ['花子']],
    ['ja', 'Tom', 'Tomさん、Tommy', ['Tom']],
    ['he', 'דנה', 'ודנה, לדנה', ['ודנה', 'לדנה']],
  ])('in the language %s finds the name %s in %j', (language, entry, text, found) => {
    expect(findAll(language, [entry], text, true)).toEqual(found);
  });
});

describe('several entries', () => {
  test.each<readonly [entries: readonly string[], text: string, found: readonly number[]]>([
    [['ring', 'ring of power', 'power'], 'the ring of power, a ring', [1, 0]],
    [['a b', 'b c d'], 'a b c d', [1]],
    [['fly', 'Fly'], 'fly', [0, 1]],
    [['two', 'one'], 'one two', [1, 0]],
  ])('finds the entries %j in %j', (entries, text, found) => {
    const finder = createTermFinder(
      entries.map((entry) => ({ text: entry, isName: false })),
      'en',
    );
    expect(finder.find(text).map(({ entry }) => entry)).toEqual(found);
  });
});

const anyPiece = fc.constantFrom(
  ...[
    'муха',
    'Anna',
    '猫',
    'ナ',
    'กำ',
    'é',
    'e\u0301',
    '\u200f',
    '-',
    "'",
    '.',
    '<i>',
    ' ',
    '\n',
    '+',
    'ß',
    '𠀀',
    '\ud800',
  ],
);
const anyText = fc.array(anyPiece, { maxLength: 12 }).map((pieces) => pieces.join(''));

test('returns occurrences in order, within the text, and without overlaps', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(anyText, fc.boolean()), { maxLength: 6 }), anyText, (entries, text) => {
      const finder = createTermFinder(
        entries.map(([entry, isName]) => ({ text: entry, isName })),
        'de',
      );
      const found = finder.find(text);
      expect(found).toEqual(found.toSorted((one, other) => one.from - other.from));
      for (const [index, { entry, from, to }] of found.entries()) {
        expect(entries[entry]).toBeDefined();
        expect(0 <= from && from < to && to <= text.length).toBe(true);
        const before = found[index - 1];
        expect(before === undefined || before.to <= from || (before.from === from && before.to === to)).toBe(true);
      }
    }),
  );
});

test('finds any word in a text of that word', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 20 }), fc.boolean(), (word, isName) => {
      fc.pre(/^[\p{L}\p{N}]+$/u.test(word) && !/[<{⟦]/.test(word));
      const found = createTermFinder([{ text: word, isName }], 'pt').find(`… ${word} …`);
      expect(found).toEqual([{ entry: 0, from: 2, to: 2 + word.length }]);
    }),
  );
});
