import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readAhead, takeLines } from './codemirror-editor.ts';

const lines = fc.array(fc.string({ maxLength: 60 }), { maxLength: 30 });
const lineEnd = fc.constantFrom('\n', '\r\n', '\r');

test('gives the same lines as the text, whatever its line ends, and gives them once', async () => {
  await fc.assert(
    fc.asyncProperty(lines, lineEnd, async (some, end) => {
      const text = some.join(end);
      await readAhead(text);
      const taken = takeLines(text);
      expect(typeof taken === 'string' ? taken : taken.toString()).toBe(text.replace(/\r\n?/g, '\n'));
      if (text !== '') expect(typeof taken).not.toBe('string');
      expect(takeLines(text)).toBe(text);
    }),
  );
});

test('cuts a long text at its lines alone', async () => {
  const long = '0\r\n00:00:00,000 --> 00:00:01,000\r\n\r\n'.repeat(20_000);
  await readAhead(long);
  const taken = takeLines(long);
  expect(typeof taken).not.toBe('string');
  expect(taken.toString()).toBe(long.replaceAll('\r\n', '\n'));
});
