import { expect, type JSHandle, type Page } from '@playwright/test';
import { resultsOf } from '../src/engine/batch.ts';
import { batchesOf } from '../test/batches.ts';
import { samplePhrases, sampleSrt } from '../test/srt-sample.ts';
import { dropFilm, FILM_PATH } from './drop-film.ts';
import { test } from './fixtures.ts';
import { batch, button, expectLetGo, giveKey, hold, line, openPage, region, textBox, upload } from './page-actions.ts';
import { openLines, openStored, translatedFilm } from './stored-film.ts';

const time = (ms: number): string =>
  `${new Date(ms).toISOString().slice(11, 19)},${String(ms % 1000).padStart(3, '0')}`;

/** Two lines, a silence of more than four seconds, two lines. */
const TIMES = [
  [1_000, 2_000],
  [2_500, 3_500],
  [9_000, 10_000],
  [10_500, 11_500],
] as const;
const PHRASES = TIMES.map(([from, to], index) => ({
  number: index + 1,
  time: `${time(from)} --> ${time(to)}`,
  text: `Line ${index + 1} <i>of the film</i>`,
}));

const translated = () => translatedFilm(PHRASES, ({ number }) => `Ligne ${number} <i>du film</i>`);

/** The value that the page will have seen. Wrapped in an object, because a bare promise would be awaited. */
const seenBy = (watch: JSHandle<{ readonly seen: Promise<number> }>): Promise<number> =>
  watch.evaluate(({ seen }) => seen);

const onVideo = <Told>(page: Page, ask: (video: HTMLVideoElement) => Told): Promise<Told> =>
  page.locator('video').evaluate(ask);

/** All cues of a track, by the numbers of their phrases. */
const cuesOf = (page: Page, label: string) =>
  page.locator('video').evaluate((video: HTMLVideoElement, wanted) => {
    const track = [...video.textTracks].find((each) => each.label === wanted);
    return Array.from((track?.cues ?? []) as Iterable<VTTCue>, ({ id, startTime, text, line }) => [
      id,
      startTime,
      text,
      line,
    ]);
  }, label);

const nowSeconds = (page: Page) => onVideo(page, (video) => video.currentTime);
const isPaused = (page: Page) => onVideo(page, (video) => video.paused);

test('[D17.1][D17.3] a video shows both texts as its tracks; an edited line changes at once', async ({ page }) => {
  await openLines(page, translated());
  await dropFilm(page);
  await expect.poll(() => cuesOf(page, 'Original')).toHaveLength(4);
  expect((await cuesOf(page, 'Original'))[0]).toEqual(['1', 1, 'Line 1 <i>of the film</i>', 0]);
  expect((await cuesOf(page, 'Translation'))[1]).toEqual(['2', 2.5, 'Ligne 2 <i>du film</i>', 'auto']);
  expect(await onVideo(page, (video) => [...video.textTracks].map(({ mode }) => mode))).toEqual(['showing', 'showing']);

  await line(page, 2).getByText('Ligne 2').click();
  await textBox(page, 'Translation of 2').fill('Autre chose');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await cuesOf(page, 'Translation'))[1]?.[2]).toBe('Autre chose');
});

test('[D17.7] F9 plays the line at the cursor and stops; a click on a time only seeks', async ({ page }) => {
  await openLines(page, translated());
  await dropFilm(page);
  await line(page, 2).focus();
  const timeWeight = () =>
    line(page, 2)
      .getByRole('button', { name: '00:00:02' })
      .evaluate((time) => getComputedStyle(time).fontWeight);
  const weightBefore = await timeWeight();
  const begun = await page.locator('video').evaluateHandle((video: HTMLVideoElement) => ({
    seen: new Promise<number>((resolve) => {
      video.addEventListener('seeked', () => resolve(video.currentTime), { once: true });
    }),
  }));
  await page.keyboard.press('F9');
  const begunAt = await seenBy(begun);
  expect(begunAt).toBeGreaterThanOrEqual(2.2);
  expect(begunAt).toBeLessThanOrEqual(2.6);
  await expect(line(page, 2)).toHaveAttribute('aria-current', 'true');
  // The column is as wide as a time in this font weight.
  expect(await timeWeight()).toBe(weightBefore);
  await expect.poll(() => isPaused(page)).toBe(true);
  expect(Math.abs((await nowSeconds(page)) - 3.5)).toBeLessThanOrEqual(0.3);
  await expect(line(page, 2)).toHaveAttribute('aria-current', 'true');

  await line(page, 4).getByRole('button', { name: '00:00:10' }).click();
  await expect.poll(() => nowSeconds(page)).toBeCloseTo(10.5, 1);
  expect(await isPaused(page)).toBe(true);
  await expect(page.getByRole('textbox', { name: /^Translation of/ })).toHaveCount(0);
  await expect(line(page, 4)).toHaveAttribute('aria-current', 'true');
});

