import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { DEFAULT_PROMPT } from './default-prompt.ts';
import { filmLanguage, guessLanguage } from './guess-language.ts';
import { ALL_LANGUAGES, languageName } from './language-names.ts';
import {
  languageOfPrompt,
  promptForFilm,
  readStandardPrompt,
  standardPrompt,
  TONES,
  targetLanguage,
} from './prompt-language.ts';

test.each([
  ['Translate into informal Brazilian Portuguese', 'pt-BR'],
  ['Translate these Russian subtitles into informal Brazilian Portuguese.', 'pt-BR'],
  ['Translate from English to Spanish (Latin America).', 'es-419'],
  ['English → Ukrainian', 'uk'],
  ['en -> fr', 'fr'],
  ['Source language: Korean. Target language: Polish', 'pl'],
  ['Translate the film into pt-BR', 'pt-BR'],
  ['Translate to Simplified Chinese', 'zh-Hans'],
  ['Translate the film into Mexican Spanish; the original is Russian.', 'es-MX'],
  ['Translate subtitles to natural, colloquial Canadian French', 'fr-CA'],
  ['Translate to Greek, keep English names in English', 'el'],
  ['The film is in English. Translate it into Thai.', 'th'],
  ['Hebrew subtitles, please', 'he'],
  ['Translate to Farsi', 'fa'],
  ['translate to serbian', 'sr'],
  ['translate into polish', 'pl'],
  ['Translate and polish the text', undefined],
  ['Translate from Brazilian Portuguese', undefined],
  ['Translate it.', undefined],
  ['Übersetze ins Deutsche', 'de'],
  ['Bitte aus dem Englischen ins Französische übersetzen', 'fr'],
  ['Traduce del inglés al portugués', 'pt'],
  ['Traduis du russe en français', 'fr'],
  ['Traduza para o português do Brasil', 'pt-BR'],
  ['Traduza do inglês para o português do Brasil.', 'pt-BR'],
  ['Translate the subtitles in German. Pay attention to English names.', 'de'],
  ['Translate in informal Spanish. Do not stick to English word order.', 'es'],
  ['Traduis en français, fidèle au russe.', 'fr'],
  ['Traduza em português, fiel ao inglês.', 'pt'],
  ['Переведи на русский, близко до английского', 'ru'],
  ['Traduz do inglês britânico para o português de Portugal', 'pt-PT'],
  ['Traduz as legendas do inglês em português', 'pt'],
  ['Traduza estas legendas em inglês para o português', 'pt'],
  ['Translate these subtitles in Russian to Portuguese', 'pt'],
  ['The subtitles are in English. Translate to Polish.', 'pl'],
  ['Traduce los subtítulos en inglés al español', 'es'],
  ['Traduis ces sous-titres en anglais vers le français', 'fr'],
  ['Oversæt til dansk. Behold navne på engelsk.', 'da'],
  ['Traduci in italiano', 'it'],
  ['Vertaal naar het Nederlands', 'nl'],
  ['Översätt till svenska', 'sv'],
  ['Przetłumacz na polski', 'pl'],
  ['Přelož do češtiny', 'cs'],
  ['Prelož do slovenčiny', 'sk'],
  ['Fordítsd magyarra', 'hu'],
  ['Käännä suomeksi', 'fi'],
  ['Tradu în română', 'ro'],
  ['Türkçeye çevir', 'tr'],
  ['Dịch sang tiếng Việt', 'vi'],
  ['Terjemahkan ke bahasa Indonesia', 'id'],
  ['Переведи субтитры с английского на русский язык', 'ru'],
  ['Переклади з англійської на німецьку', 'de'],
  ['Переклади українською', 'uk'],
  ['翻译成繁体中文', 'zh-Hant'],
  ['英語から日本語に翻訳', 'ja'],
  ['한국어로 번역해 주세요', 'ko'],
  ['ترجم إلى العربية', 'ar'],
  ['תרגם לעברית', 'he'],
  ['แปลเป็นภาษาไทย', 'th'],
  ['हिन्दी में अनुवाद करें', 'hi'],
])('reads from the prompt %j the target language %s', (prompt, language) => {
  expect(languageOfPrompt(prompt)).toBe(language);
});

test.each([
  ['en', 'What is that? I have to go to the house of the man.'],
  ['de', 'Ich weiß nicht, was das ist. Wir sind auf der Straße.'],
  ['pt', 'Eu não sei o que é isso. Você está com uma dor de dente.'],
  ['es', 'No sé qué es eso, pero los niños no están en la casa por una razón.'],
  ['fr', 'Je ne sais pas ce que vous dites, et les enfants sont dans une école.'],
  ['uk', 'Їй подобається цей ґанок.'],
  ['ru', 'Ты это видел? Объясни.'],
  ['bg', 'Къде е къщата?'],
  ['sr', 'Шта је то, ђаволе?'],
  ['fa', 'چطور می‌گویی؟'],
  ['ar', 'أين البيت؟'],
  ['el', 'Πού είναι το σπίτι;'],
  ['he', 'איפה הבית?'],
  ['th', 'บ้านอยู่ที่ไหน'],
  ['zh', '房子在哪里？'],
  ['ja', '家はどこですか？'],
  ['ko', '집이 어디예요?'],
  ['hi', 'घर कहाँ है?'],
  [undefined, 'OK!'],
])('guesses %s from the translations %j if the prompt names no language', (language, text) => {
  expect(guessLanguage([text])).toBe(language);
});

