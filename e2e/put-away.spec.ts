import { expect, type Page } from '@playwright/test';
import { formatSrt } from '../src/subtitles/srt.ts';
import { samplePhrases } from '../test/srt-sample.ts';
import { dropFile } from './drop-film.ts';
import { test } from './fixtures.ts';
import { atRest, button, download, expectTranslated, line, openMenu, pressTranslate, textBox } from './page-actions.ts';
import { openLines, openStored, translatedFilm } from './stored-film.ts';

const NEXT = formatSrt(
  samplePhrases(25).map((phrase) => ({
    ...phrase,
    time: phrase.time.replaceAll('00:', '01:'),
    text: `Ещё ${phrase.text}`,
  })),
);

/** The notice disappeared when the next film's run began. */
async function goBack(page: Page): Promise<void> {
  await openMenu(page, 'Project');
  await button(page, 'Back to “film”').click();
}

test('[D1.22][D1.34][D14.24] the page asks before another film replaces an unsaved finished one; Undo restores it at its last line, even after Translate and a reload', async ({
  page,
}) => {
  const goTo = async (number: number) => {
    await textBox(page, 'Go to number').fill(String(number));
    await page.keyboard.press('Enter');
    await expect(line(page, number)).toBeInViewport({ ratio: 1 });
  };
  await openLines(page, translatedFilm(100));
  await goTo(60);
  const question = page.getByRole('dialog', { name: 'Save film.pt.srt first?' });
  await dropFile(page, Buffer.from(NEXT), 'next.srt');
  await expect(question).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await expect(button(page, 'Save as film.pt.srt')).toBeVisible();

  await dropFile(page, Buffer.from(NEXT), 'next.srt');
  await button(question, 'Don’t save').click();
  await pressTranslate(page);
  await expectTranslated(page, 2);
  await expect(line(page, 1)).toContainText('PT: Ещё Фраза 1');
  await expect(line(page, 1)).toBeInViewport({ ratio: 1 });
  await goTo(25);
  const notices = page.getByRole('status', { name: 'Notices' });
  await goBack(page);
  await button(page, 'Don’t save').click();
  await expect(line(page, 60)).toBeInViewport({ ratio: 1 });
  await notices.getByRole('button', { name: 'Redo' }).click();
  await button(page, 'Don’t save').click();
  await expect(line(page, 25)).toBeInViewport({ ratio: 1 });
  await page.reload();
  await expect(button(page, 'Save as next.pt.srt')).toBeVisible();
  await expect(line(page, 25)).toBeInViewport({ ratio: 1 });
  await goBack(page);
  await button(page.getByRole('dialog', { name: 'Save next.pt.srt first?' }), 'Don’t save').click();
  await expect(button(page, 'Save as film.pt.srt')).toBeVisible();
  await expect(line(page, 1)).not.toContainText('Ещё');
  await expect(line(page, 1)).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('button', { name: 'Undo', exact: true }), '[D14.54] one pair').toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Redo', exact: true })).toHaveCount(1);
  await page.getByRole('radio', { name: 'Text', exact: true }).press('Space');
  await expect(textBox(page, 'Translated subtitles')).toBeVisible();
  expect((await download(page)).bytes.toString()).toBe(translatedFilm(100).translated);
});

/**
 * Where the switch of the view is, and whether a press on Dismiss reaches it, right after the notice of Clear is drawn. Two seconds later the notice
 * makes room for itself in any case.
 */
const asNoticeComes = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<{ readonly switcherTop: number | undefined; readonly isDismissHit: boolean }>((resolve) => {
        const measure = () => {
          const dismiss = document.querySelector('[aria-label=Notices] [aria-label=Dismiss]');
          const { x, y, width, height } = dismiss?.getBoundingClientRect() ?? new DOMRect();
          resolve({
            switcherTop: document.querySelector('[role=radiogroup][aria-label=View]')?.getBoundingClientRect().y,
            isDismissHit: dismiss?.contains(document.elementFromPoint(x + width / 2, y + height / 2)) === true,
          });
        };
        const observer = new MutationObserver(() => {
          if (!document.querySelector('[aria-label=Notices]')?.textContent?.includes('clearing')) return;
          observer.disconnect();
          requestAnimationFrame(() => requestAnimationFrame(measure));
        });
        observer.observe(document.body, { childList: true, subtree: true });
      }),
  );

test('[D14.25] a new notice can be pressed at once, and moves the page only once the pointer has left the control', async ({
  page,
}) => {
  await openStored(page, translatedFilm(25));
  const clear = page.getByRole('region', { name: 'Translation' }).getByRole('button', { name: 'Clear' });
  const switcher = page.getByRole('radiogroup', { name: 'View' });
  const notices = page.getByRole('status', { name: 'Notices' });
  const place = () => switcher.evaluate((element) => element.getBoundingClientRect().y);
  for (const width of [1440, 1024, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await page.evaluate(() => scrollTo(0, 0));
    await clear.hover();
    const before = await atRest(place);
    const asItCame = asNoticeComes(page);
    await clear.click();
    const { switcherTop, isDismissHit } = await asItCame;
    expect(isDismissHit, `${width} px: while it lies over the page`).toBe(true);
    if (width === 1440) {
      expect(switcherTop).toBe(before);
      await page.mouse.move(2, 2);
      await expect.poll(place).toBeGreaterThan(before);
    }
    if (width === 390) break;
    await notices.getByRole('button', { name: 'Undo' }).click();
    await expect(textBox(page, 'Translated subtitles')).not.toBeEmpty();
    await expect(clear).toBeEnabled();
  }
  await notices.getByRole('button', { name: 'Dismiss' }).click();
  await expect(notices).toBeEmpty();
  await expect(page.locator('details[open]')).toHaveCount(0);
});
