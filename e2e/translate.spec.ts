import { expect } from '@playwright/test';
import { formatSrt } from '../src/subtitles/srt.ts';
import { editorText } from '../test/read-editor.ts';
import { samplePhrases, sampleSrt } from '../test/srt-sample.ts';
import { translationOf } from '../test/stand-in-call.ts';
import { test } from './fixtures.ts';
import { batch, button, download, giveKey, translateAll, upload, write } from './page-actions.ts';

const translated = (count: number) =>
  formatSrt(samplePhrases(count).map((phrase) => ({ ...phrase, text: translationOf(phrase.text) })));

const PROVIDERS = [
  { provider: 'openai', model: 'gpt-' },
  { provider: 'anthropic', model: 'claude-' },
  { provider: 'google', model: 'gemini-' },
] as const;

for (const { provider, model } of PROVIDERS) {
  test(`[S2.10][S9.1] from upload to download with ${provider}: the same numbers and times, byte for byte`, async ({
    page,
    standIn,
  }) => {
    await page.goto('/');
    await upload(page, sampleSrt(129));
    await giveKey(page, provider);
    await translateAll(page, 7);
    const file = await download(page);
    expect(file.name).toBe('translated.srt');
    expect(file.bytes.toString('utf8')).toBe(translated(129));
    const calls = standIn.calls.filter(({ kind }) => kind === 'translate');
    expect(calls).toHaveLength(7);
    for (const call of calls) {
      expect(call).toMatchObject({ provider, key: 'test-key' });
      expect(call.model).toContain(model);
    }
    await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '7');
  });
}

test('pasted text is translated too, and an edit of a batch reaches the download', async ({ page }) => {
  await page.goto('/');
  await write(page, 'Original subtitles', sampleSrt(45));
  await giveKey(page);
  await translateAll(page, 3);
  await batch(page, 2).click();
  expect(await editorText(page, 'Batch input')).toContain('Фраза 21');
  const output = await editorText(page, 'Batch output');
  await write(page, 'Batch output', output.replace('PT: Фраза 21', 'A frase vinte e um'));
  await button(page, 'Validate').click();
  await button(page, 'Close').click();
  const { bytes } = await download(page);
  expect(bytes.toString('utf8')).toBe(translated(45).replace('PT: Фраза 21', 'A frase vinte e um'));
});
