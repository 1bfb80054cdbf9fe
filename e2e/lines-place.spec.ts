import { expect, type Locator } from '@playwright/test';
import { resultsOf } from '../src/engine/batch.ts';
import type { Work } from '../src/film/film.ts';
import { batchesOf } from '../test/batches.ts';
import { dropFile, dropFilm } from './drop-film.ts';
import { test } from './fixtures.ts';
import { atRest, button, expectNoSideways, line, region, textBox } from './page-actions.ts';
import { rowsInSight } from './rows-in-sight.ts';
import { openLines, translatedFilm } from './stored-film.ts';

/** The view of lines as a place to work for hours: how much is visible, and where the person is. */

const textOf = (number: number): string =>
  number % 2 === 1 ? 'Où vas-tu ?' : 'Je te l’ai dit mille fois :\nne viens plus jamais ici.';
const time = (ms: number): string =>
  `${new Date(ms).toISOString().slice(11, 19)},${String(ms % 1000).padStart(3, '0')}`;
const FILM = Array.from({ length: 100 }, (_, index) => ({
  number: index + 1,
  time: `${time(index * 4_000)} --> ${time(index * 4_000 + 3_900)}`,
  text: index % 2 === 0 ? 'Where are you going?' : 'I have told you a thousand times\nnot to come here.',
})).with(56, {
  number: 57,
  time: `${time(224_000)} --> ${time(227_900)}`,
  text: 'Give me the keys of the car.',
});

/** Line 57 stays untranslated, and a speaker's name was removed from it. */
function usualFilm(): Work {
  const film = translatedFilm(FILM, ({ number, text }) => (number === 57 ? text : textOf(number)));
  return { ...film, batches: batchesOf(resultsOf(film), [{}, {}, { namesTaken: [57] }]) };
}

const boxOf = async (part: Locator) => {
  const box = await part.boundingBox();
  if (!box) throw new Error('It is not drawn');
  return { ...box, bottom: box.y + box.height };
};

