import type { Page } from '@playwright/test';

/**
 * The HTML of a focused element without a focus ring; null if all is well. A ring is an outline of at least two pixels in a colour that
 * differs from its surroundings, on the element or on the frame of a text box.
 */
export const focusedWithoutRing = (page: Page) =>
  page.evaluate(() => {
    let focused = document.activeElement;
    while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
    if (!focused || focused === document.body) return null;

    const parentOf = (element: Element) =>
      element.parentElement ?? (element.parentNode instanceof ShadowRoot ? element.parentNode.host : null);
    const backgroundBehind = (element: Element): string => {
      for (let at: Element | null = parentOf(element); at; at = parentOf(at)) {
        const { backgroundColor } = getComputedStyle(at);
        if (backgroundColor !== 'rgba(0, 0, 0, 0)') return backgroundColor;
      }
      return 'rgb(255, 255, 255)';
    };
    const hasRing = (element: Element): boolean => {
      const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element);
      if (outlineStyle === 'none' || Number.parseFloat(outlineWidth) < 2) return false;
      return outlineColor !== 'rgba(0, 0, 0, 0)' && outlineColor !== backgroundBehind(element);
    };

    const candidates = [focused];
    // The frame of a text box is outside its shadow root.
    if (focused.matches('[role=textbox], textarea')) {
      for (let at = parentOf(focused); at && at.tagName !== 'SECTION'; at = parentOf(at)) candidates.push(at);
    }
    return candidates.some(hasRing) ? null : focused.outerHTML.slice(0, 200);
  });
