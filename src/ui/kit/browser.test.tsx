import { act, render } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { createUseMedia, holdEarlyDrops, pickFiles, saveTextFile, showTheme, takeEarlyDrop } from './browser.ts';

const drag = (type: string, files: readonly File[]) => {
  const event = new Event(type, { cancelable: true });
  Object.assign(event, { dataTransfer: { types: files.length > 0 ? ['Files'] : ['text/plain'], files } });
  window.dispatchEvent(event);
  return event.defaultPrevented;
};

test('[D1.23] a file dropped before the page is ready is held and returned once; the browser does not open it', () => {
  const film = new File(['1'], 'film.srt');
  holdEarlyDrops();
  expect([drag('dragover', [film]), drag('drop', [film]), drag('drop', [])]).toEqual([true, true, false]);
  expect(takeEarlyDrop()).toEqual([film]);
  expect({ early: takeEarlyDrop(), isTaken: drag('drop', [film]) }).toEqual({ early: [], isTaken: false });
});

test.each(['change', 'cancel'])('the page holds the file picker while its dialog is open, until its %s', (end) => {
  vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementationOnce(() => {});
  const onFiles = vi.fn();
  pickFiles({ accept: '.srt' }, onFiles);
  const picker = document.body.querySelector<HTMLInputElement>('input[type=file]');
  expect(picker?.hidden).toBe(true);
  picker?.dispatchEvent(new Event(end));
  expect(onFiles).toHaveBeenCalledTimes(end === 'change' ? 1 : 0);
  expect(document.body.contains(picker)).toBe(false);
});

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
] as const)('theme %s: sets the page and the colour of the browser frame', (theme, shown, expected) => {
  showTheme(theme);
  expect(document.documentElement.dataset.theme).toBe(shown);
  expect(media()).toEqual(expected);
});

test('components with a media query redraw when its answer changes', () => {
  const list = Object.assign(new EventTarget(), { matches: false });
  vi.spyOn(window, 'matchMedia').mockReturnValue(list as unknown as MediaQueryList);
  const useLow = createUseMedia('(height < 39rem)');
  const Says = () => (useLow() ? 'low ' : 'high ');
  const page = (
    <>
      <Says />
      <Says />
    </>
  );
  const { container, rerender } = render(page);
  rerender(page);
  expect(container.textContent).toBe('high high ');
  act(() => {
    list.matches = true;
    list.dispatchEvent(new Event('change'));
  });
  expect(container.textContent).toBe('low low ');
});

describe('saveTextFile', () => {
  const clicked: { href: string; download: string }[] = [];
  let blob: Blob | undefined;

  beforeEach(() => {
    clicked.length = 0;
    vi.useFakeTimers();
    vi.spyOn(URL, 'createObjectURL').mockImplementation((made) => {
      blob = made as Blob;
      return 'blob:made';
    });
    vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => {});
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      clicked.push({ href: this.href, download: this.download });
    });
  });

  test('downloads the text under the given name', async () => {
    saveTextFile('translated.srt', '1\n00:00 --> 00:01\nOlá 😀\n');
    expect(clicked).toEqual([{ href: 'blob:made', download: 'translated.srt' }]);
    expect(await blob?.text()).toBe('1\n00:00 --> 00:01\nOlá 😀\n');
    expect(blob?.type).toBe('application/x-subrip');
  });

  test('revokes the URL only after the browser had time to read the text', () => {
    saveTextFile('a.json', '{}', 'application/json');
    expect(URL.revokeObjectURL).not.toHaveBeenCalled();
    vi.runAllTimers();
    expect(URL.revokeObjectURL).toHaveBeenCalledExactlyOnceWith('blob:made');
  });
});
