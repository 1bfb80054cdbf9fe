import { expect, type Page, type Request } from '@playwright/test';
import { failure } from '../test/stand-in-call.ts';
import { startStandIn } from '../test/stand-in-provider.ts';
import { test } from './fixtures.ts';
import { focusedWithoutRing } from './focused-without-ring.ts';
import {
  button,
  chooseEndpoint,
  editorReady,
  giveAddress,
  hold,
  keyField,
  modelSelect,
  openPage,
  unfold,
} from './page-actions.ts';

/** The list of models: when it is loaded again, what typing does, and how to browse hundreds of models. */

const option = (page: Page, name: string) => page.getByRole('option', { name, exact: true });

test('[S2.7][D5.8][D5.18] a person opens the list of models with the very first press, without any key, and walks through it with the arrow keys in any window', async ({
  page,
  standIn,
}) => {
  await page.goto('/');
  // Dispatched in the page, because Playwright's pointer event crashes Firefox here.
  await modelSelect(page).evaluate((select) => {
    const options = { bubbles: true, cancelable: true, composed: true };
    select.dispatchEvent(new PointerEvent('pointerdown', options));
    select.dispatchEvent(new MouseEvent('click', options));
  });
  await expect(page.getByRole('listbox')).toBeVisible();
  for (const [key, place] of [
    ['Home', 0],
    ['ArrowDown', 1],
    ['PageDown', 9],
    ['End', -1],
  ] as const) {
    await page.keyboard.press(key);
    await expect(options(page).nth(place)).toBeFocused();
    await expect(options(page).nth(place)).toBeInViewport();
    expect(await focusedWithoutRing(page)).toBeNull();
  }
  await page.keyboard.press('Enter');
  await expect(page.getByRole('listbox')).toBeVisible();
  await page.keyboard.press('Escape');

  const borderColour = () =>
    keyField(page).evaluate((input) =>
      getComputedStyle(input)
        .borderTopColor.match(/[\d.]+/g)
        ?.map(Number),
    );
  const [red = 0, green = 0, blue = 0] = (await borderColour()) ?? [];
  expect(red).toBeGreaterThan(Math.max(green, blue) * 2);
  standIn.behave(({ kind }) => (kind === 'models' ? failure(400) : undefined));
  await keyField(page).fill('test-key');
  await expect(keyField(page)).toHaveAttribute('aria-invalid', 'false');
  expect(await borderColour()).not.toEqual([red, green, blue]);

  await test.step('the list is loaded again when the network returns, if it failed', async () => {
    const failed = page.getByText(/list of models could not be loaded/);
    await expect(failed).toBeVisible();
    standIn.behave(() => undefined);
    for (const _ of ['failed', 'is there']) {
      await page.evaluate(() => window.dispatchEvent(new Event('online')));
      await expect(failed).toHaveCount(0);
    }
    await modelSelect(page).click();
    await expect(option(page, 'gpt-6-sol')).toBeVisible();
    expect(standIn.calls.map(({ kind }) => kind)).toEqual(['models', 'models']);
    await page.keyboard.press('Escape');
  });

  await test.step('it is in a low, an enlarged and a narrow window, moves with its button, and closes on an outside press', async () => {
    const list = page.getByRole('dialog', { name: 'Models' });
    for (const { what, viewport, letters = '100%' } of [
      { what: 'a low window', viewport: { width: 1440, height: 420 } },
      { what: 'a page enlarged to 400 %', viewport: { width: 320, height: 256 } },
      { what: 'a phone with letters of 200 %', viewport: { width: 390, height: 844 }, letters: '200%' },
    ]) {
      await page.setViewportSize(viewport);
      await page.evaluate((fontSize) => Object.assign(document.documentElement.style, { fontSize }), letters);
      await unfold(page);
      const expectInWindow = () =>
        expect
          .poll(
            () =>
              list.evaluate((element) => {
                const { top, bottom, left, right, height } = element.getBoundingClientRect();
                return Math.min(top, left) >= 0 && bottom <= innerHeight && right <= innerWidth && height >= 100;
              }),
            what,
          )
          .toBe(true);
      for (const block of ['start', 'end'] as const) {
        await modelSelect(page).evaluate((button, block) => button.scrollIntoView({ block }), block);
        await modelSelect(page).focus();
        await page.keyboard.press('Enter');
        await expect(options(page).first()).toBeAttached();
        await expectInWindow();
        await page.evaluate(() => window.scrollBy(0, 50));
        await expectInWindow();
        await page.keyboard.press('Escape');
        await expect(list, what).toHaveCount(0);
        await expect(modelSelect(page)).toBeFocused();
      }
      await page.keyboard.press('Enter');
      await expect(list, what).toBeVisible();
      await page.mouse.click(2, 2);
      await expect(list, what).toHaveCount(0);
      await expect(modelSelect(page)).toBeFocused();
    }
  });
});

