import { readFile } from 'node:fs/promises';
import { expect, type JSHandle, type Locator, type Page, test } from '@playwright/test';
import type { ProviderId } from '../src/providers/provider.ts';
import { setEditorText } from '../test/read-editor.ts';
import { sampleSrt } from '../test/srt-sample.ts';
import type { StandIn } from '../test/stand-in-provider.ts';

/** What people do on the page, by the names that assistive technology reads. */

/** For `expect.poll` of what comes within two seconds: by default it asks after 0.1, 0.35, 0.85 and 1.85 s, then once a second. */
export const OFTEN = { intervals: [100] };

/** Opens the page and waits until its text boxes are the loaded editor. */
export async function openPage(page: Page): Promise<void> {
  await page.goto('/');
  await unfold(page);
  await editorReady(page, 'Prompt');
}

/** On a phone prompt and settings stand in a folded section, which is drawn a moment after the window has become so narrow; elsewhere nothing folds. */
export async function unfold(page: Page): Promise<void> {
  await button(page, 'Restart').waitFor();
  if (!(await page.evaluate(() => matchMedia('(width < 45rem)').matches))) return;
  const section = page.getByRole('button', { name: /^Languages and model/ });
  await section.waitFor();
  if ((await section.getAttribute('aria-expanded')) === 'false') await section.click();
}

/** Only one tab has the work; another one says so. */
const ELSEWHERE = 'This work is open in another tab';
export const expectElsewhere = (page: Page) => expect(page.getByText(ELSEWHERE)).toBeVisible();

/** The work is on this page: its controls are drawn. */
export async function expectHere(page: Page): Promise<void> {
  await button(page, 'Restart')
    .or(page.getByRole('region', { name: 'Lines', exact: true }))
    .first()
    .waitFor();
  await expect(page.getByText(ELSEWHERE)).toHaveCount(0);
}

/** Opens a second tab, which does not get the work. */
export async function openElsewhere(page: Page): Promise<Page> {
  const other = await page.context().newPage();
  other.on('dialog', (dialog) => void dialog.accept());
  await other.goto('/');
  await expectElsewhere(other);
  return other;
}

/** Takes the work over from another tab. */
export async function continueHere(page: Page): Promise<void> {
  await page.bringToFront();
  await button(page, 'Continue here').click();
  await expectHere(page);
}

/** Opens one of the header's menus. */
export const openMenu = (page: Page, name: 'Project' | 'More') =>
  page
    .getByRole('banner')
    .locator('summary')
    .and(page.getByLabel(name, { exact: true }))
    .click();

/** What a person has stored on earlier visits; once, so that a reload finds what the page has made of it. */
export async function storeBefore(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  await page.addInitScript((entries) => {
    // In Firefox the blank page before ours has no storage.
    if (location.protocol !== 'http:' || localStorage.length > 0) return;
    for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
  }, values);
}

/** Chooses a file as soon as a person could: right after Restart the page still has the button of before, which is replaced. */
export async function upload(page: Page, text: string | Buffer, name = 'film.srt'): Promise<void> {
  await expect(button(page, 'Upload .srt')).toBeEnabled();
  const buffer = typeof text === 'string' ? Buffer.from(text) : text;
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/x-subrip', buffer });
}

/** Presses a button that asks for files and gives these by name. */
export async function giveFiles(page: Page, name: string, files: Readonly<Record<string, string | Buffer>>) {
  const chooser = page.waitForEvent('filechooser');
  await button(page, name).click();
  const given = Object.entries(files).map(([file, text]) => ({ name: file, mimeType: '', buffer: Buffer.from(text) }));
  await (await chooser).setFiles(given);
}

export const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
export const button = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true });
export const textBox = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
/** A row of Lines. */
export const line = (page: Page, number: number) => page.locator(`[data-number="${number}"]`);
export const batch = (page: Page, number: number) =>
  page.getByRole('button', { name: new RegExp(`^Batch ${number}\\b`) });
/** The rows in that state: all of them where the film is short, of a long one those near what is in sight. */
export const batches = (page: Page, state: string) => page.locator(`[data-state="${state}"]`);
export const tab = (page: Page, provider: ProviderId | 'more') =>
  page.getByRole('tab', { name: new RegExp(`^${provider}`) });
export const keyField = (page: Page) => page.getByLabel('API key', { exact: true });
export const modelSelect = (page: Page) => page.getByLabel('Model', { exact: true }).and(page.locator('button'));

/** The requests for a translation. */
export const sent = (standIn: StandIn) => standIn.calls.filter(({ kind }) => kind === 'translate');

/** First phrases of the translations that were answered in full: each stands for money spent. */
export const paidFor = (standIn: StandIn) =>
  sent(standIn)
    .filter(({ status, aborted }) => status === 200 && !aborted)
    .map(({ phrases }) => Number(Object.keys(phrases)[0]))
    .toSorted((a, b) => a - b);

/** Keeps requests of this pattern on their way until the returned function is called. */
export async function hold(page: Page, pattern: string): Promise<() => void> {
  let letCome = () => {};
  const isDue = new Promise<void>((resolve) => {
    letCome = resolve;
  });
  await page.route(pattern, async (route) => {
    await isDue;
    await route.continue();
  });
  return letCome;
}

