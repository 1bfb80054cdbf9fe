import { expect } from '@playwright/test';
import { sampleSrt } from '../test/srt-sample.ts';
import { dropFile } from './drop-film.ts';
import { test } from './fixtures.ts';
import { batches, button, download, keyField, pressTranslate, sent } from './page-actions.ts';
import { translatedFilm } from './stored-film.ts';

/** One path through each region of the page, from input to requests, storage and download. Lower layers test the rules. */

test('[S2.10][S9.1] a person translates a first film with at most six actions, and the saved file has the same numbers and times, byte for byte', async ({
  page,
  standIn,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('/');
  await button(page, 'Upload .srt').waitFor();
  await page.evaluate(countActions);
  await dropFile(page, Buffer.from(sampleSrt(129)), 'Film.srt');
  await page.getByRole('combobox', { name: 'Into', exact: true }).click();
  await page.keyboard.type('german');
  await page.keyboard.press('Enter');
  await keyField(page).click();
  await page.keyboard.insertText('test-key');
  await pressTranslate(page);
  await expect(batches(page, 'ok')).toHaveCount(7);
  await expect(button(page, 'Dismiss'), 'a notice').toHaveCount(0);
  const { name, bytes } = await download(page, 'Save as Film.de.srt');
  expect(name).toBe('Film.de.srt');
  expect(bytes.toString()).toBe(translatedFilm(129).translated);
  const actions = await page.evaluate(() => document.documentElement.dataset.actions);
  expect(actions?.split(', '), actions).toEqual(expect.arrayContaining(['drop', 'field', 'press']));
  expect(actions?.split(', ').length, actions).toBeLessThanOrEqual(6);

  const plain = await download(page);
  expect([plain.name, plain.bytes.equals(bytes)]).toEqual(['translated.srt', true]);
  expect(sent(standIn)).toHaveLength(7);
  await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '7');
  const workers = asked.filter((path) => path.includes('film-worker'));
  expect(workers, 'one script reads and assembles a film').toEqual([expect.stringMatching(/film-worker\.\w+\.js$/)]);
});

/**
 * Counts in the page what a person does: each file dropped or chosen, each control pressed, each field filled in, however many keys that
 * takes. It runs in the page and sees each event before the page does.
 */
function countActions(): void {
  const actions: string[] = [];
  const note = (action: string) => {
    actions.push(action);
    document.documentElement.dataset.actions = actions.join(', ');
  };
  const isField = (target: EventTarget | null) =>
    target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea'));
  // Identifies a field by its name, because loaded code may replace the field while a person types in it.
  const nameOf = (target: EventTarget | null) => {
    const field = target as HTMLInputElement | null;
    const by = field?.getAttribute?.('aria-labelledby');
    return field?.getAttribute?.('aria-label') ?? (by ? document.getElementById(by) : field?.labels?.[0])?.textContent;
  };
  let filled: string | null | undefined;
  window.addEventListener('drop', () => note('drop'), true);
  window.addEventListener(
    'change',
    ({ target }) => (target as HTMLInputElement).type === 'file' && note('files'),
    true,
  );
  window.addEventListener(
    'focusin',
    ({ target }) => {
      if (nameOf(target) !== filled) filled = undefined;
    },
    true,
  );
  window.addEventListener(
    'input',
    ({ target }) => {
      if (nameOf(target) !== filled) note('field');
      filled = nameOf(target);
    },
    true,
  );
  // A press on a field begins to fill it in. Enter and Space press a control, too.
  window.addEventListener('click', ({ target, isTrusted }) => isTrusted && !isField(target) && note('press'), true);
}
