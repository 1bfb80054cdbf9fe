import { expect, type Page } from '@playwright/test';
import { EMPTY_WORK, type Work } from '../src/film/film.ts';
import { filmTexts } from '../src/storage/film-codec.ts';
import type { Phrase } from '../src/subtitles/document.ts';
import { formatSrt } from '../src/subtitles/srt.ts';
import { batchAt, countBatches } from '../src/translation/batch.ts';
import { validateBatch } from '../src/translation/check-reply.ts';
import { prettyJson } from '../src/translation/read-reply.ts';
import { batchesOf } from '../test/batches.ts';
import { samplePhrases } from '../test/srt-sample.ts';
import { translationOf } from '../test/stand-in-call.ts';
import { region, storeBefore } from './page-actions.ts';

/** Returns undefined for a phrase without translation, which makes its batch fail. */
type Translate = (phrase: Phrase) => string | undefined;

/**
 * A film whose run has ended, from these phrases or so many of the sample. `translate` returns each phrase's text; default: the stand-in's.
 * Without a text the batch has failed.
 */
export function translatedFilm(film: number | readonly Phrase[], translate: Translate = byStandIn): Work {
  const phrases = typeof film === 'number' ? samplePhrases(film) : film;
  const results = Array.from({ length: countBatches(phrases) }, (_, index) => {
    const batch = batchAt(phrases, index).phrases;
    const output = prettyJson(
      batch.flatMap((phrase) => {
        const text = translate(phrase);
        return text === undefined ? [] : [[String(phrase.number), text] as const];
      }),
    );
    return [validateBatch(batch, output)[0] ?? '', output] as const;
  });
  const isWhole = results.every(([error]) => error === '');
  return {
    ...EMPTY_WORK,
    ...{ phrases, batches: batchesOf(results), fileName: 'film.srt', sourceText: formatSrt(phrases) },
    translated: isWhole ? formatSrt(phrases.map((phrase) => ({ ...phrase, text: translate(phrase) ?? '' }))) : '',
  };
}

const byStandIn: Translate = ({ text }) => translationOf(text);

/** Stores a film and a key before the page's first script, as if from an earlier visit. `more`: further stored texts, by key. */
export const storeFilm = (page: Page, film: Work, more: Readonly<Record<string, string>> = {}) =>
  storeBefore(page, { ...filmTexts(film), openaiKey: 'test-key', ...more });

/** Opens the page with such a film instead of a whole run. */
export async function openStored(page: Page, film: Work, more?: Readonly<Record<string, string>>) {
  await storeFilm(page, film, more);
  await page.goto('/');
  await expect(region(page, 'Batches')).toBeVisible();
}

/** The same in the view Lines. */
export async function openLines(page: Page, film: Work): Promise<void> {
  await openStored(page, film, { view: 'lines' });
  await expect(page.locator('[data-number="1"]')).toBeVisible();
}
