import { readFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { expect, type JSHandle, type Locator, type Page, test } from '@playwright/test';
import type { ProviderId } from '../src/providers/endpoints.ts';
import { setEditorText } from '../test/read-editor.ts';
import { sampleSrt } from '../test/srt-sample.ts';
import type { StandIn } from '../test/stand-in-provider.ts';

/** Actions of a person on the page, by accessible names. */

/** For `expect.poll` about things that happen within two seconds: its default asks after 0.1, 0.35, 0.85 and 1.85 s, then once a second. */
export const OFTEN = { intervals: [100] };

/** What `read` returns once it returns the same twice, a moment apart: what is still drawn must not look like something that moves later. */
export async function atRest<Value>(read: () => Promise<Value>): Promise<Value> {
  let last = await read();
  const isSame = async () => {
    const before = last;
    last = await read();
    return isDeepStrictEqual(before, last);
  };
  await expect.poll(isSame, OFTEN).toBe(true);
  return last;
}

export async function openPage(page: Page): Promise<void> {
  await page.goto('/');
  await unfold(page);
  await editorReady(page, 'Prompt');
}

/** On a phone prompt and settings are folded a moment after the window has become narrow; elsewhere nothing folds. */
export async function unfold(page: Page): Promise<void> {
  await button(page, 'Restart').waitFor();
  if (!(await page.evaluate(() => matchMedia('(width < 45rem)').matches))) return;
  const section = page.getByRole('button', { name: /^Languages and model/ });
  await section.waitFor();
  if ((await section.getAttribute('aria-expanded')) === 'false') await section.click();
}

/** The notice in a tab without the work. */
const ELSEWHERE = 'This work is open in another tab';
export const expectElsewhere = (page: Page) => expect(page.getByText(ELSEWHERE)).toBeVisible();

/** This page has the work. */
export async function expectHere(page: Page): Promise<void> {
  await button(page, 'Restart')
    .or(page.getByRole('region', { name: 'Lines', exact: true }))
    .first()
    .waitFor();
  await expect(page.getByText(ELSEWHERE)).toHaveCount(0);
}

export async function openElsewhere(page: Page): Promise<Page> {
  const other = await page.context().newPage();
  other.on('dialog', (dialog) => void dialog.accept());
  await other.goto('/');
  await expectElsewhere(other);
  // The sentence comes before the code of its buttons.
  await button(other, 'Continue here').waitFor();
  return other;
}

export async function continueHere(page: Page): Promise<void> {
  await page.bringToFront();
  await button(page, 'Continue here').click();
  await expectHere(page);
}

export const openMenu = (page: Page, name: 'Project' | 'More') =>
  page
    .getByRole('banner')
    .locator('summary')
    .and(page.getByLabel(name, { exact: true }))
    .click();

/** Stores values as if from earlier visits; only once, so that a reload finds the page's own changes. */
export async function storeBefore(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  await page.addInitScript((entries) => {
    // In Firefox the initial blank page has no storage.
    if (location.protocol !== 'http:' || localStorage.length > 0) return;
    for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
  }, values);
}

/** Chooses a file through the button of the present page; right after Restart the old button is still there. */
export async function upload(page: Page, text: string | Buffer, name = 'film.srt'): Promise<void> {
  await expect(button(page, 'Upload .srt')).toBeEnabled();
  const buffer = typeof text === 'string' ? Buffer.from(text) : text;
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/x-subrip', buffer });
}

/** Presses a button that asks for files, and chooses these. */
export async function giveFiles(page: Page, name: string, files: Readonly<Record<string, string | Buffer>>) {
  const chooser = page.waitForEvent('filechooser');
  await button(page, name).click();
  const given = Object.entries(files).map(([file, text]) => ({ name: file, mimeType: '', buffer: Buffer.from(text) }));
  await (await chooser).setFiles(given);
}

export const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
export const button = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true });
export const textBox = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
export const line = (page: Page, number: number) => page.locator(`[data-number="${number}"]`);
export const batch = (page: Page, number: number) =>
  page.getByRole('button', { name: new RegExp(`^Batch ${number}\\b`) });
/** The rows in that state; of a long film only those near the visible part. */
export const batches = (page: Page, state: string) => page.locator(`[data-state="${state}"]`);
export const tab = (page: Page, provider: ProviderId | 'more') =>
  page.getByRole('tab', { name: new RegExp(`^${provider}`) });
export const keyField = (page: Page) => page.getByLabel('API key', { exact: true });
export const modelSelect = (page: Page) => page.getByLabel('Model', { exact: true }).and(page.locator('button'));

export const sent = (standIn: StandIn) => standIn.calls.filter(({ kind }) => kind === 'translate');

/** The first phrases of the fully answered translations, each of which costs money. */
export const paidFor = (standIn: StandIn) =>
  sent(standIn)
    .filter(({ status, aborted }) => status === 200 && !aborted)
    .map(({ phrases }) => Number(Object.keys(phrases)[0]))
    .toSorted((a, b) => a - b);

/** Holds matching requests until the returned function is called. */
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

/** Stops the run without waiting for pending answers. */
export async function stopNow(page: Page): Promise<void> {
  await button(page, 'Stop').click();
  await button(page, 'Stop now').click();
}

/** The first touch, which loads the editor and the model list. The page must be open already. */
export async function touch(page: Page): Promise<void> {
  await button(page, 'Upload .srt').or(button(page, 'Restart')).first().waitFor();
  await movePointer(page);
}

async function movePointer(page: Page): Promise<void> {
  await page.mouse.move(1, 1);
  await page.mouse.move(2, 2);
}

