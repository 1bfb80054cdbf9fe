import { expect, it } from 'vitest';
import { directionOfText } from './direction-of-text.ts';

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
  ['a name in Latin letters first', 'Netflix: مرحبا بكم في العرض', 'rtl'],
  ['a word of Arabic in Latin text', 'He said مرحبا to everybody', 'ltr'],
  ['italics', '<i>لا</i>', 'rtl'],
  ['a font', '<font color="#ffffff" face="Arial">שלום</font>', 'rtl'],
  ['a position', String.raw`{\an8}שלום`, 'rtl'],
  ['a line of a reply', String.raw`    "21": "כן\nלא",`, 'rtl'],
  ['a number', '21', 'ltr'],
  ['Arabic digits alone', '٢١', 'ltr'],
  ['nothing', '', 'ltr'],
] as const)('%s', (_, text, direction) => {
  expect(directionOfText(text)).toBe(direction);
});
