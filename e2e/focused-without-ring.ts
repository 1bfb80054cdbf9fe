import type { Page } from '@playwright/test';

/**
 * What has the focus but shows no ring, as its HTML; null where all is well. The ring is an outline of two pixels or more,
 * in a colour other than the one around it, on the element itself, or on the frame around a text box.
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
    // The frame of a text box is around its shadow root; no other frame counts.
    if (focused.matches('[role=textbox], textarea')) {
      for (let at = parentOf(focused); at && at.tagName !== 'SECTION'; at = parentOf(at)) candidates.push(at);
    }
    return candidates.some(hasRing) ? null : focused.outerHTML.slice(0, 200);
  });
