import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import { startStaticServer } from '../scripts/static-server.mjs';
import { editorText } from '../test/read-editor.ts';
import { sampleSrt } from '../test/srt-sample.ts';
import { test as base, DIST } from './fixtures.ts';
import { batches, button, download, giveKey, openBatch, translateAll, upload, write } from './page-actions.ts';

/** The page without a network, and under a new deploy. Each test has a host of its own, whose files it may change. */

interface Host {
  readonly url: string;
  readonly folder: string;
  /** Another version: its index.html says so. */
  deploy(version: string): void;
  /** From now on nothing answers. */
  goAway(): Promise<void>;
}

const WRITE_SERVICE_WORKER = fileURLToPath(new URL('../scripts/write-service-worker.mjs', import.meta.url));

const test = base.extend<{ host: Host }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are wanted from the pattern
  host: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'host-'));
    cpSync(DIST, folder, { recursive: true });
    const server = await startStaticServer({ folder });
    let gone = false;
    const goAway = async () => {
      if (!gone) await server.close();
      gone = true;
    };
    await use({
      url: server.url,
      folder,
      goAway,
      deploy(version) {
        const index = join(folder, 'index.html');
        writeFileSync(
          index,
          readFileSync(index, 'utf8').replace('<head>', `<head><meta name="version" content="${version}">`),
        );
        execFileSync(process.execPath, [WRITE_SERVICE_WORKER, folder]);
      },
    });
    await goAway();
    rmSync(folder, { recursive: true });
  },
});
test.use({ serviceWorkers: 'allow' });

const versionOf = (page: Page) =>
  page
    .locator('meta[name=version]')
    .getAttribute('content', { timeout: 500 })
    .catch(() => null);

/** Opens the page, and waits until it can be opened without a network. */
async function openInstalled(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.reload();
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
}

test('without a network the page opens; review, edit and Download work', async ({ page, host }) => {
  await openInstalled(page, host.url);
  await upload(page, sampleSrt(21));
  await giveKey(page);
  await translateAll(page, 2);
  await page.waitForTimeout(400);
  await host.goAway();
  await page.reload();
  await expect(batches(page, 'ok')).toHaveCount(2);
  await openBatch(page, 2);
  await write(page, 'Batch output', '{\n    "21": "Without a network"\n}');
  await button(page, 'Validate').click();
  await button(page, 'Close').click();
  await expect.poll(() => editorText(page, 'Translated subtitles')).toContain('Without a network');
  const { bytes } = await download(page);
  expect(bytes.toString()).toContain('Without a network');
  await button(page, 'Keyboard shortcuts').click();
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
});

test('a new deploy is announced, not forced; chunks that are gone from the host are still there', async ({
  page,
  host,
}) => {
  await openInstalled(page, host.url);
  await upload(page, sampleSrt(21));
  await giveKey(page);
  await translateAll(page, 2);
  await page.waitForTimeout(400);
  host.deploy('2');
  await page.reload();
  await expect(page.getByText('A new version of this page is ready.')).toBeVisible();
  expect(await versionOf(page)).toBeNull();
  await expect(batches(page, 'ok')).toHaveCount(2);
  // What this page has not asked for yet is no longer on the host.
  rmSync(join(host.folder, 'static/js/async'), { recursive: true });
  await button(page, 'Keyboard shortcuts').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close this sheet' }).click();
  await page.reload();
  expect(await versionOf(page)).toBeNull();
  await button(page, 'Reload now').click();
  await expect.poll(() => versionOf(page)).toBe('2');
  await expect(batches(page, 'ok')).toHaveCount(2);
});
