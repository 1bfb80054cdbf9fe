import { describe, expect, it } from 'vitest';
import { HUMAN_TRANSLATIONS } from '../../test/human-translations.ts';
import { EN, FILMS } from '../../test/one-film-in-languages.ts';
import { connectInside } from '../../test/session-harness.ts';
import type { ReadAs } from '../subtitles/formats.ts';
import { NO_FILM } from './calls.ts';
import { findTwoLanguages, type Side } from './two-languages.ts';

const at = (second: number) =>
  `00:${String(Math.floor(second / 60)).padStart(2, '0')}:${String(second % 60).padStart(2, '0')}`;
const time = (second: number, later = '000') => `${at(second)},${later} --> ${at(second + 2)},${later}`;
const apart = (texts: readonly string[]) =>
  texts.map((text, index) => ({ number: index + 1, text, time: time(index * 3) }));
const stacked = (...films: readonly (readonly string[])[]) =>
  apart((films[0] ?? []).map((_, index) => films.map((film) => film[index]).join('\n')));
/** Cues of two films in turn, or all cues of one film before those of the other. */
const together = (one: readonly string[], other: readonly string[], later?: string, isBehind = false) => {
  const cues = [one, other].map((film, which) =>
    film.map((text, index) => ({ text, time: time(index * 3, which === 1 ? later : undefined) })),
  );
  const all = isBehind ? cues.flat() : one.flatMap((_, index) => cues.flatMap((film) => film[index] ?? []));
  return all.map((cue, index) => ({ number: index + 1, ...cue }));
};

const NAMED = Object.entries(FILMS);

const textsOf = (phrases: readonly { readonly number: number; readonly text: string }[], side: Side) => {
  const alone = findTwoLanguages(phrases as Parameters<typeof findTwoLanguages>[0])?.textsIn(side);
  return phrases.map(({ number, text }) => alone?.get(number) ?? text);
};

describe.each(NAMED)('[D2.29][D2.30] a film in %s and English', (name, film) => {
  it.each<[how: string, phrases: ReturnType<typeof apart>]>([
    ['with one language above the other', stacked(film, EN)],
    ['with cues at the same time', together(film, EN)],
    ['with all cues of one language before those of the other', together(film, EN, undefined, true)],
  ])('recognizes and splits a film in two languages, %s', (_, phrases) => {
    expect(findTwoLanguages(phrases)).toMatchObject({ names: [name, 'English'], phrases: phrases.length });
    expect(textsOf(phrases, 0).filter(Boolean)).toEqual(film);
    expect(textsOf(phrases, 1).filter(Boolean)).toEqual(EN);
  });

  it('recognizes a film in two languages with English above', () => {
    const phrases = stacked(EN, film);
    expect(findTwoLanguages(phrases)?.names).toEqual(['English', name]);
    expect(textsOf(phrases, 1)).toEqual(film);
  });
});

it('[D2.29] recognizes cues in two scripts with slightly different times', () => {
  expect(textsOf(together(FILMS.Chinese, EN, '300'), 0).filter(Boolean)).toEqual(FILMS.Chinese);
});

it('[D2.29] distinguishes Russian and Ukrainian by their letters', () => {
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
    'lines that are wrapped',
    '我和老人在\n厨房里\nI was in the kitchen\nwith the old man',
    '我和老人在\n厨房里',
    'I was in the kitchen\nwith the old man',
  ],
  ['a name in Latin letters', '我是 Bob Smith，你呢\nI am Bob Smith', '我是 Bob Smith，你呢', 'I am Bob Smith'],
  ['tags around both languages', '<i>我在厨房\nI was there</i>', '<i>我在厨房</i>', '<i>I was there</i>'],
  [
    'a tag with a colour around one language',
    '<font color="#fff">我在厨房\nI was there</font>',
    '<font color="#fff">我在厨房</font>',
    '<font color="#fff">I was there</font>',
  ],
  ['a position on the picture', '{\\an8}我在厨房\nI was there', '{\\an8}我在厨房', '{\\an8}I was there'],
  ['tags of their own for each language', '我在厨房\n<i>I was there</i>', '我在厨房', '<i>I was there</i>'],
  ['two people who speak', '- 你好\n- 再见\n- Hello\n- Goodbye', '- 你好\n- 再见', '- Hello\n- Goodbye'],
  [
    'a mixed order, which is not split',
    'I was there\n我在厨房\nAnd now',
    'I was there\n我在厨房\nAnd now',
    'I was there\n我在厨房\nAnd now',
  ],
  ['a sign in one language', 'CENTRAL STATION', 'CENTRAL STATION', 'CENTRAL STATION'],
  ['the same name twice', 'Bob!\nBob!', 'Bob!\nBob!', 'Bob!\nBob!'],
  ['only figures', '1984', '1984', '1984'],
  ['figures below a line', '我在厨房\n1984', '我在厨房\n1984', '我在厨房\n1984'],
])('[D2.30] splits a phrase if it has both languages: %s', (_, text, first, second) => {
  const phrases = apart([...stacked(FILMS.Chinese, EN).map((phrase) => phrase.text), text]);
  expect(textsOf(phrases, 0).at(-1)).toBe(first);
  expect(textsOf(phrases, 1).at(-1)).toBe(second);
});