/** Stops the run without waiting for the answers that are under way. */
export async function stopNow(page: Page): Promise<void> {
  await button(page, 'Stop').click();
  await button(page, 'Stop now').click();
}

/** The first sign of a person, at which the editor and the model list are loaded. The page must stand there already. */
export async function touch(page: Page): Promise<void> {
  await button(page, 'Upload .srt').or(button(page, 'Restart')).first().waitFor();
  await page.mouse.move(1, 1);
  await page.mouse.move(2, 2);
}

/** Waits until the loaded editor stands in place of the plain text area; it is loaded when somebody touches the page. */
export async function editorReady(page: Page, name: string): Promise<void> {
  await page.mouse.move(1, 1);
  await page.mouse.move(2, 2);
  await page.locator('.cm-content').and(textBox(page, name)).waitFor();
}

/** Puts `text` in place of what an editor holds, as soon as it is loaded. */
export async function write(page: Page, name: string, text: string): Promise<void> {
  await editorReady(page, name);
  await setEditorText(page, name, text);
}

/** Shows the provider's tab and pastes the key. */
export async function giveKey(page: Page, provider: ProviderId = 'openai', key = 'test-key'): Promise<void> {
  await tab(page, provider).click();
  await keyField(page).fill(key);
}

/** Shows the tab of the other endpoints and chooses one of them. */
export async function chooseEndpoint(page: Page, name: string): Promise<void> {
  await tab(page, 'more').click();
  await page.getByRole('combobox', { name: 'Endpoint', exact: true }).selectOption(name);
}

/** Types where a server on this computer is. */
export async function giveAddress(page: Page, address: string): Promise<void> {
  await textBox(page, 'Address').fill(address);
  await textBox(page, 'Address').press('Enter');
}

/** Opens the page with so many phrases of the sample and a key: all that a run needs. */
export async function openFilm(page: Page, count: number): Promise<void> {
  await openPage(page);
  await upload(page, sampleSrt(count));
  await giveKey(page);
}

/** The same, and presses Translate. */
export async function startRun(page: Page, count: number): Promise<void> {
  await openFilm(page, count);
  await button(page, 'Translate').click();
}

/** Presses Translate and waits until every batch is OK. */
export async function translateAll(page: Page, count: number): Promise<void> {
  await button(page, 'Translate').click();
  await expect(batches(page, 'ok')).toHaveCount(count);
}

/** Waits until so many batches are OK, as the bar above their list says, however long the film. */
export async function expectTranslated(page: Page, count: number): Promise<void> {
  const bar = page.getByRole('progressbar', { name: 'Translated batches' });
  await expect(bar).toHaveAttribute('aria-valuenow', String(count));
}

/** Presses Translate and waits until no batch is left to come; some may have failed. */
export async function translateUntilSettled(page: Page): Promise<void> {
  await button(page, 'Translate').click();
  await expect.poll(() => region(page, 'Batches').evaluate(batchesToCome)).toBe(0);
}

/** What the figures above the list leave: neither OK nor failed. Runs in the page, so that all are of one moment. */
function batchesToCome(list: Element): number {
  const bar = list.querySelector('[role=progressbar]');
  const [failed] = [...list.querySelectorAll('button')].flatMap(
    ({ textContent }) => /^(\d+) failed$/.exec(textContent ?? '')?.[1] ?? [],
  );
  return Number(bar?.ariaValueMax) - Number(bar?.ariaValueNow) - Number(failed ?? 0);
}

/** Nothing of the page is beside the screen, once it is drawn for a window that has changed its size. */
export async function expectNoSideways(page: Page, view: string): Promise<void> {
  const beside = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(beside, { message: `${view}: no horizontal scroll` }).toBeLessThanOrEqual(0);
}

/** Scrolls the list to a batch: of a long film only those near what is in sight are in the document. */
export async function scrollToBatch(page: Page, number: number): Promise<void> {
  await region(page, 'Batches')
    .getByRole('list')
    .evaluate((rows, before) => {
      const count = Number(rows.querySelector('li')?.ariaSetSize);
      rows.parentElement?.scrollTo({ top: (rows.clientHeight * before) / count });
    }, number - 1);
  await batch(page, number).scrollIntoViewIfNeeded();
}

export async function openBatch(page: Page, number: number): Promise<void> {
  await batch(page, number).click();
  await editorReady(page, 'Batch output');
}

/** The bytes that Download, or another button, saves, and the file's name. */
export async function download(
  page: Page,
  by = 'Download',
): Promise<{ readonly name: string; readonly bytes: Buffer }> {
  const saved = page.waitForEvent('download');
  await button(page, by).click();
  const file = await saved;
  const bytes = await readFile(await file.path());
  // Firefox would number the next one of the same name.
  await file.delete();
  return { name: file.suggestedFilename(), bytes };
}

/** Nothing keeps what has left the page in memory. */
export const expectLetGo = (page: Page, left: JSHandle<WeakRef<Element>>): Promise<void> =>
  expect
    .poll(async () => {
      await page.requestGC();
      return left.evaluate((reference) => reference.deref() === undefined);
    })
    .toBe(true);

/** Kept with the test's report: how long something took is not judged here (docs/reliability.md tells what was measured). */
export function noteDuration(what: string, startedAt: number, endedAt = Date.now()): void {
  test.info().annotations.push({ type: 'duration', description: `${what}: ${endedAt - startedAt} ms` });
}
