import { expect, test } from 'vitest';
import { setTexts } from './check-reply.ts';

test.each<[string, string, readonly (readonly [number, string | null])[], object | undefined]>([
  ['another text', '{"1":"a","2":"b"}', [[2, 'c']], { 1: 'a', 2: 'c' }],
  ['a key that was missing, at its place', '{"1":"a","3":"c"}', [[2, 'b']], { 1: 'a', 2: 'b', 3: 'c' }],
  ['no key', '{"1":"a","2":"b"}', [[1, null]], { 2: 'b' }],
  ['what else is there stays', '{"x":[1],"1":{"t":"a"},"2":"b"}', [[2, 'c']], { 1: { t: 'a' }, 2: 'c', x: [1] }],
  ['JSON in prose', 'Here: {"1":"a"} Done.', [[1, 'b']], { 1: 'b' }],
  ['prose', 'I cannot help with that.', [[1, 'b']], undefined],
  ['a list', '["a"]', [[1, 'b']], undefined],
  ['a broken reply', '{"1":"a","2', [[1, 'b']], undefined],
])('%s', (_, output, texts, expected) => {
  expect(setTexts(output, new Map(texts))).toBe(expected && JSON.stringify(expected, null, 4));
});

test.each<[string, string, string]>([
  [
    'both texts of another key',
    '{"1":"a","2":"b","1":["c",{"x":"d,"}] , "3":"e"}',
    '"1":"a","1":["c",{"x":"d,"}],"2":"new","3":"e"',
  ],
  ['of the key itself none', '{"2":"a","1":"b","2":"c"}', '"1":"b","2":"new"'],
  ['not one that is repeated within a value', '{"1":{"t":"a","t":"b"},"2":"c"}', '"2":"new"'],
])('of an output with a repeated key stays: %s', (_, output, expected) => {
  expect(setTexts(output, new Map([[2, 'new']]))?.replace(/\s/g, '')).toBe(`{${expected}}`);
});
