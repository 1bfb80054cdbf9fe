import { expect, test } from 'vitest';
import { lineOf, wordsOfKind } from '../../../test/review-film.ts';
import { batchInOtherLanguage, languagesOfBatch } from './not-translated.ts';

const isReported = (original: string, translation: string, from: string, to: string) =>
  wordsOfKind('not-translated', original, translation, { from, to }) !== undefined;

test.each([
  ['en', 'uk', 'Where are you going?', 'Where are you going?'],
  ['en', 'uk', 'Where are you going?', 'where are you going'],
  ['en', 'uk', 'Hello.', 'Hello.'],
  ['en', 'uk', '<i>Where are you going?</i>', 'Where are you\ngoing?'],
  ['uk', 'en', 'Куди ти йдеш?', 'Куди ти йдеш?'],
  ['en', 'ar', 'Good morning.', 'Good morning.'],
  ['en', 'pt', 'Where are you going?', 'Where are you going?'],
  ['en', 'de', 'Come on!', 'Come on!'],
  ['es', 'pt', 'No me mires con esa cara.', 'No me mires con esa cara.'],
  ['en', 'nl', 'Where is Tom?', 'Where is Tom?'],
  ['en', 'id', 'Tom, I know.', 'Tom, I know.'],
  ['en', 'pl', 'Call me later.', 'Call me later.'],
  ['nl', 'en', 'Dat weet ik niet.', 'Dat weet ik niet.'],
  ['pl', 'en', 'Chodź do mnie, kochanie.', 'Chodź do mnie, kochanie.'],
  ['en', 'he', 'Happy birthday to you', 'Happy birthday to you'],
  ['ru', 'pt', 'Фраза 11', 'Фраза 11'],
  ['ru', 'pt', 'Иван', 'Иван'],
  ['en', 'de', 'I do not know what she wants from me.', 'No sé qué es lo que quiere de mí.'],
  ['uk', 'de', 'Я не знаю, що це таке.', 'I do not know what it is.'],
  ['en', 'de', 'What was that for, and who are you?', 'And what are you doing, was that for Tom?'],
])('reports a line that is not translated, from %s into %s: %j', (from, to, original, translation) => {
  expect(isReported(original, translation, from, to)).toBe(true);
});

const IN_BOTH = 'Original not removed: it is beside the translation.';
const REFUSED = (words: string) => `Not a translation: the model answered with its own words, “${words}”.`;

test.each([
  ['en', 'pt', 'Where are you going tonight?', 'Where are you going tonight?\nAonde vais esta noite?', IN_BOTH],
  ['en', 'pt', 'Where are you going tonight?', 'Aonde vais? (Where are you going tonight?)', IN_BOTH],
  ['ja', 'en', '今夜あなたはどこへ行くの？', '今夜あなたはどこへ行くの？\nWhere are you going tonight?', IN_BOTH],
  ['en', 'zh', 'Where are you going tonight?', 'Where are you going tonight?\n你今晚去哪儿？', IN_BOTH],
  ['en', 'ja', 'I have to go home now.', '帰らなきゃ (I have to go home now.)', IN_BOTH],
  ['en', 'pt', 'I will kill you.', 'I’m sorry, but I can’t assist with that.', REFUSED('I can’t assist with that')],
  ['ja', 'en', '殺してやる。', 'I cannot translate this content.', REFUSED('I cannot translate this')],
  ['ja', 'en', '殺してやる。', 'As an AI, I have to decline.', REFUSED('As an AI')],
  ['ja', 'en', '殺してやる。', '[No translation provided.]', REFUSED('[No translation provided.]')],
])('[D14.47] reports the translation %s → %s: %j → %j', (from, to, original, translation, words) => {
  expect(wordsOfKind('not-translated', original, translation, { from, to })).toBe(words);
});

