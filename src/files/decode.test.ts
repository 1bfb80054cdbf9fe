import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encode } from '../../test/encode.ts';
import { fuzzRuns } from '../../test/fuzz-runs.ts';
import { utfBytes } from '../../test/utf-bytes.ts';
import { decodeSubtitle } from './decode.ts';
import { ENCODINGS, type EncodingName } from './encodings.ts';

const RUSSIAN =
  '1\r\n00:00:01,000 --> 00:00:02,500\r\nНу и что же ты теперь будешь\r\nс этим делать, друг мой?\r\n\r\n' +
  '2\r\n00:00:03,000 --> 00:00:04,000\r\n- Кто здесь?\r\n- Это я, открой!\r\n';
const CAPITALS = '1\r\n00:00:01,000 --> 00:00:02,500\r\nГДЕ МЫ НАХОДИМСЯ?\r\nСЕЙЧАС ЖЕ ВЫХОДИТЕ ИЗ МАШИНЫ!\r\n';
const UKRAINIAN =
  '1\n00:00:01,000 --> 00:00:02,500\nПривіт! Що це таке? Їжа на столі,\nа ґанок зачинено. Єдине, що я знаю.\n';
const FRENCH = '1\n00:00:01,000 --> 00:00:02,500\nQue fais-tu là ? Je ne sais pas où tu étais.\nÇa ira déjà mieux.\n';
const POLISH =
  '1\n00:00:01,000 --> 00:00:02,500\nNie wiem, co ci powiedzieć. Chodźmy do domu,\na tam zobaczymy. Zażółć gęślą jaźń.\n';
const SERBIAN =
  '1\n00:00:01,000 --> 00:00:02,500\nŠta radiš ovde? Ne znam šta da ti kažem.\nMožda će sutra doći, ali gde je đavo?\n\n' +
  '2\n00:00:03,000 --> 00:00:04,000\n- Čekaj malo, moram da idem kući.\n- Ništa se nije desilo, veruj mi… „Laž!“\n';
const SLOVENE = '1\n00:00:01,000 --> 00:00:02,500\nKaj počneš? Ne vem, če boš še živel.\nPridi že, čakam te.\n';
const DANISH =
  '1\n00:00:01,000 --> 00:00:02,500\nHvad laver du? Jeg ved ikke, hvad jeg skal sige, kære.\nVi går hjem nu på øen.\n';
const ICELANDIC =
  '1\n00:00:01,000 --> 00:00:02,500\nHvað ertu að gera? Það er ekkert, maður.\nVið þurfum að fara, þú veist það. Æ, góði!\n';
const ITALIAN =
  "1\n00:00:01,000 --> 00:00:02,500\nChe cos'è? È così, non c'è più niente da fare.\nPerché non è già qui?\n";
const GREEK =
  '1\n00:00:01,000 --> 00:00:02,500\nΤι κάνεις εδώ; Δεν ξέρω τι να σου πω.\nΠάμε σπίτι και βλέπουμε εκεί.\n';
const HEBREW =
  '1\n00:00:01,000 --> 00:00:02,500\nמה אתה עושה כאן? אני לא יודע מה להגיד לך.\nבוא נלך הביתה ונראה שם. מי זה?\n';

const filmOf = (lines: readonly string[]): string =>
  lines.map((line, at) => `${at + 1}\n00:00:${at + 10},000 --> 00:00:${at + 10},900\n${line}\n`).join('\n');
