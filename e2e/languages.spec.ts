import { expect, type Page } from '@playwright/test';
import { DEFAULT_PROMPT, standardPrompt } from '../src/languages/standard-prompt.ts';
import { formatSrt } from '../src/subtitles/srt.ts';
import { editorText } from '../test/read-editor.ts';
import { test } from './fixtures.ts';
import { button, editorReady, expectTranslated, keyField, openPage, textBox, upload, write } from './page-actions.ts';

/** From which language into which: the fields above the prompt, which write the standard one. */

const ENGLISH = ['What is it that you want?', 'I have to go to the house.', 'And this was for you.'];
const ENGLISH_FILM = formatSrt(
  Array.from({ length: 30 }, (_, index) => ({
    number: index + 1,
    time: `00:00:${10 + index},000 --> 00:00:${10 + index},900`,
    text: ENGLISH[index % ENGLISH.length] ?? '',
  })),
);

const RUSSIAN_FILM = ENGLISH_FILM.replace(/^[A-Z].*$/gm, 'Я не знаю, что ты хочешь сказать мне сегодня.');

const field = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true });
const promptText = (page: Page) => expect.poll(() => editorText(page, 'Prompt'));
const disagreement = (page: Page) => page.getByText('The film looks English, the prompt says Russian.');

async function choose(page: Page, name: string, option: string): Promise<void> {
  await field(page, name).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

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

test('[D11.1][D11.20] the specified default stays until a film in another language is opened; then it follows, over a reload too', async ({
  page,
  standIn,
}) => {
  const followed = standardPrompt({ from: 'en', into: 'pt', tone: 'informal' });
  await openPage(page);
  await expect(field(page, 'From')).toHaveValue('Detected');
  await expect(field(page, 'Into')).toHaveValue('Portuguese');
  await expect(field(page, 'Tone')).toHaveValue('informal');
  expect(await editorText(page, 'Prompt')).toBe(DEFAULT_PROMPT);
  await upload(page, ENGLISH_FILM);
  await expect(field(page, 'From')).toHaveValue('Detected: English');
  await promptText(page).toBe(followed);
  await expect(disagreement(page)).toHaveCount(0);
  await expect(page.getByText('The prompt follows the film: English → Portuguese.')).toBeVisible();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('initPrompt'))).toBe(followed);

  await page.reload();
  await editorReady(page, 'Prompt');
  await expect(page.getByText('The prompt follows the film: English → Portuguese.')).toBeVisible();
  await button(page, 'Clear').first().click();
  await upload(page, RUSSIAN_FILM);
  await promptText(page).toBe(DEFAULT_PROMPT);
  await button(page, 'Clear').first().click();
  await upload(page, ENGLISH_FILM);
  await promptText(page).toBe(followed);
  await button(page, 'Undo: the prompt follows the film').click();
  await promptText(page).toBe(DEFAULT_PROMPT);

  await page.reload();
  await editorReady(page, 'Prompt');
  await keyField(page).fill('test-key');
  await button(page, 'Translate').click();
  const question = page.getByRole('dialog', { name: 'The film looks English, the prompt says Russian.' });
  await expect(question).toBeVisible();
  expect(standIn.calls.filter(({ kind }) => kind === 'translate')).toEqual([]);
  await question.getByRole('button', { name: 'Use the standard prompt for English → Portuguese' }).click();
  await expectTranslated(page, 2);
  for (const { body } of standIn.calls.filter(({ kind }) => kind === 'translate'))
    expect(JSON.stringify(body)).toContain(followed);
});

test('[D11.2][D11.4] a prompt changed by hand is not written over; it is kept under a name, over a reload too', async ({
  page,
}) => {
  await openPage(page);
  await upload(page, ENGLISH_FILM);
  await write(page, 'Prompt', 'From English into German, like a pirate.');
  await choose(page, 'Tone', 'formal');
  await choose(page, 'Into', 'French');
  expect(await editorText(page, 'Prompt')).toBe('From English into German, like a pirate.');
  await page.getByText('My prompts').click();
  await textBox(page, 'Name of this prompt').fill('Pirate');
  await button(page, 'Keep this prompt').click();
  await button(page, 'Use the standard prompt for English → French').click();
  const standard = standardPrompt({ from: 'en', into: 'fr', tone: 'formal' });
  await promptText(page).toBe(standard);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('initPrompt'))).toBe(standard);

  await page.reload();
  await editorReady(page, 'Prompt');
  await expect(field(page, 'Into')).toHaveValue('French');
  await field(page, 'Into').click();
  await expect(page.getByRole('option').first()).toHaveText('French');
  await page.keyboard.press('Escape');
  await page.getByText('My prompts').click();
  await button(page, 'Pirate').click();
  await promptText(page).toBe('From English into German, like a pirate.');
  await button(page, 'Undo reset').click();
  await promptText(page).toBe(standard);
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