const filter = (page: Page) => page.getByRole('searchbox', { name: 'Filter models' });
const options = (page: Page) => page.getByRole('listbox').getByRole('option');
const group = (page: Page, name: string) => page.getByRole('group', { name, exact: true });

/** A local server with this many models. */
const startServer = (count: number) =>
  startStandIn({
    isKeyValid: () => true,
    models: { openai: Array.from({ length: count }, (_, index) => ({ id: `model-${1_000 + index}` })) },
  });

test.describe('with hundreds of models', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('[D5.18] the list stays in the window and its heading visible, on a wide screen and under a finger', async ({
    page,
  }) => {
    const server = await startServer(400);
    await openPage(page);
    await chooseEndpoint(page, 'Another address');
    await giveAddress(page, server.origin);
    const box = (locator: ReturnType<typeof option>) =>
      locator.evaluate((element) => {
        const { top, bottom, left, right, height } = element.getBoundingClientRect();
        return { top, bottom, left, right, height };
      });
    const list = () => box(page.getByRole('listbox'));
    const heading = () => box(group(page, 'Local server').locator('> :first-child'));
    for (const [width, height, chosen] of [
      [390, 844, 'model-1399'],
      [1440, 900, 'model-1398'],
    ] as const) {
      await page.setViewportSize({ width, height });
      await expect(modelSelect(page)).toHaveText(/^model-/);
      await modelSelect(page).click();
      await expect(page.getByRole('listbox')).toBeVisible();
      await expect(option(page, 'model-1200')).not.toBeInViewport();
      await option(page, 'model-1200').scrollIntoViewIfNeeded();
      expect((await heading()).top).toBeCloseTo((await list()).top, 0);

      // The heading never covers the focus, not even on the way up.
      await option(page, 'model-1200').focus();
      for (let press = 0; press < 30; press++) await page.keyboard.press('ArrowUp');
      await expect(option(page, 'model-1170')).toBeFocused();
      expect((await box(option(page, 'model-1170'))).top).toBeGreaterThanOrEqual((await heading()).bottom);

      const { top, bottom, left, right } = await box(page.getByRole('dialog', { name: 'Models' }));
      expect(Math.min(top, left)).toBeGreaterThanOrEqual(0);
      expect(bottom).toBeLessThanOrEqual(height);
      expect(right).toBeLessThanOrEqual(width);
      if (width < 400) {
        expect((await box(option(page, 'model-1170'))).height).toBeGreaterThanOrEqual(44);
        expect((await box(filter(page))).height).toBeGreaterThanOrEqual(44);
      }

      await filter(page).fill(chosen.slice(-4));
      await expect(options(page).filter({ hasNotText: 'Add API Key' })).toHaveText([chosen]);
      await option(page, chosen).click();
      await expect(modelSelect(page)).toHaveText(chosen);
      await expect(keyField(page)).toBeVisible();
    }
    await server.close();
  });
});

test('[D5.18] the list does not open over text typed elsewhere while its code was loading', async ({ page }) => {
  const requests: Request[] = [];
  page.on('request', (request) => void (request.url().includes('/js/async/') && requests.push(request)));
  // Held from the start: otherwise the list could load with the press, and open.
  const letThrough = await hold(page, '**/js/async/**');
  await page.goto('/');
  await button(page, 'Restart').waitFor();
  await modelSelect(page).click();
  await expect.poll(() => requests.length).toBeGreaterThan(0);
  await expect(modelSelect(page)).toHaveAttribute('aria-expanded', 'false');
  await keyField(page).click();
  await page.keyboard.type('sk-');
  letThrough();
  await editorReady(page, 'Prompt');
  for (const request of requests) await (await request.response())?.finished();
  await page.keyboard.type('secret');
  await expect(keyField(page)).toHaveValue('sk-secret');
  await expect(page.getByRole('dialog', { name: 'Models' })).toHaveCount(0);
  await modelSelect(page).click();
  await expect(filter(page)).toHaveValue('');
  await expect(page.locator('[aria-haspopup=dialog][aria-expanded=true]')).toHaveText(/\S/);
});
