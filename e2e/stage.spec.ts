import { expect } from '@playwright/test';
import { RADIO_PHRASES, RADIO_TRANSLATIONS } from '../src/demo/radio.ts';
import { formatSrt } from '../src/subtitles/srt.ts';
import { editorText } from '../test/read-editor.ts';
import { sampleSrt } from '../test/srt-sample.ts';
import { everythingStored, writeAll } from './everything-stored.ts';
import { test } from './fixtures.ts';
import { button, download, editorReady, openPage, textBox, upload } from './page-actions.ts';

/** What a newcomer meets: the stage, the demo that plays by itself, and what is wrong with a file at once. */

test('[S2.21] the page says what it does, and what cannot be used yet does not shout', async ({ page }) => {
  await openPage(page);
  await expect(
    page.getByText(
      'Translates subtitle files with your own OpenAI, Anthropic or Google key. No account, no server: your key goes to its provider only.',
    ),
  ).toBeVisible();
  await expect(page.getByText('You need an OpenAI key to translate. Get one')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Get one' })).toHaveAttribute('href', /platform\.openai\.com/);
  await expect(page.locator('[data-variant=primary]')).toHaveText(['Upload .srt']);
});

for (const [locale, language] of [
  ['de-AT', 'de'],
  ['fr-FR', 'fr'],
  ['es-MX', 'es'],
  ['pt-PT', 'pt'],
  ['ja-JP', 'pt'],
] as const) {
  test.describe(locale, () => {
    test.use({ locale });

    test(`[S2.21] one click shows a film translated into ${language}, line by line, and leads to a film of one's own, ${locale}`, async ({
      page,
      standIn,
    }) => {
      await openPage(page);
      await writeAll(page);
      const before = await everythingStored(page);
      await button(page, 'Try the demo').click();
      const last = RADIO_TRANSLATIONS[language].length;
      await expect(page.getByRole('row').filter({ hasText: 'Something is walking on the roof.' })).toContainText(
        RADIO_TRANSLATIONS[language][4] ?? '',
      );
      await expect(button(page, 'Open your own film')).toBeVisible();
      const { bytes } = await download(page);
      const texts = RADIO_PHRASES.map((phrase, index) => ({
        ...phrase,
        text: RADIO_TRANSLATIONS[language][index] ?? '',
      }));
      expect(bytes.toString()).toBe(formatSrt(texts));
      expect(texts).toHaveLength(last);

      const chooser = page.waitForEvent('filechooser');
      await button(page, 'Open your own film').click();
      await (await chooser).setFiles({
        name: 'own.srt',
        mimeType: 'application/x-subrip',
        buffer: Buffer.from(sampleSrt(2)),
      });
      await expect.poll(() => editorText(page, 'Original subtitles')).toBe(sampleSrt(2));
      expect(standIn.calls).toEqual([]);
      expect(before.local).not.toHaveProperty('view', 'lines');
    });
  });
}

test('[S2.22] what the strict rules refuse is said when the file is opened, with the way to the line', async ({
  page,
}) => {
  await openPage(page);
  await upload(page, '1\n00:00:01,000 --> 00:00:02,000\nOne\n\nTwo\n00:00:03,000 --> 00:00:04,000\nTwo\n');
  const said = page.getByText('This file cannot be translated as it is.');
  await expect(said).toContainText('A phrase has to begin with its number, and line 5 does not.');
  await expect(textBox(page, 'Errors')).toHaveCount(0);
  await editorReady(page, 'Original subtitles');
  await button(page, 'line 5').click();
  await expect(textBox(page, 'Original subtitles')).toBeFocused();
  // The line is marked: what is typed replaces it.
  await page.keyboard.type('2');
  await expect.poll(() => editorText(page, 'Original subtitles')).toContain('\n\n2\n00:00:03,000');
  await expect(said).toHaveCount(0);
});

test('[S2.21] the steps lead to their places, as one Tab stop', async ({ page }) => {
  await openPage(page);
  const step = (name: string) => page.getByRole('list', { name: 'Steps' }).getByRole('link', { name });
  await step('Open').click();
  await expect(button(page, 'Upload .srt')).toBeFocused();
  await upload(page, sampleSrt(2));
  await step('Prompt and model').click();
  await expect(page.getByLabel('API key', { exact: true })).toBeFocused();
  await step('Prompt and model').focus();
  await page.keyboard.press('ArrowRight');
  await expect(step('Translate')).toBeFocused();
  await page.keyboard.press('Enter');
  const commands = page.getByRole('group', { name: 'Translation: commands' });
  await expect(commands).toBeFocused();
  await expect(commands).toContainText('Add an API key for openai to translate.');
});
