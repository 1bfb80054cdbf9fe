import { expect, type JSHandle, type Page } from '@playwright/test';
import { sampleSrt } from '../test/srt-sample.ts';
import { dropFilm, FILM_PATH } from './drop-film.ts';
import { test } from './fixtures.ts';
import {
  button,
  editorReady,
  expectLetGo,
  giveKey,
  line,
  openPage,
  pressTranslate,
  region,
  textBox,
  upload,
} from './page-actions.ts';
import { openLines, translatedFilm } from './stored-film.ts';

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

test('[D17.1][D17.2][D17.3][D17.7][D17.10][D17.14] a person edits lines beside a video that shows both texts, plays single lines, and finds the video again after a reload', async ({
  page,
}) => {
  await openLines(page, translated());
  await dropFilm(page);
  await expect.poll(() => cuesOf(page, 'Original')).toHaveLength(4);
  expect((await cuesOf(page, 'Original'))[0]).toEqual(['1', 1, 'Line 1 <i>of the film</i>', 0]);
  expect((await cuesOf(page, 'Translation'))[1]).toEqual(['2', 2.5, 'Ligne 2 <i>du film</i>', 'auto']);
  expect(await onVideo(page, (video) => [...video.textTracks].map(({ mode }) => mode))).toEqual(['showing', 'showing']);

  await line(page, 2).getByText('Ligne 2').click();
  const shown = async () => (await cuesOf(page, 'Translation'))[1]?.[2];
  await textBox(page, 'Translation of 2').fill('Autre chose');
  await expect.poll(shown, 'while it is typed').toBe('Autre chose');
  await page.keyboard.press('Escape');
  await expect.poll(shown, 'after Escape').toBe('Ligne 2 <i>du film</i>');
  await line(page, 2).getByText('Ligne 2').click();
  await textBox(page, 'Translation of 2').fill('Autre chose');
  await page.keyboard.press('Enter');
  await expect(line(page, 2).getByText('Autre chose')).toBeVisible();
  await expect.poll(shown).toBe('Autre chose');
  await page.keyboard.press('Escape');

  await test.step('F9 plays the line at the cursor and stops; a click on a time only seeks', async () => {
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

  await test.step('"Only speech" skips a long silence and stops before the next line', async () => {
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
    await onVideo(page, (video) => video.pause());
  });

  await test.step('after a reload the video is offered by its name and shows the line at which the person was, at the chosen speed; Escape closes it for good', async () => {
    await line(page, 4).click();
    await expect(textBox(page, 'Translation of 4')).toBeFocused();
    await page.keyboard.press('Escape');
    await region(page, 'Film').getByRole('combobox', { name: 'Speed' }).selectOption('0.75×');
    await page.reload();
    await expect(line(page, 4)).toBeVisible();
    const chooser = page.waitForEvent('filechooser');
    await button(page, 'Choose Film.webm again').click();
    await (await chooser).setFiles(FILM_PATH);
    await expect(line(page, 4)).toHaveAttribute('aria-current', 'true');
    expect(await onVideo(page, (video) => [video.paused, video.playbackRate])).toEqual([true, 0.75]);
    await expect(region(page, 'Film').getByRole('combobox', { name: 'Speed' })).toHaveValue('0.75');
    await button(page, 'Play the line').focus();
    await page.keyboard.press('Escape');
    await expect(region(page, 'Film')).toBeHidden();
    await page.reload();
    await expect(line(page, 1)).toBeVisible();
    await expect(page.getByRole('button', { name: /^Choose/ })).toHaveCount(0);
  });
});

const LONG = Array.from({ length: 3_000 }, (_, index) => ({
  number: index + 1,
  // Without gaps: wherever the video pauses, it shows a line.
  time: `${time(500 + index * 400)} --> ${time(900 + index * 400)}`,
  text: `Line ${index + 1} <i>of the film</i>`,
}));

test('[D17.6] thousands of lines follow the video', async ({ page }) => {
  await openLines(
    page,
    translatedFilm(LONG, ({ number }) => `Ligne ${number} <i>du film</i>`),
  );
  await dropFilm(page);
  await expect.poll(async () => (await cuesOf(page, 'Translation')).length).toBe(3_000);
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

const boxOf = async (page: Page) => (await region(page, 'Film').boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };

/** Each size in CSS px, and the side of the work on which the video is. */
const PLACES = [
  [1280, 800, 'beside'],
  [1279, 800, 'above'],
  [390, 844, 'above'],
] as const;

async function expectInPlace(page: Page, view: string): Promise<void> {
  for (const [width, height, side] of PLACES) {
    await page.setViewportSize({ width, height });
    await page.evaluate(() => scrollTo(0, 0));
    const where = async () => {
      const film = await boxOf(page);
      const work = (await page.getByRole('main').boundingBox()) ?? { x: 0, y: 0, width: 0 };
      if (film.x >= work.x + work.width - 1) return 'beside';
      return film.y + film.height <= work.y + 1 ? 'above' : 'over it';
    };
    await expect.poll(where, `${view}, ${width} × ${height}`).toBe(side);
  }
}

test('[D17.13] the video stands beside or above the work, and covers neither the work nor the line that a person edits', async ({
  page,
}) => {
  await openPage(page);
  await dropFilm(page);
  await expectInPlace(page, 'empty');
  await upload(page, sampleSrt(45));
  await giveKey(page);
  await pressTranslate(page);
  await expect(page.getByRole('button', { name: /^Review/ }).first()).toBeVisible();
  await expectInPlace(page, 'Text');
  await page.getByRole('radio', { name: 'Lines', exact: true }).check({ force: true });
  await expect(line(page, 1)).toBeVisible();
  await expectInPlace(page, 'Lines');

  await test.step('above the lines it stays visible beside the line that is edited, and on a phone above the line’s sheet', async () => {
    for (const [width, height] of [
      [1024, 700],
      [844, 500],
    ] as const) {
      await page.setViewportSize({ width, height });
      await line(page, 5).focus();
      await page.keyboard.press('Enter');
      await textBox(page, 'Translation of 5').scrollIntoViewIfNeeded();
      await expect(textBox(page, 'Translation of 5')).toBeInViewport({ ratio: 1 });
      await expect(page.locator('video')).toBeInViewport({ ratio: 1 });
      await page.keyboard.press('Escape');
    }

    await page.setViewportSize({ width: 1280, height: 900 });
    await onVideo(page, (video) => {
      video.currentTime = 3;
    });
    await page.getByRole('radio', { name: 'Text' }).check({ force: true });
    await expect(region(page, 'Original')).toBeVisible();
    expect(await nowSeconds(page)).toBe(3);
    await page.getByRole('radio', { name: 'Lines' }).check({ force: true });

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
});

test('a closed video with its lines, and a removed panel whose button was changing colours, are garbage-collected', async ({
  page,
}) => {
  await openLines(page, translated());
  await dropFilm(page);
  await expect.poll(() => cuesOf(page, 'Original')).toHaveLength(4);
  const closed = await page.locator('video').evaluateHandle((video) => new WeakRef<Element>(video));
  await button(page, 'Close the film').click();
  await expect(page.locator('video')).toHaveCount(0);
  const view = (name: string) => page.getByRole('radio', { name, exact: true });
  // React releases earlier drawings only after two more.
  await view('Text').click();
  await editorReady(page, 'Original subtitles');
  const lines = await view('Lines').elementHandle();
  const putAway = await region(page, 'Original')
    .getByRole('button')
    .first()
    .evaluateHandle(
      (pressed, lines) =>
        new Promise<WeakRef<Element>>((resolve) => {
          let begun = 0;
          pressed.addEventListener('transitionrun', () => {
            // Several properties change.
            if (++begun !== 2) return;
            (lines as HTMLElement).click();
            resolve(new WeakRef(pressed));
          });
          pressed.style.color = 'red';
          pressed.style.backgroundColor = 'green';
        }),
      lines,
    );
  await expect(region(page, 'Original')).toHaveCount(0);
  // React releases earlier drawings only after two more.
  for (const name of ['Text', 'Lines']) await view(name).click();
  await expectLetGo(page, putAway);
  await expectLetGo(page, closed);
});
