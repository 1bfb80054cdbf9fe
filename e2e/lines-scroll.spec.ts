import { expect, type Locator, type Page } from '@playwright/test';
import { test } from './fixtures.ts';
import { batch, button, line, region, textBox } from './page-actions.ts';
import { openLines, translatedFilm } from './stored-film.ts';

/** Lines that scroll: what stays visible, what is drawn meanwhile, and that neither a press nor typing is lost. */

const grid = (page: Page) => page.getByRole('grid', { name: 'Lines' });
/** A turn of the wheel, which ends the page's own way to a row. Afterwards the list is at `to`, or further by `by`. */
const scroll = (page: Page, to: { to: number } | { by: number }) =>
  grid(page).evaluate((element, { to, by }: { to?: number; by?: number }) => {
    element.dispatchEvent(new WheelEvent('wheel', { bubbles: true }));
    element.scrollTo({ top: to ?? element.scrollTop + (by ?? 0) });
  }, to);
async function turnWheel(page: Page, px: number): Promise<void> {
  await grid(page).hover();
  await page.mouse.wheel(0, px);
}
/** virtua treats rows as scrolling for less than this long. */
const rest = (page: Page) => page.waitForTimeout(300);

/** Focuses a line in the middle of the film. */
async function goTo(page: Page, number: number): Promise<void> {
  await textBox(page, 'Go to number').fill(String(number));
  await page.keyboard.press('Enter');
  await expect(line(page, number)).toBeFocused();
  await expect(line(page, number)).toBeInViewport();
  await rest(page);
}

/** Presses the button of the 2nd batch, and scrolls before that or between press and release. */
async function pressAndScroll(page: Page, when: 'before' | 'meanwhile'): Promise<void> {
  await scroll(page, { to: 28 * 17 });
  const box = await button(page, 'JSON of batch 2').boundingBox();
  if (!box) throw new Error('JSON of batch 2 is not drawn');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  if (when === 'before') await scroll(page, { by: 3 });
  await page.mouse.down();
  if (when === 'meanwhile') await scroll(page, { by: 40 });
  await page.mouse.up();
  await expect(page.getByRole('heading', { name: /^Batch 2 of 20/ }), when).toBeVisible();
  await button(page, 'Close').click();
  await expect(page.locator('[data-number]').first()).toBeVisible();
}

