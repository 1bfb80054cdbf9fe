import { expect, type Locator, type Page } from '@playwright/test';
import { formatSrt } from '../src/subtitles/srt.ts';
import { samplePhrases, sampleSrt } from '../test/srt-sample.ts';
import { type Behaviour, type Call, failure, stall } from '../test/stand-in-call.ts';
import { dropFilm } from './drop-film.ts';
import { test } from './fixtures.ts';
import {
  atRest,
  batches,
  button,
  giveFiles,
  giveKey,
  hold,
  keyField,
  line,
  modelSelect,
  OFTEN,
  openPage,
  pressTranslate,
  region,
  stopNow,
  textBox,
  unfold,
  upload,
} from './page-actions.ts';
import { openLines, translatedFilm } from './stored-film.ts';

/** The result of a command scrolls into view, whole and uncovered, and the focus is never lost. */

/** Entirely in the window, with nothing over its corners. */
async function expectInSight(locator: Locator): Promise<void> {
  const isInSight = () =>
    locator.evaluate((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      const isInWindow = Math.min(left, top) >= 0 && right <= innerWidth && bottom <= innerHeight;
      const isOnTop = [top + 2, bottom - 2].every((y) =>
        [left + 3, right - 3].every((x) => {
          const hit = document.elementFromPoint(x, y);
          return hit !== null && (element.contains(hit) || hit.contains(element));
        }),
      );
      return isInWindow && isOnTop;
    });
  await expect.poll(isInSight, OFTEN).toBe(true);
}

const SIZES = [
  [1440, 900],
  [844, 390],
  [390, 844],
] as const;

test('[D14.25] the line at which a person is stays in sight when the window gets another width, as when a phone is turned', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openLines(
    page,
    translatedFilm(200, ({ number }) => `PT ${number} ${'long words '.repeat(number % 4)}`),
  );
  await line(page, 1).focus();
  for (let count = 0; count < 19; count++) await page.keyboard.press('ArrowDown');
  const row = page.locator('[data-number]:focus');
  const number = Number(await row.getAttribute('data-number'));
  for (const [width, height] of [
    [390, 844],
    [844, 390],
    [768, 1024],
    [390, 844],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expectInSight(line(page, number));
  }
  // A person who has scrolled away from the line keeps the place.
  const grid = page.getByRole('grid', { name: 'Lines' });
  await grid.hover();
  await page.mouse.wheel(0, 4_000);
  await expect(line(page, number)).not.toBeInViewport();
  await atRest(() => grid.evaluate((element) => element.scrollTop));
  await page.setViewportSize({ width: 1000, height: 900 });
  await atRest(() => grid.evaluate((element) => element.scrollTop));
  await expect(line(page, number)).not.toBeInViewport();
});

const NO_TEXT = [Buffer.from([0, 1, 2, 3, 0, 0, 255, 254, 0, 3, 4, 0, 9, 0, 1]), /^This file is not text/] as const;
const EMPTY = [Buffer.from(''), /^Invalid input format: an empty file/] as const;
const LONG_NAME = 'The.Film.With.A.Very.Long.Name.Indeed.2012.1080p.BluRay.x264-GROUP';

