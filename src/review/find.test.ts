import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fuzzRuns } from '../../test/fuzz-runs.ts';
import { okValue } from '../../test/ok-value.ts';
import {
  createFinder,
  type FindOptions,
  find,
  folded,
  foldedText,
  hitsByLine,
  hitsInLine,
  replace,
  replaceInLine,
} from './find.ts';
import type { Line } from './line.ts';

const PLAIN: FindOptions = { matchCase: false, wholeWord: false, regularExpression: false, exactly: undefined };

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
])('finds %s with the options %j in %j', (query, options, text, texts) => {
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
])('[D14.48] finds the text %j in %j, because readers see no difference', (query, text, hits) => {
  const found = finder(query).hitsIn(text);
  expect(found.map(({ from, to }) => text.slice(from, to))).toEqual(hits);
});

test.each([
  ['New York', 'New\nYork'],
  ["don't", 'don’t'],
  ['سلام', 'سَلام'],
  ['a-b', 'a–b'],
  ['word', 'wo\u00adrd'],
])('[D14.48] does not find %j in %j with the option "Exactly"', (query, text) => {
  expect(finder(query, { exactly: true }).hitsIn(text)).toEqual([]);
  expect(finder(query, { exactly: true }).hitsIn(query)).toHaveLength(1);
});

test.each([
  ['New York', 'Nova Iorque', 'In New\nYork, “hm”…', 'In Nova\nIorque, “hm”…'],
  ['New York', 'Rio', 'In New\nYork\nnow', 'In Rio\nnow'],
  ["don't", 'do', '\u200f“Don’t” – no…', '\u200f“Do” – no…'],
  ['سلام', 'درود', 'سَلام، عَلی', 'درود، عَلی'],
  ['hello', 'bye', '<i>He\u00adllo</i>\u00a0there', '<i>Bye</i>\u00a0there'],
])('[D14.48] keeps the text around a hit when %j is replaced by %j', (query, by, translation, after) => {
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
])('finds %j with the options %j, whether accents are composed or decomposed', (query, options, texts) => {
  const hitsOf = (query: string, text: string) =>
    finder(query, options)
      .hitsIn(text)
      .map(({ from, to }) => text.slice(from, to));
  expect(hitsOf(query, DECOMPOSED)).toEqual(texts);
  expect(hitsOf(query.normalize('NFD'), DECOMPOSED)).toEqual(texts);
  const composed = DECOMPOSED.normalize('NFC');
  expect(hitsOf(query.normalize('NFD'), composed)).toEqual(texts.map((text) => text.normalize('NFC')));
});

test.each<[string, Partial<FindOptions>]>([
  ['  ', {}],
  ['e  c', { exactly: true }],
  [' {2}', { regularExpression: true }],
])(
  'finds the query %j with the options %j, although it has several spaces and decomposed letters beside it',
  (query, options) => {
    expect(finder(query, options).hitsIn('e\u0301te  cafe\u0301')).toHaveLength(1);
  },
);

test('finds the same hits whether accents are composed or decomposed', () => {
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
    { numRuns: fuzzRuns(200), examples: [['\u1100\u1161  ', '  ']] },
  );
});

test('finds hits across tags in the original and the translation, as ranges of the whole texts', () => {
  const hits = hitsInLine(finder('hello'), line('{\\an8}<i>Hello</i>', 'He<i>llo</i>, hello'));
  expect(hits).toEqual({
    original: [{ from: 9, to: 14 }],
    translation: [
      { from: 0, to: 8 },
      { from: 14, to: 19 },
    ],
  });
});

test('never finds a tag, and returns undefined for a line without hits', () => {
  expect(hitsInLine(finder('i'), line('<i>a</i>', '{\\i1}b'))).toBeUndefined();
  expect(hitsInLine(finder('a'), line('b'))).toBeUndefined();
});

const EXPRESSION: FindOptions = { ...PLAIN, matchCase: true, regularExpression: true };

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
])('finds with the regular expression %s the right parts of %j', (source, text, texts) => {
  expect(firstTexts(source, text)).toEqual(texts);
});

test('ignores the case of letters in any script', () => {
  expect(firstTexts('ёлка|[a-c]', 'ЁЛКА B d', { matchCase: false })).toEqual(['ЁЛКА', 'B']);
});

test("returns the text of each group of a hit, and '' for a group that did not match", () => {
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
  ['a'.repeat(200_000), /^This text is too long/u],
])('refuses the expression %s with a sentence for people', (source, words) => {
  expect(find([line('a', 'a'.repeat(300_000))], source, EXPRESSION)).toEqual({
    ok: false,
    error: expect.stringMatching(words),
  });
  expect(replace([line('a', 'a'.repeat(300_000))], source, EXPRESSION, 'b')).toMatchObject({ ok: false });
});

