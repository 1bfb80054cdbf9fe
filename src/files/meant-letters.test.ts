import { expect, it } from 'vitest';
import { encode } from '../../test/encode.ts';
import { meantLetters } from './meant-letters.ts';

const WESTERN = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
const western = (byte: number) =>
  byte >= 0x80 && byte < 0xa0 ? (WESTERN[byte - 0x80] ?? '') : String.fromCharCode(byte);
/** UTF-8 bytes read in another encoding. */
const taken = (text: string, read: (byte: number) => string) =>
  [...new TextEncoder().encode(text)].map((byte) => read(byte)).join('');
const cyrillic = (byte: number) => new TextDecoder('windows-1251').decode(Uint8Array.of(byte));

const film = (...texts: readonly string[]) =>
  texts.map((text, index) => `${index + 1}\n00:00:0${index},000 --> 00:00:0${index},900\n${text}\n`).join('\n');
const RUSSIAN = film('То, что нужно.', 'Привет, «друг»…', '- Кто там?', 'Это я.');
const FRENCH = film('Où étais-tu ?', 'Déjà à l’école.', 'Ça va être long.', 'OK.');

it.each([
  ['Russian read as windows-1252', taken(RUSSIAN, western), RUSSIAN],
  ['Russian read as Latin 1', taken(RUSSIAN, String.fromCharCode), RUSSIAN],
  ['Russian read as windows-1251', taken(RUSSIAN, cyrillic), RUSSIAN],
  ['French', taken(FRENCH, western), FRENCH],
  ['a text with its byte-order mark', taken(`\ufeff${FRENCH}`, western), FRENCH],
  ['a text with one correct line', taken(RUSSIAN, western) + film('Это Том'), RUSSIAN + film('Это Том')],
])('[D1.21] restores a text that was encoded twice: %s', (_, text, meant) => {
  expect(meantLetters(text)).toBe(meant);
});

it.each([RUSSIAN, FRENCH, film('Hello'), '', film('Ã', 'Ð', '©'), film('Größe', 'Ã©', 'Häuser', 'übel', 'Öl')])(
  '[D1.21] keeps a correct text: %j',
  (text) => {
    expect(meantLetters(text)).toBeUndefined();
  },
);

function bytesOf(text: string, encoding: string): Uint8Array {
  const decoder = new TextDecoder(encoding);
  const bytes = new Map<string, readonly number[]>();
  for (let trail = 0xff; trail >= 0x40; trail--)
    for (let lead = 0xfe; lead > 0x80; lead--) bytes.set(decoder.decode(Uint8Array.of(lead, trail)), [lead, trail]);
  for (let byte = 0; byte < 256; byte++) bytes.set(decoder.decode(Uint8Array.of(byte)), [byte]);
  return Uint8Array.from([...text].flatMap((character) => bytes.get(character) ?? [0x3f]));
}
const asWestern = (text: string, encoding: string) => [...bytesOf(text, encoding)].map(western).join('');
const asCyrillic = (text: string, encoding: string) => new TextDecoder('windows-1251').decode(bytesOf(text, encoding));