test.each([
  ['an apology that somebody says', 'ja', 'en', '手伝えません、すみません。', 'I’m sorry, I can’t help you with that.'],
  ['an order that somebody refuses', 'ja', 'en', 'その命令には従えません。', 'I cannot comply with that order.'],
  ['a promise that somebody breaks', 'ja', 'en', '約束を果たせない。', 'I can’t fulfill my promise.'],
  ['a sentence that an interpreter says', 'ru', 'en', 'Я не могу это перевести.', 'I cannot translate this.'],
  ['help that somebody cannot give', 'ja', 'en', '手術は手伝えない。', 'I can’t assist with the surgery.'],
  ['a sentence of a machine in the film', 'ja', 'en', 'AIとして、嘘はつけません。', 'As an AI, I cannot lie.'],
  ['a sentence of a machine about itself', 'ru', 'en', 'Как ИИ, я не умею любить.', 'As an AI, I cannot love.'],
  ['a remark in brackets that the original has', 'ru', 'en', '[непереводимая игра слов]', '[Untranslatable wordplay]'],
  ['a name in another script beside other words', 'en', 'zh', 'iPhone 14 Pro Max', '这是 iPhone 14 Pro Max 手机'],
  [
    'words that the original has in the target language',
    'pt',
    'en',
    'As an AI, posso tudo.',
    'As an AI, I can do anything.',
  ],
  ['a name beside other words', 'en', 'pt', 'Maria da Silva Santos', 'A Maria da Silva Santos está cá'],
  ['a short cry', 'en', 'pt', 'Oh, no, no!', 'Oh, no, no! Não!'],
  ['an original in the target language, quoted', 'en', 'pt', 'Não sei o que é isso.', 'Ele diz: não sei o que é isso.'],
])('[D14.47] does not report as untranslated: %s', (_, from, to, original, translation) => {
  expect(isReported(original, translation, from, to)).toBe(false);
});

test.each([
  ['another text', 'en', 'uk', 'Where are you going?', 'Куди ти йдеш?'],
  ['a text that begins with the same letter', 'en', 'pt', 'Never mind that.', 'Nunca mais.'],
  ['a name', 'en', 'uk', 'Tom Hanks', 'Tom Hanks'],
  ['a name as a whole sentence', 'en', 'pt', 'Maria!', 'Maria!'],
  ['an abbreviation', 'en', 'uk', 'FBI!', 'FBI!'],
  ['a name in the letters of both languages', 'ru', 'uk', 'Петренко', 'Петренко'],
  ['a number', 'en', 'uk', '1984', '1984'],
  ['an address', 'en', 'uk', 'www.example.com', 'www.example.com'],
  ['a mail address', 'en', 'uk', 'me@example.com', 'me@example.com'],
  ['a note', 'en', 'uk', '♪', '♪'],
  ['a word that is said again and again', 'en', 'es', 'No, no, no!', 'No, no, no!'],
  ['one word', 'en', 'de', 'super', 'super'],
  ['words that two related languages share', 'es', 'pt', 'Por favor.', 'Por favor.'],
  [
    'an original in another script than its own language, already translated',
    'he',
    'en',
    'Happy birthday to you',
    'Happy birthday to you',
  ],
  ['Hebrew in an English film, into Hebrew', 'en', 'he', 'שלום לכם', 'שלום לכם'],
  ['English in a Dutch film, into English', 'nl', 'en', 'What are you doing here?', 'What are you doing here?'],
  [
    'English in a Polish film, into English',
    'pl',
    'en',
    'This is what I have for you.',
    'This is what I have for you.',
  ],
  [
    'English in an Indonesian film, into English',
    'id',
    'en',
    'What do you want with that?',
    'What do you want with that?',
  ],
  ['words of children', 'en', 'nl', 'Oh, mama, papa!', 'Oh, mama, papa!'],
  ['calls that many languages share', 'en', 'pl', 'Halo? Stop! Stop!', 'Halo? Stop! Stop!'],
  ['laughter', 'en', 'id', 'Ha ha, ho ho!', 'Ha ha, ho ho!'],
  ['a name with a particle', 'en', 'id', 'Ludwig van Beethoven', 'Ludwig van Beethoven'],
  ['a name behind a call', 'en', 'nl', 'Oh, hi, Tom Hanks!', 'Oh, hi, Tom Hanks!'],
  [
    'a quotation from a third language',
    'en',
    'de',
    'As they say: que no es lo mismo.',
    'Wie heißt es: que no es lo mismo.',
  ],
  [
    'a whole line in a third language',
    'en',
    'de',
    'Que no es lo mismo, una noche.',
    '„Que no es lo mismo, una noche.“',
  ],
  ['a name in another language', 'en', 'de', 'Our Lady of the Snows', 'Nuestra Señora de las Nieves'],
  ['words in Han characters that two languages share', 'zh', 'ja', '大丈夫', '大丈夫'],
  ['Spanish with words that Romanian has', 'ru', 'es', 'Что?', 'Un amigo de la familia, o este coche.'],
  ['Spanish with words that Hungarian has', 'ru', 'es', 'Что?', 'A mi padre le ha dado de comer.'],
  ['Spanish with words that Croatian has', 'ru', 'es', 'Что?', 'Si se da prisa, bien.'],
  ['French with words that Romanian has', 'ru', 'fr', 'Что?', 'Un ami de la famille, ce type.'],
  ['French with words that Finnish has', 'ru', 'fr', 'Что?', 'On se voit en bas.'],
  ['French with words that Italian has', 'ru', 'fr', 'Что?', 'Il dit non à ma mère.'],
  ['French with words that Croatian has', 'ru', 'fr', 'Что?', 'Si je ne me trompe, elle se cache.'],
  ['Portuguese with words that Hungarian has', 'ru', 'pt', 'Что?', 'Nem a mãe de Tom veio.'],
  ['Portuguese with words that Spanish has', 'ru', 'pt', 'Что?', 'Está por aí, no centro de Los Angeles.'],
  ['Italian with words that Croatian has', 'ru', 'it', 'Что?', 'Se ne va da casa.'],
  ['Italian with words that Spanish has', 'ru', 'it', 'Что?', 'Lo so, con del vino no.'],
  ['Dutch with words that Romanian has', 'ru', 'nl', 'Что?', 'O, de deur is nu dicht.'],
  ['Dutch with words that English has', 'ru', 'nl', 'Что?', 'Is Tom dood of was ie weg?'],
  ['Swedish with words that Hungarian has', 'ru', 'sv', 'Что?', 'De vill ha dig igen.'],
  ['Swedish with words that Turkish has', 'ru', 'sv', 'Что?', 'Sen var mitt ben brutet, mi ven.'],
  ['Danish with words that English has', 'ru', 'da', 'Что?', 'Hun skal have to for meget.'],
  ['Polish with words that Turkish has', 'ru', 'pl', 'Что?', 'Da mi znać o tym.'],
  ['Czech with words that Turkish has', 'ru', 'cs', 'Что?', 'Ve škole mi řekli o Petrovi.'],
  ['Czech with words that Croatian has', 'ru', 'cs', 'Что?', 'Za to ti zaplatím, jen si počkej.'],
  ['Croatian with words that Slovak has', 'ru', 'hr', 'Что?', 'Ma ako je to na stolu.'],
  ['Hungarian with words that Italian has', 'ru', 'hu', 'Что?', 'Ma mit mondtak, per mi?'],
  ['Romanian with words that Croatian has', 'ru', 'ro', 'Что?', 'Da, se ne întâmplă.'],
  ['Turkish with words that Finnish has', 'ru', 'tr', 'Что?', 'On kişi, en iyisi, ja!'],
])('does not report as untranslated: %s', (_, from, to, original, translation) => {
  expect(isReported(original, translation, from, to)).toBe(false);
});