it('[D2.30] keeps a cue that has no counterpart in the other language', () => {
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
    'a dialogue of two people in two languages',
    apart([...EN, ...EN, '- Привет!\n- Hello!', '- Где ты?\n- I am here.', '- Кто там?\n- It is me.']),
  ],
  [
    'a dialogue in two languages in changing order',
    apart(
      [0, 1, 2, 3, 4, 5].map((index) =>
        (index % 2 ? [EN[index], FILMS.Russian[index]] : [FILMS.Russian[index], EN[index]]).join('\n'),
      ),
    ),
  ],
  ['a film with half of its phrases in another language', apart([...EN, ...FILMS.Spanish])],
  [
    'songs with a translation',
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
  ['two people who speak one language at the same time', together(EN.slice(0, 4), EN.slice(4))],
  [
    'signs that are shown at the same time',
    [...apart(EN), { number: 50, text: '中央站', time: time(0) }, { number: 51, text: '出口', time: time(3) }],
  ],
  ['a film of two phrases', apart(['你好\nHello', '再见\nBye'])],
  ['a film without phrases', []],
])('[D2.29] does not report as two languages: %s', (_, phrases) => {
  expect(findTwoLanguages(phrases)).toBeUndefined();
});

it('[D2.29] handles a long film, and a long phrase of alternating lines, in a short time', () => {
  const numbered = (film: readonly string[]) => times(500, film).map((text, index) => `${text} ${index}`);
  const film = together(numbered(EN), numbered(FILMS.Chinese));
  expect(findTwoLanguages(film)?.phrases).toBe(film.length);
  expect(findTwoLanguages(apart(times(4, [times(20_000, ['你好', 'Hello']).join('\n')])))).toBeUndefined();
});

it.each([' / ', ' | ', ' // '])('[D2.29] recognizes two languages on one line with the separator %j', (sign) => {
  const film = apart(EN.map((text, index) => `${text}${sign}${FILMS.Chinese[index]}`));
  const found = findTwoLanguages(film);
  expect(found?.names).toEqual(['English', 'Chinese']);
  expect(found?.textsIn(0).get(1)).toBe(EN[0]);
  expect(found?.textsIn(1).get(2)).toBe(FILMS.Chinese[1]);
  expect(findTwoLanguages(apart(EN.map((text) => `${text}${sign}${text.toLowerCase()}`)))).toBeUndefined();
});

const ZH = ['你去哪儿了？', '我在厨房里。', '他说了什么？', '我得走了。'];
const ENGLISH = ['Where have you been?', 'I was in the kitchen.', 'What did he say?', 'I have to go.'];

const srt = (texts: readonly string[], lineEnd = '\n') =>
  texts
    .map((text, index) => `${index + 1}\n00:00:0${index * 2},000 --> 00:00:0${index * 2 + 1},000\n${text}\n`)
    .join('\n')
    .replaceAll('\n', lineEnd);
const vtt = (texts: readonly string[]) =>
  `WEBVTT\n\nNOTE by nobody\n\n${texts.map((text, index) => `00:0${index * 2}.000 --> 00:0${index * 2 + 1}.000 line:10%\n${text}\n`).join('\n')}`;
const ttml = (texts: readonly string[]) =>
  `<tt xmlns="http://www.w3.org/ns/ttml"><body><div>\n${texts.map((text, index) => `<p begin="${index * 2}s" end="${index * 2 + 1}s">${text.replace('\n', '<br/>')}</p>\n`).join('')}</div></body></tt>\n`;
const event = (index: number, style: string, text: string) =>
  `Dialogue: 0,0:00:0${index * 2}.00,0:00:0${index * 2 + 1}.00,${style},,0,0,0,,${text}\n`;
const ass = (events: readonly string[]) =>
  `[Script Info]\n; by nobody\n\n[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\n${events.join('')}`;
const both = ZH.map((zh, index) => `${zh}\n${ENGLISH[index]}`);
const cues = (write: (index: number, text: string) => string, film: readonly (readonly string[])[] = [ZH, ENGLISH]) =>
  ZH.flatMap((_, index) => film.map((texts) => write(index, texts[index] ?? '')));
const srtCue = (index: number, text: string) => `00:00:0${index * 2},000 --> 00:00:0${index * 2 + 1},000\n${text}\n`;
const numbered = (blocks: readonly string[]) => blocks.map((block, index) => `${index + 1}\n${block}`).join('\n');