/** Waits until the editor has replaced the plain text area. A touch loads it, but not one that comes before the page listens. */
export async function editorReady(page: Page, name: string): Promise<void> {
  const editor = page.locator('.cm-content').and(textBox(page, name));
  const isReady = async () => {
    await movePointer(page);
    return editor.isVisible();
  };
  await expect.poll(isReady, OFTEN).toBe(true);
}

/** Replaces an editor's text as soon as it is loaded. */
export async function write(page: Page, name: string, text: string): Promise<void> {
  await editorReady(page, name);
  await setEditorText(page, name, text);
}

export async function giveKey(page: Page, provider: ProviderId = 'openai', key = 'test-key'): Promise<void> {
  await tab(page, provider).click();
  await keyField(page).fill(key);
}

export async function chooseEndpoint(page: Page, name: string): Promise<void> {
  await tab(page, 'more').click();
  await page.getByRole('combobox', { name: 'Endpoint', exact: true }).selectOption(name);
}

/** Types the address of a local server. */
export async function giveAddress(page: Page, address: string): Promise<void> {
  await textBox(page, 'Address').fill(address);
  await textBox(page, 'Address').press('Enter');
}

/** The page names the model that it would use. A press on Translate before that may lead to a question, if the list of models is slow (D9.31). */
export const expectModelNamed = (page: Page) => expect(page.locator('#model-in-use')).toHaveText(/^Translates with /);

export async function pressTranslate(page: Page, name = 'Translate'): Promise<void> {
  await expectModelNamed(page);
  await button(page, name).click();
}

/** Opens the page with `count` phrases of the sample and a key: everything that a run needs. */
export async function openFilm(page: Page, count: number): Promise<void> {
  await openPage(page);
  await upload(page, sampleSrt(count));
  await giveKey(page);
}

/** The same, and presses Translate. */
export async function startRun(page: Page, count: number): Promise<void> {
  await openFilm(page, count);
  await pressTranslate(page);
}

export async function translateAll(page: Page, count: number): Promise<void> {
  await pressTranslate(page);
  await expect(batches(page, 'ok')).toHaveCount(count);
}

/** Runs the demo's first scenes, which wait for Translate. */
export async function playDemo(page: Page): Promise<void> {
  await button(page, 'Try the demo').click();
  await expect(page.getByText(/Press Translate to see/)).toBeVisible();
  await button(page, 'Translate').click();
}

/** Waits until the bar above the list says that so many batches are OK. */
export async function expectTranslated(page: Page, count: number): Promise<void> {
  const bar = page.getByRole('progressbar', { name: 'Translated batches' });
  await expect(bar).toHaveAttribute('aria-valuenow', String(count));
}

/** Presses Translate and waits until every batch is OK or failed. */
export async function translateUntilSettled(page: Page): Promise<void> {
  await pressTranslate(page);
  await expect.poll(() => region(page, 'Batches').evaluate(batchesToCome)).toBe(0);
}

/** How many batches are neither OK nor failed. It runs in the page, so that all numbers are from the same moment. */
function batchesToCome(list: Element): number {
  const bar = list.querySelector('[role=progressbar]');
  const [failed] = [...list.querySelectorAll('button')].flatMap(
    ({ textContent }) => /^(\d+) failed$/.exec(textContent ?? '')?.[1] ?? [],
  );
  return Number(bar?.ariaValueMax) - Number(bar?.ariaValueNow) - Number(failed ?? 0);
}

/** Nothing is wider than the window, once the page is drawn for its new size. */
export async function expectNoSideways(page: Page, view: string): Promise<void> {
  const beside = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(beside, { message: `${view}: no horizontal scroll` }).toBeLessThanOrEqual(0);
}

/**
 * Scrolls the list to a batch. Of a long film the document has only those near the visible part, and after a change of the window's width the list
 * is drawn again at other places.
 */
export async function scrollToBatch(page: Page, number: number): Promise<void> {
  const bringIntoSight = () =>
    region(page, 'Batches')
      .getByRole('list')
      .evaluate((rows, before) => {
        const row = rows.querySelector(`[data-row="${before}"]`);
        const count = Number(rows.querySelector('li')?.ariaSetSize);
        if (row) row.scrollIntoView({ block: 'nearest' });
        else rows.parentElement?.scrollTo({ top: (rows.clientHeight * before) / count });
        return row !== null;
      }, number - 1);
  await expect.poll(bringIntoSight, OFTEN).toBe(true);
  await expect(batch(page, number)).toBeInViewport();
}

export async function openBatch(page: Page, number: number): Promise<void> {
  await batch(page, number).click();
  await editorReady(page, 'Batch output');
}

/** The bytes and the name of the file that Download, or another button, saves. */
export async function download(
  page: Page,
  by = 'Download',
): Promise<{ readonly name: string; readonly bytes: Buffer }> {
  const saved = page.waitForEvent('download');
  await button(page, by).click();
  const file = await saved;
  const bytes = await readFile(await file.path());
  // Otherwise Firefox would number the next file of this name.
  await file.delete();
  return { name: file.suggestedFilename(), bytes };
}

/** A removed element is garbage-collected. */
export const expectLetGo = (page: Page, left: JSHandle<WeakRef<Element>>): Promise<void> =>
  expect
    .poll(async () => {
      await page.requestGC();
      return left.evaluate((reference) => reference.deref() === undefined);
    })
    .toBe(true);

/** Records a duration in the test's report. No test judges it; docs/reliability.md has the measurements. */
export function noteDuration(what: string, startedAt: number, endedAt = Date.now()): void {
  test.info().annotations.push({ type: 'duration', description: `${what}: ${endedAt - startedAt} ms` });
}
