import { expect, type Page } from '@playwright/test';
import { standardPrompt } from '../src/languages/prompt-language.ts';
import { editorText, setEditorText } from '../test/read-editor.ts';
import { sampleSrt } from '../test/srt-sample.ts';
import { everythingStored } from './everything-stored.ts';
import { test } from './fixtures.ts';
import {
  batches,
  button,
  download,
  editorReady,
  giveKey,
  hold,
  keyField,
  modelSelect,
  openPage,
  pressTranslate,
  region,
  sent,
  textBox,
  touch,
  upload,
} from './page-actions.ts';
import { openLines, storeFilm, translatedFilm } from './stored-film.ts';

/** Specification, sections 7 to 9: a part that cannot be loaded shows a message with a way to continue, never a blank page. */

const CHUNKS = '**/static/js/async/*';
const RUN = '**/static/js/async/run.*';
const WORKS = '**/static/js/async/works.*';
/** The film worker's script, and its replacement inside the page. */
const FILM_WORKER = '**/static/js/async/film-worker*';

test.use({
  // Firefox reports a wrong hash for an aborted request.
  expectedProblems: /Loading (?:CSS )?chunk \d+ failed|ChunkLoadError|None of the .sha256. hashes .* match/,
  // It would answer from its cache.
  serviceWorkers: 'block',
});

test('[S7.8][S8.10] a page without one of its chunks says so, keeps the text and the run, and continues after a reload', async ({
  page,
}) => {
  await page.route(CHUNKS, (route) => route.abort());
  await page.goto('/');
  await touch(page);
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('A part of this page could not be loaded');
  await expect(alert).toContainText(/Loading chunk \d+ failed/);
  // Without the editor's chunk the plain text area remains.
  await setEditorText(page, 'Original subtitles', sampleSrt(45));
  await expect.poll(() => page.evaluate(() => localStorage.getItem('uploadedFile'))).toBe(sampleSrt(45));

  await page.unroute(CHUNKS);
  await button(page, 'Reload').click();
  await expect(modelSelect(page)).toBeEnabled();
  await expect(alert).toHaveCount(0);
  await editorReady(page, 'Original subtitles');
  expect(await editorText(page, 'Original subtitles')).toBe(sampleSrt(45));

  // The film is read, so its worker is loaded.
  await expect(page.getByText(/^about [\d,]+ tokens in/)).toBeVisible();
  await page.route(CHUNKS, (route) => route.abort());
  await giveKey(page);
  // The list of models did not load either, so the page names the model that it uses.
  await expect(page.getByText(/^Translates with gpt-4-0125-preview/)).toBeVisible();
  await button(page, 'Translate').click();
  await expect(textBox(page, 'Errors')).toHaveText(/Loading chunk \d+ failed/);
  await expect(page.getByText(/A part of this page could not be loaded\. .* reload the page/)).toBeVisible();
  await expect(batches(page, 'waiting')).toHaveCount(3);

  await page.unroute(CHUNKS);
  await page.reload();
  await button(page, 'Resume').click();
  await expect(batches(page, 'ok')).toHaveCount(3);
});

test('[S8.10] a visit that cannot load the code for stored work says so, and changes nothing in any storage', async ({
  page,
}) => {
  await page.goto('/');
  await touch(page);
  await setEditorText(page, 'Original subtitles', sampleSrt(2));
  await expect.poll(() => page.evaluate(() => localStorage.getItem('uploadedFile'))).toBe(sampleSrt(2));
  for (const place of ['local storage', 'the database alone']) {
    await page.goto('/sw.js');
    if (place !== 'local storage') await page.evaluate(() => localStorage.clear());
    const before = await everythingStored(page);
    await page.route(WORKS, (route) => route.abort());
    await page.goto('/');
    await expect(page.getByText(/Loading chunk .* failed/), place).toBeVisible();
    await expect(button(page, 'Reload')).toBeVisible();
    await page.unroute(WORKS);
    await page.goto('/sw.js');
    expect(await everythingStored(page), place).toEqual(before);
  }
});

