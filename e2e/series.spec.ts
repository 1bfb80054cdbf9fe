import { readFile } from 'node:fs/promises';
import { type Download, expect, type Page } from '@playwright/test';
import { filmBytes } from '../test/film-file.ts';
import { readZip } from '../test/read-zip.ts';
import { sampleSrt } from '../test/srt-sample.ts';
import type { StandIn } from '../test/stand-in-provider.ts';
import { test } from './fixtures.ts';
import {
  button,
  expectNoSideways,
  giveFiles,
  giveKey,
  openMenu,
  openPage,
  paidFor,
  pressTranslate,
  region,
  sent,
} from './page-actions.ts';

/** Several files as a series. */

const FILES = Object.fromEntries([200, 31, 40].map((phrases, at) => [`E${[1, 2, 10][at]}.srt`, sampleSrt(phrases)]));
const rows = (page: Page) => region(page, 'Files').locator('[data-file-state]');
const row = (page: Page, name: string) => rows(page).filter({ has: button(page, name) });
const openRow = async (page: Page, name: string) => {
  await button(page, name).click();
  await expect(button(page, name)).toHaveAttribute('aria-current', 'true');
};
/** Answers with lines in which nothing is doubtful. */
const answerWell = (standIn: StandIn) =>
  standIn.behave(({ kind, phrases }) => {
    if (kind !== 'translate') return undefined;
    const texts = Object.fromEntries(Object.keys(phrases).map((number) => [number, `Frase ${number}`]));
    return { kind: 'reply', finish: 'complete', latencyMs: 20, text: JSON.stringify(texts) };
  });
/** The three films, with a key. */
const openSeries = async (page: Page, standIn: Parameters<typeof answerWell>[0]) => {
  answerWell(standIn);
  await openPage(page);
  await giveFiles(page, 'Open…', FILES);
  await giveKey(page);
  await expect(rows(page)).toHaveCount(3);
};
/** The different heights that the list has from now on. */
const heightsOfFiles = async (page: Page) => {
  const seen = await page.evaluateHandle(() => {
    const heights = new Set<number>();
    const look = () => {
      const list = document.querySelector('section[aria-label=Files]');
      if (list) heights.add(Math.round(list.getBoundingClientRect().height));
      requestAnimationFrame(look);
    };
    look();
    return heights;
  });
  return () => seen.evaluate((heights) => [...heights]);
};
/** The files of a saved .zip. */
const filesOf = async (file: Download) => readZip(await readFile(await file.path()));

for (const width of [768, 390])
  test(`[D18.3] at ${width} px the list of files and its rows keep place and height during a run, and no name breaks within a word`, async ({
    page,
    standIn,
  }) => {
    const name = (at: number) => `Night.Ferry.S01E0${at}.srt`;
    const names = [1, 2, 3, 4].map(name);
    // Two spaces in a row are a problem.
    standIn.behave(({ kind, phrases }) => {
      if (kind !== 'translate') return undefined;
      const texts = Object.fromEntries(Object.keys(phrases).map((number) => [number, `Frase  ${number}`]));
      return { kind: 'reply', finish: 'complete', latencyMs: 150, text: JSON.stringify(texts) };
    });
    await page.setViewportSize({ width, height: 900 });
    await openPage(page);
    await giveKey(page);
    await giveFiles(page, 'Open…', Object.fromEntries(names.map((each, at) => [each, sampleSrt(50 + 200 * at)])));
    await expect(region(page, 'Files')).not.toContainText('Reading');
    const fold = region(page, 'Files').getByRole('button', { name: /^Files/ });
    if (width === 390) await fold.click();
    await expect(page.locator('#estimate')).toContainText('4 films');
    await page.evaluate(() => scrollTo(0, 0));
    const seen = await page.evaluateHandle(() => {
      const places = new Set<string>();
      const look = () => {
        const list = document.querySelector('#files-list');
        const px = [...(list?.children ?? [])].map((row) => Math.round(row.getBoundingClientRect().height));
        places.add(`${Math.round((list?.getBoundingClientRect().top ?? 0) + scrollY)}: ${px}`);
        requestAnimationFrame(look);
      };
      look();
      return places;
    });
    await pressTranslate(page);
    await expect(region(page, 'Files')).toContainText('4 of 4 films');
    await expect(row(page, name(4))).toContainText('problems');
    await button(page, 'Save all').click();
    await expect(row(page, name(4))).toContainText('problems, saved');
    expect(await seen.evaluate((places) => [...places])).toHaveLength(1);
    expect(await button(page, name(4)).evaluate((button) => button.getClientRects().length)).toBe(1);
  });

