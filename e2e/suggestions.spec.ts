import { expect, type Page } from '@playwright/test';
import { sampleSrt } from '../test/srt-sample.ts';
import { type Call, reply, translatedJson, wrongKey } from '../test/stand-in-call.ts';
import type { StandIn } from '../test/stand-in-provider.ts';
import { stored } from './everything-stored.ts';
import { test } from './fixtures.ts';
import { button, download, expectTranslated, giveKey, openPage, textBox, upload } from './page-actions.ts';

/** One line again, or some: suggestions beside the text, which change nothing until they are used. */

const line = (page: Page, number: number) => page.locator(`[data-number="${number}"]`);
const group = (page: Page, number: number) =>
  page.getByRole('group', { name: `Suggestion for ${number}`, exact: true });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Translate again' });
const result = async (page: Page) => (await download(page)).bytes.toString();

/** A request for suggestions says what is wished for, and has the neighbours of its lines. */
const isAsk = ({ body }: Call) => /these lines|present translation/.test(JSON.stringify(body));
const asks = (standIn: StandIn) => standIn.calls.filter((call) => call.kind === 'translate' && isAsk(call));

/** The stand-in says something else each time it is asked for lines. */
function suggestInTurn(standIn: StandIn): void {
  standIn.behave((call) => {
    if (call.kind !== 'translate' || !isAsk(call)) return undefined;
    const count = asks(standIn).length;
    return reply(translatedJson(call, { translate: (text) => `Take ${count}: ${text}` }));
  });
}

async function translated(page: Page, count = 45): Promise<void> {
  await openPage(page);
  await upload(page, sampleSrt(count));
  await giveKey(page);
  await button(page, 'Translate').click();
  await expectTranslated(page, Math.ceil(count / 20));
  await page.getByRole('radio', { name: 'Lines' }).check();
  await expect(line(page, 1)).toContainText('PT:');
}

async function goTo(page: Page, number: number): Promise<void> {
  await page.locator('[data-number]').first().focus();
  await page.keyboard.press('ControlOrMeta+g');
  await page.keyboard.type(String(number));
  await page.keyboard.press('Enter');
  await expect(line(page, number)).toBeFocused();
}

/** Asks for the line or the selection that has the focus, by keyboard. */
async function ask(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Alt+Enter');
  await button(dialog(page), name).focus();
  await page.keyboard.press('Enter');
}

