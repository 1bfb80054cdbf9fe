import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fuzzRuns } from '../../test/fuzz-runs.ts';
import { expectLinear } from '../../test/growth.ts';
import { filled } from '../../test/worst-inputs.ts';
import { formatReply, validateBatch } from './check-reply.ts';
import { plainReply } from './plain-reply.ts';
import { trustedTextsOf } from './usable-reply.ts';
import { isRemark, wholeOutput } from './whole-output.ts';

const RUSSIAN = ['Привет, Анна!', 'Как дела?\nЯ не знаю.', 'Это был мой дом.'];
const PORTUGUESE = ['Olá, Anna!', 'Como estás?\nEu não sei.', 'Esta era a minha casa.'];
const ENGLISH = ['Hello, Anna!', 'How are you?\nI do not know.', 'That was my house, and it is.'];
const FIRST = 7;
const phrasesOf = (texts: readonly string[], first = FIRST) =>
  texts.map((text, place) => ({ number: first + place, time: '', text }));
const PHRASES = phrasesOf(RUSSIAN);
const byNumber = (texts: readonly string[]) => Object.fromEntries(texts.map((text, place) => [FIRST + place, text]));
const RIGHT = byNumber(PORTUGUESE);
const json = (value: unknown) => JSON.stringify(value);
const records = (record: (number: number, text: string, original: string) => unknown) =>
  PORTUGUESE.map((text, place) => record(FIRST + place, text, RUSSIAN[place] ?? ''));

const plain = (reply: string, language: string | undefined = 'pt') => plainReply(PHRASES, reply, () => language);
/** The texts that the engine accepts without another call. undefined: it asks for a correction. */
const takenOf = (reply: string, language?: string) => {
  const read = plain(reply, language);
  const output = validateBatch(PHRASES, read).length === 0 ? read : wholeOutput(PHRASES, read);
  return output === undefined ? undefined : JSON.parse(formatReply(output));
};

const python = (value: object) =>
  `{${Object.entries(value)
    .map(([key, text]) => `'${key}': '${String(text).replaceAll('\n', '\\n')}'`)
    .join(', ')}}`;
const withKeys = (keyOf: (number: number) => string) =>
  json(Object.fromEntries(PORTUGUESE.map((text, place) => [keyOf(FIRST + place), text])));
const [FIRST_TEXT = ''] = PORTUGUESE;