test('[D14.21][D14.23][D14.25][D15.54][S2.19] a person sees enough rows of Lines in each window, with a video too, and neither the tools nor a jump hide a row', async ({
  page,
}) => {
  const sizes = [
    [1440, 900, 18, 13],
    [1024, 768, 12, 8],
    [768, 1024, 12, 12],
    [390, 844, 6, 4],
  ] as const;
  await page.setViewportSize({ width: 1440, height: 900 });
  await openLines(page, usualFilm());
  const expectRows = async (withVideo: boolean) => {
    for (const [width, height, least, leastWithVideo] of withVideo ? sizes : [sizes[0], sizes[3]]) {
      await page.setViewportSize({ width, height });
      const view = `${width} × ${height}${withVideo ? ' with a video' : ''}`;
      await expect.poll(() => rowsInSight(page), view).toBeGreaterThanOrEqual(withVideo ? leastWithVideo : least);
      expect(await page.evaluate(() => scrollY), view).toBe(0);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  };
  const field = page.getByRole('searchbox', { name: 'Find in lines' });
  const goTo = async (number: number) => {
    await page.locator('[data-number]').first().focus();
    await page.keyboard.press('ControlOrMeta+g');
    await page.keyboard.type(String(number));
    await page.keyboard.press('Enter');
    await expect(line(page, number)).toBeFocused();
  };
  await test.step('enough rows, with a video too', async () => {
    await expectRows(false);
    await dropFilm(page);
    await expectRows(true);
    await goTo(57);
    const mark = line(page, 57).getByTitle('A speaker’s name was removed').locator('svg').last();
    const right = async () => (await boxOf(mark)).x + (await boxOf(mark)).width;
    const menu = async () => (await boxOf(button(page, 'Actions for 57'))).x;
    await expect.poll(async () => (await right()) <= (await menu()), 'the marks of a line').toBe(true);
    await goTo(1);
    await button(page, 'Close the film').click();
  });
  const panel = region(page, 'Lines');
  const grid = page.getByRole('grid', { name: 'Lines' });
  const heightOf = async (part: Locator) => (await boxOf(part)).height;
  await test.step('the bars take 200 px, a row 34 px', async () => {
    await expect.poll(() => heightOf(grid), 'of the grid').toBeGreaterThanOrEqual(900 - 200);
    for (const number of [1, 2]) await expect.poll(() => heightOf(line(page, number))).toBeLessThanOrEqual(34);
    const commands = page.getByRole('group', { name: 'Lines: commands' });
    await expect(commands.getByRole('button', { name: /^(Clear|Restart)$/ })).toHaveCount(0);
    expect(await heightOf(commands)).toBeLessThanOrEqual(48);
  });

  await test.step('nothing overlaps in a low window', async () => {
    await page.setViewportSize({ width: 720, height: 390 });
    await page.evaluate(() => scrollTo(0, 0));
    for (const control of ['Undo', 'Redo']) {
      const part = panel.getByRole('button', { name: control, exact: true });
      await part.scrollIntoViewIfNeeded();
      const isOnTop = () =>
        part.evaluate((element) => {
          const { left, top, width, height } = element.getBoundingClientRect();
          return [top + 1, top + height / 2, top + height - 2].every((y) =>
            element.contains(document.elementFromPoint(left + width / 2, y)),
          );
        });
      await expect.poll(isOnTop, control).toBe(true);
    }
    const top = (await boxOf(grid)).y;
    for (const part of [panel.getByText('View options'), panel.getByText('Find and replace')]) {
      expect((await boxOf(part)).bottom).toBeLessThanOrEqual(top);
    }
  });

  await test.step('a line’s marks and its menu are side by side in a small window and beside a video; Find is folded, and its key opens it', async () => {
    const mark = line(page, 57).getByTitle('A speaker’s name was removed').locator('svg');
    const right = async (part: Locator) => (await boxOf(part)).x + (await boxOf(part)).width;
    const expectApart = async () => {
      await goTo(57);
      await expect(mark).toHaveCount(2);
      await expect.poll(async () => (await right(mark.first())) < (await boxOf(mark.last())).x).toBe(true);
      const menu = async () => (await boxOf(button(page, 'Actions for 57'))).x;
      await expect.poll(async () => (await right(mark.last())) <= (await menu())).toBe(true);
    };
    await page.setViewportSize({ width: 768, height: 1024 });
    await expect(field).toBeHidden();
    await expectApart();
    await page.keyboard.press('ControlOrMeta+f');
    await expect(field).toBeFocused();
    await page.keyboard.type('keys');
    await page.keyboard.press('Enter');
    await expect(line(page, 57).locator('mark')).toHaveText(['keys', 'keys']);
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 1440, height: 900 });
    await expectApart();
    await goTo(1);
  });

  await test.step('the fields of Find and Replace are wide enough to read, and each button is beside its field', async () => {
    const [field, press] = [textBox(page, 'Replace with'), button(page, 'Replace')];
    for (const width of [1040, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await line(page, 1).focus();
      await page.keyboard.press('ControlOrMeta+h');
      await field.fill('of the last words');
      const hidden = () => field.evaluate((input) => input.scrollWidth - input.clientWidth);
      await expect.poll(hidden, `${width} px`).toBeLessThanOrEqual(0);
      await expectNoSideways(page, `Find, ${width} px`);
      if (width < 1000) continue;
      const [box, beside] = [await boxOf(field), await boxOf(press)];
      expect(beside.y, `${width} px`).toBe(box.y);
      expect(beside.x - box.x - box.width, `${width} px`).toBeLessThan(20);
    }
    await page.keyboard.press('Escape');
  });

  await test.step('the view options fit into the page, however narrow it is', async () => {
    await page.getByText('View options').click();
    for (const width of [768, 320]) {
      await page.setViewportSize({ width, height: 900 });
      const beside = () => panel.evaluate((element) => element.scrollWidth - element.clientWidth);
      await expect.poll(beside, `${width} px`).toBe(0);
    }
    await page.getByText('View options').click();
  });

  await test.step('Find is at least 200 px wide, with its options beside it', async () => {
    await page.setViewportSize({ width: 1024, height: 900 });
    // The page has the new size when the list of batches is folded, which would leave no room for the lines.
    await expect(button(page, 'Batches')).toHaveAttribute('aria-expanded', 'false');
    await page.keyboard.press('Escape');
    await expect.poll(async () => (await boxOf(field)).width).toBeGreaterThanOrEqual(200);
    await page.keyboard.press('ControlOrMeta+f');
    await expect(field).toBeFocused();
    const option = page.getByRole('checkbox', { name: 'Match case' });
    await expect(option).toBeVisible();
    const [box, beside] = [await boxOf(field), await boxOf(option)];
    expect(box.width, 'in use').toBeGreaterThanOrEqual(200);
    expect(beside.y > box.y && beside.bottom < box.bottom, 'in the same row').toBe(true);
    expect(beside.x - box.x - box.width, 'beside it').toBeLessThan(30);
    await page.keyboard.press('Escape');
  });

  await test.step('neither a command nor its Undo moves the toolbar or the rows before a second click', async () => {
    await goTo(1);
    for (const [width, height] of [
      [1440, 900],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height });
      const again = button(page, 'Translate batch 1 again');
      const undo = region(page, 'Lines').getByRole('button', { name: 'Undo', exact: true });
      const redo = region(page, 'Lines').getByRole('button', { name: 'Redo', exact: true });
      await again.scrollIntoViewIfNeeded();
      const places = async () => [await boxOf(undo), await boxOf(line(page, 1))];
      const before = await atRest(places);
      await again.dblclick();
      await expect(undo).toHaveAttribute('title', /^You sent batch 1 again/);
      await expect(again).toBeVisible();
      expect(await page.evaluate(() => String(getSelection())), 'the words beside the button').toBe('');
      const after = await places();
      await undo.dblclick();
      await expect(redo).toHaveAttribute('title', /^Redo: sending batch 1 again/);
      expect([after, await places()], `${width} × ${height}`).toEqual([before, before]);
    }
  });

  await test.step('a row reached by a jump is in the middle third, with its editor entirely visible', async () => {
    for (const [width, height] of [
      [1440, 900],
      [768, 1024],
    ] as const) {
      await page.setViewportSize({ width, height });
      await goTo(1);
      await expect(page.getByRole('radio', { name: /^To review/ })).toHaveAccessibleName(/[1-9]/);
      await page.getByRole('radio', { name: /^All/ }).focus();
      await page.keyboard.press('F8');
      await expect(line(page, 57)).toBeFocused();
      await expect(line(page, 57).getByRole('gridcell').nth(4)).toBeVisible();
      const grid = await boxOf(page.getByRole('grid', { name: 'Lines' }));
      const row = await boxOf(line(page, 57));
      expect(row.y).toBeGreaterThanOrEqual(grid.y + grid.height / 3 - row.height);
      expect(row.bottom).toBeLessThanOrEqual(grid.y + (grid.height * 2) / 3 + row.height);
      if (width === 1440) await expect(line(page, 57)).toContainText(/[a-z]{4}/);
      await page.keyboard.press('Enter');
      await expect(textBox(page, 'Translation of 57')).toBeFocused();

      // From a row further down; one of the nine is a heading.
      await page.keyboard.press('Escape');
      for (let count = 0; count < 9; count++) await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await expect(textBox(page, 'Translation of 65')).toBeFocused();
      for (let count = 0; count < 3; count++) await page.keyboard.press('Shift+Enter');
      await expect.poll(async () => (await boxOf(line(page, 65))).bottom + 20).toBeLessThanOrEqual(grid.bottom);
      await page.keyboard.press('Escape');
    }
  });

  await test.step('the list of batches is folded into one row below 1280 px until somebody unfolds it', async () => {
    const fold = button(page, 'Batches');
    const first = page.getByRole('button', { name: /^Batch 1\b/ });
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect(fold).toHaveAttribute('aria-expanded', 'true');
    await expect(first).toBeVisible();
    expect((await boxOf(grid)).width).toBeLessThan(1100);
    for (const width of [1279, 390]) {
      await page.setViewportSize({ width, height: 800 });
      await expect(fold, `${width} px`).toHaveAttribute('aria-expanded', 'false');
      await expect(first, `${width} px`).toHaveCount(0);
      await expect.poll(async () => (await boxOf(grid)).width, `${width} px`).toBeGreaterThan(width - 20);
      expect((await boxOf(region(page, 'Batches'))).height, `${width} px`).toBeLessThan(100);
    }
    await page.setViewportSize({ width: 1024, height: 768 });
    await fold.click();
    await expect(first).toBeVisible();
    await page.setViewportSize({ width: 1440, height: 900 });
    await fold.click();
    await expect(first).toHaveCount(0);
    expect((await boxOf(grid)).width).toBeGreaterThan(1400);
  });
});

