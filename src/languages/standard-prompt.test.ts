import { describe, expect, it } from 'vitest';
import { DEFAULT_PROMPT } from './default-prompt.ts';
import { ALL_LANGUAGES, languageName } from './language-names.ts';
import { readStandardPrompt, standardPrompt, TONES } from './prompt-language.ts';

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
    ['a word more', DEFAULT_PROMPT.replace('informal Portuguese', 'informal Portuguese with slang')],
    ['a line more', `${DEFAULT_PROMPT}\nNo swearing.`],
    ['two tones', DEFAULT_PROMPT.replace('informal Portuguese', 'formal Portuguese')],
    ['an unknown language', DEFAULT_PROMPT.replace('Portuguese', 'Dothraki')],
    ['another sentence', 'Translate into German.'],
  ])('rejects a prompt changed by hand: %s', (_, prompt) => {
    expect(readStandardPrompt(prompt)).toBeUndefined();
  });
});