const PERSIAN = filmOf(['سلام، چطوري پسر؟', 'من خوبم. تو چي؟', 'بيا بريم خونه، ديگه دير شده.']);
const PERSIAN_ALONE = filmOf(['نمي دونم چرا اين كار رو كرد.', 'بس كن! من اونجا نبودم.', 'كجا ميري؟ صبر كن.']);
const ARABIC = filmOf(['مرحبا، كيف حالك؟', 'لا أعرف ماذا أقول لك.', 'هيا بنا إلى البيت، لقد تأخر الوقت.']);
const GREEK_OF_WINDOWS = filmOf(['Άννα, πού είσαι;', 'Εδώ είμαι. Άσε με!', 'Δεν ξέρω τι να σου πω.']);
const GREEK_WITH_APOSTROPHES = filmOf(['Άννα, πού ’σαι;', 'Θα ’ρθω. Άσε με!', 'Μου ’πε να ’μαι εδώ.']);
const HEBREW_WITH_LATIN = filmOf([
  'תוקף הסיסמה שלך פג היום.',
  'מדפסת מחוברת ליציאת USB.',
  'כלי להגדרת CUPS.',
  'לא מפתח GPG.',
]);
const HEBREW_POINTED = filmOf(['שָׁלוֹם, מַה שְּׁלוֹמְךָ?', 'אֲנִי לֹא יוֹדֵעַ מַה לְהַגִּיד לְךָ.', 'בּוֹא נֵלֵךְ הַבַּיְתָה.']);

test.each([
  ['UTF-8', RUSSIAN, new TextEncoder().encode(RUSSIAN)],
  ['UTF-8', 'a\ufffd', Uint8Array.of(0xef, 0xbb, 0xbf, 0x61, 0xff)],
  ['UTF-8', '', new Uint8Array()],
  ['UTF-16 LE', 'Привет', utfBytes('\ufeffПривет', 2, true)],
  ['UTF-16 BE', 'Привет', utfBytes('\ufeffПривет', 2, false)],
  ['UTF-16 LE', RUSSIAN, utfBytes(RUSSIAN, 2, true)],
  ['UTF-16 BE', RUSSIAN, utfBytes(RUSSIAN, 2, false)],
  ['UTF-16 LE', '1', utfBytes('1', 2, true)],
  ['UTF-32 LE', `${RUSSIAN}😀`, utfBytes(`\ufeff${RUSSIAN}😀`, 4, true)],
  ['UTF-32 BE', `${RUSSIAN}😀`, utfBytes(`\ufeff${RUSSIAN}😀`, 4, false)],
] as const)('recognizes %s without guessing', (encoding, text, bytes) => {
  expect(decodeSubtitle(bytes)).toEqual({ ok: true, value: { text, encoding, detected: false } });
});

test.each<[EncodingName, string, string]>([
  ['windows-1251', 'windows-1251', RUSSIAN],
  ['KOI8-R', 'koi8-r', RUSSIAN],
  ['ISO-8859-5', 'iso-8859-5', RUSSIAN],
  ['IBM866', 'ibm866', RUSSIAN],
  ['MacCyrillic', 'x-mac-cyrillic', RUSSIAN],
  ['windows-1250', 'windows-1250', SERBIAN],
  ['windows-1250', 'windows-1250', SLOVENE],
  ['ISO-8859-2', 'iso-8859-2', SERBIAN.replace(/[…„“]/g, '')],
  ['ISO-8859-2', 'iso-8859-2', SLOVENE],
  ['windows-1252', 'windows-1252', DANISH],
  ['windows-1252', 'windows-1252', ICELANDIC],
  ['windows-1252', 'windows-1252', ITALIAN],
  ['windows-1251', 'windows-1251', CAPITALS],
  ['KOI8-R', 'koi8-r', CAPITALS],
  ['ISO-8859-5', 'iso-8859-5', CAPITALS],
  ['windows-1251', 'windows-1251', UKRAINIAN],
  ['KOI8-U', 'koi8-u', UKRAINIAN],
  ['windows-1252', 'windows-1252', FRENCH],
  ['windows-1250', 'windows-1250', POLISH],
  ['ISO-8859-7', 'iso-8859-7', GREEK],
  ['windows-1255', 'windows-1255', HEBREW],
  ['windows-1255', 'windows-1255', HEBREW_WITH_LATIN],
  ['windows-1255', 'windows-1255', HEBREW_POINTED],
  ['windows-1256', 'windows-1256', PERSIAN],
  ['windows-1256', 'windows-1256', PERSIAN_ALONE],
  ['windows-1256', 'windows-1256', ARABIC],
  ['ISO-8859-6', 'iso-8859-6', ARABIC],
  ['windows-1253', 'windows-1253', GREEK_OF_WINDOWS],
  ['ISO-8859-7', 'iso-8859-7', GREEK_OF_WINDOWS],
  ['ISO-8859-7', 'iso-8859-7', GREEK_WITH_APOSTROPHES],
])('[D1.1] guesses the encoding %s', (encoding, label, text) => {
  expect(decodeSubtitle(encode(text, label))).toEqual({ ok: true, value: { text, encoding, detected: true } });
});

