import { expect, test } from 'vitest';
import { setTexts } from './check-reply.ts';

test.each<[string, string, readonly (readonly [number, string | null])[], string | undefined]>([
  ['another text', '{"1":"a","2":"b"}', [[2, 'c']], '{\n    "1": "a",\n    "2": "c"\n}'],
  [
    'a key that was missing, at its place',
    '{"1":"a","3":"c"}',
    [[2, 'b']],
    '{\n    "1": "a",\n    "2": "b",\n    "3": "c"\n}',
  ],
  ['no key', '{"1":"a","2":"b"}', [[1, null]], '{\n    "2": "b"\n}'],
  [
    'what else is there stays',
    '{"x":[1],"1":{"t":"a"},"2":"b"}',
    [[2, 'c']],
    '{\n    "1": {\n        "t": "a"\n    },\n    "2": "c",\n    "x": [\n        1\n    ]\n}',
  ],
  ['JSON in prose', 'Here: {"1":"a"} Done.', [[1, 'b']], '{\n    "1": "b"\n}'],
  ['prose', 'I cannot help with that.', [[1, 'b']], undefined],
  ['a list', '["a"]', [[1, 'b']], undefined],
  ['a broken reply', '{"1":"a","2', [[1, 'b']], undefined],
])('%s', (_, output, texts, expected) => {
  expect(setTexts(output, new Map(texts))).toBe(expected);
});