test('[S8.10] without its first script the page says so after some seconds, and how to continue', async ({ page }) => {
  await page.route('**/static/js/index.*', (route) => route.abort());
  await page.goto('/');
  const words = page.getByText('This page has not loaded whole.');
  await expect(words).toBeHidden();
  // Lets the seconds pass.
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) animation.finish();
  });
  await expect(words).toBeVisible();
  await page.unroute('**/static/js/index.*');
  await page.getByRole('link', { name: 'Reload it' }).click();
  await expect(button(page, 'Upload .srt')).toBeEnabled();
  await expect(words).toHaveCount(0);
});

test.describe('at its folder’s address without the slash', () => {
  test.use({ expectedProblems: /blocked due to MIME type .* mismatch|None of the .sha256. hashes .* match/ });

  test('[S8.10] says what is wrong with the address, and Reload opens the same address', async ({ page }) => {
    await page.route('**/tools/subs*', async (route) => route.fulfill({ response: await route.fetch({ url: '/' }) }));
    await page.goto('/tools/subs');
    const words = page.getByText('has a “/” after the folder’s name');
    await expect(words).toBeAttached();
    await page.getByRole('link', { name: 'Reload it', includeHidden: true }).dispatchEvent('click');
    await expect(page).toHaveURL('/tools/subs?reload');
    await expect(words).toBeAttached();
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the page says that it needs JavaScript, and does not suggest a reload', async ({ page }) => {
    await page.goto('/');
    await expect(page.locator('noscript')).toBeVisible();
    await expect(page.locator('#root > p')).toHaveCSS('display', 'none');
  });
});

test('[D11.2] a film picked before the code that opens it has loaded is named at once, then opened and translated as chosen meanwhile', async ({
  page,
  standIn,
}) => {
  const letRunCome = await hold(page, RUN);
  const letWorkerCome = await hold(page, FILM_WORKER);
  await page.goto('/');
  await upload(page, sampleSrt(3), 'first.srt');
  await expect(region(page, 'Original').getByRole('status').getByText('Opening first.srt…')).toBeVisible();
  await upload(page, sampleSrt(60), 'Film.srt');
  const opening = page.getByText('Opening Film.srt…');
  await expect(opening).toBeInViewport({ ratio: 1 });
  await field(page, 'Into').click();
  await page.keyboard.type('germ');
  await page.keyboard.press('Enter');
  await field(page, 'Tone').click();
  await page.keyboard.type('formal');
  await keyField(page).click();
  await page.keyboard.insertText('test-key');
  const asksForWorker = page.waitForRequest(FILM_WORKER);
  letRunCome();
  await asksForWorker;
  await expect(opening).toBeInViewport({ ratio: 1 });
  letWorkerCome();
  await expect.poll(() => editorText(page, 'Original subtitles')).toBe(sampleSrt(60));
  await expect(opening).toHaveCount(0);
  await expect(textBox(page, 'Errors')).toHaveCount(0);
  await pressTranslate(page);
  await expect(button(page, 'Save as Film.de.srt')).toBeVisible();
  const prompt = standardPrompt({ from: 'ru', into: 'de', tone: 'formal' });
  const saysSo = sent(standIn).map(({ body }) => JSON.stringify(body).includes(JSON.stringify(prompt).slice(1, -1)));
  expect(saysSo).toEqual([true, true, true]);
});

test('[S8.10] a page that is online again loads its missing parts without a reload, by itself or with "Try again"', async ({
  page,
}) => {
  // First, because Firefox keeps a style that it has loaded, also over a reload.
  await page.route('**/static/css/async/*', (route) => route.abort());
  await page.goto('/');
  await touch(page);
  await giveKey(page);
  const alert = page.getByRole('main').getByRole('alert').first();
  await expect(alert).toHaveText(/^A part of this page could not be loaded.*Loading CSS chunk \d+ failed\.\s\(/);
  await expect(alert).not.toContainText('\\n');
  await page.unroute('**/static/css/async/*');
  await button(page, 'Try again').first().click();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByRole('combobox', { name: 'Into' })).toHaveAttribute('aria-autocomplete', 'list');

  await page.route(RUN, (route) => route.abort());
  await page.reload();
  await touch(page);
  await expect(page.getByRole('alert')).toContainText('could not be loaded');
  await setEditorText(page, 'Original subtitles', sampleSrt(45));
  await page.unroute(RUN);
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByText('45 subtitles')).toBeVisible();
});

const WORKER = /film-worker\.\w+\.js$/;

