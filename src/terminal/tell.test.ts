import { describe, expect, test } from 'vitest';
import { quotedName } from '../lib/text.ts';
import type { RunLine } from './events.ts';
import { createTeller, cut, money } from './tell.ts';

/** What a terminal of this width shows in the end, and everything that was written to it; undefined: no terminal. */
function told(
  lines: readonly RunLine[],
  { columns, ...given }: Partial<Parameters<typeof createTeller>[0]> & { columns?: number } = {},
) {
  let [out, err, now] = ['', '', 0];
  const teller = createTeller(
    { json: false, quiet: false, toStdout: false, dryRun: false, isFileNamed: false, to: [], ...given },
    {
      out: (text) => {
        out += text;
      },
      err: (text) => {
        err += text;
      },
      columns: () => columns,
      now: () => now,
    },
  );
  for (const line of lines) {
    now += 10_000;
    teller.tell(line);
  }
  return {
    teller,
    get out() {
      return out;
    },
    get err() {
      return err;
    },
  };
}

const columnsOf = (text: string): number =>
  [...text].reduce(
    (sum, letter) => sum + (/[\u3000-\u9fff\u{1f300}-\u{1faff}\u{20000}-\u{3ffff}]/u.test(letter) ? 2 : 1),
    0,
  );
const batch = (n: number, file = 'Film.srt'): RunLine => ({ event: 'batch', file, n, of: 4, cost: 0.0123 });
const NAMES = [
  'Film.srt',
  '映画'.repeat(30),
  `${'A'.repeat(60)}.srt`,
  'e\u0301'.repeat(50),
  '👩‍🚀'.repeat(30),
  '𠮷野家'.repeat(20),
];
/** One line of each event, with a long text. */
const LINES = (file: string): readonly RunLine[] => [
  { event: 'start', version: 1, tool: 'subtitle-translator 1', model: 'openai/gpt-4o', files: 1, at: 0 },
  { event: 'opened', file, format: 'srt', phrases: 80, language: 'en' },
  {
    ...{ event: 'priced', file, phrases: 80, requests: 4, tokens: { input: 1, output: 1 }, currency: 'USD' },
    ...{ low: 0.01, high: 0.02 },
  },
  batch(1, file),
  batch(2, file),
  { event: 'wait', file, until: 90_000, reason: 'The provider asks for a pause. '.repeat(9) },
  { event: 'failed', file, batch: 3, message: 'The answer was cut off.' },
  { event: 'note', file, code: 'mended', message: 'Two times were mended. '.repeat(9) },
  { event: 'note', code: 'address', message: 'OPENAI_BASE_URL is set.' },
  { event: 'skipped', file, reason: 'is there' },
  { event: 'written', file, output: 'Film.pt-BR.srt' },
  { event: 'finished', file, lines: 80, doubtful: 1, fits: 0, cost: 0.0123 },
  { event: 'end', code: 0, written: 1, skipped: 0, failed: 0, cost: 0.0123, tokens: { input: 1, output: 1 } },
];

