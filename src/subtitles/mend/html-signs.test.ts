import { describe, expect, it } from 'vitest';
import type { ReadAs } from '../formats.ts';
import { readDocument } from '../read-document.ts';
import { findRepairs, findSignRepairs } from './find-repairs.ts';

const film = (text: string) => `1\n00:00:01,000 --> 00:00:02,000\n${text}\n\n2\n00:00:03,000 --> 00:00:04,000\nB\n`;
const SIGNS = new Set(['html-signs']);

it.each<[text: string, mended: string]>([
  ['It&#39;s', "It's"],
  ['It&#039;s', "It's"],
  ['It&#x27;s', "It's"],
  ['It&apos;s', "It's"],
  ['It&rsquo;s &hellip;', 'It’s …'],
  ['a &amp; b', 'a & b'],
  ['AT&amp;T', 'AT&T'],
  ['It&amp;#39;s', "It's"],
  ['&lt;i&gt;word&lt;/i&gt;', '<i>word</i>'],
  ['&amp;lt;i&amp;gt;word', '<i>word'],
  ['caf&eacute; &Eacute;t&eacute; ma&ntilde;ana &ouml;', 'café Été mañana ö'],
  ['&ldquo;Yes&rdquo; &mdash; &iquest;no?', '“Yes” — ¿no?'],
  ['a&nbsp;b', 'a\u00a0b'],
  ['a\n&nbsp;', 'a'],
  ['It& # 39; s &quot ; x', 'It\' s " x'],
  ['It&#39s', "It's"],
  ['&sung; la', '♪ la'],
])('[D2.23] writes HTML entities as characters: %j', (text, mended) => {
  const repairs = findRepairs(film(text));
  expect(repairs.isOffered).toBe(false);
  expect(repairs.kinds.find(({ name }) => name === 'html-signs')?.button).toBe('Repair the characters');
  expect(repairs.mend(SIGNS)).toBe(film(mended));
  expect(findRepairs(film(mended)).kinds.some(({ name }) => name === 'html-signs')).toBe(false);
});

it('[D2.23] keeps a phrase that has only entities for spaces, and does not send it', () => {
  const repairs = findRepairs(film('&nbsp;'));
  const mended = repairs.mend(SIGNS);
  const read = readDocument(mended, repairs.readAsAfter(SIGNS, mended));
  expect(read.ok && read.value.phrases.map(({ text }) => text)).toEqual(['B']);
  expect(read.ok && read.value.write(new Map())).toBe(film('').replace('\n\n\n', '\n\n'));
});

it.each([
  ['R&B'],
  ['Q & A; more'],
  ['Tom & Jerry;'],
  ['&unknown; x'],
  ['a && b'],
  ['x &c; y'],
  ['AT&T; yes'],
  ['&#39x'.replace('&', '')],
])('[D2.23] finds no HTML entity in %j', (text) => {
  expect(findRepairs(film(text)).kinds.some(({ name }) => name === 'html-signs')).toBe(false);
});

describe('HTML entities in other formats', () => {
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
  ])('[D2.23] writes HTML entities as characters in a file read as %s: row %#', (readAs, of, text, mended, line) => {
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
  ])('[D2.23] finds no HTML entity in a file read as %s: row %#', (readAs, of, text) => {
    const repairs = findSignRepairs(of(text), readAs);
    expect([repairs.kinds, repairs.mend(SIGNS)]).toEqual([[], of(text)]);
  });

  it.each<[ReadAs, (text: string) => string]>([
    ['sbv', sbv],
    ['ass', ass],
  ])(
    '[D2.23] keeps, in a file read as %s, a phrase that has only entities for spaces, and does not send it',
    (readAs, of) => {
      const repairs = findSignRepairs(of('&nbsp;'), readAs);
      expect(repairs.kinds).toMatchObject([{ repairs: [{}] }]);
      const read = readDocument(repairs.mend(SIGNS), readAs, {});
      expect(read.ok && read.value.phrases.map(({ text }) => text)).toEqual(['B & C']);
    },
  );
});
