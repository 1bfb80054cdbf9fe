import { describe, expect, test } from 'vitest';
import { fillGaps, formatReply, setTexts, translationsOf, untranslatedOf, validateBatch } from './check-reply.ts';
import { plainReply } from './plain-reply.ts';
import { readReply } from './read-reply.ts';
import { isUsablePart, textsWithBreaks, trustedTextsOf } from './usable-reply.ts';
import { wholeOutput } from './whole-output.ts';

const PHRASES = [3, 4, 6].map((number) => ({ number, time: '00:00:01,000 --> 00:00:02,000', text: `text ${number}` }));
const RANGE = 'Translated object keys should be a range from 3 to 6.';

test('accepts a reply with a text for each key', () => {
  expect(validateBatch(PHRASES, '{"3": "a", "6": {"text": "c"}, "4": "b\\n\\nb --> b"}')).toEqual([]);
});

describe('a reply with problems', () => {
  test.each<[string, string, string[]]>([
    ['[D4.2][S5.8] missing keys', '{"4": "b"}', [RANGE, 'Missing: 3, 6.']],
    ['[D4.2][S5.8] an extra key', '{"3": "a", "4": "b", "5": "x", "6": "c"}', [RANGE, 'Not asked for: 5.']],
    ['a reply numbered from 1', '{"1": "a", "2": "b", "3": "c"}', [RANGE, 'Missing: 4, 6.', 'Not asked for: 1, 2.']],
    [
      '[S5.8] keys written otherwise',
      '{" 3": "a", "04": "b", "6.0": "c"}',
      [RANGE, 'Missing: 3, 4, 6.', 'Not asked for:  3, 04, 6.0.'],
    ],
    ['no keys', '{}', [RANGE, 'Missing: 3, 4, 6.']],
    [
      '[S5.9] empty texts',
      '{"3": "", "4": " \\n\\u00a0", "6": "c"}',
      ['Subtitle at key 3 is empty.', 'Subtitle at key 4 is empty.'],
    ],
    [
      '[D4.10][S5.9] texts of which viewers see nothing',
      '{"3": "\\u200b", "4": "<i></i>", "6": "⟦1⟧{\\\\an8}\\u00ad"}',
      ['Subtitle at key 3 is empty.', 'Subtitle at key 4 is empty.', 'Subtitle at key 6 is empty.'],
    ],
    [
      '[D4.4] a timing line',
      '{"3": "a", "4": "b\\r00:00:05,000 --> 00:00:06,000\\rx", "6": "c"}',
      ['Subtitle at key 4 contains a timing line.'],
    ],
    ['a key twice', '{"3": "a", "4": "b", "6": "c", "3": "d"}', ["Key '3' stands twice."]],
    [
      'an extra key that is no number',
      '{"3": "a", "4": "b", "6": "c", "__proto__": "d"}',
      ['All keys must be numeric: __proto__ is not'],
    ],
    ['what is no JSON', '{"3": "a"', [expect.stringMatching(/^Failed to parse JSON: /)]],
    [
      '[S5.11] all of them in order',
      '{"3": "", "4": null, "9": "x", "y": "z"}',
      [
        "Value for key '4' must be a string or an object",
        'All keys must be numeric: y is not',
        RANGE,
        'Missing: 6.',
        'Not asked for: 9.',
        'Subtitle at key 3 is empty.',
      ],
    ],
  ])('is reported: %s', (_, reply, expected) => {
    expect(validateBatch(PHRASES, reply)).toEqual(expected);
  });

  test('[D4.2] names twenty of a thousand surplus keys', () => {
    const reply = JSON.stringify(Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [index, 'a'])));
    expect(validateBatch(PHRASES, reply)).toEqual([
      RANGE,
      expect.stringMatching(/^Not asked for: 0, 1, 2, 5, .*, 22 …$/),
    ]);
  });
});

test.each([
  ['junk keys', '"x": "a"'],
  ['keys with values that are no text', '"9": null'],
  ['keys that stand twice', '"1": "a", "1": "b"'],
])('[D4.12] lists twenty of ten thousand %s for the corrective pass, and counts the rest', (_, member) => {
  const members = Array.from({ length: 10_000 }, (_, at) => member.replace(/"(\w)"(?=:)/g, `"$1${at}"`));
  const errors = validateBatch(PHRASES, `{${members.join()}}`);
  expect(errors.join('\n').length).toBeLessThan(4_000);
  expect(errors).toContain('The same of 9980 more.');
});

