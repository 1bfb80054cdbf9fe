import { expect } from '@playwright/test';
import { editorText } from '../test/read-editor.ts';
import { failure, reply } from '../test/stand-in-call.ts';
import { test } from './fixtures.ts';
import {
  batches,
  button,
  download,
  giveKey,
  openBatch,
  openPage,
  textBox,
  translateAll,
  upload,
} from './page-actions.ts';

/** Whatever a file or a model contains is only text. */

const HOSTILE = [
  '<img src=x onerror="window.pwned = true"><script>window.pwned = true</script>',
  '</textarea><iframe srcdoc="<script>parent.pwned = true</script>"></iframe>',
  '\u202egnirts lortnoc idib\u202c \u2066isolated\u2069 \u200f',
  '{\\an8}{\\p1}m 0 0 l 100 0 100 100 0 100{\\p0}',
  'javascript:alert(1) data:text/html,<b>x</b> {{7*7}} &lt;b&gt;',
  '__proto__ constructor prototype toString',
];
/** The editor draws its own images beside characters such as bidi controls. */
const INJECTED = 'main img:not(.cm-widgetBuffer), iframe, main script';
const cue = (text: string, number: number) =>
  `${number}\n00:00:${String(number).padStart(2, '0')},000 --> 00:00:${String(number).padStart(2, '0')},900\n${text}`;
const FILE = `${HOSTILE.map((text, index) => cue(text, index + 1)).join('\n\n')}\n`;

test('[S2.19] hostile text in a file, its name, a model or a provider is shown as text and saved unchanged, even where the browser translates pages', async ({
  page,
  standIn,
}) => {
  standIn.behave(({ kind, phrases }) => (kind === 'translate' ? reply(JSON.stringify(phrases)) : undefined));
  await openPage(page);
  await page.evaluate(translateAsBrowsersDo);
  await upload(page, `1\n00:00:01,000 --> 00:00:02,000\n${'long '.repeat(1_000_000)}\n`);
  await expect.poll(async () => (await editorText(page, 'Original subtitles')).length).toBeGreaterThan(4_999_000);
  await page.getByRole('tab', { name: /^google/ }).click();
  await button(page, 'Restart').click();
  await expect.poll(() => editorText(page, 'Original subtitles')).toBe('');
  await upload(page, 'x', '<img src=x onerror=alert(1)>.txt');
  await expect(textBox(page, 'Errors')).toContainText('Open "<img src=x onerror=alert(1)>.txt" with');
  await upload(page, FILE, '<b>film</b>.srt');
  await giveKey(page);
  await translateAll(page, 1);
  await openBatch(page, 1);
  await button(page, 'Close').click();
  const { bytes } = await download(page);
  expect(bytes.toString()).toBe(FILE);

  standIn.behave(({ kind }) => (kind === 'translate' ? failure(400, { message: HOSTILE[0] ?? '' }) : undefined));
  await openBatch(page, 1);
  await button(page, 'Translate again').click();
  await expect(batches(page, 'failed')).toHaveCount(1);
  await openBatch(page, 1);
  await expect(textBox(page, 'Batch errors')).toContainText('<script>');
  await expect(page.locator(INJECTED)).toHaveCount(0);
  expect(await page.evaluate(() => 'pwned' in window)).toBe(false);
});

/** Replaces the texts of all elements, including later ones, as translating browsers do, unless marked as not translatable. */
function translateAsBrowsersDo(): void {
  const isLeft = (text: Text) => text.parentElement?.closest('[translate=no], font, script, style, textarea') !== null;
  function translate(): void {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) {
      if (text.data.trim() === '' || isLeft(text)) continue;
      const font = document.createElement('font');
      font.append(document.createTextNode(text.data));
      text.replaceWith(font);
    }
  }
  translate();
  new MutationObserver(translate).observe(document.body, { subtree: true, childList: true });
}