test('[S2.17][S2.18][D11.9] before a run a person need not scroll to see an error, the facts about a film, price, limit and "Advanced"', async ({
  page,
}) => {
  await openPage(page);
  await test.step('each refused file scrolls its error into view without moving the focus', async () => {
    for (const [width, height] of [
      [1440, 900],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height });
      await unfold(page);
      for (const [bytes, words] of width === 390 ? [NO_TEXT, NO_TEXT, EMPTY] : [EMPTY, NO_TEXT]) {
        await page.getByText('Advanced', { exact: true }).scrollIntoViewIfNeeded();
        await giveFiles(page, 'Open…', { 'film.srt': bytes });
        await expect(textBox(page, 'Errors')).toHaveText(words);
        await expectInSight(textBox(page, 'Errors'));
        await expect(button(page, 'Open…')).toBeFocused();
      }
    }
  });

  await test.step('the facts about a film, however long its name is', async () => {
    await page.setViewportSize({ width: 768, height: 1024 });
    await upload(page, sampleSrt(400), `${LONG_NAME}.srt`);
    const face = page.getByText(/^The\.Film\.With.*x264-GROUP · 400 subtitles · 13 min · Russian$/);
    const placeOf = (locator: Locator) =>
      locator.evaluate((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        const [words, box] = [range.getBoundingClientRect(), element.getBoundingClientRect()];
        const { left, top, right, bottom } = words;
        return { left, top, right, bottom, cutPx: Math.max(right - box.right, bottom - box.bottom) };
      });
    for (const [width, height] of [
      [768, 1024],
      [320, 640],
    ] as const) {
      await page.setViewportSize({ width, height });
      await expect(page.getByRole('button', { name: 'Film', exact: true })).toHaveCount(width < 720 ? 1 : 0);
      await face.scrollIntoViewIfNeeded();
      await expect(face).toBeInViewport({ ratio: 1 });
      await expect(face).toHaveAttribute('title', /Indeed\.2012/);
      const named = { name: width < 720 ? 'Film' : 'Original', exact: true };
      const heading = await placeOf(page.getByRole(width < 720 ? 'button' : 'heading', named));
      const words = await placeOf(face);
      expect(Math.max(words.cutPx, heading.cutPx), `${width} px`).toBeLessThanOrEqual(1);
      expect(words.left >= heading.right || words.top >= heading.bottom, `beside it, ${width} px`).toBe(true);
    }
  });

  await test.step('Translate that cannot start leads to the error that says why', async () => {
    // In the last one prompt and settings are folded.
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      // The error stays the same, but it must come into sight again.
      for (const when of width === 390 ? ['at once', 'once more, from the end of the page'] : ['at once']) {
        await button(page, 'Translate').click();
        await expect(
          page.getByText('Paste an OpenAI key under Settings first, then press Translate.'),
          when,
        ).toBeVisible();
        await expect(page.getByText(/^about 7,100 tokens in/)).toBeVisible();
        await expect(textBox(page, 'Errors')).toBeFocused();
        await expectInSight(textBox(page, 'Errors'));
        await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      }
    }
  });

  await test.step('a typed key removes the error, and the settings stay in place until the focus leaves them', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await keyField(page).focus();
    const top = async () => (await page.getByRole('heading', { name: 'Prompt', exact: true }).boundingBox())?.y ?? 0;
    const before = await atRest(top);
    await keyField(page).fill('test-key');
    await expect(textBox(page, 'Errors')).toHaveCount(0);
    expect(await top()).toBe(before);
    await textBox(page, 'Prompt').focus();
    await expect.poll(top).toBeLessThan(before);
  });

  await test.step('price, limit and "Advanced"', async () => {
    await expect(modelSelect(page)).toHaveText('gpt-5.4-mini');
    await expectInSight(page.getByLabel('Stop at'));
    const estimate = page.getByText(/^about [\d,]+ tokens in/);
    expect((await estimate.boundingBox())?.height).toBeLessThan(30);
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      await unfold(page);
      await page.evaluate(() => scrollTo(0, 0));
      await page.getByText('Advanced', { exact: true }).click();
      // In a low window only part of it fits.
      await expectInSight(
        height < 500 ? page.getByLabel('Concurrency') : page.getByText('Keep keys only for this session'),
      );
      await page.getByText('Advanced', { exact: true }).click();
      await expect(page.getByLabel('Concurrency')).toBeHidden();
    }
  });
});