test.each([
  ['empty', '{"3": " "}'],
  ['of characters that nobody sees', '{"3": "<b>\\u200b</b>"}'],
  ['a timing line', '{"3": "0:0:1,0 --> 0:0:2,0"}'],
  ['under a key that stands twice', '{"3": "a", "3": "b"}'],
  ['an object with an inner key twice', '{"3": {"a": "x", "a": "y"}}'],
  ['under another way to write the key', '{"03": "a", "3.0": "b", " 3": "c"}'],
  ['of another type', '{"3": ["a"]}'],
  ['cut off', '{"3": "a'],
])('translationsOf drops a text that is %s', (_, reply) => {
  expect(translationsOf(PHRASES, reply).size).toBe(0);
});

test.each([
  ['words beside the JSON', '{"3": "a", "4": "b", "6": "c"} I kept {names}.'],
  ['a comma too many', '{"3": "a", "4": "b", "6": "c",}'],
  ['a note under another key', '{"3": "a", "4": "b", "6": "c", "note": "Names stay."}'],
  ['an object a line', '{"3": "a"}\n{"4": "b"}\n{"6": {"text": "c"}}'],
  ['an object around it', '{"translations": {"3": "a", "4": "b", "6": "c"}}'],
])('[D4.5] accepts a reply as whole despite %s', (_, reply) => {
  expect(
    JSON.parse(
      wholeOutput(
        PHRASES,
        plainReply(PHRASES, reply, () => 'pt'),
      ) ?? '',
    ),
  ).toEqual({ 3: 'a', 4: 'b', 6: 'c' });
});

test.each([
  ['lacks a text', '{"3": "a", "4": "", "6": "c"}'],
  ['lacks a key', '{"3": "a", "4": "b",}'],
  ['has another number', '{"3": "a", "4": "b", "6": "c", "7": "d",}'],
  ['has half a line under a key of its own', '{"3": "a", "4": "b", "4b": "b, too", "6": "c"}'],
  ['has a number written otherwise', '{"3": "a", "4": "b", "6": "c", "03": "d"}'],
  ['has a key twice', '{"3": "a", "4": "b", "6": "c", "3": "d"}'],
  ['has a key twice in an object within', '{"translations": {"3": "a", "4": "b", "6": "c", "3": "d"}}'],
  ['has two objects within', '{"one": {"3": "a", "4": "b", "6": "c"}, "other": {"3": "d", "4": "e", "6": "f"}}'],
])('[D4.5] rejects a reply that %s', (_, reply) => {
  expect(
    wholeOutput(
      PHRASES,
      plainReply(PHRASES, reply, () => 'pt'),
    ),
  ).toBeUndefined();
});

const SIGNS = ['{\\an8}♪', '<i>40</i>', 'Go.'].map((text, place) => ({ number: place + 3, time: '', text }));

test.each([
  ['nothing', '{"3": "", "4": "40", "5": "c"}', { 3: '{\\an8}♪', 4: '40', 5: 'c' }],
  ['null', '{"3": null, "4": "40", "5": "c"}', { 3: '{\\an8}♪', 4: '40', 5: 'c' }],
  ['a number that is no text', '{"3": "♪♪", "4": 40, "5": "c"}', { 3: '♪♪', 4: '<i>40</i>', 5: 'c' }],
])('[D4.5] keeps a line without letters if the reply has %s for it', (_, reply, texts) => {
  expect(JSON.parse(wholeOutput(SIGNS, reply) ?? '')).toEqual(texts);
});

test.each([
  ['nothing for a line with a letter', '{"3": "♪", "4": "40", "5": ""}'],
  ['a number for a line with a letter', '{"3": "♪", "4": "40", "5": 5}'],
  ['not even the key of a line without a letter: lines may be merged', '{"4": "40", "5": "c"}'],
])('[D4.5] rejects a reply that has %s', (_, reply) => {
  expect(wholeOutput(SIGNS, reply)).toBeUndefined();
});