test('[D14.22][D14.24][D14.25][D14.42][D14.56] a person works in Lines with pointer, search, menus and a reload, and never loses the line', async ({
  page,
}) => {
  await openLines(page, { ...usualFilm(), notices: [{ kind: 'encoding', name: 'windows-1251' }] });
  await test.step('an error below the lines is shown there once, and nothing overlaps, also beside a notice', async () => {
    await dropFile(page, new Uint8Array(8), 'a.gif');
    const words = page.getByText(/^"a.gif" is not an .srt file/).filter({ visible: true });
    const isDrawn = (element: Element) => (element as HTMLElement).offsetHeight > 1;
    for (const [width, height] of [
      [1440, 900],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height });
      await expect(page.getByRole('heading', { name: 'Errors' })).toBeVisible();
      const drawn = async () =>
        (await Promise.all((await words.all()).map((each) => each.evaluate(isDrawn)))).filter(Boolean);
      await expect.poll(drawn, `${width} × ${height}`).toHaveLength(1);
      const heading = await boxOf(page.getByRole('heading', { name: 'Errors' }));
      const notice = await boxOf(page.getByText('windows-1251'));
      const box = await boxOf(page.getByRole('textbox', { name: 'Errors' }));
      expect(box.y, `${width} × ${height}`).toBeGreaterThanOrEqual(heading.bottom);
      const isApart = notice.bottom <= heading.y || notice.y >= box.bottom;
      expect(isApart, `the notice, ${width} × ${height}`).toBe(true);
    }
  });

  await page.setViewportSize({ width: 1280, height: 900 });
  await test.step('a reload returns to the same line, and so does Close of a batch’s JSON', async () => {
    await page.getByText('View options').click();
    await page.getByLabel('Line breaks as they are').check();
    await page.keyboard.press('Escape');
    await textBox(page, 'Go to number').fill('65');
    await page.keyboard.press('Enter');
    await expect(line(page, 65)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(textBox(page, 'Translation of 65')).toBeFocused();
    await page.reload();
    await expect(textBox(page, 'Translation of 65')).toBeInViewport();
    await expect(line(page, 64), 'as it was chosen').not.toContainText('↵');
    await page.keyboard.press('Escape');
    await expect(line(page, 65)).toBeFocused();
    await button(page, 'JSON of batch 4').click();
    await button(page, 'Close').click();
    await expect(line(page, 65)).toBeFocused();
    await page.reload();
    await expect(line(page, 65)).toBeInViewport();
  });

  await test.step('searching moves nothing when another line is opened, and continues when the window narrows; a line’s menu shows the keys of its commands', async () => {
    await textBox(page, 'Go to number').fill('1');
    await page.keyboard.press('Enter');
    await line(page, 1).focus();
    await page.getByRole('searchbox', { name: 'Find in lines' }).fill('vas');
    await expect(page.getByText(/^1 of \d+ lines$/)).toBeVisible();
    const grid = page.getByRole('grid', { name: 'Lines' });
    const before = await atRest(() => grid.boundingBox());
    await button(page, 'Actions for 2').click();
    await expect(page.getByRole('menuitem', { name: 'Confirm' })).toBeVisible();
    expect(await grid.boundingBox()).toEqual(before);
    await page.keyboard.press('Escape');

    await textBox(page, 'Replace with').fill('va');
    await button(page, 'Replace').click();
    await expect(page.getByRole('region', { name: 'Replacements' })).toBeVisible();
    await page.setViewportSize({ width: 800, height: 900 });
    await page.setViewportSize({ width: 1280, height: 900 });
    await expect(page.getByRole('searchbox', { name: 'Find in lines' })).toHaveValue('vas');
    await expect(textBox(page, 'Replace with')).toHaveValue('va');
    await expect(page.getByRole('region', { name: 'Replacements' })).toBeVisible();
    await button(page, 'Cancel').click();
    await page.getByRole('searchbox', { name: 'Find in lines' }).fill('');

    await button(page, 'Actions for 2').click();
    const menu = page.getByRole('menu', { name: 'Actions for 2' });
    await expect(menu.getByRole('menuitem', { name: 'Edit', exact: true })).toHaveText('EditEnter');
    await expect(menu.getByRole('menuitem', { name: 'Confirm', exact: true })).toHaveText('ConfirmCtrl+Enter');
    await expect(menu.getByRole('menuitem', { name: 'Translate again', exact: true })).toHaveText(
      'Translate againAlt+Enter',
    );
    await expect(menu.getByRole('menuitem', { name: 'Play the line' })).toHaveCount(0);
    await page.keyboard.press('Escape');
  });

  await test.step('the open row has Confirm for a pointer, and a confirmed line’s text is not paler than others', async () => {
    await page.getByRole('radio', { name: /^To review/ }).check({ force: true });
    await line(page, 57).getByText('Give me the keys').last().click();
    await expect(line(page, 57).getByText('File options')).toHaveCount(0);
    await textBox(page, 'Translation of 57').fill('Donne-moi les clés.');
    await button(line(page, 57), 'Confirm').click();
    await expect(textBox(page, 'Translation of 57')).toHaveCount(0);
    await expect(line(page, 57)).toHaveAttribute('data-state', 'confirmed');
    await expect(line(page, 57)).toContainText('Donne-moi les clés.');
    const looks = (number: number) =>
      line(page, number)
        .getByRole('gridcell')
        .nth(3)
        .evaluate((cell) => {
          const { color, opacity } = getComputedStyle(cell);
          return [color, opacity, getComputedStyle(cell.closest('[role=row]') ?? cell).opacity];
        });
    const confirmed = await looks(57);
    await line(page, 57).getByText('Donne-moi').click();
    await button(line(page, 57), 'Remove confirmation').click();
    await expect(line(page, 57)).toHaveAttribute('data-state', 'edited');
    await page.keyboard.press('Escape');
    await page.getByRole('radio', { name: /^All/ }).check({ force: true });
    await expect(line(page, 57), 'among all lines').toBeInViewport();
    expect(await looks(56)).toEqual(confirmed);
  });

  await test.step('with a video the menu plays the line', async () => {
    await textBox(page, 'Go to number').fill('2');
    await page.keyboard.press('Enter');
    await dropFilm(page);
    await button(page, 'Actions for 2').click();
    const play = page.getByRole('menu', { name: 'Actions for 2' }).getByRole('menuitem', { name: 'Play the line' });
    await expect(play).toHaveText('Play the lineF9');
    await play.click();
    await expect(line(page, 2)).toHaveAttribute('aria-current', 'true');
  });
});
