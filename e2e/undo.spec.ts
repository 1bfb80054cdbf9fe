import { expect, type Page } from '@playwright/test';
import { editorText } from '../test/read-editor.ts';
import { sampleSrt } from '../test/srt-sample.ts';
import { reply } from '../test/stand-in-call.ts';
import { stored, undoStepsStored } from './everything-stored.ts';
import { test } from './fixtures.ts';
import { batches, button, giveKey, openBatch, openPage, region, translateAll, upload, write } from './page-actions.ts';

/** What throws work away can be taken back, after a reload too, until the next upload. */

/** Waits until the browser keeps as many steps back, and the work with `text` under `key`. */
const kept = (page: Page, steps: number, key: string, text: string) =>
  expect
    .poll(async () => [await undoStepsStored(page), await stored(page, key)])
    .toEqual([steps, text === '' ? '' : expect.stringContaining(text)]);

async function finished(page: Page, count = 21): Promise<string> {
  await openPage(page);
  await upload(page, sampleSrt(count));
  await giveKey(page);
  await translateAll(page, Math.ceil(count / 20));
  return editorText(page, 'Translated subtitles');
}

for (const reloaded of [false, true]) {
  const when = reloaded ? 'after a reload' : 'at once';

  test(`Restart, taken back ${when}`, async ({ page, standIn }) => {
    const translated = await finished(page);
    const sent = standIn.calls.length;
    await button(page, 'Restart').click();
    await expect(region(page, 'Batches')).toHaveCount(0);
    if (reloaded) {
      await kept(page, 1, 'uploadedFile', '');
      await page.reload();
    }
    await button(page, 'Undo').click();
    await expect(batches(page, 'ok')).toHaveCount(2);
    expect(await editorText(page, 'Translated subtitles')).toBe(translated);
    await kept(page, 0, 'translated', translated);
    await page.reload();
    await expect(batches(page, 'ok')).toHaveCount(2);
    expect(await editorText(page, 'Translated subtitles')).toBe(translated);
    await expect(button(page, 'Undo')).toHaveCount(0);
    expect(standIn.calls.slice(sent).filter(({ kind }) => kind === 'translate')).toEqual([]);
  });

  test(`Clear of the original, taken back ${when}`, async ({ page }) => {
    await openPage(page);
    await upload(page, sampleSrt(3));
    await button(page, 'Clear').first().click();
    await expect.poll(() => editorText(page, 'Original subtitles')).toBe('');
    if (reloaded) {
      await kept(page, 1, 'uploadedFile', '');
      await page.reload();
    }
    await button(page, 'Undo').click();
    await expect.poll(() => editorText(page, 'Original subtitles')).toBe(sampleSrt(3));
  });

  test(`Clear of the translated text with edits in it, taken back ${when}`, async ({ page }) => {
    await finished(page);
    await write(page, 'Translated subtitles', 'Edited by hand');
    await button(page, 'Clear').last().click();
    await expect(button(page, 'Result')).toBeEnabled();
    if (reloaded) {
      await kept(page, 1, 'translated', '');
      await page.reload();
    }
    await button(page, 'Undo').click();
    await expect.poll(() => editorText(page, 'Translated subtitles')).toBe('Edited by hand');
    await expect(button(page, 'Download')).toBeEnabled();
  });

  test(`Translate again of a finished batch, taken back ${when}`, async ({ page, standIn }) => {
    await finished(page);
    await openBatch(page, 2);
    await write(page, 'Batch output', '{\n    "21": "By hand"\n}');
    await button(page, 'Validate').click();
    standIn.behave(() => reply('{"21":"Another translation"}'));
    await button(page, 'Translate again').click();
    await expect(batches(page, 'ok')).toHaveCount(2);
    if (reloaded) {
      await kept(page, 1, 'batchDataResults', 'Another translation');
      await page.reload();
    }
    await button(page, 'Undo').click();
    await openBatch(page, 2);
    expect(await editorText(page, 'Batch output')).toContain('By hand');
  });
}

test('the next upload ends what can be taken back', async ({ page }) => {
  await finished(page);
  await button(page, 'Restart').click();
  await expect(button(page, 'Undo')).toBeVisible();
  await upload(page, sampleSrt(3));
  await expect(button(page, 'Undo')).toHaveCount(0);
  await kept(page, 0, 'uploadedFile', sampleSrt(3));
  await page.reload();
  await expect(button(page, 'Translate')).toBeVisible();
  await expect(button(page, 'Undo')).toHaveCount(0);
});
