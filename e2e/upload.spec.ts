import { expect } from '@playwright/test';
import { editorText } from '../test/read-editor.ts';
import { test } from './fixtures.ts';
import { giveKey, openPage, translateAll, upload } from './page-actions.ts';

/** Issue "The specified product", "Files" and "Parsing". */

const RUSSIAN = [
  'Привет! Ты куда пропал вчера вечером?',
  'Да так, дела были. Потом расскажу, не по телефону.',
  'Ну смотри, а то мама уже волноваться начала.',
];
const RUSSIAN_SRT = RUSSIAN.map(
  (text, index) => `${index + 1}\n00:00:0${index},000 --> 00:00:0${index},900\n${text}\n`,
).join('\n');

/** Cyrillic letters as the byte after the one of "А". */
const windows1251 = (text: string): Buffer =>
  Buffer.from(
    Array.from(text, (letter) => (letter >= 'А' ? letter.charCodeAt(0) - 0x410 + 0xc0 : letter.charCodeAt(0))),
  );

test('[D1.1] windows-1251 is found, said, and can be read as something else; no mojibake is sent', async ({
  page,
  standIn,
}) => {
  await openPage(page);
  await upload(page, windows1251(RUSSIAN_SRT));
  await expect(page.getByText('Encoding: windows-1251', { exact: true })).toBeVisible();
  await expect.poll(() => editorText(page, 'Original subtitles')).toBe(RUSSIAN_SRT);

  await page.getByText('Letters look wrong?').click();
  const choice = page.getByRole('combobox', { name: /Read as/ });
  await expect(choice).toHaveValue('windows-1251');
  await choice.selectOption('KOI8-R');
  await expect(page.getByText('Encoding: KOI8-R', { exact: true })).toBeVisible();
  await expect.poll(() => editorText(page, 'Original subtitles')).not.toContain('Привет');
  await choice.selectOption('windows-1251');
  await giveKey(page);
  await translateAll(page, 1);
  const sent = standIn.calls.find(({ kind }) => kind === 'translate');
  expect(Object.values(sent?.phrases ?? {})).toEqual(RUSSIAN);
});
