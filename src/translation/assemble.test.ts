import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { allBatches } from '../../test/all-batches.ts';
import { anyPhrases, anyText } from '../../test/any-phrases.ts';
import { fuzzRuns } from '../../test/fuzz-runs.ts';
import { okValue } from '../../test/ok-value.ts';
import type { Phrase } from '../subtitles/document.ts';
import { parseSrt } from '../subtitles/parse-srt.ts';
import { readDocument } from '../subtitles/read-document.ts';
import { documentOfPhrases, formatSrt } from '../subtitles/srt.ts';
import { assemble as assembleDocument, assembleFinished, countFinished } from './assemble.ts';
import type { BatchSlot } from './batch.ts';

const assemble = (phrases: readonly Phrase[], results: readonly BatchSlot[]) =>
  assembleDocument(documentOfPhrases(phrases), phrases, results);
const film = (count: number): readonly Phrase[] =>
  Array.from({ length: count }, (_, at) => ({ number: at + 1, time: `0:0:${at} --> 0:0:9`, text: `line ${at + 1}` }));

const resultsOf = (phrases: readonly Phrase[], translate: (phrase: Phrase) => string): readonly BatchSlot[] =>
  allBatches(phrases).map(({ phrases }) => [
    '',
    `{${phrases.map((phrase) => `"${phrase.number}": ${JSON.stringify(translate(phrase))}`).join()}}`,
  ]);

test('[S4.8] writes number, time and translation of each phrase', () => {
  const phrases = film(21);
  const expected = phrases.map((phrase) => ({ ...phrase, text: `texto ${phrase.number}` }));
  const results = resultsOf(phrases, ({ number }) => `texto ${number}\n\n`);
  expect(assemble(phrases, results)).toEqual({ ok: true, value: formatSrt(expected) });
});

test.each<[string, BatchSlot, string]>([
  ['not started', undefined, 'Batch 2 is not OK.'],
  ['in progress', null, 'Batch 2 is not OK.'],
  ['failed', ['an error', '{"21": "a"}'], 'Batch 2 is not OK.'],
  ['edited until it is not JSON', ['', 'edited'], 'Batch 2 has no valid translation of subtitle 21.'],
  ['without a requested key', ['', '{"22": "a"}'], 'Batch 2 has no valid translation of subtitle 21.'],
  ['with an empty text', ['', '{"21": " ", "22": "a"}'], 'Batch 2 has no valid translation of subtitle 21.'],
])('[S4.8] refuses to write a film with a batch that is %s', (_, slot, error) => {
  const phrases = film(22);
  const [first] = resultsOf(phrases, ({ text }) => text);
  expect(assemble(phrases, [first, slot])).toEqual({ ok: false, error });
});

test('refuses a film without phrases', () => {
  expect(assemble([], [])).toEqual({ ok: false, error: 'There are no subtitles to assemble.' });
});

test('[D4.4][S4.8] keeps numbers and timing lines byte for byte, whatever the translations contain', () => {
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
        const reread = okValue(parseSrt(okValue(assemble(phrases, results))));
        const cues = (list: readonly Phrase[]) => list.map(({ number, time }) => ({ number, time }));
        expect(cues(reread.phrases)).toEqual(cues(phrases));
        expect(reread).toMatchObject({ notes: [] });
      },
    ),
    { numRuns: fuzzRuns(100) },
  );
});

const PHRASES = film(45);
const reply = (from: number, to: number) =>
  JSON.stringify(Object.fromEntries(PHRASES.slice(from - 1, to).map(({ number }) => [number, `PT ${number}`])));
const OK_1 = ['', reply(1, 20)] as const;
const OK_2 = ['', reply(21, 40)] as const;
const OK_3 = ['', reply(41, 45)] as const;
const FAILED = ['refused', reply(21, 40)] as const;

const finished = (results: readonly BatchSlot[], inPlace: readonly number[] = []) =>
  assembleFinished(documentOfPhrases(PHRASES), PHRASES, results, inPlace);
const finishedText = (results: readonly BatchSlot[]) => okValue(finished(results)).text;
const textsOf = (results: readonly BatchSlot[]) => okValue(parseSrt(finishedText(results))).phrases;

it.each<[string, readonly BatchSlot[], number]>([
  ['nothing', [undefined, undefined, undefined], 0],
  ['with only the first batch translated', [OK_1, undefined, null], 20],
  ['with one failed batch', [OK_1, FAILED, OK_3], 25],
  ['with an output that is not JSON any more', [OK_1, ['', 'oh'], OK_3], 25],
  ['all', [OK_1, OK_2, OK_3], 45],
])('[D11.6] keeps numbers and times, and the original of untranslated phrases: %s', (_, results, translated) => {
  expect(finished(results)).toMatchObject({ ok: true, value: { translated, total: 45 } });
  const texts = textsOf(results);
  expect(texts.map(({ number, time }) => ({ number, time }))).toEqual(
    PHRASES.map(({ number, time }) => ({ number, time })),
  );
  texts.forEach(({ number, text }, index) => {
    const slot = results[Math.floor(index / 20)];
    const isTranslated = slot?.[0] === '' && slot[1] !== 'oh';
    expect(text).toBe(isTranslated ? `PT ${number}` : `line ${number}`);
  });
});

it('[D11.6][D14.51] counts the phrases of OK batches, and in failed batches those that are in place', () => {
  expect(countFinished(PHRASES, [OK_1, FAILED, OK_3], [])).toEqual({ translated: 25, total: 45 });
  expect(countFinished(PHRASES, [OK_1, FAILED, OK_3], [21, 40])).toEqual({ translated: 27, total: 45 });
});

it('[D14.51] writes the lines of a failed batch that are in place, and the originals of its other lines', () => {
  const lacking = ['Missing: 22.', reply(21, 40).replace('"PT 23"', '" "')] as const;
  expect(finished([OK_1, lacking, undefined], [21, 22, 23, 24])).toMatchObject({ value: { translated: 23 } });
  const { text } = okValue(finished([OK_1, lacking, undefined], [21, 23, 24, 41]));
  const written = okValue(parseSrt(text)).phrases.map((phrase) => phrase.text);
  expect(written.slice(19, 25)).toEqual(['PT 20', 'PT 21', 'line 22', 'line 23', 'PT 24', 'line 25']);
  expect(written[40]).toBe('line 41');
});

it('[D11.6] keeps the format of the film’s file', () => {
  const vtt = (texts: readonly string[]) =>
    `WEBVTT\n\n${texts.map((text, index) => `cue ${index}\n00:0${index % 6}.000 --> 00:09.000 line:0\n${text}\n`).join('\n')}`;
  const originals = PHRASES.map(({ text }) => text);
  const document = okValue(readDocument(vtt(originals), 'vtt'));
  const finish = (phrases: readonly Phrase[]) => assembleFinished(document, phrases, [OK_1, FAILED, ['', 'oh']], []);
  const text = vtt(originals.map((original, index) => (index < 20 ? `PT ${index + 1}` : original)));
  expect(finish(document.phrases)).toEqual({ ok: true, value: { text, translated: 20, total: 45 } });
  expect(finish(PHRASES.slice(1)).ok).toBe(false);
});