describe('[D4.7] reads a reply in another format if each number has one text:', () => {
  test.each<[string, string]>([
    ['a list of records with "id" and "text"', json(records((id, text) => ({ id, text })))],
    [
      'a list of records with "number" and "translation"',
      json(records((number, translation) => ({ number, translation }))),
    ],
    ['a list of records with "index" and "content"', json(records((index, content) => ({ index, content })))],
    [
      'a list of records with "line" and "value", with numbers as texts',
      json(records((line, value) => ({ line: `${line}`, value }))),
    ],
    ['a list of records with "key" and "t"', json(records((key, t) => ({ t, key })))],
    ['records whose numbers have a number sign', json(records((n, text) => ({ id: `#${n}`, text })))],
    ['records with field names in Portuguese', json(records((número, tradução) => ({ número, tradução })))],
    ['a list under a name', json({ translations: records((id, text) => ({ id, text })) })],
    ['a list under two names', json({ result: { subtitles: records((id, text) => ({ id, text })) } })],
    [
      'a list in a code fence, with words before it',
      `Here:\n\`\`\`json\n${json(records((id, text) => ({ id, text })))}\n\`\`\``,
    ],
    ['a list beside a count', json({ count: 3, language: 'pt', lines: records((id, text) => ({ id, text })) })],
    [
      'records with the original as "source"',
      json(records((id, translation, source) => ({ id, source, translation }))),
    ],
    ['records with the original as "text"', json(records((id, translation, text) => ({ id, text, translation })))],
    ['records with fields for both languages', json(records((id, pt, ru) => ({ id, ru, pt })))],
    ['records with a note', json(records((id, text) => ({ id, text, note: 'informal' })))],
    [
      'records with a speaker in some of them',
      json(records((id, text) => (id > 7 ? { id, text, speaker: 'Anna' } : { id, text }))),
    ],
    ['records with speaker and text', json(records((id, text) => ({ id, speaker: `Anna ${id % 2}`, text })))],
    ['records with times', json(records((id, text) => ({ id, time: '00:00:01,000 --> 00:00:02,000', text })))],
    ['records in reverse order', json(records((id, text) => ({ id, text })).toReversed())],
    ['one record per line', records((id, text) => json({ id, text })).join('\n')],
    ['a list of pairs', json(records((number, text) => [number, text]))],
    ['one object per line', records((number, text) => json({ [number]: text })).join('\n')],
    ['a list of objects', json(records((number, text) => ({ [number]: text })))],
    ['a list of objects under a name', json({ lines: records((number, text) => ({ [number]: text })) })],
    [
      'a list with Python’s quotes',
      `[${records((id, text) => `{'id': ${id}, 'text': '${text.replace('\n', '\\n')}'}`).join(', ')}]`,
    ],
    [
      'a list of records with unquoted keys',
      `[${records((id, text) => `{id: ${id}, text: ${json(text)}}`).join(',\n')},]`,
    ],
    ['an object with Python’s quotes', python(RIGHT)],
    ['unquoted keys', json(RIGHT).replace(/"(\d)"/g, '$1')],
    [
      'unquoted keys and comments',
      `{${records((number, text) => `${number}: ${json(text)}, // informal`).join('\n')}}`,
    ],
    ['typographic quotes', json(RIGHT).replace(/"([^"]*)"/g, '“$1”')],
    ['German quotes', json(RIGHT).replace(/"([^"]*)"/g, '„$1“')],
    [
      'full-width quotes and colons',
      json(RIGHT)
        .replace(/"([^"]*)"/g, '＂$1＂')
        .replaceAll('＂:', '＂：'),
    ],
    ['full-width colons and commas', json(RIGHT).replaceAll('":', '"：').replaceAll('",', '"，')],
    ['arrows instead of colons', json(RIGHT).replaceAll('":', '" => ')],
    ['a surplus comma', json(RIGHT).replace('}', ',}')],
    ['keys with a full stop', withKeys((number) => `${number}.`)],
    ['keys with a closing bracket', withKeys((number) => `${number})`)],
    ['keys in brackets', withKeys((number) => `[${number}]`)],
    ['keys with a number sign', withKeys((number) => `#${number}`)],
    ['keys with leading zeros', withKeys((number) => `00${number}`)],
    ['keys with spaces', withKeys((number) => ` ${number} `)],
    ['keys with a word', withKeys((number) => `line ${number}`)],
    ['keys in Persian digits', withKeys((number) => String.fromCodePoint(0x6f0 + number))],
    ['keys in Arabic digits', withKeys((number) => String.fromCodePoint(0x660 + number))],
    ['keys in Devanagari digits', withKeys((number) => String.fromCodePoint(0x966 + number))],
    ['keys in full-width digits', withKeys((number) => String.fromCodePoint(0xff10 + number))],
    ['keys with a full stop, under a name', `{"translations": ${withKeys((number) => `${number}.`)}}`],
    ['keys in quotes inside their quotes', withKeys((number) => `"${number}"`)],
    ['keys in bold', withKeys((number) => `**${number}**`)],
    ['keys in angle brackets', withKeys((number) => `<${number}>`)],
    ['keys with Chinese words', withKeys((number) => `第${number}句`)],
    ['semicolons instead of commas', `{${records((number, text) => `"${number}": ${json(text)}`).join('; ')}}`],
    ['Python’s triple quotes', `{${records((number, text) => `"${number}": """${text}"""`).join(', ')}}`],
    ['quotes written as HTML entities', json(RIGHT).replaceAll('"', '&quot;')],
    ['an object under a name with a number', json({ 'batch 1': RIGHT })],
    ['an object under a name with a number, and a note', json({ part_2: RIGHT, notes: 'x' })],
    ['an object under a number', json({ 1: RIGHT })],
    ['numbered lines', records((number, text) => `${number}. ${text}`).join('\n')],
    ['numbered lines with words before them', `Here it is:\n\n${records((n, text) => `${n}) ${text}`).join('\n\n')}`],
    ['lines with bold numbers', records((number, text) => `**${number}**: ${text}`).join('\n')],
    ['lines with numbers in brackets', records((number, text) => `[${number}] - ${text}`).join('\n')],
    ['YAML', records((number, text) => `${number}: ${json(text)}`).join('\n')],
    ['members without braces', records((number, text) => `"${number}": ${json(text)}`).join(',\n')],
    [
      'blocks of an .srt file',
      records((number, text) => `${number}\n00:00:01,000 --> 00:00:02,000\n${text}`).join('\n\n'),
    ],
    ['elements', records((number, text) => `<line id="${number}">${text}</line>`).join('\n')],
    ['a repeated key with the same text', json(RIGHT).replace('}', `, "7": ${json(FIRST_TEXT)}}`)],
    ['a repeated key, the first time with an empty text', json(RIGHT).replace('{', '{"7": "", ')],
    ['a repeated key, the second time with an invisible text', json(RIGHT).replace('}', ', "8": "\u200b"}')],
    ['JSON in a JSON string', json(json(RIGHT))],
    ['JSON with its quotes escaped', json(json(RIGHT)).slice(1, -1)],
    ['JSON in a JSON string, under a name', json({ output: json(RIGHT) })],
    ['a list of records in a JSON string', json(json(records((id, text) => ({ id, text }))))],
    ['gpt-oss’ marks', `<|channel|>commentary to=reply <|constrain|>json<|message|>${json(RIGHT)}<|end|>`],
    [
      'a draft in the thinking of gpt-oss',
      `<|channel|>analysis<|message|>{"7": "Oi"}<|end|><|start|>assistant<|channel|>final<|message|>${json(RIGHT)}`,
    ],
  ])('reads %s', (_, reply) => {
    expect(takenOf(reply)).toEqual(RIGHT);
  });
});

