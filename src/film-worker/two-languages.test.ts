import { describe, expect, it } from 'vitest';
import { HUMAN_TRANSLATIONS } from '../../test/human-translations.ts';
import { findTwoLanguages, type Side } from './two-languages.ts';

const at = (second: number) =>
  `00:${String(Math.floor(second / 60)).padStart(2, '0')}:${String(second % 60).padStart(2, '0')}`;
const time = (second: number, later = '000') => `${at(second)},${later} --> ${at(second + 2)},${later}`;
/** Each phrase at a time of its own. */
const apart = (texts: readonly string[]) =>
  texts.map((text, index) => ({ number: index + 1, text, time: time(index * 3) }));
const stacked = (...films: readonly (readonly string[])[]) =>
  apart((films[0] ?? []).map((_, index) => films.map((film) => film[index]).join('\n')));
/** One cue below the other at each time, or all of one film before those of the other. */
const together = (one: readonly string[], other: readonly string[], later?: string, isBehind = false) => {
  const cues = [one, other].map((film, which) =>
    film.map((text, index) => ({ text, time: time(index * 3, which === 1 ? later : undefined) })),
  );
  const all = isBehind ? cues.flat() : one.flatMap((_, index) => cues.flatMap((film) => film[index] ?? []));
  return all.map((cue, index) => ({ number: index + 1, ...cue }));
};

const EN = [
  'Where have you been all this time?',
  'I was in the kitchen with the old man.',
  'And what did he say to you?',
  'He said that it is not for us.',
  'You know that I have to go.',
  'Then go, and take the dog with you.',
  'This is the last house of the town.',
  'They are waiting for the train.',
];
const FILMS = {
  Chinese: [
    '你去哪儿了？',
    '我和老人在厨房里。',
    '他跟你说了什么？',
    '他说这不是给我们的。',
    '你知道我得走了。',
    '那就走吧，把狗也带上。',
    '这是镇上最后一所房子。',
    '他们在等火车。',
  ],
  Japanese: [
    '今までどこにいたの？',
    '台所におじいさんと一緒にいた。',
    '彼は何と言ったの？',
    '僕たちのものじゃないと言った。',
    '行かなきゃいけないんだ。',
    'じゃあ犬も連れて行って。',
    'これが町の最後の家だ。',
    '彼らは電車を待っている。',
  ],
  Korean: [
    '지금까지 어디 있었어?',
    '할아버지와 부엌에 있었어.',
    '뭐라고 하셨어?',
    '우리 것이 아니라고 했어.',
    '내가 가야 하는 거 알잖아.',
    '그럼 개도 데리고 가.',
    '이게 마을의 마지막 집이야.',
    '그들은 기차를 기다리고 있어.',
  ],
  Russian: [
    'Где ты был всё это время?',
    'Я был на кухне со стариком.',
    'И что он тебе сказал?',
    'Он сказал, что это не для нас.',
    'Ты знаешь, что мне надо идти.',
    'Тогда иди и возьми собаку.',
    'Это последний дом в городе.',
    'Они ждут поезда.',
  ],
  Arabic: [
    'أين كنت كل هذا الوقت؟',
    'كنت في المطبخ مع العجوز.',
    'وماذا قال لك؟',
    'قال إن هذا ليس لنا.',
    'أنت تعرف أنني يجب أن أذهب.',
    'اذهب إذن وخذ الكلب معك.',
    'هذا آخر بيت في البلدة.',
    'إنهم ينتظرون القطار.',
  ],
  Greek: [
    'Πού ήσουν τόση ώρα;',
    'Ήμουν στην κουζίνα με τον γέρο.',
    'Και τι σου είπε;',
    'Είπε πως δεν είναι για μας.',
    'Ξέρεις ότι πρέπει να φύγω.',
    'Τότε φύγε και πάρε τον σκύλο.',
    'Είναι το τελευταίο σπίτι.',
    'Περιμένουν το τρένο.',
  ],
  Spanish: [
    '¿Dónde has estado todo este tiempo?',
    'Estaba en la cocina con el viejo.',
    '¿Y qué es lo que te dijo?',
    'Dijo que no es para nosotros.',
    'Ya sabes que me tengo que ir.',
    'Pues vete, y llévate al perro.',
    'Esta es la última casa del pueblo.',
    'Están esperando el tren.',
  ],
  German: [
    'Wo warst du die ganze Zeit?',
    'Ich war mit dem Alten in der Küche.',
    'Und was hat er zu dir gesagt?',
    'Er sagte, das ist nicht für uns.',
    'Du weißt, dass ich gehen muss.',
    'Dann geh, und nimm den Hund mit.',
    'Das ist das letzte Haus der Stadt.',
    'Sie warten auf den Zug.',
  ],
} as const;
const NAMED = Object.entries(FILMS);

