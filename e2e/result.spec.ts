import { expect } from '@playwright/test';
import { editorText } from '../test/read-editor.ts';
import { sampleSrt } from '../test/srt-sample.ts';
import { test } from './fixtures.ts';
import {
  button,
  download,
  editorReady,
  giveKey,
  openPage,
  region,
  replaceOutput,
  textBox,
  translateAll,
  upload,
  write,
} from './page-actions.ts';

/** Specification, section 4 ("Assembling the final .srt"): a person's edit is never lost without a word. */

test('[D6.1] an edited batch reaches the result by itself, until the result was edited by hand: then the person chooses', async ({
  page,
}) => {
  await openPage(page);
  await upload(page, sampleSrt(21));
  await giveKey(page);
  await translateAll(page, 2);
  const result = () => editorText(page, 'Translated subtitles');

  await replaceOutput(page, 2, (output) => output.replace('PT: Фраза 21', 'vinte e um'));
  await expect.poll(result).toContain('\nvinte e um\n');
  await expect(button(page, 'Keep mine')).toHaveCount(0);

  const mine = (await result()).replace('PT: Фраза 3\n', 'três\n');
  await write(page, 'Translated subtitles', mine);
  await replaceOutput(page, 2, (output) => output.replace('vinte e um', '21'));
  await expect(page.getByText('A batch changed after you edited this text.')).toBeVisible();
  await button(page, 'Keep mine').click();
  await expect(button(page, 'Keep mine')).toHaveCount(0);
  expect((await download(page)).bytes.toString()).toBe(mine);

  await replaceOutput(page, 1, (output) => output.replace('PT: Фраза 4', 'quatro'));
  await button(page, 'Assemble again').click();
  const { bytes } = await download(page);
  for (const line of ['PT: Фраза 3', 'quatro', '21']) expect(bytes.toString()).toContain(`\n${line}\n`);
  await expect(button(page, 'Assemble again')).toHaveCount(0);
  await expect(textBox(page, 'Translated subtitles')).toBeEditable();
});

test('[S2.16] a result that is broken by hand is told, with the way to the line, and can be downloaded as it is', async ({
  page,
}) => {
  await openPage(page);
  await upload(page, sampleSrt(400));
  await giveKey(page);
  await translateAll(page, 20);
  const check = region(page, 'Translation').getByRole('status', { name: 'Check of the result' });
  const whole = await editorText(page, 'Translated subtitles');
  await editorReady(page, 'Translated subtitles');

  // Number 300 stands in line 4 × 299 + 1.
  const broken = whole
    .replace('\n\n300\n', '\n\n')
    .replace(/\n45\n.+\n.+\n/, '')
    .replace(/\n46\n.+\n.+\n/, '');
  await write(page, 'Translated subtitles', broken);
  const line = 4 * 299 + 1 - 8;
  await expect(check).toContainText(`Line ${line} cannot be read as a subtitle`);
  await expect(check).toContainText('2 phrases of the original are missing: 45 and 46.');
  expect((await download(page)).bytes.toString()).toBe(broken);

  await check.getByRole('button', { name: `Go to line ${line}`, exact: true }).click();
  await expect(textBox(page, 'Translated subtitles')).toBeFocused();
  await expect(page.getByText('PT: Фраза 300', { exact: true })).toBeInViewport();
  await page.keyboard.type('300');
  await page.keyboard.press('Enter');
  await expect(check).not.toContainText('cannot be read');
  await expect(check).toContainText('45 and 46');
  await check.getByRole('button', { name: 'Go to line 176', exact: true }).click();
  await page.keyboard.insertText(/\n45\n.+\n.+\n\n46\n.+\n.+\n/.exec(whole)?.[0] ?? '');
  await expect(check).toHaveText('');
  expect((await download(page)).bytes.toString()).toBe(whole);
});