const NOTES = {
  7: 'The speaker is informal, and this is what you say to a friend.',
  9: 'It is the house of the family.',
};

describe('[D4.8] finds the translation among several objects:', () => {
  test.each<[string, string]>([
    ['under a name, beside a note', json({ note: 'Informal.', translations: RIGHT })],
    ['under two names', json({ data: { translations: RIGHT } })],
    ['under two names, beside other fields', json({ status: 'ok', data: { count: 3, translations: RIGHT } })],
    ['in a list', json([{ translations: RIGHT }])],
    ['beside the original, under language codes', json({ ru: byNumber(RUSSIAN), pt: RIGHT })],
    ['beside the original, under language names', json({ Russian: byNumber(RUSSIAN), Portuguese: RIGHT })],
    ['beside another language that was not requested', json({ en: byNumber(ENGLISH), pt: RIGHT })],
    ['beside the original, under "translated"', json({ original: byNumber(RUSSIAN), translated: RIGHT })],
    [
      'beside an original in capitals',
      json({ source: byNumber(RUSSIAN.map((text) => text.toUpperCase())), result: RIGHT }),
    ],
    ['after an echo of the request', `${json(byNumber(RUSSIAN))}\n${json(RIGHT)}`],
    ['before an echo of the request', `${json(RIGHT)}\nInput:\n${json(byNumber(RUSSIAN))}`],
    ['after an echo of the context', `{"context, not to be translated": {"5": "а", "6": "б"}}\n${json(RIGHT)}`],
    ['in one object with an echo of the context', json({ 'context, not to be translated': { 5: 'а' }, ...RIGHT })],
    ['after a literal draft in another language', `${json(byNumber(ENGLISH))}\n${json(RIGHT)}`],
    ['before notes by number', `${json(RIGHT)}\n${json(NOTES)}`],
    ['before notes by number with the heading "Notes:"', `${json(RIGHT)}\n\n**Notes:**\n${json({ 7: 'Oi?' })}`],
    ['beside notes by number', json({ translations: RIGHT, notes: { 7: 'Oi?' } })],
    ['beside comments by number', json({ result: RIGHT, translator_comments: { 7: 'Oi?' } })],
    ['twice, with the same texts', `${json(RIGHT)}\n${json(RIGHT)}`],
  ])('finds the translation %s', (_, reply) => {
    expect(takenOf(reply)).toEqual(RIGHT);
  });

  test.each(['\u200e', '&lrm;', '\u202a'])('[D3.4] recognises an echo of originals that begin with %j', (mark) => {
    const phrases = phrasesOf(RUSSIAN.map((text) => mark + text));
    const reply = `${json(byNumber(RUSSIAN))}\n${json(RIGHT)}`;
    expect(JSON.parse(plainReply(phrases, reply, () => undefined))).toEqual(RIGHT);
  });

  test('keeps the complete texts of a reply that was cut off after an echo', () => {
    const reply = `${json(byNumber(RUSSIAN))}\n${json(RIGHT).slice(0, -10)}`;
    expect(Object.fromEntries(trustedTextsOf(PHRASES, plain(reply)))).toEqual({ 7: PORTUGUESE[0], 8: PORTUGUESE[1] });
  });
});

