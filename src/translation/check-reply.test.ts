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

describe('a reply with differences', () => {
  test.each<[string, string, string[]]>([
    ['[D4.2][S5.8] missing keys', '{"4": "b"}', [RANGE, 'Missing: 3, 6.']],
    ['[D4.2][S5.8] an extra key', '{"3": "a", "4": "b", "5": "x", "6": "c"}', [RANGE, 'Not asked for: 5.']],
    ['a reply numbered from 1', '{"1": "a", "2": "b", "3": "c"}', [RANGE, 'Missing: 4, 6.', 'Not asked for: 1, 2.']],
    [
      '[S5.8] keys with other spellings of the numbers',
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
      '[D4.10][S5.9] texts without a visible character',
      '{"3": "\\u200b", "4": "<i></i>", "6": "⟦1⟧{\\\\an8}\\u00ad"}',
      ['Subtitle at key 3 is empty.', 'Subtitle at key 4 is empty.', 'Subtitle at key 6 is empty.'],
    ],
    [
      '[D4.4] a timing line',
      '{"3": "a", "4": "b\\r00:00:05,000 --> 00:00:06,000\\rx", "6": "c"}',
      ['Subtitle at key 4 contains a timing line.'],
    ],
    ['a repeated key', '{"3": "a", "4": "b", "6": "c", "3": "d"}', ["Key '3' stands twice."]],
    [
      'an extra key that is not a number',
      '{"3": "a", "4": "b", "6": "c", "__proto__": "d"}',
      ['All keys must be numeric: __proto__ is not'],
    ],
    ['a reply that is not JSON', '{"3": "a"', [expect.stringMatching(/^Failed to parse JSON: /)]],
    [
      '[S5.11] several differences, in order',
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
  ])('reports the differences of a reply: %s', (_, reply, expected) => {
    expect(validateBatch(PHRASES, reply)).toEqual(expected);
  });

  test('[D4.2] lists twenty of a thousand surplus keys', () => {
    const reply = JSON.stringify(Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [index, 'a'])));
    expect(validateBatch(PHRASES, reply)).toEqual([
      RANGE,
      expect.stringMatching(/^Not asked for: 0, 1, 2, 5, .*, 22 …$/),
    ]);
  });
});

test.each([
  ['keys that are not numbers', '"x": "a"'],
  ['keys whose values are not texts', '"9": null'],
  ['repeated keys', '"1": "a", "1": "b"'],
])('[D4.12] lists twenty of ten thousand %s for the corrective pass, and counts the others', (_, member) => {
  const members = Array.from({ length: 10_000 }, (_, at) => member.replace(/"(\w)"(?=:)/g, `"$1${at}"`));
  const errors = validateBatch(PHRASES, `{${members.join()}}`);
  expect(errors.join('\n').length).toBeLessThan(4_000);
  expect(errors).toContain('The same of 9980 more.');
});

test.each([
  ['empty', '{"3": " "}'],
  ['of invisible characters', '{"3": "<b>\\u200b</b>"}'],
  ['a timing line', '{"3": "0:0:1,0 --> 0:0:2,0"}'],
  ['under a repeated key', '{"3": "a", "3": "b"}'],
  ['an object with a repeated inner key', '{"3": {"a": "x", "a": "y"}}'],
  ['under another spelling of the key', '{"03": "a", "3.0": "b", " 3": "c"}'],
  ['of another type', '{"3": ["a"]}'],
  ['cut off', '{"3": "a'],
])('translationsOf leaves out a text that is %s', (_, reply) => {
  expect(translationsOf(PHRASES, reply).size).toBe(0);
});

test.each([
  ['words beside the JSON', '{"3": "a", "4": "b", "6": "c"} I kept {names}.'],
  ['a surplus comma', '{"3": "a", "4": "b", "6": "c",}'],
  ['a note under another key', '{"3": "a", "4": "b", "6": "c", "note": "Names stay."}'],
  ['one object per line', '{"3": "a"}\n{"4": "b"}\n{"6": {"text": "c"}}'],
  ['an object around it', '{"translations": {"3": "a", "4": "b", "6": "c"}}'],
])('[D4.5] accepts a reply as complete despite %s', (_, reply) => {
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
  ['has a surplus number', '{"3": "a", "4": "b", "6": "c", "7": "d",}'],
  ['has half a line under a key of its own', '{"3": "a", "4": "b", "4b": "b, too", "6": "c"}'],
  ['has a number twice in different spellings', '{"3": "a", "4": "b", "6": "c", "03": "d"}'],
  ['repeats a key', '{"3": "a", "4": "b", "6": "c", "3": "d"}'],
  ['repeats a key in an inner object', '{"translations": {"3": "a", "4": "b", "6": "c", "3": "d"}}'],
  [
    'has two complete inner objects',
    '{"one": {"3": "a", "4": "b", "6": "c"}, "other": {"3": "d", "4": "e", "6": "f"}}',
  ],
])('[D4.5] does not accept a reply as complete that %s', (_, reply) => {
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
  ['a number instead of a text', '{"3": "♪♪", "4": 40, "5": "c"}', { 3: '♪♪', 4: '<i>40</i>', 5: 'c' }],
])('[D4.5] uses the original of a line without letters if the reply has %s for it', (_, reply, texts) => {
  expect(JSON.parse(wholeOutput(SIGNS, reply) ?? '')).toEqual(texts);
});

