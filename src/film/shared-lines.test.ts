import { expect, test } from 'vitest';
import { batchesOf } from '../../test/batches.ts';
import { samplePhrases } from '../../test/srt-sample.ts';
import { confirmedLines, offersFor } from './shared-lines.ts';

const phrasesOf = (...texts: readonly string[]) =>
  samplePhrases(texts.length).map((phrase, at) => ({ ...phrase, text: texts[at] ?? '' }));

/** A film with all lines confirmed. */
function film(...lines: readonly (readonly [original: string, translation: string])[]) {
  const phrases = phrasesOf(...lines.map(([original]) => original));
  const texts = Object.fromEntries(lines.map(([, text], at) => [at + 1, text]));
  return {
    phrases,
    batches: batchesOf([['', JSON.stringify(texts)]]),
    marks: Object.fromEntries(phrases.map(({ number }) => [number, { confirmed: true as const }])),
  };
}
const offered = (original: string, confirmed: string) =>
  offersFor(phrasesOf(original), [{ name: 'E1', confirmed: confirmedLines(film([confirmed, 'so'])) }]).get(1);

test.each([
  ['[D18.15] the very same', 'See you tomorrow, John.', 'See you tomorrow, John.', true],
  ['other line breaks', 'See you\ntomorrow, John.', 'See you tomorrow,<br>John.', true],
  ['other tags', '<i>See you tomorrow.</i>', 'See you tomorrow.', true],
  ['another sign', 'See you tomorrow!', 'See you tomorrow.', false],
  ['another case', 'See you Tomorrow.', 'See you tomorrow.', false],
  ['two words', 'Thank you.', 'Thank you.', false],
  ['eight letters without spaces', '明日の朝に会おう。', '明日の朝に\n会おう。', true],
  ['seven letters without spaces', '明日の朝会おう。', '明日の朝会おう。', false],
])('offers a confirmed line or not: %s', (_, original, confirmed, isOffered) => {
  expect(offered(original, confirmed)).toEqual(isOffered ? [{ text: 'so', from: 'E1, line 1' }] : undefined);
});

test('[D18.15] offers the texts of the first films first, each text once, and nothing that is not confirmed', () => {
  const said = 'See you tomorrow, John.';
  const films = [
    { name: 'E2', confirmed: confirmedLines(film(['x y z', 'other'], [said, 'two'])) },
    { name: 'E1', confirmed: confirmedLines(film([said, 'one'], [said, 'two'])) },
    { name: 'E3', confirmed: confirmedLines({ ...film([said, 'three']), marks: {} }) },
  ];
  expect(offersFor(phrasesOf('Nothing of it.', said), films)).toEqual(
    new Map([
      [
        2,
        [
          { text: 'two', from: 'E2, line 2' },
          { text: 'one', from: 'E1, line 1' },
        ],
      ],
    ]),
  );
});