test('[D18.3][D18.6] a person translates ten films with one key and one price, opens others meanwhile, and saves all; each batch is sent once', async ({
  page,
  standIn,
}) => {
  const ten = Object.fromEntries(
    Array.from({ length: 10 }, (_, at) => [`Show.S01E${String(at + 1).padStart(2, '0')}.srt`, sampleSrt(21 + at)]),
  );
  answerWell(standIn);
  await openPage(page);
  await giveKey(page);
  const heights = await heightsOfFiles(page);
  await giveFiles(page, 'Open…', ten);
  await expect(rows(page)).toHaveCount(10);
  await expect(region(page, 'Files')).not.toContainText('Reading');
  expect(await heights(), 'nothing below the list moves while files are read').toHaveLength(1);
  await expect(page.locator('#estimate')).toContainText(/^10 films, 255 subtitles · about .* 20 requests/);
  await pressTranslate(page);
  await openRow(page, 'Show.S01E05.srt');
  await openRow(page, 'Show.S01E02.srt');
  await expect(region(page, 'Files')).toContainText('10 of 10 films');
  for (const state of await rows(page).all()) await expect(state).toHaveAttribute('data-file-state', 'done');
  expect(sent(standIn)).toHaveLength(20);

  const download = page.waitForEvent('download');
  await button(page, 'Save all').click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('Show.pt.zip');
  const counts = (await filesOf(file)).map(([, text]) => text.split('-->').length - 1);
  expect(counts).toEqual([21, 22, 23, 24, 25, 26, 27, 28, 29, 30]);

  await page.setViewportSize({ width: 390, height: 844 });
  const fold = region(page, 'Files').getByRole('button', { name: /^Files/ });
  await expect(fold).toHaveAttribute('aria-expanded', 'false');
  await expect(fold).toContainText('10 of 10 films · Show.S01E02.srt');
  await fold.click();
  const isInList = (name: string) =>
    button(page, name).evaluate((button) => {
      const [row, list] = [button.closest('li'), button.closest('ul')].map((each) => each?.getBoundingClientRect());
      return row !== undefined && list !== undefined && row.top >= list.top - 1 && row.bottom <= list.bottom + 1;
    });
  const ahead = Object.fromEntries([1, 2, 3, 4, 5].map((at) => [`Ahead.E0${at}.srt`, sampleSrt(30 + at)]));
  await giveFiles(page, 'Add files…', ahead);
  await expect(rows(page)).toHaveCount(15);
  await expect.poll(() => isInList('Show.S01E02.srt'), 'the open film stays in sight').toBe(true);
  const long = `${'The.rather.long.name.of.a.show.'.repeat(2)}S01E03.1080p.srt`;
  await giveFiles(page, 'Add files…', { [long]: sampleSrt(31) });
  const isInFull = (name: Element) => name.scrollWidth <= name.clientWidth && name.scrollHeight <= name.clientHeight;
  expect(await button(page, long).evaluate(isInFull), 'the end of a long name is visible').toBe(true);
  await button(page, 'Show.S01E03.srt').click();
  await expect(fold).toHaveAttribute('aria-expanded', 'false');
  await expect(fold).toContainText('Show.S01E03.srt');
  await expectNoSideways(page, 'a series');

  await page.getByRole('radio', { name: 'Lines', exact: true }).click();
  await button(page, 'Film notes').click();
  const forAll = page.getByRole('dialog', { name: 'Film notes' }).getByText(/^For all \d+ films$/);
  expect((await forAll.boundingBox())?.height, 'the films take one line').toBeLessThan(30);
});

