import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { giveKey, openPage, upload } from '../e2e/page-actions.ts';
import { SAMPLE_PHRASES, SAMPLE_SOURCE, SAMPLE_TRANSLATION } from '../src/demo/scenes.ts';
import type { Call } from '../test/stand-in-call.ts';

/** Where the pictures go. */
export const FOLDER = fileURLToPath(new URL('../docs/screenshots', import.meta.url));

/** The scene's own translation, so that the pictures show real work. */
export function translationOf({ phrases }: Call): string {
  const texts = new Map(SAMPLE_PHRASES.map(({ number, text }) => [text, SAMPLE_TRANSLATION[number - 1] ?? '']));
  return JSON.stringify(
    Object.fromEntries(Object.entries(phrases).map(([key, text]) => [key, texts.get(text) ?? text])),
  );
}

export const isBatch = ({ phrases }: Call, number: number): boolean =>
  Object.keys(phrases)[0] === String((number - 1) * 20 + 1);

/** The sample film is open, and a key is given. */
export async function prepare(page: Page): Promise<void> {
  // What a person has openPageed stays so; by itself the section folds and openPages as the film comes.
  await openPage(page);
  await upload(page, SAMPLE_SOURCE, 'the-projector.srt');
  await giveKey(page);
}
