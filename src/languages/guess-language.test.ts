import { describe, expect, it, test } from 'vitest';
import { SAMPLE_PHRASES, SAMPLE_TRANSLATION } from '../demo/scenes.ts';
import { formatSrt } from '../subtitles/srt.ts';
import { directionOfText, languageOfText } from './direction-of-text.ts';
import { filmLanguage, mayBe } from './guess-language.ts';
import { sourceOfPrompt } from './prompt-language.ts';
import { mainScript, scriptOfLanguage } from './scripts.ts';

const film = (texts: readonly string[]) =>
  formatSrt(
    texts.map((text, index) => ({ number: index + 1, time: '00:00:01,000 --> 00:00:02,000', text: `<i>${text}</i>` })),
  );
const many = (...texts: string[]) => film(Array.from({ length: 300 }, (_, index) => texts[index % texts.length] ?? ''));

describe('filmLanguage', () => {
  it.each([
    ['en', many('What is it that you want?', 'I have to go to the house.', 'And this was for you.')],
    ['de', many('Ich weiß es nicht.', 'Das ist nicht für dich.', 'Und wir sind auch da.')],
    ['de', many('<font face="Open Sans" color="#ffffff" size="24">{\\an8}{\\pos(192,240)}</font>Ich weiß')],
    ['no', many('Jeg vet ikke hva det er.', 'Du har meg og det er av deg.', 'Vi må til å gå, og du?')],
    ['ru', formatSrt(SAMPLE_PHRASES)],
    ['pt', film(SAMPLE_TRANSLATION)],
    ['ja', many('これは何ですか', '行きましょう')],
    [undefined, many('Ah!', 'Oh!')],
    [undefined, ''],
  ])('guesses that a film is in %s', (language, text) => {
    expect(filmLanguage(text)).toBe(language);
  });
});

describe('mayBe', () => {
  it.each([
    ['en', 'en', true],
    ['en', 'en-GB', true],
    ['no', 'da', true],
    ['no', 'nb', true],
    ['ru', 'tg', true],
    ['ru', 'mn', true],
    ['es', 'ca', true],
    ['en', 'cy', false],
    ['ru', 'ky', true],
    ['ru', 'uk', false],
    ['zh', 'yue', true],
    ['en', 'nb', false],
    ['ru', 'th', false],
  ] as const)('says whether a film guessed as %s may be in %s: %s', (looks, said, may) => {
    expect(mayBe(looks, said)).toBe(may);
  });
});

describe('sourceOfPrompt', () => {
  it.each([
    ['Translate the subtitles of a movie from informal Russian into informal Portuguese.', 'ru'],
    ['English → German, with slang.', 'en'],
    ['Übersetze vom Englischen ins Deutsche.', 'en'],
    ['Translate into Welsh.', undefined],
  ])('reads the source language of the prompt: %s', (prompt, language) => {
    expect(sourceOfPrompt(prompt)).toBe(language);
  });
});

it.each([
  ['ܫܠܡܐ', 'syr'],
  ['އައްސަލާމް', 'dv'],
  ['ߊߟߎ ߣߌ', 'nqo'],
  ['Olá, tudo bem?', undefined],
  ['', undefined],
])('guesses from the script of %j the language %s', (text, language) => {
  expect(languageOfText(`1\n00:00:01,000 --> 00:00:02,000\n${text}`)).toBe(language);
});

test.each([
  ['Latn', 'Good morning, ladies and gentlemen. '],
  ['Cyrl', 'Доброго ранку, пані та панове. '],
  ['Grek', 'Καλημέρα, κυρίες και κύριοι. '],
  ['Arab', 'صباح الخير سيداتي سادتي. '],
  ['Hebr', 'בוקר טוב גבירותיי ורבותיי. '],
  ['Thai', 'อรุณสวัสดิ์ ท่านสุภาพบุรุษ '],
  ['Deva', 'सुप्रभात देवियों और सज्जनों। '],
  ['Hang', '신사 숙녀 여러분, 안녕하세요. '],
  ['Hani', '女士们先生们早上好。'],
  ['Kana', '皆さん、おはようございます。'],
])('recognises %s', (script, text) => {
  expect(mainScript([text.repeat(8)])).toBe(script);
});

test('guesses nothing from a few letters', () => {
  expect(mainScript(['OK', '123'])).toBeUndefined();
});

test.each([
  ['uk', 'Cyrl'],
  ['pt-BR', 'Latn'],
  ['zh-Hant', 'Hani'],
  ['ja', 'Kana'],
  ['ko', 'Hang'],
  ['sr', undefined],
  ['sr-Latn', 'Latn'],
  ['not a language', undefined],
])('knows that %s is written in %s', (language, script) => {
  expect(scriptOfLanguage(language)).toBe(script);
});

const phrase = (text: string) => `1\n00:00:01,000 --> 00:00:02,000\n${text}`;

it.each([
  ['Arabic', phrase('مرحبا بكم'), 'rtl'],
  ['Hebrew', phrase('שלום לכולם'), 'rtl'],
  ['Syriac', phrase('ܫܠܡܐ'), 'rtl'],
  ['Thaana', phrase('އައްސަލާމް'), 'rtl'],
  ['N’Ko', phrase('ߊߟߎ ߣߌ'), 'rtl'],
  ['Adlam', phrase('𞤔𞤢𞤥'), 'rtl'],
  ['Latin', phrase('Olá, tudo bem?'), 'ltr'],
  ['Japanese', phrase('今日は'), 'ltr'],
  ['a text that begins with a name in Latin letters', 'Netflix: مرحبا بكم في العرض', 'rtl'],
  ['a Latin text with one Arabic word', 'He said مرحبا to everybody', 'ltr'],
  ['italics', '<i>لا</i>', 'rtl'],
  ['a text in a font tag', '<font color="#ffffff" face="Arial">שלום</font>', 'rtl'],
  ['a text with a position tag', String.raw`{\an8}שלום`, 'rtl'],
  ['a line of a JSON reply', String.raw`    "21": "כן\nלא",`, 'rtl'],
  ['a number', '21', 'ltr'],
  ['Arabic digits without letters', '٢١', 'ltr'],
  ['nothing', '', 'ltr'],
] as const)('finds the direction of %s', (_, text, direction) => {
  expect(directionOfText(text)).toBe(direction);
});