test('[D8.1] a second tab that lacks the run part says that the work is open in another tab, and continues once it gets the work', async ({
  page,
}) => {
  await openPage(page);
  await upload(page, sampleSrt(3));
  const other = await page.context().newPage();
  await other.route(RUN, (route) => route.abort());
  await other.goto('/');
  await expect(other.getByText('This work is open in another tab.')).toBeVisible();
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Subtitle translator');
  await expect(other.getByRole('alert')).toContainText('A part of this page could not be loaded');
  await other.unroute(RUN);
  await button(other, 'Try again').click();
  await expect(button(other, 'Continue here')).toBeVisible();
  await expect(other.getByText('This work is open in another tab.')).toHaveCount(1);
});

test('[S8.10] lines that cannot be judged never count as free of problems; without the worker the page itself judges and assembles them', async ({
  page,
}) => {
  await page.route(FILM_WORKER, (route) => route.abort());
  await openLines(page, translatedFilm(3));
  await expect(page.getByRole('alert')).toHaveText(/The lines are not checked for problems/);
  await expect(page.getByText(/^To review/)).toHaveText(/^To review\s*$/, { useInnerText: true });
  const more = page.getByRole('group', { name: 'Lines: commands' }).getByText('More', { exact: true });
  await more.click();
  await button(page, 'Lines as CSV').click();
  await expect(page.getByText(/^A part of this page could not be loaded/)).toBeVisible();
  await page.route(WORKER, (route) => route.abort());
  await page.unroute(FILM_WORKER);
  await button(page, 'Try again').click();
  await expect(page.getByText('The lines are not checked for problems')).toHaveCount(0);
  await expect(page.getByText(/^To review/)).toHaveText(/^To review \d+$/);
  await more.click();
  expect((await download(page, 'Lines as CSV')).bytes.toString()).toMatch(/\n3,.*"PT: Фраза 3","/);
});

test('a stored run is shown even while the chunk for the run hangs', async ({ page }) => {
  await page.route(RUN, () => {});
  await storeFilm(page, translatedFilm(3));
  await page.goto('/', { waitUntil: 'domcontentloaded' });
  await expect(button(page, 'Download')).toBeEnabled();
  await expect(textBox(page, 'Original subtitles')).toBeVisible();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('[S7.8][S9.7] a hanging chunk is abandoned after 120 seconds', async ({ page }) => {
  await page.clock.install();
  await page.route(CHUNKS, () => {});
  // For Firefox a page is not loaded while one of its scripts hangs.
  await page.goto('/', { waitUntil: 'domcontentloaded' });
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
  await touch(page);
  // The page's clock also advances without the test, on a slow computer by some seconds.
  await page.clock.runFor(100_000);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.clock.runFor(20_500);
  await expect(page.getByRole('alert')).toContainText(/Loading chunk \d+ failed/);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

const field = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true });
const promptText = (page: Page) => expect.poll(() => editorText(page, 'Prompt'));

test('what a person types or presses in a dropdown before its list has loaded counts once the list is there', async ({
  page,
}) => {
  const into = field(page, 'Into');
  const letChunkCome = await hold(page, RUN);
  await test.step('typed, although the focus was in another field before', async () => {
    await page.goto('/');
    await field(page, 'From').click();
    await page.keyboard.press('Tab');
    await page.keyboard.type('Ger');
    letChunkCome();
    await expect(into).toHaveAttribute('aria-autocomplete', 'list');
    await page.keyboard.type('man');
    await expect(into).toHaveValue('German');
    await page.keyboard.press('Enter');
    await editorReady(page, 'Prompt');
    await promptText(page).toBe(standardPrompt({ from: 'ru', into: 'de', tone: 'informal' }));
    await into.click();
    await page.keyboard.type('Swahili');
    await expect(into, 'typing replaces the text of a field that is pressed again').toHaveValue('Swahili');
    await page.keyboard.press('Enter');
    await promptText(page).toBe(standardPrompt({ from: 'ru', into: 'sw', tone: 'informal' }));
  });
  await test.step('pressed', async () => {
    const letItCome = await hold(page, RUN);
    await page.reload({ waitUntil: 'domcontentloaded' });
    await into.click();
    letItCome();
    await page.getByRole('option', { name: 'German', exact: true }).click();
    await editorReady(page, 'Prompt');
    await promptText(page).toBe(standardPrompt({ from: 'ru', into: 'de', tone: 'informal' }));
  });
});
