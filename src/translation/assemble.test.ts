import fc from 'fast-check';
import { expect, test } from 'vitest';
import { allBatches } from '../../test/all-batches.ts';
import { anyPhrases, anyText } from '../../test/any-phrases.ts';
import { fuzzRuns } from '../../test/fuzz-runs.ts';
import { formatSrt } from '../subtitles/format-srt.ts';
import { parseSrt } from '../subtitles/parse-srt.ts';
import type { Phrase } from '../subtitles/phrase.ts';
import { assemble } from './assemble.ts';
import type { BatchSlot } from './batch.ts';

const film = (count: number): readonly Phrase[] =>
  Array.from({ length: count }, (_, index) => ({
    number: index + 1,
    time: `0:0:${index} --> 0:0:9`,
    text: `text ${index + 1}`,
  }));

const resultsOf = (phrases: readonly Phrase[], translate: (phrase: Phrase) => string): readonly BatchSlot[] =>
  allBatches(phrases).map(({ phrases }) => [
    '',
    `{${phrases.map((phrase) => `"${phrase.number}": ${JSON.stringify(translate(phrase))}`).join()}}`,
  ]);

test('[S4.8] number, time and translated text of each phrase', () => {
  const phrases = film(21);
  const expected = phrases.map((phrase) => ({ ...phrase, text: `texto ${phrase.number}` }));
  expect(
    assemble(
      phrases,
      resultsOf(phrases, ({ number }) => `texto ${number}\n\n`),
    ),
  ).toEqual({
    ok: true,
    value: formatSrt(expected),
  });
});

test.each<[string, BatchSlot, string]>([
  ['not started', undefined, 'Batch 2 is not OK.'],
  ['in progress', null, 'Batch 2 is not OK.'],
  ['failed', ['an error', '{"21": "a"}'], 'Batch 2 is not OK.'],
  ['no longer JSON', ['', 'edited'], 'Batch 2 has no valid translation of phrase 21.'],
  ['without a key', ['', '{"22": "a"}'], 'Batch 2 has no valid translation of phrase 21.'],
  ['empty at a key', ['', '{"21": " ", "22": "a"}'], 'Batch 2 has no valid translation of phrase 21.'],
])('[S4.8] nothing is assembled with a batch that is %s', (_, slot, error) => {
  const phrases = film(22);
  const [first] = resultsOf(phrases, ({ text }) => text);
  expect(assemble(phrases, [first, slot])).toEqual({ ok: false, error });
});

test('nothing is assembled from nothing', () => {
  expect(assemble([], [])).toEqual({ ok: false, error: 'There are no phrases to assemble.' });
});

test('[D4.4][S4.8] whatever the translations are, the result has the same numbers and byte-identical timing lines', () => {
  const anyTranslation = fc.oneof(
    anyText,
    fc.constantFrom('a\n\nb', '\r\n \r5\r', '2\n\n3', '\n\u00a0\nx --> y', '1\r\n\r\n2'),
  );
  fc.assert(
    fc.property(
      anyPhrases({ maxLength: 45 }),
      fc.array(anyTranslation, { minLength: 1, maxLength: 45 }),
      (phrases, texts) => {
        const results = resultsOf(phrases, ({ number }) => texts[number % texts.length] ?? '');
        const assembled = assemble(phrases, results);
        const reread = parseSrt(assembled.ok ? assembled.value : '');
        if (!reread.ok) throw new Error(reread.error.message);
        const cues = (list: readonly Phrase[]) => list.map(({ number, time }) => ({ number, time }));
        expect(cues(reread.value.phrases)).toEqual(cues(phrases));
        expect(reread.value).toMatchObject({ notes: [] });
      },
    ),
    { numRuns: fuzzRuns(100) },
  );
});
