import { expect } from '@playwright/test';
import { DEFAULT_PROMPT } from '../src/languages/standard-prompt.ts';
import { editorText } from '../test/read-editor.ts';
import { samplePhrases, sampleSrt } from '../test/srt-sample.ts';
import { test } from './fixtures.ts';
import { batches, button, giveKey, openBatch, openPage, textBox, translateAll, upload } from './page-actions.ts';

/** Specification, section 3: the names under which the browser keeps the work. */

const SPECIFIED = [
  ...['uploadedFile', 'translated', 'err', 'initPrompt', 'phrases', 'batchInput', 'batchErr', 'batchOutput'],
  ...['numBatches', 'batchShown', 'batchDataResults', 'model', 'openaiKey', 'anthropicKey', 'googleKey'],
];
const OUR_OWN = ['sessionExtras', 'sessionRevision', 'settingsExtras', 'paces', 'schemaVersion'];

test('[S3.5] after a run the keys stand as specified, and a reload shows all of it again', async ({ page }) => {
  await openPage(page);
  for (const provider of ['anthropic', 'google', 'openai'] as const) await giveKey(page, provider, `test-${provider}`);
  await upload(page, sampleSrt(21));
  await translateAll(page, 2);
  const translated = await editorText(page, 'Translated subtitles');
  await openBatch(page, 2);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('batchShown'))).toBe('1');

  const kept = await page.evaluate(() => ({ ...localStorage }) as Record<string, string>);
  expect(Object.keys(kept).toSorted()).toEqual([...SPECIFIED, ...OUR_OWN].toSorted());
  const output = '{\n    "21": "PT: Фраза 21"\n}';
  expect(kept).toMatchObject({
    uploadedFile: sampleSrt(21),
    translated,
    err: '',
    initPrompt: DEFAULT_PROMPT,
    batchInput: sampleSrt(21).split('\n\n').at(-1)?.trimEnd(),
    batchErr: '',
    batchOutput: output,
    numBatches: '2',
    openaiKey: 'test-openai',
    anthropicKey: 'test-anthropic',
    googleKey: 'test-google',
  });
  expect(JSON.parse(kept.phrases ?? '')).toEqual(samplePhrases(21));
  expect(JSON.parse(kept.batchDataResults ?? '')).toEqual([
    ['', expect.stringContaining('PT: Фраза 20')],
    ['', output],
  ]);

  await page.reload();
  await expect(textBox(page, 'Batch output')).toBeVisible();
  await expect.poll(() => editorText(page, 'Batch output')).toBe(output);
  await button(page, 'Close').click();
  await expect(batches(page, 'ok')).toHaveCount(2);
  expect(await editorText(page, 'Translated subtitles')).toBe(translated);
  await expect(button(page, 'Download')).toBeEnabled();
});
