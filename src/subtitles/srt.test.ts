import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { anyPhrases } from '../../test/any-phrases.ts';
import { fuzzRuns } from '../../test/fuzz-runs.ts';
import { okValue } from '../../test/ok-value.ts';
import { samplePhrases } from '../../test/srt-sample.ts';
import { filled, WORST } from '../../test/worst-inputs.ts';
import { parseSrt } from './parse-srt.ts';
import { compareSrt, formatSrt, readMendedSrt, readSrt } from './srt.ts';

const TIME = '00:00:01,000 --> 00:00:02,000';

const documentOf = (text: string) => okValue(readMendedSrt(text, {}));

describe('reading mended .srt files', () => {
  it('keeps blocks that are no phrases in their place, and does not send them', () => {
    const text = `Credits\n\n1\n${TIME}\nOne\n\n2\n99:99 -> 5\nTwo\n\n3\n${TIME}\n<i></i>\n\n4\n${TIME}\n\n5\n${TIME}\n♪\n`;
    const document = documentOf(text);
    expect(document.phrases).toEqual([
      { number: 1, time: TIME, text: 'One' },
      { number: 5, time: TIME, text: '♪' },
    ]);
    expect(document.write(new Map())).toBe(text);
    const texts = new Map([[1, 'Um'] as const, [5, '♫'] as const]);
    expect(document.write(texts)).toBe(text.replace('One', 'Um').replace('♪', '♫'));
    expect(document.notes).toEqual([{ kind: 'kept', count: 2, line: 1, text: 'Credits' }]);
  });

  it('numbers phrases from 1 if their numbers do not ascend', () => {
    const document = documentOf(`2\n${TIME}\nOne\n\n2\n${TIME}\nTwo\n`);
    expect(document.phrases.map(({ number }) => number)).toEqual([1, 2]);
    expect(document.notes).toEqual([{ kind: 'renumbered' }]);
  });

  it('[S2.16] reports no difference because of an additional number before a phrase', () => {
    const at = (seconds: number) => `00:00:0${seconds},000 --> 00:00:0${seconds},900`;
    const text = `1\n${at(1)}\nOne\n\n2\n\n2\n${at(2)}\nTwo\n\n3\n${at(3)}\nThree\n`;
    const document = documentOf(text);
    expect(document.phrases.map(({ number }) => number)).toEqual([1, 2, 3]);
    expect(document.compare(text)).toEqual([]);
    expect(document.compare(text.replace('One', 'Um'))).toEqual([]);
  });

  it('reports a text without phrases as one with nothing to translate', () => {
    expect(readMendedSrt('Nothing here', {})).toEqual({
      ok: false,
      error: { message: 'There is nothing to translate in this .srt file.', line: 1 },
    });
  });

  it('finds the texts of an edited copy, and its other changes', () => {
    const text = `Credits\n\n1\n${TIME}\nOne\n\n2\n${TIME}\n\n3\n${TIME}\nThree\n`;
    const document = documentOf(text);
    const differences = (written: string) => document.compare(written);
    const texts = new Map([[1, 'One'] as const, [3, 'Três'] as const]);
    expect(document.textsIn(text.replace('Three', 'Três'))).toEqual(texts);
    expect(differences(text)).toEqual([]);
    expect(differences(text.replace('3\n00', '3\n01'))).toMatchObject([{ kind: 'time', number: 3 }]);
  });

  it.each([
    ['one of two phrases at a time was deleted, and later ones got new numbers', '1: A, 2: C, 3: D', 'A,,,D'],
    ['a phrase was inserted, and later ones got new numbers', '1: A, 2: X, 3: B, 4: C, 5: D', 'A,,,D'],
    ['one of two phrases at a time was deleted', '1: A, 3: C, 4: D', 'A,,C,D'],
    ['all phrases got new numbers', '5: A, 6: B, 7: C, 8: D', 'A,B,C,D'],
    ['all phrases got new numbers, and each has another beside it', '5: B, 6: C', ',B,C,'],
    ['a line occurs twice', '1: A, 2: B, 2: X, 3: C, 4: D', 'A,,C,D'],
  ])('does not mix up the texts of phrases at the same time: %s', (_, written, expected) => {
    const timeOf: Readonly<Record<string, number>> = { A: 1, D: 3 };
    const file = (blocks: string) =>
      blocks
        .split(', ')
        .map((block) =>
          block.replace(/(\d): (\w)/, (_all, number, text) => {
            const second = `00:00:0${timeOf[text] ?? 2}`;
            return `${number}\n${second},000 --> ${second},900\n${text}\n`;
          }),
        )
        .join('\n');
    const texts = documentOf(file('1: A, 2: B, 3: C, 4: D')).textsIn(file(written));
    expect([1, 2, 3, 4].map((number) => texts.get(number)).join()).toBe(expected);
  });

  it('finds no text for any phrase if each phrase has the time of the next one', () => {
    const file = (movedBy: number) =>
      ['A', 'B', 'C']
        .map((text, at) => `${at + 1}\n00:00:0${at + movedBy},000 --> 00:00:0${at + movedBy + 1},000\n${text}\n`)
        .join('\n');
    expect(documentOf(file(0)).textsIn(file(1))).toEqual(new Map());
  });

  it('writes a text with readable and unreadable blocks unchanged', () => {
    const block = fc.oneof(
      fc.constantFrom('♪ ♪', 'no phrase', '00:00 -> 1', `x\n${TIME}`),
      fc.stringMatching(/^[a-z<>{}\\ -]{1,12}[a-z]$/),
    );
    fc.assert(
      fc.property(fc.array(block, { maxLength: 5 }), (blocks) => {
        const lines = [
          `1\n${TIME}\nFirst`,
          ...blocks.map((text, index) => (index % 2 ? text.trim() : `${index + 2}\n${TIME}\n${text.trim()}`)),
        ];
        const text = `${lines.join('\n\n')}\n`;
        expect(documentOf(text).write(new Map())).toBe(text);
      }),
    );
  });
});

