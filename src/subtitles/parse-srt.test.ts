import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyPhrases } from '../../test/any-phrases.ts';
import { fuzzRuns } from '../../test/fuzz-runs.ts';
import { okValue } from '../../test/ok-value.ts';
import { parseSrt } from './parse-srt.ts';
import { formatSrt } from './srt.ts';

const T1 = '00:00:01,000 --> 00:00:02,000';
const T2 = '00:00:03,000 --> 00:00:04,500';

const parsed = (source: string) => okValue(parseSrt(source));

function errorOf(source: string) {
  const result = parseSrt(source);
  if (result.ok) throw new Error('It was parsed');
  return result.error;
}

const TWO = [
  { number: 1, time: T1, text: 'one' },
  { number: 2, time: T2, text: 'two\nlines' },
];

describe('what is read', () => {
  test.each([
    ['[S5.1] LF', `1\n${T1}\none\n\n2\n${T2}\ntwo\nlines\n`],
    ['[S5.1] CRLF', `1\r\n${T1}\r\none\r\n\r\n2\r\n${T2}\r\ntwo\r\nlines\r\n`],
    ['[D2.1][S5.1] a lone CR', `1\r${T1}\rone\r\r2\r${T2}\rtwo\rlines\r`],
    ['[S5.1] mixed line ends', `1\r\n${T1}\none\r\r\n2\r${T2}\r\ntwo\nlines`],
    ['a byte-order mark', `\uFEFF1\n${T1}\none\n\n2\n${T2}\ntwo\nlines`],
    ['[D2.6] a byte-order mark that a conversion spoilt', `?1\n${T1}\none\n\n2\n${T2}\ntwo\nlines`],
    ['[D2.6] a byte-order mark read as Latin letters', `ï»¿1\n${T1}\none\n\n2\n${T2}\ntwo\nlines`],
    ['[S5.1] blank lines around', `\n \n\n1\n${T1}\none\n\n\n\n2\n${T2}\ntwo\nlines\n\n \n`],
    ['[S5.1] white space at the very end', `1\n${T1}\none\n\n2\n${T2}\ntwo\nlines \t `],
    ['[D2.2] white space in blank lines', `1\n${T1}\none\n \t\n2\n${T2}\ntwo\nlines\n\u00a0`],
    ['[D2.2][S5.1] a no-break space as blank line', `1\n${T1}\none\n\u00a0\n2\n${T2}\ntwo\nlines`],
    ['[S5.2] blanks around numbers', ` 1\t\n${T1}\none\n\n2 \n${T2}\ntwo\nlines`],
    ['leading zeros', `01\n${T1}\none\n\n002\n${T2}\ntwo\nlines`],
  ])('%s', (_, source) => {
    expect(parsed(source)).toEqual({ phrases: TWO, notes: [] });
  });

  test('[S3.1] timing line and text are kept as they came', () => {
    const time = '-0:00:04.5-->  0:00:07,25 X1:40 X2:600  ';
    expect(parsed(`1\n${time}\n  <i>a  </i> \n\tb\n\n2\n${T2}\nc`).phrases[0]).toEqual({
      number: 1,
      time,
      text: '  <i>a  </i> \n\tb',
    });
  });

  test('[S5.3] any line with an arrow is a timing line', () => {
    expect(parsed('1\nsoon --> later\na').phrases[0]?.time).toBe('soon --> later');
  });
});

describe('numbers', () => {
  const fileOf = (...numbers: string[]) => numbers.map((number) => `${number}\n${T1}\ntext ${number}`).join('\n\n');

  test('[D2.4] gaps are kept', () => {
    const { phrases, notes } = parsed(fileOf('0', '7', '8', '9007199254740991'));
    expect(phrases.map(({ number }) => number)).toEqual([0, 7, 8, 9007199254740991]);
    expect(notes).toEqual([]);
  });

  test.each([
    ['repeat', ['5', '6', '6', '7']],
    ['run backwards', ['1', '3', '2', '4']],
    ['are too large to be told apart', ['1', '2', '9007199254740992', '9007199254740993']],
    ['are endless', ['1', '2', '3', '9'.repeat(400)]],
  ])('[D2.4] all are numbered from 1 when they %s', (_, numbers) => {
    const { phrases, notes } = parsed(fileOf(...numbers));
    expect(notes).toEqual([{ kind: 'renumbered' }]);
    expect(phrases.map(({ number }) => number)).toEqual([1, 2, 3, 4]);
    expect(phrases.map(({ text }) => text)).toEqual(numbers.map((number) => `text ${number}`));
  });
});

