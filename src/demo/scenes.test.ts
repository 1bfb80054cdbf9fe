import { describe, expect, it } from 'vitest';
import { allBatches } from '../../test/all-batches.ts';
import type { Phrase } from '../subtitles/document.ts';
import { parseSrt } from '../subtitles/parse-srt.ts';
import { formatSrt } from '../subtitles/srt.ts';
import { timingOf } from '../subtitles/timing.ts';
import { validateBatch } from '../translation/check-reply.ts';
import { phrasesAsJson } from '../translation/request.ts';
import {
  RADIO_LANGUAGES,
  RADIO_PHRASES,
  RADIO_TRANSLATIONS,
  SAMPLE_PHRASES,
  SAMPLE_TRANSLATION,
  sceneFor,
  sceneOf,
} from './scenes.ts';

const timesOf = (time: string) => timingOf(time) ?? { startMs: 0, endMs: 0 };

it.each([
  ['Russian', SAMPLE_PHRASES, 65, [20, 20, 20, 5], sceneOf('ru-pt').source],
  ['English', RADIO_PHRASES, RADIO_PHRASES.length, [20, 20, RADIO_PHRASES.length - 40], sceneOf('de').source],
])('the %s scene parses back unchanged, with unique texts and ascending times', (_, phrases, count, sizes, source) => {
  expect(parseSrt(source)).toEqual({ ok: true, value: { phrases, notes: [] } });
  expect(source).toBe(formatSrt(phrases));
  expect(allBatches(phrases).map((batch) => batch.phrases.length)).toEqual(sizes);
  // The stand-in recognizes phrases by text.
  expect(new Set(phrases.map(({ text }) => text)).size).toBe(count);
  for (const [index, { time }] of phrases.entries()) {
    expect(timesOf(time).startMs).toBeGreaterThan(timesOf(phrases[index - 1]?.time ?? '').endMs);
    expect(timesOf(time).endMs - timesOf(time).startMs, time).toBeGreaterThanOrEqual(1_000);
    expect(timesOf(time).endMs - timesOf(time).startMs, time).toBeLessThanOrEqual(6_000);
  }
});

it.each<readonly [string, readonly Phrase[], readonly string[]]>([
  ['Russian into pt', SAMPLE_PHRASES, SAMPLE_TRANSLATION],
  ...RADIO_LANGUAGES.map((id) => [`English into ${id}`, RADIO_PHRASES, RADIO_TRANSLATIONS[id]] as const),
])('%s: every batch is valid and keeps the limits of length and speed', (_, phrases, texts) => {
  expect(texts).toHaveLength(phrases.length);
  const translated = phrases.map((phrase, index) => ({ ...phrase, text: texts[index] ?? '' }));
  for (const batch of allBatches(translated))
    expect(validateBatch(batch.phrases, phrasesAsJson(batch.phrases))).toEqual([]);
  for (const { time, text } of translated) {
    const lines = text.split('\n');
    expect(lines.length <= 2 && lines.every((line) => line === line.trim() && line.length <= 42), text).toBe(true);
    const { startMs, endMs } = timesOf(time);
    expect(text.length / ((endMs - startMs) / 1_000), text).toBeLessThanOrEqual(17);
  }
});

it('the scenes are in their stated languages', () => {
  expect(sceneOf('de').prompt).toContain('from informal English into informal German');
  for (const { text } of SAMPLE_PHRASES) expect(text).not.toMatch(/[a-z]/i);
  for (const text of SAMPLE_TRANSLATION) expect(text).not.toMatch(/\p{Script=Cyrillic}/u);
});

describe('sceneFor', () => {
  it.each([
    [['de-AT', 'en'], 'de'],
    [['ja', 'fr-CA'], 'fr'],
    [['ES'], 'es'],
    [['en-GB'], 'pt'],
    [[], 'pt'],
  ] as const)('for %j chooses %s', (languages, id) => {
    expect(sceneFor(languages)).toBe(id);
  });
});