const textsOf = (phrases: readonly { readonly number: number; readonly text: string }[], side: Side) => {
  const alone = findTwoLanguages(phrases as Parameters<typeof findTwoLanguages>[0])?.textsIn(side);
  return phrases.map(({ number, text }) => alone?.get(number) ?? text);
};

describe.each(NAMED)('[D2.29][D2.30] a film in %s and English', (name, film) => {
  it.each<[how: string, phrases: ReturnType<typeof apart>]>([
    ['one above the other', stacked(film, EN)],
    ['in cues at one time', together(film, EN)],
    ['in cues, all of one language before those of the other', together(film, EN, undefined, true)],
  ])('is known as one, and gives each language alone: %s', (_, phrases) => {
    expect(findTwoLanguages(phrases)).toMatchObject({ names: [name, 'English'], phrases: phrases.length });
    expect(textsOf(phrases, 0).filter(Boolean)).toEqual(film);
    expect(textsOf(phrases, 1).filter(Boolean)).toEqual(EN);
  });

  it('is known with English above, too', () => {
    const phrases = stacked(EN, film);
    expect(findTwoLanguages(phrases)?.names).toEqual(['English', name]);
    expect(textsOf(phrases, 1)).toEqual(film);
  });
});

it('[D2.29] knows cues in two scripts whose times are not quite the same', () => {
  expect(textsOf(together(FILMS.Chinese, EN, '300'), 0).filter(Boolean)).toEqual(FILMS.Chinese);
});

it('[D2.29] knows two languages of one script by their letters: Russian and Ukrainian', () => {
  const uk = [
    'Де ти був увесь цей час?',
    'Я був на кухні зі старим.',
    'І що він тобі сказав?',
    'Він сказав, що це не для нас.',
    'Ти знаєш, що мені треба йти.',
    'Тоді йди і візьми собаку.',
    'Це останній будинок у місті.',
    'Вони чекають на потяг.',
  ];
  const found = findTwoLanguages(stacked([...FILMS.Russian, ...FILMS.Russian], [...uk, ...uk]));
  expect(found?.names).toEqual(['Russian', 'Ukrainian']);
});

it.each<[what: string, text: string, first: string, second: string]>([
  [
    'wrapped lines',
    '我和老人在\n厨房里\nI was in the kitchen\nwith the old man',
    '我和老人在\n厨房里',
    'I was in the kitchen\nwith the old man',
  ],
  ['a name in Latin letters', '我是 Bob Smith，你呢\nI am Bob Smith', '我是 Bob Smith，你呢', 'I am Bob Smith'],
  ['tags around both', '<i>我在厨房\nI was there</i>', '<i>我在厨房</i>', '<i>I was there</i>'],
  [
    'a tag with a colour',
    '<font color="#fff">我在厨房\nI was there</font>',
    '<font color="#fff">我在厨房</font>',
    '<font color="#fff">I was there</font>',
  ],
  ['a place on the picture', '{\\an8}我在厨房\nI was there', '{\\an8}我在厨房', '{\\an8}I was there'],
  ['tags of its own for each', '我在厨房\n<i>I was there</i>', '我在厨房', '<i>I was there</i>'],
  ['two who speak', '- 你好\n- 再见\n- Hello\n- Goodbye', '- 你好\n- 再见', '- Hello\n- Goodbye'],
  [
    'the other way round, which nobody can be sure of',
    'I was there\n我在厨房\nAnd now',
    'I was there\n我在厨房\nAnd now',
    'I was there\n我在厨房\nAnd now',
  ],
  ['a sign in one language', 'CENTRAL STATION', 'CENTRAL STATION', 'CENTRAL STATION'],
  ['the same name twice', 'Bob!\nBob!', 'Bob!\nBob!', 'Bob!\nBob!'],
  ['figures alone', '1984', '1984', '1984'],
  ['figures below a line', '我在厨房\n1984', '我在厨房\n1984', '我在厨房\n1984'],
])('[D2.30] parts a phrase of a film in two languages, and no other: %s', (_, text, first, second) => {
  const phrases = apart([...stacked(FILMS.Chinese, EN).map((phrase) => phrase.text), text]);
  expect(textsOf(phrases, 0).at(-1)).toBe(first);
  expect(textsOf(phrases, 1).at(-1)).toBe(second);
});