test('[D1.1] does not read an English text with © and one foreign word as Serbian', () => {
  const plain = '1\n00:00:01,000 --> 00:00:02,000\nThe quick brown fox jumps over the lazy dog.\n\n'.repeat(100);
  const text = `${plain}Hail, Cæsar! © 2010. `;
  expect(decodeSubtitle(encode(text.repeat(3), 'windows-1252'))).toMatchObject({
    value: { text: text.repeat(3), encoding: 'windows-1252' },
  });
});

test('[D1.1] recognizes ISO-2022-JP by its escapes', () => {
  const bytes = new TextEncoder().encode('1\n00:00:01,000 --> 00:00:02,000\n\x1b$B$3$s$K$A$O\x1b(B\n');
  const text = '1\n00:00:01,000 --> 00:00:02,000\nこんにちは\n';
  expect(decodeSubtitle(bytes)).toEqual({ ok: true, value: { text, encoding: 'ISO-2022-JP', detected: true } });
});

test('guesses the encoding of a text with a long ASCII beginning', () => {
  const ascii = '1\n00:00:01,000 --> 00:00:02,000\nHello there\n\n'.repeat(5000);
  const decoded = decodeSubtitle(encode(ascii + RUSSIAN, 'koi8-r'));
  expect(decoded).toMatchObject({ value: { text: ascii + RUSSIAN, encoding: 'KOI8-R' } });
});

test('reads UTF-8 with one broken byte as UTF-8, and marks the encoding as a guess', () => {
  const bytes = new TextEncoder().encode(RUSSIAN);
  bytes[bytes.indexOf(0xd0, 150)] = 0xff;
  expect(decodeSubtitle(bytes)).toMatchObject({ value: { encoding: 'UTF-8', detected: true } });
});

test.each([
  ['a video', Uint8Array.of(0, 0, 0, 0x20, ...new TextEncoder().encode('ftypisom'), 0, 0, 2, 0, 0x91, 0xff)],
  ['a text with a zero in it', new TextEncoder().encode('1\n00:00:01,000 --> 00:00:02,000\nHi\0there\n')],
  ['UTF-16 with a zero character', utfBytes('\ufeff1\n\0\0', 2, true)],
  ['control characters', Uint8Array.from({ length: 400 }, (_, at) => 1 + (at % 8))],
])('refuses %s as binary', (_, bytes) => {
  expect(decodeSubtitle(bytes)).toMatchObject({
    ok: false,
    error: expect.stringContaining('This file is not text'),
  });
});

test('refuses 20 MB of zeros, and reads 5 MB in one line', () => {
  const zeros = new Uint8Array(20 * 1024 * 1024);
  const line = new Uint8Array(5 * 1024 * 1024);
  const words = encode('Ну и что же ', 'windows-1251');
  for (let at = 0; at + words.length <= line.length; at += words.length) line.set(words, at);
  expect(decodeSubtitle(zeros).ok).toBe(false);
  expect(decodeSubtitle(line.fill(0x20, -words.length))).toMatchObject({ value: { encoding: 'windows-1251' } });
});

