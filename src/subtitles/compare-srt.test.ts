import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyPhrases } from '../../test/any-phrases.ts';
import { fuzzRuns } from '../../test/fuzz-runs.ts';
import { samplePhrases } from '../../test/srt-sample.ts';
import { filled, WORST } from '../../test/worst-inputs.ts';
import { compareSrt, formatSrt } from './srt.ts';

/** Nine phrases of four lines each, the blank one included: number n stands in line 4 n - 3. */
const PHRASES = samplePhrases(9);
const TEXT = formatSrt(PHRASES);
const block = (number: number) => formatSrt(PHRASES.slice(number - 1, number));

/** "kind number line" of each difference. */
const found = (text: string) =>
  compareSrt(text, PHRASES).map(({ kind, number, line }) => `${kind} ${number ?? '?'} ${line}`);

describe('compareSrt', () => {
  it.each<[string, string, readonly string[]]>([
    ['as it was assembled', TEXT, []],
    ['another text', TEXT.replace('Фраза 4', 'uma\nduas'), []],
    ['other line ends', TEXT.replaceAll('\n', '\r\n'), []],
    ['blanks at line ends, more blank lines', TEXT.replace(/\n\n/g, ' \n \n\n').trimEnd(), []],
    ['a number gone', TEXT.replace('\n\n4\n', '\n\n'), ['unreadable 4 13']],
    ['a number changed', TEXT.replace('\n\n4\n', '\n\n8\n'), ['renumbered 4 13']],
    ['a number that is none', TEXT.replace('\n\n4\n', '\n\n4x\n'), ['unreadable ? 13', 'missing 4 16']],
    ['[S2.16] a timing line gone', TEXT.replace('\n00:00:06,000 --> 00:00:07,000', ''), ['unreadable 4 13']],
    ['a timing line broken', TEXT.replace('00:00:06,000 -->', '00:00:06,000 >'), ['unreadable 4 13']],
    ['another time', TEXT.replace('00:00:06,000', '00:00:06,500'), ['time 4 13']],
    ['a text gone', TEXT.replace('\nФраза 4\n', '\n'), ['no-text 4 13']],
    ['a blank line gone', TEXT.replace('\n\n4\n', '\n4\n'), ['blank-line 4 12']],
    ['a blank line within a text', TEXT.replace('Фраза 4', 'uma\n\nduas'), ['unreadable ? 17']],
    ['a number after a blank line within', TEXT.replace('Фраза 4', 'uma\n\n7\nduas'), ['unreadable ? 17']],
    ['[S2.16] one missing', TEXT.replace(`${block(4)}\n`, ''), ['missing 4 12']],
    ['the first and the last missing', formatSrt(PHRASES.slice(1, -1)), ['missing 1 1', 'missing 9 28']],
    ['all missing', '', PHRASES.map(({ number }) => `missing ${number} 1`)],
    ['one doubled', `${block(1)}\n${TEXT}`, ['doubled 1 5']],
    ['two doubled', `${block(1)}\n${block(2)}\n${TEXT}`, ['doubled 1 9', 'doubled 2 13']],
    ['one foreign', TEXT.replace(block(4), `${block(4)}\n77\n00:00:07,100 --> 00:00:07,900\nEu\n`), ['foreign 77 17']],
    [
      'one put in under a number that is taken',
      TEXT.replace(block(4), `${block(4)}\n8\n00:00:07,100 --> 00:00:07,900\nEu\n`),
      ['time 8 17', 'doubled 8 33'],
    ],
    ['one moved on', `${TEXT.replace(`${block(2)}\n`, '')}\n${block(2)}`, ['moved 2 33']],
    ['one moved back', `${block(9)}\n${formatSrt(PHRASES.slice(0, -1))}`, ['moved 1 5']],
  ])('%s', (_, text, differences) => {
    expect(found(text)).toEqual(differences);
  });

  it('tells two phrases of the same time apart', () => {
    const phrases = PHRASES.map((phrase) => ({ ...phrase, time: '00:00:01,000 --> 00:00:02,000' }));
    expect(compareSrt(formatSrt(phrases), phrases)).toEqual([]);
    expect(compareSrt(formatSrt(phrases.toSpliced(3, 1)), phrases)).toEqual([{ kind: 'missing', line: 12, number: 4 }]);
  });

  it('[S2.16] finds nothing in a film as it was assembled, and exactly what was taken out of it', () => {
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

  it.each(WORST)('a quarter of a megabyte of %j comes to an end, and lacks all phrases', (pattern) => {
    const missing = compareSrt(filled(pattern, 256 * 1024), PHRASES).filter(({ kind }) => kind === 'missing');
    expect(missing.length).toBeGreaterThanOrEqual(PHRASES.length - 1);
  });
});