test('returns the hits of a film by line number, for originals and translations', () => {
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

test('finds any plain text at its place, whatever surrounds it', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), fc.string(), fc.string(), (query, before, after) => {
      const text = `${before}${query}${after}`;
      const exact = finder(query, { matchCase: true, exactly: true }).hitsIn(text);
      expect(exact[0]?.from).toBe(text.indexOf(query));
      // Without "Exactly" an equivalent text may come first: the query " !" also matches "  !".
      const [first] = finder(query, { matchCase: true }).hitsIn(text);
      expect(first?.from).toBeLessThanOrEqual(text.indexOf(query));
      expect(folded(text.slice(first?.from, first?.to))).toBe(folded(query));
    }),
    { examples: [[' !', ' ', '']] },
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

test("finds the same hits as the browser's own search in ASCII texts", () => {
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
])('[D14.48] finds %s by what a person types on a usual keyboard', (_, query, text) => {
  expect(folded(text)).toBe(folded(query));
  expect(foldedText(text).text).toBe(foldedText(query).text);
});

test('[D14.48] returns no range for a part of a ligature', () => {
  const { text, rangeOf } = foldedText('a ﬁre');
  expect(rangeOf(text.indexOf('f'), text.indexOf('f') + 1)).toBeUndefined();
  expect(rangeOf(text.indexOf('f'), text.length)).toEqual({ from: 2, to: 5 });
  expect(foldedText('все ё').text).not.toBe(foldedText('все е').text);
});

function replaced(translation: string | undefined, query: string, by: string, options: Partial<FindOptions> = {}) {
  return replaceInLine(finder(query, options), line(query, translation), by);
}

const REGULAR = { regularExpression: true };

test.each<[string, string, string, Partial<FindOptions>, string]>([
  ['Rita, rita!', 'Rita', 'Rite', { matchCase: true }, 'Rite, rita!'],
  ['Hello, HELLO, hello', 'hello', 'bye', {}, 'Bye, BYE, bye'],
  ['Hello', 'hello', 'McBye', {}, 'McBye'],
  ['I see. i', 'i', 'we', { wholeWord: true }, 'We see. we'],
  ['<i>Old man</i>', 'i', 'x', {}, '<i>Old man</i>'],
  ['<i>Old</i> man', 'old man', 'boy', { matchCase: false }, '<i>Boy</i>'],
  ['{\\an8}Old', 'old', '', {}, '{\\an8}'],
  ['one\ntwo', 'one', '', {}, 'two'],
  ['10:45', '(\\d+):(\\d+)', '$2h$1 $$ $& $3', REGULAR, '45h10 $ 10:45 $3'],
  ['a5', '(\\d)', '$10', REGULAR, 'a50'],
  ['a5', '(\\d)', '$01$20$00$0', REGULAR, 'a5$20$00$0'],
  ['abcdefghij', '(a)(b)(c)(d)(e)(f)(g)(h)(i)(j)', '$10$1', REGULAR, 'ja'],
  ['ab', '(a)|(b)', '[$1$2]', REGULAR, '[a][b]'],
  ['- a - b', ' - ', '\\n- ', REGULAR, '- a\n- b'],
  ['$1', '$1', '$&', {}, '$&'],
  ['Hi ⟦1⟧you⟦2⟧, 1', '1', 'um', {}, 'Hi ⟦1⟧you⟦2⟧, um'],
  ['Hi ⟦1⟧you', 'hi you', 'bye', {}, 'Bye⟦1⟧'],
  ['a ⟦1⟧12⟦2⟧', '\\d+|⟦', 'x', REGULAR, 'a ⟦1⟧x⟦2⟧'],
  ['Cafe\u0301 <i>de\u0301</i>ja\u0300', 'déjà', 'now', {}, 'Cafe\u0301 <i>now</i>'],
  ['5 \u212b, 5', '5', '6', {}, '6 \u212b, 6'],
  ['Cafe\u0301 e', 'e', 'a', {}, 'Cafe\u0301 a'],
  ['Cafe\u0301', 'caf(é)', 'th$1', REGULAR, 'thé'],
  ['SHOP\n\nOPEN', 'open', 'closed', {}, 'SHOP\n\nCLOSED'],
])('[D13.7] replaces in %j the query "%s" by "%s" with the options %j: %j', (before, query, by, options, after) => {
  expect(replaced(before, query, by, options)?.after ?? before).toBe(after);
});

test('returns for a replacement the text before, the text after and the replaced ranges', () => {
  expect(replaced('<b>No</b>, no', 'no', 'yes')).toEqual({
    number: 21,
    before: '<b>No</b>, no',
    after: '<b>Yes</b>, yes',
    ranges: [
      { from: 3, to: 5 },
      { from: 11, to: 13 },
    ],
  });
});

test('returns no replacement for a line without a translation, without hits or without a change', () => {
  expect(replaced(undefined, 'a', 'b')).toBeUndefined();
  expect(replaced('c', 'a', 'b')).toBeUndefined();
  expect(replaced('a', 'a', 'a')).toBeUndefined();
});

test('removes blank lines that a replacement creates', () => {
  expect(replaced('a b c', ' ', '\n\n')?.after).toBe('a\nb\nc');
});

test('keeps every tag in order, whatever is replaced', () => {
  const pieces = fc.constantFrom('a', 'b', ' ', '\n', '<i>', '</i>', '{\\an8}');
  const tagsOf = (text: string) => text.match(/<\/?i>|\{\\an8\}/gu) ?? [];
  fc.assert(
    fc.property(
      fc.array(pieces),
      fc.constantFrom('a', 'ab', 'b a', '[ab]+', '.'),
      fc.constantFrom('', 'x', '$&$&'),
      (written, query, by) => {
        const before = written.join('');
        const after = replaced(before, query, by, REGULAR)?.after ?? before;
        expect(tagsOf(after)).toEqual(tagsOf(before));
      },
    ),
  );
});
