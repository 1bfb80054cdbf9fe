import { expect, test } from 'vitest';
import { fillGaps } from './fill-gaps.ts';

const PHRASES = [
  { number: 9, time: 't', text: 'nine' },
  { number: 10, time: 't', text: 'ten' },
  { number: 11, time: 't', text: 'eleven\n00:00:01,000 --> 00:00:02,000' },
];

test('phrases without a valid translation get their source text, others are kept', () => {
  expect(fillGaps(PHRASES, '{"12": "x", "10": {"t": "dez"}, "9": ""}')).toBe(
    '{\n    "9": "nine",\n    "10": "dez",\n    "11": "eleven\\n00:00:01,000 → 00:00:02,000"\n}',
  );
});

test.each(['', 'I cannot translate this.', '[]', '{"9": "nove"'])(
  'after the reply %j all are source texts',
  (reply) => {
    expect(Object.values(JSON.parse(fillGaps(PHRASES.slice(0, 2), reply)))).toEqual(['nine', 'ten']);
  },
);
