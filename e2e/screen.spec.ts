import { expect } from '@playwright/test';
import { test } from './fixtures.ts';
import { openPage, textBox } from './page-actions.ts';

/** What the text areas look like. */

test('[S2.15][S9.8] the text areas are plain editors: font size 14, tab size 2, full width, no gutter', async ({
  page,
}) => {
  await openPage(page);
  for (const name of ['Original subtitles', 'Prompt']) {
    const editor = page.locator('.cm-editor').filter({ has: textBox(page, name) });
    await expect(editor.locator('.cm-content')).toHaveCSS('font-size', '14px');
    await expect(editor.locator('.cm-content')).toHaveCSS('tab-size', '2');
    await expect(page.locator('.cm-gutters')).toHaveCount(0);
    const [inner, outer] = await editor.evaluate((element) => {
      const host = (element.getRootNode() as ShadowRoot).host;
      return [element.clientWidth, host.parentElement?.clientWidth];
    });
    expect(inner).toBe(outer);
  }
});
