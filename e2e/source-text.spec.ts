import { expect } from '@playwright/test';
import { editorText } from '../test/read-editor.ts';
import { reply, translatedJson } from '../test/stand-in-call.ts';
import { test } from './fixtures.ts';
import { button, download, giveKey, openBatch, openPage, textBox, translateAll, upload } from './page-actions.ts';

/** Specification, section 5, "SRT input", as a person meets it. */

test('[D2.3][S2.8] a text that cannot be parsed is an error that says where, and nothing is sent', async ({
  page,
  standIn,
}) => {
  await openPage(page);
  await giveKey(page);
  for (const [text, error] of [
    [
      '1\n00:00:01,000 --> 00:00:02,000\nHello\n\ntwo\n00:00:03,000 --> 00:00:04,000\nWorld\n',
      "Invalid input format: two couldn't be parsed as number (line 5)",
    ],
    ['1\r\n00:00:01,000 --> 00:00:02,000\r\n', "couldn't be parsed as .srt phrase (line 1)"],
    ['00:00:25,000 --> 00:00:26,000\nHello', "couldn't be parsed as number (line 1)"],
  ] as const) {
    await upload(page, text);
    await expect(textBox(page, 'Errors')).toHaveCount(0);
    await button(page, 'Translate').click();
    await expect(textBox(page, 'Errors')).toContainText(error);
  }
  await expect(page.locator('[data-state]')).toHaveCount(0);
  await expect(textBox(page, 'Original subtitles')).toBeEditable();
  expect(standIn.calls.filter(({ kind }) => kind === 'translate')).toHaveLength(0);
});

test('[D2.4] numbers that repeat are numbered anew, a missing blank line is mended, and notices say so', async ({
  page,
  standIn,
}) => {
  await openPage(page);
  await upload(
    page,
    '?1\r00:00:01,000 --> 00:00:02,000\rone\r\r1\r00:00:03,000 --> 00:00:04,000 X1:2\rtwo\r7\r00:00:05,000 --> 00:00:06,000\rthree\r',
  );
  await giveKey(page);
  await translateAll(page, 1);
  await expect(page.getByText(/^Numbers repeat or run backwards/)).toBeVisible();
  await expect(page.getByText(/^One phrase stood without the blank line before it/)).toBeVisible();
  expect(standIn.calls.find(({ kind }) => kind === 'translate')?.phrases).toEqual({ 1: 'one', 2: 'two', 3: 'three' });
  const { bytes } = await download(page);
  expect(bytes.toString()).toBe(
    '1\n00:00:01,000 --> 00:00:02,000\nPT: one\n\n2\n00:00:03,000 --> 00:00:04,000 X1:2\nPT: two\n\n3\n00:00:05,000 --> 00:00:06,000\nPT: three\n',
  );
  await button(page, 'Dismiss').first().click();
  await expect(page.getByText(/^Numbers repeat or run backwards/)).toHaveCount(0);
});

test('[S2.19] markup in subtitles, replies and errors is shown as text', async ({ page, standIn }) => {
  const markup = '<img src=x onerror="document.title=1"><b>bold</b>&amp;';
  standIn.behave((call) => {
    if (call.kind !== 'translate') return undefined;
    return reply('2' in call.phrases ? translatedJson(call) : JSON.stringify({ 1: markup, [markup]: markup }));
  });
  const watchForMarkup = async (name: string) => {
    await expect(textBox(page, name)).toBeVisible();
    expect(await editorText(page, name)).toContain(markup);
    await expect(page.locator('main img, main b')).toHaveCount(0);
  };
  await openPage(page);
  await giveKey(page);
  await upload(page, `${markup}\n00:00:01,000 --> 00:00:02,000\nx\n`);
  await button(page, 'Translate').click();
  await watchForMarkup('Errors');

  await upload(page, `1\n00:00:01,000 --> 00:00:02,000\n${markup}\n`);
  await watchForMarkup('Original subtitles');
  await button(page, 'Translate').click();
  await expect(page.locator('[data-state="failed"]')).toHaveCount(1);
  await openBatch(page, 1);
  for (const name of ['Batch input', 'Batch output'])
    expect(await editorText(page, name)).toContain('<b>bold</b>&amp;');
  await expect(textBox(page, 'Batch errors')).toContainText('<img src=x');
  await button(page, 'Fill gaps with the original').click();
  await button(page, 'Close').click();
  await watchForMarkup('Translated subtitles');
  await expect(page).toHaveTitle('film · Subtitle translator');
});
