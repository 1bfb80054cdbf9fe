import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fuzzRuns } from '../../../../test/fuzz-runs.ts';
import { compilePattern, parsePattern, searchPattern } from '../../find-pattern.ts';

type Texts = readonly (string | undefined)[];

/** What is found, each with its groups; or the words that refuse. */
function found(source: string, text: string, matchCase = true): readonly Texts[] | string {
  const parsed = parsePattern(source, matchCase);
  if (!parsed.ok) return parsed.error;
  const steps = compilePattern(parsed.value);
  if (!steps.ok) return steps.error;
  return searchPattern(steps.value, text).map((places) =>
    Array.from({ length: Math.ceil(places.length / 2) }, (_, index) =>
      text.slice(places[2 * index], places[2 * index + 1]),
    ),
  );
}

const firstTexts = (source: string, text: string, matchCase?: boolean) => {
  const all = found(source, text, matchCase);
  return typeof all === 'string' ? all : all.map(([whole]) => whole);
};

test.each<[string, string, readonly string[]]>([
  ['a', 'banana', ['a', 'a', 'a']],
  ['an?', 'banana', ['an', 'an', 'a']],
  ['a.*a', 'banana', ['anana']],
  ['a.*?a', 'banana', ['ana']],
  ['(?:na){2}', 'banana', ['nana']],
  ['n{0}a', 'na', ['a']],
  ['b|ba|ban', 'ban', ['b']],
  ['^-', '- a\n- b', ['-', '-']],
  ['\\?$', 'a?\nb? c?', ['?', '?']],
  ['.', 'a\n🎬', ['a', '🎬']],
  ['[^]', 'a\n', ['a', '\n']],
  ['[а-яё]+', 'ёж, Ёж', ['ёж', 'ж']],
  ['\\w+', "l’été d'où", ['l', 'été', 'd', 'où']],
  ['\\bне\\b', 'не небо, не', ['не', 'не']],
  ['\\Bл', 'лил', ['л']],
  ['[\\w-]+', 'кто-то. 7', ['кто-то', '7']],
  ['\\W', 'да!', ['!']],
  ['\\p{Lu}', 'Да Нет', ['Д', 'Н']],
  ['\\u{1F3AC}|\\uD83C\\uDFAC', '🎬', ['🎬']],
  ['\\d{2}:\\d{2}', 'at 10:45', ['10:45']],
  ['x*', 'axa', ['x']],
  ['(?<word>na)', 'na', ['na']],
  ['', 'a', []],
])('%s in %j', (source, text, texts) => {
  expect(firstTexts(source, text)).toEqual(texts);
});

test('without the case the letters of any script are the same, small or capital', () => {
  expect(firstTexts('ёлка|[a-c]', 'ЁЛКА B d', false)).toEqual(['ЁЛКА', 'B']);
});

test('tells what each group stands for', () => {
  expect(found('(\\w+) (?:und )?(\\w+)', 'du und ich')).toEqual([['du und ich', 'du', 'ich']]);
});

test.each([
  ['(', /^This is not a regular expression: /u],
  ['a**', /^This is not a regular expression: /u],
  ['(a)\\1', /^Looking ahead or behind, and back references/u],
  ['(?<a>b)\\k<a>', /^Looking ahead/u],
  ['a(?=b)', /^Looking ahead/u],
  ['(?<!a)b', /^Looking ahead/u],
  ['[\\W]', /^\\W cannot stand inside/u],
  [`${'('.repeat(3_000)}a${')'.repeat(3_000)}`, /^This regular expression is too large/u],
  ['|'.repeat(20_000), /^This regular expression is too large/u],
  ['(?:a{99}){99}', /^This regular expression is too large/u],
  ['(?:(?:(?:a{99}){99}){99}){99}', /^This regular expression is too large/u],
])('%s is refused in words', (source, words) => {
  expect(found(source, 'a')).toMatch(words);
});

test.each(['(a+)+$', '(a|aa)+$', '(a*)*b', '(?:a?){50}a{50}', '.*.*.*.*=', '(x+x+)+y', 'a[^]*q|a'])(
  '%s comes to its end in any text',
  (source) => {
    expect(found(source, 'a'.repeat(50_000))).not.toBeTypeOf('string');
    expect(found(source, 'x'.repeat(50_000))).not.toBeTypeOf('string');
  },
);

const anyPart: fc.Arbitrary<string> = fc.letrec<{ part: string; whole: string }>((tie) => ({
  part: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom('a', 'b', 'c', '.', '[ab]', '[^a]', '\\d', '^', '$', '\\b', '\\B'),
    fc.tuple(tie('whole'), fc.constantFrom('(', '(?:')).map(([inner, opening]) => `${opening}${inner})`),
    // No repeats of what may be empty: there JavaScript takes back what it found, which is told nowhere else.
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

test('finds what the browser finds', () => {
  const anyText = fc.string({ unit: fc.constantFrom('a', 'b', 'c', ' ', '1', '\n'), maxLength: 12 });
  fc.assert(
    fc.property(anyPart, anyText, (source, text) => {
      const native = [...text.matchAll(new RegExp(source, 'gmu'))]
        .map(([whole]) => whole)
        .filter((whole) => whole !== '');
      expect(firstTexts(source, text)).toEqual(native);
    }),
    { numRuns: fuzzRuns(500) },
  );
});