test.each<[string, string]>([
  ['a list of records with "id" and "text"', json(records((id, text) => ({ id, text })))],
  ['a list under a name', json({ translations: records((id, text) => ({ id, text })) })],
  ['an object with Python’s quotes', python(RIGHT)],
])('[D4.7] keeps the complete texts of a reply that breaks off: %s', (_, reply) => {
  const read = plain(reply.slice(0, -12));
  expect([...trustedTextsOf(PHRASES, read)]).toEqual([
    [7, PORTUGUESE[0]],
    [8, PORTUGUESE[1]],
  ]);
});

describe('[D4.7] asks for a correction of a reply with', () => {
  test.each<[string, string]>([
    ['a list of texts', json(PORTUGUESE)],
    ['a list of texts under a name', json({ translations: PORTUGUESE })],
    ['a list of texts that contain their numbers', json(PORTUGUESE.map((text, place) => `${FIRST + place}. ${text}`))],
    ['a list of texts and a list of numbers', json({ ids: [7, 8, 9], texts: PORTUGUESE })],
    ['records without numbers', json(PORTUGUESE.map((text) => ({ text })))],
    ['records that count from 0', json(records((id, text) => ({ index: id - FIRST, text })))],
    ['records that count from 1', json(records((id, text) => ({ id: id - FIRST + 1, text })))],
    ['one record too few', json(records((id, text) => ({ id, text })).slice(0, 2))],
    ['a repeated number in its records', json([...records((id, text) => ({ id, text })), { id: 7, text: 'Oi' }])],
    [
      'a repeated "text" in a record',
      `[${records((id, text) => `{"id": ${id}, "text": ${json(text)}, "text": "x"}`).join()}]`,
    ],
    ['records with two translations', json(records((id, pt) => ({ id, first: pt, second: `${pt} Ou não.` })))],
    ['records with two different numbers', json(records((id, text) => ({ id, line: 16 - id, text })))],
    ['keys in several spellings', '{"7.": "a", "#8": "b", "9": "c"}'],
    ['half a line under a key of its own', json({ '7a': 'a', '7b': 'b', ...RIGHT })],
    ['keys that count from 1', '{"1.": "a", "2.": "b", "3.": "c"}'],
    ['one number too many', json({ ...RIGHT, 10: 'Mais.' })],
    ['a repeated key with different texts', json(RIGHT).replace('}', ', "7": "Oi."}')],
    ['a draft and a second version', `${json(RIGHT)} Better: ${json({ ...RIGHT, 8: 'Tudo bem?\nNão sei.' })}`],
    ['a draft and a better text for one line', `${json(RIGHT)} Better: {"8": "Tudo bem?"}`],
    [
      'two objects in the target language',
      json({ a: RIGHT, b: byNumber(PORTUGUESE.map((text) => `${text} Ou não é?`)) }),
    ],
    ['Python’s quotes, one of them missing', python(RIGHT).replace("', '8", ", '8")],
    ['words alone', 'Olá, Anna!'],
    ['lines without numbers', PORTUGUESE.map((text) => text.replace('\n', ' ')).join('\n')],
    ['lines that count from 1', records((number, text) => `${number - FIRST + 1}. ${text}`).join('\n')],
    [
      'one numbered line too few',
      records((number, text) => `${number}. ${text}`)
        .slice(0, 2)
        .join('\n'),
    ],
    ['one numbered line too many', [...records((number, text) => `${number}. ${text}`), '10. Mais.'].join('\n')],
    ['numbered lines in several spellings', '7. a\n8: b\n9. c'],
    [
      'words after its numbered lines and an empty line',
      `${records((n, text) => `${n}. ${text}`).join('\n')}\n\nIs this fine?`,
    ],
    ['words directly after its numbered lines', `${records((n, text) => `${n}. ${text}`).join('\n')}\nIs this fine?`],
    ['all numbered lines twice', [1, 2].flatMap(() => records((n, text) => `${n}. ${text}`)).join('\n')],
    [
      'a table with original and translation',
      records((n, text, original) => `| ${n} | ${original.replace('\n', ' ')} | ${text.replace('\n', ' ')} |`).join(
        '\n',
      ),
    ],
    ['inner numbers for the lines of a text', json({ 7: { 1: 'Olá', 2: 'Anna' }, 8: 'b', 9: 'c' })],
  ])('asks for a correction of a reply with %s', (_, reply) => {
    expect(takenOf(reply)).toBeUndefined();
  });
});

