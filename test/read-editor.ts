import type { Locator, Page } from '@playwright/test';

/** A text box by its accessible name, as soon as it shows its whole text: as a plain text area, an editor or static text. */
function textBox(page: Page, name: string): Locator {
  return page.getByRole('textbox', { name, exact: true }).and(page.locator(':not([aria-busy="true"])'));
}

/** The whole text of a text box. The DOM contains only the visible lines. */
export async function editorText(page: Page, name: string): Promise<string> {
  return textBox(page, name).evaluate((box) => {
    if (box instanceof HTMLTextAreaElement) return box.value;
    const root = box.getRootNode();
    // Short texts, such as errors, are plain elements.
    if (!(root instanceof ShadowRoot)) return box.textContent ?? '';
    const host: Element & { editorText?: () => string } = root.host;
    if (host.editorText === undefined) throw new Error('This text box is no editor.');
    return host.editorText();
  });
}

/** Replaces the text of a text box as a person does: select all, then paste. */
export async function setEditorText(page: Page, name: string, text: string): Promise<void> {
  const box = textBox(page, name);
  await box.focus();
  await page.keyboard.press('ControlOrMeta+A');
  if (text === '') return page.keyboard.press('Delete');
  // Only the editor accepts an artificial paste event. A text area needs the browser's own input.
  const isTextarea = await box.evaluate((element) => element instanceof HTMLTextAreaElement);
  if (isTextarea) return page.keyboard.insertText(text);
  await box.evaluate((element, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    // Firefox reads the pasted text from these fields.
    const paste = { clipboardData, dataType: 'text/plain', data: pasted, bubbles: true, cancelable: true };
    element.dispatchEvent(new ClipboardEvent('paste', paste));
  }, text);
}