test.each([
  ['an empty text for a line with a letter', '{"3": "♪", "4": "40", "5": ""}'],
  ['a number for a line with a letter', '{"3": "♪", "4": "40", "5": 5}'],
  ['no key for a line without a letter, because lines may be merged', '{"4": "40", "5": "c"}'],
])('[D4.5] does not accept a reply as complete that has %s', (_, reply) => {
  expect(wholeOutput(SIGNS, reply)).toBeUndefined();
});

test.each<[string, string, boolean]>([
  ['yes if it breaks off', '{"3": "a", "4": "b', true],
  ['yes if it is broken but has its last key', '{"3": "a", "4": ], "6": "c"}', true],
  [
    'no if it is broken and complete but lacks its last key, because lines may be merged',
    '{"3": "a", "4": "b",}',
    false,
  ],
  ['no if it lacks its last key, with quoted words after it', '{"3": "a", "4": "b",} I kept "Mr."', false],
  ['no if it lacks its last key, with words in braces after it', '{"3": "a", "4": "b"} I kept {name}.', false],
  ['no if it lacks its last key, with unescaped quotes', '{"3": "a", "4": "he "b"" } I kept "Mr."', false],
  ['yes if it is broken and complete, and its last key has no text', '{"3": "a", "4": "b", "6": ],}', true],
  ['no if a broken text under another number follows its last key', '{"3": "a", "4": "b", "6": "b", "7": ],}', false],
  ['no if it is valid JSON', '{"3": "a", "4": "b"}', false],
  [
    'no if it is broken and another number follows its last key, because a line may be split',
    '{"3": "a", "4": "b", "6": "b", "7": "c",}',
    false,
  ],
  ['no if it is broken and half a line has a key of its own', '{"3": "a", "4": ], "6": "c", "6b": "d"}', false],
  ['yes if it breaks off in a text with braces', '{"3": "a", "4": "b {c} d', true],
  ['no if it breaks off and its numbers are one too low', '{"2": "a", "3": "b', false],
  ['no if it holds no pair', 'No.', false],
])('[D4.5] uses a part of a reply: %s', (_, reply, expected) => {
  expect(isUsablePart(PHRASES, reply)).toBe(expected);
});

test.each<[string, string, number]>([
  ['has numbers that are one too low: none', '{"2": "a", "3": "b", "4": "c"}', 0],
  ['has numbers that are one too low, and is cut off: none', '{"2": "a", "3": "b", "4": "c', 0],
  ['counts from 1: none', '{"1": "a", "2": "b", "3": "c"}', 0],
  ['has numbers that are one too high, and is cut off: none', '{"4": "a", "6": "b", "7": "c", "8": "d', 0],
  [
    'has numbers that are one too high, and is cut off before the first surplus number: none',
    '{"4": "a", "6": "b", "7',
    0,
  ],
  [
    'is cut off after an echo of the originals: none',
    '{"3": "text 3", "4": "text 4", "6": "text 6"}\n{"3": "a", "4": "b',
    0,
  ],
  ['continues with later numbers, and is cut off: all', '{"3": "a", "4": "b", "6": "c", "7": "d", "8": "e', 3],
  ['also has earlier numbers: all', '{"1": "x", "2": "y", "3": "a", "4": "b", "6": "c"}', 3],
  ['lacks a middle key: the others', '{"3": "a", "6": "c"}', 2],
  ['is complete without its last key, because lines may be merged: none', '{"3": "a", "4": "c"}', 0],
  ['is complete without its last key, with line breaks after it: none', '{"3": "a", "4": "c",}\n\n\n', 0],
  ['has an empty text for its last line: the others', '{"3": "a", "4": "b", "6": ""}', 2],
])('[D4.5] finds the usable texts of a reply that %s', (_, reply, count) => {
  expect(trustedTextsOf(PHRASES, reply).size).toBe(count);
});

