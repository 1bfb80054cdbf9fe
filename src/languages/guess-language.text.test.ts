import { expect, it } from 'vitest';
import { languageOfText } from './scripts.ts';

it.each([
  ['Привет, как дела?', 'ru'],
  ['مرحبا بكم', 'ar'],
  ['שלום לכולם', 'he'],
  ['ܫܠܡܐ', 'syr'],
  ['އައްސަލާމް', 'dv'],
  ['ߊߟߎ ߣߌ', 'nqo'],
  ['今日は良い天気ですね', 'ja'],
  ['今天天气很好', 'zh'],
  ['Γεια σου', 'el'],
  ['Olá, tudo bem?', undefined],
  ['', undefined],
])('%s is %s', (text, language) => {
  expect(languageOfText(`1\n00:00:01,000 --> 00:00:02,000\n${text}`)).toBe(language);
});
