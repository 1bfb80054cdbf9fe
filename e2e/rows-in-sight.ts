import type { Page } from '@playwright/test';

/** How many lines are entirely visible in the grid and the window, not under anything at the top or bottom. */
export const rowsInSight = (page: Page) =>
  page.evaluate(() => {
    const rows = [...document.querySelectorAll<HTMLElement>('[role=grid] [data-number]')];
    return rows.filter((row) => {
      const { left, top, bottom } = row.getBoundingClientRect();
      const isOnTop = (y: number) => row.contains(document.elementFromPoint(left + 30, y));
      return top >= 0 && bottom <= innerHeight && isOnTop(top + 2) && isOnTop(bottom - 2);
    }).length;
  });