describe('[D2.24] equal phrases at one time', () => {
  const other = '00:00:01,500 --> 00:00:02,500';
  const film = (one: string, two: string) =>
    `1\n${TIME}\n${one}\n\n2\n${TIME}\n${one}\n\n3\n${other}\n${one}\n\n4\n${TIME}\n${two}\n`;

  it.each([
    ['srt', readSrt],
    ['mended-srt', readMendedSrt],
  ])('reads equal phrases at one time as one phrase, and writes its translation into each of them (%s)', (_, read) => {
    const document = okValue(read(film('One', 'Two'), {}));
    expect(document.phrases.map(({ number }) => number)).toEqual([1, 3, 4]);
    expect(document.write(new Map())).toBe(film('One', 'Two'));
    const texts = new Map([
      [1, 'Um'],
      [3, 'Um'],
      [4, 'Dois'],
    ]);
    const written = document.write(texts);
    expect(written).toBe(film('Um', 'Dois'));
    expect(document.textsIn(written)).toEqual(texts);
    expect(document.compare(written)).toEqual([]);
  });

  it('reads equal phrases at one time as separate phrases after a person edited the text', () => {
    expect(okValue(readSrt(film('One', 'Two'), { isEdited: true })).phrases).toHaveLength(4);
  });
});

describe('parseSrt', () => {
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

  describe('accepted forms of .srt files', () => {
    test.each([
      ['[S5.1] LF', `1\n${T1}\none\n\n2\n${T2}\ntwo\nlines\n`],
      ['[S5.1] CRLF', `1\r\n${T1}\r\none\r\n\r\n2\r\n${T2}\r\ntwo\r\nlines\r\n`],
      ['[D2.1][S5.1] a lone CR', `1\r${T1}\rone\r\r2\r${T2}\rtwo\rlines\r`],
      ['[S5.1] mixed line ends', `1\r\n${T1}\none\r\r\n2\r${T2}\r\ntwo\nlines`],
      ['a byte-order mark', `\uFEFF1\n${T1}\none\n\n2\n${T2}\ntwo\nlines`],
      ['[D2.6] a byte-order mark that a conversion broke', `?1\n${T1}\none\n\n2\n${T2}\ntwo\nlines`],
      ['[D2.6] a byte-order mark read as Latin letters', `ï»¿1\n${T1}\none\n\n2\n${T2}\ntwo\nlines`],
      ['[S5.1] blank lines at both ends', `\n \n\n1\n${T1}\none\n\n\n\n2\n${T2}\ntwo\nlines\n\n \n`],
      ['[S5.1] white space at the very end', `1\n${T1}\none\n\n2\n${T2}\ntwo\nlines \t `],
      ['[D2.2] white space in blank lines', `1\n${T1}\none\n \t\n2\n${T2}\ntwo\nlines\n\u00a0`],
      ['[D2.2][S5.1] a no-break space as a blank line', `1\n${T1}\none\n\u00a0\n2\n${T2}\ntwo\nlines`],
      ['[S5.2] spaces around numbers', ` 1\t\n${T1}\none\n\n2 \n${T2}\ntwo\nlines`],
      ['leading zeros', `01\n${T1}\none\n\n002\n${T2}\ntwo\nlines`],
    ])('reads a file with %s', (_, source) => {
      expect(parsed(source)).toEqual({ phrases: TWO, notes: [] });
    });

    test('[S3.1] keeps timing lines and texts as they are written', () => {
      const time = '-0:00:04.5-->  0:00:07,25 X1:40 X2:600  ';
      expect(parsed(`1\n${time}\n  <i>a  </i> \n\tb\n\n2\n${T2}\nc`).phrases[0]).toEqual({
        number: 1,
        time,
        text: '  <i>a  </i> \n\tb',
      });
    });

    test('[S5.3] reads any line with an arrow as a timing line', () => {
      expect(parsed('1\nsoon --> later\na').phrases[0]?.time).toBe('soon --> later');
    });
  });

  describe('numbers of phrases', () => {
    const fileOf = (...numbers: string[]) => numbers.map((number) => `${number}\n${T1}\ntext ${number}`).join('\n\n');

    test('[D2.4] keeps gaps between numbers', () => {
      const { phrases, notes } = parsed(fileOf('0', '7', '8', '9007199254740991'));
      expect(phrases.map(({ number }) => number)).toEqual([0, 7, 8, 9007199254740991]);
      expect(notes).toEqual([]);
    });

    test.each([
      ['repeat', ['5', '6', '6', '7']],
      ['decrease', ['1', '3', '2', '4']],
      ['are too large to be distinguished', ['1', '2', '9007199254740992', '9007199254740993']],
      ['have 400 digits', ['1', '2', '3', '9'.repeat(400)]],
    ])('[D2.4] numbers all phrases from 1 if their numbers %s', (_, numbers) => {
      const { phrases, notes } = parsed(fileOf(...numbers));
      expect(notes).toEqual([{ kind: 'renumbered' }]);
      expect(phrases.map(({ number }) => number)).toEqual([1, 2, 3, 4]);
      expect(phrases.map(({ text }) => text)).toEqual(numbers.map((number) => `text ${number}`));
    });
  });

  describe('a missing blank line between phrases', () => {
    test('[D2.5] begins a phrase at a number directly followed by a timing, without a blank line', () => {
      expect(parsed(`1\n${T1}\none\n2\n${T2}\ntwo\nlines`)).toEqual({
        phrases: TWO,
        notes: [{ kind: 'blank-lines-missing', count: 1 }],
      });
    });

    test.each([
      ['a number without a timing', '2\nthree'],
      ['a number before an arrow without times', '2\ncause --> effect'],
      ['a timing without a number', `x\n${T2}\ny`],
    ])('[D2.5] reads as part of the text: %s', (_, text) => {
      expect(parsed(`1\n${T1}\n${text}`)).toEqual({
        phrases: [{ number: 1, time: T1, text }],
        notes: [],
      });
    });

    test('reports a phrase without text as an error, and does not take its neighbour’s text', () => {
      expect(errorOf(`1\n${T1}\n2\n${T2}\ntwo`)).toEqual({
        message: `Invalid input format: 1 ${T1} couldn't be parsed as .srt phrase (line 1)`,
        line: 1,
      });
      expect(errorOf(`1\n${T1}\none\n2\n${T2}\n\n3\n${T2}\nthree`).line).toBe(4);
    });
  });

  describe('errors of parseSrt', () => {
    test.each([
      ['[S5.2] no number', `\n\n1\n${T1}\na\n\nhello\n${T2}`, "hello couldn't be parsed as number (line 7)"],
      ['[D2.2][S5.2] a timing without a number', `${T1}\na`, `${T1} couldn't be parsed as number (line 1)`],
      ['[S5.2] digits of another script', `١\n${T1}\na`, "١ couldn't be parsed as number (line 1)"],
      ['[S5.3] no timing', '1\r\na\r\nb', "1 a b couldn't be parsed as .srt phrase (line 1)"],
      ['[S5.3] no text', `\uFEFF\r1\r${T1}\r\r`, `1 ${T1} couldn't be parsed as .srt phrase (line 2)`],
      ['[S5.3] only a number', '1', "1 couldn't be parsed as .srt phrase (line 1)"],
      ['[D2.3] an empty file', '', "an empty file couldn't be parsed as .srt phrase (line 1)"],
      ['only spaces', '\uFEFF \r\n\u00a0\n', "an empty file couldn't be parsed as .srt phrase (line 1)"],
    ])('reports as an error, with the text and its line: %s', (_, source, words) => {
      expect(errorOf(source).message).toBe(`Invalid input format: ${words}`);
    });

    test.each([
      ['one long line', 'x'.repeat(5_000_000)],
      ['one long block', `1\n${'😀'.repeat(100_000)}\n${'y\n'.repeat(100_000)}`],
      ['only NULs', '\0'.repeat(100_000)],
    ])('shortens the quoted text in the error about %s', (_, source) => {
      const { message } = errorOf(source);
      expect(message).toContain('…');
      expect(message.length).toBeLessThan(200);
      expect(message).not.toMatch(/\p{Surrogate}/u);
    });
  });

  test('reads the phrases that formatSrt has written', () => {
    fc.assert(
      fc.property(anyPhrases({ maxLength: 30 }), fc.constantFrom('\n', '\r\n', '\r'), (phrases, lineEnd) => {
        const source = formatSrt(phrases).replaceAll('\n', lineEnd);
        expect(parsed(source)).toEqual({ phrases, notes: [] });
      }),
      { numRuns: fuzzRuns(100) },
    );
  });

  test('[D2.3] reads any text as phrases with ascending numbers and texts, or as an error with a line', () => {
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
});

describe('formatSrt', () => {
  const T1 = '00:00:01,000 --> 00:00:02,000';
  const T2 = '  00:00:03.000-->00:00:04,500 X1:40 ';

  test('[S4.8] writes number, time and text, a blank line between phrases, and one line end at the end', () => {
    const phrases = [
      { number: 3, time: T1, text: 'one' },
      { number: 7, time: T2, text: ' two \nlines' },
    ];
    expect(formatSrt(phrases)).toBe(`3\n${T1}\none\n\n7\n${T2}\n two \nlines\n`);
  });

  test('[D4.4] removes blank lines inside a text, and writes every line end as "\\n"', () => {
    expect(formatSrt([{ number: 1, time: T1, text: '\n\na\r\n\r\nb\r\u00a0\n \nc\n' }])).toBe(`1\n${T1}\na\nb\nc\n`);
  });

  test('writes no text for no phrases', () => {
    expect(formatSrt([])).toBe('');
  });
});

/** Nine phrases of four lines each, including the blank one: number n is in line 4 n - 3. */
const PHRASES = samplePhrases(9);
const TEXT = formatSrt(PHRASES);
const block = (number: number) => formatSrt(PHRASES.slice(number - 1, number));

/** Each difference as "kind number line". */
const found = (text: string) =>
  compareSrt(text, PHRASES).map(({ kind, number, line }) => `${kind} ${number ?? '?'} ${line}`);

describe('compareSrt', () => {
  it.each<[string, string, readonly string[]]>([
    ['no change', TEXT, []],
    ['another text', TEXT.replace('Фраза 4', 'uma\nduas'), []],
    ['other line ends', TEXT.replaceAll('\n', '\r\n'), []],
    ['spaces at line ends, and more blank lines', TEXT.replace(/\n\n/g, ' \n \n\n').trimEnd(), []],
    ['a missing number', TEXT.replace('\n\n4\n', '\n\n'), ['unreadable 4 13']],
    ['a changed number', TEXT.replace('\n\n4\n', '\n\n8\n'), ['renumbered 4 13']],
    ['a number with a letter', TEXT.replace('\n\n4\n', '\n\n4x\n'), ['unreadable ? 13', 'missing 4 16']],
    ['[S2.16] a missing timing line', TEXT.replace('\n00:00:06,000 --> 00:00:07,000', ''), ['unreadable 4 13']],
    ['a broken timing line', TEXT.replace('00:00:06,000 -->', '00:00:06,000 >'), ['unreadable 4 13']],
    ['another time', TEXT.replace('00:00:06,000', '00:00:06,500'), ['time 4 13']],
    ['a missing text', TEXT.replace('\nФраза 4\n', '\n'), ['no-text 4 13']],
    ['a missing blank line', TEXT.replace('\n\n4\n', '\n4\n'), ['blank-line 4 12']],
    ['a blank line inside a text', TEXT.replace('Фраза 4', 'uma\n\nduas'), ['unreadable ? 17']],
    ['a blank line and a number inside a text', TEXT.replace('Фраза 4', 'uma\n\n7\nduas'), ['unreadable ? 17']],
    ['[S2.16] a missing phrase', TEXT.replace(`${block(4)}\n`, ''), ['missing 4 12']],
    ['the first and the last phrase missing', formatSrt(PHRASES.slice(1, -1)), ['missing 1 1', 'missing 9 28']],
    ['all phrases missing', '', PHRASES.map(({ number }) => `missing ${number} 1`)],
    ['a doubled phrase', `${block(1)}\n${TEXT}`, ['doubled 1 5']],
    ['two doubled phrases', `${block(1)}\n${block(2)}\n${TEXT}`, ['doubled 1 9', 'doubled 2 13']],
    [
      'a foreign phrase',
      TEXT.replace(block(4), `${block(4)}\n77\n00:00:07,100 --> 00:00:07,900\nEu\n`),
      ['foreign 77 17'],
    ],
    [
      'a foreign phrase with a number that another one has',
      TEXT.replace(block(4), `${block(4)}\n8\n00:00:07,100 --> 00:00:07,900\nEu\n`),
      ['time 8 17', 'doubled 8 33'],
    ],
    ['a phrase moved to the end', `${TEXT.replace(`${block(2)}\n`, '')}\n${block(2)}`, ['moved 2 33']],
    ['a phrase moved to the beginning', `${block(9)}\n${formatSrt(PHRASES.slice(0, -1))}`, ['moved 1 5']],
  ])('finds the differences of an edited file: %s', (_, text, differences) => {
    expect(found(text)).toEqual(differences);
  });

  it('distinguishes two phrases with the same time', () => {
    const phrases = PHRASES.map((phrase) => ({ ...phrase, time: '00:00:01,000 --> 00:00:02,000' }));
    expect(compareSrt(formatSrt(phrases), phrases)).toEqual([]);
    expect(compareSrt(formatSrt(phrases.toSpliced(3, 1)), phrases)).toEqual([{ kind: 'missing', line: 12, number: 4 }]);
  });

  it('[S2.16] finds no difference in an assembled film, and only the missing phrase if one is removed', () => {
    fc.assert(
      fc.property(anyPhrases({ minLength: 2, maxLength: 45 }), fc.nat(), (phrases, any) => {
        expect(compareSrt(formatSrt(phrases), phrases)).toEqual([]);
        const out = any % phrases.length;
        const rest = compareSrt(formatSrt(phrases.toSpliced(out, 1)), phrases);
        expect(rest.map(({ kind, number }) => ({ kind, number }))).toEqual([
          { kind: 'missing', number: phrases[out]?.number },
        ]);
      }),
      { numRuns: fuzzRuns(100) },
    );
  });

  it.each(WORST)('compares 256 KB of %j in a short time', (pattern) => {
    const missing = compareSrt(filled(pattern, 256 * 1024), PHRASES).filter(({ kind }) => kind === 'missing');
    expect(missing.length).toBeGreaterThanOrEqual(PHRASES.length - 1);
  });
});