test('[D11.5][D11.8][D14.40][D14.41] a person sees the newest lines and at most five commands in one row during a run, and one sentence and one button at its end', async ({
  page,
  standIn,
}) => {
  await page.setViewportSize({ width: 844, height: 390 });
  await openPage(page);
  const long = 'I waited for you until three in the morning, and\nthen I went to the station to look for you there.';
  const phrases = samplePhrases(200).map((phrase) => (phrase.number > 12 ? phrase : { ...phrase, text: long }));
  await upload(page, formatSrt(phrases), `${LONG_NAME}.srt`);
  await giveKey(page);
  const commands = page.getByRole('group', { name: 'Translation: commands' }).getByRole('button');
  const more = region(page, 'Translation').getByText('More', { exact: true });
  const middles = () =>
    commands.evaluateAll((all) => {
      const drawn = all.filter((one) => getComputedStyle(one).clipPath === 'none');
      return drawn.map((one) => one.getBoundingClientRect()).map(({ top, bottom }) => Math.round((top + bottom) / 2));
    });
  /** The first translation of the next call is answered as usual, and then each one like this. */
  const behave = (answered: number, behaviour?: (call: Call) => Behaviour | undefined) => {
    let count = 0;
    standIn.behave((call) => (call.kind === 'translate' && ++count > answered ? behaviour?.(call) : undefined));
  };
  const expectOneRow = async (state: string, okBatches: number) => {
    await expect(batches(page, 'ok'), state).toHaveCount(okBatches);
    const isHidden = state === 'before' || state === 'running';
    if (!isHidden) await expect(page.getByRole('button', { name: /^Review \d+ lines$/ }), state).toBeVisible();
    // A failed run has the most commands.
    for (const width of state === 'failed' ? [1440, 1024] : [1024]) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(async () => new Set(await middles()).size, `${state}, ${width} px`).toBe(1);
      expect((await middles()).length, `${state}, ${width} px`).toBeLessThanOrEqual(5);
    }
    if (state === 'before') return expect(more).toHaveCount(0);
    const saves = (await page.getByRole('button', { name: /^Save as/ }).count()) > 0;
    await more.click();
    await expectInSight(button(page, saves ? 'Lines as CSV' : 'Download the finished part'));
    await page.keyboard.press('Escape');
  };

  await expect(button(page, 'Translate')).toBeEnabled();
  await expectOneRow('before', 0);
  await page.setViewportSize({ width: 844, height: 390 });
  await unfold(page);
  await page.getByText('Advanced', { exact: true }).scrollIntoViewIfNeeded();
  await pressTranslate(page, 'Try the first batch');
  await test.step('each line of the try can be read beside its original, with Resume in sight', () => expectTry(page));
  await expectOneRow('after a try', 1);

  behave(1, () => stall('before'));
  await button(page, 'Resume').click();
  await expectOneRow('running', 2);
  await test.step('the newest lines are visible and the settings reachable', () => expectNewest(page));
  await page.setViewportSize({ width: 1440, height: 900 });
  await stopNow(page);
  await expectOneRow('paused', 2);
  behave(0, () => failure(503));
  await button(page, 'Resume').click();
  await expect(page.getByText(/^Waiting for OpenAI/).first()).toBeVisible();
  await expectOneRow('waiting for the provider', 2);
  behave(0, ({ phrases }) => ('61' in phrases ? failure(400) : undefined));
  await button(page, 'Try now').click();
  await expectOneRow('failed', 9);
  standIn.behave(() => undefined);
  await button(page, 'Retry failed').click();
  await expectOneRow('done', 10);

  const save = button(page, `Save as ${LONG_NAME}.pt.srt`);
  await expect(save).toHaveAttribute('title', `Save as ${LONG_NAME}.pt.srt`);
  for (const width of [1440, 1024]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(commands).toHaveText(['Clear', 'Restart', `Save as ${LONG_NAME}.pt.srt`, 'Download', 'Result']);
    const heights = () => commands.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
    await expect.poll(async () => new Set(await heights()).size, `${width} px`).toBe(1);
    await expectInSight(save);
  }
  const [review, sentence] = [button(page, 'Review 200 lines'), page.getByText(/^Done in .* 200 lines need a look\.$/)];
  for (const [width, height] of SIZES.filter(([, height]) => height > 500)) {
    await page.setViewportSize({ width, height });
    await expectInSight(sentence);
    await expectInSight(review);
    await more.click();
    await expectInSight(button(page, 'Lines as CSV'));
    await page.getByText('File options', { exact: true }).click();
    await expectInSight(page.getByLabel('Both languages'));
    await page.getByText('File options', { exact: true }).click();
    await page.keyboard.press('Escape');
    await expect(button(page, 'Lines as CSV')).toBeHidden();
  }
  await review.click();
  await expect(line(page, 1)).toBeFocused();
  await expect(page.getByRole('button', { name: /^Review/ })).toHaveCount(1);
});

async function expectTry(page: Page): Promise<void> {
  const tried = region(page, 'First batch');
  await expect(tried).toBeVisible();
  const aboveSightPx = await tried.evaluate(
    (section) =>
      (section.parentElement?.getBoundingClientRect().top ?? Number.NaN) - section.getBoundingClientRect().top,
  );
  expect(aboveSightPx).toBeLessThanOrEqual(0);
  const rows = page.getByRole('table', { name: 'First batch' }).getByRole('row');
  await expect(rows).toHaveCount(21);
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    if (width === 1440) for (const row of [rows.first(), rows.nth(12)]) await expectInSight(row);
    await rows.last().scrollIntoViewIfNeeded();
    await expectInSight(rows.last());
    await expect(rows.last()).toHaveText('20Фраза 20PT: Фраза 20');
    await expectInSight(button(page, 'Resume'));
  }
}

async function expectNewest(page: Page): Promise<void> {
  const newest = region(page, 'Newest lines');
  const sizes = [
    [1440, 900, 15],
    [1280, 720, 8],
    [390, 844, 6],
  ] as const;
  for (const [width, height, least] of sizes) {
    await page.setViewportSize({ width, height });
    await page.evaluate(() => scrollTo(0, 0));
    await expect(newest, `${width} × ${height}`).toBeInViewport({ ratio: 1 });
    const whole = await newest.evaluate((section) => {
      const bar = document.querySelector('[aria-label="Next step"]')?.getBoundingClientRect().top ?? innerHeight;
      const end = Math.min(section.getBoundingClientRect().bottom, bar);
      return [...section.querySelectorAll('li')].filter((line) => line.getBoundingClientRect().bottom <= end).length;
    });
    expect(whole, `${width} × ${height}`).toBeGreaterThanOrEqual(least);
  }
  for (const [width, height] of [sizes[2], sizes[0]]) {
    await page.setViewportSize({ width, height });
    await unfold(page);
    await page.getByText('Advanced', { exact: true }).click();
    await page.getByLabel('Concurrency').fill('2');
    await expectInSight(page.getByLabel('Concurrency'));
    await page.getByText('Advanced', { exact: true }).click();
  }
}