/** On the next load: reloads the page as soon as it has read this many answers, which it handles 250 ms later, as if it was busy. */
async function reloadAfterAnswers(page: Page, count: number): Promise<void> {
  await page.addInitScript(() => {
    Object.defineProperty(globalThis, 'scheduler', { value: { postTask: () => new Promise(() => {}) } });
    let left = Number(sessionStorage.getItem('answers'));
    sessionStorage.removeItem('answers');
    const read = Response.prototype.text;
    Response.prototype.text = async function text() {
      const body = await read.call(this);
      if (body.includes('usage') && --left === 0) setTimeout(() => location.reload());
      return body;
    };
  });
  await page.evaluate((answers) => sessionStorage.setItem('answers', answers), String(count));
}

test('[D18.7] a reload in the middle of the run keeps every answer that has come, pays for none twice, and continues all films', async ({
  page,
  standIn,
}) => {
  /** Only the batches up to this number are answered. */
  const answersUpTo = (last: number) =>
    standIn.behave(({ kind, phrases }) => {
      if (kind !== 'translate') return undefined;
      const latencyMs = Number(Object.keys(phrases)[0]) > last ? 60_000 : 100;
      return { kind: 'reply', finish: 'complete', latencyMs, text: JSON.stringify(phrases) };
    });
  const okBatches = async () =>
    Number(/(\d+) of 12 batches/.exec((await region(page, 'Files').textContent()) ?? '')?.[1] ?? -1);
  const films = Object.fromEntries([1, 2, 3].map((at) => [`E${at}.srt`, sampleSrt(60 + at)]));
  answersUpTo(40);
  await openPage(page);
  await giveFiles(page, 'Open…', films);
  await giveKey(page);
  await expect(rows(page)).toHaveCount(3);
  await pressTranslate(page);
  await openRow(page, 'E3.srt');
  await expect.poll(okBatches, 'two of each film').toBe(6);
  answersUpTo(60);
  await reloadAfterAnswers(page, 3);
  await page.reload();
  await expect.poll(() => sent(standIn).filter(({ status }) => status === 200)).toHaveLength(9);
  answersUpTo(0);
  await expect.poll(okBatches).toBe(9);
  const unanswered = () => sent(standIn).filter(({ endedAt }) => endedAt === undefined);
  await expect.poll(unanswered, 'the last one of each film').toHaveLength(3);
  answersUpTo(1_000);
  await page.reload();
  await expect(region(page, 'Files')).toContainText('3 of 3 films');
  expect(paidFor(standIn), 'each batch once').toHaveLength(12);
});

