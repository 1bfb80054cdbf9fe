import { expect } from '@playwright/test';
import { NO_NOTES } from '../src/notes/notes.ts';
import { test } from './fixtures.ts';
import { button, openFilm, region, textBox } from './page-actions.ts';
import { openLines, translatedFilm } from './stored-film.ts';

test('[D15.3][D15.5][D15.44] a person sees in Lines which batches were made with other notes, and edits notes in a sheet that keeps Close and Undo visible, and keeps what is typed right before a reload', async ({
  page,
}) => {
  const film = translatedFilm(60);
  // Nothing of the first two batches remains to be translated again.
  const marks = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [index + 1, { confirmed: true as const }]));
  const words = Array.from({ length: 60 }, (_, index) => `word ${index}`);
  const terms = ['Фраза 5', 'Фраза 45', ...words].map((source) => ({ source, translation: 'Frase', note: '' }));
  const people = [{ name: 'Иван', translation: 'Ivan', gender: 'male' as const, note: '', films: 'E1' }];
  await openLines(page, { ...film, marks, notes: { ...NO_NOTES, people, terms } });
  await test.step("the text box's own Undo removes an inserted term, and earlier typing", async () => {
    await textBox(page, 'Go to number').fill('45');
    await page.keyboard.press('Enter');
    await page.locator('[data-number="45"]').focus();
    await page.keyboard.press('Enter');
    const box = page.getByLabel('Translation of 45');
    const before = await box.inputValue();
    await page.keyboard.type('s');
    await expect(button(page, 'Frase')).toBeVisible();
    await page.keyboard.press('Alt+1');
    await expect(box).toHaveValue(`${before}sFrase`);
    await page.keyboard.press('Control+z');
    await expect(box).toHaveValue(`${before}s`);
    await page.keyboard.press('Control+z');
    await expect(box).toHaveValue(before);
    await page.keyboard.press('Escape');
  });

  await button(page, 'Film notes').click();
  const notes = region(page, 'Film notes');
  await expect(notes.getByText('1 batch was translated with other notes')).toBeVisible();
  await button(notes, 'Show').click();
  await expect(notes).toBeHidden();
  await expect(page.locator('[data-number="41"]')).toBeVisible();
  await expect(page.locator('[data-number="1"]')).toHaveCount(0);
  await page.setViewportSize({ width: 390, height: 800 });
  await button(page, 'Film notes').click();
  await button(notes, 'Add person').click();
  await page.keyboard.type('Анна');
  for (const [field, name] of [
    ['gender', 'Gender'],
    ['films', 'Films'],
  ] as const) {
    const label = notes.locator(`td[data-field="${field}"]`).first().getByText(name, { exact: true });
    await expect(label, 'where the table has no heads').toBeVisible();
  }
  // At the end of a long table, too.
  await button(notes, 'Remove word 59').click();
  await expect(button(notes, 'Undo')).toBeInViewport({ ratio: 1 });
  await expect(button(notes, 'Close')).toBeInViewport({ ratio: 1 });
  const [close, title] = [button(notes, 'Close'), notes.getByRole('heading', { name: 'Film notes' })];
  const [of, at] = [await close.boundingBox(), await title.boundingBox()];
  expect(of?.y).toBeLessThan((at?.y ?? 0) + (at?.height ?? 0));
  await page.keyboard.press('Escape');
  await expect(button(page, 'Film notes')).toBeFocused();
  await button(page, 'Film notes').click();
  const name = notes.getByRole('textbox', { name: /Name/ }).first();
  await name.fill('Ольга');
  await page.reload();
  await button(page, 'Film notes').click();
  await expect(name, 'typed right before a reload').toHaveValue('Ольга');
});

test('[D15.5][D9.22] a press on "Film notes" right after typing an amount opens them, though the button moves away', async ({
  page,
}) => {
  await openFilm(page, 400);
  const notes = button(page, 'Film notes');
  // The list of models and the price move the page as they arrive.
  await expect(page.getByText(/^Translates with/)).toBeVisible();
  await textBox(page, 'Stop at').fill('0.01');
  const [before, stopAt] = [await notes.boundingBox(), textBox(page, 'Stop at')];
  await expect(stopAt).toBeFocused();
  if (!before) throw new Error('"Film notes" is not drawn');
  await page.mouse.move(before.x + before.width / 2, before.y + before.height / 2);
  await page.mouse.down();
  await expect.poll(async () => (await notes.boundingBox())?.y).toBeLessThan(before.y - before.height / 2);
  await page.mouse.up();
  await expect(textBox(page, 'About the film')).toBeVisible();
});