const NEXT_ASS =
  '[Script Info]\n\n[Events]\nFormat: Layer, Start, End, Style, Text\nDialogue: 0,0:00:01.00,0:00:02.00,Default,One\n';

test('[D14.25][D14.40] after a run a person opens "More", a batch’s JSON, and Find and Replace, and each of them is in sight', async ({
  page,
}) => {
  await openLines(
    page,
    translatedFilm(200, ({ number, text }) => (number === 33 ? undefined : `PT: ${text}`)),
  );
  const more = page.getByRole('group', { name: 'Lines: commands' }).getByText('More', { exact: true });
  await test.step('below the lines it opens upwards', async () => {
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      await more.focus();
      await page.keyboard.press('Enter');
      await expectInSight(button(page, 'Lines as CSV'));
      await page.keyboard.press('Tab');
      await expect(page.getByText('File options', { exact: true })).toBeFocused();
      await page.keyboard.press('Enter');
      await expectInSight(page.getByLabel('Language in the name'));
      await expectInSight(page.getByLabel('Both languages'));
      await page.getByText('File options', { exact: true }).click();
      await page.keyboard.press('Escape');
      await expect(button(page, 'Lines as CSV')).toBeHidden();
      await expect(more).toBeFocused();
    }
  });

  for (const [width, height] of [
    [1280, 800],
    [768, 700],
  ] as const) {
    await test.step(`the open line, and Find and Replace, ${width} × ${height}`, async () => {
      await page.setViewportSize({ width, height });
      await page.locator('[data-number]').first().focus();
      await page.keyboard.press('ControlOrMeta+g');
      await textBox(page, 'Go to number').fill('113');
      await page.keyboard.press('Enter');
      await expect(line(page, 113)).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(textBox(page, 'Translation of 113')).toBeFocused();
      if (width === 768) {
        await button(page, 'JSON of batch 6').click();
        await button(page, 'Close').click();
      }
      await expectInSight(line(page, 113));
      await expect(textBox(page, 'Translation of 113')).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(line(page, 113)).toBeFocused();

      await page.keyboard.press('ControlOrMeta+h');
      await page.getByRole('searchbox', { name: 'Find in lines' }).fill('PT: ');
      await textBox(page, 'Replace with').fill('PT:  two  ');
      await button(page, 'Replace').click();
      await expectInSight(button(page, 'Replace ticked'));
      const preview = region(page, 'Replacements');
      await expect(preview.locator('ins').first()).toHaveCSS('white-space-collapse', 'preserve');
      await preview.getByRole('checkbox').first().scrollIntoViewIfNeeded();
      await expectInSight(preview.getByRole('checkbox').first());
      await button(page, width === 1280 ? 'Cancel' : 'Replace ticked').click();
      await page.keyboard.press('Escape');
    });
  }
  await expect(line(page, 113)).toContainText('PT: two');

  await test.step('above the bar of a low window, beside a video', async () => {
    await page.setViewportSize({ width: 844, height: 390 });
    await page.getByRole('radio', { name: 'Text', exact: true }).check({ force: true });
    await dropFilm(page);
    const translation = region(page, 'Translation');
    await translation.getByText('More', { exact: true }).click();
    for (const name of ['Film notes', 'Lines as CSV'])
      await expectInSight(button(translation.locator('details[open]'), name));
    await page.keyboard.press('Escape');
    await region(page, 'Film').getByLabel('Film: more', { exact: true }).click();
    await expectInSight(button(page, 'Subtitles in the film…'));
    await page.keyboard.press('Escape');
  });

  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByRole('radio', { name: 'Lines', exact: true }).check();
  await page.getByRole('grid').scrollIntoViewIfNeeded();
  // Waits until the page has the new size.
  await expect(button(page, 'Batches')).toHaveAttribute('aria-expanded', 'true');
  const letCome = await hold(page, '**/readers*.js');
  const heightOf = async () => (await page.getByRole('grid').boundingBox())?.height;
  await expect(page.getByRole('button', { name: /^Review \d+ lines$/ })).toBeVisible();
  // A notice that has gone keeps its room for up to two seconds.
  await expect(page.getByRole('status', { name: 'Notices' })).toHaveCSS('height', '0px');
  const before = await atRest(heightOf);
  await giveFiles(page, 'Open…', { 'Next.ass': NEXT_ASS });
  await expect(page.getByText('Opening Next.ass…')).toBeVisible();
  expect(await heightOf()).toBe(before);
  letCome();
});
