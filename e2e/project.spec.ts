import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { editorText } from '../test/read-editor.ts';
import { sampleSrt } from '../test/srt-sample.ts';
import { stall } from '../test/stand-in-call.ts';
import { stored, writeAll } from './everything-stored.ts';
import { test } from './fixtures.ts';
import {
  batches,
  button,
  giveKey,
  modelSelect,
  openMenu,
  openPage,
  pickModel,
  region,
  translateAll,
  upload,
  write,
} from './page-actions.ts';

/** The whole work as one file: saved here, opened in another browser. */

const KEY = 'test-secret-4711';

async function saveProject(page: Page): Promise<Buffer> {
  const saved = page.waitForEvent('download');
  await openMenu(page, 'Project');
  await button(page, 'Save project').click();
  const file = await saved;
  expect(file.suggestedFilename()).toMatch(/\.json$/);
  return readFile(await file.path());
}

async function openProject(page: Page, buffer: Buffer): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await openMenu(page, 'Project');
  await button(page, 'Open project').click();
  await (await chooser).setFiles({ name: 'saved.json', mimeType: 'application/json', buffer });
}

test('Save project and Open project carry the whole work to another browser, and no key', async ({
  page,
  browser,
  site,
}) => {
  await openPage(page);
  await write(page, 'Prompt', 'My own prompt');
  await giveKey(page, 'openai', KEY);
  await pickModel(page, 'gpt-4o');
  await upload(page, sampleSrt(21));
  await translateAll(page, 2);
  await write(page, 'Translated subtitles', 'Edited by hand');
  const bytes = await saveProject(page);
  expect(bytes.includes(KEY)).toBe(false);

  const elsewhere = await browser.newContext({ baseURL: site.url, serviceWorkers: 'block' });
  const other = await elsewhere.newPage();
  await openPage(other);
  await openProject(other, bytes);
  await expect(batches(other, 'ok')).toHaveCount(2);
  expect(await editorText(other, 'Translated subtitles')).toBe('Edited by hand');
  await expect.poll(() => stored(other, 'translated')).toBe('Edited by hand');
  await other.reload();
  await expect(batches(other, 'ok')).toHaveCount(2);
  expect(await other.evaluate(() => [localStorage.getItem('initPrompt'), localStorage.getItem('model')])).toEqual([
    'My own prompt',
    'gpt-4o',
  ]);
  expect(await stored(other, 'uploadedFile')).toBe(sampleSrt(21));
  await elsewhere.close();
});

test('a project of a run that is under way is opened paused; what was there can be taken back', async ({
  page,
  standIn,
}) => {
  standIn.behave(({ phrases }) => ('21' in phrases ? stall('before') : undefined));
  await openPage(page);
  await upload(page, sampleSrt(45));
  await giveKey(page);
  await button(page, 'Translate').click();
  await expect(batches(page, 'ok')).toHaveCount(2);
  const bytes = await saveProject(page);
  await button(page, 'Restart').click();
  await write(page, 'Prompt', 'Of today.');
  await pickModel(page, 'gpt-4o');
  await upload(page, sampleSrt(3));
  await expect.poll(() => editorText(page, 'Original subtitles')).toBe(sampleSrt(3));
  standIn.reset();
  await openProject(page, bytes);
  await expect(page.getByText('Paused. What is finished is kept.')).toBeVisible();
  await expect(modelSelect(page)).not.toHaveText('gpt-4o');
  await expect(batches(page, 'waiting')).toHaveCount(1);
  expect(standIn.calls.filter(({ kind }) => kind === 'translate')).toEqual([]);
  await button(page, 'Undo').click();
  await expect(region(page, 'Batches')).toHaveCount(0);
  await expect.poll(() => editorText(page, 'Original subtitles')).toBe(sampleSrt(3));
  await expect.poll(() => editorText(page, 'Prompt')).toBe('Of today.');
  await expect(modelSelect(page)).toHaveText('gpt-4o');
  await openProject(page, bytes);
  await button(page, 'Resume').click();
  await expect(batches(page, 'ok')).toHaveCount(3);
  expect(standIn.calls.filter(({ kind }) => kind === 'translate')).toHaveLength(1);
});

test('a project that is chosen when another tab has taken the run changes nothing, prompt and model neither', async ({
  page,
  context,
}) => {
  await openPage(page);
  await write(page, 'Prompt', 'Of the project.');
  await giveKey(page);
  await pickModel(page, 'gpt-4o');
  await upload(page, sampleSrt(3));
  const bytes = await saveProject(page);
  await write(page, 'Prompt', 'Of today.');
  await pickModel(page, 'gpt-6-sol');
  const chooser = page.waitForEvent('filechooser');
  await openMenu(page, 'Project');
  await button(page, 'Open project').click();
  const other = await context.newPage();
  await openPage(other);
  await button(other, 'Continue here').click();
  await expect(button(page, 'Continue here')).toBeVisible();
  await (await chooser).setFiles({ name: 'saved.json', mimeType: 'application/json', buffer: bytes });
  await expect(page.getByText(/The project was not opened: another tab has taken the work over/)).toBeVisible();
  expect(await editorText(page, 'Prompt')).toBe('Of today.');
  await expect(modelSelect(page)).toHaveText('gpt-6-sol');
  expect(await editorText(other, 'Prompt')).toBe('Of today.');
});

for (const [what, change, message] of [
  ['cut off', (text: string) => text.slice(0, text.length / 2), /not valid JSON/],
  ['of another program', () => '{"name":"a package"}', /not a project file of Subtitle translator/],
  ['damaged', (text: string) => text.replace('"number"', '"nummer"'), /is damaged \(/],
  ['of a newer version', (text: string) => text.replace('"version": 1', '"version": 2'), /saved by a newer version/],
] as const) {
  test(`a project file that is ${what} is refused with a reason, and changes nothing`, async ({ page }) => {
    await openPage(page);
    await upload(page, sampleSrt(21));
    await giveKey(page);
    await translateAll(page, 2);
    const bytes = await saveProject(page);
    await writeAll(page);
    const before = await page.evaluate(() => ({ ...localStorage }));
    const broken = change(bytes.toString());
    expect(broken).not.toBe(bytes.toString());
    await openProject(page, Buffer.from(broken));
    await expect(page.getByText(message)).toBeVisible();
    await writeAll(page);
    expect(await page.evaluate(() => ({ ...localStorage }))).toEqual(before);
    await expect(batches(page, 'ok')).toHaveCount(2);
  });
}
