import { describe, expect, it } from 'vitest';
import { okValue } from '../../test/ok-value.ts';
import { readSbv } from './sbv.ts';

const documentOf = (source: string) => okValue(readSbv(source, {}));

describe('reading SBV files', () => {
  it('reads timings with commas and both kinds of line breaks', () => {
    const source = '0:00:00.599,0:00:04.160\r\n>> Hi\r\nthere\r\n\r\n0:00:04.160,0:00:06.000\r\none[br]two\r\n';
    const document = documentOf(source);
    expect(document.format).toBe('sbv');
    expect(document.phrases).toEqual([
      { number: 1, time: '0:00:00.599 --> 0:00:04.160', text: '>> Hi\nthere' },
      { number: 2, time: '0:00:04.160 --> 0:00:06.000', text: 'one\ntwo' },
    ]);
    const texts = new Map([[1, '>> Oi\naí'] as const, [2, 'um\ndois'] as const]);
    expect(document.write(texts)).toBe(source.replace('Hi\r\nthere', 'Oi\r\naí').replace('one[br]two', 'um[br]dois'));
  });

  it('keeps blocks that it cannot read or that have no words', () => {
    const source = '0:00:00.599,0:00:04.160\n\nlost\n\n0:00:05.000,0:00:06.000\nHi\n';
    const document = documentOf(source);
    expect(document.phrases.map(({ text }) => text)).toEqual(['Hi']);
    expect(document.notes).toEqual([{ kind: 'kept', count: 1, line: 3, text: 'lost' }]);
  });

  it.each([
    ['a timing', '0:00:01.000,0:00:02.000\nx', '0:00:01.000 – 0:00:02.000\nx'],
    ['blank lines', 'a\n\n\nb', 'a\nb'],
    ['other line ends', 'a\rb\u2028c\0', 'a\nb\nc'],
  ])('makes %s in a translation harmless', (_, text, expected) => {
    const source = '0:00:00.599,0:00:04.160\nHi\n';
    expect(documentOf(source).write(new Map([[1, text]]))).toBe(source.replace('Hi', expected));
  });
});
