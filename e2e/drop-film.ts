import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import { region } from './page-actions.ts';

/** 14 s of VP9 and Opus; e2e/films/README.md says how it was made. */
export const FILM_PATH = fileURLToPath(new URL('./films/film.webm', import.meta.url));

export async function dropFile(page: Page, bytes: Uint8Array, name: string): Promise<void> {
  await page.evaluate(
    ([base64 = '', fileName = '']) => {
      const data = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const transfer = new DataTransfer();
      transfer.items.add(new File([data], fileName));
      window.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));
    },
    [Buffer.from(bytes).toString('base64'), name],
  );
}

/** Drops the video and waits for its picture. */
export async function dropFilm(page: Page): Promise<void> {
  await dropFile(page, await readFile(FILM_PATH), 'Film.webm');
  await expect(region(page, 'Film')).toBeVisible();
  await expect.poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.videoWidth)).toBe(320);
}
