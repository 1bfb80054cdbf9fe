import { expect, test } from 'vitest';
import { DEFAULT_PROMPT } from './default-prompt.ts';
import { filmLanguage } from './guess-language.ts';
import { promptForFilm } from './prompt-language.ts';
import { standardPrompt } from './standard-prompt.ts';

const ENGLISH = 'What is it that you want? I have to go to the house with you.\n'.repeat(20);
const PORTUGUESE = 'Você não sabe o que é isso, mas eu estou com ele para uma vez.\n'.repeat(20);
const RUSSIAN = 'Я не знаю, что ты хочешь сказать мне сегодня.\n'.repeat(20);
const informal = (from: string, into: string) => standardPrompt({ from, into, tone: 'informal' });

test.each([
  ['a Russian film: the specified default', RUSSIAN, 'de-DE', DEFAULT_PROMPT],
  ['an English film', ENGLISH, 'en-US', informal('en', 'pt')],
  ['the browser’s language is asked for only where both would be the same', ENGLISH, 'de-DE', informal('en', 'pt')],
  ['a Portuguese film: into the browser’s language', PORTUGUESE, 'de-DE', informal('pt', 'de')],
  ['without its region where nobody names it', PORTUGUESE, 'en-US', informal('pt', 'en')],
  ['with its region where people tell them apart', PORTUGUESE, 'es-MX', informal('pt', 'es-MX')],
  ['Chinese by its script', PORTUGUESE, 'zh-TW', informal('pt', 'zh-Hant')],
  ['where the browser’s is the film’s too: into English', PORTUGUESE, 'pt-BR', informal('pt', 'en')],
  ['a browser of a language that has no name', PORTUGUESE, 'qq', informal('pt', 'en')],
  ['a film whose language is not sure', 'Oh!\n', 'de-DE', undefined],
  ['no words', '', 'de-DE', undefined],
])('[D11.20] %s', (_, film, browser, prompt) => {
  expect(promptForFilm(filmLanguage(film), browser)).toBe(prompt);
});
