import { expect } from '@playwright/test';
import { RADIO_PHRASES, RADIO_TRANSLATIONS } from '../src/demo/sample.ts';
import { formatSrt } from '../src/subtitles/srt.ts';
import { editorText } from '../test/read-editor.ts';
import { sampleSrt } from '../test/srt-sample.ts';
import { test } from './fixtures.ts';
import { button, download, openPage } from './page-actions.ts';

/** What a newcomer meets: a demo in the browser's language that plays by itself, and the way from there to a film of one's own. */

test.use({ locale: 'de-AT' });

test('[S2.21] one click shows a film translated into the browser’s language, line by line, and leads to a film of one’s own', async ({
  page,
  standIn,
}) => {
  await openPage(page);
  await button(page, 'Try the demo').click();
  const texts = RADIO_PHRASES.map((phrase, index) => ({ ...phrase, text: RADIO_TRANSLATIONS.de[index] ?? '' }));
  await expect(page.getByRole('row').filter({ hasText: 'Something is walking on the roof.' })).toContainText(
    texts[4]?.text ?? '',
  );
  await expect(button(page, 'Open your own film')).toBeVisible();
  const { bytes } = await download(page);
  expect(bytes.toString()).toBe(formatSrt(texts));

  const chooser = page.waitForEvent('filechooser');
  await button(page, 'Open your own film').click();
  await (await chooser).setFiles({
    name: 'own.srt',
    mimeType: 'application/x-subrip',
    buffer: Buffer.from(sampleSrt(2)),
  });
  await expect.poll(() => editorText(page, 'Original subtitles')).toBe(sampleSrt(2));
  expect(standIn.calls).toEqual([]);
});
