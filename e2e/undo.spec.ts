import { expect } from '@playwright/test';
import { editorText } from '../test/read-editor.ts';
import { stored, undoStepsStored } from './everything-stored.ts';
import { test } from './fixtures.ts';
import { batches, button, region } from './page-actions.ts';
import { openStored, translatedFilm } from './stored-film.ts';

test('what Restart throws away can be taken back after a reload, too, and nothing is sent for it', async ({
  page,
  standIn,
}) => {
  const film = translatedFilm(21);
  /** Waits until the browser keeps as many steps back, and the work with this result. */
  const kept = (steps: number, translated: string) =>
    expect
      .poll(async () => [await undoStepsStored(page), await stored(page, 'translated')])
      .toEqual([steps, translated]);
  await openStored(page, film);
  await button(page, 'Restart').click();
  await expect(region(page, 'Batches')).toHaveCount(0);
  await kept(1, '');
  await page.reload();
  await button(page, 'Undo').click();
  for (const _ of ['at once', 'after another reload']) {
    await expect(batches(page, 'ok')).toHaveCount(2);
    expect(await editorText(page, 'Translated subtitles')).toBe(film.translated);
    await expect(button(page, 'Undo')).toHaveCount(0);
    await kept(0, film.translated);
    await page.reload();
  }
  expect(standIn.calls.filter(({ kind }) => kind === 'translate')).toEqual([]);
});