test('returns an encoding that the person can choose, or a refusal, for any bytes', () => {
  const names = new Set<string>(ENCODINGS.map(({ name }) => name));
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      const decoded = decodeSubtitle(bytes);
      if (decoded.ok) expect(names).toContain(decoded.value.encoding);
      else expect(decoded.error).not.toBe('');
    }),
    { numRuns: fuzzRuns(200) },
  );
});

test('[D13.5] accepts form feeds and vertical tabs as text', () => {
  const text = `WEBVTT\n\n00:01.000 --> 00:02.000\n${'a\vb\fc '.repeat(20)}\n`;
  expect(decodeSubtitle(new TextEncoder().encode(text), 'a.vtt')).toMatchObject({ value: { text } });
});

test.each([
  ['film.vtt', 'looks like a video or another binary file that is named .vtt. Choose'],
  ['a film', 'looks like a video or another binary file. Choose'],
])('[D13.5] names the extension in the refusal of %s', (name, words) => {
  expect(decodeSubtitle(new Uint8Array([1, 0, 2, 3]), name)).toMatchObject({
    error: expect.stringContaining(words),
  });
});

const THAI = ['คุณจะไปไหน', 'ฉันไม่รู้ บางทีอาจจะกลับบ้าน', 'ฉันรอคุณทั้งคืน', 'ทำไมคุณไม่โทรหาฉัน', 'ผมยุ่งมากกับงาน'].concat([
  'แล้วพบกันพรุ่งนี้เช้า',
  'ไม่มีใครเชื่อเราหรอก',
  'คุณรู้ความจริง',
  'ออกไปจากที่นี่เดี๋ยวนี้',
  'วางอาวุธลงบนพื้น',
]);

test('[D1.1] reads Thai as Thai, not as Hebrew', () => {
  const found = decodeSubtitle(encode(filmOf(THAI), 'windows-874'));
  expect(found).toEqual({ ok: true, value: { text: filmOf(THAI), encoding: 'windows-874', detected: true } });
});

test('[D1.1] does not read a few Korean lines as Thai', () => {
  const decoder = new TextDecoder('euc-kr');
  const bytesOf = new Map<string, readonly number[]>();
  for (let lead = 0xb0; lead <= 0xc8; lead++)
    for (let trail = 0xa1; trail <= 0xfe; trail++)
      bytesOf.set(decoder.decode(Uint8Array.of(lead, trail)), [lead, trail]);
  const lines = ['알겠습니다.', '집에 가자.', '그 여자는 누구야?', '내 친구예요.', '그만둬.', '그만둬!'];
  const text = lines
    .map((line, index) => `${index + 1}\n00:00:0${index},000 --> 00:00:0${index},900\n${line}\n`)
    .join('\n');
  const bytes = Uint8Array.from([...text].flatMap((letter) => bytesOf.get(letter) ?? [letter.charCodeAt(0)]));
  expect(decodeSubtitle(bytes)).toMatchObject({ value: { text, encoding: 'EUC-KR' } });
});

test.each([
  ['1\r\r\nA\r\r\n\r\r\n2\r\r\nB', '1\r\nA\r\n\r\n2\r\nB'],
  ['1\r\r\nA\r\n', '1\r\r\nA\r\n'],
  ['1\r\r\nA\rB', '1\r\r\nA\rB'],
  ['1\r\rA\r', '1\r\rA\r'],
])('[D2.1] reads the line ends of %j as %j', (file, text) => {
  for (const bytes of [new TextEncoder().encode(file), utfBytes(`\ufeff${file}`, 2, true)])
    expect(decodeSubtitle(bytes)).toMatchObject({ ok: true, value: { text } });
});

