import { expect, type Page } from '@playwright/test';
import { type Call, reply, translatedJson } from '../test/stand-in-call.ts';
import type { StandIn } from '../test/stand-in-provider.ts';
import { test } from './fixtures.ts';
import { button, line, OFTEN, textBox } from './page-actions.ts';
import { openLines, translatedFilm } from './stored-film.ts';

/** Suggestions for one line or several, beside the text; nothing changes until they are used. */

const group = (page: Page, number: number) =>
  page.getByRole('group', { name: `Suggestion for ${number}`, exact: true });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Translate again' });

/** A request for suggestions contains the instruction and the neighbouring lines. */
const isAsk = ({ body }: Call) => /these lines|present translation/.test(JSON.stringify(body));
const asks = (standIn: StandIn) => standIn.calls.filter((call) => call.kind === 'translate' && isAsk(call));

/** The stand-in suggests another text each time. */
function suggestInTurn(standIn: StandIn): void {
  standIn.behave((call) => {
    if (call.kind !== 'translate' || !isAsk(call)) return undefined;
    const count = asks(standIn).length;
    return reply(translatedJson(call, { translate: (text) => `Take ${count}: ${text}` }));
  });
}

async function goTo(page: Page, number: number): Promise<void> {
  await page.locator('[data-number]').first().focus();
  await page.keyboard.press('ControlOrMeta+g');
  await page.keyboard.type(String(number));
  await page.keyboard.press('Enter');
  await expect(line(page, number)).toBeFocused();
}

/** Requests suggestions by key for the focused line or selection. */
async function ask(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Alt+Enter');
  await button(dialog(page), name).focus();
  await page.keyboard.press('Enter');
}

test('[D10.1][D10.4][D14.44] a person gets three suggestions for a line, uses one and undoes it, by keyboard and on a phone', async ({
  page,
  standIn,
}) => {
  await openLines(page, translatedFilm(45));
  suggestInTurn(standIn);
  await goTo(page, 21);
  await page.keyboard.press('Alt+Enter');
  await expect(button(dialog(page), 'Again')).toBeFocused();
  await expect(dialog(page)).toContainText(/Translates with .* about \d+ tokens/);
  const isLineInSight = async () => {
    const [asked, about] = [await dialog(page).boundingBox(), await line(page, 21).boundingBox()];
    if (!asked || !about) return false;
    return asked.y >= about.y + about.height || asked.y + asked.height <= about.y;
  };
  await expect.poll(isLineInSight, OFTEN).toBe(true);
  await page.keyboard.press('Enter');
  await expect(group(page, 21)).toContainText('Take 1');
  const [suggested, translation] = [
    await group(page, 21).boundingBox(),
    await line(page, 21).getByRole('gridcell').nth(3).boundingBox(),
  ];
  expect(suggested?.x, 'in the Translation column').toBeGreaterThanOrEqual(translation?.x ?? Number.NaN);
  expect(suggested?.height, 'one row, with a warning below it').toBeLessThan(60);
  await expect(page.getByRole('status', { name: 'Suggestions' })).toHaveText('Suggestion for 21');
  await expect(line(page, 21)).toBeFocused();
  await expect(line(page, 21)).toHaveAttribute('data-state', 'new');

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

  await line(page, 21).focus();
  for (let step = 0; step < 2; step++) await page.keyboard.press('ArrowRight');
  await expect(button(group(page, 21), 'Use').nth(1)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(group(page, 21)).toHaveCount(0);
  await expect(line(page, 21)).toBeFocused();
  await expect(line(page, 21)).toContainText('Take 2: Фраза 21');
  await line(page, 21).focus();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(button(group(page, 21), 'Use')).toHaveCount(3);

  await test.step('on a phone they are requested and used in the line’s sheet', async () => {
    await goTo(page, 2);
    await page.setViewportSize({ width: 390, height: 800 });
    await line(page, 2).getByText('PT: Фраза 2').click();
    const sheet = page.getByRole('dialog', { name: 'Line 2' });
    await button(sheet, 'Translate again').click();
    await button(dialog(page), 'More casual').click();
    const use = button(sheet.getByRole('group', { name: 'Suggestion for 2' }), 'Use');
    await expect(use).toBeVisible();
    // The height above the on-screen keyboard.
    await page.setViewportSize({ width: 390, height: 320 });
    await expect(button(sheet, 'Confirm')).toBeInViewport({ ratio: 1 });
    await use.click();
    await expect(textBox(page, 'Translation of 2')).toHaveValue('Take 4: Фраза 2');
    await expect(textBox(page, 'Translation of 2')).toBeFocused();
    await page.keyboard.press('Escape');
  });

  await test.step('at 1024 px one of several takes two rows with its commands and warnings', async () => {
    await page.setViewportSize({ width: 1024, height: 768 });
    const long = 'Where have you been all night, and with 3 of them?';
    standIn.behave((call) =>
      call.kind === 'translate' ? reply(translatedJson(call, { translate: () => long })) : undefined,
    );
    await goTo(page, 5);
    await page.keyboard.press('Shift+ArrowDown');
    await ask(page, 'Again');
    await expect(group(page, 5)).toContainText('characters a second');
    expect((await group(page, 5).boundingBox())?.height, 'its height').toBeLessThan(64);
  });
});
