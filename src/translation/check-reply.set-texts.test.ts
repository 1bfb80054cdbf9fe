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