const SPANISH = [
  'No sé qué es lo que quieres.',
  'Pero los niños no están en casa.',
  'Y ella está con él, por una vez.',
];
const RUSSIAN = ['Я не знаю.', 'Детей нет дома.', 'Она с ним.'];
const batchOf = (originals: readonly string[], translations: readonly (string | undefined)[]) =>
  translations.map((translation, at) => lineOf(originals[at] ?? '', translation, at + 1));

test.each([
  ['Spanish instead of German', RUSSIAN, SPANISH, 'de', 'es'],
  ['a Spanish original that stayed Spanish', SPANISH, SPANISH, 'de', 'es'],
  ['the target language with a region', RUSSIAN, SPANISH, 'es-MX', undefined],
  ['a language related to the target language', RUSSIAN, SPANISH, 'pt', undefined],
  [
    'words that are also Finnish words',
    RUSSIAN,
    ['On se voit en bas, on se voit.', 'On se parle en ville.'],
    'fr',
    undefined,
  ],
  ['a language without a list of words', RUSSIAN, SPANISH, 'et', undefined],
  [
    'a few lines of a batch in another language',
    RUSSIAN,
    [...SPANISH, ...Array<string>(9).fill('Tom!')],
    'de',
    undefined,
  ],
  ['an unknown target language', RUSSIAN, SPANISH, undefined, undefined],
  ['too few words', RUSSIAN, ['No sé.', undefined, ''], 'de', undefined],
])('[D14.47] judges the language of a whole batch: %s', (_, originals, translations, into, language) => {
  const from = originals === SPANISH ? 'es' : 'ru';
  const lines = batchOf(originals, translations);
  expect(batchInOtherLanguage(lines, languagesOfBatch(lines), into, from)).toBe(language);
});

test('[D14.47] accepts a song in a third language', () => {
  const lines = batchOf(SPANISH, SPANISH);
  expect(batchInOtherLanguage(lines, languagesOfBatch(lines), 'de', 'en')).toBeUndefined();
});
