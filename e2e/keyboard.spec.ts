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
  expectModelNamed,
  giveFiles,
  keyField,
  line,
  modelSelect,
  OFTEN,
  openMenu,
  openPage,
  region,
  storeBefore,
  tab,
  textBox,
} from './page-actions.ts';

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

test('[S2.17] the focus is never lost between the empty page and the next film', async ({ page, standIn }) => {
  await openPage(page);
  const isHeld = async (after: string) => {
    // By then a button that its own command removes has disappeared.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    // A place that is still being drawn gets the focus later on a slow computer.
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.tagName), { ...OFTEN, message: after })
      .not.toBe('BODY');
  };
  let last = 'the page is open';
  const press = async (name: string | RegExp, within: Page | Locator = page) => {
    const next = within.getByRole('button', { name, exact: true }).first();
    await expect(next).toBeEnabled();
    // By now the effects of the last command are drawn.
    if (last !== 'the page is open') await isHeld(`${last}, later`);
    await next.focus();
    await page.keyboard.press('Enter');
    last = `${name}`;
    await isHeld(last);
  };
  const isDone = (count: number) => expect(batches(page, 'ok')).toHaveCount(count);

  await button(page, 'Upload .srt').focus();
  await giveFiles(page, 'Upload .srt', { 'film.srt': sampleSrt(100) });
  await isHeld('a film is open');
  await press('Translate');
  await keyField(page).focus();
  await page.keyboard.type('test-key');
  await isHeld('the error is gone');
  await expectModelNamed(page);
  let count = 0;
  standIn.behave(({ kind }) => (kind === 'translate' && ++count > 2 ? stall('before') : undefined));
  await press('Try the first batch');
  await isDone(1);
  await press('Resume');
  await isDone(2);
  await press('Stop');
  await press('Stop now');
  // A command that is disabled by its own press: its container gets the focus.
  await press('Forget keys');
  await expect(button(page, 'Forget keys')).toBeDisabled();
  await expect(region(page, 'Translation')).toBeFocused();
  await press('Undo');
  standIn.behave(({ phrases }) => ('81' in phrases ? failure(400) : undefined));
  await press('Resume');
  await isDone(4);
  await press('1 failed');
  await press('Close');
  standIn.behave(() => undefined);
  await press('Retry failed');
  await isDone(5);
  await press('Clear', page.getByRole('group', { name: 'Translation: commands' }));
  await press('Result');
  await press(/^Review/);
  await expect(line(page, 1)).toBeFocused();
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(line(page, 2)).toBeFocused();
  await isHeld('confirmed by key');
  await page.keyboard.press('Enter');
  await expect(textBox(page, 'Translation of 2')).toBeFocused();
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

test('[S2.19] "?" opens the shortcuts even as the very first key; once it is switched off it does nothing, in the demo and after a reload', async ({
  page,
}) => {
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await page.goto('/');
  await button(page, 'Upload .srt').waitFor();
  await page.keyboard.press('?');
  await expect(sheet).toBeVisible();
  await page.keyboard.press('Escape');
  await button(page, 'Try the demo').click();
  // By then the page of the demo takes keys.
  await expect(page.getByText(/Press Translate to see/)).toBeVisible();
  await page.keyboard.press('?');
  await sheet.getByRole('checkbox', { name: '“?” opens this list' }).uncheck();
  await page.keyboard.press('Escape');
  const expectOff = async () => {
    await page.keyboard.press('?');
    await openMenu(page, 'More');
    await expect(sheet).toHaveCount(0);
    await button(page, 'Keyboard shortcuts').click();
    await expect(sheet.getByRole('checkbox')).not.toBeChecked();
    await page.keyboard.press('Escape');
  };
  await page.getByLabel('Languages of the demo').selectOption('Russian → Portuguese');
  await expectOff();
  await button(page, 'Leave the demo').click();
  await page.reload();
  await button(page, 'Upload .srt').waitFor();
  await expectOff();
});

test('[S2.20] on a phone the button in the bar keeps the focus, even if focusing it is the first action on the page', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await storeBefore(page, { uploadedFile: sampleSrt(3) });
  await page.goto('/');
  const translate = region(page, 'Next step').getByRole('button');
  await expect(translate).toBeVisible();
  await translate.evaluate((element) => {
    const moves = new MutationObserver((changes) => {
      if (changes.some(({ removedNodes }) => [...removedNodes].some((node) => node.contains(element))))
        document.title = 'moved';
    });
    moves.observe(document.body, { childList: true, subtree: true });
    element.focus();
  });
  // The code that loads at the first touch has arrived.
  await expect(page.getByText(/tokens in/).first()).toBeAttached();
  await expect(translate).toBeFocused();
  await expect(page).not.toHaveTitle('moved');
});
