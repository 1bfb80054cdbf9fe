import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyBrokenSrt } from '../../../test/any-broken-srt.ts';
import { anyPhrases } from '../../../test/any-phrases.ts';
import { isBlank, lineEndOf, linesOf, withLineEndsLike, withPlainLineEnds } from '../lines.ts';
import { readDocument } from '../read-document.ts';
import { formatSrt } from '../srt.ts';
import { readTiming } from './blocks.ts';
import { type FoundKind, findRepairs, type Repairs } from './find-repairs.ts';

const neededOf = (repairs: Repairs) =>
  new Set(repairs.kinds.flatMap(({ name, isOptional }) => (isOptional ? [] : [name])));
const mended = (text: string) => {
  const repairs = findRepairs(text);
  return repairs.isOffered ? repairs.mend(neededOf(repairs)) : text;
};
const trimmedLines = (text: string) => linesOf(text).map((line) => line.trim());
const namedLines = ({ kinds }: Repairs) =>
  new Set(kinds.flatMap(({ repairs }) => repairs.flatMap(({ before }) => trimmedLines(before))));

describe('repairs of any broken .srt file', () => {
  it('[D2.8] keeps each line of a broken file unchanged, or reports it as repaired', () => {
    fc.assert(
      fc.property(anyBrokenSrt, fc.func(fc.boolean()), (text, tick) => {
        const repairs = findRepairs(text);
        const named = namedLines(repairs);
        const ticked = new Set(repairs.kinds.map(({ name }) => name).filter(tick));
        for (const kinds of [neededOf(repairs), ticked]) {
          const left = new Set(trimmedLines(repairs.mend(kinds)));
          const lines = trimmedLines(text.replace(/^(?:\?|ï»¿)(?=\d)/, '')).filter((line) => !isBlank(line));
          const isTiming = (line: string) => readTiming(line) !== undefined;
          const lost = lines.filter((line) => !left.has(line) && !named.has(line));
          expect(lost.filter(isTiming)).toEqual([]);
          const isNumberLost = CHANGE_NUMBERS.some((name) => kinds.has(name));
          expect(lost.filter((line) => !(isNumberLost && /^\d+$/.test(line)))).toEqual([]);
        }
      }),
    );
  });

  it('[D2.8] leaves nothing else to repair in a repaired file', () => {
    fc.assert(
      fc.property(anyBrokenSrt, (text) => {
        const repairs = findRepairs(text);
        if (!repairs.isOffered) return;
        const once = repairs.mend(neededOf(repairs));
        const again = findRepairs(once, 'mended-srt');
        expect(again.isOffered).toBe(false);
        expect(neededOf(again)).toEqual(new Set());
        expect(mended(once)).toBe(once);
        const read = readDocument(once, 'mended-srt');
        expect(readDocument(once, repairs.readAsAfter(neededOf(repairs), once)).ok).toBe(read.ok);
        // A result in .srt has "\n" as the specification demands; the mended film keeps its own line ends.
        if (read.ok) expect(read.value.write(new Map()).trimEnd()).toBe(withPlainLineEnds(once).trimEnd());
        else expect(read.error.message).toBe('There is nothing to translate in this .srt file.');
      }),
    );
  });

  it('[D2.12] keeps the line ends of the film', () => {
    fc.assert(
      fc.property(anyBrokenSrt, fc.constantFrom('\n', '\r\n', '\r'), (broken, lineEnd) => {
        const text = withPlainLineEnds(broken).replaceAll('\n', lineEnd);
        const result = mended(text);
        expect(withLineEndsLike(withPlainLineEnds(result), text)).toBe(result);
        if (result.includes('\r') || result.includes('\n')) expect(lineEndOf(result)).toBe(lineEndOf(text));
      }),
    );
  });

  it('[D2.10] offers no repair for a correct file', () => {
    fc.assert(
      fc.property(anyPhrases({ maxLength: 20 }), (phrases) => {
        const repairs = findRepairs(formatSrt(phrases));
        expect(repairs.isOffered).toBe(false);
        expect(repairs.kinds.every(({ isOptional }) => isOptional)).toBe(true);
      }),
    );
  });

  it('offers a repair for every unreadable file that has a phrase', () => {
    fc.assert(
      fc.property(anyBrokenSrt, (broken) => {
        const text = `${broken}\n\n00:00:01,000 --> 00:00:02,000\nHello`;
        const repairs = findRepairs(text);
        expect(repairs.isOffered).toBe(true);
        expect(readDocument(repairs.mend(neededOf(repairs)), 'mended-srt').ok).toBe(true);
      }),
    );
  });

  it('does not change the text if no repair is ticked', () => {
    fc.assert(
      fc.property(anyBrokenSrt, (text) => {
        expect(findRepairs(text).mend(new Set())).toBe(text);
      }),
    );
  });
});

describe('the repairs that a program gets for a text', () => {
  /** Short lines of few words: some films repeat enough of them to roll. */
  const anyLine = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom('No.', 'No.', '<i>No.</i>', 'No. Yes.') },
    fc.constantFrom('- No.', 'And', 'and so', '*And* so', '♪ la la ♪', '7', '00:00:07,000 --> 00:00:08,000', '&amp;'),
  );
  const anyFilm = fc
    .array(fc.array(anyLine, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 40 })
    .map((texts) =>
      formatSrt(
        texts.map((lines, index) => {
          const second = `${index % 60}`.padStart(2, '0');
          return { number: index + 1, time: `00:00:${second},000 --> 00:00:${second},900`, text: lines.join('\n') };
        }),
      ),
    );

  it('are those of the page: the necessary kinds, captions that roll, and times that count frames', () => {
    fc.assert(
      fc.property(fc.oneof(anyFilm, anyBrokenSrt, anyPhrases({ maxLength: 20 }).map(formatSrt)), (text) => {
        const { kinds, forPrograms } = findRepairs(text);
        const isForPrograms = ({ name, isOptional }: FoundKind) =>
          !isOptional || name === 'rolling-captions' || name === 'frame-times';
        expect(forPrograms.filter(isForPrograms)).toEqual(kinds.filter(isForPrograms));
      }),
    );
  });

  it('are offered for a readable text in the strict reading exactly if they are offered in the mended reading', () => {
    fc.assert(
      fc.property(fc.oneof(anyFilm, anyBrokenSrt), (text) => {
        const isRefused = !readDocument(text, 'srt').ok;
        expect(findRepairs(text).isOffered || isRefused).toBe(findRepairs(text, 'mended-srt').isOffered || isRefused);
      }),
    );
  });
});

/** Kinds that change numbers. They do not report each changed number, nor the numbers of removed phrases. */
const CHANGE_NUMBERS = ['numbers', 'joined-files', 'out-of-order', 'rolling-captions', 'adverts'];