describe('on a terminal', () => {
  test('one line shows name, progress, remaining time and money', () => {
    const { err } = told([batch(1), batch(2), batch(3)], { columns: 80 });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the cursor goes back behind what was rewritten.
    expect(err.split('\r').at(-1)).toMatch(/^Film\.srt {2}3 of 4 batches, 10 s left, \$0\.01 *\x08*$/);
  });

  test('the money is the sum of all films, and never falls', () => {
    const { err } = told([batch(1), batch(2, 'Other.srt'), batch(2), batch(3, 'Other.srt')], { columns: 80 });
    const sums = [...err.matchAll(/\$([\d.]+)/g)].map(([, sum]) => Number(sum));
    expect(sums).toHaveLength(4);
    expect(sums).toEqual(sums.toSorted((one, other) => one - other));
    expect(err).toMatch(/ for all films/);
  });

  test('40 columns show the end of a long name, progress and money, and a note in full', () => {
    const file = 'Season 1/A series with a long name - S01E02.srt';
    const { err } = told(
      [batch(3, file), { event: 'note', file, code: 'frames', message: 'Some times count frames.' }],
      {
        columns: 40,
      },
    );
    expect(err.split('\r').at(1)).toMatch(/^….*S01E02\.srt {2}3 of 4 batches, \$0\.01$/);
    expect(err.slice(err.lastIndexOf('\r') + 1)).toBe(
      'Season 1/A series with a long name -\nS01E02.srt  Some times count frames.\n',
    );
  });

  const long = 'A series with a long name - S01E02.srt';
  const far = (file: string): readonly RunLine[] =>
    [1, 2].map((n) => ({ event: 'batch', file, n, of: 80, cost: 0.0123 }));
  const finished = [{ event: 'finished', file: long, lines: 1_600, doubtful: 12, fits: 0, cost: 0.0123 }] as const;
  test.each([
    [70, far(long), '…s with a long name - S01E02.srt  2 of 80 batches, 13 min left, $0.01'],
    [44, far(long), '… - S01E02.srt  2 of 80, 13 min left, $0.01'],
    [40, far(long), '…01E02.srt  2 of 80, 13 min left, $0.01'],
    [36, far(long), '… name - S01E02.srt  2 of 80, $0.01'],
    [24, far(long), '…me - S01E02.srt  $0.01'],
    [40, far('映画の名前が長い第二話.srt'), '…二話.srt  2 of 80, 13 min left, $0.01'],
    [40, far('𠮷野家の第二話.srt'), '…二話.srt  2 of 80, 13 min left, $0.01'],
    [40, far('👩‍🚀'.repeat(9)), '…👩‍🚀👩‍🚀  2 of 80, 13 min left, $0.01'],
    [40, [...far(long), ...far('Other.srt')], 'Other.srt  2 of 80, $0.02 in all'],
    [44, finished, '…1E02.srt  1,600 lines, 12 to review, $0.01'],
    [40, finished, '…name - S01E02.srt  12 to review, $0.01'],
    [24, finished, '…me - S01E02.srt  $0.01'],
  ])('%i columns: the name becomes shorter first, then the words; the money stays', (columns, lines, shown) => {
    const last = told(lines, { columns }).err.split('\r').at(-1);
    expect(last?.split('\b')[0]?.trimEnd()).toBe(shown);
  });

  test.each(NAMES)('no line is wider than 40 columns: %s', (file) => {
    const { err } = told(LINES(file), { columns: 40 });
    // A mark stands on its letter, and a joiner between two.
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the cursor goes back behind what was rewritten.
    // biome-ignore lint/suspicious/noMisleadingCharacterClass: each is taken out by itself.
    const lines = err.split(/[\r\n]/).map((line) => line.replace(/[\x08\p{M}\u200d\ufe0f]/gu, ''));
    expect(Math.max(...lines.map(columnsOf))).toBeLessThan(40);
  });

  test('nothing in a name or a message can move the cursor, colour, or hide words', () => {
    const bad = 'a\x1b[2J\x07\r\nb\u009b31m\u2028c\u202ed';
    const shown = told(LINES(bad), { columns: 200 });
    shown.teller.error(`${bad}: ${bad}`);
    const { err, out } = shown;
    // The program itself moves by "\r", "\n" and "\b" alone.
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be written.
    expect(err + out).not.toMatch(/[\x00-\x07\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u202a-\u202e\u2066-\u2069]/);
    expect(err).toContain('a?[2J???b?31m?c?d');
    // A note of more than 200 columns has two lines.
    expect(err.match(/\n/g)?.length).toBe(6);
  });

  test('a name in Hebrew has no “?” around it: the marks that isolate it on the page are left out', () => {
    const shown = told([]);
    shown.teller.error(`${quotedName('שלום.srt')} is empty.`);
    expect(shown.err).toBe('“שלום.srt” is empty.\n');
  });

  test('no colour is ever written, so NO_COLOR has nothing to take away', () => {
    expect(told(LINES('Film.srt'), { columns: 80 }).err).not.toContain('\x1b');
  });

  test('a printed path, and an error, have lines of their own', () => {
    const shown = told([batch(1), { event: 'written', file: 'Film.srt', output: 'Film.pt-BR.srt' }, batch(2)], {
      columns: 80,
    });
    shown.teller.error('Film.srt: It cannot be read.');
    const { err, out } = shown;
    expect(out).toBe('Film.pt-BR.srt\n');
    expect(err).toMatch(/\r {20,}\rFilm\.srt: It cannot be read\.\n$/);
  });

  test('--quiet prints only the errors and the paths', () => {
    const failed: RunLine = { event: 'failed', file: 'Film.srt', batch: undefined, message: 'It cannot be read.' };
    const { err, out } = told([...LINES('Film.srt'), failed], { columns: 80, quiet: true });
    expect([err, out]).toEqual(['Film.srt: It cannot be read.\n', 'Film.pt-BR.srt\n']);
  });
});

test('one subtitle, one line and one batch have the singular', () => {
  const file = 'Film.srt';
  const tokens = { input: 1, output: 1 };
  const priced = { event: 'priced', file, phrases: 1, requests: 1, tokens, currency: 'USD', low: 1, high: 1 } as const;
  expect(told([priced], { dryRun: true }).out).toContain('1 subtitle, 1 request, ');
  const { err } = told(
    [
      { event: 'batch', file, n: 1, of: 1, cost: 0 },
      { event: 'finished', file, lines: 1, doubtful: 0, fits: 0, cost: 0 },
    ],
    { columns: 80 },
  );
  expect(err).toContain('1 of 1 batch,');
  expect(err).toContain('1 line, none to review');
});

test('without a terminal standard error has only the films that failed', () => {
  expect(told(LINES('Film.srt'))).toMatchObject({ err: '', out: 'Film.pt-BR.srt\n' });
  const failed: RunLine = { event: 'failed', file: 'Film.srt', batch: undefined, message: 'It cannot\nbe read.' };
  expect(told([failed]).err).toBe('Film.srt: It cannot?be read.\n');
});

test('with JSON each line is one object, and the terminal shows only errors', () => {
  const lines = LINES('a\nb');
  const { out, err } = told(lines, { columns: 80, json: true });
  expect(
    out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual(lines);
  expect(err).toBe('');
});

test('a film that goes to standard output prints no path there', () => {
  expect(told(LINES('-'), { toStdout: true }).out).toBe('');
});

test.each([
  ['Film', 4, 'Film'],
  ['Film', 3, 'Fi…'],
  ['映画', 4, '映画'],
  ['映画', 3, '映…'],
  ['映画', 2, '…'],
  ['e\u0301e\u0301', 2, 'e\u0301e\u0301'],
])('%j is cut to %i columns: %j', (text, width, shown) => {
  expect(cut(text, width)).toBe(shown);
});

test.each([
  [0, '$0.00'],
  [0.0123, '$0.01'],
  [0.00314, '$0.0031'],
  [0.003 + 0.003 + 0.0029999999999, '$0.009'],
  [0.00999, '$0.01'],
  [0.0000001, '$0.0000001'],
  [12, '$12.00'],
])('%f dollars are %s', (dollars, words) => {
  expect(money(dollars)).toBe(words);
});
