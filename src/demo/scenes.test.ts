import { describe, expect, it } from 'vitest';
import { allBatches } from '../../test/all-batches.ts';
import { parseSrt } from '../subtitles/parse-srt.ts';
import { validateBatch } from '../translation/check-reply.ts';
import { phrasesAsJson } from '../translation/request.ts';
import { RADIO_LANGUAGES, RADIO_PHRASES, RADIO_TRANSLATIONS } from './sample.ts';
import { sceneFor, sceneOf } from './scenes.ts';

const MOST_CHARACTERS_A_SECOND = 17;

function secondsOf(time: string): number {
  const [start = 0, end = 0] = time.split(' --> ').map((stamp) => {
    const [hours = 0, minutes = 0, seconds = 0] = stamp.replace(',', '.').split(':').map(Number);
    return hours * 3_600 + minutes * 60 + seconds;
  });
  return end - start;
}

describe('the English scene', () => {
  it('is an .srt text of three batches, read back as it was written, no text twice', () => {
    const parsed = parseSrt(sceneOf('de').source);
    expect(parsed).toMatchObject({ ok: true, value: { phrases: RADIO_PHRASES, notes: [] } });
    expect(allBatches(RADIO_PHRASES)).toHaveLength(3);
    expect(new Set(RADIO_PHRASES.map(({ text }) => text)).size).toBe(RADIO_PHRASES.length);
  });

  it.each(RADIO_LANGUAGES)(
    'has a translation into %s that every batch accepts and that can be read in its time',
    (language) => {
      const texts = RADIO_TRANSLATIONS[language];
      expect(texts).toHaveLength(RADIO_PHRASES.length);
      for (const { phrases } of allBatches(RADIO_PHRASES)) {
        const reply = phrasesAsJson(phrases.map((phrase) => ({ ...phrase, text: texts[phrase.number - 1] ?? '' })));
        expect(validateBatch(phrases, reply)).toEqual([]);
      }
      for (const { number, time } of RADIO_PHRASES) {
        const text = texts[number - 1] ?? '';
        expect(text.length / secondsOf(time), text).toBeLessThanOrEqual(MOST_CHARACTERS_A_SECOND);
        expect(
          text.split('\n').every((line) => line.length <= 42),
          text,
        ).toBe(true);
      }
    },
  );

  it('says its languages in the prompt', () => {
    expect(sceneOf('de').prompt).toContain('from informal English into informal German');
  });
});

describe('sceneFor', () => {
  it.each([
    [['de-AT', 'en'], 'de'],
    [['ja', 'fr-CA'], 'fr'],
    [['ES'], 'es'],
    [['en-GB'], 'pt'],
    [[], 'pt'],
  ] as const)('%j: %s', (languages, id) => {
    expect(sceneFor(languages)).toBe(id);
  });
});
