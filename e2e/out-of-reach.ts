import type { Page } from '@playwright/test';

/**
 * Elements that a person cannot press or read entirely, even after scrolling: outside the page, covered, or longer than their box. `within`: of
 * these alone, as an open menu covers what is below it.
 */
export const outOfReach = (page: Page, within = 'body') =>
  page.evaluate((within) => {
    // Skip links are clipped until focused.
    const isShown = (element: HTMLElement) =>
      element.checkVisibility() && element.offsetWidth > 1 && getComputedStyle(element).clipPath === 'none';
    const lost: string[] = [];
    for (const element of document.querySelectorAll<HTMLElement>('button, a, input, summary, select, [role=tab], h1')) {
      if (!element.closest(within)) continue;
      if (!isShown(element) || element.closest('[aria-hidden=true]')) continue;
      element.scrollIntoView({ block: 'center' });
      const { left, right, top, bottom } = element.getBoundingClientRect();
      const isInside = left >= 0 && right <= document.documentElement.clientWidth;
      const isWhole = element.tagName === 'INPUT' || element.scrollWidth <= element.clientWidth + 1;
      const corners = [
        [left + 3, (top + bottom) / 2],
        [right - 3, (top + bottom) / 2],
      ] as const;
      const isOnTop = corners.every(([x, y]) => {
        const hit = document.elementFromPoint(x, y);
        return hit !== null && element.contains(hit);
      });
      if (!isInside || !isWhole || !isOnTop) lost.push(element.outerHTML.slice(0, 120));
    }
    return lost;
  }, within);
