import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ReadDocument, SubtitleDocument } from '../src/subtitles/document.ts';
import type { SlotFormat } from '../src/subtitles/slots.ts';
import { expectLinear } from './growth.ts';
import { filled, WORST } from './worst-inputs.ts';

export interface LawOptions {
  readonly read: ReadDocument;
  readonly find: SlotFormat['find'];
  /** Generates files that the reader of this format accepts. */
  readonly document: fc.Arbitrary<string>;
  /** Pieces of text that could confuse a reader of this format. */
  readonly fragments: readonly string[];
  /** True if a text of this format has only one line. */
  readonly isOneLine?: boolean;
}

/** Text that could break out of any format, or only looks as if it could. */
const HOSTILE = [
  ...['\n', '\n\n', '\r', '\r\n', '\u2028', '\u2029', '\u0085', '\v', '\f', '\0', ' ', '\t', '\u00a0', '\ufeff'],
  ...['-->', '--', '>', '<', '&', '&gt;', '&amp;', '{', '}', '\\', '\\N', '\\h', '\\p1', '{\\p1}', '{\\k10}', ',', ';'],
  ...['NOTE', 'NOTE x', 'STYLE', 'WEBVTT', '[Events]', 'Format: Text', 'Dialogue: 0,', 'Comment: ', '[br]'],
  ...['00:01.000 --> 00:02.000', '0:00:01.000,0:00:02.000', '⟦1⟧', '⟦2⟧', '⟦', '<i>', '</i>', '<v Bob>', '<c>'],
  ...['a', 'É', '中', '🎬', '1', 'text'],
];

const anyHostile = fc
  .array(fc.constantFrom(...HOSTILE), { minLength: 1, maxLength: 12 })
  .map((parts) => parts.join(''));
/** Typical answers of a model. */
const anyWords = fc
  .array(fc.stringMatching(/^[A-Za-zÀ-ÿ][A-Za-zÀ-ÿ &<>'!?,.]{0,20}[a-z.!?]$/), { minLength: 1, maxLength: 3 })
  .map((lines) => lines.join('\n').replace(/<(?=\/?[biu]>)/gi, '('));

const EMPTY = new Map<number, string>();

function documentOf(read: ReadDocument, source: string): SubtitleDocument | undefined {
  const found = read(source, {});
  return found.ok ? found.value : undefined;
}

/** The laws for each format whose file is a document with slots. */
export function documentLaws(name: string, { read, find, document, fragments, isOneLine }: LawOptions): void {
  const anyText = fc.array(fc.constantFrom(...fragments, ...HOSTILE), { maxLength: 40 }).map((parts) => parts.join(''));

  const saidAs = (words: string) => (isOneLine ? words.replaceAll('\n', ' ') : words);
  const times = (source: string) => find(source).slots.map(({ time }) => time);
  const gaps = (source: string) => {
    const { slots } = find(source);
    const before = slots.map(({ from }, index) => source.slice(slots[index - 1]?.to ?? 0, from));
    return [...before, source.slice(slots.at(-1)?.to)];
  };
  const isInOrder = (source: string) =>
    find(source).slots.every(
      ({ from, to }, index, all) => from >= (all[index - 1]?.to ?? 0) && to >= from && to <= source.length,
    );

  describe(name, () => {
    it('[D2.12] writes the same bytes that it read', () => {
      fc.assert(
        fc.property(fc.oneof(document, anyText), (source) => {
          expect(documentOf(read, source)?.write(EMPTY) ?? source).toBe(source);
          expect(isInOrder(source)).toBe(true);
        }),
      );
    });

    it('[D2.12] reads any document of the format, and writes unchanged texts as the same bytes', () => {
      fc.assert(
        fc.property(document, (source) => {
          const file = documentOf(read, source);
          expect(file).toBeDefined();
          expect(file?.write(new Map(file.phrases.map(({ number, text }) => [number, text])))).toBe(source);
        }),
      );
    });

    it('[D2.12] keeps every byte outside of the slots, and each time once, whatever a reply says', () => {
      fc.assert(
        fc.property(document, fc.infiniteStream(fc.oneof(anyHostile, anyWords)), (source, replies) => {
          const file = documentOf(read, source);
          const texts = new Map(file?.phrases.map(({ number }) => [number, replies.next().value]));
          const written = file?.write(texts) ?? '';
          expect(times(written)).toEqual(times(source));
          let end = 0;
          for (const gap of gaps(source)) {
            const at = written.indexOf(gap, end);
            expect(at).toBeGreaterThanOrEqual(end);
            end = at + gap.length;
          }
          expect(written.startsWith(gaps(source)[0] ?? '') && written.endsWith(gaps(source).at(-1) ?? '')).toBe(true);
        }),
      );
    });

    it('reads back a text in the words in which the model wrote it', () => {
      fc.assert(
        fc.property(document, fc.infiniteStream(anyWords), (source, replies) => {
          const file = documentOf(read, source);
          const said = new Map(file?.phrases.map(({ number }) => [number, saidAs(replies.next().value)]));
          const written = file?.write(said) ?? '';
          const plain = (text: string) => text.replace(/⟦\d+⟧/g, '');
          const found = new Map([...(file?.textsIn(written) ?? [])].map(([number, text]) => [number, plain(text)]));
          expect(found).toEqual(said);
          expect(file?.compare(written)).toEqual([]);
        }),
      );
    });

    it.each(WORST)('reads and writes a text of %j in time proportional to its length', (pattern) => {
      for (const start of ['', fc.sample(document, 1)[0]])
        expectLinear((characters) => {
          const long = filled(pattern, characters);
          const source = `${start}${long}`;
          // Equal texts at the same time get the same translation.
          const text = long.slice(0, Math.ceil((16 * characters) / Math.max(1, find(source).slots.length)));
          expect(documentOf(read, source)?.write(new Map([[1, text]]))).not.toBe('');
        });
    });
  });
}