it('[D2.30] leaves a cue that has no counterpart', () => {
  const phrases = [...together(FILMS.Russian, EN), { number: 90, text: 'THE END', time: time(400) }];
  expect(textsOf(phrases, 0)).toContain('THE END');
});

const wrapped = (film: readonly string[]) => apart(film.map((text) => text.replace(/ (?=\S+ \S+$)/, '\n')));
const times = <One>(count: number, ones: readonly One[]) => Array.from({ length: count }, () => ones).flat();

it.each<[what: string, phrases: ReturnType<typeof apart>]>([
  ...NAMED.map(([name, film]) => [`a film in ${name}`, wrapped(film)] as [string, ReturnType<typeof apart>]),
  ['a film in English', wrapped(times(5, EN))],
  ...Object.entries(HUMAN_TRANSLATIONS).map(
    ([name, text]) =>
      [name, apart(text.split('\n').map((line) => line.replace(/^\d+ /, '').replaceAll(String.raw`\n`, '\n')))] as [
        string,
        ReturnType<typeof apart>,
      ],
  ),
  [
    'a dialogue in which one speaks another language',
    apart([...EN, ...EN, '- Привет!\n- Hello!', '- Где ты?\n- I am here.', '- Кто там?\n- It is me.']),
  ],
  [
    'a dialogue in two languages in any order',
    apart(
      [0, 1, 2, 3, 4, 5].map((index) =>
        (index % 2 ? [EN[index], FILMS.Russian[index]] : [FILMS.Russian[index], EN[index]]).join('\n'),
      ),
    ),
  ],
  ['half of it in another language', apart([...EN, ...FILMS.Spanish])],
  [
    'songs with their translation',
    apart([
      ...EN,
      ...EN,
      '♪ さくら さくら ♪\n♪ Cherry blossoms ♪',
      '♪ 野山も里も ♪\n♪ In fields and hills ♪',
      '♪ 見わたす限り ♪\n♪ As far as I see ♪',
    ]),
  ],
  [
    'a name in Latin letters above each line',
    apart(FILMS.Russian.map((text, index) => `${index % 2 ? 'BOB' : 'ANN'}\n${text}`)),
  ],
  ['foreign words', apart(EN.map((text) => `${text}\nБабушка said so to me, and nobody else.`))],
  ['figures', apart(FILMS.Chinese.map((text, index) => `${index}\n${text}`))],
  [
    'Japanese without and with kana',
    apart(['東京駅\nここです', '山田太郎\nだれ？', 'どこ\n大阪', 'はい\nいいえ', '本当\nうん']),
  ],
  ['two who speak at one time in one language', together(EN.slice(0, 4), EN.slice(4))],
  [
    'signs that overlap',
    [...apart(EN), { number: 50, text: '中央站', time: time(0) }, { number: 51, text: '出口', time: time(3) }],
  ],
  ['two phrases', apart(['你好\nHello', '再见\nBye'])],
  ['no phrase', []],
])('[D2.29] accuses no good film: %s', (_, phrases) => {
  expect(findTwoLanguages(phrases)).toBeUndefined();
});

it('[D2.29] knows a long film, and no phrase of alternating lines, however long', () => {
  const numbered = (film: readonly string[]) => times(500, film).map((text, index) => `${text} ${index}`);
  const film = together(numbered(EN), numbered(FILMS.Chinese));
  expect(findTwoLanguages(film)?.phrases).toBe(film.length);
  expect(findTwoLanguages(apart(times(4, [times(20_000, ['你好', 'Hello']).join('\n')])))).toBeUndefined();
});

it.each([' / ', ' | ', ' // '])('[D2.29] two languages on one line are known by the sign between them: %j', (sign) => {
  const film = apart(EN.map((text, index) => `${text}${sign}${FILMS.Chinese[index]}`));
  const found = findTwoLanguages(film);
  expect(found?.names).toEqual(['English', 'Chinese']);
  expect(found?.textsIn(0).get(1)).toBe(EN[0]);
  expect(found?.textsIn(1).get(2)).toBe(FILMS.Chinese[1]);
  expect(findTwoLanguages(apart(EN.map((text) => `${text}${sign}${text.toLowerCase()}`)))).toBeUndefined();
});
