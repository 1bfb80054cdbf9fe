import { expect, test } from 'vitest';
import { expectLinear } from '../../../test/growth.ts';
import { filled } from '../../../test/worst-inputs.ts';
import { readTtmlSample, tagged } from './ttml.ts';

const document = (body: string, root = '', head = '') =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<tt xmlns="http://www.w3.org/ns/ttml" ${root}><head>${head}</head><body>${body}</body></tt>`;
/** Phrases as text such as "1000-2500 Hello". */
const read = (text: string): readonly string[] =>
  readTtmlSample(text).map(({ beginMs, endMs, text: said }) => {
    return `${Math.round(beginMs)}-${endMs === Number.POSITIVE_INFINITY ? '' : Math.round(endMs)} ${said.replaceAll('\n', '|')}`;
  });
const inBody = (body = '', root = '', head = '') => read(document(`<div>${body}</div>`, root, head));
const timed = (begin = '', end = '', root = '') => inBody(`<p begin="${begin}" end="${end}">x</p>`, root);

test.each<readonly [string, string, string, string?]>([
  ['00:00:01.000', '00:00:02.5', '1000-2500 x'],
  ['00:00:01', '01:00:00', '1000-3600000 x'],
  ['100:00:00', '100:00:01', '360000000-360001000 x'],
  ['00:00:01,250', '0:0:2', '1250-2000 x'],
  ['00:00:01:15', '00:00:02:00', '1500-2000 x'],
  ['00:00:01:12', '00:00:02:00', '1480-2000 x', 'ttp:frameRate="25"'],
  ['00:00:01:12', '00:00:02:00', '1501-2000 x', 'ttp:frameRate="24" ttp:frameRateMultiplier="1000 1001"'],
  ['00:00:01:12', '00:00:02:00', '1501-2000 x', 'ttp:frameRate="24" ttp:frameRateMultiplier="1000:1001"'],
  ['1.5s', '2s', '1500-2000 x'],
  ['1h', '61m', '3600000-3660000 x'],
  ['1500ms', '2000ms', '1500-2000 x'],
  ['30f', '60f', '1000-2000 x'],
  ['25f', '50f', '1000-2000 x', 'ttp:frameRate="25"'],
  ['10000000t', '20000000t', '1000-2000 x', 'ttp:tickRate="10000000"'],
  ['25t', '50t', '1000-2000 x', 'ttp:frameRate="25"'],
  ['1t', '2t', '1000-2000 x'],
  ['1.5', '2', '1500-2000 x'],
  ['wallclock(now)', '2s', '0-2000 x'],
])('reads times from %s to %s', (begin, end, expected, root) => {
  expect(timed(begin, end, root)).toEqual([expected]);
});

test.each<readonly [string, string, readonly string[]]>([
  ['a duration', '<p begin="1s" dur="2s">a</p>', ['1000-3000 a']],
  ['both a duration and an end: the earlier counts', '<p begin="1s" dur="2s" end="2s">a</p>', ['1000-2000 a']],
  ['no end', '<p begin="1s">a</p>', ['1000- a']],
  ['no time', '<p>a</p>', ['0- a']],
  ['an end before the beginning', '<p begin="3s" end="2s">a</p><p begin="1s" end="1s">b</p>', []],
  [
    'times relative to those of its parent',
    '<div begin="10s" end="20s"><p begin="1s" end="30s">a</p></div>',
    ['11000-20000 a'],
  ],
  [
    'a parent that shows its children one after another',
    '<div timeContainer="seq"><p dur="1s">a</p><p begin="1s" dur="2s">b</p></div>',
    ['0-1000 a', '2000-4000 b'],
  ],
  [
    'spans that have times',
    '<p begin="1s" end="9s"><span begin="0s" end="1s">a</span><br/><span begin="2s" end="3s">b</span></p>',
    ['1000-2000 a', '3000-4000 b'],
  ],
  [
    'spans that have equal times',
    '<p><span begin="1s" end="2s">a</span><br/><span begin="1s" end="2s">b</span></p>',
    ['1000-2000 a|b'],
  ],
])('reads the times of a phrase with %s', (_, body, expected) => {
  expect(inBody(body)).toEqual(expected);
});

const STYLES =
  '<styling><style xml:id="i" tts:fontStyle="italic"/><style xml:id="b" tts:fontWeight="bold"/><style xml:id="both" style="i b"/></styling>';
test.each<readonly [string, string, string]>([
  ['a break', 'a<br/>b', 'a|b'],
  ['several breaks', '<br/>a<br/><br/>b<br></br>', 'a||b'],
  ['white space', '\n   a\n   b  <br/>  c\n  ', 'a b|c'],
  ['white space over several elements', 'a <span> b</span> <span> c</span>', 'a b c'],
  ['preserved white space', '<span xml:space="preserve">a  b\nc</span>', 'a  b|c'],
  ['entities', 'a &amp; b &lt;c&gt; &quot;&apos; &#1078;&#x436;', 'a & b <c> "\' жж'],
  ['CDATA', '<![CDATA[a < b &amp;]]>', 'a < b &amp;'],
  ['comments', 'a<!-- <p> > -->b', 'ab'],
  ['italics', '<span tts:fontStyle="italic">a</span> b', '<i>a</i> b'],
  ['oblique', "<span tts:fontStyle='oblique'>a</span>", '<i>a</i>'],
  ['bold', '<span tts:fontWeight="bold">a</span>', '<b>a</b>'],
  ['underlined', '<span tts:textDecoration="underline">a</span>', '<u>a</u>'],
  ['underlined and struck-out parts', '<span tts:textDecoration="lineThrough underline">a</span>', '<u>a</u>'],
  ['a part that is not underlined', '<span tts:textDecoration="noUnderline">a</span>', 'a'],
  ['a style', '<span style="i">a</span>', '<i>a</i>'],
  ['a style that refers to styles', '<span style="both">a</span>', '<i><b>a</b></i>'],
  ['two styles', '<span style="i b">a</span>', '<i><b>a</b></i>'],
  ['a style that is reset', '<span style="i">a<span tts:fontStyle="normal">b</span></span>', '<i>a</i>b'],
  ['an unknown style', '<span style="x">a</span>', 'a'],
  ['styles over breaks', '<span style="i">a<br/>b</span>', '<i>a|b</i>'],
  ['metadata', '<metadata><ttm:desc>no</ttm:desc></metadata>a', 'a'],
  ['another namespace prefix', '<tt:span x:fontStyle="italic">a</tt:span>', '<i>a</i>'],
  ['a ">" in quotes', '<span title="a > b">a</span>', 'a'],
  ['a missing end tag', '<span style="i">a', '<i>a</i>'],
  ['surplus end tags', 'a</span></i>b', 'ab'],
])('reads a text with %s', (_, text, expected) => {
  expect(inBody(`<p begin="0s" end="1s">${text}</p>`, '', STYLES)).toEqual([`0-1000 ${expected}`]);
});

test('applies the style of a phrase, but not those of its parents', () => {
  const body = '<div style="b"><p style="i" end="1s">a</p><p end="1s">b</p></div>';
  expect(read(document(body, '', STYLES))).toEqual(['0-1000 <i>a</i>', '0-1000 b']);
});

test('reads a damaged document up to the damage', () => {
  const whole = document('<div><p end="1s">a</p><p end="2s">b</p></div>');
  for (const end of ['<p end="3', '<!-- ', '<![CDATA[', '<p end="3s">']) {
    expect(read(whole.replace('<p end="2s">b</p>', end))).toEqual(['0-1000 a']);
  }
  expect(read('no document')).toEqual([]);
  expect(read(`${whole}<p end="1s">behind</p>`)).toHaveLength(2);
});

test('stops at the requested number of phrases', () => {
  expect(readTtmlSample(document('<p end="1s">a</p>'.repeat(9)), 4)).toHaveLength(4);
});

test.each([
  ...['<p>', '<p', '<', '"', "<p a='", '<!--', '<!-- -->', '<![CDATA[', 'a', ' ', '\n', '<br/>', 'a=', 'a="" '],
  ...['<p a="">', '</p>', '&amp;', '&#1', '<p end="1s">a</p>', '<span>', '<style xml:id="i" style="i"/>'],
])('reads %j in linear time', (pattern) => {
  for (const start of ['', '<p end="1s">', '<p end="1s" '])
    expectLinear((size) => {
      const filling = start + filled(pattern, size);
      expect(() => readTtmlSample(start === '' ? filling : document(filling))).not.toThrow();
    });
});

test('nests tags correctly, and adds none around empty texts', () => {
  const pieces = [
    { text: 'a', face: 2 },
    { text: '', face: 4 },
    { text: 'b', face: 3 },
    { text: 'c', face: 1 },
    { text: 'd', face: 0 },
  ];
  expect(tagged(pieces)).toBe('<i>a<b>b</b></i><b>c</b>d');
});
