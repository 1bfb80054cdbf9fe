import { expect, test } from '@playwright/test';
import { parseSrt } from '../src/subtitles/parse-srt.ts';
import { readReply } from '../src/translation/read-reply.ts';
import { asValue, filled, WORST } from '../test/worst-inputs.ts';

const MEGABYTE = 1024 * 1024;
const WHOLE = 10 * MEGABYTE;
const PART = WHOLE / 4;
/** For an input four times as long: 4 is linear, 16 quadratic. */
const RATIO_AT_MOST = 8;
/** Limit for the whole input (docs/reliability.md). */
const MS_AT_MOST = 1_000;
/** Shorter times depend on the clock and the garbage collector more than on the parser. */
const WORTH_COMPARING_MS = 50;

const PARSERS: Readonly<Record<string, (text: string) => unknown>> = {
  'an .srt file': parseSrt,
  'a cue with a text after it': (text) => parseSrt(`1\n00:00:01,000 --> 00:00:02,000\n${text}`),
  'a reply': readReply,
  'a value in a reply': (text) => readReply(asValue(text)),
};

function fastestMs(parse: () => unknown): number {
  const times = Array.from({ length: 3 }, () => {
    const start = performance.now();
    parse();
    return performance.now() - start;
  });
  return Math.min(...times);
}

for (const [name, parse] of Object.entries(PARSERS)) {
  test(`parsers, 10 MB of the worst as ${name}`, () => {
    const rows = WORST.map((pattern) => {
      const [part, whole] = [filled(pattern, PART), filled(pattern, WHOLE)];
      const partMs = fastestMs(() => parse(part));
      const wholeMs = fastestMs(() => parse(whole));
      return { pattern: JSON.stringify(pattern), wholeMs: Math.round(wholeMs), ratio: wholeMs / partMs };
    });
    const slowest = rows.toSorted((a, b) => b.wholeMs - a.wholeMs).slice(0, 3);
    console.log(`${name}: ${slowest.map(({ pattern, wholeMs }) => `${pattern} ${wholeMs} ms`).join(', ')}`);
    const curved = rows.filter(({ wholeMs, ratio }) => wholeMs > WORTH_COMPARING_MS && ratio > RATIO_AT_MOST);
    expect(curved, 'four times the text takes no more than eight times as long').toEqual([]);
    expect(
      rows.filter(({ wholeMs }) => wholeMs > MS_AT_MOST),
      '10 MB within a second',
    ).toEqual([]);
  });
}