const OTHERS: readonly (readonly [encoding: string, ...lines: string[]])[] = [
  ['windows-1251', 'Привет! Как дела?', 'Я не знаю, что тебе сказать.', 'Подожди, не уходи.'],
  ['koi8-u', 'Привіт! Як справи?', 'Я не знаю, що тобі сказати.', 'Зачекай, не йди.'],
  ['windows-1253', 'Γεια σου! Τι κάνεις;', 'Δεν ξέρω τι να σου πω.', 'Περίμενε, μη φεύγεις.'],
  ['windows-1255', 'שלום! מה שלומך?', 'אני לא יודע מה להגיד לך.', 'חכה, אל תלך.'],
  ['windows-1256', 'سلام! چطوري؟', 'نمي دونم چي بهت بگم.', 'صبر كن، منو اينجا تنها نذار.'],
  ['windows-1256', 'مرحبا! كيف حالك؟', 'لا أعرف ماذا أقول لك.', 'انتظر، لا تتركني هنا.'],
  ['windows-874', 'สวัสดี! สบายดีไหม?', 'ฉันไม่รู้จะบอกคุณยังไง', 'เดี๋ยวก่อน อย่าทิ้งฉันไว้ที่นี่'],
  ['windows-1250', 'Cześć! Jak się masz?', 'Nie wiem, co ci powiedzieć.', 'Chodźmy, już późno. Gdzie byłeś?'],
  ['windows-1250', 'Ahoj, příteli! Jak se máš?', 'Nevím, co ti mám říct.', 'Počkej, nenechávej mě tady.'],
  ['windows-1250', 'Késő van, menjünk! Ő is jön.', 'Ez őrültség, nagyszerű nő!', 'Hűha, várj, erről tudtál? Bűnös ő.'],
  ['windows-1250', 'Nu ştiu ce să-ţi spun.', 'Hai să mergem, aşteaptă puţin.', 'Ţi-am spus să nu pleci. Ştii?'],
  [
    'windows-1254',
    'Nasılsın? Şimdi değil.',
    'Sana ne diyeceğimi bilmiyorum. Hayır!',
    'Kimse bize inanmıyor, ağlıyor, çalışıyor.',
  ],
  ['windows-1257', 'Nežinau, ką tau pasakyti.', 'Eikime namo, jau vėlu. Grįšiu.', 'Palauk, nepalik manęs čia. Ačiū.'],
  ['gbk', '你好！你好吗？', '我不知道该对你说什么。', '等一下，别把我留在这里。'],
  ['big5', '你好！你好嗎？', '我不知道該對你說什麼。', '等一下，別把我留在這裡。'],
  ['shift_jis', 'こんにちは！元気ですか？', '何と言えばいいのかわからない。', '待って、ここに置いていかないで。'],
  ['euc-kr', '안녕하세요! 잘 지내세요?', '너에게 뭐라고 말해야 할지 모르겠어.', '기다려, 날 여기 두고 가지 마.'],
];

it.each(OTHERS)('[D1.26] restores letters of %s that were read in another code page: %s', (encoding, ...lines) => {
  const garbled = asWestern(film(...lines), encoding);
  expect(garbled).not.toBe(film(...lines));
  expect(meantLetters(garbled)).toBe(film(...lines));
});

it.each([
  ['Ïðèâåò!', 'Привет!'],
  ['ÊáëçìÝñá', 'Καλημέρα'],
  ['Za¿ó³æ gêœl¹ jaŸñ', 'Zażółć gęślą jaźń'],
  ['CafÃ©', 'Café'],
  ['Itâ€™s a trap.', 'It’s a trap.'],
  ['Größe und cafÃ©', 'Größe und café'],
  ['Привет, Ïðèâåò äðóã', 'Привет, Привет друг'],
  ['Caf√© cr√®me', 'Café crème'],
  ['Dйjа vu, oщ est-il allй?', 'Déjà vu, où est-il allé?'],
  ['рТЙЧЕФ, ЛБЛ ДЕМБ', 'Привет, как дела'],
  [
    asCyrillic('Γεια σου! Τι κάνεις; Δεν ξέρω τι να σου πω.', 'windows-1253'),
    'Γεια σου! Τι κάνεις; Δεν ξέρω τι να σου πω.',
  ],
])('[D1.26] restores a film of one line: %s', (line, meant) => {
  expect(meantLetters(film(line))).toBe(film(meant));
});

it('[D1.26] restores a text that was encoded three times', () => {
  expect(meantLetters(taken(taken(FRENCH, western), western))).toBe(FRENCH);
});

it('[D1.26] restores garbled lines among correct ones', () => {
  const good = film('Où es-tu ?', 'Déjà ?', 'Ça va.', 'Très bien.');
  expect(meantLetters(good + taken(FRENCH, western))).toBe(good + FRENCH);
});

