import { describe, expect, it } from 'vitest';
import { SAMPLE_PHRASES, SAMPLE_TRANSLATION } from '../demo/scenes.ts';
import { formatSrt } from '../subtitles/srt.ts';
import { languageOfText } from './direction-of-text.ts';
import { filmLanguage, mayBe } from './guess-language.ts';
import { sourceOfPrompt } from './prompt-language.ts';

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
  ])('%s', (language, text) => {
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
  ] as const)('a film that looks %s may be %s: %s', (looks, said, may) => {
    expect(mayBe(looks, said)).toBe(may);
  });
});

describe('sourceOfPrompt', () => {
  it.each([
    ['Translate the subtitles of a movie from informal Russian into informal Portuguese.', 'ru'],
    ['English → German, with slang.', 'en'],
    ['Übersetze vom Englischen ins Deutsche.', 'en'],
    ['Translate into Welsh.', undefined],
  ])('%s', (prompt, language) => {
    expect(sourceOfPrompt(prompt)).toBe(language);
  });
});

it.each([
  ['ܫܠܡܐ', 'syr'],
  ['އައްސަލާމް', 'dv'],
  ['ߊߟߎ ߣߌ', 'nqo'],
  ['Olá, tudo bem?', undefined],
  ['', undefined],
])('%s is %s', (text, language) => {
  expect(languageOfText(`1\n00:00:01,000 --> 00:00:02,000\n${text}`)).toBe(language);
});
