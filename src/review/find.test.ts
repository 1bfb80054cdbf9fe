import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFinder, type Finder, type FindOptions, hitsInLine } from './find.ts';
import type { Line } from './line.ts';

const PLAIN: FindOptions = { matchCase: false, wholeWord: false, regularExpression: false };

function finder(query: string, options: Partial<FindOptions> = {}): Finder {
  const created = createFinder(query, { ...PLAIN, ...options });
  if (!created.ok) throw new Error(created.error);
  return created.value;
}

const line = (original: string, translation?: string): Line => ({ number: 21, time: '', original, translation });

test.each<[string, Partial<FindOptions>, string, readonly string[]]>([
  ['да', {}, 'Да, дача. ДА!', ['Да', 'да', 'ДА']],
  ['да', { matchCase: true }, 'Да, дача. ДА!', ['да']],
  ['да', { wholeWord: true }, 'Да, дача. ДА!', ['Да', 'ДА']],
  ['être', { wholeWord: true }, 'peut-être, êtres', ['être']],
  ['...', {}, 'Well... no.', ['...']],
  ['(a|b)*', {}, 'x (a|b)* y', ['(a|b)*']],
  ['(a|b)+', { regularExpression: true }, 'x ab y', ['ab']],
  ['in|into', { regularExpression: true, wholeWord: true }, 'into in within', ['into', 'in']],
  ['-', { wholeWord: true }, '- a-b', ['-', '-']],
  ['猫', {}, 'その猫', ['猫']],
  ['', {}, 'anything', []],
])('%s with %j in %j', (query, options, text, texts) => {
  expect(
    finder(query, options)
      .hitsIn(text)
      .map((hit) => hit.texts[0]),
  ).toEqual(texts);
});

test('looks at both texts of a line, past their tags, and says where in the whole text it stands', () => {
  const hits = hitsInLine(finder('hello'), line('{\\an8}<i>Hello</i>', 'He<i>llo</i>, hello'));
  expect(hits).toEqual({
    original: [{ from: 9, to: 14 }],
    translation: [
      { from: 0, to: 8 },
      { from: 14, to: 19 },
    ],
  });
});

test('never finds a tag, and nothing in a line without hits', () => {
  expect(hitsInLine(finder('i'), line('<i>a</i>', '{\\i1}b'))).toBeUndefined();
  expect(hitsInLine(finder('a'), line('b'))).toBeUndefined();
});

test('an expression that is none is told in words', () => {
  const created = createFinder('[', { ...PLAIN, regularExpression: true });
  expect(created).toEqual({ ok: false, error: expect.stringMatching(/^This is not a regular expression: /u) });
});

test('any plain text is found where it stands', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), fc.string(), fc.string(), (query, before, after) => {
      const text = `${before}${query}${after}`;
      const starts = finder(query, { matchCase: true })
        .hitsIn(text)
        .map(({ from }) => from);
      expect(starts[0]).toBe(text.indexOf(query));
    }),
  );
});
