import { describe, expect, it } from 'vitest';
import { allBatches } from '../../test/all-batches.ts';
import { parseSrt } from '../subtitles/parse-srt.ts';
import { validateBatch } from '../translation/check-reply.ts';
import { phrasesAsJson } from '../translation/request.ts';
import { SAMPLE_PHRASES, SAMPLE_SOURCE, SAMPLE_TRANSLATION } from './sample.ts';

const TIMING = /^(\d\d):(\d\d):(\d\d),(\d\d\d) --> (\d\d):(\d\d):(\d\d),(\d\d\d)$/;

function timesOf(time: string): { startMs: number; endMs: number } {
  const match = TIMING.exec(time);
  if (!match) throw new Error(`Not a timing: ${time}`);
  const [, ...parts] = match.map(Number);
  const ms = ([hours = 0, minutes = 0, seconds = 0, rest = 0]: number[]) =>
    ((hours * 60 + minutes) * 60 + seconds) * 1_000 + rest;
  return { startMs: ms(parts.slice(0, 4)), endMs: ms(parts.slice(4)) };
}

const linesOf = (texts: readonly string[]) => texts.flatMap((text) => text.split('\n'));
const sourceTexts = SAMPLE_PHRASES.map(({ text }) => text);

describe('the sample', () => {
  it('is an .srt text of 65 phrases in four batches, read back as it was written', () => {
    const parsed = parseSrt(SAMPLE_SOURCE);
    expect(parsed).toEqual({ ok: true, value: { phrases: SAMPLE_PHRASES, notes: [] } });
    expect(allBatches(SAMPLE_PHRASES).map(({ phrases }) => phrases.length)).toEqual([20, 20, 20, 5]);
  });

  it('runs for four to five minutes, one to five seconds a phrase, none before the last one ended', () => {
    const times = SAMPLE_PHRASES.map(({ time }) => timesOf(time));
    for (const [index, { startMs, endMs }] of times.entries()) {
      expect(startMs).toBeGreaterThan(times[index - 1]?.endMs ?? 0);
      expect(endMs - startMs).toBeGreaterThanOrEqual(1_000);
      expect(endMs - startMs).toBeLessThanOrEqual(5_000);
    }
    expect(times.at(-1)?.endMs).toBeGreaterThan(4 * 60_000);
    expect(times.at(-1)?.endMs).toBeLessThan(5 * 60_000);
  });

  it('has no text twice, since the stand-in knows phrases by their text', () => {
    expect(new Set(sourceTexts).size).toBe(65);
  });

  it('is Russian in at most two lines of 42 characters, and Portuguese likewise', () => {
    expect(SAMPLE_TRANSLATION).toHaveLength(65);
    for (const text of [...sourceTexts, ...SAMPLE_TRANSLATION]) expect(text.split('\n').length).toBeLessThanOrEqual(2);
    for (const line of linesOf([...sourceTexts, ...SAMPLE_TRANSLATION])) {
      expect(line).toBe(line.trim());
      expect(line.length).toBeGreaterThan(0);
      expect(line.length).toBeLessThanOrEqual(42);
    }
    for (const text of sourceTexts) expect(text).not.toMatch(/[a-z]/i);
    for (const text of SAMPLE_TRANSLATION) expect(text).not.toMatch(/\p{Script=Cyrillic}/u);
  });

  it('has a translation that can be read in its time: at most 17 characters a second', () => {
    for (const [index, { time }] of SAMPLE_PHRASES.entries()) {
      const { startMs, endMs } = timesOf(time);
      const characters = (SAMPLE_TRANSLATION[index] ?? '').length;
      expect(characters / ((endMs - startMs) / 1_000)).toBeLessThanOrEqual(17);
    }
  });

  it('has a translation that every batch accepts', () => {
    const translated = SAMPLE_PHRASES.map((phrase, index) => ({ ...phrase, text: SAMPLE_TRANSLATION[index] ?? '' }));
    for (const { phrases } of allBatches(SAMPLE_PHRASES)) {
      const numbers = new Set(phrases.map(({ number }) => number));
      const reply = phrasesAsJson(translated.filter(({ number }) => numbers.has(number)));
      expect(validateBatch(phrases, reply)).toEqual([]);
    }
  });
});
