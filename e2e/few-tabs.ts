import { expect, type Page } from '@playwright/test';
import { focusedWithoutRing } from './focused-without-ring.ts';

const MOST_TABS = 12;
/** More stops than any page has, unless each row of the list were one. */
const ALL_TABS = 200;

/** A stop after the last control. Firefox's own controls would follow, and over WebDriver BiDi the page never gets the focus back from them. */
const PAGE_END = 'page-end';
const PAGE_START = 'page-start';

/** Puts the focus before the first control, as on a new page. Also blurs the focused element, because the page repairs a lost focus. */
const toTheStart = (page: Page) =>
  page.evaluate(
    ([endId, startId]) => {
      const mark = (id: string, tabIndex: number) =>
        Object.assign(document.getElementById(id) ?? document.createElement('span'), { id, tabIndex });
      document.body.append(mark(endId, 0));
      const start = mark(startId, -1);
      document.body.prepend(start);
      start.focus();
    },
    [PAGE_END, PAGE_START] as const,
  );

/** The focused element in words unique to the page; undefined after the page's end. */
const focused = (page: Page) =>
  page.evaluate((endId) => {
    let element = document.activeElement;
    if (element === document.body || element === null || element.id === endId) return undefined;
    while (element.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
    const region = document.activeElement?.closest('section[id], header, nav')?.id ?? '';
    return `${region}: ${element.getAttribute('aria-label') ?? element.textContent?.slice(0, 60)} ${element.id}`;
  }, PAGE_END);

/** Presses Tab up to `times` times or to the page's end, and collects the focused elements. */
async function tabThrough(page: Page, times: number): Promise<readonly string[]> {
  const stops: string[] = [];
  for (let press = 0; press < times; press++) {
    await page.keyboard.press('Tab');
    const stop = await focused(page);
    if (stop === undefined || stop === stops[0]) break;
    stops.push(stop);
  }
  return stops;
}

/** Every control is a few Tabs away from the page's start, through the skip links, however long the film is. */
export async function expectFewTabs(page: Page, view: string): Promise<void> {
  await toTheStart(page);
  const all = await tabThrough(page, ALL_TABS);
  expect(all.length, `${view}: stops`).toBeGreaterThan(MOST_TABS);
  const links = all.findIndex((stop) => !/: To the /.test(stop));
  expect(links, `${view}: links to its parts`).toBeGreaterThanOrEqual(3);
  const reached = new Set(all.slice(0, MOST_TABS));
  for (let link = 1; link <= links; link++) {
    await toTheStart(page);
    await tabThrough(page, link);
    expect(await focusedWithoutRing(page), `${view}: link ${link}`).toBeNull();
    await page.keyboard.press('Enter');
    expect(await focusedWithoutRing(page), `${view}: where link ${link} leads`).toBeNull();
    reached.add((await focused(page)) ?? '');
    // From here on the stops are the same as in the whole walk.
    const [next = ''] = await tabThrough(page, 1);
    const at = all.indexOf(next);
    if (at >= 0) for (const stop of all.slice(at, at + MOST_TABS - link)) reached.add(stop);
  }
  const outOfReach = all.filter((stop) => !reached.has(stop));
  expect(outOfReach, `${view}: out of reach`).toEqual([]);
}
