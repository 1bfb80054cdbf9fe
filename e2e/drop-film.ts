import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import { region } from './page-actions.ts';

/** 14 s of VP9 and Opus; e2e/films/README.md says how it was made. */
export const FILM_PATH = fileURLToPath(new URL('./films/film.webm', import.meta.url));

/** Drops the film on the page, as a person does. */
export async function dropFilm(page: Page): Promise<void> {
  const bytes = (await readFile(FILM_PATH)).toString('base64');
  await page.evaluate((base64) => {
    const data = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const transfer = new DataTransfer();
    transfer.items.add(new File([data], 'Film.webm', { type: 'video/webm' }));
    window.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));
  }, bytes);
  await expect(region(page, 'Film')).toBeVisible();
  await expect.poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.videoWidth)).toBe(320);
}