function inGb18030(text: string): Uint8Array {
  const decoder = new TextDecoder('gb18030');
  const bytesOf = new Map<string, readonly number[]>();
  for (let lead = 0xfe; lead >= 0x81; lead--)
    for (let trail = 0xa1; trail <= 0xfe; trail++)
      bytesOf.set(decoder.decode(Uint8Array.of(lead, trail)), [lead, trail]);
  return Uint8Array.from([...text].flatMap((letter) => bytesOf.get(letter) ?? [letter.charCodeAt(0)]));
}

test('[D1.27] prefers an encoding that reads every byte', () => {
  const japanese = ['こんにちは！元気ですか？', '何と言えばいいのかわからない。', '昨日どこにいたの？'];
  const chinese = ['你好！你好吗？', '我不知道该对你说什么。', '我们回家吧，已经很晚了。'];
  for (const text of [japanese, [...japanese, ...chinese], [...chinese, ...japanese]].map(filmOf))
    expect(decodeSubtitle(inGb18030(text))).toMatchObject({ value: { text, encoding: 'GB18030' } });
});

test('[D1.27] ignores a single broken byte when it guesses', () => {
  const bytes = encode(RUSSIAN, 'windows-1251');
  const thai = encode(filmOf(THAI), 'windows-874');
  thai[60] = 0xff;
  expect(decodeSubtitle(thai)).toMatchObject({ value: { encoding: 'windows-874' } });
  bytes[60] = 0x98;
  expect(decodeSubtitle(bytes)).toMatchObject({ value: { encoding: 'windows-1251' } });
});

const WESTERN_TEXTS: readonly (readonly [string, readonly string[]])[] = [
  ['French', ['Que fais-tu là ?', 'Je ne sais pas où tu étais.', 'Ça ira déjà mieux.']],
  ['German', ['Größe ist nicht alles.', 'Schöne Grüße an Ihre Frau.']],
  ['Spanish', ['¿Qué estás haciendo aquí, niño?', '¡No sé qué decirte, mañana hablaré!']],
  ['Portuguese', ['Onde você estava? Não sei o que dizer.', 'É uma canção, irmão.']],
  ['Italian', ['È così, non c’è più niente da fare.', 'Perché non è già qui?']],
  ['Swedish', ['Vad gör du här? Jag är på väg hem.']],
  ['Danish', ['Jeg ved ikke, hvad jeg skal sige, kære.', 'Vi går hjem nu på øen.']],
  ['one word', ['café']],
];
test.each(WESTERN_TEXTS)('[D1.28] reads %s in Macintosh encoding', (_, lines) => {
  const text = filmOf(lines);
  expect(decodeSubtitle(encode(text, 'macintosh'))).toMatchObject({ value: { text, encoding: 'Macintosh' } });
});
test.each(WESTERN_TEXTS)('[D1.28] does not read %s in windows-1252 as Macintosh encoding', (_, lines) => {
  const text = filmOf(lines.map((line) => line.replaceAll('’', "'")));
  expect(decodeSubtitle(encode(text, 'windows-1252'))).toMatchObject({ value: { text, encoding: 'windows-1252' } });
});
test('[D1.28] does not read quotation marks of Windows as letters of Macintosh', () => {
  const bytes = encode(filmOf(['It#s fine.', 'Don#t.']), 'windows-1252').map((byte) => (byte === 0x23 ? 0x92 : byte));
  expect(decodeSubtitle(bytes)).toMatchObject({ value: { encoding: 'windows-1252' } });
});

