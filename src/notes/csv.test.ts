import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pastedCells, readTerms, writeTerms } from './csv.ts';
import { NOTE_LIMITS } from './notes.ts';

const term = (source: string, translation = '', note = '') => ({ source, translation, note });

describe('tables of terms', () => {
  test.each<readonly [what: string, text: string, terms: readonly ReturnType<typeof term>[]]>([
    ['no text', '', []],
    ['only a byte-order mark', '\uFEFF', []],
    ['no header', 'муха,mosca,x', [term('муха', 'mosca', 'x')]],
    ['a header with all columns', 'source,translation,note\nмуха,mosca,x', [term('муха', 'mosca', 'x')]],
    [
      'columns in another order',
      'Note,foreign,SOURCE , Translation\r\nx,1,муха,mosca\r\n',
      [term('муха', 'mosca', 'x')],
    ],
    ['a header of one column', 'source\nмуха\nкот', [term('муха'), term('кот')]],
    ['a header with another name for the translation', 'id,Source,Target\n1,муха,mosca', [term('муха', 'mosca')]],
    ['the translation first', 'target;source\nmosca;муха', [term('муха', 'mosca')]],
    [
      'a language name as header of the translation',
      'source,Português,note\nмуха,mosca,x',
      [term('муха', 'mosca', 'x')],
    ],
    ['a header without a translation', 'id,source,note\n1,муха,x', [term('муха', '', 'x')]],
    ['semicolons', '\uFEFFмуха;mosca, voo;x', [term('муха', 'mosca, voo', 'x')]],
    ['tabs', 'муха\tmosca; voo, x', [term('муха', 'mosca; voo, x')]],
    ['Excel’s separator line', 'sep=;\r\na,b;c\r\n', [term('a,b', 'c')]],
    ['a first row of one cell', 'a\nb;c', [term('a'), term('b', 'c')]],
    ['delimiters and line breaks inside quotes', '"a;\n""b""","c\r\nd;x",', [term('a; "b"', 'c d;x')]],
    ['a quote within a cell', '5" disk,disco de 5",x', [term('5" disk', 'disco de 5"', 'x')]],
    ['quotes that do not enclose a cell', '"a" b,c\n"d",e', [term('"a" b', 'c'), term('d', 'e')]],
    [
      'line ends of all kinds, and blank rows',
      'a,b\r\rc,d\r\n\n\ne,f\n',
      [term('a', 'b'), term('c', 'd'), term('e', 'f')],
    ],
    ['other breaks within a cell', 'a\u2028b\vc,d', [term('a b c', 'd')]],
    ['formulas that an apostrophe makes harmless', "'=1+1,'-x,''=", [term('=1+1', '-x', "'=")]],
    [
      'quotes that would close in the middle of another row',
      'a,b\n"c;d\ne,"f\n"g",h\n',
      [term('a', 'b'), term('"c;d'), term('e', '"f'), term('g', 'h')],
    ],
    ['a fourth column, which is left out', 'a,b,c,d', [term('a', 'b', 'c')]],
  ])('reads a table of terms with %s', (_, text, terms) => {
    expect(readTerms(text)).toEqual({ terms, overLimit: 0, withoutSource: 0, openQuoteAt: undefined });
  });

  test('reports an unclosed quote and loses nothing after it', () => {
    expect(readTerms('a,b\n"c,d\ne,f')).toEqual({
      ...{ overLimit: 0, withoutSource: 0, openQuoteAt: 2 },
      terms: [term('a', 'b'), term('"c', 'd'), term('e', 'f')],
    });
    expect(readTerms('"a;b\nc;d').terms).toEqual([term('"a', 'b'), term('c', 'd')]);
  });

  test('counts rows over the limit and rows without a source', () => {
    const rows = Array.from({ length: 20_000 }, (_, at) => `s${at},t${at}`);
    const read = readTerms(['source,translation', ',x', ...rows, ',,', ' , ,y'].join('\n'), 480);
    expect(read.terms).toHaveLength(NOTE_LIMITS.terms - 480);
    expect(read).toMatchObject({ overLimit: 19_980, withoutSource: 2 });
    expect(readTerms('a,b', 600)).toMatchObject({ terms: [], overLimit: 1 });
  });

  test('reads a table without a crash if it has a cell of a million doubled quotes that does not end', () => {
    const { terms } = readTerms(`"${'""'.repeat(1_000_000)},b\n`);
    expect(terms.map((one) => [one.source.length, one.translation])).toEqual([[2_000_001, 'b']]);
  });

  test('reads unclosed quotes in linear time', () => {
    const read = readTerms(`"x\n${'""a,"b\n'.repeat(20_000)}`);
    expect(read.terms.length + read.overLimit).toBe(20_001);
  });
});

test('writes terms so that no spreadsheet runs a formula', () => {
  expect(writeTerms([term('муха', 'mosca'), term(' ', '\t'), term('a, "b"', '=1', "'-x"), term('c', '-d')])).toBe(
    '\uFEFFsource,translation,note\r\nмуха,mosca,\r\n"a, ""b""",\'=1,\'\'-x\r\nc,\'-d,\r\n',
  );
});

const anyCell = fc
  .array(fc.constantFrom(...'"\',;\t=-+@a '.split(''), 'source', 'sep=;', '\uFEFF', 'муха', '\ud800'), { maxLength: 6 })
  .map((parts) => parts.join('').trim());

test('reads written terms back unchanged', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ source: anyCell, translation: anyCell, note: anyCell }), { maxLength: 8 }),
      (rows) => {
        const terms = rows.filter(({ source }) => source !== '');
        expect(readTerms(writeTerms(terms))).toMatchObject({ terms, overLimit: 0, openQuoteAt: undefined });
      },
    ),
  );
});

test('loses no word of any table', () => {
  const anyTable = fc
    .array(fc.constantFrom('"', '""', ',', ';', '\t', '\n', '\r\n', 'word', ' '), { maxLength: 30 })
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(anyTable, (text) => {
      const cells = pastedCells(text).flat().join('');
      expect(cells.match(/word/g)?.length ?? 0).toBe(text.match(/word/g)?.length ?? 0);
    }),
  );
});

test.each<readonly [text: string, cells: readonly (readonly string[])[]]>([
  ['a', [['a']]],
  ['"a\nb"\t"c ""d"""\n"e" f', [['a b', 'c "d"'], ['"e" f']]],
  ['a, b; c', [['a, b; c']]],
])('splits pasted cells: %j', (text, cells) => {
  expect(pastedCells(text)).toEqual(cells);
});
