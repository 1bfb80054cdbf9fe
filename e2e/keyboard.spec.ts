import { expect, type Locator, type Page } from '@playwright/test';
import { sampleSrt } from '../test/srt-sample.ts';
import { failure, refusal, stall } from '../test/stand-in-call.ts';
import { dropFile } from './drop-film.ts';
import { test } from './fixtures.ts';
import { focusedWithoutRing } from './focused-without-ring.ts';
import {
  batch,
  batches,
  button,
  giveFiles,
  keyField,
  modelSelect,
  OFTEN,
  openMenu,
  openPage,
  region,
  scrollToBatch,
  tab,
  textBox,
} from './page-actions.ts';
import { openStored, translatedFilm } from './stored-film.ts';

/** The main task from upload to download without a pointer, with a visible focus at every step. */

const MOST_STEPS = 60;

/** Presses Tab until the target has the focus, and expects a focus ring at every step. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible();
  for (let step = 0; step < MOST_STEPS; step++) {
    if (step > 0) expect(await focusedWithoutRing(page), `step ${step} to ${target}`).toBeNull();
    if (await target.evaluate((element) => (element.getRootNode() as Document | ShadowRoot).activeElement === element))
      return;
    await page.keyboard.press(key);
  }
  throw new Error(`${MOST_STEPS} times ${key} do not reach ${target}.`);
}

test('[S2.3][S2.19] the keyboard alone is enough from upload to download', async ({ page, standIn }) => {
  await openPage(page);
  await tabTo(page, button(page, 'Upload .srt'));
  const chooser = page.waitForEvent('filechooser');
  await page.keyboard.press('Enter');
  await (await chooser).setFiles({
    name: 'film.srt',
    mimeType: 'application/x-subrip',
    buffer: Buffer.from(sampleSrt(21)),
  });
  // The button moves when a file is open, and keeps the focus.
  await expect(button(page, 'Upload .srt')).toBeFocused();

  // Tab leaves both editors.
  await tabTo(page, textBox(page, 'Prompt'));
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type(' Be brief.');
  await tabTo(page, tab(page, 'openai'));
  await page.keyboard.press('ArrowRight');
  await expect(tab(page, 'anthropic')).toHaveAttribute('aria-selected', 'true');
  await tabTo(page, keyField(page));
  await page.keyboard.type('test-key');
  await expect(modelSelect(page)).toHaveText('Claude Haiku 5.5');
  await tabTo(page, modelSelect(page), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('option', { name: 'Claude Haiku 5.5' })).toBeFocused();
  expect(await focusedWithoutRing(page)).toBeNull();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(modelSelect(page)).toHaveText('Claude Haiku 4.5');
  await expect(modelSelect(page)).toBeFocused();

  standIn.behave(({ phrases }) => ('21' in phrases ? refusal('No.') : undefined));
  await tabTo(page, button(page, 'Translate'));
  await page.keyboard.press('Space');
  await expect(region(page, 'Batches').getByRole('heading')).toBeFocused();
  await expect(batches(page, 'failed')).toHaveCount(1);
  expect(standIn.calls.at(-1)).toMatchObject({ model: 'claude-haiku-4-5-20251001' });
  expect(JSON.stringify(standIn.calls.at(-1)?.body)).toContain('Be brief.');

  await tabTo(page, batch(page, 2));
  await page.keyboard.press('Enter');
  await tabTo(page, button(page, 'Fill gaps with the original'));
  await page.keyboard.press('Enter');
  await expect(batches(page, 'ok')).toHaveCount(2);
  await tabTo(page, button(page, 'Close'), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(batch(page, 2)).toBeFocused();

  await tabTo(page, button(page, 'Download'));
  const saved = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  expect((await saved).suggestedFilename()).toBe('translated.srt');
});

test('[S2.17] from the empty page to the next film the focus is never lost', async ({ page, standIn }) => {
  await openPage(page);
  const isHeld = async (step: string) => {
    // By then a button that its own command removes is gone.
    await page.waitForTimeout(150);
    // A place that is still being drawn gets the focus later on a slow computer.
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName), step).not.toBe('BODY');
  };
  const press = async (name: string | RegExp) => {
    await page.getByRole('button', { name, exact: true }).first().focus();
    await page.keyboard.press('Enter');
    await isHeld(`${name}`);
  };
  const isDone = (count: number) => expect(batches(page, 'ok')).toHaveCount(count);
  const inCommands = (name: string) =>
    page.getByRole('group', { name: 'Translation: commands' }).getByRole('button', { name, exact: true });

  await button(page, 'Upload .srt').focus();
  await giveFiles(page, 'Upload .srt', { 'film.srt': sampleSrt(100) });
  await isHeld('a film is open');
  await press('Translate');
  await keyField(page).focus();
  await page.keyboard.type('test-key');
  await isHeld('the error is gone');
  let count = 0;
  standIn.behave(({ kind }) => (kind === 'translate' && ++count > 2 ? stall('before') : undefined));
  await press('Try the first batch');
  await isDone(1);
  await press('Resume');
  await isDone(2);
  await press('Stop');
  await press('Stop now');
  standIn.behave(({ phrases }) => ('81' in phrases ? failure(400) : undefined));
  await press('Resume');
  await isDone(4);
  await press('1 failed');
  await press('Close');
  standIn.behave(() => undefined);
  await press('Retry failed');
  await isDone(5);
  await inCommands('Clear').focus();
  await page.keyboard.press('Enter');
  await isHeld('Clear');
  await press('Result');
  await press(/^Review/);
  await page.keyboard.press('ControlOrMeta+Enter');
  await isHeld('confirmed by key');
  await page.keyboard.press('Enter');
  await press('Confirm');
  await press('Undo');
  await press('JSON of batch 1');
  await press('Close');
  const saved = page.waitForEvent('download');
  await press(/^Save as/);
  await saved;
  await dropFile(page, Buffer.from(sampleSrt(30)), 'next.srt');
  await expect(button(page, 'Translate')).toBeEnabled();
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
  await press('Undo');
  await isDone(5);
});

test('[S2.19] "?" as the very first key opens the shortcuts; switched off in the demo it does nothing in its next scene, after the demo and after a reload', async ({
  page,
}) => {
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await page.goto('/');
  await button(page, 'Upload .srt').waitFor();
  await page.keyboard.press('?');
  await expect(sheet).toBeVisible();
  await page.keyboard.press('Escape');
  await button(page, 'Try the demo').click();
  await page.getByText('Demo.', { exact: true }).waitFor();
  await page.keyboard.press('?');
  await sheet.getByRole('checkbox', { name: '“?” opens this list' }).uncheck();
  await page.keyboard.press('Escape');
  const isOff = async () => {
    await page.keyboard.press('?');
    await openMenu(page, 'More');
    await expect(sheet).toHaveCount(0);
    await button(page, 'Keyboard shortcuts').click();
    await expect(sheet.getByRole('checkbox')).not.toBeChecked();
    await page.keyboard.press('Escape');
  };
  await page.getByLabel('Languages of the demo').selectOption('Russian → Portuguese');
  await isOff();
  await button(page, 'Leave the demo').click();
  await isOff();
  await page.reload();
  await button(page, 'Upload .srt').waitFor();
  await isOff();
});

test('[S2.17] the list of batches is one Tab stop, arrow keys walk through it, with one or three batches per line, and a row scrolled out of view keeps the focus', async ({
  page,
}) => {
  await openStored(
    page,
    translatedFilm(20 * 100, ({ number }) => (number === 121 ? undefined : 'Sim.')),
  );
  const press = async (key: string, number: number) => {
    await page.keyboard.press(key);
    await expect(batch(page, number)).toBeFocused();
    await expect(batch(page, number)).toBeInViewport();
    expect(await focusedWithoutRing(page)).toBeNull();
  };
  // The first failed batch; its own button is the next stop, and then Tab leaves the list.
  await expect(batch(page, 7)).toBeVisible();
  await button(page, '1 failed').focus();
  await press('Tab', 7);
  await page.keyboard.press('Tab');
  await expect(button(page, 'Retry batch 7')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(textBox(page, 'Original subtitles')).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');

  for (const { width, columns } of [
    { width: 1280, columns: 1 },
    { width: 900, columns: 3 },
  ]) {
    await page.setViewportSize({ width, height: 900 });
    // Keys follow the drawn lines, and the list redraws a moment after the window has changed.
    const topOf = async (number: number) => (await batch(page, number).boundingBox())?.y;
    await expect.poll(async () => (await topOf(7)) === (await topOf(8)), OFTEN).toBe(columns > 1);
    await batch(page, 7).focus();
    await press('ArrowDown', 7 + columns);
    await press('ArrowUp', 7);
    if (columns > 1) {
      await press('ArrowRight', 8);
      await press('ArrowLeft', 7);
    }
    await press('End', 100);
    await press('Home', 1);
    await page.keyboard.press('PageDown');
    await page.keyboard.press('PageUp');
    await expect(batch(page, 1)).toBeFocused();

    await press('ArrowDown', 1 + columns);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: `Batch ${1 + columns} of 100, OK`, exact: true })).toBeFocused();
    await button(page, 'Close').click();
    await expect(batch(page, 1 + columns)).toBeFocused();
  }

  await page.setViewportSize({ width: 1280, height: 900 });
  await batch(page, 7).focus();
  await scrollToBatch(page, 90);
  await expect(batch(page, 7)).toBeFocused();
  await expect(batch(page, 7)).not.toBeInViewport();
  await expect(batch(page, 45)).not.toBeAttached();
  const row = page.getByRole('listitem').filter({ has: batch(page, 90) });
  await expect(row).toHaveAttribute('aria-posinset', '90');
  await expect(row).toHaveAttribute('aria-setsize', '100');
  await page.keyboard.press('ArrowDown');
  await expect(batch(page, 8)).toBeFocused();
  await expect(batch(page, 8)).toBeInViewport();

  // A visible row stays visible when the window narrows and widens again.
  await page.keyboard.press('End');
  await page.keyboard.press('PageUp');
  await page.keyboard.press('PageUp');
  for (const width of [900, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(page.locator('[data-row] :focus')).toBeInViewport();
  }
});

test('[S2.17] when a focused command is disabled, its container gets the focus', async ({ page }) => {
  // An unfinished film, so that the settings are shown.
  await openStored(
    page,
    translatedFilm(41, ({ number, text }) => (number === 25 ? undefined : text)),
  );
  await button(page, 'Forget keys').focus();
  await page.keyboard.press('Enter');
  await expect(button(page, 'Forget keys')).toBeDisabled();
  await expect(region(page, 'Translation')).toBeFocused();
});
