import { expect } from '@playwright/test';
import { formatSrt } from '../src/subtitles/srt.ts';
import { samplePhrases, sampleSrt } from '../test/srt-sample.ts';
import { translationOf } from '../test/stand-in-call.ts';
import { test } from './fixtures.ts';
import { download, giveKey, translateAll, upload } from './page-actions.ts';

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
