import { expect, type Page } from '@playwright/test';
import { editorText } from '../test/read-editor.ts';
import { test } from './fixtures.ts';
import { download, editorReady, region, textBox, write } from './page-actions.ts';
import { openStored, translatedFilm } from './stored-film.ts';

/** Two texts side by side: they scroll together, and each can be searched. */

const [ORIGINAL, TRANSLATED] = ['Original subtitles', 'Translated subtitles'];

/** The first timing line in sight. */
const topTime = (page: Page, name: string) =>
  textBox(page, name).evaluate((content) => {
    const top = content.closest('.cm-scroller')?.getBoundingClientRect().top ?? 0;
    const lines = [...content.querySelectorAll('.cm-line')].filter(({ textContent }) => textContent?.includes('-->'));
    return lines.find((line) => line.getBoundingClientRect().top >= top)?.textContent;
  });

async function scroll(page: Page, name: string, byPx: number): Promise<void> {
  await textBox(page, name).hover();
  await page.mouse.wheel(0, byPx);
}

async function translated(page: Page, ...film: Parameters<typeof translatedFilm>): Promise<void> {
  await openStored(page, translatedFilm(...film));
  await editorReady(page, TRANSLATED);
  await editorReady(page, ORIGINAL);
}

test('[D11.7] original and translation scroll together, phrase by phrase, though one has more lines', async ({
  page,
}) => {
  await translated(page, 200, () => 'one\ntwo\nthree');
  const first = await topTime(page, ORIGINAL);
  for (const [led, leads, byPx] of [
    [TRANSLATED, ORIGINAL, 4_000],
    [ORIGINAL, TRANSLATED, 3_000],
    [TRANSLATED, ORIGINAL, -2_000],
  ] as const) {
    const before = await topTime(page, leads);
    await scroll(page, leads, byPx);
    await expect.poll(() => topTime(page, leads)).not.toBe(before);
    await expect.poll(async () => (await topTime(page, led)) === (await topTime(page, leads))).toBe(true);
    expect(await topTime(page, led)).not.toBe(first);
  }
});

test('[D11.7] a text is searched with Ctrl+F; what is replaced in the result is what is downloaded', async ({
  page,
}) => {
  await translated(page, 40);
  await textBox(page, ORIGINAL).click();
  await page.keyboard.press('Control+F');
  await expect(page.getByRole('textbox', { name: 'Find' })).toBeFocused();
  await expect(page.getByRole('textbox', { name: 'Replace' }), 'of a text that cannot be changed').toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(textBox(page, ORIGINAL)).toBeFocused();

  const before = await editorText(page, TRANSLATED);
  await textBox(page, TRANSLATED).click();
  await page.keyboard.press('Control+F');
  const [word = ''] = /\p{L}{3,}/u.exec(before) ?? [];
  await page.keyboard.type(word);
  await page.getByRole('textbox', { name: 'Replace' }).fill('Oi');
  await page.getByRole('button', { name: 'Replace all' }).click();
  await page.keyboard.press('Escape');
  const { bytes } = await download(page);
  expect(bytes.toString()).toBe(before.replaceAll(new RegExp(word, 'giu'), 'Oi'));
});

test('[S2.16] the line at which a result was broken by hand is gone to, in sight, and can be mended there', async ({
  page,
}) => {
  await translated(page, 400);
  const check = region(page, 'Translation').getByRole('status', { name: 'Check of the result' });
  const whole = await editorText(page, TRANSLATED);
  await write(page, TRANSLATED, whole.replace('\n\n300\n', '\n\n'));
  // Number 300 stood in line 4 × 299 + 1.
  await check.getByRole('button', { name: 'Go to line 1197', exact: true }).click();
  await expect(textBox(page, TRANSLATED)).toBeFocused();
  await expect(page.getByText('PT: Фраза 300', { exact: true })).toBeInViewport();
  await page.keyboard.type('300');
  await page.keyboard.press('Enter');
  await expect(check).toHaveText('');
  expect((await download(page)).bytes.toString()).toBe(whole);
});
