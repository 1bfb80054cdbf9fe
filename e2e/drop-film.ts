import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import { region } from './page-actions.ts';

/** 14 s of VP9 and Opus; e2e/films/README.md says how it was made. */
export const FILM_PATH = fileURLToPath(new URL('./films/film.webm', import.meta.url));

/** Drops a file on the page, as a person does. */
export const dropFile = (page: Page, name: string, bytes: Uint8Array): Promise<void> =>
  page.evaluate(
    ([name, base64]) => {
      const data = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const transfer = new DataTransfer();
      transfer.items.add(new File([data], name));
      window.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));
    },
    [name, Buffer.from(bytes).toString('base64')] as const,
  );

/** Drops the film on the page. */
export async function dropFilm(page: Page): Promise<void> {
  await dropFile(page, 'Film.webm', await readFile(FILM_PATH));
  await expect(region(page, 'Film')).toBeVisible();
  await expect.poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.videoWidth)).toBe(320);
}
