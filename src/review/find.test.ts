import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fuzzRuns } from '../../test/fuzz-runs.ts';
import { okValue } from '../../test/ok-value.ts';
import { createFinder, type FindOptions, find, hitsByLine, hitsInLine, replace } from './find.ts';
import type { Line } from './line.ts';
import { folded, foldedText } from './text/folded-text.ts';

const PLAIN: FindOptions = { matchCase: false, wholeWord: false, regularExpression: false };

const finder = (query: string, options: Partial<FindOptions> = {}) =>
  okValue(createFinder(query, { ...PLAIN, ...options }));

const line = (original: string, translation?: string): Line => ({ number: 21, time: '', original, translation });

test.each<[string, Partial<FindOptions>, string, readonly string[]]>([
  ['да', {}, 'Да, дача. ДА!', ['Да', 'да', 'ДА']],
  ['да', { wholeWord: true }, 'Да, дача. ДА!', ['Да', 'ДА']],
  ['être', { wholeWord: true }, 'peut-être, êtres', ['être']],
  ['...', {}, 'Well... no.', ['...']],
  ['(a|b)*', {}, 'x (a|b)* y', ['(a|b)*']],
  ['(a|b)+', { regularExpression: true }, 'x ab y', ['ab']],
  ['in|into', { regularExpression: true, wholeWord: true }, 'into in within', ['into', 'in']],
  ['-', { wholeWord: true }, '- a-b', ['-', '-']],
  ['猫', {}, 'その猫', ['猫']],
  ['istanbul', {}, 'İstanbul, istanbul', ['İstanbul', 'istanbul']],
  ['İSTANBUL', {}, 'İstanbul, istanbul', ['İstanbul', 'istanbul']],
  ['istanbul', { matchCase: true }, 'İstanbul, istanbul', ['istanbul']],
  ['ışık', {}, 'IŞIK, Işık, ışık', ['IŞIK', 'Işık', 'ışık']],
  ['IŞIK', {}, 'ışık', ['ışık']],
  ['東京', { wholeWord: true }, '東京に行く', ['東京']],
  ['เรือ', { wholeWord: true }, 'เรืออยู่ที่นี่', ['เรือ']],
  ['ハイ', { wholeWord: true }, 'ハイキングにハイと言う', ['ハイ']],
  ['AI', { wholeWord: true }, 'AIはRAINではない', ['AI']],
  ['', {}, 'anything', []],
])('%s with %j in %j', (query, options, text, texts) => {
  expect(
    finder(query, options)
      .hitsIn(text)
      .map((hit) => hit.texts[0]),
  ).toEqual(texts);
});

test.each<[string, string, readonly string[]]>([
  ['New York', 'In New\nYork, New\u00a0York, New  York', ['New\nYork', 'New\u00a0York', 'New  York']],
  ["don't", 'don’t, don`t, donʼt', ['don’t', 'don`t', 'donʼt']],
  ['don’t', "don't", ["don't"]],
  ['"no"', '“no” „no“ «no» ″no″', ['“no”', '„no“', '«no»', '″no″']],
  ['a - b', 'a – b, a — b, a − b', ['a – b', 'a — b', 'a − b']],
  ['x-y', 'x\u2011y', ['x\u2011y']],
  ['well...', 'Well… well...', ['Well…', 'well...']],
  ['well…', 'well...', ['well...']],
  ['.', 'No… yes.', ['.']],
  ['سلام', 'سَلام', ['سَلام']],
  ['سَلام', 'سلام', ['سلام']],
  ['محمد', 'مُحَمَّد', ['مُحَمَّد']],
  ['שלום', 'שָׁלוֹם', ['שָׁלוֹם']],
  ['word', 'wo\u00adrd, wo\u200brd, \u200fword\u200f', ['wo\u00adrd', 'wo\u200brd', 'word']],
  ['میخواهم', 'می\u200cخواهم', ['می\u200cخواهم']],
  ['café', 'cafe\u0301', ['cafe\u0301']],
  ['  ', 'a  b c', ['  ']],
  ['\u200b', 'a\u200bb', ['\u200b']],
  ['ı', 'ılık iş IŞIK İ', ['ı', 'ı', 'I', 'I']],
  ['İ', 'İş iş ışık I', ['İ', 'i']],
  ['newyork', 'New\nYork', []],
  ['cafe', 'café', []],
  ['a b', 'a-b', []],
])('[D14.48] what readers take for the same is found: %j in %j', (query, text, hits) => {
  const found = finder(query).hitsIn(text);
  expect(found.map(({ from, to }) => text.slice(from, to))).toEqual(hits);
});

test.each([
  ['New York', 'New\nYork'],
  ["don't", 'don’t'],
  ['سلام', 'سَلام'],
  ['a-b', 'a–b'],
  ['word', 'wo\u00adrd'],
])('[D14.48] with "Exactly" only what is written is found: %j not in %j', (query, text) => {
  expect(finder(query, { exactly: true }).hitsIn(text)).toEqual([]);
  expect(finder(query, { exactly: true }).hitsIn(query)).toHaveLength(1);
});