test('[D17.10] "Only speech" skips a long silence and stops before the next line', async ({ page }) => {
  await openLines(page, translated());
  await dropFilm(page);
  await page.getByRole('checkbox', { name: 'Only speech' }).check();
  const jump = await page.locator('video').evaluateHandle((video: HTMLVideoElement) => ({
    seen: new Promise<number>((resolve) => {
      video.addEventListener('seeked', () => video.currentTime > 5 && resolve(video.currentTime));
    }),
  }));
  await line(page, 2).focus();
  await page.keyboard.press('Shift+F9');
  const landedAt = await seenBy(jump);
  expect(landedAt).toBeGreaterThanOrEqual(8.5);
  expect(landedAt).toBeLessThanOrEqual(9);
});

test('a closed video and its lines are garbage-collected', async ({ page }) => {
  await openLines(page, translated());
  await dropFilm(page);
  await expect.poll(() => cuesOf(page, 'Original')).toHaveLength(4);
  const closed = await page.locator('video').evaluateHandle((video) => new WeakRef<Element>(video));
  await button(page, 'Close the film').click();
  await expect(page.locator('video')).toHaveCount(0);
  // React releases earlier drawings only after two more.
  for (const name of ['Text', 'Lines']) await page.getByRole('radio', { name, exact: true }).click();
  await expectLetGo(page, closed);
});

test('[D17.2] Escape closes the video, which stays closed after a reload; an open video is offered by its name', async ({
  page,
}) => {
  await openLines(page, translated());
  await dropFilm(page);
  await page.reload();
  await expect(button(page, 'Choose Film.webm again')).toBeVisible();
  const chooser = page.waitForEvent('filechooser');
  await button(page, 'Choose Film.webm again').click();
  await (await chooser).setFiles(FILM_PATH);
  await expect(region(page, 'Film')).toBeVisible();
  await button(page, 'Play the line').focus();
  await page.keyboard.press('Escape');
  await expect(region(page, 'Film')).toBeHidden();
  await page.reload();
  await expect(line(page, 1)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Choose/ })).toHaveCount(0);
});

const LONG = Array.from({ length: 10_000 }, (_, index) => ({
  number: index + 1,
  time: `${time(500 + index * 400)} --> ${time(880 + index * 400)}`,
  text: `Line ${index + 1} <i>of the film</i>`,
}));

test('[D17.6] ten thousand lines follow the video', async ({ page }) => {
  await openLines(
    page,
    translatedFilm(LONG, ({ number }) => `Ligne ${number} <i>du film</i>`),
  );
  await dropFilm(page);
  await expect.poll(async () => (await cuesOf(page, 'Translation')).length).toBe(10_000);
  // A viewer who changed the speed is still watching.
  await region(page, 'Film').getByRole('combobox', { name: 'Speed' }).focus();
  await onVideo(page, (video) => {
    video.currentTime = 8.5;
    void video.play();
  });
  await expect.poll(() => nowSeconds(page)).toBeGreaterThan(11);
  await onVideo(page, (video) => video.pause());
  const current = page.locator('[aria-current=true]');
  await expect(current).toBeInViewport();
  expect(Number(await current.getAttribute('data-number'))).toBeGreaterThan(25);
  expect(await current.count()).toBe(1);
});