test.each<[string, string, boolean]>([
  ['breaks off', '{"3": "a", "4": "b', true],
  ['is broken, and has its last key', '{"3": "a", "4": ], "6": "c"}', true],
  ['is broken and closed without its last key: lines may be merged', '{"3": "a", "4": "b",}', false],
  ['is so, with quotes behind it', '{"3": "a", "4": "b",} I kept "Mr."', false],
  ['is so, with braces behind it', '{"3": "a", "4": "b"} I kept {name}.', false],
  ['is so, with quotes that are not escaped', '{"3": "a", "4": "he "b"" } I kept "Mr."', false],
  ['is broken and closed, and has its last key without a text', '{"3": "a", "4": "b", "6": ],}', true],
  ['goes on behind its last key with a text that is broken', '{"3": "a", "4": "b", "6": "b", "7": ],}', false],
  ['is JSON', '{"3": "a", "4": "b"}', false],
  [
    'is broken, and goes on behind its last key: a line may be split',
    '{"3": "a", "4": "b", "6": "b", "7": "c",}',
    false,
  ],
  ['is broken, and has half a line under a key of its own', '{"3": "a", "4": ], "6": "c", "6b": "d"}', false],
  ['breaks off in a text with braces', '{"3": "a", "4": "b {c} d', true],
  ['breaks off and counts from 0', '{"2": "a", "3": "b', false],
  ['holds nothing', 'No.', false],
])('[D4.5] keeps a part of a reply or not: it %s', (_, reply, expected) => {
  expect(isUsablePart(PHRASES, reply)).toBe(expected);
});

test.each<[string, string, number]>([
  ['counts from one less', '{"2": "a", "3": "b", "4": "c"}', 0],
  ['counts from one less, and is cut off', '{"2": "a", "3": "b", "4": "c', 0],
  ['counts from 1', '{"1": "a", "2": "b", "3": "c"}', 0],
  ['counts from one more, and is cut off', '{"4": "a", "6": "b", "7": "c", "8": "d', 0],
  ['counts from one more, and is cut off before that shows', '{"4": "a", "6": "b", "7', 0],
  [
    'is cut off behind an echo of the originals',
    '{"3": "text 3", "4": "text 4", "6": "text 6"}\n{"3": "a", "4": "b',
    0,
  ],
  ['goes on behind its end', '{"3": "a", "4": "b", "6": "c", "7": "d", "8": "e', 3],
  ['has what stands before as well', '{"1": "x", "2": "y", "3": "a", "4": "b", "6": "c"}', 3],
  ['lacks a key', '{"3": "a", "6": "c"}', 2],
  ['is closed without its last key: lines may be merged', '{"3": "a", "4": "c"}', 0],
  ['is closed without its last key, and goes on with spaces', '{"3": "a", "4": "c",}\n\n\n', 0],
  ['has no text for its last line', '{"3": "a", "4": "b", "6": ""}', 2],
])('[D4.5] counts usable texts of a renumbered reply that %s', (_, reply, count) => {
  expect(trustedTextsOf(PHRASES, reply).size).toBe(count);
});

test.each([
  ['escaped twice', 'a\nb', 'x\\ny', 'x\ny'],
  ['of ASS', 'a\nb', 'x \\N y', 'x\ny'],
  ['of HTML', 'a\nb', 'x<br>y<br />z', 'x\ny\nz'],
  ['of HTML, with spaces or in capitals', 'a\nb', 'x< br / >y <BR> z', 'x\ny\nz'],
  ['at the end', 'a\nb', 'x\\n', 'x'],
  ['beside a true one it is a word', 'a backslash n\nhere', 'ein \\n\nhier', undefined],
  ['where the original has one line it is a word', 'the line break tag', 'das <br>-Tag', undefined],
  ['a path that the original does not have', 'in the new folder', 'in C:\\new', undefined],
  ['as the original has it', 'C:\\new', 'C:\\new', undefined],
  ['of HTML, as the original has it', 'a<br>b', 'x<br>y', undefined],
  ['none', 'a\nb', ' x ', undefined],
  ['quotes escaped twice', '“Hi”, he said.', '\\"Oi\\", disse.', '"Oi", disse.'],
  ['quotes and breaks escaped twice', '“Hi”,\nhe said.', '\\"Oi\\",\\ndisse.', '"Oi",\ndisse.'],
  ['quotes escaped as the original has them', 'say \\"a\\"', 'diga \\"a\\"', undefined],
])('[D4.6] converts line breaks written as letters: %s', (_, source, text, expected) => {
  const phrases = [{ number: 3, time: '', text: source }];
  expect(textsWithBreaks(phrases, new Map([[3, text]])).get(3)).toBe(expected);
});

test('[D4.6] reads a text of endless spaces in linear time', () => {
  const phrases = [{ number: 3, time: '', text: 'a\nb' }];
  expect(textsWithBreaks(phrases, new Map([[3, `${' '.repeat(500_000)}x`]])).size).toBe(0);
});

const NUMBERS_9_TO_11 = [
  { number: 9, time: 't', text: 'nine' },
  { number: 10, time: 't', text: 'ten' },
  { number: 11, time: 't', text: 'eleven\n00:00:01,000 --> 00:00:02,000' },
];