describe('[D4.9] keys that are not numbers', () => {
  test.each([
    ...[
      'note',
      'notes',
      'comment',
      'comments',
      'explanation',
      'reasoning',
      'Note',
      'translator_notes',
      'translationNotes',
    ],
    ...['_comment', 'remarks', 'thoughts', 'observações', 'примечание', '备注', 'Anmerkung'],
  ])('ignores keys that are remarks: %s', (key) => {
    for (const value of ['Informal.', ['a'], { 7: 'x', b: 'y' }, null, 3])
      expect([isRemark(key), takenOf(json({ [key]: value, ...RIGHT }))]).toEqual([true, RIGHT]);
  });

  test.each(['foo', 'translation', 'text', 'original', 'language', 'noted', 'Anna', '__proto__', 'note 7', 'eleven'])(
    'reports keys that are not remarks for a corrective pass: %s',
    (key) => {
      const reply = `{${json(key)}: "x", ${json(RIGHT).slice(1)}`;
      expect([takenOf(reply), validateBatch(PHRASES, plain(reply))[0]]).toEqual([
        undefined,
        `All keys must be numeric: ${key} is not`,
      ]);
    },
  );

  test('Validate reports keys even if they are remarks', () => {
    expect(validateBatch(PHRASES, json({ note: 'x', ...RIGHT }))).toEqual(['All keys must be numeric: note is not']);
  });
});

const anyText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.constantFrom(
    'He said: "Yes", "7": "x"',
    "It's 'so', '8': 'y'",
    '{"9": "z"}',
    'a, 8: b',
    '[{"id": 7, "text": "q"}]',
    '„So“, sagte er',
  ),
);
const anyReply = fc
  .record({ texts: fc.array(anyText, { minLength: 1, maxLength: 20 }), first: fc.integer({ min: 1, max: 2000 }) })
  .map(({ texts, first }) => ({
    phrases: phrasesOf(
      texts.map((_, place) => `source ${place}`),
      first,
    ),
    texts,
  }));

test('leaves a reply in the specified format unchanged', () => {
  fc.assert(
    fc.property(anyReply, fc.constantFrom(undefined, 2, 4), ({ phrases, texts }, indent) => {
      const reply = JSON.stringify(
        Object.fromEntries(phrases.map(({ number }, place) => [number, texts[place]])),
        null,
        indent,
      );
      expect(plainReply(phrases, reply, () => 'pt')).toBe(reply);
    }),
    { numRuns: fuzzRuns(100) },
  );
});

test.each([
  ['lists', '['],
  ['objects', '{"a":{'],
  ['quotes', "'"],
  ['quotes with spaces', "' "],
  ['quotes and commas', "', '"],
  ['records', '{"id":1,"text":"a"},'],
  ['comments', '//'],
  ['slashes and stars', '/* '],
  ['keys without quotes', '{a:'],
  ['escapes', '{\\"'],
  ['numbered lines', '7. a\n'],
  ['elements', '<a b="7">\n'],
  ['triple quotes', '"""'],
])('reads unclosed %s in linear time', (_, part) => {
  for (const start of ['', '[', "{'1': '", '"{'])
    expectLinear((size) => expect(() => plain(start + filled(part, size))).not.toThrow());
});
