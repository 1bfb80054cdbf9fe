import { expect, it } from 'vitest';
import { withoutSounds } from './sounds.ts';

it.each<[text: string, said: string]>([
  ['[door creaks]', ''],
  ['(SIGHS)', ''],
  ['（ため息）', ''],
  ['【音楽】', ''],
  ['<i>[music]</i>', ''],
  ['{\\an8}[music]', ''],
  ['- [sighs]', ''],
  ['[thunder] [rain]', ''],
  ['\u202b[thunder]\u202c\n&rlm;[rain]', ''],
  ['[door\ncreaks]', ''],
  ['[sighs]\n(rain\nfalls)', ''],
  ['♪', ''],
  ['♪♪', ''],
  ['♪ la la ♪', ''],
  ['♪ la la\nla la ♪', ''],
  ['♪ la ♪\n♪ la ♪', ''],
  ['# la la #', ''],
  ['[sighs]\nI know.', 'I know.'],
  ['I know.\n[sighs]', 'I know.'],
  ['♪ la ♪\nHello\n♪ la ♪', 'Hello'],
  ['<i>[door]\nHello</i>', '<i>Hello</i>'],
  ['<i>Hello\n[door]</i>', '<i>Hello</i>'],
  ['⟦1⟧[door]\nHello', '⟦1⟧Hello'],
])('[D1.24] removes lines in brackets or between notes: %j', (text, said) => {
  expect(withoutSounds(text)).toBe(said);
});

it.each([
  ['[sighs] I know.'],
  ['Mr. [Bob] Smith'],
  ['I know (I think).'],
  ['[not closed'],
  ['♪ a song that goes on'],
  ['that ends here ♪'],
  ['a ♪ in a text'],
  ['#1 of the #charts'],
  ['- Yes.\n- No.'],
  [''],
])('[D1.24] keeps speech: %j', (text) => {
  expect(withoutSounds(text)).toBe(text);
});

it('[D1.24] takes linear time', () => {
  for (const part of ['[a] ', '[', '♪', '♪ a ', '- ', '# '])
    expect(withoutSounds(`${part.repeat(50_000)}x`)).toContain('x');
});
