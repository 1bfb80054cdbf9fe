import { expect, it } from 'vitest';
import { toEnd } from '../lib/to-end.ts';
import { formatSrt } from '../subtitles/format-srt.ts';
import { parseSrt } from '../subtitles/parse-srt.ts';
import type { Phrase } from '../subtitles/phrase.ts';
import { readDocument } from '../subtitles/read-document.ts';
import { assemble } from './assemble.ts';
import type { BatchSlot } from './batch.ts';
import { assembleFinished, assembleFinishedDocument, countFinished } from './finished-part.ts';

const PHRASES = Array.from({ length: 45 }, (_, index) => ({
  number: index + 1,
  time: '00:00:01,000 --> 00:00:02,000',
  text: `line ${index + 1}`,
}));
const reply = (from: number, to: number) =>
  JSON.stringify(Object.fromEntries(PHRASES.slice(from - 1, to).map(({ number }) => [number, `PT ${number}`])));
const OK_1 = ['', reply(1, 20)] as const;
const OK_2 = ['', reply(21, 40)] as const;
const OK_3 = ['', reply(41, 45)] as const;
const FAILED = ['refused', reply(21, 40)] as const;

const textsOf = (results: readonly BatchSlot[]) => {
  const parsed = parseSrt(assembleFinished(PHRASES, results).text);
  return parsed.ok ? parsed.value.phrases : [];
};

it.each<[string, readonly BatchSlot[], number]>([
  ['nothing', [undefined, undefined, undefined], 0],
  ['the first', [OK_1, undefined, null], 20],
  ['all but a failed one', [OK_1, FAILED, OK_3], 25],
  ['an output that is no JSON any more', [OK_1, ['', 'oh'], OK_3], 25],
  ['all', [OK_1, OK_2, OK_3], 45],
])('[D11.6] %s: every phrase on its own number and time, the rest in the original', (_, results, translated) => {
  expect(assembleFinished(PHRASES, results)).toMatchObject({ translated, total: 45 });
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

it('is the whole result, byte for byte, where all is translated, and the original where nothing is', () => {
  const all = assemble(PHRASES, [OK_1, OK_2, OK_3]);
  expect(all.ok && all.value).toBe(assembleFinished(PHRASES, [OK_1, OK_2, OK_3]).text);
  expect(assembleFinished(PHRASES, [undefined, undefined, undefined]).text).toBe(formatSrt(PHRASES));
});

it('is counted, before it is assembled, by the batches that are OK', () => {
  expect(countFinished(PHRASES, [OK_1, FAILED, OK_3])).toEqual({ translated: 25, total: 45 });
});

it('[D11.6] keeps the format of the film', () => {
  const vtt = (texts: readonly string[]) =>
    `WEBVTT\n\n${texts.map((text, index) => `cue ${index}\n00:0${index % 6}.000 --> 00:09.000 line:0\n${text}\n`).join('\n')}`;
  const originals = PHRASES.map(({ text }) => text);
  const document = toEnd(readDocument(vtt(originals), 'vtt'));
  if (!document.ok) throw new Error(document.error.message);
  const finish = (phrases: readonly Phrase[]) =>
    toEnd(assembleFinishedDocument(document.value, phrases, [OK_1, FAILED, ['', 'oh']]));
  expect(finish(document.value.phrases)).toEqual({
    ok: true,
    value: {
      text: vtt(originals.map((text, index) => (index < 20 ? `PT ${index + 1}` : text))),
      translated: 20,
      total: 45,
    },
  });
  expect(finish(PHRASES.slice(1)).ok).toBe(false);
});
