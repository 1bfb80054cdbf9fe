import { expect, type Page } from '@playwright/test';
import { editorText } from '../test/read-editor.ts';
import { sampleSrt } from '../test/srt-sample.ts';
import { test } from './fixtures.ts';
import { button, openPage, upload } from './page-actions.ts';

/** A film so long that the page draws around it first and shows its text in the next task: what a person does meanwhile counts. */

const LONG = sampleSrt(3_000);
const OTHER = LONG.replaceAll('Фраза', 'Sentence');

const original = (page: Page) => expect.poll(() => editorText(page, 'Original subtitles'));

/** Presses the button in the task in which it can be pressed first. */
const pressAtOnce = (page: Page, name: string) =>
  page.evaluate(
    (words) =>
      new Promise<void>((resolve) => {
        const press = () => {
          const found = [...document.querySelectorAll('button')].find(
            ({ textContent, disabled }) => textContent === words && !disabled,
          );
          if (!found) return;
          watch.disconnect();
          found.click();
          resolve();
        };
        const watch = new MutationObserver(press);
        watch.observe(document, { attributes: true, childList: true, subtree: true });
        press();
      }),
    name,
  );

test('a second film opened while the first one is being read is the one that stays', async ({ page }) => {
  await openPage(page);
  await upload(page, sampleSrt(3));
  await original(page).toBe(sampleSrt(3));
  await Promise.all([upload(page, LONG), upload(page, OTHER, 'other.srt')]);
  await original(page).toBe(OTHER);
  await expect(page.getByText('other · 3,000 phrases')).toBeVisible();
});

test('Undo pressed at once brings the earlier long film back, and typing goes on from it', async ({ page }) => {
  await openPage(page);
  await upload(page, LONG);
  await original(page).toBe(LONG);
  const pressed = pressAtOnce(page, 'Undo');
  await upload(page, OTHER, 'other.srt');
  await pressed;
  await original(page).toBe(LONG);
  await page.getByRole('textbox', { name: 'Original subtitles' }).click();
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.type('7');
  await original(page).toBe(`7${LONG}`);
  await page.reload();
  await original(page).toBe(`7${LONG}`);
  await expect(button(page, 'Translate')).toBeEnabled();
});