test('[D14.30][D14.40] while lines scroll, a person’s press, selection and composition last, rows are drawn, and a search that would take years is stopped', async ({
  page,
}) => {
  // Line 399 would keep an expression busy for years. The rows of lines 331 to 398 are high, the last of them is higher than the grid.
  const film = translatedFilm(400, ({ number, text }) =>
    number === 399
      ? `${'a'.repeat(60)}!`
      : `PT: ${text} ${'и так далее '.repeat(number === 398 ? 300 : number > 330 ? 30 : 0)}`.trim(),
  );
  await openLines(page, film);
  await test.step('lines fill a high window before anybody scrolls, and a low one has few that are out of sight', async () => {
    const rows = page.locator('[data-number]');
    await expect.poll(() => rows.count()).toBeLessThan(28);
    await page.setViewportSize({ width: 1280, height: 1800 });
    await expect(line(page, 40)).toBeInViewport();
    await page.setViewportSize({ width: 1280, height: 900 });
  });
  await test.step('a press counts on the button on which it began, though that has moved meanwhile', () =>
    pressAndScroll(page, 'meanwhile'));

  await test.step('the heading of the top batch stays visible, and never covers a row that is opened or reached by key', async () => {
    const heading = (number: number) => page.locator(`#batch-${number - 1}`);
    await scroll(page, { to: 28 * 50 });
    await expect(line(page, 50)).toBeInViewport();
    await expect(heading(3)).toBeInViewport();
    await expect(heading(1)).toHaveCount(0);
    const bottomOf = async (row: Locator) => row.evaluate((element) => element.getBoundingClientRect().bottom);
    const topOf = async (row: Locator) => row.evaluate((element) => element.getBoundingClientRect().top);

    await line(page, 52).focus();
    for (let number = 51; number >= 44; number--) {
      await page.keyboard.press('ArrowUp');
      await expect(line(page, number)).toBeFocused();
      expect(await topOf(line(page, number))).toBeGreaterThanOrEqual((await bottomOf(heading(3))) - 1);
    }
    await button(page, 'JSON of batch 3').click();
    await expect(page.getByRole('heading', { name: /^Batch 3 of 20/ })).toBeVisible();
    await button(page, 'Close').click();

    await batch(page, 7).click();
    await expect(line(page, 121)).toBeInViewport();
    expect(await topOf(heading(7))).toBeGreaterThanOrEqual(
      (await bottomOf(page.getByRole('columnheader').first())) - 1,
    );

    for (const when of ['once', 'once more']) {
      await textBox(page, 'Go to number').fill('150');
      await page.keyboard.press('Enter');
      await expect(line(page, 150), when).toBeInViewport();
      await scroll(page, { to: 0 });
      await expect(line(page, 150)).not.toBeInViewport();
    }
  });

  await test.step('a person who scrolls on right after a jump stays there, although the rows are higher than expected', async () => {
    const button = await batch(page, 18).elementHandle();
    await grid(page).evaluate(async (grid, button) => {
      (button as HTMLElement).click();
      await new Promise(requestAnimationFrame);
      grid.dispatchEvent(new WheelEvent('wheel', { bubbles: true }));
      grid.scrollBy(0, 1_200);
      for (let frame = 0; frame < 20; frame++) await new Promise(requestAnimationFrame);
    }, button);
    await expect(page.locator('#batch-17')).toBeInViewport();
    await expect(line(page, 341)).not.toBeInViewport();
  });

  await test.step('a press counts while the rows scroll', () => pressAndScroll(page, 'before'));

  await test.step('during fast scrolling lines show their texts, and the rest of the row at the next pause', async () => {
    await turnWheel(page, 28);
    const passed = await page.getByRole('grid').evaluate(async (grid) => {
      const seen: boolean[] = [];
      // No pause comes between the steps, however slow the machine is.
      const { setTimeout: later } = window;
      const held: TimerHandler[] = [];
      window.setTimeout = ((act: TimerHandler) => held.push(act)) as unknown as typeof setTimeout;
      for (let step = 1; step <= 8; step++) {
        grid.scrollTop = step * 1_000;
        // The scrolling is handled and drawn earlier in the same frame.
        await new Promise(requestAnimationFrame);
        const { top, bottom } = grid.getBoundingClientRect();
        const inSight = [...grid.querySelectorAll('[data-number]:not([data-active])')].filter((row) => {
          const box = row.getBoundingClientRect();
          return box.top < bottom && box.bottom > top;
        });
        seen.push(
          inSight.length > 10 &&
            inSight.every((row) => row.textContent?.includes('PT:') && !row.querySelector('button')),
        );
      }
      window.setTimeout = later;
      for (const act of held) setTimeout(act);
      return seen;
    });
    expect(passed).toEqual(Array(8).fill(true));
    await expect(button(page, 'Actions for 280')).toBeVisible();
    await expect(page.locator('[role=row][data-number]:not(:has(button))')).toHaveCount(0);
  });

  // Visible rows stay in the document while rows above them are measured; otherwise a composition, a selection or a click would be lost.
  await test.step('a turn of the wheel interrupts no selection and no composition', async () => {
    await goTo(page, 200);
    await line(page, 204).getByRole('gridcell').nth(3).selectText();
    const marked = () => page.evaluate(() => getSelection()?.toString());
    const words = await line(page, 204).getByRole('gridcell').nth(3).textContent();
    expect(await marked()).toBe(words);
    await scroll(page, { by: -60 });
    await rest(page);
    await expect(line(page, 204)).toBeInViewport();
    expect(await marked()).toBe(words);

    await goTo(page, 200);
    await page.keyboard.press('Enter');
    const box = textBox(page, 'Translation of 200');
    await expect(box).toBeFocused();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('Delete');
    const method = await page.context().newCDPSession(page);
    await method.send('Input.imeSetComposition', { text: 'にほ', selectionStart: 2, selectionEnd: 2 });
    await scroll(page, { by: -120 });
    await rest(page);
    await method.send('Input.imeSetComposition', { text: 'にほん', selectionStart: 3, selectionEnd: 3 });
    await method.send('Input.insertText', { text: '日本' });
    await expect(box).toHaveValue('日本');
    await page.keyboard.press('Escape');
  });

  await test.step('a key that reaches a row higher than the grid shows its beginning', async () => {
    await goTo(page, 397);
    await page.keyboard.press('ArrowDown');
    await expect(line(page, 398)).toBeFocused();
    const topOf = async (of: Locator) => (await of.boundingBox())?.y ?? 0;
    await expect.poll(async () => (await topOf(line(page, 398))) >= (await topOf(grid(page)))).toBe(true);
    await expect(line(page, 398)).toBeInViewport();
  });

  await test.step('an expression that would take years is reported after a second, and typing continues', async () => {
    const field = page.getByRole('searchbox', { name: 'Find in lines' });
    const lines = region(page, 'Lines');
    const told = lines.getByText(/^The search was stopped after one second because it takes too long\./);
    await field.fill('(a+)');
    await page.getByLabel('Regular expression').check();
    await expect(lines.getByText('1 line', { exact: true })).toBeVisible();
    await field.fill('(a+)+$');
    const by = textBox(page, 'Replace with');
    await by.pressSequentially('typed meanwhile');
    await expect(by).toHaveValue('typed meanwhile');
    await expect(told).toBeVisible();
    await field.fill('Фраза 123$');
    await expect(told).toHaveCount(0);
    await expect(lines.getByText('1 line', { exact: true })).toBeVisible();
    await field.fill('');
  });

  await test.step('"Review" brings the first line with a problem into sight, also where "To review" is chosen already', async () => {
    const review = page.getByRole('button', { name: /^Review \d+ lines$/ });
    await review.click();
    await expect(line(page, 1)).toBeFocused();
    await expect(async () => {
      await turnWheel(page, 28 * 150);
      await expect(line(page, 1)).not.toBeInViewport({ timeout: 1_000 });
    }).toPass();
    await review.click();
    await expect(line(page, 1)).toBeFocused();
    await expect(line(page, 1)).toBeInViewport();
  });
});