describe('a missing blank line', () => {
  test('[D2.5] a number directly followed by a timing begins a phrase of its own', () => {
    expect(parsed(`1\n${T1}\none\n2\n${T2}\ntwo\nlines`)).toEqual({
      phrases: TWO,
      notes: [{ kind: 'blank-lines-missing', count: 1 }],
    });
  });

  test.each([
    ['a number without a timing', '2\nthree'],
    ['a number before an arrow that is no timing', '2\ncause --> effect'],
    ['a timing without a number', `x\n${T2}\ny`],
  ])('[D2.5] %s belongs to the text', (_, text) => {
    expect(parsed(`1\n${T1}\n${text}`)).toEqual({
      phrases: [{ number: 1, time: T1, text }],
      notes: [],
    });
  });

  test('a phrase without text is an error, not the text of its neighbour', () => {
    expect(errorOf(`1\n${T1}\n2\n${T2}\ntwo`)).toEqual({
      message: `Invalid input format: 1 ${T1} couldn't be parsed as .srt phrase (line 1)`,
      line: 1,
    });
    expect(errorOf(`1\n${T1}\none\n2\n${T2}\n\n3\n${T2}\nthree`).line).toBe(4);
  });
});

describe('errors', () => {
  test.each([
    ['[S5.2] no number', `\n\n1\n${T1}\na\n\nhello\n${T2}`, "hello couldn't be parsed as number (line 7)"],
    ['[D2.2][S5.2] a timing first', `${T1}\na`, `${T1} couldn't be parsed as number (line 1)`],
    ['[S5.2] digits of another script', `١\n${T1}\na`, "١ couldn't be parsed as number (line 1)"],
    ['[S5.3] no timing', '1\r\na\r\nb', "1 a b couldn't be parsed as .srt phrase (line 1)"],
    ['[S5.3] no text', `\uFEFF\r1\r${T1}\r\r`, `1 ${T1} couldn't be parsed as .srt phrase (line 2)`],
    ['[S5.3] a number alone', '1', "1 couldn't be parsed as .srt phrase (line 1)"],
    ['[D2.3] an empty file', '', "an empty file couldn't be parsed as .srt phrase (line 1)"],
    ['blanks alone', '\uFEFF \r\n\u00a0\n', "an empty file couldn't be parsed as .srt phrase (line 1)"],
  ])('%s', (_, source, words) => {
    expect(errorOf(source).message).toBe(`Invalid input format: ${words}`);
  });

  test.each([
    ['one long line', 'x'.repeat(5_000_000)],
    ['one long block', `1\n${'😀'.repeat(100_000)}\n${'y\n'.repeat(100_000)}`],
    ['nothing but NULs', '\0'.repeat(100_000)],
  ])('%s is shortened', (_, source) => {
    const { message } = errorOf(source);
    expect(message).toContain('…');
    expect(message.length).toBeLessThan(200);
    expect(message).not.toMatch(/\p{Surrogate}/u);
  });
});

test('what formatSrt writes is read back as it was', () => {
  fc.assert(
    fc.property(anyPhrases({ maxLength: 30 }), fc.constantFrom('\n', '\r\n', '\r'), (phrases, lineEnd) => {
      const source = formatSrt(phrases).replaceAll('\n', lineEnd);
      expect(parsed(source)).toEqual({ phrases, notes: [] });
    }),
    { numRuns: fuzzRuns(100) },
  );
});

test('[D2.3] any text gives phrases with ascending numbers and texts, or an error with a line', () => {
  const anySource = fc
    .array(fc.constantFrom('1', '2', '3', T1, T2, '', ' ', 'a', '-->', '\r'), { maxLength: 30 })
    .map((lines) => lines.join('\n'));
  fc.assert(
    fc.property(anySource, (source) => {
      const result = parseSrt(source);
      if (!result.ok) {
        expect(result.error.message).toMatch(/^Invalid input format: .+ \(line \d+\)$/);
        return;
      }
      const { phrases } = result.value;
      expect(phrases.every((phrase, index) => phrase.number > (phrases[index - 1]?.number ?? -1))).toBe(true);
      expect(phrases.every(({ time, text }) => time.includes('-->') && text.trim() !== '')).toBe(true);
    }),
    { numRuns: fuzzRuns(300) },
  );
});