it.each<[what: string, readAs: ReadAs, text: string, chinese: string, english: string]>([
  ['.srt', 'srt', srt(both), srt(ZH), srt(ENGLISH)],
  ['.srt with CRLF line ends', 'srt', srt(both, '\r\n'), srt(ZH, '\r\n'), srt(ENGLISH, '\r\n')],
  ['WebVTT', 'vtt', vtt(both), vtt(ZH), vtt(ENGLISH)],
  [
    'ASS',
    'ass',
    ass(ZH.map((zh, index) => event(index, 'Main', `{\\an8}${zh}\\N{\\fs10}${ENGLISH[index]}`))),
    ass(ZH.map((zh, index) => event(index, 'Main', `{\\an8}${zh}`))),
    ass(ENGLISH.map((en, index) => event(index, 'Main', `{\\an8}{\\fs10}${en}`))),
  ],
  [
    '.srt with cues at the same time',
    'srt',
    numbered(cues(srtCue)),
    ZH.map((text, index) => `${index * 2 + 1}\n${srtCue(index, text)}`).join('\n'),
    ENGLISH.map((text, index) => `${index * 2 + 2}\n${srtCue(index, text)}`).join('\n'),
  ],
  [
    'ASS with cues at the same time, in two styles',
    'ass',
    ass(cues((index, text) => event(index, text === ZH[index] ? 'zh' : 'en', text))),
    ass(cues((index, text) => event(index, text === ZH[index] ? 'zh' : 'en', text === ZH[index] ? text : ''))),
    ass(cues((index, text) => event(index, text === ZH[index] ? 'zh' : 'en', text === ENGLISH[index] ? text : ''))),
  ],
  [
    'WebVTT with cues at the same time',
    'vtt',
    `WEBVTT\n\n${cues((index, text) => srtCue(index, text).replaceAll(',', '.')).join('\n')}`,
    `WEBVTT\n\n${cues((index, text) => srtCue(index, text).replaceAll(',', '.'), [ZH, ['', '', '', '']]).join('\n')}`,
    `WEBVTT\n\n${cues((index, text) => srtCue(index, text).replaceAll(',', '.'), [['', '', '', ''], ENGLISH]).join('\n')}`,
  ],
  ['TTML', 'ttml', ttml(both), ttml(ZH), ttml(ENGLISH)],
])(
  '[D2.29][D2.30] extracts each language of a file, and changes nothing else: %s',
  async (_, readAs, text, chinese, english) => {
    const { ask } = connectInside();
    const of = { text, readAs, withoutStyles: [] };
    const kinds = (await ask(NO_FILM, 'repairs', of))?.kinds ?? [];
    expect(kinds.map(({ button }) => button)).toEqual([
      'Translate only the text in Chinese',
      'Translate only the text in English',
    ]);
    expect(kinds[0]?.sentence).toMatch(/^[48] of [48] subtitles have their text twice: in Chinese and in English\./);
    expect(kinds[0]?.places[1]).toMatchObject({ before: expect.stringContaining('kitchen') });
    for (const [which, alone] of [chinese, english].entries()) {
      const mended = await ask(NO_FILM, 'mend', { of, kinds: [kinds[which]?.name ?? ''] });
      expect(mended).toEqual({ text: alone, readAs, withoutStyles: [] });
      const after = await ask(NO_FILM, 'repairs', { ...of, text: alone });
      expect(after?.kinds).toEqual([]);
      const read = await ask({ ...NO_FILM, sourceText: alone, readAs }, 'read', undefined);
      expect(read?.ok && read.value.phrases.map((phrase) => phrase.text)).toEqual([ZH, ENGLISH][which]);
    }
  },
);

it('[D2.29] ignores a style that the person has excluded', async () => {
  const { ask } = connectInside();
  const text = ass(cues((index, text) => event(index, text === ZH[index] ? 'zh' : 'en', text)));
  const found = await ask(NO_FILM, 'repairs', { text, readAs: 'ass', withoutStyles: ['en'] });
  expect(found?.kinds).toEqual([]);
});

it('[D2.30] a file in two languages that is damaged gets its other repairs, too', async () => {
  const { ask } = connectInside();
  const of = { text: srt(both).replaceAll('-->', '->'), readAs: 'srt', withoutStyles: [] } as const;
  const repairs = await ask(NO_FILM, 'repairs', of);
  const names = repairs?.kinds.filter(({ excludes, name }) => !excludes || name === 'first-language') ?? [];
  const mended = await ask(NO_FILM, 'mend', { of, kinds: names.map(({ name }) => name) });
  expect(mended).toEqual({ text: srt(ZH), readAs: 'srt', withoutStyles: [] });
});

it('[D2.30] reports the line of each phrase that it would change', async () => {
  const { ask } = connectInside();
  const found = await ask(NO_FILM, 'repairs', { text: vtt(both), readAs: 'vtt', withoutStyles: [] });
  expect(found?.kinds[0]?.places.map(({ line, after }) => [line, after])).toEqual([
    [5, ZH[0]],
    [9, ZH[1]],
    [13, ZH[2]],
    [17, ZH[3]],
  ]);
});
