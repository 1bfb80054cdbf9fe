import { expect } from '@playwright/test';
import { editorText } from '../test/read-editor.ts';
import { sampleSrt } from '../test/srt-sample.ts';
import { test } from './fixtures.ts';
import {
  button,
  download,
  giveKey,
  openPage,
  replaceOutput,
  textBox,
  translateAll,
  upload,
  write,
} from './page-actions.ts';

/** Specification, section 4 ("Assembling the final .srt"): a person's edit is never lost without a word. */

test('an edited batch reaches the result by itself, until the result was edited by hand: then the person chooses', async ({
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
  await expect(page.getByText('A batch has changed since you edited this text.')).toBeVisible();
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