test('[D18.13] each translation is saved beside its original in the opened folder, also after a reload and as each film is done', async ({
  page,
  standIn,
}) => {
  // The origin's private file system in place of the picker: it has the same handles.
  await page.addInitScript(() => {
    const picker = async () => (await navigator.storage.getDirectory()).getDirectoryHandle('Show', { create: true });
    Object.assign(window, { showDirectoryPicker: picker });
  });
  answerWell(standIn);
  await openPage(page);
  const write = (path: string, text: string) =>
    page.evaluate(
      async ([at, what]) => {
        const parts = (at ?? '').split('/');
        const name = parts.pop() ?? '';
        let folder = await navigator.storage.getDirectory();
        for (const part of parts) folder = await folder.getDirectoryHandle(part, { create: true });
        const writing = await (await folder.getFileHandle(name, { create: true })).createWritable();
        await writing.write(what ?? '');
        await writing.close();
      },
      [path, text],
    );
  /** The files of a folder with the number of lines in each. */
  const filesIn = (path: string) =>
    page.evaluate(async (at) => {
      let folder = await navigator.storage.getDirectory();
      for (const part of at.split('/')) folder = await folder.getDirectoryHandle(part);
      const found: string[] = [];
      for await (const inner of folder.values())
        if (inner.kind === 'file')
          found.push(`${inner.name} ${(await (await inner.getFile()).text()).split('-->').length - 1}`);
      return found.sort();
    }, path);
  await write('Show/Season 1/E1.srt', sampleSrt(21));
  await write('Show/Season 1/E2.srt', sampleSrt(22));
  await write('Show/Season 2/E1.srt', sampleSrt(23));
  await openMenu(page, 'Project');
  await button(page, 'Open folder…').click();
  await giveKey(page);
  await expect(rows(page)).toHaveCount(3);
  const asDone = page.getByRole('checkbox', { name: 'Save each film as it is done' });
  // The box is ticked once the folders are known.
  await asDone.click();
  await expect(asDone).toBeChecked();
  await pressTranslate(page, 'Translate this film only');
  await expect(region(page, 'Files')).toContainText('Saved into “Show”: 1 file.');
  expect(await filesIn('Show/Season 1')).toEqual(['E1.pt.srt 21', 'E1.srt 21', 'E2.srt 22']);
  await page.reload();
  await expect(rows(page)).toHaveCount(3);
  await expect(asDone).toBeChecked();
  await button(page, 'Translate 2 films').click();
  await expect(region(page, 'Files')).toContainText('Saved into “Show”: 2 files.');
  await button(page, 'Save into a folder…').click();
  const there = page.getByRole('dialog', { name: '3 files are there already' });
  await expect(there).toContainText('Show/Season 1/E1.pt.srt');
  await button(page, 'Keep').click();
  await expect(region(page, 'Files')).toContainText('Not replaced, because they were there already');
  expect(await filesIn('Show/Season 1')).toEqual(['E1.pt.srt 21', 'E1.srt 21', 'E2.pt.srt 22', 'E2.srt 22']);
  expect(await filesIn('Show/Season 2')).toEqual(['E1.pt.srt 23', 'E1.srt 23']);
});

test('[D18.20][D18.21] “Open…” closes the list; Undo brings it back after a reload, and its project opens unchanged in an empty browser', async ({
  page,
  browser,
  standIn,
}) => {
  await openSeries(page, standIn);
  await openRow(page, 'E2.srt');
  await pressTranslate(page, 'Translate this film only');
  await expect(row(page, 'E2.srt')).toHaveAttribute('data-file-state', 'done');
  await openRow(page, 'E10.srt');
  await giveFiles(page, 'Open…', { 'Next.srt': sampleSrt(5) });
  const question = page.getByRole('dialog', { name: 'Save the translations first?' });
  await expect(question).toContainText('1 translated film of the list is not saved.');
  await button(question, 'Don’t save').click();
  await expect(rows(page)).toHaveCount(0);
  await expect(page.getByRole('status', { name: 'Notices' })).toContainText(
    'The list of files was closed. Undo brings back “E10” and the other films of the list.',
  );
  await page.reload();
  await button(page, 'Undo').click();
  await expect(rows(page)).toHaveCount(3);
  await expect(button(page, 'E10.srt')).toHaveAttribute('aria-current', 'true');
  await expect(row(page, 'E2.srt')).toHaveAttribute('data-file-state', 'done');

  await openMenu(page, 'Project');
  const download = page.waitForEvent('download');
  await button(page, 'Save project').click();
  const project = await (await download).path();
  await expect(row(page, 'E2.srt')).toHaveAttribute('data-file-state', 'saved');
  const other = await (await browser.newContext()).newPage();
  await other.goto(page.url());
  await openMenu(other, 'Project');
  const chooser = other.waitForEvent('filechooser');
  await button(other, 'Open project').click();
  await (await chooser).setFiles(project);
  await expect(rows(other)).toHaveCount(3);
  await expect(button(other, 'E10.srt')).toHaveAttribute('aria-current', 'true');
  await expect(row(other, 'E2.srt')).toHaveAttribute('data-file-state', 'saved');
  await other.context().close();
});