test('[D6.5] fills phrases without a valid translation with their source text', () => {
  expect(fillGaps(NUMBERS_9_TO_11, '{"12": "x", "10": {"t": "dez"}, "9": ""}')).toEqual({
    output: '{\n    "9": "nine",\n    "10": "dez",\n    "11": "eleven\\n00:00:01,000 → 00:00:02,000"\n}',
    numbers: [9, 11],
  });
});

test('keeps the complete pairs of a cut-off reply', () => {
  expect(JSON.parse(fillGaps(NUMBERS_9_TO_11.slice(0, 2), '{"9": "nove", "10": "de').output)).toEqual({
    9: 'nove',
    10: 'ten',
  });
});

test.each(['', 'I cannot translate this.', '[]', '{"9": "nov'])('fills everything after the reply %j', (reply) => {
  expect(Object.values(JSON.parse(fillGaps(NUMBERS_9_TO_11.slice(0, 2), reply).output))).toEqual(['nine', 'ten']);
});

test('counts a filled phrase as untranslated until its text changes', () => {
  const { output, numbers } = fillGaps(NUMBERS_9_TO_11, '{"10": "dez"}');
  const left = (text: string) => untranslatedOf(NUMBERS_9_TO_11, numbers, readReply(text).texts);
  expect(left(output)).toEqual([9, 11]);
  expect(left(output.replace('nine', 'nove'))).toEqual([11]);
});

test('[S5.10] formats with 4 spaces and ascending keys', () => {
  expect(formatReply('{"10":"b","9":"a","x":1,"4294967300":"d","4294967299":"c"}')).toBe(
    '{\n    "9": "a",\n    "10": "b",\n    "4294967299": "c",\n    "4294967300": "d",\n    "x": 1\n}',
  );
});

test.each([
  ['nested values', { 1: { text: 'a\nb' }, 2: [1, { x: {} }, []], 3: null }],
  ['an empty object', {}],
  ['an array', [{ 1: 'a' }]],
  ['a text', 'a'],
])('formats %s like JSON.stringify', (_, value) => {
  expect(formatReply(JSON.stringify(value))).toBe(JSON.stringify(value, null, 4));
});

test('removes a code fence', () => {
  expect(formatReply('```json\n{"1":"a"}\n```')).toBe('{\n    "1": "a"\n}');
});

test('keeps foreign keys', () => {
  expect(formatReply('{"__proto__":{"x":1},"constructor":2}')).toBe(
    '{\n    "__proto__": {\n        "x": 1\n    },\n    "constructor": 2\n}',
  );
});

test.each([
  ['no text', ''],
  ['no JSON', 'sorry'],
  ['a reply that was cut off', '{"1": "a"'],
  ['a key that stands twice', '{"1": "a", "1": "b"}'],
  ['an inner key that stands twice', '{"1": {"a": "b", "a": "c"}}'],
  ['more than 50 levels', `{"1": ${'['.repeat(50)}${']'.repeat(50)}}`],
  ['a hundred thousand levels', `{"1": ${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
])('[S5.10] returns no text for %s', (_, reply) => {
  expect(formatReply(reply)).toBe('');
});

test.each<[string, string, readonly (readonly [number, string | null])[], object | undefined]>([
  ['another text', '{"1":"a","2":"b"}', [[2, 'c']], { 1: 'a', 2: 'c' }],
  ['a key that was missing, at its place', '{"1":"a","3":"c"}', [[2, 'b']], { 1: 'a', 2: 'b', 3: 'c' }],
  ['no key', '{"1":"a","2":"b"}', [[1, null]], { 2: 'b' }],
  ['what else is there stays', '{"x":[1],"1":{"t":"a"},"2":"b"}', [[2, 'c']], { 1: { t: 'a' }, 2: 'c', x: [1] }],
  ['JSON in prose', 'Here: {"1":"a"} Done.', [[1, 'b']], { 1: 'b' }],
  ['prose', 'I cannot help with that.', [[1, 'b']], undefined],
  ['a list', '["a"]', [[1, 'b']], undefined],
  ['a broken reply', '{"1":"a","2', [[1, 'b']], undefined],
])('replaces texts in an output: %s', (_, output, texts, expected) => {
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
])('replaces texts in an output with a repeated key: %s', (_, output, expected) => {
  expect(setTexts(output, new Map([[2, 'new']]))?.replace(/\s/g, '')).toBe(`{${expected}}`);
});
