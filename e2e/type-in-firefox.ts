import type { BrowserContext } from '@playwright/test';

/**
 * Makes `fill` and `insertText` reach the page like typing. Over WebDriver BiDi Playwright assigns the text to the field inside the page,
 * and React ignores a value assigned that way.
 */
export function typeInFirefox(context: BrowserContext): Promise<unknown> {
  return context.addInitScript(() => {
    const insertText = (text: string) => void document.execCommand('insertText', false, text);
    Object.defineProperty(window, '__pw_bidiInsertText', {
      get: () => insertText,
      // Playwright's own assignment follows.
      set: () => {},
    });
  });
}
