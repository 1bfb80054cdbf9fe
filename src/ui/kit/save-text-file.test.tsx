import { beforeEach, expect, test, vi } from 'vitest';
import { saveTextFile } from './browser.ts';

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

test('clicks a link to the text under the name', async () => {
  saveTextFile('translated.srt', '1\n00:00 --> 00:01\nOlá 😀\n');
  expect(clicked).toEqual([{ href: 'blob:made', download: 'translated.srt' }]);
  expect(await blob?.text()).toBe('1\n00:00 --> 00:01\nOlá 😀\n');
  expect(blob?.type).toBe('application/x-subrip');
});

test('frees the text, but only after the browser had time to read it', () => {
  saveTextFile('a.json', '{}', 'application/json');
  expect(URL.revokeObjectURL).not.toHaveBeenCalled();
  vi.runAllTimers();
  expect(URL.revokeObjectURL).toHaveBeenCalledExactlyOnceWith('blob:made');
});
