import type { BrowserContext } from '@playwright/test';

/**
 * Text of `fill` and `insertText` reaches the page as typing does. Over WebDriver BiDi Playwright assigns it to the
 * field from within the page, and React takes no notice of a value that was assigned like that.
 */
export function typeInFirefox(context: BrowserContext): Promise<unknown> {
  return context.addInitScript(() => {
    const insertText = (text: string) => void document.execCommand('insertText', false, text);
    Object.defineProperty(window, '__pw_bidiInsertText', {
      get: () => insertText,
      // Playwright's own comes after this.
      set: () => {},
    });
  });
}
