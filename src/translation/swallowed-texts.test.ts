import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fuzzRuns } from '../../test/fuzz-runs.ts';
import { plainReply } from './plain-reply.ts';
import { trustedTextsOf } from './usable-reply.ts';
import { wholeOutput } from './whole-output.ts';

const json = (value: unknown) => JSON.stringify(value);
const MARKED = Array.from({ length: 12 }, (_, place) => ({ number: place + 5, text: `Ja, «${place + 5}» don’t 7` }));
const ASKED = MARKED.map(({ number }) => ({ number, time: '', text: `Так ${number}` }));
const SHAPES: readonly ((pairs: typeof MARKED) => string)[] = [
  (pairs) => json(pairs.map(({ number, text }) => ({ id: number, text }))),
  (pairs) => json({ lines: pairs.map(({ number, text }) => ({ text, number: String(number) })) }),
  (pairs) =>
    pairs.map(({ number, text }) => json({ index: number, translation: text, source: `Так ${number}` })).join('\n'),
  (pairs) => `{${pairs.map(({ number, text }) => `'${number}': '${text}'`).join(', ')}}`,
  (pairs) => `{${pairs.map(({ number, text }) => `${number}: '${text}'`).join(',\n  ')}}`,
  (pairs) => `{${pairs.map(({ number, text }) => `“${number}”：“${text}”`).join('，')}}`,
  (pairs) => json(Object.fromEntries(pairs.map(({ number, text }) => [`${number}.`, text]))),
  (pairs) => json(pairs.map(({ number, text }) => [number, text])),
  (pairs) => pairs.map(({ number, text }) => `${number}. ${text}`).join('\n'),
  (pairs) => pairs.map(({ number, text }) => `"${number}": ${json(text)}`).join(',\n'),
  (pairs) => json({ 'batch 1': Object.fromEntries(pairs.map(({ number, text }) => [number, text])) }),
  (pairs) =>
    json({
      ru: Object.fromEntries(pairs.map(({ number }) => [number, `Так ${number}`])),
      pt: Object.fromEntries(pairs.map(({ number, text }) => [number, text])),
    }),
];

const nested = (open: string) =>
  `{${open}${json(Object.fromEntries(MARKED.map(({ number, text }) => [number, text])))}}`;
const CUT_OFF = nested('"batch 1":').slice(0, -60);
const TWO = nested(`"ru":${json(Object.fromEntries(ASKED.map(({ number, text }) => [number, text])))},"pt":`);
const PAIRS = json(MARKED.map(({ number, text }) => [number, text]));

test.each<[string, string, string, string]>([
  ['a key without a colon', CUT_OFF, '","7":"', ',"7\\"'],
  ['a key without its first quote', CUT_OFF, '","7":"', 'id,"7:"'],
  ['a key in other quotes', CUT_OFF, '","7":"', `'7"'`],
  ['a key after a brace', CUT_OFF, '","7":"', '"{7\\"'],
  ['a key with letters', CUT_OFF, '","7":"', '","id7"'],
  ['a text without its first quote', TWO, '","7":"Ja', '”7":\n'],
  ['a text after a full-width colon', TWO, '","7":"', '",id"7"：'],
  ['an unquoted key', TWO, '","7":"', '：7]'],
  ['a pair of a list', PAIRS, '"],[7,"Ja', '],[7,a'],
])('[D4.7] rejects a text that contains the next pair, because of %s', (_, whole, from, to) => {
  const at = whole.lastIndexOf(from, whole.indexOf('«7»'));
  const damaged = whole.slice(0, at) + to + whole.slice(at + from.length);
  const taken = trustedTextsOf(
    ASKED,
    plainReply(ASKED, damaged, () => 'pt'),
  );
  expect([5, 6, 7, 8].map((number) => taken.get(number)?.slice(0, 7))).toEqual([
    'Ja, «5»',
    undefined,
    undefined,
    'Ja, «8»',
  ]);
});

test('[D4.7] rejects a text that contains the beginning of another object', () => {
  const damaged = TWO.replace('"},"pt":{"5"', ' },"pt":{"5：').slice(0, -100);
  expect(
    trustedTextsOf(
      ASKED,
      plainReply(ASKED, damaged, () => 'pt'),
    ).get(16),
  ).toBeUndefined();
});

test('[D4.7] keeps a text with a number if that phrase is missing, has a key elsewhere, or was not requested', () => {
  const texts = { 5: 'Um "9" oder so', 6: '5', 7: 'Um 8 Uhr', 9: '{"7": 10', 11: '12, 13', 14: '"17"', 16: 'Um 17' };
  const reply = json(texts).replace('\\"9\\"', '"9"');
  expect(
    Object.fromEntries(
      trustedTextsOf(
        ASKED,
        plainReply(ASKED, reply, () => 'pt'),
      ),
    ),
  ).toEqual(texts);
});

test('[D4.7] never puts a text under another number, however a reply is damaged', () => {
  const put = fc.constantFrom('', '"', "'", ',', ':', '{', '}', '[', ']', '\\', '”', '：', '7', ' ', 'id', '\n');
  const damage = fc.tuple(fc.nat(), fc.nat(3), put);
  fc.assert(
    fc.property(
      fc.constantFrom(...SHAPES),
      fc.array(damage, { minLength: 1, maxLength: 2 }),
      fc.boolean(),
      (shape, damages, isCut) => {
        let reply = shape(MARKED);
        // The damage may be in the mark itself.
        const marksOf = (text: string) =>
          (text.match(/«[^»]*\d+[^«]*?»/g) ?? []).map((mark) => mark.replace(/[^«»\d]/g, ''));
        for (const [place, removed, added] of damages) {
          const at = place % reply.length;
          reply = reply.slice(0, at) + added + reply.slice(at + removed);
        }
        // A damaged number can become another number.
        fc.pre(numbersIn(reply) === numbersIn(shape(MARKED)));
        if (isCut) reply = reply.slice(0, Math.floor(reply.length * 0.8));
        const read = plainReply(ASKED, reply, () => 'pt');
        const whole = wholeOutput(ASKED, read);
        const taken = whole === undefined ? trustedTextsOf(ASKED, read) : Object.entries(JSON.parse(whole));
        for (const [key, text] of taken) for (const mark of marksOf(String(text))) expect(mark, reply).toBe(`«${key}»`);
      },
    ),
    { numRuns: fuzzRuns(500) },
  );
});

const numbersIn = (reply: string): string => (reply.match(/\d+/g) ?? []).join();
