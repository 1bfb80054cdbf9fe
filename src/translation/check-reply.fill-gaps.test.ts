import { expect, test } from 'vitest';
import { fillGaps, untranslatedOf } from './check-reply.ts';

const PHRASES = [
  { number: 9, time: 't', text: 'nine' },
  { number: 10, time: 't', text: 'ten' },
  { number: 11, time: 't', text: 'eleven\n00:00:01,000 --> 00:00:02,000' },
];

test('[D6.5] phrases without a valid translation get their source text, others are kept', () => {
  expect(fillGaps(PHRASES, '{"12": "x", "10": {"t": "dez"}, "9": ""}')).toEqual({
    output: '{\n    "9": "nine",\n    "10": "dez",\n    "11": "eleven\\n00:00:01,000 → 00:00:02,000"\n}',
    numbers: [9, 11],
  });
});

test('a reply that was cut off keeps its complete pairs', () => {
  expect(JSON.parse(fillGaps(PHRASES.slice(0, 2), '{"9": "nove", "10": "de').output)).toEqual({ 9: 'nove', 10: 'ten' });
});

test.each(['', 'I cannot translate this.', '[]', '{"9": "nov'])('after the reply %j all are source texts', (reply) => {
  expect(Object.values(JSON.parse(fillGaps(PHRASES.slice(0, 2), reply).output))).toEqual(['nine', 'ten']);
});

test('a filled phrase counts as untranslated until it gets another text', () => {
  const { output, numbers } = fillGaps(PHRASES, '{"10": "dez"}');
  expect(untranslatedOf(PHRASES, numbers, output)).toEqual([9, 11]);
  expect(untranslatedOf(PHRASES, numbers, output.replace('nine', 'nove'))).toEqual([11]);
});
