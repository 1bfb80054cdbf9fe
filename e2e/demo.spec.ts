import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { RADIO_FILMS, SAMPLE_PHRASES, SAMPLE_TRANSLATION } from '../src/demo/scenes.ts';
import { DEFAULT_PROMPT } from '../src/languages/default-prompt.ts';
import { formatSrt } from '../src/subtitles/srt.ts';
import { editorText } from '../test/read-editor.ts';
import { readZip } from '../test/read-zip.ts';
import { sampleSrt } from '../test/srt-sample.ts';
import { everythingStored, stored, writeAll } from './everything-stored.ts';
import { test } from './fixtures.ts';
import {
  batches,
  button,
  download,
  editorReady,
  giveKey,
  keyField,
  line,
  modelSelect,
  openMenu,
  openPage,
  playDemo,
  region,
  sent,
  storeBefore,
  write,
} from './page-actions.ts';

/** "Try the demo" runs the real pipeline with a provider inside the page, for people without a key. */

// Firefox reports each part requested offline, where other browsers only log it.
test.use({ locale: 'de-AT', expectedProblems: /None of the .sha256. hashes .* match .*\/static\/js\/async\// });

const SAMPLE = formatSrt(SAMPLE_PHRASES);
const RESULT = formatSrt(SAMPLE_PHRASES.map((phrase, index) => ({ ...phrase, text: SAMPLE_TRANSLATION[index] ?? '' })));

const notices = (page: Page) => page.getByRole('status', { name: 'Notices' });

/** The scene with failures, which a person chooses. */
async function startDemo(page: Page): Promise<void> {
  await page.getByLabel('Languages of the demo').selectOption('Russian → Portuguese');
  await expect(notices(page)).toContainText(/^Demo\. .*asks no model and stores nothing/);
  await editorReady(page, 'Original subtitles');
  await expect(modelSelect(page)).toHaveText('gpt-demo-mini');
}

/** Requests to other addresses than the page's own files, from now on; the list grows. */
function strayRequests(page: Page, ownUrl: string): readonly string[] {
  const stray: string[] = [];
  page.on('request', (request) => {
    const isOwnFile = request.method() === 'GET' && request.url().startsWith(`${ownUrl}static/`);
    if (!isOwnFile) stray.push(`${request.method()} ${request.url()}`);
  });
  return stray;
}

/** Keys of two providers, a prompt, and a cleared film, so that the page is empty and Undo restores the film. */
async function workOfAPerson(page: Page): Promise<void> {
  await storeBefore(page, {
    ...{ openaiKey: 'test-own-openai', anthropicKey: 'test-own-anthropic', model: 'gpt-4o' },
    ...{ initPrompt: 'Say it in Latin.', uploadedFile: sampleSrt(21) },
  });
  await openPage(page);
  await button(page, 'Clear').first().click();
  // The undo step is stored before the cleared text: now both are stored.
  await expect.poll(() => stored(page, 'uploadedFile')).toBe('');
  await page.reload();
  await editorReady(page, 'Prompt');
  await expect(button(page, 'Undo')).toBeVisible();
  await expect(modelSelect(page)).toHaveText('gpt-4o');
}

async function expectWorkOfAPerson(page: Page): Promise<void> {
  await expect(notices(page)).not.toContainText('Demo.');
  expect(await editorText(page, 'Prompt')).toBe('Say it in Latin.');
  await expect(keyField(page)).toHaveValue('test-own-openai');
  await expect(modelSelect(page)).toHaveText('gpt-4o');
  await button(page, 'Undo').click();
  await expect.poll(() => editorText(page, 'Original subtitles')).toBe(sampleSrt(21));
}

test('[S2.21][D18.50] a person plays the demo to its end, with three films and with failures; it sends nothing, stores nothing, and changes neither keys nor work', async ({
  page,
  standIn,
  site,
  context,
}) => {
  await workOfAPerson(page);
  await openMenu(page, 'More');
  await button(page, 'Theme: system').click();
  await writeAll(page);
  const before = await everythingStored(page);
  expect(before.local).toMatchObject({ openaiKey: 'test-own-openai', anthropicKey: 'test-own-anthropic' });
  expect(JSON.stringify(before.databases), 'the film that was cleared').toContain('Фраза 21');
  const sentBefore = standIn.calls.length;
  const stray = strayRequests(page, site.url);
  const files = region(page, 'Files');

  await playDemo(page);
  await expect(page.getByRole('row').filter({ hasText: 'Something is walking on the roof.' })).toContainText(
    'Da läuft was auf dem Dach.',
  );
  await expect(button(page, 'Open your own film')).toBeVisible();
  await expect(files.locator('[data-file-state]')).toHaveText([/done$/, /done$/, /1 problem$/]);
  // The page offers the confirmed line of the first film for the equal line of the third one.
  await button(page, 'Confirm all without problems (42)').click();
  await button(page, 'Next: E03, 1 problem').press('Enter');
  await expect(line(page, 24)).toContainText('as in E01, line 42');
  await button(line(page, 24), 'Use').click();
  await expect(notices(page)).toContainText('“Save all” saves all translations as one .zip.');
  const saving = page.waitForEvent('download');
  await button(files, 'Save all').click();
  const saved = RADIO_FILMS.map(({ fileName, phrases, translations }, at) => {
    const texts = at === 2 ? [...translations.de.slice(0, -1), 'Gute Nacht, Clementine.'] : translations.de;
    return [
      fileName.replace('.srt', '.de.srt'),
      formatSrt(phrases.map((phrase, index) => ({ ...phrase, text: texts[index] ?? '' }))),
    ];
  });
  const zip = await saving;
  expect(zip.suggestedFilename()).toBe('Night Wave.de.zip');
  expect(readZip(await readFile(await zip.path()))).toEqual(saved);
  await button(page, 'Leave the demo').click();
  await expect(button(page, 'Try the demo')).toBeFocused();
  await expect(notices(page)).not.toContainText('Demo.');
  await expect(keyField(page)).toHaveValue('test-own-openai');
  await writeAll(page);
  expect(await everythingStored(page)).toEqual(before);

  // Neither actions inside the demo nor a reload change that.
  await button(page, 'Try the demo').click();
  await startDemo(page);
  await expect(page.locator('html'), 'the colours that were just chosen').toHaveAttribute('data-theme', 'light');
  await expect(notices(page)).toContainText('Press Translate to see it translated');
  await expect(page.getByText(/^about |\$/), 'nothing of money').toHaveCount(0);
  expect(await editorText(page, 'Original subtitles')).toBe(SAMPLE);
  expect(await editorText(page, 'Prompt')).toBe(DEFAULT_PROMPT);
  await expect(keyField(page)).not.toHaveValue(/own/);
  await write(page, 'Prompt', 'Of the demo.');
  await button(page, 'Forget keys').click();
  await giveKey(page, 'openai', 'test-of-the-demo');
  // Everything that the run needs is loaded; from here on it runs offline.
  await context.setOffline(true);
  await button(page, 'Translate').click();
  await expect(batches(page, 'failed')).toHaveCount(1);
  await expect(batches(page, 'ok')).toHaveCount(3);
  await button(page, 'Retry failed').click();
  await expect(batches(page, 'ok')).toHaveCount(4);
  const file = await download(page);
  expect(file.name).toBe('translated.srt');
  expect(file.bytes.toString()).toBe(RESULT);
  await context.setOffline(false);
  await writeAll(page);
  expect(await everythingStored(page)).toEqual(before);
  expect(stray).toEqual([]);
  expect(standIn.calls).toHaveLength(sentBefore);
  await page.reload();
  await editorReady(page, 'Prompt');
  await expectWorkOfAPerson(page);
  expect(standIn.calls.map(({ key }) => key)).not.toContain('test-of-the-demo');
  expect(sent(standIn)).toEqual([]);
});
