import { expect, type Page } from '@playwright/test';
import { standardPrompt } from '../src/languages/standard-prompt.ts';
import { formatSrt } from '../src/subtitles/srt.ts';
import { editorText } from '../test/read-editor.ts';
import { test } from './fixtures.ts';
import { button, editorReady, expectTranslated, keyField, upload } from './page-actions.ts';

/** From which language into which: the fields above the prompt, which write the standard one. */

const ENGLISH = ['What is it that you want?', 'I have to go to the house.', 'And this was for you.'];
const ENGLISH_FILM = formatSrt(
  Array.from({ length: 30 }, (_, index) => ({
    number: index + 1,
    time: `00:00:${10 + index},000 --> 00:00:${10 + index},900`,
    text: ENGLISH[index % ENGLISH.length] ?? '',
  })),
);

const field = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true });
const promptText = (page: Page) => expect.poll(() => editorText(page, 'Prompt'));

test('[D11.2] a newcomer with a file, a key and another pair of languages begins within six actions', async ({
  page,
  standIn,
}) => {
  await page.goto('/');
  const actions: (() => Promise<unknown>)[] = [
    () => upload(page, ENGLISH_FILM),
    () => field(page, 'Into').click(),
    () => page.getByRole('option', { name: 'German', exact: true }).click(),
    () => keyField(page).fill('test-key'),
    () => button(page, 'Translate').click(),
  ];
  for (const act of actions) await act();
  await expectTranslated(page, 2);
  const sent = standIn.calls.filter(({ kind }) => kind === 'translate').map(({ body }) => JSON.stringify(body));
  expect(sent).toHaveLength(2);
  for (const body of sent) expect(body).toContain(standardPrompt({ from: 'en', into: 'de', tone: 'informal' }));
});

test('a field that is reached before its list is there keeps the focus, and its keys choose', async ({ page }) => {
  await page.goto('/');
  await field(page, 'Into').focus();
  await expect(field(page, 'Into')).toHaveAttribute('aria-autocomplete', 'list');
  await expect(field(page, 'Into')).toBeFocused();
  await page.keyboard.type('brazil');
  await expect(page.getByRole('option')).toHaveText(['Brazilian Portuguese']);
  await page.keyboard.press('Enter');
  await editorReady(page, 'Prompt');
  await promptText(page).toBe(standardPrompt({ from: 'ru', into: 'pt-BR', tone: 'informal' }));
});

test('the list of a field that is pressed before it is there opens when it comes', async ({ page }) => {
  let letChunkCome = () => {};
  const isPressed = new Promise<void>((resolve) => {
    letChunkCome = resolve;
  });
  await page.route('**/static/js/async/run.*', async (route) => {
    await isPressed;
    await route.continue();
  });
  await page.goto('/');
  await field(page, 'Into').click();
  letChunkCome();
  await page.getByRole('option', { name: 'German', exact: true }).click();
  await editorReady(page, 'Prompt');
  await promptText(page).toBe(standardPrompt({ from: 'ru', into: 'de', tone: 'informal' }));
});
