import { expect, type Page } from '@playwright/test';
import { filmBytes } from '../test/film-file.ts';
import { samplePhrases } from '../test/srt-sample.ts';
import { dropFile } from './drop-film.ts';
import { test } from './fixtures.ts';
import { download, giveKey, openPage, translateUntilSettled } from './page-actions.ts';
import { translatedFilm } from './stored-film.ts';

const PHRASES = samplePhrases(45);
const TEXTS = PHRASES.map(({ text }) => text);
/** Times as in the test films' writer. */
const TIMED = PHRASES.map((phrase, index) => {
  const at = (ms: number) => `00:00:${new Date(ms).toISOString().slice(17, 23).replace('.', ',')}`;
  return { ...phrase, time: `${at(1_000 * (index + 1))} --> ${at(1_000 * (index + 1) + 900)}` };
});

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Subtitles in Film.mkv' });

test('[D17.33] a person drops a video, translates its own subtitle track, and saves it under the video’s name', async ({
  page,
}) => {
  await openPage(page);
  await test.step('with many tracks the commands are visible, and the arrow keys keep the chosen track visible', async () => {
    await dropFile(page, filmBytes(Array.from({ length: 30 }, () => ({ bcp47: 'ru', texts: TEXTS }))), 'Film.mkv');
    await expect(page.getByRole('radio').first()).toBeFocused();
    const open = page.getByRole('button', { name: 'Open these subtitles' });
    await expect(open).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('ArrowUp');
    const last = page.getByRole('radio').last();
    await expect(last).toBeChecked();
    const bottom = async () => (await last.boundingBox())?.y ?? 0;
    const top = async () => (await open.boundingBox())?.y ?? 0;
    await expect.poll(async () => (await bottom()) < (await top())).toBe(true);
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
  });

  const tracks = [
    { codecId: 'S_HDMV/PGS', bcp47: 'de' },
    { bcp47: 'pt', texts: ['Já traduzido'] },
    { bcp47: 'ru', texts: TEXTS, packings: [{ kind: 'zlib' as const }] },
  ];
  await dropFile(page, filmBytes(tracks), 'Film.mkv');
  await expect(dialog(page)).toBeVisible();
  await expect(page.getByRole('radio', { name: /^German/ })).toBeDisabled();
  const russian = page.getByRole('radio', { name: 'Russian SubRip · 45 subtitles' });
  await expect(russian).toBeChecked();
  await expect(russian).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);

  await dropFile(page, filmBytes([{ bcp47: 'ru', texts: TEXTS, packings: [{ kind: 'zlib' }] }]), 'Film.mkv');
  await expect(
    page.getByText(
      'Opened from Film.mkv: Russian · SubRip · 45 subtitles. “Subtitles in the film…” in the menu of the video shows all its tracks.',
    ),
  ).toBeVisible();
  await expect(dialog(page)).toHaveCount(0);
  await giveKey(page);
  await translateUntilSettled(page);
  const { name, bytes } = await download(page, 'Save as Film.pt.srt');
  expect(name).toBe('Film.pt.srt');
  expect(bytes.toString()).toBe(translatedFilm(TIMED).translated);
});
