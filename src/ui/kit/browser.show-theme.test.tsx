import { afterEach, beforeEach, expect, it } from 'vitest';
import { showTheme } from './browser.ts';

beforeEach(() => {
  for (const scheme of ['light', 'dark']) {
    const meta = document.createElement('meta');
    meta.name = 'theme-color';
    meta.dataset.scheme = scheme;
    document.head.append(meta);
  }
});
afterEach(() => {
  document.head.replaceChildren();
  showTheme('system');
});

const media = () => [...document.head.querySelectorAll('meta')].map((meta) => meta.media);

it.each([
  ['light', 'light', ['all', 'not all']],
  ['dark', 'dark', ['not all', 'all']],
  ['system', undefined, ['(prefers-color-scheme: light)', '(prefers-color-scheme: dark)']],
] as const)('%s: the page and the colour of its frame', (theme, shown, expected) => {
  showTheme(theme);
  expect(document.documentElement.dataset.theme).toBe(shown);
  expect(media()).toEqual(expected);
});