const time = (ms: number): string =>
  `${new Date(ms).toISOString().slice(11, 19)},${String(ms % 1000).padStart(3, '0')}`;

test('during fast scrolling each visible row has its own line’s texts, and the open line keeps typed text', async ({
  page,
}) => {
  const long = 'A line that is longer than its column has room for, so that its row is higher than others. '.repeat(3);
  const text = (number: number) =>
    number % 7 === 0 ? `<i>Line ${number}</i>` : number % 11 === 0 ? `${long}${number}` : `Line\n${number}`;
  const film = Array.from({ length: 1_000 }, (_, index) => ({
    number: index + 1,
    time: `${time(index * 4_000)} --> ${time(index * 4_000 + 3_900)}`,
    text: `Original ${index + 1}`,
  }));
  await openLines(
    page,
    translatedFilm(film, ({ number }) => text(number)),
  );
  await line(page, 5).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type(' typed');
  // There and back in leaps, by pages and by rows.
  const steps = Array.from({ length: 36 }, (_, step) => [7_919, -2_003, 400, -400, 28, 61][step % 6] ?? 0);
  const seen = await page.getByRole('grid', { name: 'Lines' }).evaluate(async (grid, steps) => {
    const pictures: { number: number; id: string; topPx: number; words: string }[][] = [];
    for (const by of steps) {
      grid.scrollTop = (grid.scrollTop + by + grid.scrollHeight) % grid.scrollHeight;
      await new Promise((done) => setTimeout(done, 30));
      // Something of each step is drawn, however busy the machine is.
      await new Promise(requestAnimationFrame);
      const rows = [...grid.querySelectorAll<HTMLElement>('[data-number]')];
      pictures.push(
        rows.map((row) => ({
          number: Number(row.dataset.number),
          id: row.id,
          topPx: row.getBoundingClientRect().top,
          words: row.innerText.replace(/\s+/g, ' '),
        })),
      );
    }
    return pictures;
  }, steps);
  const isRight = (
    { number, id, topPx, words }: (typeof seen)[number][number],
    above?: { number: number; topPx: number },
  ) =>
    id === `line-${number}` &&
    (above === undefined || (topPx > above.topPx && number > above.number)) &&
    (number === 5 || new RegExp(`\\b${number}\\b.* Original ${number} .*\\b${number}\\b`).test(words));
  expect(seen.flatMap((rows) => rows.filter((row, place) => !isRight(row, rows[place - 1])))).toEqual([]);
  expect(new Set(seen.flat().map(({ number }) => number)).size).toBeGreaterThan(300);
  await expect(textBox(page, 'Translation of 5')).toBeFocused();
  await expect(textBox(page, 'Translation of 5')).toHaveValue('Line\n5 typed');
});
