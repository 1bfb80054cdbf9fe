import { describe, expect, test } from 'vitest';
import { isAtTop, shownText, spanOf } from './subtitle-tracks.ts';

describe('[D17.4] a text as a cue has it', () => {
  test.each([
    ['words', 'Where are you?', 'Where are you?'],
    ['a line break', 'One\nTwo', 'One\nTwo'],
    ['italics, bold, underline', '<i>a</i> <B>b</B> <u>c</u>', '<i>a</i> <b>b</b> <u>c</u>'],
    ['italics that nobody closes', '<i>a', '<i>a'],
    ['a colour', '<font color="#ff0000">a</font>', 'a'],
    ['a class and a speaker of WebVTT', '<c.yellow>a</c> <v Bob>b</v>', 'a b'],
    ['a position', '{\\an8}a', 'a'],
    ['code of ASS, as readers give it', '⟦1⟧a⟦2⟧', 'a'],
    ['a break as a tag', 'a<br/>b', 'a\nb'],
    ['what looks like markup', '1 < 2 & 3 > 2', '1 &lt; 2 &amp; 3 &gt; 2'],
    ['words in brackets', '<laughs> {smiles}', '&lt;laughs&gt; {smiles}'],
    ['an arrow', '<i>a --> b</i>', '<i>a --&gt; b</i>'],
    ['nothing', '', ''],
  ])('%s', (_, text, shown) => {
    expect(shownText(text)).toBe(shown);
  });
});

describe('[D17.5] at the top stands', () => {
  test.each([
    ['what has the tag', '', '{\\an8}a', true],
    ['what has it among others', '', '{\\i1\\an9\\b1}a', true],
    ['what has the older tag', '', '{\\a6}a', true],
    ['not what is at the bottom', '', '{\\an2}a', false],
    ['not another tag of these letters', '', '{\\alpha7}{\\a67}a', false],
    ['the first line of WebVTT', '00:01.000 --> 00:02.000 line:0', 'a', true],
    ['a tenth of the picture', '00:01.000 --> 00:02.000 align:start line:10%,start', 'a', true],
    ['not the lower half', '00:01.000 --> 00:02.000 line:85%', 'a', false],
    ['not what counts from the bottom', '00:01.000 --> 00:02.000 line:-2', 'a', false],
    ['not what says nothing', '00:01.000 --> 00:02.000', 'a', false],
  ])('%s', (_, time, text, isTop) => {
    expect(isAtTop(time, text)).toBe(isTop);
  });
});

test.each([
  ['00:00:01,500 --> 00:00:02,000', { number: 7, startMs: 1_500, endMs: 2_000 }],
  ['0:00:01.50 --> 0:00:02.00', { number: 7, startMs: 1_500, endMs: 2_000 }],
  ['00:00:02,000 --> 00:00:01,500', undefined],
  ['soon', undefined],
])('[D17.1] what is shown when: %s', (time, span) => {
  expect(spanOf({ number: 7, time })).toEqual(span);
});