describe('[D1.29] a text with lines in UTF-8 and in another encoding', () => {
  const joined = (...parts: readonly Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]));
  const utf8 = (text: string) => new TextEncoder().encode(text);
  const russian = filmOf(['Ну и что же ты теперь будешь с этим делать?', 'Кто здесь? Это я, открой!']);
  test.each<[string, string, string, string, EncodingName]>([
    ['one Russian line in windows-1251', RUSSIAN.repeat(5), 'Это я!\n', 'windows-1251', 'UTF-8'],
    ['one Russian line in KOI8-R', RUSSIAN.repeat(5), 'Кто там? Открой дверь!\n', 'koi8-r', 'UTF-8'],
    ['most lines in another encoding', filmOf(['Я тут.']), russian.repeat(5), 'windows-1251', 'windows-1251'],
    ['one of two lines with foreign letters', filmOf(['A café.']), filmOf(['Another café.']), 'windows-1252', 'UTF-8'],
    ['Greek', filmOf(['Τι κάνεις εδώ;', 'Δεν ξέρω τι να σου πω.']), filmOf(['Πάμε σπίτι.']), 'windows-1253', 'UTF-8'],
    ['Polish', POLISH, filmOf(['Chodźmy do domu, już późno.']), 'windows-1250', 'UTF-8'],
    ['a French line in Russian text', RUSSIAN, filmOf(['Où étais-tu ?']), 'windows-1252', 'UTF-8'],
    ['a line in Macintosh encoding', FRENCH, filmOf(['Où étais-tu ?']), 'macintosh', 'UTF-8'],
    ['Japanese', filmOf(['こんにちは！元気ですか？', '昨日どこにいたの？']), russian, 'windows-1251', 'UTF-8'],
  ])('reads each line of a text in its own encoding: %s', (_, good, other, label, encoding) => {
    for (const [bytes, text] of [
      [joined(utf8(good), encode(other, label)), good + other],
      [joined(encode(other, label), utf8(good)), other + good],
    ] as const)
      expect(decodeSubtitle(bytes)).toEqual({ ok: true, value: { text, encoding, detected: true } });
  });

  test('ignores lines that are UTF-8 by chance, and UTF-8 lines with a broken letter', () => {
    // In GB18030, "联通" is valid UTF-8 for two other letters.
    const text = filmOf(['联通', '你好！你好吗？', '我不知道该对你说什么。', '我们回家吧，已经很晚了。']);
    expect(decodeSubtitle(inGb18030(text))).toMatchObject({ value: { text, encoding: 'GB18030' } });
    const damaged = utf8(RUSSIAN);
    damaged[damaged.indexOf(0xd0, 150)] = 0xff;
    expect(decodeSubtitle(damaged)).toMatchObject({
      value: { encoding: 'UTF-8', text: expect.stringContaining('\ufffd') },
    });
  });
});

test.each<[string, readonly number[], string, EncodingName]>([
  ['windows-1257', [0xf0, 0xe0, 0xeb], 'šąė', 'windows-1257'],
  ['ISO-8859-2', [0xb1, 0xe6, 0xbf], 'ąćż', 'ISO-8859-2'],
  ['iso-8859-1', [0xe9, 0xe8], 'éè', 'windows-1252'],
  ['cp1251', [0xc4, 0xe0], 'Да', 'windows-1251'],
])('[D1.30] uses the encoding that an XML document declares: %s', (declared, bytes, text, encoding) => {
  const head = new TextEncoder().encode(`<?xml version="1.0" encoding='${declared}'?><tt><p>`);
  const file = decodeSubtitle(Uint8Array.from([...head, ...bytes]));
  expect(file).toMatchObject({ ok: true, value: { encoding, detected: true, text: expect.stringContaining(text) } });
});

test('[D1.30] ignores the declared encoding if the document is UTF-8 or has bytes that are invalid in it', () => {
  const decoded = (encoding: string, bytes: readonly number[]) =>
    decodeSubtitle(
      Uint8Array.from([...new TextEncoder().encode(`<?xml version="1.0" encoding="${encoding}"?>`), ...bytes]),
    );
  expect(decoded('iso-8859-1', [0xc3, 0xa9])).toMatchObject({ value: { encoding: 'UTF-8', detected: false } });
  expect(decoded('utf-8', [0xe9])).not.toMatchObject({ value: { encoding: 'UTF-8' } });
  expect(decoded('no-such', [0xe9])).toMatchObject({ ok: true });
});
