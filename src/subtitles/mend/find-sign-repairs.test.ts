import { expect, it } from 'vitest';
import type { ReadAs } from '../formats.ts';
import { readDocument } from '../read-document.ts';
import { findSignRepairs } from './find-repairs.ts';

const SIGNS = new Set(['html-signs']);
const sbv = (text: string) => `0:00:01.000,0:00:02.000\n${text}\n\n0:00:03.000,0:00:04.000\nB & C\n`;
const ass = (text: string) =>
  `[Script Info]\nTitle: Tom &amp; Jerry\n\n[Events]\nFormat: Start, End, Style, Text\nDialogue: 0:00:01.00,0:00:02.00,A,${text}\nComment: 0:00:01.00,0:00:02.00,A,&#39;\nDialogue: 0:00:03.00,0:00:04.00,A,B & C\n`;
const lrc = (text: string) => `[00:01.00]${text}\n[00:03.00]B & C\n`;
const ttml = (text: string) =>
  `<tt xmlns="http://www.w3.org/ns/ttml"><body><div>\n<p begin="1s" end="2s">${text}</p>\n<p begin="3s" end="4s">B &amp; C</p>\n</div></body></tt>`;
const microdvd = (text: string) => `{25}{50}${text}\n{75}{100}B & C\n`;

it.each<[ReadAs, of: (text: string) => string, text: string, mended: string, line: number]>([
  ['sbv', sbv, 'It&#39;s', "It's", 1],
  ['sbv', sbv, 'It&amp;#39;s\na &amp; b', "It's\na & b", 1],
  ['sbv', sbv, 'a\n&nbsp;', 'a', 1],
  ['ass', ass, '{\\c&H00FFFF&}It&#39;s{\\i1} a{\\i0}', "{\\c&H00FFFF&}It's{\\i1} a{\\i0}", 6],
  ['ass', ass, 'a\\N&quot;b&quot;', 'a\\N"b"', 6],
  ['ssa', ass, 'caf&eacute;', 'café', 6],
  ['lrc', lrc, 'It& # 39; s', "It' s", 1],
  ['ttml', ttml, 'It&amp;#39;s', "It's", 1],
  ['sub-25', microdvd, 'a|It&#39;s', "a|It's", 1],
])('[D2.23] of a file read as %s are written as characters: %#', (readAs, of, text, mended, line) => {
  const repairs = findSignRepairs(of(text), readAs);
  expect(repairs.isOffered).toBe(false);
  expect(repairs.kinds).toMatchObject([{ name: 'html-signs', isOptional: true, repairs: [{ line }] }]);
  expect(repairs.mend(new Set())).toBe(of(text));
  expect(repairs.mend(SIGNS)).toBe(of(mended));
  expect(findSignRepairs(of(mended), readAs).kinds).toEqual([]);
});

it.each<[ReadAs, of: (text: string) => string, text: string]>([
  ['sbv', sbv, 'R&B'],
  ['sbv', sbv, 'Q & A; more'],
  ['ass', ass, '{\\c&H00FFFF&}Tom & Jerry;'],
  ['ass', ass, '{\\3c&Hlt;&}AT&T; yes'],
  ['lrc', lrc, 'a && b'],
  ['ttml', ttml, 'It&#39;s &lt;i&gt; AT&amp;T'],
  ['sub-25', microdvd, '{c:&lt;}x &c; y'],
  ['sbv', () => 'nothing &amp; no time', ''],
])('[D2.23] of a file read as %s are not seen in %#', (readAs, of, text) => {
  const repairs = findSignRepairs(of(text), readAs);
  expect([repairs.kinds, repairs.mend(SIGNS)]).toEqual([[], of(text)]);
});

it.each<[ReadAs, (text: string) => string]>([
  ['sbv', sbv],
  ['ass', ass],
])('[D2.23] of a file read as %s leave a phrase of nothing but spaces in it, and it is not sent', (readAs, of) => {
  const repairs = findSignRepairs(of('&nbsp;'), readAs);
  expect(repairs.kinds).toMatchObject([{ repairs: [{}] }]);
  const read = readDocument(repairs.mend(SIGNS), readAs, {});
  expect(read.ok && read.value.phrases.map(({ text }) => text)).toEqual(['B & C']);
});