test('[D10.1][D10.4][D10.7] one line by keyboard alone: three suggestions side by side, used, undone, and there after a reload', async ({
  page,
  standIn,
}) => {
  await translated(page);
  suggestInTurn(standIn);
  await goTo(page, 21);
  await page.keyboard.press('Alt+Enter');
  await expect(button(dialog(page), 'Again')).toBeFocused();
  await expect(dialog(page)).toContainText(/Translates with .* about \d+ tokens/);
  await page.keyboard.press('Enter');
  await expect(group(page, 21)).toContainText('Take 1');
  await expect(page.getByRole('status', { name: 'Suggestions' })).toHaveText('Suggestion for 21');
  await expect(line(page, 21)).toBeFocused();
  await expect(line(page, 21)).toHaveAttribute('data-state', 'new');
  expect(await result(page)).not.toContain('Take');

  await line(page, 21).focus();
  await ask(page, 'More formal');
  await expect(group(page, 21)).toContainText('Take 2');
  await button(group(page, 21), 'Again').click();
  await expect(button(group(page, 21), 'Use')).toHaveCount(3);
  const { phrases, body } = asks(standIn)[2] ?? { phrases: {}, body: '' };
  expect(phrases).toEqual({ 21: 'Фраза 21' });
  for (const part of ['more formally', 'Take 1: ', 'PT: Фраза 18', 'PT: Фраза 24']) {
    expect(JSON.stringify(body)).toContain(part);
  }

  await expect.poll(() => stored(page, 'sessionExtras')).toContain('Take 3');
  await page.reload();
  // Back at the line.
  await expect(button(group(page, 21), 'Use')).toHaveCount(3);
  await line(page, 21).focus();
  for (let step = 0; step < 2; step++) await page.keyboard.press('ArrowRight');
  await expect(button(group(page, 21), 'Use').nth(1)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(group(page, 21)).toHaveCount(0);
  await expect(line(page, 21)).toBeFocused();
  expect(await result(page)).toContain('\nTake 2: Фраза 21\n');
  await line(page, 21).focus();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(button(group(page, 21), 'Use')).toHaveCount(3);
  expect(await result(page)).not.toContain('Take');
});

test('[D10.4] a selection of seven: asked for at once, used at once, undone at once', async ({ page, standIn }) => {
  await translated(page);
  suggestInTurn(standIn);
  await line(page, 3).focus();
  for (let count = 0; count < 6; count++) await page.keyboard.press('Shift+ArrowDown');
  await expect(page.getByText('7 lines selected')).toBeVisible();
  await button(page, 'Translate again').click();
  await textBox(page, 'Tell the model').fill('She is a woman.');
  await page.keyboard.press('Enter');
  await button(page, 'Use all 7').click();
  await expect(page.getByRole('group', { name: /^Suggestion for/ })).toHaveCount(0);
  const [call] = asks(standIn);
  expect(Object.keys(call?.phrases ?? {})).toEqual(['3', '4', '5', '6', '7', '8', '9']);
  expect(JSON.stringify(call?.body)).toContain('She is a woman.');
  expect((await result(page)).match(/Take 1/g)).toHaveLength(7);
  await button(page, 'Undo').click();
  await expect(button(page, 'Use all 7')).toBeEnabled();
  expect(await result(page)).not.toContain('Take');
});

test('one after the other is used or kept, by key', async ({ page, standIn }) => {
  await translated(page);
  suggestInTurn(standIn);
  await line(page, 3).focus();
  for (let count = 0; count < 2; count++) await page.keyboard.press('Shift+ArrowDown');
  await ask(page, 'Again');
  await expect(button(page, 'Use all 3')).toBeEnabled();
  await line(page, 3).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(button(group(page, 4), 'Use')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(button(group(page, 4), 'Keep mine')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(button(group(page, 5), 'Use')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('group', { name: /^Suggestion for/ })).toHaveCount(0);
  expect((await result(page)).match(/Take 1: Фраза \d/g)).toEqual(['Take 1: Фраза 3', 'Take 1: Фраза 5']);
});

test('[D10.5] the suspects are repaired in one request, told before, and used at once', async ({ page, standIn }) => {
  const suspects = [4, 5, 30, 44];
  standIn.behave((call) => {
    if (call.kind !== 'translate') return undefined;
    const sentence = (number: string) => `Esta é a frase ${number}.`;
    const entries = Object.entries(call.phrases).map(([number, text]) => {
      const isLeft = !isAsk(call) && suspects.includes(Number(number));
      return [number, isLeft ? text : sentence(number)];
    });
    return reply(JSON.stringify(Object.fromEntries(entries)));
  });
  await openPage(page);
  await upload(
    page,
    sampleSrt(45)
      .replaceAll(/Фраза (\d+)/g, 'Это фраза $1.')
      .replaceAll(/(\d\d),000$/gm, '$1,900'),
  );
  await giveKey(page);
  await button(page, 'Translate').click();
  await expectTranslated(page, 3);
  await page.getByRole('radio', { name: 'Lines' }).check();
  await button(page, 'Repair the suspects (4)').click();
  const asking = page.getByRole('dialog', { name: 'Repair the suspects' });
  await expect(asking).toContainText(/4 lines are .*1 request, about \d+ tokens/);
  expect(asks(standIn)).toHaveLength(0);
  await page.keyboard.press('Enter');
  await button(page, 'Use all 4').click();
  expect(asks(standIn).map(({ phrases }) => Object.keys(phrases))).toEqual([suspects.map(String)]);
  await expect(page.getByRole('button', { name: /^Repair the suspects/ })).toHaveCount(0);
  expect(await result(page)).toContain('\nEsta é a frase 44.\n');
});

test('[D10.3] offline it is told, and comes by itself; what is refused is told in the row', async ({
  page,
  standIn,
}) => {
  await translated(page);
  suggestInTurn(standIn);
  await page.context().setOffline(true);
  await line(page, 2).focus();
  await page.keyboard.press('Alt+Enter');
  await expect(dialog(page).getByRole('note')).toContainText('You are offline.');
  await page.keyboard.press('Enter');
  await expect(line(page, 2)).toContainText('You are offline.');
  await page.context().setOffline(false);
  await expect(group(page, 2)).toContainText('Take 1');

  standIn.behave((call) => (isAsk(call) ? wrongKey('Not this key.') : undefined));
  await line(page, 3).focus();
  await ask(page, 'Shorter');
  await expect(group(page, 3)).toContainText('Not this key.');
  await expect(line(page, 3)).toHaveAttribute('data-state', 'new');
  await expect(page.getByRole('status', { name: 'Suggestions' })).toHaveText(/^No suggestion for 3\./);
  expect(await result(page)).toContain('\nPT: Фраза 3\n');
});

test('[D10.7] a tab that follows is told that it cannot ask', async ({ page, standIn }) => {
  await translated(page);
  const other = await page.context().newPage();
  await other.goto('/');
  await line(other, 2).focus();
  await other.keyboard.press('Alt+Enter');
  await expect(dialog(other).getByRole('note')).toContainText('Another tab holds this work');
  await expect(button(dialog(other), 'Again')).toBeDisabled();
  await other.keyboard.press('Escape');
  suggestInTurn(standIn);
  await page.bringToFront();
  await line(page, 2).focus();
  await ask(page, 'Again');
  await expect(group(other, 2)).toContainText('Take 1');
  await expect(button(group(other, 2), 'Use')).toBeDisabled();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 800 } });

  test('a line is asked for and replaced in its sheet', async ({ page, standIn }) => {
    await translated(page);
    suggestInTurn(standIn);
    await line(page, 2).getByText('PT: Фраза 2').click();
    const sheet = page.getByRole('dialog', { name: 'Line 2' });
    await button(sheet, 'Translate again').click();
    await button(dialog(page), 'More casual').click();
    const use = button(sheet.getByRole('group', { name: 'Suggestion for 2' }), 'Use');
    await expect(use).toBeVisible();
    // What the keyboard on the screen leaves.
    await page.setViewportSize({ width: 390, height: 320 });
    await expect(button(sheet, 'Confirm')).toBeInViewport({ ratio: 1 });
    await use.click();
    await expect(textBox(page, 'Translation of 2')).toHaveValue('Take 1: Фраза 2');
    await expect(textBox(page, 'Translation of 2')).toBeFocused();
  });
});