test('[D17.13] the video window does not cover the errors of an open batch', async ({ page }) => {
  await page.setViewportSize({ width: 1000, height: 900 });
  await openStored(
    page,
    translatedFilm(LONG.slice(0, 45), ({ number }) => (number === 25 ? undefined : `Ligne ${number}`)),
  );
  await dropFilm(page);
  const bottom = async () => (await boxOf(page)).y + (await boxOf(page)).height;
  for (const [width, height] of [
    [1000, 900],
    [768, 1024],
  ] as const) {
    await page.setViewportSize({ width, height });
    await batch(page, 2).click();
    const errors = page.getByRole('region', { name: 'Errors' });
    await expect(errors).toBeVisible();
    await expect.poll(async () => (await bottom()) <= ((await errors.boundingBox())?.y ?? 0)).toBe(true);
    await button(page, 'Close').click();
    await expect(errors).toHaveCount(0);
  }
});

test('[D17.13] before the first translation the video window covers neither prompt, model and key nor the buttons that open a file', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1000, height: 760 });
  await openPage(page);
  await dropFilm(page);
  const covered = async () => {
    const film = await boxOf(page);
    const others = [region(page, 'Translation'), button(page, 'Upload .srt')];
    const boxes = await Promise.all(others.map((each) => each.boundingBox()));
    return boxes.map(
      (box) =>
        box !== null &&
        film.x < box.x + box.width &&
        box.x < film.x + film.width &&
        film.y < box.y + box.height &&
        // Firefox positions by fractions of a pixel, whose sums may be off by a millionth.
        Math.round(box.y) < Math.round(film.y + film.height),
    );
  };
  for (const [width, height] of [
    [1000, 760],
    [768, 1024],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect.poll(covered).toEqual([false, false]);
  }
  await upload(page, sampleSrt(45));
  await expect.poll(covered).toEqual([false, false]);
  await page.setViewportSize({ width: 1000, height: 760 });
  await expect.poll(covered).toEqual([false, false]);
  await giveKey(page);
  await button(page, 'Translate').click();
  // Smaller than the window if a scroll bar takes space.
  const inside = () => page.evaluate(() => document.documentElement.clientWidth);
  await expect.poll(async () => (await boxOf(page)).x - (await inside())).toBe(-320 - 24);
});

const boxOf = async (page: Page) => (await region(page, 'Film').boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };

test('[D17.13] the video window moves away from the edited line when its problems make it taller', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 1000 });
  await openLines(
    page,
    translatedFilm(samplePhrases(45), ({ number }) => `Linha ${number}`),
  );
  await dropFilm(page);
  await line(page, 3).focus();
  await page.keyboard.press('Enter');
  await expect(textBox(page, 'Translation of 3')).toBeVisible();
  const rowEnd = async () => {
    const { y, height } = (await line(page, 3).boundingBox()) ?? { y: 0, height: 0 };
    return y + height;
  };
  const { x, y, width, height } = (await button(page, 'Move the film').boundingBox()) ?? {
    x: 0,
    y: 0,
    width: 0,
    height: 0,
  };
  const [fromX, fromY, film] = [x + width / 2, y + height / 2, await boxOf(page)];
  await page.mouse.move(fromX, fromY);
  await page.mouse.down();
  await page.mouse.move(fromX, fromY + (await rowEnd()) + 2 - film.y, { steps: 4 });
  await page.mouse.up();
  await expect.poll(async () => Math.round((await boxOf(page)).y - (await rowEnd()))).toBe(2);
  const before = await rowEnd();
  await textBox(page, 'Translation of 3').press('End');
  await page.keyboard.insertText('  b');
  await expect(line(page, 3).getByText('Two spaces in a row.')).toBeVisible();
  expect(await rowEnd()).toBeGreaterThan(before);
  await expect.poll(async () => (await boxOf(page)).y >= (await rowEnd())).toBe(true);
});

test('[D15.54] beside the video the mark of a removed name in a line with problems does not cover the line’s menu', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const film = translatedFilm(samplePhrases(20), ({ text }) => text);
  await openLines(page, { ...film, batches: batchesOf(resultsOf(film), [{ namesTaken: [1] }]) });
  await dropFilm(page);
  const marks = line(page, 1)
    .getByRole('gridcell', { name: /name was taken off/ })
    .locator('svg');
  await expect(marks).toHaveCount(2);
  const menu = button(page, 'Actions for 1');
  const right = async () =>
    ((await marks.last().boundingBox())?.x ?? 0) + ((await marks.last().boundingBox())?.width ?? 0);
  await expect.poll(async () => (await right()) <= ((await menu.boundingBox())?.x ?? 0)).toBe(true);
});