test.each([
  ['New York', 'Nova Iorque', 'In New\nYork, “hm”…', 'In Nova\nIorque, “hm”…'],
  ['New York', 'Rio', 'In New\nYork\nnow', 'In Rio\nnow'],
  ["don't", 'do', '\u200f“Don’t” – no…', '\u200f“Do” – no…'],
  ['سلام', 'درود', 'سَلام، عَلی', 'درود، عَلی'],
  ['hello', 'bye', '<i>He\u00adllo</i>\u00a0there', '<i>Bye</i>\u00a0there'],
])('[D14.48] replacing %j by %j changes nothing around it', (query, by, translation, after) => {
  expect(okValue(replace([line('', translation)], query, PLAIN, by))[0]?.after).toBe(after);
});

const DECOMPOSED = 'Cafe\u0301, e\u0301te\u0301 q\u0303 \u1112\u1161\u11ab';

test.each<[string, Partial<FindOptions>, readonly string[]]>([
  ['é', {}, ['e\u0301', 'e\u0301', 'e\u0301']],
  ['e\u0301te', {}, []],
  ['été', { wholeWord: true }, ['e\u0301te\u0301']],
  ['café', { matchCase: false }, ['Cafe\u0301']],
  ['e', {}, []],
  ['q', {}, ['q']],
  ['\u0303', {}, ['\u0303']],
  ['한', {}, ['\u1112\u1161\u11ab']],
  ['[é한]', { regularExpression: true }, ['e\u0301', 'e\u0301', 'e\u0301', '\u1112\u1161\u11ab']],
])('letters are the same, composed or not: %j with %j', (query, options, texts) => {
  const hitsOf = (query: string, text: string) =>
    finder(query, options)
      .hitsIn(text)
      .map(({ from, to }) => text.slice(from, to));
  expect(hitsOf(query, DECOMPOSED)).toEqual(texts);
  expect(hitsOf(query.normalize('NFD'), DECOMPOSED)).toEqual(texts);
  const composed = DECOMPOSED.normalize('NFC');
  expect(hitsOf(query.normalize('NFD'), composed)).toEqual(texts.map((text) => text.normalize('NFC')));
});

test('in any text the hits are those of the composed text, at their own places', () => {
  const unit = fc.constantFrom(
    'e',
    'é',
    '\u0301',
    '\u0323',
    '\u0958',
    'ế',
    '\u1100',
    '\u1161',
    '가',
    '\u11a8',
    ' ',
    '\u{1d15e}',
  );
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 8 }), fc.string({ unit, minLength: 1, maxLength: 2 }), (text, query) => {
      let end = 0;
      for (const { from, to } of finder(query).hitsIn(text)) {
        expect(from).toBeGreaterThanOrEqual(end);
        expect(to).toBeGreaterThan(from);
        expect(text.slice(from, to).normalize('NFC')).toContain(query.normalize('NFC'));
        end = to;
      }
      if (text.normalize('NFC') === text) return;
      const composed = finder(query).hitsIn(text.normalize('NFC'));
      expect(finder(query).hitsIn(text).length > 0).toBe(composed.length > 0);
    }),
    { numRuns: fuzzRuns(200) },
  );
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

const EXPRESSION: FindOptions = { matchCase: true, wholeWord: false, regularExpression: true };

const found = (source: string, text: string, options: Partial<FindOptions> = {}) =>
  finder(source, { ...EXPRESSION, ...options })
    .hitsIn(text)
    .map(({ texts }) => texts);
const firstTexts = (source: string, text: string, options?: Partial<FindOptions>) =>
  found(source, text, options).map(([whole]) => whole);

test.each<[string, string, readonly string[]]>([
  ['^-', '- a\n- b', ['-', '-']],
  ['.', 'a\n🎬', ['a', '🎬']],
  ['[а-яё]+', 'ёж, Ёж', ['ёж', 'ж']],
  ['\\w+', "l’été d'où", ['l', 'été', 'd', 'où']],
  ['\\bне\\b', 'не небо, не', ['не', 'не']],
  ['\\Bл', 'лил', ['л']],
  ['[\\w-]+', 'кто-то. 7', ['кто-то', '7']],
  ['\\W', 'да!', ['!']],
  ['\\p{Lu}', 'Да Нет', ['Д', 'Н']],
  ['\\u{1F3AC}|\\uD83C\\uDFAC', '🎬', ['🎬']],
  ['x*', 'axa', ['x']],
  ['', 'a', []],
  ['(?<a>b)\\k<a>', 'bbb', ['bb']],
  ['(?<!не )вас', 'не вас, вас', ['вас']],
  ['[^\\w]+', 'да, нет', [', ']],
  ['\\\\w', 'a\\w', ['\\w']],
  ['[\\]\\w]+', '[да]', ['да]']],
  ['\\bи\\b|\\Bй', 'и й мой', ['и', 'й']],
])('%s in %j', (source, text, texts) => {
  expect(firstTexts(source, text)).toEqual(texts);
});

