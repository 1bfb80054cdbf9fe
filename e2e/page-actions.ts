import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import type { ProviderId } from '../src/providers/provider.ts';

/** What people do on the page, by the names that assistive technology reads. */

export async function upload(page: Page, text: string | Buffer, name = 'film.srt'): Promise<void> {
  const buffer = typeof text === 'string' ? Buffer.from(text) : text;
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/x-subrip', buffer });
}

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
export const textBox = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
export const batch = (page: Page, number: number) => page.getByRole('button', { name: new RegExp(`^Batch ${number}\\b`) });
export const batches = (page: Page, state: string) => page.locator(`[data-state="${state}"]`);

export async function giveKey(page: Page, provider: ProviderId = 'openai', key = 'test-key'): Promise<void> {
  await page.getByRole('tab', { name: new RegExp(`^${provider}`) }).click();
  await page.getByLabel('API key', { exact: true }).fill(key);
}

/** Presses Translate and waits until no batch is left to come. */
export async function translateAll(page: Page, count: number): Promise<void> {
  await button(page, 'Translate').click();
  await expect(batches(page, 'ok')).toHaveCount(count);
}

/** The bytes that Download saves, and the file's name. */
export async function download(page: Page): Promise<{ readonly name: string; readonly bytes: Buffer }> {
  const saved = page.waitForEvent('download');
  await button(page, 'Download').click();
  const file = await saved;
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}