test('[D18.40][D18.41][D18.42] a person opens several videos, chooses their subtitle tracks at once, watches each film, and saves all', async ({
  page,
  standIn,
}) => {
  answerWell(standIn);
  await openPage(page);
  const film = (at: number) =>
    filmBytes([
      { bcp47: 'ru', texts: [`Первая ${at}`, `Вторая ${at}`] },
      { bcp47: 'en', isDefault: true, texts: [`First ${at}`, `Second ${at}`, `Third ${at}`] },
    ]);
  await giveFiles(page, 'Open…', {
    'E1.mkv': Buffer.from(film(1)),
    'E2.mkv': Buffer.from(film(2)),
    'E3.en.srt': sampleSrt(4),
    'E3.mkv': Buffer.from(film(3)),
  });
  await expect(rows(page)).toHaveCount(3);
  await expect(row(page, 'E2.srt')).toContainText('English · SubRip · default · E2.mkv');
  await expect(row(page, 'E3.en.srt')).toContainText('with E3.mkv');
  const shown = region(page, 'Film').getByRole('heading');
  await expect(shown).toHaveText('E1.mkv');
  await openRow(page, 'E3.en.srt');
  await expect(shown).toHaveText('E3.mkv');
  await openRow(page, 'E1.srt');
  await expect(shown).toHaveText('E1.mkv');

  await region(page, 'Film').getByLabel('Film: more', { exact: true }).click();
  await button(page, 'Subtitles in the film…').click();
  await page.getByRole('radio', { name: /^Russian/ }).check();
  await page.getByRole('checkbox', { name: 'Also for 1 other film with the same tracks' }).check();
  await button(page, 'Open these subtitles').click();
  await expect(row(page, 'E1.srt')).toContainText('Russian · SubRip · E1.mkv');
  await expect(row(page, 'E2.srt')).toContainText('Russian · SubRip · E2.mkv');

  await giveKey(page);
  await pressTranslate(page);
  await expect(region(page, 'Files')).toContainText('3 of 3 films');
  expect(sent(standIn).length, 'one request each').toBe(3);
  const download = page.waitForEvent('download');
  await button(page, 'Save all').click();
  expect((await filesOf(await download)).map(([path]) => path)).toEqual(['E1.pt.srt', 'E2.pt.srt', 'E3.pt.srt']);
  await page.reload();
  await expect(button(page, 'Choose E1.mkv again')).toBeVisible();
  await openRow(page, 'E2.srt');
  await expect(button(page, 'Choose E2.mkv again')).toBeVisible();
  await giveFiles(page, 'Choose E2.mkv again', { 'E2.mkv': Buffer.from(film(2)) });
  await expect(shown).toHaveText('E2.mkv');

  await test.step('“Replace in this film” is clearly apart from “Go to” beside a video', async () => {
    await page.getByRole('radio', { name: 'Lines', exact: true }).click();
    await page.getByRole('searchbox', { name: 'Find in lines' }).click();
    const boxes = [button(page, 'Replace in this film'), page.getByRole('textbox', { name: 'Go to number' })];
    for (const width of [1376, 1384]) {
      await page.setViewportSize({ width, height: 900 });
      const [replace, goTo] = await Promise.all(boxes.map((box) => box.boundingBox()));
      if (!replace || !goTo) throw new Error('A field is missing.');
      const areApart = goTo.x >= replace.x + replace.width || goTo.y >= replace.y + replace.height;
      expect(areApart, `${width} px`).toBe(true);
    }
  });
});