test('without the case the letters of any script are the same, small or capital', () => {
  expect(firstTexts('ёлка|[a-c]', 'ЁЛКА B d', { matchCase: false })).toEqual(['ЁЛКА', 'B']);
});

test('tells what each group stands for, nothing for one that took no part', () => {
  expect(found('(\\w+) (?:und )?(\\w+)', 'du und ich')).toEqual([['du und ich', 'du', 'ich']]);
  expect(found('(a)|(b)', 'ab')).toEqual([
    ['a', 'a', ''],
    ['b', '', 'b'],
  ]);
});

test.each([
  ['(', /^This is not a regular expression: Unterminated group$/u],
  ['a**', /^This is not a regular expression: /u],
  ['[\\w-z]', /^This is not a regular expression: /u],
  ['[\\W]', /^\\W cannot stand inside/u],
  ['a|[^a\\]\\W]', /^\\W cannot stand inside/u],
  ['a'.repeat(200_000), /^This is too large/u],
])('%s is refused in words', (source, words) => {
  expect(find([line('a', 'a'.repeat(300_000))], source, EXPRESSION)).toEqual({
    ok: false,
    error: expect.stringMatching(words),
  });
  expect(replace([line('a', 'a'.repeat(300_000))], source, EXPRESSION, 'b')).toMatchObject({ ok: false });
});

test('the hits of a film are told by number, of both texts of its lines', () => {
  const big = 2 ** 40;
  const lines = [line('hello', '<i>Hello</i>, hello'), line('no'), { ...line('', 'hello'), number: big }];
  expect([...hitsByLine(okValue(find(lines, 'hello', PLAIN)))]).toEqual([
    [
      21,
      {
        original: [{ from: 0, to: 5 }],
        translation: [
          { from: 3, to: 8 },
          { from: 14, to: 19 },
        ],
      },
    ],
    [big, { original: [], translation: [{ from: 0, to: 5 }] }],
  ]);
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

const anyPart: fc.Arbitrary<string> = fc.letrec<{ part: string; whole: string }>((tie) => ({
  part: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(...'a b c . [ab] [^a] \\d \\w \\W [^\\w] ^ $ \\b \\B'.split(' '), '[\\w ]'),
    fc.tuple(tie('whole'), fc.constantFrom('(', '(?:')).map(([inner, opening]) => `${opening}${inner})`),
    fc
      .tuple(
        fc.constantFrom('a', '[ab]', '(?:ab|c)', '(?:a|b+c)'),
        fc.constantFrom('*', '+', '?', '{2}', '{1,2}', '{1,}'),
        fc.constantFrom('', '?'),
      )
      .map((pieces) => pieces.join('')),
  ),
  whole: fc
    .array(
      fc.array(tie('part'), { maxLength: 4 }).map((parts) => parts.join('')),
      { minLength: 1, maxLength: 3 },
    )
    .map((options) => options.join('|')),
})).whole;

/** Of texts in Latin letters the browser has the same words. */
test('finds what the browser finds', () => {
  const anyText = fc.string({ unit: fc.constantFrom('a', 'b', 'c', ' ', '1', '\n'), maxLength: 12 });
  fc.assert(
    fc.property(anyPart, anyText, (source, text) => {
      const native = text.match(new RegExp(source, 'gmu'))?.filter((whole) => whole !== '') ?? [];
      expect(firstTexts(source, text)).toEqual(native);
    }),
    { numRuns: fuzzRuns(60) },
  );
});

test.each([
  ['full-width letters', 'A1!', 'Ａ１！'],
  ['a ligature', 'fire', 'ﬁre'],
  ['a presentation form', 'لا', 'ﻻ'],
  ['a Persian letter', 'كي', 'کی'],
  ['single angle quotation marks', "'a'", '‹a›'],
  ['a maqaf', 'א-ב', 'א־ב'],
  ['gershayim', 'צה"ל', 'צה״ל'],
])('[D14.48] finds what readers take for the same: %s', (_, query, text) => {
  expect(folded(text)).toBe(folded(query));
  expect(foldedText(text).text).toBe(foldedText(query).text);
});

test('[D14.48] a part of a ligature is not replaced', () => {
  const { text, rangeOf } = foldedText('a ﬁre');
  expect(rangeOf(text.indexOf('f'), text.indexOf('f') + 1)).toBeUndefined();
  expect(rangeOf(text.indexOf('f'), text.length)).toEqual({ from: 2, to: 5 });
  expect(foldedText('все ё').text).not.toBe(foldedText('все е').text);
});