test('prefers the language in the prompt to that of the translations', () => {
  expect(targetLanguage('Translate into Korean', ['Привіт, їжаку'])).toBe('ko');
  expect(targetLanguage('Translate it', ['Привіт, їжаку'])).toBe('uk');
});

test('never throws for any prompt', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 100 }), (prompt) => {
      expect(() => languageOfPrompt(`${prompt} to ${prompt}`)).not.toThrow();
    }),
  );
});

const ENGLISH = 'What is it that you want? I have to go to the house with you.\n'.repeat(20);
const PORTUGUESE = 'Você não sabe o que é isso, mas eu estou com ele para uma vez.\n'.repeat(20);
const RUSSIAN = 'Я не знаю, что ты хочешь сказать мне сегодня.\n'.repeat(20);
const informal = (from: string, into: string) => standardPrompt({ from, into, tone: 'informal' });

test.each([
  ['a Russian film (the specified default)', RUSSIAN, 'de-DE', DEFAULT_PROMPT],
  ['an English film', ENGLISH, 'en-US', informal('en', 'pt')],
  ['an English film in a German browser (still into Portuguese)', ENGLISH, 'de-DE', informal('en', 'pt')],
  ['a Portuguese film (into the browser’s language)', PORTUGUESE, 'de-DE', informal('pt', 'de')],
  ['an American browser (without the region)', PORTUGUESE, 'en-US', informal('pt', 'en')],
  ['a Mexican browser (with the region)', PORTUGUESE, 'es-MX', informal('pt', 'es-MX')],
  ['a Taiwanese browser (by script)', PORTUGUESE, 'zh-TW', informal('pt', 'zh-Hant')],
  ['a film in the browser’s language (into English)', PORTUGUESE, 'pt-BR', informal('pt', 'en')],
  ['a browser language without a name', PORTUGUESE, 'qq', informal('pt', 'en')],
  ['a film of unclear language', 'Oh!\n', 'de-DE', undefined],
  ['a film without words', '', 'de-DE', undefined],
])('[D11.20] chooses the prompt for %s', (_, film, browser, prompt) => {
  expect(promptForFilm(filmLanguage(film), browser, DEFAULT_PROMPT)).toBe(prompt);
});

test.each([
  ['the target that a person chose', informal('ru', 'de'), ENGLISH, informal('en', 'de')],
  ['it also with a Russian film', informal('en', 'de'), RUSSIAN, informal('ru', 'de')],
  ['no target that an earlier film brought', informal('pt', 'fr'), ENGLISH, informal('en', 'pt')],
  ['the target that replaced one that an earlier film brought', informal('pt', 'de'), ENGLISH, informal('en', 'de')],
  ['a target that is not the film’s language', informal('ru', 'en'), ENGLISH, informal('en', 'fr')],
  [
    'the tone',
    standardPrompt({ from: 'ru', into: 'pt', tone: 'neutral' }),
    ENGLISH,
    standardPrompt({ from: 'en', into: 'pt', tone: 'neutral' }),
  ],
])('[D11.20] keeps %s', (_, earlier, film, prompt) => {
  expect(promptForFilm(filmLanguage(film), 'fr-FR', earlier)).toBe(prompt);
});

const JSON_RULE = 'Reply in JSON with the same number of phrases as the input.';

describe('standardPrompt', () => {
  it('[D11.1] writes the specified default for informal Russian into Portuguese', () => {
    expect(standardPrompt({ from: 'ru', into: 'pt', tone: 'informal' })).toBe(DEFAULT_PROMPT);
  });

  it.each<[Parameters<typeof standardPrompt>[0], string]>([
    [{ from: 'en', into: 'de', tone: 'neutral' }, 'from English into German.'],
    [{ from: 'en', into: 'de', tone: 'formal' }, 'from formal English into formal German.'],
    [{ from: 'ja', into: 'pt-BR', tone: 'informal' }, 'from informal Japanese into informal Brazilian Portuguese.'],
    [{ from: 'zh-Hans', into: 'es-419', tone: 'neutral' }, 'from Simplified Chinese into Latin American Spanish.'],
    [{ from: 'not a code', into: 'de', tone: 'neutral' }, 'from not a code into German.'],
  ])('writes the prompt for %j', (pair, words) => {
    expect(standardPrompt(pair)).toBe(`Translate the subtitles of a movie ${words} ${JSON_RULE}`);
  });
});

describe('readStandardPrompt', () => {
  it('reads the pair of every prompt that standardPrompt writes', () => {
    for (const into of ALL_LANGUAGES.filter((code) => languageName(code) !== undefined)) {
      for (const tone of TONES) {
        const pair = { from: 'en', into, tone };
        expect(readStandardPrompt(standardPrompt(pair))).toEqual(pair);
      }
    }
  });

  it.each([
    ['empty', ''],
    ['one word more', DEFAULT_PROMPT.replace('informal Portuguese', 'informal Portuguese with slang')],
    ['one more line', `${DEFAULT_PROMPT}\nNo swearing.`],
    ['two tones', DEFAULT_PROMPT.replace('informal Portuguese', 'formal Portuguese')],
    ['an unknown language', DEFAULT_PROMPT.replace('Portuguese', 'Dothraki')],
    ['another sentence', 'Translate into German.'],
  ])('does not take a changed prompt for a standard one: %s', (_, prompt) => {
    expect(readStandardPrompt(prompt)).toBeUndefined();
  });
});
