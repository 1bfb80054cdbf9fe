import { expect, it } from 'vitest';
import { readDocument } from '../../read-document.ts';
import { findRepairs } from '../find-repairs.ts';

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
])('[D2.23] are written as characters: %j', (text, mended) => {
  const repairs = findRepairs(film(text));
  expect(repairs.isOffered).toBe(false);
  expect(repairs.kinds.find(({ name }) => name === 'html-signs')?.button).toBe('Mend the signs');
  expect(repairs.mend(SIGNS)).toBe(film(mended));
  expect(findRepairs(film(mended)).kinds.some(({ name }) => name === 'html-signs')).toBe(false);
});

it('[D2.23] leave a phrase of nothing but spaces in the file, and it is not sent', () => {
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
])('[D2.23] are not seen in %j', (text) => {
  expect(findRepairs(film(text)).kinds.some(({ name }) => name === 'html-signs')).toBe(false);
});