test('[D17.13] the video window does not move while the code of the lines loads', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await openStored(page, translatedFilm(45));
  await dropFilm(page);
  const letCome = await hold(page, '**/async/lines.*.js');
  await page.getByRole('radio', { name: 'Lines' }).check({ force: true });
  await expect(region(page, 'Original')).toHaveCount(0);
  const bottom = async () => (await boxOf(page)).y + (await boxOf(page)).height;
  await expect.poll(bottom).toBe(768 - 80);
  letCome();
  await expect(line(page, 1)).toBeVisible();
  expect(await bottom()).toBe(768 - 80);
});

test('[D17.13] the video is a column beside the work, or a window that avoids the edited line, or on top on a phone', async ({
  page,
}) => {
  await openLines(
    page,
    translatedFilm(LONG.slice(0, 60), ({ number }) => `Ligne ${number}`),
  );
  await dropFilm(page);
  const grid = async () =>
    (await page.getByRole('grid', { name: 'Lines' }).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  expect((await boxOf(page)).x).toBeGreaterThanOrEqual((await grid()).x + (await grid()).width);
  await onVideo(page, (video) => {
    video.currentTime = 3;
  });
  await page.getByRole('radio', { name: 'Text' }).check({ force: true });
  await expect(region(page, 'Original')).toBeVisible();
  expect(await nowSeconds(page)).toBe(3);
  await page.getByRole('radio', { name: 'Lines' }).check({ force: true });

  await page.setViewportSize({ width: 1024, height: 768 });
  await expect(button(page, 'Move the film')).toBeVisible();
  await expect.poll(async () => (await boxOf(page)).x).toBeGreaterThan(600);
  // Its options fold, and the window covers the commands again: 80 px above the page's end.
  await expect(page.getByRole('checkbox', { name: 'Only speech' })).toBeHidden();
  const bottom = async () => (await boxOf(page)).y + (await boxOf(page)).height;
  await expect.poll(bottom).toBe(768 - 80);
  const before = await boxOf(page);
  await button(page, 'Move the film').press('ArrowLeft');
  await button(page, 'Move the film').press('ArrowUp');
  await expect.poll(async () => (await boxOf(page)).x).toBe(before.x - 24);
  expect((await boxOf(page)).y).toBe(before.y - 24);
  await button(page, 'Move the film').hover();
  await page.mouse.down();
  await page.mouse.move(700, 300, { steps: 4 });
  await page.mouse.up();
  await expect.poll(async () => (await boxOf(page)).y).toBeLessThan(300);
  // The edited line is under the window.
  await line(page, 5).focus();
  await page.keyboard.press('Enter');
  await expect(textBox(page, 'Translation of 5')).toBeVisible();
  await expect
    .poll(async () => {
      const [film, row] = [await boxOf(page), (await line(page, 5).boundingBox()) ?? { y: 0, height: 0 }];
      return film.y + film.height <= row.y || row.y + row.height <= film.y;
    })
    .toBe(true);
  await page.keyboard.press('Escape');

  await page.setViewportSize({ width: 390, height: 844 });
  // Some browsers reserve space for a scroll bar.
  const width = await page.evaluate(() => document.documentElement.clientWidth);
  await expect.poll(async () => (await boxOf(page)).width).toBe(width);
  expect((await boxOf(page)).y).toBeLessThan((await region(page, 'Batches').boundingBox())?.y ?? 0);

  // A line's sheet fills the space below the picture.
  await line(page, 5).focus();
  await page.keyboard.press('Enter');
  const sheet = await page.getByRole('dialog', { name: 'Line 5' }).boundingBox();
  const picture = await page.locator('video').boundingBox();
  expect(picture?.y).toBeGreaterThanOrEqual(0);
  expect(sheet?.y).toBeCloseTo((picture?.y ?? 0) + (picture?.height ?? 0), 0);
  expect((sheet?.y ?? 0) + (sheet?.height ?? 0)).toBeCloseTo(844, 0);
});
