import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fuzzRuns } from '../../test/fuzz-runs.ts';
import { createListReader } from './list-reader.ts';

/** Counts what it decodes. */
function reader() {
  const decoded: unknown[] = [];
  const read = createListReader((json) => {
    decoded.push(json);
    return { json };
  });
  return { read, decoded, values: (text: string | null) => read(text).value.map(({ json }) => json) };
}

const anyItem = fc.oneof(
  fc.constant(null),
  fc.string({ unit: fc.constantFrom('"', '\\', ',', '[', ']', '{', '}', 'ы', '\n') }),
  fc.integer(),
  fc.array(fc.string(), { maxLength: 3 }),
  fc.dictionary(fc.string({ maxLength: 2 }), fc.string({ maxLength: 4 }), { maxKeys: 2 }),
);

test('an item whose text has not changed stays the same object, and is not decoded again', () => {
  const { read, decoded } = reader();
  const before = read('[["","{\\"1\\":\\"a\\"}"],null,["failed",""],{"x":[1,2]}]').value;
  decoded.length = 0;
  const after = read('[["","{\\"1\\":\\"a\\"}"],["","b, ]"],["failed",""],{"x":[1,2]}]').value;
  expect(decoded).toEqual([['', 'b, ]']]);
  for (const place of [0, 2, 3]) expect(after[place]).toBe(before[place]);
});

test('two items that change far apart leave those between them as they are', () => {
  const { read, decoded } = reader();
  const items = Array.from({ length: 100 }, (_, index) => ['', `output ${index}`]);
  const before = read(JSON.stringify(items)).value;
  decoded.length = 0;
  const after = read(JSON.stringify(items.with(3, ['', 'x']).with(90, ['', 'y']))).value;
  expect(decoded).toEqual([
    ['', 'x'],
    ['', 'y'],
  ]);
  expect(after.filter((item, index) => item === before[index])).toHaveLength(98);
});

test('the same text gives the same list', () => {
  const { read } = reader();
  expect(read('[1,2]').value).toBe(read('[1,2]').value);
});

test('whatever list follows whatever list is read as JSON reads it', () => {
  fc.assert(
    fc.property(fc.array(fc.array(anyItem, { maxLength: 6 }), { minLength: 2, maxLength: 5 }), (lists) => {
      const { values } = reader();
      for (const list of lists) expect(values(JSON.stringify(list))).toEqual(JSON.parse(JSON.stringify(list)));
    }),
    { numRuns: fuzzRuns(200) },
  );
});

test('whatever text follows a list is read as if it came first', () => {
  const anyText = fc.string({ unit: fc.constantFrom('[', ']', '{', '}', '"', ',', '1', ':', '\\', ' ') });
  const anyPiece = fc.record({ at: fc.nat(40), length: fc.nat(3), insert: anyText });
  fc.assert(
    fc.property(
      fc.array(anyItem, { maxLength: 4 }),
      fc.array(anyPiece, { minLength: 1, maxLength: 4 }),
      (list, pieces) => {
        const { read, values } = reader();
        let text = JSON.stringify(list);
        for (const { at, length, insert } of pieces) {
          read(text);
          text = text.slice(0, at) + insert + text.slice(at + length);
          const first = reader();
          expect(values(text)).toEqual(first.values(text));
          expect(read(text).broken).toBe(first.read(text).broken);
        }
      },
    ),
    { numRuns: fuzzRuns(300) },
  );
});

test.each([null, '', 'null', '5', '{"length":2}', '[1,2', 'NaN'])(
  '%s is no list: nothing, as it is read at first',
  (text) => {
    const { read } = reader();
    read('[1,2,3]');
    expect(read(text).value).toEqual([]);
    expect(read(text)).toEqual(createListReader(String)(text));
    expect(read('[4]').value).toEqual([{ json: 4 }]);
  },
);