it.each([
  ...OTHERS.map(([, ...lines]) => film(...lines)),
  ...OTHERS.flatMap(([, ...lines]) => lines.map((line) => film(line))),
  ...[
    'Voilà, c’est déjà l’été !',
    'Das heißt „Übergröße“ – schön, nä?',
    '¿Qué, señor? ¡Mañana, corazón!',
    'AMANHÃ…',
    '«MAÇû',
  ],
  ...[
    'Vänta, lämna mig inte här på ön.',
    'Må jeg være på øen?',
    'Það er ekkert, maður. Æ, góði!',
    'Oota, ära jäta mind õue.',
  ],
  ...[
    'Perché? È così, più o meno.',
    'Tôi không biết nói gì với anh.',
    'Përshëndetje! Është vonë.',
    'No‘to‘g‘ri qiymat',
    'Això és així, col·lega.',
  ],
  ...[
    'Да съдържа елемента.',
    'Дэлгэц',
    'ВЧЕРА… «ДА»',
    'Ві, Ді, Пі…',
    'Джек и Џон',
    'नमस्ते! आप कैसे हैं?',
    'გამარჯობა',
    'Բարեւ',
  ],
  ...[
    'ÅÄÖ',
    'ÅÅÅÅH! ÄÄÄÄ! ÖÖÖ!',
    '— … ♪ « » “ ” ‘ ’ … — –',
    '50 £, 20 €, 3 m², 5 °C, № 7',
    'Zoë, Łukasz, Ørsted, Señor Müller',
    '—É tarde.',
  ],
])('[D1.26] keeps a correct text: %s', (text) => {
  expect(meantLetters(text)).toBeUndefined();
});

const inFilm = (...lines: readonly string[]) =>
  lines.map((line, at) => `${at + 1}\n00:00:${at + 10},000 --> 00:00:${at + 10},900\n${line}\n`).join('\n');

it.each([
  [
    'Lithuanian and Spanish',
    'Labas, ką čia veiki?',
    'Nežinau, ką tau pasakyti.',
    'Hola, ¿dónde estás?',
    'No sé qué decirte, señor.',
  ],
  [
    'Serbian and Italian',
    'Šta radiš, čoveče?',
    'Hajdemo kući, đavole!',
    'Ciao, perché non è qui?',
    'È così, c’è già qualcuno.',
  ],
  ['Slovak and Italian', 'Čo tu robíš?', 'Neviem, čo ti povedať.', 'Sì, così. Perché?', 'È già tardi, città.'],
  ['Turkish and Icelandic', 'Merhaba, nasılsın?', 'Şimdi değil, geç oldu.', 'Hæ, hvað segirðu?', 'Það er orðið seint.'],
  ['Croatian and Catalan', 'Što radiš? Gdje su ključevi?', 'Možeš li ući?', 'Què tal, germà?', 'Això és així.'],
  ['Mongolian in capitals', 'САЙН УУ, САЙН БАЙНА УУ?', 'ЧАМД ЮУ ХЭЛЭХЭЭ МЭДЭХГҮЙ БАЙНА.'],
  ['Kazakh', 'Сәлем, қалайсың?', 'Саған не айтарымды білмеймін.'],
])('[D1.26] keeps a correct film: %s', (_, ...lines) => {
  expect(meantLetters(inFilm(...lines))).toBeUndefined();
});

it('[D1.26] restores Hebrew that was read as plausible Cyrillic', () => {
  const hebrew = inFilm('שלום, מה שלומך?', 'אני לא יודע מה להגיד לך.', 'בוא נלך הביתה, כבר מאוחר.');
  const garbled = new TextDecoder('windows-1251').decode(encode(hebrew, 'windows-1255'));
  expect(meantLetters(garbled)).toBe(hebrew);
});
