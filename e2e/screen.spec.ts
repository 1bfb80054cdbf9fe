import { expect } from '@playwright/test';
import { DEFAULT_PROMPT } from '../src/languages/standard-prompt.ts';
import { editorText } from '../test/read-editor.ts';
import { sampleSrt } from '../test/srt-sample.ts';
import { failure, stall } from '../test/stand-in-call.ts';
import { test } from './fixtures.ts';
import {
  batch,
  batches,
  button,
  giveKey,
  keyField,
  modelSelect,
  openBatch,
  openPage,
  region,
  tab,
  textBox,
  translateAll,
  upload,
  write,
} from './page-actions.ts';

/** Specification, section 2, with the names that issue "The specified product" gives to assistive technology. */

test('[S2.1] before a run every part is there under its name, and only possible commands are enabled', async ({
  page,
}) => {
  await openPage(page);
  const banner = page.getByRole('banner');
  await expect(banner.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(banner.locator('svg').first()).toBeVisible();
  await expect(banner.getByRole('link', { name: 'Contact', exact: true })).toHaveAttribute(
    'href',
    'mailto:contact@example.com',
  );

  const original = region(page, 'Original');
  await expect(original.getByRole('textbox', { name: 'Original subtitles' })).toBeEditable();
  await expect(button(original, 'Clear')).toBeEnabled();
  await expect(button(original, 'Upload .srt')).toBeEnabled();
  await expect(page.locator('input[type=file]')).toHaveAttribute('accept', '.srt');

  const translation = region(page, 'Translation');
  for (const name of ['Prompt', 'Settings']) {
    await expect(translation.getByRole('heading', { name, exact: true })).toBeVisible();
  }
  await expect(textBox(page, 'Prompt')).toBeEditable();
  expect(await editorText(page, 'Prompt')).toBe(DEFAULT_PROMPT);
  for (const provider of ['openai', 'anthropic', 'google'] as const) await expect(tab(page, provider)).toBeVisible();
  await expect(modelSelect(page)).toBeVisible();
  await expect(keyField(page)).toHaveAttribute('type', 'password');
  await expect(button(translation, 'Restart')).toBeEnabled();
  for (const name of ['Clear', 'Download', 'Translate']) await expect(button(translation, name)).toBeDisabled();
  for (const absent of [region(page, 'Batches'), textBox(page, 'Errors'), button(page, 'Result')]) {
    await expect(absent).toHaveCount(0);
  }

  // There is something to translate as soon as there is text, and Clear takes it away.
  await write(page, 'Original subtitles', ' \n ');
  await expect(button(page, 'Translate')).toBeDisabled();
  await write(page, 'Original subtitles', 'anything');
  await expect(button(page, 'Translate')).toBeEnabled();
  await button(original, 'Clear').click();
  await expect(button(page, 'Translate')).toBeDisabled();
  expect(await editorText(page, 'Original subtitles')).toBe('');
});

test('[S2.15][S9.8] the text areas are plain editors: font size 14, tab size 2, full width, no gutter', async ({
  page,
}) => {
  await openPage(page);
  for (const name of ['Original subtitles', 'Prompt']) {
    const editor = page.locator('.cm-editor').filter({ has: textBox(page, name) });
    await expect(editor.locator('.cm-content')).toHaveCSS('font-size', '14px');
    await expect(editor.locator('.cm-content')).toHaveCSS('tab-size', '2');
    await expect(page.locator('.cm-gutters')).toHaveCount(0);
    const [inner, outer] = await editor.evaluate((element) => {
      const host = (element.getRootNode() as ShadowRoot).host;
      return [element.clientWidth, host.parentElement?.clientWidth];
    });
    expect(inner).toBe(outer);
  }
});

test('[S2.2][S2.4][S2.5][S2.11][S2.12][S2.13][S8.1] while batches are on their way the original is fixed, and only finished batches open', async ({
  page,
  standIn,
}) => {
  standIn.behave(({ phrases }) => {
    if ('21' in phrases) return stall('before');
    return '41' in phrases ? failure(400, { message: 'On purpose.' }) : undefined;
  });
  await openPage(page);
  await upload(page, sampleSrt(65));
  await giveKey(page);
  await button(page, 'Translate').click();
  await expect(batches(page, 'ok')).toHaveCount(2);

  await expect(batch(page, 1)).toHaveAccessibleName('Batch 1, OK');
  await expect(batch(page, 2)).toHaveAccessibleName(/^Batch 2 in progress \d+ s$/);
  await expect(batch(page, 2)).toHaveText(/\d+ s/);
  await expect(batch(page, 3)).toHaveAccessibleName('Batch 3, failed: On purpose.');
  for (const [number, state] of [
    [1, 'ok'],
    [2, 'loading'],
    [3, 'failed'],
    [4, 'ok'],
  ] as const) {
    await expect(batch(page, number)).toHaveAttribute('data-state', state);
  }
  const bar = region(page, 'Batches').getByRole('progressbar');
  await expect(bar).toHaveAttribute('aria-valuemax', '4');
  await expect(bar).toHaveAttribute('aria-valuenow', '2');
  await expect(bar).toHaveAttribute('aria-valuetext', /^2 of 4 batches, .* left$/);

  await expect(textBox(page, 'Original subtitles')).toBeEditable({ editable: false });
  for (const name of ['Clear', 'Upload .srt']) await expect(button(region(page, 'Original'), name)).toBeDisabled();
  await expect(textBox(page, 'Prompt')).toHaveCount(0);
  await expect(region(page, 'Translation').getByText(DEFAULT_PROMPT)).toBeVisible();
  await expect(button(page, 'Translate')).toHaveCount(0);
  for (const name of ['Download', 'Result']) await expect(button(page, name)).toBeDisabled();

  await expect(batch(page, 2)).toBeDisabled();
  await openBatch(page, 3);
  await expect(region(page, 'Original').getByText('Batch 3', { exact: true })).toBeVisible();
  await expect(textBox(page, 'Batch input')).toBeEditable({ editable: false });
  expect(await editorText(page, 'Batch input')).toMatch(/^41\n00:01:20,000 --> 00:01:21,000\nФраза 41\n\n42\n/);
  await expect(region(page, 'Original').getByText(DEFAULT_PROMPT)).toBeVisible();
  expect(await editorText(page, 'Batch errors')).toBe('On purpose.');
  await expect(textBox(page, 'Batch output')).toBeEditable({ editable: false });
  for (const name of ['Validate', 'Format']) await expect(button(page, name)).toBeDisabled();

  // The one that runs can be stopped alone; with nothing pending any more, outputs can be edited.
  await button(page, 'Stop batch 2').click();
  await expect(batch(page, 2)).toHaveAccessibleName('Batch 2, failed: Request was aborted.');
  await expect(textBox(page, 'Batch output')).toBeEditable();
  for (const name of ['Validate', 'Format']) await expect(button(page, name)).toBeEnabled();
  await button(page, 'Close').click();
  await expect(textBox(page, 'Original subtitles')).toBeVisible();
});

test('[S2.9][S2.10][S2.11][S4.4] after a run: Clear empties, Result brings it back, Restart forgets all but the settings', async ({
  page,
}) => {
  await openPage(page);
  await write(page, 'Prompt', 'Say it in Latin.');
  await upload(page, sampleSrt(21));
  await giveKey(page);
  await translateAll(page, 2);
  const translation = region(page, 'Translation');
  await expect(textBox(page, 'Translated subtitles')).toBeEditable();
  await expect(textBox(page, 'Prompt')).toHaveCount(0);
  for (const name of ['Clear', 'Download']) await expect(button(translation, name)).toBeEnabled();
  await expect(button(page, 'Result')).toBeDisabled();
  await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '2');

  const text = await editorText(page, 'Translated subtitles');
  await button(translation, 'Clear').click();
  for (const name of ['Clear', 'Download']) await expect(button(translation, name)).toBeDisabled();
  expect(await editorText(page, 'Translated subtitles')).toBe('');
  await button(page, 'Result').click();
  await expect(button(page, 'Download')).toBeEnabled();
  expect(await editorText(page, 'Translated subtitles')).toBe(text);

  await button(page, 'Restart').click();
  await expect(button(page, 'Translate')).toBeDisabled();
  await expect(region(page, 'Batches')).toHaveCount(0);
  expect(await editorText(page, 'Original subtitles')).toBe('');
  expect(await editorText(page, 'Prompt')).toBe('Say it in Latin.');
  await expect(keyField(page)).toHaveValue('test-key');
});