test.each([
  ['converts breaks that were escaped twice', 'a\nb', 'x\\ny', 'x\ny'],
  ['converts breaks of ASS', 'a\nb', 'x \\N y', 'x\ny'],
  ['converts breaks of HTML', 'a\nb', 'x<br>y<br />z', 'x\ny\nz'],
  ['converts breaks of HTML with spaces or capitals', 'a\nb', 'x< br / >y <BR> z', 'x\ny\nz'],
  ['removes a break at the end', 'a\nb', 'x\\n', 'x'],
  ['leaves "\\n" beside a real break: it is a word', 'a backslash n\nhere', 'ein \\n\nhier', undefined],
  ['leaves "<br>" if the original has one line: it is a word', 'the line break tag', 'das <br>-Tag', undefined],
  ['leaves a path that the original does not have', 'in the new folder', 'in C:\\new', undefined],
  ['leaves "\\n" that the original has', 'C:\\new', 'C:\\new', undefined],
  ['leaves "<br>" that the original has', 'a<br>b', 'x<br>y', undefined],
  ['leaves a text without breaks', 'a\nb', ' x ', undefined],
  ['converts quotes that were escaped twice', '“Hi”, he said.', '\\"Oi\\", disse.', '"Oi", disse.'],
  ['converts quotes and breaks that were escaped twice', '“Hi”,\nhe said.', '\\"Oi\\",\\ndisse.', '"Oi",\ndisse.'],
  ['leaves escaped quotes that the original has', 'say \\"a\\"', 'diga \\"a\\"', undefined],
])('[D4.6] reads line breaks and quotes that a model wrote as letters: %s', (_, source, text, expected) => {
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

test('[D6.5] fills phrases that have no valid translation with their original', () => {
  expect(fillGaps(NUMBERS_9_TO_11, '{"12": "x", "10": {"t": "dez"}, "9": ""}')).toEqual({
    output: '{\n    "9": "nine",\n    "10": "dez",\n    "11": "eleven\\n00:00:01,000 → 00:00:02,000"\n}',
    numbers: [9, 11],
  });
});

test('keeps the complete pairs of a cut-off reply when it fills the others', () => {
  expect(JSON.parse(fillGaps(NUMBERS_9_TO_11.slice(0, 2), '{"9": "nove", "10": "de').output)).toEqual({
    9: 'nove',
    10: 'ten',
  });
});

test.each(['', 'I cannot translate this.', '[]', '{"9": "nov'])(
  'fills all phrases with their originals after the reply %j',
  (reply) => {
    expect(Object.values(JSON.parse(fillGaps(NUMBERS_9_TO_11.slice(0, 2), reply).output))).toEqual(['nine', 'ten']);
  },
);

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
  ['a text that is not JSON', 'sorry'],
  ['a reply that was cut off', '{"1": "a"'],
  ['a repeated key', '{"1": "a", "1": "b"}'],
  ['a repeated inner key', '{"1": {"a": "b", "a": "c"}}'],
  ['more than 50 levels', `{"1": ${'['.repeat(50)}${']'.repeat(50)}}`],
  ['a hundred thousand levels', `{"1": ${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
])('[S5.10] returns no text for %s', (_, reply) => {
  expect(formatReply(reply)).toBe('');
});

test.each<[string, string, readonly (readonly [number, string | null])[], object | undefined]>([
  ['with another text', '{"1":"a","2":"b"}', [[2, 'c']], { 1: 'a', 2: 'c' }],
  ['with a key that was missing, in its place', '{"1":"a","3":"c"}', [[2, 'b']], { 1: 'a', 2: 'b', 3: 'c' }],
  ['without a key', '{"1":"a","2":"b"}', [[1, null]], { 2: 'b' }],
  ['with everything else unchanged', '{"x":[1],"1":{"t":"a"},"2":"b"}', [[2, 'c']], { 1: { t: 'a' }, 2: 'c', x: [1] }],
  ['in JSON among words', 'Here: {"1":"a"} Done.', [[1, 'b']], { 1: 'b' }],
  ['not in words without JSON', 'I cannot help with that.', [[1, 'b']], undefined],
  ['not in a list', '["a"]', [[1, 'b']], undefined],
  ['not in a broken reply', '{"1":"a","2', [[1, 'b']], undefined],
])('replaces texts in an output: %s', (_, output, texts, expected) => {
  expect(setTexts(output, new Map(texts))).toBe(expected && JSON.stringify(expected, null, 4));
});

test.each<[string, string, string]>([
  [
    'both texts of another repeated key stay',
    '{"1":"a","2":"b","1":["c",{"x":"d,"}] , "3":"e"}',
    '"1":"a","1":["c",{"x":"d,"}],"2":"new","3":"e"',
  ],
  ['both texts of the same key are replaced', '{"2":"a","1":"b","2":"c"}', '"1":"b","2":"new"'],
  ['a key that is repeated within a value is dropped', '{"1":{"t":"a","t":"b"},"2":"c"}', '"2":"new"'],
])('replaces texts in an output with a repeated key: %s', (_, output, expected) => {
  expect(setTexts(output, new Map([[2, 'new']]))?.replace(/\s/g, '')).toBe(`{${expected}}`);
});
